//! Values as they are kept: a byte each while they fit, two bytes from the first one that does not.

use super::Halted;
use super::cell::Cell;
use super::encoding::Encoding;

/// How many heaps beyond the requested ones may be written.
const ROOM: usize = 64;

/// The values of heaps 0, 1, ….
#[derive(Clone, Debug)]
pub struct Values {
    cells: Cells,
    encoding: Encoding,
}

/// Codes of values.
#[derive(Clone, Debug)]
pub enum Cells {
    /// All values are below 2^8.
    Bytes(Vec<u8>),
    /// All values are below 2^16.
    Words(Vec<u16>),
}

impl Values {
    /// No values yet.
    pub fn new() -> Self {
        Values { cells: Cells::Bytes(Vec::new()), encoding: Encoding::PLAIN }
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        match &self.cells {
            Cells::Bytes(cells) => cells.len(),
            Cells::Words(cells) => cells.len(),
        }
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The value of a heap, if it is known.
    pub fn get(&self, heap: usize) -> Option<u32> {
        let code = match &self.cells {
            Cells::Bytes(cells) => u32::from(*cells.get(heap)?),
            Cells::Words(cells) => u32::from(*cells.get(heap)?),
        };
        Some(self.encoding.decode(code))
    }

    /// Writes the values of some heaps, as many as are known and fit; returns how many.
    pub fn read(&self, heaps: std::ops::Range<usize>, to: &mut [u32]) -> usize {
        let end = heaps.end.min(self.len());
        let count = end.saturating_sub(heaps.start).min(to.len());
        let (from, encoding) = (heaps.start.min(end), self.encoding);
        match &self.cells {
            Cells::Bytes(cells) => {
                for (to, cell) in to.iter_mut().zip(&cells[from..from + count]) {
                    *to = encoding.decode(u32::from(*cell));
                }
            }
            Cells::Words(cells) => {
                for (to, cell) in to.iter_mut().zip(&cells[from..from + count]) {
                    *to = encoding.decode(u32::from(*cell));
                }
            }
        }
        count
    }

    /// All of them.
    pub fn iter(&self) -> impl Iterator<Item = u32> + '_ {
        (0..self.len()).filter_map(|heap| self.get(heap))
    }

    /// Those from a heap on.
    pub(super) fn from(&self, heap: usize) -> impl Iterator<Item = u32> + '_ {
        (heap..self.len()).filter_map(|heap| self.get(heap))
    }

    /// Reserves space for `more` values and at most one further block.
    pub(super) fn reserve(&mut self, more: usize) {
        match &mut self.cells {
            Cells::Bytes(cells) => cells.reserve_exact(more + ROOM),
            Cells::Words(cells) => cells.reserve_exact(more + ROOM),
        }
    }

    /// The codes; equal codes are equal values.
    pub(super) fn cells(&self) -> &Cells {
        &self.cells
    }

    /// The codes, to add to.
    pub(super) fn cells_mut(&mut self) -> &mut Cells {
        &mut self.cells
    }

    /// How codes are to be read.
    pub(super) fn encoding(&self) -> Encoding {
        self.encoding
    }

    /// Appends a value. Fails if it does not fit into two bytes.
    pub(super) fn push(&mut self, value: u32) -> Result<(), Halted> {
        if value > 0xffff {
            return Err(Halted::ValueTooWide);
        }
        if value > 0xff {
            self.widen();
        }
        let code = self.encoding.encode(value);
        match &mut self.cells {
            Cells::Bytes(cells) => cells.push(code as u8),
            Cells::Words(cells) => cells.push(code as u16),
        }
        Ok(())
    }

    /// Appends copies of `count` values, from heap `from` on; all of them are known.
    pub(super) fn repeat(&mut self, from: usize, count: usize) {
        match &mut self.cells {
            Cells::Bytes(cells) => cells.extend_from_within(from..from + count),
            Cells::Words(cells) => cells.extend_from_within(from..from + count),
        }
    }

    /// From here on, a value takes two bytes.
    pub(super) fn widen(&mut self) {
        if let Cells::Bytes(cells) = &self.cells {
            let encoding = Encoding::new(self.encoding.mask(), u16::BITS);
            let recode = |&cell: &u8| encoding.encode(self.encoding.decode(cell.into())) as u16;
            self.cells = Cells::Words(cells.iter().map(recode).collect());
            self.encoding = encoding;
        }
    }

    /// Writes all values anew with another mask.
    pub(super) fn recode(&mut self, mask: u32) {
        let before = self.encoding;
        self.encoding = match &mut self.cells {
            Cells::Bytes(cells) => recode_cells(cells, before, mask),
            Cells::Words(cells) => recode_cells(cells, before, mask),
        };
    }

    /// Bytes that one value takes now.
    pub fn width(&self) -> usize {
        match &self.cells {
            Cells::Bytes(_) => 1,
            Cells::Words(_) => 2,
        }
    }
}

fn recode_cells<C: Cell>(cells: &mut [C], before: Encoding, mask: u32) -> Encoding {
    let after = Encoding::new(mask, C::BITS);
    for cell in cells {
        *cell = C::of(after.encode(before.decode((*cell).into())));
    }
    after
}

impl Default for Values {
    fn default() -> Self {
        Values::new()
    }
}
