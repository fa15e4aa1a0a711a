//! Two games with other moves than Wythoff's game, but with its losing pairs (T37).
//!
//! In the first game, nothing may be taken from the strictly smaller heap alone. In the second one,
//! a move may also take k from the smaller heap and l < k from the larger heap. The player to move
//! loses exactly at the pairs (⌊dφ⌋, ⌊dφ⌋ + d), in either order, φ being the golden ratio. The
//! theorem gives no values and says nothing about misère play.

use crate::ir::{Convention, Value};
use crate::shape::presburger::Question;
use crate::theorem::{ClosedForm, Hypotheses, Kind, Theorem, naturals};
use crate::theory::convention;
use crate::theory::wythoff::classic as wythoff;

/// The catalogue entry for games with the losing pairs of Wythoff's game.
pub const THEOREM: Theorem = Theorem {
    id: "like-wythoff",
    entry: "T37",
    title: "Relatives of Wythoff's game with the same lost pairs",
    cite: "Ho 2012",
    gives: "Ho 2012 (theorem:like-wythoff), lost pairs by the golden ratio",
    page: include_str!("../pages/like_wythoff.md"),
    hypotheses: Hypotheses::Rules { written, form: |_| Some(Box::new(Pairs)) },
};

/// The rules without moves in the smaller heap alone, and those with further moves, which take less
/// from the larger heap than from the smaller one; from equal heaps, these moves are allowed in the
/// second formulation and not in the third.
const RULES: [&str; 3] = [
    "game wythoff(a: nat, b: nat) {
        move left(k in 1..=a) when a >= b -> wythoff(a - k, b)
        move right(k in 1..=b) when b >= a -> wythoff(a, b - k)
        move both(k in 1..=min(a, b)) -> wythoff(a - k, b - k)
    }",
    "game wythoff(a: nat, b: nat) {
        move left(u in 0..a) -> wythoff(u, b)
        move right(v in 0..b) -> wythoff(a, v)
        move both(k in 1..=min(a, b)) -> wythoff(a - k, b - k)
        move from_a(u in 0..a, v in 0..b) when a <= b and b - v < a - u -> wythoff(u, v)
        move from_b(u in 0..a, v in 0..b) when b <= a and a - u < b - v -> wythoff(u, v)
    }",
    "game wythoff(a: nat, b: nat) {
        move left(u in 0..a) -> wythoff(u, b)
        move right(v in 0..b) -> wythoff(a, v)
        move both(k in 1..=min(a, b)) -> wythoff(a - k, b - k)
        move from_a(u in 0..a, v in 0..b) when a < b and b - v < a - u -> wythoff(u, v)
        move from_b(u in 0..a, v in 0..b) when b < a and a - u < b - v -> wythoff(u, v)
    }",
];

fn written(kinds: &[Kind]) -> Vec<String> {
    if kinds == [Kind::Nat, Kind::Nat] { RULES.map(str::to_string).to_vec() } else { Vec::new() }
}

#[derive(Debug)]
struct Pairs;

impl ClosedForm for Pairs {
    fn losing(&self, state: &[Value], convention: Convention) -> Option<bool> {
        let [a, b] = &naturals(state)?[..] else { return None };
        (convention == Convention::Normal).then(|| wythoff::losing_big(a, b, convention::Convention::Normal))
    }

    fn losing_words(&self, fields: &[u64], convention: Convention) -> Option<bool> {
        let ([a, b], Convention::Normal) = (fields, convention) else { return None };
        Some(wythoff::losing(*a, *b, convention::Convention::Normal))
    }

    fn says(&self, question: Question, _fields: usize) -> Option<String> {
        let lost = question == Question::Lost(Convention::Normal);
        lost.then(|| "min(a, b) == floor(phi * abs(a - b))".to_string())
    }

    fn why(&self, state: &[Value], convention: Convention) -> Option<String> {
        let [a, b] = &naturals(state)?[..] else { return None };
        let (small, large) = if a <= b { (a, b) } else { (b, a) };
        let difference = large - small;
        let lower = wythoff::lower_big(&difference);
        let verdict = if lower == *small { "loses" } else { "wins" };
        (convention == Convention::Normal).then(|| {
            format!(
                "The lost pairs are those of Wythoff's game. With the difference {difference} it is the pair whose \
                 smaller heap is floor(phi * {difference}) = {lower}; it is {small}, and the player to move {verdict}."
            )
        })
    }
}
