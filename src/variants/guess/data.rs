//! Collects the data for guesses: the answers at small positions of a pattern.

use super::table::Table;
use crate::check;
use crate::ir::{ExprKind, Type, Value, walk};
use crate::model::Model;
use crate::number::Int;
use crate::pipeline::{Answer, Axis, Opened, Pattern, Question, Trouble, Values};
use crate::position::{Budget, Instance, Range};
use crate::solve::{Choice, Outcome};
use crate::source::{FileId, Loader, Source};
use crate::syntax;
use crate::variants::answers::answers;

/// How many values each variable takes, if there are one, two, three or four variables.
const SIDES: [u64; 4] = [160, 25, 8, 5];
/// The minimum bound for checking a guess, by the number of variables; the second number of each
/// pair is for slow answers.
const LEAST: [[u64; 2]; 4] = [[2000, 200], [100, 48], [24, 17], [12, 10]];
/// Answers are slow if all of them together take longer than this, in microseconds.
const SLOW: u64 = 500_000;

/// The answers at all positions whose variables are small.
pub struct Data {
    /// The names of the variables; at least one.
    pub variables: Vec<String>,
    /// Each variable takes the naturals below this.
    pub side: u64,
    /// The answers; the last variable varies fastest.
    pub target: Target,
    /// The minimum bound for checking claims about the answers.
    pub least: u64,
}

/// The answers that a guess has to explain.
pub enum Target {
    /// The value of each position.
    Values(Vec<i64>),
    /// For each position, whether it is lost.
    Lost(Vec<bool>),
}

/// Why there are no data.
pub enum Unfit {
    /// Nothing can be guessed about such a pattern; says why.
    Message(String),
    /// An answer could not be found.
    Trouble(Trouble),
}

impl Data {
    /// Collects the values of the positions of a pattern, or their outcomes if some position has no
    /// value or only outcomes are wanted.
    pub fn collect(
        pattern: &Pattern,
        instance: &Instance,
        only_outcomes: bool,
        budget: &Budget<'_>,
    ) -> Result<Data, Unfit> {
        let variables: Vec<String> = pattern.variables.iter().map(|(name, _)| name.clone()).collect();
        let Some(side) = variables.len().checked_sub(1).and_then(|at| SIDES.get(at)) else {
            let count = match variables.len() {
                0 => "no variables".to_string(),
                count => format!("{count} variables"),
            };
            return Err(Unfit::Message(format!(
                "the pattern has {count}; write one to four, as in `nim(n)`"
            )));
        };
        if let Some((name, ..)) = bounded(pattern, instance).first() {
            return Err(Unfit::Message(format!(
                "the field of `{name}` has a bound; write a number instead of `{name}`"
            )));
        }
        let axis = |name: &String| Axis { name: name.clone(), values: Values::Consecutive(Int::ZERO, *side) };
        let axes: Vec<Axis> = variables.iter().map(axis).collect();
        let model = Model::of(instance);
        let begun = budget.now();
        let least = || {
            let took = budget.now().zip(begun).map_or(0, |(now, begun)| now.saturating_sub(begun));
            LEAST[variables.len() - 1][usize::from(took > SLOW)]
        };
        let ask = |question| {
            let (answers, trouble) = answers(pattern, question, &axes, &model, budget, Choice::Auto);
            trouble.map_or(Ok(answers), |it| Err(Unfit::Trouble(it)))
        };
        if !only_outcomes {
            let found = ask(Question::Sg)?;
            if let Some(values) = found.iter().map(value).collect() {
                let least = least();
                return Ok(Data { variables, side: *side, target: Target::Values(values), least });
            }
        }
        let found = ask(Question::Outcome)?;
        let Some(lost) = found.iter().map(is_lost).collect() else {
            return Err(Unfit::Message("some positions are draws, or have no outcome".to_string()));
        };
        let least = least();
        Ok(Data { variables, side: *side, target: Target::Lost(lost), least })
    }

    /// A function that says, for the index of a position, whether all variables are at least
    /// `first`.
    fn from(&self, first: u64) -> impl Fn(usize) -> bool + '_ {
        move |at| {
            let mut place = at as u64;
            (0..self.variables.len()).all(|_| {
                let number = place % self.side;
                place /= self.side;
                number >= first
            })
        }
    }

    /// The values of the positions whose variables are all at least `first`; `None` if the data are
    /// outcomes.
    pub fn values(&self, first: u64) -> Option<Vec<i64>> {
        let Target::Values(values) = &self.target else { return None };
        let is_in = self.from(first);
        Some(values.iter().enumerate().filter(|it| is_in(it.0)).map(|it| *it.1).collect())
    }

    /// For each position whose variables are all at least `first`, whether it is lost.
    pub fn lost(&self, first: u64) -> Vec<bool> {
        let is_in = self.from(first);
        let all: Vec<bool> = match &self.target {
            Target::Values(values) => values.iter().map(|value| *value == 0).collect(),
            Target::Lost(lost) => lost.clone(),
        };
        all.into_iter().enumerate().filter(|it| is_in(it.0)).map(|it| it.1).collect()
    }

    /// A table of expressions, with their values at all positions whose variables are at least
    /// `first`.
    pub fn table(&self, first: u64, opened: &Opened, loader: &dyn Loader, budget: &Budget<'_>) -> Table {
        let loops: Vec<String> =
            self.variables.iter().map(|name| format!("for {name} in {first}..{}", self.side)).collect();
        let loops = loops.join(" ");
        Table::new(&self.variables, &mut |text| {
            integers(&format!("[{text} {loops}]"), opened, loader, budget)
        })
    }
}

/// The integers in the list that an expression denotes; `None` if the expression has no value, or
/// an integer has more than 64 bits.
fn integers(text: &str, opened: &Opened, loader: &dyn Loader, budget: &Budget<'_>) -> Option<Vec<i64>> {
    let (expr, _) = syntax::parse_expression(FileId(0), &Source::new("a guess", text));
    let (modules, instance) = (opened.modules.as_ref()?, opened.instance.as_ref()?);
    let ty = Type::list(Type::Int);
    let (body, _) = check::check_value(&instance.program, modules, &opened.sources, loader, &expr?, &ty);
    let Value::List(values) = instance.evaluate(&body?, budget).ok()? else { return None };
    let integer = |value: &Value| match value {
        Value::Int(int) => int.to_i64(),
        _ => None,
    };
    values.iter().map(integer).collect()
}

fn value(answer: &Answer) -> Option<i64> {
    match answer {
        Answer::Number(number) => number.to_i64(),
        _ => None,
    }
}

fn is_lost(answer: &Answer) -> Option<bool> {
    match answer {
        Answer::Outcome(Outcome::Previous) => Some(true),
        Answer::Outcome(Outcome::Next) => Some(false),
        _ => None,
    }
}

/// The variables that stand for fields with finitely many values, with the least and the greatest
/// value.
pub fn bounded<'p>(pattern: &'p Pattern, instance: &Instance) -> Vec<(&'p String, Int, Int)> {
    let mut found: Vec<(&String, Int, Int)> = Vec::new();
    walk::everything(&pattern.body.expr, &mut |expr| {
        let ExprKind::Component(game, arguments) = &expr.kind else { return };
        for (argument, range) in arguments.iter().zip(&instance.fields[game.index()]) {
            if let (ExprKind::Local(slot), Range::Between(low, high)) = (&argument.kind, range)
                && let Some((name, _)) = pattern.variables.iter().find(|it| it.1 == *slot)
                && found.iter().all(|it| it.0 != name)
            {
                found.push((name, low.clone(), high.clone()));
            }
        }
    });
    found
}

/// The number of bits that encode the answers if only their frequencies are known (their entropy).
pub fn bits(answers: &[i64]) -> f64 {
    let mut counts: rustc_hash::FxHashMap<i64, f64> = rustc_hash::FxHashMap::default();
    for answer in answers {
        *counts.entry(*answer).or_default() += 1.0;
    }
    let all = answers.len() as f64;
    counts.values().map(|count| count * (all / count).log2()).sum()
}
