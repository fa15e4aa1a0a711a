//! Tables of outcomes, by the fastest engine.

use crate::ir::value::{Component, Form, Position, Sum};
use crate::ir::{Body, Convention, Expr, ExprKind, GameId, Slot, SlotId, Type, Value};
use crate::model::Model;
use crate::position::{Budget, Evaluated, Instance};
use crate::solve::{Asked, Choice, Outcome, Series, Solver};
use crate::source::Span;
use crate::theory::learn::Table;

/// The series of a game's components: a variable for each field.
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

/// Which components whose fields are below `side` are lost.
pub fn outcomes(
    instance: &Instance,
    game: GameId,
    convention: Convention,
    side: usize,
    budget: &Budget<'_>,
) -> Evaluated<Table> {
    let body = pattern(instance, game, convention);
    let tracks = body.slots.len();
    let variables = (0..tracks as u32).map(SlotId).collect();
    let model = Model::of(instance);
    // What a theorem says is not the rules, and looking for one takes longer than a table.
    model.distrust(game);
    let mut solver = Solver::new(&model, budget, Choice::Auto);
    let ready = solver.prepare(&Series { body: &body, variables, line: None });
    let count = side.pow(tracks as u32);
    if ready {
        let (first, last) = (vec![0; tracks], vec![side as i64 - 1; tracks]);
        solver.expect([&first, &last], count as u64);
    }
    let mut holds = Vec::with_capacity(count);
    let mut cell = vec![0i64; tracks];
    for _ in 0..count {
        let short = if ready { solver.next(Asked::Outcome, &cell)? } else { None };
        holds.push(match short {
            Some(found) => found == 0,
            None => {
                let state = cell.iter().map(|number| Value::int(*number)).collect();
                let form = Form::Sum(Sum::one(Component { game, state }));
                solver.outcome(&Position { convention, form })? == Outcome::Previous
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
    Ok(Table { tracks, side, holds })
}
