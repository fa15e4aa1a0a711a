//! Reads abbreviated positions, and gives help for texts that are not positions.

use super::{Opened, errors};
use crate::diagnostic::{Code, Diagnostic, Topic};
use crate::ir::{self, Convention, GameId, Program, Type};
use crate::syntax::ast::{self, Elements, ExprKind};
use crate::syntax::habits::{Use, habit};
use std::ops::Range;

/// The conventions that may stand before a position.
const CONVENTIONS: [Convention; 2] = [Convention::Misere, Convention::Anti];

/// The text of a position with its values in order instead of named fields: `wythoff(3, 5)` for
/// `a=3 b=5`, `(b=5, a=3)` and `wythoff(a = 3, b = 5)`. `None` if the text does not name exactly
/// the fields of a game.
pub(super) fn without_names(text: &str, program: &Program, only: Option<GameId>) -> Option<String> {
    let (convention, text) = split_convention(text.trim());
    let (name, inner) = match text.strip_suffix(')').and_then(|it| it.split_once('(')) {
        Some((name, inner)) if is_name(name.trim()) || name.trim().is_empty() => (name.trim(), inner),
        // `wythoff a=3 b=5`
        _ => match text.split_once(' ') {
            Some((name, inner)) if program.find_game(name).is_some() => (name, inner),
            _ => ("", text),
        },
    };
    let given: Vec<(&str, String)> = named_fields(inner)?;
    let game = match name.is_empty() {
        true => program.game(only.or_else(|| game_with_fields(&given, program))?),
        false => program.game(program.find_game(name)?),
    };
    let fields = game.declared_fields();
    let value = |field: &ir::Field| given.iter().find(|(name, _)| *name == field.name).map(|it| it.1.clone());
    let values: Option<Vec<String>> = fields.iter().map(value).collect();
    let values = values.filter(|values| values.len() == given.len())?;
    Some(format!("{convention}{}({})", game.name, values.join(", ")))
}

/// The game of the root file whose field names are exactly those given; `None` if there is no such
/// game, or several.
fn game_with_fields(given: &[(&str, String)], program: &Program) -> Option<GameId> {
    let has_all = |fields: &[ir::Field]| {
        fields.len() == given.len() && given.iter().all(|(name, _)| fields.iter().any(|it| it.name == *name))
    };
    let mut found = program.game_ids().filter(|game| {
        let game = program.game(*game);
        game.in_root && has_all(game.declared_fields())
    });
    found.next().filter(|_| found.next().is_none())
}

/// The convention before a position, with a blank after it, and the rest of the text. The
/// convention is empty if there is none.
fn split_convention(text: &str) -> (String, &str) {
    let found = CONVENTIONS.iter().find_map(|it| {
        let rest = text.strip_prefix(it.name())?;
        rest.starts_with([' ', '(']).then(|| (format!("{} ", it.name()), rest.trim_start()))
    });
    found.unwrap_or((String::new(), text))
}

fn is_name(text: &str) -> bool {
    text.chars().all(|c| c.is_alphanumeric() || c == '_')
        && text.starts_with(|c: char| c.is_alphabetic() || c == '_')
}

/// Reads `NAME=VALUE` items that are separated by commas or blanks. `None` if the text has another
/// form, or contains brackets, quotes or comparisons, which are left to the parser.
fn named_fields(text: &str) -> Option<Vec<(&str, String)>> {
    if text.contains(['(', '[', '{', '"', '<', '>', '!']) || text.contains("==") {
        return None;
    }
    let parts: Vec<&str> = match text.contains(',') {
        true => text.split(',').collect(),
        false if text.matches('=').count() > 1 => text.split_whitespace().collect(),
        false => vec![text],
    };
    let named = parts.into_iter().map(|part| {
        let (name, value) = part.split_once('=')?;
        let (name, value) = (name.trim(), value.trim());
        (is_name(name) && !value.is_empty()).then(|| (name, value.to_string()))
    });
    named.collect()
}

impl Opened {
    /// The text that `start` or `start NAME` abbreviates: the position of the only start of the
    /// root file, or the name of the start. `None` for other texts, or if there is no such start.
    pub(super) fn start_by_word(&self, text: &str) -> Option<String> {
        let rest = text.trim().strip_prefix("start")?;
        let program = &self.instance.as_ref()?.program;
        if let Some(name) = rest.strip_prefix([' ', '=']).map(str::trim) {
            let is_start = program.starts.iter().any(|start| start.name.as_deref() == Some(name));
            return is_start.then(|| name.to_string());
        }
        if !rest.is_empty() {
            return None;
        }
        let mut starts = program.starts.iter().filter(|start| start.in_root);
        let only = starts.next().filter(|_| starts.next().is_none())?;
        Some(self.sources.text(only.position.expr.span).to_string())
    }
}

/// The error for an empty text, and for `start` alone. `None` for other texts.
pub(super) fn nothing(text: &str, program: &Program) -> Option<Diagnostic> {
    let message = match text.trim() {
        "" => "no position is given",
        "start" if !program.starts.iter().any(|start| start.in_root) => "the spec has no start",
        "start" => "the spec has several starts",
        _ => return None,
    };
    let own: Vec<&ir::Game> = program.games.iter().filter(|game| game.in_root).collect();
    let diagnostic = Diagnostic::new(Code::G101, message);
    let told = match own.as_slice() {
        [game] => diagnostic.help(format!("write a position, such as `{}`", example(game))),
        _ => diagnostic.help("write a position: a game of the spec with its fields, or the name of a start"),
    };
    Some(errors::with_names(told, program))
}

/// An example of a position of a game, such as `wythoff(3, 5)`.
fn example(game: &ir::Game) -> String {
    let numbers = ["3", "5", "7", "9"].iter().cycle();
    let values = game.declared_fields().iter().zip(numbers).map(|(field, number)| match field.domain.ty() {
        Type::Int => (*number).to_string(),
        Type::Text => "\"ab\"".to_string(),
        Type::Bool => "true".to_string(),
        Type::List(_) => "[3, 5]".to_string(),
        _ => "…".to_string(),
    });
    format!("{}({})", game.name, values.collect::<Vec<_>>().join(", "))
}

/// Help for an expression that is not a position: what to type instead, if that is clear.
pub(super) fn instead(typed: &str, expr: &ast::Expr, program: &Program) -> Option<String> {
    let expr = inside(expr);
    match &expr.kind {
        ExprKind::Name(name) if is_unknown(name, program) && asks(name, Use::Name) => Some(ALONE.to_string()),
        ExprKind::Call { name, .. }
            if program.find_game(&name.text).is_none() && asks(&name.text, Use::Called) =>
        {
            let inner = typed.trim().strip_prefix(name.text.as_str())?.trim();
            let bare = inner.strip_prefix('(')?.strip_suffix(')')?.trim();
            let alone = if bare.contains('(') { bare } else { inner };
            Some(format!("write the position alone: `{alone}`; the report has its outcome and its value"))
        }
        ExprKind::Call { name, arguments: Elements::Each(each) } => {
            let game = program.game(program.find_game(&name.text)?);
            let typed =
                each.iter().zip(game.declared_fields()).find_map(|(argument, field)| {
                    match &argument.kind {
                        ExprKind::Name(name) if is_unknown(name, program) => Some((name, field.domain.ty())),
                        _ => None,
                    }
                })?;
            match typed {
                (name, Type::Text) => Some(format!("a text needs double quotes: `'\"{name}\"'`")),
                (_, Type::Vertex) => None,
                _ => Some(format!("give each field a value, as in `{}`", example(game))),
            }
        }
        _ => None,
    }
}

/// The name that is the whole expression, apart from parentheses and a convention; `None` for other
/// expressions.
pub(super) fn lone_name(expr: &ast::Expr) -> Option<&str> {
    match &inside(expr).kind {
        ExprKind::Name(name) => Some(name),
        _ => None,
    }
}

const ALONE: &str = "write the position alone; the report has its outcome and its value";

/// Whether a word, of gspec or of another program, asks for the outcome or the value of a position.
fn asks(word: &str, place: Use) -> bool {
    ["sg", "losing", "winning", "drawn", "remoteness"].contains(&word)
        || habit(word, place).is_some_and(|it| it.asks_about_play())
}

fn is_unknown(name: &str, program: &Program) -> bool {
    program.globals.iter().all(|it| it.name != name)
        && program.starts.iter().all(|it| it.name.as_deref() != Some(name))
}

/// The expression inside parentheses and conventions.
fn inside(expr: &ast::Expr) -> &ast::Expr {
    match &expr.kind {
        ExprKind::Parens(inner) | ExprKind::Unary(ast::Unary::Misere | ast::Unary::Anti, inner) => {
            inside(inner)
        }
        _ => expr,
    }
}

/// The place of the only position of a game of the spec in a text such as `is pile(3) lost?`, and the
/// position as it is written alone. `None` if the text has none or several, or nothing else.
fn position_in_sentence(text: &str, program: &Program) -> Option<(Range<usize>, String)> {
    let mut found = text.match_indices('(').filter_map(|(open, _)| {
        let name = text[..open].rsplit(|c: char| !(c.is_alphanumeric() || c == '_')).next()?;
        program.find_game(name)?;
        let mut depth = 0;
        let end = text[open..].find(|letter| {
            depth += i32::from(letter == '(') - i32::from(letter == ')');
            depth == 0
        })?;
        Some(open - name.len()..open + end + 1)
    });
    let (place, None) = (found.next()?, found.next()) else { return None };
    let around = [&text[..place.start], &text[place.end..]];
    let is_plain = |it: &str| it.chars().all(|c| c.is_alphabetic() || matches!(c, ' ' | '?' | '!'));
    let words = || around.into_iter().flat_map(|it| it.split([' ', '?', '!'])).filter(|it| !it.is_empty());
    let is_known = |word: &str| {
        let is_start = program.starts.iter().any(|start| start.name.as_deref() == Some(word));
        is_start || matches!(word, "plus" | "minus" | "times" | "and" | "or" | "xor" | "with" | "copies")
    };
    if !around.into_iter().all(is_plain) || words().any(is_known) {
        return None;
    }
    let convention = words().find_map(|it| match it {
        "misere" | "misère" => Some("misere "),
        "anti" => Some("anti "),
        _ => None,
    });
    let is_sentence = words().next().is_some() || around[1].trim() == "?";
    let written = format!("{}{}", convention.unwrap_or(""), &text[place.clone()]);
    is_sentence.then_some((place, written))
}

/// Replaces the help of syntax errors in a position that seems to name fields, stands in a sentence,
/// or has a number that is not an integer.
pub(super) fn unparsed(
    text: &str,
    diagnostics: Vec<Diagnostic>,
    program: &Program,
    only: Option<GameId>,
) -> Vec<Diagnostic> {
    let has_names = text.split([',', ' ', '(', ')']).any(|part| {
        part.split_once('=').is_some_and(|(name, value)| is_name(name.trim()) && !value.starts_with('='))
    });
    let alone = position_in_sentence(text, program);
    let tell = |mut diagnostic: Diagnostic| {
        if let Some((place, written)) = &alone
            && diagnostic
                .place()
                .is_some_and(|at| !(place.start + 1..place.end).contains(&(at.start as usize)))
        {
            diagnostic.fix = None;
            diagnostic.choices.clear();
            return diagnostic.help(format!("write the position alone: `{written}`"));
        }
        if diagnostic.topic == Some(Topic::NotWhole) {
            diagnostic.fix = None;
            diagnostic.choices.clear();
            return diagnostic.help("numbers are whole: write a natural number in each field");
        }
        match only.filter(|_| has_names) {
            Some(game) => {
                diagnostic.fix = None;
                diagnostic.choices.clear();
                let game = program.game(game);
                diagnostic.help(format!(
                    "give each field of `{}` a value, as in `{}`",
                    game.name,
                    example(game)
                ))
            }
            None => diagnostic,
        }
    };
    diagnostics.into_iter().map(tell).collect()
}
