//! The knight in a corner (T39): a move adds (−2, −1), (−1, −2), (1, −2) or (−2, 1) to two
//! coordinates.
//!
//! The player to move loses exactly if both coordinates are 0 or 1 modulo 4, and in the far corner
//! of a board whose last column and last row are both 3 modulo 4. The theorem does not cover boards
//! whose last column or row is divisible by 4; it gives no values and says nothing about misère
//! play.

use crate::ir::{Convention, Value};
use crate::shape::presburger::Question;
use crate::theorem::{ClosedForm, Hypotheses, Kind, Parameters, Theorem, clues, naturals};
use crate::theory::chess::{self, KnightBoard};
use num_bigint::BigUint;

/// The catalogue entry for a knight that moves towards a corner.
pub const THEOREM: Theorem = Theorem {
    id: "knight",
    entry: "T39",
    title: "A knight that moves towards a corner",
    cite: "folklore",
    gives: "the knight in a corner (theorem:knight), lost squares by remainders modulo 4",
    page: include_str!("../pages/knight.md"),
    hypotheses: Hypotheses::Any(&[
        Hypotheses::Rules { written, form },
        Hypotheses::Boards {
            least: clues::MANY_POSITIONS,
            guess: |clues| clues.on_pairs(written),
            form: |_| Some(Box::new(Knight(KnightBoard::Quarter))),
        },
    ]),
};

/// The closed form for a board with a last column `m` and a last row `n`, or for an unbounded
/// board, if the rules have no such parameters. `None` if the theorem does not cover the board.
fn form(parameters: &Parameters) -> Option<Box<dyn ClosedForm>> {
    let last = |name| parameters.int(name).and_then(|int| BigUint::try_from(int.to_big()).ok());
    let board = match (last("m"), last("n")) {
        (Some(m), Some(n)) => KnightBoard::bounded(m, n)?,
        _ => KnightBoard::Quarter,
    };
    Some(Box::new(Knight(board)))
}

fn written(kinds: &[Kind]) -> Vec<String> {
    let rules = |fields: [&str; 2], more: [&str; 2], parameters: &str| {
        format!(
            "{parameters}game knight(x: {}, y: {}) {{
                move a when x >= 2 and y >= 1 -> knight(x - 2, y - 1)
                move b when x >= 1 and y >= 2 -> knight(x - 1, y - 2)
                move c when {} y >= 2 -> knight(x + 1, y - 2)
                move d when x >= 2 {} -> knight(x - 2, y + 1)
            }}",
            fields[0], fields[1], more[0], more[1]
        )
    };
    match kinds {
        [Kind::Nat, Kind::Nat] => vec![rules(["nat", "nat"], ["", ""], "")],
        [Kind::Other, Kind::Other] => {
            let parameters = "param m: nat = 14\nparam n: nat = 14\n";
            vec![rules(["0..=m", "0..=n"], ["x < m and", "and y < n"], parameters)]
        }
        _ => Vec::new(),
    }
}

#[derive(Debug)]
struct Knight(KnightBoard);

impl ClosedForm for Knight {
    fn losing(&self, state: &[Value], convention: Convention) -> Option<bool> {
        let [x, y] = &naturals(state)?[..] else { return None };
        (convention == Convention::Normal).then(|| self.0.is_lost(x, y))
    }

    fn losing_words(&self, fields: &[u64], convention: Convention) -> Option<bool> {
        let ([x, y], Convention::Normal) = (fields, convention) else { return None };
        Some(self.0.is_lost(&BigUint::from(*x), &BigUint::from(*y)))
    }

    fn says(&self, question: Question, _fields: usize) -> Option<String> {
        let lost = question == Question::Lost(Convention::Normal) && !self.0.has_lost_corner();
        lost.then(|| "a mod 4 <= 1 and b mod 4 <= 1".to_string())
    }

    fn why(&self, state: &[Value], convention: Convention) -> Option<String> {
        let [x, y] = &naturals(state)?[..] else { return None };
        let by_remainders = chess::knight_losing(x, y);
        let verdict = if by_remainders { "loses" } else { "wins" };
        (convention == Convention::Normal).then(|| {
            if self.0.is_lost(x, y) != by_remainders {
                return "A square loses when both coordinates are 0 or 1 modulo 4, and so does the far corner of this \
                        board: from there no jump leads to such a square."
                    .to_string();
            }
            format!(
                "A square loses when both coordinates are 0 or 1 modulo 4. Here they are {} and {} modulo 4, so the \
                 player to move {verdict}.",
                x % 4u32,
                y % 4u32
            )
        })
    }
}
