//! Chomp (T88): a move eats a square of a bar with all squares above and to the right of it, but
//! never the poisoned corner square.
//!
//! Under normal play the player to move wins on every rectangle of more than one square. Two rows
//! are lost exactly if the lower row is longer by 1, and a row with a column exactly if both arms
//! are equally long. For other bars the theorem gives no outcome, and it never gives values.

use crate::ir::{Convention, Value};
use crate::shape::presburger::Question;
use crate::theorem::{ClosedForm, Clues, Guess, Hypotheses, Kind, Theorem, clues, state};
use crate::theory::chomp;
use num_bigint::BigUint;

/// The catalogue entry for Chomp.
pub const THEOREM: Theorem = Theorem {
    id: "chomp",
    entry: "T88",
    title: "Chomp: bite off a square with all above and right of it; the corner is poison",
    cite: "Schuh 1952, Gale 1974",
    gives: "Schuh 1952, Gale 1974 (theorem:chomp), bars, two rows, and a row with a column",
    page: include_str!("../pages/chomp.md"),
    hypotheses: Hypotheses::Any(&[
        Hypotheses::Rules { written, form: |_| Some(Box::new(Rows)) },
        Hypotheses::Elements { written, form: |_| Some(Box::new(Rows)) },
        Hypotheses::Boards { least: clues::FEW_POSITIONS, guess, form: |_| Some(Box::new(Rows)) },
    ]),
};

fn written(kinds: &[Kind]) -> Vec<String> {
    const RULES: [&str; 3] = [
        "game chomp(rows: [nat]) {
            move bite(r in indices(rows), c in 0..rows[r]) when not (r == 0 and c == 0)
                -> chomp([if i < r then rows[i] else min(rows[i], c) for i in indices(rows)])
        }",
        "game chomp(rows: [nat]) {
            move bite(r in indices(rows), c in 0..rows[r]) when r + c > 0
                -> chomp([h for h in [if i < r then rows[i] else min(rows[i], c) for i in indices(rows)] if h > 0])
        }",
        "game chomp(rows: [nat]) {
            move bite(r in indices(rows), c in 0..rows[r]) when r > 0 or c > 0
                -> chomp([h for h in [if i < r then rows[i] else min(rows[i], c) for i in indices(rows)] if h != 0])
        }",
    ];
    if kinds == [Kind::Nats] { RULES.map(str::to_string).to_vec() } else { Vec::new() }
}

/// Boards with one square more than the start has options, because eating the poisoned square is no
/// option: rectangles, and lists of the program that never ascend, as rows.
fn guess(clues: &Clues<'_>) -> Vec<Guess> {
    let squares = clues.options() as u64 + 1;
    let heights = (2..=squares).take_while(|height| height * height <= squares);
    let rectangles = heights.filter(|height| squares.is_multiple_of(*height));
    let rules = &written(&[Kind::Nats])[0];
    let board = |height: u64| {
        let rows = vec![BigUint::from(squares / height); height as usize];
        Guess::of(rules, 0, state::list(rows))
    };
    let fits = |rows: &[u64]| rows.is_sorted_by(|a, b| a >= b) && rows.iter().sum::<u64>() == squares;
    rectangles.map(board).chain(clues.on_lists(rules, 0, fits)).collect()
}

#[derive(Debug)]
struct Rows;

impl ClosedForm for Rows {
    fn is_total(&self, _vertices: Option<usize>) -> bool {
        true
    }

    fn ends(&self) -> Option<&'static str> {
        Some("every move eats a square")
    }

    fn losing(&self, state: &[Value], convention: Convention) -> Option<bool> {
        let rows = (convention == Convention::Normal).then(|| state::heaps(state)).flatten()?;
        chomp::losing(&rows)
    }

    fn says(&self, question: Question, fields: usize) -> Option<String> {
        let text = match fields {
            1 => "n == 1",
            2 => "a == b + 1",
            _ => return None,
        };
        (question == Question::Lost(Convention::Normal)).then(|| text.to_string())
    }

    fn says_where(&self, fields: usize) -> Option<String> {
        Some(if fields == 1 { "n > 0" } else { "a > 0 and a >= b" }.to_string())
    }

    fn why(&self, state: &[Value], convention: Convention) -> Option<String> {
        let losing = self.losing(state, convention)?;
        let rows: Vec<_> = state::heaps(state)?.into_iter().filter(|row| row.bits() > 0).collect();
        let loses = if losing { "loses" } else { "wins" };
        Some(match &rows[..] {
            [only] => format!("A single row of {only}: all but the poisoned square can be eaten at once."),
            [first, second] => format!(
                "Two rows lose when the lower is one longer, and these are {first} and {second}: the player \
                 to move {loses}."
            ),
            [first, second, ..] if second.bits() == 1 => format!(
                "A row and a column lose when the arms are equally long, and these are {} and {}: the player \
                 to move {loses}.",
                first - 1u32,
                rows.len() - 1
            ),
            _ => "A bar is won by strategy stealing: if biting the far corner is not a winning move, the answer to it \
                  is one at once."
                .to_string(),
        })
    }
}
