//! Finds a move that can be made again and again with the same choices, so that play need not end,
//! such as `k in 1..=a -> w(a + k, b)`.

use super::facts::Facts;
use super::occurrences::{facts_of_game, facts_of_move};
use super::totality;

use crate::ir::{Binary, Builtin, Clause, Expr, ExprKind, GameId, Move, Pattern, SlotId, Type, walk};
use crate::position::{Instance, Range};

/// The index of the first move of a game that provably is legal again after it was made, with the
/// same choices. That the move is legal at some component is not proved. `None` also for games in
/// which the opponent may forbid options, or with `again`.
pub fn repeated(instance: &Instance, game: GameId) -> Option<usize> {
    let (base, rules) = (facts_of_game(instance, game), instance.program.game(game));
    // With `blocking` the opponent may forbid the move; a game with `again` only lets the opponent
    // move again.
    if rules.blocking.is_some() || rules.again.is_some() {
        return None;
    }
    (0..rules.moves.len()).find(|rule| {
        let it = &rules.moves[*rule];
        let facts = facts_of_move(&base, it);
        let targets = walk::sure_components(&it.target, game);
        // Facts about an expression assume that it has a value, so that has to be proved as well.
        !facts.impossible()
            && (totality::has_values(instance, game, it) || has_own_elements(instance, game, it))
            && targets.into_iter().any(|fields| is_legal_again(instance, game, it, fields, facts.clone()))
    })
}

/// Whether, provably, the fields of a target stay in their types, no end applies there, and all
/// clauses of the move hold again.
fn is_legal_again(
    instance: &Instance,
    game: GameId,
    it: &Move,
    fields: &[Expr],
    mut facts: Facts<'_>,
) -> bool {
    let ranges: &[Range] = &instance.fields[game.index()];
    let stay = fields.iter().zip(ranges).all(|(field, range)| facts.clone().stays(field, range));
    let goes_on = instance.program.game(game).ends.iter().all(|end| {
        let condition = facts.apart(&end.condition, fields);
        facts.known(&condition) == Some(false)
    });
    // The names of the move keep their values; the fields have the values in the target.
    let names = (fields.len()..it.slots.len()).map(|at| Expr {
        kind: ExprKind::Local(SlotId(at as u32)),
        ty: it.slots[at].ty.clone(),
        span: it.slots[at].span,
    });
    let after: Vec<Expr> = fields.iter().cloned().chain(names).collect();
    stay && goes_on && it.clauses.iter().all(|clause| holds_again(clause, &after, &mut facts))
}

/// Whether a game has no ends, and a move consists only of sums, differences, products, `and`,
/// comparisons, ranges, lengths, fields, names, constants, and elements `a[i]`, perhaps replaced by
/// `with`, where `i` runs over the indices of `a`. Such a move lacks a value only where an index is
/// outside its list, and [`is_legal_again`] proves that each `i` is again an index of its list.
fn has_own_elements(instance: &Instance, game: GameId, it: &Move) -> bool {
    let runs_over = |slot: SlotId, field: SlotId| {
        it.clauses.iter().any(|clause| {
            let Clause::For(Pattern::Slot(bound), domain) = clause else { return false };
            let ExprKind::Builtin(Builtin::Indices, list) = &domain.kind else { return false };
            *bound == slot && matches!(list[0].kind, ExprKind::Local(list) if list == field)
        })
    };
    let is_own = |list: &Expr, index: &Expr| match (&list.kind, &index.kind) {
        (ExprKind::Local(list), ExprKind::Local(index)) => runs_over(*index, *list),
        _ => false,
    };
    let is_plain = |part: &Expr| match &part.kind {
        ExprKind::Local(_) | ExprKind::Literal(_) | ExprKind::Range { .. } | ExprKind::Compare(..) => true,
        ExprKind::Component(..) | ExprKind::Builtin(Builtin::Indices | Builtin::Len, _) => true,
        ExprKind::Binary(Binary::Add | Binary::Subtract | Binary::Multiply | Binary::And, ..) => true,
        ExprKind::Index(parts) => is_own(&parts[0], &parts[1]),
        ExprKind::With { base, path, many: false, .. } => {
            matches!(path.as_slice(), [index] if is_own(base, index))
        }
        _ => false,
    };
    let parts = it.clauses.iter().map(walk::clause_expr).chain([&it.target]);
    let ends = &instance.program.game(game).ends;
    let mut all = ends.is_empty();
    parts.for_each(|part| walk::everything(part, &mut |inner| all &= is_plain(inner)));
    all
}

/// Whether a clause provably holds after the move; `after` holds the values of the fields and the
/// names there, by slot.
fn holds_again(clause: &Clause, after: &[Expr], facts: &mut Facts<'_>) -> bool {
    // Clauses with names of their own, such as those of comprehensions, are not analysed.
    let mut binds = false;
    walk::everything(walk::clause_expr(clause), &mut |part| binds |= !walk::bound_by(part).is_empty());
    if binds {
        return false;
    }
    match clause {
        Clause::If(condition) => walk::conjuncts(condition)
            .into_iter()
            .all(|it| facts.known(&walk::instantiate(it, after, 0)) == Some(true)),
        Clause::For(Pattern::Slot(slot), domain) => {
            let domain = walk::instantiate(domain, after, 0);
            let chosen = &after[slot.index()];
            (chosen.ty == Type::Int || chosen.ty == Type::Vertex) && facts.is_present(chosen, &domain)
        }
        Clause::For(Pattern::Tuple(_), _) => false,
    }
}
