//! Warns of rules that have no effect: moves that are never legal or add no option, conditions that
//! are always true, ends that never occur, and fields that never change.

use super::facts::Facts;
use super::occurrences::{Occurrence, facts_of_fields, facts_of_game, facts_of_move};
use super::{errors, totality};
use crate::diagnostic::Diagnostic;
use crate::ir::{
    Binary, Clause, Comparison, Expr, ExprKind, GameId, Move, Pattern, SlotId, Type, slots_of, walk,
};
use crate::position::Instance;
use crate::source::Span;

/// Warns of the rules of one game that have no effect.
pub fn game(
    instance: &Instance,
    game: GameId,
    occurrences: &[Occurrence<'_>],
    diagnostics: &mut Vec<Diagnostic>,
) {
    let rules = instance.program.game(game);
    if !rules.in_root || rules.origin.is_some() {
        return;
    }
    let bare = facts_of_fields(instance, game);
    if bare.impossible() {
        // The game has no components, perhaps because of `--set`, so nothing can be said about its
        // rules.
        return;
    }
    let going_on = facts_of_game(instance, game);
    for end in &rules.ends {
        let mut facts = bare.clone();
        facts.assume(&end.condition.expr, true);
        if facts.impossible() {
            diagnostics.push(errors::end_never(end.span));
        }
    }
    let mut possible: Vec<&Move> = Vec::new();
    for it in rules.moves.iter().filter(|it| !rules.is_pass(it)) {
        if facts_of_move(&going_on, it).impossible() {
            diagnostics.push(errors::never_legal(it, first_contradiction(&going_on, it)));
        } else {
            always_true(&bare, it, diagnostics);
            possible.push(it);
        }
    }
    covered(&going_on, &possible, diagnostics);
    unchanging_fields(instance, game, occurrences, diagnostics);
}

/// The place of the first clause of a move that cannot hold if the clauses before it do.
fn first_contradiction(going_on: &Facts<'_>, it: &Move) -> Option<Span> {
    let mut facts = going_on.clone();
    it.clauses.iter().find_map(|clause| {
        facts.learn_clause(clause);
        facts.impossible().then(|| walk::clause_expr(clause).span)
    })
}

/// Warns of conjuncts of a guard that follow from the types and the binders' domains alone.
fn always_true(bare: &Facts<'_>, it: &Move, diagnostics: &mut Vec<Diagnostic>) {
    let mut facts = bare.clone();
    for clause in &it.clauses {
        match clause {
            Clause::For(..) => facts.learn_clause(clause),
            Clause::If(condition) => {
                let mut opposite = facts.clone();
                opposite.assume(condition, false);
                // If the facts contradict each other already, that says nothing about the
                // condition.
                if opposite.impossible()
                    && !facts.impossible()
                    && totality::has_value(&mut facts.clone(), condition, totality::Room::Needed)
                {
                    diagnostics.push(errors::always_true(condition.span));
                }
            }
        }
    }
}

/// Warns of moves all of whose options are options of another move. Does nothing if there are more
/// than 40 moves.
fn covered(base: &Facts<'_>, moves: &[&Move], diagnostics: &mut Vec<Diagnostic>) {
    // Comparing every pair of a very long list of moves would take too long.
    if moves.len() > 40 {
        return;
    }
    let mut gone: Vec<usize> = Vec::new();
    for (at, narrow) in moves.iter().enumerate() {
        let cover = moves
            .iter()
            .enumerate()
            .find(|(other, wide)| *other != at && !gone.contains(other) && covers(base, narrow, wide));
        if let Some((_, wide)) = cover {
            gone.push(at);
            diagnostics.push(errors::covered(narrow, wide));
        }
    }
}

/// Whether the wide move provably has every option of the narrow move: the binders of the wide move
/// can be chosen so that the targets are equal and all conditions of the wide move hold.
fn covers(base: &Facts<'_>, narrow: &Move, wide: &Move) -> bool {
    let (Some(from), Some(mut to)) = (summands(&narrow.target), summands(&wide.target)) else { return false };
    let reversed = to.iter().rev().copied().collect();
    if leads_to(base, narrow, wide, [&from, &to]) {
        return true;
    }
    to = reversed;
    to.len() > 1 && leads_to(base, narrow, wide, [&from, &to])
}

/// The components of a target that is a sum of components written out.
fn summands(target: &Expr) -> Option<Vec<(GameId, &[Expr])>> {
    match &target.kind {
        ExprKind::Component(game, fields) => Some(vec![(*game, fields)]),
        ExprKind::Binary(Binary::AddPositions, left, right) => {
            let mut all = summands(left)?;
            all.extend(summands(right)?);
            Some(all)
        }
        _ => None,
    }
}

/// Whether [`covers`] holds because the components of both targets, in this order, are equal.
fn leads_to(base: &Facts<'_>, narrow: &Move, wide: &Move, [from, to]: [&[(GameId, &[Expr])]; 2]) -> bool {
    if from.len() != to.len() || from.iter().zip(to).any(|(a, b)| a.0 != b.0) {
        return false;
    }
    let [from, to] = [from, to].map(|parts| parts.iter().flat_map(|part| part.1).collect::<Vec<&Expr>>());
    let fields = base.field_count();
    // The values of the wide move's binders are found from the targets alone.
    let binders = slots_of(&wide.clauses);
    // The slots of the wide move's names are shifted, so that they differ from those of the narrow
    // move.
    const SHIFT: u32 = 1 << 24;
    let own: Vec<Expr> = (0..fields).map(|at| local(SlotId(at as u32), narrow)).collect();
    let moved = |expr: &Expr| walk::instantiate(expr, &own, SHIFT);
    let mut facts = facts_of_move(base, narrow);
    let mut chosen: Vec<(SlotId, Expr)> = Vec::new();
    for (a, b) in from.iter().zip(&to) {
        let b = moved(b);
        for slot in &binders {
            let slot = SlotId(slot.0 + SHIFT);
            if chosen.iter().all(|(known, _)| *known != slot)
                && let Some(value) = solve_for(slot, &b, a)
                && !binders.iter().any(|binder| walk::mentions(&value, SlotId(binder.0 + SHIFT)))
            {
                chosen.push((slot, value));
            }
        }
    }
    if chosen.len() != binders.len() {
        return false;
    }
    let put_in = |expr: &Expr| {
        let mut expr = moved(expr);
        for (slot, value) in &chosen {
            replace(&mut expr, *slot, value);
        }
        expr
    };
    let same = from.iter().zip(&to).all(|(a, b)| {
        let b = put_in(b);
        walk::fingerprint(a) == walk::fingerprint(&b)
            || (a.ty == Type::Int && facts.at_most(a, &b) && facts.at_most(&b, a))
    });
    same && wide.clauses.iter().all(|clause| match clause {
        Clause::If(condition) => certainly(&mut facts, &put_in(condition)),
        Clause::For(Pattern::Slot(slot), domain) => {
            let slot = SlotId(slot.0 + SHIFT);
            let value = chosen.iter().find(|(known, _)| *known == slot).map(|(_, value)| value.clone());
            value.is_some_and(|value| certainly_in(&mut facts, &value, &put_in(domain)))
        }
        Clause::For(..) => false,
    })
}

/// The name in a slot of a move, as an expression.
fn local(slot: SlotId, it: &Move) -> Expr {
    let known = &it.slots[slot.index()];
    Expr { kind: ExprKind::Local(slot), ty: known.ty.clone(), span: known.span }
}

/// Replaces the name in a slot by an expression.
fn replace(expr: &mut Expr, slot: SlotId, by: &Expr) {
    if matches!(expr.kind, ExprKind::Local(local) if local == slot) {
        *expr = by.clone();
        return;
    }
    walk::children_mut(expr, &mut |child| replace(child, slot, by));
}

/// The value of a slot `x` for which `expr` equals `wanted`; `None` unless `expr` is `x`,
/// `base - x` or `base + x`.
fn solve_for(slot: SlotId, expr: &Expr, wanted: &Expr) -> Option<Expr> {
    let is_slot = |expr: &Expr| matches!(expr.kind, ExprKind::Local(local) if local == slot);
    let node = |op, left: &Expr, right: &Expr| Expr {
        kind: ExprKind::Binary(op, Box::new(left.clone()), Box::new(right.clone())),
        ty: Type::Int,
        span: left.span,
    };
    if is_slot(expr) {
        return Some(wanted.clone());
    }
    match &expr.kind {
        ExprKind::Binary(Binary::Subtract, base, taken) if is_slot(taken) => {
            Some(node(Binary::Subtract, base, wanted))
        }
        ExprKind::Binary(Binary::Add, base, added) if is_slot(added) => {
            Some(node(Binary::Subtract, wanted, base))
        }
        _ => None,
    }
}

/// Whether a condition provably holds.
fn certainly(facts: &mut Facts<'_>, condition: &Expr) -> bool {
    match &condition.kind {
        ExprKind::Compare(first, rest) => {
            let mut left = &**first;
            rest.iter().all(|(op, right)| {
                let holds = link_holds(facts, left, *op, right);
                left = right;
                holds
            })
        }
        ExprKind::Binary(Binary::And, left, right) => certainly(facts, left) && certainly(facts, right),
        _ => false,
    }
}

/// Whether a single comparison provably holds.
fn link_holds(facts: &mut Facts<'_>, left: &Expr, op: Comparison, right: &Expr) -> bool {
    if op == Comparison::In {
        return certainly_in(facts, left, right);
    }
    if left.ty != Type::Int || right.ty != Type::Int {
        return false;
    }
    match op {
        Comparison::Le => facts.at_most(left, right),
        Comparison::Lt => facts.below(left, right),
        Comparison::Ge => facts.at_most(right, left),
        Comparison::Gt => facts.below(right, left),
        Comparison::Eq => facts.at_most(left, right) && facts.at_most(right, left),
        Comparison::Ne => facts.below(left, right) || facts.below(right, left),
        Comparison::In | Comparison::NotIn => false,
    }
}

/// Whether a value is provably in a domain.
fn certainly_in(facts: &mut Facts<'_>, value: &Expr, domain: &Expr) -> bool {
    match &domain.kind {
        ExprKind::Range { bounds, inclusive } => {
            facts.at_most(&bounds[0], value)
                && if *inclusive { facts.at_most(value, &bounds[1]) } else { facts.below(value, &bounds[1]) }
        }
        _ => facts.is_surely_member(value, domain),
    }
}

/// Warns of fields that every move leaves unchanged, except those whose names begin with `_`. Warns
/// of none if no move leads to the game itself, or if some move leads to another game.
fn unchanging_fields(
    instance: &Instance,
    game: GameId,
    occurrences: &[Occurrence<'_>],
    diagnostics: &mut Vec<Diagnostic>,
) {
    let own: Vec<&Occurrence<'_>> = occurrences.iter().filter(|it| it.game == game).collect();
    if own.is_empty() {
        return;
    }
    for (at, field) in instance.program.game(game).fields.iter().enumerate() {
        let stays = own.iter().all(|it| {
            matches!(it.arguments.as_ref().and_then(|arguments| arguments.get(at)).map(|argument| &argument.kind), Some(ExprKind::Local(slot)) if slot.index() == at)
        });
        let elsewhere = occurrences.iter().any(|it| it.game != game);
        if stays && !elsewhere && !field.name.starts_with('_') {
            diagnostics.push(errors::field_never_changes(field));
        }
    }
}
