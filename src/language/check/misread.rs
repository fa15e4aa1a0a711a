//! Warns of correct expressions whose meaning is probably not the intended one: comparisons of a
//! component with `0`, of one letter with a longer text, of a power with 0, chains of `!=`, and `count`
//! of numbers.

use super::{Checker, errors};
use crate::ir::{Aggregate, Binary, Comparison, Expr, ExprKind, Type, Value};
use crate::source::Span;
use crate::syntax::ast;

impl Checker<'_> {
    /// Warns of a comparison `==` or `!=` that has one answer for all values of its names, or for
    /// nearly all: of a component with `0`, as in `pile(n) == 0`, of a letter of a text with a text
    /// of another length, and of a power with 0.
    pub(super) fn warn_of_comparison(&mut self, op: Comparison, sign: Span, sides: [&Expr; 2]) {
        if !matches!(op, Comparison::Eq | Comparison::Ne) || self.quiet {
            return;
        }
        let [a, b] = sides;
        for (one, other) in [(a, b), (b, a)] {
            let warning = match (&one.kind, &other.kind) {
                (ExprKind::Component(..), ExprKind::Nothing) => {
                    errors::component_beside_zero(sign, one.span, self.sources.text(one.span))
                }
                (ExprKind::Index(parts), ExprKind::Literal(Value::Text(text)))
                    if parts[0].ty == Type::Text && text.len() != 1 =>
                {
                    errors::letter_beside_text(sign, one.span, other.span, op == Comparison::Ne)
                }
                (ExprKind::Binary(Binary::Power, _, exponent), ExprKind::Literal(zero))
                    if *zero == Value::int(0) && !matches!(exponent.kind, ExprKind::Literal(_)) =>
                {
                    let power = self.sources.text(one.span);
                    let nim_sum = power.replace(" ^ ", "^").replace('^', " xor ");
                    errors::power_beside_zero(one.span, &nim_sum)
                }
                _ => continue,
            };
            self.report(warning);
        }
    }

    /// Warns of `a != b != c`, which does not compare a with c.
    pub(super) fn warn_of_different_neighbours(
        &mut self,
        operands: &[&ast::Expr],
        rest: &[(ast::Comparison, Span, ast::Expr)],
        span: Span,
    ) {
        let all_differ = rest.len() > 1 && rest.iter().all(|(op, ..)| *op == ast::Comparison::Ne);
        if !all_differ || self.quiet {
            return;
        }
        let texts: Vec<&str> = operands.iter().map(|it| self.sources.text(it.span)).collect();
        // A longer chain has too many pairs to write down.
        let few = &texts[..texts.len().min(6)];
        let pairs = || (0..few.len()).flat_map(|i| (i + 1..few.len()).map(move |j| (i, j)));
        // `a != b != a` compares all there is to compare.
        let Some((i, j)) = pairs().find(|(i, j)| j - i > 1 && few[*i] != few[*j]) else { return };
        let each: Vec<String> = pairs().map(|(i, j)| format!("{} != {}", few[i], few[j])).collect();
        let all = (few.len() == texts.len()).then(|| each.join(" and "));
        self.report(errors::different_neighbours(span, [few[i], few[j]], all));
    }

    /// Warns of `count(n mod 2 for n in D)`, which counts every n. Only an element that an operator
    /// computes gives this warning.
    pub(super) fn warn_of_count(&mut self, aggregate: Aggregate, element: &Expr, span: Span) {
        let is_computed = matches!(element.kind, ExprKind::Binary(..));
        if aggregate == Aggregate::Count && element.ty == Type::Int && is_computed && !self.quiet {
            self.report(errors::numbers_counted(span, element.span, self.sources.text(element.span)));
        }
    }
}
