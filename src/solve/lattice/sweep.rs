//! Divides a box into rows, and lists the rows in the order in which they are swept.
//!
//! A row is a run of positions in which only one coordinate changes, or, when the order is by
//! levels, one coordinate and the coordinate that the level determines from it. The positions of a
//! row from which a move is possible form an interval of the row, because coordinates change
//! linearly along a row.

use super::order::{Order, weigh};
use std::ops::Range;

/// A length that exceeds every box.
const LONGER: i64 = 1 << 40;

/// A box with an order. The *swept* coordinates of a position are its coordinates in that order,
/// where the first is replaced by the level if the order is by levels. All swept coordinates but
/// the last stay fixed in a row.
#[derive(Debug, Clone)]
pub(super) struct Sweep {
    /// How many values each coordinate has; none is 0.
    pub sizes: Vec<i64>,
    /// The coordinates from the slowest to the fastest.
    pub coordinates: Vec<usize>,
    /// The weights, if the order is by levels.
    weights: Option<Vec<i64>>,
    /// How many values each swept coordinate has.
    pub swept_sizes: Vec<i64>,
    /// The change of each coordinate from one position of a row to the next.
    pub steps: Vec<i64>,
}

/// A row: a run of positions.
#[derive(Debug, Clone, Default)]
pub(super) struct Row {
    /// The swept coordinates that stay fixed: all but the last.
    pub fixed: Vec<i64>,
    /// The coordinates of the first position.
    pub start: Vec<i64>,
    /// How many positions there are; may be 0.
    pub count: i64,
}

impl Sweep {
    /// The box of these sizes, all positive, swept in this order.
    pub fn new(sizes: Vec<i64>, order: Order) -> Sweep {
        let (coordinates, weights) = match order {
            Order::Coordinates(coordinates) => (coordinates, None),
            Order::Levels { weights, coordinates } => (coordinates, Some(weights)),
        };
        let mut swept_sizes: Vec<i64> = coordinates.iter().map(|&coordinate| sizes[coordinate]).collect();
        let mut steps = vec![0; sizes.len()];
        let (slowest, fastest) = (coordinates[0], coordinates[sizes.len() - 1]);
        steps[fastest] = 1;
        if let Some(weights) = &weights {
            let last: Vec<i64> = sizes.iter().map(|size| size - 1).collect();
            swept_sizes[0] = i64::try_from(weigh(&last, weights)).unwrap_or(i64::MAX - 1) + 1;
            let common = num_integer::gcd(weights[slowest], weights[fastest]);
            steps[fastest] = weights[slowest] / common;
            steps[slowest] = -weights[fastest] / common;
        }
        Sweep { sizes, coordinates, weights, swept_sizes, steps }
    }

    /// How many coordinates there are.
    pub fn dimension(&self) -> usize {
        self.sizes.len()
    }

    /// The coordinate that changes along a row.
    pub fn fastest(&self) -> usize {
        self.coordinates[self.dimension() - 1]
    }

    /// The swept coordinates of a position or of a difference of positions.
    pub fn swept(&self, vector: &[i64]) -> Vec<i64> {
        let mut swept: Vec<i64> = self.coordinates.iter().map(|&coordinate| vector[coordinate]).collect();
        if let Some(weights) = &self.weights {
            swept[0] = weigh(vector, weights) as i64;
        }
        swept
    }

    /// Whether the order is by levels.
    pub fn by_levels(&self) -> bool {
        self.weights.is_some()
    }

    /// The first row.
    pub fn first(&self) -> Row {
        let fixed = vec![0; self.dimension() - 1];
        let mut row = Row { fixed, start: vec![0; self.dimension()], count: 0 };
        self.fill_in(&mut row);
        row
    }

    /// Advances a row to the next. Returns false if there is none.
    pub fn advance(&self, row: &mut Row) -> bool {
        let places = row.fixed.iter_mut().zip(&self.swept_sizes).rev();
        for (place, &size) in places {
            *place += 1;
            if *place < size {
                self.fill_in(row);
                return true;
            }
            *place = 0;
        }
        false
    }

    /// Sets the first position and the count of a row from its fixed coordinates.
    fn fill_in(&self, row: &mut Row) {
        let fastest = self.fastest();
        for (&coordinate, &value) in self.coordinates.iter().zip(&row.fixed) {
            row.start[coordinate] = value;
        }
        row.start[fastest] = 0;
        row.count = self.sizes[fastest];
        if let Some(weights) = &self.weights {
            self.fill_in_level(row, weights);
        }
    }

    /// Sets the first position and the count of a row of a level. Its positions are the values of
    /// the fastest coordinate for which the rest of the level is a multiple of the slowest
    /// coordinate's weight, with this multiple inside the box.
    fn fill_in_level(&self, row: &mut Row, weights: &[i64]) {
        let (slowest, fastest) = (self.coordinates[0], self.fastest());
        let (unit, weight) = (weights[slowest], weights[fastest]);
        let middle = self.coordinates[1..self.dimension() - 1].iter();
        let level =
            row.fixed[0] - middle.map(|&coordinate| weights[coordinate] * row.start[coordinate]).sum::<i64>();
        let least = (level - unit * (self.sizes[slowest] - 1)).max(0);
        let first = least / weight + i64::from(least % weight > 0);
        let last = (self.sizes[fastest] - 1).min(level.div_euclid(weight));
        let fits = |&x: &i64| (level - weight * x) % unit == 0;
        let Some(first) = (first..=last).take(self.steps[fastest] as usize).find(fits) else {
            row.count = 0;
            return;
        };
        row.start[fastest] = first;
        row.start[slowest] = (level - weight * first) / unit;
        row.count = (last - first) / self.steps[fastest] + 1;
    }

    /// The positions of the row, as indices, each of whose coordinates lies in its range from
    /// `bounds`.
    pub fn inside(&self, row: &Row, bounds: impl Fn(usize) -> Range<i64>) -> Range<i64> {
        let (mut first, mut end) = (0, row.count);
        for (coordinate, (&start, &step)) in row.start.iter().zip(&self.steps).enumerate() {
            let Range { start: low, end: high } = bounds(coordinate);
            let (low, high) = (low - start, high - 1 - start);
            match step {
                0 if low > 0 || high < 0 => return 0..0,
                0 => {}
                1.. => {
                    first = first.max(divide_up(low, step));
                    end = end.min(high.div_euclid(step) + 1);
                }
                _ => {
                    first = first.max(divide_up(-high, -step));
                    end = end.min((-low).div_euclid(-step) + 1);
                }
            }
        }
        if first < end { first..end } else { 0..0 }
    }

    /// The positions of the row from which `times` the vector can be subtracted inside the box.
    pub fn movable(&self, row: &Row, vector: &[i64], times: i64) -> Range<i64> {
        self.inside(row, |coordinate| {
            // A shift by more than the box leads outside whatever its exact length.
            let by = vector[coordinate].saturating_mul(times).clamp(-LONGER, LONGER);
            by..self.sizes[coordinate] + by
        })
    }
}

/// Division that rounds up.
fn divide_up(a: i64, b: i64) -> i64 {
    -(-a).div_euclid(b)
}
