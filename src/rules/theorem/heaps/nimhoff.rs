//! Cyclic Nimhoff (T38): a move takes any positive number from one heap, or fewer than h in total
//! from several heaps.
//!
//! The value is h·q + r, where q is the nim-sum of the quotients ⌊x / h⌋ of the heaps x, and r the
//! remainder of the sum of all heaps modulo h. The theorem says nothing about misère play.

use crate::ir::{Convention, Value};
use crate::number::Int;
use crate::shape::presburger::Question;
use crate::theorem::written::{game, lowering, naturals_only, target};
use crate::theorem::{ClosedForm, Hypotheses, Kind, Parameters, Theorem, int_of, naturals, says};
use crate::theory::nimhoff;
use num_bigint::BigUint;

/// The catalogue entry for Cyclic Nimhoff.
pub const THEOREM: Theorem = Theorem {
    id: "cyclic-nimhoff",
    entry: "T38",
    title: "Cyclic Nimhoff: Nim, or fewer than h in all from several heaps",
    cite: "Fraenkel, Lorberbom 1991",
    gives: "Fraenkel, Lorberbom 1991 (theorem:cyclic-nimhoff), values by quotients and the sum",
    page: include_str!("../pages/nimhoff.md"),
    hypotheses: Hypotheses::Rules { written, form },
};

/// The most fields of a covered game; the automata for more fields are too large.
const MOST_FIELDS: usize = 3;

fn written(kinds: &[Kind]) -> Vec<String> {
    let Some(fields) = naturals_only(kinds).filter(|fields| (2..=MOST_FIELDS).contains(fields)) else {
        return Vec::new();
    };
    let each = |names: fn(usize) -> String| (0..fields).map(names).collect::<Vec<_>>();
    let binders = each(|at| format!("x{at} in 0..=a{at}"));
    let taken = each(|at| format!("a{at} - x{at}")).join(" + ");
    let left: Vec<(usize, String)> = (0..fields).map(|at| (at, format!("x{at}"))).collect();
    let little =
        format!("move little({}) when 0 < {taken} < h -> {}", binders.join(", "), target(fields, &left));
    let moves: Vec<String> = (0..fields).map(|at| lowering(fields, &[at])).chain([little]).collect();
    vec![format!("param h: nat = 3 {}", game(fields, &moves))]
}

fn form(parameters: &Parameters) -> Option<Box<dyn ClosedForm>> {
    let h = parameters.small("h").filter(|h| *h > 0)?;
    Some(Box::new(Cyclic { h: h.into() }))
}

/// The largest h for which there is a statement, because automata do not divide by larger numbers.
const MOST_DIVISOR: u32 = 40;

/// The closed form for games in which fewer than `h` in all may be taken from several fields at
/// once; `h` is at least 1.
#[derive(Debug)]
struct Cyclic {
    h: BigUint,
}

impl ClosedForm for Cyclic {
    fn value(&self, state: &[Value]) -> Option<Int> {
        nimhoff::value(&self.h, &naturals(state)?).map(int_of)
    }

    fn losing_words(&self, fields: &[u64], convention: Convention) -> Option<bool> {
        let h = u64::try_from(&self.h).ok()?;
        (convention == Convention::Normal)
            .then(|| nimhoff::value_of_words(h, fields))
            .flatten()
            .map(|it| it == 0)
    }

    fn says(&self, question: Question, fields: usize) -> Option<String> {
        let (h, names) = (&self.h, says::names(fields));
        let quotients: Vec<String> = names.iter().map(|name| format!("({name} div {h})")).collect();
        let text = format!("{h} * ({}) + ({}) mod {h}", quotients.join(" xor "), names.join(" + "));
        (question == Question::Value && *h <= BigUint::from(MOST_DIVISOR)).then_some(text)
    }

    fn why(&self, state: &[Value], convention: Convention) -> Option<String> {
        let (heaps, h) = (naturals(state)?, &self.h);
        let quotients: Vec<String> = heaps.iter().map(|heap| (heap / h).to_string()).collect();
        let total: BigUint = heaps.iter().sum();
        let value = nimhoff::value(h, &heaps)?;
        (convention == Convention::Normal).then(|| {
            format!(
                "The heaps divided by {h} are {}, and their sum is {total} = {} modulo {h}. The value is {h} times the \
                 nim-sum of the quotients, and that rest: {value}.",
                quotients.join(", "),
                &total % h
            )
        })
    }
}
