//! Chooses the numeration system for the irrational constant of an expression.

use crate::ir::{Expr, ExprKind, FunctionId, Type, Value, walk};
use crate::number::Real;
use crate::position::{Budget, Evaluator, Instance};
use crate::theory::numeration::System;

/// Returns the numeration system in which multiples of the first irrational constant of an
/// expression, or of a function that the expression calls, can be rounded; base 2 if there is no
/// such constant or no such system.
pub fn system_for(expr: &Expr, instance: &Instance, budget: &Budget<'_>) -> System {
    let mut called = Vec::new();
    irrational(expr, instance, budget, &mut called)
        .and_then(|real| System::of_square_root(real.parts().2.to_big().magnitude()))
        .unwrap_or_default()
}

/// Returns the first irrational constant of an expression; `called` are the functions that were
/// examined already.
fn irrational(
    expr: &Expr,
    instance: &Instance,
    budget: &Budget<'_>,
    called: &mut Vec<FunctionId>,
) -> Option<Real> {
    let (mut reals, mut calls) = (Vec::new(), Vec::new());
    walk::everything(expr, &mut |inner| match &inner.kind {
        ExprKind::Call(id, _) => calls.push(*id),
        _ if inner.ty == Type::Real => reals.push(inner),
        _ => {}
    });
    for real in reals {
        let mut is_closed = true;
        walk::everything(real, &mut |inner| {
            let asks = matches!(inner.kind, ExprKind::Local(_) | ExprKind::Naturals | ExprKind::Term(..));
            is_closed &= !asks;
        });
        let mut frame = vec![Value::Bool(false); walk::frame_size(real)];
        if is_closed
            && let Ok(Value::Real(value)) = Evaluator::new(instance, budget).value(real, &mut frame)
            && !value.0.parts().1.is_zero()
        {
            return Some(value.0.clone());
        }
    }
    for id in calls {
        if !called.contains(&id) {
            called.push(id);
            let body = &instance.program.functions[id.index()].body.expr;
            if let Some(real) = irrational(body, instance, budget, called) {
                return Some(real);
            }
        }
    }
    None
}
