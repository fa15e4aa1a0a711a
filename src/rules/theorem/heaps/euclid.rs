//! Euclid's game down to zero (T40): a move takes a positive multiple of the smaller of two numbers
//! from the larger; whoever makes a number 0 wins.
//!
//! For a ≤ b the player to move loses exactly if a = 0, or if a < b and b / a is less than the
//! golden ratio. `euclid::value` computes the value from ⌊b/a − a/b⌋ and the continued fraction of
//! b / a. The theorem says nothing about misère play of this game. The closed form is shared with
//! `grossman`, where play ends at equal numbers.

use crate::ir::{Convention, Value};
use crate::number::Int;
use crate::shape::presburger::Question;
use crate::theorem::{ClosedForm, Hypotheses, Kind, Parameters, Theorem, clues, int_of, naturals, value_of};
use crate::theory::euclid::{self, End};
use num_bigint::BigUint;

/// The catalogue entry for Euclid's game down to zero.
pub const THEOREM: Theorem = Theorem {
    id: "euclid",
    entry: "T40",
    title: "Euclid to the end: take multiples of the smaller number from the larger, until one is 0",
    cite: "Cole, Davie 1969, Cairns, Ho, Lengyel 2011",
    gives: "Cole, Davie 1969 (theorem:euclid), lost when the ratio is below the golden one; values by continued fractions",
    page: include_str!("../pages/euclid.md"),
    hypotheses: Hypotheses::Any(&[
        Hypotheses::Rules { written, form: |parameters| Some(form(parameters, End::Zero, &[1, 3])) },
        Hypotheses::Boards {
            least: clues::MANY_POSITIONS,
            guess: |clues| clues.on_pairs(written),
            form: |parameters| Some(form(parameters, End::Zero, &[1, 3])),
        },
    ]),
};

fn written(kinds: &[Kind]) -> Vec<String> {
    const RULES: [&str; 4] = [
        "game euclid(a: nat, b: nat) {
            move from_first(q in 1..=a div b) when 0 < b -> euclid(a - q * b, b)
            move from_second(q in 1..=b div a) when 0 < a -> euclid(a, b - q * a)
        }",
        "game euclid(a: nat, b: nat) {
            move take(q in 1..=b div a) when 0 < a -> euclid(min(a, b - q * a), max(a, b - q * a))
        }",
        "game euclid(a: nat, b: nat) {
            move from_first(k in 1..=a) when 0 < b and k mod b == 0 -> euclid(a - k, b)
            move from_second(k in 1..=b) when 0 < a and k mod a == 0 -> euclid(a, b - k)
        }",
        "game euclid(a: nat, b: nat) {
            move take(q in 1..=b) when 0 < a and q * a <= b -> euclid(min(a, b - q * a), max(a, b - q * a))
        }",
    ];
    if kinds == [Kind::Nat, Kind::Nat] { RULES.map(str::to_string).to_vec() } else { Vec::new() }
}

/// The closed form for Euclid's game in which play ends at `end`. `ascending` lists the
/// formulations that keep the smaller number first; the others keep each number in its place.
pub(super) fn form(parameters: &Parameters, end: End, ascending: &[usize]) -> Box<dyn ClosedForm> {
    Box::new(Numbers { end, ascending: ascending.contains(&parameters.which) })
}

#[derive(Debug)]
struct Numbers {
    end: End,
    /// Whether the rules keep the smaller number first.
    ascending: bool,
}

/// The most binary digits of a number for which the theorem gives results.
const MOST_BITS: u64 = 40_000;

impl Numbers {
    /// The two numbers; `None` if one has more than `MOST_BITS` binary digits, or if the rules keep
    /// the smaller number first and these are not in that order.
    fn pair(&self, state: &[Value]) -> Option<(BigUint, BigUint)> {
        let [a, b] = <[BigUint; 2]>::try_from(naturals(state)?).ok()?;
        let fits = a.bits().max(b.bits()) <= MOST_BITS && (!self.ascending || a <= b);
        fits.then_some((a, b))
    }

    /// The targets after the smaller number is taken `times` times from the larger. If the numbers
    /// are equal and keep their places, there are two.
    fn targets(&self, a: &BigUint, b: &BigUint, times: &BigUint) -> Vec<Vec<Value>> {
        let mut targets = Vec::new();
        if a <= b {
            let left = b - a * times;
            let swapped = self.ascending && left < *a;
            let pair = if swapped { [left, a.clone()] } else { [a.clone(), left] };
            targets.push(pair.map(value_of).to_vec());
        }
        if b <= a && !self.ascending {
            targets.push([a - b * times, b.clone()].map(value_of).to_vec());
        }
        targets
    }
}

impl ClosedForm for Numbers {
    fn value(&self, state: &[Value]) -> Option<Int> {
        let (a, b) = self.pair(state)?;
        euclid::value(&a, &b, self.end).map(int_of)
    }

    fn losing(&self, state: &[Value], convention: Convention) -> Option<bool> {
        let (a, b) = self.pair(state)?;
        match (convention, self.end) {
            (Convention::Normal, end) => euclid::losing_big(&a, &b, end),
            (Convention::Misere, End::Equal) => Some(euclid::misere_value(&a, &b)? == BigUint::ZERO),
            _ => None,
        }
    }

    fn losing_words(&self, fields: &[u64], convention: Convention) -> Option<bool> {
        let [a, b] = *fields else { return None };
        if convention != Convention::Normal || (self.ascending && a > b) {
            return None;
        }
        euclid::losing(a, b, self.end)
    }

    fn winning(&self, state: &[Value], convention: Convention) -> Option<Vec<Vec<Value>>> {
        let (a, b) = self.pair(state)?;
        // Where the theorem gives no outcome, which may be so if a number is 0, it gives no moves
        // either.
        self.losing(state, convention)?;
        let multiples = match (convention, self.end) {
            (Convention::Normal, end) => euclid::winning_multiples(&a, &b, end),
            (Convention::Misere, End::Equal) => euclid::winning_multiples_misere(&a, &b),
            _ => return None,
        };
        Some(multiples.iter().flat_map(|times| self.targets(&a, &b, times)).collect())
    }

    fn says(&self, question: Question, _fields: usize) -> Option<String> {
        let text = match self.end {
            End::Zero => "min(a, b) == 0 or (a != b and max(a, b) <= floor(phi * min(a, b)))",
            End::Equal => "max(a, b) <= floor(phi * min(a, b))",
        };
        (question == Question::Lost(Convention::Normal)).then(|| text.to_string())
    }

    fn says_where(&self, _fields: usize) -> Option<String> {
        let text = match (self.end, self.ascending) {
            (End::Zero, false) => return None,
            (End::Zero, true) => "a <= b",
            (End::Equal, false) => "0 < min(a, b)",
            (End::Equal, true) => "0 < a <= b",
        };
        Some(text.to_string())
    }

    fn why(&self, state: &[Value], convention: Convention) -> Option<String> {
        let losing = (convention == Convention::Normal).then(|| self.losing(state, convention)).flatten()?;
        let (a, b) = self.pair(state)?;
        let (small, large) = if a <= b { (a, b) } else { (b, a) };
        if small == BigUint::ZERO {
            return Some("One number is 0, so that nothing can be taken.".to_string());
        }
        if self.end == End::Zero && small == large {
            return Some("The numbers are equal: taking all of one wins.".to_string());
        }
        let (below, loses) = if losing { ("less", "loses") } else { ("more", "wins") };
        Some(format!(
            "{large} / {small} is {below} than the golden ratio, since b(b - a) is {below} than a^2 for \
             a = {small}, b = {large}: the player to move {loses}."
        ))
    }
}
