//! Verifies many candidates at once by likely splits, and keeps the lists of these splits.

use super::Moves;
use super::kinds::Kinds;
use super::planes::{Planes, REACH};
use super::spread::spread;
use super::verify::{Lists, Open, Thresholds};
use super::witnesses::{Learner, SAMPLE, Witness};
use crate::pace::{self, Pace, Stopped};
use crate::take_and_break::cell::Cell;
use pulp::Arch;

/// Lists are chosen from splits whose smaller part is below this times the number of codes, unless
/// another bound is lower.
const SPLITS_A_CODE: usize = 64;

/// The number of codes whose lists form one task of a thread.
const CODES_A_TASK: usize = 32;

/// A list of this length or more gets no further splits by [`Verifier::remember`].
const LONGEST_REMEMBERED: usize = 1536;

/// The candidates that likely splits left undecided.
#[derive(Clone, Debug, Default)]
pub struct Tried {
    /// The first heap of the candidates.
    pub start: usize,
    /// Heaps and values that must be searched for among all moves.
    pub open: Vec<Open>,
    /// The greatest distance of a move that may have been needed.
    pub reach: u32,
}

/// Planes and lists, with buffers.
#[derive(Clone, Debug)]
pub struct Verifier {
    arch: Arch,
    planes: Planes,
    /// By code without the class bit, splits likely to reach the value of the rare kind.
    lists: Vec<Vec<Witness>>,
    by_threshold: Thresholds,
}

impl Verifier {
    /// A verifier without lists and with empty planes.
    pub fn new(arch: Arch) -> Self {
        Verifier { arch, planes: Planes::default(), lists: Vec::new(), by_threshold: Thresholds::default() }
    }

    /// Empties planes and lists, for when codes have changed.
    pub fn forget(&mut self) {
        self.planes.clear();
        self.lists.clear();
    }

    /// Removes this heap and all later ones from the planes.
    pub fn drop_from(&mut self, heap: usize) {
        self.planes.truncate(heap);
    }

    /// A verifier with the same lists and empty planes.
    pub fn clone_lists(&self) -> Self {
        Verifier { lists: self.lists.clone(), ..Verifier::new(self.arch) }
    }

    /// Copies the lists of another verifier.
    pub fn learn_from(&mut self, other: &Verifier) {
        self.lists.clone_from(&other.lists);
    }

    /// Bytes taken, roughly.
    pub fn bytes(&self) -> u64 {
        let lists: usize = self.lists.iter().map(Vec::capacity).sum();
        self.planes.bytes() + (lists * size_of::<Witness>()) as u64
    }

    /// Replaces the lists. For each code, learns from the last heaps which splits are most likely to
    /// reach its value. Codes are below `codes`. Does nothing if there are too few cells to learn from.
    pub fn learn<C: Cell>(
        &mut self,
        kinds: &Kinds,
        moves: &Moves,
        cells: &[C],
        codes: usize,
        threads: usize,
        pace: Pace<'_>,
    ) -> Result<(), Stopped> {
        if cells.len() < 2 * SAMPLE {
            return Ok(());
        }
        self.planes.follow(kinds, cells, 0, codes);
        let splits = likely_splits(kinds, moves, cells, SPLITS_A_CODE * codes);
        let recent = &cells[cells.len() - SAMPLE..];
        let most = recent.iter().map(|&cell| kinds.threshold(cell.into())).max().unwrap_or(0);
        let learner = Learner::new(self.arch, &self.planes, &splits, codes);
        let list = |code| pace::report(pace, 0).map(|()| learner.list(code as u32));
        self.lists = spread(threads, most as usize, list).into_iter().collect::<Result<_, Stopped>>()?;
        Ok(())
    }

    /// Brings the planes up to the last of these cells, which begin with heap `base`; codes are below `codes`.
    pub fn follow<C: Cell>(&mut self, kinds: &Kinds, cells: &[C], base: usize, codes: usize) {
        self.planes.follow(kinds, cells, base, codes);
    }

    /// Tries likely splits for the candidates of the heaps from `base` on; the planes must hold the
    /// heaps before.
    pub fn try_candidates<C: Cell>(
        &mut self,
        kinds: &Kinds,
        cells: &[C],
        base: usize,
        codes: usize,
        threads: usize,
    ) -> Tried {
        self.planes.follow(kinds, cells, base, codes);
        self.by_threshold.fill(cells.iter().map(|&cell| kinds.threshold(cell.into())));
        let lists = Lists {
            arch: self.arch,
            planes: &self.planes,
            start: base,
            thresholds: &self.by_threshold,
            lists: &self.lists,
        };
        let most = self.by_threshold.most();
        let (threads, share) = if threads > 1 { (threads, CODES_A_TASK) } else { (1, most.max(1)) };
        let parts = spread(threads, most.div_ceil(share), |task| {
            let from = task * share;
            lists.try_codes(from..most.min(from + share))
        });
        let mut tried = Tried { start: base, open: Vec::new(), reach: 0 };
        for (open, reach) in parts {
            tried.open.extend(open);
            tried.reach = tried.reach.max(reach);
        }
        tried
    }

    /// Adds a split that a search among all moves has found to the list of `code`: the split may reach
    /// the value from other heaps too.
    pub fn remember(&mut self, code: u32, witness: Witness) {
        let code = code as usize;
        if self.lists.len() <= code {
            self.lists.resize(code + 1, Vec::new());
        }
        if self.lists[code].len() < LONGEST_REMEMBERED {
            self.lists[code].push(witness);
        }
    }
}

/// Moves after which the values of common heaps are of the rare kind: splits with a common part,
/// and, if the parity of the heap counts, plain moves of odd amounts.
fn likely_splits<C: Cell>(kinds: &Kinds, moves: &Moves, cells: &[C], most: usize) -> Vec<Witness> {
    let farthest = ((cells.len() - SAMPLE) / 4).min(REACH).min(most);
    let plain = moves.plain.iter().map(|&take| (take, 0));
    let splits = moves.splits.iter().flat_map(|split| (1..farthest).map(|part| (split.take, part)));
    plain.chain(splits).filter_map(|way| witness(kinds, cells, way, cells.len())).collect()
}

/// The move that takes `take` and leaves `part` beside the rest, or only the rest if `part` is 0.
/// `None` unless it can reach values of the rare kind, exists for all heaps from `start` on, and is
/// within the reach of planes.
pub fn witness<C: Cell>(
    kinds: &Kinds,
    cells: &[C],
    (take, part): (usize, usize),
    start: usize,
) -> Option<Witness> {
    let code: u32 = if part == 0 { 0 } else { cells[part].into() };
    let useful = match part {
        0 => kinds.classes.parity.is_some() && take % 2 == 1,
        part => kinds.is_common(part, code),
    };
    let serves = useful && take + 2 * part < start && take + part <= REACH;
    serves.then_some(Witness { distance: (take + part) as u32, code: code & !kinds.class_bit() })
}
