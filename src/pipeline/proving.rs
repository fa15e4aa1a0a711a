//! From a game to a search for its lost positions: the rules as arithmetic, why play ends, and what the search found.

use crate::diagnostic::Diagnostic;
use crate::position::{Budget, Instance, Problem};
use crate::proof::canonical::{self, Form};
use crate::proof::search::{self, Found, Trouble};
use crate::proof::{Target, errors, measure};
use crate::sound::{Soundness, Termination};

/// How a search for lost positions ended.
pub struct Proving {
    /// The set with its proof, or what was tried.
    pub found: Found,
    /// A linear measure that falls with every move, if there is one.
    pub measure: Option<Vec<Form>>,
    /// Why play ends.
    pub ends: String,
}

/// Why nothing was searched.
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

/// Searches for a proof of which positions are lost.
pub fn prove(
    instance: &Instance,
    soundness: &Soundness,
    target: Target,
    budget: &Budget<'_>,
) -> Result<Proving, Unproved> {
    let game = instance.program.game(target.game);
    let known = &soundness.games[target.game.index()];
    let rules = canonical::rules(instance, target.game, budget);
    let rules = rules.map_err(|refusal| errors::refused(game, &refusal))?;
    let measure = search::ends(&rules, budget);
    let ends = match (&measure, &known.termination) {
        (Some(measure), _) => measure::words(&rules, measure),
        (None, Termination::Proved { why }) => why.clone(),
        _ => return Err(errors::endless(game).into()),
    };
    if !known.evaluable {
        return Err(errors::undefined(game).into());
    }
    match search::prove(instance, target, rules, budget) {
        Ok(found) => Ok(Proving { found, measure, ends }),
        Err(Trouble::Negative(name)) => Err(errors::negative(game, &name).into()),
        Err(Trouble::Problem(problem)) => Err(Unproved::Problem(problem)),
    }
}
