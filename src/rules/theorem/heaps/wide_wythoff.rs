//! a-Wythoff (T35): a move takes any positive number from one of two heaps, or positive numbers
//! from both whose difference is less than a.
//!
//! The player to move loses exactly at the pairs (A, A + an), n = 0, 1, 2, …, in either order, with
//! A = ⌊(n(2 − a) + n√(a² + 4)) / 2⌋; [`Holladay`] gives these pairs and those under misère play.
//! The theorem gives no values.

use crate::ir::{Convention, Value};
use crate::shape::presburger::Question;
use crate::theorem::{ClosedForm, Hypotheses, Kind, Parameters, Theorem, known, naturals, value_of};
use crate::theory::convention;
use crate::theory::wythoff::holladay::{self, Holladay};
use num_bigint::BigUint;

/// The catalogue entry for a-Wythoff.
pub const THEOREM: Theorem = Theorem {
    id: "wide-wythoff",
    entry: "T35",
    title: "a-Wythoff: take from one heap, or amounts that differ by less than a from both",
    cite: "Holladay 1968, Fraenkel 1982",
    gives: "Holladay 1968, Fraenkel 1982 (theorem:wide-wythoff), lost pairs by a square root",
    page: include_str!("../pages/wide_wythoff.md"),
    hypotheses: Hypotheses::Rules { written, form },
};

fn written(kinds: &[Kind]) -> Vec<String> {
    const RULES: &str = "param a: nat = 2 game wythoff(x: nat, y: nat) {
        move left(u in 0..x) -> wythoff(u, y)
        move right(v in 0..y) -> wythoff(x, v)
        move both(u in 0..x, v in 0..y) when -a < (x - u) - (y - v) < a -> wythoff(u, v)
    }";
    if kinds == [Kind::Nat, Kind::Nat] { vec![RULES.to_string()] } else { Vec::new() }
}

fn form(parameters: &Parameters) -> Option<Box<dyn ClosedForm>> {
    let a = BigUint::from(parameters.small("a")?);
    let normal = Holladay::new(a.clone(), convention::Convention::Normal)?;
    let misere = Holladay::new(a.clone(), convention::Convention::Misere)?;
    Some(Box::new(Pairs { a, normal, misere }))
}

/// The largest a for which there is a statement, because automata do not divide by larger numbers.
const MOST_WRITTEN: u64 = 100;

/// The parameter, and the closed forms for the losing pairs under both conventions.
#[derive(Debug)]
struct Pairs {
    a: BigUint,
    normal: Holladay,
    misere: Holladay,
}

impl Pairs {
    fn under(&self, convention: Convention) -> Option<&Holladay> {
        Some(match known(convention)? {
            convention::Convention::Normal => &self.normal,
            convention::Convention::Misere => &self.misere,
        })
    }
}

impl ClosedForm for Pairs {
    fn losing(&self, state: &[Value], convention: Convention) -> Option<bool> {
        let [x, y] = &naturals(state)?[..] else { return None };
        Some(self.under(convention)?.losing(x, y))
    }

    fn losing_words(&self, fields: &[u64], convention: Convention) -> Option<bool> {
        let ([x, y], Convention::Normal) = (fields, convention) else { return None };
        Some(holladay::losing(u64::try_from(&self.a).ok()?, *x, *y))
    }

    fn winning(&self, state: &[Value], convention: Convention) -> Option<Vec<Vec<Value>>> {
        let [x, y] = &naturals(state)?[..] else { return None };
        let moves = self.under(convention)?.winning_moves(x, y);
        Some(moves.into_iter().map(|(x, y)| vec![value_of(x), value_of(y)]).collect())
    }

    fn says(&self, question: Question, _fields: usize) -> Option<String> {
        let a = u64::try_from(&self.a).ok().filter(|a| (2..=MOST_WRITTEN).contains(a))?;
        let rest = match question {
            Question::Lost(Convention::Normal) => 0,
            // For a > 2 the formula under misère play has another summand inside the floor.
            Question::Lost(Convention::Misere) if a == 2 => 1,
            _ => return None,
        };
        let factor = format!("(sqrt({}) - {}) / {}", a * a + 4, a - 2, 2 * a);
        Some(format!("abs(a - b) mod {a} == {rest} and min(a, b) == floor(({factor}) * abs(a - b))"))
    }

    fn why(&self, state: &[Value], convention: Convention) -> Option<String> {
        let [x, y] = &naturals(state)?[..] else { return None };
        let form = self.under(convention)?;
        let partner = form.partner(x)?;
        let verdict =
            if partner == *y { "so the player to move loses" } else { "so the player to move wins" };
        let a = &self.a;
        Some(format!(
            "Each heap belongs to exactly one lost pair of numbers whose smaller one comes from the square root of \
             {a}² + 4. The heap {x} belongs with {partner}; the other heap is {y}, {verdict}."
        ))
    }
}
