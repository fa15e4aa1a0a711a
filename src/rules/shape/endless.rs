//! Finds proofs that play can be infinite: a set of positions each of which has a move that stays
//! in the set.
//!
//! For arithmetic rules, the largest such set remains after repeatedly removing the positions
//! without a move into the rest; if this stops after a few rounds, an automaton recognises the set.
//! For other rules, a set is found if some move changes no field that decides whether the move is
//! legal or play is over.

use super::Shapes;
use super::presburger::{Bound, Defined, Definer, Linear, MoveRelation, Number, Scope, Sign, Stuck};
use crate::ir::value::Component;
use crate::ir::{Clause, Expr, ExprKind, GameId, Move, SlotId, Value, print, walk};
use crate::number::Int;
use crate::position::{Budget, Evaluator, Flow, Instance};
use crate::theory::automaton::{Automaton, Track};

/// The most rounds; the last one must remove no position. If more are needed, no set is found by
/// arithmetic.
const ROUNDS: usize = 40;

/// A set of positions of one game in which every position has a move to a position of the set.
/// Only a set of [`Endless::where_legal`] may be empty.
#[derive(Debug, Clone)]
pub struct Endless {
    /// The game of the positions.
    pub game: GameId,
    /// The member whose greatest field is least; `None` for the sets of [`Endless::where_legal`].
    pub smallest: Option<Component>,
    /// Which positions these are, in words, such as ``every position with `n >= 8` ``.
    pub words: String,
    members: Members,
}

/// Which components belong to a set.
#[derive(Debug, Clone)]
enum Members {
    /// The components whose fields an automaton accepts.
    Accepted { fields: Vec<Track>, set: Automaton },
    /// The components from which move number `rule` is legal. The move is legal again after it is
    /// made.
    Legal { rule: usize },
}

impl Endless {
    /// Makes the set of the positions from which move number `rule` is legal. The move must be
    /// legal again after each time that it is made.
    pub fn where_legal(instance: &Instance, game: GameId, rule: usize) -> Endless {
        let name = &instance.program.game(game).moves[rule].name;
        let words = format!("every position from which `{name}` is legal");
        Endless { game, smallest: None, words, members: Members::Legal { rule } }
    }

    /// Whether a component provably belongs to the set.
    pub fn contains(&self, instance: &Instance, component: &Component, budget: &Budget<'_>) -> bool {
        if component.game != self.game {
            return false;
        }
        let (fields, set) = match &self.members {
            Members::Accepted { fields, set } => (fields, set),
            Members::Legal { rule } => return is_legal(instance, component, *rule, budget),
        };
        let field = |track: &Track| {
            let at = fields.iter().position(|field| field == track)?;
            match component.state.get(at)? {
                Value::Int(int) => u64::try_from(int.to_i64()?).ok(),
                _ => None,
            }
        };
        let numbers: Option<Vec<u64>> = set.tracks().iter().map(field).collect();
        numbers.is_some_and(|numbers| set.holds(&numbers))
    }
}

/// Whether a move is legal from a component, and play is not over there; `false` if an evaluation
/// fails.
fn is_legal(instance: &Instance, component: &Component, rule: usize, budget: &Budget<'_>) -> bool {
    let mut evaluator = Evaluator::new(instance, budget);
    let mut legal = false;
    let over = !matches!(evaluator.ending(component), Ok(None));
    let visited = evaluator.each_target(component, &mut |at, _, _| {
        legal |= at == rule;
        Ok(if legal { Flow::Stop } else { Flow::More })
    });
    !over && visited.is_ok() && legal
}

/// Finds a set of positions of a game from which play can be infinite: by arithmetic if few rounds
/// suffice, otherwise by a move that remains legal. `None` proves nothing.
pub fn endless(shapes: &Shapes<'_>, game: GameId, budget: &Budget<'_>) -> Option<Endless> {
    let by_arithmetic =
        shapes.examine(game, budget, |definer, moves| by_arithmetic(shapes.instance, definer, game, moves));
    by_arithmetic.or_else(|| by_what_is_kept(shapes.instance, game))
}

/// Finds a move that preserves all fields that determine whether the move is legal and whether play
/// is over.
fn by_what_is_kept(instance: &Instance, game: GameId) -> Option<Endless> {
    let rules = instance.program.game(game);
    let (rule, _) = rules.moves.iter().enumerate().find(|(_, it)| {
        let mut needed = vec![false; rules.fields.len()];
        let mut note = |expr: &Expr| {
            walk::everything(expr, &mut |inner| {
                if let ExprKind::Local(slot) = inner.kind
                    && let Some(needed) = needed.get_mut(slot.index())
                {
                    *needed = true;
                }
            });
        };
        it.clauses.iter().for_each(|clause| note(walk::clause_expr(clause)));
        rules.ends.iter().for_each(|end| note(&end.condition.expr));
        let kept = |arguments: &[Expr]| {
            let same = |(at, argument): (usize, &Expr)| {
                !needed[at] || matches!(argument.kind, ExprKind::Local(slot) if slot.index() == at)
            };
            arguments.iter().enumerate().all(same)
        };
        walk::sure_components(&it.target, game).into_iter().any(kept)
    })?;
    Some(Endless::where_legal(instance, game, rule))
}

fn by_arithmetic(
    instance: &Instance,
    definer: &Definer<'_>,
    game: GameId,
    move_relation: &MoveRelation,
) -> Defined<Endless> {
    let set = largest(definer, game, move_relation)?.ok_or(Stuck::Undefinable)?;
    let member = set.smallest(&move_relation.fields, definer.room)?.ok_or(Stuck::Undefinable)?;
    let value = |number| Value::Int(Int::from(num_bigint::BigInt::from(number)));
    let smallest = Component { game, state: member.into_iter().map(value).collect() };
    let words = words(instance, definer, game, move_relation, &set).unwrap_or(None);
    let words = words.unwrap_or_else(|| "every position of a set that an automaton recognises".to_string());
    let members = Members::Accepted { fields: move_relation.fields.clone(), set };
    Ok(Endless { game, smallest: Some(smallest), words, members })
}

/// Returns the largest set of positions such that each of them has a move into the set; `None` if
/// this set is empty, or is not found within [`ROUNDS`] rounds.
fn largest(definer: &Definer<'_>, game: GameId, move_relation: &MoveRelation) -> Defined<Option<Automaton>> {
    let room = definer.room;
    let over = move_relation.lost.or(&move_relation.won, room)?;
    let mut set = move_relation.states.and(&over.not(), room)?;
    for _ in 0..ROUNDS {
        let mut stays = Automaton::constant(false);
        for parts in &move_relation.moves {
            for (_, to) in parts.parts.iter().filter(|part| part.0 == game) {
                let inside = definer.placed(&set, &move_relation.fields, to)?;
                let here = definer.hide(parts.when.and(&inside, room)?, &parts.fresh)?;
                stays = stays.or(&here, room)?;
            }
        }
        let next = set.and(&stays, room)?;
        if next.same(&set, room)? {
            return Ok((!set.is_nothing()).then_some(set));
        }
        set = next;
    }
    Ok(None)
}

/// Describes the set if it consists of every position, of the positions with `field >= number`, or
/// of the positions that meet the guards of a move; `None` otherwise.
fn words(
    instance: &Instance,
    definer: &Definer<'_>,
    game: GameId,
    move_relation: &MoveRelation,
    set: &Automaton,
) -> Defined<Option<String>> {
    let (room, program) = (definer.room, &instance.program);
    let game = program.game(game);
    if set.same(&move_relation.states, room)? {
        return Ok(Some("every position".to_string()));
    }
    let member = set.smallest(&move_relation.fields, room)?.unwrap_or_default();
    for ((track, least), field) in move_relation.fields.iter().zip(member).zip(&game.fields) {
        let least = Int::from(num_bigint::BigInt::from(least));
        let above = Linear::unknown(*track).sub(&Linear::constant(least.clone())).is_natural(room)?;
        if set.same(&move_relation.states.and(&above, room)?, room)? {
            return Ok(Some(format!("every position with `{} >= {least}`", field.name)));
        }
    }
    for it in &game.moves {
        let guards = guards(it);
        let mut holds = move_relation.states.clone();
        for guard in &guards {
            holds = holds.and(&definer.truth(guard, &scope(move_relation))?.holds, room)?;
        }
        if !guards.is_empty() && set.same(&holds, room)? {
            let texts: Vec<String> =
                guards.iter().map(|guard| print::expr(program, &it.slots, guard)).collect();
            return Ok(Some(format!("every position where `{}`", texts.join(" and "))));
        }
    }
    Ok(None)
}

/// Returns the scope in which the name of each field is the number on its track.
fn scope(move_relation: &MoveRelation) -> Scope {
    let number = |track: &Track| Bound::Number(Number::linear(Linear::unknown(*track)));
    move_relation.fields.iter().enumerate().map(|(at, track)| (SlotId(at as u32), number(track))).collect()
}

/// Returns the conditions of a move before its first binder: they depend on the fields alone.
fn guards(it: &Move) -> Vec<&Expr> {
    let guards = it.clauses.iter().map_while(|clause| match clause {
        Clause::If(guard) => Some(guard),
        Clause::For(..) => None,
    });
    guards.collect()
}
