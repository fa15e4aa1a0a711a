//! Checks questions about play, such as `losing(P)`, and finds the game that is meant where a
//! position is written without the name of its game.

use super::expression::broken;
use super::{Checker, Meaning, Place, errors};
use crate::diagnostic::{Diagnostic, any_error};
use crate::ir::{Expr, ExprKind, Term, Type};
use crate::source::Span;
use crate::syntax::ast::{self, Elements, Name};

impl Checker<'_> {
    /// Checks a question about play, such as `losing(P)`.
    pub(super) fn term(&mut self, term: Term, name: &Name, arguments: &Elements, span: Span) -> Expr {
        self.note_impure(true, name.span, term.spelling());
        if self.place == Place::Start {
            self.report(errors::impure(name.span, term.spelling(), "a start"));
        }
        let arity = if term == Term::Equal { 2 } else { 1 };
        let types = vec![Type::Position; arity];
        if let (Elements::Each(each), 1) = (arguments, arity)
            && each.len() > 1
        {
            return self.several_arguments(name, each, span);
        }
        let Some(arguments) = self.fitted(name, arguments, &types, None, span) else { return broken(span) };
        let ty = match term {
            Term::Sg | Term::Remoteness | Term::Moves | Term::WinningMoves => Type::Int,
            Term::Losing | Term::Winning | Term::Drawn | Term::Equal => Type::Bool,
            Term::Options => Type::set(Type::Position),
        };
        Expr { kind: ExprKind::Term(term, arguments), ty, span }
    }

    /// The position that several numbers probably mean: `nim(a, b)`, or `nim(a) + nim(b)` if the
    /// only game has one field. `None` if no single game fits.
    fn with_game(&self, each: &[ast::Expr]) -> Option<String> {
        let (name, fields) = self.only_game().or_else(|| self.game_of_fields(each.len()))?;
        let texts: Vec<&str> = each.iter().map(|it| self.sources.text(it.span)).collect();
        match fields {
            1 => Some(texts.iter().map(|it| format!("{name}({it})")).collect::<Vec<_>>().join(" + ")),
            _ => (fields == each.len()).then(|| format!("{name}({})", texts.join(", "))),
        }
    }

    /// Adds to an error about fields in place of a position the position that is probably meant, if
    /// only one game fits and the text is short.
    pub(super) fn with_named_game(&self, mismatch: Diagnostic, expr: &Expr, expected: &Type) -> Diagnostic {
        if *expected != Type::Position {
            return mismatch;
        }
        if matches!(expr.kind, ExprKind::Term(..)) && matches!(expr.ty, Type::Int | Type::Bool) {
            return mismatch
                .help("this is the answer about a position already: compare it with `==`, or write the position alone");
        }
        let of_fields = match &expr.kind {
            ExprKind::Tuple(parts) => self.game_of_fields(parts.len()),
            _ => self.game_of_one_field(&expr.ty),
        };
        let Some((name, fields)) = self.only_game().or(of_fields) else { return mismatch };
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

    /// The only game of the root file with one field, of type `ty`, an `int`, a `text` or a list:
    /// its name and the number 1. `None` if no game or several fit.
    fn game_of_one_field(&self, ty: &Type) -> Option<(&str, usize)> {
        let games = self.games_of_root().filter(|it| it.fields.len() == 1);
        let mut fitting = games.map(|it| it.name.text.as_str()).filter(|name| self.is_field(name, ty));
        fitting.next().filter(|_| fitting.next().is_none()).map(|name| (name, 1))
    }

    /// The only game of the root file with `count` fields, all integers: its name and `count`.
    /// `None` if no game or several fit.
    fn game_of_fields(&self, count: usize) -> Option<(&str, usize)> {
        let is_of_numbers = |name: &str| {
            self.games.get(name).is_some_and(|(_, fields)| fields.iter().all(|it| *it == Type::Int))
        };
        let games = self.games_of_root().filter(|it| it.fields.len() == count);
        let mut fitting = games.map(|it| it.name.text.as_str()).filter(|name| is_of_numbers(name));
        fitting.next().filter(|_| fitting.next().is_none()).map(|name| (name, count))
    }

    /// Whether a type is that of the first field of a game, and is `int`, `text` or a list.
    fn is_field(&self, name: &str, ty: &Type) -> bool {
        let field = self.games.get(name).and_then(|(_, fields)| fields.first());
        field.is_some_and(|field| field == ty && matches!(ty, Type::Int | Type::Text | Type::List(_)))
    }

    /// The game whose rules are being checked, or the only one that the root file declares: its
    /// name and the number of its fields. `None` if the root file declares none or several.
    fn only_game(&self) -> Option<(&str, usize)> {
        if let Some(game) = self.current {
            return Some((&game.name.text, game.fields.len()));
        }
        let mut games = self.games_of_root().map(|game| (game.name.text.as_str(), game.fields.len()));
        games.next().filter(|_| games.next().is_none())
    }

    /// The name of the only game of the root file; `None` if there are several.
    pub(super) fn game_of_file(&self) -> Option<String> {
        let mut games = self.games_of_root().map(|game| game.name.text.clone());
        games.next().filter(|_| games.next().is_none())
    }

    fn games_of_root(&self) -> impl Iterator<Item = &ast::Game> {
        self.declarations.values().filter_map(|it| match it.meaning {
            Meaning::Game(game, _) if it.in_root => Some(game),
            _ => None,
        })
    }

    /// Replaces the placeholder `game(…)` in a help by a game of this spec.
    pub(super) fn name_game(&self, diagnostic: &mut Diagnostic) {
        let Some(help) = diagnostic.help.as_mut().filter(|help| help.contains("game(…)")) else { return };
        if let Some(game) = self.current.or_else(|| self.games_of_root().next()) {
            let fields: Vec<&str> = game.fields.iter().map(|field| field.name.text.as_str()).collect();
            *help = help.replace("game(…)", &format!("{}({})", game.name.text, fields.join(", ")));
        }
    }

    /// Replaces the placeholder `…` in a help about an expression, as in `sg(…)`, by the text of
    /// the expression, if the text is short.
    pub(super) fn with_text(&self, mut mismatch: Diagnostic, expr: &Expr) -> Diagnostic {
        let compared = match &expr.kind {
            ExprKind::Compare(left, others) if left.ty == Type::Position => {
                Some(&**left).filter(|_| others.len() == 1)
            }
            _ => None,
        };
        let text = self.sources.text(compared.unwrap_or(expr).span);
        let is_short = text.chars().count() <= LONGEST && !text.contains(['\n', '`']) && !text.contains("//");
        if let Some(help) = mismatch.help.as_mut().filter(|_| is_short) {
            *help = help.replace("write it alone", &format!("write `{text}` alone"));
            if mismatch.message.ends_with("found `range`") {
                *help = help.replace("in 0..=4`", &format!("in {text}`"));
            }
            for (wrong, right) in [("[]", "{}"), ("{}", "[]")] {
                let inner = text.strip_prefix(&wrong[..1]).and_then(|it| it.strip_suffix(&wrong[1..]));
                if let Some(inner) = inner.filter(|it| !it.contains(['{', '['])) {
                    let written = format!("{}{inner}{}", &right[..1], &right[1..]);
                    *help =
                        help.replace("a set has braces: `{…}`", &format!("a set has braces: `{written}`"));
                    *help = help
                        .replace("a list has brackets: `[…]`", &format!("a list has brackets: `{written}`"));
                }
            }
            for word in ["sg", "losing", "winning", "sorted", "floor", "sum", "vertices"] {
                *help = help.replace(&format!("`{word}(…)"), &format!("`{word}({text})"));
            }
        }
        mismatch
    }

    /// Reports several arguments of a question about one position: `losing(P, Q)`, `losing(3, 5)`.
    /// Returns a broken expression.
    fn several_arguments(&mut self, name: &Name, each: &[ast::Expr], span: Span) -> Expr {
        let known = self.diagnostics.len();
        let types: Vec<Type> = each.iter().map(|it| self.infer(it, None).ty).collect();
        let all_are = |ty: Type| types.iter().all(|it| *it == ty);
        let fields = all_are(Type::Int).then(|| self.with_game(each)).flatten();
        if any_error(&self.diagnostics[known..]) {
            return broken(span);
        }
        self.report(match fields {
            Some(written) => errors::fields_alone(name, span, &written),
            None if all_are(Type::Position) => {
                let texts: Vec<&str> = each.iter().map(|it| self.sources.text(it.span)).collect();
                let written = format!("{}({})", name.text, texts.join(" + "));
                errors::positions_side_by_side(name, span, &written)
            }
            None => errors::arity(name, (1, each.len()), span, None),
        });
        broken(span)
    }
}

/// The most characters, or bytes in `with_named_game`, of an expression that a help quotes. A
/// longer expression leaves the help as it is.
const LONGEST: usize = 60;
