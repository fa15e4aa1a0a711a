//! One heap from which p to q may be taken, 1 < p ≤ q; a heap of fewer than p must be taken whole,
//! and whoever takes the last object loses (T13).
//!
//! The player to move loses a heap of n exactly if 1 ≤ n mod (p + q) ≤ p. The theorem gives no
//! values; normal play is covered only if an `end` rule states who wins at 0.

use crate::ir::{Convention, Value};
use crate::shape::presburger::Question;
use crate::theorem::{ClosedForm, Hypotheses, Kind, Parameters, Theorem, naturals};
use crate::theory::bounded::losing_when_all_must_go;
use num_bigint::BigUint;

/// The catalogue entry for taking p to q, and all when there are few.
pub const THEOREM: Theorem = Theorem {
    id: "all-must-go",
    entry: "T13",
    title: "One heap: take p to q, all when fewer than p are left; whoever takes the last loses",
    cite: "folklore (HDU 2897)",
    gives: "all must go (theorem:all-must-go), who loses by the remainder modulo p + q",
    page: include_str!("../pages/all_must_go.md"),
    hypotheses: Hypotheses::Rules { written, form },
};

/// Rules in which the player who takes the last object loses: by misère play, or by an `end` rule.
const RULES: [&str; 2] = [
    "param p: nat = 2 param q: nat = 5 game few(n: nat) {
        move take(k in p..=min(q, n)) -> few(n - k)
        move all when 0 < n < p -> few(0)
    }",
    "param p: nat = 2 param q: nat = 5 game few(n: nat) {
        end when n == 0: win
        move take(k in p..=min(q, n)) -> few(n - k)
        move all when 0 < n < p -> few(0)
    }",
];

fn written(kinds: &[Kind]) -> Vec<String> {
    if kinds == [Kind::Nat] { RULES.map(str::to_string).to_vec() } else { Vec::new() }
}

fn form(parameters: &Parameters) -> Option<Box<dyn ClosedForm>> {
    let natural = |name| BigUint::try_from(parameters.int(name)?.to_big()).ok();
    let (p, q) = (natural("p")?, natural("q")?);
    // With p = 1 no heap must be taken whole.
    let fits = p > BigUint::from(1u32) && p <= q;
    fits.then(|| Box::new(Few { p, q, ends: parameters.which == 1 }) as Box<dyn ClosedForm>)
}

/// The closed form for moves that take `p` to `q`, or the whole of a heap of fewer than `p`.
#[derive(Debug)]
struct Few {
    p: BigUint,
    q: BigUint,
    /// Whether an `end` rule gives the win to the player who faces the empty heap.
    ends: bool,
}

impl ClosedForm for Few {
    fn losing(&self, state: &[Value], convention: Convention) -> Option<bool> {
        let [n] = &naturals(state)?[..] else { return None };
        // Whoever faces the empty heap wins under misère play, and under normal play only by an `end`
        // rule. Every other position has a move, so nothing else depends on the convention.
        let fits = match convention {
            Convention::Normal => self.ends,
            Convention::Misere => true,
            Convention::Anti => false,
        };
        fits.then(|| losing_when_all_must_go(n, &self.p, &self.q)).flatten()
    }

    fn says(&self, question: Question, _fields: usize) -> Option<String> {
        let (p, q) = (&self.p, &self.q);
        let lost = match question {
            Question::Lost(Convention::Normal) => self.ends,
            Question::Lost(Convention::Misere) => true,
            _ => false,
        };
        lost.then(|| format!("1 <= n mod {} <= {p}", p + q))
    }

    fn why(&self, state: &[Value], convention: Convention) -> Option<String> {
        let [n] = &naturals(state)?[..] else { return None };
        let verdict = if self.losing(state, convention)? { "loses" } else { "wins" };
        let (p, q) = (&self.p, &self.q);
        let round = p + q;
        Some(format!(
            "Heaps lose that are 1 to {p} modulo {p} + {q}. {n} = {} modulo {round}: the player to move {verdict}.",
            n % &round
        ))
    }
}
