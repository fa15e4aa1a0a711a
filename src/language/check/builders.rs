//! Reports sets that are written as in papers and other languages: `{n in D | c}`, `{e | n in D}`,
//! `[e | n <- xs]`, `{n | c}`, and warns of `[0..5]`.

use super::{Checker, errors};
use crate::diagnostic::{Code, Diagnostic};
use crate::ir::{Expr, ExprKind as IrKind, Type, Value};
use crate::source::Span;
use crate::syntax::ast::{self, Binary, Comparison, ExprKind};

impl Checker<'_> {
    /// Reports a set or list that is written with a bar, as in `{n in D | c}`, or with a comma
    /// before its binder, as in `[f(n), n in D]`. Returns whether it reported one.
    pub(super) fn is_builder_with_bar(&mut self, each: &[ast::Expr], brackets: [&str; 2]) -> bool {
        let fix = || each[0].span.to(each[each.len() - 1].span);
        let error = match (self.builder_with_bar(each), self.builder_with_comma(each)) {
            (Some((at, name, by)), _) => errors::builder_with_bar(at, name, brackets, fix(), &by),
            (None, Some((at, name, by))) => errors::builder_with_comma(at, name, brackets, fix(), &by),
            (None, None) => match self.builder_without_domain(each) {
                Some(error) => error,
                None => return false,
            },
        };
        self.report(error);
        true
    }

    /// The error about `{n | c}`, a set without values for its variable.
    fn builder_without_domain(&self, each: &[ast::Expr]) -> Option<Diagnostic> {
        let (element, others) = each.split_first()?;
        let mut union = element;
        while let ExprKind::Compare { first, .. } = &union.kind {
            union = first;
        }
        let ExprKind::Binary { op: Binary::Union, left, op_span, .. } = &union.kind else { return None };
        let ExprKind::Name(name) = &left.kind else { return None };
        let condition = self.between(op_span.end, element.span.end, *op_span);
        if !self.is_unknown(name) || !words_of(condition).any(|word| word == name) {
            return None;
        }
        let conditions = std::iter::once(condition).chain(others.iter().map(|it| self.text_of(it)));
        let conditions = conditions.collect::<Vec<_>>().join(" and ");
        Some(errors::builder_without_domain(left.span, name, &conditions))
    }

    /// The place and the name of the variable of `[f(n), n in D]`, and the comprehension that is
    /// meant; `None` for other elements, and if the variable has a meaning already or the element
    /// does not mention it.
    fn builder_with_comma<'e>(&self, each: &'e [ast::Expr]) -> Option<(Span, &'e str, String)> {
        let [first, second, others @ ..] = each else { return None };
        let (element, binder) = match &leftmost(first).kind {
            // `sum(n in D, f(n))`
            ExprKind::Compare { rest, .. } if matches!(rest.first(), Some((Comparison::In, ..))) => {
                (second, first)
            }
            _ => (first, second),
        };
        let ExprKind::Compare { first, rest } = &leftmost(binder).kind else { return None };
        let (ExprKind::Name(name), Some((Comparison::In, ..))) = (&first.kind, rest.first()) else {
            return None;
        };
        let clauses: Vec<String> = others.iter().map(|it| self.clause(it)).collect();
        (self.is_unknown(name) && words_of(self.text_of(element)).any(|word| word == name)).then(|| {
            let meant = format!("{} for {}{}", self.text_of(element), self.text_of(binder), clauses.concat());
            (first.span, name.as_str(), meant)
        })
    }

    /// The place and the name of the variable of a set with a bar, and the comprehension that is
    /// meant; `None` for other elements, and if the variable has a meaning already.
    fn builder_with_bar<'e>(&self, each: &'e [ast::Expr]) -> Option<(Span, &'e str, String)> {
        let (element, others) = each.split_first()?;
        let ExprKind::Compare { first, rest } = &leftmost(element).kind else { return None };
        if let Some(found) = self.builder_with_arrow(first, rest.first()?, element, others) {
            return Some(found);
        }
        let is_alone = others.is_empty() && matches!(element.kind, ExprKind::Compare { .. });
        if let Some(found) = self.compared_builder(first, rest, element).filter(|_| is_alone) {
            return Some(found);
        }
        let (Comparison::In, _, domain) = rest.first()? else { return None };
        if let ExprKind::Name(name) = &first.kind {
            // `n in D | c`
            let bar = last_bar(domain)?;
            let end = element.span.end;
            let (domain, condition) =
                (self.between(first.span.end, bar.start, bar), self.between(bar.end, end, bar));
            let mut words = condition.split(|c: char| !(c.is_alphanumeric() || c == '_'));
            if !self.is_unknown(name) || !words.any(|word| word == name) {
                return None;
            }
            let conditions = std::iter::once(condition).chain(others.iter().map(|it| self.text_of(it)));
            let conditions: Vec<String> = conditions.map(|it| format!(" if {it}")).collect();
            return Some((first.span, name, format!("{name} for {name} {domain}{}", conditions.concat())));
        }
        // `e | n in D`
        let ExprKind::Binary { op: Binary::Union, left, right, .. } = &first.kind else { return None };
        let ExprKind::Name(name) = &right.kind else { return None };
        if !self.is_unknown(name) {
            return None;
        }
        let end = element.span.end;
        // `e | n in D | c`
        let says_name = |bar: &Span| {
            let condition = self.between(bar.end, end, *bar);
            condition.split(|c: char| !(c.is_alphanumeric() || c == '_')).any(|word| word == name)
        };
        let bar = last_bar(domain).filter(says_name);
        let binder = match bar {
            Some(bar) => {
                let condition = self.between(bar.end, end, bar);
                format!("{} if {condition}", self.between(right.span.start, bar.start, bar))
            }
            None => self.clauses_of_conjunction(self.between(right.span.start, end, right.span)),
        };
        let clauses: Vec<String> = others.iter().map(|it| self.clause(it)).collect();
        Some((right.span, name, format!("{} for {binder}{}", self.text_of(left), clauses.concat())))
    }

    /// The clauses of a comprehension for `n in D and m in E and c`: `n in D for m in E if c`.
    fn clauses_of_conjunction(&self, text: &str) -> String {
        let mut clauses = String::new();
        let (mut is_filtered, mut bound) = (false, Vec::new());
        for (at, part) in conjuncts(text).into_iter().enumerate() {
            let name = part.split_once(" in ").map(|(name, _)| name.trim());
            let binds = name.is_some_and(|name| self.is_unknown(name) && !bound.contains(&name));
            bound.extend(name);
            let word = match (at, binds && !is_filtered) {
                (0, _) => "",
                (_, true) => " for ",
                (_, false) if is_filtered => " and ",
                (_, false) => " if ",
            };
            is_filtered |= at > 0 && !binds;
            clauses.push_str(word);
            clauses.push_str(part.trim());
        }
        clauses
    }

    /// The place and the name of the variable of `n | n < 5` or `n > 2 | n in D`, and the
    /// comprehension that is meant; `None` for other comparisons, and if the variable has a meaning
    /// already.
    fn compared_builder<'e>(
        &self,
        first: &'e ast::Expr,
        rest: &'e [(Comparison, Span, ast::Expr)],
        element: &ast::Expr,
    ) -> Option<(Span, &'e str, String)> {
        let named = |expr: &'e ast::Expr| {
            let ExprKind::Binary { op: Binary::Union, left, right, op_span } = &expr.kind else {
                return None;
            };
            let ExprKind::Name(name) = &right.kind else { return None };
            self.is_unknown(name).then_some((left, *op_span, right.span, name.as_str()))
        };
        match rest {
            [(op @ (Comparison::Lt | Comparison::Le), _, bound)] => {
                let (left, _, place, name) = named(first)?;
                let dots = if *op == Comparison::Lt { ".." } else { "..=" };
                let range = format!("{name} in 0{dots}{}", self.text_of(bound));
                Some((place, name, format!("{} for {range}", self.text_of(left))))
            }
            [(Comparison::Gt | Comparison::Ge | Comparison::Ne | Comparison::Eq, ..)] => {
                let (left, bar, place, name) = named(first)?;
                let condition = self.between(bar.end, element.span.end, bar);
                let binder = format!("{name} in 0..=100 if {condition}");
                Some((place, name, format!("{} for {binder}", self.text_of(left))))
            }
            [
                (low @ (Comparison::Lt | Comparison::Le), _, middle),
                (high @ (Comparison::Lt | Comparison::Le), _, bound),
            ] => {
                let ExprKind::Binary { op: Binary::Union, left, right, .. } = &first.kind else {
                    return None;
                };
                let (ExprKind::Name(name), ExprKind::Name(again)) = (&left.kind, &middle.kind) else {
                    return None;
                };
                let from = self.text_of(right);
                let from = if *low == Comparison::Lt { format!("{from} + 1") } else { from.to_string() };
                let dots = if *high == Comparison::Lt { ".." } else { "..=" };
                let meant = format!("{name} for {name} in {from}{dots}{}", self.text_of(bound));
                (name == again && self.is_unknown(name)).then_some((left.span, name.as_str(), meant))
            }
            [.., (_, _, condition), (Comparison::In, _, _)] => {
                let (_, bar, place, name) = named(condition)?;
                let statement = self.between(first.span.start, bar.start, bar);
                let binder = self.between(bar.end, element.span.end, bar);
                Some((place, name, format!("{statement} for {binder}")))
            }
            _ => None,
        }
    }

    /// The place and the name of the variable of `e | n <- xs`, and the comprehension that is
    /// meant; `None` for other elements, and if the variable has a meaning already. The parser
    /// reads `e | n <- xs` as `(e | n) < (-xs)`.
    fn builder_with_arrow<'e>(
        &self,
        first: &'e ast::Expr,
        (op, _, domain): &(Comparison, Span, ast::Expr),
        element: &ast::Expr,
        others: &[ast::Expr],
    ) -> Option<(Span, &'e str, String)> {
        let (ExprKind::Binary { op: Binary::Union, left, right, .. }, Comparison::Lt) = (&first.kind, op)
        else {
            return None;
        };
        let ExprKind::Name(name) = &right.kind else { return None };
        let behind = self.between(right.span.end, element.span.end, right.span).strip_prefix("<-")?;
        if !self.is_unknown(name) || domain.span.start < right.span.end {
            return None;
        }
        let clauses: Vec<String> = others.iter().map(|it| self.clause(it)).collect();
        // The range `[0..6]` of Haskell ends with 6.
        let range = behind.trim().strip_prefix('[').and_then(|it| it.strip_suffix(']'));
        let range = range.filter(|it| !it.contains(',')).and_then(|it| it.split_once(".."));
        let domain = match range {
            Some((from, to)) => format!("{from}..={}", to.trim_start_matches('=')),
            None => behind.trim().to_string(),
        };
        let meant = format!("{} for {name} in {domain}{}", self.text_of(left), clauses.concat());
        Some((right.span, name, meant.replace("<-", "in")))
    }

    /// The text of a clause after the first binder: `for` and another binder, or `if` and a
    /// condition.
    fn clause(&self, part: &ast::Expr) -> String {
        let is_binder = match &part.kind {
            ExprKind::Compare { first, rest } => {
                matches!(&first.kind, ExprKind::Name(name) if self.is_unknown(name))
                    && matches!(rest.first(), Some((Comparison::In, ..)))
            }
            _ => false,
        };
        format!(" {} {}", if is_binder { "for" } else { "if" }, self.text_of(part))
    }

    pub(super) fn text_of(&self, expr: &ast::Expr) -> &str {
        self.sources.text(expr.span).trim()
    }

    /// The text behind a place, up to the end of its line.
    pub(super) fn text_behind(&self, place: Span) -> &str {
        let text = &self.sources.get(place.file).text;
        text.get(place.end as usize..).and_then(|it| it.split('\n').next()).unwrap_or("")
    }

    /// The text between two offsets in the file of `beside`, without blanks at its ends.
    pub(super) fn between(&self, start: u32, end: u32, beside: Span) -> &str {
        self.sources.text(Span { start, end: end.max(start), ..beside }).trim()
    }

    /// Warns of `[1..=5]`, which has one element.
    pub(super) fn warn_of_lone_range(&mut self, parts: &[Expr], brackets: Span) {
        if let [Expr { ty: Type::Range, kind: IrKind::Range { .. }, span }] = parts
            && !self.quiet
        {
            self.report(errors::lone_range(brackets, self.sources.text(*span)));
        }
    }

    /// Warns of `forall n in [0, 20]`, whose domain has two elements.
    pub(super) fn warn_of_two_ends(&mut self, domain: &Expr) {
        let number = |expr: &Expr| match &expr.kind {
            IrKind::Literal(Value::Int(number)) => number.to_i64(),
            _ => None,
        };
        let IrKind::List(parts) = &domain.kind else { return };
        let [low, high] = parts.as_slice() else { return };
        if self.place == super::Place::Claim
            && !self.quiet
            && let (Some(low @ 0..=1), Some(high @ 5..)) = (number(low), number(high))
        {
            self.report(errors::two_ends(domain.span, low, high));
        }
    }

    /// Removes the warning about a lone range at a place, because an error there explains the
    /// range, or because the lone range is intended.
    pub(super) fn without_warning_at(&mut self, brackets: Span) {
        self.diagnostics.retain(|it| it.code != Code::G114 || it.place() != Some(brackets));
    }

    /// Explains an error about `n in {1..=5}`, if the collection has a range as its only element.
    pub(super) fn with_lone_range(&mut self, mismatch: Diagnostic, collection: &Expr) -> Diagnostic {
        match &collection.kind {
            IrKind::List(parts) | IrKind::Set(parts) if matches!(&parts[..], [only] if only.ty == Type::Range) =>
            {
                self.without_warning_at(collection.span);
                errors::in_lone_range(mismatch, collection.span, self.sources.text(parts[0].span))
            }
            _ => mismatch,
        }
    }
}

/// The words of a text: letters, digits and `_`.
pub(super) fn words_of(text: &str) -> impl Iterator<Item = &str> {
    text.split(|c: char| !(c.is_alphanumeric() || c == '_')).filter(|word| !word.is_empty())
}

/// The leftmost operand of an expression that logical connectives join.
pub(super) fn leftmost(mut expr: &ast::Expr) -> &ast::Expr {
    while let ExprKind::Binary {
        op: Binary::Iff | Binary::Implies | Binary::And | Binary::Or, left, ..
    } = &expr.kind
    {
        expr = left;
    }
    expr
}

/// The place of the `|` that binds loosest in a domain; `None` if there is none.
pub(super) fn last_bar(domain: &ast::Expr) -> Option<Span> {
    match &domain.kind {
        ExprKind::Binary { op: Binary::Union, op_span, .. } => Some(*op_span),
        ExprKind::Binary { op: Binary::Range | Binary::RangeInclusive, right, .. } => last_bar(right),
        _ => None,
    }
}

/// The parts of a text between the words `and` that are in no bracket.
fn conjuncts(text: &str) -> Vec<&str> {
    let (mut parts, mut from, mut depth) = (Vec::new(), 0, 0i32);
    for (at, letter) in text.char_indices() {
        depth += i32::from(matches!(letter, '(' | '[' | '{')) - i32::from(matches!(letter, ')' | ']' | '}'));
        if depth == 0 && at >= from && text[at..].starts_with(" and ") {
            parts.push(&text[from..at]);
            from = at + " and ".len();
        }
    }
    parts.push(&text[from..]);
    parts
}
