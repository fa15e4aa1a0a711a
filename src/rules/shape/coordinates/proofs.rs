//! Proofs about coordinates, in addition to the proof that a theorem covers the other game.

use super::{Coordinate, Coordinates};
use crate::ir::GameId;
use crate::position::{Budget, Instance, Range};
use crate::shape::{Shapes, same};

impl Coordinates {
    /// Whether the moves of the game, expressed in the other game, are the same for every position
    /// of the origin. Then only distances from it matter.
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

    /// If some fields that have no bound begin at a number, the game whose fields are the numbers from there on: the fields
    /// of that have to stay in their types.
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
