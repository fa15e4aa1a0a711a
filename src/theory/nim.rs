//! Nim (T30, T31): take any number from one heap.
//!
//! Normal play: the value is the nim-sum of the heaps (Bouton 1901). Misère play: the player to move
//! wins exactly when (xor ≠ 0) = (some heap > 1).
//!
//! Traps: when no heap exceeds 1, what counts is the number of heaps *of size one*, not the number
//! of heaps (heaps of size zero are harmless); the position without any object is won by the player
//! to move under misère play.

use super::convention::Convention;
use num_bigint::BigUint;
use num_traits::{One, Zero};

/// The value of a sum of heaps under normal play.
pub fn value(heaps: &[u64]) -> u64 {
    heaps.iter().fold(0, |sum, heap| sum ^ heap)
}

/// [`value`] for heaps of any size.
pub fn value_big(heaps: &[BigUint]) -> BigUint {
    heaps.iter().fold(BigUint::zero(), |sum, heap| sum ^ heap)
}

/// Whether the player to move loses.
pub fn losing(heaps: &[u64], convention: Convention) -> bool {
    match convention {
        Convention::Normal => value(heaps) == 0,
        Convention::Misere => (value(heaps) == 0) == heaps.iter().any(|heap| *heap > 1),
    }
}

/// [`losing`] for heaps of any size.
pub fn losing_big(heaps: &[BigUint], convention: Convention) -> bool {
    let zero = value_big(heaps).is_zero();
    match convention {
        Convention::Normal => zero,
        Convention::Misere => zero == heaps.iter().any(|heap| *heap > BigUint::one()),
    }
}

/// Every winning move, as the index of a heap and its new size.
///
/// A heap has at most one winning size, which the other heaps determine: their nim-sum. Under
/// misère play, if all other heaps are at most 1, the heap must instead become 0 or 1 such that the
/// number of ones is odd: this is 1 minus the nim-sum of the others.
pub fn winning_moves(heaps: &[BigUint], convention: Convention) -> Vec<(usize, BigUint)> {
    let sum = value_big(heaps);
    let above_one = heaps.iter().filter(|heap| **heap > BigUint::one()).count();
    let mut moves = Vec::new();
    for (place, heap) in heaps.iter().enumerate() {
        let others_above_one = above_one - usize::from(*heap > BigUint::one());
        let mut left = &sum ^ heap;
        if convention == Convention::Misere && others_above_one == 0 {
            left ^= BigUint::one();
        }
        if left < *heap {
            moves.push((place, left));
        }
    }
    moves
}
