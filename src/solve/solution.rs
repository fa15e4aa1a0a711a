//! Everything that is asked of one position, with what its remoteness may cost.

use super::{How, Outcome, Solver};
use crate::ir::Convention;
use crate::ir::value::{Form, Position};
use crate::number::Int;
use crate::position::{Evaluated, Limit, Problem, ProblemKind};

/// What is known of one position.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Solution {
    /// Who wins.
    pub outcome: Outcome,
    /// Its value, where it has one.
    pub sg: Option<Int>,
    /// In how many moves it ends, when the winner hurries and the loser delays; nothing for draws,
    /// and where the whole sum is too large to be searched.
    pub remoteness: Option<u64>,
    /// Whether the remoteness was given up for its size.
    pub remoteness_limited: bool,
    /// The limit that stood in its way, if one did.
    pub limit: Option<Limit>,
    /// How the outcome became known.
    pub how: How,
}

/// The remoteness of a position that was not asked for it is given up after so many positions.
const REMOTENESS_POSITIONS: u64 = 300_000;

/// Where a theorem says who wins under misère play, the search would be long.
const REMOTENESS_BESIDE_THEOREMS: u64 = 20_000;

impl Solver<'_, '_> {
    /// Everything that is asked of one position. The remoteness of a large sum may be given up.
    pub fn solution(&mut self, position: &Position) -> Evaluated<Solution> {
        let outcome = self.outcome(position)?;
        let how = self.how();
        let sg = self.value(position)?;
        let Some(most) = self.worth_for_remoteness(position) else {
            let (remoteness, remoteness_limited, limit) = (None, true, None);
            return Ok(Solution { outcome, sg, remoteness, remoteness_limited, limit, how });
        };
        let (remoteness, limited) = match self.engine.remoteness(position, most) {
            Ok(remoteness) => (remoteness, None),
            Err(Problem { kind: ProblemKind::Limit(limit), .. }) => (None, Some(limit)),
            Err(problem) => return Err(problem),
        };
        let by_itself = limited == Some(Limit::Positions) && most < self.budget.positions;
        let limit = limited.filter(|_| !by_itself);
        Ok(Solution { outcome, sg, remoteness, remoteness_limited: limited.is_some(), limit, how })
    }

    /// How many positions may be searched for the remoteness of a position of which the outcome is known; nothing where
    /// it is too large.
    fn worth_for_remoteness(&self, position: &Position) -> Option<u64> {
        let most = match (self.otherwise, position.convention) {
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
}
