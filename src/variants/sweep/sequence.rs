//! Computes the sequence of answers for one combination of values of the parameters, and the
//! entries about that sequence.

use super::found::{Quantity, Shown, Trouble, told};
use super::{Key, Plan, Show};
use crate::claim::{self, Evidence, Periodicity};
use crate::ir::walk;
use crate::model::Model;
use crate::number::Int;
use crate::pipeline::{Answer, Axis, Pattern, Question, Values};
use crate::position::{Budget, Instance, Limit, Refusal};
use crate::solve::{Outcome, Solver};
use crate::sound;
use crate::theory::period::Period;
use crate::variants::answers::answers;

/// How many positions of a one-heap game are examined by default: their values are computed
/// quickly.
const HEAPS: u64 = 10_000;
/// How many positions of other patterns are examined by default.
const POSITIONS: u64 = 1_001;
/// The most positions of ranges that are examined, and the most to which a proved period continues the answers. All
/// answers are held in memory.
const MOST_POSITIONS: u64 = 10_000_000;

/// Answers in order, with their period, key and bound.
pub struct Sequence {
    /// The values, with `None` for a position without a value; or, if no values are needed, 0 for
    /// lost positions and 1 for others.
    answers: Vec<Option<u64>>,
    /// How many of the answers were evaluated; the others follow from the proved period.
    evaluated: usize,
    /// The period, if it was searched for.
    periodicity: Option<Periodicity>,
    /// The key that identifies the sequence.
    pub key: Key,
    /// The bound of the examination, such as `n <= 999` or `a in 0..=20, b = 3`.
    bound: String,
    /// The limit that ended the examination early, if one did.
    pub limit: Option<Limit>,
}

impl Sequence {
    /// The values of a pattern with one variable from 0 on, with their period.
    pub fn with_period(
        plan: &Plan,
        instance: &Instance,
        pattern: &Pattern,
        budget: &Budget<'_>,
    ) -> Result<Sequence, Trouble> {
        let (_, variable) = pattern.variables[0];
        let model = Model::of(instance);
        let soundness = sound::prove_of(instance, &walk::games_in(&instance.program, &pattern.body.expr));
        let mut solver = Solver::new(&model, budget, plan.wish.engine);
        let heaps = solver.heaps();
        let game = claim::game_of_pattern(&pattern.body, variable);
        let is_heap = game.is_some_and(|game| heaps.heap(game, budget).is_some());
        let count = plan.wish.bound.unwrap_or(if is_heap { HEAPS } else { POSITIONS });
        let most = count.min(budget.positions);
        let options = claim::Options { bound: Some(most), ..claim::Options::default() };
        let mut judge = claim::Judge::new(instance, &soundness, options, &mut solver);
        let found = judge.period_and_values(&pattern.body, variable);
        let (periodicity, values) = found.map_err(|problem| told(instance, &problem))?;
        let proved = periodicity.period.filter(|_| matches!(periodicity.evidence, Evidence::Proved { .. }));
        let count = usize::try_from(count).unwrap_or(usize::MAX);
        let answers = continued(&values, proved, count);
        let key = Key::new(&answers, proved.map(|period| (period, &values[..])));
        let bound = format!("{} <= {}", pattern.variables[0].0, answers.len().saturating_sub(1));
        let limit = periodicity.limit.or((most < count as u64).then_some(Limit::Positions));
        let limit = limit.filter(|_| answers.len() < count);
        let (answers, evaluated) = (answers.into_iter().map(Some).collect(), values.len().min(count));
        Ok(Sequence { answers, evaluated, periodicity: Some(periodicity), key, bound, limit })
    }

    /// The answers of a pattern over ranges; without ranges, over the first values of its only
    /// variable from 0 on, as many as the bound says.
    pub fn over(
        plan: &Plan,
        instance: &Instance,
        pattern: &Pattern,
        mut axes: Vec<Axis>,
        budget: &Budget<'_>,
    ) -> Result<Sequence, Trouble> {
        if axes.is_empty() {
            let values = Values::Consecutive(Int::ZERO, plan.wish.bound.unwrap_or(POSITIONS));
            axes = vec![Axis { name: pattern.variables[0].0.clone(), values }];
        }
        let of_values = plan.shows.iter().any(|show| show.needs_values());
        let question = if of_values { Question::Sg } else { Question::Outcome };
        let cells = axes.iter().try_fold(1u64, |cells, axis| cells.checked_mul(axis.len()));
        if cells.is_none_or(|cells| cells > MOST_POSITIONS) {
            return Err(Trouble::wrong(format!("more than {MOST_POSITIONS} positions")));
        }
        let model = Model::of(instance);
        let (found, trouble) = answers(pattern, question, &axes, &model, budget, plan.wish.engine);
        let answers = found.iter().map(counted).collect::<Result<Vec<Option<u64>>, Trouble>>()?;
        let limit = trouble.as_ref().and_then(|it| it.limit());
        if let Some(trouble) = trouble.filter(|it| it.limit().is_none()) {
            return Err(told(instance, trouble.problem()));
        }
        // In the key, a position without a value counts as the value `u64::MAX`.
        let numbers: Vec<u64> = answers.iter().map(|answer| answer.unwrap_or(u64::MAX)).collect();
        let (key, bound) = (Key::new(&numbers, None), bound_words(&axes, answers.len() as u64));
        let evaluated = answers.len();
        Ok(Sequence { answers, evaluated, periodicity: None, key, bound, limit })
    }

    /// The entry for a column.
    pub fn shown(&self, show: Show) -> Shown {
        let looked = || Evidence::Proved {
            by: match self.answers.len() - self.evaluated {
                0 => format!("evaluation of {} positions", self.evaluated),
                _ => format!("evaluation of {} positions, continued by the proved period", self.evaluated),
            },
            agrees: Some(self.bound.clone()),
        };
        match show {
            Show::Period => self.of_period(|period| period.period as u64),
            Show::Preperiod => self.of_period(|period| period.preperiod as u64),
            Show::Max => self.greatest(),
            Show::Values => Shown { quantity: Quantity::Numbers(self.answers.clone()), evidence: looked() },
            _ => {
                let lost = self.answers.iter().filter(|answer| **answer == Some(0)).count();
                Shown { quantity: Quantity::Number(lost as u64), evidence: looked() }
            }
        }
    }

    /// The entry about the period, with a number that is computed from it.
    fn of_period(&self, number: impl Fn(Period) -> u64) -> Shown {
        let Some(found) = &self.periodicity else {
            return Shown::nothing("no period was looked for");
        };
        let quantity = found.period.map_or(Quantity::Nothing, |it| match it.saltus {
            0 => Quantity::Number(number(it)),
            saltus => Quantity::Growing(number(it), u64::from(saltus)),
        });
        Shown { quantity, evidence: found.evidence.clone() }
    }

    /// The entry with the greatest value: of the whole sequence if a proved period determines it,
    /// otherwise of the examined positions.
    fn greatest(&self) -> Shown {
        let proved = self.periodicity.as_ref().filter(|it| matches!(it.evidence, Evidence::Proved { .. }));
        if let Some((period, evidence)) = proved.and_then(|it| Some((it.period?, it.evidence.clone()))) {
            if period.saltus > 0 {
                return Shown { quantity: Quantity::Text("unbounded".to_string()), evidence };
            }
            if period.preperiod + period.period <= self.answers.len() {
                let greatest = self.answers.iter().flatten().max().copied();
                return Shown { quantity: greatest.map_or(Quantity::Nothing, Quantity::Number), evidence };
            }
        }
        let greatest = self.answers.iter().flatten().max().copied();
        let evidence = Evidence::Checked { bound: self.bound.clone() };
        Shown { quantity: greatest.map_or(Quantity::Nothing, Quantity::Number), evidence }
    }
}

/// The first `count` values of a sequence, continued by a proved period, up to [`MOST_POSITIONS`],
/// if fewer were computed.
fn continued(values: &[u32], proved: Option<Period>, count: usize) -> Vec<u64> {
    let mut answers: Vec<u64> = values.iter().take(count).copied().map(u64::from).collect();
    if let Some(period) = proved.filter(|it| it.preperiod + it.period <= values.len()) {
        while answers.len() < count.min(MOST_POSITIONS as usize) {
            let answer = answers[answers.len() - period.period] + u64::from(period.saltus);
            answers.push(answer);
        }
    }
    answers
}

/// An answer as a number; `None` for a loony position, which has no value. Other refusals are
/// trouble.
fn counted(answer: &Answer) -> Result<Option<u64>, Trouble> {
    match answer {
        Answer::Outcome(Outcome::Previous) => Ok(Some(0)),
        Answer::Outcome(Outcome::Next | Outcome::Draw) => Ok(Some(1)),
        Answer::Number(number) => {
            let small = number.to_i64().and_then(|it| u64::try_from(it).ok());
            small.map(Some).ok_or_else(|| Trouble::wrong("a value is too large".to_string()))
        }
        Answer::Refused(Refusal::LoonyValue) => Ok(None),
        Answer::Refused(refusal) => {
            Err(Trouble::wrong(crate::position::errors::refused(*refusal).0.to_string()))
        }
    }
}

/// The ranges in words, such as `a in 0..=20, b = 3`, and how many positions have answers, if not
/// all have.
fn bound_words(axes: &[Axis], found: u64) -> String {
    let cells = axes.iter().map(Axis::len).product::<u64>();
    let cut = if found < cells { format!(", the first {found} of {cells} positions") } else { String::new() };
    let words = axes.iter().map(|axis| match axis.len() {
        0 => format!("no {}", axis.name),
        1 => format!("{} = {}", axis.name, axis.at(0)),
        length if matches!(axis.values, Values::Consecutive(..)) => {
            format!("{} in {}..={}", axis.name, axis.at(0), axis.at(length - 1))
        }
        length => format!("{length} numbers {}", axis.name),
    });
    words.collect::<Vec<_>>().join(", ") + &cut
}
