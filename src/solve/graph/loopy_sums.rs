//! Decides sums with loopy components under normal play, by Smith's values of the components.

use super::code::Stop;
use super::expand::key_of;
use super::options::Failure;
use super::play::{self, Crowded, Together};
use super::sums::{of_game, outcome};
use super::{Graph, Kind, LaidOut};
use crate::ir::Convention;
use crate::ir::value::{Component, Sum};
use crate::position::{Evaluated, Problem, ProblemKind, Refusal};
use crate::{How, Outcome, Smith, refuse};
use std::sync::PoisonError;

impl Graph<'_, '_> {
    /// The outcome of a sum with loopy components under normal play, by Smith's values; `None` if a
    /// component has none, and for a single component that does not split.
    pub(super) fn loopy_sum(&mut self, sum: &Sum, kind: Kind) -> Evaluated<Option<Outcome>> {
        if sum.single().is_some() && kind.single {
            // A single component is decided by laying out all of play from it.
            return Ok(None);
        }
        match self.smith_of_sum(sum) {
            Ok(Some(value)) => {
                self.how = How::Smith;
                Ok(Some(match value {
                    Smith::Finite(value) => outcome(value != 0),
                    Smith::Infinite(values) if values.contains(&0) => Outcome::Next,
                    Smith::Infinite(_) => Outcome::Draw,
                }))
            }
            Ok(None) | Err(Problem { kind: ProblemKind::Refused(_), .. }) => Ok(None),
            Err(problem) => Err(problem),
        }
    }

    /// The value of a sum under normal play, where infinite play is a draw; `None` if the value of
    /// a component is not found.
    pub(super) fn smith_of_sum(&mut self, sum: &Sum) -> Evaluated<Option<Smith>> {
        let mut total = Smith::Finite(0);
        for (part, count) in sum.parts.iter() {
            let found = self.steady(&mut |graph| graph.smith(part))?;
            let Some(value) = found else { return Ok(None) };
            // Pairs of finite values cancel; infinite copies beyond the second change nothing.
            for _ in 0..if *count <= 2 { *count } else { 2 + count % 2 } {
                total = total.plus(&value);
            }
        }
        Ok(Some(total))
    }

    fn smith(&mut self, component: &Component) -> Result<Smith, Failure> {
        let kind = self.kind(component.game);
        let key = key_of(self.instance, &self.codec, component)?;
        let (budget, most) = (self.budget, self.budget.positions);
        let refused = || Failure::Problem(refuse(Refusal::ValueOfWinEnds));
        let values = self.values.get_mut().unwrap_or_else(PoisonError::into_inner);
        let LaidOut { alone, components, crowds, labels_of_sums, .. } = &mut self.laid_out;
        let found = if kind.single {
            let convention = Convention::Normal;
            let alone = of_game(alone, self.instance, &self.codec, key);
            let numbers = &mut alone.met;
            let mut play = play::Alone { expander: &mut self.expander, numbers, convention, most };
            let root = play.position(key)?;
            alone.labels.settle(&mut play, root, budget, &refused)?;
            alone.labels.known(root).cloned()
        } else {
            let convention = Convention::Normal;
            let (crowd, _) = crowds.entry((Together::Sum, convention)).or_default();
            let expander = &mut self.expander;
            let together = Together::Sum;
            let mut play = Crowded { expander, components, crowd, together, convention, values, most };
            let root = play.position(&[vec![key]])?;
            // Replaces the refusal of a won end in a sum, because the caller asked for a value.
            labels_of_sums.settle(&mut play, root, budget, &refused).map_err(|failure| match failure {
                Failure::Problem(Problem { kind: ProblemKind::Refused(Refusal::SumWithEnds), .. }) => {
                    refused()
                }
                failure => failure,
            })?;
            labels_of_sums.known(root).cloned()
        };
        found.ok_or(Failure::Stop(Stop::Bail))
    }
}
