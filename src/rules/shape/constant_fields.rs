//! Finds the fields that no move changes, and rewrites a game with constants in their place as a
//! game on the other fields.

use super::rewritten::{Rewriting, rewritten};
use crate::ir::{Expr, ExprKind, GameId, SlotId, Value, walk};
use crate::position::{Budget, Instance};

/// Returns the fields of a game that no move changes, ascending. `None` if these are none or all of
/// its fields, if the game has no moves or leads to other games, or if it has passes, extra turns,
/// forbidden options or repeating positions.
pub fn constant_fields(instance: &Instance, game: GameId) -> Option<Vec<usize>> {
    let rules = instance.program.game(game);
    let turns = rules.blocking.is_none() && rules.passes.is_none() && rules.again.is_none() && !rules.loopy;
    if !turns || rules.moves.is_empty() || !walk::leads_openly_to_itself(&instance.program, game) {
        return None;
    }
    let mut constant = vec![true; rules.fields.len()];
    for it in &rules.moves {
        walk::everything(&it.target, &mut |part| {
            if let ExprKind::Component(_, arguments) = &part.kind {
                for (at, argument) in arguments.iter().enumerate() {
                    constant[at] &=
                        matches!(argument.kind, ExprKind::Local(slot) if slot == SlotId(at as u32));
                }
            }
        });
    }
    let places: Vec<usize> = (0..constant.len()).filter(|at| constant[*at]).collect();
    (!places.is_empty() && places.len() < constant.len()).then_some(places)
}

/// Returns the game without the fields at `places`, which have these `values` everywhere; `None` if
/// its program cannot be evaluated.
pub fn with_constants(
    instance: &Instance,
    game: GameId,
    places: &[usize],
    values: &[Value],
    budget: &Budget<'_>,
) -> Option<Instance> {
    let rules = instance.program.game(game);
    let is_constant = |at: &usize| places.contains(at);
    let others: Vec<usize> = (0..rules.fields.len()).filter(|at| !is_constant(at)).collect();
    // The other fields come first. Unused names take the places of the constants.
    let order: Vec<usize> = others.iter().chain(places).copied().collect();
    let first: Vec<Expr> = (0..rules.fields.len())
        .map(|at| {
            let field = &rules.fields[at];
            let kind = match places.iter().position(|place| *place == at) {
                Some(place) => ExprKind::Literal(values[place].clone()),
                None => ExprKind::Local(SlotId(others.iter().position(|other| *other == at)? as u32)),
            };
            Some(Expr { kind, ty: field.domain.ty(), span: field.span })
        })
        .collect::<Option<_>>()?;
    let fields = others.iter().map(|at| rules.fields[*at].clone()).collect();
    let arguments = |arguments: Vec<Expr>| {
        let others = arguments.into_iter().enumerate().filter(|(at, _)| !is_constant(at));
        others.map(|(_, argument)| argument).collect()
    };
    rewritten(instance, game, Rewriting { fields, order, first, arguments: &arguments }, budget)
}
