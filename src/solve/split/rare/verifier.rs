//! The verification of many candidates by likely splits, with what it learns.

use super::Moves;
use super::kinds::Kinds;
use super::planes::{Planes, REACH};
use super::verify::{self, Open, Thresholds};
use super::witnesses::{Learner, SAMPLE, Witness};
use crate::solve::pace::{self, Pace, Stopped};
use crate::solve::split::cell::Cell;
use pulp::Arch;
use std::thread;

/// Where there are more codes, lists are chosen from more splits.
const SPLITS_A_CODE: usize = 64;

/// So many lists are worth another thread.
const LISTS_FOR_A_THREAD: u32 = 16;

/// Splits beyond so many are not remembered for one value.
const LONGEST_REMEMBERED: usize = 1536;

/// What likely splits left over.
#[derive(Clone, Debug, Default)]
pub struct Tried {
    /// The first heap that was asked about.
    pub start: usize,
    /// Values that are to be looked for among all moves.
    pub open: Vec<Open>,
    /// How far back a move reached at most that may have settled something.
    pub reach: u32,
}

/// Planes and lists, and room to work in.
#[derive(Clone, Debug)]
pub struct Verifier {
    arch: Arch,
    planes: Planes,
    /// By code without the class bit, splits likely to reach the value of the rare kind.
    lists: Vec<Vec<Witness>>,
    by_threshold: Thresholds,
}

impl Verifier {
    /// Knows nothing yet.
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

    /// Another one with the same lists.
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
        let share = most.div_ceil(threads as u32).max(LISTS_FOR_A_THREAD);
        let learn = |from: u32| {
            let codes = from..most.min(from + share);
            let list = |code| pace::report(pace, 0).map(|()| learner.list(code));
            codes.map(list).collect::<Result<Vec<_>, Stopped>>()
        };
        let lists = thread::scope(|scope| {
            let others = (share..most).step_by(share as usize);
            let others: Vec<_> = others.map(|from| scope.spawn(move || learn(from))).collect();
            let own = learn(0);
            let join = |other: thread::ScopedJoinHandle<'_, _>| {
                other.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))
            };
            std::iter::once(own).chain(others.into_iter().map(join)).collect::<Result<Vec<_>, Stopped>>()
        })?;
        self.lists = lists.into_iter().flatten().collect();
        Ok(())
    }

    /// Brings the planes up to the last of these cells, which begin with heap `base`; codes are below `codes`.
    pub fn follow<C: Cell>(&mut self, kinds: &Kinds, cells: &[C], base: usize, codes: usize) {
        self.planes.follow(kinds, cells, base, codes);
    }

    /// Tries likely splits for the candidates of the heaps from `base` on, up to which the planes have been brought;
    /// where no more than `few` of some hundred heaps are left, they are left over at once.
    pub fn try_candidates<C: Cell>(
        &mut self,
        kinds: &Kinds,
        cells: &[C],
        base: usize,
        codes: usize,
        few: u32,
    ) -> Tried {
        self.planes.follow(kinds, cells, base, codes);
        self.by_threshold.fill(cells.iter().map(|&cell| kinds.threshold(cell.into())));
        let mut tried = Tried { start: base, open: Vec::new(), reach: 0 };
        tried.reach = verify::try_lists(
            self.arch,
            &self.planes,
            base,
            &self.by_threshold,
            &self.lists,
            few,
            &mut tried.open,
        );
        tried
    }

    /// A split that was found the hard way will serve other heaps too.
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

/// The move that takes so many and leaves this part beside the rest, if it is of use for all heaps from `start` on;
/// part 0 is none.
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
