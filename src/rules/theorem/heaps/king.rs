//! The king in a corner (T39): a move takes 1 from one of two numbers, or 1 from both.
//!
//! The value is 0 if both numbers are even and 2 if both are odd; otherwise it is 1 if the smaller
//! number is even, and 3 if it is odd. The theorem says nothing about misère play.

use crate::ir::{Convention, Value};
use crate::number::Int;
use crate::shape::presburger::Question;
use crate::theorem::{ClosedForm, Hypotheses, Kind, Theorem, clues, naturals};
use crate::theory::chess;
use num_integer::Integer;

/// The catalogue entry for the king in a corner.
pub const THEOREM: Theorem = Theorem {
    id: "king",
    entry: "T39",
    title: "A king that moves towards a corner",
    cite: "folklore",
    gives: "the king in a corner (theorem:king), values by parities",
    page: include_str!("../pages/king.md"),
    hypotheses: Hypotheses::Any(&[
        Hypotheses::Rules { written, form: |_| Some(Box::new(King)) },
        Hypotheses::Boards {
            least: clues::MANY_POSITIONS,
            guess: |clues| clues.on_pairs(written),
            form: |_| Some(Box::new(King)),
        },
    ]),
};

fn written(kinds: &[Kind]) -> Vec<String> {
    const RULES: &str = "game king(x: nat, y: nat) {
        move left when x > 0 -> king(x - 1, y)
        move down when y > 0 -> king(x, y - 1)
        move both when x > 0 and y > 0 -> king(x - 1, y - 1)
    }";
    if kinds == [Kind::Nat, Kind::Nat] { vec![RULES.to_string()] } else { Vec::new() }
}

#[derive(Debug)]
struct King;

impl ClosedForm for King {
    fn value(&self, state: &[Value]) -> Option<Int> {
        let [x, y] = &naturals(state)?[..] else { return None };
        Some(Int::from(chess::king(x, y)))
    }

    fn losing_words(&self, fields: &[u64], convention: Convention) -> Option<bool> {
        let ([x, y], Convention::Normal) = (fields, convention) else { return None };
        Some(x % 2 == 0 && y % 2 == 0)
    }

    fn says(&self, question: Question, _fields: usize) -> Option<String> {
        let value = "if even(a) and even(b) then 0 else if odd(a) and odd(b) then 2 else if even(min(a, b)) then 1 else 3";
        (question == Question::Value).then(|| value.to_string())
    }

    fn why(&self, state: &[Value], convention: Convention) -> Option<String> {
        let [x, y] = &naturals(state)?[..] else { return None };
        let parity = |it: &num_bigint::BigUint| if it.is_even() { "even" } else { "odd" };
        let value = chess::king(x, y);
        (convention == Convention::Normal).then(|| {
            format!(
                "The coordinates are {} and {}, the smaller one is {}: the value is {value}. The player to move \
                 loses when both are even.",
                parity(x),
                parity(y),
                parity(x.min(y))
            )
        })
    }
}
