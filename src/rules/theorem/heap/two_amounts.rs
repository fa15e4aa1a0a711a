//! One heap from which one of two amounts a < b may be taken (T17).
//!
//! The values repeat every a + b, or every 2a if b is an odd multiple of a; `two_amounts` gives the
//! values of one period. Under misère play one heap is lost exactly if its value is 1.

use super::words::{lost_by_value, residue_words};
use crate::ir::{Convention, Value};
use crate::number::Int;
use crate::shape::one_heap::OneHeap;
use crate::theorem::{ClosedForm, Hypotheses, Theorem, naturals};
use crate::theory::two_amounts;
use num_bigint::BigUint;

/// The catalogue entry for two amounts.
pub const THEOREM: Theorem = Theorem {
    id: "two-amounts",
    entry: "T17",
    title: "One heap: take a or b",
    cite: "Berlekamp, Conway, Guy 1982",
    gives: "Winning Ways (theorem:two-amounts), values by the remainder modulo a + b",
    page: include_str!("../pages/two_amounts.md"),
    hypotheses: Hypotheses::OneHeap(form),
};

fn form(heap: &OneHeap) -> Option<Box<dyn ClosedForm>> {
    match heap.subtraction()?.finite()? {
        [a, b] => Some(Box::new(Two { a: (*a).into(), b: (*b).into() })),
        _ => None,
    }
}

/// The closed form for two amounts; `a` is the smaller one.
#[derive(Debug)]
struct Two {
    a: BigUint,
    b: BigUint,
}

impl ClosedForm for Two {
    fn value(&self, state: &[Value]) -> Option<Int> {
        let [n] = &naturals(state)?[..] else { return None };
        two_amounts::value(n, &self.a, &self.b).map(Int::from)
    }

    fn losing(&self, state: &[Value], convention: Convention) -> Option<bool> {
        let [n] = &naturals(state)?[..] else { return None };
        lost_by_value(&two_amounts::value(n, &self.a, &self.b)?.into(), convention)
    }

    fn why(&self, state: &[Value], convention: Convention) -> Option<String> {
        let [n] = &naturals(state)?[..] else { return None };
        let (a, b) = (&self.a, &self.b);
        let value = two_amounts::value(n, a, b)?;
        let verdict = residue_words(&value.into(), convention)?;
        let round = if b % (a * 2u32) == *a { a * 2u32 } else { a + b };
        Some(format!(
            "With {a} or {b} taken the values repeat every {round}. {n} = {} modulo {round}, which is worth {value}; \
             {verdict}",
            n % &round
        ))
    }
}
