//! Decides which words of digits are valid: those that the greedy choice writes, possibly after
//! leading zeros.
//!
//! A word is valid if and only if after each of its places the digits to come have a value less
//! than the value of that place: otherwise the greedy choice would have made the digit there
//! greater. With m digits to come, the digits after an earlier place must have a value less than
//! U(m + j) minus the value of those read already; this bound is a vector in the lowest places to
//! come: Σ h(j)·U(m + j). A state is the set of these vectors, one for each place that was read. A
//! vector is left out if it says no more than the last place does, that the digits to come are less
//! than U(m). If the dominant root is a Pisot number, finitely many vectors are left.

use super::{Kind, System};
use indexmap::IndexSet;
use std::collections::{BTreeMap, BTreeSet};

/// An automaton of the valid words. State 0 is the first, and a zero leads from it to itself.
#[derive(Debug, PartialEq, Eq, Hash)]
pub(super) struct Words {
    /// For each state and digit, the next state; `None` if no valid word continues in this way.
    next: Vec<Vec<Option<usize>>>,
    may_end: Vec<bool>,
}

/// The most sets of vectors that are explored. Systems with more are refused.
const MOST_VECTORS: usize = 1000;
/// The most states of the minimal automaton. Systems with more are refused.
const MOST_STATES: usize = 6;
/// A vector counts as never negative if its values with 0, …, `LOOKED_AT` − 1 digits to come are not negative and
/// the last of these values, as many as the order, do not decrease.
const LOOKED_AT: usize = 12;

/// An upper bound for the remaining digits, expressed in the lowest remaining places.
type Bound = Vec<i128>;

impl Words {
    /// The automaton for c1 ≥ … ≥ cd ≥ 1, by Parry's condition (1960): the expansion of 1 in the
    /// base of the dominant root is c1 c2 … cd, and d successive digits of a valid word are
    /// lexicographically less than c1 … cd. For place values that begin with 1, c1, the last digit
    /// is also not c1. A state is the number of digits of the expansion that were just read.
    pub(super) fn parry(coefficients: &[i64], start: &[u64]) -> Words {
        let order = coefficients.len();
        let after = |state: usize, digit: i64| match digit.cmp(&coefficients[state]) {
            std::cmp::Ordering::Less => Some(0),
            std::cmp::Ordering::Equal if state + 1 < order => Some(state + 1),
            _ => None,
        };
        let row = |state: usize| (0..=coefficients[0]).map(|digit| after(state, digit)).collect();
        let may_end = (0..order).map(|state| state == 0 || start[1] > coefficients[0] as u64);
        Words { next: (0..order).map(row).collect(), may_end: may_end.collect() }
    }

    /// The automaton explored from the definition, for a recurrence whose partial sums are at least
    /// 1; `None` if there are too many states, if a bound becomes too large, or if the number of
    /// digits is not certain or above 64.
    pub(super) fn explored(coefficients: &[i64], start: &[u64]) -> Option<Words> {
        let places = Places::new(coefficients, start);
        let digits = places.digits()?;
        // `None` stands for words that no valid word begins with.
        let mut met: IndexSet<Option<BTreeSet<Bound>>> = IndexSet::from([Some(BTreeSet::new())]);
        let (mut next, mut may_end, mut at) = (Vec::new(), Vec::new(), 0);
        while let Some(state) = met.get_index(at).cloned() {
            let mut row = Vec::with_capacity(digits);
            for digit in 0..digits as i128 {
                let to = match &state {
                    Some(bounds) => places.after(bounds, digit)?,
                    None => None,
                };
                row.push(met.insert_full(to).0);
            }
            may_end.push(state.is_some_and(|bounds| bounds.iter().all(|bound| places.worth(bound, 0) > 0)));
            next.push(row);
            at += 1;
            if met.len() > MOST_VECTORS {
                return None;
            }
        }
        Words::minimal(&next, &may_end)
            .filter(|words| words.may_end.len() <= MOST_STATES && words.next[0][0] == Some(0))
    }

    /// Merges states that accept equal sets of words, and drops those that accept nothing.
    fn minimal(next: &[Vec<usize>], may_end: &[bool]) -> Option<Words> {
        let mut class: Vec<usize> = may_end.iter().map(|ends| usize::from(*ends)).collect();
        loop {
            let mut numbers = BTreeMap::new();
            let finer: Vec<usize> = (0..class.len())
                .map(|state| {
                    let key = (class[state], next[state].iter().map(|to| class[*to]).collect::<Vec<_>>());
                    let count = numbers.len();
                    *numbers.entry(key).or_insert(count)
                })
                .collect();
            if finer == class {
                break;
            }
            class = finer;
        }
        let count = class.iter().max()? + 1;
        let first = |number: usize| class.iter().position(|it| *it == number);
        let firsts: Vec<usize> = (0..count).filter_map(first).collect();
        let is_dead = |number: usize| {
            !may_end[firsts[number]] && next[firsts[number]].iter().all(|to| class[*to] == number)
        };
        // The classes that are not dead, in the order of discovery.
        let live: Vec<usize> = (0..count).filter(|number| !is_dead(*number)).collect();
        let number = |to: usize| live.iter().position(|it| *it == class[to]);
        let row = |of: &usize| next[firsts[*of]].iter().map(|to| number(*to)).collect();
        Some(Words {
            next: live.iter().map(row).collect(),
            may_end: live.iter().map(|of| may_end[firsts[*of]]).collect(),
        })
    }

    /// How many digits there are.
    pub(super) fn digits(&self) -> usize {
        self.next[0].len()
    }
}

/// The first place values of a recurrence.
struct Places<'a> {
    coefficients: &'a [i64],
    values: Vec<i128>,
}

impl Places<'_> {
    fn new<'a>(coefficients: &'a [i64], start: &[u64]) -> Places<'a> {
        let mut values: Vec<i128> = start.iter().map(|place| i128::from(*place)).collect();
        while values.len() < LOOKED_AT + 2 * coefficients.len() {
            let before = values.iter().rev().zip(coefficients);
            values.push(before.map(|(value, factor)| value * i128::from(*factor)).sum());
        }
        Places { coefficients, values }
    }

    /// The value of a vector with `ahead` digits to come.
    fn worth(&self, bound: &Bound, ahead: usize) -> i128 {
        bound.iter().zip(&self.values[ahead..]).map(|(part, place)| part * place).sum()
    }

    /// Whether a vector is certainly at least 0 for every number of remaining digits: its first
    /// values are at least 0, and the last of these do not decrease.
    fn is_natural(&self, bound: &Bound) -> bool {
        let values: Vec<i128> = (0..LOOKED_AT).map(|ahead| self.worth(bound, ahead)).collect();
        values.iter().all(|value| *value >= 0) && values[LOOKED_AT - bound.len()..].is_sorted()
    }

    /// The number of digits: the greatest digit is the greatest number of times that a place value
    /// fits into the next one and leaves a rest. `None` if this is not certain for all places, or
    /// there are more than 64 digits.
    fn digits(&self) -> Option<usize> {
        let pairs = self.values.windows(2).map(|pair| (pair[1] + pair[0] - 1) / pair[0]);
        let digits = pairs.max()?;
        let mut over = vec![0; self.coefficients.len()];
        (over[0], over[1]) = (digits, -1);
        (self.is_natural(&over) && digits <= 64).then_some(digits as usize)
    }

    /// The bounds after one more digit. The inner `None` means that no digits can stay below one of
    /// them, the outer `None` that a bound becomes too large.
    fn after(&self, bounds: &BTreeSet<Bound>, digit: i128) -> Option<Option<BTreeSet<Bound>>> {
        let order = self.coefficients.len();
        let mut lowest = vec![0; order];
        lowest[0] = 1;
        let mut after = BTreeSet::new();
        for bound in bounds.iter().chain([&lowest]) {
            let carried = self.coefficients.iter().rev().map(|factor| bound[order - 1] * i128::from(*factor));
            let moved = [-digit].into_iter().chain(bound[..order - 1].iter().copied());
            let to: Bound = carried.zip(moved).map(|(carried, moved)| carried + moved).collect();
            if to.iter().any(|part| part.abs() > 1 << 40) {
                return None;
            }
            if self.is_natural(&to.iter().map(|part| -part).collect()) {
                return Some(None);
            }
            let more: Bound = to.iter().zip(&lowest).map(|(part, place)| part - place).collect();
            if !self.is_natural(&more) {
                after.insert(to);
            }
        }
        Some(Some(after))
    }
}

impl System {
    /// The number of states of the automaton of valid words. The first is number 0, and a zero
    /// leads from it to itself.
    pub fn word_states(&self) -> usize {
        match &self.0 {
            Kind::Base(_) => 1,
            Kind::Recurrence(recurrence) => recurrence.words.next.len(),
        }
    }

    /// The state after one more digit; `None` if no valid word continues in this way.
    pub fn follow(&self, state: usize, digit: u32) -> Option<usize> {
        match &self.0 {
            Kind::Base(k) => (i64::from(digit) < *k).then_some(0),
            Kind::Recurrence(recurrence) => *recurrence.words.next[state].get(digit as usize)?,
        }
    }

    /// Whether a valid word may end in a state.
    pub fn may_end(&self, state: usize) -> bool {
        match &self.0 {
            Kind::Base(_) => true,
            Kind::Recurrence(recurrence) => recurrence.words.may_end[state],
        }
    }

    /// Whether a zero at the end of a valid word always gives a valid word.
    pub fn takes_zeros(&self) -> bool {
        let states = (0..self.word_states()).filter(|state| self.may_end(*state));
        states.map(|state| self.follow(state, 0)).all(|to| to.is_some_and(|to| self.may_end(to)))
    }
}
