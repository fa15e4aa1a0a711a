//! Recognises games on a row of cells whose moves an octal code describes: a move takes adjacent
//! free cells, and each run of free cells is a heap in the one-heap game of the code.

use crate::ir::{GameId, Value};
use crate::number::Int;
use crate::position::{Budget, Instance};
use crate::quoted;
use crate::shape::GameRules;
use crate::shape::boolean_states::{self, CellMap, Cells};
use crate::shape::same::local;

/// The digits of an octal code after its point.
pub type Code = Vec<u8>;

/// The most cells that a move of a code may take.
const MOST_TAKEN: usize = 4;
/// The number of cells with which a row shows every move of a code: taking up to `MOST_TAKEN` cells
/// that are a whole run, at the end of a run, or inside.
const ROW: usize = MOST_TAKEN + 4;

/// The greatest cell of a set that is shown as a row.
const MOST_CELLS: usize = 1_000;

/// A row that is encoded like the one in a state, and has enough cells to show each move of a code;
/// `None` for an empty list or text, for a list of lists or texts, and for other values that are no
/// row of cells.
pub fn roomy(state: &Value) -> Option<Value> {
    Some(match state {
        Value::Text(letters) => {
            let mut row = letters.to_vec();
            let letter = *row.first()?;
            row.resize(row.len().max(ROW), letter);
            Value::Text(row.into())
        }
        Value::List(cells) => {
            let mut row = cells.to_vec();
            let cell = row.first().filter(|cell| !matches!(cell, Value::List(_) | Value::Text(_)))?.clone();
            row.resize(row.len().max(ROW), cell);
            Value::List(row.into())
        }
        Value::Set(members) => {
            let last = match members.last() {
                Some(Value::Int(last)) => last.to_usize()?,
                Some(_) => return None,
                None => 0,
            };
            let more = if members.len() < ROW { last.checked_add(ROW)? } else { last };
            if more > MOST_CELLS {
                return None;
            }
            Value::set((0..=more).map(|at| Value::Int(Int::from(at))).collect())
        }
        _ => return None,
    })
}

/// How the cells of a game correspond to those of a code's rules, and the code; `None` unless the
/// game has the moves of the code on every set of free cells of the row. If no code is given, the
/// moves on a few rows suggest one.
pub fn in_runs(
    rules: GameRules<'_>,
    cells: &Cells,
    code: Option<&Code>,
    budget: &Budget<'_>,
) -> Option<(CellMap, Code)> {
    let any = quoted::read(&written(&[7]))?;
    let maps = CellMap::into_domain(cells, &any.game(GameId(0)).fields[0].domain);
    maps.into_iter().find_map(|map| {
        let code = code.cloned().or_else(|| seen(rules, &map, budget))?;
        let theirs = Instance::new((*quoted::read(&written(&code))?).clone(), budget).0?;
        let theirs = GameRules { instance: &theirs, game: GameId(0) };
        boolean_states::same_cells(rules, theirs, &map, budget).then_some((map, code))
    })
}

/// The code that the moves from a few rows suggest; `None` if the row has fewer than `ROW` cells, if
/// no such move exists, if the game cannot encode one of these rows, or if its rules have no value
/// there or lead to other games.
fn seen(rules: GameRules<'_>, map: &CellMap, budget: &Budget<'_>) -> Option<Code> {
    let count = map.theirs.count();
    if count < ROW {
        return None;
    }
    let row = |taken: &dyn Fn(usize) -> bool| {
        map.back(&map.theirs.write(&(0..count).map(|at| !taken(at)).collect::<Vec<_>>()))
    };
    let leads = |from: &dyn Fn(usize) -> bool, to: &dyn Fn(usize) -> bool| {
        let (from, to) = (row(from)?, row(to)?);
        let (_, options) = local(rules, &[from], budget).ok()??;
        Some(options.contains(&vec![vec![to]]))
    };
    let mut code = Vec::new();
    for amount in 1..=MOST_TAKEN {
        let all = leads(&|at| at >= amount, &|_| true)?;
        let at_an_end = leads(&|_| false, &|at| at < amount)?;
        let inside = leads(&|_| false, &|at| (1..=amount).contains(&at))?;
        code.push(u8::from(all) | u8::from(at_an_end) << 1 | u8::from(inside) << 2);
    }
    while code.last() == Some(&0) {
        code.pop();
    }
    (!code.is_empty()).then_some(code)
}

/// The rules of a code, in the language, for the set of free cells.
fn written(code: &[u8]) -> String {
    let moved = |(at, digit): (usize, &u8)| {
        let amount = at + 1;
        let others: Vec<String> = (1..amount).map(|next| format!("i + {next} in free")).collect();
        let taken: Vec<String> = (0..amount).map(|next| format!("i + {next}")).collect();
        let (left, right) = ("i - 1 in free", format!("i + {amount} in free"));
        let cases = [
            format!("not ({left}) and not ({right})"),
            format!("({left}) != ({right})"),
            format!("{left} and {right}"),
        ];
        let admitted = cases.iter().enumerate().filter(|(bit, _)| digit >> bit & 1 == 1);
        let admitted: Vec<String> = admitted.map(|(_, case)| format!("({case})")).collect();
        let guard = others.into_iter().chain([format!("({})", admitted.join(" or "))]);
        (*digit > 0).then(|| {
            let guard = guard.collect::<Vec<_>>().join(" and ");
            format!("move take{amount}(i in free) when {guard} -> row(free - {{{}}})", taken.join(", "))
        })
    };
    let moves: Vec<String> = code.iter().enumerate().filter_map(moved).collect();
    format!("game row(free: {{nat}}) {{ {} }}", moves.join(" "))
}

/// The game of one heap with this code.
pub fn heap(code: &Code, budget: &Budget<'_>) -> Option<Instance> {
    let digits: String = code.iter().map(u8::to_string).collect();
    let program = quoted::read(&format!("game heap(n: nat) = octal \"0.{digits}\""))?;
    Instance::new((*program).clone(), budget).0
}

/// The sizes of the runs of consecutive numbers in a set of naturals, as a list; `None` for other
/// values.
pub fn runs(free: &Value) -> Option<Value> {
    let Value::Set(members) = free else { return None };
    let mut sizes: Vec<usize> = Vec::new();
    let mut before: Option<&Int> = None;
    for member in members.iter() {
        let Value::Int(at) = member else { return None };
        match sizes.last_mut() {
            Some(size) if before.is_some_and(|before| before.succ() == *at) => *size += 1,
            _ => sizes.push(1),
        }
        before = Some(at);
    }
    Some(Value::List(sizes.into_iter().map(|size| Value::Int(Int::from(size))).collect()))
}
