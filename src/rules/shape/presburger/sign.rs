//! Conditions on linear forms of the numbers on tracks.

use crate::number::{Int, linear};
use crate::theory::automaton::{Automaton, Relation, Room, TooLarge, Track};
use num_bigint::BigInt;

/// A linear form whose unknowns are the numbers on tracks.
pub type Linear = linear::Linear<Track>;

/// Conditions on the sign of a linear form.
pub trait Sign {
    /// Returns the condition that the form is 0.
    fn is_zero(&self, room: &Room<'_>) -> Result<Automaton, TooLarge>;

    /// Returns the condition that the form is at least 0.
    fn is_natural(&self, room: &Room<'_>) -> Result<Automaton, TooLarge>;

    /// Returns the condition that the form is below 0.
    fn is_negative(&self, room: &Room<'_>) -> Result<Automaton, TooLarge>;
}

impl Sign for Linear {
    fn is_zero(&self, room: &Room<'_>) -> Result<Automaton, TooLarge> {
        related(self, Relation::Zero, room)
    }

    fn is_natural(&self, room: &Room<'_>) -> Result<Automaton, TooLarge> {
        related(&self.times(&Int::from(-1i64)), Relation::AtMostZero, room)
    }

    fn is_negative(&self, room: &Room<'_>) -> Result<Automaton, TooLarge> {
        related(&self.shifted(1), Relation::AtMostZero, room)
    }
}

/// The condition that a form has a relation to 0.
fn related(form: &Linear, relation: Relation, room: &Room<'_>) -> Result<Automaton, TooLarge> {
    let terms: Vec<(Track, BigInt)> =
        form.terms().iter().map(|(track, factor)| (*track, factor.to_big())).collect();
    Automaton::linear(&terms, &form.added().to_big(), relation, room)
}
