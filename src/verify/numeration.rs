//! Numbers as greedy digits in a linear numeration system, and the automaton of the greedy words.
//!
//! `U(0) = 1 < U(1) < U(2) < …` obey the recurrence. The *greedy* word of a natural takes as many of the greatest `U(i)` as
//! fit, and goes on with the rest. A word `w(n-1) … w(0)` is greedy if and only if every suffix of length `i` is worth
//! less than `U(i)`. Every natural below `U(n)` has exactly one greedy word of length `n`: that holds for any
//! increasing `U` with `U(0) = 1`, see [`crate::places`].
//!
//! The automaton follows this definition. Before each digit a debt of one unit of the place just before is taken up, which the
//! suffix that begins there must not repay; a state is the set of the debts that are still open. A debt is closed when
//! it stays unpaid whatever follows, and the word is refused when a debt is paid whatever follows. States that agree on all
//! words are then one state: of two states in a class, each digit leads to states in a class.

use crate::certificate::System;
use crate::errors::Refusal;
use crate::form::{Form, Sign};
use crate::places::Places;
use crate::work::{Met, Work};
use std::collections::{BTreeMap, BTreeSet};

/// The most sets of debts.
const MOST_STATES: usize = 2000;

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
        let places = Places::new(system)?;
        // Twice what was repaid less twice the debt, and 1: positive if it is paid, else negative, and never 0.
        let mut form = Form::new(vec![(0, 2)], 1, None, &places);
        let mut unit = vec![0; places.recurrence.len()];
        unit[places.recurrence.len() - 1] = -2;
        let debt = form.state(unit, &places, work)?;
        let mut sets = Met::new();
        sets.number(BTreeSet::new(), work)?;
        let (mut next, mut accepting) = (Vec::new(), Vec::new());
        while let Some(open) = sets.states.get(next.len()).cloned() {
            accepting.push(open.iter().all(|owed| form.sign(*owed) == Sign::Negative));
            let mut row = vec![None; places.digits];
            for (digit, target) in row.iter_mut().enumerate() {
                let mut after = Some(BTreeSet::new());
                for owed in open.iter().chain([&debt]) {
                    let owed = form.step(*owed, &[digit as u32], &places, work)?;
                    match form.settled(owed) {
                        Some(Sign::Negative) => {}
                        Some(_) => after = None,
                        None => drop(after.as_mut().map(|after| after.insert(owed))),
                    }
                }
                *target = after.map(|after| sets.number(after, work)).transpose()?.map(|it| it.0);
            }
            next.push(row);
            if next.len() > MOST_STATES {
                return Err(Refusal::System("no small automaton for its greedy words was found"));
            }
        }
        let (next, accepting) = merged(&next, &accepting);
        Ok(Numeration { places, next, accepting })
    }
}

/// States that agree on all words made one: the classes are split until no digit tells members of a class apart.
fn merged(next: &[Vec<Option<u32>>], accepting: &[bool]) -> (Vec<Vec<Option<u32>>>, Vec<bool>) {
    let (mut class, mut classes) = (vec![0; next.len()], 0);
    loop {
        let mut known = BTreeMap::new();
        let (mut rows, mut ends) = (Vec::new(), Vec::new());
        let finer: Vec<usize> = (0..next.len())
            .map(|state| {
                let to = next[state].iter().map(|to| to.map(|to| class[to as usize] as u32));
                let row: Vec<Option<u32>> = to.collect();
                *known.entry((class[state], accepting[state], row.clone())).or_insert_with(|| {
                    rows.push(row);
                    ends.push(accepting[state]);
                    rows.len() - 1
                })
            })
            .collect();
        if rows.len() == classes {
            return (rows, ends);
        }
        (class, classes) = (finer, rows.len());
    }
}
