//! End-Nim (T42): a move takes any positive number from the first or from the last heap of a row;
//! empty heaps leave the row.
//!
//! For every row of non-empty heaps there is exactly one heap, possibly empty, that makes the row
//! lost if it is added at the left end. So a row of at least two heaps is lost exactly if its first
//! heap is that heap for the others. The theorem gives no values, no results for rows with empty
//! heaps, and says nothing about misère play.

use crate::ir::{Convention, Value};
use crate::shape::presburger::Question;
use crate::theorem::{ClosedForm, Clues, Guess, Hypotheses, Kind, Theorem, clues, says, state};
use crate::theory::end_nim::{self, EndNim};
use num_bigint::BigUint;
use std::ops::ControlFlow;

/// The catalogue entry for End-Nim.
pub const THEOREM: Theorem = Theorem {
    id: "end-nim",
    entry: "T42",
    title: "End-Nim: heaps in a row, and only a heap at an end may be reduced",
    cite: "Albert, Nowakowski 2001",
    gives: "Albert, Nowakowski 2001 (theorem:end-nim), lost rows by the heaps that would fit at their ends",
    page: include_str!("../pages/end_nim.md"),
    hypotheses: Hypotheses::Any(&[
        Hypotheses::Rules { written, form: |_| Some(Box::new(Row)) },
        Hypotheses::Boards { least: clues::FEW_POSITIONS, guess, form: |_| Some(Box::new(Row)) },
    ]),
};

fn written(kinds: &[Kind]) -> Vec<String> {
    // Heaps that become empty leave the row in different ways: the ends are sliced off, elements
    // are filtered, or the row is rebuilt by places. Lists of unknown lengths have no normal form
    // in which these formulations are equal. With one heap, it also matters whether that heap
    // counts as both ends.
    const RULES: [&str; 6] = [
        "game row(heaps: [nat]) {
            move first(left in 0..heaps[0]) when len(heaps) > 0
                -> row(if left == 0 then heaps[1..len(heaps)] else heaps with [0] = left)
            move last(left in 0..heaps[len(heaps) - 1]) when len(heaps) > 1
                -> row(if left == 0 then heaps[0..len(heaps) - 1] else heaps with [len(heaps) - 1] = left)
        }",
        "game row(heaps: [nat]) {
            move take(i in indices(heaps), left in 0..heaps[i]) when i == 0 or i == len(heaps) - 1
                -> row([h for h in (heaps with [i] = left) if h != 0])
        }",
        "game row(heaps: [nat]) {
            move first(left in 0..heaps[0]) when len(heaps) > 0
                -> row(if left == 0 then heaps[1..len(heaps)] else heaps with [0] = left)
            move last(left in 0..heaps[len(heaps) - 1]) when len(heaps) > 0
                -> row(if left == 0 then heaps[0..len(heaps) - 1] else heaps with [len(heaps) - 1] = left)
        }",
        "game row(heaps: [nat]) {
            move take(i in indices(heaps), left in 0..heaps[i]) when i == 0 or i == len(heaps) - 1
                -> row([if j == i then left else heaps[j] for j in indices(heaps) if j != i or left > 0])
        }",
        "game row(heaps: [nat]) {
            move first(left in 0..heaps[0]) when len(heaps) > 0 -> row([h for h in (heaps with [0] = left) if h > 0])
            move last(left in 0..heaps[len(heaps) - 1]) when len(heaps) > 0
                -> row([h for h in (heaps with [len(heaps) - 1] = left) if h > 0])
        }",
        // In these rules, an empty heap at an end may leave the row, too.
        "game row(heaps: [nat]) {
            move all_first when len(heaps) > 0 -> row(heaps[1..len(heaps)])
            move all_last when len(heaps) > 0 -> row(heaps[0..len(heaps) - 1])
            move first(left in 1..heaps[0]) when len(heaps) > 0 -> row(heaps with [0] = left)
            move last(left in 1..heaps[len(heaps) - 1]) when len(heaps) > 0
                -> row(heaps with [len(heaps) - 1] = left)
        }",
    ];
    if kinds == [Kind::Nats] { RULES.map(str::to_string).to_vec() } else { Vec::new() }
}

/// The lists of the program with at least two heaps and without empty heaps: by these rules, an
/// empty heap between others would stay in the row.
fn guess(clues: &Clues<'_>) -> Vec<Guess> {
    clues.on_lists(&written(&[Kind::Nats])[0], 0, |row| row.len() > 1 && !row.contains(&0))
}

#[derive(Debug)]
struct Row;

/// The theorem gives no results for rows of more heaps, because the time grows with the square of
/// their number.
const MOST_HEAPS: usize = 3000;

fn solved(state: &[Value], convention: Convention) -> Option<(Vec<BigUint>, EndNim)> {
    let heaps = (convention == Convention::Normal).then(|| state::heaps(state)).flatten()?;
    if heaps.len() > MOST_HEAPS {
        return None;
    }
    let solved = end_nim::solve(&heaps, &|_| ControlFlow::Continue(())).ok()??;
    Some((heaps, solved))
}

impl ClosedForm for Row {
    fn is_total(&self, _vertices: Option<usize>) -> bool {
        true
    }

    fn ends(&self) -> Option<&'static str> {
        Some("the sum of the heaps plus their number decreases with every move")
    }

    fn losing(&self, state: &[Value], convention: Convention) -> Option<bool> {
        Some(solved(state, convention)?.1.losing)
    }

    fn winning(&self, state: &[Value], convention: Convention) -> Option<Vec<Vec<Value>>> {
        let (heaps, solved) = solved(state, convention)?;
        let target = |place: usize, left: &BigUint| {
            let mut heaps = heaps.clone();
            heaps[place] = left.clone();
            heaps.retain(|heap| *heap > BigUint::ZERO);
            state::list(heaps)
        };
        let first = solved.left.iter().map(|left| target(0, left));
        let last = solved.right.iter().map(|left| target(heaps.len() - 1, left));
        Some(first.chain(last).collect())
    }

    fn says(&self, question: Question, fields: usize) -> Option<String> {
        let text = match fields {
            1 => "n == 0",
            2 => "a == b",
            _ => return None,
        };
        (question == Question::Lost(Convention::Normal)).then(|| text.to_string())
    }

    fn says_where(&self, fields: usize) -> Option<String> {
        // The theorem does not cover empty heaps in the row.
        let filled: Vec<String> = says::names(fields).iter().map(|name| format!("{name} > 0")).collect();
        Some(filled.join(" and "))
    }

    fn why(&self, state: &[Value], convention: Convention) -> Option<String> {
        let (heaps, solved) = solved(state, convention)?;
        Some(match (solved.losing, &solved.left, &solved.right) {
            (true, ..) => format!(
                "For every row there is one heap that, put at its left end, makes it lost. For the last {} \
                 heaps it is the first heap: the player to move loses.",
                heaps.len().saturating_sub(1)
            ),
            (_, Some(left), _) => format!("Leaving {left} of the first heap makes the row lost."),
            (_, None, Some(left)) => format!("Leaving {left} of the last heap makes the row lost."),
            _ => return None,
        })
    }
}
