//! [`Prover`]: proves sets of lost positions and values of games on request, each at most once.

use crate::Target;
use crate::answers::Answers;
use crate::attempt::{Failure, attempt};
use crate::ir::{Convention, GameId, Value};
use crate::model::lost::{self, LostSet};
use crate::position::{Budget, Instance, Limit};
use crate::search::{Found, ROOM};
use crate::sound::{self, Soundness};
use crate::theory::automaton::{Room, Track};
use crate::value_relation::ValueRelation;
use crate::values::{self, Values};
use num_bigint::BigUint;
use std::sync::OnceLock;

/// Why there is no set of lost positions.
#[derive(Debug)]
pub enum Unproved {
    /// No search took place, or a position could not be evaluated.
    Failed(Failure),
    /// The search ended without a proof, or did not begin because there is no clock.
    Undecided {
        /// All positions with fields below this were examined; 0 if none were.
        side: usize,
        /// Whether a limit, usually the time, ended the search.
        out_of_time: bool,
    },
}

type Result = std::result::Result<Answers, Unproved>;

/// Proves the lost positions of the games of a program on request, with a time limit for each
/// search.
#[derive(Debug)]
pub struct Prover<'a> {
    instance: &'a Instance,
    /// How many microseconds each search may take.
    most: u64,
    soundness: OnceLock<Soundness>,
    /// The results of finished searches, indexed by game; the first of each pair is for normal, the
    /// second for misère play.
    found: Vec<[OnceLock<Result>; 2]>,
    /// The results of finished searches for values, indexed by game; `None` if none was proved.
    values: Vec<OnceLock<Option<KnownValues>>>,
}

/// The proved values of all positions of a game.
#[derive(Debug)]
pub enum KnownValues {
    /// For each value from 0 on, the set of positions that have it. `is_lost` of one of these
    /// [`Answers`] says whether its set contains a position, not whether the position is lost.
    Sets(Vec<Answers>),
    /// A relation between the fields and the value, as one automaton.
    Related(ValueRelation),
}

impl KnownValues {
    /// The value of a position; `None` if a field is not a natural or a limit is reached.
    fn of(&self, state: &[Value], stop: &dyn Fn() -> bool) -> Option<u64> {
        match self {
            KnownValues::Sets(sets) => {
                (0..).zip(sets).find(|(_, set)| set.is_lost(state) == Some(true)).map(|(value, _)| value)
            }
            KnownValues::Related(found) => {
                let numbers = state.iter().map(|field| match field {
                    Value::Int(int) => int.to_big().to_biguint(),
                    _ => None,
                });
                let given = (0..).map(Track).zip(numbers.collect::<Option<Vec<BigUint>>>()?);
                let given: Vec<(Track, BigUint)> = given.collect();
                let room = Room::in_system(&found.system, ROOM, stop);
                let value = found.set.witness(&given, &[found.value], &room).ok()??;
                u64::try_from(value.first()?).ok()
            }
        }
    }
}

impl<'a> Prover<'a> {
    /// A prover without results yet. Each search may take `most` microseconds.
    pub fn new(instance: &'a Instance, most: u64) -> Prover<'a> {
        let found = instance.program.game_ids().map(|_| Default::default()).collect();
        let values = instance.program.game_ids().map(|_| Default::default()).collect();
        Prover { instance, most, soundness: OnceLock::new(), found, values }
    }

    /// The proved lost positions of a game, or why there are none. `Err(None)` means that a limit
    /// of the budget prevented a result, which is not remembered, or that the convention is not
    /// supported.
    pub fn find(
        &self,
        target: Target,
        budget: &Budget<'_>,
    ) -> std::result::Result<&Answers, Option<&Unproved>> {
        let place = match target.convention {
            Convention::Normal => 0,
            Convention::Misere => 1,
            Convention::Anti => return Err(None),
        };
        let known = &self.found[target.game.index()][place];
        if known.get().is_none() {
            let found = self.search(target, budget);
            if found.is_err() && (budget.stopper())().is_some() {
                return Err(None);
            }
            // Another thread may have been faster, with the same result.
            let _ = known.set(found);
        }
        match known.get() {
            Some(found) => found.as_ref().map_err(Some),
            None => Err(None),
        }
    }

    /// Searches for the lost positions; neither reads nor stores results.
    fn search(&self, target: Target, outer: &Budget<'_>) -> Result {
        let Some(stop) = self.stop(outer) else {
            return Err(Unproved::Undecided { side: 0, out_of_time: false });
        };
        let budget = outer.within(&stop);
        let soundness = self.soundness.get_or_init(|| sound::prove(self.instance).0);
        let known = &soundness.games[target.game.index()];
        let found = attempt(self.instance, known, target, &budget).map_err(Unproved::Failed)?.found;
        match found {
            Found::Proved(proof) => Ok(Answers::new(*proof, target.convention)),
            Found::Undecided { side, limit, .. } => {
                Err(Unproved::Undecided { side, out_of_time: limit.is_some() })
            }
        }
    }

    /// The time limit of a search that begins now; `None` if there is no clock.
    fn stop<'b>(&self, outer: &'b Budget<'_>) -> Option<impl Fn() -> Option<Limit> + 'b> {
        let (observer, reached) = (outer.observer()?, outer.stopper());
        let until = observer.now().saturating_add(self.most);
        Some(move || reached().or((observer.now() > until).then_some(Limit::Time)))
    }

    /// The proved values of a game under normal play; `None` if there are none. If a limit of the
    /// budget prevented a result, nothing is remembered, and a later call searches again.
    pub fn values(&self, game: GameId, budget: &Budget<'_>) -> Option<&KnownValues> {
        let known = &self.values[game.index()];
        if known.get().is_none() {
            let found = self.search_values(game, budget);
            if found.is_none() && (budget.stopper())().is_some() {
                return None;
            }
            let _ = known.set(found);
        }
        known.get()?.as_ref()
    }

    /// Searches for the values; neither reads nor stores results about values. `None` also if the
    /// lost positions of the game are not proved.
    fn search_values(&self, game: GameId, outer: &Budget<'_>) -> Option<KnownValues> {
        let target = Target { game, convention: Convention::Normal };
        let rules = &self.find(target, outer).ok()?.proof.rules;
        let stop = self.stop(outer)?;
        match values::values(self.instance, target, rules, &outer.within(&stop)) {
            Ok(Values::Proved(sets)) => {
                let sets = sets.into_iter().map(|set| Answers::new(set, target.convention));
                Some(KnownValues::Sets(sets.collect()))
            }
            Ok(Values::Related(found)) => Some(KnownValues::Related(found)),
            _ => None,
        }
    }
}

impl lost::Prover for Prover<'_> {
    fn lost_set(&self, game: GameId, convention: Convention, budget: &Budget<'_>) -> Option<&dyn LostSet> {
        self.find(Target { game, convention }, budget).ok().map(|found| found as &dyn LostSet)
    }

    fn value(&self, game: GameId, state: &[Value], budget: &Budget<'_>) -> Option<u64> {
        let stop = || (budget.stopper())().is_some();
        self.values(game, budget)?.of(state, &stop)
    }
}
