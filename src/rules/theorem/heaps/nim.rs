//! Nim (T30, T31): a move takes any positive number from one heap; the fields of the game are the
//! heaps.
//!
//! The value is the nim-sum of the heaps. Under misère play the player to move loses exactly if the
//! nim-sum is 0 and some heap exceeds 1, or if the nim-sum is 1 and no heap exceeds 1.

use crate::ir::{Convention, Value};
use crate::number::Int;
use crate::shape::presburger::Question;
use crate::theorem::written::{lowering_game, naturals_only};
use crate::theorem::{ClosedForm, Hypotheses, Kind, Theorem, int_of, known, naturals, says, value_of};
use crate::theory::nim;
use num_bigint::BigUint;
use num_traits::One;

/// The catalogue entry for Nim.
pub const THEOREM: Theorem = Theorem {
    id: "nim",
    entry: "T30",
    title: "Nim: take any number from one heap",
    cite: "Bouton 1901",
    gives: "Bouton 1901 (theorem:nim), values by the nim-sum",
    page: include_str!("../pages/nim.md"),
    hypotheses: Hypotheses::Rules { written, form: |_| Some(Box::new(Heaps)) },
};

fn written(kinds: &[Kind]) -> Vec<String> {
    let rules = |fields| lowering_game(fields, |lowered| lowered.len() == 1);
    let by_code = (kinds == [Kind::Nat]).then(|| "game g(a0: nat) = octal \"0.3...\"".to_string());
    naturals_only(kinds).map(rules).into_iter().chain(by_code).collect()
}

/// The closed form for states whose fields are the heaps.
#[derive(Debug)]
struct Heaps;

impl ClosedForm for Heaps {
    fn value(&self, state: &[Value]) -> Option<Int> {
        Some(int_of(nim::value_big(&naturals(state)?)))
    }

    fn losing(&self, state: &[Value], convention: Convention) -> Option<bool> {
        Some(nim::losing_big(&naturals(state)?, known(convention)?))
    }

    fn misere_heaps(&self, state: &[Value]) -> Option<Vec<BigUint>> {
        naturals(state)
    }

    fn losing_words(&self, fields: &[u64], convention: Convention) -> Option<bool> {
        Some(nim::losing(fields, known(convention)?))
    }

    fn winning(&self, state: &[Value], convention: Convention) -> Option<Vec<Vec<Value>>> {
        let heaps = naturals(state)?;
        let moves = nim::winning_moves(&heaps, known(convention)?);
        let target = |(place, left): (usize, BigUint)| {
            let mut target = state.to_vec();
            target[place] = value_of(left);
            target
        };
        Some(moves.into_iter().map(target).collect())
    }

    fn says(&self, question: Question, fields: usize) -> Option<String> {
        text(&says::names(fields), question)
    }

    fn why(&self, state: &[Value], convention: Convention) -> Option<String> {
        let heaps = naturals(state)?;
        let losing = nim::losing_big(&heaps, known(convention)?);
        let verdict = if losing { "loses" } else { "wins" };
        if convention == Convention::Misere && heaps.iter().all(|heap| *heap <= BigUint::one()) {
            let ones = heaps.iter().filter(|heap| heap.is_one()).count();
            return Some(format!(
                "Under misère play with no heap above 1, the heaps of 1 are counted: there are {ones}, and the \
                 player to move {verdict}."
            ));
        }
        Some(format!(
            "{} The nim-sum is {}, so the player to move {verdict}.",
            columns(&heaps),
            nim::value_big(&heaps)
        ))
    }
}

/// The statement, in the language, about heaps with these names; `None` for questions that it does
/// not answer.
pub fn text(names: &[String], question: Question) -> Option<String> {
    let (sum, largest) = (names.join(" xor "), names.join(", "));
    match question {
        Question::Value => Some(sum),
        Question::Lost(Convention::Misere) => {
            Some(format!("({sum}) == (if max([{largest}]) <= 1 then 1 else 0)"))
        }
        Question::Lost(_) => None,
    }
}

/// The most binary digits of a heap that an explanation writes out.
const MOST_DIGITS: u64 = 64;

/// A sentence with the heaps in binary, or only with the number of their digits if this exceeds
/// `MOST_DIGITS`.
fn columns(heaps: &[BigUint]) -> String {
    let digits = heaps.iter().map(BigUint::bits).max().unwrap_or(0).max(1);
    if digits > MOST_DIGITS {
        return format!("In binary the heaps have up to {digits} digits.");
    }
    let width = digits as usize;
    let rows: Vec<String> = heaps.iter().map(|heap| format!("{heap:0>width$b}")).collect();
    format!("In binary the heaps are {}; each column with an odd number of ones counts.", rows.join(", "))
}
