//! A map from keys to small numbers that several threads may fill at once.

use std::sync::atomic::{AtomicU32, AtomicU64, AtomicUsize, Ordering};

/// What [`Table::get`] returns for a key without a number.
pub const NOTHING: u32 = u32::MAX;

/// An open hash table. Keys are never 0.
///
/// The slot of a key is chosen by a hash of all bits but the lowest, and by the lowest bits
/// directly. So similar keys are near one another, and a sweep over neighbouring states touches few
/// cache lines. The slots for keys with equal lowest bits form a lane. How many lowest bits are
/// used directly is chosen from the stored keys whenever the table grows. The caller ensures that
/// every lane has an empty slot.
pub struct Table {
    keys: Box<[AtomicU64]>,
    numbers: Box<[AtomicU32]>,
    used: AtomicUsize,
    /// How many of the lowest bits of a key are not hashed.
    lane_bits: u32,
    /// The greatest distance of a key from its hashed slot, in slots of its lane; only distances
    /// beyond [`LONG_WAY`] are recorded.
    longest: AtomicUsize,
}

/// The index of a slot that has a key.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Slot(usize);

/// The most bits of a key that are not hashed.
const MOST_LANE_BITS: u32 = 6;
/// How many keys are looked up at once.
const BATCH: usize = 16;
/// If a key is more than this many slots of its lane away from its hashed slot, the table has to grow.
const LONG_WAY: usize = 1024;
/// Tables with fewer slots have no lanes: they fit into the cache as a whole, and their lanes would
/// be too short.
const LANES_FROM: usize = 1 << 18;

impl Default for Table {
    fn default() -> Table {
        Table::with(1 << 10, 0)
    }
}

impl Table {
    fn with(capacity: usize, lane_bits: u32) -> Table {
        Table {
            keys: (0..capacity).map(|_| AtomicU64::new(0)).collect(),
            numbers: (0..capacity).map(|_| AtomicU32::new(NOTHING)).collect(),
            used: AtomicUsize::new(0),
            lane_bits,
            longest: AtomicUsize::new(0),
        }
    }

    /// How many keys the table holds.
    pub fn len(&self) -> usize {
        self.used.load(Ordering::Relaxed)
    }

    /// Whether the table has to grow before more keys are added.
    pub fn is_full(&self) -> bool {
        self.len() * 3 >= self.keys.len() * 2 || self.longest.load(Ordering::Relaxed) > LONG_WAY
    }

    /// The slot where the search for a key begins, and the distance to the next slot of its lane.
    #[inline(always)]
    fn place(&self, key: u64) -> (usize, usize) {
        let lanes = self.lane_bits;
        let lane = key as usize & ((1 << lanes) - 1);
        // Fibonacci hashing: the high bits of the product depend on all bits of the key.
        let hash = (key >> lanes).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        let first = (hash ^ (hash >> 32)) as usize;
        (((first << lanes) | lane) & (self.keys.len() - 1), 1 << lanes)
    }

    /// The number of a key; [`NOTHING`] if it has none.
    #[inline]
    pub fn get(&self, key: u64) -> u32 {
        let (mut place, step) = self.place(key);
        loop {
            match self.keys[place].load(Ordering::Acquire) {
                0 => return NOTHING,
                found if found == key => return self.numbers[place].load(Ordering::Acquire),
                _ => place = (place + step) & (self.keys.len() - 1),
            }
        }
    }

    /// Passes each of several keys with its number to `each`. Their slots are read together, so
    /// that the waits for memory overlap.
    #[inline]
    pub fn get_all(&self, keys: &[u64], mut each: impl FnMut(u64, u32)) {
        for keys in keys.chunks(BATCH) {
            let (mut there, mut numbers) = ([0u64; BATCH], [NOTHING; BATCH]);
            for (at, key) in keys.iter().enumerate() {
                let (place, _) = self.place(*key);
                there[at] = self.keys[place].load(Ordering::Acquire);
                numbers[at] = self.numbers[place].load(Ordering::Acquire);
            }
            for (at, key) in keys.iter().enumerate() {
                let number = if there[at] == *key && numbers[at] != NOTHING {
                    numbers[at]
                } else if there[at] == 0 {
                    NOTHING
                } else {
                    self.get(*key)
                };
                each(*key, number);
            }
        }
    }

    /// The slot of a key, created if necessary, and whether it was created. The table must not be
    /// full.
    #[inline]
    pub fn slot(&self, key: u64) -> (Slot, bool) {
        let (mut place, step) = self.place(key);
        let mut way = 0;
        loop {
            let mut found = self.keys[place].load(Ordering::Acquire);
            if found == 0 {
                match self.keys[place].compare_exchange(0, key, Ordering::AcqRel, Ordering::Acquire) {
                    Ok(_) => {
                        self.used.fetch_add(1, Ordering::Relaxed);
                        if way > LONG_WAY {
                            self.longest.fetch_max(way, Ordering::Relaxed);
                        }
                        return (Slot(place), true);
                    }
                    // Another thread was faster.
                    Err(other) => found = other,
                }
            }
            if found == key {
                return (Slot(place), false);
            }
            way += 1;
            place = (place + step) & (self.keys.len() - 1);
        }
    }

    /// The number in a slot.
    #[inline]
    pub fn number(&self, slot: Slot) -> u32 {
        self.numbers[slot.0].load(Ordering::Acquire)
    }

    /// Puts a number into a slot.
    #[inline]
    pub fn set(&self, slot: Slot, number: u32) {
        self.numbers[slot.0].store(number, Ordering::Release);
    }

    /// Gives a key a number.
    pub fn put(&self, key: u64, number: u32) {
        let (slot, _) = self.slot(key);
        self.set(slot, number);
    }

    /// All keys that have a number, with their numbers.
    pub fn entries(&self) -> impl Iterator<Item = (u64, u32)> + '_ {
        let pairs = self.keys.iter().zip(self.numbers.iter());
        let pairs = pairs.map(|(key, number)| (key.load(Ordering::Relaxed), number.load(Ordering::Relaxed)));
        pairs.filter(|(key, number)| *key != 0 && *number != NOTHING)
    }

    /// Doubles the capacity if two thirds of the slots are used, or if there are no lanes. If
    /// neither holds, some key is far from its hashed slot: the table keeps its size and loses its
    /// lanes.
    pub fn grow(&mut self) {
        let crowded = self.len() * 3 >= self.keys.len() * 2;
        let capacity = if crowded || self.lane_bits == 0 { self.keys.len() * 2 } else { self.keys.len() };
        let lane_bits = if crowded && capacity >= LANES_FROM { self.best_lanes() } else { 0 };
        let grown = Table::with(capacity, lane_bits);
        for (key, number) in self.keys.iter().zip(self.numbers.iter()) {
            let key = key.load(Ordering::Relaxed);
            if key != 0 {
                let (slot, _) = grown.slot(key);
                grown.set(slot, number.load(Ordering::Relaxed));
            }
        }
        *self = grown;
    }

    /// The greatest number of lane bits for which the keys spread evenly over the lanes.
    fn best_lanes(&self) -> u32 {
        let mut lanes = [0usize; 1 << MOST_LANE_BITS];
        for key in &self.keys {
            let key = key.load(Ordering::Relaxed);
            if key != 0 {
                lanes[(key & ((1 << MOST_LANE_BITS) - 1)) as usize] += 1;
            }
        }
        let used = self.len();
        for bits in (1..=MOST_LANE_BITS).rev() {
            let count = 1usize << bits;
            let most = (0..count).map(|lane| lanes.iter().skip(lane).step_by(count).sum::<usize>()).max();
            // A lane half again as full as the average still has space after doubling.
            if most.unwrap_or(0) * count * 2 <= used * 3 {
                return bits;
            }
        }
        0
    }
}
