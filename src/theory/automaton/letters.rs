//! The letters that an automaton reads: a digit for each track.
//!
//! The number of a letter is Σ digit(i)·D^i over the tracks i, where D is the number of digits in
//! the system. Letters that lead from each state to the same state form a class, so a state has one
//! arrow for each class: five tracks in base 7 have 16,807 letters, but an equation distinguishes
//! only a few sums of digits.

use super::{MOST_TRACKS, TooLarge};
use rustc_hash::FxHashMap;
use std::hash::Hash;
use std::sync::Arc;

/// Up to this many letters, each letter is its own class.
const FEW: usize = 16;

/// The most letters that an automaton may read; more are refused as too large.
const MOST_LETTERS: usize = 1 << 17;

/// The letters of some tracks in classes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Letters {
    count: usize,
    /// `None` if each letter is its own class.
    classes: Option<Arc<Classes>>,
}

#[derive(Debug, PartialEq, Eq)]
struct Classes {
    /// The class of each letter. Classes are numbered in the order of their first letters.
    of: Vec<u32>,
    /// The first letter of each class.
    first: Vec<u32>,
}

impl Letters {
    /// `count` letters, each its own class.
    pub(super) fn all(count: usize) -> Letters {
        Letters { count, classes: None }
    }

    /// All letters of some tracks, each its own class.
    pub(super) fn each(digits: usize, tracks: usize) -> Result<Letters, TooLarge> {
        let count =
            u32::try_from(tracks).ok().and_then(|tracks| digits.checked_pow(tracks)).ok_or(TooLarge)?;
        if tracks > MOST_TRACKS || count > MOST_LETTERS {
            return Err(TooLarge);
        }
        Ok(Letters::all(count))
    }

    /// Whether there are enough letters to group them into classes.
    pub(super) fn are_many(&self) -> bool {
        self.count > FEW
    }

    /// Groups letters with equal keys into one class, if there are many letters.
    pub(super) fn grouped<K: Hash + Eq>(self, mut key: impl FnMut(usize) -> K) -> Letters {
        if !self.are_many() {
            return self;
        }
        let mut numbers: FxHashMap<K, u32> = FxHashMap::default();
        let mut first = Vec::new();
        let of = (0..self.count).map(|letter| {
            *numbers.entry(key(letter)).or_insert_with(|| {
                first.push(letter as u32);
                first.len() as u32 - 1
            })
        });
        let of = of.collect();
        Letters { count: self.count, classes: Some(Arc::new(Classes { of, first })) }
    }

    /// How many letters there are in all classes together.
    pub(super) fn count(&self) -> usize {
        self.count
    }

    /// The number of classes, which is the number of arrows of a state.
    pub(super) fn width(&self) -> usize {
        self.classes.as_ref().map_or(self.count, |classes| classes.first.len())
    }

    /// The class of a letter.
    pub(super) fn class(&self, letter: usize) -> usize {
        self.classes.as_ref().map_or(letter, |classes| classes.of[letter] as usize)
    }

    /// Whether a class has several letters.
    pub(super) fn shares(&self, class: usize) -> bool {
        self.classes
            .as_ref()
            .is_some_and(|classes| classes.of.iter().filter(|of| **of as usize == class).nth(1).is_some())
    }

    /// The first letter of a class.
    pub(super) fn first(&self, class: usize) -> usize {
        self.classes.as_ref().map_or(class, |classes| classes.first[class] as usize)
    }
}

/// By letter, the sum over its tracks of the digit times the track's weight.
pub(super) fn weighed(digits: usize, weights: &[usize]) -> Vec<usize> {
    let mut sums = vec![0];
    for weight in weights {
        let known = sums.len();
        for digit in 1..digits {
            for at in 0..known {
                sums.push(sums[at] + digit * weight);
            }
        }
    }
    sums
}

/// The digits of a letter by tracks.
pub(super) fn digits_of(digits: usize, tracks: usize, letter: usize) -> impl Iterator<Item = usize> {
    let mut rest = letter;
    (0..tracks).map(move |_| {
        let digit = rest % digits;
        rest /= digits;
        digit
    })
}
