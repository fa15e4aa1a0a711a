//! Checks `a xor b`, the nim-sum, and `a ^ b`, the power. In other languages `^` is the nim-sum, so
//! some errors suggest `xor`.

use super::expression::{broken, is_broken};
use super::{Checker, errors};
use crate::ir::{Binary, Expr, Type};
use crate::source::Span;
use crate::syntax::ast;

impl Checker<'_> {
    /// Checks `a xor b`, whose operands must be integers.
    pub(super) fn nim_sum(&mut self, left: &ast::Expr, right: &ast::Expr, op_span: Span, span: Span) -> Expr {
        let (a, b) = (self.infer(left, Some(&Type::Int)), self.infer(right, Some(&Type::Int)));
        if [&a.ty, &b.ty].contains(&&Type::Position) {
            return self.no_operator(ast::Binary::Xor, op_span, &a, &b, span);
        }
        if a.ty == Type::Bool && b.ty == Type::Bool {
            return self.no_numbers(ast::Binary::Xor, op_span, [left, right], span);
        }
        if let (Type::Int, Type::Bool) | (Type::Bool, Type::Int) = (&a.ty, &b.ty) {
            self.report(errors::xor_beside_comparison(op_span));
            return broken(span);
        }
        let (a, b) = (self.fit(a, &Type::Int), self.fit(b, &Type::Int));
        if is_broken(&a) || is_broken(&b) {
            broken(span)
        } else {
            Self::node(Binary::Xor, a, b, Type::Int, span)
        }
    }

    /// Reports an operator of numbers between truth values.
    fn no_numbers(&mut self, op: ast::Binary, op_span: Span, sides: [&ast::Expr; 2], span: Span) -> Expr {
        let texts = sides.map(|it| self.sources.text(it.span));
        self.report(errors::xor_of_truths(op, op_span, span, texts));
        broken(span)
    }

    /// Checks `a ^ b`: an integer or a real number to the power of an integer.
    pub(super) fn power(&mut self, left: &ast::Expr, right: &ast::Expr, op_span: Span, span: Span) -> Expr {
        let (base, exponent) = (self.infer(left, None), self.infer(right, Some(&Type::Int)));
        let is_no_number = |ty: &Type| matches!(ty, Type::Position | Type::List(_));
        if is_no_number(&base.ty) || matches!(base.ty, Type::Set(_)) || is_no_number(&exponent.ty) {
            return self.no_operator(ast::Binary::Power, op_span, &base, &exponent, span);
        }
        if base.ty == Type::Bool && exponent.ty == Type::Bool {
            return self.no_numbers(ast::Binary::Power, op_span, [left, right], span);
        }
        let exponent = self.fit(exponent, &Type::Int);
        if base.ty == Type::Real {
            return Self::node(Binary::PowerReal, base, exponent, Type::Real, span);
        }
        let base = self.fit(base, &Type::Int);
        Self::node(Binary::Power, base, exponent, Type::Int, span)
    }
}
