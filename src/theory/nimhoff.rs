//! Cyclic Nimhoff (T38): the moves of Nim, and taking from several heaps at once fewer than h in all.
//!
//! The value is h·(⌊x₁/h⌋ ⊕ ⌊x₂/h⌋ ⊕ …) + ((x₁ + x₂ + …) mod h) (Fraenkel and Lorberbom 1991). h = 1 is
//! Nim; h = 3 with two heaps is Ryūō Nim, the rook that may also step like a king. All small amounts
//! must be allowed: with h = 3, (1, 1) for every pair of heaps.

use num_bigint::BigUint;
use num_integer::Integer;
use num_traits::Zero;

/// The value of a position; `None` for h = 0.
pub fn value(h: &BigUint, heaps: &[BigUint]) -> Option<BigUint> {
    if h.is_zero() {
        return None;
    }
    let total: BigUint = heaps.iter().sum();
    Some(quotient_sum(h, heaps) * h + total % h)
}

/// The value for heaps of 64 bits, which fits into 128 bits; `None` for h = 0.
pub fn value_of_words(h: u64, heaps: &[u64]) -> Option<u128> {
    if h == 0 {
        return None;
    }
    let quotients = heaps.iter().fold(0, |sum, heap| sum ^ (heap / h));
    let total: u128 = heaps.iter().map(|heap| u128::from(*heap)).sum();
    Some(u128::from(quotients) * u128::from(h) + total % u128::from(h))
}

fn quotient_sum(h: &BigUint, heaps: &[BigUint]) -> BigUint {
    heaps.iter().fold(BigUint::zero(), |sum, heap| sum ^ (heap / h))
}

/// A winning move under normal play, as the new size of every heap; `None` if there is none, and for
/// h = 0.
///
/// If the nim-sum of the quotients is not 0, one heap makes the move of Nim on the quotients, and
/// its new residue makes the total 0 modulo h. Otherwise the total is r > 0 modulo h; the residues
/// of all heaps hold at least r together, and r in all is taken from them.
pub fn winning_move(h: &BigUint, heaps: &[BigUint]) -> Option<Vec<BigUint>> {
    if value(h, heaps)?.is_zero() {
        return None;
    }
    let sum = quotient_sum(h, heaps);
    let total: BigUint = heaps.iter().sum();
    let mut left = heaps.to_vec();
    for (place, heap) in heaps.iter().enumerate() {
        let quotient = (heap / h) ^ &sum;
        if quotient < heap / h {
            let others = (&total - heap) % h;
            left[place] = quotient * h + (h - others) % h;
            return Some(left);
        }
    }
    let mut excess = total % h;
    for heap in &mut left {
        let taken = heap.mod_floor(h).min(excess.clone());
        *heap -= &taken;
        excess -= taken;
    }
    Some(left)
}
