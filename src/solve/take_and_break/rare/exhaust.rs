//! Searches all moves from a heap for a move that reaches a value; likely moves come first.

use super::Moves;
use crate::take_and_break::cell::Cell;
use pulp::{Arch, NullaryFnOnce};

/// How many pairs are compared at once.
const CHUNK: usize = 32;

/// Splits are first examined with smaller parts up to each of these bounds in turn, for all
/// amounts; each bound is sixteen times the one before.
const SMALL: [usize; 3] = [LAST_SMALL / 256, LAST_SMALL / 16, LAST_SMALL];

/// The last bound of [`SMALL`].
const LAST_SMALL: usize = 1 << 16;

/// How many splits into nearly equal parts are examined, for each amount, after the small parts.
const MIDDLE: usize = 512;

/// Finds a move from `heap` to heaps before `known` that reaches the value coded `target`. Returns
/// the amount taken and the smaller part, 0 if one heap is left; `None` if there is no such move.
pub fn reaching<C: Cell>(
    arch: Arch,
    cells: &[C],
    moves: &Moves,
    (heap, known): (usize, usize),
    target: C,
) -> Option<(usize, usize)> {
    let plain = moves.plain.iter().find(|&&take| heap - take < known && cells[heap - take] == target);
    if let Some(&take) = plain {
        return Some((take, 0));
    }
    let totals = || moves.splits.iter().map(|split| (split.take, heap - split.take, split.most(heap)));
    let look = |total: usize, from: usize, to: usize| {
        let from = from.max((total + 1).saturating_sub(known));
        arch.dispatch(Scan { cells, total, from, to, target })
    };
    let with = |take: usize| move |part: usize| (take, part);
    // Small parts first: nearly every value occurs among them, and moves found there serve proofs of periods.
    // Zero often occurs only among equal parts, in the middle.
    let first = SMALL.map(|to| (if to == SMALL[0] { 0 } else { to / 16 }, to));
    first
        .into_iter()
        .find_map(|(from, to)| {
            totals().find_map(|(take, total, most)| look(total, from + 1, most.min(to)).map(with(take)))
        })
        .or_else(|| {
            totals().find_map(|(take, total, most)| {
                look(total, most.saturating_sub(MIDDLE).max(LAST_SMALL) + 1, most).map(with(take))
            })
        })
        .or_else(|| {
            totals().find_map(|(take, total, most)| {
                look(total, LAST_SMALL + 1, most.saturating_sub(MIDDLE)).map(with(take))
            })
        })
}

/// Finds the first part from `from` to `to` whose code and that of `total - part` have the xor
/// `target`.
struct Scan<'c, C> {
    cells: &'c [C],
    total: usize,
    from: usize,
    to: usize,
    target: C,
}

impl<C: Cell> NullaryFnOnce for Scan<'_, C> {
    type Output = Option<usize>;

    #[inline(always)]
    fn call(self) -> Option<usize> {
        let Scan { cells, total, from, to, target } = self;
        let mut part = from;
        while part + CHUNK <= to + 1 {
            let front = cells[part..].first_chunk::<CHUNK>()?;
            let back = cells[total + 1 - part - CHUNK..].first_chunk::<CHUNK>()?;
            let mut hit = 0u8;
            for at in 0..CHUNK {
                hit |= u8::from(front[at].xor(back[CHUNK - 1 - at]) == target);
            }
            if hit != 0 {
                break;
            }
            part += CHUNK;
        }
        (part..=to).find(|&part| cells[part].xor(cells[total - part]) == target)
    }
}
