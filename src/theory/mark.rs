//! Mark (T23): from n go to n − 1 or to ⌊n/2⌋; Mark-t: take 1 to t − 1, or go to ⌊n/t⌋.
//!
//! Lost ⇔ n = 0 or n is divisible by t exactly an odd number of times (Fraenkel 2012; Guo 2012). The
//! values of Mark (t = 2) are 0, 1, 2 and follow from those near ⌊n/2⌋, ⌊n/4⌋, …
//!
//! Traps: rounding up instead of down, or halving only even numbers, is another game.

use num_bigint::BigUint;
use num_integer::Integer;
use num_traits::{CheckedSub, Zero};

/// Whether the player to move loses in Mark-t, t ≥ 2; `None` for smaller t.
pub fn losing(n: &BigUint, t: &BigUint) -> Option<bool> {
    if *t < BigUint::from(2u32) {
        return None;
    }
    Some(n.is_zero() || multiplicity(n, t).is_odd())
}

/// How often `n` ≥ 1 is divisible by `t` ≥ 2.
fn multiplicity(n: &BigUint, t: &BigUint) -> u64 {
    if let Some(shift) = t.trailing_zeros().filter(|shift| t.bits() == shift + 1) {
        return n.trailing_zeros().unwrap_or(0) / shift;
    }
    let mut rest = n.clone();
    let mut count = 0;
    loop {
        let (quotient, remainder) = rest.div_rem(t);
        if !remainder.is_zero() || quotient.is_zero() {
            return count;
        }
        rest = quotient;
        count += 1;
    }
}

/// Every winning move in Mark-t as the number moved to; empty when there is none, and for t < 2.
///
/// Only multiples of t are lost, and at most one multiple below n is within reach by taking.
pub fn winning_moves(n: &BigUint, t: &BigUint) -> Vec<BigUint> {
    if n.is_zero() || *t < BigUint::from(2u32) {
        return Vec::new();
    }
    let (quotient, remainder) = n.div_rem(t);
    let mut candidates = vec![quotient];
    if !remainder.is_zero() {
        candidates.push(n - remainder);
        candidates.dedup();
    }
    candidates.retain(|left| losing(left, t) == Some(true));
    candidates
}

/// The value of `n` in Mark.
///
/// For m = ⌊n/2ᵏ⌋, from the highest k down, the values of m − 8, …, m are found from those for the
/// next higher k. Nine values are enough: the value of a number depends on that of the number before
/// it, but within four steps down there is a number that is divisible by 2 an odd number of times,
/// whose value is 0.
pub fn value(n: &BigUint) -> u64 {
    let mut above = Window { last: BigUint::zero(), values: vec![0] };
    for shift in (0..n.bits()).rev() {
        above = Window::below(n >> shift, &above);
    }
    above.value(n).unwrap_or(0)
}

/// The known values of `last` and the numbers just below it.
struct Window {
    last: BigUint,
    /// The value of `last` first, then those of the numbers below it in turn.
    values: Vec<u64>,
}

impl Window {
    fn value(&self, n: &BigUint) -> Option<u64> {
        let back = usize::try_from(self.last.checked_sub(n)?).ok()?;
        self.values.get(back).copied()
    }

    /// Computes the values of up to nine numbers ending with `last`, given those of the numbers
    /// near ⌊last/2⌋.
    fn below(last: BigUint, above: &Window) -> Window {
        const WIDTH: u64 = 8;
        let mut ascending: Vec<u64> = Vec::new();
        for back in (0..=WIDTH).rev().filter(|back| last >= BigUint::from(*back)) {
            let n = &last - back;
            if n.is_zero() || n.trailing_zeros().is_some_and(|twos| twos.is_odd()) {
                ascending.push(0);
            } else if let (Some(before), Some(half)) = (ascending.last(), above.value(&(&n >> 1u32))) {
                let least_free = (0..).find(|value| value != before && *value != half);
                ascending.push(least_free.unwrap_or(0));
            }
        }
        ascending.reverse();
        Window { last, values: ascending }
    }
}
