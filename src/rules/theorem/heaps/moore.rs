//! Moore's Nim (T32): a move lowers at least one and at most k heaps, k ≥ 2, each by any positive
//! amount.
//!
//! The player to move loses exactly if the number of ones in each binary column of the heaps is
//! divisible by k + 1. Under misère play this holds as well if some heap exceeds 1; otherwise the
//! player to move loses exactly if the number of ones is 1 modulo k + 1. Values are given only for
//! at most k non-empty heaps, and for k + 1 heaps.

use crate::ir::{Convention, Value};
use crate::number::Int;
use crate::shape::presburger::Question;
use crate::theorem::written::{lowering_game, naturals_only};
use crate::theorem::{ClosedForm, Hypotheses, Kind, Parameters, Theorem, int_of, known, naturals, says};
use crate::theory::moore;

/// The catalogue entry for Moore's Nim.
pub const THEOREM: Theorem = Theorem {
    id: "moore",
    entry: "T32",
    title: "Moore's Nim: take any numbers from up to k heaps",
    cite: "Moore 1910",
    gives: "Moore 1910 (theorem:moore), who loses by binary columns modulo k + 1",
    page: include_str!("../pages/moore.md"),
    hypotheses: Hypotheses::Rules { written, form },
};

/// The rules for k = 2, 3, … up to the number of heaps.
fn written(kinds: &[Kind]) -> Vec<String> {
    let Some(fields) = naturals_only(kinds) else { return Vec::new() };
    (2..=fields).map(|k| lowering_game(fields, |lowered| lowered.len() <= k)).collect()
}

fn form(parameters: &Parameters) -> Option<Box<dyn ClosedForm>> {
    Some(Box::new(UpTo { k: parameters.which as u64 + 2 }))
}

/// The closed form for games in which a move lowers up to `k` fields.
#[derive(Debug)]
struct UpTo {
    k: u64,
}

impl ClosedForm for UpTo {
    fn value(&self, state: &[Value]) -> Option<Int> {
        moore::value(self.k, &naturals(state)?).map(int_of)
    }

    fn losing(&self, state: &[Value], convention: Convention) -> Option<bool> {
        Some(moore::losing_big(self.k, &naturals(state)?, known(convention)?))
    }

    fn losing_words(&self, fields: &[u64], convention: Convention) -> Option<bool> {
        Some(moore::losing(self.k, fields, known(convention)?))
    }

    fn says(&self, question: Question, fields: usize) -> Option<String> {
        text(self.k, &says::names(fields), question)
    }

    fn why(&self, state: &[Value], convention: Convention) -> Option<String> {
        let losing = moore::losing_big(self.k, &naturals(state)?, known(convention)?);
        let (k, m) = (self.k, self.k + 1);
        let columns = if losing { "every" } else { "not every" };
        let verdict = if losing { "loses" } else { "wins" };
        let last = if convention == Convention::Normal {
            String::new()
        } else {
            format!(" (with heaps of 0 and 1 only: when the ones are 1 modulo {m})")
        };
        let or_last = if last.is_empty() { "" } else { ", or the last phase decides" };
        Some(format!(
            "A move lowers up to {k} heaps. The player to move loses when the ones in each binary column of the \
             heaps are divisible by {m}{last}. Here {columns} column is so{or_last}: the player \
             to move {verdict}."
        ))
    }
}

/// The statement, in the language, about heaps with these names, up to k of which may be lowered;
/// `None` for values of more than k heaps, and for outcomes if `columns` has no expression.
pub fn text(k: u64, names: &[String], question: Question) -> Option<String> {
    let (sum, largest) = (names.join(" + "), names.join(", "));
    match question {
        Question::Value if names.len() as u64 <= k => Some(sum),
        Question::Lost(Convention::Normal) => columns(k, names),
        Question::Lost(Convention::Misere) => {
            let (columns, modulus) = (columns(k, names)?, k + 1);
            Some(format!("if max([{largest}]) <= 1 then ({sum}) mod {modulus} == 1 else {columns}"))
        }
        _ => None,
    }
}

/// The condition, in the language, that each binary column has a number of ones divisible by
/// `k + 1`; `None` if this function has no expression for that k and that number of heaps.
fn columns(k: u64, names: &[String]) -> Option<String> {
    match (names.len() as u64, k) {
        (n, k) if n <= k => Some(format!("{} == 0", names.join(" + "))),
        (n, k) if n == k + 1 => Some(names.join(" == ")),
        (_, 1) => Some(format!("({}) == 0", names.join(" xor "))),
        (4, 2) => {
            // With s the nim-sum, the digits of the numbers s xor a add up to that of s in a column
            // of 0 or 3 ones, and to more in all others.
            let others: Vec<String> = names.iter().map(|name| format!("(s xor {name})")).collect();
            Some(format!("let s = {} in {} == s", names.join(" xor "), others.join(" + ")))
        }
        _ => None,
    }
}
