//! Wythoff's game (T34): take any number from one of two heaps, or the same number from both.
//! The queen that moves towards the corner is the same game.
//!
//! Lost positions: {⌊dφ⌋, ⌊dφ⌋ + d} for d = 0, 1, 2, … with φ = (1 + √5)/2 (Wythoff 1907; the two
//! sequences partition the positive integers, Beatty 1926). Under misère play (0, 0) and (1, 2) are
//! replaced by (0, 1) and (2, 2). The lost positions do not change if single-heap moves are allowed only
//! from a heap that is not the smaller, or if a move may also take k from the smaller heap and l < k
//! from the larger (Ho 2012).
//!
//! Exactness: for 64-bit numbers no root is computed. ⌊dφ⌋ = d + ⌊d/φ⌋; a 64-bit reciprocal of φ
//! gives ⌊d/φ⌋ up to one, and the test a = ⌊dφ⌋ ⇔ a(a − d) ≤ d² < (a + 1)(a + 1 − d) decides
//! between the two candidates. Doubles fail from d = 102,334,155 on, `long double` and 27-digit
//! constants later.

use crate::convention::Convention;
use crate::zeckendorf;
use num_bigint::BigUint;
use num_traits::{One, Zero};

/// ⌊2⁶⁴/φ⌋.
const RECIPROCAL: u128 = 11_400_714_819_323_198_485;

/// ⌊dφ⌋, the smaller heap of the lost position with difference d.
pub fn lower(d: u64) -> u128 {
    let d = u128::from(d);
    // The reciprocal is short by less than 2⁻⁶⁴, so the product is short by less than 1.
    let above = d + ((d * RECIPROCAL) >> 64) + 1;
    // A product that does not fit is certainly greater than d².
    let too_great = above.checked_mul(above - d).is_none_or(|product| product > d * d);
    above - u128::from(too_great)
}

/// [`lower`] for any size: ⌊(d + √(5d²))/2⌋.
pub fn lower_big(d: &BigUint) -> BigUint {
    (d + (d * d * 5u32).sqrt()) >> 1u32
}

/// Whether the player to move loses.
pub fn losing(a: u64, b: u64, convention: Convention) -> bool {
    let (small, large) = (a.min(b), a.max(b));
    let difference = large - small;
    match (convention, difference) {
        (Convention::Misere, 0) => small == 2,
        (Convention::Misere, 1) => small == 0,
        _ => lower(difference) == u128::from(small),
    }
}

/// [`losing`] for heaps of any size.
pub fn losing_big(a: &BigUint, b: &BigUint, convention: Convention) -> bool {
    let (small, large) = if a <= b { (a, b) } else { (b, a) };
    *small == lower_of(&(large - small), convention)
}

/// The one heap that makes a lost position together with a heap of `x`.
pub fn partner(x: &BigUint, convention: Convention) -> BigUint {
    if convention == Convention::Misere && *x <= BigUint::from(2u32) {
        // (0, 1) and (2, 2).
        return if x.is_one() { BigUint::zero() } else { BigUint::one() + (x >> 1u32) };
    }
    if x.is_zero() {
        return BigUint::zero();
    }
    // x = ⌊kφ⌋ is possible only for k = ⌈x/φ⌉, and x = ⌊mφ⌋ + m only for m = ⌈x/φ²⌉ = x − ⌊x/φ⌋.
    let over_phi = lower_big(x) - x;
    let k = &over_phi + 1u32;
    if lower_big(&k) == *x { x + k } else { over_phi }
}

/// Every winning move from (a, b), as the position moved to; none when (a, b) is lost.
///
/// A move along the diagonal keeps the difference, which fixes the lost position; a move in one heap
/// keeps the other heap, whose partner is fixed.
pub fn winning_moves(a: &BigUint, b: &BigUint, convention: Convention) -> Vec<(BigUint, BigUint)> {
    let mut moves = Vec::new();
    let (small, large) = if a <= b { (a, b) } else { (b, a) };
    let difference = large - small;
    let low = lower_of(&difference, convention);
    if low < *small {
        let high = &low + &difference;
        moves.push(if a <= b { (low, high) } else { (high, low) });
    }
    let (for_a, for_b) = (partner(a, convention), partner(b, convention));
    if for_a < *b {
        moves.push((a.clone(), for_a));
    }
    if for_b < *a {
        moves.push((for_b, b.clone()));
    }
    moves
}

/// The smaller heap of the lost position with the given difference.
fn lower_of(difference: &BigUint, convention: Convention) -> BigUint {
    if convention == Convention::Misere && *difference <= BigUint::one() {
        return if difference.is_zero() { BigUint::from(2u32) } else { BigUint::zero() };
    }
    lower_big(difference)
}

/// The numbers by which a person can see why a position is lost or won under normal play.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Explanation {
    /// The difference d of the heaps.
    pub difference: BigUint,
    /// ⌊dφ⌋: the position is lost exactly when the smaller heap is this.
    pub lower: BigUint,
    /// Zeckendorf's parts of the smaller heap, greatest first. In a lost position other than (0, 0)
    /// its representation ends in an even number of zeros.
    pub small_parts: Vec<BigUint>,
    /// Zeckendorf's parts of the larger heap, greatest first. In a lost position each of them is
    /// the Fibonacci number after the corresponding part of the smaller heap.
    pub large_parts: Vec<BigUint>,
}

/// The numbers that explain the outcome of (a, b) under normal play.
pub fn explain(a: &BigUint, b: &BigUint) -> Explanation {
    let (small, large) = if a <= b { (a, b) } else { (b, a) };
    let difference = large - small;
    Explanation {
        lower: lower_big(&difference),
        difference,
        small_parts: zeckendorf::parts(small),
        large_parts: zeckendorf::parts(large),
    }
}
