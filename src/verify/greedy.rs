//! Greedy words: how naturals are written in a numeration system.
//!
//! The *greedy* word of a natural takes as many of the greatest `U(i)` as fit, and goes on with the rest. Every natural has one
//! greedy word, up to leading zeros. Among all words of its value it is the last one in alphabetical order (leading zeros
//! added to a common length), for it takes the greatest digit that it can, place by place. That is how it is recognised here: a word is greedy
//! if and only if *there is no* word of the same value that comes after it.

use crate::errors::{Checked, demand};
use crate::form::{Form, Test};
use crate::reader::{Exists, Reader};
use crate::states::Met;
use crate::system::System;
use crate::table::Table;
use std::cmp::Ordering;
use std::iter::repeat_n;
use std::rc::Rc;

/// After so many steps the search for the automaton is given up.
const MOST_STEPS: usize = 2_000_000;

/// The automaton of the greedy words of a system.
pub fn greedy_words(system: &System) -> Checked<Table> {
    explored(no_word_after(system), system)
}

/// Reads a word: whether no word of the same value comes after it.
fn no_word_after(system: &System) -> Reader {
    // The word has track 0, the other one track 1. State 0 is for words that are alike so far; in state 1 the other comes after.
    let alike = |letter: usize| match (letter / system.digits).cmp(&(letter % system.digits)) {
        Ordering::Equal => 0,
        Ordering::Greater => 1,
        Ordering::Less => 2,
    };
    let letters = system.digits * system.digits;
    let next = (0..letters).map(alike).chain(repeat_n(1, letters)).chain(repeat_n(2, letters)).collect();
    let after = Rc::new(Table::new(letters, 0, vec![false, true, false], next));
    let equal = Form::new(vec![(0, -1), (1, 1)], 0, Test::Zero, system);
    let parts = [Reader::Table(after, vec![0, 1]), Reader::Form(equal)];
    Reader::Exists(Exists::new(1, 2, parts)).negated()
}

/// A reader of one number, written out. States that agree on all words are one state: classes are split until of two
/// states in a class, each digit leads to states in a class.
fn explored(mut reader: Reader, system: &System) -> Checked<Table> {
    let (mut met, mut rows) = (Met::default(), Vec::new());
    met.number(reader.start(system)?, system)?;
    while let Some(state) = met.states.get(rows.len()).copied() {
        demand(system.steps.get() <= MOST_STEPS, "the greedy words of the system are too complex")?;
        let mut to = |digit| met.number(reader.step(state, &[digit], system)?, system);
        let to = (0..system.digits as u32).map(&mut to).collect::<Checked<Vec<_>>>()?;
        rows.push((reader.accepts(state, system), to));
    }
    let (mut class, mut classes) = (vec![0; rows.len()], Met::default());
    for _ in 0..rows.len() {
        classes = Met::default();
        let of = |(accepts, to): &(bool, Vec<u32>)| {
            (*accepts, to.iter().map(|to| class[*to as usize]).collect::<Vec<u32>>())
        };
        let finer = rows.iter().zip(&class).map(|(row, class)| classes.number((*class, of(row)), system));
        class = finer.collect::<Checked<_>>()?;
    }
    let accepting = classes.states.iter().map(|(_, (accepts, _))| *accepts).collect();
    let next = classes.states.iter().flat_map(|(_, (_, to))| to.clone()).collect();
    Ok(Table::new(system.digits, 0, accepting, next))
}
