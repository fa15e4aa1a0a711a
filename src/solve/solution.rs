//! Everything that is asked of one position at once, with as much search as it is worth.

use super::{Choice, How, Outcome, Solver};
use crate::ir::Convention;
use crate::ir::value::{Form, Position};
use crate::locality;
use crate::number::Int;
use crate::position::{Evaluated, Limit, Problem, ProblemKind};
use std::sync::atomic::AtomicU64;

/// What is known of one position.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Solution {
    /// Who wins.
    pub outcome: Outcome,
    /// Its value, where it has one.
    pub sg: Option<Int>,
    /// Whether it may have a value that was not searched.
    pub sg_left: bool,
    /// In how many moves it ends, when the winner hurries and the loser delays; nothing for draws,
    /// and where it was not searched to the end.
    pub remoteness: Option<u64>,
    /// Whether the search for the remoteness was left out or given up.
    pub remoteness_limited: bool,
    /// The limit that stood in its way, if one did.
    pub limit: Option<Limit>,
    /// How the outcome became known.
    pub how: How,
}

/// The remoteness of a position that was not asked for it is given up after so many positions.
const REMOTENESS_POSITIONS: u64 = 300_000;
/// The same where it is told only because it is cheap: whoever wants it can ask.
const REMOTENESS_UNASKED: u64 = 30_000;
/// Where a theorem says who wins under misère play, the search would be long.
const REMOTENESS_BESIDE_THEOREMS: u64 = 20_000;
/// Where a board fell apart, the search for the remoteness is that of the whole board.
const REMOTENESS_BESIDE_PARTS: u64 = 2_000;
/// And where a theorem or a period told who wins, after so many looks at the clock.
const REMOTENESS_LOOKS: u64 = 4_000;

impl Solver<'_, '_> {
    /// Whether a position is one board: a set, a text or a grid. Such positions have few moves.
    pub fn is_board(&self, position: &Position) -> bool {
        let Form::Sum(sum) = &position.form else { return false };
        sum.single().is_some_and(|part| locality::is_board(self.instance.program.game(part.game)))
    }

    /// Everything that is asked of one position. The remoteness of a large sum may be given up.
    pub fn solution(&mut self, position: &Position) -> Evaluated<Solution> {
        self.solution_within(position, REMOTENESS_POSITIONS)
    }

    fn solution_within(&mut self, position: &Position, most: u64) -> Evaluated<Solution> {
        let outcome = self.outcome(position)?;
        let how = self.how();
        let sg = self.value(position)?;
        let (sg_left, limit) = (false, None);
        let mut solution =
            Solution { outcome, sg, sg_left, remoteness: None, remoteness_limited: true, limit, how };
        match self.worth_for_remoteness(position) {
            Some(worth) => self.add_remoteness(position, most.min(worth), &mut solution)?,
            None => solution.sg_left = solution.sg.is_none() && self.may_have_value(position),
        }
        Ok(solution)
    }

    /// How many positions may be searched for the remoteness of a position of which the outcome is known; nothing where
    /// it is too large.
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

    /// Whether a position is not to be searched: a theorem may say no more than who wins.
    pub(super) fn is_too_large(&self, position: &Position) -> bool {
        let Form::Sum(sum) = &position.form else { return false };
        sum.parts.iter().any(|(part, _)| self.is_large(part))
    }

    /// The same, with a search also where a theorem or a period tells who wins: of the whole play, within all limits,
    /// or only where it promises to be short.
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

    /// Searches value and remoteness by a solver of its own, which gives up after some work.
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
        // Its limits are not those that were asked for; what is really reached shows soon enough.
        *solution = Solution { limit: None, ..found };
        Ok(())
    }

    /// Whether a position is of a kind that has values: a sum under normal play.
    fn may_have_value(&self, position: &Position) -> bool {
        let Form::Sum(sum) = &position.form else { return false };
        position.convention == Convention::Normal
            && sum.parts.iter().all(|(part, _)| self.has_values(part.game))
    }
}
