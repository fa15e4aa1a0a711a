//! Reports calls of names that neither the spec nor the language defines, with what to write instead.

use super::expression::broken;
use super::{Checker, errors, names};
use crate::ir::{Expr, Type};
use crate::source::Span;
use crate::syntax::ast::{self, Elements, Name};
use crate::syntax::called_elsewhere::{called_elsewhere, is_operand};
use crate::syntax::habits::{Use, habit};

impl Checker<'_> {
    /// Reports a call of a name that neither the spec nor the language defines.
    pub(super) fn unknown_call(
        &mut self,
        name: &Name,
        arguments: &Elements,
        hint: Option<&Type>,
        span: Span,
    ) -> Expr {
        let game = hint == Some(&Type::Position);
        let suggestion = self.suggestion(&name.text, game);
        let known = self.diagnostics.len();
        let types = self.visit(arguments);
        if let Some(help) = question_about_vertex(&name.text, &types) {
            self.report(errors::unknown_call_of_vertex(name, help));
            return broken(span);
        }
        if !game && is_construction(&name.text, &suggestion) {
            // The help says what to write instead of the whole call.
            self.diagnostics.truncate(known);
        }
        if !game && self.asks_about_play(&name.text, Use::Called, &suggestion) {
            self.note_impure(true, name.span, &name.text);
            return broken(span);
        }
        let only = self.game_of_file().filter(|_| game && self.place == super::Place::Rules);
        let only = only.filter(|_| suggestion.is_none() && name.text.chars().count() < 3);
        let is_known = matches!(suggestion, Some((_, Some(_))));
        let mut error = errors::unknown_call(name, game, suggestion);
        if let Some(meant) = self.called_elsewhere(name, arguments).filter(|_| !game && !is_known) {
            error = error.help(format!("write `{meant}`"));
            error = error.fix(span, if is_operand(&meant) { meant } else { format!("({meant})") });
        }
        if let (Elements::Each(each), Some(help)) = (arguments, &error.help)
            && let [position] = each.as_slice()
            && help.contains("`losing(P)` or `winning(P)`")
        {
            let text = self.sources.text(position.span).trim();
            error.help = Some(help.replace("(P)", &format!("({text})")));
        }
        if types.first() == Some(&Type::Position) && matches!(&*name.text, "size" | "length" | "cardinality")
        {
            error.help = Some("a position has no length: `moves(P)` is the number of its moves".into());
            error.fix = None;
        }
        if let Some(only) = only {
            error = error.help(format!("the game of this file is `{only}`; declare another one with `game`"));
        }
        self.report(self.look_alike_error(&name.text, name.span).unwrap_or(error));
        broken(span)
    }

    /// Reports `P-position(g(n))` and `floor-division(a, b)`, whose names have a hyphen. Returns whether
    /// it reported one.
    pub(super) fn is_hyphenated(
        &mut self,
        left: &ast::Expr,
        hyphen: Span,
        right: &ast::Expr,
        span: Span,
    ) -> bool {
        let (ast::ExprKind::Name(first), ast::ExprKind::Call { name, arguments: Elements::Each(each) }) =
            (&left.kind, &right.kind)
        else {
            return false;
        };
        let is_joined = left.span.end == hyphen.start && hyphen.end == right.span.start;
        let is_known = self.declarations.contains_key(&name.text) || names::builtin(&name.text).is_some();
        if !is_joined || is_known || self.scope.peek(first).is_some() || self.globals.contains_key(first) {
            return false;
        }
        let texts: Vec<&str> = each.iter().map(|it| self.sources.text(it.span).trim()).collect();
        let values = texts.join(", ");
        let whole = format!("{first}-{}", name.text);
        let meant = match &*whole.to_lowercase() {
            "p-position" | "p-positions" => Some(format!("losing({values})")),
            "n-position" | "n-positions" => Some(format!("winning({values})")),
            "floor-division" | "int-division" => called_elsewhere("div", &texts),
            "nim-sum" => Some(format!("xor({values})")),
            _ => None,
        };
        let Some(meant) = meant else { return false };
        self.report(errors::hyphenated(left.span.to(name.span), &whole, span, meant));
        true
    }

    /// What to write instead of a call of a function of other languages.
    fn called_elsewhere(&self, name: &Name, arguments: &Elements) -> Option<String> {
        let Elements::Each(each) = arguments else { return None };
        let texts: Vec<&str> = each.iter().map(|it| self.sources.text(it.span).trim()).collect();
        called_elsewhere(&name.text, &texts)
    }
}

/// Whether `name` is a function of other languages for which gspec has a construction, but no
/// function of another name. Then errors about the arguments would be misleading.
fn is_construction(name: &str, suggestion: &Option<(String, Option<Span>)>) -> bool {
    let is_declared = matches!(suggestion, Some((_, Some(_))));
    !is_declared && habit(name, Use::Called).is_some_and(|it| it.by.is_none())
}

/// What to write for functions of a vertex that papers and other languages use, such as `N(v)` and
/// `successors(G, v)`; `None` for other calls.
fn question_about_vertex(name: &str, types: &[Type]) -> Option<&'static str> {
    match (name, types) {
        ("N" | "Gamma" | "Γ", [Type::Vertex]) => Some("the neighbours of v are `neighbours(G, v)`"),
        ("successors" | "followers" | "children_of" | "next", [Type::Graph, Type::Vertex]) => {
            Some("the ends of the edges from v are `out(G, v)`")
        }
        _ => None,
    }
}
