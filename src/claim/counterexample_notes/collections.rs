//! The cases that show why `forall`, `exists`, `all` and `any` are true or false.

use super::values;
use crate::claim::outer::Outer;
use crate::claim::{Judge, cases, errors, one_case};
use crate::ir::{Aggregate, Claim, Clause, Expr, ExprKind, Value, print};
use crate::position::{Budget, Flow, Reach};

/// How many cases that do not fit are shown.
const MOST_CASES: usize = 2;

/// Greater numbers are not tried for a case to show.
const MOST_NATURALS: i64 = 100;

/// How many parts of one case are shown.
const MOST_PARTS: usize = 3;

/// What is common to all notes of a claim.
#[derive(Clone, Copy)]
pub struct Notes<'n> {
    pub claim: &'n Claim,
    pub budget: &'n Budget<'n>,
    pub bound: u64,
}

/// A quantifier, or an aggregate of truth values over a comprehension.
pub fn quantified(expr: &Expr) -> Option<Outer<'_>> {
    let ExprKind::AggregateFor(aggregate @ (Aggregate::All | Aggregate::Any), clauses, body) = &expr.kind
    else {
        return Outer::of(expr);
    };
    let mut outer = Outer {
        forall: *aggregate == Aggregate::All,
        clauses: clauses.iter().collect(),
        body,
        slots: Vec::new(),
        unbounded: false,
    };
    outer.slots = clauses
        .iter()
        .flat_map(|clause| match clause {
            Clause::For(pattern, _) => pattern.slots(),
            Clause::If(_) => Vec::new(),
        })
        .collect();
    Some(outer)
}

/// The word that a quantified statement begins with.
pub fn word(expr: &Expr) -> &'static str {
    match &expr.kind {
        ExprKind::AggregateFor(Aggregate::All, ..) => "all",
        ExprKind::AggregateFor(..) => "any",
        ExprKind::Quantifier { forall: true, .. } => "forall",
        _ => "exists",
    }
}

/// The cases that show why a quantified statement holds or does not, with the values there: one that decides, or the
/// first ones where none fits.
pub fn shown(
    judge: &mut Judge<'_, '_, '_>,
    notes: Notes<'_>,
    outer: &Outer<'_>,
    holds: bool,
    frame: &mut [Value],
) -> Option<String> {
    let instance = judge.instance;
    let reach = Reach { bound: notes.bound, patience: 0 };
    let cases = match (holds != outer.forall, outer.forall) {
        (true, _) => {
            let mut evaluator = one_case::evaluator(instance, notes.budget, judge.solver, reach);
            vec![cases::decisive(&mut evaluator, outer, frame)?]
        }
        (false, false) if outer.unbounded => first_naturals(judge, notes, outer, frame)?,
        (false, false) => first_cases(judge, notes, outer, frame)?,
        _ => return None,
    };
    if cases.is_empty() {
        return Some(match outer.clauses.iter().any(|it| matches!(it, Clause::If(_))) {
            true => "no case meets the conditions".to_string(),
            false => "there is no case".to_string(),
        });
    }
    let told = cases.iter().map(|case| {
        outer.bind(case, frame);
        let place = errors::case_words(&instance.program, &outer.case(notes.claim, case));
        let parts = values(judge, notes, outer.body, frame, MOST_PARTS);
        match parts.is_empty() {
            true => format!("at {place}"),
            false => format!("at {place}, {}", parts.join(", ")),
        }
    });
    Some(told.collect::<Vec<_>>().join("; "))
}

/// Why a claim that begins with `exists` is false.
pub fn nothing_fits(
    judge: &mut Judge<'_, '_, '_>,
    notes: Notes<'_>,
    outer: &Outer<'_>,
    frame: &mut [Value],
) -> Option<String> {
    let shown = shown(judge, notes, outer, false, frame)?;
    let names = outer.names(notes.claim).join(", ");
    let which = match &outer.clauses[..] {
        [Clause::For(_, domain)] if !outer.unbounded => {
            let domain = print::expr(&judge.instance.program, &notes.claim.slots, domain);
            format!("no {names} in {domain} fits")
        }
        _ if outer.slots.len() == 1 => format!("no {names} fits"),
        _ => format!("no {names} fit"),
    };
    Some(format!("{which}: {shown}"))
}

/// The least natural numbers that meet the conditions on the only variable of a quantifier without a domain.
fn first_naturals(
    judge: &mut Judge<'_, '_, '_>,
    notes: Notes<'_>,
    outer: &Outer<'_>,
    frame: &mut [Value],
) -> Option<Vec<Vec<Value>>> {
    let [_] = outer.slots[..] else { return None };
    let reach = Reach { bound: notes.bound, patience: 0 };
    let mut evaluator = one_case::evaluator(judge.instance, notes.budget, judge.solver, reach);
    let mut cases = Vec::new();
    for number in 0..=MOST_NATURALS {
        let case = vec![Value::int(number)];
        outer.bind(&case, frame);
        if outer.filters_hold(&mut evaluator, frame).ok()? {
            cases.push(case);
        }
        if cases.len() == MOST_CASES {
            break;
        }
    }
    (!cases.is_empty()).then_some(cases)
}

/// The first cases of a finite quantifier.
fn first_cases(
    judge: &mut Judge<'_, '_, '_>,
    notes: Notes<'_>,
    outer: &Outer<'_>,
    frame: &mut [Value],
) -> Option<Vec<Vec<Value>>> {
    let reach = Reach { bound: notes.bound, patience: 0 };
    let mut evaluator = one_case::evaluator(judge.instance, notes.budget, judge.solver, reach);
    let clauses: Vec<Clause> = outer.clauses.iter().map(|clause| (*clause).clone()).collect();
    let mut cases: Vec<Vec<Value>> = Vec::new();
    let visited = evaluator.clauses(&clauses, frame, &mut |_, frame| {
        cases.push(outer.slots.iter().map(|slot| frame[slot.index()].clone()).collect());
        Ok(if cases.len() < MOST_CASES { Flow::More } else { Flow::Stop })
    });
    visited.is_ok().then_some(cases)
}
