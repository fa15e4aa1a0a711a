//! Verification of one heap at a time, where new rare heaps are frequent.

use super::{Moves, exhaust};
use crate::take_and_break::cell::Cell;
use pulp::Arch;

/// At most this many codes are searched one by one.
const FEW: usize = 12;

/// Parts marked before the first check of what is missing.
const FIRST: usize = 64;

/// One heap's candidate.
#[derive(Clone, Copy, Debug)]
pub struct Candidate {
    pub heap: usize,
    /// Only moves to heaps before this one count.
    pub known: usize,
    /// Codes of the rare kind, without the class bit, below this one are to be reached.
    pub threshold: usize,
    /// The class bit of values of the rare kind.
    pub rare_bit: u32,
    /// All class bits.
    pub class_bit: u32,
}

/// The least code of the rare kind below the threshold that no move reaches.
pub fn least_unreached<C: Cell>(
    arch: Arch,
    cells: &[C],
    moves: &Moves,
    candidate: Candidate,
    marks: &mut Vec<u8>,
) -> Option<u32> {
    let Candidate { heap, known, threshold, rare_bit, class_bit } = candidate;
    marks.resize(2 * class_bit as usize, 0);
    marks[..threshold].fill(0);
    for &take in moves.plain.iter().filter(|&take| heap - take < known) {
        let code: u32 = cells[heap - take].into();
        marks[(code ^ rare_bit) as usize] = 1;
    }
    let most = moves.splits.iter().map(|split| split.most(heap)).max().unwrap_or(0);
    let (mut from, mut to) = (1, FIRST);
    loop {
        for split in &moves.splits {
            let total = heap - split.take;
            let least = from.max((total + 1).saturating_sub(known));
            mark_pairs(cells, total, least, to.min(split.most(heap)), rare_bit, marks);
        }
        let missing = marks[..threshold].iter().filter(|&&mark| mark == 0).count();
        if missing == 0 {
            return None;
        }
        if missing <= FEW || to >= most {
            break;
        }
        (from, to) = (to + 1, 2 * to);
    }
    let mut missing = (0..threshold).filter(|&code| marks[code] == 0);
    let unreached = missing.find(|&code| {
        let target = C::of(code as u32 | rare_bit);
        exhaust::reaching(arch, cells, moves, (heap, known), target).is_none()
    });
    unreached.map(|code| code as u32)
}

/// Marks the values that are reached with a smaller part from `from` to `to` of `total`.
fn mark_pairs<C: Cell>(cells: &[C], total: usize, from: usize, to: usize, rare_bit: u32, marks: &mut [u8]) {
    if from > to {
        return;
    }
    let smaller = &cells[from..=to];
    let larger = cells[total - to..=total - from].iter().rev();
    for (&one, &other) in smaller.iter().zip(larger) {
        let (one, other): (u32, u32) = (one.into(), other.into());
        marks[(one ^ other ^ rare_bit) as usize] = 1;
    }
}
