//! Decides from the types of its fields whether a game is played on a board of cells, and counts
//! the cells of a component.

use crate::ir::value::Component;
use crate::ir::{Domain, Game, Value};

/// Whether a game is played on a board: some field has cells, and no field is a list of heaps.
pub fn is_board(game: &Game) -> bool {
    game.fields.iter().any(|field| has_cells(&field.domain))
        && game.fields.iter().all(|field| is_bounded(&field.domain))
}

/// Whether the values of a field consist of cells: sets, texts, and lists of anything but `nat` and
/// `int`.
pub fn has_cells(domain: &Domain) -> bool {
    match domain {
        Domain::Set(_) | Domain::Text => true,
        Domain::List(inner) => !matches!(**inner, Domain::Nat | Domain::Int),
        _ => false,
    }
}

/// Whether a field is not a list of `nat` or `int`: lists of heaps are not boards.
fn is_bounded(domain: &Domain) -> bool {
    match domain {
        Domain::List(inner) => !matches!(**inner, Domain::Nat | Domain::Int),
        _ => true,
    }
}

/// Returns how many cells a component has: one for each letter, number and truth value in it, and
/// one for each member of a set. Vertices outside of sets, and lists stored as ranges, count as
/// none.
pub fn cells(component: &Component) -> usize {
    component.state.iter().map(cells_of).sum()
}

fn cells_of(value: &Value) -> usize {
    match value {
        Value::Text(letters) => letters.len(),
        Value::Set(members) => members.len(),
        Value::List(parts) | Value::Tuple(parts) => parts.iter().map(cells_of).sum(),
        Value::Int(_) | Value::Bool(_) => 1,
        _ => 0,
    }
}
