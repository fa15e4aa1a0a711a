//! The two widths in which codes of values are kept.

/// An unsigned integer of one or two bytes that holds the code of a value.
pub trait Cell: Copy + Eq + Ord + Into<u32> + Send + Sync + 'static {
    /// The number of bits.
    const BITS: u32;
    /// The cell without set bits, 0.
    const NONE: Self;
    /// Converts a code, which must fit.
    fn of(code: u32) -> Self;
    /// The bitwise xor.
    fn xor(self, other: Self) -> Self;
}

macro_rules! cell {
    ($width:ty) => {
        impl Cell for $width {
            const BITS: u32 = <$width>::BITS;
            const NONE: Self = 0;

            #[inline(always)]
            fn of(code: u32) -> Self {
                code as $width
            }

            #[inline(always)]
            fn xor(self, other: Self) -> Self {
                self ^ other
            }
        }
    };
}

cell!(u8);
cell!(u16);
