//! Games rewritten with the negation of a flag: of a field of type `bool`.
//!
//! Each state of one game is the state of the other with the negated flag, and has the same moves.

use super::rewritten::{Rewriting, rewritten};
use crate::ir::{Domain, Expr, ExprKind, GameId, SlotId, Type, Unary, Value, walk};
use crate::position::{Budget, Instance};

/// Returns the indices of a game's fields of type `bool`; an empty list if the game leads to other
/// games, is loopy, or has turns that are not ordinary.
pub fn flags(instance: &Instance, game: GameId) -> Vec<usize> {
    let rules = instance.program.game(game);
    if rules.loopy || instance.is_twisted(game) || !walk::leads_openly_to_itself(&instance.program, game) {
        return Vec::new();
    }
    let fields = rules.fields.iter().enumerate();
    fields.filter(|(_, field)| matches!(field.domain, Domain::Bool)).map(|(at, _)| at).collect()
}

/// Returns the game in which the flag at `place` is replaced by its negation; `None` if its program
/// cannot be evaluated.
pub fn with_opposite(
    instance: &Instance,
    game: GameId,
    place: usize,
    budget: &Budget<'_>,
) -> Option<Instance> {
    let rules = instance.program.game(game);
    let fields = rules.fields.iter().enumerate();
    let first: Vec<Expr> = fields
        .map(|(at, field)| {
            let (ty, span) = (field.domain.ty(), field.span);
            let field = Expr { kind: ExprKind::Local(SlotId(at as u32)), ty, span };
            if at == place { opposite(field) } else { field }
        })
        .collect();
    let arguments = |mut arguments: Vec<Expr>| {
        let flag = arguments[place].clone();
        arguments[place] = opposite(flag);
        arguments
    };
    let order = (0..rules.fields.len()).collect();
    let fields = rules.fields.clone();
    rewritten(instance, game, Rewriting { fields, order, first, arguments: &arguments }, budget)
}

fn opposite(expr: Expr) -> Expr {
    let span = expr.span;
    let kind = match expr.kind {
        ExprKind::Literal(Value::Bool(holds)) => ExprKind::Literal(Value::Bool(!holds)),
        ExprKind::Unary(Unary::Not, inner) => return *inner,
        _ => ExprKind::Unary(Unary::Not, Box::new(expr)),
    };
    Expr { kind, ty: Type::Bool, span }
}
