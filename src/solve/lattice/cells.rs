//! Where the values of positions are stored: numbers for the positions of a box, and a separate
//! store for the positions of a region.

use super::BoxRules;
use super::sweep::Row;
use std::ops::Range;

/// Numbers the positions of a box, the fastest swept coordinate first; if earlier values are not
/// needed again, values of the slowest coordinate that are far apart share their numbers.
#[derive(Debug, Clone)]
pub(super) struct Numbering {
    /// The change of the number with each coordinate.
    pub strides: Vec<i64>,
    /// How many values each coordinate has.
    pub sizes: Vec<i64>,
    /// The slowest coordinate.
    slowest: usize,
    /// How many values of the slowest coordinate are stored separately; `None` means all.
    depth: Option<i64>,
    /// How many numbers there are.
    pub count: u64,
}

/// The values of a region, in the order of its coordinates, the last one fastest.
#[derive(Debug, Clone)]
pub(super) struct Kept<T> {
    ranges: Vec<Range<i64>>,
    values: Vec<T>,
}

impl Numbering {
    /// Numbers for a sweep in which the value of a position depends on positions at most `back`
    /// before it in the slowest coordinate. Every position has its own number unless only the
    /// results of a region are kept, the order is by coordinates, and there are at least two
    /// coordinates.
    pub fn new(rules: &BoxRules, back: i64) -> Numbering {
        let sweep = &rules.sweep;
        let slowest = sweep.coordinates[0];
        let rolls = rules.rolls();
        let depth = (back.saturating_add(1)).min(sweep.sizes[slowest]);
        let mut strides = vec![0; sweep.dimension()];
        let mut count = 1;
        for &coordinate in sweep.coordinates.iter().rev() {
            strides[coordinate] = count;
            count *= if rolls && coordinate == slowest { depth } else { sweep.sizes[coordinate] };
        }
        Numbering {
            strides,
            sizes: sweep.sizes.clone(),
            slowest,
            depth: rolls.then_some(depth),
            count: count as u64,
        }
    }

    /// The number of a position. For positions outside of the box the number continues linearly in
    /// all coordinates but the slowest.
    pub fn number(&self, position: impl Iterator<Item = i64>) -> i64 {
        let places =
            position.zip(&self.strides).enumerate().map(|(coordinate, (x, stride))| match self.depth {
                Some(depth) if coordinate == self.slowest => x.rem_euclid(depth) * stride,
                _ => x * stride,
            });
        places.sum()
    }

    /// Whether every position has its own number, so that its value is kept until the end.
    pub fn is_complete(&self) -> bool {
        self.depth.is_none()
    }
}

impl<T: Copy + Default> Kept<T> {
    /// Allocates the values of a region, all at the default.
    pub fn new(ranges: &[Range<i64>]) -> Kept<T> {
        let count = Kept::<T>::size(ranges) as usize;
        Kept { ranges: ranges.to_vec(), values: vec![T::default(); count] }
    }

    /// How many values there are in a region.
    pub fn size(ranges: &[Range<i64>]) -> u64 {
        ranges.iter().map(|range| (range.end - range.start).max(0) as u64).fold(1, u64::saturating_mul)
    }

    /// The value of a position of the region.
    pub fn get(&self, position: &[i64]) -> Option<T> {
        self.values.get(self.number(position)).copied()
    }

    /// Stores the values of those positions of a row that are in the region. The order of the sweep
    /// must be coordinate by coordinate.
    pub fn take(&mut self, rules: &BoxRules, row: &Row, value: impl Fn(i64) -> T) {
        let fastest = rules.sweep.fastest();
        let mut position = row.start.clone();
        for k in rules.sweep.inside(row, |coordinate| self.ranges[coordinate].clone()) {
            position[fastest] = row.start[fastest] + k;
            let number = self.number(&position);
            if let Some(kept) = self.values.get_mut(number) {
                *kept = value(k);
            }
        }
    }

    /// The index of a position of the region in `values`.
    fn number(&self, position: &[i64]) -> usize {
        let places = position.iter().zip(&self.ranges);
        places.fold(0, |number, (x, range)| {
            number * (range.end - range.start) as usize + (x - range.start) as usize
        })
    }
}
