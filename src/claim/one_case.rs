//! Evaluates the body of a claim at one case, and records how far the claim was examined.

use super::outer::Outer;
use crate::ir::Value;
use crate::position::{Budget, Evaluated, Evaluator, Instance, Reach};
use crate::solve::Solver;

/// How far a claim was examined.
#[derive(Default)]
pub struct Found {
    /// How many cases were examined.
    pub cases: u64,
    /// The greatest value up to which all cases of an unbounded claim were examined; some of these
    /// cases may have stayed open. `None` for other claims, and before the cases up to 0 are
    /// examined.
    pub reached: Option<u64>,
    /// Whether some case up to `reached` stays open.
    pub is_open: bool,
    /// Whether some case met, or may meet, the conditions of the claim, including the premise of an
    /// implication.
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

/// Whether the body holds at a case. Sets `met` if the premise of the body holds or is open, or if
/// the body has no premise.
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
