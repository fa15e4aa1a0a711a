//! Learns which splits are likely to reach a value of the rare kind.
//!
//! A list is learned from the last heaps, greedily: each next split reaches the value from most of
//! the heaps that the splits before it leave. Any list gives exact results; a good one gives them
//! sooner.

use super::planes::{Planes, STRIP, Strip};
use pulp::{Arch, NullaryFnOnce};
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// A split that leaves a common heap and the larger heap `n - distance`, for every `n` still to
/// come; or a plain move by `distance`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Witness {
    pub distance: u32,
    /// The code of the common heap, without the class bit; 0 for a plain move.
    pub code: u32,
}

/// The most splits in a list.
const LONGEST: usize = 768;

/// This many splits at the start of a list are ordered by the heaps they reach; the others by how
/// often the code of their other part occurs.
const ORDERED: usize = 128;

/// How many splits a list may have, given the number of codes.
fn longest(codes: usize) -> usize {
    LONGEST.min(2 * ORDERED + 8 * codes)
}

/// The number of heaps from which lists are learned.
pub const SAMPLE: usize = STRIPS * STRIP * 64;

/// The number of strips in the sample.
const STRIPS: usize = 2;

/// The data from which lists are chosen.
#[derive(Clone, Debug)]
pub struct Learner<'p> {
    arch: Arch,
    planes: &'p Planes,
    splits: &'p [Witness],
    /// The first heap of the sample.
    start: usize,
    /// By code, how often it occurs among the last heaps.
    frequency: Vec<u32>,
}

impl<'p> Learner<'p> {
    /// Learns from the last heaps of the planes, for codes below `codes`.
    pub fn new(arch: Arch, planes: &'p Planes, splits: &'p [Witness], codes: usize) -> Self {
        let start = (planes.end() / 64 * 64).saturating_sub(SAMPLE);
        let frequency = (0..codes).map(|code| planes.count(code as u32, SAMPLE)).collect();
        Learner { arch, planes, splits, start, frequency }
    }

    /// The list for one value of the rare kind, given by its code without the class bit.
    ///
    /// It holds the splits whose other part occurs most often, in descending order; occurrences count
    /// twice if the distance is a multiple of 8. The first
    /// `ORDERED` of them are reordered so that together they soon reach the value from all heaps of
    /// the sample. Finally, splits whose distance is a multiple of 8 move to the front, because
    /// they are faster to try.
    pub fn list(&self, code: u32) -> Vec<Witness> {
        let chance = |split: &Witness| {
            let frequency = self.frequency.get((code ^ split.code) as usize).copied().unwrap_or(0);
            if split.distance.is_multiple_of(8) { 2 * frequency } else { frequency }
        };
        let mut splits: Vec<(Reverse<u32>, usize)> =
            self.splits.iter().enumerate().map(|(at, split)| (Reverse(chance(split)), at)).collect();
        let longest = longest(self.frequency.len());
        if splits.len() > longest {
            splits.select_nth_unstable(longest);
            splits.truncate(longest);
        }
        splits.sort_unstable();
        let rest = splits.split_off(splits.len().min(ORDERED));
        let mut list = self.in_order(splits.into_iter().map(|(_, at)| at), code);
        list.extend(rest.into_iter().map(|(_, at)| at));
        list.sort_by_key(|&at| !self.splits[at].distance.is_multiple_of(8));
        list.into_iter().map(|at| self.splits[at]).collect()
    }

    /// The splits in the order in which each one reaches the value from most of the heaps that are left.
    fn in_order(&self, splits: impl Iterator<Item = usize>, code: u32) -> Vec<usize> {
        let mut missing = [[u64::MAX; STRIP]; STRIPS];
        // Gains only fall as splits are chosen. So the best split by its old gain is the best if
        // its gain is unchanged.
        let mut queue: BinaryHeap<(u32, Reverse<usize>)> =
            splits.map(|at| (self.gain(at, code, &missing), Reverse(at))).collect();
        let (mut order, mut idle) = (Vec::new(), Vec::new());
        while let Some((before, Reverse(at))) = queue.pop() {
            let now = self.gain(at, code, &missing);
            if now == 0 {
                idle.push(at);
            } else if now == before {
                order.push(at);
                self.remove(at, code, &mut missing);
            } else {
                queue.push((now, Reverse(at)));
            }
        }
        order.extend(idle);
        order
    }

    /// The number of missing heaps from which the split reaches the value.
    fn gain(&self, split: usize, code: u32, missing: &[Strip; STRIPS]) -> u32 {
        self.arch.dispatch(Gain {
            planes: self.planes,
            start: self.start,
            split: self.splits[split],
            code,
            missing,
        })
    }

    fn remove(&self, split: usize, code: u32, missing: &mut [Strip; STRIPS]) {
        let split = self.splits[split];
        for (at, missing) in missing.iter_mut().enumerate() {
            let heap = self.start + at * STRIP * 64;
            if let Some(reached) = self.planes.shifted(code ^ split.code, heap, split.distance) {
                for (reached, missing) in reached.iter().zip(missing) {
                    *missing &= !reached;
                }
            }
        }
    }
}

/// The task of [`Learner::gain`].
struct Gain<'g> {
    planes: &'g Planes,
    start: usize,
    split: Witness,
    code: u32,
    missing: &'g [Strip; STRIPS],
}

impl NullaryFnOnce for Gain<'_> {
    type Output = u32;

    #[inline(always)]
    fn call(self) -> u32 {
        let mut gain = 0;
        for (at, missing) in self.missing.iter().enumerate() {
            let heap = self.start + at * STRIP * 64;
            if let Some(reached) = self.planes.shifted(self.code ^ self.split.code, heap, self.split.distance)
            {
                for (reached, missing) in reached.iter().zip(missing) {
                    gain += (reached & missing).count_ones();
                }
            }
        }
        gain
    }
}
