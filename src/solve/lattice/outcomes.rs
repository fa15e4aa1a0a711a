//! Computes the outcomes of the positions of a box, one bit per position, row by row.
//!
//! A position is lost for the player to move (a P-position) if no option is lost. A row is a string
//! of bits over the fastest coordinate. A position is excluded, that is, not lost, if a move leads
//! from it to a lost position. The positions that moves to earlier rows exclude are the or of
//! shifted rows: for a fixed vector e, the lost positions of the row at −e; for a ray, the row F(u)
//! = (F(u − e) or lost(u − e)), shifted by e, which flags the positions on whose line a lost one
//! has been passed. Inside the row lost positions are picked greedily: the first that is not
//! excluded is lost, and excludes those that can move to it.
//!
//! If a move makes at most k steps along a ray, the lost position k + 1 steps back is removed from
//! the flags again. Two lost positions are never within k steps of each other, except behind a
//! wall, where all positions are lost.

use super::cells::Kept;
use super::row_bits::{or_shifted, set_run};
use super::sweep::{Row, Sweep};
use super::{BoxRules, Move, values};
use crate::pace::{Pace, Stopped, report};

/// How many words of rows are processed between two reports.
const BREATH: usize = 1 << 16;

/// A partial sweep for outcomes.
#[derive(Debug, Clone)]
pub(super) struct Outcomes {
    /// The lost positions.
    lost: Rows,
    /// The moves that lead to earlier rows.
    outer: Vec<Outer>,
    /// The amounts by which moves inside a row lower its coordinate, as bits; empty if there are none.
    inner: Vec<u64>,
    /// The results of the region, if `lost` does not keep all rows.
    kept: Option<Kept<bool>>,
    row: Row,
    finished: bool,
}

/// A move to earlier rows.
#[derive(Debug, Clone)]
struct Outer {
    /// The vector in swept coordinates.
    swept: Vec<i64>,
    how: How,
}

/// How the positions that can move to a lost position are found.
#[derive(Debug, Clone)]
enum How {
    /// For a fixed vector: reads the rows that lie 1, 2, … and up to this many times the vector
    /// back.
    Look(u64),
    /// For a ray: stores the flags of its lines, and removes lost positions that are more than this
    /// many steps back; `None` if the ray has no bound.
    Flags(Rows, Option<u64>),
}

/// Rows of bits, indexed by their fixed swept coordinates; of the slowest coordinate, only the last
/// few values may be stored.
#[derive(Debug, Clone)]
struct Rows {
    /// The sizes of the fixed coordinates.
    sizes: Vec<i64>,
    /// How many values of the slowest coordinate are stored: rows whose slowest coordinates are
    /// equal modulo this share their space.
    depth: i64,
    /// Words in a row.
    words: usize,
    bits: Vec<u64>,
}
impl Rows {
    /// Rows for a sweep that stores the last `depth` values of the slowest coordinate.
    fn new(sweep: &Sweep, depth: i64) -> Rows {
        let mut rows = Rows::planned(sweep, depth);
        rows.bits = vec![0; rows.count() as usize * rows.words];
        rows
    }

    /// The rows of a sweep with this depth, without their bits.
    fn planned(sweep: &Sweep, depth: i64) -> Rows {
        let sizes = sweep.swept_sizes[..sweep.dimension() - 1].to_vec();
        let depth = sizes.first().map_or(1, |&slowest| depth.clamp(1, slowest));
        let words = (sweep.sizes[sweep.fastest()] / 64 + 1) as usize;
        Rows { sizes, depth, words, bits: Vec::new() }
    }

    fn count(&self) -> u64 {
        let faster = self.sizes.iter().skip(1);
        faster.fold(self.depth as u64, |all, &size| all.saturating_mul(size as u64))
    }

    fn bytes(&self) -> u64 {
        self.count().saturating_mul(8 * self.words as u64)
    }

    /// The index in `bits` of the row that lies `times` the vector before these fixed coordinates;
    /// `None` if that row is outside of the box.
    fn place(&self, fixed: &[i64], vector: &[i64], times: i64) -> Option<usize> {
        let mut number = 0;
        for (k, ((&x, &by), &size)) in fixed.iter().zip(vector).zip(&self.sizes).enumerate() {
            let place = times.checked_mul(by).and_then(|by| x.checked_sub(by))?;
            if !(0..size).contains(&place) {
                return None;
            }
            number = if k == 0 { place % self.depth } else { number * size + place };
        }
        Some(number as usize * self.words)
    }

    /// The row that lies `times` the vector before these fixed coordinates; `None` if that row is
    /// outside of the box.
    fn row(&self, fixed: &[i64], vector: &[i64], times: i64) -> Option<&[u64]> {
        let place = self.place(fixed, vector, times)?;
        self.bits.get(place..place + self.words)
    }

    /// Writes the row of these fixed coordinates.
    fn set(&mut self, fixed: &[i64], row: &[u64]) {
        if let Some(place) = self.place(fixed, fixed, 0) {
            self.bits[place..place + self.words].copy_from_slice(row);
        }
    }
}

impl Outcomes {
    /// A sweep that has not begun.
    pub fn new(rules: &BoxRules) -> Outcomes {
        let sweep = &rules.sweep;
        let lost = Rows::new(sweep, depth_of_lost(rules));
        let kept = rules.kept_region().map(Kept::new);
        let outer = rules.moves.iter().filter_map(|one| Outer::new(one, rules)).collect();
        let row = sweep.first();
        Outcomes { lost, outer, inner: inner_amounts(rules), kept, row, finished: false }
    }

    /// How many bytes the sweep takes at most.
    pub fn bytes_needed(rules: &BoxRules) -> u64 {
        let lost = Rows::planned(&rules.sweep, depth_of_lost(rules)).bytes();
        let flags = rules.moves.iter().map(|one| match Outer::flags(one, rules) {
            Some(rows) => rows.bytes(),
            None => 0,
        });
        let kept = rules.kept_region().map_or(0, Kept::<bool>::size);
        flags.chain([kept]).fold(lost, u64::saturating_add)
    }

    /// Computes the remaining rows.
    pub fn run(&mut self, rules: &BoxRules, pace: Pace) -> Result<(), Stopped> {
        let (mut unreported, mut work) = (0, 0);
        while !self.finished {
            self.make_row(rules);
            unreported += self.row.count;
            work += self.lost.words * (self.outer.len() + 8);
            self.finished = !rules.sweep.advance(&mut self.row);
            if work >= BREATH || self.finished {
                report(pace, std::mem::take(&mut unreported) as u64)?;
                work = 0;
            }
        }
        Ok(())
    }

    /// Whether a position of the region is lost, if its row has been computed.
    pub fn get(&self, rules: &BoxRules, position: &[i64]) -> Option<bool> {
        let swept = rules.sweep.swept(position);
        let fixed = &swept[..swept.len() - 1];
        if !self.finished && *fixed >= *self.row.fixed {
            return None;
        }
        if let Some(kept) = &self.kept {
            return kept.get(position);
        }
        let place = position[rules.sweep.fastest()] as usize;
        let row = self.lost.row(fixed, fixed, 0)?;
        row.get(place / 64).map(|word| word >> (place % 64) & 1 == 1)
    }

    fn make_row(&mut self, rules: &BoxRules) {
        let (sweep, row) = (&rules.sweep, &self.row);
        let (start, step) = (row.start[sweep.fastest()], sweep.steps[sweep.fastest()]);
        let mut existing = vec![0; self.lost.words];
        set_run(&mut existing, start, step, row.count);
        let mut alive = vec![0; self.lost.words];
        let moving = sweep.inside(row, |coordinate| rules.alive(coordinate));
        set_run(&mut alive, start + moving.start * step, step, moving.end - moving.start);
        let mut excluded = vec![0; self.lost.words];
        for outer in &mut self.outer {
            outer.exclude(&mut excluded, &self.lost, &row.fixed);
        }
        let lost = pick(&existing, &alive, excluded, &self.inner);
        if let Some(kept) = &mut self.kept {
            kept.take(rules, row, |k| {
                let place = (start + k * step) as usize;
                lost[place / 64] >> (place % 64) & 1 == 1
            });
        }
        self.lost.set(&row.fixed, &lost);
    }
}

impl Outer {
    /// Prepares a move; `None` if the move stays in its row.
    fn new(one: &Move, rules: &BoxRules) -> Option<Outer> {
        let swept = rules.sweep.swept(&one.by);
        if swept[..swept.len() - 1].iter().all(|&by| by == 0) {
            return None;
        }
        let how = match Outer::flags(one, rules) {
            Some(rows) => How::Flags(Rows::new(&rules.sweep, rows.depth), one.most),
            None => How::Look(one.most.unwrap_or(1)),
        };
        Some(Outer { swept, how })
    }

    /// The layout of the flags that a move needs; `None` if the move is no ray and needs no flags.
    fn flags(one: &Move, rules: &BoxRules) -> Option<Rows> {
        let swept = rules.sweep.swept(&one.by);
        values::is_ray(one).then(|| Rows::planned(&rules.sweep, swept[0] + 1))
    }

    /// Adds to `excluded` the positions of a row from which this move leads to a lost position.
    fn exclude(&mut self, excluded: &mut [u64], lost: &Rows, fixed: &[i64]) {
        let vector = &self.swept;
        let shift = vector[vector.len() - 1];
        let or_lost = |into: &mut [u64], times: i64| {
            if let Some(row) = lost.row(fixed, vector, times) {
                or_shifted(into, row, shift * times);
            }
        };
        match &mut self.how {
            How::Look(most) => (1..=*most as i64).for_each(|times| or_lost(excluded, times)),
            How::Flags(rows, most) => {
                let mut flags = vec![0; rows.words];
                if let Some(row) = rows.row(fixed, vector, 1) {
                    or_shifted(&mut flags, row, shift);
                }
                or_lost(&mut flags, 1);
                if let Some(most) = most.and_then(|most| i64::try_from(most).ok()) {
                    let (mut gone, mut last) = (vec![0; rows.words], vec![0; rows.words]);
                    or_lost(&mut gone, most.saturating_add(1));
                    or_lost(&mut last, most);
                    let both = gone.iter().zip(&last);
                    flags.iter_mut().zip(both).for_each(|(flags, (gone, last))| *flags &= !(gone & !last));
                }
                excluded.iter_mut().zip(&flags).for_each(|(excluded, flags)| *excluded |= flags);
                rows.set(fixed, &flags);
            }
        }
    }
}

/// The lost positions of a row: those without moves (not in `alive`), and those that are not
/// excluded, picked greedily in ascending order.
fn pick(existing: &[u64], alive: &[u64], mut excluded: Vec<u64>, inner: &[u64]) -> Vec<u64> {
    let candidates = |excluded: &[u64], word: usize| existing[word] & !(excluded[word] & alive[word]);
    if inner.is_empty() {
        return (0..existing.len()).map(|word| candidates(&excluded, word)).collect();
    }
    let mut lost = vec![0; existing.len()];
    for word in 0..lost.len() {
        let mut open = u64::MAX;
        loop {
            let free = candidates(&excluded, word) & open;
            if free == 0 {
                break;
            }
            let bit = free.trailing_zeros();
            lost[word] |= 1 << bit;
            open = u64::MAX << bit << 1;
            or_shifted(&mut excluded[word..], inner, i64::from(bit));
        }
    }
    lost
}

/// The amounts by which moves inside a row lower its coordinate, as bits, followed by an empty
/// word; empty if there are none.
fn inner_amounts(rules: &BoxRules) -> Vec<u64> {
    let sweep = &rules.sweep;
    let size = sweep.sizes[sweep.fastest()];
    let mut amounts = vec![0u64; (size / 64 + 2) as usize];
    let mut used = 0;
    for one in &rules.moves {
        let swept = sweep.swept(&one.by);
        let (by, outer) = (swept[swept.len() - 1], &swept[..swept.len() - 1]);
        if outer.iter().any(|&by| by != 0) || by <= 0 {
            continue;
        }
        let most = one.most.map_or(i64::MAX, |most| i64::try_from(most).unwrap_or(i64::MAX));
        for times in 1..=most.min((size - 1) / by) {
            let amount = (times * by) as usize;
            amounts[amount / 64] |= 1 << (amount % 64);
            used = used.max(amount / 64 + 2);
        }
    }
    amounts.truncate(used);
    amounts
}

/// How many values of the slowest coordinate the rows of lost positions are kept for; `i64::MAX`
/// means all.
fn depth_of_lost(rules: &BoxRules) -> i64 {
    if !rules.rolls() {
        return i64::MAX;
    }
    let back = |one: &Move| {
        let times = one.most.map_or(1, |most| most.saturating_add(1).min(1 << 33) as i64);
        rules.sweep.swept(&one.by)[0].saturating_mul(times).saturating_add(1)
    };
    rules.moves.iter().map(back).max().unwrap_or(1)
}
