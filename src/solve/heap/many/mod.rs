//! Computes values if there are many amounts, or large ones: by a set of heaps for each value.
//!
//! A heap of n cannot have the value v if some n − a has it, that is, if n lies in the sum set of
//! the amounts S and the heaps P(v) of value v. Heaps are evaluated tile by tile. For each value in
//! turn, the part of S + P(v) that falls into the tile and comes from heaps before it is the or of
//! shifted copies of one bit string: of S shifted by the members of P(v), or of P(v) shifted by the
//! members of S, whichever of the two sets is smaller. Inside the tile the heaps of value v are
//! then picked greedily: the first heap that has no smaller value and is not excluded has value v,
//! which excludes heaps behind it, and so on. (n has value v just when it has no smaller value and
//! no option of value v, and all options are smaller heaps.)
//!
//! With several threads, the parts from before the tile are computed for several values at once.

mod bits;
mod tile;

use super::MOST_ENTRIES;
use super::values::Values;
use crate::pace::{Pace, Stopped, report};
use bits::{BitString, Places, STRETCH, STRETCH_WORDS, Stretch};
use std::sync::atomic::{AtomicUsize, Ordering};
use tile::{Row, TILE, Tile};

/// The work between two reports to the pace: how many shifts of a stretch.
const BREATH: usize = 1 << 14;
/// The additional cost of giving a value to the heaps of a tile, in shifts of a stretch.
const FILL_WORK: usize = 128;
/// How many values several threads prepare together.
const BATCH: usize = 256;
/// Threads are started only if a batch of values needs at least this many shifts for each stretch
/// of a tile.
const WORTH_THREADS: usize = 1 << 13;

/// The heaps of one value.
#[derive(Debug, Clone)]
enum Class {
    /// At most as many heaps as there are amounts: the string of amounts is shifted by each heap.
    Few(Places),
    /// More heaps than amounts: the string of heaps is shifted by each amount.
    Many(BitString),
}

/// The amounts and the heaps of each value.
#[derive(Debug, Clone)]
pub(super) struct Many {
    /// The amounts, sorted.
    amounts: Vec<u64>,
    /// The first `amounts_done` amounts, as shifts.
    shifts: Places,
    /// The first `amounts_done` amounts, as bits.
    set: BitString,
    /// How many amounts are in `shifts` and `set`.
    amounts_done: usize,
    /// The amounts below [`TILE`], as bits.
    near: Vec<u64>,
    /// The heaps of each value that occurred, as far back as the largest amount reaches.
    classes: Vec<Class>,
    /// The heap at which heaps that no move can reach any more are discarded again.
    forget_at: u64,
}

impl Many {
    /// The engine for these sorted amounts.
    pub fn new(mut amounts: Vec<u64>) -> Many {
        // No heap of a table is so large that a larger amount can be taken from it.
        amounts.truncate(amounts.partition_point(|&amount| amount <= MOST_ENTRIES));
        let near = tile::near_words(&amounts);
        Many {
            amounts,
            shifts: Places::default(),
            set: BitString::new(0),
            amounts_done: 0,
            near,
            classes: Vec::new(),
            forget_at: 0,
        }
    }

    fn largest(&self) -> u64 {
        self.amounts.last().copied().unwrap_or(0)
    }

    /// Computes the values of the next tile, all of heaps below `to`. If it is stopped before the
    /// tile is finished, no value is added.
    pub fn advance(
        &mut self,
        values: &mut Values,
        to: usize,
        threads: usize,
        pace: Pace,
    ) -> Result<(), Stopped> {
        let start = values.len() as u64;
        let count = TILE.min((to - values.len()) as u64);
        self.reach(start + TILE);
        let mut tile = Tile::new(count);
        let (mut work, mut rows) = (0, Vec::new());
        for value in 0.. {
            if tile.is_full() {
                break;
            }
            if value % BATCH == 0 {
                rows = self.rows(value, start, &tile, threads, pace)?;
            }
            let mut row = match (self.classes.get(value), rows.get(value % BATCH)) {
                (_, Some(row)) => *row,
                (Some(class), None) => self.row(class, start, &tile, &mut work, pace)?,
                (None, None) => tile::EMPTY_ROW,
            };
            tile.fill(value as u32, &mut row, &self.near);
            breathe(&mut work, FILL_WORK, pace)?;
        }
        self.note(&tile, start);
        values.append(tile.values().iter().copied(), self.classes.len() as u32);
        report(pace, count)
    }

    /// Adds the amounts below `to` to `shifts` and `set`, and allocates space for heaps below `to`.
    fn reach(&mut self, to: u64) {
        self.set.reach(to.min(self.largest() + TILE));
        while let Some(&amount) = self.amounts.get(self.amounts_done).filter(|&&amount| amount < to) {
            self.set.set(amount);
            self.shifts.push(amount);
            self.amounts_done += 1;
        }
        for class in &mut self.classes {
            if let Class::Many(heaps) = class {
                heaps.reach(to);
            }
        }
    }

    /// For each value of a batch, the heaps of the tile that can move to a heap of this value
    /// before the tile; empty if only one thread is allowed, or there is too little work for
    /// several.
    fn rows(
        &self,
        first: usize,
        start: u64,
        tile: &Tile,
        threads: usize,
        pace: Pace,
    ) -> Result<Vec<Row>, Stopped> {
        let end = self.classes.len().min(first + BATCH);
        let classes = self.classes.get(first..end).unwrap_or(&[]);
        if threads < 2 || classes.iter().map(|class| self.shifts_of(class)).sum::<usize>() < WORTH_THREADS {
            return Ok(Vec::new());
        }
        let next = AtomicUsize::new(0);
        let worker = || {
            let (mut done, mut work) = (Vec::new(), 0);
            loop {
                let index = next.fetch_add(1, Ordering::Relaxed);
                let Some(class) = classes.get(index) else { return Ok(done) };
                done.push((index, self.row(class, start, tile, &mut work, pace)?));
            }
        };
        let parts: Vec<Result<_, Stopped>> = std::thread::scope(|scope| {
            let others: Vec<_> = (1..threads).map(|_| scope.spawn(worker)).collect();
            let own = worker();
            others.into_iter().map(|other| other.join().unwrap_or(Err(Stopped))).chain([own]).collect()
        });
        let mut rows = vec![tile::EMPTY_ROW; classes.len()];
        for part in parts {
            for (index, row) in part? {
                rows[index] = row;
            }
        }
        Ok(rows)
    }

    /// The most shifts that [`Self::stretch`] makes for a class.
    fn shifts_of(&self, class: &Class) -> usize {
        match class {
            Class::Few(heaps) => heaps.len(),
            Class::Many(_) => self.shifts.len(),
        }
    }

    /// The heaps of the tile that can move to a heap of `class` before the tile. Stretches without
    /// open heaps are left out.
    fn row(
        &self,
        class: &Class,
        start: u64,
        tile: &Tile,
        work: &mut usize,
        pace: Pace,
    ) -> Result<Row, Stopped> {
        let mut row = tile::EMPTY_ROW;
        for (index, words) in row.chunks_exact_mut(STRETCH_WORDS).enumerate() {
            if tile.is_open(index) {
                let from = start + index as u64 * STRETCH;
                words.copy_from_slice(&self.stretch(class, from, work, pace)?);
            }
        }
        Ok(row)
    }

    /// The heaps of the stretch from `from` on that can move to a heap of `class`.
    fn stretch(&self, class: &Class, from: u64, work: &mut usize, pace: Pace) -> Result<Stretch, Stopped> {
        let breathe = |shifts: usize| breathe(work, shifts, pace);
        let end = from + STRETCH;
        match class {
            Class::Few(heaps) => {
                let oldest = from.saturating_sub(self.largest());
                self.set.or_shifted(heaps, (oldest, end), from, breathe)
            }
            Class::Many(heaps) => heaps.or_shifted(&self.shifts, (0, end.min(self.largest())), from, breathe),
        }
    }

    /// Adds the heaps of a finished tile to the classes of their values.
    fn note(&mut self, tile: &Tile, start: u64) {
        let end = start + tile.values().len() as u64;
        let oldest = end.saturating_sub(self.largest() + 2 * TILE);
        for (heap, &value) in (start..).zip(tile.values()) {
            let value = value as usize;
            if value == self.classes.len() {
                self.classes.push(Class::Few(Places::default()));
            }
            self.classes[value].push(heap, self.amounts.len(), oldest);
        }
        if end >= self.forget_at {
            self.classes.iter_mut().for_each(|class| class.forget_before(oldest));
            self.forget_at = end + self.largest() + 16 * TILE;
        }
    }
}

impl Class {
    /// Adds a heap, and changes the representation once there are more heaps than amounts.
    fn push(&mut self, heap: u64, amounts: usize, oldest: u64) {
        match self {
            Class::Few(heaps) => {
                heaps.push(heap);
                if heaps.len() > amounts {
                    *self = Class::Many(as_bits(heaps, oldest, heap));
                }
            }
            Class::Many(heaps) => {
                heaps.reach(heap + 1);
                heaps.set(heap);
            }
        }
    }

    fn forget_before(&mut self, oldest: u64) {
        match self {
            Class::Few(heaps) => heaps.forget_before(oldest),
            Class::Many(heaps) => heaps.forget_before(oldest),
        }
    }
}

/// Counts shifts, and reports after every [`BREATH`] of them.
fn breathe(work: &mut usize, more: usize, pace: Pace) -> Result<(), Stopped> {
    *work += more;
    if *work < BREATH {
        return Ok(());
    }
    *work = 0;
    report(pace, 0)
}

/// The places from `oldest` on as bits; the last one is `last`.
fn as_bits(places: &Places, oldest: u64, last: u64) -> BitString {
    let mut bits = BitString::new(oldest);
    bits.reach(last + 1);
    places.iter().filter(|&place| place >= oldest).for_each(|place| bits.set(place));
    bits
}
