//! Recognises games whose fields form groups that are played independently: every move changes
//! fields of one group, by a rule about that group alone.
//!
//! Then a state is the sum of its groups, each as a component of a game with the group's fields.
//! This must be evident from the form of the rules.

use super::rewritten::{Rewriting, rewritten};
use crate::ir::{Expr, ExprKind, GameId, Move, SlotId, Type, Value, walk};
use crate::number::Int;
use crate::position::{Budget, Instance};

/// The most fields of a game; games with more are not examined.
const MOST_FIELDS: usize = 8;

/// The independent games, one for each group of fields, of which a game is the sum.
#[derive(Debug)]
pub struct SeparateGroups {
    /// Programs in which the game, under its own number, has the fields of one group.
    pub games: Vec<Instance>,
    /// The fields of each group, ascending.
    pub groups: Vec<Vec<usize>>,
}

/// Returns the groups of a game; `None` unless its rules show several groups, each with a move, one
/// of which has several fields. Games with ends, repeating positions or turns that are not ordinary
/// are refused.
pub fn separate_groups(instance: &Instance, game: GameId, budget: &Budget<'_>) -> Option<SeparateGroups> {
    let rules = instance.program.game(game);
    let fields = rules.fields.len();
    let alone = walk::leads_openly_to_itself(&instance.program, game);
    let plain = !rules.loopy && rules.ends.is_empty() && !instance.is_twisted(game) && alone;
    if !plain || !(3..=MOST_FIELDS).contains(&fields) {
        return None;
    }
    let used = rules.moves.iter().map(|it| used(it, fields)).collect::<Option<Vec<Vec<usize>>>>()?;
    let groups = joined(&used, fields);
    // A group without a move is a field that affects no move.
    let moves = groups.iter().all(|group| used.iter().any(|used| group.contains(&used[0])));
    if groups.len() < 2 || groups.len() == fields || !moves {
        return None;
    }
    let games = groups.iter().map(|group| {
        let mut alone = instance.clone();
        let moves = rules.moves.iter().zip(&used).filter(|(_, used)| group.contains(&used[0]));
        alone.program.games[game.index()].moves = moves.map(|(it, _)| it.clone()).collect();
        of_group(&alone, game, group, budget)
    });
    let games = games.collect::<Option<Vec<Instance>>>()?;
    Some(SeparateGroups { games, groups })
}

/// Returns the fields that a move reads or changes, some perhaps several times; `None` if there are
/// none, or if the move does not lead to one component.
fn used(it: &Move, fields: usize) -> Option<Vec<usize>> {
    let ExprKind::Component(_, arguments) = &it.target.kind else { return None };
    let mut used = Vec::new();
    let mut read = |expr: &Expr| {
        walk::everything(expr, &mut |part| match part.kind {
            ExprKind::Local(slot) if slot.index() < fields => used.push(slot.index()),
            _ => {}
        });
    };
    it.clauses.iter().map(walk::clause_expr).for_each(&mut read);
    let stays = |at: usize| matches!(arguments[at].kind, ExprKind::Local(slot) if slot.index() == at);
    let changed: Vec<usize> = (0..fields).filter(|at| !stays(*at)).collect();
    changed.iter().for_each(|at| read(&arguments[*at]));
    used.extend(changed);
    (!used.is_empty()).then_some(used)
}

/// Divides the fields into groups such that the fields used by one move are in one group. Groups
/// are in the order of their first fields.
fn joined(used: &[Vec<usize>], fields: usize) -> Vec<Vec<usize>> {
    let mut group: Vec<usize> = (0..fields).collect();
    for used in used {
        for other in used {
            let (keep, drop) = (group[used[0]], group[*other]);
            group.iter_mut().filter(|it| **it == drop).for_each(|it| *it = keep);
        }
    }
    let mut groups: Vec<Vec<usize>> =
        (0..fields).map(|name| (0..fields).filter(|at| group[*at] == name).collect()).collect();
    groups.retain(|group| !group.is_empty());
    groups.sort();
    groups
}

/// Returns the game with only the fields of one group. The moves of `instance` must use no other
/// fields.
fn of_group(instance: &Instance, game: GameId, group: &[usize], budget: &Budget<'_>) -> Option<Instance> {
    let fields = &instance.program.game(game).fields;
    let others = (0..fields.len()).filter(|at| !group.contains(at));
    let order = group.iter().copied().chain(others).collect();
    let first = fields.iter().enumerate().map(|(at, field)| {
        let (kind, ty) = match group.iter().position(|it| *it == at) {
            Some(place) => (ExprKind::Local(SlotId(place as u32)), field.domain.ty()),
            // No move of this group mentions a field of another group.
            None => (ExprKind::Literal(Value::Int(Int::ZERO)), Type::Int),
        };
        Expr { kind, ty, span: field.span }
    });
    let first = first.collect();
    let of_group = group.iter().map(|at| fields[*at].clone()).collect();
    let arguments = |arguments: Vec<Expr>| group.iter().map(|at| arguments[*at].clone()).collect();
    rewritten(instance, game, Rewriting { fields: of_group, order, first, arguments: &arguments }, budget)
}
