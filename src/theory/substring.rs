//! Finds which pieces of one string occur in another string, in linear time.
//!
//! The suffix automaton of a text has a state for every class of pieces that end at the same places; it
//! grows letter by letter (Blumer et al. 1985). Running another string through it gives, for every end,
//! the longest piece with this end that occurs in the text.

use std::collections::HashMap;

/// Stands for "no state": the link of state 0.
const NONE: u32 = u32::MAX;

/// For every end e from 0 to the length of `s`, the length of the longest piece s[e − length .. e] that
/// occurs in `text`. `None` for a text of 2³⁰ letters or more.
pub fn longest_matches(s: &[char], text: &[char]) -> Option<Vec<usize>> {
    let automaton = Automaton::new(text)?;
    let (mut state, mut length) = (0, 0);
    let mut lengths = vec![0];
    for letter in s {
        while state != 0 && !automaton.steps.contains_key(&(state, *letter)) {
            state = automaton.links[state as usize];
            length = automaton.lengths[state as usize];
        }
        if let Some(next) = automaton.steps.get(&(state, *letter)) {
            state = *next;
            length += 1;
        }
        lengths.push(length);
    }
    Some(lengths)
}

/// How many bytes [`longest_matches`] needs for a text and a string of these lengths at most.
pub fn bytes_needed(s: usize, text: usize) -> u128 {
    // Up to 2 states and 3 steps a letter; the table of steps is at most half empty.
    text as u128 * (2 * 40 + 3 * 2 * 24) + s as u128 * 8
}

/// The suffix automaton of a text. State 0 is the empty piece.
struct Automaton {
    /// The length of the longest piece of each state.
    lengths: Vec<usize>,
    /// The state of the longest suffix that is in another state.
    links: Vec<u32>,
    /// The letters by which there are steps from each state.
    letters: Vec<Vec<char>>,
    steps: HashMap<(u32, char), u32>,
}

impl Automaton {
    fn new(text: &[char]) -> Option<Automaton> {
        if text.len() >= 1 << 30 {
            return None;
        }
        let mut automaton = Automaton {
            lengths: vec![0],
            links: vec![NONE],
            letters: vec![Vec::new()],
            steps: HashMap::new(),
        };
        automaton.steps.reserve(2 * text.len());
        let mut last = 0;
        for letter in text {
            last = automaton.append(last, *letter);
        }
        Some(automaton)
    }

    fn state(&mut self, length: usize, link: u32) -> u32 {
        self.lengths.push(length);
        self.links.push(link);
        self.letters.push(Vec::new());
        self.lengths.len() as u32 - 1
    }

    fn set_step(&mut self, from: u32, letter: char, to: u32) {
        if self.steps.insert((from, letter), to).is_none() {
            self.letters[from as usize].push(letter);
        }
    }

    /// Appends a letter to the text whose state is `last`; returns the state of the longer text.
    fn append(&mut self, last: u32, letter: char) -> u32 {
        let whole = self.state(self.lengths[last as usize] + 1, 0);
        let mut from = last;
        while from != NONE && !self.steps.contains_key(&(from, letter)) {
            self.set_step(from, letter, whole);
            from = self.links[from as usize];
        }
        if let Some(to) = self.steps.get(&(from, letter)).copied() {
            self.links[whole as usize] = self.exact_step(from, letter, to);
        }
        whole
    }

    /// The state of the pieces of `from` with the letter behind: `to`, or, where `to` has longer
    /// pieces too, a part that is split off from `to`.
    fn exact_step(&mut self, from: u32, letter: char, to: u32) -> u32 {
        let length = self.lengths[from as usize] + 1;
        if self.lengths[to as usize] == length {
            return to;
        }
        let part = self.state(length, self.links[to as usize]);
        for letter in self.letters[to as usize].clone() {
            if let Some(next) = self.steps.get(&(to, letter)).copied() {
                self.set_step(part, letter, next);
            }
        }
        self.links[to as usize] = part;
        let mut from = from;
        while from != NONE && self.steps.get(&(from, letter)) == Some(&to) {
            self.set_step(from, letter, part);
            from = self.links[from as usize];
        }
        part
    }
}
