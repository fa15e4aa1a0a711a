//! Values and outcomes straight from the definition, for positions given by their options.

use gspec::theory::convention::Convention;
use std::collections::HashMap;
use std::hash::Hash;

/// The least natural that is not among `values`.
pub fn mex(values: impl IntoIterator<Item = u64>) -> u64 {
    let seen: std::collections::HashSet<u64> = values.into_iter().collect();
    (0..).find(|value| !seen.contains(value)).unwrap()
}

/// Computes values and outcomes of one game, and keeps the results.
pub struct Definition<P, F> {
    options: F,
    values: HashMap<P, u64>,
    losing: HashMap<P, bool>,
    losing_misere: HashMap<P, bool>,
}

impl<P: Clone + Eq + Hash, F: Fn(&P) -> Vec<P>> Definition<P, F> {
    pub fn new(options: F) -> Definition<P, F> {
        Definition { options, values: HashMap::new(), losing: HashMap::new(), losing_misere: HashMap::new() }
    }

    pub fn options(&self, position: &P) -> Vec<P> {
        (self.options)(position)
    }

    /// The Sprague–Grundy value.
    pub fn value(&mut self, position: &P) -> u64 {
        if let Some(value) = self.values.get(position) {
            return *value;
        }
        let options = self.options(position);
        let value = mex(options.iter().map(|option| self.value(option)).collect::<Vec<_>>());
        self.values.insert(position.clone(), value);
        value
    }

    /// Whether the player to move loses when whoever cannot move loses.
    pub fn losing(&mut self, position: &P) -> bool {
        if let Some(losing) = self.losing.get(position) {
            return *losing;
        }
        let losing = !self.options(position).iter().any(|option| self.losing(option));
        self.losing.insert(position.clone(), losing);
        losing
    }

    /// Whether the player to move loses when whoever cannot move wins.
    pub fn losing_misere(&mut self, position: &P) -> bool {
        if let Some(losing) = self.losing_misere.get(position) {
            return *losing;
        }
        let options = self.options(position);
        let losing = !options.is_empty() && !options.iter().any(|option| self.losing_misere(option));
        self.losing_misere.insert(position.clone(), losing);
        losing
    }

    /// Whether the player to move loses under a convention.
    pub fn losing_under(&mut self, position: &P, convention: Convention) -> bool {
        match convention {
            Convention::Normal => self.losing(position),
            Convention::Misere => self.losing_misere(position),
        }
    }
}

/// A reproducible stream of numbers (splitmix64).
pub struct Random(u64);

impl Random {
    pub fn new(seed: u64) -> Random {
        Random(seed)
    }

    pub fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        mixed ^ (mixed >> 31)
    }

    /// A number from 0 to `bound` − 1.
    pub fn below(&mut self, bound: u64) -> u64 {
        self.next() % bound
    }

    /// A number of any length up to `bits` bits.
    pub fn of_bits(&mut self, bits: u64) -> num_bigint::BigUint {
        let bits = self.below(bits) + 1;
        let mut number = num_bigint::BigUint::default();
        for _ in 0..bits.div_ceil(64) {
            number = (number << 64u32) + self.next();
        }
        number >> (bits.div_ceil(64) * 64 - bits)
    }
}

/// All vectors of `length` naturals below `bound`.
pub fn vectors(length: usize, bound: u64) -> Vec<Vec<u64>> {
    let mut all = vec![Vec::new()];
    for _ in 0..length {
        all = all
            .into_iter()
            .flat_map(|vector| {
                (0..bound).map(move |last| {
                    let mut longer = vector.clone();
                    longer.push(last);
                    longer
                })
            })
            .collect();
    }
    all
}

/// All non-decreasing vectors of `length` naturals from `least` to `most`.
pub fn multisets(length: usize, least: u64, most: u64) -> Vec<Vec<u64>> {
    let mut all = vec![Vec::new()];
    for _ in 0..length {
        all = all
            .into_iter()
            .flat_map(|vector: Vec<u64>| {
                (vector.last().copied().unwrap_or(least)..=most).map(move |last| {
                    let mut longer = vector.clone();
                    longer.push(last);
                    longer
                })
            })
            .collect();
    }
    all
}

/// The position with one heap replaced.
pub fn with(heaps: &[u64], place: usize, heap: u64) -> Vec<u64> {
    let mut changed = heaps.to_vec();
    changed[place] = heap;
    changed
}

/// A machine word as a big integer.
pub fn big(number: impl Into<num_bigint::BigUint>) -> num_bigint::BigUint {
    number.into()
}

/// Machine words as big integers.
pub fn bigs(numbers: &[u64]) -> Vec<num_bigint::BigUint> {
    numbers.iter().map(|number| big(*number)).collect()
}

/// A big integer as a machine word, which it must fit.
pub fn small(number: &num_bigint::BigUint) -> u64 {
    number.try_into().unwrap()
}

/// A pace that never stops.
pub fn unhurried(_done: u64) -> std::ops::ControlFlow<()> {
    std::ops::ControlFlow::Continue(())
}
