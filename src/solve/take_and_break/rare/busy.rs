//! Finds values block by block, with one thread or several, while rare heaps are frequent.
//!
//! Far offsets and verification then take nearly all the time, because every heap has to be
//! verified before the next. Nearly all far offsets of a block reach heaps that are known before
//! the previous block is finished, and nearly all pairs of parts consist of heaps before the block.
//! So, when a block has candidates, all threads verify them in one round with the moves to heaps
//! before the block, and mark the next block. The few moves to heaps of the block itself are
//! examined afterwards by the first thread, in order.

use super::block::LANES;
use super::candidates::{Marked, Trouble};
use super::front::{Course, Found, Front};
use super::singly::{self, Candidate};
use super::team::Team;
use crate::pace::{self, Pace};
use crate::take_and_break::cell::Cell;
use std::ops::Range;

/// The fewest known heaps for which another thread saves time.
const ENOUGH_FOR_THREADS: usize = 1 << 12;

/// The fewest marks in a block for which another thread saves time, if there is no other work.
const WORK_FOR_A_THREAD: usize = 1 << 13;

impl Front<'_> {
    /// Finds values block by block, each heap verified before the next, until there are `to` heaps,
    /// or more than `most_rares` rare heaps, or rare heaps have become infrequent.
    pub fn busy_blocks<C: Cell>(
        &mut self,
        cells: &mut Vec<C>,
        to: usize,
        most_rares: usize,
        threads: usize,
        pace: Pace<'_>,
    ) -> Result<(), Trouble> {
        let (threads, to) = match cells.len() {
            // With few heaps, one thread works until there are enough for several.
            few if few < ENOUGH_FOR_THREADS => (1, to.min(ENOUGH_FOR_THREADS)),
            _ => (threads, to),
        };
        let mut start = cells.len();
        Team::with(self, cells, threads, |team| {
            let mut marks = Vec::new();
            let mut found = team.round(0..0, Some(start), &mut marks);
            loop {
                let mut held = team.desk();
                let desk = &mut *held;
                let Some(mut marked) = desk.marked(&mut found, pace)? else { return Ok(()) };
                desk.front.candidates.finish(desk.front.kinds, desk.cells, &mut marked, 0)?;
                drop(held);
                let heaps = start..to.min(start + LANES);
                start += LANES;
                found = team.round(heaps.clone(), (start < to).then_some(start), &mut marks);
                let mut held = team.desk();
                let desk = &mut *held;
                desk.front.settle(desk.cells, heaps.clone(), &mut marked, &found.unreached, &mut marks)?;
                pace::report(pace, heaps.len() as u64)?;
                let front = &desk.front;
                if front.candidates.offsets.rare_count() > most_rares
                    || front.course(desk.cells.len(), 1) != Course::Busy
                {
                    return Ok(());
                }
            }
        })
    }

    /// Appends candidates until there are `end` cells; if a block has much work, several threads
    /// mark it.
    pub fn append<C: Cell>(
        &mut self,
        cells: &mut Vec<C>,
        end: usize,
        threads: usize,
        pace: Pace<'_>,
    ) -> Result<(), Trouble> {
        let together = threads > 1 && self.candidates.work_a_block() >= WORK_FOR_A_THREAD;
        let mut outcome = if together { self.append_together(cells, end, threads, pace) } else { Ok(()) };
        while cells.len() < end && outcome.is_ok() {
            outcome = self.candidates.block(self.kinds, cells, pace);
        }
        cells.truncate(end);
        outcome
    }

    fn append_together<C: Cell>(
        &mut self,
        cells: &mut Vec<C>,
        end: usize,
        threads: usize,
        pace: Pace<'_>,
    ) -> Result<(), Trouble> {
        let mut start = cells.len();
        Team::with(self, cells, threads, |team| {
            while start < end {
                let mut found = team.round(0..0, Some(start), &mut Vec::new());
                let mut held = team.desk();
                let desk = &mut *held;
                let Some(mut marked) = desk.marked(&mut found, pace)? else { break };
                desk.front.candidates.finish(desk.front.kinds, desk.cells, &mut marked, 0)?;
                start += LANES;
            }
            Ok(())
        })
    }

    /// The block that begins at `start`, without marks.
    pub fn unmarked(&self, start: usize) -> Marked {
        Marked::new(self.kinds, start, self.candidates.words())
    }

    /// The least code of the rare kind, without the class bit, for a value below the candidate of
    /// `heap` that no move to heaps before `known` reaches; `None` if all are reached.
    pub fn unreached<C: Cell>(
        &self,
        cells: &[C],
        heap: usize,
        known: usize,
        marks: &mut Vec<u8>,
    ) -> Option<u32> {
        let candidate = Candidate {
            heap,
            known,
            threshold: self.kinds.threshold(cells[heap].into()) as usize,
            rare_bit: self.kinds.rare_bit(heap),
            class_bit: self.kinds.class_bit(),
        };
        singly::least_unreached(self.arch, cells, self.moves, candidate, marks)
    }

    /// Completes the verification of a block, heap by heap, and enters the rare heaps. `unreached`
    /// holds, for each heap, what its verification with the moves to heaps before the block has
    /// found, in the form of [`super::team::Found::unreached`].
    fn settle<C: Cell>(
        &mut self,
        cells: &mut Vec<C>,
        heaps: Range<usize>,
        marked: &mut Marked,
        unreached: &[Option<Option<u32>>],
        marks: &mut Vec<u8>,
    ) -> Result<(), Trouble> {
        let candidates = cells[heaps.clone()].to_vec();
        for (heap, (candidate, &unreached)) in heaps.clone().zip(candidates.into_iter().zip(unreached)) {
            let unreached = match unreached.filter(|_| cells[heap] == candidate) {
                Some(None) => None,
                Some(Some(code)) if !self.is_reached_within(cells, heap, heaps.start, code) => Some(code),
                _ => self.unreached(cells, heap, heap, marks),
            };
            if let Some(code) = unreached {
                self.enter(cells, Found { heap, code });
                self.candidates.finish(self.kinds, cells, marked, heap + 1 - marked.start)?;
            }
        }
        cells.truncate(heaps.end);
        self.reach.note(heaps.start, heaps.end, None);
        Ok(())
    }

    /// Whether a move that leaves a heap of at least `known` reaches a code of the rare kind.
    fn is_reached_within<C: Cell>(&self, cells: &[C], heap: usize, known: usize, code: u32) -> bool {
        let target = C::of(code | self.kinds.rare_bit(heap));
        let plain = self.moves.plain.iter().any(|take| heap - take >= known && cells[heap - take] == target);
        let mut splits = self.moves.splits.iter().filter_map(|split| {
            let total = heap - split.take;
            Some((total, split.most(heap).min(total.checked_sub(known)?)))
        });
        plain
            || splits
                .any(|(total, most)| (1..=most).any(|part| cells[part].xor(cells[total - part]) == target))
    }
}
