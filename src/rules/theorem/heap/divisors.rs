//! One heap of n whose moves depend on the divisors of n (T22): take or go to a divisor, take a
//! coprime number or a number that does not divide n, or split n evenly. `Rule` lists the seven
//! games.
//!
//! The value follows from the prime factors of n: the exponent of 2, the number of prime factors,
//! or the index of the smallest one; for numbers that do not divide n it is (n − 1) / 2 for odd n
//! and unknown for even n. The theorem says nothing about misère play.

use crate::ir::{Convention, Value};
use crate::number::Int;
use crate::shape::presburger::Question;
use crate::theorem::{ClosedForm, Hypotheses, Kind, Parameters, Theorem, int_of, naturals, times};
use crate::theory::{divisors, primes};
use num_bigint::BigUint;
use std::ops::ControlFlow;

/// The catalogue entry for one heap and its divisors.
pub const THEOREM: Theorem = Theorem {
    id: "divisors",
    entry: "T22",
    title: "One heap and its divisors: take one, go to one, take what is coprime, split evenly",
    cite: "Berlekamp, Conway, Guy 1982, Iannucci, Larsson 2021",
    gives: "Berlekamp, Conway, Guy 1982 (theorem:divisors), values by the factors of the heap",
    page: include_str!("../pages/divisors.md"),
    hypotheses: Hypotheses::Rules { written, form },
};

/// The moves from a heap of n.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Rule {
    /// Takes a divisor less than n.
    TakeProper,
    /// Takes a divisor of n, which may be n itself.
    Take,
    /// Goes to a divisor less than n.
    GoTo,
    /// Takes a number less than n and coprime to it.
    Coprime,
    /// Takes a number less than n and coprime to it, or 1 from a heap of 1.
    CoprimeToZero,
    /// Takes a number less than n that does not divide n.
    NonDivisor,
    /// Splits n into several equal heaps.
    Evenly,
}

const RULES: [(Rule, &str); 7] = [
    (Rule::TakeProper, "take(d in 1..n) when n mod d == 0 -> heap(n - d)"),
    (Rule::Take, "take(d in 1..=n) when n mod d == 0 -> heap(n - d)"),
    (Rule::GoTo, "go(d in 1..n) when n mod d == 0 -> heap(d)"),
    (Rule::Coprime, "take(d in 1..n) when gcd(n, d) == 1 -> heap(n - d)"),
    (Rule::CoprimeToZero, "take(d in 1..=n) when gcd(n, d) == 1 -> heap(n - d)"),
    (Rule::NonDivisor, "take(d in 1..n) when n mod d != 0 -> heap(n - d)"),
    (Rule::Evenly, "split(k in 2..=n) when n mod k == 0 -> k*heap(n div k)"),
];

fn written(kinds: &[Kind]) -> Vec<String> {
    let text = |(_, rule): &(Rule, &str)| format!("game heap(n: nat) {{ move {rule} }}");
    if kinds == [Kind::Nat] { RULES.iter().map(text).collect() } else { Vec::new() }
}

fn form(parameters: &Parameters) -> Option<Box<dyn ClosedForm>> {
    Some(Box::new(Heap(RULES.get(parameters.which)?.0)))
}

#[derive(Debug)]
struct Heap(Rule);

/// A value that is the index of the least prime factor is not given if a table of the primes up to
/// that factor needs more bytes than this, because counting the primes would take too long.
const MOST_BYTES: u64 = 500_000;

impl Heap {
    fn worth(&self, n: &BigUint) -> Option<Int> {
        if *n == BigUint::ZERO {
            return Some(Int::ZERO);
        }
        let word = || u64::try_from(n).ok();
        let known = match self.0 {
            Rule::TakeProper => divisors::take_proper_divisor(n),
            Rule::Take => Some(divisors::take_divisor(n)),
            Rule::GoTo => divisors::go_to_proper_divisor(word()?),
            Rule::Coprime => countable(word()?).and_then(|n| divisors::take_coprime(n, &going_on).ok()?),
            Rule::CoprimeToZero => {
                countable(word()?).and_then(|n| divisors::take_coprime_to_zero(n, &going_on).ok())
            }
            Rule::NonDivisor => return divisors::take_nondivisor(n).map(int_of),
            Rule::Evenly => divisors::equal_heaps(word()?),
        };
        known.map(Int::from)
    }
}

fn going_on(_: u64) -> ControlFlow<()> {
    ControlFlow::Continue(())
}

/// The number `n`; `None` if counting the primes up to its least prime factor would need more than
/// `MOST_BYTES`.
fn countable(n: u64) -> Option<u64> {
    (divisors::bytes_for_coprime(n) <= MOST_BYTES).then_some(n)
}

impl ClosedForm for Heap {
    fn value(&self, state: &[Value]) -> Option<Int> {
        self.worth(naturals(state)?.first()?)
    }

    fn losing(&self, state: &[Value], convention: Convention) -> Option<bool> {
        let numbers = (convention == Convention::Normal).then(|| naturals(state)).flatten()?;
        let [n] = &numbers[..] else { return None };
        match self.0 {
            _ if *n == BigUint::ZERO => Some(true),
            Rule::Coprime => divisors::losing_coprime(n),
            Rule::CoprimeToZero => Some(divisors::losing_coprime_to_zero(n)),
            _ => Some(self.worth(n)?.is_zero()),
        }
    }

    fn says(&self, question: Question, _fields: usize) -> Option<String> {
        let text = match (self.0, question) {
            (Rule::TakeProper, Question::Lost(Convention::Normal)) => "n == 0 or odd(n)",
            (Rule::TakeProper, Question::Value) => "if n == 0 then 0 else valuation(n, 2)",
            (Rule::Take, Question::Value) => "if n == 0 then 0 else valuation(n, 2) + 1",
            (Rule::GoTo | Rule::Coprime, Question::Lost(Convention::Normal)) => "n <= 1",
            (Rule::Take, Question::Lost(Convention::Normal)) => "n == 0",
            (Rule::CoprimeToZero, Question::Lost(Convention::Normal)) => "even(n)",
            _ => return None,
        };
        Some(text.to_string())
    }

    fn why(&self, state: &[Value], convention: Convention) -> Option<String> {
        let value = (convention == Convention::Normal).then(|| self.value(state)).flatten()?;
        let numbers = naturals(state)?;
        let n = numbers.first().filter(|n| **n > BigUint::ZERO)?;
        let twos = n.trailing_zeros().unwrap_or(0);
        let word = || u64::try_from(n).ok();
        Some(match self.0 {
            Rule::TakeProper => format!("2 divides {n} {}: the value is {twos}.", times(twos)),
            Rule::Take => format!("2 divides {n} {}; the value is one more, {value}.", times(twos)),
            Rule::GoTo => format!("{n} has {value} prime factors, counted as often as they divide it."),
            Rule::NonDivisor => format!("{n} is odd, so the value is ({n} - 1) / 2 = {value}."),
            Rule::Evenly => format!(
                "The odd part of {n} has {} prime factors, and {n} is {}: the value is {value}.",
                primes::total_exponent(word()? >> twos),
                if twos > 0 { "even" } else { "odd" }
            ),
            Rule::Coprime | Rule::CoprimeToZero => match primes::least_factor(word()?) {
                Some(least) => format!("The least prime factor of {n} is {least}; the value is {value}."),
                None => format!("From 1 the value is {value}."),
            },
        })
    }
}
