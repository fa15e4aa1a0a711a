//! Decides from the rules, or checks at small components, whether two games have equal moves.

use super::cause::{Lone, only_one_has};
use super::{Finding, Pair, errors};
use crate::claim::Evidence;
use crate::ir::value::Component;
use crate::ir::{GameId, walk};
use crate::model::Model;
use crate::position::{Budget, Problem};
use crate::shape::same::{Same, Sample, same};
use crate::sound;

/// A component whose options differ from those of its counterpart.
pub type Apart = (Component, Lone);

/// Compares the options of the pair's components with those of their counterparts, up to the first
/// difference.
pub fn moves(pair: &Pair, budget: &Budget<'_>) -> Finding<Apart> {
    if pair.twins.is_none() && !(stays(pair, true) && stays(pair, false)) {
        return Finding::Open(errors::MOVES_ELSEWHERE.to_string());
    }
    let blocked = [pair.left, pair.right].map(|game| pair.instance.blocked(game));
    if blocked[0] != blocked[1] {
        return Finding::Open(errors::other_blocking(blocked));
    }
    let positions = pair.positions();
    let (mut seen, mut undefined) = (0, 0);
    for component in &positions.components {
        match only_one_has(pair, component, budget) {
            Ok(None) => seen += 1,
            Ok(Some(lone)) => return Finding::Differs((component.clone(), lone)),
            Err(Problem { kind, .. }) if kind.is_of_size() => break,
            // Where the rules have no value, there is nothing to compare.
            Err(_) => undefined += 1,
        }
    }
    match (seen, undefined) {
        (0, _) => Finding::Open(errors::NOTHING_SEEN.to_string()),
        (_, 0) => Finding::Same(positions.alike(seen)),
        _ => Finding::Same(Evidence::Checked { bound: errors::compared(seen, 0, false) }),
    }
}

/// The proof, in words, that both games have equal moves and ends everywhere, and that play leads
/// to no other game; `None` if there is none.
pub fn proof(model: &Model<'_>, pair: &Pair, budget: &Budget<'_>) -> Option<&'static str> {
    let fields = pair.instance.program.game(pair.left).fields.len();
    // For each field of the second game, `order` is the corresponding field of the first.
    let order = pair.matching.order(fields)?;
    if !plays_alone(pair, true) || !plays_alone(pair, false) {
        return None;
    }
    // The comparison may assume duties that both rules have, such as a divisor that is not 0. It does not check
    // that the second game meets them. Where a field leaves its type, positions have no value.
    let is_sound = |game: &GameId| {
        sound::have_values(&pair.instance, *game) && sound::fields_stay(&pair.instance, *game)
    };
    if ![pair.left, pair.right].iter().all(is_sound) {
        return None;
    }
    let sample = Sample::new(&model.shapes, pair.left);
    match same(&sample, (&model.shapes, pair.right), &order, budget)? {
        Same::Everywhere => Some(errors::SAME_MOVES),
        // Equality is proved only for the states of one graph or board; the comparison of small
        // components explains the result better.
        Same::Within(_) | Same::InBounds => None,
    }
}

/// Whether the moves of one of the games lead only to that game.
fn plays_alone(pair: &Pair, left: bool) -> bool {
    let game = if left { pair.left } else { pair.right };
    walk::leads_only_to_itself(&pair.instance.program, game)
}

/// Whether the moves of one of the games lead only to that game, or to the copy of it in which the
/// opponent lets the mover move again.
fn stays(pair: &Pair, left: bool) -> bool {
    let game = if left { pair.left } else { pair.right };
    let program = &pair.instance.program;
    let is_of_it = |it: GameId| it == game || program.game(it).again == Some(game);
    walk::reachable_games(program, game).into_iter().all(is_of_it)
}
