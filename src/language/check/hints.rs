//! Guesses what an author probably meant from the names and types around an error, and adds the
//! guess to the error.

use super::expression::broken;
use super::{Checker, Place, errors};
use crate::diagnostic::Diagnostic;
use crate::ir::{Binary, Convention, Expr, ExprKind, Type, walk};
use crate::source::Span;
use crate::syntax::habits::{Use, habit};
use crate::syntax::{ast, function};

impl Checker<'_> {
    /// If a list is expected, and the expression computes a new value from one of its elements,
    /// adds the update to write: `t with [i] = t[i] - 1` for `t[i] - 1`.
    pub(super) fn with_replaced_element(
        &self,
        mismatch: Diagnostic,
        expr: &Expr,
        expected: &Type,
    ) -> Diagnostic {
        if !matches!(expected, Type::List(_)) {
            return mismatch;
        }
        let mut found = None;
        walk::everything(expr, &mut |part| {
            if let ExprKind::Index(parts) = &part.kind
                && parts[0].ty == *expected
            {
                found = found.or(Some((parts[0].span, parts[1].span)));
            }
        });
        let Some((list, index)) = found else { return mismatch };
        let text = |span: Span| self.sources.text(span);
        let mended = format!("{} with [{}] = {}", text(list), text(index), text(expr.span));
        errors::replaced_element(mismatch, expr.span, mended)
    }

    /// Whether an unknown word asks about play in other languages, and stands where questions about
    /// play are not allowed. False if the suggestion for the word is a declared name.
    pub(super) fn asks_about_play(
        &self,
        word: &str,
        place: Use,
        suggestion: &Option<(String, Option<Span>)>,
    ) -> bool {
        // A single letter has too many meanings, except in calls `P(…)` and `N(…)`.
        let is_clear = word.len() > 1 || place == Use::Called && matches!(word, "P" | "N");
        is_clear
            && (self.place == Place::Rules
                || place == Use::Called && matches!(self.place, Place::Constant | Place::Start))
            && !matches!(suggestion, Some((_, Some(_))))
            && habit(word, place).is_some_and(|it| it.asks_about_play())
    }

    /// Reports `start a == P`, which compares the name instead of defining it. Returns whether
    /// there was such an error.
    pub(super) fn is_start_that_compares(&mut self, position: &ast::Expr) -> bool {
        let ast::ExprKind::Compare { first, rest } = &position.kind else { return false };
        let [(ast::Comparison::Eq, sign, _)] = &rest[..] else { return false };
        let is_name = matches!(&first.kind, ast::ExprKind::Name(name) if self.is_unknown(name));
        if is_name {
            self.report(errors::start_that_compares(*sign));
        }
        is_name
    }

    /// Reports a constant that is written as a function of unknown names: `let f = x => x + 1`.
    /// Returns whether there was such an error.
    pub(super) fn function_as_value(&mut self, constant: &ast::Constant) -> bool {
        let ast::ExprKind::Binary { op: ast::Binary::Implies, op_span, left, .. } = &constant.value.kind
        else {
            return false;
        };
        let is_free = |it: &ast::Expr| matches!(&it.kind, ast::ExprKind::Name(name) if self.is_unknown(name));
        let are_free = match &left.kind {
            ast::ExprKind::Tuple(parts) => parts.iter().all(is_free),
            ast::ExprKind::Parens(inner) => is_free(inner),
            _ => is_free(left),
        };
        let written = function(&constant.name.text, self.sources.text(constant.value.span));
        let Some(written) = written.filter(|_| are_free) else { return false };
        let text = &self.sources.get(constant.name.span.file).text;
        let before = text[..constant.name.span.start as usize].trim_end();
        let item = Span { start: before.len().saturating_sub("let".len()) as u32, ..constant.value.span };
        self.report(errors::function_as_value(*op_span, item, written));
        true
    }

    /// The place where a later `let` in the body of the current game defines a name; `None` if
    /// there is none. The name counts as used.
    pub(super) fn defined_below(&mut self, name: &str) -> Option<Span> {
        let ast::StatedRules::Body(rules) = &self.current?.rules else { return None };
        let defines = |rule: &ast::Rule| match rule {
            ast::Rule::Local(it) => find_name(&it.pattern, name),
            _ => None,
        };
        let found = rules.iter().find_map(defines)?;
        self.locals.use_early(name);
        Some(found)
    }

    /// Warns of `n == 1 mod 3`, which compares `n` with the remainder of 1. Probably the congruence
    /// `n mod 3 == 1` is meant.
    pub(super) fn lint_remainder(
        &mut self,
        operands: &[&ast::Expr],
        rest: &[(ast::Comparison, Span, ast::Expr)],
    ) {
        let ([left, right], [(ast::Comparison::Eq | ast::Comparison::Ne, sign, _)]) = (operands, rest) else {
            return;
        };
        let ast::ExprKind::Binary { op: ast::Binary::Mod, left: rest, right: modulus, .. } = &right.kind
        else {
            return;
        };
        let (ast::ExprKind::Number(number), ast::ExprKind::Number(divisor)) = (&rest.kind, &modulus.kind)
        else {
            return;
        };
        let is_plain = matches!(
            left.kind,
            ast::ExprKind::Number(_) | ast::ExprKind::Binary { op: ast::Binary::Mod, .. }
        );
        if number >= divisor || is_plain || self.quiet {
            return;
        }
        let [operand, number, divisor, sign] =
            [left.span, rest.span, modulus.span, *sign].map(|it| self.sources.text(it).to_string());
        let binds = matches!(
            left.kind,
            ast::ExprKind::Name(_)
                | ast::ExprKind::Call { .. }
                | ast::ExprKind::Parens(_)
                | ast::ExprKind::Index(..)
        );
        let operand = if binds { operand } else { format!("({operand})") };
        let meant = format!("{operand} mod {divisor} {sign} {number}");
        self.report(errors::remainder_of_number(right.span, left.span.to(right.span), &number, meant));
    }

    /// Reports `sg(P) => 3`, and `x == 0 or 4`, which is meant as `x in {0, 4}`. Returns whether
    /// there was such an error. Each operand is given as it is written and as it was checked.
    pub(super) fn number_for_truth(
        &mut self,
        (op, sign): (Binary, Span),
        (left, one): (&ast::Expr, &Expr),
        (right, other): (&ast::Expr, &Expr),
    ) -> bool {
        if one.ty == Type::Int && other.ty == Type::Int {
            let op = self.sources.text(sign);
            self.report(errors::numbers_as_truths(sign, op, [left.span, right.span]));
            return true;
        }
        let ast::ExprKind::Compare { first, rest } = &left.kind else { return false };
        if op != Binary::Or || one.ty != Type::Bool || other.ty != Type::Int {
            return false;
        }
        let [(ast::Comparison::Eq, _, value)] = &rest[..] else { return false };
        let [operand, one, other] = [first.span, value.span, right.span].map(|it| self.sources.text(it));
        let meant = format!("{operand} in {{{one}, {other}}}");
        self.report(errors::or_value(sign, left.span.to(right.span), meant));
        true
    }

    /// Reports `x == 0 or 1 or 2`, which is meant as `x in {0, 1, 2}`. Returns whether there was
    /// such an error.
    pub(super) fn is_one_of_numbers(&mut self, left: &ast::Expr, right: &ast::Expr, sign: Span) -> bool {
        let (mut numbers, mut first, mut place) = (vec![right], left, sign);
        while let ast::ExprKind::Binary { op: ast::Binary::Or, left, right, op_span } = &first.kind {
            (first, place) = (left, *op_span);
            numbers.push(right);
        }
        let ast::ExprKind::Compare { first: operand, rest } = &first.kind else { return false };
        let [(ast::Comparison::Eq, _, value)] = &rest[..] else { return false };
        if !numbers.iter().all(|it| matches!(it.kind, ast::ExprKind::Number(_))) {
            return false;
        }
        let values: Vec<&str> = [value]
            .into_iter()
            .chain(numbers.into_iter().rev())
            .map(|it| self.sources.text(it.span))
            .collect();
        let meant = format!("{} in {{{}}}", self.sources.text(operand.span), values.join(", "));
        self.infer(operand, None);
        self.report(errors::or_value(place, first.span.to(right.span), meant));
        true
    }

    /// Reports `misere losing(P)`, which is meant as `losing(misere P)`. Returns a broken
    /// expression.
    pub(super) fn convention_of_truth(
        &mut self,
        convention: Convention,
        question: &ast::Expr,
        span: Span,
    ) -> Expr {
        let name = convention.name();
        let sign = Span { end: span.start + name.len() as u32, ..span };
        let meant = match &question.kind {
            ast::ExprKind::Call { name: asked, arguments: ast::Elements::Each(each) } => match &each[..] {
                [position] => Some(format!("{}({name} {})", asked.text, self.sources.text(position.span))),
                _ => None,
            },
            _ => None,
        };
        self.report(errors::convention_of_truth(sign, name, meant.map(|it| (span, it))));
        broken(span)
    }
}

/// The place of a name in a pattern; `None` if the pattern does not bind the name.
fn find_name(pattern: &ast::Pattern, name: &str) -> Option<Span> {
    match pattern {
        ast::Pattern::Name(it) => (it.text == name).then_some(it.span),
        ast::Pattern::Tuple(parts, _) => parts.iter().find_map(|part| find_name(part, name)),
    }
}
