//! Computes tables of the outcomes or values of all small positions of a game, with the fastest
//! engine and without theorems.

use crate::Target;
use crate::ir::value::{Component, Form, Position, Sum};
use crate::ir::{Body, Convention, Expr, ExprKind, GameId, Slot, SlotId, Type, Value};
use crate::model::Model;
use crate::position::{Budget, Evaluated, Instance};
use crate::solve::{Asked, Choice, Outcome, Series, Solver};
use crate::source::Span;
use crate::theory::learn::Table;

/// The component of a game whose fields are variables, under a convention. Field `i` is the
/// variable in slot `i`.
pub fn pattern(instance: &Instance, game: GameId, convention: Convention) -> Body {
    let span = Span::default();
    let fields = &instance.program.game(game).fields;
    let expr = |kind, ty| Expr { kind, ty, span };
    let locals = (0..fields.len() as u32).map(|at| expr(ExprKind::Local(SlotId(at)), Type::Int)).collect();
    let mut position = expr(ExprKind::Component(game, locals), Type::Position);
    if convention != Convention::Normal {
        position = expr(ExprKind::Convention(convention, Box::new(position)), Type::Position);
    }
    let slot = |name: &String| Slot { name: name.clone(), span, ty: Type::Int };
    Body { slots: fields.iter().map(|field| slot(&field.name)).collect(), expr: position }
}

/// Computes a table of the components with fields below `side`; the table holds for the lost ones.
pub fn outcomes(instance: &Instance, target: Target, side: usize, budget: &Budget<'_>) -> Evaluated<Table> {
    let found = answers(instance, target, side, Asked::Outcome, budget)?;
    Ok(as_table(instance.program.game(target.game).fields.len(), side, &found, |found| found == 0))
}

/// A table that holds for the positions whose answers satisfy `is_so`.
pub fn as_table(tracks: usize, side: usize, answers: &[u64], is_so: impl Fn(u64) -> bool) -> Table {
    Table { tracks, side, holds: answers.iter().map(|answer| is_so(*answer)).collect() }
}

/// The answers to one question about all components with fields below `side`; the last field varies
/// fastest. An answer is a value, or, for outcomes, 0 exactly where the player to move loses.
pub fn answers(
    instance: &Instance,
    target: Target,
    side: usize,
    asked: Asked,
    budget: &Budget<'_>,
) -> Evaluated<Vec<u64>> {
    let Target { game, convention } = target;
    let body = pattern(instance, game, convention);
    let tracks = body.slots.len();
    let variables = (0..tracks as u32).map(SlotId).collect();
    let model = Model::of(instance);
    // Theorems are not used: their results are not derived from the rules, and matching a theorem
    // takes longer than computing a table.
    model.distrust(game);
    let mut solver = Solver::new(&model, budget, Choice::Auto);
    let ready = solver.prepare(&Series { body: &body, variables, line: None });
    let count = side.pow(tracks as u32);
    if ready {
        let (first, last) = (vec![0; tracks], vec![side as i64 - 1; tracks]);
        solver.expect([&first, &last], count as u64);
    }
    let mut answers = Vec::with_capacity(count);
    let mut cell = vec![0i64; tracks];
    for _ in 0..count {
        let short = if ready { solver.next(asked, &cell)? } else { None };
        answers.push(match short {
            Some(found) => found,
            None => {
                let state = cell.iter().map(|number| Value::int(*number)).collect();
                let form = Form::Sum(Sum::one(Component { game, state }));
                one(&mut solver, asked, &Position { convention, form })?
            }
        });
        for place in cell.iter_mut().rev() {
            *place += 1;
            if *place < side as i64 {
                break;
            }
            *place = 0;
        }
    }
    Ok(answers)
}

fn one(solver: &mut Solver<'_, '_>, asked: Asked, position: &Position) -> Evaluated<u64> {
    Ok(match asked {
        Asked::Outcome => u64::from(solver.outcome(position)? != Outcome::Previous),
        // The value of such a small component fits into 64 bits.
        Asked::Value => {
            solver.sg(position)?.to_i64().and_then(|it| u64::try_from(it).ok()).unwrap_or(u64::MAX)
        }
    })
}
