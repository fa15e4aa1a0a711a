//! Records for each part, identified by its key, its value or values that it does not have. Several
//! threads may share the table.

use hashbrown::HashTable;
use rustc_hash::FxHasher;
use std::hash::Hasher;
use std::sync::atomic::{AtomicU32, AtomicU64, Ordering};
use std::sync::{Mutex, OnceLock, PoisonError};

/// For each value below this, an entry has a bit that is set if the part does not have the value.
/// That a part does not have a greater value is not recorded.
const NOTED: u16 = 48;

/// The lowest of the bits of an entry that hold the value: 0 if the value is unknown, otherwise the
/// value plus 1.
const VALUE_AT: u32 = NOTED as u32;

/// The number of maps for the keys, so that threads rarely wait for one another.
const SHARDS: usize = 64;

/// The size of the first block of entries; each later block is twice as large as the one before.
const FIRST_BLOCK: u32 = 1 << 10;
/// The number of blocks, which together have nearly 2^32 entries.
const BLOCKS: usize = 22;

/// Where a key begins in the bytes of its shard, its length in bytes, and the number of its part.
#[derive(Debug, Clone, Copy)]
struct Place {
    from: u64,
    length: u32,
    number: u32,
}

/// A map of the keys whose hashes select this shard. `keys` has the bytes of all of them, one after
/// the other.
#[derive(Debug, Default)]
struct Shard {
    places: HashTable<Place>,
    keys: Vec<u8>,
}

/// All parts found so far.
#[derive(Debug)]
pub struct Table {
    shards: Vec<Mutex<Shard>>,
    /// The entries, by number of a part: values that the part does not have, and its value if
    /// known. Bits are set but never cleared, so threads need no lock.
    blocks: [OnceLock<Box<[AtomicU64]>>; BLOCKS],
    count: AtomicU32,
}

impl Default for Table {
    fn default() -> Table {
        Table {
            shards: (0..SHARDS).map(|_| Mutex::default()).collect(),
            blocks: [const { OnceLock::new() }; BLOCKS],
            count: AtomicU32::new(0),
        }
    }
}

fn hash(key: &[u8]) -> u64 {
    let mut hasher = FxHasher::default();
    hasher.write(key);
    hasher.finish()
}

impl Shard {
    fn key(&self, place: &Place) -> &[u8] {
        &self.keys[place.from as usize..place.from as usize + place.length as usize]
    }
}

impl Table {
    /// The number of the part with a key. Creates the part if it is new.
    pub fn part(&self, key: &[u8]) -> u32 {
        let hashed = hash(key);
        let shard = &self.shards[(hashed >> 32) as usize % SHARDS];
        let mut shard = shard.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(place) = shard.places.find(hashed, |place| shard.key(place) == key) {
            return place.number;
        }
        let number = self.count.fetch_add(1, Ordering::Relaxed);
        let place = Place { from: shard.keys.len() as u64, length: key.len() as u32, number };
        let Shard { places, keys } = &mut *shard;
        keys.extend_from_slice(key);
        let key_of =
            |place: &Place| hash(&keys[place.from as usize..place.from as usize + place.length as usize]);
        places.insert_unique(hashed, place, key_of);
        number
    }

    /// The entry of a part; makes its block if necessary.
    fn entry(&self, number: u32) -> &AtomicU64 {
        let at = number + FIRST_BLOCK;
        let block = (at.ilog2() - FIRST_BLOCK.ilog2()) as usize;
        let length = FIRST_BLOCK << block;
        let make = || (0..length).map(|_| AtomicU64::new(0)).collect();
        &self.blocks[block].get_or_init(make)[(at - length) as usize]
    }

    /// The value of a part, if known.
    pub fn value(&self, number: u32) -> Option<u16> {
        ((self.entry(number).load(Ordering::Relaxed) >> VALUE_AT) as u16).checked_sub(1)
    }

    /// Notes the value of a part.
    pub fn know(&self, number: u32, value: u16) {
        self.entry(number).fetch_or((u64::from(value) + 1) << VALUE_AT, Ordering::Relaxed);
    }

    /// Notes that a part does not have a value.
    pub fn exclude(&self, number: u32, value: u16) {
        if value < NOTED {
            self.exclude_all(number, 1 << value);
        }
    }

    /// Notes that a part does not have any of several values, given as bits.
    pub fn exclude_all(&self, number: u32, values: u64) {
        self.entry(number).fetch_or(values & ((1 << VALUE_AT) - 1), Ordering::Relaxed);
    }

    /// Whether a part has a value, if that is known.
    pub fn has(&self, number: u32, value: u16) -> Option<bool> {
        let entry = self.entry(number).load(Ordering::Relaxed);
        match ((entry >> VALUE_AT) as u16).checked_sub(1) {
            Some(known) => Some(known == value),
            None if value < NOTED && entry >> value & 1 == 1 => Some(false),
            None => None,
        }
    }

    /// How many parts there are.
    pub fn len(&self) -> usize {
        self.count.load(Ordering::Relaxed) as usize
    }
}
