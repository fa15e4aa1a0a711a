//! Applies theorems to games with fields that no move changes: for each combination of values of
//! these constant fields, a theorem covers the game on the other fields.

use super::{ClosedForm, Covered, Theorem};
use crate::ir::{Convention, GameId, Value};
use crate::number::Int;
use crate::position::{Budget, Instance, Limit, Range};
use crate::shape::{GameRules, mentioned};
use rustc_hash::FxHashMap;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

/// The most combinations of values of the constants for which the game is compared with the
/// theorem; further combinations have no results.
const MOST_VALUES: usize = 64;
/// How many of the states that the program mentions provide the values of the constants with which
/// a theorem is searched.
const MOST_SAMPLES: usize = 3;
/// The comparison for one combination of values may check the budget about this often, once in
/// a few thousand steps. Then the combination has no results.
const LOOKS: u64 = 2_000;

/// Finds the theorem, about the other fields, that covers a game whose constant fields, at these
/// places, have these values.
pub type Find = fn(&Instance, GameId, &[usize], &[Value], &Budget<'_>) -> Option<Covered>;

/// A theorem's results for each combination of values of the constants. For a new combination, the
/// game is compared with the theorem's rules again.
#[derive(Debug)]
pub struct OfConstants {
    instance: Instance,
    game: GameId,
    /// The indices of the constant fields.
    places: Vec<usize>,
    theorem: &'static Theorem,
    find: Find,
    /// The covering theorem for each combination that was compared; `None` if the comparison did
    /// not find `theorem`, also because it used up `LOOKS`.
    known: Mutex<FxHashMap<Vec<Value>, Option<Arc<Covered>>>>,
}

impl OfConstants {
    /// The results of a theorem that covers the game for one combination of values.
    pub fn new(
        instance: Instance,
        game: GameId,
        places: Vec<usize>,
        find: Find,
        (values, covered): (Vec<Value>, Covered),
    ) -> OfConstants {
        let theorem = covered.theorem;
        let known = Mutex::new(FxHashMap::from_iter([(values, Some(Arc::new(covered)))]));
        OfConstants { instance, game, places, theorem, find, known }
    }

    /// The covering theorem for the constants of a state, and the other fields of the state.
    fn of(&self, state: &[Value]) -> Option<(Arc<Covered>, Vec<Value>)> {
        let (mut values, mut others) = (Vec::new(), Vec::new());
        for (at, value) in state.iter().enumerate() {
            if self.places.contains(&at) { &mut values } else { &mut others }.push(value.clone());
        }
        Some((self.covered(values)?, others))
    }

    /// The covering theorem for these values of the constants. Compares the rules the first time,
    /// and stores the result. `None` if the theorem does not apply, or if `MOST_VALUES`
    /// combinations were compared before.
    fn covered(&self, values: Vec<Value>) -> Option<Arc<Covered>> {
        let mut known = self.known.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(covered) = known.get(&values) {
            return covered.clone();
        }
        if known.len() >= MOST_VALUES {
            return None;
        }
        let looks = AtomicU64::new(0);
        let stop = || (looks.fetch_add(1, Ordering::Relaxed) > LOOKS).then_some(Limit::Time);
        let budget = Budget::new(&stop, 1_000_000);
        let found = (self.find)(&self.instance, self.game, &self.places, &values, &budget);
        let found = found.filter(|it| it.theorem.id == self.theorem.id).map(Arc::new);
        known.insert(values, found.clone());
        found
    }

    /// The state whose fields are `others` and, at the places of the constants, those of the state
    /// `like`.
    fn whole(&self, others: Vec<Value>, like: &[Value]) -> Vec<Value> {
        let mut others = others.into_iter();
        let field = |(at, value): (usize, &Value)| {
            if self.places.contains(&at) { Some(value.clone()) } else { others.next() }
        };
        like.iter().enumerate().filter_map(field).collect()
    }
}

/// The combinations of values of the constants with which a theorem is searched: those of the first
/// states that the program mentions. If it mentions none: three combinations of small numbers for up
/// to three constants that are all naturals, and otherwise no combination. A theorem that covers only
/// other combinations is not found.
pub fn samples(instance: &Instance, game: GameId, places: &[usize], budget: &Budget<'_>) -> Vec<Vec<Value>> {
    let mentioned = mentioned::states(GameRules { instance, game }, budget);
    if !mentioned.is_empty() {
        let values = |state: &Vec<Value>| places.iter().map(|place| state[*place].clone()).collect();
        let mut values: Vec<Vec<Value>> = mentioned.iter().take(MOST_SAMPLES).map(values).collect();
        values.dedup();
        return values;
    }
    let ranges = &instance.fields[game.index()];
    let naturals = places.iter().all(|place| matches!(ranges[*place], Range::Nat));
    let count = places.len();
    let all = |value: &dyn Fn(usize) -> usize| -> Vec<Value> {
        (0..count).map(|at| Value::Int(Int::from(value(at)))).collect()
    };
    match naturals && count <= 3 {
        true => vec![all(&|at| 2 + 3 * at), all(&|at| 2 + 3 * (count - 1 - at)), all(&|at| 3 + at)],
        false => Vec::new(),
    }
}

impl ClosedForm for OfConstants {
    fn value(&self, state: &[Value]) -> Option<Int> {
        let (covered, others) = self.of(state)?;
        covered.value(&others)
    }
    fn losing(&self, state: &[Value], convention: Convention) -> Option<bool> {
        let (covered, others) = self.of(state)?;
        covered.losing(&others, convention)
    }
    fn winning(&self, state: &[Value], convention: Convention) -> Option<Vec<Vec<Value>>> {
        let (covered, others) = self.of(state)?;
        let targets = covered.winning(&others, convention)?;
        Some(targets.into_iter().map(|target| self.whole(target, state)).collect())
    }
    fn why(&self, state: &[Value], convention: Convention) -> Option<String> {
        let (covered, others) = self.of(state)?;
        covered.why(&others, convention)
    }
    fn only(&self) -> Option<String> {
        let fields = &self.instance.program.game(self.game).fields;
        let names: Vec<&str> = self.places.iter().map(|place| &*fields[*place].name).collect();
        Some(format!("each value of {} is compared by itself", names.join(", ")))
    }
    fn reach(&self, state: &[Value]) -> Option<u64> {
        let (covered, others) = self.of(state)?;
        covered.reach(&others)
    }
}
