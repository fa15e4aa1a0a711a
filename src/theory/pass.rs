//! Nim with a pass (T92): once in a play, either player may pass, but not when all heaps are empty
//! (Morrison, Friedman and Landsberg 2012).
//!
//! One heap with the pass unused: the value is 0 for 0, n + 1 for odd n, n − 1 for even n > 0. For three
//! and more heaps nothing is known.

use num_bigint::BigUint;
use num_traits::Zero;

/// The value of one heap while the pass is unused.
pub fn value(n: &BigUint) -> BigUint {
    if n.is_zero() {
        BigUint::zero()
    } else if n.bit(0) {
        n + 1u32
    } else {
        n - 1u32
    }
}
