//! Questions about play, and positions without the name of their game.

use super::expression::broken;
use super::{Checker, Meaning, Place, errors};
use crate::diagnostic::Diagnostic;
use crate::ir::{Expr, ExprKind, Term, Type};
use crate::source::Span;
use crate::syntax::ast::{self, Elements, Name};

impl Checker<'_> {
    pub(super) fn term(&mut self, term: Term, name: &Name, arguments: &Elements, span: Span) -> Expr {
        self.note_impure(true, name.span, term.spelling());
        if self.place == Place::Start {
            self.report(errors::impure(name.span, term.spelling(), "a start"));
        }
        let arity = if term == Term::Equal { 2 } else { 1 };
        let types = vec![Type::Position; arity];
        if let (Elements::Each(each), 1) = (arguments, arity)
            && let Some(written) = self.with_game(each)
        {
            let known = self.diagnostics.len();
            if each.iter().all(|it| self.infer(it, None).ty == Type::Int) {
                self.report(errors::fields_alone(name, span, &written));
                return broken(span);
            }
            if self.diagnostics.len() > known {
                return broken(span);
            }
        }
        let Some(arguments) = self.fitted(name, arguments, &types, None, span) else { return broken(span) };
        let ty = match term {
            Term::Sg | Term::Remoteness | Term::Moves | Term::WinningMoves => Type::Int,
            Term::Losing | Term::Winning | Term::Drawn | Term::Equal => Type::Bool,
            Term::Options => Type::set(Type::Position),
        };
        Expr { kind: ExprKind::Term(term, arguments), ty, span }
    }

    /// Several fields as a position of the only game: `nim(a, b)`.
    fn with_game(&self, each: &[ast::Expr]) -> Option<String> {
        let (name, fields) = self.only_game()?;
        let texts: Vec<&str> = each.iter().map(|it| self.sources.text(it.span)).collect();
        (fields > 1 && fields == each.len()).then(|| format!("{name}({})", texts.join(", ")))
    }

    /// An error about fields where a position is due, with the position of the only game that they may be.
    pub(super) fn with_named_game(&self, mismatch: Diagnostic, expr: &Expr, expected: &Type) -> Diagnostic {
        if *expected != Type::Position {
            return mismatch;
        }
        let Some((name, fields)) = self.only_game() else { return mismatch };
        let text = |expr: &Expr| self.sources.text(expr.span);
        let written = match &expr.kind {
            ExprKind::Tuple(parts) if parts.len() == fields => {
                let texts: Vec<&str> = parts.iter().map(text).collect();
                format!("{name}({})", texts.join(", "))
            }
            ExprKind::Tuple(parts) if fields == 1 && parts.iter().all(|it| it.ty == Type::Int) => {
                let heaps: Vec<String> = parts.iter().map(|it| format!("{name}({})", text(it))).collect();
                format!("({})", heaps.join(" + "))
            }
            _ if fields == 1 && self.is_field(name, &expr.ty) => format!("{name}({})", text(expr)),
            _ => return mismatch,
        };
        match written.len() <= LONGEST {
            true => errors::position_named(mismatch, expr.span, written),
            false => mismatch,
        }
    }

    /// Whether a value of a type is the field of a game.
    fn is_field(&self, name: &str, ty: &Type) -> bool {
        let field = self.games.get(name).and_then(|(_, fields)| fields.first());
        field.is_some_and(|field| field == ty && matches!(ty, Type::Int | Type::Text | Type::List(_)))
    }

    /// The only game that the root file declares, with the number of its fields.
    fn only_game(&self) -> Option<(&str, usize)> {
        let mut games = self.declarations.iter().filter_map(|(name, it)| match it.meaning {
            Meaning::Game(game, _) if it.in_root => Some((name.as_str(), game.fields.len())),
            _ => None,
        });
        games.next().filter(|_| games.next().is_none())
    }
}

/// How long a position in a help may be.
const LONGEST: usize = 60;
