//! The interface to sets of lost positions, and to Grundy values, that a later phase proves from
//! the rules alone.

use crate::ir::{Convention, GameId, Value};
use crate::position::Budget;
use std::fmt::Debug;

/// The lost positions of a game, for every size.
pub trait LostSet: Debug + Send + Sync {
    /// Whether the player to move loses; `None` if the state does not belong to the game.
    fn is_lost(&self, state: &[Value]) -> Option<bool>;
    /// The targets of winning moves, each once. Each move of the rules gives at most one target,
    /// that of a winning choice whose numbers have as few digits as possible; targets are sorted by
    /// the largest number chosen, the smallest first. A move may be missing if a limit is reached.
    fn winning(&self, state: &[Value], budget: &Budget<'_>) -> Vec<Win>;
    /// Explains why the player to move wins or loses in a state: how the set was proved, and how it
    /// reads the numbers of the state. `None` if the state does not belong to the game.
    fn why(&self, state: &[Value]) -> Option<String>;
}

/// A winning move.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Win {
    /// The name of the move in the rules.
    pub rule: String,
    /// The fields of the component that the move leads to.
    pub to: Vec<Value>,
}

/// A prover of sets of lost positions, and of Grundy values. It tries each game at most once.
pub trait Prover: Debug + Send + Sync {
    /// Returns the lost positions of a game; `None` if there is no proof.
    fn lost_set(&self, game: GameId, convention: Convention, budget: &Budget<'_>) -> Option<&dyn LostSet>;
    /// Returns the Grundy value of a state; `None` if the values of the game are not proved.
    fn value(&self, game: GameId, state: &[Value], budget: &Budget<'_>) -> Option<u64>;
}
