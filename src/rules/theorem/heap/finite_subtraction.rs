//! One heap from which one of finitely many amounts may be taken (T16).
//!
//! If the values G satisfy G(n + p) = G(n) for as many consecutive n as the largest amount, this
//! holds for all larger n. The values are computed by their definition until such a period is
//! proved. Under misère play one heap is lost exactly if its value is 1.

use super::words::{lost_by_value, residue_words};
use crate::ir::{Convention, Value};
use crate::number::Int;
use crate::shape::one_heap::OneHeap;
use crate::theorem::{ClosedForm, Hypotheses, Theorem, naturals};
use crate::theory::period::{Candidates, Period, subtraction};
use num_bigint::BigUint;
use num_traits::ToPrimitive;

/// The catalogue entry for finite sets of amounts.
pub const THEOREM: Theorem = Theorem {
    id: "finite-subtraction",
    entry: "T16",
    title: "One heap: take one of finitely many amounts",
    cite: "Golomb 1966, Ferguson 1974",
    gives: "Golomb 1966 (theorem:finite-subtraction), values by their period",
    page: include_str!("../pages/finite_subtraction.md"),
    hypotheses: Hypotheses::OneHeap(form),
};

/// The limit of steps in the search for a period: each value takes as many steps as there are
/// amounts, and one more.
const STEPS: usize = 4_000_000;
/// The limit for the number of values among which a period is searched; without a period among
/// these, the theorem does not cover the game.
const MOST_VALUES: usize = 1 << 17;

fn form(heap: &OneHeap) -> Option<Box<dyn ClosedForm>> {
    let subtraction = heap.subtraction()?;
    let amounts = subtraction.finite()?;
    let amounts = amounts.iter().map(|it| usize::try_from(*it).ok()).collect::<Option<Vec<usize>>>()?;
    let form: Box<dyn ClosedForm> = Box::new(repeating(&amounts)?);
    Some(form)
}

/// The values for these amounts, which ascend; `None` if no period is found and proved within the
/// limits.
pub fn repeating(amounts: &[usize]) -> Option<Repeating> {
    let largest = *amounts.last()?;
    let most = (STEPS / (amounts.len() + 1)).min(MOST_VALUES);
    let mut values: Vec<u32> = Vec::new();
    let mut goal = largest.checked_mul(3)?.max(64);
    loop {
        extend(&mut values, amounts, goal.min(most));
        let proved = Candidates::new(&values).find_map(|candidate| subtraction(&values, largest, candidate));
        if let Some(period) = proved {
            values.truncate(period.preperiod + period.period);
            return Some(Repeating { amounts: amounts.len(), period, values });
        }
        if goal >= most {
            return None;
        }
        goal *= 2;
    }
}

/// Computes further values by their definition, until there are `goal` values.
fn extend(values: &mut Vec<u32>, amounts: &[usize], goal: usize) {
    let mut seen_at = vec![usize::MAX; amounts.len() + 1];
    for n in values.len()..goal {
        for amount in amounts.iter().take_while(|amount| **amount <= n) {
            seen_at[values[n - amount] as usize] = n;
        }
        // No value exceeds the number of amounts, so some number up to it is missing.
        let mex = seen_at.iter().position(|at| *at != n).unwrap_or(amounts.len());
        values.push(mex as u32);
    }
}

/// Values that are proved to be periodic: those of the preperiod and of one period are listed.
#[derive(Debug)]
pub struct Repeating {
    /// The number of amounts.
    amounts: usize,
    period: Period,
    values: Vec<u32>,
}

impl Repeating {
    /// The value of the heap `n`; `Some` for every heap.
    pub fn of(&self, n: &BigUint) -> Option<u32> {
        let (start, length) = (self.period.preperiod, self.period.period);
        let at = match n.to_usize().filter(|n| *n < start) {
            Some(n) => n,
            None => start + ((n - start) % length).to_usize()?,
        };
        self.values.get(at).copied()
    }
}

impl Repeating {
    /// The preperiod: the least heap from which the values are periodic.
    pub fn start(&self) -> usize {
        self.period.preperiod
    }

    /// The period of the values.
    pub fn period(&self) -> usize {
        self.period.period
    }

    /// The value of the heap named `n` as an expression; `None` if it would list more than
    /// `MOST_LISTED` values.
    pub fn text(&self, n: &str) -> Option<String> {
        let Period { preperiod: start, period, .. } = self.period;
        let values: Vec<String> = self.values.iter().map(u32::to_string).collect();
        (values.len() <= MOST_LISTED).then(|| {
            let place = format!("if {n} < {start} then {n} else {start} + ({n} - {start}) mod {period}");
            format!("[{}][{place}]", values.join(", "))
        })
    }
}

/// The most values that an expression lists.
const MOST_LISTED: usize = 64;

impl ClosedForm for Repeating {
    fn value(&self, state: &[Value]) -> Option<Int> {
        let [n] = &naturals(state)?[..] else { return None };
        self.of(n).map(|value| Int::from(u64::from(value)))
    }

    fn losing(&self, state: &[Value], convention: Convention) -> Option<bool> {
        let [n] = &naturals(state)?[..] else { return None };
        lost_by_value(&self.of(n)?.into(), convention)
    }

    fn why(&self, state: &[Value], convention: Convention) -> Option<String> {
        let [n] = &naturals(state)?[..] else { return None };
        let value = self.of(n)?;
        let verdict = residue_words(&value.into(), convention)?;
        let Period { preperiod, period, .. } = self.period;
        Some(format!(
            "With these {} amounts the values repeat every {period} from {preperiod} on: as many equal values in a row \
             as the largest amount prove it. {n} has the value {value}; {verdict}",
            self.amounts
        ))
    }
}
