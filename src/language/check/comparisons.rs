//! Checks comparisons: `a < b`, `x in D`, and chains of them.

use super::expression::{broken, is_broken};
use super::operators::is_plain_literal;
use super::types::{convert, join};
use super::{Checker, errors};
use crate::diagnostic::{Code, Fix};
use crate::ir::{Comparison, Expr, ExprKind, Type};
use crate::source::Span;
use crate::syntax::ast;

impl Checker<'_> {
    pub(super) fn compare(
        &mut self,
        first: &ast::Expr,
        rest: &[(ast::Comparison, Span, ast::Expr)],
        span: Span,
    ) -> Expr {
        let mut operands = vec![first];
        operands.extend(rest.iter().map(|(_, _, operand)| operand));
        if let (Some((ast::Comparison::In, ..)), Some((at, name))) = (rest.first(), last_name(first))
            && self.is_unknown(name)
        {
            self.report(errors::unknown_member(at, name));
        }
        // A literal takes the type of the operand to its left; `settle_left` then tries the type of
        // the operand to its right.
        let mut checked: Vec<Expr> = Vec::with_capacity(operands.len());
        for (at, operand) in operands.iter().enumerate() {
            let membership = at > 0 && matches!(rest[at - 1].0, ast::Comparison::In | ast::Comparison::NotIn);
            let before = checked.last().map(|before| before.ty.clone());
            let hint = match before.filter(|ty| *ty != Type::Never) {
                // Vertices may be named by numbers: `v in {1, 2}`.
                Some(Type::Vertex) if membership => match operand.kind {
                    ast::ExprKind::Set(_) => Some(Type::set(Type::Vertex)),
                    ast::ExprKind::List(_) => Some(Type::list(Type::Vertex)),
                    _ => None,
                },
                before => before.filter(|_| !membership),
            };
            checked.push(self.infer(operand, hint.as_ref()));
        }
        self.explain_outcomes(&operands, &checked, rest.first().map(|(op, ..)| *op));
        self.explain_letters(&operands, &checked);
        self.lint_remainder(&operands, rest);
        let known = self.diagnostics.len();
        for (at, (op, op_span, _)) in rest.iter().enumerate() {
            self.settle_left(&mut checked, &operands, at, *op);
            self.comparable(&mut checked, at, *op, *op_span);
        }
        // A later comparison may convert an operand that an earlier one shares: in `5 < n < 7 / 2` it makes `n`
        // a real number, so `5` must become one too.
        if self.diagnostics.len() == known {
            for (at, (op, op_span, _)) in rest.iter().enumerate().rev().skip(1) {
                self.comparable(&mut checked, at, *op, *op_span);
            }
        }
        self.warn_of_different_neighbours(&operands, rest, span);
        for (at, (op, op_span, _)) in rest.iter().enumerate() {
            self.warn_of_comparison(comparison(*op), *op_span, [&checked[at], &checked[at + 1]]);
        }
        let mut checked = checked.into_iter();
        let Some(first) = checked.next() else { return broken(span) };
        let rest = rest.iter().zip(checked).map(|((op, ..), operand)| (comparison(*op), operand));
        Expr { kind: ExprKind::Compare(Box::new(first), rest.collect()), ty: Type::Bool, span }
    }

    /// Completes the error about `P` or `N` in `nim(4) == P` and `nim(4) in N`.
    fn explain_outcomes(&mut self, operands: &[&ast::Expr], checked: &[Expr], op: Option<ast::Comparison>) {
        let [position, letter] = operands else { return };
        let word = match &letter.kind {
            ast::ExprKind::Name(name) if **name == *"P" => "losing",
            ast::ExprKind::Name(name) if **name == *"N" => "winning",
            _ => return,
        };
        let text = self.sources.text(position.span).trim();
        let mut told = self.diagnostics.iter_mut().rev();
        let error = told.find(|it| it.place() == Some(letter.span) && it.code == Code::G201);
        if let Some(error) = error.filter(|_| checked[0].ty == Type::Position) {
            let not = match op {
                Some(ast::Comparison::Eq | ast::Comparison::In) => "",
                Some(ast::Comparison::Ne | ast::Comparison::NotIn) => "not ",
                _ => return,
            };
            let written = format!("{not}{word}({text})");
            error.help = Some(format!("write `{written}`"));
            error.fix = Some(Fix { span: position.span.to(letter.span), replacement: written });
        }
    }

    /// Infers the literal at index `at` again, if it does not fit the operand to its right, with
    /// the type that this operand requires.
    fn settle_left(&mut self, checked: &mut [Expr], operands: &[&ast::Expr], at: usize, op: ast::Comparison) {
        if !is_plain_literal(operands[at]) {
            return;
        }
        let membership = matches!(op, ast::Comparison::In | ast::Comparison::NotIn);
        let wanted = if membership { checked[at + 1].ty.element() } else { Some(checked[at + 1].ty.clone()) };
        if let Some(wanted) = wanted.filter(|wanted| join(&checked[at].ty, wanted).is_none()) {
            checked[at] = self.infer(operands[at], Some(&wanted));
        }
    }

    /// Converts the operands at indices `at` and `at + 1` to types that can be compared, or reports
    /// an error.
    fn comparable(&mut self, checked: &mut [Expr], at: usize, op: ast::Comparison, op_span: Span) {
        use ast::Comparison as C;
        let (a, b) = (checked[at].clone(), checked[at + 1].clone());
        if is_broken(&a) || is_broken(&b) {
            return;
        }
        let fits = match op {
            C::In | C::NotIn => match b.ty.element() {
                Some(Type::Never) => Some((a.ty.clone(), b.ty.clone())),
                Some(element) => join(&a.ty, &element).and_then(|ty| {
                    // An integer may be a member of a set of vertices, but a vertex not of a set of
                    // integers.
                    (ty == element).then(|| (ty, b.ty.clone()))
                }),
                None => None,
            },
            C::Eq | C::Ne => join(&a.ty, &b.ty).map(|ty| (ty.clone(), ty)),
            C::Lt | C::Le | C::Gt | C::Ge => join(&a.ty, &b.ty)
                .filter(|ty| matches!(ty, Type::Int | Type::Real | Type::Vertex))
                .map(|ty| (ty.clone(), ty)),
        };
        match fits {
            Some((left, right)) => {
                checked[at] = convert(a, &left).unwrap_or_else(|it| it);
                checked[at + 1] = convert(b, &right).unwrap_or_else(|it| it);
            }
            None if self.is_echo(&a) || self.is_echo(&b) => {}
            None => {
                let texts = [&a, &b].map(|it| self.sources.text(it.span).trim());
                let error = self.as_declared(errors::not_comparable(op, op_span, &a, &b, texts), &[&a, &b]);
                let error = match op {
                    C::In | C::NotIn => self.with_lone_range(error, &b),
                    _ => error,
                };
                self.report(error);
            }
        }
    }

    /// Explains the error about an unknown name that is compared with a text: it is probably a text
    /// without its quotes.
    fn explain_letters(&mut self, operands: &[&ast::Expr], checked: &[Expr]) {
        if !checked.iter().any(|operand| operand.ty == Type::Text) {
            return;
        }
        for operand in operands {
            let ast::ExprKind::Name(name) = &operand.kind else { continue };
            let is_unknown = |it: &&mut crate::diagnostic::Diagnostic| {
                it.code == Code::G201 && it.place() == Some(operand.span)
            };
            if let Some(error) =
                self.diagnostics.iter_mut().rev().find(is_unknown).filter(|it| it.fix.is_none())
            {
                errors::letter_without_quotes(error, operand.span, name);
            }
        }
    }
}

/// The name that an expression is, or that follows its last `|`: `i` in `[i | i in D]`. The place
/// of the name comes first. `None` for other expressions.
fn last_name(expr: &ast::Expr) -> Option<(Span, &str)> {
    match &expr.kind {
        ast::ExprKind::Name(name) => Some((expr.span, name)),
        ast::ExprKind::Binary { op: ast::Binary::Union, right, .. } => last_name(right),
        _ => None,
    }
}

fn comparison(op: ast::Comparison) -> Comparison {
    match op {
        ast::Comparison::Eq => Comparison::Eq,
        ast::Comparison::Ne => Comparison::Ne,
        ast::Comparison::Lt => Comparison::Lt,
        ast::Comparison::Le => Comparison::Le,
        ast::Comparison::Gt => Comparison::Gt,
        ast::Comparison::Ge => Comparison::Ge,
        ast::Comparison::In => Comparison::In,
        ast::Comparison::NotIn => Comparison::NotIn,
    }
}
