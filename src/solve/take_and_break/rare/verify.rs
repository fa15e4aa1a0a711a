//! Verification that candidates are the values: every smaller value of the rare kind is reached too.
//!
//! For every such value there is a list of splits likely to reach it; they are tried for many heaps at once
//! until none is left. Heaps that the list does not decide are searched among all moves, so the answer is
//! exact.

use super::planes::{Planes, STRIP, Strip};
use super::witnesses::Witness;
use pulp::{Arch, NullaryFnOnce};
use std::ops::Range;

/// A heap that a list of likely splits did not settle, for one value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Open {
    pub heap: usize,
    /// The code of the value without the class bit.
    pub code: u32,
}

/// Splits tried before it is seen whether any heap is left.
const BETWEEN_LOOKS: usize = 16;

/// With at most this many heaps of a strip left, it is faster to examine them one by one than to read the
/// rest of a list.
const FEW: u32 = 4;

/// For every heap, the codes of the rare kind below its threshold must be shown reachable. Heaps
/// are grouped by threshold.
#[derive(Clone, Debug, Default)]
pub struct Thresholds {
    /// For every threshold the last heap with it, counted from the start and from 1; 0 if there is none.
    last: Vec<u32>,
    /// For every heap, the one before it with the same threshold.
    before: Vec<u32>,
}

impl Thresholds {
    /// Fills the lists from the thresholds of the heaps of a stretch, in order.
    pub fn fill(&mut self, thresholds: impl Iterator<Item = u32>) {
        self.last.clear();
        self.before.clear();
        for (heap, threshold) in thresholds.enumerate() {
            let threshold = threshold as usize;
            if threshold >= self.last.len() {
                self.last.resize(threshold + 1, 0);
            }
            self.before.push(self.last[threshold]);
            self.last[threshold] = heap as u32 + 1;
        }
    }

    /// The greatest threshold.
    pub fn most(&self) -> usize {
        self.last.len().saturating_sub(1)
    }

    /// The heaps with this threshold, counted from the start.
    fn heaps(&self, threshold: usize) -> impl Iterator<Item = usize> + '_ {
        let mut heap = self.last[threshold];
        std::iter::from_fn(move || {
            let found = heap.checked_sub(1)? as usize;
            heap = self.before[found];
            Some(found)
        })
    }
}

/// The lists, and the heaps from `start` to the end of the planes for which they are tried.
pub struct Lists<'l> {
    pub arch: Arch,
    pub planes: &'l Planes,
    pub start: usize,
    pub thresholds: &'l Thresholds,
    /// The lists by code.
    pub lists: &'l [Vec<Witness>],
}

impl Lists<'_> {
    /// Tries the lists of these codes. Returns the undecided heaps, and the greatest distance of a split that
    /// may have been needed.
    pub fn try_codes(&self, codes: Range<usize>) -> (Vec<Open>, u32) {
        let &Lists { arch, planes, start, thresholds, lists } = self;
        let first_word = start / 64;
        let strips = (planes.end().div_ceil(64) - first_word).div_ceil(STRIP);
        let mut pending = vec![[0; STRIP]; strips];
        let place = |heap: usize| (heap / 64 - first_word, heap % 64);
        for heap in start..planes.end() {
            let (word, bit) = place(heap);
            pending[word / STRIP][word % STRIP] |= 1 << bit;
        }
        let (mut open, mut reach) = (Vec::new(), 0);
        for code in 0..codes.end {
            for heap in thresholds.heaps(code) {
                let (word, bit) = place(start + heap);
                pending[word / STRIP][word % STRIP] &= !(1 << bit);
            }
            if code < codes.start {
                continue;
            }
            let list = lists.get(code).map_or(&[][..], |list| list);
            for (strip, pending) in pending.iter().enumerate() {
                let heap = (first_word + strip * STRIP) * 64;
                let (left, used) =
                    arch.dispatch(Settle { planes, heap, code: code as u32, list, pending: *pending });
                reach = used.max(reach);
                left_over(left, heap, code as u32, &mut open);
            }
        }
        (open, reach)
    }
}

/// The heaps that are still pending after the splits were tried, and how far back these reached.
struct Settle<'s> {
    planes: &'s Planes,
    /// The first heap of the strip.
    heap: usize,
    code: u32,
    list: &'s [Witness],
    pending: Strip,
}

impl NullaryFnOnce for Settle<'_> {
    type Output = (Strip, u32);

    #[inline(always)]
    fn call(self) -> (Strip, u32) {
        let mut pending = self.pending;
        let mut reach = 0;
        for witnesses in self.list.chunks(BETWEEN_LOOKS) {
            if pending.iter().map(|word| word.count_ones()).sum::<u32>() <= FEW {
                break;
            }
            for witness in witnesses {
                let reached = self.planes.shifted(self.code ^ witness.code, self.heap, witness.distance);
                if let Some(reached) = reached {
                    for (pending, reached) in pending.iter_mut().zip(reached) {
                        *pending &= !reached;
                    }
                    reach = reach.max(witness.distance);
                }
            }
        }
        (pending, reach)
    }
}

/// The heaps whose bits are left.
fn left_over(left: Strip, heap: usize, code: u32, open: &mut Vec<Open>) {
    for (at, mut word) in left.into_iter().enumerate() {
        while word != 0 {
            open.push(Open { heap: heap + at * 64 + word.trailing_zeros() as usize, code });
            word &= word - 1;
        }
    }
}
