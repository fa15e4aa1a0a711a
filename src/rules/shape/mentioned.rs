//! The states of a game that its program mentions.

use super::GameRules;
use crate::ir::value::Form;
use crate::ir::{Expr, ExprKind, Value, walk};
use crate::position::{Budget, Evaluator, Instance};

/// The states of a game in the starts of its program, and constant states in claims, as far as the
/// budget allows evaluating them.
pub fn states(rules: GameRules<'_>, budget: &Budget<'_>) -> Vec<Vec<Value>> {
    let mut found = starting(rules, budget);
    for claim in &rules.instance.program.claims {
        walk::everything(claim.expr(), &mut |part| {
            if let ExprKind::Component(game, arguments) = &part.kind
                && *game == rules.game
                && let Some(state) = arguments.iter().map(|it| closed(rules.instance, it, budget)).collect()
                && !found.contains(&state)
            {
                found.push(state);
            }
        });
    }
    found
}

/// The states of the components that a program starts with.
fn starting(rules: GameRules<'_>, budget: &Budget<'_>) -> Vec<Vec<Value>> {
    let mut found: Vec<Vec<Value>> = Vec::new();
    for start in &rules.instance.program.starts {
        let position = Evaluator::new(rules.instance, budget).body(&start.position);
        let Ok(Value::Position(position)) = position else { continue };
        let Form::Sum(sum) = &position.form else { continue };
        for (part, _) in sum.parts.iter().filter(|(part, _)| part.game == rules.game) {
            if !found.iter().any(|state| **state == *part.state) {
                found.push(part.state.to_vec());
            }
        }
    }
    found
}

/// The value of an expression that mentions no names.
fn closed(instance: &Instance, expr: &Expr, budget: &Budget<'_>) -> Option<Value> {
    let mut named = false;
    walk::everything(expr, &mut |part| {
        named |= matches!(
            part.kind,
            ExprKind::Local(_)
                | ExprKind::Let(..)
                | ExprKind::SetFor(..)
                | ExprKind::ListFor(..)
                | ExprKind::AggregateFor(..)
                | ExprKind::Quantifier { .. }
        );
    });
    (!named).then(|| Evaluator::new(instance, budget).value(expr, &mut Vec::new()).ok()).flatten()
}
