//! Explains errors in the domains of variables that are written as in papers and other languages:
//! `n in [0..5]`, `n in 0 <= n <= 9`, `n in D | c`, `n in D and c`, `n in ℕ`.

use super::builders::{last_bar, leftmost, words_of};
use super::{Checker, errors};
use crate::diagnostic::{Code, Diagnostic, Fix, Topic};
use crate::ir;
use crate::source::Span;
use crate::syntax::ast::{self, Binary, Comparison, ExprKind};

impl Checker<'_> {
    /// Among the diagnostics from index `from` on, replaces or explains the errors about domains
    /// that are written as in other languages.
    pub(super) fn explain_domains<'e>(
        &mut self,
        domains: impl Iterator<Item = (&'e ast::Pattern, &'e ast::Expr)>,
        from: usize,
        conditions: Conditions,
    ) {
        let domains: Vec<(&ast::Pattern, &ast::Expr)> = domains.collect();
        self.explain_order(&domains, from);
        for (pattern, domain) in domains {
            self.explain_condition_in_brackets(pattern, domain, from);
            self.explain_naturals(pattern, domain, from, conditions);
            self.explain_pair_of_numbers(pattern, Some(domain), from, conditions);
            self.explain_alternatives(pattern, domain, from);
            self.explain_range_in_brackets(pattern, domain, from);
            self.explain_compared_domain(pattern, domain, from);
            self.explain_condition_behind_bar(pattern, domain, from);
            self.explain_condition_behind_and(pattern, domain, from, conditions);
        }
    }

    /// Binds a pattern without a domain to all naturals, which only claims may do.
    pub(super) fn unbounded(&mut self, pattern: &ast::Pattern) -> ir::Clause {
        let span = pattern.span();
        if self.place != super::Place::Claim {
            self.report(errors::unbounded_out_of_place(span));
        }
        let naturals = ir::Expr { kind: ir::ExprKind::Naturals, ty: ir::Type::set(ir::Type::Int), span };
        let (known, bound) = (self.diagnostics.len(), self.pattern(pattern, &ir::Type::Int));
        self.explain_pair_of_numbers(pattern, None, known, Conditions::BehindIf);
        ir::Clause::For(bound, naturals)
    }

    /// Explains the domain of `n in ℕ` and `n in nat` in a quantifier.
    fn explain_naturals(
        &mut self,
        pattern: &ast::Pattern,
        domain: &ast::Expr,
        from: usize,
        conditions: Conditions,
    ) {
        let ExprKind::Name(name) = &domain.kind else { return };
        let is_set = matches!(&**name, "ℕ" | "Nat" | "nat" | "naturals" | "Naturals" | "N0" | "NN");
        if !is_set || conditions != Conditions::BehindIf || self.place != super::Place::Claim {
            return;
        }
        let variable = self.sources.text(pattern.span()).trim_matches(['(', ')']);
        let place = pattern.span().to(domain.span);
        let mut told = self.diagnostics[from..].iter_mut();
        if let Some(error) = told.find(|it| it.is_error() && it.place() == Some(domain.span)) {
            error.help = Some(format!("a variable without a domain stands for all naturals: `{variable}`"));
            error.fix = Some(Fix { span: place, replacement: variable.to_string() });
        }
    }

    /// Explains the error about the pattern of `(a, b) in 0..5`, where the domain has numbers, and of
    /// `forall (a, b)` without a domain.
    pub(super) fn explain_pair_of_numbers(
        &mut self,
        pattern: &ast::Pattern,
        domain: Option<&ast::Expr>,
        from: usize,
        conditions: Conditions,
    ) {
        let ast::Pattern::Tuple(..) = pattern else { return };
        let place = pattern.span();
        let names = self.sources.text(place).trim_matches(['(', ')']);
        let set = domain.map_or("", |it| self.text_of(it));
        let separator = if conditions == Conditions::OfElement { " for " } else { ", " };
        let each: Vec<String> = names.split(',').map(|name| format!("{} in {set}", name.trim())).collect();
        let written = if domain.is_some() { each.join(separator) } else { names.to_string() };
        let is_simple = !names.contains(['(', '[']) && !set.contains('\n');
        let is_about = |it: &&mut Diagnostic| it.code == Code::G301 && it.place() == Some(place);
        let error = self.diagnostics[from..].iter_mut().find(is_about);
        if let Some(error) = error.filter(|it| is_simple && it.topic == Some(Topic::PatternOfNumber)) {
            error.help = Some(match domain {
                Some(_) => format!("a number has no parts: give each name its values, `{written}`"),
                None => format!("a number has no parts: write `{written}`, without parentheses"),
            });
            let span = domain.map_or(place, |it| place.to(it.span));
            error.fix = Some(Fix { span, replacement: written });
        }
    }

    /// Replaces the errors about the domain in `k in 1 or 2 or 3` by one.
    fn explain_alternatives(&mut self, pattern: &ast::Pattern, domain: &ast::Expr, from: usize) {
        let mut values = Vec::new();
        let mut rest = domain;
        while let ExprKind::Binary { op: Binary::Or, left, right, .. } = &rest.kind {
            values.insert(0, &**right);
            rest = left;
        }
        values.insert(0, rest);
        let is_number = |it: &&ast::Expr| matches!(it.kind, ExprKind::Number(_));
        if values.len() < 2 || !values.iter().all(is_number) {
            return;
        }
        let values: Vec<&str> = values.into_iter().map(|it| self.text_of(it)).collect();
        let written = format!("{{{}}}", values.join(", "));
        let error = errors::alternatives(domain.span, self.sources.text(pattern.span()), written);
        let is_inside =
            |it: &Diagnostic| it.is_error() && it.place().is_some_and(|place| domain.span.holds(place));
        self.replace_errors(from, is_inside, error);
    }

    /// Replaces the errors about `k in {1..=n | odd(k)}` by one.
    fn explain_condition_in_brackets(&mut self, pattern: &ast::Pattern, domain: &ast::Expr, from: usize) {
        let (ExprKind::List(ast::Elements::Each(each)) | ExprKind::Set(ast::Elements::Each(each))) =
            &domain.kind
        else {
            return;
        };
        let [only] = each.as_slice() else { return };
        let first = match &leftmost(only).kind {
            ExprKind::Compare { first, .. } => first.as_ref(),
            _ => leftmost(only),
        };
        let Some(bar) = last_bar(first) else { return };
        let is_range = self.between(only.span.start, bar.start, bar).contains("..");
        let pattern = self.sources.text(pattern.span());
        let (values, condition) =
            (self.between(only.span.start, bar.start, bar), self.between(bar.end, only.span.end, bar));
        let is_about = |it: &Diagnostic| {
            let is_inside = it.place().is_some_and(|place| domain.span.holds(place));
            it.is_error() && (is_inside || it.labels.iter().any(|it| it.text.contains("`range`")))
        };
        let has_name = words_of(condition).any(|word| words_of(pattern).any(|it| it == word));
        if is_range && has_name && self.diagnostics[from..].iter().any(is_about) {
            let meant = format!("{values} if {condition}");
            let error = errors::condition_behind_bar(bar, &format!("{pattern} in {meant}"));
            self.replace_errors(from, is_about, error.fix(domain.span, meant));
            self.without_warning_at(domain.span);
        }
    }

    /// Explains an unknown name in a domain that a later binder of the same list binds, as in
    /// `k in 1..=h[i], i in indices(h)`.
    fn explain_order(&mut self, domains: &[(&ast::Pattern, &ast::Expr)], from: usize) {
        let sources = self.sources;
        for error in self.diagnostics[from..].iter_mut().filter(|it| it.code == Code::G201) {
            let Some(place) = error.place() else { continue };
            let name = sources.text(place);
            let Some(first) = domains.iter().position(|(_, domain)| domain.span.holds(place)) else {
                continue;
            };
            let later = domains[first + 1..]
                .iter()
                .find(|(pattern, _)| words_of(sources.text(pattern.span())).any(|it| it == name));
            if let Some((pattern, domain)) = later {
                let (binder, before) = (pattern.span().to(domain.span), domains[first].0.span());
                errors::bound_later(error, name, (binder, sources.text(binder)), sources.text(before));
            }
        }
    }

    /// If the domain of a variable is a list or set whose only element is a range, the first error
    /// about the range explains that.
    fn explain_range_in_brackets(&mut self, pattern: &ast::Pattern, domain: &ast::Expr, from: usize) {
        let (ExprKind::List(ast::Elements::Each(each)) | ExprKind::Set(ast::Elements::Each(each))) =
            &domain.kind
        else {
            return;
        };
        let [range] = each.as_slice() else { return };
        let ExprKind::Binary { op: Binary::Range | Binary::RangeInclusive, .. } = &range.kind else {
            return;
        };
        let (pattern, range) = (self.sources.text(pattern.span()), self.sources.text(range.span));
        let is_about =
            |it: &Diagnostic| it.is_error() && it.labels.iter().any(|it| it.text.contains("`range`"));
        if let Some(first) = self.diagnostics[from..].iter().position(is_about).map(|at| from + at) {
            errors::range_in_brackets(&mut self.diagnostics[first], domain.span, pattern, range);
            // Further errors about the range have the same cause.
            self.diagnostics.extract_if(first + 1.., |it| is_about(it)).for_each(drop);
            self.without_warning_at(domain.span);
        }
    }

    /// Replaces the errors about the comparison in `n in 0 <= n <= 9` by one.
    fn explain_compared_domain(&mut self, pattern: &ast::Pattern, domain: &ast::Expr, from: usize) {
        let ExprKind::Compare { first, rest } = &domain.kind else { return };
        let ast::Pattern::Name(variable) = pattern else { return };
        let is_variable = |it: &ast::Expr| matches!(&it.kind, ExprKind::Name(name) if *name == variable.text);
        let range = match &rest[..] {
            [(Comparison::Le, _, name), (op @ (Comparison::Lt | Comparison::Le), _, high)]
                if is_variable(name) =>
            {
                let dots = if *op == Comparison::Lt { ".." } else { "..=" };
                format!("{}{dots}{}", self.text_of(first), self.text_of(high))
            }
            [(op @ (Comparison::Lt | Comparison::Le), _, high)] if is_variable(first) => {
                let dots = if *op == Comparison::Lt { ".." } else { "..=" };
                format!("0{dots}{}", self.text_of(high))
            }
            _ => return,
        };
        let is_inside =
            |it: &Diagnostic| it.is_error() && it.place().is_some_and(|place| domain.span.holds(place));
        if self.diagnostics[from..].iter().any(is_inside) {
            let error = errors::compared_domain(domain.span, &variable.text, &range);
            self.replace_errors(from, is_inside, error);
        }
    }

    /// Replaces the errors about the union in `n in 0..9 | n > 2` by one.
    fn explain_condition_behind_bar(&mut self, pattern: &ast::Pattern, domain: &ast::Expr, from: usize) {
        let (first, is_truth) = match &leftmost(domain).kind {
            ExprKind::Compare { first, .. } => (first.as_ref(), true),
            _ => (leftmost(domain), false),
        };
        let Some(bar) = last_bar(first) else { return };
        let (pattern, sources) = (self.sources.text(pattern.span()), self.sources);
        let is_bound = |word: &str| words_of(pattern).any(|name| name == word);
        let condition = Span { start: bar.end, end: domain.span.end, ..bar };
        let is_unknown = |it: &Diagnostic| {
            let place = it.place().filter(|place| it.code == Code::G201 && condition.holds(*place));
            place.is_some_and(|place| is_bound(sources.text(place)))
        };
        let is_inside =
            |it: &Diagnostic| it.is_error() && it.place().is_some_and(|place| domain.span.holds(place));
        let told = &self.diagnostics[from..];
        let is_condition = words_of(sources.text(condition)).any(is_bound)
            && told.iter().any(is_inside)
            && (is_truth || told.iter().any(is_unknown));
        if is_condition {
            let (set, condition) =
                (self.between(domain.span.start, bar.start, bar), sources.text(condition).trim());
            let error = errors::condition_behind_bar(bar, &format!("{pattern} in {set} if {condition}"));
            self.replace_errors(from, is_inside, error);
        }
    }

    /// Replaces the errors about the domain in `k in 1..=n and odd(k)`, which is no collection, by
    /// one.
    fn explain_condition_behind_and(
        &mut self,
        pattern: &ast::Pattern,
        domain: &ast::Expr,
        from: usize,
        conditions: Conditions,
    ) {
        let Some((values, sign)) = first_of_chain(domain) else { return };
        let (pattern, condition) =
            (self.sources.text(pattern.span()), Span { start: sign.end, ..domain.span });
        let is_bound = |word: &str| words_of(pattern).any(|name| name == word);
        let is_inside =
            |it: &Diagnostic| it.is_error() && it.place().is_some_and(|place| domain.span.holds(place));
        let (values, condition) = (self.sources.text(values), self.sources.text(condition).trim());
        if let Some(name) = self.bound_behind(domain) {
            let separator = if conditions == Conditions::OfElement { "for" } else { "," };
            let blank = if separator == "," { "" } else { " " };
            let binders =
                format!("{pattern} in {values}{blank}{separator} {name} in {}", self.domain_behind(domain));
            let error = errors::variable_behind_and(sign, separator, &binders);
            return self.replace_errors(from, Diagnostic::is_error, error);
        }
        if words_of(condition).any(is_bound) && self.diagnostics[from..].iter().any(is_inside) {
            let meant = [pattern, values, condition];
            let error = match self.sources.text(sign) {
                "or" => errors::choice_behind_or(sign, pattern),
                _ => errors::condition_behind_and(sign, meant, conditions == Conditions::BehindWhen),
            };
            self.replace_errors(from, is_inside, error);
        }
    }
}

impl Checker<'_> {
    /// Drops the diagnostics from index `from` on that `is_about` accepts, and reports one error in
    /// their place.
    pub(super) fn replace_errors(
        &mut self,
        from: usize,
        is_about: impl Fn(&Diagnostic) -> bool,
        error: Diagnostic,
    ) {
        self.diagnostics.extract_if(from.., |it| is_about(it)).for_each(drop);
        self.report(error);
    }

    /// The text of the second domain in `a in D and b in E`; `D` if there is none.
    fn domain_behind(&self, domain: &ast::Expr) -> &str {
        let ExprKind::Binary { op: Binary::And, right, .. } = &domain.kind else { return "D" };
        let ExprKind::Compare { rest, .. } = &right.kind else { return "D" };
        rest.first().map_or("D", |(_, _, domain)| self.text_of(domain))
    }

    /// The unknown name `b` in a domain `… and b in D`; `None` for other domains.
    fn bound_behind<'e>(&self, domain: &'e ast::Expr) -> Option<&'e str> {
        let ExprKind::Binary { op: Binary::And, right, .. } = &domain.kind else { return None };
        let ExprKind::Compare { first, rest } = &right.kind else { return None };
        match (&first.kind, rest.first()?) {
            (ExprKind::Name(name), (Comparison::In, ..)) if self.is_unknown(name) => Some(name),
            _ => None,
        }
    }
}

/// The places of the first operand of `a and b or c` and of the operator behind it; `None` for
/// other expressions.
fn first_of_chain(mut expr: &ast::Expr) -> Option<(Span, Span)> {
    let mut found = None;
    while let ExprKind::Binary { op: Binary::And | Binary::Or, op_span, left, .. } = &expr.kind {
        found = Some((left.span, *op_span));
        expr = left;
    }
    found
}

/// Where the conditions on the variables of a list of binders stand.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Conditions {
    /// Behind `if`.
    BehindIf,
    /// Behind `if`, and each variable behind `for`: in a comprehension.
    OfElement,
    /// Behind `when`: in a move.
    BehindWhen,
}
