//! Games in which all plays from a position have odd length, or all have even length (T11).
//!
//! The value is 1 where all plays have odd length, and 0 where all have even length. Under misère
//! play the player to move loses exactly where all have odd length. The parity follows from the
//! class of each field: its remainder modulo a small number, or the field itself if it is among the
//! smallest numbers.

use crate::ir::{Convention, GameId, Value};
use crate::number::Int;
use crate::position::Budget;
use crate::shape::Shapes;
use crate::shape::lengths::{self, Kinds, Lengths};
use crate::shape::presburger::Question;
use crate::theorem::{ClosedForm, Hypotheses, Theorem, naturals, says};
use num_bigint::BigUint;

/// The catalogue entry for games whose length is odd or even by the rules alone.
pub const THEOREM: Theorem = Theorem {
    id: "fixed-length",
    entry: "T11",
    title: "All ways to play on have odd lengths, or all have even ones",
    cite: "folklore",
    gives: "folklore (theorem:fixed-length), the value is 0 or 1: whether the number of moves left is even or odd",
    page: include_str!("../pages/fixed_length.md"),
    hypotheses: Hypotheses::Whole(form),
};

fn form(shapes: &Shapes<'_>, game: GameId, budget: &Budget<'_>) -> Option<Box<dyn ClosedForm>> {
    let lengths = lengths::recognise(shapes, game, budget)?;
    Some(Box::new(FixedLength { lengths }))
}

#[derive(Debug)]
struct FixedLength {
    lengths: Lengths,
}

impl FixedLength {
    /// Whether all plays from a state have odd length; otherwise all have even length. `None` if
    /// the state is not one of naturals.
    fn is_odd(&self, state: &[Value]) -> Option<bool> {
        let kinds = self.lengths.kinds;
        self.lengths.is_odd(naturals(state)?.iter().map(|field| kinds.of(field)))
    }
}

impl ClosedForm for FixedLength {
    fn value(&self, state: &[Value]) -> Option<Int> {
        Some(Int::from(u64::from(self.is_odd(state)?)))
    }

    fn losing(&self, state: &[Value], convention: Convention) -> Option<bool> {
        let odd = self.is_odd(state)?;
        match convention {
            Convention::Normal => Some(!odd),
            Convention::Misere => Some(odd),
            Convention::Anti => None,
        }
    }

    fn says(&self, question: Question, fields: usize) -> Option<String> {
        let Kinds { apart, modulus } = self.lengths.kinds;
        let kind = |name: &String| match apart {
            0 => format!("{name} mod {modulus}"),
            _ => format!("(if {name} < {apart} then {name} else {apart} + ({name} - {apart}) mod {modulus})"),
        };
        let class = says::names(fields)
            .iter()
            .fold("0".to_string(), |class, name| format!("({class}) * {} + {}", apart + modulus, kind(name)));
        let classes = self.lengths.odd.iter().enumerate().filter(|(_, odd)| **odd);
        let classes: Vec<String> = classes.map(|(class, _)| class.to_string()).collect();
        let odd = if classes.is_empty() {
            "false".to_string()
        } else {
            format!("({class}) in {{{}}}", classes.join(", "))
        };
        match question {
            Question::Value => Some(format!("if {odd} then 1 else 0")),
            Question::Lost(Convention::Normal) => Some(format!("not ({odd})")),
            Question::Lost(Convention::Misere) => Some(odd),
            Question::Lost(Convention::Anti) => None,
        }
    }

    fn why(&self, state: &[Value], convention: Convention) -> Option<String> {
        let odd = self.is_odd(state)?;
        let loses = self.losing(state, convention)?;
        let (length, verdict) = (if odd { "odd" } else { "even" }, if loses { "loses" } else { "wins" });
        let Kinds { apart, modulus } = self.lengths.kinds;
        let told = |field: &BigUint| match self.lengths.kinds.of(field) {
            small if small < apart => small.to_string(),
            _ => format!("{} mod {modulus}", field % modulus),
        };
        let fields: Vec<String> = naturals(state)?.iter().map(told).collect();
        Some(format!(
            "Whatever the players do, play from ({}) has {length} length: the player to move {verdict}.",
            fields.join(", ")
        ))
    }
}
