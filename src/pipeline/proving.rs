//! Searches for a proof of which positions of a game are lost. Diagnostics say why no search took
//! place, for example because the rules are not supported.

use crate::diagnostic::Diagnostic;
use crate::position::{Budget, Instance, Problem};
use crate::proof::attempt::{Failure, attempt};
use crate::proof::search::Trouble;
use crate::proof::{Target, errors};
use crate::sound::Soundness;

pub use crate::proof::attempt::Attempt as Proving;

/// Why a search for the lost positions was not begun, or was broken off by a problem.
pub enum Unproved {
    /// The rules are not supported, or are wrong.
    Diagnostic(Box<Diagnostic>),
    /// A position could not be evaluated.
    Problem(Problem),
}

impl From<Diagnostic> for Unproved {
    fn from(diagnostic: Diagnostic) -> Unproved {
        Unproved::Diagnostic(Box::new(diagnostic))
    }
}

impl Unproved {
    /// The diagnostic or problem for a failed attempt.
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

/// Searches for the set of lost positions of a game, with a proof. The result may also be that none
/// was found; an error means that no search was begun, or that a position could not be evaluated.
pub fn prove(
    instance: &Instance,
    soundness: &Soundness,
    target: Target,
    budget: &Budget<'_>,
) -> Result<Proving, Unproved> {
    let known = &soundness.games[target.game.index()];
    attempt(instance, known, target, budget).map_err(|failure| Unproved::of(instance, target, &failure))
}
