//! The answer to `solve` as data and as text.

use super::board_text::indented;
use super::graph_view::{shortened, sized};
use super::move_line::MoveLine;
use super::view::{EvidenceView, json_int};
use crate::diagnostic::render::with_short_numbers;
use crate::ir::Program;
use crate::ir::print;
use crate::ir::value::Position;
use crate::number::Int;
use crate::position::picture::Picture;
use crate::position::{Instance, Problem};
use crate::solve::{How, NamedMove, Solution};
use serde::Serialize;

/// The answer for one position.
#[derive(Debug, Serialize)]
pub struct SolveView {
    /// The position as text.
    pub position: String,
    /// `normal`, `misere` or `anti`.
    pub convention: &'static str,
    /// The outcome: `N`, `P` or `D`.
    pub outcome: &'static str,
    /// The value, if the position has one and it is known.
    pub sg: Option<serde_json::Value>,
    /// Whether the position is loony: it has no value, because the player to move wins every sum
    /// with it.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub loony: bool,
    /// The remoteness: after how many moves play ends if the winner is quick and the loser delays.
    /// `None` for a draw, or if it is not known.
    pub remoteness: Option<u64>,
    /// The evidence for the outcome.
    pub evidence: EvidenceView,
    /// The engine that was used.
    pub engine: &'static str,
    /// The requested moves; `None` if there are too many to list.
    pub moves: Option<Vec<MoveView>>,
    /// Whether there are too many moves to examine all. Then only the first winning ones are
    /// listed.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub more_moves: bool,
    /// How many options the opponent may forbid.
    #[serde(skip_serializing_if = "is_zero")]
    pub blocking: u64,
    /// The argument for the outcome, if it was requested.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub why: Option<String>,
    /// Whether the position may have a value that was not searched for.
    #[serde(skip)]
    pub sg_left: bool,
    /// Whether the search for the remoteness was skipped or given up.
    #[serde(skip)]
    pub remoteness_limited: bool,
    /// Whether a limit was reached before the requested answers were complete.
    #[serde(skip)]
    pub limited: bool,
    /// Whether a search was omitted because it was expected to reach its limits.
    #[serde(skip)]
    pub too_large: bool,
    /// Whether the values after some moves were not searched for.
    #[serde(skip)]
    pub values_left: bool,
    /// Whether an engine searched for the answer.
    #[serde(skip)]
    pub searched: bool,
    /// Whether only the winning moves are shown.
    #[serde(skip)]
    pub winning_only: bool,
    /// The board of the position, if it is drawn as one.
    #[serde(skip)]
    pub picture: Option<Picture>,
    /// 0 if the position is known to have no move; otherwise the number of moves found, at least 1.
    #[serde(skip)]
    pub all_moves: usize,
}

fn is_zero(count: &u64) -> bool {
    *count == 0
}

/// A move of a solved position.
#[derive(Debug, Serialize)]
pub struct MoveView {
    /// The name of the move with the values of its binders.
    #[serde(rename = "move")]
    pub name: String,
    /// The target of the move.
    pub to: String,
    /// The outcome of the target.
    pub outcome: &'static str,
    /// The value of the target, if it has one and it is known.
    pub sg: Option<serde_json::Value>,
}

impl SolveView {
    /// The view of an answer. `moves` are the moves to show, with the values of their targets as
    /// far as they are known.
    pub fn new(
        program: &Program,
        position: &Position,
        solution: &Solution,
        moves: &[(&NamedMove, Option<Int>)],
        engine: &'static str,
    ) -> SolveView {
        let shown = moves.iter().map(|(it, sg)| MoveView {
            name: it.name.clone(),
            to: print::position(program, &it.to),
            outcome: it.outcome.letter(),
            sg: sg.as_ref().map(json_int),
        });
        SolveView {
            position: print::position(program, position),
            convention: position.convention.name(),
            outcome: solution.outcome.letter(),
            sg: solution.sg.as_ref().map(json_int),
            loony: false,
            remoteness: solution.remoteness,
            evidence: EvidenceView {
                status: "proved",
                by: Some(solution.how.words().to_string()),
                bound: None,
            },
            engine: match solution.how {
                How::Theorem(_) | How::NimUnderMisere => "theorem",
                How::Period => "period",
                How::Options => "options",
                How::LostSet => "proof",
                _ => engine,
            },
            searched: !matches!(
                solution.how,
                How::Theorem(_) | How::NimUnderMisere | How::Period | How::Options | How::LostSet
            ),
            moves: Some(shown.collect()),
            more_moves: false,
            blocking: 0,
            why: None,
            sg_left: solution.sg_left,
            remoteness_limited: solution.remoteness_limited,
            limited: solution.limit.is_some(),
            too_large: false,
            values_left: false,
            winning_only: false,
            picture: None,
            // A theorem lists only the winning moves, so an empty list does not mean that there is
            // none.
            all_moves: usize::from(matches!(solution.how, How::Theorem(_))),
        }
    }
}

/// The JSON object of a position without an answer, with the keys of [`SolveView`], so that each
/// position has one object.
#[derive(Debug, Serialize)]
pub struct UnsolvedView {
    position: String,
    convention: &'static str,
    outcome: Option<&'static str>,
    sg: Option<u64>,
    remoteness: Option<u64>,
    evidence: EvidenceView,
    engine: &'static str,
    moves: Option<Vec<MoveView>>,
}

impl UnsolvedView {
    /// The view of a position that could not be solved because of a problem.
    pub fn new(
        instance: &Instance,
        position: &Position,
        problem: &Problem,
        engine: &'static str,
    ) -> UnsolvedView {
        let by = crate::position::errors::sentence(instance, problem);
        UnsolvedView {
            position: print::position(&instance.program, position),
            convention: position.convention.name(),
            outcome: None,
            sg: None,
            remoteness: None,
            evidence: EvidenceView { status: "undecided", by: Some(by), bound: None },
            engine,
            moves: None,
        }
    }
}

/// An answer as text. If `fit` is given, targets of moves are cut so that lines take at most `fit`
/// characters.
pub fn solve_text(view: &SolveView, fit: Option<usize>) -> String {
    let who = match view.outcome {
        "N" => "the player to move wins",
        "P" => "the player to move loses",
        _ => "a draw: either player can go on for ever",
    };
    let picture = view.picture.as_ref().map_or(String::new(), |picture| indented(picture, &[], fit));
    let position = match (sized(&with_short_numbers(&view.position)), fit) {
        // The heading is one word if the position contains no blank, and words are not wrapped.
        (position, Some(fit)) if !position.contains(' ') => shortened(&position, fit),
        (position, _) => position,
    };
    let mut out = format!("{position}\n{picture}  outcome     {}  ({who})\n", view.outcome);
    if let Some(sg) = &view.sg {
        out.push_str(&format!("  value       {}\n", with_short_numbers(&number(sg))));
    } else if view.loony {
        out.push_str("  value       loony  (the player to move wins every sum with it)\n");
    } else if view.sg_left {
        out.push_str(&format!("  value       {}\n", left(view)));
    }
    match view.remoteness {
        Some(remoteness) => out.push_str(&format!("  remoteness  {remoteness}\n")),
        None if view.remoteness_limited => out.push_str(&format!("  remoteness  {}\n", left(view))),
        None => {}
    }
    let engine = if view.searched { format!(" ({} engine)", view.engine) } else { String::new() };
    out.push_str(&format!("  known by    {}{engine}\n", view.evidence.by.as_deref().unwrap_or("")));
    out.push_str(&blocking(view));
    match (view.winning_only, view.moves.as_deref()) {
        (true, None) if view.outcome == "P" && view.blocking == 0 => out.push_str("  no winning move\n"),
        (_, None) => out.push_str("  moves       too many to list\n"),
        (_, Some([])) if view.all_moves == 0 => out.push_str("  no moves\n"),
        (true, Some([])) => out.push_str("  no winning move\n"),
        (winning, Some(moves)) => {
            let rest = match view.values_left {
                true if view.too_large => " (some values not searched)",
                true => " (some values not searched: use `--remoteness`)",
                false => "",
            };
            out.push_str(&format!("  {}{rest}\n", head_of_moves(view, moves.len())));
            out.push_str(&lines_of_moves(moves, winning, fit));
        }
    }
    if let Some(why) = &view.why {
        out.push_str("  why\n");
        with_short_numbers(why).lines().for_each(|line| out.push_str(&format!("    {line}\n")));
    }
    out
}

/// A line for each move, with names in a column.
fn lines_of_moves(moves: &[MoveView], winning: bool, fit: Option<usize>) -> String {
    let names: Vec<String> = moves.iter().map(|it| with_short_numbers(&it.name)).collect();
    let width = names.iter().map(|name| name.chars().count()).max().unwrap_or(0).min(60);
    let (mut out, mut is_cut) = (String::new(), false);
    for (it, name) in moves.iter().zip(names) {
        let value = it.sg.as_ref().map(|sg| format!(", value {}", with_short_numbers(&number(sg))));
        let fate =
            if winning { String::new() } else { format!("  [{}{}]", it.outcome, value.unwrap_or_default()) };
        let to = sized(&with_short_numbers(&it.to));
        let line = MoveLine { name: &format!("    {name}"), width: width + 4, to: &to, behind: &fate };
        is_cut |= line.write(fit, &mut out);
    }
    if is_cut {
        out.push_str("    (long positions are cut; use `--format json` or a wider terminal)\n");
    }
    out
}

/// The digits of a JSON number, which is a string if it is large.
fn number(json: &serde_json::Value) -> String {
    json.as_str().map_or_else(|| json.to_string(), str::to_string)
}

/// The heading above the listed moves: whether they are all moves, all winning moves or some.
fn head_of_moves(view: &SolveView, count: usize) -> &'static str {
    match (view.winning_only, count) {
        (true, _) if view.blocking > 0 && view.more_moves => {
            "some moves to lost positions (too many moves to list all)"
        }
        (true, 1) if view.blocking > 0 => "move to a lost position",
        (true, _) if view.blocking > 0 => "moves to lost positions",
        (true, _) if view.more_moves => "some winning moves (too many moves to list all)",
        (true, 1) => "winning move",
        (true, _) => "winning moves",
        (false, _) => "moves",
    }
}

/// The line that says how many options may be forbidden; empty if none.
fn blocking(view: &SolveView) -> String {
    match view.blocking {
        0 => String::new(),
        1 => "  blocking    the opponent may forbid 1 option\n".to_string(),
        count => format!("  blocking    the opponent may forbid {count} options\n"),
    }
}

/// Why a value or remoteness is missing that a search might find.
fn left(view: &SolveView) -> &'static str {
    if view.engine == "proof" {
        "unknown: a set of lost positions does not give it"
    } else if view.limited {
        "not known: a limit was reached"
    } else if view.too_large {
        "not searched: more positions lie below it than `--limit-positions` allows"
    } else {
        "not searched (use `--remoteness`)"
    }
}
