//! Which games are analysed: those whose fields consist of cells.

use crate::ir::value::Component;
use crate::ir::{Domain, Game, Value};

/// Whether a game is played on a board, and not on heaps.
pub fn is_board(game: &Game) -> bool {
    game.fields.iter().any(|field| has_cells(&field.domain))
        && game.fields.iter().all(|field| is_bounded(&field.domain))
}

/// Whether the values of a field fall into cells.
pub fn has_cells(domain: &Domain) -> bool {
    match domain {
        Domain::Set(_) | Domain::Text => true,
        Domain::List(inner) => !matches!(**inner, Domain::Nat | Domain::Int),
        _ => false,
    }
}

/// Whether all integers in a field come from a small range: heaps are not boards.
fn is_bounded(domain: &Domain) -> bool {
    match domain {
        Domain::List(inner) => !matches!(**inner, Domain::Nat | Domain::Int),
        _ => true,
    }
}

/// How many cells a component has.
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
