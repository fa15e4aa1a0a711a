//! Computes the Sprague–Grundy values of the positions of a box, row by row.
//!
//! For each line of a ray, the set of the values of the positions passed on this line is kept as
//! bits; the options of a position along the ray have exactly these values. So the value of a
//! position is the first bit that is clear in the sets of all its lines and is not the value of an
//! option by a fixed vector. Every set remembers its first word with a clear bit, so that only a
//! few words are read. For a ray with at most k steps in a move, the value k + 1 steps back is
//! removed from the set.

use super::cells::{Kept, Numbering};
use super::kernel::{self, Job, Leave, Look, Plan};
use super::lines::Lines;
use super::sweep::{Row, Sweep};
use super::symmetry::{Classes, Mirror};
use super::{BoxRules, Move};
use crate::pace::{Pace, Stopped, report};
use std::ops::Range;

/// If a move may subtract its vector at most this many times, each multiple is a fixed vector whose
/// option is looked up by itself; other moves are rays.
const FEW_TIMES: u64 = 3;
/// The work between two reports, in positions.
const BREATH: i64 = 1 << 12;
/// The work for entering a row, in positions.
const ROW_WORK: i64 = 16;

/// Whether a move is a ray: its options are looked up in the sets of values on its lines.
pub(super) fn is_ray(one: &Move) -> bool {
    one.most.is_none_or(|most| most > FEW_TIMES)
}

/// The state of a sweep that computes values: not begun, in progress or finished.
#[derive(Debug, Clone)]
pub(super) struct Values {
    numbering: Numbering,
    classes: Classes,
    /// The moves whose options are looked up in sets of values.
    rays: Vec<Move>,
    cells: Cells,
    lines: Lines,
    row: Row,
    /// The moves from the positions of the current row.
    plan: Plan,
    /// The index in the row of the next position to compute.
    next: i64,
    finished: bool,
}

/// The values by number, with two bytes each if the largest possible value fits, otherwise with
/// four; and the values of the region if they are stored separately.
#[derive(Debug, Clone)]
enum Cells {
    Halves(Vec<u16>, Option<Kept<u16>>),
    Words(Vec<u32>, Option<Kept<u32>>),
}

impl Cells {
    fn get(&self, number: usize) -> u32 {
        match self {
            Cells::Halves(cells, _) => cells.get(number).copied().map_or(0, u32::from),
            Cells::Words(cells, _) => cells.get(number).copied().unwrap_or(0),
        }
    }
}

impl Values {
    /// A sweep that has not begun.
    pub fn new(rules: &BoxRules) -> Values {
        let numbering = Numbering::new(rules, look_back(rules));
        let largest = largest_value(rules);
        let count = numbering.count as usize;
        let cells = if largest <= u64::from(u16::MAX) {
            Cells::Halves(vec![0; count], rules.kept_region().map(Kept::new))
        } else {
            Cells::Words(vec![0; count], rules.kept_region().map(Kept::new))
        };
        let lines = Lines::new(&rays(rules), &rules.sweep, largest);
        let row = rules.sweep.first();
        let rays: Vec<Move> = rays(rules).into_iter().cloned().collect();
        let classes = Classes::new(rules, &rays, &numbering);
        let mut made = Values {
            numbering,
            classes,
            rays,
            cells,
            lines,
            row,
            plan: Plan::default(),
            next: 0,
            finished: false,
        };
        made.enter_row(rules);
        made
    }

    /// How many bytes the sweep takes at most.
    pub fn bytes_needed(rules: &BoxRules) -> u64 {
        let numbering = Numbering::new(rules, look_back(rules));
        let largest = largest_value(rules);
        let kept = rules.kept_region().map_or(0, Kept::<u16>::size);
        let width = if largest <= u64::from(u16::MAX) { 2 } else { 4 };
        let cells = numbering.count.saturating_add(kept).saturating_mul(width);
        cells.saturating_add(Lines::bytes_needed(&rays(rules), &rules.sweep, largest))
    }

    /// Computes the remaining values, row by row.
    pub fn run(&mut self, rules: &BoxRules, pace: Pace) -> Result<(), Stopped> {
        let (mut unreported, mut work) = (0, 0);
        while !self.finished {
            let end = self.row.count.min(self.next + BREATH);
            self.fill(self.next..end);
            unreported += end - self.next;
            work += end - self.next + ROW_WORK;
            self.next = end;
            if self.next == self.row.count {
                self.leave_row(rules);
            }
            if work >= BREATH || self.finished {
                report(pace, std::mem::take(&mut unreported) as u64)?;
                work = 0;
            }
        }
        Ok(())
    }

    /// The value of a position of the region, if it has been computed.
    pub fn get(&self, rules: &BoxRules, position: &[i64]) -> Option<u32> {
        if !self.finished && !self.is_made(rules, position) {
            return None;
        }
        let number = self.numbering.number(position.iter().copied()) as usize;
        match &self.cells {
            Cells::Halves(_, Some(kept)) => kept.get(position).map(u32::from),
            Cells::Words(_, Some(kept)) => kept.get(position),
            cells => Some(cells.get(number)),
        }
    }

    /// Writes the values of a position and of those behind it along the last coordinate, up to the
    /// end of the box, and returns how many; `None` unless the whole box is computed and kept.
    pub fn read_finished(&self, position: &[i64], to: &mut [u32]) -> Option<usize> {
        if !(self.finished && self.numbering.is_complete()) {
            return None;
        }
        let last = position.len() - 1;
        let left = (self.numbering.sizes[last] - position[last]) as usize;
        let count = left.min(to.len());
        let to = &mut to[..count];
        let number = self.numbering.number(position.iter().copied()) as usize;
        let stride = self.numbering.strides[last] as usize;
        match &self.cells {
            Cells::Halves(cells, _) => read_run(&cells[number..], stride, to),
            Cells::Words(cells, _) => read_run(&cells[number..], stride, to),
        }
        Some(count)
    }

    /// Whether the value of a position can be read: the sweep has passed the position, and, if a
    /// region is stored separately, has finished the row of the position.
    fn is_made(&self, rules: &BoxRules, position: &[i64]) -> bool {
        let swept = rules.sweep.swept(position);
        let fixed = &swept[..swept.len() - 1];
        let fastest = rules.sweep.fastest();
        let done = self.row.start[fastest] + self.next * rules.sweep.steps[fastest];
        let in_row = self.numbering.is_complete() && *fixed == self.row.fixed && position[fastest] < done;
        *fixed < *self.row.fixed || in_row
    }

    fn leave_row(&mut self, rules: &BoxRules) {
        let (row, plan) = (&self.row, &self.plan);
        let number = |k: i64| (plan.number + k * plan.stride) as usize;
        match &mut self.cells {
            Cells::Halves(cells, Some(kept)) => kept.take(rules, row, |k| cells[number(k)]),
            Cells::Words(cells, Some(kept)) => kept.take(rules, row, |k| cells[number(k)]),
            _ => {}
        }
        self.finished = !rules.sweep.advance(&mut self.row);
        self.next = 0;
        if !self.finished {
            self.enter_row(rules);
        }
    }

    fn enter_row(&mut self, rules: &BoxRules) {
        let (sweep, row) = (&rules.sweep, &self.row);
        let number = self.numbering.number(row.start.iter().copied());
        let steps = sweep.steps.iter().zip(&self.numbering.strides);
        let plan = &mut self.plan;
        plan.clear();
        plan.number = number;
        plan.stride = steps.map(|(step, stride)| step * stride).sum();
        self.classes.parts(sweep, &self.numbering, row, &mut plan.parts);
        if self.classes.mirrored && plan.parts.iter().all(|part| part.source.is_some()) {
            return;
        }
        self.lines.enter(sweep, row, &mut plan.cursors);
        if self.classes.mirrored {
            copy_sets(&mut self.lines, &mut self.classes, (sweep, row), &self.rays, plan);
        }
        plan.wanted.extend(self.rays.iter().map(|one| self.classes.first_wanted(sweep, row, &one.by)));
        plan.alive = sweep.inside(row, |coordinate| rules.alive(coordinate));
        let back = |one: &Move, times: i64| {
            let target = row.start.iter().zip(&one.by).map(|(x, by)| x - times * by);
            number - self.numbering.number(target)
        };
        let look = |one: &Move, times: u64| {
            let times = i64::try_from(times).ok()?;
            let movable = sweep.movable(row, &one.by, times);
            (!movable.is_empty()).then(|| Look { movable, back: back(one, times) })
        };
        for one in rules.moves.iter().filter(|one| !is_ray(one)) {
            plan.looks.extend((1..=one.most.unwrap_or(1)).filter_map(|times| look(one, times)));
        }
        for (ray, one) in self.rays.iter().enumerate() {
            let Some(most) = one.most else { continue };
            let gone = look(one, most.saturating_add(1));
            plan.leaving.extend(gone.map(|gone| Leave { ray, gone, last_back: back(one, most as i64) }));
        }
    }

    fn fill(&mut self, positions: Range<i64>) {
        let (lines, plan) = (&mut self.lines, &mut self.plan);
        match &mut self.cells {
            Cells::Halves(cells, _) => kernel::fill(Job { lines, plan, cells }, positions),
            Cells::Words(cells, _) => kernel::fill(Job { lines, plan, cells }, positions),
        }
    }
}

/// Copies the sets of those lines that come from unsorted positions to sorted positions of a row
/// (see [`super::symmetry`]).
fn copy_sets(
    lines: &mut Lines,
    classes: &mut Classes,
    (sweep, row): (&Sweep, &Row),
    rays: &[Move],
    plan: &Plan,
) {
    let Some(sorted) = plan.parts.last().map(|part| part.positions.clone()) else { return };
    let slot = |ray: usize, k: i64| plan.cursors[ray].after(k as usize).slot();
    for (at_first, positions) in
        [(true, sorted.start..sorted.end.min(sorted.start + 1)), (false, sorted.start + 1..sorted.end)]
    {
        for &Mirror { ray, source } in classes.mirrors(sweep, row, rays, at_first) {
            for k in positions.clone() {
                lines.copy(slot(source, k), slot(ray, k));
            }
        }
    }
}

/// Writes the values of every `stride`-th cell, beginning with the first, until `to` is full.
fn read_run<T: Copy + Into<u32>>(cells: &[T], stride: usize, to: &mut [u32]) {
    if stride == 1 {
        // Cells next to each other are widened many at a time.
        to.iter_mut().zip(cells).for_each(|(to, cell)| *to = (*cell).into());
    } else {
        to.iter_mut().zip(cells.iter().step_by(stride)).for_each(|(to, cell)| *to = (*cell).into());
    }
}

fn rays(rules: &BoxRules) -> Vec<&Move> {
    rules.moves.iter().filter(|one| is_ray(one)).collect()
}

/// The greatest multiple of a move's vector that can be subtracted inside the box.
fn most_times(one: &Move, sizes: &[i64]) -> u64 {
    let room = one.by.iter().zip(sizes).filter(|(by, _)| **by != 0).map(|(by, size)| (size - 1) / by.abs());
    let room = room.min().unwrap_or(0) as u64;
    one.most.map_or(room, |most| most.min(room))
}

/// An upper bound for values: a value is at most the number of options.
fn largest_value(rules: &BoxRules) -> u64 {
    rules.moves.iter().map(|one| most_times(one, &rules.sweep.sizes)).fold(0, u64::saturating_add)
}

/// How far back, in the slowest coordinate, the values of single positions are looked up: options
/// by fixed vectors, and positions that come out of reach along bounded rays.
fn look_back(rules: &BoxRules) -> i64 {
    let slowest = rules.sweep.coordinates[0];
    let looked_up = |one: &Move| match one.most {
        Some(most) => one.by[slowest].abs().saturating_mul(most.saturating_add(1).min(1 << 40) as i64),
        None => 0,
    };
    rules.moves.iter().map(looked_up).max().unwrap_or(0)
}
