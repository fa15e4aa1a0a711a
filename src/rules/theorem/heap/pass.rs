//! One heap of Nim with passes (T92): a move takes any positive number from the heap, or passes, if
//! a pass is left and the heap is not empty.
//!
//! With an even number of passes left, the value of a heap of n is n. With an odd number, it is
//! `n + 1` for odd n, `n - 1` for even n > 0, and 0 for the empty heap. The theorem says nothing
//! about misère play.

use crate::ir::{Convention, Value};
use crate::number::Int;
use crate::shape::presburger::Question;
use crate::theorem::{
    ClosedForm, Clues, Guess, Hypotheses, Kind, Parameters, Theorem, clues, int_of, naturals,
};
use crate::theory::pass;
use num_bigint::BigUint;
use num_integer::Integer;

/// The catalogue entry for one heap with passes.
pub const THEOREM: Theorem = Theorem {
    id: "pass",
    entry: "T92",
    title: "One heap of Nim with passes",
    cite: "Morrison, Friedman, Landsberg 2012",
    gives: "Morrison, Friedman, Landsberg 2012 (theorem:pass), values by parities",
    page: include_str!("../pages/pass.md"),
    hypotheses: Hypotheses::Any(&[
        Hypotheses::Rules { written, form },
        Hypotheses::Boards { least: clues::MANY_POSITIONS, guess, form },
    ]),
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
        [Kind::Nat, Kind::Other] => {
            let used = "param P: nat = 1
            game pass(n: nat, used: 0..=P) {
                move take(k in 1..=n) -> pass(n - k, used)
                move pass when used < P and n > 0 -> pass(n, used + 1)
            }";
            vec![rules("0..=P"), used.to_string()]
        }
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

fn form(parameters: &Parameters) -> Option<Box<dyn ClosedForm>> {
    let most = if parameters.which == 1 { Some(parameters.small("P")?.into()) } else { None };
    Some(Box::new(Heap { most }))
}

/// Heaps as large as the numbers above 2 in the start, each with one pass and with two passes.
fn guess(clues: &Clues<'_>) -> Vec<Guess> {
    let rules = &written(&[Kind::Nat, Kind::Nat])[0];
    let heaps = clues.own().into_iter().filter(|heap| *heap > 2);
    let board = |heap: u64| {
        [1, 2].map(|passes| Guess::of(rules, 0, vec![Value::int(heap as i64), Value::int(passes)]))
    };
    heaps.flat_map(board).collect()
}

/// The closed form for states that are a heap, and the number of passes left or used.
#[derive(Debug)]
struct Heap {
    /// The number of all passes, if a state counts the passes that were used; `None` if it counts
    /// the passes that are left.
    most: Option<BigUint>,
}

impl Heap {
    /// The heap and the number of remaining passes, a truth value being one pass or none; `None` if
    /// more passes were used than there are.
    fn counted(&self, state: &[Value]) -> Option<Vec<BigUint>> {
        match (state, &self.most) {
            ([n, Value::Bool(may_pass)], _) => {
                let mut counted = naturals(std::slice::from_ref(n))?;
                counted.push(BigUint::from(u8::from(*may_pass)));
                Some(counted)
            }
            (_, None) => naturals(state),
            (_, Some(most)) => match &naturals(state)?[..] {
                [n, used] if used <= most => Some(vec![n.clone(), most - used]),
                _ => None,
            },
        }
    }
}

impl ClosedForm for Heap {
    fn value(&self, state: &[Value]) -> Option<Int> {
        let [n, passes] = &self.counted(state)?[..] else { return None };
        // Two passes undo each other: the second player answers a pass by another.
        Some(int_of(if passes.is_even() { n.clone() } else { pass::value(n) }))
    }

    fn says(&self, question: Question, _fields: usize) -> Option<String> {
        match question {
            Question::Value if self.most.is_some() => None,
            Question::Value => {
                Some("if a == 0 or even(b) then a else if odd(a) then a + 1 else a - 1".to_string())
            }
            Question::Lost(Convention::Normal) => Some("a == 0".to_string()),
            Question::Lost(_) => None,
        }
    }

    fn why(&self, state: &[Value], convention: Convention) -> Option<String> {
        let [n, passes] = &self.counted(state)?[..] else { return None };
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
