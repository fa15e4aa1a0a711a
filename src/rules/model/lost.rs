//! Sets of lost positions that are proved from the rules alone. A later phase proves them; this
//! module is the interface.

use crate::ir::{Convention, GameId, Value};
use crate::position::Budget;
use std::fmt::Debug;

/// The lost positions of a game, for every size.
pub trait LostSet: Debug + Send + Sync {
    /// Whether the player to move loses; `None` if the state does not belong to the game.
    fn is_lost(&self, state: &[Value]) -> Option<bool>;
    /// The targets of winning moves: for each move, the one with the smallest choice; the smallest first.
    fn winning(&self, state: &[Value], budget: &Budget<'_>) -> Vec<Win>;
    /// Why the player to move wins or loses there: how the set is known, and how it reads the numbers.
    fn why(&self, state: &[Value]) -> Option<String>;
}

/// A winning move.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Win {
    /// The name of the move in the rules.
    pub rule: String,
    /// Its target.
    pub to: Vec<Value>,
}

/// A prover of such sets.
pub trait Prover: Debug + Send + Sync {
    /// The lost positions of a game, if they are proved. A game is tried once.
    fn lost_set(&self, game: GameId, convention: Convention, budget: &Budget<'_>) -> Option<&dyn LostSet>;
    /// The value of a state, if the values of the game are proved. A game is tried once.
    fn value(&self, game: GameId, state: &[Value], budget: &Budget<'_>) -> Option<u64>;
}
