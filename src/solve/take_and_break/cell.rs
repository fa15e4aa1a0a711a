//! The two widths in which codes of values are kept.

/// A byte or two bytes.
pub trait Cell: Copy + Eq + Ord + Into<u32> + Send + Sync + 'static {
    /// How many bits it has.
    const BITS: u32;
    /// No bit set.
    const NONE: Self;
    /// Makes a cell of a code that fits.
    fn of(code: u32) -> Self;
    /// Bit by bit.
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
