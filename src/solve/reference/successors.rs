//! Computes the options of a position, by the rules of its components and the rules of sums,
//! operands and compounds, and decides whether play is over.

use super::Reference;
use crate::ir::value::{Form, Position, Sum};
use crate::ir::{Compound, Convention};
use crate::position::{Evaluated, Problem, ProblemKind, Refusal};
use crate::refuse;
use crate::source::Span;
use std::sync::Arc;

fn too_large() -> Problem {
    Problem { span: Span::default(), kind: ProblemKind::TooLarge("a count of components") }
}

/// The options of the player who is to move, unless play is over.
pub enum View {
    /// Play is over; the player to move has won, or has lost.
    Over { won: bool },
    /// The positions that one move leads to, ascending, each once; never empty.
    Open(Vec<Position>),
}

impl Reference<'_, '_> {
    /// The options of a position, unless play is over.
    pub fn view(&mut self, position: &Position) -> Evaluated<View> {
        self.instance.refuse_twisted_sums(position)?;
        if let Form::Sum(sum) = &position.form
            && let Some(only) = sum.single()
            && let Some(ending) = self.component(only)?.ending
        {
            // A stated end is absolute: it holds under every convention.
            return Ok(View::Over { won: ending.win });
        }
        if let Form::Operands(operands) = &position.form
            && self.all_zero(operands)?
        {
            return Ok(View::Over { won: true });
        }
        let forms = match &position.form {
            Form::Sum(sum) => {
                self.refuse_ends_in_sum(sum, position.convention)?;
                self.sum_options(sum)?.into_iter().map(Form::Sum).collect()
            }
            Form::Operands(operands) => self.one_operand(operands)?,
            Form::Compound(compound, operands) => {
                for operand in operands.iter() {
                    self.refuse_ends_in_sum(operand, position.convention)?;
                }
                self.several_operands(*compound, operands)?
            }
        };
        let convention = position.convention;
        let mut options: Vec<Position> =
            forms.into_iter().map(|form| Position { convention, form }).collect();
        options.sort();
        options.dedup();
        if options.is_empty() {
            return Ok(View::Over { won: convention != Convention::Normal });
        }
        Ok(View::Open(options))
    }

    /// Whether all operands have value 0. Examines operands up to the first one with another value;
    /// an error if an examined operand can be loopy or can reach a stated `end`.
    fn all_zero(&mut self, operands: &[Sum]) -> Evaluated<bool> {
        for operand in operands {
            if operand.parts.iter().any(|(part, _)| self.loopy(part.game)) {
                return Err(refuse(Refusal::AntiLoopy));
            }
            if self.refuses_anti(operand)? {
                return Err(refuse(Refusal::AntiWithEnds));
            }
            if self.value_of_sum(operand)? != 0 {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Refuses a sum in which a component has ended by a stated `end`, unless the player to move
    /// loses by this end and the convention is normal play: then the component counts as a
    /// component without moves.
    fn refuse_ends_in_sum(&mut self, sum: &Sum, convention: Convention) -> Evaluated<()> {
        for (part, _) in sum.parts.iter() {
            let ending = self.component(part)?.ending;
            if ending.is_some_and(|ending| ending.win || convention == Convention::Misere) {
                return Err(refuse(Refusal::SumWithEnds));
            }
        }
        Ok(())
    }

    /// The sums that one move in one component of a sum leads to.
    pub fn sum_options(&mut self, sum: &Sum) -> Evaluated<Vec<Sum>> {
        let mut options = Vec::new();
        // If a player moves again, the opponent's only option is to permit this, in the component
        // `waiting`.
        let waiting = self.instance.waiting(sum);
        for (at, (part, _)) in sum.parts.iter().enumerate() {
            if waiting.is_some_and(|only| only != at) {
                continue;
            }
            for target in self.targets(part)? {
                options.push(sum.replaced(at, &target).ok_or_else(too_large)?);
            }
        }
        options.sort();
        options.dedup();
        Ok(options)
    }

    /// The positions after a move in one of the operands.
    fn one_operand(&mut self, operands: &[Sum]) -> Evaluated<Vec<Form>> {
        let mut forms = Vec::new();
        for at in 0..operands.len() {
            // Equal operands stand side by side, and a move in one is as good as in another.
            if at > 0 && operands[at] == operands[at - 1] {
                continue;
            }
            for option in self.sum_options(&operands[at])? {
                self.tick(1 + operands.len())?;
                let mut changed = operands.to_vec();
                changed[at] = option;
                changed.sort();
                forms.push(Form::Operands(changed.into()));
            }
        }
        Ok(forms)
    }

    /// The positions after one turn of a compound, which moves in some or all of the operands that
    /// have moves; none in [`Compound::ShortAll`] if an operand has no move.
    fn several_operands(&mut self, compound: Compound, operands: &[Sum]) -> Evaluated<Vec<Form>> {
        let mut choices: Vec<(Vec<Sum>, bool)> = vec![(Vec::new(), false)];
        for operand in operands {
            let options = self.sum_options(operand)?;
            if options.is_empty() && compound == Compound::ShortAll {
                return Ok(Vec::new());
            }
            let mut longer = Vec::new();
            for (chosen, moved) in &choices {
                let stays = options.is_empty() || compound == Compound::Some;
                let kept = stays.then_some((operand, *moved)).into_iter();
                for (next, moved) in kept.chain(options.iter().map(|option| (option, true))) {
                    let mut chosen = chosen.clone();
                    chosen.push(next.clone());
                    longer.push((chosen, moved));
                }
                self.tick(longer.len())?;
            }
            choices = longer;
        }
        let moved = choices.into_iter().filter(|(_, moved)| *moved);
        Ok(moved
            .map(|(mut chosen, _)| {
                chosen.sort();
                Form::Compound(compound, Arc::from(chosen))
            })
            .collect())
    }
}
