//! Readers of words: questions about the numbers on some tracks, answered digit by digit.
//!
//! A word has one digit for each track in each column, which is a `Vec<u32>`. A [`Reader`] is a deterministic
//! automaton whose states are made on demand: a form, a table, the negation of another reader, or *there are
//! numbers for which all of these hold*. There are two more states, [`YES`] and [`NO`], in which further
//! digits cannot change the answer.

use crate::errors::Checked;
use crate::form::Form;
use crate::states::{Met, NO, YES};
use crate::system::System;
use crate::table::Table;
use std::collections::BTreeSet;
use std::rc::Rc;

/// A question about the numbers on some tracks, as an automaton.
#[derive(Debug, Clone)]
pub enum Reader {
    /// Whether a linear form is at least 0, or a number divides it.
    Form(Form),
    /// Whether an automaton accepts the numbers on these tracks.
    Table(Rc<Table>, Vec<usize>),
    /// The negation of a question.
    Not(Box<Reader>),
    /// Whether there are numbers for further tracks such that the answers to some questions are all
    /// yes.
    Exists(Exists),
}

impl Reader {
    /// The negation of the question.
    pub fn negated(self) -> Reader {
        if let Reader::Not(inner) = self { *inner } else { Reader::Not(Box::new(self)) }
    }

    /// The last track that the reader depends on.
    fn last(&self) -> usize {
        match self {
            Reader::Form(form) => form.terms.iter().map(|(track, _)| *track).max().unwrap_or(0),
            Reader::Table(_, tracks) => tracks.iter().copied().max().unwrap_or(0),
            Reader::Not(inner) => inner.last(),
            Reader::Exists(exists) => exists.given - 1,
        }
    }

    /// The state before the first digit.
    pub fn start(&mut self, system: &System) -> Checked<u32> {
        match self {
            Reader::Form(form) => form.start(system),
            Reader::Table(table, _) => Ok(table.start),
            Reader::Not(inner) => Ok(opposite(inner.start(system)?)),
            Reader::Exists(exists) => exists.start(system),
        }
    }

    /// The state after a column of digits, which has one digit for each track.
    pub fn step(&mut self, state: u32, letter: &[u32], system: &System) -> Checked<u32> {
        if state >= NO {
            return Ok(state);
        }
        match self {
            Reader::Form(form) => form.step(state, letter, system),
            Reader::Table(table, tracks) => {
                let add = |sum, track: &usize| sum * system.digits + letter[*track] as usize;
                Ok(table.after(state, tracks.iter().rev().fold(0, add)))
            }
            Reader::Not(inner) => Ok(opposite(inner.step(state, letter, system)?)),
            Reader::Exists(exists) => exists.step(state, letter, system),
        }
    }

    /// Returns the answer for a word after which the reader is in `state`.
    pub fn accepts(&self, state: u32, system: &System) -> bool {
        if state >= NO {
            return state == YES;
        }
        match self {
            Reader::Form(form) => form.accepts(state, system),
            Reader::Table(table, _) => table.accepting[state as usize],
            Reader::Not(inner) => !inner.accepts(state, system),
            Reader::Exists(exists) => exists.accepts(state, system),
        }
    }
}

/// Exchanges [`YES`] and [`NO`].
fn opposite(state: u32) -> u32 {
    if state < NO { state } else { YES - (state - NO) }
}

/// Whether there are numbers for further tracks, besides those given, such that all parts hold. A
/// state is the set of joint states in which the parts can be (the subset construction). Without
/// further tracks, this is *and*.
#[derive(Debug, Clone)]
pub struct Exists {
    /// How many tracks are given. If no numbers are sought, only the tracks up to the last one that
    /// a part reads count.
    given: usize,
    /// How many tracks there are: those given, then those for which numbers are sought.
    tracks: usize,
    /// Each part, with the last track that it reads.
    parts: Vec<(usize, Reader)>,
    /// The joint states: a state of each part.
    joint: Met<Vec<u32>>,
    /// The states of this reader: sets of joint states, by their numbers.
    sets: Met<BTreeSet<u32>>,
}

impl Exists {
    /// States that all parts hold for some numbers on the tracks after the first `given` ones.
    pub fn new(mut given: usize, mut tracks: usize, parts: impl IntoIterator<Item = Reader>) -> Exists {
        let mut flat = Vec::new();
        for part in parts {
            match part {
                // A nested question without further tracks, or whose further tracks follow all
                // others, can be merged into this one.
                Reader::Exists(inner) if inner.given == inner.tracks || inner.given == tracks => {
                    tracks = tracks.max(inner.tracks);
                    flat.extend(inner.parts);
                }
                part => flat.push((part.last(), part)),
            }
        }
        if given == tracks {
            given = 1 + flat.iter().map(|(last, _)| *last).max().unwrap_or(0);
            tracks = given;
        }
        let (joint, sets) = (Met::default(), Met::default());
        Exists { given, tracks, parts: flat, joint, sets }
    }

    /// Returns each letter that begins with the digits `given`, with the joint state after `from`
    /// and this letter. A letter is dropped as soon as a part reaches [`NO`].
    fn onward(&mut self, from: u32, given: &[u32], system: &System) -> Checked<Vec<(Vec<u32>, u32)>> {
        let mut begun = vec![(Vec::new(), self.joint.states[from as usize].clone())];
        for track in 0..self.tracks {
            let digits = given.get(track).map_or(0..system.digits as u32, |digit| *digit..*digit + 1);
            let mut longer = Vec::new();
            for (letter, states) in &begun {
                for digit in digits.clone() {
                    system.count(1)?;
                    let (letter, mut states) = ([&letter[..], &[digit]].concat(), states.clone());
                    for ((last, part), state) in self.parts.iter_mut().zip(&mut states) {
                        if *last == track {
                            *state = part.step(*state, &letter, system)?;
                        }
                    }
                    if !states.contains(&NO) {
                        longer.push((letter, states));
                    }
                }
            }
            begun = longer;
        }
        let number = |(letter, states)| Ok((letter, self.joint.number(states, system)?));
        begun.into_iter().map(number).collect()
    }

    /// Whether all parts hold if the word ends in a joint state.
    fn holds(&self, state: u32, system: &System) -> bool {
        let mut parts = self.parts.iter().zip(&self.joint.states[state as usize]);
        parts.all(|((_, part), state)| part.accepts(*state, system))
    }

    /// Explores all joint states that are reached on letters with zeros on the given tracks.
    /// Returns, for each joint state in the order of discovery, its predecessor and the letter
    /// between them.
    fn reached_on_zeros(&mut self, system: &System) -> Checked<Vec<(usize, Vec<u32>)>> {
        let first = self.parts.iter_mut().map(|(_, part)| part.start(system)).collect::<Checked<_>>()?;
        self.joint.number(first, system)?;
        let (mut before, mut at) = (vec![(0, Vec::new())], 0);
        while at < before.len() {
            for (letter, next) in self.onward(at as u32, &vec![0; self.given], system)? {
                if next as usize == before.len() {
                    before.push((at, letter));
                }
            }
            at += 1;
        }
        Ok(before)
    }

    /// Returns a shortest word on which all parts hold, as a list of columns; `None` if there is
    /// none. The question must have no given tracks.
    pub fn witness(&mut self, system: &System) -> Checked<Option<Vec<Vec<u32>>>> {
        let (before, mut word) = (self.reached_on_zeros(system)?, Vec::new());
        let found = (0..before.len()).find(|at| self.holds(*at as u32, system));
        let Some(mut at) = found else { return Ok(None) };
        while at != 0 {
            word.insert(0, before[at].1.clone());
            at = before[at].0;
        }
        Ok(Some(word))
    }

    /// The state before the first digit. The numbers sought may be longer than those given, so this
    /// state contains all joint states that are reached while the given numbers have leading zeros.
    fn start(&mut self, system: &System) -> Checked<u32> {
        let met = self.reached_on_zeros(system)?.len();
        self.sets.number((0..met as u32).collect(), system)
    }

    /// The state after a column of digits on the given tracks.
    fn step(&mut self, state: u32, letter: &[u32], system: &System) -> Checked<u32> {
        let mut after = BTreeSet::new();
        for state in self.sets.states[state as usize].clone() {
            after.extend(self.onward(state, &letter[..self.given], system)?.into_iter().map(|it| it.1));
        }
        if after.is_empty() { Ok(NO) } else { self.sets.number(after, system) }
    }

    fn accepts(&self, state: u32, system: &System) -> bool {
        self.sets.states[state as usize].iter().any(|state| self.holds(*state, system))
    }
}
