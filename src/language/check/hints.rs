//! What an author probably meant, where the names and types around an error tell it.

use super::{Checker, Place, errors};
use crate::diagnostic::Diagnostic;
use crate::ir::{Expr, ExprKind, Type, walk};
use crate::source::Span;
use crate::syntax::habits::{Use, habit};
use crate::syntax::{ast, function};

impl Checker<'_> {
    /// A list where only one of its elements is given: `t with [i] = t[i] - 1` for `t[i] - 1`.
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

    /// Whether a word from elsewhere asks who wins, or what a position is worth, where nothing may ask so.
    pub(super) fn asks_about_play(
        &self,
        word: &str,
        place: Use,
        suggestion: &Option<(String, Option<Span>)>,
    ) -> bool {
        // A letter may be meant for many things.
        word.len() > 1
            && self.place == Place::Rules
            && !matches!(suggestion, Some((_, Some(_))))
            && habit(word, place).is_some_and(|it| it.asks_about_play())
    }

    /// Reports a constant that is a function of names without a meaning: `let f = x => x + 1`.
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

    /// Where a `let` of the body of the game that comes later defines a name. It counts as used.
    pub(super) fn defined_below(&mut self, name: &str) -> Option<Span> {
        let ast::Rules::Body(rules) = &self.current?.rules else { return None };
        let defines = |rule: &ast::Rule| match rule {
            ast::Rule::Local(it) => find_name(&it.pattern, name),
            _ => None,
        };
        let found = rules.iter().find_map(defines)?;
        self.locals.use_early(name);
        Some(found)
    }
}

/// Where a pattern has a name.
fn find_name(pattern: &ast::Pattern, name: &str) -> Option<Span> {
    match pattern {
        ast::Pattern::Name(it) => (it.text == name).then_some(it.span),
        ast::Pattern::Tuple(parts, _) => parts.iter().find_map(|part| find_name(part, name)),
    }
}
