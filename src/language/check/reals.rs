//! Checks `abs`, `min` and `max` of exact real numbers, and expresses them by comparisons: the
//! evaluator has no builtins for them.

use super::Checker;
use super::expression::{broken, literal};
use super::types::convert;
use crate::ir::{Aggregate, Builtin, Clause, Comparison, Expr, ExprKind, Pattern, Type, Unary, Value};
use crate::source::Span;
use crate::syntax::ast::{Elements, Name};

impl Checker<'_> {
    /// Checks `abs(x)`, for an integer or a real number.
    pub(super) fn abs(&mut self, name: &Name, arguments: &Elements, span: Span) -> Expr {
        let Some(each) = self.each(name, arguments) else { return broken(span) };
        let [only] = each else {
            self.visit(arguments);
            self.report(super::errors::arity(name, (1, each.len()), span, None));
            return broken(span);
        };
        let value = self.infer(only, Some(&Type::Int));
        if value.ty != Type::Real {
            let value = self.fit(value, &Type::Int);
            return Expr { kind: ExprKind::Builtin(Builtin::Abs, vec![value]), ty: Type::Int, span };
        }
        let zero = literal(Value::int(0), Type::Int, span);
        let Ok(zero) = convert(zero, &Type::Real) else { return broken(span) };
        self.named("number", value, |_, number| {
            let negated = ExprKind::Unary(Unary::NegateReal, Box::new(number.clone()));
            let negated = Expr { kind: negated, ty: Type::Real, span };
            choice(Comparison::Lt, (number.clone(), zero), (negated, number), span)
        })
    }

    /// The least or the greatest of several real numbers.
    pub(super) fn extreme_of_reals(&mut self, greatest: bool, parts: Vec<Expr>, span: Span) -> Expr {
        let op = if greatest { Comparison::Ge } else { Comparison::Le };
        let chosen = parts.into_iter().reduce(|best, next| {
            self.named("best", best, |it, best| {
                it.named("next", next, |_, next| choice(op, (best.clone(), next.clone()), (best, next), span))
            })
        });
        chosen.map_or_else(|| broken(span), |chosen| Expr { span, ..chosen })
    }

    /// The least or the greatest of the real numbers in a collection: the first member that
    /// compares with every member as `<=` or `>=`. For an empty collection, the expression is `min`
    /// or `max` of no integers, whose evaluation is an error.
    pub(super) fn extreme_among_reals(&mut self, aggregate: Aggregate, collection: Expr, span: Span) -> Expr {
        let op = if aggregate == Aggregate::Max { Comparison::Ge } else { Comparison::Le };
        let expr = |kind, ty| Expr { kind, ty, span };
        let zero = || literal(Value::int(0), Type::Int, span);
        self.named("numbers", collection, |it, numbers| {
            let (each, best) = it.member("best", numbers.clone());
            let (others, other) = it.member("other", numbers.clone());
            let beats = expr(ExprKind::Compare(Box::new(best.clone()), vec![(op, other)]), Type::Bool);
            let beats_all = ExprKind::AggregateFor(Aggregate::All, vec![others], Box::new(beats));
            let clauses = vec![each, Clause::If(expr(beats_all, Type::Bool))];
            let all_best = expr(ExprKind::ListFor(clauses, Box::new(best)), Type::list(Type::Real));
            let first = expr(ExprKind::Index(Box::new([all_best, zero()])), Type::Real);
            let nothing = expr(ExprKind::List(Vec::new()), Type::list(Type::Int));
            let undefined = expr(ExprKind::Aggregate(aggregate, Box::new(nothing)), Type::Int);
            let Ok(undefined) = convert(undefined, &Type::Real) else { return broken(span) };
            let length = expr(ExprKind::Builtin(Builtin::Len, vec![numbers]), Type::Int);
            let is_some =
                expr(ExprKind::Compare(Box::new(length), vec![(Comparison::Gt, zero())]), Type::Bool);
            expr(ExprKind::If(Box::new([is_some, first, undefined])), Type::Real)
        })
    }

    /// A clause that iterates over a collection of real numbers, and the local name of its members.
    fn member(&mut self, name: &str, collection: Expr) -> (Clause, Expr) {
        let (span, mark) = (collection.span, self.scope.mark());
        let slot = self.scope.bind(name, span, Type::Real);
        self.scope.forget(mark);
        let member = Expr { kind: ExprKind::Local(slot), ty: Type::Real, span };
        (Clause::For(Pattern::Slot(slot), collection), member)
    }

    /// `let NAME = VALUE in BODY`, so that the value is evaluated once. `body` gets the local name.
    fn named(&mut self, name: &str, value: Expr, body: impl FnOnce(&mut Self, Expr) -> Expr) -> Expr {
        let (span, mark) = (value.span, self.scope.mark());
        let slot = self.scope.bind(name, span, value.ty.clone());
        self.scope.forget(mark);
        let local = Expr { kind: ExprKind::Local(slot), ty: value.ty.clone(), span };
        let body = body(self, local);
        let ty = body.ty.clone();
        Expr { kind: ExprKind::Let(Pattern::Slot(slot), Box::new([value, body])), ty, span }
    }
}

/// `if a OP b then THEN else OTHERWISE`
fn choice(op: Comparison, (a, b): (Expr, Expr), (then, otherwise): (Expr, Expr), span: Span) -> Expr {
    let kind = ExprKind::Compare(Box::new(a), vec![(op, b)]);
    let condition = Expr { kind, ty: Type::Bool, span };
    Expr { kind: ExprKind::If(Box::new([condition, then, otherwise])), ty: Type::Real, span }
}
