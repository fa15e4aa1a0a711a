//! Keys that describe the structure of a part. Parts that differ only in the location of their
//! literals usually get equal keys.
//!
//! A key holds everything that play in the part depends on: which literals are true, and each step with the
//! literals that it needs, sets and clears, as places in an order. So parts with equal keys have equal
//! values, whatever the order is. A good order only makes the keys of more parts equal. The order
//! is that of the *colours* of literals: hashes of what surrounds them, refined until all colours
//! differ.

use super::field::{Field, Live};
use super::words::Words;

/// The bits for the roles of a literal in a step.
const NEEDS: u16 = 1;
const SETS: u16 = 2;
const CLEARS: u16 = 4;
/// The number of combinations of these bits.
const ROLES: u16 = 8;

/// How many rounds of refinement run before the different colours are counted again.
const ROUNDS: usize = 3;

/// How often, in one key, a literal gets a colour of its own because refinement cannot distinguish
/// it from others. After that, literals with equal colours are ordered by their places.
const MOST_CHOICES: usize = 12;

/// Makes keys; its buffers are reused.
#[derive(Debug, Default, Clone)]
pub struct Keys {
    /// The place of each literal: its index among the active literals.
    place: Vec<u16>,
    /// For each step, the end of its entries.
    ends: Vec<u32>,
    /// The active literals of each step, one step after the other, as places with their roles.
    entries: Vec<(u16, u16)>,
    /// The colour of each literal, by place: a hash of what surrounds the literal.
    colours: Vec<u64>,
    /// For each place, the sum of the hashes of its steps in the current round of refinement.
    gathered: Vec<u64>,
    /// The colours in ascending order.
    sorted: Vec<u64>,
    /// The places in the order of the key.
    order: Vec<u16>,
    /// The index of each place in `order`.
    rank: Vec<u16>,
    /// The codes of each step, if some step has more than four codes.
    records: Vec<Vec<u16>>,
    /// The codes of each step, packed into a number, if no step has more than four codes.
    packed: Vec<u64>,
    /// The key that was made last.
    pub key: Vec<u8>,
}

/// A hash of a number.
#[inline]
fn mixed(value: u64) -> u64 {
    let folded = u128::from(value ^ 0x9E37_79B9_7F4A_7C15) * u128::from(0xD6E8_FEB8_6659_FD93_u64);
    (folded as u64) ^ ((folded >> 64) as u64)
}

impl Keys {
    /// Makes the key of a part, given its live steps.
    pub fn make<const N: usize>(&mut self, field: &Field<N>, state: Words<N>, live: &Live<N>) {
        let count = self.read(field, live);
        self.colours.clear();
        live.active.each(|literal| self.colours.push(mixed(u64::from(state.has(literal)))));
        self.tell_apart(count);
        self.write(count, state, live);
    }

    /// Reads the steps into `entries` and `ends`. Returns how many active literals there are.
    fn read<const N: usize>(&mut self, field: &Field<N>, live: &Live<N>) -> usize {
        self.place.clear();
        self.place.resize(64 * N, 0);
        let mut count = 0;
        live.active.each(|literal| {
            self.place[literal] = count;
            count += 1;
        });
        self.ends.clear();
        self.entries.clear();
        for step in &live.steps {
            let step = &field.steps[*step as usize];
            let touched = step.needs.or(step.sets).or(step.clears).and(live.active);
            touched.each(|literal| {
                let role = |set: Words<N>, role: u16| if set.has(literal) { role } else { 0 };
                let roles = role(step.needs, NEEDS) | role(step.sets, SETS) | role(step.clears, CLEARS);
                self.entries.push((self.place[literal], roles));
            });
            self.ends.push(self.entries.len() as u32);
        }
        usize::from(count)
    }

    /// Refines the colours of literals until all differ. Each time that further rounds produce no
    /// more colours, gives one literal a new colour, at most [`MOST_CHOICES`] times.
    fn tell_apart(&mut self, count: usize) {
        let mut different = 0;
        let mut choices = 0;
        loop {
            (0..ROUNDS).for_each(|_| self.refine());
            self.sorted.clear();
            self.sorted.extend_from_slice(&self.colours);
            self.sorted.sort_unstable();
            let now = 1 + self.sorted.windows(2).filter(|pair| pair[0] != pair[1]).count();
            if now >= count {
                return;
            }
            if now > different {
                different = now;
                continue;
            }
            if choices == MOST_CHOICES {
                return;
            }
            choices += 1;
            self.choose();
        }
    }

    /// One round of refinement: the new colour of each literal depends on the colours and roles of
    /// the literals in its steps.
    fn refine(&mut self) {
        self.gathered.clear();
        self.gathered.resize(self.colours.len(), 0);
        // Colours are hashes already, so that rotating them is enough to distinguish roles.
        let mut from = 0;
        for end in &self.ends {
            let entries = &self.entries[from..*end as usize];
            from = *end as usize;
            let mut sum = entries.len() as u64;
            for (place, role) in entries {
                sum = sum.wrapping_add(self.colours[usize::from(*place)].rotate_left(7 * u32::from(*role)));
            }
            let told = mixed(sum);
            for (place, role) in entries {
                let gathered = &mut self.gathered[usize::from(*place)];
                *gathered = gathered.wrapping_add(told.rotate_left(5 * u32::from(*role)));
            }
        }
        for (colour, gathered) in self.colours.iter_mut().zip(&self.gathered) {
            *colour = mixed(colour.rotate_left(17).wrapping_add(*gathered));
        }
    }

    /// Gives a new colour to one literal of the smallest class of several literals with equal
    /// colours; of several smallest classes, that with the least colour.
    fn choose(&mut self) {
        let alike = self.sorted.chunk_by(|a, b| a == b).filter(|alike| alike.len() > 1);
        let Some(colour) = alike.min_by_key(|alike| (alike.len(), alike[0])).map(|alike| alike[0]) else {
            return;
        };
        if let Some(chosen) = self.colours.iter_mut().find(|it| **it == colour) {
            *chosen = mixed(colour.wrapping_add(1));
        }
    }

    /// Writes the key: the number of literals, which of them are true, and the steps, all in the
    /// order of colours.
    fn write<const N: usize>(&mut self, count: usize, state: Words<N>, live: &Live<N>) {
        let colours = &self.colours;
        self.order.clear();
        self.order.extend(0..count as u16);
        self.order.sort_unstable_by_key(|place| (colours[usize::from(*place)], *place));
        self.rank.clear();
        self.rank.resize(count, 0);
        for (rank, place) in self.order.iter().enumerate() {
            self.rank[usize::from(*place)] = rank as u16;
        }
        self.key.clear();
        self.key.extend_from_slice(&(count as u16).to_le_bytes());
        let mut truths = vec![0u8; count.div_ceil(8)];
        let mut place = 0;
        live.active.each(|literal| {
            if state.has(literal) {
                let rank = usize::from(self.rank[place]);
                truths[rank / 8] |= 1 << (rank % 8);
            }
            place += 1;
        });
        self.key.extend_from_slice(&truths);
        self.write_steps(count);
    }

    /// Writes the steps, ascending by their literals and roles, each once.
    fn write_steps(&mut self, count: usize) {
        let (mut from, mut longest) = (0u32, 0);
        for end in &self.ends {
            longest = longest.max(end - from);
            from = *end;
        }
        if longest <= 4 {
            return packed(&self.ends, &self.entries, &self.rank, &mut self.packed, &mut self.key);
        }
        self.records.clear();
        let mut from = 0;
        for end in &self.ends {
            let entries = &self.entries[from..*end as usize];
            from = *end as usize;
            let mut step: Vec<u16> = entries.iter().map(|entry| code(entry, &self.rank)).collect();
            step.sort_unstable();
            self.records.push(step);
        }
        self.records.sort_unstable();
        self.records.dedup();
        for step in &self.records {
            put(&mut self.key, step.iter().copied(), count);
        }
    }
}

/// The rank of a literal and its roles, as one number.
fn code(entry: &(u16, u16), rank: &[u16]) -> u16 {
    rank[usize::from(entry.0)] * ROLES + entry.1
}

/// Writes steps of at most four literals, each packed into a number.
fn packed(ends: &[u32], entries: &[(u16, u16)], rank: &[u16], packed: &mut Vec<u64>, key: &mut Vec<u8>) {
    packed.clear();
    let mut from = 0;
    for end in ends {
        let mut step = [u16::MAX; 4];
        for (to, entry) in step.iter_mut().zip(&entries[from..*end as usize]) {
            *to = code(entry, rank);
        }
        from = *end as usize;
        step.sort_unstable();
        packed.push(step.iter().fold(0, |packed, code| packed << 16 | u64::from(*code)));
    }
    packed.sort_unstable();
    packed.dedup();
    for step in packed.iter() {
        let step = (0..4).rev().map(|at| (step >> (16 * at)) as u16);
        put(key, step.take_while(|code| *code != u16::MAX), rank.len());
    }
}

/// Writes the codes of a step, one byte each if that is enough for all, otherwise two; then an end
/// mark.
fn put(key: &mut Vec<u8>, step: impl Iterator<Item = u16>, count: usize) {
    let narrow = count * usize::from(ROLES) < 255;
    for code in step {
        if narrow {
            key.push(code as u8);
        } else {
            key.extend_from_slice(&code.to_be_bytes());
        }
    }
    key.extend_from_slice(if narrow { &[0xFF] } else { &[0xFF, 0xFF] });
}
