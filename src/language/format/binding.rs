//! Prints what binds names to values: patterns, binders, `let … in`, `forall` and `exists`.

use super::expression::deep;
use super::printer::Printer;
use crate::syntax::ast::{self, Expr, ExprKind, Pattern};

impl<'a> Printer<'a> {
    /// Prints `PATTERN in DOMAIN`, with ` if CONDITION` for each filter.
    pub fn binder(&mut self, binder: &'a ast::Binder) {
        self.pattern(&binder.pattern);
        self.member_of(&binder.domain);
        self.filters(&binder.filters);
    }

    /// Prints a name or a tuple of patterns.
    pub fn pattern(&mut self, pattern: &'a Pattern) {
        match pattern {
            Pattern::Name(name) => self.name(name),
            Pattern::Tuple(parts, _) => deep(|| {
                self.bracket("(", ")", |it| it.separated(parts, Self::pattern));
            }),
        }
    }

    /// Prints `let x = e in let y = f in g`, with one `let` per line if it does not fit on one
    /// line.
    pub fn local_names(&mut self, expression: &'a Expr) {
        self.group(|it| {
            it.hanging(|it| {
                let mut last = expression;
                while let ExprKind::Let { pattern, value, body } = &last.kind {
                    it.local_name(pattern, value);
                    last = body;
                }
                it.expression(last);
            });
        });
    }

    fn local_name(&mut self, pattern: &'a ast::Pattern, value: &'a Expr) {
        self.token("let");
        self.space();
        self.pattern(pattern);
        self.space();
        self.token("=");
        self.space();
        self.expression(value);
        self.space();
        self.token("in");
        self.line();
    }

    /// Prints `forall x in D: P`. With `head`, the quantifier is at the beginning of a claim, where
    /// the author's line break after the colon is kept.
    pub fn quantifier(&mut self, forall: bool, variables: &'a [ast::Variable], body: &'a Expr, head: bool) {
        self.group(|it| {
            it.token(if forall { "forall" } else { "exists" });
            it.space();
            it.group(|it| it.indented(|it| it.separated(variables, Self::variable)));
            // The source may spell the colon `such that`.
            it.spelled(":", &[&[":"], &["such", "that"]]);
            it.indented(|it| {
                if head {
                    it.line_as_written();
                    it.proposition(body);
                } else {
                    it.line();
                    it.expression(body);
                }
            });
        });
    }

    /// Prints the proposition of a claim: an expression in which line breaks after leading
    /// quantifiers are kept.
    pub fn proposition(&mut self, expression: &'a Expr) {
        match &expression.kind {
            ExprKind::Quantifier { forall, variables, body } => {
                deep(|| self.quantifier(*forall, variables, body, true));
            }
            _ => self.expression(expression),
        }
    }

    fn variable(&mut self, variable: &'a ast::Variable) {
        self.pattern(&variable.pattern);
        if let Some(domain) = &variable.domain {
            self.member_of(domain);
        }
        self.filters(&variable.filters);
    }

    /// Prints ` in DOMAIN`.
    fn member_of(&mut self, domain: &'a Expr) {
        self.space();
        self.spelled("in", &[&["in"], &["∈"]]);
        self.space();
        self.expression(domain);
    }

    /// Prints ` if CONDITION` for each condition.
    fn filters(&mut self, filters: &'a [Expr]) {
        for filter in filters {
            self.space();
            self.filter_word();
            self.space();
            self.expression(filter);
        }
    }

    /// Prints `if`, which the source may spell `where` or `such that`.
    pub fn filter_word(&mut self) {
        self.spelled("if", &[&["if"], &["where"], &["such", "that"]]);
    }
}
