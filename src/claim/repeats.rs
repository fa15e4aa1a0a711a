//! Judges claims that values repeat: by a proved period, by arithmetic, or by the values up to a
//! bound.

use super::cases;
use super::one_case::evaluator;
use super::repetition::Numbers;
use super::verdict::{bound_words, is_unsound};
use super::{Evidence, Judge, Verdict, arithmetic, errors, guess};
use crate::ir::{Claim, Repeats, Value};
use crate::number::Int;
use crate::position::{Evaluated, Evaluator, Problem, ProblemKind, Reach};
use crate::solve::{Eternal, Heap};

/// The greatest default for the last index that is compared where values are compared one by one,
/// unless [`super::Options::least`] is greater.
const MOST_SEEN: u64 = 2000;
/// The greatest heap of a one-heap game whose value is computed if the user gives no bound, however
/// far a claim reaches.
const MOST_HEAPS: u64 = 4_000_000;

/// Two values one period apart that do not match.
struct Failure {
    /// The index of `early`.
    at: u64,
    early: Int,
    late: Int,
}

/// Judges a claim that values repeat.
pub fn judge(judge: &mut Judge<'_, '_, '_>, claim: &Claim, repeats: &Repeats) -> Verdict {
    let mut verdict = Verdict::undecided(0);
    match decide(judge, claim, repeats, &mut verdict) {
        Ok(evidence) => verdict.evidence = evidence,
        Err(problem) => {
            let limit = if let ProblemKind::Limit(limit) = problem.kind { Some(limit) } else { None };
            let why = crate::position::errors::sentence(judge.instance, &problem);
            verdict.evidence = Evidence::Undecided { limit, why: why.clone() };
            if is_unsound(&problem) {
                verdict.unsound = Some(problem);
            } else {
                verdict.diagnostics.push(errors::not_evaluated(
                    &judge.instance.program,
                    claim,
                    &problem,
                    &why,
                ));
            }
        }
    }
    verdict
}

/// A claim that values repeat, and the numbers in it.
struct Repetition<'c> {
    claim: &'c Claim,
    repeats: &'c Repeats,
    numbers: Numbers,
}

impl Repetition<'_> {
    /// The name of the variable.
    fn variable(&self) -> &str {
        &self.claim.slots[self.repeats.variable.index()].name
    }
}

fn decide(
    judge: &mut Judge<'_, '_, '_>,
    claim: &Claim,
    repeats: &Repeats,
    verdict: &mut Verdict,
) -> Evaluated<Evidence> {
    let (instance, budget) = (judge.instance, judge.solver.budget());
    let bound = judge.options.bound.unwrap_or_else(|| cases::default_bound(1));
    let mut frame = vec![Value::Bool(false); claim.slots.len()];
    let numbers = {
        let mut evaluator = evaluator(instance, budget, judge.solver, Reach { bound, patience: 0 });
        numbers(&mut evaluator, repeats, &mut frame)?
    };
    let it = Repetition { claim, repeats, numbers };
    let heaps = judge.solver.heaps();
    if let Some(heap) = super::period::game_of(repeats).and_then(|game| heaps.heap(game, budget))
        && let Some(evidence) = of_heap(judge, &it, heap, verdict)
    {
        if !matches!(evidence, Evidence::Checked { .. }) {
            return Ok(evidence);
        }
        guess::learn(judge, &repeats.value);
        return Ok(match arithmetic::repeats(instance, repeats, &it.numbers, &judge.proven, judge.solver) {
            Some((None, by)) => Evidence::Proved { by, agrees: evidence.bound() },
            _ => evidence,
        });
    }
    by_values(judge, &it, &mut frame, verdict)
}

/// Compares the values up to a bound, and if all of them match, decides the claim by arithmetic if
/// possible.
fn by_values(
    judge: &mut Judge<'_, '_, '_>,
    it: &Repetition<'_>,
    frame: &mut [Value],
    verdict: &mut Verdict,
) -> Evaluated<Evidence> {
    let (instance, budget) = (judge.instance, judge.solver.budget());
    let Repetition { claim, repeats, numbers } = it;
    let enough = numbers.from.saturating_add(numbers.period.saturating_mul(2)).clamp(100, MOST_SEEN);
    let bound = judge.options.bound.unwrap_or(enough.max(judge.options.least.unwrap_or(0)));
    let reach = Reach { bound, patience: 0 };
    let failure = {
        let mut evaluator = evaluator(instance, budget, judge.solver, reach);
        compare(&mut evaluator, it, bound, frame, &mut verdict.cases)?
    };
    if let Some(failure) = failure {
        return Ok(refuted(judge, it, failure, verdict));
    }
    let least = numbers.from.saturating_add(numbers.period);
    let variable = it.variable().to_string();
    let agrees = (least <= bound).then(|| bound_words(std::slice::from_ref(&variable), bound));
    guess::learn(judge, &repeats.value);
    let decided = arithmetic::repeats(instance, repeats, numbers, &judge.proven, judge.solver);
    if let Some((failing, by)) = decided {
        let Some(at) = failing else { return Ok(Evidence::Proved { by, agrees }) };
        let mut evaluator = evaluator(instance, budget, judge.solver, reach);
        let mut value = |place: &Int| {
            frame[repeats.variable.index()] = Value::Int(place.clone());
            evaluator.int(&repeats.value, frame)
        };
        let late = &at + &Int::from(numbers.period);
        if let (Ok(early), Ok(late), Some(at)) = (value(&at), value(&late), at.to_usize()) {
            return Ok(refuted(judge, it, Failure { at: at as u64, early, late }, verdict));
        }
        return Ok(Evidence::Refuted { counterexample: vec![(variable, Value::Int(at))] });
    }
    if let Some(bound) = agrees {
        return Ok(Evidence::Checked { bound });
    }
    let why = format!("no two values a period apart were examined ({})", bound_words(&[variable], bound));
    verdict.diagnostics.push(errors::beyond_bound(claim, &why, least));
    Ok(Evidence::Undecided { limit: None, why })
}

/// Decides the claim about a one-heap game by a proved period, or checks it by the values that are
/// computed. `None` if these contain no two values one period apart.
fn of_heap(
    judge: &mut Judge<'_, '_, '_>,
    it: &Repetition<'_>,
    heap: &Heap,
    verdict: &mut Verdict,
) -> Option<Evidence> {
    let (budget, numbers) = (judge.solver.budget(), &it.numbers);
    // Three times the reach of the claim is enough for every certificate of a true claim.
    let reach = numbers.from.saturating_add(numbers.period).saturating_mul(3).saturating_add(1000);
    let most = judge.options.bound.unwrap_or(reach.clamp(heap.affordable() as u64, MOST_HEAPS));
    let variable = it.variable().to_string();
    let most = usize::try_from(most).ok()?.saturating_add(1);
    match heap.forever(most, budget) {
        Some(eternal) => {
            verdict.cases = eternal.heaps() as u64;
            Some(match first_failure(eternal, numbers) {
                Some(failure) => refuted(judge, it, failure, verdict),
                None => {
                    let agrees = Some(bound_words(&[variable], eternal.heaps() as u64 - 1));
                    Evidence::Proved { by: eternal.least_words(), agrees }
                }
            })
        }
        None => {
            let values = heap.known();
            let known = values.len();
            let (from, period) = (usize::try_from(numbers.from).ok()?, usize::try_from(numbers.period).ok()?);
            let number = |at: usize| values.get(at).map_or(Int::ZERO, |value| Int::from(u64::from(value)));
            let mismatch = (from..known.saturating_sub(period))
                .find(|at| number(*at) + numbers.adding.clone() != number(at + period));
            verdict.cases = known.saturating_sub(period).saturating_sub(from) as u64;
            if let Some(at) = mismatch {
                let failure = Failure { at: at as u64, early: number(at), late: number(at + period) };
                return Some(refuted(judge, it, failure, verdict));
            }
            (verdict.cases > 0)
                .then(|| Evidence::Checked { bound: bound_words(&[variable], known as u64 - 1) })
        }
    }
}

/// The first index at which values with a proved period do not repeat as claimed; `None` if they
/// do.
///
/// From the preperiod on, the difference between values at a fixed distance is periodic. So it is
/// enough to examine the indices before the preperiod and those of one period from there, or of one
/// period from `numbers.from` if that is later.
fn first_failure(eternal: &Eternal, numbers: &Numbers) -> Option<Failure> {
    let last = numbers.from.max(eternal.period.preperiod as u64) + eternal.period.period as u64;
    (numbers.from..last).find_map(|at| {
        let early = Int::from(eternal.value(&Int::from(at))?);
        let late = Int::from(eternal.value(&(&Int::from(at) + &Int::from(numbers.period)))?);
        (&early + &numbers.adding != late).then_some(Failure { at, early, late })
    })
}

/// Adds the diagnostic for a failure to the verdict, and returns the evidence.
fn refuted(
    judge: &Judge<'_, '_, '_>,
    it: &Repetition<'_>,
    failure: Failure,
    verdict: &mut Verdict,
) -> Evidence {
    let Repetition { claim, repeats, numbers } = it;
    let variable = it.variable();
    let counterexample = vec![(variable.to_string(), Value::Int(Int::from(failure.at)))];
    let text = crate::ir::print::expr(&judge.instance.program, &claim.slots, &repeats.value);
    let (period, later) = (numbers.period, failure.at.saturating_add(numbers.period));
    let facts = vec![format!(
        "{text} is {} at {variable} = {}, but {} at {variable} = {later}, a period of {period} later",
        failure.early, failure.at, failure.late
    )];
    verdict.diagnostics.push(errors::refuted(judge.instance, claim, &counterexample, &facts));
    Evidence::Refuted { counterexample }
}

/// Evaluates the numbers of a claim; an error if the period is not positive, if `from` is not a
/// natural, or if either is greater than `i64::MAX`.
fn numbers(evaluator: &mut Evaluator<'_, '_>, repeats: &Repeats, frame: &mut [Value]) -> Evaluated<Numbers> {
    let period = evaluator.int(&repeats.period, frame)?;
    let adding = repeats.adding.as_ref().map_or(Ok(Int::ZERO), |it| evaluator.int(it, frame))?;
    let from = repeats.from.as_ref().map_or(Ok(Int::ZERO), |it| evaluator.int(it, frame))?;
    let to_word = |value: &Int| value.to_i64().and_then(|it| u64::try_from(it).ok());
    let period_word = to_word(&period).filter(|it| *it > 0);
    Ok(Numbers {
        period: period_word.ok_or_else(|| Problem {
            span: repeats.period.span,
            kind: match period > Int::ZERO {
                true => ProblemKind::TooLarge("the period"),
                false => ProblemKind::NotPositive { what: "the period", value: period.to_string() },
            },
        })?,
        adding,
        from: to_word(&from).ok_or_else(|| Problem {
            span: repeats.from.as_ref().map_or(repeats.period.span, |it| it.span),
            kind: match from.is_negative() {
                true => ProblemKind::NotNatural { what: "`from`", value: from.to_string() },
                false => ProblemKind::TooLarge("`from`"),
            },
        })?,
    })
}

/// The first index at which two values one period apart, both at indices up to `bound`, do not match.
/// Counts the compared pairs in `cases`.
fn compare(
    evaluator: &mut Evaluator<'_, '_>,
    Repetition { repeats, numbers, .. }: &Repetition<'_>,
    bound: u64,
    frame: &mut [Value],
    cases: &mut u64,
) -> Evaluated<Option<Failure>> {
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
                return Ok(Some(Failure { at: n - numbers.period, early, late: value }));
            }
        }
        values.push_back(value);
        n += 1;
    }
    Ok(None)
}
