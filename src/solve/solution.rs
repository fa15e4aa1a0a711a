//! Collects all answers about one position: outcome, value and remoteness, each within a reasonable
//! amount of search.

use super::{ByParts, Choice, How, NamedMove, Outcome, Solver};
use crate::ir::Convention;
use crate::ir::value::{Form, Position};
use crate::locality;
use crate::number::Int;
use crate::position::{Evaluated, Limit, Problem, ProblemKind};
use std::sync::atomic::AtomicU64;

/// All answers about one position.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Solution {
    /// Who wins.
    pub outcome: Outcome,
    /// The position's value; `None` if the position has no value, or none was found.
    pub sg: Option<Int>,
    /// Whether the position may have a value, but the search for it was skipped.
    pub sg_left: bool,
    /// The number of moves until the end with best play; `None` for draws, and if the search was
    /// incomplete.
    pub remoteness: Option<u64>,
    /// Whether the search for the remoteness was skipped or given up because it is long.
    pub remoteness_limited: bool,
    /// The limit of the command that cut a search short, if any.
    pub limit: Option<Limit>,
    /// How the outcome was found.
    pub how: How,
}

/// The largest limit of positions in a search for a remoteness, unless the caller requests a whole
/// search.
const REMOTENESS_POSITIONS: u64 = 300_000;
/// The limit of positions in the first search for a remoteness by [`Solver::searched_solution`].
/// Further searches do not have this limit.
const REMOTENESS_UNASKED: u64 = 30_000;
/// The limit of positions in the search for the remoteness of a misère position whose outcome a
/// theorem gives, because that search may be long.
const REMOTENESS_BESIDE_THEOREMS: u64 = 20_000;
/// The limit of positions in the search for the remoteness of a board whose outcome was found part
/// by part, because the remoteness needs a search of the whole board.
const REMOTENESS_BESIDE_PARTS: u64 = 2_000;
/// The limit of parts of boards in all searches for the values after moves together, if these
/// values were not requested.
const PARTS_UNASKED: u64 = 50_000;
/// The limit of parts in the search for the value of a board whose outcome a theorem gave.
const PARTS_BESIDE_THEOREMS: u64 = 300_000;
/// Boards with at most this many cells are searched, up to [`PARTS_OF_SMALL_BOARDS`] parts, before
/// a theorem is matched.
const CELLS_OF_SMALL_BOARDS: usize = 40;
/// The limit of parts in the search of a small board.
const PARTS_OF_SMALL_BOARDS: u64 = 20_000;
/// The most checks of the budget, one every few thousand steps, in the search for a remoteness if a
/// theorem or a period gave the outcome. When more are needed, the search is given up.
const REMOTENESS_LOOKS: u64 = 4_000;

impl Solver<'_, '_> {
    /// Whether a position is one board: a set, a text or a grid. Such positions have few moves.
    pub fn is_board(&self, position: &Position) -> bool {
        let Form::Sum(sum) = &position.form else { return false };
        sum.single().is_some_and(|part| locality::is_board(self.instance.program.game(part.game)))
    }

    /// The value of a position, if it is known or a short search finds it.
    pub(super) fn value_at_hand(&mut self, position: &Position) -> Evaluated<Option<Int>> {
        match self.value_of_small_board(position)? {
            None => self.known_value(position),
            value => Ok(value),
        }
    }

    /// The value of a small board that splits into parts, if a short search finds it. This is tried
    /// before theorems, because matching a theorem takes longer.
    fn value_of_small_board(&mut self, position: &Position) -> Evaluated<Option<Int>> {
        let may_be = self.free && self.tries_parts && !self.instance.is_twisted_position(position);
        let Form::Sum(sum) = &position.form else { return Ok(None) };
        let cells = sum.single().map_or(0, locality::cells);
        if !may_be || cells > CELLS_OF_SMALL_BOARDS || !self.is_board(position) {
            return Ok(None);
        }
        match self.engine.sg_by_parts(position, PARTS_OF_SMALL_BOARDS) {
            Ok(ByParts::Value(value)) => Ok(Some(value)),
            Ok(ByParts::Whole) => Ok(None),
            Ok(ByParts::Left) => {
                self.tries_parts = false;
                Ok(None)
            }
            Err(problem) => Err(problem),
        }
    }

    /// The values of the positions that these moves lead to, in order; `None` where there is no
    /// value or the search for it was skipped. Where such a position is a board that splits into
    /// parts, only a short search is made, unless `whole`. Also returns whether a search was
    /// skipped.
    pub fn values_after(&mut self, moves: &[&NamedMove], whole: bool) -> Evaluated<(Vec<Option<Int>>, bool)> {
        let mut found: Vec<ByParts> = Vec::new();
        for it in moves {
            found.push(match self.known_value(&it.to)? {
                Some(value) => ByParts::Value(value),
                // The target is already known to be lost, so its value needs no further search.
                None if it.outcome == Outcome::Previous => self.engine.sg_by_parts(&it.to, 0)?,
                None => ByParts::Left,
            });
        }
        if !whole {
            self.beside(|solver| solver.add_short(moves, &mut found))?;
        }
        let is_left = |it: &ByParts| *it == ByParts::Left;
        let left = !whole && found.iter().any(is_left);
        let mut values = Vec::new();
        for (it, found) in moves.iter().zip(found) {
            values.push(match found {
                ByParts::Value(value) => Some(value),
                ByParts::Left if !whole => None,
                _ => self.value(&it.to)?,
            });
        }
        Ok((values, left))
    }

    /// Passes a solver to `ask`, which makes a search that is given up if it takes long: a new
    /// solver with one thread where boards may be played by parts, so that the result does not
    /// depend on earlier questions or on the timing of threads; otherwise this solver.
    fn beside<T>(&mut self, ask: impl FnOnce(&mut Solver<'_, '_>) -> T) -> T {
        match self.choice {
            Some(choice @ (Choice::Auto | Choice::Cells)) => {
                let budget = self.budget.fork().with_threads(1);
                ask(&mut Solver::new(self.model, &budget, choice))
            }
            _ => ask(self),
        }
    }

    /// Replaces each [`ByParts::Left`] in `found` by the value of the move's target, as far as
    /// searches of [`PARTS_UNASKED`] parts in total find it.
    fn add_short(&mut self, moves: &[&NamedMove], found: &mut [ByParts]) -> Evaluated<()> {
        let begun = self.engine.examined() as u64;
        for (it, found) in moves.iter().zip(found) {
            if *found == ByParts::Left {
                let most = PARTS_UNASKED.saturating_sub(self.engine.examined() as u64 - begun);
                *found = self.engine.sg_by_parts(&it.to, most)?;
            }
        }
        Ok(())
    }

    /// All results for one position. The remoteness is skipped if its search is too long.
    pub fn solution(&mut self, position: &Position) -> Evaluated<Solution> {
        self.solution_within(position, REMOTENESS_POSITIONS)
    }

    fn solution_within(&mut self, position: &Position, most: u64) -> Evaluated<Solution> {
        let outcome = self.outcome(position)?;
        let how = self.how();
        let sg = match self.value(position)? {
            None if self.free && self.is_too_large(position) => {
                match self.beside(|solver| solver.engine.sg_by_parts(position, PARTS_BESIDE_THEOREMS))? {
                    ByParts::Value(value) => Some(value),
                    _ => None,
                }
            }
            value => value,
        };
        let (sg_left, limit) = (false, None);
        let mut solution =
            Solution { outcome, sg, sg_left, remoteness: None, remoteness_limited: true, limit, how };
        match self.worth_for_remoteness(position) {
            Some(worth) => self.add_remoteness(position, most.min(worth), &mut solution)?,
            None => solution.sg_left = solution.sg.is_none() && self.may_have_value(position),
        }
        Ok(solution)
    }

    /// How many positions may be searched for the remoteness of a position whose outcome is known;
    /// `None` if no search is made, because the position is too large or the engine is `proof`.
    fn worth_for_remoteness(&self, position: &Position) -> Option<u64> {
        if self.choice == Some(Choice::Proof) {
            return None;
        }
        let most = match (self.otherwise, position.convention) {
            (None, _) if self.how() == How::Parts => REMOTENESS_BESIDE_PARTS,
            (None, _) => REMOTENESS_POSITIONS,
            _ if self.is_too_large(position) => return None,
            (_, Convention::Normal) => REMOTENESS_POSITIONS,
            _ => REMOTENESS_BESIDE_THEOREMS,
        };
        Some(self.budget.positions.min(most))
    }

    /// Whether some component of a position is too large to be searched if there is another method.
    pub(super) fn is_too_large(&self, position: &Position) -> bool {
        let Form::Sum(sum) = &position.form else { return false };
        sum.parts.iter().any(|(part, _)| self.is_large(part))
    }

    /// All results for one position, with a search even if a theorem or a period gives the outcome.
    /// If `whole`, all of play is searched within the limits; otherwise, only if the search is
    /// expected to be short.
    pub fn searched_solution(&mut self, position: &Position, whole: bool) -> Evaluated<Solution> {
        let mut solution = self.solution_within(position, REMOTENESS_UNASKED)?;
        let is_searched = whole || self.choice != Some(Choice::Proof);
        if !solution.remoteness_limited || solution.limit.is_some() || !is_searched {
            return Ok(solution);
        }
        if whole {
            if solution.sg_left {
                self.add_value(position, &mut solution)?;
            }
            self.add_remoteness(position, self.budget.positions, &mut solution)?;
        } else if self.otherwise.is_some() && self.is_worth_a_search(position) {
            self.search_a_little(position, &mut solution)?;
        }
        Ok(solution)
    }

    fn add_value(&mut self, position: &Position, solution: &mut Solution) -> Evaluated<()> {
        match self.engine.sg(position) {
            Ok(value) => (solution.sg, solution.sg_left) = (Some(value), false),
            Err(Problem { kind: ProblemKind::Refused(_), .. }) => solution.sg_left = false,
            Err(Problem { kind: ProblemKind::Limit(limit), .. }) => solution.limit = Some(limit),
            Err(problem) => return Err(problem),
        }
        Ok(())
    }

    fn add_remoteness(&mut self, position: &Position, most: u64, solution: &mut Solution) -> Evaluated<()> {
        let limit = match self.engine.remoteness(position, most) {
            Ok(remoteness) => {
                (solution.remoteness, solution.remoteness_limited) = (remoteness, false);
                return Ok(());
            }
            Err(Problem { kind: ProblemKind::Limit(limit), .. }) => limit,
            Err(problem) => return Err(problem),
        };
        let by_itself = limit == Limit::Positions && most < self.budget.positions;
        solution.remoteness_limited = true;
        solution.limit = solution.limit.or((!by_itself).then_some(limit));
        Ok(())
    }

    /// Searches for value and remoteness with a separate solver, which stops after a limited amount
    /// of work.
    fn search_a_little(&self, position: &Position, solution: &mut Solution) -> Evaluated<()> {
        let looks = AtomicU64::new(0);
        let stop = self.budget.stop_after(&looks, REMOTENESS_LOOKS);
        let positions = self.budget.positions.min(REMOTENESS_POSITIONS);
        let mut budget = self.budget.within(&stop).with_threads(1);
        budget.positions = positions;
        let mut other = Solver::new(self.model, &budget, Choice::Graph);
        let mut found = solution.clone();
        if found.sg_left {
            other.add_value(position, &mut found)?;
        }
        if found.limit.is_none() {
            other.add_remoteness(position, positions, &mut found)?;
        }
        // The limits of this search are not those of the command, so they are not reported.
        *solution = Solution { limit: None, ..found };
        Ok(())
    }

    /// Whether a position may have a value: it is a sum under normal play, and all its games have
    /// values.
    fn may_have_value(&self, position: &Position) -> bool {
        let Form::Sum(sum) = &position.form else { return false };
        position.convention == Convention::Normal
            && sum.parts.iter().all(|(part, _)| self.has_values(part.game))
    }
}
