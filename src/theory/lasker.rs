//! Lasker's Nim (T60; HDU 3032): take any number from a heap, or divide a heap into two.
//!
//! The value is n for n = 4k + 1 and 4k + 2, n + 1 for 4k + 3, n − 1 for 4k + 4, and 0 for 0 (Lasker
//! 1931). Trap: removing and dividing in one move is another game.
//!
//! Misère play follows the values as in Nim: if no heap exceeds 1, lost ⇔ the number of ones is odd; else
//! lost ⇔ the nim-sum of the values is 0 (the game is tame; only heaps 0 and 1 have values below 2).

use super::convention::Convention;
use super::nim;
use num_bigint::BigUint;
use num_traits::{One, Zero};

/// The value of a heap.
pub fn value(n: &BigUint) -> BigUint {
    match (n.is_zero(), n.bit(1), n.bit(0)) {
        (true, _, _) => BigUint::zero(),
        (_, true, true) => n + 1u32,
        (_, false, false) => n - 1u32,
        _ => n.clone(),
    }
}

/// Whether the player to move loses the sum of these heaps.
pub fn losing(heaps: &[BigUint], convention: Convention) -> bool {
    let values: Vec<BigUint> = heaps.iter().map(value).collect();
    nim::losing_big(&values, convention)
}

/// A move in a heap of `n` that leaves heaps whose values have the nim-sum `target`: one heap, and
/// a second one unless its size is 0. `None` if `target` is not less than the value of n.
///
/// [`value`] permutes the naturals and is its own inverse, so the heap with the value `target` has
/// `value(target)` objects. This heap is smaller than n, except for n = 4k + 3 and the target n. In
/// that case 1 and n − 1 are left, whose values have the nim-sum n.
pub fn leaving(n: &BigUint, target: &BigUint) -> Option<(BigUint, BigUint)> {
    if *target >= value(n) {
        return None;
    }
    let left = value(target);
    if left < *n { Some((left, BigUint::zero())) } else { Some((BigUint::one(), n - 1u32)) }
}
