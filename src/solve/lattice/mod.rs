//! Computes the values or outcomes of all positions of a box, where a position is a vector of
//! naturals, and moves go along rays or by fixed vectors.
//!
//! A move subtracts k times a vector, for any k ≥ 1, or k up to a bound. The box is the board: a
//! move that would leave it, below 0 or at the upper edge, is not a move. (Only vectors with
//! negative components ever meet the upper edges. For the game on the unbounded board take a box of
//! the size that [`box_needed`] returns for a position; that box holds everything that play can
//! reach from the position.)
//!
//! The positions are swept in an order (`order`) in which every move leads back, row by row (`sweep`).
//! `values` keeps for each line of a ray the set of values on it; `outcomes` keeps for each line whether a
//! lost position is on it, many lines in one word.

mod cells;
mod kernel;
mod lines;
mod order;
mod outcomes;
mod reach;
mod row_bits;
mod sweep;
mod symmetry;
#[cfg(test)]
mod tests;
mod values;

pub use reach::box_needed;

use super::pace::{Pace, Stopped};
use order::Slowest;
use outcomes::Outcomes;
use std::ops::Range;
use sweep::Sweep;
use values::Values;

/// A kind of move: subtract k times `by`, for 1 ≤ k ≤ `most`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Move {
    /// The amounts that are subtracted; negative amounts are added.
    pub by: Vec<i64>,
    /// The greatest multiple; unlimited if `None`.
    pub most: Option<u64>,
}

/// Positions with no moves: those whose `coordinate` is below `below`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Wall {
    /// The coordinate.
    pub coordinate: usize,
    /// The first value of the coordinate at which positions have moves.
    pub below: u32,
}

/// Which result is computed for each position.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum What {
    /// The Sprague–Grundy value.
    Values,
    /// Whether the player to move loses.
    Outcomes,
}

/// Why there is no table.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Refusal {
    /// A vector or the region has another number of coordinates than the box, a wall is in a
    /// coordinate that the box does not have, or the box has no coordinates.
    Dimension,
    /// No order is found in which every move leads back.
    NoOrder,
    /// The box has too many positions, or its sweep too many rows, or the table takes too much
    /// memory.
    TooLarge,
    /// More than [`MOST_RAYS`] rays.
    TooManyRays,
}

/// The most rays that a game may have: moves whose multiple k is unbounded, or has a bound above
/// `values::FEW_TIMES`.
pub const MOST_RAYS: usize = 64;
/// The most positions that a box may have, and the most rows of a sweep.
const MOST_POSITIONS: i128 = 1 << 46;

/// The rules on a box, in the form that the sweeps use. No vector is longer than the box.
#[derive(Debug, Clone)]
struct BoxRules {
    /// The moves that are possible somewhere in the box.
    moves: Vec<Move>,
    walls: Vec<Wall>,
    sweep: Sweep,
    /// The range of each coordinate in which results are kept; `None` if all results are kept.
    region: Option<Vec<Range<i64>>>,
}

/// A table of the positions of a box, filled as far as [`Lattice::run`] has come.
#[derive(Debug, Clone)]
pub struct Lattice {
    rules: BoxRules,
    values: Option<Values>,
    outcomes: Option<Outcomes>,
}

impl Lattice {
    /// The game with these moves and walls on the box of positions below `size` in each coordinate.
    pub fn new(moves: Vec<Move>, walls: Vec<Wall>, size: &[u32]) -> Result<Lattice, Refusal> {
        Lattice::with_order(moves, walls, size, None, Slowest::Shortest)
    }

    /// A table that keeps only the results of the positions from `low` to `high`, both included,
    /// besides those that are needed for later positions.
    pub fn with_region(
        moves: Vec<Move>,
        walls: Vec<Wall>,
        size: &[u32],
        low: &[u32],
        high: &[u32],
    ) -> Result<Lattice, Refusal> {
        if low.len() != size.len() || high.len() != size.len() {
            return Err(Refusal::Dimension);
        }
        let range = |((&low, &high), &size): ((&u32, &u32), &u32)| {
            i64::from(low)..(i64::from(high) + 1).min(size.into()).max(low.into())
        };
        let region = low.iter().zip(high).zip(size).map(range).collect();
        Lattice::with_order(moves, walls, size, Some(region), Slowest::Longest)
    }

    fn with_order(
        mut moves: Vec<Move>,
        walls: Vec<Wall>,
        size: &[u32],
        region: Option<Vec<Range<i64>>>,
        slowest: Slowest,
    ) -> Result<Lattice, Refusal> {
        let dimension = size.len();
        let fits = moves.iter().all(|one| one.by.len() == dimension)
            && walls.iter().all(|wall| wall.coordinate < dimension);
        if dimension == 0 || !fits {
            return Err(Refusal::Dimension);
        }
        let positions = size.iter().try_fold(1i128, |all, &size| all.checked_mul(i128::from(size)));
        if positions.is_none_or(|positions| positions > MOST_POSITIONS) {
            return Err(Refusal::TooLarge);
        }
        // An empty box is swept as one of size 1 and keeps nothing.
        let region = if size.contains(&0) { Some(vec![0..0; dimension]) } else { region };
        let sizes: Vec<i64> = size.iter().map(|&size| i64::from(size).max(1)).collect();
        let possible = |one: &Move| one.by.iter().zip(&sizes).all(|(by, &size)| (-size < *by) && *by < size);
        moves.retain(|one| one.most != Some(0) && possible(one));
        let vectors: Vec<Vec<i64>> = moves.iter().map(|one| one.by.clone()).collect();
        let order = order::find(&vectors, &sizes, slowest).ok_or(Refusal::NoOrder)?;
        let sweep = Sweep::new(sizes, order);
        let rules = BoxRules { moves, walls, sweep, region };
        rules.check_size()?;
        Ok(Lattice { rules, values: None, outcomes: None })
    }

    /// How many bytes [`Self::run`] takes at most.
    pub fn bytes_needed(&self, what: What) -> u64 {
        match what {
            What::Values => Values::bytes_needed(&self.rules),
            What::Outcomes => Outcomes::bytes_needed(&self.rules),
        }
    }

    /// Computes the results of the whole box, with a single thread. If the run is stopped, the
    /// results so far are kept, and the next run continues from there.
    pub fn run(&mut self, what: What, _threads: usize, pace: Pace) -> Result<(), Stopped> {
        match what {
            What::Values => {
                self.values.get_or_insert_with(|| Values::new(&self.rules)).run(&self.rules, pace)
            }
            What::Outcomes => {
                self.outcomes.get_or_insert_with(|| Outcomes::new(&self.rules)).run(&self.rules, pace)
            }
        }
    }

    /// The value of a position, if it has been computed and kept.
    pub fn value(&self, position: &[u32]) -> Option<u32> {
        let position = self.rules.kept(position)?;
        self.values.as_ref()?.get(&self.rules, &position)
    }

    /// Writes the values of a position and the following ones along the last coordinate, up to the
    /// first whose value has not been computed or kept. Returns how many values were written.
    pub fn read(&self, position: &[u32], to: &mut [u32]) -> usize {
        let (Some(place), Some(values)) = (self.rules.kept(position), self.values.as_ref()) else { return 0 };
        if let Some(count) = values.read_finished(&place, to) {
            return count;
        }
        let mut position = position.to_vec();
        for (at, value) in to.iter_mut().enumerate() {
            match self.value(&position) {
                Some(found) => *value = found,
                None => return at,
            }
            let last = position.len() - 1;
            position[last] += 1;
        }
        to.len()
    }

    /// Whether the player to move loses at a position, if this has been computed and kept.
    pub fn is_lost(&self, position: &[u32]) -> Option<bool> {
        let position = self.rules.kept(position)?;
        let from_values = self.values.as_ref().and_then(|values| values.get(&self.rules, &position));
        from_values.map(|value| value == 0).or_else(|| self.outcomes.as_ref()?.get(&self.rules, &position))
    }
}

impl BoxRules {
    /// Refuses rules that have too many rows or rays, or whose sweep takes too much memory.
    fn check_size(&self) -> Result<(), Refusal> {
        let mut rows = self.sweep.swept_sizes[..self.sweep.dimension() - 1].iter();
        let rows = rows.try_fold(1i128, |all, &size| all.checked_mul(i128::from(size)));
        // With weights of very different sizes, there are many levels and therefore many rows, most
        // of them empty.
        if rows.is_none_or(|rows| rows > MOST_POSITIONS) || Values::bytes_needed(self) > 1 << 60 {
            return Err(Refusal::TooLarge);
        }
        let rays = self.moves.iter().filter(|one| values::is_ray(one)).count();
        if rays > MOST_RAYS { Err(Refusal::TooManyRays) } else { Ok(()) }
    }

    /// The range of a coordinate outside of its walls: only there positions may have moves.
    fn alive(&self, coordinate: usize) -> Range<i64> {
        let walls = self.walls.iter().filter(|wall| wall.coordinate == coordinate);
        walls.map(|wall| i64::from(wall.below)).max().unwrap_or(0)..self.sweep.sizes[coordinate]
    }

    /// Whether, apart from the region, only the results that later rows need are kept. For this,
    /// rows with equal slowest coordinates must follow each other.
    fn rolls(&self) -> bool {
        self.region.is_some() && !self.sweep.by_levels() && self.sweep.dimension() > 1
    }

    /// The region, if it has to be stored separately.
    fn kept_region(&self) -> Option<&[Range<i64>]> {
        self.region.as_deref().filter(|_| self.rolls())
    }

    /// The coordinates of a position; `None` if its result is not kept.
    fn kept(&self, position: &[u32]) -> Option<Vec<i64>> {
        let position: Vec<i64> = position.iter().map(|&x| i64::from(x)).collect();
        let in_box = position.len() == self.sweep.dimension()
            && position.iter().zip(&self.sweep.sizes).all(|(x, size)| x < size);
        let in_region =
            |region: &Vec<Range<i64>>| position.iter().zip(region).all(|(x, range)| range.contains(x));
        (in_box && self.region.as_ref().is_none_or(in_region)).then_some(position)
    }
}
