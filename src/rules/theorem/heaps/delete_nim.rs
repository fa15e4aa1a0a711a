//! Delete Nim (T51): a move deletes one of two heaps, removes one object from the other and splits
//! the rest into two heaps, which may be empty. In a second game, nothing is removed and the two
//! heaps must not be empty.
//!
//! The value of (a, b) is the number of trailing ones of the bitwise or of a and b; in the second
//! game it is that number for a − 1 and b − 1, and there the theorem does not cover empty heaps.
//! The theorem says nothing about misère play.

use crate::ir::{Convention, Value};
use crate::number::Int;
use crate::shape::presburger::Question;
use crate::theorem::{ClosedForm, Hypotheses, Kind, Parameters, Theorem, clues, naturals};
use crate::theory::delete;

/// The catalogue entry for Delete Nim.
pub const THEOREM: Theorem = Theorem {
    id: "delete-nim",
    entry: "T51",
    title: "Delete Nim: delete one of two heaps, take one from the other and split the rest",
    cite: "Abuku, Suetsugu 2020",
    gives: "Abuku, Suetsugu 2020 (theorem:delete-nim), values by the ones at the end of a or b",
    page: include_str!("../pages/delete_nim.md"),
    hypotheses: Hypotheses::Any(&[
        Hypotheses::Rules { written, form },
        Hypotheses::Boards { least: clues::MANY_POSITIONS, guess: |clues| clues.on_pairs(written), form },
    ]),
};

/// The rules of the game in which one object is removed and the new heaps may be empty, and of the
/// game in which nothing is removed and the new heaps must not be empty.
const RULES: [&str; 2] = [
    "game delete(a: nat, b: nat) {
        move keep_a(i in 0..a) -> delete(i, a - 1 - i)
        move keep_b(i in 0..b) -> delete(i, b - 1 - i)
    }",
    "game divide(a: nat, b: nat) {
        move keep_a(i in 1..a) -> divide(i, a - i)
        move keep_b(i in 1..b) -> divide(i, b - i)
    }",
];

fn written(kinds: &[Kind]) -> Vec<String> {
    if kinds == [Kind::Nat, Kind::Nat] { RULES.map(str::to_string).to_vec() } else { Vec::new() }
}

fn form(parameters: &Parameters) -> Option<Box<dyn ClosedForm>> {
    Some(Box::new(Piles { filled: parameters.which == 1 }))
}

/// The closed form for both games.
#[derive(Debug)]
struct Piles {
    /// Whether both new heaps must be non-empty, and nothing is removed.
    filled: bool,
}

impl ClosedForm for Piles {
    fn value(&self, state: &[Value]) -> Option<Int> {
        let [a, b] = &naturals(state)?[..] else { return None };
        let value = if self.filled { delete::value_of_filled(a, b)? } else { delete::value(a, b) };
        Some(Int::from(value))
    }

    fn says(&self, question: Question, _fields: usize) -> Option<String> {
        let text = match (question, self.filled) {
            (Question::Lost(Convention::Normal), false) => "even(a) and even(b)",
            (Question::Lost(Convention::Normal), true) => "odd(a) and odd(b)",
            // Half of the sum of a, b and their nim-sum is the bitwise or of a and b.
            (Question::Value, false) => "valuation((a + b + (a xor b)) div 2 + 1, 2)",
            (Question::Value, true) => "valuation((a + b - 2 + ((a - 1) xor (b - 1))) div 2 + 1, 2)",
            _ => return None,
        };
        Some(text.to_string())
    }

    fn says_where(&self, _fields: usize) -> Option<String> {
        self.filled.then(|| "0 < min(a, b)".to_string())
    }

    fn why(&self, state: &[Value], convention: Convention) -> Option<String> {
        let value = self.value(state)?;
        let of = if self.filled { "of each pile less one" } else { "of the piles" };
        (convention == Convention::Normal).then(|| {
            format!(
                "The value is the number of last binary places, before the first where none has a one, {of}: {value}."
            )
        })
    }
}
