//! The least automaton of a relation: states that nothing tells apart are one.

use super::{Automaton, Room, TooLarge, Track};

/// Pairs of so few states are numbered by a table.
const FEW: usize = 64;

/// Numbers for pairs of numbers below that of the states, in the order in which they are met.
struct Numbers {
    states: usize,
    /// For each pair the number and the turn in which it was given.
    table: Vec<(u32, u32)>,
    turn: u32,
    count: u32,
}

impl Numbers {
    fn new(states: usize) -> Numbers {
        // Whether a state accepts is a number below 2, even if there is one state.
        let states = states.max(2);
        Numbers { states, table: vec![(0, 0); states * states], turn: 0, count: 0 }
    }

    fn clear(&mut self) {
        (self.turn, self.count) = (self.turn + 1, 0);
    }

    fn of(&mut self, first: u32, second: u32) -> u32 {
        let (number, turn) = &mut self.table[first as usize * self.states + second as usize];
        if *turn != self.turn {
            (*number, *turn) = (self.count, self.turn);
            self.count += 1;
        }
        *number
    }
}

/// States in blocks of those that nothing told apart so far (Hopcroft's refinement): long chains of states, as large
/// constants make them, would take as many rounds of Moore's.
struct Blocks {
    /// All states, block by block, and where each stands.
    states: Vec<u32>,
    place: Vec<u32>,
    /// The block of each state.
    block: Vec<u32>,
    /// Where blocks begin and end.
    bounds: Vec<(u32, u32)>,
    /// How many states at the beginning of each block are marked.
    marked: Vec<u32>,
}

impl Blocks {
    /// One for the accepting states and one for the others.
    fn of(automaton: &Automaton) -> Blocks {
        let count = automaton.accepting.len() as u32;
        let mut states: Vec<u32> = (0..count).collect();
        states.sort_by_key(|state| automaton.accepting[*state as usize]);
        let mut place = vec![0; states.len()];
        states.iter().zip(0..).for_each(|(state, at)| place[*state as usize] = at);
        let others = automaton.accepting.iter().filter(|it| !**it).count() as u32;
        let bounds: Vec<(u32, u32)> =
            [(0, others), (others, count)].into_iter().filter(|(from, to)| from < to).collect();
        let first_is_of_others = others > 0;
        let block = automaton.accepting.iter().map(|it| u32::from(*it && first_is_of_others)).collect();
        let marked = vec![0; bounds.len()];
        Blocks { states, place, block, bounds, marked }
    }

    /// The class of each state, numbered as the first states of classes are, and how many there are.
    fn refined(mut self, automaton: &Automaton) -> (Vec<u32>, usize) {
        let (letters, count) = (automaton.letters(), automaton.accepting.len());
        let before = Before::of(automaton);
        let mut pending: Vec<u32> = (0..self.bounds.len() as u32).collect();
        let mut touched = Vec::new();
        while let Some(splitter) = pending.pop() {
            let (from, to) = self.bounds[splitter as usize];
            let members = self.states[from as usize..to as usize].to_vec();
            for letter in 0..letters {
                for member in &members {
                    before.each(letter * count + *member as usize, |state| self.mark(state, &mut touched));
                }
                for block in touched.drain(..) {
                    // If the block waits itself both parts do; else the smaller one is enough.
                    pending.extend(self.split(block));
                }
            }
        }
        let mut numbers = vec![u32::MAX; self.bounds.len()];
        let mut classes = 0;
        let class = self.block.iter().map(|block| {
            let number = &mut numbers[*block as usize];
            if *number == u32::MAX {
                *number = classes;
                classes += 1;
            }
            *number
        });
        (class.collect(), self.bounds.len())
    }

    fn mark(&mut self, state: u32, touched: &mut Vec<u32>) {
        let block = self.block[state as usize] as usize;
        let (at, to) = (self.place[state as usize], self.bounds[block].0 + self.marked[block]);
        if at < to {
            return;
        }
        if self.marked[block] == 0 {
            touched.push(block as u32);
        }
        self.marked[block] += 1;
        let other = self.states[to as usize];
        self.states.swap(at as usize, to as usize);
        (self.place[state as usize], self.place[other as usize]) = (to, at);
    }

    /// Splits what is marked of a block from the rest; the smaller part is a new block, unless one is empty.
    fn split(&mut self, block: u32) -> Option<u32> {
        let marked = std::mem::take(&mut self.marked[block as usize]);
        let (from, to) = self.bounds[block as usize];
        let middle = from + marked;
        if middle == to {
            return None;
        }
        let new = if marked <= to - middle {
            self.bounds[block as usize].0 = middle;
            (from, middle)
        } else {
            self.bounds[block as usize].1 = middle;
            (middle, to)
        };
        let number = self.bounds.len() as u32;
        self.bounds.push(new);
        self.marked.push(0);
        for state in &self.states[new.0 as usize..new.1 as usize] {
            self.block[*state as usize] = number;
        }
        Some(number)
    }
}

/// From which states each letter leads to each state.
struct Before {
    starts: Vec<u32>,
    states: Vec<u32>,
}

impl Before {
    fn of(automaton: &Automaton) -> Before {
        let (letters, count) = (automaton.letters(), automaton.accepting.len());
        let mut starts = vec![0u32; letters * count + 1];
        for (at, to) in automaton.next.iter().enumerate() {
            starts[at % letters * count + *to as usize + 1] += 1;
        }
        for at in 1..starts.len() {
            starts[at] += starts[at - 1];
        }
        let mut free = starts.clone();
        let mut states = vec![0; automaton.next.len()];
        for (at, to) in automaton.next.iter().enumerate() {
            let place = &mut free[at % letters * count + *to as usize];
            states[*place as usize] = (at / letters) as u32;
            *place += 1;
        }
        Before { starts, states }
    }

    fn each(&self, at: usize, see: impl FnMut(u32)) {
        let (from, to) = (self.starts[at] as usize, self.starts[at + 1] as usize);
        self.states[from..to].iter().copied().for_each(see);
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

    /// The same with one state for all that nothing tells apart.
    fn merged(self, room: &Room<'_>) -> Result<Automaton, TooLarge> {
        let states = self.accepting.len();
        let (class, classes) = if states <= FEW {
            room.take(states / 2 + 1)?;
            self.refined()
        } else {
            room.take(states + 1)?;
            Blocks::of(&self).refined(&self)
        };
        if classes == states {
            return Ok(self);
        }
        let letters = self.letters();
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

    /// Moore's refinement: classes are split until each letter leads from one class to one class.
    fn refined(&self) -> (Vec<u32>, usize) {
        let (letters, states) = (self.letters(), self.accepting.len());
        let mut class: Vec<u32> = self.accepting.iter().map(|it| u32::from(*it)).collect();
        let mut classes = 0;
        let mut numbers = Numbers::new(states);
        loop {
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
                    return (refined, states);
                }
            }
            class = refined;
            if count == classes {
                return (class, classes as usize);
            }
            classes = count;
        }
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

#[cfg(test)]
mod tests {
    use super::*;

    /// Both refinements find the same classes on automata that are made at random, with chains among them.
    #[test]
    fn both_refinements_agree() {
        let mut seed = 12345u64;
        let mut random = |below: usize| {
            seed = seed.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
            (seed >> 33) as usize % below
        };
        for round in 0..400 {
            let (states, letters) = (1 + random(60), 1usize << random(3));
            let tracks = (0..letters.trailing_zeros()).map(Track).collect();
            let is_chain = round % 3 == 0;
            let mut next = Vec::new();
            for state in 0..states {
                for letter in 0..letters {
                    let to =
                        if is_chain && letter == 0 { (state + 1).min(states - 1) } else { random(states) };
                    next.push(to.min(if round % 2 == 0 { states } else { 1 + states / 2 } - 1) as u32);
                }
            }
            let rare = 1 + random(9);
            let accepting = (0..states).map(|_| random(rare) == 0).collect();
            let automaton = Automaton { tracks, next, accepting };
            assert_eq!(automaton.refined(), Blocks::of(&automaton).refined(&automaton), "{automaton:?}");
        }
    }
}
