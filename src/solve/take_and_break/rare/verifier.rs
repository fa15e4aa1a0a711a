//! The verification of many candidates by likely splits, with the statistics it collects.

use super::Moves;
use super::kinds::Kinds;
use super::planes::{Planes, REACH};
use super::spread::spread;
use super::verify::{Lists, Open, Thresholds};
use super::witnesses::{Learner, SAMPLE, Witness};
use crate::pace::{self, Pace, Stopped};
use crate::take_and_break::cell::Cell;
use pulp::Arch;

/// If there are more codes, lists are chosen from more splits.
const SPLITS_A_CODE: usize = 64;

/// The codes whose lists are tried by one thread in one go.
const CODES_A_TASK: usize = 32;

/// How many splits are remembered for one value.
const LONGEST_REMEMBERED: usize = 1536;

/// The candidates that likely splits left undecided.
#[derive(Clone, Debug, Default)]
pub struct Tried {
    /// The first heap that was asked about.
    pub start: usize,
    /// Values that must be searched for among all moves.
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
    /// A verifier without results yet.
    pub fn new(arch: Arch) -> Self {
        Verifier { arch, planes: Planes::default(), lists: Vec::new(), by_threshold: Thresholds::default() }
    }

    /// Forgets everything: codes have changed.
    pub fn forget(&mut self) {
        self.planes.clear();
        self.lists.clear();
    }

    /// Forgets heaps from this one on.
    pub fn drop_from(&mut self, heap: usize) {
        self.planes.truncate(heap);
    }

    /// A copy with the same lists.
    pub fn clone_lists(&self) -> Self {
        Verifier { lists: self.lists.clone(), ..Verifier::new(self.arch) }
    }

    /// Takes over the lists of another one.
    pub fn learn_from(&mut self, other: &Verifier) {
        self.lists.clone_from(&other.lists);
    }

    /// Bytes taken, roughly.
    pub fn bytes(&self) -> u64 {
        let lists: usize = self.lists.iter().map(Vec::capacity).sum();
        self.planes.bytes() + (lists * size_of::<Witness>()) as u64
    }

    /// Learns which splits reach which values from the last heaps; codes are below `codes`.
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

    /// Tries likely splits for the candidates of the heaps from `base` on, up to which the planes have been brought.
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

    /// A split that was found by a full search will help with other heaps too.
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

/// Splits with a common part, and plain moves that turn the parity of the heap so that a common value is of the rare
/// kind.
fn likely_splits<C: Cell>(kinds: &Kinds, moves: &Moves, cells: &[C], most: usize) -> Vec<Witness> {
    let farthest = ((cells.len() - SAMPLE) / 4).min(REACH).min(most);
    let plain = moves.plain.iter().map(|&take| (take, 0));
    let splits = moves.splits.iter().flat_map(|split| (1..farthest).map(|part| (split.take, part)));
    plain.chain(splits).filter_map(|way| witness(kinds, cells, way, cells.len())).collect()
}

/// The move that takes `take` and leaves `part` beside the rest, if it is useful for all heaps from `start` on. Part 0 means
/// that the rest stays one heap.
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
