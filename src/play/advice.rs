//! Recommends a move: the quickest win, a draw if nothing wins, or the slowest loss.

use super::ways::stuck;
use super::{Choice, end, within};
use crate::ir::value::{Form, Position};
use crate::position::{Evaluated, Instance, Limit};
use crate::solve::{Outcome, Solver};

/// Who wins a position, and in how many moves, as far as that is known.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Standing {
    /// Who wins; `None` if a limit prevented an answer.
    pub outcome: Option<Outcome>,
    /// The number of moves until the end with best play; `None` if it is not known.
    pub remoteness: Option<u64>,
    /// The limit that prevented an answer, if one did.
    pub limit: Option<Limit>,
}

/// A recommended move.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Advice {
    /// The index of the recommended choice.
    pub at: usize,
    /// What is known about the position in which the move is made.
    pub standing: Standing,
    /// Whether the move is known to preserve the outcome of the position.
    pub sure: bool,
}

/// A position with more choices than this is not tested for a move that ends play and wins at once.
const MOST_SCANNED: usize = 20_000;
/// The limit in place of [`MOST_SCANNED`] for positions that are not sums, where each test takes
/// longer.
const MOST_SCANNED_SLOWLY: usize = 400;
/// How many choices are examined one by one if the outcome of the position is unknown. Later choices
/// are not recommended.
const MOST_TRIED: usize = 2_000;

/// Determines who wins a position, and in how many moves, as far as limits allow.
pub fn standing(solver: &mut Solver<'_, '_>, position: &Position) -> Evaluated<Standing> {
    match within(solver.outcome(position))? {
        Err(limit) => Ok(Standing { limit: Some(limit), ..Standing::default() }),
        Ok(outcome) => {
            let remoteness = remoteness(solver, position)?;
            Ok(Standing { outcome: Some(outcome), remoteness, limit: None })
        }
    }
}

/// The remoteness, if the position is small enough to search.
fn remoteness(solver: &mut Solver<'_, '_>, position: &Position) -> Evaluated<Option<u64>> {
    Ok(within(solver.solution(position))?.ok().and_then(|solution| solution.remoteness))
}

/// Recommends one of the choices; `None` if there is none. A move that ends play and wins at once
/// is recommended first. Among the moves that preserve the outcome, one that fits the remoteness is
/// recommended, otherwise one to a position that occurred least often according to `visits`. If no
/// move is known to preserve the outcome, the first choice is recommended, and `sure` is false. If
/// the outcome is unknown, each choice is decided separately.
pub fn advise(
    instance: &Instance,
    solver: &mut Solver<'_, '_>,
    position: &Position,
    choices: &[Choice],
    visits: &dyn Fn(&Position) -> usize,
) -> Evaluated<Option<Advice>> {
    if choices.is_empty() {
        return Ok(None);
    }
    let most = if matches!(position.form, Form::Sum(_)) { MOST_SCANNED } else { MOST_SCANNED_SLOWLY };
    if choices.len() <= most
        && let Some(at) = winning_at_once(instance, solver, choices)?
    {
        let standing = Standing { outcome: Some(Outcome::Next), remoteness: Some(1), limit: None };
        return Ok(Some(Advice { at, standing, sure: true }));
    }
    let standing = standing(solver, position)?;
    let Some(outcome) = standing.outcome else {
        return groping(solver, choices, standing, visits).map(Some);
    };
    // The outcome of the positions to which good moves lead, from the view of the next player.
    let wanted = match outcome {
        Outcome::Next => Outcome::Previous,
        Outcome::Previous => Outcome::Next,
        Outcome::Draw => Outcome::Draw,
    };
    let mut best: Option<(usize, usize)> = None;
    for (at, choice) in choices.iter().enumerate() {
        if within(solver.outcome(&choice.to))? != Ok(wanted) {
            continue;
        }
        let seen = visits(&choice.to);
        if let Some(last) = standing.remoteness {
            // A position that ends in r moves has a move to one that ends in r - 1: the quickest
            // for the winner, the longest for the loser.
            if remoteness(solver, &choice.to)?.is_some_and(|after| after + 1 == last) {
                return Ok(Some(Advice { at, standing, sure: true }));
            }
        }
        if best.is_none_or(|(_, least)| seen < least) {
            best = Some((at, seen));
        }
    }
    let sure = best.is_some();
    Ok(Some(Advice { at: best.map_or(0, |(at, _)| at), standing, sure }))
}

/// The best choice when each choice is decided separately: one that the opponent loses, otherwise a
/// draw, otherwise an undecided one, otherwise any.
fn groping(
    solver: &mut Solver<'_, '_>,
    choices: &[Choice],
    standing: Standing,
    visits: &dyn Fn(&Position) -> usize,
) -> Evaluated<Advice> {
    let mut best = (usize::MAX, usize::MAX, 0);
    for (at, choice) in choices.iter().enumerate().take(MOST_TRIED) {
        let rank = match within(solver.outcome(&choice.to))? {
            Ok(Outcome::Previous) => {
                let standing = Standing { outcome: Some(Outcome::Next), ..standing };
                return Ok(Advice { at, standing, sure: true });
            }
            Ok(Outcome::Draw) => 0,
            Err(_) => 1,
            Ok(Outcome::Next) => 2,
        };
        best = best.min((rank, visits(&choice.to), at));
    }
    Ok(Advice { at: best.2, standing, sure: false })
}

/// The first choice that wins because it ends play; `None` if there is none.
fn winning_at_once(
    instance: &Instance,
    solver: &mut Solver<'_, '_>,
    choices: &[Choice],
) -> Evaluated<Option<usize>> {
    for (at, choice) in choices.iter().enumerate() {
        if wins_at_once(instance, solver, &choice.to)? {
            return Ok(Some(at));
        }
    }
    Ok(None)
}

/// Whether play is over at a position and the player to move there has lost. Except for `anti`
/// positions this needs no engine, so it works even for positions that are too large to solve.
fn wins_at_once(instance: &Instance, solver: &mut Solver<'_, '_>, to: &Position) -> Evaluated<bool> {
    if !within(stuck(instance, solver.budget(), to))?.unwrap_or(false) {
        return Ok(false);
    }
    let end = within(end(instance, solver, to, &[]))?;
    Ok(end.is_ok_and(|end| end.is_some_and(|end| !end.mover_wins)))
}
