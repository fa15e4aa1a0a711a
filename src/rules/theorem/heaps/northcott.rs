//! Northcott's game (T47): each row has one coin of each player, and a player moves a coin forwards
//! or backwards along its row, but never onto or over the other coin; a player who cannot move
//! loses.
//!
//! The player to move loses exactly if the nim-sum of the gaps between the coins is 0. No position
//! is a draw, although positions may repeat. The theorem gives no values and says nothing about
//! misère play.

use crate::ir::{Convention, Value};
use crate::shape::presburger::Question;
use crate::theorem::state::choices;
use crate::theorem::{
    ClosedForm, Clues, Guess, Hypotheses, Kind, Parameters, Theorem, clues, naturals, says, value_of,
};
use crate::theory::northcott;
use num_bigint::BigUint;
use num_traits::One;
use std::cmp::Ordering;
use std::collections::BTreeSet;

/// The catalogue entry for Northcott's game.
pub const THEOREM: Theorem = Theorem {
    id: "northcott",
    entry: "T47",
    title: "Northcott's game: each player has a coin in each row, which may advance or retreat",
    cite: "Berlekamp, Conway, Guy 1982",
    gives: "Berlekamp, Conway, Guy 1982 (theorem:northcott), lost exactly when the nim-sum of the gaps is 0, never a draw",
    page: include_str!("../pages/northcott.md"),
    hypotheses: Hypotheses::Any(&[
        Hypotheses::Loopy { written, form },
        Hypotheses::Boards { least: clues::FEW_POSITIONS, guess, form },
    ]),
};

/// The most rows that are written out.
const MOST_ROWS: usize = 3;

/// The order of the fields: the coins row by row or player by player, and the field for the player
/// to move first or last.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Layout {
    /// Whether all coins of one player come before those of the other; otherwise both coins of each
    /// row stand together.
    by_owner: bool,
    /// Whether the field for the player to move is the first one; otherwise it is the last one.
    turn_first: bool,
}

/// All layouts, in the order of the formulations of the rules.
const LAYOUTS: [Layout; 4] = [
    Layout { by_owner: false, turn_first: false },
    Layout { by_owner: false, turn_first: true },
    Layout { by_owner: true, turn_first: false },
    Layout { by_owner: true, turn_first: true },
];

/// The layouts that are written out for this number of rows. One row has few fields, so all their
/// orders are compared anyway.
fn layouts(rows: usize) -> &'static [Layout] {
    if rows == 1 { &LAYOUTS[..1] } else { &LAYOUTS }
}

impl Layout {
    /// The indices of the two coins of row `row` among the coins of `rows` rows: of the coin that
    /// starts on the left, and of the other coin.
    fn places(self, row: usize, rows: usize) -> (usize, usize) {
        if self.by_owner { (row, rows + row) } else { (2 * row, 2 * row + 1) }
    }

    /// The fields in the order of this layout, given those of the left coins, those of the right
    /// coins, and the field for the player to move.
    fn placed<T: Clone>(self, left: &[T], right: &[T], turn: T) -> Vec<T> {
        let coins: Vec<T> = if self.by_owner {
            left.iter().chain(right).cloned().collect()
        } else {
            left.iter().zip(right).flat_map(|(left, right)| [left.clone(), right.clone()]).collect()
        };
        if self.turn_first { [vec![turn], coins].concat() } else { [coins, vec![turn]].concat() }
    }
}

/// The number of rows, and the declared types of the fields for a square and for the player to
/// move.
struct Types {
    rows: usize,
    square: &'static str,
    turn: &'static str,
}

/// The types for fields of these kinds, which are sorted; `None` if no such game has fields of
/// these kinds.
fn types(kinds: &[Kind]) -> Option<Types> {
    let count = |kind: Kind| kinds.iter().filter(|it| **it == kind).count();
    let (nats, bools, others) = (count(Kind::Nat), count(Kind::Bool), count(Kind::Other));
    let rows = kinds.len() / 2;
    if kinds.len().is_multiple_of(2) || rows == 0 || rows > MOST_ROWS || nats + bools + others != kinds.len()
    {
        return None;
    }
    let (square, turn) = match (nats, bools, others) {
        (_, 1, 0) => ("nat", "bool"),
        (0, 1, _) => ("0..n", "bool"),
        (_, 0, 0) => ("nat", "nat"),
        (_, 0, 1) => ("nat", "0..=1"),
        (0, 0, _) => ("0..n", "0..=1"),
        (1, 0, _) => ("0..n", "nat"),
        _ => return None,
    };
    Some(Types { rows, square, turn })
}

fn written(kinds: &[Kind]) -> Vec<String> {
    let Some(types) = types(kinds) else { return Vec::new() };
    // The two formulations differ in states in which coins have passed each other.
    let ways = [true, false];
    layouts(types.rows).iter().flat_map(|layout| ways.map(|to_any| rules(&types, *layout, to_any))).collect()
}

/// The rules: with `to_any`, one move leads to any other square before the other player's coin;
/// otherwise a coin advances and retreats by different moves.
fn rules(types: &Types, layout: Layout, to_any: bool) -> String {
    let names = |prefix: &str| (0..types.rows).map(|row| format!("{prefix}{row}")).collect::<Vec<_>>();
    let (left, right) = (names("l"), names("r"));
    let is_bool = types.turn == "bool";
    let (ours, theirs) = if is_bool { ("turn", "not turn") } else { ("turn == 0", "turn == 1") };
    let next = |left_moved: bool| match (is_bool, left_moved) {
        (true, true) => "false",
        (true, false) => "true",
        (false, true) => "1",
        (false, false) => "0",
    };
    let mut moves = Vec::new();
    for row in 0..types.rows {
        let (l, r) = (&left[row], &right[row]);
        let (mut gone_left, mut gone_right) = (left.clone(), right.clone());
        gone_left[row] = "k".to_string();
        gone_right[row] = "k".to_string();
        let to_left = layout.placed(&gone_left, &right, next(true).to_string()).join(", ");
        let to_right = layout.placed(&left, &gone_right, next(false).to_string()).join(", ");
        let steps = if to_any {
            vec![
                format!("l(k in 0..{r}) when {ours} and k != {l} -> rows({to_left})"),
                format!("r(k in {l} + 1..n) when {theirs} and k != {r} -> rows({to_right})"),
            ]
        } else {
            vec![
                format!("l(k in {l} + 1..{r}) when {ours} -> rows({to_left})"),
                format!("lb(k in 0..{l}) when {ours} -> rows({to_left})"),
                format!("r(k in {l} + 1..{r}) when {theirs} -> rows({to_right})"),
                format!("rb(k in {r} + 1..n) when {theirs} -> rows({to_right})"),
            ]
        };
        moves.extend(steps.into_iter().map(|step| step.replacen('(', &format!("{row}("), 1)));
    }
    let squares =
        |names: &[String]| names.iter().map(|it| format!("{it}: {}", types.square)).collect::<Vec<_>>();
    let fields = layout.placed(&squares(&left), &squares(&right), format!("turn: {}", types.turn)).join(", ");
    let moves: Vec<String> = moves.into_iter().map(|it| format!("move {it}")).collect();
    format!("param n: nat = 8\nloopy game rows({fields}) {{ {} }}", moves.join(" "))
}

/// A row of a state: the number of squares behind the coin of the player to move, between the
/// coins, and behind the other coin.
type Room = (u64, u64, u64);

/// Rows in which the player to move has as many target squares as the start has options. A row is
/// read from two numbers of the start, counted from one end or from each player's own end, or from
/// three numbers, for the squares behind and between the coins.
fn guess(clues: &Clues<'_>) -> Vec<Guess> {
    let numbers = clues.in_order();
    let mut boards: Vec<Vec<Room>> = grouped(&numbers, 3)
        .into_iter()
        .map(|rows| rows.iter().map(|row| (row[0], row[1], row[2])).collect())
        .collect();
    let mentioned: BTreeSet<u64> = clues.numbers().into_iter().map(u64::from).collect();
    let squares: BTreeSet<u64> = mentioned.iter().flat_map(|it| [*it, it + 1, it + 2]).collect();
    for rows in grouped(&numbers, 2) {
        let read = [one_end, other_owner, own_ends];
        let all = squares.iter().flat_map(|squares| read.map(|read| (*squares, read)));
        boards.extend(all.filter_map(|(squares, read)| {
            rows.iter().map(|row| read(row[0], row[1], squares)).collect::<Option<Vec<Room>>>()
        }));
    }
    let fits = |rows: &Vec<Room>| {
        let free: u64 = rows.iter().map(|(behind, gap, _)| behind + gap).sum();
        free == clues.options() as u64
    };
    boards.into_iter().filter(fits).filter_map(|rows| board(&rows)).collect()
}

/// The numbers of a start in groups of `size`, one for each row, in two ways: group by group, or
/// first the first members of all groups, then the second members, and so on. Empty if the numbers
/// do not fill one to three groups.
fn grouped(numbers: &[u64], size: usize) -> Vec<Vec<Vec<u64>>> {
    let rows = numbers.len() / size;
    if !numbers.len().is_multiple_of(size) || !(1..=MOST_ROWS).contains(&rows) {
        return Vec::new();
    }
    let together = numbers.chunks(size).map(<[u64]>::to_vec).collect();
    let apart = (0..rows).map(|row| (0..size).map(|at| numbers[at * rows + row]).collect()).collect();
    if rows == 1 { vec![together] } else { vec![together, apart] }
}

/// A row with both coins counted from one end; the first number is for the coin of the player to
/// move. `None` if both are on one square, or one is outside of the row.
fn one_end(mine: u64, other: u64, squares: u64) -> Option<Room> {
    let from_left = |left: u64, right: u64| Some((left, right - left - 1, squares.checked_sub(right + 1)?));
    match mine.cmp(&other) {
        Ordering::Less => from_left(mine, other),
        Ordering::Equal => None,
        Ordering::Greater => from_left(other, mine).map(|(other, gap, mine)| (mine, gap, other)),
    }
}

/// A row as in [`one_end`], but the first number is for the coin of the other player.
fn other_owner(other: u64, mine: u64, squares: u64) -> Option<Room> {
    one_end(mine, other, squares)
}

/// A row with each coin counted from its owner's end; `None` if the row is too short for both.
fn own_ends(mine: u64, other: u64, squares: u64) -> Option<Room> {
    Some((mine, squares.checked_sub(mine + other + 2)?, other))
}

/// A guess with these rows; `None` if they have different lengths.
fn board(rows: &[Room]) -> Option<Guess> {
    let squares = |(behind, gap, other): &Room| behind + gap + other + 2;
    let all = squares(&rows[0]);
    let layout = layouts(rows.len())[0];
    let types = Types { rows: rows.len(), square: "nat", turn: "bool" };
    let place = |at: u64| value_of(BigUint::from(at));
    let left: Vec<Value> = rows.iter().map(|(behind, ..)| place(*behind)).collect();
    let right: Vec<Value> = rows.iter().map(|(behind, gap, _)| place(behind + gap + 1)).collect();
    let state = layout.placed(&left, &right, Value::Bool(true));
    let alike = rows.iter().all(|row| squares(row) == all);
    alike.then(|| Guess::of(&rules(&types, layout, true), 0, state).with("n", all as i64))
}

fn form(parameters: &Parameters) -> Option<Box<dyn ClosedForm>> {
    let squares = BigUint::try_from(parameters.int("n")?.to_big()).ok()?;
    // Each layout has two formulations.
    let layout = parameters.which / 2;
    Some(Box::new(Rows { squares, layout: *LAYOUTS.get(layout)? }))
}

#[derive(Debug)]
struct Rows {
    /// The number of squares of each row.
    squares: BigUint,
    layout: Layout,
}

/// A state in which all coins are on the rows, and none has passed the other.
struct Stand {
    rows: Vec<northcott::Row>,
    /// Whether the player whose coins are on the left is to move.
    left: bool,
    turn: Value,
}

impl Rows {
    /// The names of the fields: those of the left and the right coin for each row, and that of the
    /// field for the player to move.
    fn named(&self, fields: usize) -> (Vec<(String, String)>, String) {
        let mut names = says::names(fields);
        let turn = names.remove(if self.layout.turn_first { 0 } else { fields - 1 });
        let rows = names.len() / 2;
        let pair = |row| {
            let (left, right) = self.layout.places(row, rows);
            (names[left].clone(), names[right].clone())
        };
        ((0..rows).map(pair).collect(), turn)
    }

    fn stand(&self, state: &[Value]) -> Option<Stand> {
        let (turn, coins) = if self.layout.turn_first { state.split_first()? } else { state.split_last()? };
        let left = match turn {
            Value::Bool(left) => *left,
            turn => match naturals(std::slice::from_ref(turn))?[0].clone() {
                zero if zero == BigUint::ZERO => true,
                one if one.is_one() => false,
                _ => return None,
            },
        };
        let coins = naturals(coins)?;
        let count = coins.len() / 2;
        let row = |at: usize| {
            let (l, r) = self.layout.places(at, count);
            let (left, right) = (coins[l].clone(), coins[r].clone());
            (left < right && right < self.squares).then_some(northcott::Row { left, right })
        };
        let rows = (0..count).map(row).collect::<Option<Vec<_>>>()?;
        Some(Stand { rows, left, turn: turn.clone() })
    }
}

impl ClosedForm for Rows {
    fn losing(&self, state: &[Value], convention: Convention) -> Option<bool> {
        let stand = (convention == Convention::Normal).then(|| self.stand(state)).flatten()?;
        Some(northcott::sum(&stand.rows) == BigUint::ZERO)
    }

    fn winning(&self, state: &[Value], convention: Convention) -> Option<Vec<Vec<Value>>> {
        let Stand { rows, left, turn } =
            (convention == Convention::Normal).then(|| self.stand(state)).flatten()?;
        let next = match turn {
            Value::Bool(_) => Value::Bool(!left),
            _ => value_of(BigUint::from(u8::from(left))),
        };
        let moves = northcott::winning(&rows, left, &self.squares).into_iter();
        let target = |moved: Vec<northcott::Row>| {
            let coins = |of: fn(&northcott::Row) -> &BigUint| {
                moved.iter().map(|row| value_of(of(row).clone())).collect::<Vec<_>>()
            };
            self.layout.placed(&coins(|row| &row.left), &coins(|row| &row.right), next.clone())
        };
        Some(moves.map(target).collect())
    }

    fn reach(&self, state: &[Value]) -> Option<u64> {
        Some(choices(state.len() - 1, &self.squares).saturating_mul(2))
    }

    fn says(&self, question: Question, fields: usize) -> Option<String> {
        let gaps: Vec<String> =
            self.named(fields).0.iter().map(|(left, right)| format!("({right} - {left} - 1)")).collect();
        (question == Question::Lost(Convention::Normal)).then(|| format!("({}) == 0", gaps.join(" xor ")))
    }

    fn says_where(&self, fields: usize) -> Option<String> {
        let (rows, turn) = self.named(fields);
        let stands: String =
            rows.iter().map(|(left, right)| format!(" and {left} < {right} < {}", self.squares)).collect();
        Some(format!("{turn} <= 1{stands}"))
    }

    fn why(&self, state: &[Value], convention: Convention) -> Option<String> {
        let stand = (convention == Convention::Normal).then(|| self.stand(state)).flatten()?;
        let gaps: Vec<String> = stand.rows.iter().map(|row| row.gap().to_string()).collect();
        let sum = northcott::sum(&stand.rows);
        let verdict = if sum == BigUint::ZERO { "loses" } else { "wins" };
        Some(format!(
            "Between the coins there are {} squares; the nim-sum is {sum}. A retreat is answered by advancing as far, and \
             who retreats runs out of room, so the gaps are heaps of Nim: the player to move {verdict}.",
            gaps.join(", ")
        ))
    }
}
