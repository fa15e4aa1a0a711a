//! [`Model`]: what gspec derives about the games of a program. Each result is computed once; all
//! later phases borrow the model.

pub mod lost;

use crate::ir::{Convention, GameId, Value};
use crate::position::{Budget, Instance};
use crate::shape::described::described;
use crate::shape::{Once, Shapes};
use crate::theorem::{Covered, covering, is_contradicted};
use lost::{LostSet, Prover};
use std::sync::atomic::{AtomicBool, Ordering};

/// The games of a program with the facts derived about their rules. Each fact is computed on first request,
/// on any thread.
#[derive(Debug)]
pub struct Model<'a> {
    /// The program with the values of its parameters.
    pub instance: &'a Instance,
    /// The shapes of the games' moves.
    pub shapes: Shapes<'a>,
    theorems: Vec<Theorem>,
    prover: Option<&'a dyn Prover>,
}

/// The theorem that covers one game, computed on first request.
#[derive(Debug, Default)]
struct Theorem {
    covered: Once<Covered>,
    /// Whether the theorem must no longer be used, because [`Model::distrust`] was called.
    distrusted: AtomicBool,
}

impl<'a> Model<'a> {
    /// A model without results yet.
    pub fn of(instance: &'a Instance) -> Model<'a> {
        let theorems = instance.program.game_ids().map(|_| Theorem::default()).collect();
        Model { instance, shapes: Shapes::of(instance), theorems, prover: None }
    }

    /// Returns this model with a prover of sets of lost positions.
    pub fn proving(self, prover: &'a dyn Prover) -> Model<'a> {
        Model { prover: Some(prover), ..self }
    }

    /// Returns the lost positions of a game; `None` if the model has no prover, or the prover finds
    /// no proof.
    pub fn lost_set(
        &self,
        game: GameId,
        convention: Convention,
        budget: &Budget<'_>,
    ) -> Option<&'a dyn LostSet> {
        self.prover?.lost_set(game, convention, budget)
    }

    /// Returns the Grundy value of a state; `None` if the model has no prover, or the prover does
    /// not prove the values of the game.
    pub fn proved_value(&self, game: GameId, state: &[Value], budget: &Budget<'_>) -> Option<u64> {
        self.prover?.value(game, state, budget)
    }

    /// Returns the theorem that covers a game; `None` also after [`Model::distrust`], if the rules
    /// contradict it on a small component, and for games whose play can reach deviating turns.
    pub fn theorem(&self, game: GameId, budget: &Budget<'_>) -> Option<&Covered> {
        let is_distrusted = || self.theorems[game.index()].distrusted.load(Ordering::Relaxed);
        // Matching may take long, and may find that the rules contradict the theorem.
        let covered = if is_distrusted() { None } else { self.matched(game, budget) };
        covered.filter(|_| !is_distrusted())
    }

    /// Returns the theorem whose hypotheses a game was found to satisfy, also if its results are
    /// not used because the rules contradict them.
    pub fn matched(&self, game: GameId, budget: &Budget<'_>) -> Option<&Covered> {
        if self.instance.is_twisted(game) {
            return None;
        }
        self.theorems[game.index()].covered.get(budget, || {
            let covered = covering(&self.shapes, game, budget)?;
            if is_contradicted(&covered, self.shapes.rules(game), budget) {
                self.distrust(game);
            }
            Some(covered)
        })
    }

    /// Makes [`Model::theorem`] return `None` for a game from now on.
    pub fn distrust(&self, game: GameId) {
        self.theorems[game.index()].distrusted.store(true, Ordering::Relaxed);
    }

    /// Describes the moves of a game in words; `None` if there is no description, or only one that
    /// is too long.
    pub fn described(&self, game: GameId, budget: &Budget<'_>) -> Option<String> {
        let known = self.theorem(game, budget).and_then(Covered::rules);
        let moves = described(&self.shapes, game, known, budget)?;
        Some(match self.instance.blocked(game) {
            0 => moves,
            1 => format!("{moves}; each turn the opponent may forbid one option"),
            count => format!("{moves}; each turn the opponent may forbid up to {count} options"),
        })
    }
}
