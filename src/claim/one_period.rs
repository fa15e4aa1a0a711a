//! Decides claims about all naturals n whose parts are all periodic in n, such as
//! `forall n: losing(G(n)) <=> n mod 7 == 0`, by evaluating the cases up to the end of the first
//! common period.
//!
//! Automata can decide such claims too, but the size of the automata grows with the period.

use super::cases::{self, Answer};
use super::known::Knowledge;
use super::outer::Outer;
use super::{Evidence, Judge};
use crate::ir::{Binary, Claim, Clause, Comparison, Expr, ExprKind, SlotId, Term, Value, walk};
use crate::shape::presburger::{Known, Values};

/// The most cases that are evaluated. If the preperiod and the period together are longer, this
/// module decides nothing.
const MOST_CASES: u64 = 100_000;

/// The period of a sequence, and its preperiod.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Period {
    /// The preperiod: the index from which on the sequence is periodic.
    from: u64,
    /// The period: the results at n and n + `every` are equal for n >= `from`.
    every: u64,
}

/// The period of a constant.
const CONSTANT: Period = Period { from: 0, every: 1 };

impl Period {
    /// The period of an expression whose two parts have these periods, if it is short enough.
    fn and(self, other: Period) -> Option<Period> {
        let every = self.every.checked_mul(other.every / num_integer::gcd(self.every, other.every))?;
        let both = Period { from: self.from.max(other.from), every };
        (every <= MOST_CASES && both.from <= MOST_CASES).then_some(both)
    }
}

/// Decides a `forall` claim about one natural whose parts are periodic, by its cases up to the end
/// of the first period. `None` for other claims, if the period of a part is not known, or if a case
/// stays open.
pub fn decide(
    judge: &mut Judge<'_, '_, '_>,
    claim: &Claim,
    expr: &Expr,
    outer: &Outer<'_>,
) -> Option<Evidence> {
    let ([Clause::For(..)], [slot]) = (&*outer.clauses, &*outer.slots) else { return None };
    let (period, used) = {
        let budget = judge.solver.budget();
        let knowledge = Knowledge::new(judge.instance, budget, judge.solver.heaps(), &judge.proven);
        let period = period(outer.body, *slot, &knowledge)?;
        let used: Vec<String> = knowledge.used.borrow().iter().cloned().collect();
        (period, used)
    };
    let cases = period.from.checked_add(period.every).filter(|cases| *cases <= MOST_CASES)?;
    if used.is_empty() {
        return None;
    }
    let before = judge.options.bound.replace(cases - 1);
    let looked = cases::look(judge, claim, expr, Some(outer));
    judge.options.bound = before;
    match looked.outcome.ok()? {
        Answer::Closed(closed) if !closed.holds() => {
            Some(Evidence::Refuted { counterexample: outer.case(claim, closed.decisive()?) })
        }
        Answer::AsFar(as_far) if as_far.open.is_none() && as_far.holds == Some(true) => {
            let by = format!("evaluation of {cases} cases, after which all repeats: {}", used.join("; "));
            Some(Evidence::proved(by))
        }
        _ => None,
    }
}

/// The period of an expression as a function of the variable `slot`; `None` if it is not found.
fn period(expr: &Expr, slot: SlotId, known: &Knowledge<'_>) -> Option<Period> {
    if !walk::mentions(expr, slot) {
        return asks_nothing(expr).then_some(CONSTANT);
    }
    match &expr.kind {
        ExprKind::Term(Term::Sg | Term::Losing | Term::Winning, asked) => {
            let [Expr { kind: ExprKind::Component(game, arguments), .. }] = &**asked else { return None };
            let [argument] = &**arguments else { return None };
            if !is_linear(argument, slot) {
                return None;
            }
            let values = known.values(*game)?;
            let Values::Repeating(repeating) = &*values else { return None };
            let every = repeating.values.len().checked_sub(repeating.preperiod)? as u64;
            let is_plain = repeating.saltus == 0 && every > 0;
            is_plain.then_some(Period { from: repeating.preperiod as u64, every })
        }
        ExprKind::Binary(Binary::Mod, number, by) if is_linear(number, slot) => {
            let every = natural(by).filter(|every| (1..=MOST_CASES).contains(every))?;
            Some(Period { from: 0, every })
        }
        ExprKind::Compare(first, rest) => {
            let (mut all, mut left) = (CONSTANT, &**first);
            for (comparison, right) in rest {
                all = all.and(compared(left, *comparison, right, slot, known)?)?;
                left = right;
            }
            Some(all)
        }
        ExprKind::Binary(..)
        | ExprKind::Unary(..)
        | ExprKind::If(..)
        | ExprKind::Builtin(..)
        | ExprKind::Convert(..) => {
            let (mut all, mut parts) = (Some(CONSTANT), Vec::new());
            walk::children(expr, &mut |child| parts.push(child));
            for part in parts {
                all = all.and_then(|all| all.and(period(part, slot, known)?));
            }
            all
        }
        _ => None,
    }
}

/// The period of a comparison, if it is found. If a growing number is compared with a constant, the
/// result no longer changes once the number is greater than the constant.
fn compared(
    left: &Expr,
    comparison: Comparison,
    right: &Expr,
    slot: SlotId,
    known: &Knowledge<'_>,
) -> Option<Period> {
    if comparison != Comparison::In {
        for (number, constant) in [(left, right), (right, left)] {
            if let (true, Some(constant)) = (grows(number, slot), natural(constant)) {
                return Some(Period { from: constant.checked_add(1)?, every: 1 });
            }
        }
    }
    period(left, slot, known)?.and(period(right, slot, known)?)
}

/// Whether an expression is `a·n + b` with literal naturals a and b, where n is the variable.
fn is_linear(expr: &Expr, slot: SlotId) -> bool {
    match &expr.kind {
        ExprKind::Local(local) => *local == slot,
        ExprKind::Binary(Binary::Add | Binary::Multiply, a, b) => {
            (is_linear(a, slot) && natural(b).is_some()) || (is_linear(b, slot) && natural(a).is_some())
        }
        _ => false,
    }
}

/// Whether an expression is `a·n + b` with literal naturals a > 0 and b, where n is the variable.
fn grows(expr: &Expr, slot: SlotId) -> bool {
    match &expr.kind {
        ExprKind::Local(local) => *local == slot,
        ExprKind::Binary(Binary::Add, a, b) => {
            (grows(a, slot) && natural(b).is_some()) || (grows(b, slot) && natural(a).is_some())
        }
        ExprKind::Binary(Binary::Multiply, a, b) => {
            let is_positive = |it: &Expr| natural(it).is_some_and(|it| it > 0);
            (grows(a, slot) && is_positive(b)) || (grows(b, slot) && is_positive(a))
        }
        _ => false,
    }
}

/// The value of a literal natural; `None` for other expressions.
fn natural(expr: &Expr) -> Option<u64> {
    match &expr.kind {
        ExprKind::Literal(Value::Int(int)) => int.to_i64().and_then(|it| u64::try_from(it).ok()),
        _ => None,
    }
}

/// Whether an expression contains neither questions about positions nor quantifiers over all
/// naturals.
fn asks_nothing(expr: &Expr) -> bool {
    let mut asks = false;
    walk::everything(expr, &mut |inner| {
        asks |= matches!(inner.kind, ExprKind::Term(..) | ExprKind::Naturals);
    });
    !asks
}
