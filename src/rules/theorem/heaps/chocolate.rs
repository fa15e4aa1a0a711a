//! A bar of chocolate with one poisoned square (T53): a move breaks the bar along a line and eats
//! the part without the poisoned square.
//!
//! The value is the nim-sum of the numbers of lines left of, right of, above and below the poisoned
//! square. The theorem gives no results if that square is outside the bar, and says nothing about
//! misère play.

use crate::ir::{Convention, Value};
use crate::number::Int;
use crate::shape::presburger::Question;
use crate::theorem::{ClosedForm, Clues, Guess, Hypotheses, Kind, Theorem, clues, int_of, naturals};
use crate::theory::{chocolate, nim};
use num_bigint::BigUint;
use std::collections::{BTreeMap, BTreeSet};

/// The catalogue entry for chocolate with a poisoned square.
pub const THEOREM: Theorem = Theorem {
    id: "chocolate",
    entry: "T53",
    title: "A bar of chocolate with one poisoned square",
    cite: "Robin 1989",
    gives: "Robin 1989 (theorem:chocolate), values by the lines around the poisoned square",
    page: include_str!("../pages/chocolate.md"),
    hypotheses: Hypotheses::Any(&[
        Hypotheses::Rules { written, form: |_| Some(Box::new(Bar)) },
        Hypotheses::Boards { least: clues::MANY_POSITIONS, guess, form: |_| Some(Box::new(Bar)) },
    ]),
};

/// The rules of a strip with its length and the place of the poison.
const STRIP: &str = "game strip(n: nat, p: nat) {
    move left(k in 1..=p) when p < n -> strip(n - k, p - k)
    move right(m in p + 1..n) -> strip(m, p)
}";
/// The rules of a bar with its length and the place of the poison in both directions.
const BAR: &str = "game bar(n: nat, p: nat, m: nat, q: nat) {
    move left(k in 1..=p) when p < n and q < m -> bar(n - k, p - k, m, q)
    move right(i in p + 1..n) when q < m -> bar(i, p, m, q)
    move up(k in 1..=q) when p < n and q < m -> bar(n, p, m - k, q - k)
    move down(i in q + 1..m) when p < n -> bar(n, p, i, q)
}";
/// The rules of a strip in which states with the poison outside have moves, too.
const STRIP_UNGUARDED: &str = "game strip(n: nat, p: nat) {
    move left(k in 1..=min(p, n)) -> strip(n - k, p - k)
    move right(m in p + 1..n) -> strip(m, p)
}";

fn written(kinds: &[Kind]) -> Vec<String> {
    match kinds {
        [Kind::Nat, Kind::Nat] => vec![STRIP.to_string(), STRIP_UNGUARDED.to_string()],
        [Kind::Nat, Kind::Nat, Kind::Nat, Kind::Nat] => vec![BAR.to_string()],
        _ => Vec::new(),
    }
}

/// Bars with as many lines as the start has options. Their sides and the places of the poison are
/// numbers of the start or the program, or sides of a set of pairs in the start.
fn guess(clues: &Clues<'_>) -> Vec<Guess> {
    let mentioned = clues.numbers().into_iter().map(i64::from);
    let known = clues.in_order().into_iter().chain(clues.sides()).map(|it| it as i64).chain(mentioned);
    let known: BTreeSet<i64> = known.collect();
    let places = |side: i64| known.iter().copied().filter(move |place| *place < side);
    let mut bars: BTreeMap<Vec<i64>, [i64; 4]> = BTreeMap::new();
    for (n, m) in known.iter().flat_map(|n| known.range(..=n).map(move |m| (*n, *m))) {
        if n + m - 2 == clues.options() as i64 {
            for (p, q) in places(n).flat_map(|p| places(m).map(move |q| (p, q))) {
                // Bars whose heaps are equal up to their order have equal play, so one of them is
                // enough.
                let mut heaps = vec![p, n - 1 - p, q, m - 1 - q];
                heaps.sort_unstable();
                bars.entry(heaps).or_insert([n, p, m, q]);
            }
        }
    }
    bars.into_values().map(|bar| Guess::of(BAR, 0, bar.map(Value::int).to_vec())).collect()
}

/// The closed form for states of one or two pairs: for each direction, the length of the bar and
/// the place of the poison, counted from 0.
#[derive(Debug)]
struct Bar;

impl Bar {
    fn heaps(state: &[Value]) -> Option<Vec<BigUint>> {
        let numbers = naturals(state)?;
        let zero = BigUint::ZERO;
        match &numbers[..] {
            [n, p] => chocolate::heaps(n, &BigUint::from(1u32), p, &zero),
            [n, p, m, q] => chocolate::heaps(n, m, p, q),
            _ => None,
        }
        .map(|heaps| heaps.to_vec())
    }
}

impl ClosedForm for Bar {
    fn value(&self, state: &[Value]) -> Option<Int> {
        Some(int_of(nim::value_big(&Bar::heaps(state)?)))
    }

    fn says(&self, question: Question, fields: usize) -> Option<String> {
        let text = if fields == 2 { "b xor (a - 1 - b)" } else { "b xor (a - 1 - b) xor d xor (c - 1 - d)" };
        (question == Question::Value).then(|| text.to_string())
    }

    fn says_where(&self, fields: usize) -> Option<String> {
        Some(if fields == 2 { "b < a" } else { "b < a and d < c" }.to_string())
    }

    fn why(&self, state: &[Value], convention: Convention) -> Option<String> {
        let heaps = Bar::heaps(state)?;
        let lines: Vec<String> = heaps.iter().map(ToString::to_string).collect();
        (convention == Convention::Normal).then(|| {
            format!(
                "The lines beside the poisoned square are heaps of Nim: {}, with the nim-sum {}.",
                lines.join(", "),
                nim::value_big(&heaps)
            )
        })
    }
}
