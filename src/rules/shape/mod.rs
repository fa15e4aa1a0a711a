//! The rules as arithmetic: independent of names, of the order of moves, and of the notation of
//! ranges and guards.

pub mod amount_predicate;
pub mod boolean_states;
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
    /// The program.
    pub instance: &'a Instance,
    /// The game.
    pub game: GameId,
}

impl GameRules<'_> {
    /// The type of each field, and which of its values are admitted.
    pub fn types(&self) -> Vec<(Type, Range)> {
        let fields = &self.instance.program.game(self.game).fields;
        let ranges = &self.instance.fields[self.game.index()];
        fields.iter().zip(ranges).map(|(field, range)| (field.domain.ty(), range.clone())).collect()
    }
}
