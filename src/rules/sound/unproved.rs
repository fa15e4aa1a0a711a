//! The wording of errors about rules that are sound as far as they were examined, without a proof.

use crate::diagnostic::{Code, Diagnostic};
use crate::ir::Game;

/// The error that a game is not proved to terminate. `otherwise`: why play terminates although
/// the stated measure is not proved to decrease.
pub fn not_proved(game: &Game, components: usize, otherwise: Option<&str>) -> Diagnostic {
    if let (Some(measure), Some(why)) = (&game.measure, otherwise) {
        let message = format!("the measure of `{}` is not proved to decrease", game.name);
        return Diagnostic::new(Code::G412, message)
            .at(measure.span, format!("it decreases in the {components} positions explored"))
            .help(format!("remove it; play is proved to terminate without it: {why}"));
    }
    let diagnostic =
        Diagnostic::new(Code::G412, format!("play of `{}` is not proved to terminate", game.name))
            .at(game.span, format!("no repetition in the {components} positions explored"));
    let int_field = game.fields.iter().find(|field| field.domain.may_be_negative());
    match &game.measure {
        None if int_field.is_some() => diagnostic.help(format!(
            "declare `{}` with `nat` in place of `int`: numbers that may fall below 0 give no measure",
            int_field.map_or("", |field| &field.name)
        )),
        None => diagnostic.help(
            "state a `measure`, a natural number that decreases with every move, or write `assume ends` in the game",
        ),
        Some(measure) => diagnostic
            .also(measure.span, "it decreases in all examined positions, without a proof")
            .help("state a simpler measure, such as a sum of fields, or write `assume ends` in the game"),
    }
}

/// The error of `--strict` that termination is only assumed.
pub fn assumption(game: &Game) -> Diagnostic {
    let span = game.assumed_to_end.unwrap_or(game.span);
    Diagnostic::new(Code::G412, format!("play of `{}` is only assumed to terminate", game.name))
        .at(span, "assumed here")
        .help("state a `measure`, or leave out `--strict`")
}

/// The error of `--strict` that the rules are not proved to have a value everywhere. `how`: the
/// evidence.
pub fn only_watched(game: &Game, how: &str) -> Diagnostic {
    Diagnostic::new(
        Code::G604,
        format!("the rules of `{}` are not proved to have a value everywhere", game.name),
    )
    .at(game.span, how)
    .help("guard what may lack a value, or leave out `--strict`")
}
