//! Delete Nim and E&D (T51): a move deletes one of two piles and divides the other.
//!
//! * Remove one object and divide the rest into two piles, empty ones allowed: the value of (a, b) is
//!   v₂((a|b) + 1), the number of ones at the end of a|b in binary (Abuku and Suetsugu 2020).
//! * Divide into two piles that are not empty (SDOI 2009 "E&D"): the value is v₂(((a − 1)|(b − 1)) + 1),
//!   because this is the first game played with piles of a − 1 and b − 1.
//!
//! The value of several pairs is the nim-sum of their values.

use num_bigint::BigUint;
use num_traits::{One, Zero};

/// The value when one object is removed and piles may be empty.
pub fn value(a: &BigUint, b: &BigUint) -> u64 {
    (a | b).trailing_ones()
}

/// The value when no object is removed and both new piles must hold something, a, b ≥ 1; `None` for
/// an empty pile.
pub fn value_of_filled(a: &BigUint, b: &BigUint) -> Option<u64> {
    if a.is_zero() || b.is_zero() {
        return None;
    }
    Some(value(&(a - 1u32), &(b - 1u32)))
}

/// A division of the pile `kept` into a pair of the value `target`, when one object is removed and piles
/// may be empty; `None` when there is none.
///
/// With t = `target`, at least one of both piles must have a one in each binary digit below t, and
/// neither a one in digit t. The sums of such pairs are the numbers that are 2ᵗ − 1 to 2ᵗ⁺¹ − 2
/// modulo 2ᵗ⁺¹. So the sum `kept` − 1 is possible ⇔ `kept` has a one in digit t; then 2ᵗ − 1 can be
/// one of the piles.
pub fn division(kept: &BigUint, target: u64) -> Option<(BigUint, BigUint)> {
    kept.bit(target).then(|| {
        let part = (BigUint::one() << target) - 1u32;
        let rest = kept - 1u32 - &part;
        (part, rest)
    })
}

/// A division as in [`division`] when no object is removed and both new piles must hold something;
/// `None` when there is none.
pub fn division_of_filled(kept: &BigUint, target: u64) -> Option<(BigUint, BigUint)> {
    let (part, rest) = if kept.is_zero() { None } else { division(&(kept - 1u32), target) }?;
    Some((part + 1u32, rest + 1u32))
}
