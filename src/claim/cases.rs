//! Claims as truth values: evaluated case by case.

use super::{Case, Evidence, Options, Verdict, errors};
use crate::ir::{Claim, Clause, Expr, ExprKind, Pattern, Program, SlotId, Type, Value, walk};
use crate::number::Int;
use crate::position::{Budget, Evaluated, Evaluator, Flow, Instance, Limit, Problem, ProblemKind};
use crate::solve::Solver;
use std::cmp::Ordering;

/// The outermost `forall`s or `exists`s of a claim, taken apart.
struct Outer<'e> {
    forall: bool,
    clauses: Vec<&'e Clause>,
    body: &'e Expr,
    slots: Vec<SlotId>,
    /// Whether the variables range over all naturals.
    unbounded: bool,
}

fn is_unbounded(clauses: &[Clause]) -> bool {
    clauses
        .iter()
        .any(|clause| matches!(clause, Clause::For(_, domain) if matches!(domain.kind, ExprKind::Naturals)))
}

/// Nested quantifiers of one kind are one; what mixes kinds or domains is left in the body.
fn outer(expr: &Expr) -> Option<Outer<'_>> {
    let ExprKind::Quantifier { forall, clauses, body } = &expr.kind else { return None };
    let unbounded = is_unbounded(clauses);
    let mut outer =
        Outer { forall: *forall, clauses: clauses.iter().collect(), body, slots: Vec::new(), unbounded };
    while let ExprKind::Quantifier { forall: inner, clauses, body } = &outer.body.kind {
        if *inner != outer.forall || unbounded || is_unbounded(clauses) {
            break;
        }
        outer.clauses.extend(clauses);
        outer.body = body;
    }
    for clause in &outer.clauses {
        if let Clause::For(pattern, _) = clause {
            outer.slots.extend(pattern.slots());
        }
    }
    Some(outer)
}

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
struct Found {
    /// The smallest case that decides: a counterexample of `forall`, a witness of `exists`.
    decisive: Option<Vec<Value>>,
    cases: u64,
    /// Whether an inner quantifier over all naturals was looked at only so far.
    bounded: bool,
    /// The greatest value up to which an unbounded claim was looked at completely.
    reached: Option<u64>,
}

pub fn judge(
    instance: &Instance,
    claim: &Claim,
    expr: &Expr,
    options: Options,
    solver: &mut Solver<'_, '_>,
) -> Verdict {
    let budget = solver.budget();
    let mut frame = vec![Value::Bool(false); claim.slots.len()];
    let outer = outer(expr);
    let variables = outer.as_ref().map_or(1, |it| it.slots.len());
    let bound = options.bound.unwrap_or_else(|| default_bound(variables));
    let mut found = Found::default();
    let outcome = {
        let mut evaluator = evaluator(instance, budget, solver, bound);
        match &outer {
            None => plain(&mut evaluator, expr, &mut frame, &mut found),
            Some(outer) if outer.unbounded => shells(&mut evaluator, outer, bound, &mut frame, &mut found),
            Some(outer) => finite(&mut evaluator, outer, &mut frame, &mut found),
        }
    };
    let mut verdict = Verdict {
        evidence: Evidence::Undecided { limit: None, why: String::new() },
        cases: found.cases,
        diagnostics: Vec::new(),
        unsound: None,
    };
    match outcome {
        Ok(holds) => settle(instance, claim, outer.as_ref(), holds, bound, found, &mut verdict),
        Err(problem) => give_up(instance, claim, outer.as_ref(), problem, &found, &mut verdict),
    }
    if let Evidence::Refuted { counterexample } = &verdict.evidence {
        let body = outer.as_ref().map_or(expr, |outer| outer.body);
        let facts = facts(instance, claim, body, &mut frame, counterexample, outer.as_ref(), solver, bound);
        let refuted = errors::refuted(instance, claim, counterexample, &facts);
        verdict.diagnostics.push(refuted);
    }
    verdict
}

fn evaluator<'a, 'b>(
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
    found.cases = 1;
    let holds = evaluator.truth(expr, frame)?;
    found.bounded = evaluator.bounded;
    Ok(holds)
}

/// A claim over finite domains: every case is looked at, the smallest decisive one is kept.
fn finite(
    evaluator: &mut Evaluator<'_, '_>,
    outer: &Outer<'_>,
    frame: &mut [Value],
    found: &mut Found,
) -> Evaluated<bool> {
    let clauses: Vec<Clause> = outer.clauses.iter().map(|clause| (*clause).clone()).collect();
    let mut key: Option<Vec<Value>> = None;
    // Ranges and sets are visited in ascending order.
    let ascending = match outer.clauses.first() {
        Some(Clause::For(Pattern::Slot(_), domain)) => {
            domain.ty == Type::Range || domain.ty == Type::set(Type::Int)
        }
        _ => false,
    };
    evaluator.clauses(&clauses, frame, &mut |this, frame| {
        found.cases += 1;
        let case: Vec<Value> = outer.slots.iter().map(|slot| frame[slot.index()].clone()).collect();
        if key.as_ref().is_some_and(|best| ascending && case[0] > greatest_of(best)) {
            // From here on every case is greater.
            return Ok(Flow::Stop);
        }
        if key.as_ref().is_some_and(|best| size_order(best, &case) != Ordering::Greater) {
            // Only a smaller case could still matter.
            return Ok(Flow::More);
        }
        if this.truth(outer.body, frame)? != outer.forall {
            key = Some(case);
            if !outer.forall {
                return Ok(Flow::Stop);
            }
        }
        Ok(Flow::More)
    })?;
    // Whatever an inner quantifier left open, in a domain, a condition or the body, stays open.
    found.bounded = evaluator.bounded;
    found.decisive = key;
    Ok(found.decisive.is_none() == outer.forall)
}

/// The greatest variable of a case.
fn greatest_of(case: &[Value]) -> Value {
    let ints =
        case.iter().filter_map(|value| if let Value::Int(int) = value { Some(int.clone()) } else { None });
    Value::Int(ints.max().unwrap_or_default())
}

/// By the greatest variable, then from left to right.
fn size_order(a: &[Value], b: &[Value]) -> Ordering {
    let greatest = |case: &[Value]| {
        case.iter()
            .filter_map(|value| if let Value::Int(int) = value { Some(int.clone()) } else { None })
            .max()
    };
    greatest(a).cmp(&greatest(b)).then_with(|| a.cmp(b))
}

/// A claim over all naturals: shell by shell, each holding the cases with one greatest value.
fn shells(
    evaluator: &mut Evaluator<'_, '_>,
    outer: &Outer<'_>,
    bound: u64,
    frame: &mut [Value],
    found: &mut Found,
) -> Evaluated<bool> {
    let patterns: Vec<&Pattern> = outer
        .clauses
        .iter()
        .filter_map(|clause| if let Clause::For(pattern, _) = clause { Some(pattern) } else { None })
        .collect();
    for greatest in 0..=bound {
        let mut case = vec![0u64; patterns.len()];
        loop {
            if case.contains(&greatest) {
                evaluator.tick(1, outer.body.span)?;
                for (pattern, value) in patterns.iter().zip(&case) {
                    if let Pattern::Slot(slot) = pattern {
                        frame[slot.index()] = Value::Int(Int::from(*value));
                    }
                }
                if filters_hold(evaluator, outer, frame)? {
                    found.cases += 1;
                    let holds = evaluator.truth(outer.body, frame)?;
                    if holds != outer.forall {
                        let slots = outer.slots.iter();
                        found.decisive = Some(slots.map(|slot| frame[slot.index()].clone()).collect());
                        found.bounded = evaluator.bounded;
                        return Ok(!outer.forall);
                    }
                }
            }
            let Some(place) = (0..case.len()).rev().find(|place| case[*place] < greatest) else { break };
            case[place] += 1;
            case[place + 1..].fill(0);
        }
        found.reached = Some(greatest);
    }
    found.bounded = evaluator.bounded;
    Ok(outer.forall)
}

fn filters_hold(
    evaluator: &mut Evaluator<'_, '_>,
    outer: &Outer<'_>,
    frame: &mut [Value],
) -> Evaluated<bool> {
    for clause in &outer.clauses {
        if let Clause::If(condition) = clause
            && !evaluator.truth(condition, frame)?
        {
            return Ok(false);
        }
    }
    Ok(true)
}

fn named(claim: &Claim, slots: &[SlotId], values: &[Value]) -> Case {
    slots
        .iter()
        .zip(values)
        .map(|(slot, value)| (claim.slots[slot.index()].name.clone(), value.clone()))
        .collect()
}

/// The bound of a check in words: `a, b <= 40`.
pub fn bound_words(names: &[String], bound: u64) -> String {
    format!("{} <= {bound}", names.join(", "))
}

fn settle(
    instance: &Instance,
    claim: &Claim,
    outer: Option<&Outer<'_>>,
    holds: bool,
    bound: u64,
    found: Found,
    verdict: &mut Verdict,
) {
    let decisive = match (outer, &found.decisive) {
        (Some(outer), Some(values)) => named(claim, &outer.slots, values),
        _ => Vec::new(),
    };
    let unbounded = outer.is_some_and(|outer| outer.unbounded);
    if found.cases == 0 && holds {
        verdict.diagnostics.push(errors::vacuous(claim));
    }
    let names: Vec<String> = outer
        .iter()
        .flat_map(|outer| &outer.slots)
        .map(|slot| claim.slots[slot.index()].name.clone())
        .collect();
    verdict.evidence = match (holds, found.bounded) {
        // What rests on an inner search that was cut off is no proof either way.
        (true, true) => Evidence::Checked { bound: format!("every natural <= {bound}") },
        (false, true) => {
            let why = format!("it fails as far as it was looked at (naturals up to {bound})");
            verdict.diagnostics.push(errors::cannot_decide(claim, &why));
            Evidence::Undecided { limit: None, why }
        }
        (true, false) if !unbounded => Evidence::Proved { by: evaluation(found.cases) },
        (true, false) if outer.is_some_and(|outer| outer.forall) => {
            Evidence::Checked { bound: bound_words(&names, bound) }
        }
        (true, false) => {
            Evidence::Proved { by: format!("witness {}", errors::case_words(&instance.program, &decisive)) }
        }
        (false, false) if unbounded && outer.is_some_and(|outer| !outer.forall) => {
            let why = format!("no witness with {}", bound_words(&names, bound));
            verdict.diagnostics.push(errors::cannot_decide(claim, &why));
            Evidence::Undecided { limit: None, why }
        }
        (false, false) => Evidence::Refuted { counterexample: decisive },
    };
}

fn evaluation(cases: u64) -> String {
    match cases {
        1 => "evaluation".to_string(),
        _ => format!("evaluation of {cases} cases"),
    }
}

/// Whether a problem breaks the rules of play rather than the claim.
pub fn is_unsound(problem: &Problem) -> bool {
    matches!(
        problem.kind,
        ProblemKind::InMove { .. } | ProblemKind::Circle { .. } | ProblemKind::EndsDisagree { .. }
    )
}

fn give_up(
    instance: &Instance,
    claim: &Claim,
    outer: Option<&Outer<'_>>,
    problem: Problem,
    found: &Found,
    verdict: &mut Verdict,
) {
    let limit = match problem.kind {
        ProblemKind::Limit(limit) => Some(limit),
        _ => None,
    };
    let names: Vec<String> = outer
        .iter()
        .flat_map(|outer| &outer.slots)
        .map(|slot| claim.slots[slot.index()].name.clone())
        .collect();
    let so_far = match found.reached {
        Some(reached) if outer.is_some_and(|outer| outer.forall) => {
            format!("; it holds for {}", bound_words(&names, reached))
        }
        Some(reached) => format!("; there is no witness with {}", bound_words(&names, reached)),
        None if outer.is_some() && found.cases > 1 => format!("; {} cases were looked at", found.cases),
        None => String::new(),
    };
    let why = format!("{}{so_far}", crate::position::errors::sentence(instance, &problem));
    verdict.evidence = Evidence::Undecided { limit, why: why.clone() };
    if is_unsound(&problem) {
        verdict.unsound = Some(problem);
    } else {
        verdict.diagnostics.push(errors::not_evaluated(instance, claim, &problem, &why));
    }
}

/// What the parts of a refuted claim are worth at the counterexample.
#[expect(clippy::too_many_arguments, reason = "all of it is the one case at hand")]
fn facts(
    instance: &Instance,
    claim: &Claim,
    body: &Expr,
    frame: &mut [Value],
    counterexample: &Case,
    outer: Option<&Outer<'_>>,
    solver: &mut Solver<'_, '_>,
    bound: u64,
) -> Vec<String> {
    if let Some(outer) = outer {
        for (slot, (_, value)) in outer.slots.iter().zip(counterexample) {
            frame[slot.index()] = value.clone();
        }
    }
    let mut telling: Vec<&Expr> = Vec::new();
    collect_telling(body, &mut telling);
    let mut facts = Vec::new();
    let budget = solver.budget();
    for expr in telling.into_iter().take(6) {
        let mut evaluator = evaluator(instance, budget, solver, bound);
        if let Ok(value) = evaluator.value(expr, frame) {
            let program: &Program = &instance.program;
            let text = crate::ir::print::expr(program, &claim.slots, expr);
            let value = crate::ir::print::value(program, &value);
            if text != value
                && text.len() + value.len() < 160
                && !facts.iter().any(|fact: &String| fact.starts_with(&text))
            {
                facts.push(format!("{text} is {value}"));
            }
        }
    }
    facts
}

/// The parts of a claim whose values tell why it fails: questions about play, sides of comparisons.
fn collect_telling<'e>(expr: &'e Expr, telling: &mut Vec<&'e Expr>) {
    match &expr.kind {
        ExprKind::Term(..) => telling.push(expr),
        ExprKind::Compare(first, rest) => {
            for side in std::iter::once(&**first).chain(rest.iter().map(|(_, side)| side)) {
                if !matches!(side.kind, ExprKind::Literal(_) | ExprKind::Local(_)) {
                    telling.push(side);
                }
            }
        }
        // Inside binders the names have no values yet.
        ExprKind::Quantifier { .. }
        | ExprKind::ListFor(..)
        | ExprKind::SetFor(..)
        | ExprKind::AggregateFor(..) => {
            telling.push(expr);
        }
        ExprKind::Let(..) => {}
        _ => walk::children(expr, &mut |child| collect_telling(child, telling)),
    }
}

/// The limit in a verdict that was cut short, for the exit status.
pub fn limit_of(evidence: &Evidence) -> Option<Limit> {
    match evidence {
        Evidence::Undecided { limit, .. } => *limit,
        _ => None,
    }
}
