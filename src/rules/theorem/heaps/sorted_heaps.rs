//! Nim with heaps in non-decreasing order (T44): a move takes any positive number from one heap,
//! but no heap may become smaller than the one before it.
//!
//! The value of a₁ ≤ … ≤ aₙ is the nim-sum of aₙ − aₙ₋₁, aₙ₋₂ − aₙ₋₃, …, with a₀ = 0. The theorem
//! gives no results for heaps out of order, and says nothing about misère play.

use crate::ir::{Convention, Value};
use crate::number::Int;
use crate::shape::presburger::Question;
use crate::theorem::written::{game, naturals_only, target};
use crate::theorem::{ClosedForm, Hypotheses, Kind, Theorem, int_of, naturals, says, value_of};
use crate::theory::staircase;

/// The catalogue entry for Nim with heaps that stay in order.
pub const THEOREM: Theorem = Theorem {
    id: "sorted-heaps",
    entry: "T44",
    title: "Nim with heaps that stay in non-decreasing order",
    cite: "Berlekamp, Conway, Guy 1982",
    gives: "staircase Nim of the differences (theorem:sorted-heaps), the value is the nim-sum of every other difference",
    page: include_str!("../pages/sorted_heaps.md"),
    hypotheses: Hypotheses::Rules { written, form: |_| Some(Box::new(Heaps)) },
};

fn written(kinds: &[Kind]) -> Vec<String> {
    let Some(fields) = naturals_only(kinds).filter(|fields| *fields > 1) else { return Vec::new() };
    let lower = |at: usize| {
        let floor = at.checked_sub(1).map_or("0".to_string(), |below| format!("a{below}"));
        format!("move m{at}(x in {floor}..a{at}) -> {}", target(fields, &[(at, "x".to_string())]))
    };
    // From heaps that are out of order, a game may have these moves or none: both formulations are
    // written out.
    let ordered = |at: usize| format!("a{} <= a{at}", at - 1);
    let guard = (1..fields).map(ordered).collect::<Vec<_>>().join(" and ");
    let moves: Vec<String> = (0..fields).map(lower).collect();
    let guarded = moves.iter().map(|it| it.replace(" ->", &format!(" when {guard} ->")));
    vec![game(fields, &moves), game(fields, &guarded.collect::<Vec<_>>())]
}

/// The closed form for states whose fields are the heaps, the smallest first.
#[derive(Debug)]
struct Heaps;

impl ClosedForm for Heaps {
    fn value(&self, state: &[Value]) -> Option<Int> {
        staircase::value_of_sorted(&naturals(state)?).map(int_of)
    }

    fn winning(&self, state: &[Value], convention: Convention) -> Option<Vec<Vec<Value>>> {
        let heaps = naturals(state)?;
        if convention != Convention::Normal {
            return None;
        }
        let target = |shift: staircase::Shift| {
            let mut target = heaps.clone();
            target[shift.place] -= shift.amount;
            target.into_iter().map(value_of).collect()
        };
        Some(staircase::winning_moves_of_sorted(&heaps)?.into_iter().map(target).collect())
    }

    fn says(&self, question: Question, fields: usize) -> Option<String> {
        (question == Question::Value).then(|| text(&says::names(fields)))
    }

    fn says_where(&self, fields: usize) -> Option<String> {
        Some(in_order(&says::names(fields)))
    }

    fn why(&self, state: &[Value], convention: Convention) -> Option<String> {
        let steps = staircase::steps_of_sorted(&naturals(state)?)?;
        let odd: Vec<String> = steps.iter().step_by(2).map(ToString::to_string).collect();
        (convention == Convention::Normal).then(|| {
            format!(
                "Lowering a heap moves coins from the gap below it to the gap above it: the gaps are a staircase. \
                 Every other gap, from the last heap on, counts: {}, with the nim-sum {}.",
                odd.join(", "),
                staircase::value(&steps)
            )
        })
    }
}

/// The nim-sum, as an expression of the language, of every other difference of adjacent heaps with
/// these names, from the last heap on.
pub fn text(names: &[String]) -> String {
    let gap = |pair: &[String]| match pair {
        [low, high] => format!("({high} - {low})"),
        _ => pair.concat(),
    };
    names.rchunks(2).map(gap).collect::<Vec<_>>().join(" xor ")
}

/// The condition, in the language, that no heap is smaller than the one before it.
pub fn in_order(names: &[String]) -> String {
    if names.len() > 1 { names.join(" <= ") } else { "true".to_string() }
}
