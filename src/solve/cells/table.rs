//! What is known of parts, by their keys.

use hashbrown::HashTable;
use rustc_hash::FxHasher;
use std::hash::Hasher;

/// A value that is not known.
const UNKNOWN: u16 = u16::MAX;

/// What is known of one part.
#[derive(Debug, Clone, Copy)]
pub struct Entry {
    /// Its value, if that is known.
    value: u16,
    /// Values below 64 that it does not have.
    pub excluded: u64,
    /// Whether a search of it goes on.
    pub open: bool,
    /// Where its key ends.
    end: u64,
}

/// All parts that were met.
#[derive(Debug, Default)]
pub struct Table {
    places: HashTable<u32>,
    pub entries: Vec<Entry>,
    keys: Vec<u8>,
}

impl Entry {
    /// Its value, if that is known.
    pub fn value(&self) -> Option<u16> {
        (self.value != UNKNOWN).then_some(self.value)
    }

    /// Notes the value.
    pub fn know(&mut self, value: u16) {
        self.value = value;
    }

    /// Notes that it does not have a value.
    pub fn exclude(&mut self, value: u16) {
        if value < 64 {
            self.excluded |= 1 << value;
        }
    }

    /// Whether it has a value, as far as that is known.
    pub fn has(&self, value: u16) -> Option<bool> {
        match self.value() {
            Some(known) => Some(known == value),
            None if value < 64 && self.excluded >> value & 1 == 1 => Some(false),
            None => None,
        }
    }
}

fn hash(key: &[u8]) -> u64 {
    let mut hasher = FxHasher::default();
    hasher.write(key);
    hasher.finish()
}

impl Table {
    /// The number of the part with a key; it is made where it is new.
    pub fn part(&mut self, key: &[u8]) -> u32 {
        let (entries, keys) = (&self.entries, &self.keys);
        let key_of = |number: u32| {
            let at = number as usize;
            let from = if at == 0 { 0 } else { entries[at - 1].end as usize };
            &keys[from..entries[at].end as usize]
        };
        let hashed = hash(key);
        if let Some(number) = self.places.find(hashed, |number| key_of(*number) == key) {
            return *number;
        }
        let number = self.entries.len() as u32;
        self.places.insert_unique(hashed, number, |number| hash(key_of(*number)));
        self.keys.extend_from_slice(key);
        let end = self.keys.len() as u64;
        self.entries.push(Entry { value: UNKNOWN, excluded: 0, open: false, end });
        number
    }

    /// How many parts there are.
    pub fn len(&self) -> usize {
        self.entries.len()
    }
}
