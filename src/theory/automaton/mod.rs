//! Sets and relations of naturals that finite automata can read: arithmetic that can be decided.
//!
//! An [`Automaton`] reads the digits of several naturals at once, the highest first, in one
//! numeration [`System`], and decides whether they are in a relation. Sums, comparisons, remainders
//! and periodic sequences are such relations; in base 2, nim-sums too; and so is everything made
//! from these by *and*, *or*, *not* and *exists* (Büchi 1960; Bruyère, Hansel, Michaux and
//! Villemaire 1994; Frougny 1992 for systems other than bases). So statements about all naturals
//! that consist of these are decided, with the smallest counterexample.
//!
//! Invariants: Leading zeros change nothing. The automata are complete and minimal, and have no
//! track that does not matter. They accept no word that is invalid in the system; a complemented
//! automaton holds for the valid words that it does not accept. An automaton without tracks belongs
//! to every system.

mod atoms;
mod combine;
mod floor;
mod letters;
mod linear;
mod members;
mod minimise;
mod project;
mod sequences;
mod table;
mod witness;

pub use linear::Relation;
pub use sequences::Repeating;

use super::numeration::System;
use letters::Letters;
use num_bigint::BigUint;
use std::cell::Cell;

/// A number that an automaton reads.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Track(pub u32);

/// A relation of naturals.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Automaton {
    system: System,
    /// The numbers that the automaton reads, ascending. Digit `i` of a letter belongs to track `i`.
    tracks: Vec<Track>,
    letters: Letters,
    /// The next state of each state for each class of letters; the first state is number 0.
    next: Vec<u32>,
    /// For each state, whether words that lead to it are accepted.
    accepting: Vec<bool>,
    /// True if the automaton is complemented: it holds for valid words that are not accepted.
    /// Always false in base `k` and without tracks.
    negated: bool,
}

/// An automaton cannot be built: the limit of steps was reached, the work was stopped, it would have
/// too many letters or tracks, a coefficient is too large, two numeration systems were mixed, or the
/// system does not support the operation.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TooLarge;

/// The limit of steps for building automata, their numeration system, and a function that can stop
/// the work.
pub struct Room<'a> {
    system: System,
    steps: Cell<u64>,
    stop: &'a dyn Fn() -> bool,
}

/// The most tracks of one automaton. Each track at least doubles the letters.
const MOST_TRACKS: usize = 12;

impl<'a> Room<'a> {
    /// How many steps one question may usually take, a fraction of a second; without an answer by
    /// then, it stays open. Questions about several relations get a multiple.
    pub const STEPS: u64 = 4_000_000;

    /// A limit of `steps` transitions, in base 2.
    pub fn new(steps: u64, stop: &'a dyn Fn() -> bool) -> Room<'a> {
        Room { system: System::default(), steps: Cell::new(steps), stop }
    }

    /// A limit of `steps` transitions, in the given numeration system.
    pub fn in_system(system: &System, steps: u64, stop: &'a dyn Fn() -> bool) -> Room<'a> {
        Room { system: system.clone(), ..Room::new(steps, stop) }
    }

    /// The numeration system of the automata that are built here.
    pub fn system(&self) -> &System {
        &self.system
    }

    /// Uses up some steps. Fails if fewer are left, or if the work is to be stopped. Nothing more can
    /// be taken after a failure.
    pub fn take(&self, steps: usize) -> Result<(), TooLarge> {
        let left = self.steps.get();
        let steps = steps as u64;
        // Whether the work is to be stopped is asked once for every 2^16 steps that are used up.
        if left < steps || (left >> 16 != (left - steps) >> 16 && (self.stop)()) {
            self.steps.set(0);
            return Err(TooLarge);
        }
        self.steps.set(left - steps);
        Ok(())
    }
}

impl Automaton {
    /// The relation without tracks that always or never holds, in every system.
    pub fn constant(holds: bool) -> Automaton {
        Automaton {
            system: System::default(),
            tracks: Vec::new(),
            letters: Letters::all(1),
            next: vec![0],
            accepting: vec![holds],
            negated: false,
        }
    }

    /// The numeration system; without meaning if there are no tracks.
    pub fn system(&self) -> &System {
        &self.system
    }

    /// Checks that the automaton belongs to the numeration system of `room`.
    fn belongs(&self, room: &Room<'_>) -> Result<(), TooLarge> {
        if self.tracks.is_empty() || self.system == room.system { Ok(()) } else { Err(TooLarge) }
    }

    /// The tracks that the automaton reads, ascending. Tracks that do not matter are omitted.
    pub fn tracks(&self) -> &[Track] {
        &self.tracks
    }

    /// The number of states.
    pub fn states(&self) -> usize {
        self.accepting.len()
    }

    /// The number of arrows of each state: one for each class of letters.
    fn width(&self) -> usize {
        self.letters.width()
    }

    /// The state to which a class of letters leads from a state.
    fn step(&self, state: u32, class: usize) -> u32 {
        self.next[state as usize * self.width() + class]
    }

    /// Whether the relation holds for `numbers`, one for each track in order.
    pub fn holds(&self, numbers: &[u64]) -> bool {
        if !self.system.is_base(2) {
            return self.holds_for(&numbers.iter().map(|it| BigUint::from(*it)).collect::<Vec<_>>());
        }
        let mut state = 0;
        for digit in (0..64).rev() {
            let mut letter = 0;
            for (at, number) in numbers.iter().enumerate() {
                letter |= ((number >> digit & 1) as usize) << at;
            }
            state = self.step(state, self.letters.class(letter));
        }
        self.accepting[state as usize]
    }

    /// Whether the relation holds for `numbers` of any size, one for each track in order.
    pub fn holds_for(&self, numbers: &[BigUint]) -> bool {
        let words: Vec<Vec<u32>> = numbers.iter().map(|number| self.system.digits(number)).collect();
        let length = words.iter().map(Vec::len).max().unwrap_or(0);
        let mut state = 0;
        for left in (1..=length).rev() {
            let digit =
                |word: &Vec<u32>| if left <= word.len() { word[word.len() - left] as usize } else { 0 };
            let letter =
                words.iter().rev().fold(0, |letter, word| letter * self.system.digit_count() + digit(word));
            state = self.step(state, self.letters.class(letter));
        }
        self.accepting[state as usize] != self.negated
    }

    /// Whether the relation holds for all numbers.
    pub fn is_everything(&self) -> bool {
        self.accepting.iter().all(|accepting| *accepting != self.negated)
    }

    /// Whether the relation holds for no numbers.
    pub fn is_nothing(&self) -> bool {
        self.accepting.iter().all(|accepting| *accepting == self.negated)
    }
}

/// The tracks and letters of an automaton that is still to be built.
struct Plan {
    tracks: Vec<Track>,
    letters: Letters,
}

impl Plan {
    /// A plan in which each letter is its own class.
    fn each(tracks: Vec<Track>, room: &Room<'_>) -> Result<Plan, TooLarge> {
        let letters = Letters::each(room.system.digit_count(), tracks.len())?;
        Ok(Plan { tracks, letters })
    }

    /// Builds the minimal automaton of a machine given by its first state, `accepting` and `step`.
    /// Equal keys are one state; `step` maps a key and a class of letters to the key of the next
    /// state.
    fn explore<K: std::hash::Hash + Eq + Clone>(
        self,
        first: K,
        room: &Room<'_>,
        accepting: impl FnMut(&K) -> bool,
        step: impl FnMut(&K, usize) -> K,
    ) -> Result<Automaton, TooLarge> {
        self.explored(first, room, accepting, step)?.minimised(room)
    }

    /// Like [`Plan::explore`], but keeps equivalent states and tracks that do not matter.
    fn explored<K: std::hash::Hash + Eq + Clone>(
        self,
        first: K,
        room: &Room<'_>,
        mut accepting: impl FnMut(&K) -> bool,
        mut step: impl FnMut(&K, usize) -> K,
    ) -> Result<Automaton, TooLarge> {
        let width = self.letters.width();
        let mut keys: indexmap::IndexSet<K, rustc_hash::FxBuildHasher> = indexmap::IndexSet::default();
        keys.insert(first);
        let (mut next, mut accepts) = (Vec::new(), Vec::new());
        let mut at = 0;
        while let Some(key) = keys.get_index(at).cloned() {
            room.take(width)?;
            accepts.push(accepting(&key));
            for class in 0..width {
                let (to, _) = keys.insert_full(step(&key, class));
                next.push(u32::try_from(to).map_err(|_| TooLarge)?);
            }
            at += 1;
        }
        let Plan { tracks, letters } = self;
        Ok(Automaton {
            system: room.system.clone(),
            tracks,
            letters,
            next,
            accepting: accepts,
            negated: false,
        })
    }
}

#[cfg(test)]
mod tests;
