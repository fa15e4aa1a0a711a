//! `abs`, `min` and `max` of exact real numbers, put into comparisons.

use super::Checker;
use super::expression::{broken, literal};
use super::types::convert;
use crate::ir::{Builtin, Comparison, Expr, ExprKind, Pattern, Type, Unary, Value};
use crate::source::Span;
use crate::syntax::ast::{Elements, Name};

impl Checker<'_> {
    /// `abs(x)`, of an integer or a real number.
    pub(super) fn abs(&mut self, name: &Name, arguments: &Elements, span: Span) -> Expr {
        let Some(each) = self.each(name, arguments) else { return broken(span) };
        let [only] = each else {
            self.visit(arguments);
            self.report(super::errors::arity(name, 1, each.len(), span, None));
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
        chosen.unwrap_or_else(|| broken(span))
    }

    /// An expression with a value that is evaluated once.
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

/// The first of two numbers where a comparison holds, the second elsewhere.
fn choice(op: Comparison, (a, b): (Expr, Expr), (then, otherwise): (Expr, Expr), span: Span) -> Expr {
    let kind = ExprKind::Compare(Box::new(a), vec![(op, b)]);
    let condition = Expr { kind, ty: Type::Bool, span };
    Expr { kind: ExprKind::If(Box::new([condition, then, otherwise])), ty: Type::Real, span }
}
