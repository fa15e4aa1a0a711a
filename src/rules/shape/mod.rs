//! What the moves of a game are, however its rules are written: forms that depend neither on names
//! and the order of moves, nor on the notation of ranges and guards. Most of them are arithmetic.

pub mod amount_predicate;
pub mod boolean_states;
mod certain;
pub mod constant_fields;
pub mod coordinates;
mod descent;
pub mod described;
pub mod endless;
pub mod flags;
pub mod flat_tuples;
pub mod lengths;
pub mod lines;
pub mod mentioned;
pub mod misere_ends;
mod once;
pub mod one_heap;
pub mod orders;
pub mod play;
pub mod presburger;
pub mod rays;
mod rewritten;
pub mod same;
pub mod separate_groups;
pub mod separate_heaps;
mod shapes;
mod terms;
pub mod vectors;
pub mod written_out;

pub use once::Once;
pub use shapes::{Opening, Shapes};

use crate::ir::{GameId, Type};
use crate::position::{Instance, Range};

/// The rules of one game of a program.
#[derive(Debug, Clone, Copy)]
pub struct GameRules<'a> {
    /// The program, with its parameters evaluated.
    pub instance: &'a Instance,
    /// The number of the game in the program.
    pub game: GameId,
}

impl GameRules<'_> {
    /// Returns the type of each field, and the range of values that its declaration admits.
    pub fn types(&self) -> Vec<(Type, Range)> {
        let fields = &self.instance.program.game(self.game).fields;
        let ranges = &self.instance.fields[self.game.index()];
        fields.iter().zip(ranges).map(|(field, range)| (field.domain.ty(), range.clone())).collect()
    }
}
