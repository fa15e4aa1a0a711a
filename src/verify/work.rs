//! Bounds of the work, and states by number.

use crate::errors::Refusal;
use std::collections::HashMap;
use std::hash::Hash;

/// The most states that may be met in a whole check, and the most steps.
const MOST_STATES: usize = 1_000_000;
const MOST_STEPS: usize = 100_000_000;

/// How much was done; too much ends in a refusal.
#[derive(Debug, Default)]
pub struct Work {
    /// States that were met.
    pub states: usize,
    steps: usize,
}

impl Work {
    /// Counts a step that meets so many new states.
    pub fn count(&mut self, states: usize) -> Result<(), Refusal> {
        self.states += states;
        self.steps += 1;
        let fine = self.states <= MOST_STATES && self.steps <= MOST_STEPS;
        if fine { Ok(()) } else { Err(Refusal::Large("the number of states to explore")) }
    }
}

impl<T: Clone + Eq + Hash> Default for Met<T> {
    fn default() -> Met<T> {
        Met::new()
    }
}

/// States by number, in the order in which they were met.
#[derive(Debug)]
pub struct Met<T> {
    /// The states.
    pub states: Vec<T>,
    numbers: HashMap<T, u32>,
}

impl<T: Clone + Eq + Hash> Met<T> {
    /// No states.
    pub fn new() -> Met<T> {
        Met { states: Vec::new(), numbers: HashMap::new() }
    }

    /// The number of a state, and whether it is new.
    pub fn number(&mut self, state: T, work: &mut Work) -> Result<(u32, bool), Refusal> {
        if let Some(known) = self.numbers.get(&state) {
            return Ok((*known, false));
        }
        work.count(1)?;
        let number = self.states.len() as u32;
        self.states.push(state.clone());
        self.numbers.insert(state, number);
        Ok((number, true))
    }
}
