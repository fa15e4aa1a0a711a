//! Reports operators side by side without parentheses that readers may group in two ways: errors
//! for `=>` beside `<=>` and for `and` beside `or` on several lines, with both readings; warnings
//! for `a <=> b <=> c` and for `a => b and c => d`.

use super::ast::{Binary, Expr, ExprKind};
use super::errors;
use super::expression::Lowering;
use crate::diagnostic::{Code, Diagnostic};
use crate::source::Span;

impl Lowering<'_> {
    /// Reports an operation whose grouping readers may mistake: `=>` beside `<=>`, a chain of
    /// `<=>`, and `and` beside `or` on several lines.
    pub(super) fn note_mixed(&mut self, op: Binary, op_span: Span, left: &Expr, right: &Expr) {
        match op {
            Binary::Iff => {
                self.refuse_implication(op_span, left, right);
                self.warn_of_chain(op_span, left, right);
            }
            Binary::Or => self.refuse_lines(op_span, left, right),
            Binary::Implies => self.warn_of_two_implications(op_span, left, right),
            _ => {}
        }
        self.refuse_open_end(op, op_span, left, right);
    }

    /// Reports `a => b <=> c`.
    fn refuse_implication(&mut self, op_span: Span, left: &Expr, right: &Expr) {
        let chain = Chain::of(left, (Binary::Iff, op_span), right);
        let Some((span, first)) = chain.mixed() else { return };
        // The reading that groups from the left comes first.
        let signs = match chain.signs[0].0 {
            Binary::Iff => [Binary::Iff, Binary::Implies],
            _ => [Binary::Implies, Binary::Iff],
        };
        let error = errors::mixed_implication(span, first, &self.readings(&chain, signs));
        self.report(Code::G109, &chain, error, signs);
    }

    /// Warns of `a <=> b <=> c`, which is `(a <=> b) <=> c`. A chain of any length has one warning,
    /// at its second sign.
    fn warn_of_chain(&mut self, op_span: Span, left: &Expr, right: &Expr) {
        let Some((first, before, second)) = equivalence(left) else { return };
        let general = ["(A <=> B) and (B <=> C)".to_string(), "(A <=> B) <=> C".to_string()];
        if let Some((longer, sign, _)) = equivalence(first) {
            // The warning shows the text of three operands, which is no help for four. It is
            // replaced by one with the letters `A`, `B`, `C`, which also fits longer chains.
            let known = self.diagnostics.len();
            if equivalence(longer).is_none() {
                self.diagnostics.retain(|it| it.code != Code::G114 || it.place() != Some(before));
            }
            if self.diagnostics.len() < known {
                self.diagnostics.push(errors::chain_of_iff(before, sign, &general));
            }
            return;
        }
        // `refuse_implication` reports a chain beside `=>` as an error.
        let is_implication = |it: &&Expr| matches!(it.kind, ExprKind::Binary { op: Binary::Implies, .. });
        if [first, second, right].iter().any(is_implication) {
            return;
        }
        let [a, b, c] = [first, second, right].map(|it| self.brief(it.span, 40));
        let readings = [format!("({a} <=> {b}) and ({b} <=> {c})"), format!("({a} <=> {b}) <=> {c}")];
        let is_long = readings[0].contains('…') || readings[0].chars().count() > LONGEST_READING;
        let readings = if is_long { general } else { readings };
        self.diagnostics.push(errors::chain_of_iff(op_span, before, &readings));
    }

    /// Warns of `a => b and c => d`, which holds wherever `a`, `b` or `c` is false: the author may
    /// mean that `a => b` and `c => d` hold.
    fn warn_of_two_implications(&mut self, op_span: Span, left: &Expr, right: &Expr) {
        let ExprKind::Binary { op: Binary::Implies, op_span: second, left: middle, right: last } =
            &right.kind
        else {
            return;
        };
        let ExprKind::Binary { op: word @ (Binary::And | Binary::Or), left: b, right: c, .. } = &middle.kind
        else {
            return;
        };
        // A longer chain has one warning, at its last sign.
        if matches!(last.kind, ExprKind::Binary { op: Binary::Implies, .. }) {
            return;
        }
        let [a, b, c, d] = [left, &**b, &**c, &**last].map(|it| self.brief(it.span, 40));
        let word = word.spelling();
        let written = |[a, b, c, d]: [&str; 4]| {
            [format!("({a} => {b}) {word} ({c} => {d})"), format!("{a} => (({b} {word} {c}) => {d})")]
        };
        let mut readings = written([&a, &b, &c, &d]);
        if readings[0].contains('…') || readings[0].chars().count() > LONGEST_READING {
            readings = written(["A", "B", "C", "D"]);
        }
        self.diagnostics.push(errors::two_implications(*second, op_span, &readings));
    }

    /// Reports `a or b` on one line and `and c` on the next, or `a and b` on one line and `or c` on
    /// the next.
    fn refuse_lines(&mut self, op_span: Span, left: &Expr, right: &Expr) {
        let chain = Chain::of(left, (Binary::Or, op_span), right);
        let mut gaps = chain.operands.windows(2).zip(&chain.signs);
        let is_broken = |pair: &[Span]| self.has_line_break(pair[0].end, pair[1].start);
        let Some((_, (sign, place))) = gaps.find(|(pair, _)| is_broken(pair)) else { return };
        let others = chain.signs.iter().filter(|(other, _)| other != sign);
        let Some((_, other)) = others.min_by_key(|(_, other)| other.start.abs_diff(place.start)) else {
            return;
        };
        let signs = [Binary::And, Binary::Or];
        let error = errors::mixed_lines(*place, *other, &self.readings(&chain, signs));
        self.report(Code::G111, &chain, error, signs);
    }

    /// Reports `error` about a chain, with both readings as choices for the author. Drops an
    /// earlier error about the beginning of the chain, because `error` shows the readings of the
    /// whole chain.
    fn report(&mut self, code: Code, chain: &Chain, error: Diagnostic, signs: [Binary; 2]) {
        let is_of_chain = |place: Span| chain.signs.iter().any(|(_, sign)| *sign == place);
        self.diagnostics.retain(|it| it.code != code || !it.place().is_some_and(is_of_chain));
        let span = chain.operands[0].to(chain.operands[chain.operands.len() - 1]);
        let choices = signs.map(|tighter| chain.with_parentheses(self.text, tighter));
        self.diagnostics.push(choices.into_iter().fold(error, |error, text| error.choice(span, text)));
    }

    pub(super) fn has_line_break(&self, from: u32, to: u32) -> bool {
        self.text.get(from as usize..to as usize).is_some_and(|gap| gap.contains('\n'))
    }

    /// Returns two readings of a chain: the first of `signs` binds tighter, then the second. Long
    /// operands are replaced by `…`.
    fn readings(&self, chain: &Chain, signs: [Binary; 2]) -> [String; 2] {
        let written = |longest| {
            let operands: Vec<String> =
                chain.operands.iter().map(|span| self.brief(*span, longest)).collect();
            signs.map(|tighter| chain.grouped(&operands, tighter))
        };
        let fits = |readings: &[String; 2]| readings[0].chars().count() <= LONGEST_READING;
        [40, 25, 12].into_iter().map(written).find(fits).unwrap_or_else(|| written(0))
    }

    /// Returns the text of a span on one line; `…` if the text has more than `longest` characters
    /// or a comment.
    pub(super) fn brief(&self, span: Span, longest: usize) -> String {
        let text = self.text.get(span.start as usize..span.end as usize).unwrap_or("");
        let words: Vec<&str> = text.split_whitespace().collect();
        let text = words.join(" ");
        if text.contains("//") || text.chars().count() > longest { "…".to_string() } else { text }
    }
}

/// The most characters of a reading. Operands are replaced by `…` if it would be longer.
const LONGEST_READING: usize = 160;

/// Operands joined by two operators: `=>` and `<=>`, or `and` and `or`. There is one sign fewer
/// than operands.
#[derive(Default)]
struct Chain {
    operands: Vec<Span>,
    signs: Vec<(Binary, Span)>,
}

impl Chain {
    /// The chain that two expressions make with a sign between them. The chain continues into both
    /// expressions while they have that sign or its partner outside parentheses.
    fn of(left: &Expr, (sign, place): (Binary, Span), right: &Expr) -> Chain {
        let mut chain = Chain::default();
        let partner = if sign == Binary::Iff { Binary::Implies } else { Binary::And };
        chain.add(left, [sign, partner]);
        chain.signs.push((sign, place));
        chain.add(right, [sign, partner]);
        chain
    }

    /// Adds an expression to the chain: its operands and signs if its outermost operator is one of
    /// `signs`, otherwise the expression as one operand.
    fn add(&mut self, expr: &Expr, signs: [Binary; 2]) {
        match &expr.kind {
            ExprKind::Binary { op, op_span, left, right } if signs.contains(op) => {
                deep(|| self.add(left, signs));
                self.signs.push((*op, *op_span));
                deep(|| self.add(right, signs));
            }
            _ => self.operands.push(expr.span),
        }
    }

    /// Returns the places of the first two neighbouring signs that differ, the right one first;
    /// `None` if all signs are equal.
    fn mixed(&self) -> Option<(Span, Span)> {
        let pair = self.signs.windows(2).find(|pair| pair[0].0 != pair[1].0)?;
        Some((pair[1].1, pair[0].1))
    }

    /// Divides the operands into groups that the sign `tighter` joins, as ranges of indices.
    fn groups(&self, tighter: Binary) -> Vec<std::ops::RangeInclusive<usize>> {
        let mut groups: Vec<std::ops::RangeInclusive<usize>> = Vec::new();
        for at in 0..self.operands.len() {
            match groups.last_mut() {
                Some(group) if self.signs[at - 1].0 == tighter => *group = *group.start()..=at,
                _ => groups.push(at..=at),
            }
        }
        groups
    }

    /// Writes the chain with the given operands, and with parentheses around each group that the
    /// sign `tighter` joins.
    fn grouped(&self, operands: &[String], tighter: Binary) -> String {
        let mut text = String::new();
        for group in self.groups(tighter) {
            let (first, last) = (*group.start(), *group.end());
            for at in group {
                if at > 0 {
                    text.push_str(&format!(" {} ", self.signs[at - 1].0.spelling()));
                }
                text.push_str(if at == first && first < last { "(" } else { "" });
                text.push_str(&operands[at]);
                text.push_str(if at == last && first < last { ")" } else { "" });
            }
        }
        text
    }

    /// Returns the text of the chain as the author wrote it, with parentheses added around each
    /// group that the sign `tighter` joins.
    fn with_parentheses(&self, text: &str, tighter: Binary) -> String {
        let (mut written, mut at) = (String::new(), self.operands[0].start);
        for group in self.groups(tighter).into_iter().filter(|it| it.start() < it.end()) {
            for (place, sign) in
                [(self.operands[*group.start()].start, "("), (self.operands[*group.end()].end, ")")]
            {
                written.push_str(text.get(at as usize..place as usize).unwrap_or(""));
                written.push_str(sign);
                at = place;
            }
        }
        let end = self.operands[self.operands.len() - 1].end;
        written.push_str(text.get(at as usize..end as usize).unwrap_or(""));
        written
    }
}

/// The two sides of a `<=>` without parentheses around it, and the place of the sign; `None` for
/// other expressions.
fn equivalence(expr: &Expr) -> Option<(&Expr, Span, &Expr)> {
    match &expr.kind {
        ExprKind::Binary { op: Binary::Iff, op_span, left, right } => Some((left, *op_span, right)),
        _ => None,
    }
}

fn deep<R>(run: impl FnOnce() -> R) -> R {
    stacker::maybe_grow(64 << 10, 4 << 20, run)
}
