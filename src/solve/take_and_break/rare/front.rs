//! Finds values in order: finds candidates, has them verified, and enters the rare heaps that the
//! verification finds.

use super::candidates::{Candidates, Trouble};
use super::exhaust;
use super::kinds::Kinds;
use super::reach::Reach;
use super::spread::spread;
use super::verifier::{Tried, Verifier, witness};
use super::verify::Open;
use super::witnesses::Witness;
use super::{Moves, block::LANES};
use crate::pace::{self, Pace};
use crate::take_and_break::cell::Cell;
use pulp::Arch;
use std::sync::atomic::{AtomicUsize, Ordering};

/// How many portions may wait for each helping thread, on average.
pub const DEPTH: usize = 3;

/// The most heaps whose candidates are found before any of them is verified.
const MOST_AT_ONCE: usize = 1 << 16;

/// The most marks, roughly, that are made for candidates before they are verified: some
/// milliseconds of work.
const WORK_AT_ONCE: usize = 1 << 22;

/// The work on one heap besides the marks of its offsets, as a number of marks.
const WORK_A_HEAP: usize = 64;

/// With fewer open values than this, one thread searches all moves for them.
const OPEN_FOR_A_THREAD: usize = 16;

/// With fewer heaps to read for all open values together, one thread searches: starting another
/// takes longer.
const LOOKS_FOR_A_THREAD: usize = 1 << 22;

/// The fewest heaps in a portion that is sent to another thread.
const LEAST_TOGETHER: usize = 512;

/// The least work, in marks, of a portion that is sent to another thread.
const LEAST_WORK: usize = 1 << 15;

/// The most heaps at once for one thread alone: planes and candidates then stay in its cache.
const AT_ONCE_ALONE: usize = 2048;

/// How the next values are computed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Course {
    /// Each heap is verified before the next.
    Busy,
    /// First candidates for this many heaps, then their verification.
    Quiet(usize),
    /// Candidates in portions of this many heaps; each is verified while the next candidates are
    /// found.
    Ahead(usize),
}

/// The data with which one thread finds values in order.
pub struct Front<'f> {
    pub arch: Arch,
    pub moves: &'f Moves,
    pub kinds: &'f Kinds,
    pub candidates: &'f mut Candidates,
    pub reach: &'f mut Reach,
}

/// The result of a search for a move that reaches a value.
enum Way {
    /// The amount taken, and the smaller part; 0 if one heap is left.
    Some((usize, usize)),
    /// No move reaches the value: the heap is rare.
    None,
    /// An earlier heap is rare, so this result is useless.
    Void,
}

/// A rare heap: no move reaches this value of the rare kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Found {
    pub heap: usize,
    /// The code of the value, without the class bit.
    pub code: u32,
}

/// The results of searching among all moves.
#[derive(Clone, Debug, Default)]
pub struct Looked {
    /// The first rare heap, `None` if no heap is rare; candidates after it are void.
    pub found: Option<Found>,
    /// Codes, each with a split that reaches it and may serve other heaps too.
    pub witnesses: Vec<(u32, Witness)>,
}

impl Front<'_> {
    /// How to find the next values when `heaps` are known: the longer no heap was rare, the more
    /// heaps at once.
    pub fn course(&self, heaps: usize, threads: usize) -> Course {
        let quiet = (heaps - self.candidates.offsets.last_rare()) / 4;
        let a_heap = self.candidates.offsets.rare_count() + WORK_A_HEAP;
        let work = (WORK_AT_ONCE / a_heap).max(LANES);
        let together = (quiet / (threads * DEPTH)).min(work).min(MOST_AT_ONCE);
        if threads > 1 && together >= LEAST_TOGETHER.max(LEAST_WORK / a_heap) {
            return Course::Ahead(together);
        }
        let alone = quiet.min(work).min(AT_ONCE_ALONE);
        if alone < 2 * LANES { Course::Busy } else { Course::Quiet(alone) }
    }

    /// Finds candidates of several blocks, then verifies them. Cells after the first rare heap are
    /// removed.
    pub fn many_blocks<C: Cell>(
        &mut self,
        verifier: &mut Verifier,
        cells: &mut Vec<C>,
        end: usize,
        threads: usize,
        pace: Pace<'_>,
    ) -> Result<(), Trouble> {
        let first = cells.len();
        verifier.follow(self.kinds, cells, 0, self.candidates.codes());
        let outcome = self.append(cells, end, threads, pace);
        let codes = self.candidates.codes();
        let tried = verifier.try_candidates(self.kinds, &cells[first..], first, codes, threads);
        let looked = self.look_among_all(cells, &tried, cells.len(), threads);
        looked.witnesses.into_iter().for_each(|(code, witness)| verifier.remember(code, witness));
        if let Some(found) = looked.found {
            verifier.drop_from(found.heap);
            cells.truncate(found.heap + 1);
            self.enter(cells, found);
        }
        pace::report(pace, (cells.len() - first) as u64)?;
        if looked.found.is_some() { Ok(()) } else { outcome }
    }

    /// Searches all moves for the values that likely splits left open, at the heaps from
    /// `tried.start` to before `end`.
    pub fn look_among_all<C: Cell>(
        &mut self,
        cells: &[C],
        tried: &Tried,
        end: usize,
        threads: usize,
    ) -> Looked {
        // Results beyond the first rare heap are useless.
        let first_rare = AtomicUsize::new(usize::MAX);
        let reaching = |open: usize| {
            let Open { heap, code } = tried.open[open];
            if heap > first_rare.load(Ordering::Relaxed) {
                return Way::Void;
            }
            let target = C::of(code | self.kinds.rare_bit(heap));
            let way = exhaust::reaching(self.arch, cells, self.moves, (heap, heap), target);
            way.map_or_else(
                || {
                    first_rare.fetch_min(heap, Ordering::Relaxed);
                    Way::None
                },
                Way::Some,
            )
        };
        let asked = tried.open.len();
        let few = asked < OPEN_FOR_A_THREAD || asked.saturating_mul(end) < LOOKS_FOR_A_THREAD;
        let threads = if few { 1 } else { threads };
        let ways = spread(threads, tried.open.len(), reaching);
        let opened = || tried.open.iter().zip(&ways);
        let rare = opened().filter(|(_, way)| matches!(way, Way::None)).map(|(open, _)| open);
        let found = rare.map(|&Open { heap, code }| Found { heap, code }).min();
        let mut looked = Looked { found, witnesses: Vec::new() };
        let mut reach = tried.reach;
        for (&Open { heap, code }, way) in opened() {
            if let Way::Some((take, part)) = *way
                && found.is_none_or(|found| heap <= found.heap)
            {
                reach = reach.max(u32::try_from(take + part).unwrap_or(u32::MAX));
                let witness = witness(self.kinds, cells, (take, part), tried.start);
                looked.witnesses.extend(witness.map(|witness| (code, witness)));
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
