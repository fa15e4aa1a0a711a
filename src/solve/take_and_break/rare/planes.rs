//! Keeps, for each value, the set of recent heaps that have the value, as bits.
//!
//! For every code without the class bit there is a plane: a bit for every heap, set where the heap is common and has
//! that code. Whether a split into a common heap `a` and `n - t - a` reaches a value of the rare kind is then a bit of
//! one plane, and the same bit for 64 heaps at once is a shifted word of it.

use super::kinds::Kinds;
use crate::take_and_break::cell::Cell;

/// Moves are looked up in planes only up to this distance, in heaps.
pub const REACH: usize = 8192;

/// How many of the last heaps are kept when the oldest are dropped.
const KEPT: usize = 2 * REACH;

/// How many bytes a plane has; each byte holds the bits of 8 heaps.
const BYTES: usize = 1 << 14;

/// The most heaps that are added at once. Of a longer addition, only the last `KEPT` heaps have
/// bits.
pub const MOST_NEW: usize = BYTES * 8 - KEPT - 2 * STRIP * 64;

/// The number of codes that have planes; moves that leave a heap with a greater code are not found here.
const MOST_CODES: usize = 4096;

/// The number of words examined together.
pub const STRIP: usize = 8;

/// A bit for each of `STRIP * 64` successive heaps, from a multiple of 64 on.
pub type Strip = [u64; STRIP];

/// The planes of all codes below some bound, one after the other, `BYTES` bytes each.
#[derive(Clone, Debug, Default)]
pub struct Planes {
    bits: Vec<u8>,
    /// A multiple of 64: the first heap that the planes hold.
    origin: usize,
    /// Heaps from here on have no bits.
    end: usize,
}

impl Planes {
    /// The first heap after those that the planes hold.
    pub fn end(&self) -> usize {
        self.end
    }

    /// The memory used, in bytes.
    pub fn bytes(&self) -> u64 {
        self.bits.capacity() as u64
    }

    /// Removes all planes.
    pub fn clear(&mut self) {
        self.bits.clear();
        (self.origin, self.end) = (0, 0);
    }

    /// Extends the planes to the last of these cells, which begin with heap `base`; codes are below
    /// `codes`. Heaps before `base` that the planes lack, and heaps that are too old, have no bits:
    /// moves to them are not found.
    pub fn follow<C: Cell>(&mut self, kinds: &Kinds, cells: &[C], base: usize, codes: usize) {
        let end = base + cells.len();
        self.bits.resize(self.bits.len().max(codes.min(MOST_CODES) * BYTES), 0);
        let mut from = self.end.max(base);
        if from > self.end || from + MOST_NEW < end {
            from = base.max(end.saturating_sub(KEPT));
            self.bits.fill(0);
            self.origin = from / 64 * 64;
        } else if end + 2 * STRIP * 64 > self.origin + BYTES * 8 {
            self.forget_oldest(from.saturating_sub(KEPT) / 64 * 64);
        }
        for (heap, &cell) in (from..end).zip(&cells[from - base..]) {
            let code: u32 = cell.into();
            if kinds.is_common(heap, code) {
                let byte = (code & !kinds.class_bit()) as usize * BYTES + (heap - self.origin) / 8;
                if let Some(byte) = self.bits.get_mut(byte) {
                    *byte |= 1 << (heap % 8);
                }
            }
        }
        self.end = end;
    }

    /// Makes `origin`, a multiple of 64, the first heap.
    fn forget_oldest(&mut self, origin: usize) {
        let bytes = (origin - self.origin) / 8;
        for plane in self.bits.chunks_exact_mut(BYTES) {
            plane.copy_within(bytes.., 0);
            plane[BYTES - bytes..].fill(0);
        }
        self.origin = origin;
    }

    /// Removes this heap and all later ones.
    pub fn truncate(&mut self, heap: usize) {
        if heap < self.origin {
            return self.clear();
        }
        if heap < self.end {
            let first = (heap - self.origin) / 8;
            let last = (self.end - self.origin).div_ceil(8);
            for plane in self.bits.chunks_exact_mut(BYTES) {
                plane[first] &= (1 << (heap % 8)) - 1;
                plane[first + 1..last.max(first + 1)].fill(0);
            }
            self.end = heap;
        }
    }

    /// How many of the last `heaps` heaps, a multiple of 8, are common and have the code; an
    /// incomplete last byte does not count.
    pub fn count(&self, code: u32, heaps: usize) -> u32 {
        let last = (self.end - self.origin) / 8;
        let plane = self.plane(code).map_or(&[][..], |plane| &plane[last.saturating_sub(heaps / 8)..last]);
        plane.iter().map(|byte| byte.count_ones()).sum()
    }

    #[inline(always)]
    fn plane(&self, code: u32) -> Option<&[u8; BYTES]> {
        self.bits.get(code as usize * BYTES..)?.first_chunk()
    }

    /// For each heap `n` of the strip from `heap` on, a multiple of 64, whether heap `n - distance`
    /// is common and has the code. `None` if the planes do not hold all these heaps, or if the code has no
    /// plane. Distances that are multiples of 8 are fastest.
    #[inline(always)]
    pub fn shifted(&self, code: u32, heap: usize, distance: u32) -> Option<Strip> {
        let first = heap.checked_sub(self.origin)?.checked_sub(distance as usize)?;
        let bytes = self.plane(code)?.get(first / 8..)?;
        let shift = (first % 8) as u32;
        if shift == 0 {
            return Some(words(bytes.first_chunk()?));
        }
        let low = words(bytes.first_chunk()?);
        let high = words(bytes.get(8..)?.first_chunk()?);
        Some(std::array::from_fn(|at| low[at] >> shift | high[at] << (64 - shift)))
    }
}

#[inline(always)]
fn words(bytes: &[u8; STRIP * 8]) -> Strip {
    let (words, _) = bytes.as_chunks::<8>();
    std::array::from_fn(|at| u64::from_le_bytes(words[at]))
}
