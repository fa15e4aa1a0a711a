//! Whether two games have the same moves.

use super::cause::{Lone, only_one_has};
use super::smallest::smallest;
use super::{Finding, Pair, errors};
use crate::claim::Evidence;
use crate::ir::value::Component;
use crate::ir::walk;
use crate::model::Model;
use crate::position::{Budget, Problem};
use crate::shape::same::{Same, Sample, same};

/// A component whose options differ from those of the one that it is compared with.
pub type Apart = (Component, Lone);

/// Compares the options of small components.
pub fn moves(pair: &Pair, budget: &Budget<'_>) -> Finding<Apart> {
    if pair.twins.is_none() && !(plays_alone(pair, true) && plays_alone(pair, false)) {
        return Finding::Open(errors::MOVES_ELSEWHERE.to_string());
    }
    let (components, complete) = smallest(pair);
    let mut seen = 0;
    for component in &components {
        match only_one_has(pair, component, budget) {
            Ok(None) => seen += 1,
            Ok(Some(lone)) => return Finding::Differs((component.clone(), lone)),
            Err(Problem { kind, .. }) if kind.is_of_size() => break,
            // Where the rules have no value there is nothing to compare.
            Err(_) => {}
        }
    }
    match seen {
        0 => Finding::Open(errors::NOTHING_SEEN.to_string()),
        _ if complete && seen == components.len() => {
            Finding::Same(Evidence::proved(errors::all_compared(seen)))
        }
        _ => Finding::Same(Evidence::Checked { bound: errors::smallest_compared(seen) }),
    }
}

/// By what it is proved that both have the same moves and ends, and nothing else that matters in play, everywhere.
pub fn proof(model: &Model<'_>, pair: &Pair, budget: &Budget<'_>) -> Option<&'static str> {
    let fields = pair.instance.program.game(pair.left).fields.len();
    // `order` is for each place of the second game a field of the first.
    let order = pair.matching.order(fields)?;
    if !plays_alone(pair, true) || !plays_alone(pair, false) {
        return None;
    }
    let sample = Sample::new(&model.shapes, pair.left);
    match same(&sample, (&model.shapes, pair.right), &order, budget)? {
        Same::Everywhere => Some(errors::SAME_MOVES),
        // Within the states of one graph or board; the small components tell more plainly.
        Same::Within(_) => None,
    }
}

/// Whether the moves of one of the games lead only to itself.
fn plays_alone(pair: &Pair, left: bool) -> bool {
    let game = if left { pair.left } else { pair.right };
    walk::reachable_games(&pair.instance.program, game) == [game]
}
