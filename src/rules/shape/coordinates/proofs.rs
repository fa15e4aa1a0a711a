//! Proofs about coordinates, in addition to the proof that a theorem covers the other game.

use super::{Coordinate, Coordinates};
use crate::ir::GameId;
use crate::position::{Budget, Instance, Range};
use crate::shape::{Shapes, same};

impl Coordinates {
    /// Whether the moves of the game, expressed in the coordinates, are the same for every value of
    /// the origin. Then only distances from it matter. True if no field is an origin.
    pub fn are_distances(
        &self,
        instance: &Instance,
        other: &Instance,
        game: GameId,
        budget: &Budget<'_>,
    ) -> bool {
        let Some(origin) = self.0.iter().position(|it| *it == Coordinate::Origin) else { return true };
        let mut kept = self.clone();
        kept.0[origin] = Coordinate::Same;
        let Some(with_origin) = kept.rewritten(instance, game, budget) else { return false };
        same::same_without((&Shapes::of(&with_origin), game), &Shapes::of(other), origin, budget)
    }

    /// Returns the game whose fields count from `low` where a coordinate is [`Coordinate::From`]
    /// and its field has no bound. The fields of this game have to stay in their types. `None` if
    /// there is no such field, `Some(None)` if the game cannot be written.
    pub fn without_smaller_numbers(
        &self,
        instance: &Instance,
        game: GameId,
        budget: &Budget<'_>,
    ) -> Option<Option<Instance>> {
        let ranges = &instance.fields[game.index()];
        let begins = |(coordinate, range): (&Coordinate, &Range)| match coordinate {
            Coordinate::From(low) if !matches!(range, Range::Between(..)) => Coordinate::Above(low.clone()),
            other => other.clone(),
        };
        let above = Coordinates(self.0.iter().zip(ranges).map(begins).collect());
        (above != *self).then(|| above.rewritten(instance, game, budget))
    }
}
