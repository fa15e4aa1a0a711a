//! Computes values under moves that leave at most one heap: the set of values that moves from a
//! heap reach has at most as many members as there are amounts, so it fits one word.

use super::cell::Cell;

/// With at most this many amounts, all values are at most 63, and a set of values fits one word.
const MOST_AMOUNTS: usize = 63;

/// The amounts that may be taken from heaps above `complete_from`.
#[derive(Clone, Debug)]
pub struct Plain {
    amounts: Vec<usize>,
    complete_from: usize,
}

impl Plain {
    /// Returns `None` if there are too many amounts. From heap `complete_from + 1` on, all amounts
    /// are possible.
    pub fn new(amounts: &[usize], complete_from: usize) -> Option<Self> {
        (amounts.len() <= MOST_AMOUNTS).then(|| Plain { amounts: amounts.to_vec(), complete_from })
    }

    /// The first heap that [`Self::extend`] can compute; those before it need the definition.
    pub fn first_heap(&self) -> usize {
        self.complete_from + 1
    }

    /// Appends values until there are `to`. Values are at most 63, so they fit any cell.
    pub fn extend<C: Cell>(&self, cells: &mut Vec<C>, to: usize) {
        match self.amounts[..] {
            [] => cells.resize(to, C::NONE),
            [a] => extend_by(cells, to, [a]),
            [a, b] => extend_by(cells, to, [a, b]),
            [a, b, c] => extend_by(cells, to, [a, b, c]),
            [a, b, c, d] => extend_by(cells, to, [a, b, c, d]),
            [a, b, c, d, e] => extend_by(cells, to, [a, b, c, d, e]),
            [a, b, c, d, e, f] => extend_by(cells, to, [a, b, c, d, e, f]),
            [a, b, c, d, e, f, g] => extend_by(cells, to, [a, b, c, d, e, f, g]),
            [a, b, c, d, e, f, g, h] => extend_by(cells, to, [a, b, c, d, e, f, g, h]),
            _ => (cells.len()..to).for_each(|_| cells.push(next(cells, &self.amounts))),
        }
    }
}

/// Like [`Plain::extend`], for a number of amounts that is known at compile time.
fn extend_by<C: Cell, const AMOUNTS: usize>(cells: &mut Vec<C>, to: usize, amounts: [usize; AMOUNTS]) {
    let from = cells.len();
    cells.resize(to, C::NONE);
    for heap in from..to {
        cells[heap] = next(&cells[..heap], &amounts);
    }
}

/// The value of the heap after the last cell.
#[inline(always)]
fn next<C: Cell>(cells: &[C], amounts: &[usize]) -> C {
    let reached = amounts.iter().fold(0u64, |reached, &amount| {
        let value: u32 = cells[cells.len() - amount].into();
        reached | 1 << (value % 64)
    });
    C::of(reached.trailing_ones())
}
