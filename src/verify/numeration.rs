//! Numbers as greedy digits in a linear numeration system, and an automaton for the greedy words that is proved right.
//!
//! `U(0) = 1 < U(1) < U(2) < …` obey the recurrence. The *greedy* word of a natural takes as many of the greatest `U(i)` as
//! fit, and goes on with the rest. A word `w(n-1) … w(0)` is greedy if and only if every suffix of length `i` is worth
//! less than `U(i)`. Every natural below `U(n)` has exactly one greedy word of length `n`: that holds for any
//! increasing `U` with `U(0) = 1`, see [`crate::places`].
//!
//! **Greedy words.** The automaton is guessed from short words. It is right for all lengths because
//! (a) a search shows that it accepts no word with a suffix of length `i` worth `U(i)` or more, so that it accepts greedy
//! words only, and (b) it accepts exactly `U(n)` words of length `n` for every `n`, so that none is missing. For (b), both
//! counts obey recurrences, of orders at most the number of states and `d`, so that their difference is 0
//! forever when it is 0 so many times in a row as the sum of the orders.

use crate::certificate::System;
use crate::errors::Refusal;
use crate::form::{Form, Sign};
use crate::places::{Places, next_unit};
use crate::work::Work;
use std::collections::{BTreeMap, BTreeSet};

/// How many places the guess looks ahead, and the most states of the guess.
const AHEAD: usize = 12;
const MOST_STATES: usize = 200;

/// A numeration system.
#[derive(Debug)]
pub struct Numeration {
    /// Its places.
    pub places: Places,
    /// The automaton of greedy words: the target of each state for each digit, or nothing. It starts in state 0.
    pub next: Vec<Vec<Option<u32>>>,
    /// Where a greedy word may end.
    pub accepting: Vec<bool>,
}

impl Numeration {
    /// Checks a system and finds its greedy words.
    pub fn new(system: &System, work: &mut Work) -> Result<Numeration, Refusal> {
        let mut found = Numeration { places: Places::new(system)?, next: Vec::new(), accepting: Vec::new() };
        found.guess()?;
        found.prove_greedy(work)?;
        found.prove_complete()?;
        Ok(found)
    }

    /// Guesses the automaton: after a word, how many words of each length may follow? Equal answers are one state.
    fn guess(&mut self) -> Result<(), Refusal> {
        let ahead = AHEAD.min(self.places.units.len() / 3);
        let mut states: BTreeMap<Vec<i128>, u32> = BTreeMap::new();
        let mut words: Vec<Vec<i128>> = vec![Vec::new()];
        states.insert(self.room(&[], ahead), 0);
        self.accepting.push(true);
        let mut at = 0;
        while at < words.len() {
            let mut row = Vec::new();
            if words[at].len() + ahead + 2 > self.places.units.len() || words.len() > MOST_STATES {
                return Err(Refusal::System("no small automaton for its greedy words was found"));
            }
            for digit in 0..self.places.digits as i128 {
                let mut word = words[at].clone();
                word.push(digit);
                let room = self.room(&word, ahead);
                if room.iter().all(|room| *room == 0) {
                    row.push(None);
                    continue;
                }
                let new = words.len() as u32;
                let accepts = room[0] > 0;
                let state = *states.entry(room).or_insert(new);
                if state == new {
                    words.push(word);
                    self.accepting.push(accepts);
                }
                row.push(Some(state));
            }
            self.next.push(row);
            at += 1;
        }
        Ok(())
    }

    /// For each length up to `ahead`, how many words may follow `word` if no suffix is to be worth too much.
    fn room(&self, word: &[i128], ahead: usize) -> Vec<i128> {
        let after = |length: usize| {
            let mut worth = 0;
            let mut room = self.places.units[length];
            for (place, digit) in word.iter().rev().enumerate() {
                worth += digit * self.places.units[length + place];
                room = room.min(self.places.units[length + place + 1] - worth);
            }
            room.max(0)
        };
        (0..=ahead).map(after).collect()
    }

    /// (a): reads on from every state with a debt of one unit of the place just before. No word may repay it.
    fn prove_greedy(&self, work: &mut Work) -> Result<(), Refusal> {
        let mut form = Form::new(vec![(0, 1)], 0, None, &self.places);
        let mut debt = vec![0; self.places.recurrence.len()];
        debt[self.places.recurrence.len() - 1] = -1;
        let debt = form.state(debt, &self.places, work)?;
        let mut seen: BTreeSet<(u32, u32)> = (0..self.next.len() as u32).map(|state| (state, debt)).collect();
        let mut open: Vec<(u32, u32)> = seen.iter().copied().collect();
        while let Some((state, owed)) = open.pop() {
            if self.accepting[state as usize] && form.sign(owed) != Sign::Negative {
                return Err(Refusal::System("the automaton for its greedy words could not be proved right"));
            }
            for digit in 0..self.places.digits {
                let Some(target) = self.next[state as usize][digit] else { continue };
                let after = (target, form.step(owed, &[digit as u32], &self.places, work)?);
                if form.settled(after.1) != Some(Sign::Negative) && seen.insert(after) {
                    open.push(after);
                }
            }
        }
        Ok(())
    }

    /// (b): counts the accepted words of each length.
    fn prove_complete(&self) -> Result<(), Refusal> {
        let wrong = Refusal::System("the automaton for its greedy words could not be proved complete");
        let d = self.places.recurrence.len();
        let mut units = self.places.units[..d].to_vec();
        // How many accepted words of the length there are from each state.
        let mut counts: Vec<i128> = self.accepting.iter().map(|ends| i128::from(*ends)).collect();
        for length in 0..self.next.len() + d {
            if counts[0] != units[length] {
                return Err(wrong);
            }
            let count = |row: &Vec<Option<u32>>| {
                row.iter().flatten().try_fold(0i128, |sum, target| sum.checked_add(counts[*target as usize]))
            };
            let longer: Option<Vec<i128>> = self.next.iter().map(count).collect();
            let (Some(longer), Some(unit)) = (longer, next_unit(&self.places.recurrence, &units)) else {
                return Err(wrong);
            };
            counts = longer;
            units.push(unit);
        }
        Ok(())
    }
}
