//! Encodes values so that the class of a value is one bit of its code.
//!
//! For a mask `m` the class of a value `v` is the parity of `v & m`. Its code has the class in the top bit, and below
//! it `v` without the lowest bit of `m`, which the class and the other bits of `m` determine. Three properties matter:
//!
//! * the code of a xor is the xor of the codes, so that positions are combined without decoding;
//! * the encoding is one to one, so that nothing is lost and equal values are equal codes;
//! * the encoding keeps the order within a class: let `v < w` be of one class. The highest bit in
//!   which they differ is not the dropped bit, because then they would differ in another bit of `m`
//!   too, and all others are higher. So the codes keep this bit.

/// The encoding of values by a mask; without a mask, codes are the values.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Encoding {
    mask: u32,
    /// The index of the lowest set bit of the mask; codes leave this bit out.
    dropped: u32,
    /// The top bit of a cell, which holds the class; 0 without a mask.
    class_bit: u32,
}

impl Encoding {
    /// Values are not encoded.
    pub const PLAIN: Encoding = Encoding { mask: 0, dropped: 0, class_bit: 0 };

    /// The encoding by a mask, for cells of `cell_bits` bits. All values and the mask have to fit.
    pub fn new(mask: u32, cell_bits: u32) -> Self {
        if mask == 0 {
            return Encoding::PLAIN;
        }
        Encoding { mask, dropped: mask.trailing_zeros(), class_bit: 1 << (cell_bits - 1) }
    }

    /// The mask; 0 if values are not encoded.
    pub fn mask(&self) -> u32 {
        self.mask
    }

    /// The bit of a code that holds the class; 0 if values are not encoded.
    pub fn class_bit(&self) -> u32 {
        self.class_bit
    }

    /// The code of a value.
    pub fn encode(&self, value: u32) -> u32 {
        if self.mask == 0 {
            return value;
        }
        let below = value & ((1 << self.dropped) - 1);
        let above = value >> (self.dropped + 1) << self.dropped;
        let class = if (value & self.mask).count_ones() % 2 == 1 { self.class_bit } else { 0 };
        below | above | class
    }

    /// The value of a code.
    pub fn decode(&self, code: u32) -> u32 {
        if self.mask == 0 {
            return code;
        }
        let kept = code & !self.class_bit;
        let below = kept & ((1 << self.dropped) - 1);
        let value = below | (kept >> self.dropped) << (self.dropped + 1);
        let odd = (value & self.mask).count_ones() % 2 == 1;
        value | u32::from(odd != (code & self.class_bit != 0)) << self.dropped
    }

    /// Returns how many values of the other class are below `value`. Their codes, without the class
    /// bit, are exactly the numbers below the result.
    ///
    /// A value `v` of the other class is compared with `value` by the bits above the dropped one; where those agree,
    /// the dropped bits differ, as the classes do, and decide.
    pub fn others_below(&self, value: u32) -> u32 {
        let above = value >> (self.dropped + 1);
        let dropped = value >> self.dropped & 1;
        (above + dropped) << self.dropped
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_are_linear_one_to_one_and_keep_order() {
        for mask in [1u32, 0b1101, 0b10110, 0x70, 0x5a] {
            let encoding = Encoding::new(mask, 8);
            let class = |value: u32| (value & mask).count_ones() % 2;
            for v in 0..256 {
                assert_eq!(encoding.decode(encoding.encode(v)), v);
                assert_eq!(encoding.encode(v) & 0x80 != 0, class(v) == 1);
                for w in 0..256 {
                    assert_eq!(encoding.encode(v) ^ encoding.encode(w), encoding.encode(v ^ w));
                    if class(v) == class(w) {
                        assert_eq!(v < w, encoding.encode(v) < encoding.encode(w));
                    }
                }
                let below = (0..v).filter(|&w| class(w) != class(v)).count() as u32;
                let codes = (0..256).filter(|&w| {
                    class(w) != class(v) && (encoding.encode(w) & 0x7f) < encoding.others_below(v)
                });
                let codes: Vec<u32> = codes.collect();
                assert!(codes.iter().all(|&w| w < v));
                assert_eq!(codes.len() as u32, below);
            }
        }
    }
}
