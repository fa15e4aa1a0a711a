//! Sets and relations of naturals that finite automata can read: arithmetic that can be decided.
//!
//! An [`Automaton`] reads the binary digits of several naturals at once, the highest first, and says
//! whether they stand in a relation. Sums, comparisons, remainders, nim-sums and periodic sequences
//! are such relations, and so is whatever is made of them by *and*, *or*, *not* and *exists* (Büchi
//! 1960, Bruyère, Hansel, Michaux and Villemaire 1994). So a statement about all naturals that is
//! made of these is decided, with its smallest counterexample.
//!
//! Invariant: leading zeros change nothing. The automata are complete and minimal.

mod atoms;
mod combine;
mod members;
mod minimise;
mod project;
mod sequences;

pub use atoms::Relation;
pub use sequences::Repeating;

use std::cell::Cell;

/// A number that an automaton reads.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Track(pub u32);

/// A relation of naturals.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Automaton {
    /// The numbers it reads, ascending. Digit `i` of a letter belongs to track `i`.
    tracks: Vec<Track>,
    /// Where each state goes with each letter; the first state is number 0.
    next: Vec<u32>,
    /// Whether the numbers read so far are related.
    accepting: Vec<bool>,
}

/// There is no room to go on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TooLarge;

/// How much may be built, and who may say stop.
pub struct Room<'a> {
    steps: Cell<u64>,
    stop: &'a dyn Fn() -> bool,
}

/// The most tracks of one automaton: each doubles the letters.
const MOST_TRACKS: usize = 12;

impl<'a> Room<'a> {
    /// Room for so many steps from state to state.
    pub fn new(steps: u64, stop: &'a dyn Fn() -> bool) -> Room<'a> {
        Room { steps: Cell::new(steps), stop }
    }

    /// Takes room for some steps.
    pub fn take(&self, steps: usize) -> Result<(), TooLarge> {
        let left = self.steps.get();
        let steps = steps as u64;
        // The clock is asked now and then.
        if left < steps || (left >> 16 != (left - steps) >> 16 && (self.stop)()) {
            self.steps.set(0);
            return Err(TooLarge);
        }
        self.steps.set(left - steps);
        Ok(())
    }
}

impl Automaton {
    /// The relation of no numbers that always or never holds.
    pub fn constant(holds: bool) -> Automaton {
        Automaton { tracks: Vec::new(), next: vec![0], accepting: vec![holds] }
    }

    /// The numbers it reads, ascending. Numbers on which nothing depends may be left out.
    pub fn tracks(&self) -> &[Track] {
        &self.tracks
    }

    /// How many states it has.
    pub fn states(&self) -> usize {
        self.accepting.len()
    }

    fn letters(&self) -> usize {
        1 << self.tracks.len()
    }

    fn step(&self, state: u32, letter: usize) -> u32 {
        self.next[state as usize * self.letters() + letter]
    }

    /// Whether numbers are related, given for the tracks in order. For tests and small numbers.
    pub fn holds(&self, numbers: &[u64]) -> bool {
        let mut state = 0;
        for digit in (0..64).rev() {
            let mut letter = 0;
            for (at, number) in numbers.iter().enumerate() {
                letter |= ((number >> digit & 1) as usize) << at;
            }
            state = self.step(state, letter);
        }
        self.accepting[state as usize]
    }

    /// Whether it holds for all numbers.
    pub fn is_everything(&self) -> bool {
        self.accepting.iter().all(|accepting| *accepting)
    }

    /// Whether it holds for no numbers.
    pub fn is_nothing(&self) -> bool {
        self.accepting.iter().all(|accepting| !accepting)
    }
}

/// Builds an automaton from its first state on. States are known by keys.
fn explore<K: std::hash::Hash + Eq + Clone>(
    tracks: Vec<Track>,
    first: K,
    room: &Room<'_>,
    mut accepting: impl FnMut(&K) -> bool,
    mut step: impl FnMut(&K, usize) -> K,
) -> Result<Automaton, TooLarge> {
    if tracks.len() > MOST_TRACKS {
        return Err(TooLarge);
    }
    let letters = 1usize << tracks.len();
    let mut keys: indexmap::IndexSet<K, rustc_hash::FxBuildHasher> = indexmap::IndexSet::default();
    keys.insert(first);
    let mut automaton = Automaton { tracks, next: Vec::new(), accepting: Vec::new() };
    let mut at = 0;
    while let Some(key) = keys.get_index(at).cloned() {
        room.take(letters)?;
        automaton.accepting.push(accepting(&key));
        for letter in 0..letters {
            let (to, _) = keys.insert_full(step(&key, letter));
            automaton.next.push(u32::try_from(to).map_err(|_| TooLarge)?);
        }
        at += 1;
    }
    automaton.minimised(room)
}
