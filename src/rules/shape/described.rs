//! Describes the moves of a game in words that do not depend on how the rules are written.

use super::orders::orders;
use super::rays::Rays;
use super::{GameRules, Shapes, terms};
use crate::ir::GameId;
use crate::position::Budget;
use std::sync::atomic::AtomicU64;

/// How often the budget may be checked while one game is described: about once every 4096 steps of
/// evaluation, or 65,536 automaton steps. After that, there is no description.
const LOOKS: u64 = 150;
/// The most fields whose orders are all tried; games with more show their fields in declared order.
const MOST_ORDERED: usize = 6;
/// The most vectors that are listed; of the others only the number is shown.
const MOST_VECTORS: usize = 12;

/// Describes the moves of a game: amounts taken from one heap, multiples of vectors, or what
/// changes and when. `None` if the moves have no normal form, or one that is too long or takes too
/// long to find. `known` are the rules of a theorem with equal moves; their form is preferred,
/// because the page of the theorem shows it.
pub fn described(
    shapes: &Shapes<'_>,
    game: GameId,
    known: Option<GameRules<'_>>,
    budget: &Budget<'_>,
) -> Option<String> {
    let rules = shapes.rules(game);
    if let Some(heap) = shapes.one_heap(game, budget) {
        return Some(heap.words());
    }
    let looks = AtomicU64::new(0);
    let stop = budget.stop_after(&looks, LOOKS);
    let budget = &Budget::new(&stop, budget.positions);
    let ends = !rules.instance.program.game(rules.game).ends.is_empty();
    if !ends && let Some(rays) = shapes.rays(game, budget) {
        return Some(of_rays(rules, rays));
    }
    known.and_then(|known| terms::words(known, budget)).or_else(|| terms::words(rules, budget))
}

/// Describes moves that subtract vectors. Among the texts for all orders of the fields, returns the
/// text that sorts first, so that the declared order does not matter.
fn of_rays(rules: GameRules<'_>, rays: &Rays) -> String {
    let types: Vec<String> = rules.types().iter().map(|(ty, range)| terms::type_words(ty, range)).collect();
    let own = || vec![(0..types.len()).collect()];
    let orders = if types.len() <= MOST_ORDERED { orders(types.len()) } else { own() };
    let told = orders.iter().map(|order| {
        let types: Vec<&str> = order.iter().map(|at| types[*at].as_str()).collect();
        format!("vectors ({}): {}", types.join(", "), of_vectors(rays, order))
    });
    told.min().unwrap_or_default()
}

/// Describes the moves, with the coordinates of vectors in this order.
fn of_vectors(rays: &Rays, order: &[usize]) -> String {
    let mut kinds: Vec<(Option<u64>, Vec<String>)> = Vec::new();
    let adds = rays.moves.iter().any(|ray| ray.by.iter().any(|by| *by < 0));
    for ray in &rays.moves {
        let by: Vec<String> =
            order.iter().map(|at| if adds { -ray.by[*at] } else { ray.by[*at] }.to_string()).collect();
        let by = format!("({})", by.join(", "));
        // A bound that the ranges of the fields imply is not mentioned.
        let room =
            |(by, greatest): (&i64, &Option<u64>)| greatest.map(|it| it.checked_div(by.unsigned_abs()));
        let room = ray.by.iter().zip(&rays.greatest).filter_map(room).flatten().min();
        let most = ray.most.filter(|most| *most == 1 || room.is_none_or(|room| *most < room));
        match kinds.iter_mut().find(|kind| kind.0 == most) {
            Some(kind) => kind.1.push(by),
            None => kinds.push((most, vec![by])),
        }
    }
    kinds.sort();
    let mut told: Vec<String> = kinds.into_iter().map(|(most, by)| taken(adds, most, by)).collect();
    if told.is_empty() {
        return "no move".to_string();
    }
    if rays.walls.iter().any(|wall| *wall > 0) {
        let walls: Vec<String> = order.iter().map(|at| rays.walls[*at].to_string()).collect();
        told.push(match &*walls {
            [only] => format!("only while the field is at least {only}"),
            _ => format!("only while the fields are at least ({})", walls.join(", ")),
        });
    }
    told.join("; ")
}

/// Describes which vectors may be subtracted or added, and how often.
fn taken(adds: bool, most: Option<u64>, mut by: Vec<String>) -> String {
    by.sort_unstable_by(|a, b| b.cmp(a));
    if by.len() > MOST_VECTORS {
        let more = by.len() - MOST_VECTORS;
        by.truncate(MOST_VECTORS);
        by.push(format!("one of {more} more"));
    }
    let last = by.pop().unwrap_or_default();
    let by = if by.is_empty() { last } else { format!("{} or {last}", by.join(", ")) };
    let verb = if adds { "add" } else { "subtract" };
    match most {
        Some(1) => format!("{verb} {by}"),
        Some(most) => format!("{verb} {by} up to {most} times"),
        None => format!("{verb} a positive multiple of {by}"),
    }
}
