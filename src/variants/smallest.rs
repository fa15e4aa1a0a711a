//! Lists the small components of a game.

use crate::ir::value::Component;
use crate::ir::value::shared::weight;
use crate::ir::{GameId, Value};
use crate::number::Int;
use crate::position::{Instance, enumerate};
use std::cmp::Ordering;

/// The small components of a game, in the order of [`by_size`], and whether these are all
/// components.
pub fn smallest(instance: &Instance, game: GameId) -> (Vec<Component>, bool) {
    let (mut components, complete) = enumerate::more_components(instance, game);
    components.sort_by(|a, b| by_size(&a.state, &b.state));
    (components, complete)
}

/// Orders states by the greatest number in them, then by their size, then from left to right.
pub fn by_size(a: &[Value], b: &[Value]) -> Ordering {
    let size = |state: &[Value]| (state.iter().map(greatest).max(), state.iter().map(weight).sum::<usize>());
    size(a).cmp(&size(b)).then_with(|| a.cmp(b))
}

/// The greatest integer in a value; an empty collection, and a value that contains no integer,
/// counts as 0.
fn greatest(value: &Value) -> Int {
    match value {
        Value::Int(int) => int.clone(),
        Value::List(parts) | Value::Set(parts) | Value::Tuple(parts) => {
            parts.iter().map(greatest).max().unwrap_or(Int::ZERO)
        }
        _ => Int::ZERO,
    }
}
