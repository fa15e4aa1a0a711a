//! Claims as truth values: evaluated case by case.

use super::outer::{Outer, greatest_of, size_order};
use super::{Judge, together};
use crate::ir::{Claim, Clause, Expr, Pattern, Type, Value};
use crate::number::Int;
use crate::position::{Budget, Evaluated, Evaluator, Flow, Instance};
use crate::solve::Solver;
use std::cmp::Ordering;

/// How far a claim over all naturals is looked at, by its number of variables.
pub fn default_bound(variables: usize) -> u64 {
    match variables {
        0 | 1 => 200,
        2 => 40,
        3 => 12,
        _ => 5,
    }
}

/// What looking at the cases found.
#[derive(Default)]
pub struct Found {
    /// The smallest case that decides: a counterexample of `forall`, a witness of `exists`.
    pub decisive: Option<Vec<Value>>,
    pub cases: u64,
    /// Whether an inner quantifier over all naturals was looked at only so far.
    pub bounded: bool,
    /// The greatest value up to which an unbounded claim was looked at completely.
    pub reached: Option<u64>,
    /// Whether some case met the conditions of the claim, the premise of an implication among them.
    pub met: bool,
}

/// What evaluating a claim case by case led to.
pub struct Looked {
    /// Whether it holds as far as was looked, or what went wrong.
    pub outcome: Evaluated<bool>,
    pub found: Found,
    /// How far variables without a domain were looked at.
    pub bound: u64,
}

/// Evaluates a claim case by case.
pub fn look(judge: &mut Judge<'_, '_, '_>, claim: &Claim, expr: &Expr, outer: Option<&Outer<'_>>) -> Looked {
    let (instance, budget) = (judge.instance, judge.solver.budget());
    let mut frame = vec![Value::Bool(false); claim.slots.len()];
    let variables = outer.map_or(1, |it| it.slots.len());
    let bound = judge.options.bound.unwrap_or_else(|| default_bound(variables));
    let mut found = Found::default();
    let outcome = match outer {
        Some(outer) if !outer.unbounded => all_finite(judge, outer, bound, &mut frame, &mut found),
        _ => {
            let mut evaluator = evaluator(instance, budget, judge.solver, bound);
            match outer {
                None => plain(&mut evaluator, expr, &mut frame, &mut found),
                Some(outer) => shells(&mut evaluator, outer, bound, &mut frame, &mut found),
            }
        }
    };
    Looked { outcome, found, bound }
}

/// A claim over finite domains, on several threads where there are many cases.
fn all_finite(
    judge: &mut Judge<'_, '_, '_>,
    outer: &Outer<'_>,
    bound: u64,
    frame: &mut [Value],
    found: &mut Found,
) -> Evaluated<bool> {
    let (instance, budget) = (judge.instance, judge.solver.budget());
    let first = if together::may_be_shared(judge, outer) { together::WORTH } else { u64::MAX };
    let mut alone = evaluator(instance, budget, judge.solver, bound);
    if let Some(holds) = finite(&mut alone, outer, frame, found, first)? {
        return Ok(holds);
    }
    if let Some(shared) = together::none_decides(judge, outer, bound, frame)? {
        *found = shared;
        return Ok(true);
    }
    *found = Found::default();
    let mut alone = evaluator(instance, budget, judge.solver, bound);
    Ok(finite(&mut alone, outer, frame, found, u64::MAX)?.unwrap_or(true))
}

/// The smallest case that decides a quantifier inside a claim whose outer names are bound, up to a bound.
pub fn decisive(
    evaluator: &mut Evaluator<'_, '_>,
    outer: &Outer<'_>,
    bound: u64,
    frame: &mut [Value],
) -> Option<Vec<Value>> {
    let mut found = Found::default();
    match outer.unbounded {
        true => shells(evaluator, outer, bound, frame, &mut found).ok()?,
        false => finite(evaluator, outer, frame, &mut found, u64::MAX).ok()?.unwrap_or(true),
    };
    found.decisive.filter(|_| !found.bounded)
}

/// An evaluator that may ask about play.
pub fn evaluator<'a, 'b>(
    instance: &'a Instance,
    budget: &'a Budget<'b>,
    solver: &'a mut Solver<'_, '_>,
    bound: u64,
) -> Evaluator<'a, 'b> {
    let mut evaluator = Evaluator::new(instance, budget);
    evaluator.terms = Some(solver);
    evaluator.bound = bound;
    evaluator
}

/// A claim without outer variables.
fn plain(
    evaluator: &mut Evaluator<'_, '_>,
    expr: &Expr,
    frame: &mut [Value],
    found: &mut Found,
) -> Evaluated<bool> {
    (found.cases, found.met) = (1, true);
    let holds = evaluator.truth(expr, frame)?;
    found.bounded = evaluator.bounded;
    Ok(holds)
}

/// A claim over finite domains: every case is looked at, the smallest decisive one is kept. Nothing where there are
/// more cases than `most`, none of the first of which decides.
fn finite(
    evaluator: &mut Evaluator<'_, '_>,
    outer: &Outer<'_>,
    frame: &mut [Value],
    found: &mut Found,
    most: u64,
) -> Evaluated<Option<bool>> {
    let clauses: Vec<Clause> = outer.clauses.iter().map(|clause| (*clause).clone()).collect();
    let mut key: Option<Vec<Value>> = None;
    // Ranges and sets are visited in ascending order.
    let ascending = match outer.clauses.first() {
        Some(Clause::For(Pattern::Slot(_), domain)) => {
            domain.ty == Type::Range || domain.ty == Type::set(Type::Int)
        }
        _ => false,
    };
    let mut many = false;
    evaluator.clauses(&clauses, frame, &mut |this, frame| {
        if found.cases >= most && key.is_none() {
            many = true;
            return Ok(Flow::Stop);
        }
        found.cases += 1;
        let case: Vec<Value> = outer.slots.iter().map(|slot| frame[slot.index()].clone()).collect();
        let beyond =
            |best: &Vec<Value>| matches!(&case[0], Value::Int(first) if Some(first) > greatest_of(best));
        if ascending && key.as_ref().is_some_and(beyond) {
            // From here on every case is greater.
            return Ok(Flow::Stop);
        }
        if key.as_ref().is_some_and(|best| size_order(best, &case) != Ordering::Greater) {
            // Only a smaller case could still matter.
            return Ok(Flow::More);
        }
        if judged(this, outer, frame, &mut found.met)? != outer.forall {
            key = Some(case);
            if !outer.forall {
                return Ok(Flow::Stop);
            }
        }
        Ok(Flow::More)
    })?;
    if many {
        return Ok(None);
    }
    // Whatever an inner quantifier left open, in a domain, a condition or the body, stays open.
    found.bounded = evaluator.bounded;
    found.decisive = key;
    Ok(Some(found.decisive.is_none() == outer.forall))
}

/// A claim over all naturals: shell by shell, each holding the cases with one greatest value.
fn shells(
    evaluator: &mut Evaluator<'_, '_>,
    outer: &Outer<'_>,
    bound: u64,
    frame: &mut [Value],
    found: &mut Found,
) -> Evaluated<bool> {
    for greatest in 0..=bound {
        shell(evaluator, outer, greatest, frame, found)?;
        if found.decisive.is_some() {
            return Ok(!outer.forall);
        }
    }
    Ok(outer.forall)
}

/// All cases whose greatest value is this, until one decides.
fn shell(
    evaluator: &mut Evaluator<'_, '_>,
    outer: &Outer<'_>,
    greatest: u64,
    frame: &mut [Value],
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
        if outer.filters_hold(evaluator, frame)? {
            found.cases += 1;
            let holds = judged(evaluator, outer, frame, &mut found.met)?;
            found.bounded |= evaluator.bounded;
            if holds != outer.forall {
                let slots = outer.slots.iter();
                found.decisive = Some(slots.map(|slot| frame[slot.index()].clone()).collect());
                return Ok(());
            }
        }
        let Some(place) = (0..=last).rev().find(|place| case[*place] < greatest) else { break };
        case[place] += 1;
        case[place + 1..].fill(0);
    }
    found.reached = Some(greatest);
    Ok(())
}

/// Cases are looked at further on their own account while they are cheap: up to so many cases,
const MOST_CASES: u64 = 20_000;
/// and so many components and positions,
const MOST_EXAMINED: usize = 60_000;
/// of which one shell may take so many,
const MOST_EXAMINED_AT_ONCE: usize = 4_000;
/// and so many steps.
const MOST_STEPS: u64 = 6_000_000;

/// Looks at a claim over all naturals beyond what was looked at, as long as that is cheap.
pub fn look_further(
    judge: &mut Judge<'_, '_, '_>,
    claim: &Claim,
    outer: &Outer<'_>,
    found: &mut Found,
) -> Evaluated<()> {
    let (instance, budget) = (judge.instance, judge.solver.budget());
    let mut frame = vec![Value::Bool(false); claim.slots.len()];
    let (first, spent) = (judge.solver.examined(), budget.spent());
    let mut greatest = found.reached.map_or(0, |reached| reached + 1);
    while found.decisive.is_none() && found.cases < MOST_CASES {
        let before = judge.solver.examined();
        let examined = before.saturating_sub(first);
        if examined > MOST_EXAMINED || budget.spent() - spent > MOST_STEPS {
            break;
        }
        let mut evaluator = evaluator(instance, budget, judge.solver, greatest);
        shell(&mut evaluator, outer, greatest, &mut frame, found)?;
        if judge.solver.examined().saturating_sub(before) > MOST_EXAMINED_AT_ONCE {
            break;
        }
        greatest += 1;
    }
    Ok(())
}

/// Whether the body holds at a case; `met` is set where its premise does, if it has one.
pub(super) fn judged(
    evaluator: &mut Evaluator<'_, '_>,
    outer: &Outer<'_>,
    frame: &mut [Value],
    met: &mut bool,
) -> Evaluated<bool> {
    if !*met {
        *met = match outer.premise() {
            Some(premise) => evaluator.truth(premise, frame)?,
            None => true,
        };
    }
    evaluator.truth(outer.body, frame)
}
