//! Operators side by side without parentheses that readers may group in two ways.

use super::ast::{Binary, Expr, ExprKind};
use super::errors;
use super::expression::Lowering;
use crate::diagnostic::Code;
use crate::source::Span;

impl Lowering<'_> {
    /// Reports `=>` beside `<=>`, and `and` beside `or` if a line breaks at the `and`.
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

    /// `a or b` on one line, `and c` on the next. Line breaks at `or` alone agree with what binds tighter.
    fn refuse_lines(&mut self, op_span: Span, left: &Expr, right: &Expr) {
        if let Some(chain) = Conjunction::of(left).filter(|it| self.is_broken(it)) {
            let next = Conjunction::of(right);
            let (middle, rest) = match &next {
                Some(next) => (next.parts[0], format!(" and {}", self.brief(next.after_first()))),
                None => (right.span, String::new()),
            };
            let [first, last, middle] =
                [chain.before_last(), chain.last(), middle].map(|span| self.brief(span));
            let meant = format!("({first} and {last}) or {}", self.brief(right.span));
            let readings = [meant, format!("{first} and ({last} or {middle}){rest}")];
            self.report_lines(op_span, &chain, &readings);
        }
        if let Some(chain) = Conjunction::of(right).filter(|it| self.is_broken(it)) {
            let [before, first, rest] =
                [last_alternative(left), chain.parts[0], chain.after_first()].map(|span| self.brief(span));
            let readings =
                [format!("{before} or ({first} and {rest})"), format!("({before} or {first}) and {rest}")];
            self.report_lines(op_span, &chain, &readings);
        }
    }

    fn report_lines(&mut self, or: Span, chain: &Conjunction, readings: &[String; 2]) {
        let broken = chain.gaps().find(|(gap, _)| self.has_line_break(*gap));
        let Some((_, and)) = broken else { return };
        self.diagnostics.push(errors::mixed_lines(and, or, readings));
    }

    fn is_broken(&self, chain: &Conjunction) -> bool {
        chain.gaps().any(|(gap, _)| self.has_line_break(gap))
    }

    fn has_line_break(&self, gap: Span) -> bool {
        self.text.get(gap.start as usize..gap.end as usize).is_some_and(|gap| gap.contains('\n'))
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

/// `a and b and c` without parentheses around it.
struct Conjunction {
    /// The operands; at least two.
    parts: Vec<Span>,
    /// The words between them.
    words: Vec<Span>,
}

impl Conjunction {
    fn of(expr: &Expr) -> Option<Conjunction> {
        let (mut first, mut parts, mut words) = (expr, Vec::new(), Vec::new());
        while let ExprKind::Binary { op: Binary::And, op_span, left, right } = &first.kind {
            parts.push(right.span);
            words.push(*op_span);
            first = left;
        }
        parts.push(first.span);
        parts.reverse();
        words.reverse();
        (!words.is_empty()).then_some(Conjunction { parts, words })
    }

    /// What lies between two operands, and the word there.
    fn gaps(&self) -> impl Iterator<Item = (Span, Span)> {
        let between = |pair: &[Span]| Span { start: pair[0].end, end: pair[1].start, ..pair[0] };
        self.parts.windows(2).map(between).zip(self.words.iter().copied())
    }

    fn last(&self) -> Span {
        self.parts[self.parts.len() - 1]
    }

    fn before_last(&self) -> Span {
        self.parts[0].to(self.parts[self.parts.len() - 2])
    }

    fn after_first(&self) -> Span {
        self.parts[1].to(self.last())
    }
}

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
