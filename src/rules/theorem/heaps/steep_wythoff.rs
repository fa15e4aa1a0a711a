//! (s, t)-Wythoff with s ≥ 2 (T36): a move takes any positive number from one of two heaps, or k
//! from one and l from the other with 0 < k ≤ l and l − k < (s − 1)k + t.
//!
//! The player to move loses exactly at the pairs (A, sA + tn), n = 0, 1, 2, …, in either order,
//! where A is the smallest natural in no earlier pair. [`Numeration`] finds the partner of a heap
//! by a numeration system. The theorem gives no values and says nothing about misère play.

use crate::ir::{Convention, Value};
use crate::theorem::{ClosedForm, Hypotheses, Kind, Parameters, Theorem, naturals};
use crate::theory::wythoff::numeration::Numeration;
use num_bigint::BigUint;

/// The catalogue entry for (s, t)-Wythoff.
pub const THEOREM: Theorem = Theorem {
    id: "steep-wythoff",
    entry: "T36",
    title: "(s, t)-Wythoff: take from one heap, or k ≤ l from both with l − k < (s − 1)k + t",
    cite: "Fraenkel 1998",
    gives: "Fraenkel 1998 (theorem:steep-wythoff), lost pairs by a numeration system",
    page: include_str!("../pages/steep_wythoff.md"),
    hypotheses: Hypotheses::Rules { written, form },
};

fn written(kinds: &[Kind]) -> Vec<String> {
    // The move `both` takes k from one heap and l ≥ k from the other, with l less than s·k + t.
    const RULES: &str = "param s: nat = 2 param t: nat = 1 game wythoff(x: nat, y: nat) {
        move left(u in 0..x) -> wythoff(u, y)
        move right(v in 0..y) -> wythoff(x, v)
        move both(u in 0..x, v in 0..y) when x - u < s * (y - v) + t and y - v < s * (x - u) + t -> wythoff(u, v)
    }";
    if kinds == [Kind::Nat, Kind::Nat] { vec![RULES.to_string()] } else { Vec::new() }
}

/// The theorem is not applied if s or t is larger.
const MOST_FACTOR: u64 = 1_000_000;

fn form(parameters: &Parameters) -> Option<Box<dyn ClosedForm>> {
    let small = |name| parameters.small(name).filter(|it| *it <= MOST_FACTOR);
    // For s = 1 the game is a-Wythoff, another theorem.
    let (s, t) = (small("s").filter(|s| *s > 1)?, small("t")?);
    let form = Numeration::new(BigUint::from(s), BigUint::from(t))?;
    Some(Box::new(Pairs { s, t, form }))
}

/// The parameters, and the closed form for the losing pairs.
#[derive(Debug)]
struct Pairs {
    s: u64,
    t: u64,
    form: Numeration,
}

impl ClosedForm for Pairs {
    fn losing(&self, state: &[Value], convention: Convention) -> Option<bool> {
        let [x, y] = &naturals(state)?[..] else { return None };
        (convention == Convention::Normal).then(|| self.form.losing(x, y))
    }

    fn why(&self, state: &[Value], convention: Convention) -> Option<String> {
        let [x, y] = &naturals(state)?[..] else { return None };
        if convention != Convention::Normal {
            return None;
        }
        let partner = self.form.partner(x);
        let verdict =
            if partner == *y { "so the player to move loses" } else { "so the player to move wins" };
        let (s, t) = (self.s, self.t);
        Some(format!(
            "Written to the places 1, {}, …, each {} times the last and {s} times the one before it, a heap that ends \
             in an even number of zeros loses with the heap that has one zero more. The heap {x} belongs with \
             {partner}; the other heap is {y}, {verdict}.",
            s + t,
            s + t - 1
        ))
    }
}
