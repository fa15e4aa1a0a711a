//! Collects the facts that explain why a position is won, lost or drawn: who wins, values, and the
//! moves that preserve the outcome.

use super::advice::standing;
use super::{Choice, End, Standing, advise, choices, end, nim_sum, within};
use crate::ir::value::{Form, Position, Sum};
use crate::ir::{Convention, print};
use crate::number::Int;
use crate::position::{Evaluated, Instance};
use crate::solve::{Outcome, Solver};
use std::collections::BTreeSet;

/// The value of a component of a sum.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PartValue {
    /// The component, printed.
    pub component: String,
    /// How many copies of the component there are.
    pub count: u64,
    /// The value of one copy.
    pub value: Int,
}

/// A move that explains the outcome.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Shown {
    /// The name of the move.
    pub name: String,
    /// The position that the move leads to, printed.
    pub to: String,
    /// The opponent's best reply; only given for the move that delays a loss longest, and `None` if
    /// that move ends play.
    pub reply: Option<String>,
}

/// The facts that explain the outcome of a position.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Explanation {
    /// The position.
    pub position: Position,
    /// The end of play, if play is over at the position.
    pub end: Option<End>,
    /// Who wins, in how many moves.
    pub standing: Standing,
    /// The value of the position. `None` if it has none, a limit was reached, or play is over.
    pub value: Option<Int>,
    /// The values of the components that have one and for which no limit was reached. Empty unless
    /// the position is a sum under normal play, play goes on and the outcome is known.
    pub parts: Vec<PartValue>,
    /// How many different positions one move can reach.
    pub options: usize,
    /// How many options are lost for the opponent, or drawn if the position is drawn. For a lost
    /// position without blocking, options are not counted and this is 0.
    pub good: usize,
    /// The moves to the first three of the options that `good` counts. For a lost position
    /// without blocking, the one move that delays the loss longest.
    pub shown: Vec<Shown>,
    /// How many options the opponent may forbid.
    pub blocked: u64,
    /// For a single component with a value, the values of its options; `None` for other positions,
    /// or if the value of an option is not found.
    pub values_of_options: Option<BTreeSet<Int>>,
}

/// The most moves that are shown.
const MOST_SHOWN: usize = 3;

/// Collects the facts that explain the outcome of a position, as far as limits allow.
pub fn explain(
    instance: &Instance,
    solver: &mut Solver<'_, '_>,
    position: &Position,
) -> Evaluated<Explanation> {
    let choices = choices(instance, solver.budget(), position)?;
    let end = end(instance, solver, position, &choices)?;
    let standing = standing(solver, position)?;
    let mut it = Explanation {
        position: position.clone(),
        end,
        standing,
        value: None,
        parts: Vec::new(),
        options: choices.len(),
        good: 0,
        shown: Vec::new(),
        blocked: instance.blocked_at(position),
        values_of_options: None,
    };
    if let Some(outcome) = standing.outcome.filter(|_| end.is_none()) {
        it.value = within(solver.value(position))?.ok().flatten();
        if let (Convention::Normal, Form::Sum(sum)) = (position.convention, &position.form) {
            it.parts = parts(instance, solver, sum)?;
            if it.value.is_some() && sum.single().is_some() {
                it.values_of_options = values(solver, &choices)?;
            }
        }
        moves(instance, solver, outcome, &choices, &mut it)?;
    }
    Ok(it)
}

impl Explanation {
    /// The nim-sum of the components' values, if all of them have one.
    pub fn nim_sum(&self) -> Option<Int> {
        let Form::Sum(sum) = &self.position.form else { return None };
        let complete = !self.parts.is_empty() && self.parts.len() == sum.parts.len();
        let odd = self.parts.iter().filter(|part| part.count % 2 == 1);
        complete.then(|| nim_sum(odd.map(|part| &part.value)))
    }
}

fn parts(instance: &Instance, solver: &mut Solver<'_, '_>, sum: &Sum) -> Evaluated<Vec<PartValue>> {
    let mut parts = Vec::new();
    for (part, count) in sum.parts.iter() {
        let alone = Position::normal(Sum::one(part.clone()));
        if let Ok(Some(value)) = within(solver.value(&alone))? {
            let component = print::component(&instance.program, part);
            parts.push(PartValue { component, count: *count, value });
        }
    }
    Ok(parts)
}

/// The values of all options, if each has one.
fn values(solver: &mut Solver<'_, '_>, choices: &[Choice]) -> Evaluated<Option<BTreeSet<Int>>> {
    let mut values = BTreeSet::new();
    for choice in choices {
        match within(solver.value(&choice.to))? {
            Ok(Some(value)) => values.insert(value),
            _ => return Ok(None),
        };
    }
    Ok(Some(values))
}

/// Sets `good` and `shown` of an explanation, given the outcome of its position.
fn moves(
    instance: &Instance,
    solver: &mut Solver<'_, '_>,
    outcome: Outcome,
    choices: &[Choice],
    it: &mut Explanation,
) -> Evaluated<()> {
    let shown = |choice: &Choice| Shown {
        name: choice.name().to_string(),
        to: print::position(&instance.program, &choice.to),
        reply: None,
    };
    if outcome == Outcome::Previous && it.blocked == 0 {
        let position = it.position.clone();
        let Some(advice) = advise(instance, solver, &position, choices, &|_| 0)? else { return Ok(()) };
        let longest = &choices[advice.at];
        let replies = super::choices(instance, solver.budget(), &longest.to)?;
        let reply = match end(instance, solver, &longest.to, &replies)? {
            Some(_) => None,
            None => advise(instance, solver, &longest.to, &replies, &|_| 0)?,
        };
        let reply = reply.map(|reply| replies[reply.at].name().to_string());
        it.shown.push(Shown { reply, ..shown(longest) });
        return Ok(());
    }
    let wanted = if outcome == Outcome::Draw { Outcome::Draw } else { Outcome::Previous };
    for choice in choices {
        if within(solver.outcome(&choice.to))? == Ok(wanted) {
            it.good += 1;
            if it.shown.len() < MOST_SHOWN {
                it.shown.push(shown(choice));
            }
        }
    }
    Ok(())
}
