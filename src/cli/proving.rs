//! What `--prove-time` and `--engine proof` mean for commands that ask about positions: how long to
//! search for a proof of which positions are lost, and which error reports that there is none.

use super::arguments::{Common, Engine, Proving};
use super::limits;
use super::session;
use super::{LIMIT, WRONG};
use crate::diagnostic::Diagnostic;
use crate::ir::{Convention, Expr, ExprKind, walk};
use crate::pipeline;
use crate::position::{Budget, Instance, Limit, Problem, ProblemKind};
use crate::proof::Target;
use crate::proof::errors;
use crate::proof::prover::{Prover, Unproved};

/// Returns how many microseconds the proof for a game may take. `None` means no proof: for the time
/// 0, and for an engine other than `auto` and `proof`.
pub fn time(proving: &Proving, common: &Common) -> Result<Option<u64>, String> {
    let text = &proving.prove_time;
    let time = limits::duration(text)
        .ok_or_else(|| format!("invalid duration `--prove-time {text}`; write 10s or 500ms"))?;
    let is_wanted = matches!(common.engine, Engine::Auto | Engine::Proof) && !time.is_zero();
    Ok(is_wanted.then(|| u64::try_from(time.as_micros()).unwrap_or(u64::MAX)))
}

/// Creates a prover that spends at most the time of [`time`] on each game.
pub fn prover<'a>(proving: &Proving, common: &Common, instance: &'a Instance) -> Result<Prover<'a>, String> {
    Ok(Prover::new(instance, time(proving, common)?.unwrap_or(0)))
}

/// With `--engine proof`, proves the games that an expression mentions, under the convention that
/// stands before the whole expression; with another engine, does nothing. The error says why the
/// first game without a proof has none, and holds the exit status.
pub fn first(
    common: &Common,
    prover: &Prover<'_>,
    instance: &Instance,
    expr: &Expr,
    budget: &Budget<'_>,
) -> Result<(), (Box<Diagnostic>, u8)> {
    if common.engine != Engine::Proof {
        return Ok(());
    }
    let convention = match &expr.kind {
        ExprKind::Convention(convention, _) => *convention,
        _ => Convention::Normal,
    };
    let games = walk::games_in(&instance.program, expr);
    for game in games {
        let target = Target { game, convention };
        match prover.find(target, budget) {
            Ok(_) => {}
            Err(None) if convention == Convention::Anti => {}
            Err(None) => {
                let kind = ProblemKind::Limit((budget.stopper())().unwrap_or(Limit::Time));
                let problem = Problem { span: expr.span, kind };
                return Err((Box::new(session::told(instance, &problem, expr.span)), LIMIT));
            }
            Err(Some(Unproved::Failed(failure))) => {
                let unproved = pipeline::Unproved::of(instance, target, failure);
                return Err((Box::new(told(instance, target, unproved)), WRONG));
            }
            Err(Some(Unproved::Undecided { side, out_of_time })) => {
                let game = instance.program.game(game);
                return Err((Box::new(errors::undecided(game, target, *side, *out_of_time)), LIMIT));
            }
        }
    }
    Ok(())
}

/// With `--engine proof`, refuses a question about Grundy values if those of a game in the
/// expression are not proved. `instead` ends the message: it says what to type.
pub fn values(
    common: &Common,
    prover: &Prover<'_>,
    instance: &Instance,
    expr: &Expr,
    (budget, instead): (&Budget<'_>, &str),
) -> Result<(), String> {
    let mut games = walk::games_in(&instance.program, expr);
    games.retain(|game| common.engine == Engine::Proof && prover.values(*game, budget).is_none());
    let Some(game) = games.first() else { return Ok(()) };
    let name = &instance.program.game(*game).name;
    Err(format!("the values of `{name}` are not proved, so `--engine proof` gives only outcomes; {instead}"))
}

/// The diagnostic that says why there is no result for a game, not even an undecided one.
pub fn told(instance: &Instance, target: Target, unproved: pipeline::Unproved) -> Diagnostic {
    match unproved {
        pipeline::Unproved::Diagnostic(diagnostic) => *diagnostic,
        pipeline::Unproved::Problem(problem) => {
            session::told(instance, &problem, instance.program.game(target.game).span)
        }
    }
}
