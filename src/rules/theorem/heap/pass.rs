//! One heap with a pass (T92).

use crate::ir::{Convention, Value};
use crate::number::Int;
use crate::shape::presburger::Question;
use crate::theorem::{ClosedForm, Hypotheses, Kind, Theorem, int_of, naturals};
use crate::theory::pass;
use num_bigint::BigUint;
use num_integer::Integer;

/// The theorem.
pub const THEOREM: Theorem = Theorem {
    id: "pass",
    entry: "T92",
    title: "One heap of Nim with passes",
    cite: "Morrison, Friedman, Landsberg 2012",
    gives: "Morrison, Friedman, Landsberg 2012 (theorem:pass), values by parities",
    page: include_str!("../pages/pass.md"),
    hypotheses: Hypotheses::Rules { written, form: |_| Some(Box::new(Heap)) },
};

fn written(kinds: &[Kind]) -> Vec<String> {
    let rules = |passes: &str| {
        let most = if passes.contains('P') { "param P: nat = 1\n" } else { "" };
        format!(
            "{most}game pass(n: nat, p: {passes}) {{
                move take(k in 1..=n) -> pass(n - k, p)
                move pass when p > 0 and n > 0 -> pass(n, p - 1)
            }}"
        )
    };
    match kinds {
        [Kind::Nat, Kind::Nat] => vec![rules("nat")],
        [Kind::Nat, Kind::Other] => vec![rules("0..=P")],
        [Kind::Nat, Kind::Bool] => {
            let rules = "game pass(n: nat, p: bool) {
                measure n, if p then 1 else 0
                move take(k in 1..=n) -> pass(n - k, p)
                move pass when p and n > 0 -> pass(n, false)
            }";
            vec![rules.to_string()]
        }
        _ => Vec::new(),
    }
}

/// A heap, and how many passes are left.
#[derive(Debug)]
struct Heap;

/// The heap and the passes, of which a truth value is at most one.
fn counted(state: &[Value]) -> Option<Vec<BigUint>> {
    match state {
        [n, Value::Bool(may_pass)] => {
            let mut counted = naturals(std::slice::from_ref(n))?;
            counted.push(BigUint::from(u8::from(*may_pass)));
            Some(counted)
        }
        _ => naturals(state),
    }
}

impl ClosedForm for Heap {
    fn value(&self, state: &[Value]) -> Option<Int> {
        let [n, passes] = &counted(state)?[..] else { return None };
        // Two passes undo each other: the second player answers a pass by another.
        Some(int_of(if passes.is_even() { n.clone() } else { pass::value(n) }))
    }

    fn says(&self, question: Question, _fields: usize) -> Option<String> {
        match question {
            Question::Value => {
                Some("if a == 0 or even(b) then a else if odd(a) then a + 1 else a - 1".to_string())
            }
            Question::Lost(Convention::Normal) => Some("a == 0".to_string()),
            Question::Lost(_) => None,
        }
    }

    fn why(&self, state: &[Value], convention: Convention) -> Option<String> {
        let [n, passes] = &counted(state)?[..] else { return None };
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
