//! Lists the moves from a position: the name of each with the values of its binders, the position
//! that it leads to, and who wins there.

use super::{Outcome, Solver};
use crate::ir::value::{Form, Position, Sum};
use crate::ir::{Compound, print};
use crate::position::{Evaluated, Evaluator, Step};
use std::sync::Arc;

/// A move from a position.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NamedMove {
    /// The name of the move with the values of its binders, as in `strike(i = 2)`; in a sum, after
    /// the component.
    pub name: String,
    /// The position that the move leads to.
    pub to: Position,
    /// Who wins the target, where *next* is the opponent.
    pub outcome: Outcome,
}

/// A move in a sum: its label and the sum that it leads to.
type Choice = (String, Sum);

impl Solver<'_, '_> {
    /// All moves from a position, in the order of the rules; of several moves to one target, only
    /// the first. For a component that is too large to be searched, only the winning moves, if a
    /// theorem gives them.
    pub fn moves(&mut self, position: &Position) -> Evaluated<Vec<NamedMove>> {
        if let Some(moves) = self.winning_moves_by_theorem(position) {
            return Ok(moves);
        }
        if self.options(position)?.is_empty() {
            return Ok(Vec::new());
        }
        let named: Vec<(String, Form)> = match &position.form {
            Form::Sum(sum) => {
                self.choices(sum)?.into_iter().map(|(name, to)| (name, Form::Sum(to))).collect()
            }
            Form::Operands(operands) => self.in_one(operands)?,
            Form::Compound(compound, operands) => self.in_several(*compound, operands)?,
        };
        // Every move from a lost position leads to a position that the next player wins, so the
        // targets need no search.
        let is_lost =
            !self.instance.is_twisted_position(position) && self.outcome(position)? == Outcome::Previous;
        let mut moves: Vec<NamedMove> = Vec::new();
        let mut seen = rustc_hash::FxHashSet::default();
        for (name, form) in named {
            let to = Position { convention: position.convention, form };
            if seen.insert(to.clone()) {
                let outcome = if is_lost { Outcome::Next } else { self.outcome(&to)? };
                moves.push(NamedMove { name, to, outcome });
            }
        }
        Ok(moves)
    }

    /// The moves in a sum. Their labels name the component unless it is the only one.
    fn choices(&mut self, sum: &Sum) -> Evaluated<Vec<Choice>> {
        let mut choices = Vec::new();
        let alone = sum.single().is_some();
        let waiting = self.instance.waiting(sum);
        for (at, (part, _)) in sum.parts.iter().enumerate() {
            if waiting.is_some_and(|only| only != at) {
                continue;
            }
            for step in self.steps(part)? {
                let program = &self.instance.program;
                let name = print::step(program, part.game, step.rule, &step.bound);
                let name = if alone { name } else { format!("{}: {name}", print::component(program, part)) };
                if let Some(to) = sum.replaced(at, &step.target) {
                    choices.push((name, to));
                }
            }
        }
        Ok(choices)
    }

    fn steps(&mut self, part: &crate::ir::value::Component) -> Evaluated<Vec<Step>> {
        let mut evaluator = Evaluator::new(self.instance, self.budget);
        if evaluator.ending(part)?.is_some() {
            return Ok(Vec::new());
        }
        evaluator.steps(part)
    }

    /// The moves that change one of the operands. Equal operands stand side by side, and only the
    /// first is used.
    fn in_one(&mut self, operands: &[Sum]) -> Evaluated<Vec<(String, Form)>> {
        let mut named = Vec::new();
        for at in 0..operands.len() {
            if at > 0 && operands[at] == operands[at - 1] {
                continue;
            }
            for (name, to) in self.choices(&operands[at])? {
                self.count(1 + operands.len())?;
                let program = &self.instance.program;
                let alone = operands.len() == 1 || operands[at].single().is_none();
                let name =
                    if alone { name } else { format!("{}: {name}", print::sum(program, &operands[at])) };
                let mut changed = operands.to_vec();
                changed[at] = to;
                changed.sort();
                named.push((name, Form::Operands(changed.into())));
            }
        }
        Ok(named)
    }

    /// The moves in a compound in which play is not over. One turn moves in every operand that has
    /// a move, or, in [`Compound::Some`], in any operands but at least one.
    fn in_several(&mut self, compound: Compound, operands: &[Sum]) -> Evaluated<Vec<(String, Form)>> {
        let mut partial: Vec<(Vec<String>, Vec<Sum>)> = vec![(Vec::new(), Vec::new())];
        for operand in operands {
            let choices = self.choices(operand)?;
            let mut longer = Vec::new();
            for (names, sums) in &partial {
                if choices.is_empty() || compound == Compound::Some {
                    let mut sums = sums.clone();
                    sums.push(operand.clone());
                    longer.push((names.clone(), sums));
                }
                for (name, to) in &choices {
                    let program = &self.instance.program;
                    let name = match operand.single() {
                        Some(_) => format!("{}: {name}", print::sum(program, operand)),
                        None => name.clone(),
                    };
                    let (mut names, mut sums) = (names.clone(), sums.clone());
                    names.push(name);
                    sums.push(to.clone());
                    longer.push((names, sums));
                }
                self.count(longer.len())?;
            }
            partial = longer;
        }
        let moved = partial.into_iter().filter(|(names, _)| !names.is_empty());
        Ok(moved
            .map(|(names, mut sums)| {
                sums.sort();
                (names.join(", "), Form::Compound(compound, Arc::from(sums)))
            })
            .collect())
    }
}
