//! The search for the lost positions of a game, with messages about what prevents it.

use crate::diagnostic::Diagnostic;
use crate::position::{Budget, Instance, Problem};
use crate::proof::attempt::{Failure, attempt};
use crate::proof::search::Trouble;
use crate::proof::{Target, errors};
use crate::sound::Soundness;

pub use crate::proof::attempt::Attempt as Proving;

/// Why no search took place.
pub enum Unproved {
    /// The game cannot be proved.
    Diagnostic(Box<Diagnostic>),
    /// A position could not be examined.
    Problem(Problem),
}

impl From<Diagnostic> for Unproved {
    fn from(diagnostic: Diagnostic) -> Unproved {
        Unproved::Diagnostic(Box::new(diagnostic))
    }
}

impl Unproved {
    /// Why no search took place, in words.
    pub fn of(instance: &Instance, target: Target, failure: &Failure) -> Unproved {
        let game = instance.program.game(target.game);
        match failure {
            Failure::Refused(refusal) => errors::refused(game, refusal).into(),
            Failure::Endless => errors::endless(game).into(),
            Failure::Undefined => errors::undefined(game).into(),
            Failure::Trouble(Trouble::Negative(name)) => errors::negative(game, name).into(),
            Failure::Trouble(Trouble::Large(name)) => errors::large(game, name).into(),
            Failure::Trouble(Trouble::Problem(problem)) => Unproved::Problem(problem.clone()),
        }
    }
}

/// Searches for a proof of which positions are lost.
pub fn prove(
    instance: &Instance,
    soundness: &Soundness,
    target: Target,
    budget: &Budget<'_>,
) -> Result<Proving, Unproved> {
    let known = &soundness.games[target.game.index()];
    attempt(instance, known, target, budget).map_err(|failure| Unproved::of(instance, target, &failure))
}
