//! Whether two games have the same moves, up to names and the order of their fields.
//!
//! Small components are tried first, which tells most pairs apart. That they agree on those proves
//! nothing: then the rules are compared as relations that automata decide, for fields that are
//! naturals, and in normal form.

mod arithmetic;
mod sample;

pub use arithmetic::orders;
pub use sample::Sample;

use super::{Rules, normal};
use crate::position::Budget;

/// Whether the games are surely the same: their fields have the same types, and from every state the
/// same moves. `order[i]` is the field of the first game that stands in place `i` of the second.
pub fn same(ours: &Sample<'_>, theirs: Rules<'_>, order: &[usize], budget: &Budget<'_>) -> bool {
    let (our_types, their_types) = (ours.rules.types(), theirs.types());
    let placed = order.iter().map(|place| &our_types[*place]);
    our_types.len() == their_types.len()
        && placed.eq(&their_types)
        && ours.agrees(theirs, order, budget)
        && arithmetic::same(ours.rules, theirs, order, budget)
            .unwrap_or_else(|| normal::same(ours.rules, theirs, order, budget))
}
