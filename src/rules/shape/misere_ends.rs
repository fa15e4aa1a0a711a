//! Decides whether the ends of a game only state the rule of misère play, that a player without a
//! move has won, and removes such ends.

use super::presburger::{Defined, Definer, Linear, MoveRelation};
use super::{GameRules, Shapes, terms};
use crate::ir::{Expr, ExprKind, GameId, Type};
use crate::position::{Budget, Instance};
use crate::theory::automaton::Automaton;

/// Returns the program without the ends of a game, if these state the rule of misère play: exactly
/// the states without a move are won, and all moves from a state that is lost lead to won ones.
/// Then play by the moves alone, in which a player without a move has won, has equal outcomes.
/// `None` if there is no proof, or if some target may be anything but one component of the game.
pub fn without(shapes: &Shapes<'_>, game: GameId, budget: &Budget<'_>) -> Option<Instance> {
    let mut program = shapes.instance.program.clone();
    // In a sum, the end of one component does not end play, so each move must lead to a single
    // component.
    if !program.game(game).moves.iter().all(|it| leads_to_one(&it.target, game)) {
        return None;
    }
    let ends = std::mem::take(&mut program.games[game.index()].ends);
    let without = Instance::new(program, budget).0?;
    let rules = shapes.rules(game);
    let proved = if rules.types().iter().all(|(ty, _)| *ty == Type::Int) {
        let with_ends = shapes.move_relation(game, budget)?;
        let moves = Shapes::of(&without);
        moves.examine(game, budget, |definer, moves| is_misere(definer, moves, with_ends, game)) == Some(true)
    } else {
        let moves = GameRules { instance: &without, game };
        ends.iter().all(|end| end.win) && terms::moves_unless_over(rules, moves, budget)
    };
    proved.then_some(without)
}

/// Whether a position is provably a single component of a game.
fn leads_to_one(target: &Expr, game: GameId) -> bool {
    match &target.kind {
        ExprKind::Component(into, _) => *into == game,
        ExprKind::If(parts) => parts[1..].iter().all(|part| leads_to_one(part, game)),
        ExprKind::Let(_, parts) => leads_to_one(&parts[1], game),
        _ => false,
    }
}

/// Whether the ends in `with_ends` state the rule of misère play for the moves in `moves`.
fn is_misere(
    definer: &Definer<'_>,
    moves: &MoveRelation,
    with_ends: &MoveRelation,
    game: GameId,
) -> Defined<bool> {
    let room = definer.room;
    let [won, lost] = [&with_ends.won, &with_ends.lost].map(|over| named(over, with_ends, moves, definer));
    let (won, lost) = (won?, lost?);
    let mut movable = Automaton::constant(false);
    for parts in &moves.moves {
        movable = movable.or(&definer.hide(parts.when.clone(), &parts.fresh)?, room)?;
        let from_lost = parts.when.and(&lost, room)?;
        if from_lost.is_nothing() {
            continue;
        }
        let [(into, fields)] = &parts.parts[..] else { return Ok(false) };
        if *into != game {
            return Ok(false);
        }
        let to_won = definer.placed(&won, &moves.fields, fields)?;
        if !from_lost.and(&to_won.not(), room)?.is_nothing() {
            return Ok(false);
        }
    }
    let stuck = moves.states.and(&movable.not(), room)?;
    Ok(stuck.same(&won.and(&moves.states, room)?, room)?)
}

/// Converts a relation of the fields of `from` to one of the fields of `to`.
fn named(
    relation: &Automaton,
    from: &MoveRelation,
    to: &MoveRelation,
    definer: &Definer<'_>,
) -> Defined<Automaton> {
    let places: Vec<Linear> = to.fields.iter().copied().map(Linear::unknown).collect();
    definer.placed(relation, &from.fields, &places)
}
