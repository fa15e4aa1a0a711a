//! Automata as tables of their arrows.

use crate::certificate::{Automaton, Row};
use crate::errors::{Checked, demand, well_formed};
use crate::states::{NO, YES};
use crate::system::System;

/// The most arrows of an automaton.
const MOST_ARROWS: usize = 1 << 24;

/// An automaton as a table: the target of `state` for a letter stands at `state * letters + letter`.
#[derive(Debug)]
pub struct Table {
    /// How many letters there are.
    pub letters: usize,
    /// The state before the first letter.
    pub start: u32,
    /// For each state, whether it accepts.
    pub accepting: Vec<bool>,
    /// The targets of all arrows.
    next: Vec<u32>,
    /// For each state, its own number; if all its arrows lead back to the state, [`YES`] if the
    /// state accepts and [`NO`] if not.
    settled: Vec<u32>,
}

impl Table {
    /// The table of a complete automaton; `next` has the layout of the table.
    pub fn new(letters: usize, start: u32, accepting: Vec<bool>, next: Vec<u32>) -> Table {
        let stays =
            |state: u32| next[state as usize * letters..][..letters].iter().all(|next| *next == state);
        let settled = |(state, accepts): (u32, &bool)| match (stays(state), accepts) {
            (true, true) => YES,
            (true, false) => NO,
            _ => state,
        };
        let settled: Vec<u32> = (0..).zip(&accepting).map(settled).collect();
        Table { letters, start: settled[start as usize], accepting, next, settled }
    }

    /// Makes the table of an automaton of a certificate. Checks that the automaton is complete and
    /// that leading zeros change nothing.
    pub fn stated(automaton: &Automaton, system: &System) -> Checked<Table> {
        let (states, start, tracks) = (automaton.next.len(), automaton.start, automaton.tracks.len());
        let letters = system.digits.saturating_pow(tracks as u32);
        let small = states.saturating_mul(letters) <= MOST_ARROWS;
        demand(small, "an automaton exceeds the limits of the checker")?;
        let mut next = Vec::with_capacity(states * letters);
        for (at, row) in automaton.next.iter().enumerate() {
            match row {
                Row::Dense(row) => next.extend(row),
                Row::Sparse(row) => {
                    let wide = row.iter().all(|(pattern, _)| pattern.len() == tracks);
                    well_formed(wide, "a pattern has too few or too many digits")?;
                    system.count(row.len().saturating_mul(letters))?;
                    let arrow = |letter| row.iter().find(|(pattern, _)| fits(pattern, letter, system.digits));
                    next.extend((0..letters).filter_map(arrow).map(|(_, to)| to));
                }
            }
            let complete = next.len() == (at + 1) * letters;
            well_formed(complete, "a state has too few or too many arrows, or no arrow for some letter")?;
        }
        let exists = |state: &u32| (*state as usize) < states;
        let exist = next.iter().chain(&automaton.accepting).chain([&start]).all(exists);
        well_formed(exist, "an automaton mentions a state that does not exist")?;
        let waits = next[start as usize * letters] == start;
        well_formed(waits, "the start of an automaton must have an arrow to itself on zeros")?;
        let mut accepting = vec![false; states];
        automaton.accepting.iter().for_each(|state| accepting[*state as usize] = true);
        Ok(Table::new(letters, start, accepting, next))
    }

    /// The state after a letter.
    pub fn after(&self, state: u32, letter: usize) -> u32 {
        self.settled[self.next[state as usize * self.letters + letter] as usize]
    }
}

/// Whether a letter has the digits of a pattern. The first track's digit is the lowest digit of the
/// letter's number.
fn fits(pattern: &[Option<u32>], letter: usize, digits: usize) -> bool {
    let digit = |track: usize| (letter / digits.pow(track as u32) % digits) as u32;
    pattern.iter().enumerate().all(|(track, asked)| asked.is_none_or(|asked| asked == digit(track)))
}
