//! Restricts ranges that are too long to iterate over to the values that the next guards admit.

use super::Instance;
use super::evaluator::Evaluator;
use crate::ir::{
    Aggregate, Binary, Clause, Comparison, Conversion, Expr, ExprKind, Pattern, SlotId, Type, Unary, Value,
    walk,
};
use crate::number::Int;
use crate::position::Budget;
use crate::source::Span;

/// Ranges of at most this many integers are left as they are.
const LONG: i64 = 1 << 20;

/// Restricts the constant ranges of all moves: `k in 1..=10^30` with the guard `k <= n` becomes
/// `k in 1..=min(10^30, n)` without the guard. A constant set that is subtracted from the range
/// becomes a guard, and an empty list that is concatenated with the range is dropped.
///
/// Uses only the guards that directly follow the binder and always have a value. The clauses after
/// these guards are evaluated only where all of the guards are true. So this changes neither the
/// moves nor the places where the rules have no value.
pub(super) fn clip(instance: &mut Instance, budget: &Budget<'_>) {
    let mut cut = Vec::new();
    for (game, rules) in instance.program.games.iter().enumerate() {
        for (rule, it) in rules.moves.iter().enumerate() {
            // From last to first, so that earlier indices stay valid.
            for (at, clause) in it.clauses.iter().enumerate().rev() {
                if let Clause::For(Pattern::Slot(slot), domain) = clause
                    && let Some((domain, left_out)) = peeled(instance, domain, budget)
                    && let Some(ends) = long(instance, domain, budget)
                    && let Some((shorter, guards, count)) =
                        shortened(*slot, domain, ends, &it.clauses[at + 1..])
                {
                    let mut clauses = vec![Clause::For(Pattern::Slot(*slot), shorter)];
                    clauses.extend(guards.into_iter().map(Clause::If));
                    // The subtracted set is tested last, after `guards`: all of these conditions
                    // always have a value, so their order does not matter.
                    clauses.extend(left_out.map(|set| Clause::If(is_no_member(*slot, set))));
                    cut.push((game, rule, at..at + 1 + count, clauses));
                }
            }
        }
    }
    for (game, rule, places, clauses) in cut {
        instance.program.games[game].moves[rule].clauses.splice(places, clauses);
    }
}

/// Splits a domain into the range it takes its values from and the constant set of integers that it
/// excludes: `(0..n) - {3}` gives `0..n` and `{3}`. A range that is converted to a list or a set
/// gives the range, and an empty list that is concatenated is dropped. Other subtractions and
/// concatenations give `None`; any other domain is returned whole, without a set.
fn peeled<'e>(
    instance: &Instance,
    domain: &'e Expr,
    budget: &Budget<'_>,
) -> Option<(&'e Expr, Option<Expr>)> {
    match &domain.kind {
        ExprKind::Convert(Conversion::RangeToList | Conversion::RangeToSet, range) => Some((range, None)),
        ExprKind::Binary(Binary::Difference, left, right) => {
            let ExprKind::Convert(Conversion::RangeToSet, range) = &left.kind else { return None };
            let mut is_constant = true;
            walk::everything(right, &mut |inner| is_constant &= !matches!(inner.kind, ExprKind::Local(_)));
            if !is_constant {
                return None;
            }
            let mut frame = vec![Value::Bool(false); walk::frame_size(right)];
            let set = Evaluator::new(instance, budget).value(right, &mut frame).ok()?;
            let is_of_integers =
                matches!(&set, Value::Set(all) if all.iter().all(|it| matches!(it, Value::Int(_))));
            let set = Expr { kind: ExprKind::Literal(set), ..(**right).clone() };
            is_of_integers.then_some((&**range, Some(set)))
        }
        ExprKind::Binary(Binary::ConcatLists, left, right) => {
            let is_empty = |expr: &Expr| matches!(&expr.kind, ExprKind::List(parts) if parts.is_empty());
            let rest = if is_empty(right) { left } else { Some(right).filter(|_| is_empty(left))? };
            peeled(instance, rest, budget)
        }
        _ => Some((domain, None)),
    }
}

/// The condition that the value of a slot is not a member of a set.
fn is_no_member(slot: SlotId, set: Expr) -> Expr {
    let span = set.span;
    let name = Expr { kind: ExprKind::Local(slot), ty: Type::Int, span };
    let kind = ExprKind::Compare(Box::new(name), vec![(Comparison::NotIn, set)]);
    Expr { kind, ty: Type::Bool, span }
}

/// The ends of a constant range, the second excluded, if it has more than `LONG` integers.
fn long(instance: &Instance, domain: &Expr, budget: &Budget<'_>) -> Option<(Int, Int)> {
    if domain.ty != Type::Range || !is_simple(domain, &|kind| matches!(kind, ExprKind::Local(_))) {
        return None;
    }
    let value = Evaluator::new(instance, budget).value(domain, &mut Vec::new()).ok()?;
    let Value::Range(ends) = value else { return None };
    (&ends.1 - &ends.0 > Int::from(LONG)).then(|| (ends.0.clone(), ends.1.clone()))
}

/// Whether an expression consists only of names, literals, ranges, comparisons and simple
/// operators, all of type integer, range or truth value, and none of them `barred`. Such an
/// expression has a value, unless a number is too large or the exponent of a power is negative.
fn is_simple(expr: &Expr, barred: &dyn Fn(&ExprKind) -> bool) -> bool {
    let mut simple = true;
    walk::everything(expr, &mut |inner| {
        let is_known = match &inner.kind {
            ExprKind::Literal(_)
            | ExprKind::Local(_)
            | ExprKind::Global(_)
            | ExprKind::Range { .. }
            | ExprKind::Compare(..)
            | ExprKind::Unary(Unary::Negate | Unary::Not, _) => true,
            ExprKind::Binary(op, _, right) => match op {
                Binary::Add | Binary::Subtract | Binary::Multiply | Binary::Power => true,
                Binary::And | Binary::Or => true,
                Binary::Div | Binary::Mod => {
                    matches!(&right.kind, ExprKind::Literal(Value::Int(int)) if *int > Int::ZERO)
                }
                _ => false,
            },
            _ => false,
        };
        simple &=
            is_known && !barred(&inner.kind) && matches!(inner.ty, Type::Int | Type::Range | Type::Bool);
    });
    simple
}

/// Restricts a range by the guards at the beginning of `behind`, the clauses after the binder.
/// Returns the shorter range, the conditions of these guards that are not bounds of the variable,
/// and how many guards the two replace. `None` if no guard bounds the variable.
fn shortened(
    slot: SlotId,
    domain: &Expr,
    (low, high): (Int, Int),
    behind: &[Clause],
) -> Option<(Expr, Vec<Expr>, usize)> {
    let span = domain.span;
    let mut found = Bounds { lows: vec![literal(low, span)], highs: vec![literal(high, span)] };
    let (mut left_over, mut looked_at) = (Vec::new(), 0);
    for clause in behind {
        let Clause::If(guard) = clause else { break };
        // A power has no value if its exponent is negative.
        let barred = |kind: &ExprKind| matches!(kind, ExprKind::Binary(Binary::Power, ..));
        if !is_simple(guard, &barred) {
            break;
        }
        looked_at += 1;
        match &guard.kind {
            ExprKind::Compare(first, rest) => left_over.extend(found.take(slot, guard, first, rest)),
            _ => left_over.push(guard.clone()),
        }
    }
    if found.lows.len() + found.highs.len() == 2 {
        return None;
    }
    let bounds =
        Box::new([extreme(Aggregate::Max, found.lows, span), extreme(Aggregate::Min, found.highs, span)]);
    let range = Expr { kind: ExprKind::Range { bounds, inclusive: false }, ty: Type::Range, span };
    Some((range, left_over, looked_at))
}

/// Bounds of a variable, which is at least each of `lows`, and less than each of `highs`.
struct Bounds {
    lows: Vec<Expr>,
    highs: Vec<Expr>,
}

impl Bounds {
    /// Adds the bounds of the variable `slot` that the comparisons of a guard state, and returns
    /// the other comparisons.
    fn take(&mut self, slot: SlotId, guard: &Expr, first: &Expr, rest: &[(Comparison, Expr)]) -> Vec<Expr> {
        let is_name = |expr: &Expr| matches!(expr.kind, ExprKind::Local(local) if local == slot);
        let (mut left, mut others) = (first, Vec::new());
        for (comparison, right) in rest {
            let (below, above) = match comparison {
                Comparison::Gt | Comparison::Ge => (right, left),
                _ => (left, right),
            };
            let strict = matches!(comparison, Comparison::Lt | Comparison::Gt);
            let is_bound = strict || matches!(comparison, Comparison::Le | Comparison::Ge);
            if is_bound && is_name(below) && !walk::mentions(above, slot) {
                self.highs.push(if strict { above.clone() } else { next(above) });
            } else if is_bound && is_name(above) && !walk::mentions(below, slot) {
                self.lows.push(if strict { next(below) } else { below.clone() });
            } else {
                let pair = vec![(*comparison, right.clone())];
                let kind = ExprKind::Compare(Box::new(left.clone()), pair);
                others.push(Expr { kind, ..guard.clone() });
            }
            left = right;
        }
        others
    }
}

fn literal(int: Int, span: Span) -> Expr {
    Expr { kind: ExprKind::Literal(Value::Int(int)), ty: Type::Int, span }
}

/// An integer plus 1.
fn next(expr: &Expr) -> Expr {
    let one = literal(Int::ONE, expr.span);
    let kind = ExprKind::Binary(Binary::Add, Box::new(expr.clone()), Box::new(one));
    Expr { kind, ty: Type::Int, span: expr.span }
}

/// The aggregate `min` or `max` of the integers `of`; a single integer is returned unchanged.
fn extreme(aggregate: Aggregate, mut of: Vec<Expr>, span: Span) -> Expr {
    if of.len() == 1 {
        return of.remove(0);
    }
    let list = Expr { kind: ExprKind::List(of), ty: Type::list(Type::Int), span };
    Expr { kind: ExprKind::Aggregate(aggregate, Box::new(list)), ty: Type::Int, span }
}
