//! Lowers `forall` and `exists` with their variables, and reports quantifiers without a body.

use super::ast::{self, Expr, ExprKind};
use super::errors;
use super::expression::{Lowering, missing};
use super::grammar::Rule;
use super::pairs::parts;
use super::slashes;
use crate::source::Span;
use pest::iterators::Pair;

impl Lowering<'_> {
    pub(super) fn quantifier(&mut self, pair: Pair<'_, Rule>, span: Span) -> Expr {
        let mut inner = parts(pair);
        let (Some(word), Some(quantified)) = (inner.next(), inner.next()) else { return missing(span) };
        let forall = word.as_rule() == Rule::forall;
        let head = self.span(&quantified);
        let says_such_that = ends_with_such_that(&quantified);
        let filter = last_filter(&quantified).and_then(|it| {
            let word = self.span(&it);
            let condition = parts(it).next().map(|it| self.span(&it))?;
            Some(Span { end: condition.start, ..word })
        });
        let mut variables: Vec<ast::Variable> =
            parts(quantified).filter_map(|it| self.variable(it)).collect();
        let body = inner.next();
        match body_behind_comma(&variables).filter(|_| body.is_none() && !says_such_that) {
            Some((before, name)) => {
                let hidden = slashes::hidden_body(self.file, self.text, name);
                self.diagnostics.push(hidden.unwrap_or_else(|| errors::comma_before_body(before, name)));
                return missing(span);
            }
            None => self.refuse_mixed_variables(&variables),
        }
        let body = match body {
            Some(body) => self.expression(body),
            // `exists n in D such that P`
            None if says_such_that => match variables.last_mut().and_then(|it| it.filters.pop()) {
                Some(body) => body,
                None => return missing(span),
            },
            None => {
                let bar = variables.last().and_then(|it| self.bar_before_body(it));
                let error = errors::exists_without_body(head, filter);
                self.diagnostics.push(match bar {
                    Some(bar) => {
                        error.help("write `:` before the body: `|` is the union of sets").fix(bar, ":")
                    }
                    None => error,
                });
                return missing(span);
            }
        };
        self.warn_of_body(forall, head, &variables, &body);
        self.join_quantifiers(forall, &variables, &body);
        let inside = variables.iter().flat_map(|it| it.domain.iter().chain(&it.filters)).map(|it| it.depth);
        let depth = inside.max().unwrap_or(0).max(body.depth).saturating_add(variables.len() as u32);
        self.node(span, depth, ExprKind::Quantifier { forall, variables, body: Box::new(body) })
    }

    /// `exists n in 0..9 | losing(g(n))`: the place of the bar and of the blanks before it.
    fn bar_before_body(&self, last: &ast::Variable) -> Option<Span> {
        let domain = last.domain.as_ref()?.span;
        let text = self.text.get(domain.start as usize..domain.end as usize)?;
        let bar = text.rfind(" | ")?;
        // What follows the bar is a statement only if it is about the variable.
        let pattern = last.pattern.span();
        let name = self.text.get(pattern.start as usize..pattern.end as usize)?;
        let is_letter = |c: char| c.is_alphanumeric() || c == '_';
        if !text[bar + 3..].split(|c| !is_letter(c)).any(|word| word == name) {
            return None;
        }
        let start = domain.start as usize + bar;
        Some(Span::new(self.file, start, start + 2))
    }

    fn text_at(&self, span: Span) -> &str {
        self.text.get(span.start as usize..span.end as usize).unwrap_or("").trim()
    }

    /// For `a, b in 0..5`: the place of all variables, and these variables with the only domain for
    /// each; `None` if there are several domains, or conditions.
    fn domain_for_all(&self, variables: &[ast::Variable]) -> Option<(Span, String)> {
        let (last, others) = variables.split_last()?;
        let domain = last.domain.as_ref()?;
        let is_bare = |it: &ast::Variable| it.domain.is_none() && it.filters.is_empty();
        if !others.iter().all(is_bare) || !last.filters.is_empty() {
            return None;
        }
        let text = |span: Span| self.text_at(span);
        let domain_text = text(domain.span);
        let is_letter = |c: char| c.is_alphanumeric() || c == '_';
        let names = |it: &ast::Variable| {
            domain_text.split(|c| !is_letter(c)).any(|word| word == text(it.pattern.span()))
        };
        if others.iter().any(names) {
            return None;
        }
        let each: Vec<String> =
            variables.iter().map(|it| format!("{} in {domain_text}", text(it.pattern.span()))).collect();
        Some((variables[0].pattern.span().to(domain.span), each.join(", ")))
    }

    fn refuse_mixed_variables(&mut self, variables: &[ast::Variable]) {
        let with = variables.iter().find(|it| it.domain.is_some());
        let without = variables.iter().find(|it| it.domain.is_none());
        if let (Some(with), Some(without)) = (with, without) {
            let mut error = errors::mixed_variables(with.pattern.span(), without.pattern.span());
            if let Some((all, meant)) = self.domain_for_all(variables) {
                let names: Vec<&str> = variables.iter().map(|it| self.text_at(it.pattern.span())).collect();
                let domain = meant.rsplit(" in ").next().unwrap_or("");
                let is_declared = ["let", "param", "start"]
                    .iter()
                    .any(|word| self.text.contains(&format!("{word} {domain}")));
                error = match domain {
                    "ℕ" | "nat" | "N" | "naturals" if !is_declared => error
                        .help(format!(
                            "variables without a domain stand for all naturals: `{}`",
                            names.join(", ")
                        ))
                        .fix(all, names.join(", ")),
                    _ => error.help(format!("give each variable its domain: `{meant}`")).fix(all, meant),
                };
            }
            self.diagnostics.push(error);
        }
    }

    fn variable(&mut self, pair: Pair<'_, Rule>) -> Option<ast::Variable> {
        let mut inner = parts(pair).peekable();
        let pattern = self.pattern(inner.next()?);
        let domain = inner.next_if(|it| it.as_rule() != Rule::filter).map(|it| self.expression(it));
        let filters = inner.filter_map(|it| parts(it).next()).map(|it| self.expression(it)).collect();
        Some(ast::Variable { pattern, domain, filters })
    }
}

/// Returns the last condition (`if`, `where` or `such that`) on the last variable of a quantifier;
/// `None` if that variable has none.
fn last_filter<'p>(quantified: &Pair<'p, Rule>) -> Option<Pair<'p, Rule>> {
    let variable = parts(quantified.clone()).last()?;
    parts(variable).filter(|it| it.as_rule() == Rule::filter).last()
}

/// Whether the last condition on the last variable of a quantifier begins with `such that`.
fn ends_with_such_that(quantified: &Pair<'_, Rule>) -> bool {
    let last = last_filter(quantified);
    last.is_some_and(|it| it.into_inner().any(|word| word.as_rule() == Rule::such_that))
}

/// Recognises a body behind a comma, as in `exists n in D, n > 3`: its beginning, `n`, was parsed
/// as a last variable without a domain. Returns the places of the expression before the comma and
/// of this last variable.
fn body_behind_comma(variables: &[ast::Variable]) -> Option<(Span, Span)> {
    let [.., before, last] = variables else { return None };
    let is_body = before.domain.is_some() && last.domain.is_none() && last.filters.is_empty();
    let end = before.filters.last().or(before.domain.as_ref())?.span;
    is_body.then(|| (end, last.pattern.span()))
}
