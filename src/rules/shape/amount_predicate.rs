//! Recognises one-heap games in which an amount may be taken if it satisfies a condition that does
//! not depend on the heap, such as being a prime or a square.
//!
//! The condition need not be arithmetic that automata decide, because the evaluator computes it for
//! each amount separately. The module recognises such moves by their syntax,
//! `move take(k in 1..=n) when C(k) -> g(n - k)`: the guard must read nothing but the amount.

use crate::ir::{Binary, Clause, Expr, ExprKind, GameId, Move, Pattern, SlotId, Value, walk};
use crate::number::Int;
use crate::position::{Budget, Evaluated, Evaluator, Instance, Range};
use crate::source::Span;

/// The slot of the only field, the heap.
const HEAP: SlotId = SlotId(0);

/// One move of the rules: it takes an amount from `least` up to the whole heap that meets all
/// `conditions`.
#[derive(Debug, Clone)]
struct Kind<'a> {
    least: u64,
    amount: SlotId,
    conditions: Vec<&'a Expr>,
    /// How many slots the move has.
    slots: usize,
}

/// The moves of a game in which conditions on the amount alone say what may be taken.
#[derive(Debug, Clone)]
pub struct Listed<'a> {
    kinds: Vec<Kind<'a>>,
}

/// Returns the moves of a game of one heap without `end`; `None` unless each move takes any amount,
/// from a positive literal up to the whole heap, that meets conditions on the amount alone.
pub fn recognise(instance: &Instance, game: GameId) -> Option<Listed<'_>> {
    let [Range::Nat] = &*instance.fields[game.index()] else { return None };
    let rules = instance.program.game(game);
    if !rules.ends.is_empty() {
        return None;
    }
    let kinds = rules.moves.iter().map(|it| kind(game, it)).collect::<Option<Vec<_>>>()?;
    Some(Listed { kinds })
}

fn kind(game: GameId, rules: &Move) -> Option<Kind<'_>> {
    let (first, rest) = rules.clauses.split_first()?;
    let Clause::For(Pattern::Slot(amount), Expr { kind: ExprKind::Range { bounds, inclusive: true }, .. }) =
        first
    else {
        return None;
    };
    let (ExprKind::Literal(Value::Int(least)), ExprKind::Local(HEAP)) = (&bounds[0].kind, &bounds[1].kind)
    else {
        return None;
    };
    let least = u64::try_from(least.to_i64()?).ok().filter(|least| *least > 0)?;
    let conditions = rest.iter().map(|clause| match clause {
        Clause::If(condition) if speaks_of_the_amount(condition) => Some(condition),
        _ => None,
    });
    let conditions = conditions.collect::<Option<Vec<_>>>()?;
    let ExprKind::Component(target, arguments) = &rules.target.kind else { return None };
    let [Expr { kind: ExprKind::Binary(Binary::Subtract, from, taken), .. }] = &**arguments else {
        return None;
    };
    let leads = *target == game
        && matches!(from.kind, ExprKind::Local(HEAP))
        && matches!(taken.kind, ExprKind::Local(slot) if slot == *amount);
    leads.then_some(Kind { least, amount: *amount, conditions, slots: rules.slots.len() })
}

/// Whether a condition reads neither the heap nor the values or outcomes of positions.
fn speaks_of_the_amount(condition: &Expr) -> bool {
    let mut only = true;
    walk::everything(condition, &mut |inner| {
        only &= match &inner.kind {
            // The amount is the only name that the move binds; others are bound inside the condition.
            ExprKind::Local(slot) => *slot != HEAP,
            ExprKind::Term(..) | ExprKind::Component(..) => false,
            _ => true,
        };
    });
    only
}

impl Listed<'_> {
    /// Returns the amounts that may be taken, from `from` to `to`, both included, ascending.
    pub fn amounts(
        &self,
        instance: &Instance,
        budget: &Budget<'_>,
        from: u64,
        to: u64,
    ) -> Evaluated<Vec<u64>> {
        let mut evaluator = Evaluator::new(instance, budget);
        let (mut amounts, mut frame) = (Vec::new(), Vec::new());
        for amount in from..=to {
            let mut admitted = false;
            // The conditions of every move are evaluated, even after one move admits the amount: a
            // condition without a value makes the rules unsound.
            for kind in self.kinds.iter().filter(|kind| kind.least <= amount) {
                admitted |= kind.admits(&mut evaluator, amount, &mut frame)?;
            }
            if admitted {
                amounts.push(amount);
            }
        }
        Ok(amounts)
    }
}

impl Kind<'_> {
    fn admits(
        &self,
        evaluator: &mut Evaluator<'_, '_>,
        amount: u64,
        frame: &mut Vec<Value>,
    ) -> Evaluated<bool> {
        evaluator.tick(1, Span::default())?;
        frame.clear();
        frame.resize(self.slots, Value::Bool(false));
        frame[self.amount.index()] = Value::Int(Int::from(amount));
        for condition in &self.conditions {
            if !evaluator.truth(condition, frame)? {
                return Ok(false);
            }
        }
        Ok(true)
    }
}
