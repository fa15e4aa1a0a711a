//! Verifies that candidates are the values: that moves reach every smaller value of the rare kind
//! too.
//!
//! For every such value there is a list of splits likely to reach it; these splits are tried for
//! many heaps at once until few heaps or no splits are left. For heaps that the list does not
//! decide, all moves are searched, so the answer is exact.

use super::planes::{Planes, STRIP, Strip};
use super::witnesses::Witness;
use pulp::{Arch, NullaryFnOnce};
use std::ops::Range;

/// A heap and a value of the rare kind below its candidate that no tried split of the list reaches.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Open {
    pub heap: usize,
    /// The code of the value without the class bit.
    pub code: u32,
}

/// How many splits are tried between two counts of the heaps that are left.
const BETWEEN_LOOKS: usize = 16;

/// With at most this many heaps of a strip left, it is faster to examine them one by one than to read the
/// rest of a list.
const FEW: u32 = 4;

/// Heaps grouped by threshold: all codes of the rare kind below a heap's threshold must be shown
/// reachable from it.
#[derive(Clone, Debug, Default)]
pub struct Thresholds {
    /// By threshold, the last heap that has it, as its index in the stretch plus 1; 0 if there is
    /// none.
    last: Vec<u32>,
    /// By heap, the previous heap with an equal threshold, as its index plus 1; 0 if there is none.
    before: Vec<u32>,
}

impl Thresholds {
    /// Replaces the contents by the heaps of a stretch, given their thresholds in order.
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

    /// The greatest threshold of a heap; 0 if there are no heaps.
    pub fn most(&self) -> usize {
        self.last.len().saturating_sub(1)
    }

    /// The heaps with this threshold, as indices in the stretch, in descending order.
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
    /// Tries the lists of these codes. Returns the undecided heaps, each with its code, and the
    /// greatest distance of a split that was tried.
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
            // These heaps need not reach this code, nor any greater one.
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

/// Tries the splits of one code's list for the pending heaps of a strip. Returns the heaps still
/// pending, and the greatest distance tried.
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

/// Adds to `open` the heaps whose bits are set in `left`, the heaps left of a strip that begins
/// with `heap`.
fn left_over(left: Strip, heap: usize, code: u32, open: &mut Vec<Open>) {
    for (at, mut word) in left.into_iter().enumerate() {
        while word != 0 {
            open.push(Open { heap: heap + at * 64 + word.trailing_zeros() as usize, code });
            word &= word - 1;
        }
    }
}
