//! Staircase Nim (T44): a move takes any positive number of coins from one step to the next lower
//! one, and from step 1 to the ground.
//!
//! The value is the nim-sum of the numbers of coins on the odd steps. The theorem says nothing
//! about misère play.

use crate::ir::{Convention, Value};
use crate::number::Int;
use crate::shape::presburger::Question;
use crate::theorem::written::{game, naturals_only, target};
use crate::theorem::{ClosedForm, Hypotheses, Kind, Theorem, int_of, naturals, says, value_of};
use crate::theory::staircase;

/// The catalogue entry for Staircase Nim.
pub const THEOREM: Theorem = Theorem {
    id: "staircase",
    entry: "T44",
    title: "Staircase Nim: move any number of coins one step down",
    cite: "Berlekamp, Conway, Guy 1982",
    gives: "staircase Nim (theorem:staircase), values by the odd steps",
    page: include_str!("../pages/staircase.md"),
    hypotheses: Hypotheses::Rules { written, form: |_| Some(Box::new(Steps)) },
};

fn written(kinds: &[Kind]) -> Vec<String> {
    let Some(fields) = naturals_only(kinds).filter(|fields| *fields > 1) else { return Vec::new() };
    let step = |at: usize| {
        let mut replaced = vec![(at, format!("a{at} - k"))];
        if at > 0 {
            replaced.push((at - 1, format!("a{} + k", at - 1)));
        }
        format!("move down{at}(k in 1..=a{at}) -> {}", target(fields, &replaced))
    };
    vec![game(fields, &(0..fields).map(step).collect::<Vec<_>>())]
}

/// The closed form for states whose fields are the steps, the lowest first.
#[derive(Debug)]
struct Steps;

impl ClosedForm for Steps {
    fn value(&self, state: &[Value]) -> Option<Int> {
        Some(int_of(staircase::value(&naturals(state)?)))
    }

    fn winning(&self, state: &[Value], convention: Convention) -> Option<Vec<Vec<Value>>> {
        let steps = naturals(state)?;
        if convention != Convention::Normal {
            return None;
        }
        let target = |shift: staircase::Shift| {
            let mut target = steps.clone();
            target[shift.place] -= &shift.amount;
            if let Some(below) = shift.place.checked_sub(1) {
                target[below] += &shift.amount;
            }
            target.into_iter().map(value_of).collect()
        };
        Some(staircase::winning_moves(&steps).into_iter().map(target).collect())
    }

    fn says(&self, question: Question, fields: usize) -> Option<String> {
        let odd_steps: Vec<String> = says::names(fields).into_iter().step_by(2).collect();
        (question == Question::Value).then(|| odd_steps.join(" xor "))
    }

    fn why(&self, state: &[Value], convention: Convention) -> Option<String> {
        let steps = naturals(state)?;
        let odd: Vec<String> = steps.iter().step_by(2).map(ToString::to_string).collect();
        (convention == Convention::Normal).then(|| {
            format!(
                "Coins on even steps do not count, since a move there can be followed by the same move one step \
                 further down. The odd steps hold {}, with the nim-sum {}.",
                odd.join(", "),
                staircase::value(&steps)
            )
        })
    }
}
