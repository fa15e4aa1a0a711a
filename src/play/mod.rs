//! Playing a game: moves by name, the end and its reason, the graph of successors, and a machine
//! that replies. This module contains no wording and reads no input: `report` words the results,
//! and the command line reads lines.

mod advice;
mod cells;
mod ending;
mod explain;
mod graph;
mod reading;
mod session;
mod ways;

pub use advice::{Advice, Standing, advise};
pub use cells::column_name;
pub use ending::{Cause, End, end};
pub use explain::{Explanation, PartValue, Shown, explain};
pub use graph::{Edge, Extent, Graph, Node, successors};
pub use reading::{Command, Found, find, read};
pub use session::{Answer, Ply, Session, Side};
pub use ways::{Choice, choices, first_choices};

use crate::number::Int;
use crate::position::{Evaluated, Limit, Problem, ProblemKind};

/// Moves an error that is a limit into the inner `Result`: `Ok(Ok(answer))`, or `Ok(Err(limit))` if
/// a limit prevented the answer. Any other error stays an error. A limit stops one question, other
/// errors stop play.
pub fn within<T>(answer: Evaluated<T>) -> Evaluated<Result<T, Limit>> {
    match answer {
        Ok(answer) => Ok(Ok(answer)),
        Err(Problem { kind: ProblemKind::Limit(limit), .. }) => Ok(Err(limit)),
        Err(problem) => Err(problem),
    }
}

fn nim_sum<'v>(values: impl Iterator<Item = &'v Int>) -> Int {
    values.fold(Int::ZERO, |total, value| total.xor(value))
}
