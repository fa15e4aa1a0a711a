//! Applies theorems about games with a last state, all zeros and without moves, to games whose
//! moves lead to the empty position instead.

use super::mapped::StateMap;
use crate::ir::value::Component;
use crate::ir::{Expr, ExprKind, GameId, Type, Value, walk};
use crate::number::Int;
use crate::position::{Budget, Evaluator, Flow, Instance, Range};

/// The map that leaves each state as it is, for a game in which the targets that are the empty
/// position were rewritten.
#[derive(Debug)]
pub struct OfNothing;

impl StateMap for OfNothing {
    fn over(&self, state: &[Value]) -> Option<Vec<Value>> {
        Some(state.to_vec())
    }
    fn back(&self, _state: Vec<Value>) -> Option<Vec<Value>> {
        // The move to the state of zeros may lead to the empty position in this game.
        None
    }
}

/// The game in which moves to the empty position lead to the state of zeros. `None` if no move
/// leads to the empty position, if the state of zeros has moves, if some field is not a natural, or
/// if the game is loopy, has ends, has twists, or leads to other games.
pub fn with_empty_state(instance: &Instance, game: GameId, budget: &Budget<'_>) -> Option<Instance> {
    let rules = instance.program.game(game);
    let alone = walk::leads_openly_to_itself(&instance.program, game);
    let naturals = instance.fields[game.index()].iter().all(|range| *range == Range::Nat);
    if rules.loopy || !rules.ends.is_empty() || instance.is_twisted(game) || !alone || !naturals {
        return None;
    }
    let mut program = instance.program.clone();
    let mut changed = false;
    for it in &mut program.games[game.index()].moves {
        changed |= filled(&mut it.target, game, rules.fields.len());
    }
    (changed && has_no_move(instance, game, budget)).then(|| Instance::new(program, budget).0)?
}

/// Replaces the empty position in a target by the state of zeros. Returns whether the empty
/// position occurred.
fn filled(target: &mut Expr, game: GameId, fields: usize) -> bool {
    if matches!(target.kind, ExprKind::Nothing) {
        let zero = Expr { kind: ExprKind::Literal(Value::Int(Int::ZERO)), ty: Type::Int, span: target.span };
        target.kind = ExprKind::Component(game, vec![zero; fields]);
        return true;
    }
    let mut changed = false;
    walk::children_mut(target, &mut |part| {
        changed |= stacker::maybe_grow(64 << 10, 4 << 20, || filled(part, game, fields));
    });
    changed
}

/// Whether the state of zeros has no move; false also if some rule has no value there.
fn has_no_move(instance: &Instance, game: GameId, budget: &Budget<'_>) -> bool {
    let fields = instance.fields[game.index()].len();
    let zeros = Component { game, state: vec![Value::Int(Int::ZERO); fields].into() };
    let mut none = true;
    let visited = Evaluator::new(instance, budget).each_target(&zeros, &mut |_, _, _| {
        none = false;
        Ok(Flow::Stop)
    });
    visited.is_ok() && none
}
