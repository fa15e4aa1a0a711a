//! Sets of lost positions, proved from the rules alone for claims that nothing else decides.

use super::Judge;
use crate::ir::{Convention, Expr, ExprKind, GameId, Term, walk};
use crate::position::Limit;
use crate::proof::Target;
use crate::proof::attempt::attempt;
use crate::proof::search::Found;
use crate::shape::presburger::Lost;
use std::sync::Arc;

/// Finds out who loses the components that an expression asks about; says whether something was found. Each game is tried
/// once, and at most for the time that the options allow, also where a theorem covers it but leaves a claim open.
pub fn learn(judge: &mut Judge<'_, '_, '_>, expr: &Expr) -> bool {
    let (Some(most), Some(begun)) = (judge.options.prove_time, judge.solver.budget().now()) else {
        return false;
    };
    let mut learned = false;
    for target in asked_about(expr) {
        if judge.searched.contains(&target) || is_known(judge, target) {
            continue;
        }
        judge.searched.push(target);
        learned |= prove(judge, target, begun.saturating_add(most)).is_some();
    }
    learned
}

fn is_known(judge: &Judge<'_, '_, '_>, target: Target) -> bool {
    judge.proven.lost.iter().any(|it| it.0 == target.game && it.1 == target.convention)
}

/// The games whose single components a claim about all naturals asks about (who wins).
fn asked_about(expr: &Expr) -> Vec<Target> {
    let (mut found, mut is_unbounded) = (Vec::new(), false);
    walk::everything(expr, &mut |inner| {
        is_unbounded |= matches!(inner.kind, ExprKind::Naturals);
        if let ExprKind::Term(Term::Losing | Term::Winning, positions) = &inner.kind
            && let Some(target) = single(&positions[0])
            && !found.contains(&target)
        {
            found.push(target);
        }
    });
    if is_unbounded { found } else { Vec::new() }
}

fn single(position: &Expr) -> Option<Target> {
    let of = |expr: &Expr| -> Option<GameId> {
        match expr.kind {
            ExprKind::Component(game, _) => Some(game),
            _ => None,
        }
    };
    match &position.kind {
        ExprKind::Convention(Convention::Anti, _) => None,
        ExprKind::Convention(convention, inner) => Some(Target { game: of(inner)?, convention: *convention }),
        _ => Some(Target { game: of(position)?, convention: Convention::Normal }),
    }
}

fn prove(judge: &mut Judge<'_, '_, '_>, target: Target, until: u64) -> Option<()> {
    let (instance, outer) = (judge.instance, judge.solver.budget());
    let (observer, reached) = (outer.observer()?, outer.stopper());
    let stop = move || reached().or((observer.now() > until).then_some(Limit::Time));
    let budget = outer.within(&stop);
    let known = &judge.soundness.games[target.game.index()];
    let Found::Proved(proof) = attempt(instance, known, target, &budget).ok()?.found else { return None };
    let name = &instance.program.game(target.game).name;
    let misere = if target.convention == Convention::Misere { "misere " } else { "" };
    let words = format!(
        "who loses {misere}{name}, proved from its rules by an automaton of {} states in {} (`gspec prove`)",
        proof.set.states(),
        proof.system
    );
    let fields = (0..proof.rules.fields.len() as u32).map(crate::theory::automaton::Track).collect();
    let lost = Lost { fields, relation: proof.set };
    judge.proven.lost.push((target.game, target.convention, Arc::new(lost), words));
    Some(())
}
