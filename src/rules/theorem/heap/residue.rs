//! One heap from which 1, …, m and other amounts may be taken, but no multiple of m + 1 (T14).
//!
//! The value of a heap of n is n mod (m + 1), because no move keeps this remainder, and the amounts
//! up to m reach every smaller one. Under misère play one heap is lost exactly if its value is 1.
//! The set of amounts is finite, or given by residue classes or by coprimality.

use super::words::{lost_by_value, residue_text, residue_words};
use crate::ir::{Convention, Value};
use crate::number::Int;
use crate::shape::one_heap::OneHeap;
use crate::shape::presburger::Question;
use crate::theorem::{ClosedForm, Hypotheses, Kind, Parameters, Theorem, int_of, naturals};
use crate::theory::residue::{InfiniteSet, modulus_of_classes, modulus_of_finite};
use num_bigint::BigUint;

/// The catalogue entry for amounts without a multiple of m + 1.
pub const THEOREM: Theorem = Theorem {
    id: "residue",
    entry: "T14",
    title: "One heap: 1 to m may be taken, and no multiple of m + 1",
    cite: "folklore",
    gives: "the residue theorem (theorem:residue), values n mod (m + 1)",
    page: include_str!("../pages/residue.md"),
    hypotheses: Hypotheses::Any(&[
        Hypotheses::OneHeap(listed),
        Hypotheses::Rules { written, form: infinite },
    ]),
};

/// Infinite sets of amounts.
#[derive(Debug, Clone, Copy)]
enum Amounts {
    /// The numbers whose remainder modulo `d` is in the set `R`; the rules mention this set.
    Classes,
    /// The numbers with remainder 1 modulo `d`. The rules need not mention the remainder, but may
    /// say `odd`.
    Class,
    /// The numbers that `d` does not divide.
    Others,
    /// The numbers coprime to `d`. The rules need not mention the residue classes of these.
    Coprime,
}

const RULES: [(Amounts, &str); 4] = [
    (
        Amounts::Classes,
        "param d: nat = 3 param R: {nat} = {1, 2}
        game classes(n: nat) { move take(k in 1..=n) when k mod d in R -> classes(n - k) }",
    ),
    (
        Amounts::Class,
        "param d: nat = 2 game class(n: nat) { move take(k in 1..=n) when k mod d == 1 -> class(n - k) }",
    ),
    (
        Amounts::Others,
        "param d: nat = 3 game others(n: nat) { move take(k in 1..=n) when k mod d != 0 -> others(n - k) }",
    ),
    (
        Amounts::Coprime,
        "param d: nat = 3 game coprime(n: nat) { move take(k in 1..=n) when gcd(k, d) == 1 -> coprime(n - k) }",
    ),
];

fn written(kinds: &[Kind]) -> Vec<String> {
    if kinds == [Kind::Nat] { RULES.map(|(_, text)| text.to_string()).to_vec() } else { Vec::new() }
}

/// The theorem does not cover rules with a larger `d`.
const MOST_CLASSES: u64 = 100_000;

fn infinite(parameters: &Parameters) -> Option<Box<dyn ClosedForm>> {
    let d = || parameters.small("d").filter(|d| (2..=MOST_CLASSES).contains(d));
    let modulus = match RULES.get(parameters.which)?.0 {
        Amounts::Classes => {
            let Value::Set(members) = parameters.value("R")? else { return None };
            let residue = |value: &Value| match value {
                Value::Int(int) => u64::try_from(int.to_i64()?).ok(),
                _ => None,
            };
            let residues = members.iter().map(residue).collect::<Option<Vec<u64>>>()?;
            // Members of `R` from `d` on are remainders of no number.
            let d = d()?;
            let occurring: Vec<u64> = residues.into_iter().filter(|it| *it < d).collect();
            modulus_of_classes(d, &occurring)?.into()
        }
        Amounts::Class => modulus_of_classes(d()?, &[1])?.into(),
        Amounts::Others => InfiniteSet::NotDivisibleBy(d()?.into()).modulus()?,
        // All numbers below the least factor of d above 1 are coprime to d, and no multiple of that
        // factor is.
        Amounts::Coprime => {
            let d = d()?;
            (2..=d).find(|factor| d.is_multiple_of(*factor))?.into()
        }
    };
    Some(Box::new(Residue { modulus }))
}

fn listed(heap: &OneHeap) -> Option<Box<dyn ClosedForm>> {
    let modulus = modulus_of_finite(heap.subtraction()?.finite()?)?;
    Some(Box::new(Residue { modulus: modulus.into() }))
}

/// The closed form for games in which the value of a heap is its remainder modulo this number.
#[derive(Debug)]
struct Residue {
    modulus: BigUint,
}

impl ClosedForm for Residue {
    fn value(&self, state: &[Value]) -> Option<Int> {
        let [n] = &naturals(state)?[..] else { return None };
        Some(int_of(n % &self.modulus))
    }

    fn losing(&self, state: &[Value], convention: Convention) -> Option<bool> {
        let [n] = &naturals(state)?[..] else { return None };
        lost_by_value(&(n % &self.modulus), convention)
    }

    fn says(&self, question: Question, _fields: usize) -> Option<String> {
        residue_text(&self.modulus, question)
    }

    fn why(&self, state: &[Value], convention: Convention) -> Option<String> {
        let [n] = &naturals(state)?[..] else { return None };
        let value = n % &self.modulus;
        let verdict = residue_words(&value, convention)?;
        Some(format!(
            "All amounts below {} may be taken and no multiple of it, so that the value is the remainder: {n} = \
             {value} modulo {}; {verdict}",
            self.modulus, self.modulus
        ))
    }
}
