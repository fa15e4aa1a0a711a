//! Describes the cases or elements that show why a `forall`, `exists`, `all` or `any` in a claim is
//! true or false, and the values of its parts there.

use super::values;
use crate::claim::outer::Outer;
use crate::claim::{Case, Judge, cases, errors, one_case};
use crate::ir::{Aggregate, Claim, Clause, Expr, ExprKind, FunctionId, Program, Value, print};
use crate::position::{Budget, Flow, Reach};

/// The most names of variables that a note lists.
const MOST_NAMES: usize = 6;

/// The most cases that are shown if no single case decides; the others are only counted.
const MOST_CASES: usize = 2;

/// Counting ends at this many cases; the note then says "and at least … more".
const MOST_COUNTED: u64 = 10_000;

/// The greatest value of a variable in the search of [`first_naturals`].
const MOST_NATURALS: i64 = 100;
/// The most cases that [`first_naturals`] tries.
const MOST_TRIED: u64 = 10_000;

/// The most parts that are shown for one case.
const MOST_PARTS: usize = 5;

/// The data shared by all notes of a claim.
#[derive(Clone, Copy)]
pub struct Notes<'n> {
    pub claim: &'n Claim,
    pub budget: &'n Budget<'n>,
    /// The greatest number up to which quantifiers over all naturals are evaluated.
    pub bound: u64,
}

/// Returns the clauses and the body of a quantifier, or of `all` or `any` over a comprehension, as
/// an [`Outer`]; `None` for other expressions.
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

/// The word that a statement about several cases begins with, such as `forall`; for a call, the name
/// of the function.
pub fn word<'a>(program: &'a Program, expr: &Expr) -> &'a str {
    match &expr.kind {
        ExprKind::AggregateFor(Aggregate::All, ..) | ExprKind::Aggregate(Aggregate::All, ..) => "all",
        ExprKind::AggregateFor(..) | ExprKind::Aggregate(..) => "any",
        ExprKind::Call(function, _) => &program.functions[function.index()].name,
        ExprKind::Quantifier { forall: true, .. } => "forall",
        _ => "exists",
    }
}

/// The cases to show, and how many others there are.
struct Cases {
    /// The values of the variables in each case to show.
    first: Vec<Vec<Value>>,
    /// How many further cases are not shown.
    others: Others,
}

/// How many cases are not shown.
enum Others {
    None,
    Count(u64),
    AtLeast(u64),
    /// Not counted, because the variables range over all naturals.
    Endless,
}

impl Others {
    fn words(&self) -> Option<String> {
        match self {
            Others::None | Others::Count(0) => None,
            Others::Count(count) => Some(format!("and {count} more")),
            Others::AtLeast(0) => Some("and more".to_string()),
            Others::AtLeast(count) => Some(format!("and at least {count} more")),
            Others::Endless => Some("and so on".to_string()),
        }
    }
}

/// Returns words for the cases that show why a quantified statement is true or false, with their
/// values: the case that decides, or the first cases if none decides. `None` if such cases are not
/// found.
pub fn shown(
    judge: &mut Judge<'_, '_, '_>,
    notes: Notes<'_>,
    outer: &Outer<'_>,
    holds: bool,
    frame: &mut [Value],
) -> Option<String> {
    let instance = judge.instance;
    let reach = Reach { bound: notes.bound, patience: 0 };
    let cases = match holds != outer.forall {
        true => {
            let mut evaluator = one_case::evaluator(instance, notes.budget, judge.solver, reach);
            Cases { first: vec![cases::decisive(&mut evaluator, outer, frame)?], others: Others::None }
        }
        false if outer.unbounded => first_naturals(judge, notes, outer, frame)?,
        false => first_cases(judge, notes, outer, frame)?,
    };
    if cases.first.is_empty() {
        return Some(match outer.clauses.iter().any(|it| matches!(it, Clause::If(_))) {
            true => "no case meets the conditions".to_string(),
            false => "there is no case".to_string(),
        });
    }
    let told = cases.first.iter().map(|case| {
        outer.bind(case, frame);
        let place = errors::case_words(&instance.program, &outer.case(notes.claim, case));
        let parts = values(judge, notes, outer.body, frame, MOST_PARTS);
        match parts.is_empty() {
            true => format!("at {place}"),
            false => format!("at {place}, {}", parts.join(", ")),
        }
    });
    Some(told.chain(cases.others.words()).collect::<Vec<_>>().join("; "))
}

/// Returns words for why an `exists` statement is false; `None` if `shown` finds no case to show.
pub fn nothing_fits(
    judge: &mut Judge<'_, '_, '_>,
    notes: Notes<'_>,
    outer: &Outer<'_>,
    frame: &mut [Value],
) -> Option<String> {
    let shown = shown(judge, notes, outer, false, frame)?;
    let names = outer.names(notes.claim);
    let names = match names.len() {
        ..=MOST_NAMES => names.join(", "),
        _ => format!("{}, …", names[..MOST_NAMES].join(", ")),
    };
    let which = match &outer.clauses[..] {
        [Clause::For(_, domain)] if !outer.unbounded => {
            let domain = print::expr(&judge.instance.program, &notes.claim.slots, domain);
            format!("no {names} in {domain} satisfies the body")
        }
        _ if outer.slots.len() == 1 => format!("no {names} satisfies the body"),
        _ => format!("no {names} fit"),
    };
    Some(format!("{which}: {shown}"))
}

/// The first cases, at most [`MOST_CASES`], that meet the conditions of a quantifier over all
/// naturals, ordered by the greatest number, then from left to right. `None` if no case tried meets
/// them, or if a condition cannot be evaluated.
fn first_naturals(
    judge: &mut Judge<'_, '_, '_>,
    notes: Notes<'_>,
    outer: &Outer<'_>,
    frame: &mut [Value],
) -> Option<Cases> {
    let reach = Reach { bound: notes.bound, patience: 0 };
    let mut evaluator = one_case::evaluator(judge.instance, notes.budget, judge.solver, reach);
    let (mut first, mut tried) = (Vec::new(), 0);
    let mut numbers = vec![0; outer.slots.len()];
    while first.len() < MOST_CASES && tried < MOST_TRIED && numbers.iter().all(|it| *it <= MOST_NATURALS) {
        let case: Vec<Value> = numbers.iter().map(|number| Value::int(*number)).collect();
        outer.bind(&case, frame);
        if outer.filters_hold(&mut evaluator, frame).ok()? {
            first.push(case);
        }
        tried += 1;
        next_by_greatest(&mut numbers);
    }
    (!first.is_empty()).then_some(Cases { first, others: Others::Endless })
}

/// Advances `numbers` to the next list, ordered by the greatest number, then from left to right.
fn next_by_greatest(numbers: &mut [i64]) {
    let greatest = numbers.iter().copied().max().unwrap_or(0);
    loop {
        match numbers.iter().rposition(|number| *number < greatest) {
            Some(at) => {
                numbers[at] += 1;
                numbers[at + 1..].fill(0);
            }
            None => {
                // All numbers are equal to the greatest.
                numbers.fill(0);
                if let Some(last) = numbers.last_mut() {
                    *last = greatest + 1;
                }
                return;
            }
        }
        if numbers.contains(&greatest) {
            return;
        }
    }
}

/// The first cases of a quantifier over finite domains, and the number of the others; `None` if an
/// error prevents even the first cases.
fn first_cases(
    judge: &mut Judge<'_, '_, '_>,
    notes: Notes<'_>,
    outer: &Outer<'_>,
    frame: &mut [Value],
) -> Option<Cases> {
    let reach = Reach { bound: notes.bound, patience: 0 };
    let mut evaluator = one_case::evaluator(judge.instance, notes.budget, judge.solver, reach);
    let clauses: Vec<Clause> = outer.clauses.iter().map(|clause| (*clause).clone()).collect();
    let (mut first, mut count): (Vec<Vec<Value>>, u64) = (Vec::new(), 0);
    let visited = evaluator.clauses(&clauses, frame, &mut |_, frame| {
        count += 1;
        if first.len() < MOST_CASES {
            first.push(outer.slots.iter().map(|slot| frame[slot.index()].clone()).collect());
        }
        Ok(if count < MOST_COUNTED { Flow::More } else { Flow::Stop })
    });
    let more = count - first.len() as u64;
    let others = match visited {
        Err(_) if first.len() < MOST_CASES => return None,
        Ok(_) if count < MOST_COUNTED => Others::Count(more),
        _ => Others::AtLeast(more),
    };
    Some(Cases { first, others })
}

/// Returns words for the first element of a list of truth values that equals `holds`, and so
/// decides `all` or `any`. `None` if no element does, or if the list cannot be evaluated.
pub fn element(
    judge: &mut Judge<'_, '_, '_>,
    notes: Notes<'_>,
    (collection, holds): (&Expr, bool),
    frame: &mut [Value],
) -> Option<String> {
    let instance = judge.instance;
    let reach = Reach { bound: notes.bound, patience: 0 };
    let mut evaluator = one_case::evaluator(instance, notes.budget, judge.solver, reach);
    let Value::List(values) = evaluator.value(collection, frame).ok()? else { return None };
    let at = values.iter().position(|value| *value == Value::Bool(holds))?;
    let place = at + 1;
    match &collection.kind {
        ExprKind::List(parts) if !matches!(parts[at].kind, ExprKind::Literal(_)) => {
            let text = print::expr(&instance.program, &notes.claim.slots, &parts[at]);
            Some(format!("element {place}, {text}, is {holds}"))
        }
        _ => Some(format!("element {place} is {holds}")),
    }
}

/// Returns words for the values of the parts of a function's body at the given arguments. `None` if
/// an argument or every part cannot be evaluated.
pub fn inside_function(
    judge: &mut Judge<'_, '_, '_>,
    notes: Notes<'_>,
    (function, arguments): (FunctionId, &[Expr]),
    frame: &mut [Value],
) -> Option<String> {
    let instance = judge.instance;
    let function = &instance.program.functions[function.index()];
    let reach = Reach { bound: notes.bound, patience: 0 };
    let mut evaluator = one_case::evaluator(instance, notes.budget, judge.solver, reach);
    let mut inner = vec![Value::Bool(false); function.body.slots.len()];
    let mut case = Case::new();
    for (at, (argument, parameter)) in arguments.iter().zip(&function.parameters).enumerate() {
        inner[at] = evaluator.value(argument, frame).ok()?;
        case.push((parameter.name.clone(), inner[at].clone()));
    }
    let claim = Claim { slots: function.body.slots.clone(), ..notes.claim.clone() };
    let parts = values(judge, Notes { claim: &claim, ..notes }, &function.body.expr, &mut inner, MOST_PARTS);
    (!parts.is_empty()).then(|| {
        let place = errors::case_words(&instance.program, &case);
        format!("at {place}, {}", parts.join(", "))
    })
}

#[cfg(test)]
mod tests {
    use super::next_by_greatest;

    #[test]
    fn pairs_come_in_the_order_of_the_greatest() {
        let mut pair = vec![0, 0];
        let mut found = vec![pair.clone()];
        for _ in 0..8 {
            next_by_greatest(&mut pair);
            found.push(pair.clone());
        }
        let wanted = [[0, 0], [0, 1], [1, 0], [1, 1], [0, 2], [1, 2], [2, 0], [2, 1], [2, 2]];
        assert_eq!(found, wanted);
    }
}
