//! Numbers the states of automata, which are made on demand.

use crate::errors::Checked;
use crate::system::System;
use std::collections::HashMap;
use std::hash::Hash;

/// The state in which the answer is yes for all further digits.
pub const YES: u32 = u32::MAX;
/// The state in which the answer is no for all further digits.
pub const NO: u32 = u32::MAX - 1;

/// How many steps of the limit ([`System::count`]) a new state costs.
const STEPS: usize = 50;

/// Numbers states in the order of their discovery.
#[derive(Debug, Clone, Default)]
pub struct Met<T> {
    /// The states; the index of each is its number.
    pub states: Vec<T>,
    numbers: HashMap<T, u32>,
}

impl<T: Clone + Eq + Hash> Met<T> {
    /// Returns the number of a state; a state that is not there yet gets the next number.
    pub fn number(&mut self, state: T, system: &System) -> Checked<u32> {
        if let Some(known) = self.numbers.get(&state) {
            return Ok(*known);
        }
        system.count(STEPS)?;
        let number = self.states.len() as u32;
        self.states.push(state.clone());
        self.numbers.insert(state, number);
        Ok(number)
    }
}
