//! Claims that values repeat, looked at value by value.

use super::cases::{bound_words, is_unsound};
use super::{Evidence, Options, Verdict, errors};
use crate::ir::{Claim, Repeats, Value};
use crate::number::Int;
use crate::position::{Evaluated, Evaluator, Instance, Problem, ProblemKind};
use crate::solve::Solver;

/// The parts of the claim as numbers.
struct Numbers {
    period: u64,
    adding: Int,
    from: u64,
}

/// The most values that are looked at without being asked to.
const MOST: u64 = 2000;

pub fn judge(
    instance: &Instance,
    claim: &Claim,
    repeats: &Repeats,
    options: Options,
    solver: &mut Solver<'_, '_>,
) -> Verdict {
    let budget = solver.budget();
    let mut evaluator = Evaluator::new(instance, budget);
    evaluator.terms = Some(solver);
    evaluator.bound = options.bound.unwrap_or_else(|| super::cases::default_bound(1));
    let mut frame = vec![Value::Bool(false); claim.slots.len()];
    let variable = claim.slots[repeats.variable.index()].name.clone();
    let mut verdict = Verdict {
        evidence: Evidence::Undecided { limit: None, why: String::new() },
        cases: 0,
        diagnostics: Vec::new(),
        unsound: None,
    };
    let outcome = numbers(&mut evaluator, repeats, &mut frame).and_then(|numbers| {
        let enough = numbers.from.saturating_add(numbers.period.saturating_mul(2)).clamp(100, MOST);
        let bound = options.bound.unwrap_or(enough);
        let failure = compare(&mut evaluator, repeats, &numbers, bound, &mut frame, &mut verdict.cases)?;
        Ok((numbers, bound, failure))
    });
    let bounded = evaluator.bounded;
    match outcome {
        Ok((_, _, Some(_))) if bounded => {
            let why = "it fails as far as inner quantifiers were looked at".to_string();
            verdict.diagnostics.push(errors::cannot_decide(claim, &why));
            verdict.evidence = Evidence::Undecided { limit: None, why };
        }
        Ok((numbers, bound, None)) if numbers.from.saturating_add(numbers.period) > bound => {
            let why =
                format!("no two values a period apart were looked at ({})", bound_words(&[variable], bound));
            verdict.diagnostics.push(errors::beyond_bound(
                claim,
                &why,
                numbers.from.saturating_add(numbers.period),
            ));
            verdict.evidence = Evidence::Undecided { limit: None, why };
        }
        Ok((_, bound, None)) => {
            verdict.evidence = Evidence::Checked { bound: bound_words(&[variable], bound) }
        }
        Ok((numbers, _, Some((n, early, late)))) => {
            let counterexample = vec![(variable.clone(), Value::Int(Int::from(n)))];
            let text = crate::ir::print::expr(&instance.program, &claim.slots, &repeats.value);
            let facts = vec![
                format!("{text} is {early} at {variable} = {n}"),
                format!(
                    "and {late} at {variable} = {}, a period of {} later",
                    n + numbers.period,
                    numbers.period
                ),
            ];
            verdict.diagnostics.push(errors::refuted(instance, claim, &counterexample, &facts));
            verdict.evidence = Evidence::Refuted { counterexample };
        }
        Err(problem) => {
            let limit = if let ProblemKind::Limit(limit) = problem.kind { Some(limit) } else { None };
            let why = crate::position::errors::sentence(instance, &problem);
            verdict.evidence = Evidence::Undecided { limit, why: why.clone() };
            if is_unsound(&problem) {
                verdict.unsound = Some(problem);
            } else {
                verdict.diagnostics.push(errors::not_evaluated(instance, claim, &problem, &why));
            }
        }
    }
    verdict
}

fn numbers(evaluator: &mut Evaluator<'_, '_>, repeats: &Repeats, frame: &mut [Value]) -> Evaluated<Numbers> {
    let period = evaluator.int(&repeats.period, frame)?;
    let adding = repeats.adding.as_ref().map_or(Ok(Int::ZERO), |it| evaluator.int(it, frame))?;
    let from = repeats.from.as_ref().map_or(Ok(Int::ZERO), |it| evaluator.int(it, frame))?;
    let refuse = |what, value: &Int, span| Problem {
        span,
        kind: ProblemKind::NotNatural { what, value: value.to_string() },
    };
    let to_word = |value: &Int| value.to_i64().and_then(|it| u64::try_from(it).ok());
    let period_word = to_word(&period).filter(|it| *it > 0);
    Ok(Numbers {
        period: period_word.ok_or_else(|| refuse("a period", &period, repeats.period.span))?,
        adding,
        from: to_word(&from).ok_or_else(|| {
            refuse(
                "the place from which values repeat",
                &from,
                repeats.from.as_ref().map_or(repeats.period.span, |it| it.span),
            )
        })?,
    })
}

/// The first place where the values a period apart do not match.
fn compare(
    evaluator: &mut Evaluator<'_, '_>,
    repeats: &Repeats,
    numbers: &Numbers,
    bound: u64,
    frame: &mut [Value],
    cases: &mut u64,
) -> Evaluated<Option<(u64, Int, Int)>> {
    let mut values: std::collections::VecDeque<Int> = std::collections::VecDeque::new();
    let mut n = numbers.from;
    while n <= bound {
        evaluator.tick(1, repeats.value.span)?;
        frame[repeats.variable.index()] = Value::Int(Int::from(n));
        let value = evaluator.int(&repeats.value, frame)?;
        if values.len() as u64 == numbers.period
            && let Some(early) = values.pop_front()
        {
            *cases += 1;
            if &early + &numbers.adding != value {
                return Ok(Some((n - numbers.period, early, value)));
            }
        }
        values.push_back(value);
        n += 1;
    }
    Ok(None)
}
