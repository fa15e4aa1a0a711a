//! Nim whose heaps are sums and differences of the fields and constants (T30, T31), such as the
//! numbers of lines on either side of a square.
//!
//! Where no heap is negative, the value is the nim-sum of the heaps, and misère play is that of
//! Nim. Elsewhere the theorem gives no results.

use crate::ir::{Convention, GameId, Value};
use crate::number::Int;
use crate::position::Budget;
use crate::shape::Shapes;
use crate::shape::lines::{self, Heap};
use crate::shape::presburger::Question;
use crate::theorem::heaps::nim;
use crate::theorem::{ClosedForm, Hypotheses, Theorem, int_of, known, says};
use crate::theory::nim as theory;
use num_bigint::BigUint;

/// The catalogue entry for Nim with heaps that are linear in the fields.
pub const THEOREM: Theorem = Theorem {
    id: "nim-in-lines",
    entry: "T30",
    title: "Nim with heaps that are sums and differences of the fields",
    cite: "Bouton 1901",
    gives: "Bouton 1901 (theorem:nim-in-lines), values by the nim-sum of the heaps",
    page: include_str!("../pages/nim_in_lines.md"),
    hypotheses: Hypotheses::Whole(form),
};

fn form(shapes: &Shapes<'_>, game: GameId, budget: &Budget<'_>) -> Option<Box<dyn ClosedForm>> {
    let heaps = lines::heaps(shapes, game, budget)?;
    Some(Box::new(Lines { heaps }))
}

/// The closed form for heaps that are linear in the fields, one for each field.
#[derive(Debug)]
struct Lines {
    heaps: Vec<Heap>,
}

impl Lines {
    /// The sizes of the heaps; `None` if one is negative.
    fn sizes(&self, state: &[Value]) -> Option<Vec<BigUint>> {
        let fields = lines::integers(state)?;
        self.heaps.iter().map(|heap| BigUint::try_from(heap.size(&fields).to_big()).ok()).collect()
    }

    /// The heaps as expressions of the language.
    fn texts(&self, fields: usize) -> Vec<String> {
        let names = says::names(fields);
        let text = |heap: &Heap| {
            let terms = heap.factors.iter().zip(&names).filter(|term| *term.0 != 0);
            let terms = terms.map(|(factor, name)| format!("{factor} * {name}"));
            format!("({})", terms.chain([heap.constant.to_string()]).collect::<Vec<_>>().join(" + "))
        };
        self.heaps.iter().map(text).collect()
    }
}

impl ClosedForm for Lines {
    fn value(&self, state: &[Value]) -> Option<Int> {
        Some(int_of(theory::value_big(&self.sizes(state)?)))
    }

    fn losing(&self, state: &[Value], convention: Convention) -> Option<bool> {
        Some(theory::losing_big(&self.sizes(state)?, known(convention)?))
    }

    fn misere_heaps(&self, state: &[Value]) -> Option<Vec<BigUint>> {
        self.sizes(state)
    }

    fn says(&self, question: Question, fields: usize) -> Option<String> {
        nim::text(&self.texts(fields), question)
    }

    fn says_where(&self, fields: usize) -> Option<String> {
        let natural: Vec<String> = self.texts(fields).iter().map(|heap| format!("{heap} >= 0")).collect();
        Some(natural.join(" and "))
    }

    fn why(&self, state: &[Value], convention: Convention) -> Option<String> {
        let sizes = self.sizes(state)?;
        let losing = theory::losing_big(&sizes, known(convention)?);
        let verdict = if losing { "loses" } else { "wins" };
        let listed: Vec<String> = sizes.iter().map(ToString::to_string).collect();
        Some(format!(
            "It is Nim with the heaps {}, of which the nim-sum is {}: the player to move {verdict}.",
            listed.join(", "),
            theory::value_big(&sizes)
        ))
    }
}
