//! One heap, powers of b (T15).

use super::one_heap::{lost_by_value, residue_words};
use super::{ClosedForm, Hypotheses, Kind, Parameters, Theorem, naturals, value_of};
use crate::ir::{Convention, Value};
use crate::number::Int;
use crate::theory::residue::{powers_to, value_of_powers};
use num_bigint::BigUint;

/// The theorem.
pub const THEOREM: Theorem = Theorem {
    id: "powers",
    entry: "T15",
    title: "One heap: take a power of b, 1 included",
    cite: "folklore",
    gives: "powers of b (theorem:powers), values by the remainder modulo b + 1",
    page: include_str!("pages/powers.md"),
    hypotheses: Hypotheses::Rules { written, form },
};

/// Powers of b up to n are at most the n first ones.
const RULES: [&str; 2] = [
    "param b: nat = 2 game powers(n: nat) { move take(e in 0..=n) when b ^ e <= n -> powers(n - b ^ e) }",
    "param b: nat = 2 game powers(n: nat) { move take(k in {b ^ e for e in 0..=n}) when k <= n -> powers(n - k) }",
];

fn written(kinds: &[Kind]) -> Vec<String> {
    if kinds == [Kind::Nat] { RULES.map(str::to_string).to_vec() } else { Vec::new() }
}

fn form(parameters: &Parameters) -> Option<Box<dyn ClosedForm>> {
    let b = parameters.small("b").filter(|b| *b >= 2)?;
    Some(Box::new(Powers { b: b.into() }))
}

/// Powers of `b` may be taken.
#[derive(Debug)]
struct Powers {
    b: BigUint,
}

impl ClosedForm for Powers {
    fn value(&self, state: &[Value]) -> Option<Int> {
        let [n] = &naturals(state)?[..] else { return None };
        value_of_powers(n, &self.b).map(Int::from)
    }

    fn losing(&self, state: &[Value], convention: Convention) -> Option<bool> {
        let [n] = &naturals(state)?[..] else { return None };
        lost_by_value(&value_of_powers(n, &self.b)?.into(), convention)
    }

    fn winning(&self, state: &[Value], convention: Convention) -> Option<Vec<Vec<Value>>> {
        let [n] = &naturals(state)?[..] else { return None };
        let target = match convention {
            Convention::Normal => 0,
            Convention::Misere => 1,
            Convention::Anti => return None,
        };
        let amounts = powers_to(n, &self.b, target);
        Some(amounts.into_iter().map(|amount| vec![value_of(n - amount)]).collect())
    }

    fn why(&self, state: &[Value], convention: Convention) -> Option<String> {
        let [n] = &naturals(state)?[..] else { return None };
        let value = value_of_powers(n, &self.b)?;
        let verdict = residue_words(&value.into(), convention)?;
        let modulus = if self.b.bit(0) { BigUint::from(2u32) } else { &self.b + 1u32 };
        Some(format!("{n} = {} modulo {modulus}, so that the value is {value}; {verdict}", n % &modulus))
    }
}
