//! The texts of `play`: a game between a person and the computer.

use super::board_text::indented;
use super::graph_view::sized;
use super::move_line::MoveLine;
use crate::diagnostic::render::with_short_numbers;
use crate::ir::value::Position;
use crate::ir::{Convention, print};
use crate::play::{Advice, Answer, Cause, Choice, End, Found, Session, Side, Standing};
use crate::position::{Instance, Limit, errors};
use crate::solve::Outcome;

/// The most moves that are listed, unless the user asks for all.
const MOST_LISTED: usize = 16;
/// The longest text of a position within a sentence, in characters.
const MOST_CHARACTERS: usize = 400;

/// The text before the first move: who begins, and who wins at the end.
pub fn play_opening(session: &Session<'_, '_>, standing: Standing) -> String {
    let rule = match session.position().convention {
        Convention::Normal => "whoever cannot move loses (normal play)",
        Convention::Misere => "whoever cannot move wins (misère play)",
        Convention::Anti => "who finds all values 0 wins (anti)",
    };
    let first = match session.to_move() {
        Side::Person => "You begin",
        Side::Machine => "I begin",
    };
    let doubt = standing.limit.map(|limit| format!("I do not know who wins: {}.\n", errors::limit(limit).0));
    let doubt = doubt.unwrap_or_default();
    format!(
        "{first}; {rule}.\n{doubt}Type a move by its number or its name. `help` lists what else you can type.\n"
    )
}

/// The position and its first moves, or all moves. If `fit` is given, targets are cut so that lines
/// take at most `fit` characters.
pub fn play_board(session: &Session<'_, '_>, all: bool, fit: Option<usize>) -> String {
    let program = &session.instance().program;
    let choices = session.choices();
    let shown = if all { choices.len() } else { choices.len().min(MOST_LISTED) };
    let mut out = format!("\n{}\n", play_position(session, fit));
    let digits = shown.to_string().len();
    let width = choices[..shown].iter().map(|it| names(it).chars().count()).max().unwrap_or(0).min(44);
    for (at, choice) in choices[..shown].iter().enumerate() {
        let to = short(&print::position(program, &choice.to));
        let name = format!("  {:>digits$}  {}", at + 1, names(choice));
        MoveLine { name: &name, width: width + digits + 4, to: &to, behind: "" }.write(fit, &mut out);
    }
    if shown < choices.len() {
        let more = choices.len() - shown;
        out.push_str(&format!("  … and {more} more; `moves` lists all; any can be typed by name\n"));
    }
    out
}

/// The position. A board is drawn below it, with the last move marked.
pub fn play_position(session: &Session<'_, '_>, fit: Option<usize>) -> String {
    let written = in_short(session);
    match session.picture() {
        None => written,
        Some(picture) => {
            let changed = session.changed_cells();
            format!("{written}\n{}", indented(&picture, &changed, fit).trim_end_matches('\n'))
        }
    }
}

/// The position as text, cut if it is long.
fn in_short(session: &Session<'_, '_>) -> String {
    sized(&with_short_numbers(&print::position(&session.instance().program, session.position())))
}

/// The names of a move in the list: the first name, and the second or how many others there are.
fn names(choice: &Choice) -> String {
    match choice.names.len().saturating_sub(1) {
        0 => choice.name().to_string(),
        1 => format!("{} (or {})", choice.name(), choice.names[1]),
        more => format!("{} (or {more} other ways)", choice.name()),
    }
}

/// Says which move the computer makes.
pub fn play_answer(session: &Session<'_, '_>, answer: &Answer) -> String {
    let doubt = match (answer.advice.sure, answer.advice.standing.limit) {
        (false, Some(limit)) => format!(" I do not know who wins: {}.", errors::limit(limit).0),
        _ => String::new(),
    };
    format!("I play {}, which leaves {}.{doubt}\n", answer.name, short(&in_short(session)))
}

/// The message that the position has occurred before, `times` times.
pub fn play_repetition(times: usize) -> String {
    let often = match times {
        1 => "once before".to_string(),
        2 => "twice before".to_string(),
        more => format!("{more} times before"),
    };
    format!("This position occurred {often}. Play may never end; `draw` offers a draw.\n")
}

/// Says who has won and why; `None` while play continues.
pub fn play_end(session: &Session<'_, '_>) -> Option<String> {
    let (end, winner) = (session.end()?, session.winner()?);
    let reason = end_words(session.instance(), session.position(), end);
    let winner = match winner {
        Side::Person => "You win",
        Side::Machine => "I win",
    };
    let mover = match session.to_move() {
        Side::Person => "you are to move",
        Side::Machine => "I am to move",
    };
    Some(format!(
        "{winner}: {mover}, and {reason}.\nPlay is over. `undo` takes back, `restart` begins again, `quit` leaves.\n"
    ))
}

/// Why play is over, as a clause.
pub fn end_words(instance: &Instance, position: &Position, end: End) -> String {
    match end.cause {
        Cause::Rule(at) => format!("play ends by `{}`", rule(instance, position, at)),
        Cause::NoMove if end.mover_wins => "whoever cannot move wins (misère play)".to_string(),
        Cause::NoMove => "whoever cannot move loses (normal play)".to_string(),
        Cause::FirstStuck if end.mover_wins => {
            "one part has no move, which ends `short all`; whoever cannot move wins (misère play)".to_string()
        }
        Cause::FirstStuck => {
            "one part has no move, which ends `short all`; whoever cannot move loses".to_string()
        }
        Cause::AllZero => "every heap has value 0, where the player to move wins (anti)".to_string(),
    }
}

/// The `end` rule with index `at` of the only component's game, in the syntax of the language.
fn rule(instance: &Instance, position: &Position, at: usize) -> String {
    let program = &instance.program;
    let end = match &position.form {
        crate::ir::value::Form::Sum(sum) => {
            sum.single().and_then(|only| program.game(only.game).ends.get(at))
        }
        _ => None,
    };
    end.map_or_else(
        || "end".to_string(),
        |end| {
            let condition = print::expr(program, &end.condition.slots, &end.condition.expr);
            format!("end when {condition}: {}", if end.win { "win" } else { "lose" })
        },
    )
}

/// Says which move is advised, and what it achieves.
pub fn play_hint(session: &Session<'_, '_>, advice: &Advice) -> String {
    let name = session.choices().get(advice.at).map_or("", Choice::name);
    let number = advice.at + 1;
    let after = |remoteness: Option<u64>| match remoteness {
        Some(1) => " at once".to_string(),
        Some(moves) => format!(" within {moves} moves"),
        None => String::new(),
    };
    let length = advice.standing.remoteness;
    match advice.standing.outcome {
        Some(Outcome::Next) => format!("{name} (number {number}) wins{}.\n", after(length)),
        Some(Outcome::Previous) => {
            let resists = match length {
                Some(1) => " resists longest: 1 more move".to_string(),
                Some(moves) => format!(" resists longest: {moves} more moves"),
                None => " is one way to go on".to_string(),
            };
            format!("This is lost against best play. {name} (number {number}){resists}.\n")
        }
        Some(Outcome::Draw) => {
            format!("This is a draw with best play. {name} (number {number}) keeps it.\n")
        }
        None => {
            let why = advice.standing.limit.map_or("", |limit| errors::limit(limit).0);
            format!("I do not know who wins: {why}. {name} (number {number}) is my best guess.\n")
        }
    }
}

/// The reply to an input that is not one of the listed moves.
pub fn play_unclear(session: &Session<'_, '_>, typed: &str, found: &Found) -> String {
    let name = |at: &usize| format!("`{}` ({})", session.choices()[*at].name(), at + 1);
    let named = |all: &[usize]| all.iter().map(name).collect::<Vec<_>>().join(", ");
    let typed: String = without_controls(typed).chars().take(60).collect();
    let count = session.choices().len();
    match found {
        Found::One(_) => String::new(),
        Found::NoSuchNumber => {
            format!("No move `{typed}`: type a number from 1 to {count}.\n")
        }
        Found::Several(some, all) if all > &some.len() => {
            format!("`{typed}` can mean {all} moves, such as {}.\n", named(some))
        }
        Found::Several(some, _) => format!("`{typed}` can mean {}.\n", named(some)),
        Found::Nothing(near) if near.is_empty() => {
            format!("`{typed}` is not a move here. Type a number from 1 to {count}, or `help`.\n")
        }
        Found::Nothing(near) => format!("`{typed}` is not a move here. Did you mean {}?\n", named(near)),
    }
}

/// The message that a move or a question reached a limit; play continues.
pub fn play_limit(limit: Limit) -> String {
    let (reached, more) = errors::limit(limit);
    format!("No answer: {reached}; {more}.\n")
}

/// The help: the possible inputs, with an example from the moves of the position.
pub fn play_help(session: &Session<'_, '_>) -> String {
    let examples = session.choices().iter().find_map(|choice| spellings(choice.bare.first()?));
    let examples = examples.map(|it| format!(" ({it})")).unwrap_or_default();
    format!(
        "\
a move    its number, its name as listed, a shorter spelling{examples}, the beginning of
          its name, the position it leads to, or the cells of a board that it changes (`b3 c3`)
hint      a good move: one that wins, keeps a draw, or resists longest
why       why the position is won, lost or drawn
moves     all moves (`position`: only the position)
undo      take back your last move and my answer
draw      offer a draw
restart   begin again
quit      leave (also exit, q, or the end of input)
"
    )
}

/// The shorter spellings of a move with one binder, such as `take 2` and `take(2)`; `None` for
/// other moves.
fn spellings(name: &str) -> Option<String> {
    let (word, binders) = name.strip_suffix(')')?.split_once('(')?;
    let (_, value) = binders.split_once(" = ")?;
    value.chars().all(char::is_alphanumeric).then(|| format!("`{word} {value}`, `{word}({value})`"))
}

fn short(text: &str) -> String {
    super::graph_view::shortened(text, MOST_CHARACTERS)
}

/// A typed text in which control characters, which could control the terminal, become `?`.
pub fn without_controls(text: &str) -> String {
    text.chars().map(|c| if c.is_control() { '?' } else { c }).collect()
}
