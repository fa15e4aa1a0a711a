//! Exact Nim (T33).

use crate::ir::{Convention, Value};
use crate::number::Int;
use crate::theorem::written::{lowering_game, naturals_only};
use crate::theorem::{ClosedForm, Hypotheses, Kind, Parameters, Theorem, int_of, naturals};
use crate::theory::exact_nim;

/// The theorem.
pub const THEOREM: Theorem = Theorem {
    id: "exact-nim",
    entry: "T33",
    title: "Exact Nim: take from exactly k of at most 2k heaps",
    cite: "Boros, Gurvich, Ho, Makino, Mursic 2018",
    gives: "Boros et al. 2018 (theorem:exact-nim), values by counting rounds",
    page: include_str!("../pages/exact_nim.md"),
    hypotheses: Hypotheses::Rules { written, form },
};

/// The least k ≥ 2 for which values are known.
fn least_k(fields: usize) -> usize {
    fields.div_ceil(2).max(2)
}

fn written(kinds: &[Kind]) -> Vec<String> {
    let Some(fields) = naturals_only(kinds) else { return Vec::new() };
    let rules = |k| lowering_game(fields, |lowered| lowered.len() == k);
    (least_k(fields)..=fields).map(rules).collect()
}

fn form(parameters: &Parameters) -> Option<Box<dyn ClosedForm>> {
    Some(Box::new(Exactly { above_least: parameters.which }))
}

/// Exactly k fields get smaller.
#[derive(Debug)]
struct Exactly {
    /// By how much k exceeds the least one for the number of fields.
    above_least: usize,
}

impl Exactly {
    fn k(&self, fields: usize) -> usize {
        least_k(fields) + self.above_least
    }
}

impl ClosedForm for Exactly {
    fn value(&self, state: &[Value]) -> Option<Int> {
        exact_nim::value(self.k(state.len()), &naturals(state)?).map(int_of)
    }

    fn why(&self, state: &[Value], convention: Convention) -> Option<String> {
        let k = self.k(state.len());
        let rounds = exact_nim::tetris(k, &naturals(state)?)?;
        let value = self.value(state)?;
        (convention == Convention::Normal).then(|| {
            format!(
                "A move lowers exactly {k} heaps. One from each of the {k} largest heaps can be taken {rounds} \
                 times in a row; from that follows the value {value}."
            )
        })
    }
}
