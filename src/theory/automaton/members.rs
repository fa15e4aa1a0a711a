//! What a relation holds for: its least members, whether they are finitely many.

use super::{Automaton, Room, TooLarge, Track};
use num_bigint::{BigInt, BigUint};

impl Automaton {
    /// For each state, how many digits a word to an accepting state has at least.
    fn distances(&self) -> Vec<usize> {
        let letters = self.letters();
        let mut back = vec![Vec::new(); self.accepting.len()];
        for (edge, to) in self.next.iter().enumerate() {
            back[*to as usize].push(edge / letters);
        }
        let mut distances = vec![usize::MAX; self.accepting.len()];
        let mut queue: std::collections::VecDeque<usize> =
            (0..self.accepting.len()).filter(|state| self.accepting[*state]).collect();
        queue.iter().for_each(|state| distances[*state] = 0);
        while let Some(state) = queue.pop_front() {
            for before in &back[state] {
                if distances[*before] == usize::MAX {
                    distances[*before] = distances[state] + 1;
                    queue.push_back(*before);
                }
            }
        }
        distances
    }

    /// The least number of a relation of one number.
    fn least(&self) -> Option<BigUint> {
        let distances = self.distances();
        if self.tracks.is_empty() || self.accepting[0] {
            return self.accepting[0].then(BigUint::default);
        }
        // The shortest word that begins with a one, and of those the least.
        let mut state = self.step(0, 1);
        let mut left = distances[state as usize];
        if left == usize::MAX {
            return None;
        }
        let mut number = BigUint::from(1u8);
        while left > 0 {
            left -= 1;
            let zero = self.step(state, 0);
            let digit = usize::from(distances[zero as usize] != left);
            state = self.step(state, digit);
            number = (number << 1u8) + digit;
        }
        Some(number)
    }

    /// The member whose greatest number is least, and of those the first in the order of `tracks`.
    /// All tracks of the relation have to be among them.
    pub fn smallest(&self, tracks: &[Track], room: &Room<'_>) -> Result<Option<Vec<BigUint>>, TooLarge> {
        let bound = Track(u32::MAX - 1);
        let mut within = self.clone();
        for track in tracks {
            let terms = [(*track, BigInt::from(1)), (bound, BigInt::from(-1))];
            let at_most = Automaton::linear(&terms, &BigInt::default(), super::Relation::AtMostZero, room)?;
            within = within.and(&at_most, room)?;
        }
        let Some(greatest) = within.only(bound, tracks, room)?.least() else { return Ok(None) };
        let mut left = within.and(&Automaton::exactly(bound, &greatest, room)?, room)?.exists(bound, room)?;
        let mut member = Vec::new();
        for track in tracks {
            let Some(least) = left.only(*track, tracks, room)?.least() else { return Ok(None) };
            left = left.and(&Automaton::exactly(*track, &least, room)?, room)?;
            member.push(least);
        }
        Ok(Some(member))
    }

    /// The relation of one track alone: what it can be.
    fn only(&self, track: Track, others: &[Track], room: &Room<'_>) -> Result<Automaton, TooLarge> {
        let mut left = self.clone();
        for other in others.iter().filter(|other| **other != track) {
            left = left.exists(*other, room)?;
        }
        Ok(left)
    }

    /// All numbers of a relation of one number, ascending, if they are at most so many and all words.
    pub fn listed(&self, most: usize) -> Option<Vec<u64>> {
        if !self.is_finite() {
            return None;
        }
        if self.tracks.is_empty() {
            return Some(Vec::new());
        }
        let useful: Vec<bool> = self.distances().iter().map(|it| *it != usize::MAX).collect();
        let mut found: Vec<u64> = if self.accepting[0] { vec![0] } else { Vec::new() };
        let mut beginnings = vec![(self.step(0, 1), 1u64)];
        // All words of one length after those of the next shorter one.
        while !beginnings.is_empty() {
            let mut longer = Vec::new();
            for (state, number) in beginnings {
                if !useful[state as usize] {
                    continue;
                }
                if self.accepting[state as usize] {
                    found.push(number);
                }
                if number >> 63 != 0 || found.len() > most || longer.len() > 4 * most + 4 {
                    return None;
                }
                longer.extend([0, 1].map(|digit| (self.step(state, digit), number << 1 | digit as u64)));
            }
            beginnings = longer;
        }
        Some(found).filter(|found| found.len() <= most)
    }

    /// Whether it holds for finitely many numbers only.
    pub fn is_finite(&self) -> bool {
        if self.tracks.is_empty() {
            // What does not matter can be any number.
            return self.is_nothing();
        }
        let useful: Vec<bool> = self.distances().iter().map(|it| *it != usize::MAX).collect();
        // A circle from which a member is reached makes infinitely many, but for leading zeros. States
        // are removed as long as nothing useful leads out of them.
        let letters = self.letters();
        let mut reached = vec![false; self.accepting.len()];
        let mut stack: Vec<u32> = (1..letters).map(|letter| self.step(0, letter)).collect();
        while let Some(state) = stack.pop() {
            if !std::mem::replace(&mut reached[state as usize], true) {
                stack.extend((0..letters).map(|letter| self.step(state, letter)));
            }
        }
        let relevant = |state: usize| reached[state] && useful[state];
        let mut out: Vec<usize> = (0..reached.len())
            .map(|state| {
                let to = &self.next[state * letters..(state + 1) * letters];
                to.iter().filter(|to| relevant(**to as usize)).count()
            })
            .collect();
        let mut back = vec![Vec::new(); reached.len()];
        for (edge, to) in self.next.iter().enumerate() {
            back[*to as usize].push(edge / letters);
        }
        let mut done: Vec<usize> = (0..reached.len()).filter(|it| relevant(*it) && out[*it] == 0).collect();
        let mut removed = 0;
        while let Some(state) = done.pop() {
            removed += 1;
            for before in &back[state] {
                if relevant(*before) {
                    out[*before] -= 1;
                    if out[*before] == 0 {
                        done.push(*before);
                    }
                }
            }
        }
        removed == (0..reached.len()).filter(|state| relevant(*state)).count()
    }
}
