//! Operators side by side without parentheses that readers may group in two ways.

use super::ast::{Binary, Expr, ExprKind};
use super::errors;
use super::expression::Lowering;
use crate::source::Span;

impl Lowering<'_> {
    /// Reports `=>` beside `<=>`, and `and` beside `or` if the line breaks suggest that `or` binds tighter.
    pub(super) fn note_mixed(&mut self, op: Binary, op_span: Span, left: &Expr, right: &Expr) {
        match op {
            Binary::Iff => self.refuse_implication(op_span, left, right),
            Binary::Or => self.refuse_lines(op_span, left, right),
            _ => {}
        }
    }

    /// `a => b <=> c`
    fn refuse_implication(&mut self, op_span: Span, left: &Expr, right: &Expr) {
        if let Some((at, premise, conclusion)) = implication(left) {
            let [a, b, c] = [premise, conclusion, right.span].map(|span| self.brief(span));
            let readings = [format!("({a} => {b}) <=> {c}"), format!("{a} => ({b} <=> {c})")];
            self.diagnostics.push(errors::mixed_implication(op_span, at, &readings));
        } else if let Some((at, premise, conclusion)) = implication(right) {
            let [a, b, c] = [left.span, premise, conclusion].map(|span| self.brief(span));
            let readings = [format!("({a} <=> {b}) => {c}"), format!("{a} <=> ({b} => {c})")];
            self.diagnostics.push(errors::mixed_implication(at, op_span, &readings));
        }
    }

    /// `a or b` on one line, and `and c` on the next.
    fn refuse_lines(&mut self, op_span: Span, left: &Expr, right: &Expr) {
        if self.breaks_between(left, right) {
            return;
        }
        let operand = |side: &Expr| match &side.kind {
            ExprKind::Binary { op: Binary::And, op_span, left: a, right: b } => {
                self.breaks_between(a, b).then_some((*op_span, a.span, b.span))
            }
            _ => None,
        };
        if let Some((at, b, c)) = operand(right) {
            let [a, b, c] = [last_alternative(left), b, c].map(|span| self.brief(span));
            let readings = [format!("{a} or ({b} and {c})"), format!("({a} or {b}) and {c}")];
            self.diagnostics.push(errors::mixed_lines(at, op_span, &readings));
        } else if let Some((at, a, b)) = operand(left) {
            let [a, b, c] = [a, b, right.span].map(|span| self.brief(span));
            let readings = [format!("({a} and {b}) or {c}"), format!("{a} and ({b} or {c})")];
            self.diagnostics.push(errors::mixed_lines(at, op_span, &readings));
        }
    }

    /// Whether a line ends between two operands.
    fn breaks_between(&self, left: &Expr, right: &Expr) -> bool {
        let between = self.text.get(left.span.end as usize..right.span.start as usize);
        between.is_some_and(|gap| gap.contains('\n'))
    }

    /// The text at a place, on one line; `…` if it is long.
    fn brief(&self, span: Span) -> String {
        let text = self.text.get(span.start as usize..span.end as usize).unwrap_or("");
        let words: Vec<&str> = text.split_whitespace().collect();
        let text = words.join(" ");
        if text.contains("//") || text.chars().count() > LONGEST { "…".to_string() } else { text }
    }
}

/// How long a part of a reading may be.
const LONGEST: usize = 40;

/// The last implication of a chain: the places of its sign, of the premise and of the conclusion.
fn implication(expr: &Expr) -> Option<(Span, Span, Span)> {
    let (mut last, mut found) = (expr, None);
    while let ExprKind::Binary { op: Binary::Implies, op_span, left, right } = &last.kind {
        found = Some((*op_span, Span { end: left.span.end, ..expr.span }, right.span));
        last = right;
    }
    found
}

/// The place of the last operand of a chain of `or`.
fn last_alternative(expr: &Expr) -> Span {
    match &expr.kind {
        ExprKind::Binary { op: Binary::Or, right, .. } => right.span,
        _ => expr.span,
    }
}
