//! Operators side by side without parentheses that readers may group in two ways.

use super::ast::{Binary, Expr, ExprKind};
use super::errors;
use super::expression::Lowering;
use crate::diagnostic::Code;
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
        let mut chain = Chain::default();
        chain.add(left);
        chain.add_sign(Binary::Iff, op_span);
        chain.add(right);
        let Some((span, first)) = chain.mixed() else { return };
        // The readings are those of the whole chain: what was said about its beginning is dropped.
        let is_of_chain = |place: Span| chain.signs.iter().any(|(_, sign)| *sign == place);
        self.diagnostics.retain(|it| it.code != Code::G109 || !it.place().is_some_and(is_of_chain));
        let operands: Vec<String> = chain.operands.iter().map(|span| self.brief(*span)).collect();
        // First the one that groups from the left.
        let signs = match chain.signs[0].0 {
            Binary::Iff => [Binary::Iff, Binary::Implies],
            _ => [Binary::Implies, Binary::Iff],
        };
        let readings = signs.map(|tighter| chain.grouped(&operands, tighter));
        self.diagnostics.push(errors::mixed_implication(span, first, &readings));
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

/// Operands with `=>` and `<=>` between them.
#[derive(Default)]
struct Chain {
    operands: Vec<Span>,
    signs: Vec<(Binary, Span)>,
}

impl Chain {
    /// Adds what an expression is made of.
    fn add(&mut self, expr: &Expr) {
        let mut last = expr;
        // Implications group to the right, equivalences to the left.
        while let ExprKind::Binary { op: Binary::Implies, op_span, left, right } = &last.kind {
            self.operands.push(left.span);
            self.add_sign(Binary::Implies, *op_span);
            last = right;
        }
        match &last.kind {
            ExprKind::Binary { op: Binary::Iff, op_span, left, right } => {
                self.add(left);
                self.add_sign(Binary::Iff, *op_span);
                self.add(right);
            }
            _ => self.operands.push(last.span),
        }
    }

    fn add_sign(&mut self, sign: Binary, place: Span) {
        self.signs.push((sign, place));
    }

    /// The first sign behind another one, and that other one.
    fn mixed(&self) -> Option<(Span, Span)> {
        let pair = self.signs.windows(2).find(|pair| pair[0].0 != pair[1].0)?;
        Some((pair[1].1, pair[0].1))
    }

    /// The chain with parentheses around what one of the signs joins.
    fn grouped(&self, operands: &[String], tighter: Binary) -> String {
        let word = |sign: Binary| if sign == Binary::Iff { " <=> " } else { " => " };
        let mut groups: Vec<(String, bool)> = Vec::new();
        for (at, operand) in operands.iter().enumerate() {
            match groups.last_mut() {
                Some((group, several)) if self.signs[at - 1].0 == tighter => {
                    group.push_str(&format!("{}{operand}", word(tighter)));
                    *several = true;
                }
                _ => groups.push((operand.clone(), false)),
            }
        }
        let looser = if tighter == Binary::Iff { Binary::Implies } else { Binary::Iff };
        let parts: Vec<String> = groups
            .into_iter()
            .map(|(group, several)| if several { format!("({group})") } else { group })
            .collect();
        parts.join(word(looser))
    }
}

/// The place of the last operand of a chain of `or`.
fn last_alternative(expr: &Expr) -> Span {
    match &expr.kind {
        ExprKind::Binary { op: Binary::Or, right, .. } => right.span,
        _ => expr.span,
    }
}
