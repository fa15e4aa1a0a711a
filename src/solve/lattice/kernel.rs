//! Computes the values of the positions of a row: the inner loop of the sweep for values.
//!
//! The loop is compiled for each small number of rays. Vector instructions do not help here
//! (measured): a position reads a few words of each set, and waits for memory and for mispredicted
//! branches, because the number of words varies.

use super::lines::{Cursor, Lines};
use super::symmetry::{Part, Source};
use std::ops::Range;

/// The options to which one fixed vector leads from positions of a row.
#[derive(Debug, Clone)]
pub(super) struct Look {
    /// The positions from which the vector leads to an option, as indices in the row.
    pub movable: Range<i64>,
    /// The number of the position minus that of the option.
    pub back: i64,
}

/// For a bounded ray, which position each step along a line puts out of reach.
#[derive(Debug, Clone)]
pub(super) struct Leave {
    /// The index of the ray.
    pub ray: usize,
    /// The position that the previous position on the line could reach, but the current one cannot.
    pub gone: Look,
    /// The number of the current position minus that of the farthest position in reach.
    pub last_back: i64,
}

/// The moves from the positions of one row. Positions of the row are given by their indices in it.
#[derive(Debug, Clone, Default)]
pub(super) struct Plan {
    /// For each ray the slots of the lines through the positions of the row.
    pub cursors: Vec<Cursor>,
    /// For each ray the first position whose value has to be put into the set of its line.
    pub wanted: Vec<i64>,
    /// The options by fixed vectors and their small multiples.
    pub looks: Vec<Look>,
    /// The positions that become unreachable along bounded rays.
    pub leaving: Vec<Leave>,
    /// The parts of the row, in ascending order: in each, the values are copied from one source, or
    /// all are computed.
    pub parts: Vec<Part>,
    /// The positions that have moves.
    pub alive: Range<i64>,
    /// The number of the first position of the row.
    pub number: i64,
    /// The difference between the numbers of neighbouring positions.
    pub stride: i64,
}

impl Plan {
    /// Resets the plan for the next row.
    pub fn clear(&mut self) {
        self.cursors.clear();
        self.wanted.clear();
        self.looks.clear();
        self.leaving.clear();
        self.parts.clear();
    }
}

/// The input of the loop.
pub(super) struct Job<'a, T> {
    /// The sets of the lines.
    pub lines: &'a mut Lines,
    /// The moves of the row.
    pub plan: &'a mut Plan,
    /// The values of the positions, by the numbers of the positions.
    pub cells: &'a mut [T],
}

/// Computes the values of some positions of the row. The cursors must be at the first of these
/// positions, and are moved behind the last.
pub(super) fn fill<T>(job: Job<T>, positions: Range<i64>)
where
    T: Copy + Default + TryFrom<u32> + Into<u32>,
{
    match job.plan.cursors.len() {
        0 => fill_with::<0, T>(job, positions),
        1 => fill_with::<1, T>(job, positions),
        2 => fill_with::<2, T>(job, positions),
        3 => fill_with::<3, T>(job, positions),
        4 => fill_with::<4, T>(job, positions),
        5 => fill_with::<5, T>(job, positions),
        6 => fill_with::<6, T>(job, positions),
        7..=8 => fill_with::<8, T>(job, positions),
        9..=16 => fill_with::<16, T>(job, positions),
        _ => fill_with::<{ super::MOST_RAYS }, T>(job, positions),
    }
}

/// The loop for at most `R` rays; missing rays are replaced by an empty set.
fn fill_with<const R: usize, T>(job: Job<T>, positions: Range<i64>)
where
    T: Copy + Default + TryFrom<u32> + Into<u32>,
{
    let Job { lines, plan, cells } = job;
    let rays = plan.cursors.len();
    let empty = Cursor { first: lines.empty_slot(), place: 0, modulus: 1, advance: 0 };
    let mut cursors = [empty; R];
    cursors[..rays].copy_from_slice(&plan.cursors);
    for part in &plan.parts {
        let range = part.positions.start.max(positions.start)..part.positions.end.min(positions.end);
        match part.source {
            _ if range.is_empty() => {}
            Some(source) => copy(lines, plan, cells, &mut cursors, range, source),
            None => find(lines, plan, cells, &mut cursors, range),
        }
    }
    plan.cursors.copy_from_slice(&cursors[..rays]);
}

/// Copies the values of positions from earlier ones, and adds them to the sets ray by ray.
#[inline(always)]
fn copy<const R: usize, T>(
    lines: &mut Lines,
    plan: &Plan,
    cells: &mut [T],
    cursors: &mut [Cursor; R],
    positions: Range<i64>,
    source: Source,
) where
    T: Copy + Into<u32>,
{
    let at = |number: i64, stride: i64| (number + positions.start * stride) as usize;
    let (to, from) = (at(plan.number, plan.stride), at(source.number, source.stride));
    let count = (positions.end - positions.start) as usize;
    if (plan.stride, source.stride) == (1, 1) {
        cells.copy_within(from..from + count, to);
    } else {
        for k in 0..count {
            cells[to + k * plan.stride as usize] = cells[from + k * source.stride as usize];
        }
    }
    for (ray, cursor) in cursors.iter_mut().enumerate().take(plan.cursors.len()) {
        let leave = plan.leaving.iter().find(|leave| leave.ray == ray);
        // Values that become unreachable must be removed at every position of the line.
        let first = if leave.is_some() { positions.start } else { plan.wanted[ray].max(positions.start) };
        let mut at = cursor.after((first.min(positions.end) - positions.start) as usize);
        let value = |k: i64| cells[(plan.number + k * plan.stride) as usize].into();
        if let Some(leave) = leave {
            for k in positions.clone() {
                leave.apply(lines, cells, plan, at.slot(), k);
                lines.open().insert(at.slot(), value(k));
                at.step();
            }
        } else {
            let mut sets = lines.open();
            for k in first..positions.end {
                sets.insert(at.slot(), value(k));
                at.step();
            }
        }
        *cursor = cursor.after((positions.end - positions.start) as usize);
    }
}

/// Finds the values of positions, and adds them to the sets of their lines.
#[inline(always)]
fn find<const R: usize, T>(
    lines: &mut Lines,
    plan: &Plan,
    cells: &mut [T],
    cursors: &mut [Cursor; R],
    positions: Range<i64>,
) where
    T: Copy + Default + TryFrom<u32> + Into<u32>,
{
    for k in positions {
        let number = plan.number + k * plan.stride;
        for leave in &plan.leaving {
            leave.apply(lines, cells, plan, cursors[leave.ray].slot(), k);
        }
        let mut value = 0;
        if plan.alive.contains(&k) {
            for look in plan.looks.iter().filter(|look| look.movable.contains(&k)) {
                let option: u32 = cells[(number - look.back) as usize].into();
                lines.marks[(option / 64) as usize] |= 1 << (option % 64);
            }
            value = loop {
                match first_clear(lines, cursors) {
                    Some(value) => break value,
                    None => lines.widen(),
                }
            };
            for look in plan.looks.iter().filter(|look| look.movable.contains(&k)) {
                let option: u32 = cells[(number - look.back) as usize].into();
                lines.marks[(option / 64) as usize] = 0;
            }
        }
        cells[number as usize] = T::try_from(value).unwrap_or_default();
        let mut sets = lines.open();
        for cursor in &mut cursors[..plan.cursors.len()] {
            sets.insert(cursor.slot(), value);
            cursor.step();
        }
    }
}

impl Leave {
    /// Removes the value that becomes unreachable from position k from the set of its line.
    #[inline(always)]
    fn apply<T: Copy + Into<u32>>(&self, lines: &mut Lines, cells: &[T], plan: &Plan, slot: usize, k: i64) {
        if !self.gone.movable.contains(&k) {
            return;
        }
        let number = plan.number + k * plan.stride;
        let gone: u32 = cells[(number - self.gone.back) as usize].into();
        let last: u32 = cells[(number - self.last_back) as usize].into();
        // Positions in reach of each other along the ray have different values, except behind a
        // wall. There neighbours on a line have equal values, so the value is still in reach and
        // stays in the set.
        if gone != last {
            lines.remove(slot, gone);
        }
    }
}

/// The least number that is neither marked nor in the set of any cursor's line; `None` if the words
/// of the sets hold no such number.
#[inline(always)]
fn first_clear<const R: usize>(lines: &Lines, cursors: &[Cursor; R]) -> Option<u32> {
    let words = lines.words;
    let mut from = 0;
    let mut sets: [&[u64]; R] = [&[]; R];
    for (set, cursor) in sets.iter_mut().zip(cursors) {
        *set = &lines.sets[cursor.slot() * words..][..words];
        from = from.max(lines.hints[cursor.slot()]);
    }
    let marks = &lines.marks[..words];
    for word in from as usize..words {
        let mut used = 0;
        for set in &sets {
            used |= set[word];
        }
        if used != u64::MAX {
            used |= marks[word];
            if used != u64::MAX {
                return Some(64 * word as u32 + used.trailing_ones());
            }
        }
    }
    None
}
