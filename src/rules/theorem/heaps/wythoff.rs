//! Wythoff's game (T34): a move takes any positive number from one of two heaps, or equal positive
//! numbers from both.
//!
//! The player to move loses exactly at the pairs (⌊dφ⌋, ⌊dφ⌋ + d), d = 0, 1, 2, …, in either order,
//! φ being the golden ratio. Under misère play the pairs (0, 0) and (1, 2) are replaced by (0, 1)
//! and (2, 2). The theorem gives no values.

use crate::ir::{Convention, Value};
use crate::shape::presburger::Question;
use crate::theorem::{ClosedForm, Hypotheses, Kind, Theorem, clues, known, naturals, value_of};
use crate::theory::wythoff::classic as wythoff;

/// The catalogue entry for Wythoff's game.
pub const THEOREM: Theorem = Theorem {
    id: "wythoff",
    entry: "T34",
    title: "Wythoff's game: take from one heap, or the same number from both",
    cite: "Wythoff 1907",
    gives: "Wythoff 1907 (theorem:wythoff), lost pairs by the golden ratio",
    page: include_str!("../pages/wythoff.md"),
    hypotheses: Hypotheses::Any(&[
        Hypotheses::Rules { written, form: |_| Some(Box::new(Pairs)) },
        Hypotheses::Boards {
            least: clues::MANY_POSITIONS,
            guess: |clues| clues.on_pairs(written),
            form: |_| Some(Box::new(Pairs)),
        },
    ]),
};

fn written(kinds: &[Kind]) -> Vec<String> {
    const RULES: &str = "game wythoff(a: nat, b: nat) {
        move left(k in 1..=a) -> wythoff(a - k, b)
        move right(k in 1..=b) -> wythoff(a, b - k)
        move both(k in 1..=min(a, b)) -> wythoff(a - k, b - k)
    }";
    if kinds == [Kind::Nat, Kind::Nat] { vec![RULES.to_string()] } else { Vec::new() }
}

#[derive(Debug)]
struct Pairs;

impl ClosedForm for Pairs {
    fn losing(&self, state: &[Value], convention: Convention) -> Option<bool> {
        let [a, b] = &naturals(state)?[..] else { return None };
        Some(wythoff::losing_big(a, b, known(convention)?))
    }

    fn losing_words(&self, fields: &[u64], convention: Convention) -> Option<bool> {
        let [a, b] = fields else { return None };
        Some(wythoff::losing(*a, *b, known(convention)?))
    }

    fn winning(&self, state: &[Value], convention: Convention) -> Option<Vec<Vec<Value>>> {
        let [a, b] = &naturals(state)?[..] else { return None };
        let moves = wythoff::winning_moves(a, b, known(convention)?);
        Some(moves.into_iter().map(|(a, b)| vec![value_of(a), value_of(b)]).collect())
    }

    fn says(&self, question: Question, _fields: usize) -> Option<String> {
        let lost = question == Question::Lost(Convention::Normal);
        lost.then(|| "min(a, b) == floor(phi * abs(a - b))".to_string())
    }

    fn why(&self, state: &[Value], convention: Convention) -> Option<String> {
        let [a, b] = &naturals(state)?[..] else { return None };
        let (small, large) = if a <= b { (a, b) } else { (b, a) };
        let difference = large - small;
        if convention != Convention::Normal && difference <= 1u32.into() {
            return Some(
                "Under misère play the pairs of difference 0 and 1 that lose are (2, 2) and (0, 1).".into(),
            );
        }
        let lower = wythoff::lower_big(&difference);
        let verb = if lower == *small { "loses" } else { "wins" };
        Some(format!(
            "The heaps differ by {difference}. Such a pair is lost if and only if the smaller heap is \
             floor(phi * {difference}) = {lower}. Here it is {small}, so the player to move {verb}."
        ))
    }
}
