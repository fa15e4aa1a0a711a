//! Turns pest's pairs into the syntax tree: items, clauses and types. [`super::expression`] makes
//! the trees of expressions.

use super::MAX_DEPTH;
use super::ast::{self, Comment};
use super::errors;
use super::expression::Lowering;
use super::grammar::Rule;
use super::pairs::parts;
use crate::diagnostic::Diagnostic;
use crate::source::{FileId, Span};
use pest::iterators::{Pair, Pairs};

/// Lowers all items of a file, and attaches `comments` to the file and its items.
pub fn file(
    file: FileId,
    text: &str,
    pairs: Pairs<'_, Rule>,
    comments: Vec<Comment>,
    diagnostics: &mut Vec<Diagnostic>,
) -> ast::File {
    let mut lowering = Lowering { file, text, diagnostics, too_deep: false };
    let mut items = Vec::new();
    for pair in pairs.flat_map(Pair::into_inner) {
        if let Some(kind) = lowering.item(pair.clone()) {
            let span = lowering.span(&pair);
            items.push(ast::Item { span, doc: None, kind });
        }
    }
    attach_docs(text, &mut items, &comments);
    ast::File { file, items, comments }
}

/// Lowers an expression that stands alone.
pub fn lone_expression(
    file: FileId,
    text: &str,
    pairs: Pairs<'_, Rule>,
    diagnostics: &mut Vec<Diagnostic>,
) -> Option<ast::Expr> {
    let mut lowering = Lowering { file, text, diagnostics, too_deep: false };
    let pair = pairs.flat_map(parts).next()?;
    Some(lowering.expression(pair))
}

/// Gives each item the block of `///` lines that ends directly above the item.
fn attach_docs(text: &str, items: &mut [ast::Item], comments: &[Comment]) {
    let mut next = 0;
    for item in items {
        let mut lines: Vec<&str> = Vec::new();
        let mut end = item.span.start as usize;
        while let Some(comment) = comments.get(next).filter(|it| it.span.start < item.span.start) {
            next += 1;
            let gap = text.get(end..comment.span.start as usize).unwrap_or("");
            // A blank line or code between two comments ends the block.
            if gap.matches('\n').count() > 1 || !gap.trim().is_empty() {
                lines.clear();
            }
            match comment.doc() {
                Some(doc) if begins_line(text, comment) => lines.push(doc),
                _ => lines.clear(),
            }
            end = comment.span.end as usize;
        }
        let gap = text.get(end..item.span.start as usize).unwrap_or("");
        if !lines.is_empty() && gap.trim().is_empty() {
            item.doc = Some(lines.join("\n"));
        }
        // Comments inside the item are not docs of the next item.
        while comments.get(next).is_some_and(|it| it.span.start < item.span.end) {
            next += 1;
        }
    }
}

/// Whether nothing precedes a comment on its line. Otherwise the comment belongs to the code before
/// it, not to the item below.
fn begins_line(text: &str, comment: &Comment) -> bool {
    let before = text.get(..comment.span.start as usize).unwrap_or("");
    let line = before.rfind('\n').map_or(before, |at| &before[at..]);
    line.trim_start_matches('\u{FEFF}').trim().is_empty()
}

impl Lowering<'_> {
    fn item(&mut self, pair: Pair<'_, Rule>) -> Option<ast::ItemKind> {
        let rule = pair.as_rule();
        let mut inner = parts(pair);
        Some(match rule {
            Rule::import => ast::ItemKind::Import(self.text(inner.next()?)),
            Rule::parameter => ast::ItemKind::Parameter(ast::Parameter {
                name: self.name(inner.next()?),
                ty: self.type_(inner.next()?),
                value: self.expression(inner.next()?),
            }),
            Rule::constant => ast::ItemKind::Constant(ast::Constant {
                name: self.name(inner.next()?),
                value: self.expression(inner.next()?),
            }),
            Rule::function => {
                let name = self.name(inner.next()?);
                let mut rest: Vec<_> = inner.collect();
                let (body, result) = (rest.pop()?, rest.pop()?);
                ast::ItemKind::Function(ast::Function {
                    name,
                    parameters: rest.into_iter().filter_map(|it| self.field(it)).collect(),
                    result: self.type_(result),
                    body: self.expression(body),
                })
            }
            Rule::game => ast::ItemKind::Game(self.game(inner)?),
            Rule::start => {
                let first = inner.next()?;
                let (name, position) = match first.as_rule() {
                    Rule::name => (Some(self.name(first)), inner.next()?),
                    _ => (None, first),
                };
                ast::ItemKind::Start(ast::Start { name, position: self.expression(position) })
            }
            Rule::claim => {
                let first = inner.next()?;
                let (text, proposition) = match first.as_rule() {
                    Rule::text => (Some(self.text(first)), inner.next()?),
                    _ => (None, first),
                };
                let mut inner = parts(proposition);
                let proposition = self.expression(inner.next()?);
                let repeats = inner.next().and_then(|it| self.repeats(it));
                ast::ItemKind::Claim(Box::new(ast::Claim { text, proposition, repeats }))
            }
            _ => return None,
        })
    }

    fn field(&mut self, pair: Pair<'_, Rule>) -> Option<ast::Field> {
        let mut inner = parts(pair);
        Some(ast::Field { name: self.name(inner.next()?), ty: self.type_(inner.next()?) })
    }

    fn game<'p>(&mut self, inner: impl Iterator<Item = Pair<'p, Rule>>) -> Option<ast::Game> {
        let mut inner = inner.peekable();
        let loopy = inner.next_if(|it| it.as_rule() == Rule::kw_loopy).is_some();
        let name = self.name(inner.next()?);
        let mut fields = Vec::new();
        while let Some(field) = inner.next_if(|it| it.as_rule() == Rule::field) {
            fields.extend(self.field(field));
        }
        let mut twists = Vec::new();
        while let Some(twist) = inner.next_if(|it| matches!(it.as_rule(), Rule::blocking | Rule::pass)) {
            twists.extend(self.twist(twist));
        }
        let rules = inner.next()?;
        let rules = match rules.as_rule() {
            Rule::body => ast::StatedRules::Body(self.body(rules)),
            _ => ast::StatedRules::Code(self.code(rules)?),
        };
        Some(ast::Game { loopy, name, fields, twists, rules })
    }

    fn twist(&mut self, pair: Pair<'_, Rule>) -> Option<ast::Twist> {
        let span = self.span(&pair);
        let mut inner = parts(pair);
        let count = self.expression(inner.next()?);
        let kind = match inner.next().map(|word| word.as_rule()) {
            Some(Rule::each) => ast::TwistKind::PassEach,
            Some(_) => ast::TwistKind::PassShared,
            None => ast::TwistKind::Blocking,
        };
        Some(ast::Twist { span, kind, count })
    }

    fn body(&mut self, pair: Pair<'_, Rule>) -> Vec<ast::Rule> {
        parts(pair).filter_map(|clause| self.clause(clause)).collect()
    }

    fn clause(&mut self, pair: Pair<'_, Rule>) -> Option<ast::Rule> {
        let span = self.span(&pair);
        let rule = pair.as_rule();
        let mut inner = parts(pair).peekable();
        Some(match rule {
            Rule::move_ => {
                let name = self.name(inner.next()?);
                let binders = inner.next_if(|it| it.as_rule() == Rule::binders);
                let guard = inner.next_if(|it| it.as_rule() == Rule::guard);
                let binders: Vec<_> = binders.into_iter().flat_map(parts).collect();
                if binders.len() > MAX_DEPTH as usize {
                    self.diagnostics.push(errors::too_deep(span, MAX_DEPTH));
                }
                ast::Rule::Move(ast::Move {
                    span,
                    name,
                    binders: binders.into_iter().filter_map(|it| self.binder(it)).collect(),
                    guard: guard.and_then(|it| parts(it).next()).map(|it| self.expression(it)),
                    again: inner.next_if(|it| it.as_rule() == Rule::again).is_some(),
                    target: self.expression(inner.next()?),
                })
            }
            Rule::end_ => ast::Rule::End(ast::End {
                span,
                condition: self.expression(inner.next()?),
                win: inner.next()?.as_rule() == Rule::win,
            }),
            Rule::assumption => ast::Rule::Assumption(ast::Assumption { span }),
            Rule::local => ast::Rule::Local(ast::Local {
                span,
                pattern: self.pattern(inner.next()?),
                value: self.expression(inner.next()?),
            }),
            Rule::show => ast::Rule::Show(ast::Show { span, value: self.expression(inner.next()?) }),
            _ => ast::Rule::Measure(ast::Measure {
                span,
                parts: inner.map(|it| self.expression(it)).collect(),
            }),
        })
    }

    fn code(&mut self, pair: Pair<'_, Rule>) -> Option<ast::Code> {
        let span = self.span(&pair);
        let form = parts(pair).next()?;
        let rule = form.as_rule();
        let argument = parts(form).next()?;
        let kind = match rule {
            Rule::octal_code => ast::CodeKind::Octal(self.digits(argument)),
            Rule::hex_code => ast::CodeKind::Hex(self.digits(argument)),
            Rule::plain_code => ast::CodeKind::Plain(self.digits(argument)),
            Rule::take_all_but => ast::CodeKind::TakeAllBut(self.expression(argument)),
            _ => ast::CodeKind::Take(self.expression(argument)),
        };
        Some(ast::Code { span, kind })
    }

    fn digits(&mut self, pair: Pair<'_, Rule>) -> ast::Digits {
        match pair.as_rule() {
            Rule::name => ast::Digits::Name(self.name(pair)),
            _ => ast::Digits::Text(self.text(pair)),
        }
    }

    fn repeats(&mut self, pair: Pair<'_, Rule>) -> Option<ast::Repeats> {
        let span = self.span(&pair);
        let mut inner = parts(pair).peekable();
        let period = self.expression(inner.next()?);
        let mut part = |keyword: Rule| {
            let found = inner.next_if(|it| it.as_rule() == keyword).is_some();
            found.then(|| inner.next()).flatten().map(|it| self.expression(it))
        };
        Some(ast::Repeats { span, period, adding: part(Rule::word_adding), from: part(Rule::word_from) })
    }

    fn type_(&mut self, pair: Pair<'_, Rule>) -> ast::Type {
        let span = self.span(&pair);
        let written = pair.as_str().trim_end();
        let kind = parts(pair).next().and_then(|form| self.type_kind(form));
        let kind = kind.unwrap_or_else(|| {
            let applied = super::slips::types::applied(span, written);
            self.diagnostics.push(errors::not_a_type(span, applied));
            ast::TypeKind::Name("nat".to_string())
        });
        ast::Type { span, kind }
    }

    fn type_kind(&mut self, form: Pair<'_, Rule>) -> Option<ast::TypeKind> {
        Some(match form.as_rule() {
            Rule::list_type => ast::TypeKind::List(Box::new(self.type_(parts(form).next()?))),
            Rule::set_type => ast::TypeKind::Set(Box::new(self.type_(parts(form).next()?))),
            Rule::tuple_type => ast::TypeKind::Tuple(parts(form).map(|it| self.type_(it)).collect()),
            _ => {
                let expression = self.expression(form);
                match strip_parens(&expression).kind {
                    ast::ExprKind::Name(ref name) => ast::TypeKind::Name(name.clone()),
                    ast::ExprKind::Binary {
                        op: ast::Binary::Range | ast::Binary::RangeInclusive, ..
                    } => ast::TypeKind::Range(Box::new(expression)),
                    _ => return None,
                }
            }
        })
    }

    /// Returns the place of a pair, cut as by `trimmed_length`.
    pub fn span(&self, pair: &Pair<'_, Rule>) -> Span {
        let span = pair.as_span();
        // The parsed text may be one item of a file; then offsets count from the start of the item.
        let start = span.start();
        let length = trimmed_length(span.as_str());
        Span::new(self.file, start, start + length)
    }

    /// Lowers a name.
    pub fn name(&self, pair: Pair<'_, Rule>) -> ast::Name {
        ast::Name { text: pair.as_str().to_string(), span: self.span(&pair) }
    }

    /// Lowers a text literal, and resolves its escapes.
    pub fn text(&mut self, pair: Pair<'_, Rule>) -> ast::Text {
        let span = self.span(&pair);
        let raw = &pair.as_str()[1..pair.as_str().len() - 1];
        let mut value = String::with_capacity(raw.len());
        let mut characters = raw.chars();
        while let Some(c) = characters.next() {
            if c != '\\' {
                value.push(c);
                continue;
            }
            match characters.next() {
                Some('n') => value.push('\n'),
                Some('t') => value.push('\t'),
                Some(same @ ('"' | '\\')) => value.push(same),
                other => {
                    let escape = other.unwrap_or(' ');
                    self.diagnostics.push(errors::unknown_escape(span, escape));
                }
            }
        }
        ast::Text { value, span }
    }
}

/// Returns the expression inside all parentheses around it.
pub fn strip_parens(expression: &ast::Expr) -> &ast::Expr {
    let mut inner = expression;
    while let ast::ExprKind::Parens(within) = &inner.kind {
        inner = within;
    }
    inner
}

/// Returns the length of the text of a pair without the blanks at its end, and without the comments
/// there that stand alone on their lines. A comment behind the last token on its line is not cut.
fn trimmed_length(text: &str) -> usize {
    let mut length = text.trim_end().len();
    // Before it tries an optional last part, the parser skips blanks and comments, so that a pair
    // can end with comments.
    while let Some(line_start) = text[..length].rfind('\n').map(|at| at + 1) {
        if !text[line_start..length].trim_start().starts_with("//") {
            break;
        }
        length = text[..line_start].trim_end().len();
    }
    length
}
