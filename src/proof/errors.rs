//! The wording of why `prove` does not support rules or finds no proof.

use crate::Target;
use crate::canonical::{Refusal, Why};
use crate::diagnostic::{Code, Diagnostic};
use crate::ir::{Convention, Game};
use crate::source::Span;

/// The error for rules that are not linear arithmetic.
pub fn refused(game: &Game, refusal: &Refusal) -> Diagnostic {
    let name = &game.name;
    let (message, label, help) = words(refusal.why);
    Diagnostic::new(Code::G505, format!("`prove` does not support `{name}`: {message}"))
        .at(refusal.span, label)
        .also(game.span, format!("the rules of `{name}`"))
        .help(help)
}

/// For a reason: the message, the label at the place, and the help.
fn words(why: Why) -> (&'static str, &'static str, &'static str) {
    match why {
        Why::Twist => (
            "its rules have `again` or `pass … each`",
            "here, or in a game that play reaches",
            "prove games without these twists; `gspec table` shows outcomes up to a bound",
        ),
        Why::Blocked => (
            "more than 8 options may be forbidden",
            "here",
            "let `blocking` be at most 8; `gspec table` shows outcomes up to a bound",
        ),
        Why::Loopy => (
            "the game is loopy",
            "positions may repeat",
            "prove games that terminate; `gspec solve` finds draws of single positions",
        ),
        Why::Fields => (
            "it needs one to three `nat` fields",
            "here",
            "declare the fields as `nat`, at most three of them; `gspec table` shows other games up to a bound",
        ),
        Why::Bounded => (
            "a field has a range; it needs one to three `nat` fields",
            "here",
            "`nat` with the same rules works here: if moves stay in the range, the same positions are lost",
        ),
        Why::Truth => (
            "a field is a `bool`; it needs one to three `nat` fields",
            "here",
            "declare the field as `nat`, and write 0 for `false` and 1 for `true`",
        ),
        Why::NotLinear => (
            "an expression is not linear arithmetic",
            "here",
            "use sums, multiples by constants, comparisons, `min`, `max`, `abs`, `if`, and `div` and `mod` by constants up to 64; \
             `gspec check` checks claims about other rules up to a bound",
        ),
        Why::Quantifier => (
            "a quantifier in a condition does not range over constants",
            "this domain",
            "let the quantifier range over at most 128 constants, or bind the name in the move: `move take(k in …, j in …) when …`",
        ),
        Why::Domain => (
            "a binder does not range over an interval or a set of constants",
            "this domain",
            "write the domain as a range, a set of constants or a comprehension of these, with conditions in the guard",
        ),
        Why::Target => (
            "a move does not lead to exactly one component of the same game",
            "this target",
            "sums and several games are not supported yet; `gspec solve` answers single positions",
        ),
        Why::TooLong => (
            "written out as cases, the rules are too long",
            "here",
            "use smaller constants, or fewer `min`, `max`, `div` and `mod` in one expression",
        ),
    }
}

/// The error for a question that needs a proved set of lost positions, if none was found. `side` is
/// the bound below which all fields were examined.
pub fn undecided(game: &Game, target: Target, side: usize, out_of_time: bool) -> Diagnostic {
    let misere = if target.convention == Convention::Misere { "misere " } else { "" };
    let name = format!("{misere}{}", game.name);
    let why = if out_of_time { "time ran out" } else { "no guess was right" };
    let examined = match side {
        0 => "no positions were examined".to_string(),
        _ => format!("positions with fields below {side} were examined"),
    };
    Diagnostic::new(Code::G509, format!("no set of lost positions of `{name}` was proved: {why}"))
        .at(game.span, examined)
        .help(
            "allow more time, as in `--prove-time 60s`; `gspec prove` shows what was tried; without `--engine proof`, \
             single positions are searched",
        )
}

/// The error for a move whose constants are too large for automata.
pub fn large(game: &Game, rule: &str) -> Diagnostic {
    let message = format!("`prove` does not support `{}`: a move needs too large automata", game.name);
    Diagnostic::new(Code::G505, message)
        .at(place(game, rule), "the condition of this move")
        .help("use smaller constants; `gspec table` shows outcomes up to a bound")
}

/// The place of a move, by name.
fn place(game: &Game, rule: &str) -> Span {
    game.moves.iter().find(|it| it.name == rule).map_or(game.span, |it| it.span)
}

/// The error for a move that is not proved to keep fields natural.
pub fn negative(game: &Game, rule: &str) -> Diagnostic {
    let message = format!("a move of `{}` may make a field negative", game.name);
    Diagnostic::new(Code::G401, message)
        .at(place(game, rule), "this move")
        .help("add a guard, such as `when k <= n`; `gspec check` shows the smallest position")
}

/// The error for a game that is not proved to terminate.
pub fn endless(game: &Game) -> Diagnostic {
    let message = format!("`prove` needs a proof that play of `{}` terminates", game.name);
    Diagnostic::new(Code::G412, message)
        .at(game.span, "no decreasing measure was found")
        .help("state a measure in the game, such as `measure a + b`; `gspec check` shows what is known")
}

/// The error for a game whose rules are not proved to have a value everywhere.
pub fn undefined(game: &Game) -> Diagnostic {
    let message = format!("the rules of `{}` are not proved to have a value everywhere", game.name);
    Diagnostic::new(Code::G411, message)
        .at(game.span, "an expression may have no value at some position")
        .help("run `gspec check`, which shows where, and guard the expression")
}
