//! The bishop in a corner (T39): a move takes equal positive amounts from two numbers.
//!
//! The value is the smaller number, and under misère play exactly the pairs whose smaller number is
//! 1 are lost, because the game is Nim with one heap of that size.

use crate::ir::{Convention, Value};
use crate::number::Int;
use crate::shape::presburger::Question;
use crate::theorem::{ClosedForm, Hypotheses, Kind, Theorem, int_of, naturals};
use crate::theory::chess;
use num_bigint::BigUint;
use num_traits::One;

/// The catalogue entry for the bishop in a corner.
pub const THEOREM: Theorem = Theorem {
    id: "bishop",
    entry: "T39",
    title: "A bishop that moves towards a corner",
    cite: "folklore",
    gives: "the bishop in a corner (theorem:bishop), values by the smaller coordinate",
    page: include_str!("../pages/bishop.md"),
    hypotheses: Hypotheses::Rules { written, form: |_| Some(Box::new(Bishop)) },
};

fn written(kinds: &[Kind]) -> Vec<String> {
    const RULES: &str =
        "game bishop(x: nat, y: nat) { move jump(k in 1..=min(x, y)) -> bishop(x - k, y - k) }";
    if kinds == [Kind::Nat, Kind::Nat] { vec![RULES.to_string()] } else { Vec::new() }
}

#[derive(Debug)]
struct Bishop;

impl ClosedForm for Bishop {
    fn value(&self, state: &[Value]) -> Option<Int> {
        let [x, y] = &naturals(state)?[..] else { return None };
        Some(int_of(chess::bishop(x, y)))
    }

    fn losing(&self, state: &[Value], convention: Convention) -> Option<bool> {
        let [x, y] = &naturals(state)?[..] else { return None };
        match convention {
            Convention::Normal => Some(chess::bishop(x, y) == BigUint::ZERO),
            // The game is one heap of Nim, of the size of the smaller coordinate.
            Convention::Misere => Some(chess::bishop(x, y).is_one()),
            Convention::Anti => None,
        }
    }

    fn says(&self, question: Question, _fields: usize) -> Option<String> {
        match question {
            Question::Value => Some("min(a, b)".to_string()),
            Question::Lost(Convention::Misere) => Some("min(a, b) == 1".to_string()),
            Question::Lost(_) => None,
        }
    }

    fn why(&self, state: &[Value], _convention: Convention) -> Option<String> {
        let value = self.value(state)?;
        Some(format!("Any number of steps up to {value} can be made: it is a heap of {value} in Nim."))
    }
}
