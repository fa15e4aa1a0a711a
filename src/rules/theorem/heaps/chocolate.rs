//! Chocolate with a poisoned square (T53).

use crate::ir::{Convention, Value};
use crate::number::Int;
use crate::shape::presburger::Question;
use crate::theorem::{ClosedForm, Hypotheses, Kind, Theorem, int_of, naturals};
use crate::theory::{chocolate, nim};
use num_bigint::BigUint;

/// The theorem.
pub const THEOREM: Theorem = Theorem {
    id: "chocolate",
    entry: "T53",
    title: "A bar of chocolate with one poisoned square",
    cite: "Robin 1989",
    gives: "Robin 1989 (theorem:chocolate), values by the lines around the poisoned square",
    page: include_str!("../pages/chocolate.md"),
    hypotheses: Hypotheses::Rules { written, form: |_| Some(Box::new(Bar)) },
};

/// A strip with its length and the place of the poison; and a bar with these for both directions.
const STRIP: &str = "game strip(n: nat, p: nat) {
    move left(k in 1..=p) when p < n -> strip(n - k, p - k)
    move right(m in p + 1..n) -> strip(m, p)
}";
const BAR: &str = "game bar(n: nat, p: nat, m: nat, q: nat) {
    move left(k in 1..=p) when p < n and q < m -> bar(n - k, p - k, m, q)
    move right(i in p + 1..n) when q < m -> bar(i, p, m, q)
    move up(k in 1..=q) when p < n and q < m -> bar(n, p, m - k, q - k)
    move down(i in q + 1..m) when p < n -> bar(n, p, i, q)
}";
/// These rules if states with the poison outside also have moves.
const STRIP_UNGUARDED: &str = "game strip(n: nat, p: nat) {
    move left(k in 1..=min(p, n)) -> strip(n - k, p - k)
    move right(m in p + 1..n) -> strip(m, p)
}";

fn written(kinds: &[Kind]) -> Vec<String> {
    match kinds {
        [Kind::Nat, Kind::Nat] => vec![STRIP.to_string(), STRIP_UNGUARDED.to_string()],
        [Kind::Nat, Kind::Nat, Kind::Nat, Kind::Nat] => vec![BAR.to_string()],
        _ => Vec::new(),
    }
}

/// Pairs of a length and the place of the poison.
#[derive(Debug)]
struct Bar;

impl Bar {
    fn heaps(state: &[Value]) -> Option<Vec<BigUint>> {
        let numbers = naturals(state)?;
        let zero = BigUint::ZERO;
        match &numbers[..] {
            [n, p] => chocolate::heaps(n, &BigUint::from(1u32), p, &zero),
            [n, p, m, q] => chocolate::heaps(n, m, p, q),
            _ => None,
        }
        .map(|heaps| heaps.to_vec())
    }
}

impl ClosedForm for Bar {
    fn value(&self, state: &[Value]) -> Option<Int> {
        Some(int_of(nim::value_big(&Bar::heaps(state)?)))
    }

    fn says(&self, question: Question, fields: usize) -> Option<String> {
        let text = if fields == 2 { "b xor (a - 1 - b)" } else { "b xor (a - 1 - b) xor d xor (c - 1 - d)" };
        (question == Question::Value).then(|| text.to_string())
    }

    fn says_where(&self, fields: usize) -> Option<String> {
        Some(if fields == 2 { "b < a" } else { "b < a and d < c" }.to_string())
    }

    fn why(&self, state: &[Value], convention: Convention) -> Option<String> {
        let heaps = Bar::heaps(state)?;
        let lines: Vec<String> = heaps.iter().map(ToString::to_string).collect();
        (convention == Convention::Normal).then(|| {
            format!(
                "The lines beside the poisoned square are heaps of Nim: {}, with the nim-sum {}.",
                lines.join(", "),
                nim::value_big(&heaps)
            )
        })
    }
}
