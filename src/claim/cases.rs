//! Evaluates claims that are truth values case by case, in order of size: claims over finite
//! domains completely, claims over all naturals up to a bound. Proves nothing beyond the examined
//! cases.

use super::one_case::{Found, evaluator, judged};
use super::outer::{Outer, greatest_of, size_order};
use super::{Judge, Options, together};
use crate::ir::{Claim, Clause, Expr, Pattern, Type, Value};
use crate::number::Int;
use crate::position::{Budget, Evaluated, Evaluator, Flow, Open, Problem, Reach};
use std::cmp::Ordering;

/// The default bound of a claim over all naturals, by its number of variables.
pub fn default_bound(variables: usize) -> u64 {
    match variables {
        0 | 1 => 200,
        2 => 40,
        3 => 12,
        _ => 5,
    }
}

/// The answer about a claim, found from its cases.
pub enum Answer {
    /// The claim is true or false regardless of cases beyond any bound.
    Closed(Closed),
    /// The claim is open: it was examined only up to a bound.
    AsFar(AsFar),
}

/// The truth value of a claim that no unexamined case can change. The fields are private, so that
/// only the evaluation in this module creates such a value.
pub struct Closed {
    holds: bool,
    decisive: Option<Vec<Value>>,
    /// The smallest open case with the reason, if it is smaller than `decisive`.
    smaller: Option<(Vec<Value>, Open)>,
}

impl Closed {
    /// Whether the claim holds.
    pub fn holds(&self) -> bool {
        self.holds
    }

    /// The smallest case that decides: a counterexample of `forall`, a witness of `exists`. Over
    /// finite domains, a witness of `exists` is the first in the order of the domains instead.
    /// `None` if no case decides.
    pub fn decisive(&self) -> Option<&[Value]> {
        self.decisive.as_deref()
    }

    /// The smallest open case, if it is smaller than the case that decides. The open case might
    /// decide too.
    pub fn smaller(&self) -> Option<&(Vec<Value>, Open)> {
        self.smaller.as_ref()
    }
}

/// What the examined cases show about a claim that they leave open.
pub struct AsFar {
    /// The truth value of the claim if nothing beyond the bounds matters; `None` if even that is
    /// open.
    pub holds: Option<bool>,
    /// The first open case that may decide, or otherwise the first open case; `None` if no
    /// case is open.
    pub open: Option<(Vec<Value>, Open)>,
    /// Whether all cases before `open` are closed.
    pub first: bool,
}

/// A summary of the examined cases.
struct Cases {
    forall: bool,
    /// The last added closed case that decides. The callers add a further one only if it is
    /// smaller.
    decisive: Option<Vec<Value>>,
    /// The first open case that may decide, or otherwise the first open case; `None` if no
    /// case is open.
    open: Option<(Vec<Value>, Open)>,
    /// The smallest open case, if there is one.
    smallest_open: Option<(Vec<Value>, Open)>,
    /// Whether all cases before `open` are closed.
    first: bool,
    /// Whether an open case would decide, if nothing beyond the bounds matters; `None` if that is
    /// open.
    decides: Option<bool>,
    /// Whether an open case may have no truth value; then the claim may have none either.
    may_fail: bool,
}

impl Cases {
    fn new(forall: bool) -> Cases {
        Cases {
            forall,
            decisive: None,
            open: None,
            smallest_open: None,
            first: true,
            decides: Some(false),
            may_fail: false,
        }
    }

    /// Adds a case and its truth value. Returns whether the case decides the claim.
    fn add(&mut self, case: impl FnOnce() -> Vec<Value>, truth: Evaluated<bool>) -> Evaluated<bool> {
        match truth {
            Ok(truth) if truth == self.forall => Ok(false),
            Ok(_) => {
                self.decisive = Some(case());
                Ok(true)
            }
            Err(problem) => {
                let Some(open) = problem.open() else { return Err(problem) };
                self.may_fail |= open.may_fail;
                let (case, decides) = (case(), open.leaning.map(|leaning| leaning != self.forall));
                if self.smallest_open.as_ref().is_none_or(|(least, _)| size_order(&case, least).is_lt()) {
                    self.smallest_open = Some((case.clone(), open.clone()));
                }
                if self.open.is_none() || (self.decides == Some(false) && decides != Some(false)) {
                    self.first = self.open.is_none();
                    self.open = Some((case, open.clone()));
                }
                self.decides = match (self.decides, decides) {
                    (Some(true), _) | (_, Some(true)) => Some(true),
                    (Some(false), Some(false)) => Some(false),
                    _ => None,
                };
                Ok(false)
            }
        }
    }

    /// The answer about the claim. `all` tells whether all its cases were added, or only those up
    /// to a bound.
    fn answer(self, all: bool) -> Answer {
        if self.may_fail {
            return Answer::AsFar(AsFar { holds: None, open: self.open, first: self.first });
        }
        if let Some(decisive) = self.decisive {
            let smaller = self.smallest_open.filter(|(case, _)| size_order(case, &decisive).is_lt());
            return Answer::Closed(Closed { holds: !self.forall, decisive: Some(decisive), smaller });
        }
        if all && self.open.is_none() {
            return Answer::Closed(Closed { holds: self.forall, decisive: None, smaller: None });
        }
        let holds = self.decides.map(|decides| decides != self.forall);
        Answer::AsFar(AsFar { holds, open: self.open, first: self.first })
    }
}

/// The result of evaluating a claim case by case.
pub struct Looked {
    /// The answer about the claim, or the problem that ended its evaluation.
    pub outcome: Evaluated<Answer>,
    /// How far the examination came.
    pub found: Found,
    /// The bound up to which variables over all naturals were to be examined.
    pub bound: u64,
}

/// How many cases in total the quantifiers inside a claim may examine beyond their bounds.
const PATIENCE: u64 = 400_000;

/// Evaluates a claim case by case: all cases over finite domains, or those up to the bound over all
/// naturals, until the judge's pace stops the examination.
pub fn look(judge: &mut Judge<'_, '_, '_>, claim: &Claim, expr: &Expr, outer: Option<&Outer<'_>>) -> Looked {
    let instance = judge.instance;
    let stop = judge.pace.stop(judge.solver.budget());
    let budget = judge.solver.budget().within(&stop);
    let mut frame = vec![Value::Bool(false); claim.slots.len()];
    let variables = outer.map_or(1, |it| it.slots.len());
    let Options { bound, least, .. } = judge.options;
    let bound = bound.unwrap_or_else(|| default_bound(variables).max(least.unwrap_or(0)));
    let mut found = Found::default();
    let reach = Reach { bound, patience: judge.options.patience.unwrap_or(PATIENCE) };
    let outcome = match outer {
        Some(outer) if !outer.unbounded => all_finite(judge, outer, (&budget, reach), &mut frame, &mut found),
        _ => {
            let mut evaluator = evaluator(instance, &budget, judge.solver, reach);
            match outer {
                None => plain(&mut evaluator, expr, &mut frame, &mut found),
                Some(outer) => shells(&mut evaluator, outer, bound, &mut frame, &mut found),
            }
        }
    };
    Looked { outcome, found, bound }
}

/// Evaluates a claim over finite domains, on several threads if there are many cases.
fn all_finite(
    judge: &mut Judge<'_, '_, '_>,
    outer: &Outer<'_>,
    (budget, reach): (&Budget<'_>, Reach),
    frame: &mut [Value],
    found: &mut Found,
) -> Evaluated<Answer> {
    let instance = judge.instance;
    let first = if together::may_be_shared(judge, outer) { together::WORTH } else { u64::MAX };
    let mut alone = evaluator(instance, budget, judge.solver, reach);
    if let Some(answer) = finite(&mut alone, outer, frame, found, first)? {
        return Ok(answer);
    }
    if let Some(shared) = together::none_decides(judge, outer, reach.bound, frame)? {
        *found = shared;
        return Ok(Cases::new(outer.forall).answer(true));
    }
    *found = Found::default();
    let mut alone = evaluator(instance, budget, judge.solver, reach);
    let answer = finite(&mut alone, outer, frame, found, u64::MAX)?;
    Ok(answer.unwrap_or_else(|| Cases::new(outer.forall).answer(false)))
}

/// The case that decides a quantifier inside a claim, whose outer names have values in `frame`: the
/// smallest, or for `exists` over finite domains the first. Over all naturals, cases up to the
/// evaluator's bound are searched. `None` if no such case is found.
pub fn decisive(
    evaluator: &mut Evaluator<'_, '_>,
    outer: &Outer<'_>,
    frame: &mut [Value],
) -> Option<Vec<Value>> {
    let mut found = Found::default();
    let bound = evaluator.reach.bound;
    let answer = match outer.unbounded {
        true => shells(evaluator, outer, bound, frame, &mut found).ok()?,
        false => finite(evaluator, outer, frame, &mut found, u64::MAX).ok()??,
    };
    match answer {
        Answer::Closed(closed) => closed.decisive,
        Answer::AsFar(_) => None,
    }
}

/// Evaluates a claim without outer variables.
fn plain(
    evaluator: &mut Evaluator<'_, '_>,
    expr: &Expr,
    frame: &mut [Value],
    found: &mut Found,
) -> Evaluated<Answer> {
    (found.cases, found.met) = (1, true);
    let mut cases = Cases::new(true);
    let truth = evaluator.truth(expr, frame);
    cases.add(Vec::new, truth)?;
    Ok(cases.answer(true))
}

/// Examines the cases of a claim over finite domains. For `forall`, finds the smallest
/// counterexample; for `exists`, stops at the first witness. Returns `None` if there are more than
/// `most` cases and none of the first `most` decides.
fn finite(
    evaluator: &mut Evaluator<'_, '_>,
    outer: &Outer<'_>,
    frame: &mut [Value],
    found: &mut Found,
    most: u64,
) -> Evaluated<Option<Answer>> {
    let clauses: Vec<Clause> = outer.clauses.iter().map(|clause| (*clause).clone()).collect();
    let mut cases = Cases::new(outer.forall);
    // Ranges and sets are visited in ascending order.
    let ascending = match outer.clauses.first() {
        Some(Clause::For(Pattern::Slot(_), domain)) => {
            domain.ty == Type::Range || domain.ty == Type::set(Type::Int)
        }
        _ => false,
    };
    let mut many = false;
    let visited = evaluator.clauses(&clauses, frame, &mut |this, frame| {
        if found.cases >= most && cases.decisive.is_none() {
            many = true;
            return Ok(Flow::Stop);
        }
        found.cases += 1;
        let case: Vec<Value> = outer.slots.iter().map(|slot| frame[slot.index()].clone()).collect();
        if let Some(best) = &cases.decisive {
            if ascending && matches!(&case[0], Value::Int(first) if Some(first) > greatest_of(best)) {
                // The first variable ascends, so every later case is greater than `best`.
                return Ok(Flow::Stop);
            }
            if size_order(best, &case) != Ordering::Greater {
                // Only a smaller case could change the result.
                return Ok(Flow::More);
            }
        }
        let truth = judged(this, outer, frame, &mut found.met);
        let decides = cases.add(|| case, truth)?;
        Ok(if decides && !outer.forall { Flow::Stop } else { Flow::More })
    });
    match visited {
        // A condition or a domain is open, so the set of cases is unknown.
        Err(problem) if problem.open().is_some() => {
            let open = problem.open().map(|open| (Vec::new(), open.clone()));
            return Ok(Some(match cases.decisive {
                Some(_) => cases.answer(false),
                None => Answer::AsFar(AsFar { holds: None, open, first: false }),
            }));
        }
        visited => visited?,
    };
    Ok((!many).then(|| cases.answer(true)))
}

/// Examines a claim over all naturals shell by shell up to the bound, until a case decides. The
/// shell of `g` holds the cases whose greatest variable has the value `g`.
fn shells(
    evaluator: &mut Evaluator<'_, '_>,
    outer: &Outer<'_>,
    bound: u64,
    frame: &mut [Value],
    found: &mut Found,
) -> Evaluated<Answer> {
    let mut cases = Cases::new(outer.forall);
    for greatest in 0..=bound {
        shell(evaluator, outer, greatest, frame, &mut cases, found)?;
        if cases.decisive.is_some() {
            break;
        }
    }
    // An open case may seem to decide only because the quantifiers in it were evaluated up to a
    // bound.
    cases.decides = cases.decides.filter(|decides| !decides);
    Ok(cases.answer(false))
}

/// Examines the cases whose greatest variable has the value `greatest`, until a case decides. If
/// none does, `found.reached` becomes `greatest`, even if some cases stay open.
fn shell(
    evaluator: &mut Evaluator<'_, '_>,
    outer: &Outer<'_>,
    greatest: u64,
    frame: &mut [Value],
    cases: &mut Cases,
    found: &mut Found,
) -> Evaluated<()> {
    let Some(last) = outer.slots.len().checked_sub(1) else { return Ok(()) };
    let mut case = vec![0u64; last + 1];
    loop {
        if !case[..last].contains(&greatest) {
            case[last] = greatest;
        }
        evaluator.tick(1, outer.body.span)?;
        for (slot, value) in outer.slots.iter().zip(&case) {
            frame[slot.index()] = Value::Int(Int::from(*value));
        }
        let truth = case_truth(evaluator, outer, frame, found);
        let values = || case.iter().map(|value| Value::Int(Int::from(*value))).collect();
        if cases.add(values, truth)? {
            return Ok(());
        }
        let Some(place) = (0..=last).rev().find(|place| case[*place] < greatest) else { break };
        case[place] += 1;
        case[place + 1..].fill(0);
    }
    found.reached = Some(greatest);
    found.is_open |= cases.open.is_some();
    Ok(())
}

/// Returns the truth value of the body at a case. If a condition excludes the case, returns `true`
/// for `forall` and `false` for `exists`, so that the case does not decide.
fn case_truth(
    evaluator: &mut Evaluator<'_, '_>,
    outer: &Outer<'_>,
    frame: &mut [Value],
    found: &mut Found,
) -> Evaluated<bool> {
    match outer.filters_hold(evaluator, frame) {
        Ok(false) => Ok(outer.forall),
        Ok(true) => {
            found.cases += 1;
            judged(evaluator, outer, frame, &mut found.met)
        }
        Err(problem) if problem.open().is_some() => {
            found.cases += 1;
            match judged(evaluator, outer, frame, &mut found.met) {
                Ok(holds) if holds == outer.forall && !is_failing(&problem) => Ok(holds),
                Err(limit) if limit.is_limit() => Err(limit),
                Err(other) if other.open().is_none() || is_failing(&other) => Err(problem.failing(true)),
                _ => Err(problem.told_nothing()),
            }
        }
        Err(problem) => Err(problem),
    }
}

/// Whether a problem is an open truth value that may not exist at all.
fn is_failing(problem: &Problem) -> bool {
    problem.open().is_some_and(|open| open.may_fail)
}

/// Once this many cases were examined, within and beyond the bound, no further shell is examined.
const MOST_CASES: u64 = 20_000;
/// Once more components and positions than this were examined beyond the bound, no further shell is
/// examined.
const MOST_EXAMINED: usize = 60_000;
/// After a shell that examines more components and positions than this, no further shell is
/// examined.
const MOST_EXAMINED_AT_ONCE: usize = 4_000;
/// Once more steps than this were spent beyond the bound, no further shell is examined.
const MOST_STEPS: u64 = 6_000_000;
/// The factor by which [`MOST_EXAMINED`], [`MOST_EXAMINED_AT_ONCE`] and [`MOST_STEPS`] grow if
/// [`Options::least`] is set.
const MORE: usize = 4;

/// Examines a claim over all naturals beyond the bound, shell by shell, until a case decides, a
/// case stays open, or a limit is reached. Returns the closed answer if a case decides.
pub fn look_further(
    judge: &mut Judge<'_, '_, '_>,
    claim: &Claim,
    outer: &Outer<'_>,
    found: &mut Found,
) -> Evaluated<Option<Closed>> {
    let instance = judge.instance;
    let stop = judge.pace.stop(judge.solver.budget());
    let budget = judge.solver.budget().within(&stop);
    let mut frame = vec![Value::Bool(false); claim.slots.len()];
    let (first, spent) = (judge.solver.examined(), budget.spent());
    let mut greatest = found.reached.map_or(0, |reached| reached + 1);
    let mut patience = judge.options.patience.unwrap_or(PATIENCE);
    let more = judge.options.least.map_or(1, |_| MORE);
    while found.cases < MOST_CASES {
        let before = judge.solver.examined();
        let examined = before.saturating_sub(first);
        if examined > MOST_EXAMINED * more || budget.spent() - spent > MOST_STEPS * more as u64 {
            break;
        }
        let reach = Reach { bound: greatest, patience };
        let mut evaluator = evaluator(instance, &budget, judge.solver, reach);
        let mut cases = Cases::new(outer.forall);
        let before_it = (found.reached, found.is_open);
        shell(&mut evaluator, outer, greatest, &mut frame, &mut cases, found)?;
        patience = evaluator.reach.patience;
        match cases.answer(true) {
            Answer::Closed(closed) if closed.decisive.is_some() => return Ok(Some(closed)),
            Answer::Closed(_) => {}
            Answer::AsFar(_) => {
                (found.reached, found.is_open) = before_it;
                break;
            }
        }
        if judge.solver.examined().saturating_sub(before) > MOST_EXAMINED_AT_ONCE * more {
            break;
        }
        greatest += 1;
    }
    Ok(None)
}
