//! Writes the notes that explain why a claim is false at its counterexample: the values of the
//! parts of the claim there, and the moves that show who wins. Nothing large is searched merely for
//! a note.

mod collections;
mod moves;

use super::outer::Outer;
use super::pace::Pace;
use super::{Case, Judge, cases, errors, one_case};
use crate::diagnostic::render::{shortened, with_short_numbers};
use crate::ir::{Aggregate, Binary, Claim, Expr, ExprKind, Pattern, Program, Type, Unary, Value, walk};
use crate::number::Int;
use crate::position::Reach;
use collections::Notes;

/// The most parts of a claim that are shown with their values; a last note says if there are more.
const MOST_PARTS: usize = 8;

/// The length of a note about one part, in bytes. Longer texts are shortened, or replaced by words such
/// as "this `forall`".
const LONGEST: usize = 160;

/// If a counterexample has a greater number, its positions are not searched merely for a note.
const FAR: i64 = 2_000;

/// Whether every game in an expression has a proved period, which gives its values without search.
/// Also true if the expression asks nothing about play.
fn is_known(judge: &Judge<'_, '_, '_>, expr: &Expr) -> bool {
    let mut asks = false;
    walk::everything(expr, &mut |inner| asks |= matches!(inner.kind, ExprKind::Term(..)));
    let games = walk::games_in(&judge.instance.program, expr);
    let (heaps, budget) = (judge.solver.heaps(), judge.solver.budget());
    !asks
        || games.into_iter().all(|game| {
            let heap = heaps.heap(game, budget);
            heap.is_some_and(|heap| heap.forever(heap.affordable(), budget).is_some())
        })
}

/// Returns the notes on a refuted claim: the questions and the sides of comparisons in its body
/// with their values at the counterexample, then sentences about moves that explain these values.
pub fn facts(
    judge: &mut Judge<'_, '_, '_>,
    claim: &Claim,
    body: &Expr,
    outer: Option<&Outer<'_>>,
    counterexample: &Case,
    bound: u64,
) -> Vec<String> {
    let mut frame = vec![Value::Bool(false); claim.slots.len()];
    let stop = Pace::default().with_pause(judge.solver.budget(), false).stop(judge.solver.budget());
    let budget = judge.solver.budget().within(&stop);
    let notes = Notes { claim, budget: &budget, bound };
    if let Some(outer) = outer.filter(|outer| outer.slots.len() != counterexample.len()) {
        // An `exists` claim has no case that shows why it is false.
        return collections::nothing_fits(judge, notes, outer, &mut frame).into_iter().collect();
    }
    if let Some(outer) = outer {
        let values: Vec<Value> = counterexample.iter().map(|(_, value)| value.clone()).collect();
        outer.bind(&values, &mut frame);
    }
    let mut facts = Vec::new();
    let body = descend(judge, claim, body, &mut frame, bound, &mut facts);
    let greatest = counterexample.iter().filter_map(|(_, value)| match value {
        Value::Int(int) => Some(int.clone()),
        _ => None,
    });
    let far = greatest.max().is_some_and(|greatest| greatest > Int::from(FAR));
    facts.extend(negated(judge, notes, body, &mut frame));
    let all = telling(body);
    let most_telling = chosen(judge, notes, body, (&all, MOST_PARTS), &mut frame);
    let left_out = all.len() - most_telling.len();
    for expr in most_telling {
        if far && !is_known(judge, expr) {
            continue;
        }
        let fact = fact(judge, notes, expr, &mut frame);
        facts.extend(
            fact.filter(|(text, _)| !facts.iter().any(|it| it.starts_with(&format!("{text} is "))))
                .map(|(text, value)| format!("{text} is {value}")),
        );
    }
    if left_out > 0 {
        facts.push("further parts are not shown".to_string());
    }
    let deciding = deciding(judge, notes, body, &mut frame);
    // The deciding part is false. If it is an `exists` over all naturals, evaluation up to a bound
    // leaves it open, so cases where its body fails are shown.
    if let Some(inner) = Outer::of(deciding).filter(|inner| !inner.forall && inner.unbounded) {
        facts.extend(collections::nothing_fits(judge, notes, &inner, &mut frame));
    }
    facts.extend(moves::sentences(judge, deciding, &mut frame, far));
    facts
}

/// Returns at most `most` of the parts `all` of a statement, in their order. If there are more, the
/// parts that decide the statement take precedence.
fn chosen<'e>(
    judge: &mut Judge<'_, '_, '_>,
    notes: Notes<'_>,
    body: &'e Expr,
    (all, most): (&[&'e Expr], usize),
    frame: &mut [Value],
) -> Vec<&'e Expr> {
    if all.len() <= most {
        return all.to_vec();
    }
    let mut deciding = Vec::new();
    blamed(judge, notes, body, frame, &mut deciding);
    let is_blamed = |part: &&Expr| deciding.iter().any(|it| std::ptr::eq(*it, *part));
    let (first, others): (Vec<usize>, Vec<usize>) = (0..all.len()).partition(|at| is_blamed(&all[*at]));
    let mut places: Vec<usize> = first.into_iter().chain(others).take(most).collect();
    places.sort_unstable();
    places.into_iter().map(|at| all[at]).collect()
}

/// Collects the parts that decide a statement: of a false `and` only the operands that are not
/// true, and of a true `or` only those that are true.
fn blamed<'e>(
    judge: &mut Judge<'_, '_, '_>,
    notes: Notes<'_>,
    expr: &'e Expr,
    frame: &mut [Value],
    found: &mut Vec<&'e Expr>,
) {
    let ExprKind::Binary(joint @ (Binary::Iff | Binary::Implies | Binary::And | Binary::Or), left, right) =
        &expr.kind
    else {
        return parts(expr, found);
    };
    let reach = Reach { bound: notes.bound, patience: 0 };
    let mut holds = |side: &Expr| {
        let mut evaluator = one_case::evaluator(judge.instance, notes.budget, judge.solver, reach);
        matches!(evaluator.value(side, frame), Ok(Value::Bool(true)))
    };
    let whole = holds(expr);
    let decides = [left, right].map(|side| match joint {
        Binary::And => whole || !holds(side),
        Binary::Or => !whole || holds(side),
        _ => true,
    });
    for (side, _) in [left, right].into_iter().zip(decides).filter(|(_, decides)| *decides) {
        found.extend(stated(side));
        blamed(judge, notes, side, frame, found);
    }
}

/// The first operand of a false conjunction that is not true. Any other body is returned as it is, and
/// so is a conjunction whose left side cannot be evaluated.
fn deciding<'e>(
    judge: &mut Judge<'_, '_, '_>,
    notes: Notes<'_>,
    mut body: &'e Expr,
    frame: &mut [Value],
) -> &'e Expr {
    while let ExprKind::Binary(Binary::And, left, right) = &body.kind {
        let instance = judge.instance;
        let reach = Reach { bound: notes.bound, patience: 0 };
        let mut evaluator = one_case::evaluator(instance, notes.budget, judge.solver, reach);
        body = match evaluator.value(left, frame) {
            Ok(Value::Bool(true)) => right,
            Ok(_) => left,
            Err(_) => break,
        };
    }
    body
}

/// A note with cases of the `forall` in a body `not forall …` over all naturals. The body is false,
/// so the `forall` holds, even if evaluation up to a bound leaves it open. `None` for other bodies.
fn negated(
    judge: &mut Judge<'_, '_, '_>,
    notes: Notes<'_>,
    body: &Expr,
    frame: &mut [Value],
) -> Option<String> {
    let ExprKind::Unary(Unary::Not, inner) = &body.kind else { return None };
    let outer = Outer::of(inner).filter(|outer| outer.forall && outer.unbounded)?;
    let shown = collections::shown(judge, notes, &outer, true, frame)?;
    let text = crate::ir::print::expr(&judge.instance.program, &notes.claim.slots, inner);
    let text = if text.len() < LONGEST {
        text
    } else {
        format!("this `{}`", collections::word(&judge.instance.program, inner))
    };
    Some(format!("{text} is true: {shown}"))
}

/// The text of a part of a claim, and its value at a case followed by the inner cases that explain
/// the value. A long text is shortened or only named. `None` if the part is its own value (a literal),
/// cannot be evaluated, or is an `all` or `any` that no single element decides.
fn fact(
    judge: &mut Judge<'_, '_, '_>,
    notes: Notes<'_>,
    expr: &Expr,
    frame: &mut [Value],
) -> Option<(String, String)> {
    let instance = judge.instance;
    let reach = Reach { bound: notes.bound, patience: 0 };
    let value = one_case::evaluator(instance, notes.budget, judge.solver, reach).value(expr, frame).ok()?;
    let program: &Program = &instance.program;
    let text = crate::ir::print::expr(program, &notes.claim.slots, expr);
    let shown = brief(&crate::ir::print::value(program, &value));
    let fits = text.len() + shown.len() < LONGEST;
    let why = match (&expr.kind, &value) {
        (
            ExprKind::Aggregate(aggregate @ (Aggregate::All | Aggregate::Any), collection),
            Value::Bool(holds),
        ) => {
            // Without a deciding element, the value only repeats the claim.
            if *holds == (*aggregate == Aggregate::All) {
                return None;
            }
            Some(collections::element(judge, notes, (collection, *holds), frame)?)
        }
        (ExprKind::Call(function, arguments), Value::Bool(_)) => {
            collections::inside_function(judge, notes, (*function, arguments), frame)
        }
        (_, Value::Bool(holds)) => collections::quantified(expr)
            .and_then(|inner| collections::shown(judge, notes, &inner, *holds, frame)),
        _ => None,
    };
    match why {
        Some(why) if fits => Some((text, format!("{shown}: {why}"))),
        Some(why) => {
            Some((format!("this `{}`", collections::word(program, expr)), format!("{shown}: {why}")))
        }
        None => (text != shown).then(|| (brief(&text), shown)),
    }
}

/// Shortens a text or a value so that both fit into a note of [`LONGEST`] bytes.
fn brief(text: &str) -> String {
    shortened(&with_short_numbers(text), LONGEST / 2 - 5)
}

/// At most `most` parts of a statement with their values at a case, such as `a + b is 7`; a last
/// text says if there are more.
fn values(
    judge: &mut Judge<'_, '_, '_>,
    notes: Notes<'_>,
    body: &Expr,
    frame: &mut [Value],
    most: usize,
) -> Vec<String> {
    let mut told: Vec<String> = Vec::new();
    let all = telling(body);
    for expr in chosen(judge, notes, body, (&all, most), frame) {
        let instance = judge.instance;
        let reach = Reach { bound: notes.bound, patience: 0 };
        let mut evaluator = one_case::evaluator(instance, notes.budget, judge.solver, reach);
        let Ok(value) = evaluator.value(expr, frame) else { continue };
        let text = crate::ir::print::expr(&instance.program, &notes.claim.slots, expr);
        let value = brief(&crate::ir::print::value(&instance.program, &value));
        let fact = format!("{} is {value}", brief(&text));
        if text != value && !told.contains(&fact) {
            told.push(fact);
        }
    }
    if all.len() > most && !told.is_empty() {
        told.push("further parts are not shown".to_string());
    }
    told
}

/// The parts of a statement whose values show why it is true or false.
fn telling(body: &Expr) -> Vec<&Expr> {
    let mut found = Vec::new();
    parts(body, &mut found);
    found
}

/// Follows a false body through its leading `let`s, `if`s and `forall`s to the part that is false.
/// Binds their names in `frame`, and adds a fact for each, except for an `if` with a long
/// condition. Stops where no value or no counterexample is found.
fn descend<'e>(
    judge: &mut Judge<'_, '_, '_>,
    claim: &Claim,
    mut body: &'e Expr,
    frame: &mut [Value],
    bound: u64,
    facts: &mut Vec<String>,
) -> &'e Expr {
    loop {
        let instance = judge.instance;
        let stop = Pace::default().with_pause(judge.solver.budget(), false).stop(judge.solver.budget());
        let budget = judge.solver.budget().within(&stop);
        let mut evaluator =
            one_case::evaluator(instance, &budget, judge.solver, Reach { bound, patience: 0 });
        if let ExprKind::Let(Pattern::Slot(name), parts) = &body.kind {
            let Ok(value) = evaluator.value(&parts[0], frame) else { break };
            let text = crate::ir::print::value(&instance.program, &value);
            facts.push(format!("{} is {text}", claim.slots[name.index()].name));
            frame[name.index()] = value;
            body = &parts[1];
            continue;
        }
        if let ExprKind::If(cases) = &body.kind {
            let Ok(Value::Bool(holds)) = evaluator.value(&cases[0], frame) else { break };
            let text = crate::ir::print::expr(&instance.program, &claim.slots, &cases[0]);
            if text.len() < LONGEST {
                facts.push(format!("{text} is {holds}"));
            }
            body = if holds { &cases[1] } else { &cases[2] };
            continue;
        }
        let Some(inner) = Outer::of(body).filter(|inner| inner.forall) else { break };
        let Some(values) = cases::decisive(&mut evaluator, &inner, frame) else { break };
        inner.bind(&values, frame);
        let case = errors::case_words(&instance.program, &inner.case(claim, &values));
        facts.push(format!("it fails at {case}"));
        body = inner.body;
    }
    body
}

/// Collects the operands of connectives, each followed by the expressions that show why the operand
/// is true or false.
fn parts<'e>(expr: &'e Expr, telling: &mut Vec<&'e Expr>) {
    let ExprKind::Binary(Binary::Iff | Binary::Implies | Binary::And | Binary::Or, left, right) = &expr.kind
    else {
        return collect(expr, telling);
    };
    for side in [left, right] {
        telling.extend(stated(side));
        parts(side, telling);
    }
}

/// Returns the operand of a connective if a note shows the whole operand in addition to its parts.
fn stated(side: &Expr) -> Option<&Expr> {
    use ExprKind::{Builtin, Call, Compare, If, Let, Unary};
    let is_whole = matches!(side.kind, Compare(..) | Builtin(..) | Unary(..) | Call(..) | If(..) | Let(..));
    is_whole.then_some(side)
}

/// Collects the parts of a claim whose values show why it fails: questions about play, sides of
/// comparisons, calls of functions that return truth values, conditions, quantifiers, comprehensions.
fn collect<'e>(expr: &'e Expr, telling: &mut Vec<&'e Expr>) {
    match &expr.kind {
        ExprKind::Term(..) => telling.push(expr),
        ExprKind::Unary(Unary::Not, inner) => {
            if matches!(inner.kind, ExprKind::Compare(..) | ExprKind::Builtin(..)) {
                telling.push(inner);
            }
            parts(inner, telling);
        }
        ExprKind::Call(..) | ExprKind::Aggregate(Aggregate::All | Aggregate::Any, _)
            if expr.ty == Type::Bool =>
        {
            telling.push(expr);
            walk::children(expr, &mut |child| collect(child, telling));
        }
        ExprKind::Compare(first, rest) => {
            for side in std::iter::once(&**first).chain(rest.iter().map(|(_, side)| side)) {
                if !matches!(side.kind, ExprKind::Literal(_) | ExprKind::Local(_)) {
                    telling.push(side);
                }
            }
        }
        // The bodies are not entered, because the bound names have no values here.
        ExprKind::Quantifier { .. }
        | ExprKind::ListFor(..)
        | ExprKind::SetFor(..)
        | ExprKind::AggregateFor(..) => telling.push(expr),
        ExprKind::Let(..) => {}
        ExprKind::If(cases) => {
            if matches!(cases[0].kind, ExprKind::Compare(..) | ExprKind::Builtin(..)) {
                telling.push(&cases[0]);
            }
            cases.iter().for_each(|case| parts(case, telling));
        }
        _ => walk::children(expr, &mut |child| collect(child, telling)),
    }
}
