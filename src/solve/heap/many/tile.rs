//! A tile, which is a run of heaps, and the step that finds all heaps of the tile with a given
//! value.

use super::bits::{STRETCH, STRETCH_WORDS};

/// How many stretches a tile has.
const STRETCHES: usize = 8;
const WORDS: usize = STRETCHES * STRETCH_WORDS;
/// How many heaps a tile has.
pub(super) const TILE: u64 = STRETCHES as u64 * STRETCH;

/// One bit for each heap of a tile.
pub(super) type Row = [u64; WORDS];
/// A row without set bits.
pub(super) const EMPTY_ROW: Row = [0; WORDS];

/// The values found so far for the heaps of a tile.
#[derive(Debug, Clone)]
pub(super) struct Tile {
    /// The heaps that have no value yet.
    open: Row,
    values: Vec<u32>,
}

/// The amounts below [`TILE`] as bits, followed by an empty word.
pub(super) fn near_words(amounts: &[u64]) -> Vec<u64> {
    let mut words = EMPTY_ROW;
    let mut used = 0;
    for &amount in amounts.iter().take_while(|&&amount| amount < TILE) {
        words[(amount / 64) as usize] |= 1 << (amount % 64);
        used = (amount / 64) as usize + 1;
    }
    let mut words = words[..used].to_vec();
    words.push(0);
    words
}

impl Tile {
    /// A tile of at most [`TILE`] heaps without values.
    pub fn new(count: u64) -> Tile {
        let mut open = EMPTY_ROW;
        for (index, word) in open.iter_mut().enumerate() {
            let left = count.saturating_sub(64 * index as u64);
            *word = if left >= 64 { u64::MAX } else { (1 << left) - 1 };
        }
        Tile { open, values: vec![0; count as usize] }
    }

    /// Whether all heaps have a value.
    pub fn is_full(&self) -> bool {
        self.open.iter().all(|&word| word == 0)
    }

    /// Whether a heap of this stretch has no value yet.
    pub fn is_open(&self, stretch: usize) -> bool {
        self.open[stretch * STRETCH_WORDS..][..STRETCH_WORDS].iter().any(|&word| word != 0)
    }

    /// The value of each heap; 0 for heaps that have none so far.
    pub fn values(&self) -> &[u32] {
        &self.values
    }

    /// Gives `value` to the open heaps that are not in `excluded`, in ascending order. Each of them
    /// excludes the later heaps that can move to it.
    pub fn fill(&mut self, value: u32, excluded: &mut Row, near: &[u64]) {
        pulp::Arch::new().dispatch(Fill { tile: self, value, excluded, near });
    }
}

/// The task of [`Tile::fill`].
struct Fill<'a> {
    tile: &'a mut Tile,
    value: u32,
    excluded: &'a mut Row,
    near: &'a [u64],
}

impl pulp::NullaryFnOnce for Fill<'_> {
    type Output = ();

    #[inline(always)]
    fn call(self) {
        for index in 0..WORDS {
            loop {
                let free = self.tile.open[index] & !self.excluded[index];
                if free == 0 {
                    break;
                }
                let bit = free.trailing_zeros();
                self.tile.open[index] &= !(1 << bit);
                self.tile.values[64 * index + bit as usize] = self.value;
                exclude(&mut self.excluded[index..], self.near, bit);
            }
        }
    }
}

/// Excludes the heaps that can move to the heap at `bit` of the first word.
#[inline(always)]
fn exclude(excluded: &mut [u64], near: &[u64], bit: u32) {
    let Some((&first, rest)) = near.split_first() else { return };
    excluded[0] |= first << bit;
    let pairs = near.iter().zip(rest);
    for (word, (&low, &high)) in excluded[1..].iter_mut().zip(pairs) {
        *word |= high << bit | low >> 1 >> (63 - bit);
    }
}
