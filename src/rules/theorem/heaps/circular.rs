//! Circular Nim (T41): n heaps stand in a circle; a move takes from up to k adjacent heaps, at
//! least one object in total.
//!
//! For n = 4 to 6 and the k of [`sizes`], the player to move loses exactly if the heaps satisfy
//! certain equations, such as x₁ = x₃ and x₂ = x₄ for n = 4 and k = 2. The theorem gives no values
//! and says nothing about misère play.

use crate::ir::{Convention, Value};
use crate::shape::presburger::Question;
use crate::theorem::written::{lowering_game, naturals_only};
use crate::theorem::{ClosedForm, Hypotheses, Kind, Parameters, Theorem, naturals, says};
use crate::theory::circular;

/// The catalogue entry for Circular Nim.
pub const THEOREM: Theorem = Theorem {
    id: "circular-nim",
    entry: "T41",
    title: "Circular Nim: take any numbers from up to k neighbouring heaps of a circle",
    cite: "Dufour, Heubach 2013",
    gives: "Dufour, Heubach 2013 (theorem:circular-nim), who loses",
    page: include_str!("../pages/circular.md"),
    hypotheses: Hypotheses::Rules { written, form },
};

/// The numbers k of adjacent heaps that the theorem covers for this number of heaps, ascending. The
/// k with which the game is Nim or Moore's Nim are left to the theorems about these two games.
fn sizes(fields: usize) -> &'static [usize] {
    match fields {
        4 => &[2],
        5 => &[2, 3],
        6 => &[3, 4],
        _ => &[],
    }
}

fn written(kinds: &[Kind]) -> Vec<String> {
    let Some(fields) = naturals_only(kinds) else { return Vec::new() };
    let within = |set: &[usize], k: usize| {
        (0..fields).any(|first| set.iter().all(|at| (at + fields - first) % fields < k))
    };
    sizes(fields).iter().map(|k| lowering_game(fields, |lowered| within(lowered, *k))).collect()
}

fn form(parameters: &Parameters) -> Option<Box<dyn ClosedForm>> {
    Some(Box::new(Circle { which: parameters.which }))
}

/// The closed form for states whose fields are the heaps, in the order of the circle.
#[derive(Debug)]
struct Circle {
    /// The index of k in [`sizes`] for this number of fields.
    which: usize,
}

impl ClosedForm for Circle {
    fn losing(&self, state: &[Value], convention: Convention) -> Option<bool> {
        let k = *sizes(state.len()).get(self.which)?;
        let heaps = naturals(state)?;
        (convention == Convention::Normal).then(|| circular::losing(k, &heaps)).flatten()
    }

    fn says(&self, question: Question, fields: usize) -> Option<String> {
        let lost = question == Question::Lost(Convention::Normal);
        lost.then(|| text(*sizes(fields).get(self.which)?, &says::names(fields))).flatten()
    }

    fn why(&self, state: &[Value], convention: Convention) -> Option<String> {
        let k = sizes(state.len()).get(self.which)?;
        let n = state.len();
        let verdict = if self.losing(state, convention)? {
            "are so: the player to move loses"
        } else {
            "are not so: the player to move wins"
        };
        let wanted = match (n, k) {
            (4, 2) => "opposite heaps are equal",
            (5, 2) => {
                "in some rotation the first heap is largest, its neighbours are equal, and the first and \
                       second together are as many as the third and fourth"
            }
            (5, 3) => {
                "in some rotation the first heap is empty and its neighbours are both as large as the other two \
                       together"
            }
            (6, 3) => "opposite pairs of neighbours hold the same",
            _ => {
                "opposite pairs of neighbours hold the same, and in some rotation the first heap is least and the \
                  first, third and fifth have the nim-sum 0"
            }
        };
        Some(format!(
            "Up to {k} adjacent heaps of {n}: the player to move loses when {wanted}. These heaps {verdict}."
        ))
    }
}

/// The condition, in the language, under which heaps with these names are lost, if up to k adjacent
/// heaps may be lowered. `None` if no condition is known, and for k = 4 of six heaps, because the
/// automata would be too large.
pub fn text(k: usize, names: &[String]) -> Option<String> {
    let rotated = |condition: &dyn Fn(&[&str]) -> String| {
        let rotation = |start: usize| {
            let heaps: Vec<&str> =
                names.iter().cycle().skip(start).take(names.len()).map(|it| &**it).collect();
            format!("({})", condition(&heaps))
        };
        (0..names.len()).map(rotation).collect::<Vec<_>>().join(" or ")
    };
    let all = names.join(", ");
    Some(match (names.len(), k) {
        (n, k) if k >= n => format!("{} == 0", names.join(" + ")),
        (n, k) if k + 1 == n => names.join(" == "),
        (_, 1) => format!("({}) == 0", names.join(" xor ")),
        (4, 2) => "a == c and b == d".to_string(),
        (5, 2) => {
            let greatest = |x: &[&str]| {
                let [a, b, c, d, e] = x else { return String::new() };
                format!("{a} == m and {b} == {e} and {a} + {b} == {c} + {d}")
            };
            format!("let m = max([{all}]) in {}", rotated(&greatest))
        }
        (5, 3) => rotated(&|x| {
            let [a, b, c, d, e] = x else { return String::new() };
            format!("{a} == 0 and {b} == {e} and {b} == {c} + {d}")
        }),
        (6, 3) => "a + b == d + e and b + c == e + f".to_string(),
        _ => return None,
    })
}
