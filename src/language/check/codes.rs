//! Checks games by code, such as `game kayles(n: nat) = octal "0.77"`: determines the digits of the
//! code, and rejects a code that cannot be what its author meant. The moves are made from the code
//! elsewhere.

mod errors;

use super::scope::Scope;
use super::{Checker, Meaning};
use crate::ir::{self, Type};
use crate::source::Span;
use crate::syntax::ast::{self, Binary, CodeKind, Digits, ExprKind, StatedRules};

/// The most expressions (texts, names, `++`, parentheses) that are visited to find the text of a
/// code. Beyond, the text counts as not written out, which also ends a cycle of names.
const STEPS: usize = 10_000;

impl<'a> Checker<'a> {
    /// The game with the digits of its code as a text. If the code names a parameter or a constant,
    /// the digits are the value of that name, which `--set` may change. `None`, after reporting an
    /// error, if the digits cannot be determined.
    pub(super) fn with_digits(&mut self, game: &ast::Game) -> Option<ast::Game> {
        let mut game = game.clone();
        let StatedRules::Code(code) = &mut game.rules else { return Some(game) };
        if let Some(Digits::Name(name)) = code.kind.digits() {
            let name = name.clone();
            let fields = game.fields.iter().map(|field| &field.name);
            let value = match fields.into_iter().find(|field| field.text == name.text) {
                Some(field) => {
                    self.report(errors::digits_from_field(&name, field.span));
                    None
                }
                None => self.digits_called(&name),
            };
            code.kind = code.kind.with_digits(Digits::Text(value?));
        }
        Some(game)
    }

    /// The text that is the value of a name; `None` after reporting an error.
    fn digits_called(&mut self, name: &ast::Name) -> Option<ast::Text> {
        let Some(declared) = self.declarations.get(&name.text) else {
            self.unknown_name(&name.text, None, name.span);
            return None;
        };
        self.used.insert(name.text.clone());
        let Some(value) = self.value_declared(declared.meaning) else {
            let place = declared.span;
            self.report(errors::digits_from_what(name, place));
            return None;
        };
        let text = self.literal_text(value, &mut STEPS.to_owned());
        if text.is_none() {
            self.report(errors::digits_not_literal(name, value.span));
        }
        text.map(|text| ast::Text { value: text, span: value.span })
    }

    /// The expression that is the value of a parameter or a constant; `None` for other
    /// declarations.
    fn value_declared(&self, meaning: Meaning<'a>) -> Option<&'a ast::Expr> {
        match meaning {
            Meaning::Parameter(it) => {
                Some(self.settings.get(it.name.text.as_str()).copied().unwrap_or(&it.value))
            }
            Meaning::Constant(it) => Some(&it.value),
            _ => None,
        }
    }

    /// The value of a text literal, of texts joined by `++`, or of a name for these; `None` for
    /// other expressions, or if `steps` are used up.
    fn literal_text(&self, value: &ast::Expr, steps: &mut usize) -> Option<String> {
        *steps = steps.checked_sub(1)?;
        stacker::maybe_grow(64 << 10, 4 << 20, || match &value.kind {
            ExprKind::Text(text) => Some(text.clone()),
            ExprKind::Parens(inner) => self.literal_text(inner, steps),
            ExprKind::Binary { op: Binary::Concat, left, right, .. } => {
                Some(self.literal_text(left, steps)? + &self.literal_text(right, steps)?)
            }
            ExprKind::Name(name) => {
                let meaning = self.declarations.get(name)?.meaning;
                self.literal_text(self.value_declared(meaning)?, steps)
            }
            _ => None,
        })
    }

    /// The text of a code, such as `octal "0.77"`; the digits replace a name for them.
    pub(super) fn code_text(&self, span: Span, kind: &CodeKind) -> String {
        let word = match kind {
            CodeKind::Octal(_) => "octal",
            CodeKind::Hex(_) => "hex",
            _ => "code",
        };
        match kind.digits() {
            Some(Digits::Text(text)) => format!("{word} \"{}\"", text.value),
            _ => self.sources.text(span).split_whitespace().collect::<Vec<_>>().join(" "),
        }
    }

    /// Reports an error if a game by code cannot be what its author meant. Returns whether there
    /// was an error.
    pub(super) fn refuse_code(&mut self, game: &ast::Game, code: &ast::Code) -> bool {
        if let [field] = game.fields.as_slice()
            && !matches!(&field.ty.kind, ast::TypeKind::Name(name) if name == "nat")
            && !matches!(&field.ty.kind, ast::TypeKind::Range(_))
        {
            self.report(errors::code_field(field.ty.span, code.span));
            return true;
        }
        let (CodeKind::Take(amounts) | CodeKind::TakeAllBut(amounts)) = &code.kind else {
            return false;
        };
        let before = self.diagnostics.len();
        self.scope = Scope::default();
        let typed = self.infer(amounts, Some(&Type::set(Type::Int)));
        // In the moves, the name of the heap would hide the constant.
        for field in &game.fields {
            let mut hidden = None;
            ir::walk::everything(&typed, &mut |part| match part.kind {
                ir::ExprKind::Global(id) if self.program.globals[id.index()].name == field.name.text => {
                    hidden = Some(part.span);
                }
                _ => {}
            });
            if let Some(span) = hidden {
                self.report(errors::amounts_from_field(&field.name.text, span, field.name.span));
            }
        }
        let fits = matches!(typed.ty.element(), Some(Type::Int | Type::Never)) && typed.ty != Type::Text;
        if !fits && self.diagnostics.len() == before {
            self.fit(typed, &Type::set(Type::Int));
        }
        if let (CodeKind::Take(_), Some(bad)) = (&code.kind, written_not_positive(amounts)) {
            self.report(errors::amount_not_positive(bad.span));
        }
        // The moves would repeat an error that was already reported.
        self.diagnostics[before..].iter().any(crate::diagnostic::Diagnostic::is_error)
    }
}

/// The first written amount that is not positive, in a set, a list or at the beginning of a range.
fn written_not_positive(amounts: &ast::Expr) -> Option<&ast::Expr> {
    let not_positive = |it: &&ast::Expr| match &it.kind {
        ExprKind::Number(number) => number.is_zero(),
        ExprKind::Unary(ast::Unary::Negate, _) => true,
        _ => false,
    };
    match &amounts.kind {
        ExprKind::Set(ast::Elements::Each(each)) | ExprKind::List(ast::Elements::Each(each)) => {
            each.iter().find(not_positive)
        }
        ExprKind::Binary { op: ast::Binary::Range | ast::Binary::RangeInclusive, left, .. } => {
            Some(&**left).filter(not_positive)
        }
        _ => None,
    }
}
