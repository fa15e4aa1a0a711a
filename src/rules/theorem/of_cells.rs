//! Theorems about cells where these are written in another way.

use super::canon::{self, Kind};
use super::{ClosedForm, Hypotheses, THEOREMS, Theorem};
use crate::ir::{Convention, GameId, Value};
use crate::number::Int;
use crate::position::{Budget, Instance, Limit};
use crate::shape::GameRules;
use crate::shape::boolean_states::{CellMap, Cells, board, boards};
use num_bigint::BigUint;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

/// The kinds of the only field of rules that may be about cells.
const KINDS: [Kind; 3] = [Kind::NatSet, Kind::Vertices, Kind::Other];
/// The first comparisons may check the clock so often.
const LOOKS: u64 = 1_500;
/// The comparisons for all other boards may check the clock so often.
const MORE_LOOKS: u64 = 3_000;

/// What a theorem says on one board.
#[derive(Debug)]
struct OnBoard {
    map: CellMap,
    form: Box<dyn ClosedForm>,
}

/// What a theorem says on each board. A board other than those that were asked for before is compared with the theorem's
/// rules anew.
#[derive(Debug)]
pub struct OfCells {
    instance: Instance,
    game: GameId,
    theorem: &'static Theorem,
    known: Mutex<Vec<(Cells, Option<Arc<OnBoard>>)>>,
    looks: AtomicU64,
}

impl OfCells {
    /// The theorem that covers the game on a board that the program mentions.
    pub fn find(
        instance: &Instance,
        game: GameId,
        budget: &Budget<'_>,
    ) -> Option<(&'static Theorem, OfCells)> {
        let rules = GameRules { instance, game };
        let looks = AtomicU64::new(0);
        let stop = budget.stop_after(&looks, LOOKS);
        let budget = &Budget::new(&stop, budget.positions);
        boards(rules).iter().find_map(|state| {
            let cells = board(rules, state, budget)?;
            let (theorem, found) = THEOREMS.iter().find_map(|theorem| {
                Some((*theorem, on_board(&theorem.hypotheses, rules, state, &cells, budget)?))
            })?;
            let known = Mutex::new(vec![(cells, Some(Arc::new(found)))]);
            Some((
                theorem,
                OfCells { instance: instance.clone(), game, theorem, known, looks: AtomicU64::new(0) },
            ))
        })
    }

    /// The theorem on the board of a state, and the state as the theorem writes it.
    fn of(&self, state: &[Value]) -> Option<(Arc<OnBoard>, Vec<Value>)> {
        let [state] = state else { return None };
        let found = self.on_board_of(state)?;
        let state = vec![found.map.over(state)?];
        Some((found, state))
    }

    fn on_board_of(&self, state: &Value) -> Option<Arc<OnBoard>> {
        let mut known = self.known.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((_, found)) = known.iter().find(|it| it.0.read(state).is_some()) {
            return found.clone();
        }
        let stop = || (self.looks.fetch_add(1, Ordering::Relaxed) > MORE_LOOKS).then_some(Limit::Time);
        let budget = Budget::new(&stop, 1_000_000);
        let rules = GameRules { instance: &self.instance, game: self.game };
        let cells = board(rules, state, &budget)?;
        let found = on_board(&self.theorem.hypotheses, rules, state, &cells, &budget).map(Arc::new);
        known.push((cells, found.clone()));
        found
    }
}

/// What a theorem says on a board, if its rules are about cells and have the moves of the game there.
fn on_board(
    hypotheses: &Hypotheses,
    rules: GameRules<'_>,
    state: &Value,
    cells: &Cells,
    budget: &Budget<'_>,
) -> Option<OnBoard> {
    match hypotheses {
        Hypotheses::Rules { written, form } => {
            let texts = KINDS.iter().map(|kind| written(&[*kind]));
            let mut found =
                texts.filter_map(|texts| canon::find_on_board(rules, (state, cells), &texts, *form, budget));
            found.next().map(|(map, form)| OnBoard { map, form })
        }
        Hypotheses::Any(several) => {
            several.iter().find_map(|hypotheses| on_board(hypotheses, rules, state, cells, budget))
        }
        _ => None,
    }
}

impl ClosedForm for OfCells {
    fn value(&self, state: &[Value]) -> Option<Int> {
        let (found, state) = self.of(state)?;
        found.form.value(&state)
    }
    fn losing(&self, state: &[Value], convention: Convention) -> Option<bool> {
        let (found, state) = self.of(state)?;
        found.form.losing(&state, convention)
    }
    fn losing_misere_sum(&self, parts: &[(Vec<Value>, u64)]) -> Option<bool> {
        // Boards that the theorem writes in different ways are not added.
        let (first, _) = self.of(&parts.first()?.0)?;
        let over = |(state, count): &(Vec<Value>, u64)| {
            let (found, state) = self.of(state)?;
            Arc::ptr_eq(&found, &first).then_some((state, *count))
        };
        first.form.losing_misere_sum(&parts.iter().map(over).collect::<Option<Vec<_>>>()?)
    }
    fn misere_heaps(&self, state: &[Value]) -> Option<Vec<BigUint>> {
        let (found, state) = self.of(state)?;
        found.form.misere_heaps(&state)
    }
    fn winning(&self, state: &[Value], convention: Convention) -> Option<Vec<Vec<Value>>> {
        let (found, state) = self.of(state)?;
        let targets = found.form.winning(&state, convention)?;
        targets.iter().map(|target| Some(vec![found.map.back(target.first()?)?])).collect()
    }
    fn why(&self, state: &[Value], convention: Convention) -> Option<String> {
        let (found, state) = self.of(state)?;
        found.form.why(&state, convention)
    }
    fn reach(&self, state: &[Value]) -> Option<u64> {
        let (found, state) = self.of(state)?;
        found.form.reach(&state)
    }
}
