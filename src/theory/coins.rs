//! Coins in a row (T71): a move turns some coins, the rightmost of them from heads to tails. The
//! value of a position is the nim-sum of the values of its heads; this table gives the value of a
//! head on square n (Lenstra 1977; Winning Ways).
//!
//! | rule | squares from | value of a head on n |
//! |---|---|---|
//! | one coin | any | 1 |
//! | Turning Turtles: one or two coins | 1 | n |
//! | Twins: exactly two coins | 0 | n |
//! | Twins at a distance of at most m | 0 | n mod (m + 1) |
//! | Mock Turtles: one to three coins | 0 | the n-th odious number: 2n or 2n + 1 |
//! | Triplets: exactly three coins | 0 | 0, 0, then the odious numbers |
//! | Ruler: neighbouring coins | 1 | the greatest power of 2 that divides n |
//! | Ruler, at most L coins | 1 | the value of Ruler, but at most the greatest power of 2 up to L |
//!
//! An odious number has an odd number of ones. For at most k coins in general (Moebius is k = 5) the
//! values are found from the definition. Trap: the square that counts as the first matters.

use super::pace::{Pace, Stopped};
use num_bigint::BigUint;
use num_traits::{One, Zero};
use std::collections::BTreeSet;

/// Which coins a move may turn.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Rule {
    /// Exactly one coin.
    One,
    /// One or two coins.
    TurningTurtles,
    /// Exactly two coins.
    Twins,
    /// Exactly two coins at a distance of at most this.
    TwinsUpTo(BigUint),
    /// One, two or three coins.
    MockTurtles,
    /// Exactly three coins.
    Triplets,
    /// Any number of neighbouring coins.
    Ruler,
    /// At least one and at most this many neighbouring coins.
    RulerUpTo(BigUint),
}

impl Rule {
    /// The number of the first square: 0 or 1. [`Rule::value`] counts squares from it.
    pub fn first_square(&self) -> u32 {
        match self {
            Rule::TurningTurtles | Rule::Ruler | Rule::RulerUpTo(_) => 1,
            _ => 0,
        }
    }

    /// The value of a head on square `n`; `None` before the first square.
    pub fn value(&self, n: &BigUint) -> Option<BigUint> {
        if *n < BigUint::from(self.first_square()) {
            return None;
        }
        Some(match self {
            Rule::One => BigUint::one(),
            Rule::TurningTurtles | Rule::Twins => n.clone(),
            Rule::TwinsUpTo(m) => n % (m + 1u32),
            Rule::MockTurtles => odious(n),
            Rule::Triplets if n.bits() <= 1 => BigUint::zero(),
            Rule::Triplets => odious(&(n - 2u32)),
            Rule::Ruler => BigUint::one() << n.trailing_zeros()?,
            Rule::RulerUpTo(most) if most.is_zero() => BigUint::zero(),
            Rule::RulerUpTo(most) => BigUint::one() << n.trailing_zeros()?.min(most.bits() - 1),
        })
    }
}

/// The n-th odious number, counted from 0.
fn odious(n: &BigUint) -> BigUint {
    n * 2u32 + u32::from(n.count_ones().is_multiple_of(2))
}

/// The values of heads on squares 0 to `count` − 1 when one to `most` coins may be turned, from the
/// definition: the least number that is not a nim-sum of fewer than `most` earlier values.
pub fn values_of_at_most(most: usize, count: usize, pace: Pace<'_>) -> Result<Vec<u64>, Stopped> {
    if most == 0 {
        return Ok(vec![0; count]);
    }
    // The nim-sums of exactly j earlier values, for j < `most`.
    let mut sums: Vec<BTreeSet<u64>> = vec![BTreeSet::new(); most];
    sums[0].insert(0);
    let mut values = Vec::with_capacity(count);
    for _ in 0..count {
        let value = (0..).find(|value| sums.iter().all(|set| !set.contains(value))).unwrap_or(0);
        values.push(value);
        for j in (1..most).rev() {
            let with_value: Vec<u64> = sums[j - 1].iter().map(|sum| sum ^ value).collect();
            if pace(with_value.len() as u64 + 1).is_break() {
                return Err(Stopped);
            }
            sums[j].extend(with_value);
        }
    }
    Ok(values)
}
