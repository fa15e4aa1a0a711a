//! Finds theorems for games whose fields are other coordinates of the positions that a theorem is
//! about, such as numbers that begin at 1 or the distance between two numbers.

use super::Covered;
use super::in_bounds::covering_in_bounds;
use super::mapped::{Mapped, StateMap};
use crate::ir::{GameId, Value};
use crate::position::{Budget, Instance, Range};
use crate::shape::coordinates::{Coordinates, candidates};
use crate::shape::{GameRules, mentioned};
use crate::sound;
use std::cell::OnceCell;

/// The map from states to other coordinates.
#[derive(Debug)]
struct OfCoordinates {
    coordinates: Coordinates,
    /// The names of the game's fields.
    names: Vec<String>,
    /// Which states have such coordinates, in words; `None` if all states have them.
    only: Option<String>,
}

/// Finds the theorem that covers the rewritten game.
type Cover<'a> = &'a dyn Fn(&Instance, GameId, &Budget<'_>) -> Option<Covered>;

/// The theorem that covers a game in other coordinates.
pub fn find(instance: &Instance, game: GameId, cover: Cover<'_>, budget: &Budget<'_>) -> Option<Covered> {
    let mentioned = || mentioned::states(GameRules { instance, game }, budget);
    find_for(instance, game, &mentioned, cover, budget)
}

/// The theorem that covers a game in other coordinates, given the states that the program mentions.
pub fn find_for(
    instance: &Instance,
    game: GameId,
    states: &dyn Fn() -> Vec<Vec<Value>>,
    cover: Cover<'_>,
    budget: &Budget<'_>,
) -> Option<Covered> {
    let (stays, mentioned) = (OnceCell::new(), OnceCell::new());
    let states = || &**mentioned.get_or_init(states);
    let candidates = candidates(instance, game, &states, budget);
    candidates.into_iter().find_map(|coordinates| {
        // The theorem's rules lead only to naturals. If natural coordinates do not imply that every
        // field of the game is in its type, it must be proved that the fields stay in their types.
        let stays = || *stays.get_or_init(|| sound::fields_stay(instance, game));
        // The other game may lack fields that no rule reads; but the targets of moves in this game
        // must give these fields values.
        if coordinates.leave_out_some() && !sound::have_values(instance, game) {
            return None;
        }
        let within = match coordinates.without_smaller_numbers(instance, game, budget) {
            // The other game drops bounds of fields, so these must be proved in this game.
            Some(others) => {
                let ranges = &instance.fields[game.index()];
                let has_bounds = ranges.iter().any(|range| matches!(range, Range::Between(..)));
                others.is_some_and(|others| sound::fields_stay(&others, game)) && (!has_bounds || stays())
            }
            None => coordinates.are_naturals_only(instance, game) || stays(),
        };
        if !within {
            return None;
        }
        // If only some states have coordinates, all states that the program mentions must be among
        // them.
        if coordinates.only(instance, game).is_some() {
            let mentioned = states();
            if mentioned.is_empty() || mentioned.iter().any(|state| coordinates.over(state).is_none()) {
                return None;
            }
        }
        let other = coordinates.rewritten(instance, game, budget)?;
        let covered = cover(&other, game, budget).or_else(|| {
            let bounds = coordinates.have_bounds();
            bounds.then(|| covering_in_bounds(&other, game, budget)).flatten()
        })?;
        if !coordinates.are_distances(instance, &other, game, budget) {
            return None;
        }
        let fields = &instance.program.game(game).fields;
        let names = fields.iter().map(|field| field.name.clone()).collect();
        let only = coordinates.only(instance, game);
        Some(Mapped::of(covered, OfCoordinates { coordinates, names, only }, fields.len()))
    })
}

impl StateMap for OfCoordinates {
    fn over(&self, state: &[Value]) -> Option<Vec<Value>> {
        self.coordinates.over(state)
    }
    fn back(&self, state: Vec<Value>) -> Option<Vec<Value>> {
        self.coordinates.back(&state)
    }
    fn only(&self) -> Option<String> {
        self.only.clone()
    }
    fn words(&self) -> Option<String> {
        let words = self.coordinates.words(&self.names);
        (words != self.names).then(|| words.join(" and "))
    }
}
