//! Attempts to prove the lost positions of one game: reads its rules, proves that play terminates,
//! and searches for the set.

use crate::Target;
use crate::canonical::{self, Form, Refusal};
use crate::ir::Value;
use crate::ir::value::Component;
use crate::measure;
use crate::number::Int;
use crate::position::{Budget, Evaluator, Instance, Problem};
use crate::relations::formula;
use crate::search::{self, Found, Trouble};
use crate::sound::{GameSoundness, Termination};
use crate::theory::automaton::{Room, Track};

/// The result of a search, which takes place only if play is proved to terminate.
#[derive(Debug)]
pub struct Attempt {
    /// The result of the search: the proved set, or what was tried.
    pub found: Found,
    /// Linear forms such that every move decreases the first form that it changes. `None` if no
    /// such forms were found; then termination was proved in another way.
    pub measure: Option<Vec<Form>>,
    /// Why play terminates, in words.
    pub ends: String,
}

/// Why there is no result: no search took place, or a position could not be evaluated.
#[derive(Debug)]
pub enum Failure {
    /// The rules are not linear arithmetic.
    Refused(Refusal),
    /// There is no proof that play terminates.
    Endless,
    /// There is no proof that the expressions in the rules have a value everywhere.
    Undefined,
    /// A move may make a field negative or needs too large automata, or a position cannot be
    /// evaluated.
    Trouble(Trouble),
}

/// Finds the lost positions of a game from its rules, within a budget.
pub fn attempt(
    instance: &Instance,
    known: &GameSoundness,
    target: Target,
    budget: &Budget<'_>,
) -> Result<Attempt, Failure> {
    let rules = canonical::rules(instance, target.game, budget).map_err(Failure::Refused)?;
    let measure = search::ends(&rules, budget);
    let ends = match (&measure, &known.termination) {
        (Some(measure), _) => measure::words(&rules, measure),
        (None, Termination::Proved { why }) => why.clone(),
        _ => return Err(Failure::Endless),
    };
    if !known.evaluable {
        let disagree = ends_disagree(instance, target, &rules, budget);
        return Err(disagree.map_or(Failure::Undefined, |it| Failure::Trouble(Trouble::Problem(it))));
    }
    let found = search::prove(instance, target, rules, measure.as_deref().unwrap_or_default(), budget)
        .map_err(Failure::Trouble)?;
    Ok(Attempt { found, measure, ends })
}

/// The error at the smallest position that the `end` rules declare both won and lost; `None` if
/// there is none or automata become too large.
fn ends_disagree(
    instance: &Instance,
    target: Target,
    rules: &canonical::LinearRules,
    budget: &Budget<'_>,
) -> Option<Problem> {
    let stop = || (budget.stopper())().is_some();
    let room = Room::new(search::ROOM, &stop);
    let fields: Vec<Track> = (0..rules.fields.len() as u32).map(Track).collect();
    let place = formula(&rules.won.and(&rules.lost), &room).ok()?.smallest(&fields, &room).ok()??;
    let state =
        place.into_iter().map(|field| Value::Int(Int::from(num_bigint::BigInt::from(field)))).collect();
    Evaluator::new(instance, budget).ending(&Component { game: target.game, state }).err()
}
