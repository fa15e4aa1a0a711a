//! Candidates, and what their verification makes of them.

use super::ahead::DEPTH;
use super::candidates::{Candidates, Marked, Trouble};
use super::exhaust;
use super::kinds::Kinds;
use super::reach::Reach;
use super::singly::{self, Candidate};
use super::verifier::{Tried, Verifier, witness};
use super::verify::Open;
use super::witnesses::Witness;
use super::{Moves, block::LANES};
use crate::solve::pace::{self, Pace};
use crate::solve::split::cell::Cell;
use pulp::Arch;

/// Heaps whose candidates are found before any of them is verified are at most so many,
const MOST_AT_ONCE: usize = 1 << 16;

/// and the work for them is about so many marks, which takes some milliseconds.
const WORK_AT_ONCE: usize = 1 << 22;

/// Marks that stand for the work on one heap beside those of its offsets.
const WORK_A_HEAP: usize = 64;

/// Fewer are not worth being sent to another thread.
pub const LEAST_TOGETHER: usize = 512;

/// One thread alone fares best if planes and candidates of one go stay in its cache.
const AT_ONCE_ALONE: usize = 2048;

/// So few heaps are sooner looked at one by one than by what is left of a list.
const FEW: u32 = 4;

/// What one thread works with to find values in order.
pub struct Front<'f> {
    pub arch: Arch,
    pub moves: &'f Moves,
    pub kinds: &'f Kinds,
    pub candidates: &'f mut Candidates,
    pub reach: &'f mut Reach,
    /// Room for the marks of one heap.
    pub marks: &'f mut Vec<u8>,
}

/// A rare heap: no move reaches this value of the rare kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Found {
    pub heap: usize,
    /// Without the class bit.
    pub code: u32,
}

/// What looking among all moves has brought.
#[derive(Clone, Debug, Default)]
pub struct Looked {
    /// The first rare heap; candidates after it are void.
    pub found: Option<Found>,
    /// By code, splits that may serve other heaps too.
    pub witnesses: Vec<(u32, Witness)>,
}

impl Front<'_> {
    /// One block, where new rare heaps are expected.
    pub fn one_block<C: Cell>(
        &mut self,
        cells: &mut Vec<C>,
        to: usize,
        pace: Pace<'_>,
    ) -> Result<(), Trouble> {
        let marked = self.candidates.mark(self.kinds, cells, pace)?;
        self.marked_block(cells, to, marked, pace)
    }

    /// The heaps of a marked block, each verified before the next.
    pub fn marked_block<C: Cell>(
        &mut self,
        cells: &mut Vec<C>,
        to: usize,
        mut marked: Marked,
        pace: Pace<'_>,
    ) -> Result<(), Trouble> {
        let start = cells.len();
        self.candidates.finish(self.kinds, cells, &mut marked, 0)?;
        let end = to.min(start + LANES);
        for heap in start..end {
            let candidate = Candidate {
                heap,
                threshold: self.kinds.threshold(cells[heap].into()) as usize,
                rare_bit: self.kinds.rare_bit(heap),
                class_bit: self.kinds.class_bit(),
            };
            if let Some(code) = singly::least_unreached(self.arch, cells, self.moves, candidate, self.marks) {
                self.enter(cells, Found { heap, code });
                self.candidates.finish(self.kinds, cells, &mut marked, heap + 1 - start)?;
            }
        }
        cells.truncate(end);
        self.reach.note(start, end, None);
        Ok(pace::report(pace, (end - start) as u64)?)
    }

    /// For how many heaps candidates are to be found before verification: more, the longer no heap was rare;
    /// 0 where each heap is to be verified before the next.
    pub fn at_once(&self, heaps: usize, threads: usize) -> usize {
        let quiet = (heaps - self.candidates.offsets.last_rare()) / 4;
        let work = (WORK_AT_ONCE / (self.candidates.offsets.rare_count() + WORK_A_HEAP)).max(LANES);
        let together = (quiet / (threads * DEPTH)).min(work).min(MOST_AT_ONCE);
        if threads > 1 && together >= LEAST_TOGETHER {
            return together;
        }
        let alone = quiet.min(work).min(AT_ONCE_ALONE);
        if alone < 2 * LANES { 0 } else { alone }
    }

    /// Candidates of several blocks, then their verification, which may find that one of them was wrong.
    pub fn many_blocks<C: Cell>(
        &mut self,
        verifier: &mut Verifier,
        cells: &mut Vec<C>,
        end: usize,
        pace: Pace<'_>,
    ) -> Result<(), Trouble> {
        let first = cells.len();
        verifier.follow(self.kinds, cells, 0, self.candidates.codes());
        let outcome = self.append(cells, end, pace);
        let codes = self.candidates.codes();
        let tried = verifier.try_candidates(self.kinds, &cells[first..], first, codes, FEW);
        let looked = self.look_among_all(cells, &tried, cells.len());
        looked.witnesses.into_iter().for_each(|(code, witness)| verifier.remember(code, witness));
        if let Some(found) = looked.found {
            verifier.drop_from(found.heap);
            cells.truncate(found.heap + 1);
            self.enter(cells, found);
        }
        pace::report(pace, (cells.len() - first) as u64)?;
        if looked.found.is_some() { Ok(()) } else { outcome }
    }

    /// Appends candidates of whole blocks, but not beyond `end`.
    pub fn append<C: Cell>(&mut self, cells: &mut Vec<C>, end: usize, pace: Pace<'_>) -> Result<(), Trouble> {
        let mut outcome = Ok(());
        while cells.len() < end && outcome.is_ok() {
            outcome = self.candidates.block(self.kinds, cells, pace);
        }
        cells.truncate(end);
        outcome
    }

    /// Looks for what likely splits left over among all moves. The heaps are those from `tried.start` to before `end`.
    pub fn look_among_all<C: Cell>(&mut self, cells: &[C], tried: &Tried, end: usize) -> Looked {
        let mut looked = Looked::default();
        let mut reach = tried.reach;
        for &Open { heap, code } in &tried.open {
            if looked.found.is_some_and(|found| (found.heap, found.code) < (heap, code)) {
                continue;
            }
            let target = C::of(code | self.kinds.rare_bit(heap));
            match exhaust::reaching(self.arch, cells, self.moves, heap, target) {
                Some((take, part)) => {
                    reach = reach.max(u32::try_from(take + part).unwrap_or(u32::MAX));
                    let witness = witness(self.kinds, cells, (take, part), tried.start);
                    looked.witnesses.extend(witness.map(|witness| (code, witness)));
                }
                None => looked.found = Some(Found { heap, code }),
            }
        }
        self.reach.note(tried.start, end, Some(reach));
        looked
    }

    /// Writes the value of a rare heap and remembers it.
    pub fn enter<C: Cell>(&mut self, cells: &mut [C], found: Found) {
        let code = found.code | self.kinds.rare_bit(found.heap);
        cells[found.heap] = C::of(code);
        self.candidates.offsets.add_rare(found.heap, code);
    }
}
