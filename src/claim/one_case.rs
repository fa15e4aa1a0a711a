//! Evaluation of a claim at one case, and the extent of the examination.

use super::outer::Outer;
use crate::ir::Value;
use crate::position::{Budget, Evaluated, Evaluator, Instance, Reach};
use crate::solve::Solver;

/// The extent of an examination.
#[derive(Default)]
pub struct Found {
    pub cases: u64,
    /// The greatest value up to which an unbounded claim was examined completely.
    pub reached: Option<u64>,
    /// Whether some case met the conditions of the claim, the premise of an implication among them.
    pub met: bool,
}

/// Creates an evaluator that asks the solver about outcomes and values.
pub fn evaluator<'a, 'b>(
    instance: &'a Instance,
    budget: &'a Budget<'b>,
    solver: &'a mut Solver<'_, '_>,
    reach: Reach,
) -> Evaluator<'a, 'b> {
    let mut evaluator = Evaluator::new(instance, budget);
    evaluator.terms = Some(solver);
    evaluator.reach = reach;
    evaluator
}

/// Whether the body holds at a case. Sets `met` if its premise holds or it has none.
pub fn judged(
    evaluator: &mut Evaluator<'_, '_>,
    outer: &Outer<'_>,
    frame: &mut [Value],
    met: &mut bool,
) -> Evaluated<bool> {
    if !*met {
        *met = match outer.premise().map(|premise| evaluator.truth(premise, frame)) {
            Some(Ok(met)) => met,
            Some(Err(problem)) if problem.open().is_none() => return Err(problem),
            _ => true,
        };
    }
    evaluator.truth(outer.body, frame)
}
