//! The knight in a corner (T39).

use crate::ir::{Convention, Value};
use crate::shape::presburger::Question;
use crate::theorem::{ClosedForm, Hypotheses, Kind, Theorem, clues, naturals};
use crate::theory::chess;

/// The theorem.
pub const THEOREM: Theorem = Theorem {
    id: "knight",
    entry: "T39",
    title: "A knight that moves towards a corner",
    cite: "folklore",
    gives: "the knight in a corner (theorem:knight), lost squares by remainders modulo 4",
    page: include_str!("../pages/knight.md"),
    hypotheses: Hypotheses::Any(&[
        Hypotheses::Rules { written, form: |_| Some(Box::new(Knight)) },
        Hypotheses::Boards {
            least: clues::MANY_POSITIONS,
            guess: |clues| clues.on_pairs(written),
            form: |_| Some(Box::new(Knight)),
        },
    ]),
};

fn written(kinds: &[Kind]) -> Vec<String> {
    let rules = |field: &str, more: [&str; 2]| {
        format!(
            "game knight(x: {field}, y: {field}) {{
                move a when x >= 2 and y >= 1 -> knight(x - 2, y - 1)
                move b when x >= 1 and y >= 2 -> knight(x - 1, y - 2)
                move c when {} y >= 2 -> knight(x + 1, y - 2)
                move d when x >= 2 {} -> knight(x - 2, y + 1)
            }}",
            more[0], more[1]
        )
    };
    match kinds {
        [Kind::Nat, Kind::Nat] => vec![rules("nat", ["", ""])],
        [Kind::Other, Kind::Other] => vec![rules("0..=14", ["x < 14 and", "and y < 14"])],
        _ => Vec::new(),
    }
}

#[derive(Debug)]
struct Knight;

impl ClosedForm for Knight {
    fn losing(&self, state: &[Value], convention: Convention) -> Option<bool> {
        let [x, y] = &naturals(state)?[..] else { return None };
        (convention == Convention::Normal).then(|| chess::knight_losing(x, y))
    }

    fn losing_words(&self, fields: &[u64], convention: Convention) -> Option<bool> {
        let ([x, y], Convention::Normal) = (fields, convention) else { return None };
        Some(x % 4 <= 1 && y % 4 <= 1)
    }

    fn says(&self, question: Question, _fields: usize) -> Option<String> {
        let lost = question == Question::Lost(Convention::Normal);
        lost.then(|| "a mod 4 <= 1 and b mod 4 <= 1".to_string())
    }

    fn why(&self, state: &[Value], convention: Convention) -> Option<String> {
        let [x, y] = &naturals(state)?[..] else { return None };
        let verdict = if chess::knight_losing(x, y) { "loses" } else { "wins" };
        (convention == Convention::Normal).then(|| {
            format!(
                "A square loses when both coordinates are 0 or 1 modulo 4. Here they are {} and {} modulo 4, so the \
                 player to move {verdict}.",
                x % 4u32,
                y % 4u32
            )
        })
    }
}
