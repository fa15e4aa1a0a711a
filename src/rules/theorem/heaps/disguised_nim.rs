//! Nim with further moves that also only take, and that all change the nim-sum of the heaps (T08).
//!
//! The value is the nim-sum of the heaps, as in Nim: the moves of Nim reach every smaller nim-sum,
//! and no move keeps it. The theorem says nothing about misère play.

use crate::ir::{Convention, Value};
use crate::number::Int;
use crate::shape::presburger::Question;
use crate::shape::vectors::Vectors;
use crate::theorem::{ClosedForm, Hypotheses, Theorem, int_of, naturals, says};
use crate::theory::nim;

/// The catalogue entry for Nim with redundant moves.
pub const THEOREM: Theorem = Theorem {
    id: "disguised-nim",
    entry: "T08",
    title: "Nim with further moves that all change the nim-sum",
    cite: "Blass, Fraenkel, Guelman 1998",
    gives: "Blass, Fraenkel, Guelman 1998 (theorem:disguised-nim), values by the nim-sum",
    page: include_str!("../pages/disguised_nim.md"),
    hypotheses: Hypotheses::Vectors(form),
};

fn form(vectors: &Vectors) -> Option<Box<dyn ClosedForm>> {
    let form: Box<dyn ClosedForm> = Box::new(Heaps);
    vectors.disguise().is_some_and(|disguise| disguise.takes_only).then_some(form)
}

/// The closed form for states whose fields are the heaps.
#[derive(Debug)]
struct Heaps;

impl ClosedForm for Heaps {
    fn value(&self, state: &[Value]) -> Option<Int> {
        Some(int_of(nim::value_big(&naturals(state)?)))
    }

    fn losing_words(&self, fields: &[u64], convention: Convention) -> Option<bool> {
        (convention == Convention::Normal).then(|| nim::value(fields) == 0)
    }

    fn says(&self, question: Question, fields: usize) -> Option<String> {
        (question == Question::Value).then(|| says::names(fields).join(" xor "))
    }

    fn why(&self, state: &[Value], convention: Convention) -> Option<String> {
        let value = nim::value_big(&naturals(state)?);
        (convention == Convention::Normal).then(|| {
            format!(
                "All moves of Nim are there, and every other move changes the nim-sum too, so that it leads to no \
                 position of the same value. The nim-sum is {value}."
            )
        })
    }
}
