//! Proves that two games have equal moves and ends, up to names and a given order of their fields;
//! never proves that they differ.
//!
//! Small components are tried first, which distinguishes most pairs of games. Agreement on those
//! proves nothing. Then the rules are compared as relations that automata decide, if the fields are
//! naturals, or in normal form. If neither is a proof, rules on a graph or a board are compared for
//! all its states.

mod arithmetic;
mod quotient;
mod sample;

pub use quotient::{Order, Pairs, has_pairs, kept_pairs, same_without};
pub use sample::{Local, Sample, local};

use super::boolean_states::{self, StateSpace};
use super::{GameRules, Shapes, terms};
use crate::ir::{Expr, ExprKind, GameId, Type, Value, walk};
use crate::number::Int;
use crate::position::{Budget, Range};

/// The states for which two games are proved to have equal moves and ends.
pub enum Same {
    /// In all states.
    Everywhere,
    /// In these states, which play does not leave.
    Within(StateSpace),
    /// In the states of our game, whose types have bounds that the other game does not have.
    InBounds,
}

/// Returns the states for which two games are proved equal; `None` if there is no proof. The types
/// of their fields must be equal, except that ours may be bounded naturals where theirs are all
/// naturals. `order[i]` is the field of our game at place `i` of theirs.
pub fn same(
    ours: &Sample<'_>,
    (their_shapes, their_game): (&Shapes<'_>, GameId),
    order: &[usize],
    budget: &Budget<'_>,
) -> Option<Same> {
    let theirs = their_shapes.rules(their_game);
    if [ours.rules, theirs].iter().any(|rules| rules.instance.is_twisted(rules.game)) {
        return None;
    }
    let (our_types, their_types) = (ours.rules.types(), theirs.types());
    let placed = || order.iter().map(|place| &our_types[*place]);
    let equal = placed().eq(&their_types);
    let likely = our_types.len() == their_types.len()
        && (equal
            || placed().zip(&their_types).all(|(ours, theirs)| ours == theirs || is_part(ours, theirs)))
        && ours.agrees(theirs, order, budget);
    if !likely {
        return None;
    }
    if !equal {
        let same = arithmetic::same(ours, (their_shapes, their_game), order, budget) == Some(true);
        return same.then_some(Same::InBounds);
    }
    let normal_form = || terms::same(ours.rules, theirs, order, &ours.patience, budget);
    let arithmetic = || arithmetic::same(ours, (their_shapes, their_game), order, budget);
    let everywhere = if mentions_long_numbers(ours.rules) {
        normal_form()
    } else if our_types.len() > MOST_TRACKS {
        normal_form() || arithmetic() == Some(true)
    } else {
        arithmetic().unwrap_or_else(normal_form)
    };
    if everywhere {
        return Some(Same::Everywhere);
    }
    let domain = boolean_states::same(ours.rules, theirs, order, budget)?;
    Some(Same::Within(domain.placed(order)))
}

/// Whether the first type is one of bounded naturals, and the second that of all naturals.
fn is_part((one, range): &(Type, Range), (other, whole): &(Type, Range)) -> bool {
    one == other && *whole == Range::Nat && matches!(range, Range::Between(low, _) if !low.is_negative())
}

/// The most fields of games that automata compare first. With more fields automata are large, so
/// normal forms are compared first.
const MOST_TRACKS: usize = 3;

/// Numbers from this one on are long: automata that mention them are too large to be of use.
const LONG: i64 = 1 << 16;

/// Whether the moves of a game mention a long number, directly or as a global.
fn mentions_long_numbers(rules: GameRules<'_>) -> bool {
    let game = rules.instance.program.game(rules.game);
    let is_long = |expr: &Expr| match &expr.kind {
        ExprKind::Literal(Value::Int(int)) => *int >= Int::from(LONG),
        ExprKind::Global(global) => {
            matches!(&rules.instance.globals[global.index()], Value::Int(int) if *int >= Int::from(LONG))
        }
        _ => false,
    };
    let mut found = false;
    for it in &game.moves {
        let clauses = it.clauses.iter().map(walk::clause_expr);
        for expr in clauses.chain([&it.target]) {
            walk::everything(expr, &mut |part| found = found || is_long(part));
        }
    }
    found
}
