//! How long a claim is examined case by case before proofs are attempted.

use crate::position::{Budget, Evaluated, Limit, ProblemKind};

/// The number of steps before proofs are attempted. Automata quickly decide many claims whose cases
/// take long.
const FIRST_STEPS: u64 = 1_000_000;
/// The time before proofs are attempted, in microseconds: one step may involve a position with
/// thousands of moves.
const FIRST_TIME: u64 = 1_000_000;
/// The number by which [`FIRST_STEPS`] and [`FIRST_TIME`] are divided if quantifiers over naturals
/// are nested.
const SOONER: u64 = 20;

/// The limits of one examination, in addition to those of the budget.
#[derive(Debug, Clone, Copy, Default)]
pub struct Pace {
    /// The budget's step count at which the examination pauses; `None` for no such pause.
    steps: Option<u64>,
    /// When the examination pauses, in microseconds of the budget's clock; `None` for no such
    /// pause.
    pub until: Option<u64>,
}

impl Pace {
    /// Returns this pace with a pause after [`FIRST_STEPS`] or [`FIRST_TIME`]. The pause comes
    /// sooner if quantifiers over naturals are nested, because single cases say little about such
    /// claims.
    pub fn with_pause(self, budget: &Budget<'_>, is_nested: bool) -> Pace {
        let part = if is_nested { SOONER } else { 1 };
        let soon = budget.now().map(|now| now + FIRST_TIME / part);
        let until = self.until.into_iter().chain(soon).min();
        Pace { steps: Some(budget.spent() + FIRST_STEPS / part), until }
    }

    /// Returns a function that returns the limit that has been reached, if any. A pause counts as
    /// the time limit.
    pub fn stop<'l>(self, budget: &Budget<'l>) -> impl Fn() -> Option<Limit> + Sync + use<'l> {
        let (outer, counters, observer) = (budget.stopper(), budget.counters(), budget.observer());
        move || {
            let is_over = self.steps.is_some_and(|most| counters.spent() > most)
                || self.until.zip(observer).is_some_and(|(until, observer)| observer.now() > until);
            outer().or(is_over.then_some(Limit::Time))
        }
    }
}

/// Whether an examination ended at a pause rather than at a limit of the budget.
pub fn is_pause<T>(outcome: &Evaluated<T>, budget: &Budget<'_>) -> bool {
    let is_time = |it: &crate::position::Problem| it.kind == ProblemKind::Limit(Limit::Time);
    outcome.as_ref().err().is_some_and(is_time) && (budget.stopper())().is_none()
}
