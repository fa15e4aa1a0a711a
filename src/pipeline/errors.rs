//! The wording of errors about positions, patterns, the ranges of variables and settings.

use super::pattern::{Pattern, RangeText};
use crate::diagnostic::{Code, Diagnostic};
use crate::ir::{self, Body, Program, Slot, Type};
use crate::position::{Instance, Problem, ProblemKind, errors};
use crate::source::{FileId, Span};
use crate::syntax::ast;

/// Gives an unknown name in a range its own advice, because a range, unlike a spec, cannot declare
/// names.
pub fn in_range(diagnostic: Diagnostic) -> Diagnostic {
    match diagnostic.code == Code::G201 && diagnostic.fix.is_none() {
        true => diagnostic.help("write a range of integers, such as `a=0..=20`"),
        false => diagnostic,
    }
}

/// Replaces advice for a spec by advice for `--set NAME=EXPR`. `text` is the whole `NAME=EXPR`.
pub fn in_setting(error: &mut Diagnostic, name: &str, text: &str) {
    let value = text.split_once('=').map_or("", |(_, value)| value.trim());
    let is_listed = value.contains(',') && !value.starts_with(['{', '[', '(']);
    let advises = |begin: &str| error.help.as_ref().is_none_or(|help| help.starts_with(begin));
    if error.code == Code::G101 && is_listed {
        error.help = Some(format!("a set has braces, in quotes for the shell: `--set '{name}={{{value}}}'`"));
    } else if error.code == Code::G201 && advises("declare it") {
        error.help =
            Some(format!("give the value itself, as in `--set {name}=3`, or a name that the spec declares"));
    }
}

pub fn no_range(variable: &Slot) -> Diagnostic {
    let name = &variable.name;
    Diagnostic::new(Code::G201, format!("the variable `{name}` has no range"))
        .at(variable.span, "this name is undeclared, so it is a variable")
        .help(format!("give it a range: `{name}=0..=20`"))
}

pub fn line_in_table(line: &Slot) -> Diagnostic {
    Diagnostic::new(Code::G307, "`line` is the list of numbers of a line of `gspec query`")
        .at(line.span, "a table has no lines to read")
        .help("name each number by itself, as in `nim(a) + nim(b)`")
}

fn name_of(range: &RangeText, file: FileId) -> Span {
    Span::new(file, 0, range.name.len())
}

pub fn range_twice(range: &RangeText, file: FileId) -> Diagnostic {
    Diagnostic::new(Code::G202, format!("the variable `{}` has two ranges", range.name))
        .at(name_of(range, file), "the second one")
        .help("give each variable one range")
}

pub fn no_variable(
    range: &RangeText,
    file: FileId,
    pattern: &Pattern,
    program: Option<&Program>,
) -> Diagnostic {
    let name = &range.name;
    let diagnostic = Diagnostic::new(Code::G201, format!("the pattern has no variable `{name}`"))
        .at(name_of(range, file), "no variable has this name");
    if let Some(global) = program.and_then(|it| it.globals.iter().find(|global| global.name == *name)) {
        let message = "the spec gives this name a value";
        return diagnostic.also(global.span, message).help(match global.domain {
            Some(_) => {
                format!("set a parameter with `--set {name}=…`, or choose another name for the variable")
            }
            None => "choose another name for the variable".to_string(),
        });
    }
    let variables: Vec<String> = pattern.variables.iter().map(|(name, _)| format!("`{name}`")).collect();
    diagnostic.help(match variables.as_slice() {
        [] => "all its names are declared: use an undeclared name in the pattern".into(),
        [only] => format!("its variable is {only}"),
        _ => format!("its variables are {}", variables.join(", ")),
    })
}

pub fn range_without_value(
    instance: &Instance,
    range: &RangeText,
    body: &Body,
    problem: &Problem,
) -> Diagnostic {
    let code = match problem.kind {
        ProblemKind::Limit(_) => Code::G501,
        ProblemKind::TooLarge(_) => Code::G502,
        _ => Code::G304,
    };
    let why = errors::sentence(instance, problem);
    let message = match code {
        Code::G501 => format!("the values of `{}` are too many to list: {why}", range.name),
        _ => format!("the range of `{}` has no value: {why}", range.name),
    };
    let place = if problem.span == Span::default() { body.expr.span } else { problem.span };
    Diagnostic::new(code, message).at(place, "here").help(match code {
        Code::G501 => format!("choose fewer values, or {}", errors::help(problem)),
        _ => errors::help(problem).to_string(),
    })
}

pub fn range_too_long(range: &RangeText, body: &Body) -> Diagnostic {
    Diagnostic::new(Code::G502, format!("the range of `{}` is too long to iterate", range.name))
        .at(body.expr.span, "here")
        .help("make it shorter")
}

pub fn no_target(pattern: &Pattern, program: Option<&Program>) -> Diagnostic {
    let diagnostic =
        Diagnostic::new(Code::G307, "this is not one component whose fields are different variables")
            .at(pattern.body.expr.span, "expected a game");
    let own = program.and_then(|program| program.games.iter().find(|game| game.in_root));
    let head = own.map_or_else(|| "`nim(n)`".to_string(), |game| heads(&[game], ""));
    let diagnostic = diagnostic.help(format!(
        "write the name of a game, or the game with variables, perhaps after `misere`: {head}"
    ));
    match program {
        Some(program) => with_names(diagnostic, program),
        None => diagnostic,
    }
}

/// A lone name that is no game where a game has to be named.
pub fn unknown_target(pattern: &Pattern, name: &str, program: Option<&Program>) -> Diagnostic {
    let error = no_target(pattern, program);
    Diagnostic { code: Code::G203, message: format!("unknown game `{name}`"), ..error }
}

pub fn no_only_game(program: &Program) -> Diagnostic {
    let own: Vec<&ir::Game> = program.games.iter().filter(|game| game.in_root).collect();
    let message = match own.len() {
        0 => "the file declares no game".to_string(),
        count => format!("the file declares {count} games, so a pattern is needed"),
    };
    let diagnostic = Diagnostic::new(Code::G203, message);
    match own.is_empty() {
        true => diagnostic.help("write a pattern, such as `nim(n)`"),
        false => diagnostic.help(format!("write {}", heads(&own, " or "))),
    }
}

/// The most games, starts or vertices that a message lists; others are left out.
const MOST_LISTED: usize = 8;

/// Whether the help of an error suggests a known name.
pub fn suggests_a_name(diagnostic: &Diagnostic) -> bool {
    diagnostic.help.as_ref().is_some_and(|help| help.starts_with("did you mean"))
}

/// Adds the games, starts and named vertices of the spec to errors about unknown names.
pub fn with_known_names(diagnostics: Vec<Diagnostic>, program: &Program) -> Vec<Diagnostic> {
    let is_known = program.games.iter().any(|game| game.in_root);
    let add = |diagnostic: Diagnostic| {
        if !is_known || !matches!(diagnostic.code, Code::G201 | Code::G203) {
            return diagnostic;
        }
        // Outside of the spec, nothing can be declared.
        let is_declared = diagnostic.help.as_ref().is_some_and(|help| help.starts_with("declare it"));
        let vertices = named_vertices(program);
        // A letter that means something elsewhere, such as `e`, may be meant for a vertex.
        let name = diagnostic.message.strip_prefix("unknown name `").and_then(|it| it.strip_suffix('`'));
        let is_letter = name.is_some_and(|it| it.chars().count() == 1)
            && !vertices.is_empty()
            && !suggests_a_name(&diagnostic);
        let diagnostic = match (is_declared || is_letter, vertices.as_str()) {
            (false, _) => diagnostic,
            (true, "") => diagnostic.help("name a game of the spec, with its fields in parentheses"),
            (true, _) => diagnostic
                .help("name a vertex of the graph, or a game of the spec with its fields in parentheses")
                .note(format!("vertices of the spec: {vertices}")),
        };
        with_names(diagnostic, program)
    };
    diagnostics.into_iter().map(add).collect()
}

/// The first vertices of the spec that have names, separated by commas; empty if there are none.
fn named_vertices(program: &Program) -> String {
    let mut names: Vec<String> = Vec::new();
    for vertex in program.graphs.iter().flat_map(|graph| graph.vertices().take(MOST_LISTED + 1)) {
        vertex.names(&mut |name| names.push(format!("`{name}`")));
    }
    names.dedup();
    let more = names.len() > MOST_LISTED;
    names.truncate(MOST_LISTED);
    names.extend(more.then(|| "…".to_string()));
    names.join(", ")
}

/// The error for a pattern that consists of one name, which is neither a game nor a start.
pub fn neither_game_nor_start(name: &str, place: Span, program: &Program) -> Diagnostic {
    let diagnostic = Diagnostic::new(Code::G201, format!("`{name}` is neither a game nor a start"))
        .at(place, "unknown position")
        .help("name a game of the spec, with its fields in parentheses");
    with_names(diagnostic, program)
}

/// Adds notes that list the games and the starts of the spec.
pub fn with_names(diagnostic: Diagnostic, program: &Program) -> Diagnostic {
    let own: Vec<&ir::Game> = program.games.iter().filter(|game| game.in_root).collect();
    let starts = program.starts.iter().filter_map(|start| Some(format!("`{}`", start.name.as_ref()?)));
    let mut starts: Vec<String> = starts.take(MOST_LISTED).collect();
    let mut own_starts = program.starts.iter().filter(|start| start.in_root);
    // The word `start` stands for the only start.
    if own_starts.next().is_some_and(|only| only.name.is_none()) && own_starts.next().is_none() {
        starts.push("`start`".to_string());
    }
    let diagnostic = match own.is_empty() {
        true => diagnostic,
        false => diagnostic.note(format!("games of the spec: {}", heads(&own, ", "))),
    };
    match starts.is_empty() {
        true => diagnostic,
        false => diagnostic.note(format!("starts of the spec: {}", starts.join(", "))),
    }
}

/// Keeps only the first error, without its fix, and with `help` and the names of the spec instead
/// of its own help.
pub fn with_help(diagnostics: Vec<Diagnostic>, help: &str, program: &Program) -> Vec<Diagnostic> {
    let first = diagnostics.into_iter().find(Diagnostic::is_error);
    let told = first.map(|it| with_names(Diagnostic { fix: None, ..it.help(help) }, program));
    told.into_iter().collect()
}

/// The position that numbers mean: the sum `nim(3) + nim(5)` for `3 + 5`, and `two(3, 5)` for `(3, 5)`,
/// where one game alone has as many fields. `None` if that is not clear.
fn with_names_of_games(typed: &ast::Expr, text: &str, games: &[&ir::Game]) -> Option<String> {
    let text_of =
        |it: &ast::Expr| text.get(it.span.start as usize..it.span.end as usize).unwrap_or("").trim();
    let game_of = |count: usize| {
        let mut fitting = games.iter().filter(|game| {
            let fields = game.declared_fields();
            fields.len() == count && fields.iter().all(|it| it.domain.ty() == Type::Int)
        });
        fitting.next().filter(|_| fitting.next().is_none())
    };
    match &typed.kind {
        ast::ExprKind::Binary { op: ast::Binary::Plus, left, right, .. } => {
            let sides = [left, right].map(|it| with_names_of_games(it, text, games));
            let [Some(left), Some(right)] = sides else { return None };
            Some(format!("{left} + {right}"))
        }
        ast::ExprKind::Parens(inner) => with_names_of_games(inner, text, games),
        ast::ExprKind::Tuple(parts) => {
            let values: Vec<&str> = parts.iter().map(text_of).collect();
            Some(format!("{}({})", game_of(parts.len())?.name, values.join(", ")))
        }
        ast::ExprKind::Number(_) => Some(format!("{}({})", game_of(1)?.name, text_of(typed))),
        _ => None,
    }
}

/// Adds help on how to write a position, where only numbers were typed; `text` is what was typed.
pub fn number_as_position(
    diagnostics: Vec<Diagnostic>,
    typed: &ast::Expr,
    text: &str,
    program: &Program,
) -> Vec<Diagnostic> {
    let own: Vec<&ir::Game> = program.games.iter().filter(|game| game.in_root).collect();
    if let Some(written) = with_names_of_games(typed, text, &own) {
        let help = format!("write the name of the game: `{written}`");
        let named = |it: Diagnostic| Diagnostic { fix: None, ..it.help(help.clone()) };
        return diagnostics.into_iter().map(named).collect();
    }
    let help = match &own[..] {
        [] => return diagnostics,
        [game] => {
            let fields: Vec<&str> = game.declared_fields().iter().map(|field| field.name.as_str()).collect();
            let (name, fields) = (&game.name, fields.join(", "));
            match typed.kind {
                ast::ExprKind::Binary { .. } => {
                    format!("write the name of the game: `{name}(…) + {name}(…)` is a sum")
                }
                _ => format!("write all fields of `{name}` as one position: `({fields})`"),
            }
        }
        _ => format!("name the game: {}", heads(&own, " or ")),
    };
    diagnostics.into_iter().map(|diagnostic| diagnostic.help(help.clone())).collect()
}

/// The first games with their fields, as they can be typed: `nim(n)`, `wythoff(a, b)`. The text
/// `last` stands before the last of them, commas separate the others.
fn heads(games: &[&ir::Game], last: &str) -> String {
    let head = |game: &&ir::Game| {
        let fields: Vec<&str> = game.fields.iter().map(|field| field.name.as_str()).collect();
        format!("`{}({})`", game.name, fields.join(", "))
    };
    let mut heads: Vec<String> = games.iter().take(MOST_LISTED).map(head).collect();
    heads.extend((games.len() > MOST_LISTED).then(|| format!("{} more", games.len() - MOST_LISTED)));
    match heads.split_last() {
        Some((end, [])) => end.clone(),
        Some((end, others)) => format!("{}{last}{end}", others.join(", ")),
        None => String::new(),
    }
}

pub fn field_without_numbers(game: &ir::Game, field: &ir::Field) -> Diagnostic {
    let fields = game.declared_fields().len();
    let (game, name, ty) = (&game.name, &field.name, field.domain.ty());
    let shown = ty.to_string();
    let message = format!("the field `{name}` of `{game}` has type `{shown}`, but a variable is a number");
    let help = match (ty, fields) {
        (Type::List(of), 1) if *of == Type::Int => {
            format!("write a pattern whose variables are numbers, such as `{game}([a, b])`")
        }
        _ => {
            format!("write a pattern whose variables are numbers, such as `{game}(f(n))` with a function `f`")
        }
    };
    Diagnostic::new(Code::G301, message).at(field.span, format!("this is `{shown}`")).help(help)
}

pub fn set_and_swept(name: &ast::Name) -> Diagnostic {
    Diagnostic::new(Code::G202, format!("the parameter `{}` is set by `--set` and again here", name.text))
        .at(name.span, "these values")
        .help("give it either one value or several")
}

pub fn swept_positions(name: &ast::Name) -> Diagnostic {
    Diagnostic::new(Code::G307, format!("the parameter `{}` is a position", name.text))
        .at(name.span, "positions are not swept over")
        .help("choose a parameter that is a number, a text, a list, a set, a tuple, a vertex or a graph")
}

pub fn no_values(range: &RangeText, place: Span, ty: &ir::Type) -> Diagnostic {
    let (name, text) = (&range.name, range.range.trim());
    Diagnostic::new(Code::G301, format!("expected several values for `{name}`, of type `{ty}`"))
        .at(place, format!("expected several values of type `{ty}`"))
        .help(format!("write a list or a set of such values, as in `{name} = [{text}]`"))
}
