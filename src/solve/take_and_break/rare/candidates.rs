//! Finds the candidates of heaps, block by block. The candidate of a heap is the least value of the
//! common kind that no move reaches.

use super::Moves;
use super::block::{self, Block, CODES, Flips, LANES, Lanes, Overflow};
use super::kinds::Kinds;
use super::offsets::{Offset, Offsets, Shifted};
use crate::pace::{self, Pace, Stopped};
use crate::take_and_break::cell::Cell;
use pulp::Arch;

/// How many words of sets, for a whole block, are marked between two reports to the pace.
const MARKS_BETWEEN_QUESTIONS: usize = 1 << 19;

/// Why there is no candidate.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Trouble {
    /// The pace requested a stop.
    Stopped,
    /// The next value does not fit the cells.
    TooWide,
}

impl From<Stopped> for Trouble {
    fn from(_: Stopped) -> Self {
        Trouble::Stopped
    }
}

/// The data from which candidates are made.
#[derive(Clone, Debug)]
pub struct Candidates {
    arch: Arch,
    pub offsets: Offsets,
    /// The number of words in each set of codes: enough for all common codes so far.
    words: usize,
    /// A buffer for the offsets that apply to some heaps of the block only.
    fresh: Vec<Offset>,
}

/// A block whose sets of codes have been marked with far offsets.
#[derive(Clone, Debug)]
pub struct Marked {
    /// The first heap.
    pub start: usize,
    flips: Flips,
    /// Word by word, the sets of all heaps of the block.
    sets: Vec<Lanes>,
}

/// The offsets with which a block has been marked already: those of the first `rares` rare heaps
/// whose distance is at least `from`.
#[derive(Clone, Copy, Debug)]
pub struct Already {
    /// The least distance.
    pub from: usize,
    /// The number of rare heaps, counted from the first.
    pub rares: usize,
}

impl Marked {
    /// A block without marks.
    pub fn new(kinds: &Kinds, start: usize, words: usize) -> Self {
        Marked { start, flips: kinds.flips(start), sets: vec![[0; LANES]; words] }
    }

    /// Marks the codes that these offsets reach.
    pub fn add<C: Cell>(
        &mut self,
        arch: Arch,
        cells: &[C],
        far: Shifted<'_>,
        pace: Pace<'_>,
    ) -> Result<(), Stopped> {
        for offsets in far.offsets.chunks(MARKS_BETWEEN_QUESTIONS / self.sets.len()) {
            let far = Shifted { offsets, ..far };
            block::mark_far(arch, cells, self.start, far, &self.flips, 0, &mut self.sets);
            if offsets.len() * self.sets.len() > MARKS_BETWEEN_QUESTIONS / 2 {
                pace::report(pace, 0)?;
            }
        }
        Ok(())
    }

    /// Adds the marks that `other` has for the same block.
    pub fn join(&mut self, other: &Marked) {
        for (set, other) in self.sets.iter_mut().flatten().zip(other.sets.iter().flatten()) {
            *set |= other;
        }
    }
}

impl Candidates {
    /// Candidates without rare heaps.
    pub fn new(arch: Arch, moves: &Moves) -> Self {
        let splits = moves.splits.iter().map(|split| split.take);
        Candidates { arch, offsets: Offsets::new(&moves.plain, splits, LANES), words: 1, fresh: Vec::new() }
    }

    /// The number of codes that a set can hold, from 0 on.
    pub fn codes(&self) -> usize {
        self.words * CODES
    }

    /// The number of words in each set.
    pub fn words(&self) -> usize {
        self.words
    }

    /// About how many words of sets the far offsets mark for one block, for each amount of a split.
    pub fn work_a_block(&self) -> usize {
        self.offsets.rare_count() * self.words
    }

    /// Removes the rare heaps, and sizes sets for codes up to `most`.
    pub fn restart(&mut self, most: u32) {
        self.offsets.clear();
        self.words = most as usize / CODES + 1;
    }

    /// Marks the codes that far offsets reach for the block after the last cell.
    pub fn mark<C: Cell>(&self, kinds: &Kinds, cells: &[C], pace: Pace<'_>) -> Result<Marked, Stopped> {
        let mut marked = Marked::new(kinds, cells.len(), self.words);
        for far in self.offsets.far(marked.start) {
            marked.add(self.arch, cells, far, pace)?;
        }
        Ok(marked)
    }

    /// Adds the marks of all far offsets that `already` does not include.
    pub fn complete<C: Cell>(
        &self,
        cells: &[C],
        marked: &mut Marked,
        already: Already,
        pace: Pace<'_>,
    ) -> Result<(), Stopped> {
        let Already { from, rares } = already;
        let (start, known) = (marked.start, self.offsets.rare_count());
        let plain = self.offsets.plain_within(LANES..start);
        let near = self.offsets.rares_within(0..known, LANES..from);
        let new = self.offsets.rares_within(rares..known, from..start);
        for far in plain.chain(near).chain(new) {
            marked.add(self.arch, cells, far, pace)?;
        }
        while marked.sets.len() < self.words {
            self.add_word(cells, marked);
        }
        Ok(())
    }

    /// Adds one more word, with the marks of all far offsets, to the sets of a block.
    fn add_word<C: Cell>(&self, cells: &[C], marked: &mut Marked) {
        let word = marked.sets.len();
        marked.sets.push([0; LANES]);
        for far in self.offsets.far(marked.start) {
            block::mark_far(self.arch, cells, marked.start, far, &marked.flips, word, &mut marked.sets);
        }
    }

    /// Writes the candidates of a marked block from lane `from` on. Missing cells of the block are
    /// appended first. If a candidate is too wide for the cells, those from lane `from` on are
    /// removed.
    pub fn finish<C: Cell>(
        &mut self,
        kinds: &Kinds,
        cells: &mut Vec<C>,
        marked: &mut Marked,
        mut from: usize,
    ) -> Result<(), Trouble> {
        let (start, kept) = (marked.start, marked.start + from);
        cells.resize(start + LANES, C::NONE);
        self.fresh.clear();
        self.fresh.extend(self.offsets.fresh(start));
        loop {
            let near = self.offsets.near();
            let block = Block { start, from, near, fresh: &self.fresh, flips: &marked.flips };
            let Err(Overflow { lane }) = block::finish(self.arch, cells, block, &marked.sets) else {
                return Ok(());
            };
            let words = marked.sets.len();
            if words * CODES >= kinds.class_bit() as usize {
                cells.truncate(kept);
                return Err(Trouble::TooWide);
            }
            self.add_word(cells, marked);
            self.words = self.words.max(words + 1);
            from = lane;
        }
    }

    /// Appends the candidates of the next block.
    pub fn block<C: Cell>(
        &mut self,
        kinds: &Kinds,
        cells: &mut Vec<C>,
        pace: Pace<'_>,
    ) -> Result<(), Trouble> {
        let mut marked = self.mark(kinds, cells, pace)?;
        self.finish(kinds, cells, &mut marked, 0)
    }
}
