//! One heap from which any positive amount may be taken, except 1 to k, or except a single amount m
//! (T19).
//!
//! The value of a heap of n is ⌊n / (k + 1)⌋ without 1 to k, and m⌊n / 2m⌋ + (n mod m) without m.
//! Under misère play one heap is lost exactly if its value is 1. For other exceptions see
//! `excluded_amounts`.

use super::words::{lost_by_value, residue_words};
use crate::ir::{Convention, Value};
use crate::number::Int;
use crate::shape::one_heap::{Amounts, OneHeap};
use crate::theorem::{ClosedForm, Hypotheses, Theorem, int_of, naturals};
use crate::theory::all_but::AllBut;
use num_bigint::BigUint;

/// The catalogue entry for any amount but 1 to k, or but m.
pub const THEOREM: Theorem = Theorem {
    id: "all-but",
    entry: "T19",
    title: "One heap: take any number but 1 to k, or any number but m",
    cite: "Siegel 2005",
    gives: "Siegel 2005 (theorem:all-but), values that rise with every period",
    page: include_str!("../pages/all_but.md"),
    hypotheses: Hypotheses::OneHeap(form),
};

fn form(heap: &OneHeap) -> Option<Box<dyn ClosedForm>> {
    let Amounts::AllBut(exceptions) = heap.subtraction()? else { return None };
    // The exception 0 is dropped, because every move takes something anyway.
    let exceptions: Vec<BigUint> = exceptions.iter().filter(|it| **it > 0).map(|it| (*it).into()).collect();
    Some(Box::new(Most { form: AllBut::recognise(&exceptions)?, exceptions }))
}

/// The forbidden amounts, ascending, and the closed form.
#[derive(Debug)]
struct Most {
    exceptions: Vec<BigUint>,
    form: AllBut,
}

impl ClosedForm for Most {
    fn value(&self, state: &[Value]) -> Option<Int> {
        let [n] = &naturals(state)?[..] else { return None };
        Some(int_of(self.form.value(n)))
    }

    fn losing(&self, state: &[Value], convention: Convention) -> Option<bool> {
        let [n] = &naturals(state)?[..] else { return None };
        lost_by_value(&self.form.value(n), convention)
    }

    fn why(&self, state: &[Value], convention: Convention) -> Option<String> {
        let [n] = &naturals(state)?[..] else { return None };
        let value = self.form.value(n);
        let verdict = residue_words(&value, convention)?;
        let last = self.exceptions.last().cloned().unwrap_or_default();
        let formula = if self.exceptions.len() as u64 == u64::try_from(&last).ok()? {
            format!("{n} divided by {} and rounded down is the value {value}", last + 1u32)
        } else {
            format!("{last} times ({n} div {}), and {n} mod {last}, is the value {value}", &last * 2u32)
        };
        Some(format!("{formula}; {verdict}"))
    }
}
