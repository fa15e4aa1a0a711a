//! Decides whether play is over at a position, who has won, and by which rule.

use super::Choice;
use crate::ir::value::{Form, Position};
use crate::ir::{Compound, Convention, Value};
use crate::position::{Evaluated, Evaluator, Instance};
use crate::solve::Solver;

/// How play ends at a position.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct End {
    /// Whether the player to move has won.
    pub mover_wins: bool,
    /// The rule that ended play.
    pub cause: Cause,
}

/// Why play is over.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Cause {
    /// An `end when` rule of the only component's game, by its index.
    Rule(usize),
    /// There is no move.
    NoMove,
    /// One operand of a `short all` has no move.
    FirstStuck,
    /// Every operand of an `anti` position has value 0.
    AllZero,
}

/// Returns how play ends at a position; `None` if play goes on. `choices` are the position's moves.
pub fn end(
    instance: &Instance,
    solver: &mut Solver<'_, '_>,
    position: &Position,
    choices: &[Choice],
) -> Evaluated<Option<End>> {
    if let Form::Sum(sum) = &position.form
        && let Some(only) = sum.single()
    {
        let mut evaluator = Evaluator::new(instance, solver.budget());
        if let Some(ending) = evaluator.ending(only)? {
            let rule = first_end(instance, only, &mut evaluator)?;
            return Ok(Some(End { mover_wins: ending.win, cause: Cause::Rule(rule) }));
        }
    }
    if let Form::Operands(operands) = &position.form {
        for operand in operands.iter() {
            if !solver.sg(&Position::normal(operand.clone()))?.is_zero() {
                return Ok(None);
            }
        }
        return Ok(Some(End { mover_wins: true, cause: Cause::AllZero }));
    }
    if !choices.is_empty() {
        return Ok(None);
    }
    let short =
        matches!(&position.form, Form::Compound(Compound::ShortAll, operands) if !operands.is_empty());
    let cause = if short { Cause::FirstStuck } else { Cause::NoMove };
    Ok(Some(End { mover_wins: position.convention != Convention::Normal, cause }))
}

/// The index of the first `end` rule whose condition holds at a component; 0 if none holds.
fn first_end(
    instance: &Instance,
    component: &crate::ir::value::Component,
    evaluator: &mut Evaluator<'_, '_>,
) -> Evaluated<usize> {
    let ends = &instance.program.game(component.game).ends;
    for (at, end) in ends.iter().enumerate() {
        let mut frame = component.state.to_vec();
        frame.resize(end.condition.slots.len(), Value::Bool(false));
        if evaluator.truth(&end.condition.expr, &mut frame)? {
            return Ok(at);
        }
    }
    Ok(0)
}
