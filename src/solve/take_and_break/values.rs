//! Stores the values of heaps 0, 1, … as codes: of one byte each while all values fit, of two bytes
//! each once a value does not.

use super::Halted;
use super::cell::Cell;
use super::encoding::Encoding;

/// The most cells that may be written beyond the requested ones: candidates are made in whole
/// blocks.
const ROOM: usize = 64;

/// The values of heaps 0, 1, ….
#[derive(Clone, Debug)]
pub struct Values {
    cells: Cells,
    encoding: Encoding,
}

/// The codes of the values of heaps 0, 1, …; all cells have the same width.
#[derive(Clone, Debug)]
pub enum Cells {
    /// A byte each: all values are below 2^8.
    Bytes(Vec<u8>),
    /// Two bytes each: all values are below 2^16.
    Words(Vec<u16>),
}

impl Values {
    /// No values yet.
    pub fn new() -> Self {
        Values { cells: Cells::Bytes(Vec::new()), encoding: Encoding::PLAIN }
    }

    /// How many values are known.
    pub fn len(&self) -> usize {
        match &self.cells {
            Cells::Bytes(cells) => cells.len(),
            Cells::Words(cells) => cells.len(),
        }
    }

    /// Whether no value is known.
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

    /// Copies the values of `heaps` to the beginning of `to`, as many as are known and fit; returns
    /// how many.
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

    /// The known values, from heap 0 on.
    pub fn iter(&self) -> impl Iterator<Item = u32> + '_ {
        (0..self.len()).filter_map(|heap| self.get(heap))
    }

    /// The known values, from heap `heap` on.
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

    /// The codes, to which further ones may be appended.
    pub(super) fn cells_mut(&mut self) -> &mut Cells {
        &mut self.cells
    }

    /// How values are encoded.
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

    /// Makes all cells two bytes wide, which changes their codes if there is a mask.
    pub(super) fn widen(&mut self) {
        if let Cells::Bytes(cells) = &self.cells {
            let encoding = Encoding::new(self.encoding.mask(), u16::BITS);
            let recode = |&cell: &u8| encoding.encode(self.encoding.decode(cell.into())) as u16;
            self.cells = Cells::Words(cells.iter().map(recode).collect());
            self.encoding = encoding;
        }
    }

    /// Encodes all values anew by another mask.
    pub(super) fn recode(&mut self, mask: u32) {
        let before = self.encoding;
        self.encoding = match &mut self.cells {
            Cells::Bytes(cells) => recode_cells(cells, before, mask),
            Cells::Words(cells) => recode_cells(cells, before, mask),
        };
    }

    /// Bytes that one value takes now: 1 or 2.
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
