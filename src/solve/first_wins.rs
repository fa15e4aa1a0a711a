//! Finds winning moves of a sum that has too many moves to examine all: examines the first choices
//! of the binders of each move, and lists the winning moves with the smallest numbers first.

use super::{NamedMove, Outcome, Solver};
use crate::ir::value::{Form, Position, Sum};
use crate::ir::{Convention, Value, print};
use crate::number::Int;
use crate::position::{Budget, Evaluated, Evaluator, Limit, Problem, ProblemKind, Step};
use std::sync::atomic::AtomicU64;

/// At most this many winning moves are listed; further ones are dropped.
const MOST_LISTED: usize = 10;

/// For each move of the rules, only the first choices of its binders are examined, up to this many.
const MOST_LOOKED_AT: usize = 500;

/// The most checks of the budget, one every few thousand steps, while the choices of one move are
/// listed. When more are needed, only the choices listed so far are examined.
const MOST_LOOKS: u64 = 50;

/// In a sum, only the moves of the first different components are examined, up to this many
/// components.
const MOST_PARTS: usize = 20;

/// A sort key, which is the greatest number that a move binds, and the winning move.
type Sized = (Option<Int>, NamedMove);

impl Solver<'_, '_> {
    /// At most [`MOST_LISTED`] winning moves of a sum, sorted by the greatest number that each
    /// binds. Winning moves may be missing, because not all moves are examined.
    pub(super) fn first_wins(&mut self, sum: &Sum, convention: Convention) -> Evaluated<Vec<NamedMove>> {
        let mut wins: Vec<Sized> = Vec::new();
        for at in 0..sum.parts.len().min(MOST_PARTS) {
            let game = sum.parts[at].0.game;
            if Evaluator::new(self.instance, self.budget).ending(&sum.parts[at].0)?.is_some() {
                continue;
            }
            for rule in 0..self.instance.program.game(game).moves.len() {
                wins.extend(self.first_wins_of(sum, at, rule, convention)?);
            }
        }
        wins.sort_by(|a, b| a.0.cmp(&b.0));
        Ok(wins.into_iter().map(|(_, win)| win).take(MOST_LISTED).collect())
    }

    /// The first winning moves of a sum by the move with index `rule` of the component with index
    /// `at`.
    fn first_wins_of(
        &mut self,
        sum: &Sum,
        at: usize,
        rule: usize,
        convention: Convention,
    ) -> Evaluated<Vec<Sized>> {
        let part = &sum.parts[at].0;
        let looks = AtomicU64::new(0);
        let stop = self.budget.stop_after(&looks, MOST_LOOKS);
        let budget = Budget::new(&stop, self.budget.positions);
        let mut steps = Vec::new();
        match Evaluator::new(self.instance, &budget).first_steps(part, rule, MOST_LOOKED_AT, &mut steps) {
            Err(problem) if !problem.kind.is_of_size() => return Err(problem),
            // If the next step takes too long to find, the steps found before it are examined.
            _ => {}
        }
        let mut wins: Vec<Sized> = Vec::new();
        for step in steps {
            let Some(to) = sum.replaced(at, &step.target) else { continue };
            let to = Position { convention, form: Form::Sum(to) };
            if wins.iter().any(|(_, win)| win.to == to) || !self.is_surely_lost(&to)? {
                continue;
            }
            let name = print::step(&self.instance.program, part.game, step.rule, &step.bound);
            let name = match sum.single() {
                Some(_) => name,
                None => format!("{}: {name}", print::component(&self.instance.program, part)),
            };
            wins.push((greatest(&step), NamedMove { name, to, outcome: Outcome::Previous }));
            if wins.len() == MOST_LISTED {
                break;
            }
        }
        Ok(wins)
    }

    /// Whether a position is certainly lost; false also if the position is too large to be
    /// searched, or the search exceeds the limit of positions.
    fn is_surely_lost(&mut self, position: &Position) -> Evaluated<bool> {
        match self.beyond(position)? {
            Some(beyond) => Ok(beyond.losing),
            None if self.is_too_large(position) => Ok(false),
            None => match self.engine.outcome(position) {
                Ok(outcome) => Ok(outcome == Outcome::Previous),
                Err(Problem { kind: ProblemKind::Limit(Limit::Positions), .. }) => Ok(false),
                Err(problem) => Err(problem),
            },
        }
    }
}

/// The greatest number among the values of a move's binders; `None` if no value is a number.
fn greatest(step: &Step) -> Option<Int> {
    let numbers = step.bound.iter().filter_map(|(_, value)| match value {
        Value::Int(int) => Some(int.clone()),
        _ => None,
    });
    numbers.max()
}
