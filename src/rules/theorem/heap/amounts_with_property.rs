//! One heap from which any of infinitely many amounts with a property may be taken (T14, T15):
//! powers of a number b, 1 and the primes, prime powers, or squarefree numbers.
//!
//! If the amounts contain 1, …, m and no multiple of m + 1, the value of a heap of n is
//! `n mod (m + 1)`: modulo 4 for 1 and the primes and for squarefree numbers, modulo 6 for prime
//! powers. For powers of an odd b the value is `n mod 2`. For powers of an even b, with r for
//! `n mod (b + 1)`, it is 2 if r is b, and `r mod 2` otherwise. The theorem says nothing about
//! misère play.

use super::words::residue_text;
use crate::ir::{Convention, Value};
use crate::number::Int;
use crate::shape::presburger::Question;
use crate::theorem::{ClosedForm, Hypotheses, Kind, Parameters, Theorem, int_of, naturals, value_of};
use crate::theory::residue::{self, InfiniteSet};
use num_bigint::BigUint;

/// The catalogue entry for infinite sets of amounts with a property.
pub const THEOREM: Theorem = Theorem {
    id: "amounts-with-property",
    entry: "T14",
    title: "Take powers, primes and 1, prime powers, or squarefree amounts",
    cite: "Berlekamp, Conway, Guy 1982",
    gives: "Berlekamp, Conway, Guy 1982 (theorem:amounts-with-property), values by residues",
    page: include_str!("../pages/amounts_with_property.md"),
    hypotheses: Hypotheses::Rules { written, form },
};

/// The property that an amount must have.
#[derive(Debug, Clone, Copy)]
enum Amounts {
    /// Powers of the parameter `B`.
    Powers,
    OneAndPrimes,
    PrimePowers,
    Squarefree,
}

/// The moves for each property, with `B` for the parameter.
const RULES: [(Amounts, &str); 4] = [
    (Amounts::Powers, "take(e in 0..n) when B ^ e <= n -> heap(n - B ^ e)"),
    (Amounts::OneAndPrimes, "take(k in 1..=n) when k == 1 or is_prime(k) -> heap(n - k)"),
    (Amounts::PrimePowers, "take(k in 1..=n) when omega(k) <= 1 -> heap(n - k)"),
    (Amounts::Squarefree, "take(k in 1..=n) when omega(k) == bigomega(k) -> heap(n - k)"),
];

fn written(kinds: &[Kind]) -> Vec<String> {
    let text = |(_, rule): &(Amounts, &str)| {
        let parameter = if rule.contains('B') { "param B: nat = 2\n" } else { "" };
        format!("{parameter}game heap(n: nat) {{ move {rule} }}")
    };
    if kinds == [Kind::Nat] { RULES.iter().map(text).collect() } else { Vec::new() }
}

fn form(parameters: &Parameters) -> Option<Box<dyn ClosedForm>> {
    let (amounts, rule) = RULES.get(parameters.which)?;
    // `why` states why no amount is a multiple of the modulus.
    let (set, why) = match amounts {
        Amounts::Powers => {
            let base = if rule.contains('B') { parameters.small("B")? } else { 2 };
            return (base >= 2).then(|| Box::new(Powers(base.into())) as Box<dyn ClosedForm>);
        }
        Amounts::OneAndPrimes => {
            (InfiniteSet::OneAndPrimes, "1, 2 and 3 may be taken, but no multiple of 4 is prime")
        }
        Amounts::PrimePowers => {
            (InfiniteSet::PrimePowers, "1 to 5 may be taken, but no multiple of 6 is a power of a prime")
        }
        Amounts::Squarefree => {
            (InfiniteSet::PowerFree(2), "1, 2 and 3 may be taken, but no multiple of 4 is squarefree")
        }
    };
    Some(Box::new(Residue { modulus: set.modulus()?, what: why }))
}

/// The closed form for amounts that are the powers of this base, which is at least 2.
#[derive(Debug)]
struct Powers(BigUint);

/// Winning moves are not listed for heaps with more binary digits, because too many powers fit into
/// them.
const MOST_BITS: u64 = 4096;

impl ClosedForm for Powers {
    fn value(&self, state: &[Value]) -> Option<Int> {
        let numbers = naturals(state)?;
        residue::value_of_powers(numbers.first()?, &self.0).map(Int::from)
    }

    fn winning(&self, state: &[Value], convention: Convention) -> Option<Vec<Vec<Value>>> {
        let value = (convention == Convention::Normal).then(|| self.value(state)).flatten()?;
        let numbers = naturals(state)?;
        let n = numbers.first().filter(|n| n.bits() <= MOST_BITS)?;
        if value.is_zero() {
            return Some(Vec::new());
        }
        let powers = residue::powers_to(n, &self.0, 0);
        Some(powers.into_iter().map(|power| vec![value_of(n - power)]).collect())
    }

    fn says(&self, question: Question, _fields: usize) -> Option<String> {
        let (base, modulus) = (&self.0, &self.0 + 1u32);
        match (question, base.bit(0)) {
            (Question::Value, true) => Some("n mod 2".to_string()),
            (Question::Value, false) => {
                Some(format!("if n mod {modulus} == {base} then 2 else (n mod {modulus}) mod 2"))
            }
            (Question::Lost(Convention::Normal), true) => Some("even(n)".to_string()),
            (Question::Lost(Convention::Normal), false) => {
                Some(format!("n mod {modulus} != {base} and even(n mod {modulus})"))
            }
            _ => None,
        }
    }

    fn why(&self, state: &[Value], convention: Convention) -> Option<String> {
        let value = (convention == Convention::Normal).then(|| self.value(state)).flatten()?;
        let numbers = naturals(state)?;
        let (n, base) = (numbers.first()?, &self.0);
        Some(if base.bit(0) {
            format!("All powers of {base} are odd, so only the parity of {n} counts: the value is {value}.")
        } else {
            let modulus = base + 1u32;
            let rest = n % &modulus;
            format!(
                "Powers of {base} are 1 or {base} modulo {modulus}, and {n} is {rest}: the value is 2 for \
                 {base}, else the remainder modulo 2, here {value}."
            )
        })
    }
}

/// The closed form for amounts that contain 1, …, m and no multiple of the modulus m + 1.
#[derive(Debug)]
struct Residue {
    modulus: BigUint,
    /// Why the amounts contain 1, …, m and no multiple of m + 1, in words.
    what: &'static str,
}

impl ClosedForm for Residue {
    fn value(&self, state: &[Value]) -> Option<Int> {
        residue::value(naturals(state)?.first()?, &self.modulus).map(int_of)
    }

    fn says(&self, question: Question, _fields: usize) -> Option<String> {
        residue_text(&self.modulus, question)
    }

    fn why(&self, state: &[Value], convention: Convention) -> Option<String> {
        let value = (convention == Convention::Normal).then(|| self.value(state)).flatten()?;
        let numbers = naturals(state)?;
        let (n, modulus, what) = (numbers.first()?, &self.modulus, self.what);
        Some(format!("{what}. So the value is {n} mod {modulus} = {value}."))
    }
}
