//! Linear forms: sums of multiples of the numbers on tracks, plus a constant.

use crate::number::Int;
use crate::theory::automaton::{Automaton, Relation, Room, TooLarge, Track};
use num_bigint::BigInt;

/// `Σ c·x + k`, by ascending tracks, no coefficient zero.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Linear {
    terms: Vec<(Track, Int)>,
    constant: Int,
}

impl Linear {
    /// The form with this constant and no terms.
    pub fn constant(constant: Int) -> Linear {
        Linear { terms: Vec::new(), constant }
    }

    /// The form that is the number on a track.
    pub fn track(track: Track) -> Linear {
        Linear { terms: vec![(track, Int::ONE)], constant: Int::ZERO }
    }

    /// Returns the constant, if the form does not depend on any track.
    pub fn as_constant(&self) -> Option<&Int> {
        self.terms.is_empty().then_some(&self.constant)
    }

    /// The tracks with their factors, by ascending tracks, and the constant.
    pub fn terms(&self) -> (&[(Track, Int)], &Int) {
        (&self.terms, &self.constant)
    }

    /// Returns the track, if the form is the number on one track.
    pub fn as_track(&self) -> Option<Track> {
        match &*self.terms {
            [(track, factor)] if *factor == Int::ONE && self.constant.is_zero() => Some(*track),
            _ => None,
        }
    }

    /// Whether the value of the form depends on the number on a track.
    pub fn depends_on(&self, track: Track) -> bool {
        self.terms.iter().any(|term| term.0 == track)
    }

    /// This form with track `to` in the place of track `from`.
    pub fn renamed(&self, from: Track, to: Track) -> Linear {
        let Some((_, factor)) = self.terms.iter().find(|term| term.0 == from) else { return self.clone() };
        let moved = Linear::track(to).sub(&Linear::track(from));
        self.plus(factor, &moved)
    }

    /// `self + factor·other`
    pub fn plus(&self, factor: &Int, other: &Linear) -> Linear {
        let mut terms: std::collections::BTreeMap<Track, Int> = self.terms.iter().cloned().collect();
        for (track, coefficient) in &other.terms {
            let entry = terms.entry(*track).or_default();
            *entry = &*entry + &(factor * coefficient);
        }
        let terms = terms.into_iter().filter(|term| !term.1.is_zero()).collect();
        Linear { terms, constant: &self.constant + &(factor * &other.constant) }
    }

    /// `self + other`
    pub fn add(&self, other: &Linear) -> Linear {
        self.plus(&Int::ONE, other)
    }

    /// `self - other`
    pub fn sub(&self, other: &Linear) -> Linear {
        self.plus(&Int::from(-1i64), other)
    }

    /// `factor·self`
    pub fn times(&self, factor: &Int) -> Linear {
        Linear::default().plus(factor, self)
    }

    /// `self + by`
    pub fn shifted(&self, by: i64) -> Linear {
        Linear { terms: self.terms.clone(), constant: &self.constant + &Int::from(by) }
    }

    /// Returns the value of the form for given numbers on tracks; `None` if it depends on another
    /// track.
    pub fn at(&self, numbers: &[(Track, Int)]) -> Option<Int> {
        let mut sum = self.constant.clone();
        for (track, factor) in &self.terms {
            let number = &numbers.iter().find(|it| it.0 == *track)?.1;
            sum = &sum + &(factor * number);
        }
        Some(sum)
    }

    fn related(&self, relation: Relation, room: &Room<'_>) -> Result<Automaton, TooLarge> {
        let terms: Vec<(Track, BigInt)> =
            self.terms.iter().map(|(track, factor)| (*track, factor.to_big())).collect();
        Automaton::linear(&terms, &self.constant.to_big(), relation, room)
    }

    /// Returns the condition that the form is 0.
    pub fn is_zero(&self, room: &Room<'_>) -> Result<Automaton, TooLarge> {
        self.related(Relation::Zero, room)
    }

    /// Returns the condition that the form is at least 0.
    pub fn is_natural(&self, room: &Room<'_>) -> Result<Automaton, TooLarge> {
        self.times(&Int::from(-1i64)).related(Relation::AtMostZero, room)
    }

    /// Returns the condition that the form is below 0.
    pub fn is_negative(&self, room: &Room<'_>) -> Result<Automaton, TooLarge> {
        self.shifted(1).related(Relation::AtMostZero, room)
    }
}
