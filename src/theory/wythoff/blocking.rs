//! Wythoff's game with moves that the opponent forbids (T37). Before each move the player who has just
//! moved may forbid some of the options, for this one move.
//!
//! * A move may take k and l from the two heaps with |k − l| < m, and at most p − 1 of these moves
//!   are forbidden. Lost are the pairs (aₙ, bₙ), where aₙ is the least natural not among the
//!   earlier pairs and bₙ = aₙ + m⌊n/p⌋ (Larsson 2009). No closed form is used: the pairs are
//!   listed.
//! * One option of any kind is forbidden: lost are {(0, 0)} ∪ {(n, 2n + 1)} ∪ {(2Aₙ + 2, 2Bₙ + 2)}
//!   with Wythoff's pairs (Aₙ, Bₙ) (Larsson 2011).
//! * Two options are forbidden: lost are {(0, 0)} ∪ {(n, 2n + 1)} ∪ {(n, 2n + 2)}.
//!
//! For three or more forbidden options there are only conjectures.

use super::classic;
use crate::convention::Convention;
use crate::pace::{self, Pace, Stopped};
use num_bigint::BigUint;
use num_integer::Integer;
use num_traits::Zero;

/// Whether a position is lost when one option of any kind is forbidden at each move.
pub fn losing_one_forbidden(x: &BigUint, y: &BigUint) -> bool {
    let (x, y) = if x <= y { (x, y) } else { (y, x) };
    let even_pair = x.is_even() && y.is_even() && !x.is_zero();
    (x.is_zero() && y.is_zero())
        || *y == x * 2u32 + 1u32
        || even_pair && classic::losing_big(&(x / 2u32 - 1u32), &(y / 2u32 - 1u32), Convention::Normal)
}

/// Whether a position is lost when two options of any kind are forbidden at each move.
pub fn losing_two_forbidden(x: &BigUint, y: &BigUint) -> bool {
    let (x, y) = if x <= y { (x, y) } else { (y, x) };
    (x.is_zero() && y.is_zero()) || (!y.is_zero() && (y - 1u32) / 2u32 == *x && *y > x * 2u32)
}

/// The lost positions when at most p − 1 of the moves in both heaps are forbidden, listed up to the
/// greatest bound of [`BlockedDiagonal::extend`].
#[derive(Clone, Debug)]
pub struct BlockedDiagonal {
    /// Two amounts may be taken together when they differ by less than this; at least 1.
    m: u128,
    /// One more than the number of moves that may be forbidden; at least 1.
    p: u128,
    /// The larger heaps bₙ in order of n, ascending strictly.
    larger: Vec<u128>,
    /// The smaller heaps aₙ in order of n, ascending strictly.
    smaller: Vec<u128>,
    /// The least natural that is in no listed pair: all below are decided.
    undecided: u128,
    /// How many of `larger` are below `undecided`.
    passed: usize,
}

impl BlockedDiagonal {
    /// The game in which two amounts differ by less than `m` and `p` − 1 of these moves may be forbidden;
    /// `None` when one of them is 0.
    pub fn new(m: u64, p: u64) -> Option<BlockedDiagonal> {
        (m > 0 && p > 0).then(|| BlockedDiagonal {
            m: m.into(),
            p: p.into(),
            larger: Vec::new(),
            smaller: Vec::new(),
            undecided: 0,
            passed: 0,
        })
    }

    /// How many bytes the list of pairs up to a smaller heap of `bound` needs at most.
    pub fn bytes_needed(bound: u64) -> u128 {
        (u128::from(bound) + 1) * 2 * 16
    }

    /// Lists all pairs whose smaller heap is at most `bound`. The time grows linearly with `bound`.
    pub fn extend(&mut self, bound: u64, pace: Pace<'_>) -> Result<(), Stopped> {
        while self.undecided <= u128::from(bound) {
            let n = self.smaller.len() as u128;
            self.smaller.push(self.undecided);
            // Both factors come from 64-bit numbers.
            self.larger.push(self.undecided + self.m * (n / self.p));
            self.advance();
            pace::every(pace, self.smaller.len() as u64, 1 << 16)?;
        }
        Ok(())
    }

    /// The pairs listed so far, (smaller, larger) in ascending order.
    pub fn pairs(&self) -> impl Iterator<Item = (u128, u128)> {
        self.smaller.iter().copied().zip(self.larger.iter().copied())
    }

    /// Whether the player to move loses; `None` when the list is too short to say.
    pub fn losing(&self, x: u64, y: u64) -> Option<bool> {
        let (x, y) = (u128::from(x.min(y)), u128::from(x.max(y)));
        if x >= self.undecided {
            return None;
        }
        Some(self.smaller.binary_search(&x).is_ok_and(|n| self.larger[n] == y))
    }

    /// Moves `undecided` to the next natural in no pair. Both sequences ascend, so the naturals
    /// ahead that are in a pair are met among the larger heaps in turn.
    fn advance(&mut self) {
        self.undecided += 1;
        while self.larger.get(self.passed).is_some_and(|used| *used <= self.undecided) {
            if self.larger[self.passed] == self.undecided {
                self.undecided += 1;
            }
            self.passed += 1;
        }
    }
}
