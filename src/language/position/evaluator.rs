//! The type [`Evaluator`], its frames and visitors, and the questions about play that it passes on.
//! The other files of this folder evaluate the expressions.

use super::{Budget, Evaluated, Instance, Limit, Problem, ProblemKind};
use crate::ir::value::Position;
use crate::ir::{Term, Value};
use crate::source::Span;
use std::sync::Arc;

/// The values of the local names, by slot.
pub type Frame = [Value];

/// The answer of a visitor: whether it is to be called with further elements.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Flow {
    /// Continue.
    More,
    /// Stop.
    Stop,
}

/// Answers questions about play, for claims.
pub trait Terms {
    /// The answer to the question `term` about `positions`. Errors point at `span`.
    fn term(&mut self, term: Term, positions: &[Arc<Position>], span: Span) -> Evaluated<Value>;

    /// How many components and positions were examined for all answers so far.
    fn examined(&self) -> usize;
}

/// The bounds for quantifiers over all naturals.
#[derive(Debug, Clone, Copy, Default)]
pub struct Reach {
    /// Numbers up to this are always examined.
    pub bound: u64,
    /// How many cases beyond the bound may still be examined while they are cheap.
    pub patience: u64,
}

/// Evaluates expressions of one program.
pub struct Evaluator<'a, 'b> {
    /// The program with its parameters and constants evaluated.
    pub instance: &'a Instance,
    /// The limits.
    pub budget: &'a Budget<'b>,
    /// Answers questions about play; `None` in rules.
    pub terms: Option<&'a mut dyn Terms>,
    /// The bounds for quantifiers over all naturals.
    pub reach: Reach,
}

/// Visits the cases of some clauses; the values that they bind are in the frame.
pub type Visit<'v, 'a, 'b> = dyn FnMut(&mut Evaluator<'a, 'b>, &mut Frame) -> Evaluated<Flow> + 'v;
/// Visits the elements of a collection.
pub type VisitElement<'v, 'a, 'b> =
    dyn FnMut(&mut Evaluator<'a, 'b>, &mut Frame, Value) -> Evaluated<Flow> + 'v;

impl<'a, 'b> Evaluator<'a, 'b> {
    /// An evaluator without answers about play.
    pub fn new(instance: &'a Instance, budget: &'a Budget<'b>) -> Evaluator<'a, 'b> {
        Evaluator { instance, budget, terms: None, reach: Reach::default() }
    }

    /// Counts steps; the error is a limit that was reached, reported at `span`.
    pub fn tick(&self, steps: usize, span: Span) -> Evaluated<()> {
        self.budget.tick(steps).map_err(|limit: Limit| problem(span, ProblemKind::Limit(limit)))
    }

    /// Checks the limits immediately; `tick` does so only every few thousand steps.
    pub fn look_at_the_clock(&self, span: Span) -> Evaluated<()> {
        match (self.budget.stopper())() {
            Some(limit) => Err(problem(span, ProblemKind::Limit(limit))),
            None => Ok(()),
        }
    }
}

/// The most elements of a collection that a range, a comprehension, `subsets` or `product` makes,
/// and the most parts of a field. A larger one is the problem `ProblemKind::TooLarge`. `++` and `|`
/// have no such limit.
pub const MAX_ELEMENTS: usize = 1 << 24;

/// The problem of a kind at a place.
pub fn problem(span: Span, kind: ProblemKind) -> Problem {
    Problem { span, kind }
}
