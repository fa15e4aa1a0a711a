//! Determines from codes which heaps are common or rare, and which values are of the common or the
//! rare kind.

use super::Classes;
use super::block::Flips;
use crate::take_and_break::encoding::Encoding;

/// Thresholds of codes below this, without the class bit, are kept in a table.
const TABLE: u32 = 1024;

/// The classes of heaps, and the encoding of values by the mask of the classes.
#[derive(Clone, Debug)]
pub struct Kinds {
    pub classes: Classes,
    encoding: Encoding,
    /// By class and code without the class bit: how many values of the other class are below the
    /// value.
    thresholds: [Vec<u32>; 2],
}

impl Kinds {
    /// Both arguments must have the same mask.
    pub fn new(classes: Classes, encoding: Encoding) -> Self {
        let class_bit = encoding.class_bit();
        let codes = TABLE.min(class_bit);
        let below = |code: u32| encoding.others_below(encoding.decode(code));
        let thresholds = [0, class_bit].map(|class| (0..codes).map(|code| below(code | class)).collect());
        Kinds { classes, encoding, thresholds }
    }

    /// The bit that holds the class in a code; 0 without a mask.
    pub fn class_bit(&self) -> u32 {
        self.encoding.class_bit()
    }

    /// The class bit of codes of the rare kind at a heap: [`Self::class_bit`] or 0.
    pub fn rare_bit(&self, heap: usize) -> u32 {
        if self.classes.rare_parity(heap) { self.class_bit() } else { 0 }
    }

    /// Whether a heap with this code is common; never true of heap 0.
    pub fn is_common(&self, heap: usize, code: u32) -> bool {
        heap > 0 && (code ^ self.rare_bit(heap)) & self.class_bit() != 0
    }

    /// The masks that remove the class bit from codes of the common kind, for the heaps of a block that
    /// begins at `start`.
    pub fn flips(&self, start: usize) -> Flips {
        [start, start + 1].map(|heap| self.class_bit() ^ self.rare_bit(heap))
    }

    /// Returns how many values of the rare kind are below the value with the common code `code`.
    /// Their codes, without the class bit, are exactly the numbers below the result.
    #[inline(always)]
    pub fn threshold(&self, code: u32) -> u32 {
        let class = usize::from(code & self.class_bit() != 0);
        match self.thresholds[class].get((code & !self.class_bit()) as usize) {
            Some(&threshold) => threshold,
            None => self.encoding.others_below(self.encoding.decode(code)),
        }
    }
}
