//! Boards whose rules are local: which moves touch which cells.
//!
//! A component is a *board* if its fields consist of *cells* (the members of a set, the letters of a text,
//! the elements of a list) and each way to play a move reads a few of them and changes a few. [`analyse`]
//! finds all these ways for the boards that play can reach from a component, as a [`Net`]: *literals* (this
//! cell has one of these values), and *steps* that need some literals, make some true and some false. It
//! evaluates the rules themselves, with the binders fixed and the cells unknown (`partial`); where it needs
//! the value of a cell, it tries each value that the cell may have. So a step states exactly what the rules
//! state, however they are written. Rules that read more than a few cells at once are refused; the error
//! shows the expression that reads them.
//!
//! Later questions (which steps can still be played, which cells they connect) need only the net, not the
//! rules: the engine `cells` works on the net alone.

mod board;
mod boards;
mod case;
mod collections;
mod compare;
mod domains;
mod errors;
mod explore;
mod net;
mod partial;
mod places;
mod symbol;

pub use boards::{cells, has_cells, is_board};
pub use errors::{NotLocal, Reason};
pub use net::{Net, Step};
pub use places::Place;

use crate::ir::value::Component;
use crate::position::{Budget, Evaluated, Instance};
use explore::Explorer;

/// The most cells whose values are assumed at once because an expression needs them. Rules that
/// need another cell are refused ([`Reason::ReadsMany`]). A binder over a set may assume further
/// cells, those of the members that it chooses; they count towards this number.
const MOST_READ: usize = 10;

/// The most values that one cell may take; a board with a cell that takes more is not analysed.
const MOST_VALUES: usize = 32;

/// The most cells of a board; larger boards are not analysed. Members that play adds to sets may
/// exceed this number by one cell.
const MOST_CELLS: usize = 1024;

/// The most evaluations of parts of the rules, in all rounds together, after which an evaluation
/// may still be repeated for each value of a cell; a board that needs more is not analysed.
const MOST_ATTEMPTS: usize = 400_000;

/// Returns the net of all boards that play can reach from a component, or why there is none. The
/// outer `Err` says that a limit of the budget was reached.
pub fn analyse(
    instance: &Instance,
    component: &Component,
    budget: &Budget<'_>,
) -> Evaluated<Result<Net, NotLocal>> {
    match Explorer::new(instance, component, budget).and_then(Explorer::explore) {
        Ok(net) => Ok(Ok(net)),
        Err(errors::Stop::NotLocal(why)) => Ok(Err(why)),
        Err(errors::Stop::Limit(problem)) => Err(problem),
        Err(errors::Stop::Needs(_, span)) => Ok(Err(NotLocal { span, reason: Reason::ReadsMany })),
    }
}
