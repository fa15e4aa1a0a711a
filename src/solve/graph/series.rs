//! Answers a series of questions that differ only in the numbers for their variables: compiled code
//! makes the keys of the components from these numbers.

use super::expand::sum;
use super::options::{Failure, Library, Part};
use super::table::NOTHING;
use super::values::Aim;
use super::{Graph, Kind};
use crate::code::{self, Pattern, Register, Stop};
use crate::ir::{Convention, ExprKind, walk};
use crate::position::{Evaluated, ProblemKind, Refusal};
use crate::{Asked, Outcome, Series};
use std::sync::{Arc, PoisonError};

/// The compiled position of a series, and the properties of its games.
pub struct Ready<'a> {
    pattern: Arc<Pattern<'a>>,
    /// The first of the two registers of the list of all numbers, if the position mentions it.
    line: Option<Register>,
    convention: Convention,
    /// The properties of the games of the pattern.
    kind: Kind,
    /// The components of the current question.
    parts: Vec<Part>,
}

impl<'a> Graph<'a, '_> {
    /// Compiles a series; `None` if its questions can only be answered one by one.
    pub(super) fn ready(&mut self, series: &Series<'a>) -> Option<Ready<'a>> {
        let (convention, position) = match &series.body.expr.kind {
            ExprKind::Convention(Convention::Misere, inner) => (Convention::Misere, &**inner),
            ExprKind::Convention(..) => return None,
            _ => (Convention::Normal, &series.body.expr),
        };
        let games = walk::games_in(&self.instance.program, position);
        let nothing = Kind { loopy: false, single: true, covered: true, ends: false };
        let kind = games.into_iter().fold(nothing, |kind, game| kind.and(self.kind(game)));
        if !kind.covered || !kind.single && (kind.loopy || kind.ends) {
            return None;
        }
        let mut constants = code::Constants { words: self.library.constants.words.clone() };
        let slots = (series.body.slots.as_slice(), position);
        let variables: Vec<_> = series.variables.iter().copied().chain(series.line).collect();
        let pattern = code::pattern(self.instance, &mut constants, slots, &variables).ok()?;
        self.library = Arc::new(Library { rules: self.library.rules.clone(), constants });
        self.renew();
        let line = series.line.and_then(|_| pattern.variables.last().copied());
        Some(Ready { pattern: Arc::new(pattern), line, convention, kind, parts: Vec::new() })
    }

    /// The answer to the next question; `None` if the caller has to ask it as a single question.
    pub(super) fn answer(&mut self, asked: Asked, numbers: &[i64]) -> Evaluated<Option<u64>> {
        let Some(mut ready) = self.series.take() else { return Ok(None) };
        let answer = loop {
            match self.try_answer(&mut ready, asked, numbers) {
                Ok(answer) => break Ok(answer),
                Err(Failure::Stop(Stop::Widen)) => self.widen(),
                Err(Failure::Stop(Stop::Limit(limit))) => break Err(crate::limit(limit)),
                Err(Failure::Stop(_)) => break Ok(None),
                // The caller then asks a single question, which reports this problem with more detail.
                Err(Failure::Problem(problem)) if is_refused(&problem.kind) => break Ok(None),
                Err(Failure::Problem(problem)) => break Err(problem),
            }
        };
        self.series = Some(ready);
        answer
    }

    /// Tries to answer the next question with the current keys; `None` if the caller has to ask it
    /// as a single question.
    fn try_answer(
        &mut self,
        ready: &mut Ready<'a>,
        asked: Asked,
        numbers: &[i64],
    ) -> Result<Option<u64>, Failure> {
        let (machine, pattern) = (&mut self.expander.machine, &ready.pattern);
        machine.reserve(pattern.registers);
        machine.forget();
        for (register, number) in pattern.variables.iter().zip(numbers) {
            machine.set(*register, *number);
        }
        if let Some(register) = ready.line {
            machine.set(register, machine.memory.len() as i64);
            machine.set(register + 1, numbers.len() as i64);
            machine.memory.extend_from_slice(numbers);
        }
        ready.parts.clear();
        sum(&self.codec, machine, &pattern.target, &mut ready.parts)?;
        let (kind, convention) = (ready.kind, ready.convention);
        let aim = if convention == Convention::Normal { Aim::Normal } else { Aim::Misere };
        match (asked, ready.parts.as_slice()) {
            (Asked::Value, parts) if convention == Convention::Normal && !kind.loopy => {
                self.value_of_parts(parts).map(Some)
            }
            (Asked::Outcome, [(key, 1)]) if kind.single && kind.loopy => {
                self.play_key(*key, convention, self.budget.positions).map(|decided| Some(code_of(decided.0)))
            }
            (Asked::Outcome, [(key, 1)]) if kind.single => {
                self.seek_key(aim, *key).map(|won| Some(u64::from(won)))
            }
            (Asked::Outcome, parts) if convention == Convention::Normal && !kind.loopy => {
                self.value_of_parts(parts).map(|value| Some(u64::from(value != 0)))
            }
            (Asked::Outcome, parts) if !kind.loopy && !kind.ends => {
                let total: u64 = parts.iter().map(|(_, count)| u64::from(*count)).sum();
                if total > 1 << 16 {
                    return Ok(None);
                }
                let copies = |(key, count): &Part| std::iter::repeat_n(*key, *count as usize);
                let keys: Vec<u64> = parts.iter().flat_map(copies).collect();
                Ok(self.misere_keys(&keys)?.map(code_of))
            }
            _ => Ok(None),
        }
    }

    /// The nim-sum of the values of the components.
    fn value_of_parts(&mut self, parts: &[Part]) -> Result<u64, Failure> {
        let mut total = 0;
        for (key, count) in parts {
            let values = self.values.get_mut().unwrap_or_else(PoisonError::into_inner);
            let value = match values.get(*key) {
                NOTHING => self.seek_key(Aim::Values, *key)?,
                known => known,
            };
            if count % 2 == 1 {
                total ^= u64::from(value);
            }
        }
        Ok(total)
    }
}

/// An outcome as a number: 0 is lost, 1 won, 2 drawn.
fn code_of(outcome: Outcome) -> u64 {
    match outcome {
        Outcome::Previous => 0,
        Outcome::Next => 1,
        Outcome::Draw => 2,
    }
}

/// Whether a question is refused because of an `end` rule.
fn is_refused(kind: &ProblemKind) -> bool {
    matches!(kind, ProblemKind::Refused(Refusal::ValueOfWinEnds | Refusal::SumWithEnds))
}
