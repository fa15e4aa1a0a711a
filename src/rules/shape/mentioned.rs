//! Collects the states of a game that the starts and claims of its program mention.

use super::GameRules;
use crate::ir::value::Form;
use crate::ir::{Expr, ExprKind, Value, walk};
use crate::position::{Budget, Evaluator, Instance};

/// Returns the states of a game in the starts of its program, then the constant ones in its claims,
/// each once. Expressions that cannot be evaluated within the budget are skipped.
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

/// Returns the states of the game's components in the starts of the program.
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

/// Evaluates an expression; `None` if it mentions or binds local names, or has no value.
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
