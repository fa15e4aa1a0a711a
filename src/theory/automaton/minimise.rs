//! Computes the minimal automaton of a relation: merges equivalent states and removes tracks that
//! do not matter.

use super::letters::{Letters, weighed};
use super::{Automaton, Plan, Room, TooLarge};
use rustc_hash::FxHashMap;

/// With at most this many states, Moore's refinement is used, which numbers pairs of states by a
/// table; with more, Hopcroft's.
const FEW: usize = 64;

/// Numbers pairs of states in the order of their first occurrence.
struct Numbers {
    states: usize,
    /// For each pair, its number and the turn in which the pair got the number; numbers of earlier
    /// turns are void.
    table: Vec<(u32, u32)>,
    turn: u32,
    count: u32,
}

impl Numbers {
    fn new(states: usize) -> Numbers {
        // Whether a state accepts is a number below 2, even with only one state.
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

/// A partition of the states into blocks that are not yet distinguished (Hopcroft's refinement).
/// Moore's refinement would need one round for each state of a long chain, as large constants
/// produce them.
struct Blocks {
    /// All states, block by block.
    states: Vec<u32>,
    /// The index of each state in `states`.
    place: Vec<u32>,
    /// The block of each state.
    block: Vec<u32>,
    /// By block, its first index in `states` and the index after its last.
    bounds: Vec<(u32, u32)>,
    /// How many states at the beginning of each block are marked.
    marked: Vec<u32>,
}

impl Blocks {
    /// One block for the accepting states and one for the others; blocks are not empty.
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

    /// The class of each state, numbered by first occurrence, and the number of classes.
    fn refined(mut self, automaton: &Automaton) -> (Vec<u32>, usize) {
        let (width, count) = (automaton.width(), automaton.accepting.len());
        let before = Before::of(automaton);
        let mut pending: Vec<u32> = (0..self.bounds.len() as u32).collect();
        let mut touched = Vec::new();
        while let Some(splitter) = pending.pop() {
            let (from, to) = self.bounds[splitter as usize];
            let members = self.states[from as usize..to as usize].to_vec();
            for class in 0..width {
                for member in &members {
                    before.each(class * count + *member as usize, |state| self.mark(state, &mut touched));
                }
                for block in touched.drain(..) {
                    // If the block itself is pending, both parts must be; otherwise the smaller
                    // part is enough.
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

    /// Moves a state to the marked states at the beginning of its block, and adds the block to
    /// `touched` at its first mark.
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

    /// Splits the marked states of a block from the others. The smaller part becomes a new block,
    /// whose number is returned; `None` if all states are marked.
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

/// For each class of letters and each state, the states from which the class leads to that state.
struct Before {
    /// Where the states for each pair begin in `states`; pairs are numbered by class, then by
    /// state.
    starts: Vec<u32>,
    states: Vec<u32>,
}

impl Before {
    fn of(automaton: &Automaton) -> Before {
        let (width, count) = (automaton.width(), automaton.accepting.len());
        let mut starts = vec![0u32; width * count + 1];
        for (at, to) in automaton.next.iter().enumerate() {
            starts[at % width * count + *to as usize + 1] += 1;
        }
        for at in 1..starts.len() {
            starts[at] += starts[at - 1];
        }
        let mut free = starts.clone();
        let mut states = vec![0; automaton.next.len()];
        for (at, to) in automaton.next.iter().enumerate() {
            let place = &mut free[at % width * count + *to as usize];
            states[*place as usize] = (at / width) as u32;
            *place += 1;
        }
        Before { starts, states }
    }

    /// Calls `see` for each state of the pair with number `at`.
    fn each(&self, at: usize, see: impl FnMut(u32)) {
        let (from, to) = (self.starts[at] as usize, self.starts[at + 1] as usize);
        self.states[from..to].iter().copied().for_each(see);
    }
}

impl Automaton {
    /// The minimal automaton of the same relation, without tracks that do not matter.
    pub(super) fn minimised(self, room: &Room<'_>) -> Result<Automaton, TooLarge> {
        let mut automaton = self.merged(room)?;
        let mut at = 0;
        while at < automaton.tracks.len() {
            match automaton.without(at, room)? {
                Some(fewer) => automaton = fewer,
                None => at += 1,
            }
        }
        Ok(automaton)
    }

    /// This automaton with equivalent states merged and, in base `k` with many letters, equivalent
    /// letters in one class.
    pub(super) fn merged(self, room: &Room<'_>) -> Result<Automaton, TooLarge> {
        let states = self.accepting.len();
        let (class, classes) = if states <= FEW {
            room.take(states / 2 + 1)?;
            self.refined()
        } else {
            room.take(states + 1)?;
            Blocks::of(&self).refined(&self)
        };
        if classes == states {
            return Ok(self.with_fewer_letters());
        }
        let width = self.width();
        // Classes are numbered by their first states, so the class of the first state is 0.
        let mut next = vec![0; classes * width];
        let mut accepting = vec![false; classes];
        for (state, number) in class.iter().enumerate() {
            let number = *number as usize;
            accepting[number] = self.accepting[state];
            for letter in 0..width {
                next[number * width + letter] = class[self.next[state * width + letter] as usize];
            }
        }
        Ok(Automaton { next, accepting, ..self }.with_fewer_letters())
    }

    /// Merges letters that lead from each state to the same state into one class.
    fn with_fewer_letters(self) -> Automaton {
        let (width, states) = (self.width(), self.accepting.len());
        // If the words on each track must be valid, hardly any two letters are equivalent.
        if !self.letters.are_many() || !self.system.is_base_system() {
            return self;
        }
        let column =
            |class: usize| (0..states).map(|state| self.next[state * width + class]).collect::<Vec<_>>();
        let mut numbers: FxHashMap<Vec<u32>, usize> = FxHashMap::default();
        let mut kept = Vec::new();
        let mut number_of = Vec::with_capacity(width);
        for class in 0..width {
            let new = numbers.len();
            let number = *numbers.entry(column(class)).or_insert(new);
            if number == new {
                kept.push(class);
            }
            number_of.push(number);
        }
        if kept.len() == width {
            return self;
        }
        let letters = Letters::all(self.letters.count());
        let letters = letters.grouped(|letter| number_of[self.letters.class(letter)]);
        let row = |state: usize| kept.iter().map(move |class| state * width + class);
        let next = (0..states).flat_map(row).map(|at| self.next[at]).collect();
        Automaton { letters, next, ..self }
    }

    /// Moore's refinement: classes are split until each letter leads from one class to one class.
    /// Returns the class of each state and the number of classes.
    fn refined(&self) -> (Vec<u32>, usize) {
        let (width, states) = (self.width(), self.accepting.len());
        let mut class: Vec<u32> = self.accepting.iter().map(|it| u32::from(*it)).collect();
        let mut classes = 0;
        let mut numbers = Numbers::new(states);
        loop {
            let mut refined = class.clone();
            let mut count = 0;
            for letter in 0..width {
                numbers.clear();
                for (state, number) in refined.iter_mut().enumerate() {
                    let to = class[self.next[state * width + letter] as usize];
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

    /// This automaton without the track at index `at`; `None` if the relation depends on the number
    /// of that track.
    fn without(&self, at: usize, room: &Room<'_>) -> Result<Option<Automaton>, TooLarge> {
        let digits = self.system.digit_count();
        let weight = |place: usize| digits.pow(if place < at { place } else { place + 1 } as u32);
        let weights: Vec<usize> = (0..self.tracks.len() - 1).map(weight).collect();
        if self.system.is_base_system() && self.depends_on(at) {
            return Ok(None);
        }
        // The letters with digit 0 on the track.
        let kept = weighed(digits, &weights);
        if !self.system.is_base_system() && self.depends_on_value(at, &kept, room)? {
            return Ok(None);
        }
        let mut tracks = self.tracks.clone();
        tracks.remove(at);
        let letters = Letters::each(digits, tracks.len())?.grouped(|letter| self.letters.class(kept[letter]));
        let classes: Vec<usize> =
            (0..letters.width()).map(|class| self.letters.class(kept[letters.first(class)])).collect();
        let plan = Plan { tracks, letters };
        let accepting = |state: &u32| self.accepting[*state as usize];
        if self.system.is_base_system() {
            let states = 0..self.accepting.len() as u32;
            let next = states.flat_map(|state| classes.iter().map(move |class| self.step(state, *class)));
            let next = next.collect();
            return Ok(Some(Automaton { tracks: plan.tracks, letters: plan.letters, next, ..self.clone() }));
        }
        // States that are reached only by other digits are omitted.
        let fewer = plan.explored(0u32, room, accepting, |state, class| self.step(*state, classes[class]))?;
        fewer.merged(room).map(Some)
    }

    /// Whether some letter leads to another state than the letter in which the digit on track `at`
    /// is replaced by 0.
    fn depends_on(&self, at: usize) -> bool {
        let digits = self.system.digit_count();
        let (low, high) = (digits.pow(at as u32), digits.pow(at as u32 + 1));
        let with_zero = |letter: usize| letter % low + letter / high * high;
        let differ = |a: usize, b: usize| {
            let states = 0..self.accepting.len() as u32;
            a != b && states.into_iter().any(|state| self.step(state, a) != self.step(state, b))
        };
        // If there are many letters, letters of different classes lead to different states from at
        // least one state.
        (0..self.letters.count()).any(|letter| {
            let (mine, zero) = (self.letters.class(letter), self.letters.class(with_zero(letter)));
            if self.letters.are_many() { mine != zero } else { differ(mine, zero) }
        })
    }

    /// Whether some valid word on track `at` leads to another result than zeros do. `kept` are the
    /// letters with digit 0 on the track.
    ///
    /// If none does, what a state accepts depends only on the state that zeros on the track would
    /// lead to, and on the state of the word that was read on the track. While the word is still in
    /// its first state, both states accept equal continuations. Since the automaton is minimal,
    /// there is one state for each such pair.
    fn depends_on_value(&self, at: usize, kept: &[usize], room: &Room<'_>) -> Result<bool, TooLarge> {
        let digits = self.system.digit_count();
        let place = digits.pow(at as u32);
        let mut reached: FxHashMap<(u32, usize), u32> = FxHashMap::default();
        let mut open = vec![(0u32, 0usize, 0u32)];
        reached.insert((0, 0), 0);
        while let Some((zeros, word, state)) = open.pop() {
            let accepts = self.system.may_end(word) && self.accepting[zeros as usize];
            if self.accepting[state as usize] != accepts || (word == 0 && state != zeros) {
                return Ok(true);
            }
            room.take(self.letters.count())?;
            for letter in kept {
                let to_zeros = self.step(zeros, self.letters.class(*letter));
                for digit in 0..digits {
                    // A word that is invalid on the track is not accepted anyway.
                    let Some(to_word) = self.system.follow(word, digit as u32) else { continue };
                    let to = self.step(state, self.letters.class(letter + digit * place));
                    match reached.insert((to_zeros, to_word), to) {
                        None => open.push((to_zeros, to_word, to)),
                        Some(known) if known != to => return Ok(true),
                        Some(_) => {}
                    }
                }
            }
        }
        Ok(false)
    }
}

#[cfg(test)]
mod tests {
    use super::super::Track;
    use super::*;
    use crate::numeration::System;

    /// Both refinements find the same classes on random automata, some of which contain long
    /// chains.
    #[test]
    fn both_refinements_agree() {
        let mut seed = 12345u64;
        let mut random = |below: usize| {
            seed = seed.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
            (seed >> 33) as usize % below
        };
        for round in 0..400 {
            let (states, tracks) = (1 + random(60), random(3));
            let letters = Letters::each(2, tracks).unwrap();
            let tracks = (0..tracks as u32).map(Track).collect();
            let is_chain = round % 3 == 0;
            let mut next = Vec::new();
            for state in 0..states {
                for letter in 0..letters.count() {
                    let to =
                        if is_chain && letter == 0 { (state + 1).min(states - 1) } else { random(states) };
                    next.push(to.min(if round % 2 == 0 { states } else { 1 + states / 2 } - 1) as u32);
                }
            }
            let rare = 1 + random(9);
            let accepting = (0..states).map(|_| random(rare) == 0).collect();
            let system = System::base(2);
            let automaton = Automaton { system, tracks, letters, next, accepting, negated: false };
            assert_eq!(automaton.refined(), Blocks::of(&automaton).refined(&automaton), "{automaton:?}");
        }
    }
}
