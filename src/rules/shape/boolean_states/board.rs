//! Finds the states of a game with one field that are boards of cells, and the cells of such a
//! board.

use super::cells::{Cells, filled, marks_or_naturals, places};
use super::{MOST_SQUARES, vertices};
use crate::ir::value::Component;
use crate::ir::{Domain, Expr, ExprKind, Value, walk};
use crate::position::{Budget, Evaluator, Flow};
use crate::shape::{GameRules, mentioned};
use std::collections::BTreeSet;

/// The most positions from which the members of sets are collected, the nearest to the state first.
const MOST_POSITIONS: usize = 200;
/// The most states, taken from starts and claims, that are examined; the others are ignored.
const MOST_STATES: usize = 3;

/// Returns states of a game with one field that may be boards of cells. They are taken from starts
/// and claims: the rules may treat larger boards differently from small ones, so no other board is
/// examined.
pub fn boards(rules: GameRules<'_>, budget: &Budget<'_>) -> Vec<Value> {
    let program = &rules.instance.program;
    let [field] = &program.game(rules.game).fields[..] else { return Vec::new() };
    if !may_be_cells(&field.domain) {
        return Vec::new();
    }
    let mut found: Vec<Value> = mentioned::states(rules, budget).into_iter().flatten().collect();
    found.truncate(MOST_STATES);
    found
}

/// Whether values of a domain may consist of cells.
fn may_be_cells(domain: &Domain) -> bool {
    match domain {
        Domain::Text | Domain::Set(_) => true,
        Domain::List(inner) => match &**inner {
            Domain::List(inner) => marks_or_naturals(inner).is_some(),
            Domain::Text => true,
            inner => marks_or_naturals(inner).is_some(),
        },
        _ => false,
    }
}

/// Returns the cells on which a game with one field is played from a state; `None` if the state is
/// not a board of 1 to `MOST_SQUARES` cells with two marks, or if the members of a set cannot be
/// collected.
pub fn board(rules: GameRules<'_>, state: &Value, budget: &Budget<'_>) -> Option<Cells> {
    let [field] = &rules.instance.program.game(rules.game).fields[..] else { return None };
    if !may_be_cells(&field.domain) {
        return None;
    }
    let cells = if let Value::Set(_) = state {
        match (&field.domain, &rules.instance.program.graphs[..]) {
            // Vertices that play does not reach from here belong to the board too.
            (Domain::Set(inner), [graph]) if matches!(**inner, Domain::Vertex) => vertices(graph),
            _ => Cells::Members(members(rules, state, budget)?),
        }
    } else {
        let count = places(state);
        if count > MOST_SQUARES {
            return None;
        }
        let marks = match &field.domain {
            Domain::Text => letter_marks(rules, state)?,
            Domain::List(inner) => match &**inner {
                Domain::Text => letter_marks(rules, state)?,
                Domain::List(inner) => marks_or_naturals(inner)?,
                inner => marks_or_naturals(inner)?,
            },
            _ => return None,
        };
        let shape = filled(state, &mut || Some(marks[0].clone()));
        Cells::Places(shape, marks)
    };
    let fits = (1..=MOST_SQUARES).contains(&cells.count()) && cells.read(state).is_some();
    fits.then_some(cells)
}

/// Returns the members of the sets in the first positions that play reaches from a state, in a game
/// whose only field is a set. Later positions may have other members, unless the caller proves that
/// play keeps to these. `None` if there are more than `MOST_SQUARES` members, if play leads to
/// another game, or if a rule has no value.
fn members(rules: GameRules<'_>, state: &Value, budget: &Budget<'_>) -> Option<Vec<Value>> {
    let mut all = BTreeSet::new();
    let mut pending = std::collections::VecDeque::from([state.clone()]);
    let mut seen = BTreeSet::from([state.clone()]);
    let mut evaluator = Evaluator::new(rules.instance, budget);
    let mut own = true;
    while let Some(state) = pending.pop_front() {
        let Value::Set(members) = &state else { return None };
        all.extend(members.iter().cloned());
        if all.len() > MOST_SQUARES {
            return None;
        }
        let component = Component { game: rules.game, state: [state.clone()].into() };
        let visited = evaluator.each_target(&component, &mut |_, _, parts| {
            for (part, _) in parts {
                if part.game != rules.game {
                    own = false;
                    return Ok(Flow::Stop);
                }
                if seen.len() < MOST_POSITIONS && seen.insert(part.state[0].clone()) {
                    pending.push_back(part.state[0].clone());
                }
            }
            Ok(Flow::More)
        });
        if visited.is_err() || !own {
            return None;
        }
    }
    Some(all.into_iter().collect())
}

/// Returns the two letters of a board; `None` unless the board and the rules together mention
/// exactly two.
fn letter_marks(rules: GameRules<'_>, state: &Value) -> Option<[Value; 2]> {
    let mut all = letters(rules);
    letters_of(state, &mut all);
    let all: Vec<char> = all.into_iter().collect();
    let [first, second] = all[..] else { return None };
    Some([first, second].map(|letter| Value::Text([letter].into())))
}

/// The letters of all texts in the rules of a game.
fn letters(rules: GameRules<'_>) -> BTreeSet<char> {
    let program = &rules.instance.program;
    let game = program.game(rules.game);
    let moves = game.moves.iter();
    let exprs = moves.flat_map(|it| it.clauses.iter().map(walk::clause_expr).chain([&it.target]));
    let mut pending: Vec<&Expr> = exprs.chain(game.ends.iter().map(|end| &end.condition.expr)).collect();
    let (mut called, mut all) = (BTreeSet::new(), BTreeSet::new());
    while let Some(expr) = pending.pop() {
        walk::everything(expr, &mut |part| match &part.kind {
            ExprKind::Literal(value) => letters_of(value, &mut all),
            ExprKind::Global(global) => letters_of(&rules.instance.globals[global.index()], &mut all),
            ExprKind::Call(function, _) if called.insert(function.0) => {
                pending.push(&program.functions[function.index()].body.expr);
            }
            _ => {}
        });
    }
    all
}

fn letters_of(value: &Value, all: &mut BTreeSet<char>) {
    match value {
        Value::Text(letters) => all.extend(letters.iter()),
        Value::List(parts) | Value::Set(parts) | Value::Tuple(parts) => {
            parts.iter().for_each(|part| letters_of(part, all));
        }
        _ => {}
    }
}
