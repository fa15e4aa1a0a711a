//! Computes values if the amounts are few and small: those of several heaps at once in one machine
//! word.
//!
//! The value v of a heap is kept as the lane 2^v (lanes of 8, 16, 32 or 64 bits, room for one bit
//! more than there are amounts, so that the value fits). The bitwise or of the lanes at n − a over
//! all amounts a is the set of values that a move can reach, and its lowest clear bit is the lane
//! of the value of n. One word read at place n − a serves all heaps of a block of several lanes at
//! once. Lanes that are not known yet are 0 and exclude nothing. Inside the block, a heap that gets
//! its value excludes this value from later heaps of the block: its lane is shifted by each small
//! amount. If the least amount is a, any a neighbouring heaps do not depend on each other, and up
//! to that many are computed in one step.

use super::values::Values;
use crate::pace::{Pace, Stopped, report};

/// The most amounts that are supported. A heap has at most as many options, so its value is at most
/// this number.
pub(super) const MOST_AMOUNTS: usize = 63;
/// The farthest that an amount may reach, in bytes of lanes, so that the lanes stay in the
/// processor's cache.
const FARTHEST: u64 = 1 << 18;
/// How many heaps are computed before their values are written out.
const CHUNK: usize = 1 << 13;
/// How many words are computed at once when none of their heaps depends on another.
const WIDE: usize = 8;
/// Zero bytes behind the chunk, so that words that begin inside may be read whole.
const BEHIND: usize = 8 * WIDE;

/// The lanes of the last heaps.
#[derive(Debug, Clone)]
pub(super) struct Few {
    /// How many bytes a lane has: 1, 2, 4 or 8.
    lane: usize,
    /// How many bytes back each amount reaches; sorted.
    reaches: Vec<usize>,
    /// The lanes of as many heaps as the largest amount, then those of the chunk that is being
    /// computed, then zeros.
    lanes: Vec<u8>,
}

impl Few {
    /// The engine for these sorted amounts, unless there are too many or they reach too far.
    pub fn new(amounts: &[u64]) -> Option<Few> {
        let lane = match amounts.len() {
            0..=7 => 1,
            8..=15 => 2,
            16..=31 => 4,
            32..=MOST_AMOUNTS => 8,
            _ => return None,
        };
        let largest = amounts.last().copied().unwrap_or(0);
        if largest > FARTHEST / lane {
            return None;
        }
        let reaches: Vec<usize> = amounts.iter().map(|&amount| (amount * lane) as usize).collect();
        let lanes = vec![0; (largest * lane) as usize + CHUNK * lane as usize + BEHIND];
        Some(Few { lane: lane as usize, reaches, lanes })
    }

    /// Computes the values of the next heaps, all below `to`.
    pub fn advance(&mut self, values: &mut Values, to: usize, pace: Pace) -> Result<(), Stopped> {
        let count = CHUNK.min(to - values.len());
        let from = self.reaches.last().copied().unwrap_or(0);
        pulp::Arch::new().dispatch(Chunk { few: self, values, from, count });
        self.lanes.copy_within(count * self.lane..count * self.lane + from, 0);
        self.lanes[from..].fill(0);
        report(pace, count as u64)
    }

    /// Computes `count` lanes, from byte `from` of `lanes` on.
    #[inline(always)]
    fn make(&mut self, from: usize, count: usize) {
        let bytes = count * self.lane;
        let least = self.reaches.first().copied().unwrap_or(usize::MAX);
        match least {
            0..=1 => self.make_dependent::<1>(from, bytes),
            2..=3 => self.make_dependent::<2>(from, bytes),
            4..=7 => self.make_dependent::<4>(from, bytes),
            8..64 => self.make_dependent::<8>(from, bytes),
            _ => self.make_wide(from, bytes),
        }
        // The last word may extend beyond the requested heaps.
        self.lanes[from + bytes..].fill(0);
    }

    /// Computes one word at a time, of which `STEP` bytes at a time do not depend on each other:
    /// the least amount reaches at least `STEP` bytes back, and `STEP` is a multiple of the lane.
    #[inline(always)]
    fn make_dependent<const STEP: usize>(&mut self, from: usize, bytes: usize) {
        let ones = self.lowest_bits() & (u64::MAX >> (64 - 8 * STEP));
        let step = ones.wrapping_mul(self.lane_mask());
        // How far the amounts that stay inside the word shift a lane, once the step has been shifted out.
        let near = self.reaches.iter().filter(|&&reach| reach < 8).map(|&reach| 8 * (reach - STEP) as u32);
        let near: Vec<u32> = near.collect();
        let spread: u64 = near.iter().map(|&shift| 1 << shift).sum();
        for at in (from..from + bytes).step_by(8) {
            let mut excluded = 0;
            for &reach in &self.reaches {
                excluded |= word(&self.lanes, at - reach);
            }
            let mut made = 0;
            for place in 0..8 / STEP {
                // The carry stays in its lane: a lane has room for one value more than can be excluded.
                let lowest_clear = !excluded & excluded.wrapping_add(ones);
                let passed = excluded.checked_shr(8 * STEP as u32).unwrap_or(0);
                if STEP == self.lane {
                    // A single lane is a power of two, so the product is the or of the shifted lanes.
                    made |= lowest_clear << (8 * STEP * place);
                    excluded = passed | lowest_clear.wrapping_mul(spread);
                } else {
                    let lanes = lowest_clear & step;
                    made |= lanes << (8 * STEP * place);
                    excluded = near.iter().fold(passed, |all, &shift| all | lanes << shift);
                }
            }
            self.lanes[at..at + 8].copy_from_slice(&made.to_le_bytes());
        }
    }

    /// Computes [`WIDE`] words at a time, if the least amount reaches back beyond all of them.
    #[inline(always)]
    fn make_wide(&mut self, from: usize, bytes: usize) {
        let ones = self.lowest_bits();
        for at in (from..from + bytes).step_by(8 * WIDE) {
            let mut excluded = [0u64; WIDE];
            for &reach in &self.reaches {
                let behind = &self.lanes[at - reach..at - reach + 8 * WIDE];
                for (excluded, lanes) in excluded.iter_mut().zip(behind.chunks_exact(8)) {
                    *excluded |= word(lanes, 0);
                }
            }
            for (excluded, lanes) in excluded.iter().zip(self.lanes[at..].chunks_exact_mut(8)) {
                lanes.copy_from_slice(&(!excluded & excluded.wrapping_add(ones)).to_le_bytes());
            }
        }
    }

    /// Appends the values of `count` lanes, from byte `from` on: the indices of their single bits.
    #[inline(always)]
    fn write_out(&self, values: &mut Values, from: usize, count: usize) {
        let most = MOST_AMOUNTS as u32;
        let made = &self.lanes[from..from + count * self.lane];
        match self.lane {
            1 => values.append(made.iter().map(|lane| lane.trailing_zeros()), most),
            2 => values.append(made.chunks_exact(2).map(|lane| word_of(lane).trailing_zeros()), most),
            4 => values.append(made.chunks_exact(4).map(|lane| word_of(lane).trailing_zeros()), most),
            _ => values.append(made.chunks_exact(8).map(|lane| word_of(lane).trailing_zeros()), most),
        }
    }

    /// A word with the lowest bit of each lane.
    #[inline(always)]
    fn lowest_bits(&self) -> u64 {
        u64::MAX / self.lane_mask()
    }

    /// All bits of one lane.
    #[inline(always)]
    fn lane_mask(&self) -> u64 {
        u64::MAX >> (64 - 8 * self.lane)
    }
}

/// The task of computing the values of one chunk. (A separate type, because a closure is not
/// reliably inlined into the code for the chosen vector instructions.)
struct Chunk<'a> {
    few: &'a mut Few,
    values: &'a mut Values,
    from: usize,
    count: usize,
}

impl pulp::NullaryFnOnce for Chunk<'_> {
    type Output = ();

    #[inline(always)]
    fn call(self) {
        self.few.make(self.from, self.count);
        self.few.write_out(self.values, self.from, self.count);
    }
}

/// The eight bytes from `at` on as a word.
#[inline(always)]
fn word(bytes: &[u8], at: usize) -> u64 {
    bytes[at..at + 8].try_into().map_or(0, u64::from_le_bytes)
}

/// At most eight bytes as a word.
#[inline(always)]
fn word_of(bytes: &[u8]) -> u64 {
    bytes.iter().rev().fold(0, |all, &byte| all << 8 | u64::from(byte))
}
