//! One heap with a pass (T92).

use super::{ClosedForm, Hypotheses, Kind, Theorem, int_of, naturals};
use crate::ir::{Convention, Value};
use crate::number::Int;
use crate::theory::pass;
use num_integer::Integer;

/// The theorem.
pub const THEOREM: Theorem = Theorem {
    id: "pass",
    entry: "T92",
    title: "One heap of Nim with passes",
    cite: "Morrison, Friedman, Landsberg 2012",
    gives: "Morrison, Friedman, Landsberg 2012 (theorem:pass), values by parities",
    page: include_str!("pages/pass.md"),
    hypotheses: Hypotheses::Rules { written, form: |_| Some(Box::new(Heap)) },
};

fn written(kinds: &[Kind]) -> Vec<String> {
    let rules = |passes: &str| {
        format!(
            "game pass(n: nat, p: {passes}) {{
                move take(k in 1..=n) -> pass(n - k, p)
                move pass when p > 0 and n > 0 -> pass(n, p - 1)
            }}"
        )
    };
    match kinds {
        [Kind::Nat, Kind::Nat] => vec![rules("nat")],
        [Kind::Nat, Kind::Other] => vec![rules("0..=1")],
        _ => Vec::new(),
    }
}

/// A heap, and how many passes are left.
#[derive(Debug)]
struct Heap;

impl ClosedForm for Heap {
    fn value(&self, state: &[Value]) -> Option<Int> {
        let [n, passes] = &naturals(state)?[..] else { return None };
        // Two passes undo each other: the second player answers a pass by another.
        Some(int_of(if passes.is_even() { n.clone() } else { pass::value(n) }))
    }

    fn why(&self, state: &[Value], convention: Convention) -> Option<String> {
        let [n, passes] = &naturals(state)?[..] else { return None };
        let value = self.value(state)?;
        let parity = if passes.is_even() { "even" } else { "odd" };
        (convention == Convention::Normal).then(|| {
            format!(
                "The number of passes left is {parity}. An odd one exchanges the values of 2k − 1 and 2k: the heap of \
                 {n} is worth {value}."
            )
        })
    }
}
