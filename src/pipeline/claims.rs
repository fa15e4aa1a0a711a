//! Judges the claims of a program, each with a share of the time, and collects the verdicts.

use super::{CheckOptions, Checked, Kept};
use crate::claim::{self, Evidence, Verdict};
use crate::ir::value::Component;
use crate::ir::{self, GameId};
use crate::model::Model;
use crate::position::{Budget, Instance, Limit};
use crate::solve::Solver;
use crate::sound::{Owed, Soundness, Termination};
use std::sync::atomic::{AtomicU64, Ordering};

/// Which claims are judged.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Judged {
    /// All claims.
    All,
    /// Only the claims about games that are proved sound, because the rules of some game are wrong.
    OnlySound,
}

/// The verdicts on all claims, in order. Each claim has an equal share of the time that is left, so
/// that none takes all of it; claims that need more are judged again after the others. `unsound`
/// returns the names of the unsound games that a claim needs; such a claim is not judged.
fn verdicts(
    judge: &mut claim::Judge<'_, '_, '_>,
    instance: &Instance,
    budget: &Budget<'_>,
    kept: &mut Kept,
    unsound: impl Fn(&ir::Claim) -> Vec<String>,
) -> Vec<Verdict> {
    let (claims, mut verdicts, mut late) = (&instance.program.claims, Vec::new(), Vec::new());
    let is_late = |verdict: &Verdict| {
        claim::limit_of(&verdict.evidence) == Some(Limit::Time) && (budget.stopper())().is_none()
    };
    for (at, claim) in claims.iter().enumerate() {
        let until = budget.share(claims.len() - at + late.len());
        let unsound = unsound(claim);
        if !unsound.is_empty() {
            verdicts.push(claim::not_judged(&unsound));
            continue;
        }
        let verdict = kept.verdict(at).unwrap_or_else(|| judge.judge_until(claim, until));
        if is_late(&verdict) {
            late.push(at);
        }
        verdicts.push(verdict);
    }
    for (done, at) in late.iter().enumerate() {
        let again = judge.judge_until(&claims[*at], budget.share(late.len() - done));
        let before = verdicts[*at].microseconds;
        verdicts[*at] = Verdict {
            microseconds: again.microseconds.zip(before).map(|(again, before)| again + before),
            examined: again.examined + verdicts[*at].examined,
            ..again
        };
    }
    verdicts
}

/// Whether the rules of one game are proved to be sound; the games that it leads to are not
/// considered.
fn is_proved_alone(soundness: &Soundness, game: GameId) -> bool {
    let known = &soundness.games[game.index()];
    let ends = matches!(known.termination, Termination::Proved { .. } | Termination::Loopy);
    known.fields_proved && known.evaluable && ends
}

/// Whether the rules of a game, and of all games that it leads to, are proved to be sound.
pub fn is_proved(instance: &Instance, soundness: &Soundness, game: GameId) -> bool {
    let reached = ir::walk::reachable_games(&instance.program, game);
    reached.into_iter().all(|game| is_proved_alone(soundness, game))
}

/// The names of the games that a claim needs and whose rules are not proved to be sound.
fn unproved_games(instance: &Instance, soundness: &Soundness, claim: &ir::Claim) -> Vec<String> {
    let named = ir::walk::games_in(&instance.program, claim.expr());
    let mut games: Vec<GameId> =
        named.iter().flat_map(|game| ir::walk::reachable_games(&instance.program, *game)).collect();
    games.sort();
    games.dedup();
    games.retain(|game| !is_proved_alone(soundness, *game));
    let mut names: Vec<String> = games.iter().map(|it| instance.program.game(*it).name.clone()).collect();
    names.dedup();
    names
}

/// Judges the claims. Adds verdicts, diagnostics and limits to `checked`, the components that were
/// asked about to `owed`, and passes the verdicts to `kept`.
pub fn claims(
    model: &Model<'_>,
    budget: &Budget<'_>,
    options: CheckOptions,
    soundness: &Soundness,
    (checked, owed, kept): (&mut Checked, &mut Owed, &mut Kept),
    judged: Judged,
) {
    let instance = model.instance;
    let mut solver = Solver::new(model, budget, options.engine);
    let CheckOptions { bound, least, patience, prove_time, .. } = options;
    let judging = claim::Options { bound, least, patience, prove_time };
    let mut judge = claim::Judge::new(instance, soundness, judging, &mut solver);
    let unsound = |claim: &ir::Claim| match judged {
        Judged::OnlySound => unproved_games(instance, soundness, claim),
        Judged::All => Vec::new(),
    };
    let verdicts = verdicts(&mut judge, instance, budget, kept, unsound);
    for (claim, verdict) in instance.program.claims.iter().zip(verdicts) {
        checked.limit = checked.limit.or(claim::limit_of(&verdict.evidence));
        // Three kinds of claims leave components unexplored: a claim over all naturals, a claim
        // that was cut short, and a claim with variables that is refuted before its last case.
        let is_decided = match &verdict.evidence {
            Evidence::Proved { .. } => true,
            Evidence::Refuted { .. } => claim.slots.is_empty(),
            _ => false,
        };
        owed.all &= is_decided && !claim::speaks_of_all(claim);
        checked.diagnostics.extend(verdict.diagnostics.iter().cloned());
        if options.strict && matches!(verdict.evidence, Evidence::Checked { .. }) {
            checked.diagnostics.push(claim::errors::not_proved(claim));
        }
        checked.verdicts.push(verdict);
    }
    owed.components.extend(solver.asked.iter().cloned());
    kept.end(&checked.verdicts);
}

/// The first components that the claims ask about, found by a short evaluation of each claim.
/// Exploring them finds infinite play before the claims are judged.
pub fn asked_first(
    model: &Model<'_>,
    budget: &Budget<'_>,
    options: CheckOptions,
    soundness: &Soundness,
) -> Vec<Component> {
    let looks = AtomicU64::new(0);
    let stop = budget.stop_after(&looks, FIRST_LOOKS);
    let budget = &Budget::new(&stop, FIRST_POSITIONS);
    let mut solver = Solver::new(model, budget, options.engine);
    let judging = claim::Options { bound: Some(FIRST_BOUND), least: None, patience: None, prove_time: None };
    let mut judge = claim::Judge::new(model.instance, soundness, judging, &mut solver);
    for claim in &model.instance.program.claims {
        looks.store(0, Ordering::Relaxed);
        judge.judge(claim);
    }
    solver.asked.iter().take(FIRST_ASKED).cloned().collect()
}

/// How often the short evaluation of one claim in `asked_first` may check its budget; a few thousand
/// steps lie between two checks. Then the evaluation ends, with what it has asked about so far.
const FIRST_LOOKS: u64 = 20;
/// The most positions that one question of the short evaluation may examine.
const FIRST_POSITIONS: u64 = 100;
/// The bound of the short evaluation for claims over all naturals.
const FIRST_BOUND: u64 = 3;
/// The most components that the short evaluation returns.
const FIRST_ASKED: usize = 100;
