//! One heap from which at least l and at most r may be taken (T12, T13).
//!
//! The value of a heap of n is ⌊(n mod (l + r)) / l⌋. Under misère play one heap is lost exactly if
//! its value is 1.

use super::words::{lost_by_value, residue_words};
use crate::ir::{Convention, Value};
use crate::number::Int;
use crate::shape::one_heap::OneHeap;
use crate::theorem::{ClosedForm, Hypotheses, Kind, Parameters, Theorem, int_of, naturals, value_of};
use crate::theory::bounded::Range;
use num_bigint::BigUint;
use num_traits::{ToPrimitive, Zero};

/// The catalogue entry for taking at least l and at most r.
pub const THEOREM: Theorem = Theorem {
    id: "take-l-to-r",
    entry: "T13",
    title: "One heap: take at least l and at most r",
    cite: "Bachet 1612 (l = 1), folklore",
    gives: "take l to r (theorem:take-l-to-r), values by the remainder modulo l + r",
    page: include_str!("../pages/take_between.md"),
    hypotheses: Hypotheses::Any(&[
        Hypotheses::OneHeap(listed),
        Hypotheses::Rules { written, form: parameters },
    ]),
};

/// Rules with parameters, for ranges that are too long to be listed.
fn written(kinds: &[Kind]) -> Vec<String> {
    const RULES: &str = "param l: nat = 1 param r: nat = 2
        game between(n: nat) { move take(k in l..=min(r, n)) -> between(n - k) }";
    if kinds == [Kind::Nat] { vec![RULES.to_string()] } else { Vec::new() }
}

fn parameters(parameters: &Parameters) -> Option<Box<dyn ClosedForm>> {
    let natural = |name| BigUint::try_from(parameters.int(name)?.to_big()).ok();
    form(natural("l")?, natural("r")?)
}

fn listed(heap: &OneHeap) -> Option<Box<dyn ClosedForm>> {
    let amounts = heap.subtraction()?;
    let (l, r) = (*amounts.finite()?.first()?, *amounts.finite()?.last()?);
    let is_range = amounts.finite()?.len() as u64 == r - l + 1;
    is_range.then(|| form(l.into(), r.into())).flatten()
}

fn form(l: BigUint, r: BigUint) -> Option<Box<dyn ClosedForm>> {
    let range = Range::new(l.clone(), r.clone())?;
    Some(Box::new(Between { l, r, range }))
}

/// The closed form for games in which `l` to `r` may be taken.
#[derive(Debug)]
struct Between {
    l: BigUint,
    r: BigUint,
    range: Range,
}

/// Winning moves are not listed if a range of winning amounts has more members.
const MOST_MOVES: u64 = 10_000;

impl ClosedForm for Between {
    fn value(&self, state: &[Value]) -> Option<Int> {
        let [n] = &naturals(state)?[..] else { return None };
        Some(int_of(self.range.value(n)))
    }

    fn losing(&self, state: &[Value], convention: Convention) -> Option<bool> {
        let [n] = &naturals(state)?[..] else { return None };
        lost_by_value(&self.range.value(n), convention)
    }

    fn losing_words(&self, fields: &[u64], convention: Convention) -> Option<bool> {
        let ([n], Some(l), Some(r)) = (fields, self.l.to_u64(), self.r.to_u64()) else { return None };
        let value = crate::theory::bounded::value(*n, l, r);
        match convention {
            Convention::Normal => Some(value == 0),
            Convention::Misere => Some(value == 1),
            Convention::Anti => None,
        }
    }

    fn winning(&self, state: &[Value], convention: Convention) -> Option<Vec<Vec<Value>>> {
        let [n] = &naturals(state)?[..] else { return None };
        let target = match convention {
            Convention::Normal => BigUint::zero(),
            Convention::Misere => 1u32.into(),
            Convention::Anti => return None,
        };
        let mut moves = Vec::new();
        for (least, most) in self.range.amounts_to(n, &target) {
            let count = (&most - &least).to_u64().filter(|count| *count < MOST_MOVES)?;
            moves.extend((0..=count).map(|more| vec![value_of(n - &least - more)]));
        }
        Some(moves)
    }

    fn why(&self, state: &[Value], convention: Convention) -> Option<String> {
        let [n] = &naturals(state)?[..] else { return None };
        let (l, value) = (&self.l, self.range.value(n));
        let verdict = residue_words(&value, convention)?;
        Some(format!(
            "{n} = {} modulo {l} + {}, which divided by {l} and rounded down is the value {value}; {verdict}",
            self.range.residue(n),
            self.r
        ))
    }
}
