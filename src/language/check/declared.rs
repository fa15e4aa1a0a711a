//! Shows types in messages as the spec declares them: `{nat}`, although the checker only knows the
//! type `{int}`.

use super::{Checker, Meaning};
use crate::diagnostic::{Code, Diagnostic};
use crate::ir::{Expr, ExprKind, Type, print};
use crate::source::Span;
use crate::syntax::ast;

impl Checker<'_> {
    /// The declared type of an expression that is only the name of a parameter or a field; `None`
    /// for other expressions.
    fn declared_type(&self, expr: &Expr) -> Option<String> {
        match &expr.kind {
            ExprKind::Global(id) => {
                let global = self.program.globals.get(id.index())?;
                Some(print::domain(&self.program, global.domain.as_ref()?))
            }
            ExprKind::Local(slot) => {
                let place = self.scope.slot(*slot).span;
                let field = self.current?.fields.iter().find(|field| field.name.span == place)?;
                Some(self.text_of_type(field.ty.span))
            }
            _ => None,
        }
    }

    /// The text of a type at a place, on one line.
    fn text_of_type(&self, span: Span) -> String {
        self.sources.text(span).split_whitespace().collect::<Vec<_>>().join(" ")
    }

    /// Returns the diagnostic with the types of `exprs` as they are declared. `exprs` must be in
    /// the order in which the message names their types.
    pub(super) fn as_declared(&self, mut diagnostic: Diagnostic, exprs: &[&Expr]) -> Diagnostic {
        let mut from = 0;
        for expr in exprs {
            let ty = format!("`{}`", expr.ty);
            let by = self.declared_type(expr).map_or_else(|| ty.clone(), |declared| format!("`{declared}`"));
            if let Some(at) = diagnostic.message[from..].find(&ty) {
                diagnostic.message.replace_range(from + at..from + at + ty.len(), &by);
                from += at + by.len();
            }
            let labels = diagnostic.labels.iter_mut().filter(|label| label.span == expr.span);
            labels.for_each(|label| label.text = label.text.replacen(&ty, &by, 1));
        }
        diagnostic
    }

    /// In the diagnostics from index `from` on that find another type at `expr`, shows the expected
    /// type as it is written at `declared`.
    pub(super) fn expect_declared(&mut self, from: usize, expr: Span, expected: &Type, declared: Span) {
        let (ty, by) = (format!("`{expected}`"), format!("`{}`", self.text_of_type(declared)));
        let is_mismatch = |it: &&mut Diagnostic| it.code == Code::G301 && it.place() == Some(expr);
        for error in self.diagnostics[from..].iter_mut().filter(is_mismatch) {
            let wanted =
                |before: &str, after: &str| (format!("{before}{ty}{after}"), format!("{before}{by}{after}"));
            let (old, new) = wanted("expected ", ",");
            error.message = error.message.replacen(&old, &new, 1);
            let (old, new) = wanted("of type ", " here");
            error.help = error.help.take().map(|help| help.replacen(&old, &new, 1));
        }
    }

    /// The places of the types of the fields of a game, or of the parameters of a function; empty
    /// for other names.
    pub(super) fn written_types(&self, name: &str) -> Vec<Span> {
        self.declared_fields(name).iter().map(|field| field.ty.span).collect()
    }

    /// The names of the fields of a game, or of the parameters of a function; empty for other
    /// names.
    pub(super) fn parameters(&self, name: &str) -> Vec<&str> {
        self.declared_fields(name).iter().map(|field| field.name.text.as_str()).collect()
    }

    fn declared_fields(&self, name: &str) -> &[ast::Field] {
        match self.declarations.get(name).map(|it| it.meaning) {
            Some(Meaning::Game(game, _)) => &game.fields,
            Some(Meaning::Function(function)) => &function.parameters,
            _ => &[],
        }
    }
}
