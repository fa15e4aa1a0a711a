//! A box of cells, and the place of each cell in the order of the sweep.

use super::order::Digit;
use crate::code::known::Bounds;

/// A box, and the order of its cells.
#[derive(Debug, Clone)]
pub struct Region {
    /// The least and the greatest word of each field.
    pub bounds: Vec<Bounds>,
    /// The fields, the most significant first.
    pub order: Vec<Digit>,
    /// For each field, by how much the place of a cell changes when the word of the field grows by
    /// 1; negative if the field is descending.
    pub strides: Vec<i64>,
    /// How many cells there are.
    pub cells: usize,
}

/// The most cells of a region, so that 32 bits are enough to number them; a larger box has no
/// region.
const MOST_CELLS: usize = 1 << 31;

impl Region {
    /// The region of a box; `None` if it has too many cells.
    pub fn new(bounds: Vec<Bounds>, order: Vec<Digit>) -> Option<Region> {
        let mut strides = vec![0; bounds.len()];
        let mut cells = 1usize;
        for digit in order.iter().rev() {
            let (low, high) = bounds[digit.field];
            strides[digit.field] = if digit.upwards { cells as i64 } else { -(cells as i64) };
            let span = usize::try_from(high.checked_sub(low)?.checked_add(1)?).ok()?;
            cells = cells.checked_mul(span).filter(|cells| *cells <= MOST_CELLS)?;
        }
        Some(Region { bounds, order, strides, cells })
    }

    /// The place of the cell with these words; `None` outside of the box.
    #[inline]
    pub fn place(&self, words: &[i64]) -> Option<usize> {
        let mut place = 0;
        for ((word, (low, high)), stride) in words.iter().zip(&self.bounds).zip(&self.strides) {
            if word < low || word > high {
                return None;
            }
            // The distance is counted from the word that comes first, so that no product is
            // negative.
            place += if *stride >= 0 { (word - low) * stride } else { (high - word) * -stride };
        }
        Some(place as usize)
    }

    /// The fastest field, and the next fastest, `None` if there is one field only. A row consists
    /// of the cells that differ in no other field.
    pub fn last(&self) -> (Digit, Option<Digit>) {
        let mut last = self.order.iter().rev().copied();
        (last.next().unwrap_or(Digit { field: 0, upwards: true }), last.next())
    }

    /// How many words a field has.
    fn span(&self, digit: Digit) -> usize {
        self.bounds.get(digit.field).map_or(1, |(low, high)| (high - low) as usize + 1)
    }

    /// How many cells a row has.
    pub fn row(&self) -> usize {
        let (last, next) = self.last();
        self.span(last) * next.map_or(1, |next| self.span(next))
    }

    /// Sets the words of the fields that change along a row, so that `words` become those of the
    /// cell with index `at` in the row.
    pub fn along(&self, words: &mut [i64], at: usize) {
        let (last, next) = self.last();
        let span = self.span(last);
        words[last.field] = self.word(last, (at % span) as i64);
        if let Some(next) = next {
            words[next.field] = self.word(next, (at / span) as i64);
        }
    }

    /// The word that comes `at` steps after the first word of a field, in its direction.
    pub fn word(&self, digit: Digit, at: i64) -> i64 {
        let (low, high) = self.bounds[digit.field];
        if digit.upwards { low + at } else { high - at }
    }

    /// The words of the first cell.
    pub fn first(&self) -> Vec<i64> {
        let mut words = vec![0; self.bounds.len()];
        for digit in &self.order {
            words[digit.field] = self.word(*digit, 0);
        }
        words
    }

    /// Advances `words` to the first cell of the next row. Returns false after the last row.
    pub fn next_row(&self, words: &mut [i64]) -> bool {
        self.along(words, 0);
        let others = &self.order[..self.order.len().saturating_sub(2)];
        for digit in others.iter().rev() {
            let (low, high) = self.bounds[digit.field];
            let word = &mut words[digit.field];
            if *word != if digit.upwards { high } else { low } {
                *word += if digit.upwards { 1 } else { -1 };
                return true;
            }
            *word = self.word(*digit, 0);
        }
        false
    }
}
