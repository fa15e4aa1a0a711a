//! Moore's Nim (T32).

use crate::ir::{Convention, Value};
use crate::number::Int;
use crate::theorem::written::{lowering_game, naturals_only};
use crate::theorem::{ClosedForm, Hypotheses, Kind, Parameters, Theorem, int_of, known, naturals};
use crate::theory::moore;

/// The theorem.
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

/// Up to `k` fields get smaller.
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
