//! Finds the fields that some move increases: by listing the moves of a few states, and from the
//! syntax of targets.

use crate::ir::{Binary, Clause, Expr, ExprKind, GameId, Pattern, SlotId, Value, walk};
use crate::number::Int;
use crate::position::{Budget, Evaluator, Instance};
use crate::shape::GameRules;
use crate::shape::same::local;
use std::sync::atomic::AtomicU64;

/// The most states whose moves are examined; further states are ignored.
const MOST_STATES: usize = 3;
/// The most checks of the budget, about one every 4096 steps, while the moves of all these states
/// are listed. After that the remaining states are skipped.
const LOOKS: u64 = 20;

/// Returns for each field whether a move from one of the first `states` increases the field. States
/// whose moves cannot be listed are skipped.
pub fn in_moves(instance: &Instance, game: GameId, states: &[Vec<Value>], budget: &Budget<'_>) -> Vec<bool> {
    let looks = AtomicU64::new(0);
    let stop = budget.stop_after(&looks, LOOKS);
    let budget = &Budget::new(&stop, budget.positions);
    let mut grows = vec![false; instance.fields[game.index()].len()];
    for state in states.iter().take(MOST_STATES) {
        let Ok(Some((_, options))) = local(GameRules { instance, game }, state, budget) else { continue };
        for target in options.iter().flatten() {
            for (grows, (before, after)) in grows.iter_mut().zip(state.iter().zip(target)) {
                *grows |=
                    matches!((before, after), (Value::Int(before), Value::Int(after)) if before < after);
            }
        }
    }
    grows
}

/// What the clauses of a move state about the values of its names: where the range of a name
/// begins, or which constants the name takes.
pub struct Names<'e> {
    /// For each name whose domain is a range, the lower bound of the range.
    begins: Vec<(SlotId, &'e Expr)>,
    /// For each name whose domain is a constant collection, the integers that the name takes.
    constants: Vec<(SlotId, Vec<Int>)>,
}

impl<'e> Names<'e> {
    /// Collects the names that some clauses bind.
    pub fn of(clauses: &'e [Clause], instance: &Instance) -> Names<'e> {
        let mut names = Names { begins: Vec::new(), constants: Vec::new() };
        for clause in clauses {
            let Clause::For(pattern, domain) = clause else { continue };
            if let (Pattern::Slot(slot), ExprKind::Range { bounds, .. }) = (pattern, &domain.kind) {
                names.begins.push((*slot, &bounds[0]));
            }
            if let Some(Value::List(members) | Value::Set(members)) = constant(domain, instance) {
                members.iter().for_each(|member| names.take(pattern, member));
            }
        }
        names
    }

    fn take(&mut self, pattern: &Pattern, value: &Value) {
        match (pattern, value) {
            (Pattern::Slot(slot), Value::Int(int)) => {
                match self.constants.iter_mut().find(|it| it.0 == *slot) {
                    Some((_, all)) => all.push(int.clone()),
                    None => self.constants.push((*slot, vec![int.clone()])),
                }
            }
            (Pattern::Tuple(patterns), Value::Tuple(parts)) => {
                patterns.iter().zip(parts.iter()).for_each(|(pattern, part)| self.take(pattern, part));
            }
            _ => {}
        }
    }

    /// Returns the values of an expression that is a constant or a name for constants.
    fn constants<'n>(&'n self, expr: &'n Expr) -> Option<&'n [Int]> {
        match &expr.kind {
            ExprKind::Literal(Value::Int(int)) => Some(std::slice::from_ref(int)),
            ExprKind::Local(name) => self.constants.iter().find(|it| it.0 == *name).map(|it| &*it.1),
            _ => None,
        }
    }

    /// Whether an argument may be greater than field `at`: it is the field plus something that may
    /// be positive, such as `a + k`; the field minus a negative constant, or minus a name that takes
    /// constants of which one is negative; or a name whose range begins with such a sum or
    /// difference.
    pub fn add_to(&self, argument: &Expr, at: usize) -> bool {
        let is_field = |expr: &Expr| matches!(expr.kind, ExprKind::Local(slot) if slot.index() == at);
        let may_grow = |by: &Expr, is: fn(&Int) -> bool| self.constants(by).map(|all| all.iter().any(is));
        match &argument.kind {
            ExprKind::Binary(Binary::Add, left, right) => {
                let by = if is_field(left) { Some(right) } else { is_field(right).then_some(left) };
                by.is_some_and(|by| may_grow(by, |it| it.signum() > 0) != Some(false))
            }
            ExprKind::Binary(Binary::Subtract, left, right) => {
                is_field(left) && may_grow(right, |it| it.signum() < 0) == Some(true)
            }
            ExprKind::Local(name) => {
                let nothing = Names { begins: Vec::new(), constants: Vec::new() };
                self.begins.iter().any(|(slot, from)| slot == name && nothing.add_to(from, at))
            }
            _ => false,
        }
    }
}

/// Evaluates a collection; `None` if it may mention names, or has no value.
fn constant(expr: &Expr, instance: &Instance) -> Option<Value> {
    let mut named = false;
    walk::everything(expr, &mut |inner| {
        named |= !matches!(
            inner.kind,
            ExprKind::Literal(_)
                | ExprKind::Set(_)
                | ExprKind::List(_)
                | ExprKind::Tuple(_)
                | ExprKind::Convert(..)
                | ExprKind::Global(_)
                | ExprKind::Unary(..)
                | ExprKind::Binary(..)
        );
    });
    let never = || None;
    let budget = Budget::new(&never, 0);
    (!named).then(|| Evaluator::new(instance, &budget).value(expr, &mut Vec::new()).ok()).flatten()
}
