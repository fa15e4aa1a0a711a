//! Applies theorems about cells, such as squares of a board or vertices of a graph, to games that
//! encode these cells in another way. Each board of a game is compared with the theorem's rules by
//! itself.

use super::canon::{self, Kind};
use super::of_heaps::OfHeaps;
use super::of_runs::{self, Code, in_runs, roomy};
use super::{ClosedForm, Covered, Hypotheses, THEOREMS, Theorem};
use crate::ir::value::Component;
use crate::ir::{Convention, GameId, Value};
use crate::number::Int;
use crate::position::{Budget, Evaluator, Flow, Instance, Limit};
use crate::shape::GameRules;
use crate::shape::boolean_states::{CellMap, Cells, board, boards};
use num_bigint::BigUint;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

/// The kinds that the only field of rules about cells may have.
const KINDS: [Kind; 3] = [Kind::NatSet, Kind::Vertices, Kind::Other];
/// Boards with fewer cells do not count as evidence, because many games have equal moves on them.
const FEWEST_CELLS: usize = 4;
/// The comparisons for the boards that the program mentions may check the budget about this often,
/// all together; between two checks lie a few thousand steps. Then the comparisons fail.
const LOOKS: u64 = 6_000;
/// The comparisons for all other boards may check the budget about this often, all together, once
/// in a few thousand steps. After that, further boards have no results.
const MORE_LOOKS: u64 = 3_000;

/// A theorem's results on one board.
#[derive(Debug)]
struct OnBoard {
    map: CellMap,
    form: Box<dyn ClosedForm>,
    /// Whether `form` is about the list of the sizes of runs; otherwise it is about the cells.
    runs: bool,
}

/// Finds the theorem that covers a game of one heap.
pub type Heap = fn(&Instance, &Budget<'_>) -> Option<Covered>;

/// A theorem's results on each board. A board for which no result was requested before is first
/// compared with the theorem's rules.
#[derive(Debug)]
pub struct OfCells {
    instance: Instance,
    game: GameId,
    theorem: &'static Theorem,
    /// If each run of cells is a heap: the octal code of these heaps, and the function that finds
    /// the theorem about them. `None` if the theorem is about the cells themselves.
    code: Option<(Code, Heap)>,
    /// The results on each board that was compared; `None` if it is not proved that the game has
    /// the moves of the theorem's rules there, also because the comparison used up `MORE_LOOKS`.
    known: Mutex<Vec<(Cells, Option<Arc<OnBoard>>)>>,
    /// How often the comparisons for boards that the program does not mention have checked the
    /// budget.
    looks: AtomicU64,
}

impl OfCells {
    /// The theorem that covers the game on all boards that the program mentions, or the runs of
    /// cells on them. Boards without moves and boards of fewer than `FEWEST_CELLS` cells are left
    /// out, because they do not show which rules apply; `None` if no board is left.
    pub fn find(
        instance: &Instance,
        game: GameId,
        heap: Heap,
        budget: &Budget<'_>,
    ) -> Option<(&'static Theorem, OfCells)> {
        let rules = GameRules { instance, game };
        let looks = AtomicU64::new(0);
        let stop = budget.stop_after(&looks, LOOKS);
        let budget = &Budget::new(&stop, budget.positions);
        let of = |theorem, code, known: Vec<(Cells, OnBoard)>| {
            let known = known.into_iter().map(|(cells, found)| (cells, Some(Arc::new(found))));
            let (instance, looks) = (instance.clone(), AtomicU64::new(0));
            (theorem, OfCells { instance, game, theorem, code, known: Mutex::new(known.collect()), looks })
        };
        let known = boards(rules, budget).into_iter();
        let known = known.filter_map(|state| board(rules, &state, budget).map(|cells| (state, cells)));
        let tells = |(state, cells): &(Value, Cells)| {
            let [none, all] = [false, true].map(|answer| cells.write(&vec![answer; cells.count()]));
            cells.count() >= FEWEST_CELLS
                && [state, &none, &all].iter().any(|state| has_move(rules, state, budget))
        };
        let known: Vec<(Value, Cells)> = known.filter(tells).collect();
        let (first, _) = known.first()?;
        let found = THEOREMS.iter().find_map(|theorem| {
            let each = known.iter().map(|(state, cells)| {
                Some((cells.clone(), on_board(&theorem.hypotheses, rules, state, cells, budget)?))
            });
            Some((*theorem, each.collect::<Option<Vec<_>>>()?))
        });
        if let Some((theorem, found)) = found {
            return Some(of(theorem, None, found));
        }
        let roomy = board(rules, &roomy(first)?, budget)?;
        let (_, code) = in_runs(rules, &roomy, None, budget)?;
        let boards = known.iter().map(|(_, cells)| cells).chain([&roomy]);
        let each = boards.map(|cells| {
            let (map, _) = in_runs(rules, cells, Some(&code), budget)?;
            Some((cells.clone(), of_code(map, &code, heap, budget)?))
        });
        let each = each.collect::<Option<Vec<_>>>()?;
        let theorem = each.first()?.1.0;
        Some(of(
            theorem,
            Some((code, heap)),
            each.into_iter().map(|(cells, (_, found))| (cells, found)).collect(),
        ))
    }

    /// The theorem's results on the board of a state, and the state as the theorem's rules write
    /// it.
    fn of(&self, state: &[Value]) -> Option<(Arc<OnBoard>, Vec<Value>)> {
        let [state] = state else { return None };
        let found = self.on_board_of(state)?;
        let state = found.map.over(state)?;
        let state = if found.runs { of_runs::runs(&state)? } else { state };
        Some((found, vec![state]))
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
        let found = match &self.code {
            None => on_board(&self.theorem.hypotheses, rules, state, &cells, &budget),
            Some((code, heap)) => in_runs(rules, &cells, Some(code), &budget)
                .and_then(|(map, code)| of_code(map, &code, *heap, &budget))
                .filter(|(theorem, _)| theorem.id == self.theorem.id)
                .map(|(_, found)| found),
        };
        let found = found.map(Arc::new);
        known.push((cells, found.clone()));
        found
    }
}

/// Whether a state has a move; false also if some rule has no value there.
fn has_move(rules: GameRules<'_>, state: &Value, budget: &Budget<'_>) -> bool {
    let component = Component { game: rules.game, state: [state.clone()].into() };
    let mut found = false;
    let visited = Evaluator::new(rules.instance, budget).each_target(&component, &mut |_, _, _| {
        found = true;
        Ok(Flow::Stop)
    });
    visited.is_ok() && found
}

/// A theorem's results on the board of a state; `None` unless the theorem's rules are about cells
/// and have the moves of the game on this board.
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
            found.next().map(|(map, form)| OnBoard { map, form, runs: false })
        }
        Hypotheses::Any(several) => {
            several.iter().find_map(|hypotheses| on_board(hypotheses, rules, state, cells, budget))
        }
        _ => None,
    }
}

/// The theorem about the heaps of a code, found by `heap`, and its results for the runs of cells on
/// a board.
fn of_code(
    map: CellMap,
    code: &Code,
    heap: Heap,
    budget: &Budget<'_>,
) -> Option<(&'static Theorem, OnBoard)> {
    let covered = heap(&of_runs::heap(code, budget)?, budget)?;
    let theorem = covered.theorem;
    let form = OfHeaps { heaps: vec![covered.into_form()], list: true };
    Some((theorem, OnBoard { map, form: Box::new(form), runs: true }))
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
        // The theorem covers sums of states of one board only.
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
        let (found, state) = self.of(state).filter(|(found, _)| !found.runs)?;
        let targets = found.form.winning(&state, convention)?;
        targets.iter().map(|target| Some(vec![found.map.back(target.first()?)?])).collect()
    }
    fn why(&self, state: &[Value], convention: Convention) -> Option<String> {
        let (found, state) = self.of(state)?;
        found.form.why(&state, convention)
    }
    fn only(&self) -> Option<String> {
        Some("each board, up to 64 cells, is compared by itself".to_string())
    }
    fn reach(&self, state: &[Value]) -> Option<u64> {
        let (found, state) = self.of(state).filter(|(found, _)| !found.runs)?;
        found.form.reach(&state)
    }
}
