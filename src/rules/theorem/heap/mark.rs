//! Mark (T23): a move takes 1 to t − 1 from a heap, t ≥ 2, or divides the heap by t and rounds
//! down.
//!
//! The player to move loses a heap of n exactly if n = 0 or the exponent of t in n is odd. The
//! theorem gives values for t = 2 only, and says nothing about misère play.

use crate::ir::{Convention, Value};
use crate::number::Int;
use crate::shape::presburger::Question;
use crate::theorem::{ClosedForm, Hypotheses, Kind, Parameters, Theorem, naturals, value_of};
use crate::theory::mark;
use num_bigint::BigUint;

/// The catalogue entry for Mark.
pub const THEOREM: Theorem = Theorem {
    id: "mark",
    entry: "T23",
    title: "Mark-t: take 1 to t − 1, or divide by t and round down",
    cite: "Fraenkel 2012, Guo 2012",
    gives: "Fraenkel 2012, Guo 2012 (theorem:mark), who loses by the exponent of t",
    page: include_str!("../pages/mark.md"),
    hypotheses: Hypotheses::Rules { written, form },
};

fn written(kinds: &[Kind]) -> Vec<String> {
    const RULES: &str = "param t: nat = 2 game mark(n: nat) {
        move take(k in 1..t) when k <= n -> mark(n - k)
        move divide when n > 0 -> mark(n div t)
    }";
    if kinds == [Kind::Nat] { vec![RULES.to_string()] } else { Vec::new() }
}

fn form(parameters: &Parameters) -> Option<Box<dyn ClosedForm>> {
    let t = parameters.small("t").filter(|t| *t >= 2)?;
    Some(Box::new(Mark { t }))
}

/// The closed form for the game in which heaps are divided by `t`, at least 2.
#[derive(Debug)]
struct Mark {
    t: u64,
}

impl ClosedForm for Mark {
    fn value(&self, state: &[Value]) -> Option<Int> {
        let [n] = &naturals(state)?[..] else { return None };
        // The time for a value grows with the square of the number of binary digits.
        const MOST_BITS: u64 = 5_000;
        (self.t == 2 && n.bits() <= MOST_BITS).then(|| Int::from(mark::value(n)))
    }

    fn losing(&self, state: &[Value], convention: Convention) -> Option<bool> {
        let [n] = &naturals(state)?[..] else { return None };
        (convention == Convention::Normal).then(|| mark::losing(n, &self.t.into())).flatten()
    }

    fn winning(&self, state: &[Value], convention: Convention) -> Option<Vec<Vec<Value>>> {
        let [n] = &naturals(state)?[..] else { return None };
        let moves = mark::winning_moves(n, &self.t.into());
        (convention == Convention::Normal)
            .then(|| moves.into_iter().map(|left| vec![value_of(left)]).collect())
    }

    fn says(&self, question: Question, _fields: usize) -> Option<String> {
        let lost = question == Question::Lost(Convention::Normal);
        lost.then(|| format!("n == 0 or odd(valuation(n, {}))", self.t))
    }

    fn why(&self, state: &[Value], convention: Convention) -> Option<String> {
        let [n] = &naturals(state)?[..] else { return None };
        let (losing, t) = (self.losing(state, convention)?, self.t);
        if *n == BigUint::ZERO {
            return Some("Nothing is left: the player to move loses.".to_string());
        }
        let (parity, verdict) = if losing { ("odd", "loses") } else { ("even", "wins") };
        Some(format!("{n} can be divided by {t} an {parity} number of times: the player to move {verdict}."))
    }
}
