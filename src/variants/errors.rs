//! Words results and errors about variants.

use crate::diagnostic::{Code, Diagnostic};
use crate::ir::{Convention, Game, GameId, Passes, Program, Slot, Type, print, walk};
use crate::position::Instance;
use crate::source::Span;

/// The proof, in words, that all moves are equal.
pub(super) const SAME_MOVES: &str = "decided from both rules";
/// Why moves are not compared.
pub(super) const MOVES_ELSEWHERE: &str =
    "not compared: moves lead to other games, which have no counterparts";
/// Why options are not compared if the games forbid different numbers of them.
pub(super) fn other_blocking([left, right]: [u64; 2]) -> String {
    format!(
        "not compared: the opponent may forbid {left} options each turn on the left and {right} on the right"
    )
}
/// Why there is no result, if no position could be compared.
pub(super) const NOTHING_SEEN: &str = "no small position could be compared";
/// Why the values of two games are not compared, if they are not.
pub(super) fn no_values(instance: &Instance, games: [GameId; 2], convention: Convention) -> Option<String> {
    if convention != Convention::Normal {
        return Some("not compared: Grundy values exist only under normal play".to_string());
    }
    let reason = |id: GameId| {
        let game = instance.program.game(id);
        let why = match (game, instance.blocked(id)) {
            (Game { loopy: true, .. }, _) => "`loopy`",
            (_, 1..) => "`blocking`",
            (Game { passes: Some(Passes { each: true, .. }), .. }, _) => "`pass … each`",
            _ if game.ends.iter().any(|end| end.win) => "a `win` end",
            _ => return None,
        };
        Some(format!("not compared: `{}` has {why}, so that positions have no Grundy value", game.name))
    };
    let games = games.map(|game| walk::reachable_games(&instance.program, game));
    games.into_iter().flatten().find_map(reason)
}

pub(super) fn all_compared(count: usize) -> String {
    format!("comparison of all {count} positions")
}

/// Says how many small positions were compared, and how many (`all` of them or only the first) of
/// those that play reaches from the positions that a spec names.
pub(super) fn compared(small: usize, reached: usize, all: bool) -> String {
    let some = if all { "all" } else { "the first" };
    let reached_words = format!("{some} {reached} that play reaches from the starts and claims");
    match (small, reached) {
        (_, 0) => format!("the {small} smallest positions"),
        (0, _) => format!("{some} {reached} positions that play reaches from the starts and claims"),
        _ => format!("{small} small positions and {reached_words}"),
    }
}

/// The error for two games whose fields do not correspond without `--map`. Each game comes with its
/// fields as text.
pub(super) fn other_fields(left: (&Game, &str), right: (&Game, &str)) -> Diagnostic {
    let variables: Vec<&str> = left.0.fields.iter().map(|field| field.name.as_str()).collect();
    let (ours, theirs) = (left.0.name.as_str(), right.0.name.as_str());
    let places = vec!["…"; right.0.fields.len()].join(", ");
    let example = format!("--map '{ours}({}) = {theirs}({places})'", variables.join(", "));
    Diagnostic::new(
        Code::G508,
        format!("`{ours}({})` and `{theirs}({})` have different fields", left.1, right.1),
    )
    .at(left.0.span, "the first game")
    .also(right.0.span, "the second game")
    .help(format!("say which positions correspond: {example}"))
}

/// The error for a spec that could not be read.
pub(super) fn nothing_to_compare() -> Diagnostic {
    Diagnostic::new(Code::G508, "a spec with errors cannot be compared")
}

/// The error for a `--map` that is not of the form `LEFT(…) = RIGHT(…)`.
pub(super) fn bad_map(text: &str) -> Diagnostic {
    Diagnostic::new(Code::G508, format!("`--map {text}` does not say which positions correspond")).help(
        "write `--map 'LEFT(a, b) = RIGHT(b, a)'`: on the left the first game with a name for each field, on the right one component of the second",
    )
}

/// The error for a `--map` whose left side does not name each field once.
pub(super) fn variables_of(game: &Game) -> Diagnostic {
    let names: Vec<&str> = game.fields.iter().map(|field| field.name.as_str()).collect();
    let name = &game.name;
    Diagnostic::new(Code::G508, format!("the left side of `--map` must name each field of `{name}` once"))
        .at(game.span, "the first game")
        .help(format!("write `--map '{name}({}) = …'`", names.join(", ")))
}

/// The error for a `--map` with a value on its left side, where names for the fields are expected.
pub(super) fn no_name(value: &str, game: &Game, right: &str) -> Diagnostic {
    let names: Vec<&str> = game.fields.iter().map(|field| field.name.as_str()).collect();
    let (name, other) = (&game.name, right.split('(').next().unwrap_or(right));
    Diagnostic::new(Code::G508, format!("`{value}` is not a name: the left side of `--map` names each field of `{name}`"))
        .at(game.span, "the first game")
        .help(format!(
            "write `--map '{name}({}) = …'`; to fix a field, exchange the games: `--map '{other}(…) = {name}(…)'` takes values on the right",
            names.join(", ")
        ))
}

/// The error for a name on the right side of a `--map` that does not occur on its left side.
pub(super) fn unknown_variable(name: &str, place: Span) -> Diagnostic {
    Diagnostic::new(Code::G508, format!("`{name}` does not occur on the left side of `--map`"))
        .at(place, "not a field of the first game")
}

/// The error for a name of a `--map` that has different types on both sides.
pub(super) fn other_type(name: &str, ours: &Type, theirs: &Slot) -> Diagnostic {
    let message =
        format!("`{name}` is of type {ours} on the left side of `--map` and {} on the right", theirs.ty);
    Diagnostic::new(Code::G508, message).at(theirs.span, "here")
}

/// The error for a game that a program does not have.
pub(super) fn no_such_game(name: &str, program: &Program) -> Diagnostic {
    let games = program.games.iter().map(|game| format!("`{}`", game.name)).collect::<Vec<_>>().join(", ");
    let help = match name.trim().strip_prefix("misere") {
        Some("") => "for misère play write `--misere`".to_string(),
        Some(game) if game.starts_with(' ') => format!("for misère play write `{} --misere`", game.trim()),
        _ => format!("the file has {games}"),
    };
    Diagnostic::new(Code::G203, format!("unknown game `{name}`")).help(help)
}

/// The error for a file with several games or none, where one game is needed.
pub(super) fn which_game(file: &str, program: &Program, games: &[GameId]) -> Diagnostic {
    let names = games.iter().map(|game| program.game(*game).name.as_str());
    let diagnostic = Diagnostic::new(Code::G508, format!("`{file}` has {} games", games.len()));
    match names.clone().next() {
        Some(first) => diagnostic.help(format!(
            "name the one you mean, as in `{file}:{first}`; the games are {}",
            names.map(|name| format!("`{name}`")).collect::<Vec<_>>().join(", ")
        )),
        None => diagnostic.help("add a game to it"),
    }
}

/// The fields of a game with their types, as text.
pub(super) fn fields(program: &crate::ir::Program, game: &Game) -> String {
    let field =
        |field: &crate::ir::Field| format!("{}: {}", field.name, print::domain(program, &field.domain));
    game.fields.iter().map(field).collect::<Vec<_>>().join(", ")
}
