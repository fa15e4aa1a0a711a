//! An engine for boards with local rules. Each board splits into parts, which play as a sum, and
//! parts of equal structure are searched once.
//!
//! * `field`: which steps can still be played, and which cells they connect
//! * `order`: which of them are examined first
//! * `motions`: shifts, turns and mirror images that the rules respect
//! * `frames`: fast recognition of parts that differ by a motion only
//! * `key`: the structure of a part, independent of its location
//! * `table`: the value of each part, or values that it does not have
//! * `search`: values by depth first search
//! * `team`: this search on several threads
//! * `words`: sets of literals as bits
//!
//! [`crate::locality`] proves that rules are local. This engine answers only questions about values
//! and outcomes under normal play; another engine answers the others, and all questions about games
//! that are not local.

mod field;
mod frames;
mod key;
mod motions;
mod order;
mod search;
mod table;
mod team;
#[cfg(test)]
mod tests;
mod words;

use super::{Asked, Engine, How, Outcome, Series};
use crate::ir::value::{Component, Form, Position, Sum};
use crate::ir::{Convention, GameId, walk};
use crate::locality::{self, Net, NotLocal, Reason, analyse};
use crate::number::Int;
use crate::position::{Budget, Evaluated, Instance, Limit, Problem, ProblemKind};
use crate::source::Span;
use search::Trouble;
use table::Table;
use team::{Boards, Team};

/// The result of a short search by parts for a value.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ByParts {
    /// The position is not a board that this engine can split.
    Whole,
    /// The search was ended because it exceeded the limit.
    Left,
    /// The value of the position.
    Value(Int),
}

/// Boards with fewer cells are left to the other engines, unless this engine was requested.
const FEW_CELLS: usize = 12;

/// The most nets of one game that are kept; when one more is needed, all are dropped.
const MOST_NETS: usize = 64;

/// What the analysis of a game found.
enum Known {
    /// The nets of the boards found so far, each with the search of its boards.
    Nets(Vec<(Net, Box<dyn Boards>)>),
    /// Why this engine does not support the game.
    Not(NotLocal),
}

/// The engine for local boards. It passes other questions to another engine.
pub struct Cells<'a, 'b> {
    instance: &'a Instance,
    budget: &'a Budget<'b>,
    /// The engine for all other questions and games.
    rest: Box<dyn Engine<'a> + 'a>,
    /// Whether the user requested this engine, so that no other engine may give values and
    /// outcomes.
    forced: bool,
    games: Vec<Option<Known>>,
    table: Table,
    /// Whether this engine, not `rest`, gave the last outcome; `None` if there was no outcome yet,
    /// if the last one could not be found, or if values of a series were asked for since.
    answered: Option<bool>,
    /// The games on boards that the current series asks about.
    series: Vec<GameId>,
}

impl<'a, 'b> Cells<'a, 'b> {
    /// Makes an engine without results.
    pub fn new(
        instance: &'a Instance,
        budget: &'a Budget<'b>,
        rest: Box<dyn Engine<'a> + 'a>,
        forced: bool,
    ) -> Cells<'a, 'b> {
        let games = instance.program.game_ids().map(|_| None).collect();
        Cells {
            instance,
            budget,
            rest,
            forced,
            games,
            table: Table::default(),
            answered: None,
            series: Vec::new(),
        }
    }

    /// Whether this engine tries to split a component: always if the user requested this engine,
    /// otherwise if it is a board with at least [`FEW_CELLS`] cells.
    fn is_board(&self, part: &Component) -> bool {
        let game = self.instance.program.game(part.game);
        self.forced || locality::is_board(game) && locality::cells(part) >= FEW_CELLS
    }

    /// Finds a net of a game that includes a component, or makes one. Returns the index of the net,
    /// and the literals that are true in the component; `None` if this engine does not support the
    /// component. An error if the rules are not local and the user requested this engine.
    fn place(&mut self, part: &Component) -> Evaluated<Option<(usize, Vec<u32>)>> {
        if !self.is_board(part) {
            return Ok(None);
        }
        let known = self.games[part.game.index()].get_or_insert_with(|| Known::Nets(Vec::new()));
        let nets = match known {
            Known::Nets(nets) => nets,
            Known::Not(why) if self.forced => return Err(unfit(part.game, why)),
            Known::Not(_) => return Ok(None),
        };
        let found = (0..nets.len()).find_map(|at| nets[at].0.state(part).map(|state| (at, state)));
        if found.is_some() {
            return Ok(found);
        }
        let net = analyse(self.instance, part, self.budget)?;
        match net.map(|net| (net.state(part), net)) {
            Ok((Some(state), net)) if self.forced || net.falls_apart() => {
                if nets.len() == MOST_NETS {
                    nets.clear();
                }
                let boards = boards(&net);
                nets.push((net, boards));
                Ok(Some((nets.len() - 1, state)))
            }
            Ok(_) => {
                let span = self.instance.program.game(part.game).span;
                *known = Known::Not(NotLocal { span, reason: Reason::Stays });
                Ok(None)
            }
            Err(why) => {
                *known = Known::Not(why);
                if self.forced { Err(unfit(part.game, &why)) } else { Ok(None) }
            }
        }
    }

    /// Passes a question about a component to the search of its net, which ends with an error when
    /// the table has more than `most` parts. `None` if another engine is to answer.
    fn ask<T>(
        &mut self,
        part: &Component,
        most: u64,
        ask: impl FnOnce(&mut dyn Boards, &Table, &[u32], &Budget<'_>) -> Result<T, Trouble>,
    ) -> Evaluated<Option<T>> {
        let Some((at, state)) = self.place(part)? else { return Ok(None) };
        let Some(Known::Nets(nets)) = &mut self.games[part.game.index()] else { return Ok(None) };
        let mut budget = self.budget.fork();
        if most < budget.positions {
            // What is found within the limit must not depend on how threads share the work.
            budget.positions = most;
            budget.threads = 1;
        }
        match ask(&mut *nets[at].1, &self.table, &state, &budget) {
            Ok(answer) => Ok(Some(answer)),
            Err(Trouble::Limit(limit)) => Err(super::limit(limit)),
            // The other engine searches again, and reports the cycle.
            Err(Trouble::Cycle) => Ok(None),
        }
    }

    /// Whether this engine gave the last outcome. While `answered` is `None`: whether the user
    /// requested this engine.
    fn answers(&self) -> bool {
        self.answered.unwrap_or(self.forced)
    }

    /// The value of a sum, with at most `most` parts in the table; `None` if another engine is to
    /// answer.
    fn of_sum(&mut self, sum: &Sum, most: u64) -> Evaluated<Option<u64>> {
        let mut total = 0;
        for (part, count) in sum.parts.iter() {
            let value =
                self.ask(part, most, |boards, table, state, budget| boards.value(table, state, budget))?;
            let Some(value) = value else { return Ok(None) };
            // A component with an even count is searched too, to make sure that play on it ends.
            total ^= u64::from(value) * (count % 2);
        }
        Ok(Some(total))
    }

    /// Whether the player to move loses a sum; `None` if another engine is to answer.
    fn is_lost(&mut self, sum: &Sum) -> Evaluated<Option<bool>> {
        match sum.single() {
            Some(part) => {
                self.ask(part, u64::MAX, |boards, table, state, budget| boards.has(table, state, 0, budget))
            }
            None => Ok(self.of_sum(sum, u64::MAX)?.map(|value| value == 0)),
        }
    }
}

/// Makes the search of a net's boards, with enough words of 64 bits for its literals.
fn boards(net: &Net) -> Box<dyn Boards> {
    match net.literals() {
        0..=64 => Box::new(Team::<1>::new(net)),
        65..=128 => Box::new(Team::<2>::new(net)),
        129..=256 => Box::new(Team::<4>::new(net)),
        _ => Box::new(Team::<16>::new(net)),
    }
}

fn unfit(game: GameId, why: &NotLocal) -> Problem {
    let kind = ProblemKind::Unfit { engine: "cells", game, why: why.reason.words() };
    Problem { span: why.span, kind }
}

/// The error for questions that values cannot answer: the outcome of a sum under misère play does
/// not follow from the values or the outcomes of its parts.
fn beyond_values(position: &Position) -> Problem {
    let sums = match &position.form {
        Form::Sum(sum) => std::slice::from_ref(sum),
        Form::Compound(_, sums) | Form::Operands(sums) => sums,
    };
    let first = sums.iter().find_map(|sum| sum.parts.first());
    let game = first.map_or(GameId(0), |(part, _)| part.game);
    let why = "the values of its parts decide normal play only";
    Problem { span: Span::default(), kind: ProblemKind::Unfit { engine: "cells", game, why } }
}

/// The sum of a position; `None` if it is empty, a compound, or not under normal play.
fn sum_of(position: &Position) -> Option<&Sum> {
    match &position.form {
        Form::Sum(sum) if position.convention == Convention::Normal && !sum.is_empty() => Some(sum),
        _ => None,
    }
}

impl<'a> Engine<'a> for Cells<'a, '_> {
    fn name(&self) -> &'static str {
        if self.answers() { "cells" } else { self.rest.name() }
    }

    fn outcome(&mut self, position: &Position) -> Evaluated<Outcome> {
        self.answered = None;
        if self.forced && position.convention != Convention::Normal {
            return Err(beyond_values(position));
        }
        let lost = match sum_of(position) {
            Some(sum) => self.is_lost(sum)?,
            None => None,
        };
        match lost {
            Some(lost) => {
                self.answered = Some(true);
                Ok(if lost { Outcome::Previous } else { Outcome::Next })
            }
            None => {
                self.answered = Some(false);
                self.rest.outcome(position)
            }
        }
    }

    fn sg(&mut self, position: &Position) -> Evaluated<Int> {
        let value = match sum_of(position) {
            Some(sum) => self.of_sum(sum, u64::MAX)?,
            None => None,
        };
        match value {
            Some(value) => Ok(Int::from(value)),
            None => self.rest.sg(position),
        }
    }

    fn sg_by_parts(&mut self, position: &Position, most: u64) -> Evaluated<ByParts> {
        let Some(sum) = sum_of(position) else { return Ok(ByParts::Whole) };
        let in_table = most.saturating_add(self.table.len() as u64);
        match self.of_sum(sum, in_table) {
            Ok(Some(value)) => Ok(ByParts::Value(Int::from(value))),
            Ok(None) => Ok(ByParts::Whole),
            Err(Problem { kind: ProblemKind::Limit(Limit::Positions), .. }) => Ok(ByParts::Left),
            Err(problem) => Err(problem),
        }
    }

    fn remoteness(&mut self, position: &Position, most: u64) -> Evaluated<Option<u64>> {
        self.rest.remoteness(position, most)
    }

    fn options(&mut self, position: &Position) -> Evaluated<Vec<Position>> {
        self.rest.options(position)
    }

    fn equal(&mut self, a: &Position, b: &Position) -> Evaluated<bool> {
        if let (Some(first), Some(second)) = (sum_of(a), sum_of(b))
            && let Some(first) = self.of_sum(first, u64::MAX)?
            && let Some(second) = self.of_sum(second, u64::MAX)?
        {
            return Ok(first == second);
        }
        self.rest.equal(a, b)
    }

    fn how(&self) -> How {
        if self.answered == Some(true) { How::Parts } else { self.rest.how() }
    }

    fn plan(&self) -> String {
        if !self.answers() {
            return self.rest.plan();
        }
        "the board falls apart: cells that are no longer connected by a move play as a sum".into()
    }

    fn prepare(&mut self, series: &Series<'a>) -> bool {
        let mut games = walk::games_in(&self.instance.program, &series.body.expr);
        games.retain(|game| {
            let fields = &self.instance.program.game(*game).fields;
            fields.iter().any(|field| locality::has_cells(&field.domain))
        });
        self.series = games;
        self.rest.prepare(series)
    }

    fn expect(&mut self, corners: [&[i64]; 2], count: u64) {
        self.rest.expect(corners, count);
    }

    fn next(&mut self, asked: Asked, numbers: &[i64]) -> Evaluated<Option<u64>> {
        self.answered = None;
        let may_fall_apart = |game: &GameId| !matches!(self.games[game.index()], Some(Known::Not(_)));
        if self.series.iter().any(may_fall_apart) {
            // `None` makes the caller ask about each position separately, so that boards are split.
            return Ok(None);
        }
        self.rest.next(asked, numbers)
    }

    fn sweep(
        &mut self,
        asked: Asked,
        ranges: &[(i64, i64)],
        show: &mut dyn FnMut(&[u32]) -> bool,
    ) -> Evaluated<bool> {
        self.rest.sweep(asked, ranges, show)
    }

    fn examined(&self) -> usize {
        self.rest.examined() + self.table.len()
    }
}
