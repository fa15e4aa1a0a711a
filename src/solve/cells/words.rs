//! Sets of literals as bits of `N` words of 64 bits.

use std::hash::{Hash, Hasher};

/// A set of numbers below 64·N.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Words<const N: usize>(pub [u64; N]);

impl<const N: usize> Hash for Words<N> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        // Words are hashed one by one, because an array would be hashed by bytes, with its length.
        self.0.iter().for_each(|word| state.write_u64(*word));
    }
}

impl<const N: usize> Words<N> {
    /// The empty set.
    pub const NONE: Words<N> = Words([0; N]);

    /// The set of some numbers.
    pub fn of(numbers: &[u32]) -> Words<N> {
        let mut set = Words::NONE;
        for number in numbers {
            set.0[*number as usize / 64] |= 1 << (number % 64);
        }
        set
    }

    #[inline]
    fn zip(self, other: Words<N>, make: impl Fn(u64, u64) -> u64) -> Words<N> {
        Words(std::array::from_fn(|at| make(self.0[at], other.0[at])))
    }

    /// A hash of the set, below 2^bits.
    #[inline]
    pub fn slot(self, bits: u32) -> usize {
        let mix = |all: u64, word: &u64| (all.rotate_left(5) ^ word).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        (self.0.iter().fold(0, mix) >> (64 - bits)) as usize
    }

    /// The union.
    #[inline]
    pub fn or(self, other: Words<N>) -> Words<N> {
        self.zip(other, |a, b| a | b)
    }

    /// The intersection.
    #[inline]
    pub fn and(self, other: Words<N>) -> Words<N> {
        self.zip(other, |a, b| a & b)
    }

    /// The difference.
    #[inline]
    pub fn without(self, other: Words<N>) -> Words<N> {
        self.zip(other, |a, b| a & !b)
    }

    /// All numbers decreased by an amount; those that would become negative are dropped.
    #[inline]
    pub fn shifted_down(self, by: usize) -> Words<N> {
        let (words, bits) = (by / 64, by % 64);
        let word = |at: usize| self.0.get(at).copied().unwrap_or(0);
        Words(std::array::from_fn(|at| {
            let low = word(at + words) >> bits;
            if bits == 0 { low } else { low | word(at + words + 1) << (64 - bits) }
        }))
    }

    /// Whether this is a subset of another set.
    #[inline]
    pub fn lies_in(self, other: Words<N>) -> bool {
        (0..N).all(|at| self.0[at] & !other.0[at] == 0)
    }

    /// Whether two sets have a common member.
    #[inline]
    pub fn meets(self, other: Words<N>) -> bool {
        (0..N).any(|at| self.0[at] & other.0[at] != 0)
    }

    /// Whether the set is empty.
    #[inline]
    pub fn is_empty(self) -> bool {
        self.0 == [0; N]
    }

    /// The number of members.
    #[inline]
    pub fn len(self) -> usize {
        self.0.iter().map(|word| word.count_ones() as usize).sum()
    }

    /// Whether a number is in the set.
    #[inline]
    pub fn has(self, number: usize) -> bool {
        self.0[number / 64] >> (number % 64) & 1 == 1
    }

    /// The least member; `None` if the set is empty.
    #[inline]
    pub fn first(self) -> Option<u32> {
        let at = self.0.iter().position(|word| *word != 0)?;
        Some(at as u32 * 64 + self.0[at].trailing_zeros())
    }

    /// Calls `visit` for all members, ascending.
    #[inline]
    pub fn each(self, mut visit: impl FnMut(usize)) {
        for (at, word) in self.0.iter().enumerate() {
            let mut left = *word;
            while left != 0 {
                visit(at * 64 + left.trailing_zeros() as usize);
                left &= left - 1;
            }
        }
    }
}
