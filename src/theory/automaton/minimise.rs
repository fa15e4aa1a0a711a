//! The least automaton of a relation: states that nothing tells apart are one.

use super::{Automaton, Room, TooLarge, Track};
use rustc_hash::FxHashMap;

/// Pairs of so few states are numbered by a table.
const FEW: usize = 64;

/// Numbers for pairs of numbers below that of the states, in the order in which they are met.
struct Numbers {
    states: usize,
    /// For each pair the number and the turn in which it was given, where states are few.
    table: Vec<(u32, u32)>,
    /// Where they are many.
    map: FxHashMap<(u32, u32), u32>,
    turn: u32,
    count: u32,
}

impl Numbers {
    fn new(states: usize) -> Numbers {
        // Whether a state accepts is a number below 2, even if there is one state.
        let states = states.max(2);
        let table = if states <= FEW { vec![(0, 0); states * states] } else { Vec::new() };
        Numbers { states, table, map: FxHashMap::default(), turn: 0, count: 0 }
    }

    fn clear(&mut self) {
        (self.turn, self.count) = (self.turn + 1, 0);
        self.map.clear();
    }

    fn of(&mut self, first: u32, second: u32) -> u32 {
        let given = match self.table.get_mut(first as usize * self.states + second as usize) {
            Some((number, turn)) => {
                if *turn != self.turn {
                    (*number, *turn) = (self.count, self.turn);
                }
                *number
            }
            None => *self.map.entry((first, second)).or_insert(self.count),
        };
        self.count += u32::from(given == self.count);
        given
    }
}

impl Automaton {
    /// The least automaton of the same relation, without tracks on which nothing depends.
    pub(super) fn minimised(self, room: &Room<'_>) -> Result<Automaton, TooLarge> {
        let mut automaton = self.merged(room)?;
        while let Some(at) = (0..automaton.tracks.len()).find(|at| !automaton.depends_on(*at)) {
            automaton = automaton.without(at);
        }
        Ok(automaton)
    }

    /// Moore's refinement: classes are split until each letter leads from one class to one class.
    fn merged(self, room: &Room<'_>) -> Result<Automaton, TooLarge> {
        let (letters, states) = (self.letters(), self.accepting.len());
        let mut class: Vec<u32> = self.accepting.iter().map(|it| u32::from(*it)).collect();
        let mut classes = 0;
        let mut numbers = Numbers::new(states);
        loop {
            // Long chains take as many rounds as they have states.
            room.take(states / 4 + 1)?;
            let mut refined = class.clone();
            let mut count = 0;
            for letter in 0..letters {
                numbers.clear();
                for (state, number) in refined.iter_mut().enumerate() {
                    let to = class[self.next[state * letters + letter] as usize];
                    *number = numbers.of(*number, to);
                }
                count = numbers.count;
                if count as usize == states {
                    return Ok(self);
                }
            }
            class = refined;
            if count == classes {
                break;
            }
            classes = count;
        }
        let classes = classes as usize;
        // Classes are numbered as their first states are: that of the first state is 0.
        let mut next = vec![0; classes * letters];
        let mut accepting = vec![false; classes];
        for (state, number) in class.iter().enumerate() {
            let number = *number as usize;
            accepting[number] = self.accepting[state];
            for letter in 0..letters {
                next[number * letters + letter] = class[self.next[state * letters + letter] as usize];
            }
        }
        Ok(Automaton { tracks: self.tracks, next, accepting })
    }

    fn depends_on(&self, at: usize) -> bool {
        let states = 0..self.accepting.len() as u32;
        states.into_iter().any(|state| {
            (0..self.letters()).any(|letter| self.step(state, letter) != self.step(state, letter ^ 1 << at))
        })
    }

    /// The same without a track that does not matter.
    fn without(&self, at: usize) -> Automaton {
        let mut tracks: Vec<Track> = self.tracks.clone();
        tracks.remove(at);
        let letters = 1usize << tracks.len();
        let low = (1usize << at) - 1;
        let mut next = Vec::with_capacity(self.accepting.len() * letters);
        for state in 0..self.accepting.len() as u32 {
            next.extend((0..letters).map(|letter| self.step(state, letter & low | (letter & !low) << 1)));
        }
        Automaton { tracks, next, accepting: self.accepting.clone() }
    }
}
