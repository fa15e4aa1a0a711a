//! What coordinates need besides the proof that a theorem covers the other game: a proof that only
//! distances from an origin matter, and the game without the numbers below `low` of
//! [`Coordinate::From`].

use super::{Coordinate, Coordinates};
use crate::ir::GameId;
use crate::position::{Budget, Instance, Range};
use crate::shape::{Shapes, same};

impl Coordinates {
    /// Whether the moves of the game, expressed in the coordinates, are provably equal for every
    /// value of the origin, so that only distances from the origin matter. True if no field is an
    /// origin.
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
