//! For claims that nothing else decides, proves from the rules alone which positions of a game are
//! lost, and which values they have. Adds the proved sets to the facts that proofs of claims may
//! use.

use super::Judge;
use crate::ir::{Convention, Expr, ExprKind, GameId, Term, walk};
use crate::position::Limit;
use crate::proof::attempt::attempt;
use crate::proof::search::Found;
use crate::proof::values::{self, Values as Sets};
use crate::proof::{Proof, Target};
use crate::shape::presburger::{Lost, Values};
use std::sync::Arc;

/// Proves which components are lost, for the games that an expression asks about. Returns whether
/// a set was proved. Tries each game and convention once, at most until `until`, in microseconds of
/// the budget's clock. Skips games whose lost components an earlier claim determined, unless the
/// expression needs a proof from the rules; games that a theorem covers are tried too.
pub fn learn(judge: &mut Judge<'_, '_, '_>, expr: &Expr, until: u64) -> bool {
    let asked = asked_about(expr);
    let mut learned = false;
    for target in asked.lost {
        let is_known = !asked.needs_proof && is_known(judge, target);
        if judge.searched.contains(&target) || is_known {
            continue;
        }
        judge.searched.push(target);
        learned |= prove(judge, target, until).is_some();
    }
    learned
}

/// Proves the values of the games that an expression asks about, if their lost positions are
/// proved. Returns whether the values of a game were proved. Tries each game once, at most until
/// `until`, in microseconds of the budget's clock.
pub fn learn_values(judge: &mut Judge<'_, '_, '_>, expr: &Expr, until: u64) -> bool {
    let mut learned = false;
    for game in asked_about(expr).values {
        let is_known = judge.proven.values.iter().any(|it| it.0 == game);
        if judge.values_searched.contains(&game) || is_known {
            continue;
        }
        judge.values_searched.push(game);
        learned |= prove_values(judge, game, until).is_some();
    }
    learned
}

/// Whether the lost components of a game are proved already.
fn is_known(judge: &Judge<'_, '_, '_>, target: Target) -> bool {
    judge.proven.lost.iter().any(|it| it.0 == target.game && it.1 == target.convention)
}

/// The games whose outcomes or values a claim over all naturals asks about; none for other claims.
#[derive(Default)]
struct AskedAbout {
    /// The games whose lost positions matter.
    lost: Vec<Target>,
    /// Whether the lost positions have to be proved from the rules even if an earlier claim
    /// determined them: values and counts of winning moves are derived from such a proof.
    needs_proof: bool,
    /// The games whose values matter.
    values: Vec<GameId>,
}

/// Collects the games whose outcomes or values an expression asks about.
fn asked_about(expr: &Expr) -> AskedAbout {
    let (mut found, mut is_unbounded) = (AskedAbout::default(), false);
    walk::everything(expr, &mut |inner| {
        is_unbounded |= matches!(inner.kind, ExprKind::Naturals);
        let ExprKind::Term(term, positions) = &inner.kind else { return };
        for position in positions {
            found.note(*term, position);
        }
    });
    if is_unbounded { found } else { AskedAbout::default() }
}

impl AskedAbout {
    /// Records what a question `term` about a position needs.
    fn note(&mut self, term: Term, position: &Expr) {
        let (convention, inner) = match &position.kind {
            ExprKind::Convention(Convention::Anti, _) => return,
            ExprKind::Convention(convention, inner) => (*convention, &**inner),
            _ => (Convention::Normal, position),
        };
        let is_single = matches!(inner.kind, ExprKind::Component(..));
        let needs_values = match term {
            Term::Sg | Term::Equal => true,
            Term::Losing | Term::Winning | Term::Drawn | Term::WinningMoves => !is_single,
            _ => return,
        };
        self.needs_proof |= needs_values || term == Term::WinningMoves;
        let mut games = Vec::new();
        walk::everything(inner, &mut |part| {
            if let ExprKind::Component(game, _) = part.kind {
                games.push(game);
            }
        });
        for game in games {
            let target = Target { game, convention };
            if !self.lost.contains(&target) {
                self.lost.push(target);
            }
            if needs_values && convention == Convention::Normal && !self.values.contains(&game) {
                self.values.push(game);
            }
        }
    }
}

/// Proves which components of a game are lost, and records the proof; `None` if that fails, or if
/// the budget has no clock.
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
    let lost = Lost { fields: proof.fields(), relation: proof.set.clone() };
    judge.proven.lost.push((target.game, target.convention, Arc::new(lost), words.clone()));
    judge.proven.proofs.push((target, Arc::new(*proof), words));
    Some(())
}

/// Proves the values of a game whose lost positions are proved, and records them; `None` if that
/// fails, or if the budget has no clock.
fn prove_values(judge: &mut Judge<'_, '_, '_>, game: GameId, until: u64) -> Option<()> {
    let (instance, outer) = (judge.instance, judge.solver.budget());
    let (observer, reached) = (outer.observer()?, outer.stopper());
    let stop = move || reached().or((observer.now() > until).then_some(Limit::Time));
    let budget = outer.within(&stop);
    let target = Target { game, convention: Convention::Normal };
    let (_, proof, _) = judge.proven.proofs.iter().find(|it| it.0 == target)?;
    let found = values::values(instance, target, &proof.rules, &budget).ok()?;
    let fields = proof.fields();
    let (values, system) = match found {
        Sets::Proved(sets) => {
            let system = sets.first()?.system.clone();
            let sets = sets.into_iter().map(|it: Proof| it.set).collect();
            (Values::Sets { fields, sets }, system)
        }
        Sets::Related(found) => {
            (Values::Related { fields, value: found.value, relation: found.set }, found.system)
        }
        _ => return None,
    };
    let name = &instance.program.game(game).name;
    let words = format!(
        "the values of {name}, proved from its rules by automata in {system} (`gspec prove --values`)"
    );
    judge.proven.values.push((game, Arc::new(values), words));
    Some(())
}
