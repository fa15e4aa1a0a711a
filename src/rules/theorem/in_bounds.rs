//! Finds a theorem about all naturals for a game whose fields have upper bounds: the theorem's
//! rules must have the moves of the game wherever the fields are in their types.

use super::as_declared::ends_as_guards;
use super::canon::{self, Found, Kind, Written};
use super::covered::Covered;
use super::limited::Limited;
use super::{ClosedForm, Hypotheses, THEOREMS};
use crate::ir::GameId;
use crate::position::{Budget, Instance};
use crate::shape::Shapes;
use crate::shape::same::Sample;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

/// A game with more `move` rules is not compared with any theorem.
const MOST_MOVES: usize = 64;
/// The comparisons of one game with all theorems may check the budget about this often; between two
/// checks lie a few thousand steps. Then the running comparison fails, and no further one starts.
const LOOKS: u64 = 600;

/// The theorem whose rules are about all naturals and have the moves of the game wherever its
/// fields are in their types. `None` also for loopy games, for games with an end that is won, and
/// for games with more than `MOST_MOVES` rules. If the game has ends, the results are restricted to
/// normal play.
pub fn covering_in_bounds(instance: &Instance, game: GameId, budget: &Budget<'_>) -> Option<Covered> {
    let rules = instance.program.game(game);
    if rules.loopy || rules.moves.len() > MOST_MOVES || rules.ends.iter().any(|end| end.win) {
        return None;
    }
    if rules.ends.is_empty() {
        return without_ends(instance, game, budget);
    }
    let guarded = Instance::new(ends_as_guards(&instance.program, game), budget).0?;
    let Covered { theorem, form, order, .. } = without_ends(&guarded, game, budget)?;
    let form: Box<dyn ClosedForm> = Box::new(Limited::to_normal_play(form));
    Some(Covered { theorem, form, order, rules: None })
}

/// The covering theorem for a game without ends.
fn without_ends(instance: &Instance, game: GameId, budget: &Budget<'_>) -> Option<Covered> {
    let shapes = Shapes::of(instance);
    let (looks, over) = (AtomicU64::new(0), AtomicBool::new(false));
    let limit = budget.stop_after(&looks, LOOKS);
    let stop = || limit().inspect(|_| over.store(true, Ordering::Relaxed));
    let over = || over.load(Ordering::Relaxed);
    let budget = &Budget::new(&stop, budget.positions);
    let sample = Sample::new(&shapes, game);
    let kinds = canon::kinds_without_bounds(shapes.rules(game));
    THEOREMS.iter().take_while(|_| !over()).find_map(|theorem| {
        let Found { form, order, .. } = meets(&theorem.hypotheses, &sample, &kinds, budget, &over)?;
        Some(Covered { theorem, form, order, rules: None })
    })
}

/// The closed form of a theorem, if its own rules have the moves of the game within the bounds.
fn meets(
    hypotheses: &Hypotheses,
    sample: &Sample<'_>,
    kinds: &[Kind],
    budget: &Budget<'_>,
    over: &dyn Fn() -> bool,
) -> Option<Found> {
    match hypotheses {
        Hypotheses::Any(several) => several.iter().find_map(|it| meets(it, sample, kinds, budget, over)),
        Hypotheses::Rules { written, form } => {
            canon::find(sample, &Written { texts: written(kinds), elements: None }, *form, budget, over)
        }
        _ => None,
    }
}
