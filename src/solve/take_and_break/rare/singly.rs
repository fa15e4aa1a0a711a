//! Verifies the candidate of one heap at a time, while new rare heaps are frequent.

use super::{Moves, exhaust};
use crate::take_and_break::cell::Cell;
use pulp::Arch;

/// If at most this many codes are unmarked, each is searched for among all moves.
const FEW: usize = 12;

/// Pairs whose smaller part is at most this are marked before the unmarked codes are first counted.
const FIRST: usize = 64;

/// One heap's candidate.
#[derive(Clone, Copy, Debug)]
pub struct Candidate {
    pub heap: usize,
    /// Only moves to heaps before this one count.
    pub known: usize,
    /// Codes of the rare kind, without the class bit, below this one must be reached.
    pub threshold: usize,
    /// The class bit in codes of the rare kind at this heap: `class_bit` or 0.
    pub rare_bit: u32,
    /// The bit that holds the class in a code.
    pub class_bit: u32,
}

/// The least code of the rare kind below the threshold, without the class bit, that no move
/// reaches; `None` if all are reached. `marks` is a buffer.
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

/// Marks the codes of the pairs with the sum `total` whose smaller part is from `from` to `to`.
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
