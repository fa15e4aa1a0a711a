//! Finds, for the help of an error, the condition under which an expression has a value, as an
//! author would write it: an index or a slice stays inside its collection, a divisor is not 0, an
//! exponent is not negative.

use super::{Problem, ProblemKind};
use crate::ir::{Binary, Clause, Expr, ExprKind, Pattern, Program, Slot, SlotId, Value, print, walk};
use crate::source::Span;

/// The condition to add so that the expression of a problem has a value: `i + 2 <= len(s)` or
/// `b != 0`. `among` holds the expressions of the surrounding move, claim or function, in which the
/// expression is found by its span. `None` if no condition helps.
pub fn guard<'e>(
    program: &Program,
    slots: &[Slot],
    among: impl IntoIterator<Item = &'e Expr>,
    problem: &Problem,
) -> Option<String> {
    if let ProblemKind::Outside { field, value: Value::Int(value), .. } = &problem.kind {
        let is_negative = value.is_negative();
        return among
            .into_iter()
            .find_map(|expr| at_least(program, slots, expr, (problem.span, *field)))
            .filter(|_| is_negative);
    }
    let among: Vec<&Expr> = among.into_iter().collect();
    let found = failed(among.iter().copied(), problem);
    if found.is_some_and(|part| uses_local_let(part, &among)) {
        return None;
    }
    let text = |expr: &Expr| print::expr(program, slots, expr);
    let (base, place, within) = match (&found?.kind, &problem.kind) {
        (ExprKind::Binary(..), kind) => return of_operation(found?, kind, text),
        (ExprKind::Index(parts), ProblemKind::Index { index, .. }) => {
            (&parts[0], &parts[1], if index.starts_with('-') { None } else { Some("<") })
        }
        (ExprKind::With { base, path, .. }, ProblemKind::Index { index, .. }) => {
            return of_replacement(base, path, index.starts_with('-'), text);
        }
        (ExprKind::Slice(parts), ProblemKind::SliceOutside { low, high, length }) => {
            let ExprKind::Range { bounds, inclusive } = &parts[1].kind else { return None };
            let [first, last] = &**bounds;
            let is_end = high.parse::<usize>().is_ok_and(|high| high > *length);
            match is_end {
                _ if low.starts_with('-') => (&parts[0], first, None),
                _ if high.starts_with('-') => (&parts[0], last, None),
                true => (&parts[0], last, Some(if *inclusive { "<" } else { "<=" })),
                false => (&parts[0], first, Some("<=")),
            }
        }
        _ => return None,
    };
    // A condition without names would be true everywhere or false everywhere.
    if !has_names(place) && (within.is_none() || !has_names(base)) {
        return None;
    }
    Some(match within {
        Some(sign) => format!("{} {sign} len({})", text(place), text(base)),
        None => format!("0 <= {}", text(place)),
    })
}

/// The condition that excludes the probable problem of a `with`, an index outside its list;
/// `negative` says whether that index is below 0. `None` if no index is the probable one, or if it
/// has no names.
fn of_replacement(
    mut base: &Expr,
    path: &[Expr],
    negative: bool,
    text: impl Fn(&Expr) -> String,
) -> Option<String> {
    let (at, place) = suspect(path)?;
    // A replaced element leaves the lengths as they are.
    while let ExprKind::With { base: inner, .. } = &base.kind {
        base = inner;
    }
    if !has_names(place) {
        return None;
    }
    let outer: String = path[..at].iter().map(|it| format!("[{}]", text(it))).collect();
    Some(match negative {
        true => format!("0 <= {}", text(place)),
        false => format!("{} < len({}{outer})", text(place), text(base)),
    })
}

/// The index of a `with` that is probably outside its list, and its place in `path`. The problem
/// does not say which index is outside: it is the only one, or probably the only one that is an
/// operation, such as `i + 1`. The elements of a written collection of indices count as indices.
/// `None` if no index, or more than one, is probable.
fn suspect(path: &[Expr]) -> Option<(usize, &Expr)> {
    let all = path.iter().enumerate().flat_map(|(at, index)| match &index.kind {
        ExprKind::Set(elements) | ExprKind::List(elements) => {
            elements.iter().map(|element| (at, element)).collect()
        }
        _ => vec![(at, index)],
    });
    let all: Vec<(usize, &Expr)> = all.collect();
    if let [one] = all[..] {
        return Some(one);
    }
    let mut computed = all.into_iter().filter(|(_, it)| matches!(it.kind, ExprKind::Binary(..)));
    computed.next().filter(|_| computed.next().is_none())
}

/// The condition under which a division, a power or a nim-sum has a value; `None` if no condition
/// helps, or if more than one may be needed.
fn of_operation(found: &Expr, problem: &ProblemKind, text: impl Fn(&Expr) -> String) -> Option<String> {
    let ExprKind::Binary(operator, left, right) = &found.kind else { return None };
    let compared = |side: &Expr| in_comparison(side, text(side));
    if matches!(problem, ProblemKind::DivisionByZero) {
        // A divisor without variables is 0 in every position.
        return has_locals(right).then(|| format!("{} != 0", compared(right)));
    }
    let is_sum = *operator == Binary::Xor;
    let sides = if is_sum { vec![left, right] } else { vec![right] };
    let mut conditions =
        sides.into_iter().filter(|side| has_names(side)).filter_map(|side| match &side.kind {
            ExprKind::Binary(Binary::Subtract, from, amount) => {
                Some(format!("{} <= {}", compared(amount), compared(from)))
            }
            _ => (!is_sum).then(|| format!("0 <= {}", compared(side))),
        });
    // If both operands of a nim-sum are differences, the problem does not say which of them was
    // negative.
    conditions.next().filter(|_| conditions.next().is_none())
}

/// The text of an operand of a comparison, in parentheses if it needs them: `(if …)`.
fn in_comparison(expr: &Expr, text: String) -> String {
    match expr.kind {
        ExprKind::If(..) | ExprKind::Let(..) => format!("({text})"),
        _ => text,
    }
}

/// Whether an expression uses a name that a `let` inside the surrounding expressions defines. A
/// condition outside of that `let` cannot use the name.
fn uses_local_let(part: &Expr, among: &[&Expr]) -> bool {
    let mut defined: Vec<SlotId> = Vec::new();
    for expr in among {
        walk::everything(expr, &mut |inner| {
            if let ExprKind::Let(pattern, _) = &inner.kind {
                defined.extend(pattern.slots());
            }
        });
    }
    let mut found = false;
    walk::everything(part, &mut |inner| {
        found |= matches!(&inner.kind, ExprKind::Local(slot) if defined.contains(slot));
    });
    found
}

/// Whether a local name occurs in an expression.
fn has_locals(expr: &Expr) -> bool {
    let mut found = false;
    walk::everything(expr, &mut |part| found |= matches!(part.kind, ExprKind::Local(_)));
    found
}

/// Whether a local name, a parameter, a constant or a function occurs in an expression.
fn has_names(expr: &Expr) -> bool {
    let mut found = false;
    walk::everything(expr, &mut |part| {
        found |= matches!(part.kind, ExprKind::Local(_) | ExprKind::Global(_) | ExprKind::Call(..));
    });
    found
}

/// The index, slice or operation that caused a problem: the first in `among` at the place of the
/// problem.
fn failed<'e>(among: impl IntoIterator<Item = &'e Expr>, problem: &Problem) -> Option<&'e Expr> {
    let mut found = None;
    for expr in among {
        walk::everything(expr, &mut |part| {
            let is_failed = match (&part.kind, &problem.kind) {
                (ExprKind::Index(parts) | ExprKind::Slice(parts), _) => {
                    [part.span, parts[1].span].contains(&problem.span)
                }
                (ExprKind::With { .. }, ProblemKind::Index { .. }) => part.span == problem.span,
                (ExprKind::Binary(operator, ..), kind) => {
                    part.span == problem.span && needs_condition(*operator, kind)
                }
                _ => false,
            };
            if is_failed && found.is_none() {
                found = Some(part);
            }
        });
    }
    found
}

/// Whether an operator can cause a problem that a condition can exclude.
fn needs_condition(operator: Binary, problem: &ProblemKind) -> bool {
    match problem {
        ProblemKind::DivisionByZero => matches!(operator, Binary::Div | Binary::Mod | Binary::Quotient),
        ProblemKind::NegativeExponent => matches!(operator, Binary::Power | Binary::PowerReal),
        ProblemKind::NotNatural { .. } => operator == Binary::Xor,
        _ => false,
    }
}

/// Whether the index, slice or operation that caused a problem is in one of these expressions.
pub fn has_failed<'e>(among: impl IntoIterator<Item = &'e Expr>, problem: &Problem) -> bool {
    failed(among, problem).is_some()
}

/// Whether the index, slice or operation that caused a problem is inside a comprehension of a list,
/// a set or an aggregate, in one of these expressions.
pub fn is_in_elements<'e>(among: impl IntoIterator<Item = &'e Expr>, problem: &Problem) -> bool {
    let mut found = false;
    for expr in among {
        walk::everything(expr, &mut |part| {
            let binds = matches!(
                part.kind,
                ExprKind::ListFor(..) | ExprKind::SetFor(..) | ExprKind::AggregateFor(..)
            );
            found |= binds && failed([part], problem).is_some();
        });
    }
    found
}

/// The binder to write if an index is a variable that ranges over the elements, or from 1 to the
/// length: `i in indices(h)`. A guard would omit moves instead. `None` for other problems.
pub fn binder(
    program: &Program,
    slots: &[Slot],
    clauses: &[Clause],
    among: &[&Expr],
    problem: &Problem,
) -> Option<String> {
    let (list, index) = match &failed(among.iter().copied(), problem)?.kind {
        ExprKind::Index(parts) => (&parts[0], &parts[1]),
        ExprKind::With { base, path, .. } => (&**base, path.first().filter(|_| path.len() == 1)?),
        _ => return None,
    };
    let ExprKind::Local(place) = index.kind else { return None };
    let domain = domain_among(place, clauses, among);
    let text = |expr: &Expr| print::expr(program, slots, expr);
    let (domain, base) = (domain?, text(list));
    let is_shifted = match &domain.kind {
        ExprKind::Range { bounds, .. } => {
            text(&bounds[0]) == "1" && text(&bounds[1]) == format!("len({base})")
        }
        _ => text(domain) == base,
    };
    is_shifted.then(|| format!("{} in indices({base})", text(index)))
}

/// The indices in the other order, `b[i][j]`, if those of `b[j][i]` are variables that number the
/// elements of `b` and of one of its lists the other way round. `None` for other problems.
pub fn in_other_order(
    program: &Program,
    slots: &[Slot],
    clauses: &[Clause],
    among: &[&Expr],
    problem: &Problem,
) -> Option<String> {
    let failed = failed(among.iter().copied(), problem)?;
    let mut found = None;
    for expr in among {
        walk::everything(expr, &mut |part| {
            if let ExprKind::Index(outer) = &part.kind
                && let ExprKind::Index(inner) = &outer[0].kind
                && [part.span, outer[0].span].contains(&failed.span)
            {
                found = found.or(Some((&inner[0], &inner[1], &outer[1])));
            }
        });
    }
    let (base, first, second) = found?;
    let text = |expr: &Expr| print::expr(program, slots, expr);
    let numbered = |index: &Expr| {
        let ExprKind::Local(slot) = index.kind else { return None };
        let domain = text(domain_among(slot, clauses, among)?);
        let inside = domain.strip_prefix("indices(").or_else(|| domain.strip_prefix("0..len("))?;
        Some(inside.strip_suffix(')')?.to_string())
    };
    let base = text(base);
    let is_swapped = numbered(second)? == base
        && numbered(first)?.strip_prefix(&base).is_some_and(|it| it.starts_with('['));
    let swapped = format!("{base}[{}][{}]", text(second), text(first));
    // A rule that has both orders compares a cell with its mirror image.
    let is_there = among.iter().any(|expr| {
        let mut found = false;
        walk::everything(expr, &mut |part| {
            found |= matches!(part.kind, ExprKind::Index(_)) && text(part) == swapped;
        });
        found
    });
    (is_swapped && !is_there).then_some(swapped)
}

/// What to write for an index or a slice that counts from the end as in other languages.
pub enum FromEnd {
    /// `xs[len(xs) - 1]` for `xs[-1]`.
    Element(String),
    /// `xs[i..]` for `xs[i..=len(xs)]`.
    Slice(String),
}

/// What to write for an index or a slice that counts from the end as in other languages; `None` for
/// other problems.
pub fn from_the_end(
    program: &Program,
    slots: &[Slot],
    among: &[&Expr],
    problem: &Problem,
) -> Option<FromEnd> {
    let text = |expr: &Expr| print::expr(program, slots, expr);
    match &failed(among.iter().copied(), problem)?.kind {
        ExprKind::Index(parts) => {
            let (base, index) = (text(&parts[0]), text(&parts[1]));
            let ProblemKind::Index { length, .. } = problem.kind else { return None };
            let back = index.strip_prefix('-')?;
            back.parse().ok().filter(|back: &usize| *back <= length)?;
            Some(FromEnd::Element(format!("{base}[len({base}) - {back}]")))
        }
        ExprKind::Slice(parts) => {
            let ExprKind::Range { bounds, inclusive: true } = &parts[1].kind else { return None };
            let (base, [first, last]) = (text(&parts[0]), &**bounds);
            let ProblemKind::SliceOutside { low, length, .. } = &problem.kind else { return None };
            low.parse().ok().filter(|low: &usize| low <= length)?;
            (text(last) == format!("len({base})"))
                .then(|| FromEnd::Slice(format!("{base}[{}..]", text(first))))
        }
        _ => None,
    }
}

/// The domain of a variable that one of the clauses, or a comprehension or quantifier in one of the
/// expressions, binds as a whole; `None` if there is none.
fn domain_among<'e>(variable: SlotId, clauses: &'e [Clause], among: &[&'e Expr]) -> Option<&'e Expr> {
    let mut domain = domain_of(variable, clauses);
    for expr in among {
        walk::everything(expr, &mut |part| {
            if let ExprKind::ListFor(clauses, _)
            | ExprKind::SetFor(clauses, _)
            | ExprKind::AggregateFor(_, clauses, _)
            | ExprKind::Quantifier { clauses, .. } = &part.kind
            {
                domain = domain.or_else(|| domain_of(variable, clauses));
            }
        });
    }
    domain
}

/// The domain of a variable; `None` if no clause binds it as a whole.
fn domain_of(variable: SlotId, clauses: &[Clause]) -> Option<&Expr> {
    clauses.iter().find_map(|clause| match clause {
        Clause::For(Pattern::Slot(slot), domain) if *slot == variable => Some(domain),
        _ => None,
    })
}

/// The condition under which an argument of a component is not negative: `n >= 1` for `g(n - 1)`.
/// `place` holds the span of the component or of the argument, and the index of the argument.
/// `None` if there is no such component.
fn at_least(program: &Program, slots: &[Slot], among: &Expr, place: (Span, usize)) -> Option<String> {
    let mut found = None;
    walk::everything(among, &mut |part| {
        if let ExprKind::Component(_, arguments) = &part.kind
            && let Some(argument) = arguments.get(place.1)
            && [part.span, argument.span].contains(&place.0)
        {
            found = found.or(Some(argument));
        }
    });
    let text = |expr: &Expr| print::expr(program, slots, expr);
    Some(match &found?.kind {
        ExprKind::Binary(Binary::Subtract, from, amount) => format!("{} >= {}", text(from), text(amount)),
        _ => format!("{} >= 0", text(found?)),
    })
}
