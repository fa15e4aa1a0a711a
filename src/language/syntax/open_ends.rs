//! Reports an operator in a body without parentheses, if another operator precedes the `forall`,
//! `exists`, `let` or `if` of that body: in `a => exists k: b <=> c` the body of `exists` is
//! `b <=> c`, but readers may see `(a => exists k: b) <=> c`.

use super::ast::{Binary, Expr, ExprKind};
use super::errors;
use super::expression::Lowering;
use crate::diagnostic::Code;
use crate::source::Span;

impl Lowering<'_> {
    /// Reports `=>` beside `<=>`, or `and` beside `or` on several lines, if `op` is the first of
    /// the two operators and the second stands in a body at the end of `right`, the right operand
    /// of `op`.
    pub(super) fn refuse_open_end(&mut self, op: Binary, op_span: Span, left: &Expr, right: &Expr) {
        let partner = match op {
            Binary::Implies => Binary::Iff,
            Binary::Iff => Binary::Implies,
            Binary::And => Binary::Or,
            Binary::Or => Binary::And,
            _ => return,
        };
        let across_lines = matches!(op, Binary::And | Binary::Or);
        let Some(mut inner) = Inner::in_body(right, partner) else { return };
        let body_span = inner.left.span.to(inner.right.span);
        // The span of a body may include a comment behind it.
        let right = Span { end: inner.right.span.end, ..right.span };
        while across_lines && !self.has_line_break(inner.left.span.end, inner.right.span.start) {
            let Some(before) = Inner::of(inner.left, partner) else { return };
            inner = before;
        }
        let cut = Span { end: inner.left.span.end, ..right };
        let rest = Span { start: inner.op_span.start, ..right };
        let head = Span { end: body_span.start, ..right };
        let [first, body, rest_text] = [left.span, cut, rest].map(|it| self.brief(it, 60));
        let [head, whole_body] = [head, body_span].map(|it| self.brief(it, 60));
        let sign = op.spelling();
        let readings =
            [format!("{first} {sign} {head} ({whole_body})"), format!("({first} {sign} {body}) {rest_text}")];
        let error = match across_lines {
            true => errors::mixed_lines(inner.op_span, op_span, &readings),
            false => {
                let [one, other] = &readings;
                let middle = format!("{first} {sign} (({body}) {rest_text})");
                errors::mixed_implication(inner.op_span, op_span, &[one.clone(), middle, other.clone()])
            }
        };
        self.diagnostics.retain(|it| it.code != Code::G114 || it.place() != error.place());
        // The body was already reported with another operator before it.
        if self.diagnostics.iter().any(|it| it.code == error.code && it.place() == error.place()) {
            return;
        }
        let whole = left.span.to(right);
        let written = |open: u32, close: u32| {
            let part = |from: u32, to: u32| self.text.get(from as usize..to as usize).unwrap_or("");
            format!("{}({}){}", part(whole.start, open), part(open, close), part(close, whole.end))
        };
        let choices =
            [written(body_span.start, body_span.end), written(left.span.start, inner.left.span.end)];
        self.diagnostics.push(choices.into_iter().fold(error, |error, text| error.choice(whole, text)));
    }
}

/// The place and the operands of a binary operator.
struct Inner<'e> {
    op_span: Span,
    left: &'e Expr,
    right: &'e Expr,
}

impl<'e> Inner<'e> {
    fn of(expr: &'e Expr, wanted: Binary) -> Option<Inner<'e>> {
        match &expr.kind {
            ExprKind::Binary { op, op_span, left, right } if *op == wanted => {
                Some(Inner { op_span: *op_span, left, right })
            }
            _ => None,
        }
    }

    /// Finds a body (of a quantifier, a `let` or an `else`) at the end of `expr` that is an
    /// operation `wanted`, and returns this operation; `None` if there is none.
    fn in_body(expr: &'e Expr, wanted: Binary) -> Option<Inner<'e>> {
        let (mut expr, mut is_body) = (expr, false);
        loop {
            if is_body && let Some(found) = Inner::of(expr, wanted) {
                return Some(found);
            }
            (expr, is_body) = match &expr.kind {
                ExprKind::Quantifier { body, .. } | ExprKind::Let { body, .. } => (&**body, true),
                ExprKind::If(parts) => (&parts[2], true),
                ExprKind::Unary(_, operand) => (&**operand, is_body),
                ExprKind::Binary { right, .. } => (&**right, is_body),
                ExprKind::Compare { rest, .. } => (&rest.last()?.2, is_body),
                _ => return None,
            };
        }
    }
}
