//! Stores the set of values on each line of each ray, and finds the sets that belong to the
//! positions of a row.
//!
//! Two positions lie on the same line of a ray if they differ by a multiple of its vector. Lines
//! that are live at the same time need different slots; a slot is used again for a line that enters
//! the box after the previous line of the slot has left it.
//!
//! For a vector e let i be the slowest swept coordinate that e changes, m = e_i > 0 and q = ⌊u_i /
//! m⌋. Along a line, u_i mod m and the u_k − q·e_k for the faster coordinates k do not change; they
//! make the slot, where the latter are taken modulo the size of coordinate k. Among positions of
//! the same u_i (all that are swept until the line's next position) slots differ, since 0 ≤ u_k <
//! size. Where a line enters the box its slot is emptied.

use super::Move;
use super::sweep::{Row, Sweep};

/// Sets of at most this many words grow by one word at a time.
const FEW_WORDS: usize = 8;

/// The lines of one move.
#[derive(Debug, Clone)]
pub(super) struct Ray {
    by: Vec<i64>,
    /// The vector in swept coordinates.
    swept: Vec<i64>,
    /// The index of the slowest swept coordinate that the vector changes.
    lead: usize,
    /// The first slot of the ray's lines.
    first_slot: usize,
}

/// The slots of a ray's lines along a row: first + (place + k·advance) mod modulus.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Cursor {
    /// The slot of place 0.
    pub first: usize,
    /// The place of the current position; below `modulus`.
    pub place: usize,
    /// The number of slots, which are used cyclically; at least 1.
    pub modulus: usize,
    /// The distance of the next position; below `modulus`.
    pub advance: usize,
}

/// The set of values of each line, as bits, and a hint to its first word with a clear bit.
#[derive(Debug, Clone)]
pub(super) struct Lines {
    /// The rays.
    pub rays: Vec<Ray>,
    /// Words in each set: as many as the values so far need.
    pub words: usize,
    /// All sets; the last one stays empty.
    pub sets: Vec<u64>,
    /// Scratch as large as a set: the values of options by fixed vectors. Empty between positions.
    pub marks: Vec<u64>,
    /// As many words as a set can need, by the bound for the values.
    most_words: usize,
    /// For each set, the index of a word before which all words are full.
    pub hints: Vec<u32>,
}

impl Ray {
    fn new(one: &Move, sweep: &Sweep, first_slot: usize) -> Ray {
        let swept = sweep.swept(&one.by);
        let lead = swept.iter().position(|&by| by != 0).unwrap_or(0);
        Ray { by: one.by.clone(), swept, lead, first_slot }
    }

    /// How many lines are live at once at most.
    fn slots(&self, sweep: &Sweep) -> u64 {
        let faster = sweep.swept_sizes[self.lead + 1..].iter();
        faster.fold(self.swept[self.lead] as u64, |all, &size| all.saturating_mul(size as u64))
    }

    /// The slots of the ray's lines along a row.
    fn cursor(&self, sweep: &Sweep, row: &Row) -> Cursor {
        let last = sweep.dimension() - 1;
        let start = row.start[sweep.fastest()];
        let step = self.swept[self.lead];
        if self.lead == last {
            let place = (start % step) as usize;
            return Cursor {
                first: self.first_slot,
                place,
                modulus: step as usize,
                advance: usize::from(step > 1),
            };
        }
        let lead = row.fixed[self.lead];
        // The step is usually 1, and a division is slow.
        let (times, mut slot) = if step == 1 { (lead, 0) } else { (lead / step, lead % step) };
        for k in self.lead + 1..last {
            let size = sweep.swept_sizes[k];
            slot = slot * size + wrapped(row.fixed[k] - times * self.swept[k], size);
        }
        let size = sweep.swept_sizes[last];
        let advance = (sweep.steps[sweep.fastest()] % size) as usize;
        let place = wrapped(start - times * self.swept[last], size) as usize;
        Cursor { first: self.first_slot + (slot * size) as usize, place, modulus: size as usize, advance }
    }
}

/// The remainder modulo a size.
fn wrapped(value: i64, size: i64) -> i64 {
    match value {
        _ if 0 <= value && value < size => value,
        _ if -size <= value && value < 0 => value + size,
        _ => value.rem_euclid(size),
    }
}

impl Cursor {
    /// The slot of the current position.
    #[inline(always)]
    pub fn slot(&self) -> usize {
        self.first + self.place
    }

    /// Goes to the next position.
    #[inline(always)]
    pub fn step(&mut self) {
        self.place += self.advance;
        if self.place >= self.modulus {
            self.place -= self.modulus;
        }
    }

    /// The cursor moved on by `count` positions.
    #[inline(always)]
    pub fn after(self, count: usize) -> Cursor {
        let place = self.place + count * self.advance;
        // The place usually wraps around at most once, and a division is slow.
        let place = match place {
            _ if place < self.modulus => place,
            _ if place < 2 * self.modulus => place - self.modulus,
            _ => place % self.modulus,
        };
        Cursor { place, ..self }
    }
}

impl Lines {
    /// Empty sets for values up to `largest`.
    pub fn new(rays: &[&Move], sweep: &Sweep, largest: u64) -> Lines {
        let mut slots = 0;
        let mut made = Vec::new();
        for one in rays {
            let ray = Ray::new(one, sweep, slots);
            slots += ray.slots(sweep) as usize;
            made.push(ray);
        }
        let (sets, hints, marks) = (vec![0; slots + 1], vec![0; slots + 1], vec![0]);
        Lines { rays: made, words: 1, sets, marks, most_words: words_for(largest) as usize, hints }
    }

    /// Gives every set more words.
    #[cold]
    pub fn widen(&mut self) {
        // Small sets grow one word at a time, so that unused words do not displace other sets from
        // the cache.
        let more = if self.words < FEW_WORDS { 1 } else { self.words / 2 + 1 };
        let words = (self.words + more).min(self.most_words).max(self.words + 1);
        // In place, from the last set to the first, because fresh memory for all sets is slow.
        let (narrow, sets) = (self.words, &mut self.sets);
        sets.reserve_exact(self.hints.len() * words - sets.len());
        sets.resize(self.hints.len() * words, 0);
        for set in (0..self.hints.len()).rev() {
            sets.copy_within(set * narrow..(set + 1) * narrow, set * words);
            sets[set * words + narrow..(set + 1) * words].fill(0);
        }
        self.marks.resize(words, 0);
        self.words = words;
    }

    /// How many bytes the sets take at most, also while they are widened.
    pub fn bytes_needed(rays: &[&Move], sweep: &Sweep, largest: u64) -> u64 {
        let slots = rays.iter().map(|one| Ray::new(one, sweep, 0).slots(sweep));
        let slots = slots.fold(1u64, u64::saturating_add);
        // While the sets are widened, the allocator may have to move them, so that both exist.
        slots.saturating_mul(14 * words_for(largest) + 4)
    }

    /// Finds the slots along a row, and empties the sets of the lines that enter the box in this
    /// row.
    pub fn enter(&mut self, sweep: &Sweep, row: &Row, cursors: &mut Vec<Cursor>) {
        cursors.clear();
        for ray in &self.rays {
            let cursor = ray.cursor(sweep, row);
            let known = sweep.movable(row, &ray.by, 1);
            for k in (0..known.start).chain(known.end.max(known.start)..row.count) {
                let slot = cursor.after(k as usize).slot();
                self.sets[slot * self.words..(slot + 1) * self.words].fill(0);
                self.hints[slot] = 0;
            }
            cursors.push(cursor);
        }
    }

    /// Copies the set in slot `from` to slot `to`.
    pub fn copy(&mut self, from: usize, to: usize) {
        let words = self.words;
        self.sets.copy_within(from * words..(from + 1) * words, to * words);
        self.hints[to] = self.hints[from];
    }

    /// Gives access for adding values.
    #[inline(always)]
    pub fn open(&mut self) -> Inserter<'_> {
        Inserter { words: self.words, sets: &mut self.sets, hints: &mut self.hints }
    }

    /// Removes a value from a set.
    pub fn remove(&mut self, slot: usize, value: u32) {
        let word = (value / 64) as usize;
        self.sets[slot * self.words + word] &= !(1 << (value % 64));
        self.hints[slot] = self.hints[slot].min(word as u32);
    }

    /// The slot of the set that stays empty.
    pub fn empty_slot(&self) -> usize {
        self.hints.len() - 1
    }
}

/// Adds values to sets. It borrows the sets, so that their number of words cannot change meanwhile.
pub(super) struct Inserter<'a> {
    words: usize,
    sets: &'a mut [u64],
    hints: &'a mut [u32],
}

impl Inserter<'_> {
    /// Adds a value to a set.
    #[inline(always)]
    pub fn insert(&mut self, slot: usize, value: u32) {
        let set = &mut self.sets[slot * self.words..][..self.words];
        let word = &mut set[(value / 64) as usize];
        *word |= 1 << (value % 64);
        if *word == u64::MAX {
            let hint = &mut self.hints[slot];
            while set.get(*hint as usize) == Some(&u64::MAX) {
                *hint += 1;
            }
        }
    }
}

/// How many words a set of values up to `largest` needs so that a clear bit is left.
fn words_for(largest: u64) -> u64 {
    largest.saturating_add(1) / 64 + 1
}
