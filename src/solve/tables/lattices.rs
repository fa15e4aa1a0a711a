//! The table of a game in which a move subtracts a fixed vector, or a multiple of one, from a
//! vector of naturals.

use super::{Asked, Means, Table, Trouble, cells};
use crate::ir::GameId;
use crate::lattice::{self, Lattice, Move, Refusal, Wall, What};
use crate::position::{Budget, Limit};
use crate::shape::Shapes;
use crate::shape::rays::Rays;

/// Which games the engine supports, as a refusal says it.
pub const KIND: &str =
    "it is for vectors of naturals, where a move takes a fixed vector or a multiple of one";

/// A table that would take more bytes is not begun.
const MOST_BYTES: u64 = 64 << 30;

/// How many values are passed to `show` at a time.
const SHOWN: usize = 4096;

/// The table of one game.
pub struct LatticeTable {
    rays: Rays,
    moves: Vec<Move>,
    walls: Vec<Wall>,
    lattice: Option<Lattice>,
    /// The corners of the box of the table, both included.
    low: Vec<u64>,
    high: Vec<u64>,
}

impl LatticeTable {
    /// The table of a game; `None` if its moves are not rays, or if a wall does not fit 32 bits.
    pub fn find(shapes: &Shapes<'_>, game: GameId, budget: &Budget<'_>) -> Option<LatticeTable> {
        let rays = shapes.rays(game, budget)?.clone();
        let moves = rays.moves.iter().map(|ray| Move { by: ray.by.clone(), most: ray.most }).collect();
        let walls = rays.walls.iter().enumerate().filter(|(_, below)| **below > 0);
        let wall = |(coordinate, below): (usize, &u64)| {
            Some(Wall { coordinate, below: u32::try_from(*below).ok()? })
        };
        let walls = walls.map(wall).collect::<Option<Vec<_>>>()?;
        let (low, high) = (Vec::new(), Vec::new());
        Some(LatticeTable { rays, moves, walls, lattice: None, low, high })
    }

    /// Boxes the table for use as a [`Table`].
    pub fn boxed<'a>(self) -> Box<dyn Table<'a> + 'a> {
        Box::new(self)
    }

    /// Whether a component is in the box of the table.
    fn covers(&self, fields: &[u64]) -> bool {
        let between = self.low.iter().zip(&self.high).zip(fields);
        self.high.len() == fields.len()
            && between.into_iter().all(|((low, high), it)| low <= it && it <= high)
    }

    /// The size of a box in which the components up to `high` have the same values as without a
    /// box.
    fn board(&self, high: &[u64]) -> Result<Vec<u32>, Trouble> {
        let small = |number: &u64| u32::try_from(*number).ok().filter(|it| *it < u32::MAX);
        let position = high.iter().map(small).collect::<Option<Vec<u32>>>();
        let position = position.ok_or(Trouble::Limit(Limit::Positions))?;
        if self.moves.iter().all(|one| one.by.iter().all(|by| *by >= 0)) {
            return Ok(position.iter().map(|it| it + 1).collect());
        }
        // A move that adds to a coordinate is forbidden where it exceeds the type's upper end; the
        // edge of a box has the same effect.
        let sizes = match self.rays.greatest.iter().copied().collect::<Option<Vec<u64>>>() {
            Some(greatest) => Some(greatest.iter().map(|it| it.saturating_add(1)).collect::<Vec<u64>>()),
            None if self.rays.greatest.iter().all(Option::is_none) => {
                lattice::box_needed(&self.moves, &position)
            }
            None => None,
        };
        let sizes = sizes.ok_or(Trouble::Unfit("no box is known that holds all positions of play"))?;
        sizes.iter().map(small).collect::<Option<Vec<u32>>>().ok_or(Trouble::Limit(Limit::Positions))
    }

    /// Returns an error if a table of `positions` positions is too large. Another engine examines
    /// only the positions that play can reach, which may be few; but for a value it has to examine
    /// all positions that play can reach.
    fn admits(&self, positions: u64, asked: Asked, means: &Means<'_, '_, '_>) -> Result<(), Trouble> {
        if !self.reaches_all() {
            let few = positions <= means.budget.positions;
            return if few { Ok(()) } else { Err(Trouble::Limit(Limit::Positions)) };
        }
        match means.admits(positions) {
            Err(Trouble::Limit(reached)) if asked == Asked::Value => Err(Trouble::Sure(reached)),
            other => other,
        }
    }

    /// Whether every smaller position can be reached: there are no walls, and for each coordinate a
    /// move lowers it by 1 and changes nothing else.
    fn reaches_all(&self) -> bool {
        let lowers = |axis: usize| {
            self.moves
                .iter()
                .any(|one| one.by.iter().enumerate().all(|(at, by)| *by == i64::from(at == axis)))
        };
        self.walls.is_empty() && (0..self.rays.greatest.len()).all(lowers)
    }

    /// Begins the table of the region from `low` to `high`, or of all components up to `high` if
    /// the region is a large part of the box or a single component.
    fn begin(
        &mut self,
        asked: Asked,
        low: &[u64],
        high: &[u64],
        means: &Means<'_, '_, '_>,
    ) -> Result<(), Trouble> {
        let size = self.board(high)?;
        let whole = size.iter().fold(1u64, |cells, size| cells.saturating_mul(u64::from(*size)));
        let wanted: Vec<u64> = low.iter().zip(high).map(|(low, high)| high - low).collect();
        let part = cells(&wanted) < whole / 4 && cells(&wanted) > 1;
        self.admits(if part { cells(&wanted) } else { whole }, asked, means)?;
        let (moves, walls) = (self.moves.clone(), self.walls.clone());
        let word = |fields: &[u64]| fields.iter().map(|it| *it as u32).collect::<Vec<u32>>();
        let made = match part {
            true => Lattice::with_region(moves, walls, &size, &word(low), &word(high)),
            false => Lattice::new(moves, walls, &size),
        };
        let made = made.map_err(|refusal| match refusal {
            Refusal::NoOrder => Trouble::Unfit("no order is known in which every move leads back"),
            Refusal::TooManyRays => Trouble::Unfit("it has too many kinds of moves"),
            Refusal::Dimension => Trouble::Unfit(KIND),
            Refusal::TooLarge => Trouble::Limit(Limit::Positions),
        })?;
        self.lattice = Some(made);
        self.low = if part { low.to_vec() } else { vec![0; high.len()] };
        self.high = high.to_vec();
        Ok(())
    }

    /// The upper corner of the box to compute: beyond `high` if an earlier box was too small,
    /// because components may be requested one after another.
    fn aim(&self, high: &[u64], most: u64) -> Vec<u64> {
        if self.lattice.is_none() {
            return high.to_vec();
        }
        let grown = |(at, high): (usize, &u64)| match self.high.get(at) {
            Some(known) if high > known => (*high).max(known + known / 2),
            Some(known) => (*high).max(*known),
            None => *high,
        };
        let mut aim: Vec<u64> = high.iter().enumerate().map(grown).collect();
        for (aim, greatest) in aim.iter_mut().zip(&self.rays.greatest) {
            *aim = (*aim).min(greatest.unwrap_or(u64::MAX));
        }
        if cells(&aim) <= most { aim } else { high.to_vec() }
    }
}

impl<'a> Table<'a> for LatticeTable {
    fn name(&self) -> &'static str {
        "lattice"
    }

    fn plan(&self) -> String {
        let (moves, dimensions) = (self.moves.len(), self.rays.greatest.len());
        let (s, d) = (if moves == 1 { "" } else { "s" }, if dimensions == 1 { "number" } else { "numbers" });
        format!(
            "{moves} kind{s} of moves take fixed vectors of {dimensions} {d}, so a box is swept line by line"
        )
    }

    fn prepare(
        &mut self,
        asked: Asked,
        low: &[u64],
        high: &[u64],
        means: &Means<'_, 'a, '_>,
    ) -> Result<(), Trouble> {
        if high.len() != self.rays.greatest.len() {
            return Err(Trouble::Unfit(KIND));
        }
        let within =
            high.iter().zip(&self.rays.greatest).all(|(it, most)| most.is_none_or(|most| *it <= most));
        if !within {
            return Err(Trouble::Unfit("a field would be outside its type"));
        }
        let known = match asked {
            Asked::Value => self.value(high).is_some(),
            Asked::Outcome => self.is_lost(high).is_some(),
        };
        if low == high && known {
            return Ok(());
        }
        let what = if asked == Asked::Value { What::Values } else { What::Outcomes };
        if !(self.covers(low) && self.covers(high)) {
            let single = low == high;
            let (from, to) = match single {
                true => (vec![0; high.len()], self.aim(high, means.budget.places)),
                false => (low.to_vec(), high.to_vec()),
            };
            self.begin(asked, &from, &to, means)?;
        }
        let Some(lattice) = &mut self.lattice else { return Ok(()) };
        if lattice.bytes_needed(what) > MOST_BYTES {
            return Err(Trouble::Limit(Limit::Memory));
        }
        means.work(|pace| lattice.run(what, means.budget.threads, pace))
    }

    fn value(&self, fields: &[u64]) -> Option<u64> {
        if !self.covers(fields) {
            return None;
        }
        let position: Vec<u32> = fields.iter().map(|it| *it as u32).collect();
        self.lattice.as_ref()?.value(&position).map(u64::from)
    }

    fn is_lost(&self, fields: &[u64]) -> Option<bool> {
        if !self.covers(fields) {
            return None;
        }
        let position: Vec<u32> = fields.iter().map(|it| *it as u32).collect();
        self.lattice.as_ref()?.is_lost(&position)
    }

    fn visit(&self, low: &[u64], high: &[u64], show: &mut dyn FnMut(&[u32]) -> bool) {
        let Some(lattice) = &self.lattice else { return };
        if !(self.covers(low) && self.covers(high)) {
            return;
        }
        let word = |fields: &[u64]| fields.iter().map(|it| *it as u32).collect::<Vec<u32>>();
        let (low, high) = (word(low), word(high));
        let last = low.len() - 1;
        let mut row = low.clone();
        let mut space = [0; SHOWN];
        let mut filled = 0;
        loop {
            // The next piece of the row, as far as there is space.
            let wanted = (high[last] - row[last]) as usize + 1;
            let piece = wanted.min(SHOWN - filled);
            let count = lattice.read(&row, &mut space[filled..filled + piece]);
            filled += count;
            row[last] += count as u32;
            let known = count == piece;
            if filled == SHOWN || !known {
                if !show(&space[..filled]) || !known {
                    return;
                }
                filled = 0;
            }
            if piece == wanted && !next_row(&mut row, &low, &high) {
                if filled > 0 {
                    show(&space[..filled]);
                }
                return;
            }
        }
    }

    fn len(&self) -> usize {
        let held = self.low.iter().zip(&self.high).map(|(low, high)| high - low).collect::<Vec<u64>>();
        if self.lattice.is_some() { usize::try_from(cells(&held)).unwrap_or(usize::MAX) } else { 0 }
    }
}

/// Moves to the beginning of the next row of a box, whose last coordinate varies fastest. Returns
/// false if there is none.
fn next_row(row: &mut [u32], low: &[u32], high: &[u32]) -> bool {
    let last = row.len() - 1;
    let Some(place) = (0..last).rev().find(|&place| row[place] < high[place]) else { return false };
    row[place] += 1;
    row[place + 1..].copy_from_slice(&low[place + 1..]);
    true
}
