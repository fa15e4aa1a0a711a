//! Several readers side by side on one word, and the question whether a word exists on which a condition holds.
//!
//! A word has one digit for each track in each column. A [`Product`] steps all its readers on a column; its condition is a
//! list of conjuncts. Words are greedy on every track. A letter is dropped as soon as a conjunct is settled as false.

use crate::certificate::Table;
use crate::errors::Refusal;
use crate::form::{Form, Sign};
use crate::numeration::Numeration;
use crate::work::{Met, Work};
use std::collections::{BTreeSet, HashMap};
use std::rc::Rc;

/// What reads a word.
#[derive(Debug)]
#[allow(clippy::large_enum_variant, reason = "there are few readers")]
pub enum Reader {
    /// A linear form.
    Form(Form),
    /// An automaton, with the tracks that it reads.
    Automaton(Rc<Table>, Vec<usize>),
}

/// A condition on what the readers, given by number, say.
#[derive(Debug, Clone)]
pub enum Condition {
    /// All hold.
    And(Vec<Condition>),
    /// It does not hold.
    Not(Box<Condition>),
    /// The form is at least 0.
    Ge(usize),
    /// The form is 0, or divisible.
    Eq(usize),
    /// The automaton accepts.
    Accepts(usize),
}

impl Condition {
    /// The opposite.
    pub fn negated(self) -> Condition {
        Condition::Not(Box::new(self))
    }

    /// At least one holds.
    pub fn any(parts: impl Iterator<Item = Condition>) -> Condition {
        Condition::And(parts.map(Condition::negated).collect()).negated()
    }
}

/// The state of a product: a number for each track, the state of its greedy automaton, and one for each reader.
type State = Rc<[u32]>;

/// Readers on common tracks and a condition.
#[derive(Debug)]
pub struct Product<'a> {
    system: &'a Numeration,
    /// How many tracks there are.
    pub tracks: usize,
    /// The readers, each with the last track that it reads.
    readers: Vec<(usize, Reader)>,
    /// The conjuncts, each with the last track that matters to it.
    conjuncts: Vec<(usize, Condition)>,
}

impl<'a> Product<'a> {
    /// A product without readers.
    pub fn new(system: &'a Numeration, tracks: usize) -> Product<'a> {
        Product { system, tracks, readers: Vec::new(), conjuncts: Vec::new() }
    }

    /// Adds a reader and gives its number.
    pub fn add(&mut self, reader: Reader) -> usize {
        let last = match &reader {
            Reader::Form(form) => form.terms.iter().map(|(track, _)| *track).max(),
            Reader::Automaton(_, tracks) => tracks.iter().copied().max(),
        };
        self.readers.push((last.unwrap_or(0), reader));
        self.readers.len() - 1
    }

    /// Demands a condition, or its opposite.
    pub fn require(&mut self, condition: Condition, holds: bool) {
        match condition {
            Condition::And(parts) if holds => parts.into_iter().for_each(|part| self.require(part, true)),
            Condition::Not(part) => self.require(*part, !holds),
            other => {
                let other = if holds { other } else { other.negated() };
                self.conjuncts.push((self.last_track(&other), other));
            }
        }
    }

    fn last_track(&self, condition: &Condition) -> usize {
        match condition {
            Condition::And(parts) => parts.iter().map(|part| self.last_track(part)).max().unwrap_or(0),
            Condition::Not(part) => self.last_track(part),
            Condition::Ge(at) | Condition::Eq(at) | Condition::Accepts(at) => self.readers[*at].0,
        }
    }

    fn start(&mut self, work: &mut Work) -> Result<State, Refusal> {
        let mut start = vec![0; self.tracks];
        for (_, reader) in &mut self.readers {
            start.push(match reader {
                Reader::Form(form) => form.start(&self.system.places, work)?,
                Reader::Automaton(table, _) => table.start,
            });
        }
        Ok(start.into())
    }

    /// Tries all digits of the next track of a letter, or the one given, and finds the states that follow, with letters.
    fn extend(
        &mut self,
        (from, given): (&[u32], &[u32]),
        (letter, to): (&mut Vec<u32>, &mut Vec<u32>),
        work: &mut Work,
        found: &mut Vec<(Vec<u32>, State)>,
    ) -> Result<(), Refusal> {
        let track = letter.len();
        if track == self.tracks {
            found.push((letter.clone(), to.as_slice().into()));
            return Ok(());
        }
        let digits = given.get(track).map_or(0..self.system.places.digits as u32, |digit| *digit..*digit + 1);
        for digit in digits {
            work.count(0)?;
            let Some(target) = self.system.next[from[track] as usize][digit as usize] else { continue };
            letter.push(digit);
            to[track] = target;
            for (at, (last, reader)) in self.readers.iter_mut().enumerate() {
                if *last == track {
                    to[self.tracks + at] = reader.step(from[self.tracks + at], letter, self.system, work)?;
                }
            }
            let mut now = self.conjuncts.iter().filter(|(last, _)| *last == track);
            if now.all(|(_, condition)| self.truth(condition, to, false) >= 0) {
                self.extend((from, given), (letter, to), work, found)?;
            }
            letter.pop();
        }
        Ok(())
    }

    /// Whether a condition holds: if the word ends here, or else, where it is settled, whatever follows. The answer is 1 for
    /// yes, -1 for no, and 0 for not settled.
    fn truth(&self, condition: &Condition, state: &[u32], ends: bool) -> i8 {
        let sign = |at: usize, yes: fn(Sign) -> bool| match &self.readers[at].1 {
            Reader::Form(form) if ends => yes_or_no(yes(form.sign(state[self.tracks + at]))),
            Reader::Form(form) => {
                form.settled(state[self.tracks + at]).map_or(0, |sign| yes_or_no(yes(sign)))
            }
            _ => 0,
        };
        match condition {
            Condition::And(parts) => {
                parts.iter().map(|part| self.truth(part, state, ends)).min().unwrap_or(1)
            }
            Condition::Not(part) => -self.truth(part, state, ends),
            Condition::Ge(at) => sign(*at, |sign| sign != Sign::Negative),
            Condition::Eq(at) => sign(*at, |sign| sign == Sign::Zero),
            Condition::Accepts(at) => match self.readers[*at].1.accepts(state[self.tracks + at]) {
                (accepts, _) if ends => yes_or_no(accepts),
                (_, hopeless) => -i8::from(hopeless),
            },
        }
    }

    /// Whether the word may end here: greedy on every track, and the condition holds.
    fn accepts(&self, state: &[u32]) -> bool {
        state[..self.tracks].iter().all(|greedy| self.system.accepting[*greedy as usize])
            && self.conjuncts.iter().all(|(_, condition)| self.truth(condition, state, true) == 1)
    }

    /// A shortest word on which the condition holds, as columns of digits; nothing if there is none.
    pub fn witness(&mut self, work: &mut Work) -> Result<Option<Vec<Vec<u32>>>, Refusal> {
        let mut met = Met::new();
        met.number(self.start(work)?, work)?;
        // The state before each state, and the letter between them.
        let mut before: Vec<(usize, Vec<u32>)> = vec![(0, Vec::new())];
        let mut at = 0;
        while at < met.states.len() {
            let state = met.states[at].clone();
            if self.accepts(&state) {
                let mut word = Vec::new();
                while at != 0 {
                    word.insert(0, before[at].1.clone());
                    at = before[at].0;
                }
                return Ok(Some(word));
            }
            let mut found = Vec::new();
            self.extend((&state, &[]), (&mut Vec::new(), &mut state.to_vec()), work, &mut found)?;
            for (letter, next) in found {
                if met.number(next, work)?.1 {
                    before.push((at, letter));
                }
            }
            at += 1;
        }
        Ok(None)
    }
}

fn yes_or_no(yes: bool) -> i8 {
    if yes { 1 } else { -1 }
}

impl Reader {
    fn step(
        &mut self,
        from: u32,
        letter: &[u32],
        system: &Numeration,
        work: &mut Work,
    ) -> Result<u32, Refusal> {
        match self {
            Reader::Form(form) => form.step(from, letter, &system.places, work),
            Reader::Automaton(table, tracks) => {
                let number =
                    tracks.iter().rev().fold(0, |sum, at| sum * system.places.digits + letter[*at] as usize);
                Ok(table.next[from as usize * table.letters + number])
            }
        }
    }

    /// Whether it accepts in a state, and whether it never will.
    fn accepts(&self, state: u32) -> (bool, bool) {
        match self {
            Reader::Form(_) => (false, false),
            Reader::Automaton(table, _) => (table.accepting[state as usize], table.hopeless[state as usize]),
        }
    }
}

/// Whether numbers exist for the tracks of a product after the first ones, as a table that reads those. A state is the set of
/// states that the product can be in (the subset construction).
pub fn exists(mut product: Product<'_>, given: usize, work: &mut Work) -> Result<Table, Refusal> {
    let digits = product.system.places.digits;
    let letters = digits.pow(given as u32);
    let mut states = Met::new();
    states.number(product.start(work)?, work)?;
    let mut known: HashMap<(u32, usize), Rc<[u32]>> = HashMap::new();
    // Where the product may go from a state on the digits given.
    let mut onward = |state: u32, letter: usize, states: &mut Met<State>, work: &mut Work| {
        work.count(0)?;
        if let Some(known) = known.get(&(state, letter)) {
            return Ok(known.clone());
        }
        let column: Vec<u32> =
            (0..given).map(|at| (letter / digits.pow(at as u32) % digits) as u32).collect();
        let (from, mut found) = (states.states[state as usize].clone(), Vec::new());
        product.extend((&from, &column), (&mut Vec::new(), &mut from.to_vec()), work, &mut found)?;
        let next = found.into_iter().map(|(_, state)| Ok(states.number(state, work)?.0));
        let next: Rc<[u32]> = next.collect::<Result<_, Refusal>>()?;
        known.insert((state, letter), next.clone());
        Ok(next)
    };
    // The numbers sought may be longer than those given: everything that is reached on leading zeros is a start.
    let mut open = vec![0];
    let mut reached = BTreeSet::from([0]);
    while let Some(state) = open.pop() {
        let next = onward(state, 0, &mut states, work)?;
        open.extend(next.iter().filter(|next| reached.insert(**next)));
    }
    let (mut subsets, mut next) = (Met::new(), Vec::new());
    subsets.number(reached, work)?;
    let mut at = 0;
    while let Some(subset) = subsets.states.get(at).cloned() {
        for letter in 0..letters {
            work.count(0)?;
            let mut after = BTreeSet::new();
            for state in &subset {
                after.extend(onward(*state, letter, &mut states, work)?.iter());
            }
            next.push(subsets.number(after, work)?.0);
        }
        at += 1;
    }
    let accepts = |state: &u32| product.accepts(&states.states[*state as usize]);
    let accepting = subsets.states.iter().map(|subset| subset.iter().any(accepts)).collect();
    Ok(Table::of(letters, 0, accepting, next))
}
