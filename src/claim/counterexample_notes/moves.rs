//! Writes sentences that explain the outcome or value of a position in a counterexample by moves
//! from the position, such as "nim(3) is won: `take 3` leads to nim(0), which is lost for the
//! opponent".

use crate::claim::{Judge, one_case};
use crate::ir::value::{Form, Position, Sum};
use crate::ir::{Convention, Expr, ExprKind, Term, Value, print, walk};
use crate::number::Int;
use crate::position::picture::picture;
use crate::position::{Evaluator, Reach};
use crate::solve::{Listed, NamedMove, Outcome};
use std::collections::BTreeSet;

/// The most positions of one claim that have a note.
const MOST_POSITIONS: usize = 2;
/// A position whose text has more characters than this has no note, unless its board is drawn.
const MOST_LETTERS: usize = 120;
/// The most values that a sentence lists. Of options, further values are only counted; with more
/// components, there is no sentence.
const MOST_VALUES: usize = 12;

/// The most columns and the most rows of a board that is drawn below a sentence.
const LARGEST_BOARD: (usize, usize) = (19, 12);

/// Returns a sentence for each position that a claim asks about, evaluated in `frame`, up to
/// [`MOST_POSITIONS`]. A drawing of the position, if it is a small board, follows its sentence. If
/// the case is `far`, no position is searched.
pub fn sentences(judge: &mut Judge<'_, '_, '_>, body: &Expr, frame: &mut [Value], far: bool) -> Vec<String> {
    let mut questions = Vec::new();
    collect(body, &mut questions);
    let (mut told, mut positions): (Vec<String>, usize) = (Vec::new(), 0);
    for (term, argument) in questions {
        let (instance, budget) = (judge.instance, judge.solver.budget());
        let mut evaluator = one_case::evaluator(instance, budget, judge.solver, Reach::default());
        let Ok(Value::Position(position)) = evaluator.value(argument, frame) else { continue };
        let sentence = match term {
            Term::Sg | Term::Equal if far => None,
            Term::Sg | Term::Equal => value(judge, &position),
            _ => outcome(judge, &position, far),
        };
        if let Some(sentence) = sentence.filter(|sentence| !told.contains(sentence)) {
            told.push(sentence);
            told.extend(
                board(judge, &position).map(|rows| format!("this is the board\n  {}", rows.join("\n  "))),
            );
            positions += 1;
        }
        if positions >= MOST_POSITIONS {
            break;
        }
    }
    told
}

/// Collects the questions about outcomes and values, with their positions. Binders are not entered,
/// because their names have no values here.
fn collect<'e>(expr: &'e Expr, questions: &mut Vec<(Term, &'e Expr)>) {
    match &expr.kind {
        ExprKind::Term(Term::Moves | Term::Options, _) => {}
        ExprKind::Term(term, positions) => {
            questions.extend(positions.iter().map(|position| (*term, position)));
        }
        ExprKind::Quantifier { .. }
        | ExprKind::ListFor(..)
        | ExprKind::SetFor(..)
        | ExprKind::AggregateFor(..)
        | ExprKind::Let(..) => {}
        _ => walk::children(expr, &mut |child| collect(child, questions)),
    }
}

/// The name of a position in sentences, if the name is short or the board is drawn.
fn name(judge: &Judge<'_, '_, '_>, position: &Position) -> Option<String> {
    short_name(judge, position).or_else(|| board(judge, position).map(|_| "the board below".to_string()))
}

/// The text of a position, if it is short.
fn short_name(judge: &Judge<'_, '_, '_>, position: &Position) -> Option<String> {
    let name = print::position(&judge.instance.program, position);
    (name.chars().count() <= MOST_LETTERS).then_some(name)
}

/// The rows of the drawing of a position; `None` if it is no board, or larger than
/// [`LARGEST_BOARD`].
fn board(judge: &Judge<'_, '_, '_>, position: &Position) -> Option<Vec<String>> {
    let picture = picture(judge.instance, judge.solver.budget(), position)?;
    let (columns, rows) = picture.size;
    (columns <= LARGEST_BOARD.0 && rows <= LARGEST_BOARD.1 && rows > 0).then(|| picture.rows())
}

/// A sentence with the value of a position, and the values of its options or components. `None` if
/// the position has no value, or if its text or the list of its components is too long.
fn value(judge: &mut Judge<'_, '_, '_>, position: &Position) -> Option<String> {
    let Form::Sum(sum) = &position.form else { return None };
    let name = name(judge, position)?;
    let value = judge.solver.value(position).ok()??;
    if let [(part, count @ 2..=4)] = &sum.parts.iter().collect::<Vec<_>>()[..] {
        let of_one = judge.solver.value(&Position::normal(Sum::one((*part).clone()))).ok()??.to_string();
        let values = vec![of_one; usize::try_from(*count).ok()?];
        return Some(format!("{name} has value {value} ({})", values.join(" xor ")));
    }
    if sum.single().is_none() {
        return parts(judge, sum).map(|parts| format!("{name} has value {value}, the nim-sum of {parts}"));
    }
    let mut values = BTreeSet::new();
    for option in judge.solver.options(position).ok()? {
        values.insert(judge.solver.value(&option).ok()??);
    }
    Some(match values.len() {
        0 => format!("{name} has value {value}: there is no move"),
        1 => format!("{name} has value {value}: all its options have value {}", values.first()?),
        _ => format!("{name} has value {value}: its options have values {}", listed(&values)),
    })
}

/// The values in words, ascending, such as `0, 1, 3`; beyond [`MOST_VALUES`] only their number.
fn listed(values: &BTreeSet<Int>) -> String {
    let shown: Vec<String> = values.iter().take(MOST_VALUES).map(ToString::to_string).collect();
    let more = values.len() - shown.len();
    let more = if more == 0 { String::new() } else { format!(" and {more} more") };
    format!("{}{more}", shown.join(", "))
}

/// The values of the components of a sum in words, such as `3 (nim(3)) and 1 (nim(1), 2 times)`.
/// `None` if there are more than [`MOST_VALUES`].
fn parts(judge: &mut Judge<'_, '_, '_>, sum: &Sum) -> Option<String> {
    let mut told = Vec::new();
    for (part, count) in sum.parts.iter() {
        let value = judge.solver.value(&Position::normal(Sum::one(part.clone()))).ok()??;
        let copies = if *count == 1 { String::new() } else { format!(", {count} times") };
        told.push(format!("{value} ({}{copies})", print::component(&judge.instance.program, part)));
    }
    (!told.is_empty() && told.len() <= MOST_VALUES).then(|| told.join(" and "))
}

/// A sentence with the outcome of a position, and what shows the outcome: one move, or the result
/// of all moves. If `far`, the moves are found by theorems only, without a search. `None` if the
/// moves found do not show the outcome, or if the position has no short text or board.
fn outcome(judge: &mut Judge<'_, '_, '_>, position: &Position, far: bool) -> Option<String> {
    let name = name(judge, position)?;
    let listed = match far {
        // Large positions are not searched merely for a note.
        true => Listed::Winning(judge.solver.winning_moves_by_theorem(position)?),
        false => judge.solver.listed_moves(position).ok()?,
    };
    let moves = match listed {
        Listed::All(moves) => moves,
        // An empty list of winning moves does not show how many moves there are.
        Listed::Winning(moves) | Listed::First(moves) if !moves.is_empty() => moves,
        Listed::Winning(_) | Listed::First(_) | Listed::TooMany => return None,
    };
    let outcome = judge.solver.outcome(position).ok()?;
    if moves.is_empty() {
        return nothing_to_do(judge, position, &name, outcome);
    }
    let blocked = judge.instance.blocked_at(position);
    if blocked > 0 {
        return Some(with_blocking(&name, &moves, outcome, blocked));
    }
    let best = moves.iter().find(|it| it.outcome == Outcome::Previous);
    match (outcome, best) {
        (Outcome::Next, Some(best)) => {
            let to = target(judge, &best.to);
            Some(format!("{name} is won: `{}` leads to {to}, which is lost for the opponent", best.name))
        }
        (Outcome::Previous, None) => {
            let each = match moves.len() {
                1 => "its only move leads".to_string(),
                count => format!("each of its {count} moves leads"),
            };
            Some(format!("{name} is lost: {each} to a position that is won for the opponent"))
        }
        (Outcome::Draw, None) => {
            let holds = |it: &&NamedMove| it.outcome == Outcome::Draw;
            let to = moves.iter().find(holds)?;
            let target = target(judge, &to.to);
            Some(format!(
                "{name} is drawn: no move leads to a lost position, and `{}` goes on to {target}",
                to.name
            ))
        }
        _ => None,
    }
}

/// The words for the target of a move: its text if short, or `a position`.
fn target(judge: &Judge<'_, '_, '_>, to: &Position) -> String {
    short_name(judge, to).unwrap_or_else(|| "a position".to_string())
}

/// A sentence with the outcome of a position in which options may be forbidden.
fn with_blocking(name: &str, moves: &[NamedMove], outcome: Outcome, blocked: u64) -> String {
    let standing = match outcome {
        Outcome::Next => "won",
        Outcome::Previous => "lost",
        Outcome::Draw => "drawn",
    };
    let lost = moves.iter().filter(|it| it.outcome == Outcome::Previous).count();
    let count = moves.len();
    format!(
        "{name} is {standing}: of its moves ({count}), {lost} lead to lost positions; {blocked} may be forbidden"
    )
}

/// A sentence with the outcome of a position without moves; `None` if neither an `end` rule nor the
/// convention explains the outcome.
fn nothing_to_do(
    judge: &Judge<'_, '_, '_>,
    position: &Position,
    name: &str,
    outcome: Outcome,
) -> Option<String> {
    let standing = match outcome {
        Outcome::Next => "won",
        Outcome::Previous => "lost",
        Outcome::Draw => return None,
    };
    let mut evaluator = Evaluator::new(judge.instance, judge.solver.budget());
    let by_rule = match &position.form {
        Form::Sum(sum) => sum.single().is_some_and(|only| matches!(evaluator.ending(only), Ok(Some(_)))),
        _ => false,
    };
    let why = match (by_rule, position.convention, outcome) {
        (true, ..) => "play ends here, by a rule of the game",
        (false, Convention::Misere, Outcome::Next) => "there is no move, which wins under misère play",
        (false, Convention::Normal, Outcome::Previous) => "there is no move",
        _ => return None,
    };
    Some(format!("{name} is {standing}: {why}"))
}
