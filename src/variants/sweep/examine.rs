//! Computes one row of a sweep: the entries of all columns for a spec with given values of its
//! parameters.

use super::found::{Found, Quantity, Shown, Status, Trouble, told};
use super::sequence::Sequence;
use super::{Plan, Show};
use crate::claim::{Evidence, Verdict, errors::case_words};
use crate::diagnostic::{Code, Diagnostic};
use crate::ir::{ExprKind, walk};
use crate::pipeline::{self, Checked, Opened, Pattern, Unproved, Variables};
use crate::position::{Budget, Instance, Limit};
use crate::proof::search;
use crate::sound;
use crate::source::Loader;

/// Computes the entries of the row for a spec that was opened for one combination of values of its
/// parameters. If there is trouble, the row is incomplete and says why.
pub fn examine(plan: &Plan, opened: Opened, loader: &dyn Loader, budget: &Budget<'_>) -> Found {
    let mut found = Found::default();
    if let Err(trouble) = look(plan, opened, loader, budget, &mut found) {
        found.worse(trouble.status);
        found.trouble = Some(trouble);
    }
    let place = |show: &Show| plan.shows.iter().position(|it| it == show);
    found.shown.sort_by_key(|(show, _)| place(show));
    found
}

/// Adds the entries to `found`, up to the first trouble.
fn look(
    plan: &Plan,
    mut opened: Opened,
    loader: &dyn Loader,
    budget: &Budget<'_>,
    found: &mut Found,
) -> Result<(), Trouble> {
    if opened.instance.is_none() {
        let first = opened.diagnostics.iter().find(|it| it.is_error());
        return Err(first.map_or_else(|| Trouble::wrong("it cannot be opened".to_string()), Trouble::of));
    }
    if plan.shows(Show::Claims) || plan.shows(Show::Theorem) {
        let checked = pipeline::check(opened, budget, plan.wish.check);
        checks(plan, &checked, found)?;
        opened = checked.opened;
    }
    if plan.shows.iter().any(|show| show.needs_pattern()) {
        let sequence = sequence(plan, &mut opened, loader, budget)?;
        for show in plan.shows.iter().filter(|show| show.needs_pattern()) {
            found.show(*show, sequence.shown(*show));
        }
        if let Some(limit) = sequence.limit {
            found.worse(Status::Limit(limit));
        }
        found.key = Some(sequence.key);
    }
    if plan.shows(Show::Proof) {
        let shown = proof(plan, opened, loader, budget)?;
        found.show(Show::Proof, shown);
    }
    Ok(())
}

/// Adds the entries about claims and theorems. It is trouble if the rules are wrong or a theorem
/// disagrees with the reference.
fn checks(plan: &Plan, checked: &Checked, found: &mut Found) -> Result<(), Trouble> {
    let about_claims = |it: &Diagnostic| it.code.to_string().starts_with("G6") || it.code == Code::G501;
    if let Some(wrong) = checked.diagnostics.iter().find(|it| it.is_error() && !about_claims(it)) {
        return Err(Trouble::of(wrong));
    }
    if checked.theorems.iter().flatten().any(|it| it.differs.is_some()) {
        return Err(Trouble::wrong(
            "a theorem disagrees with a search of the rules: a mistake in gspec".into(),
        ));
    }
    if let Some(limit) = checked.limit {
        found.worse(Status::Limit(limit));
    }
    if plan.shows(Show::Claims) {
        found.show(Show::Claims, claims(checked));
    }
    if plan.shows(Show::Theorem) {
        found.show(Show::Theorem, theorem(checked));
    }
    Ok(())
}

/// The entry about claims: how many have each status, the first that is refuted, and the weakest
/// evidence.
fn claims(checked: &Checked) -> Shown {
    let count = |status: &str| checked.verdicts.iter().filter(|it| it.evidence.status() == status).count();
    let words = ["proved", "checked", "refuted", "undecided"].map(|status| (status, count(status)));
    let words: Vec<String> =
        words.iter().filter(|it| it.1 > 0).map(|(status, count)| format!("{count} {status}")).collect();
    let rank = |verdict: &&Verdict| match verdict.evidence {
        Evidence::Refuted { .. } => 0,
        Evidence::Undecided { .. } => 1,
        Evidence::Checked { .. } => 2,
        Evidence::Proved { .. } => 3,
    };
    let mut text = words.join(", ");
    let program = checked.opened.instance.as_ref().map(|it| &it.program);
    let judged = program.into_iter().flat_map(|it| &it.claims).zip(&checked.verdicts);
    let refuted = judged.into_iter().find_map(|(claim, verdict)| match &verdict.evidence {
        Evidence::Refuted { counterexample } => Some((claim, counterexample)),
        _ => None,
    });
    if let (Some((claim, case)), Some(program)) = (refuted, program) {
        let name = claim.name.as_ref().map(|name| format!("\"{name}\"")).unwrap_or("a claim".to_string());
        let case = if case.is_empty() { String::new() } else { format!(" at {}", case_words(program, case)) };
        text.push_str(&format!(": {name} fails{case}"));
    }
    match checked.verdicts.iter().min_by_key(rank) {
        Some(worst) => Shown { quantity: Quantity::Text(text), evidence: worst.evidence.clone() },
        None => Shown::nothing("no claim was judged"),
    }
}

/// The entry about theorems: those that cover the games of the file.
fn theorem(checked: &Checked) -> Shown {
    let own = checked.opened.instance.iter().flat_map(|it| &it.program.games).zip(&checked.theorems);
    let covered = own.filter(|it| it.0.in_root).filter_map(|it| it.1.as_ref());
    // A theorem about only some positions does not cover the game.
    let covered: Vec<_> = covered.filter(|it| it.only.is_none()).collect();
    let Some(first) = covered.first() else { return Shown::nothing("no theorem of the catalogue covers it") };
    let mut names: Vec<&str> = covered.iter().map(|it| it.theorem.id).collect();
    names.dedup();
    let agrees = first.bound.map(|bound| format!("every field <= {bound}"));
    let evidence = Evidence::Proved { by: first.theorem.cite.to_string(), agrees };
    Shown { quantity: Quantity::Text(names.join(", ")), evidence }
}

/// Whether play from positions of a pattern can reach a game with `again`, `blocking` or `pass … each`. Then
/// some positions may have no value, and no period is searched for.
fn is_twisted(instance: &Instance, pattern: &Pattern) -> bool {
    let mut found = false;
    walk::everything(&pattern.body.expr, &mut |expr| {
        if let ExprKind::Component(game, _) = &expr.kind {
            found |= instance.is_twisted(*game);
        }
    });
    found
}

/// The answers at the positions of the pattern. Their period is searched for if the columns need
/// values, there are no ranges, and either a column shows the period or `is_twisted` is false.
fn sequence(
    plan: &Plan,
    opened: &mut Opened,
    loader: &dyn Loader,
    budget: &Budget<'_>,
) -> Result<Sequence, Trouble> {
    let first = |diagnostics: Vec<Diagnostic>| {
        diagnostics
            .first()
            .map_or_else(|| Trouble::wrong("the pattern cannot be read".to_string()), Trouble::of)
    };
    let text = plan.pattern.as_deref();
    let mut pattern = opened.pattern_or_game(text, Variables::Integers, loader).map_err(first)?;
    let axes = match &*plan.wish.ranges {
        [] => Vec::new(),
        ranges => opened.axes(&mut pattern, ranges, loader, budget).map_err(first)?,
    };
    let Some(instance) = &opened.instance else {
        return Err(Trouble::wrong("it cannot be opened".to_string()));
    };
    let of_values = plan.shows.iter().any(|show| show.needs_values());
    let of_period = plan.shows.iter().any(|show| show.is_periodic()) || !is_twisted(instance, &pattern);
    if of_values && of_period && axes.is_empty() {
        Sequence::with_period(plan, instance, &pattern, budget)
    } else {
        Sequence::over(plan, instance, &pattern, axes, budget)
    }
}

/// The entry about a proof of the set of lost positions.
fn proof(
    plan: &Plan,
    mut opened: Opened,
    loader: &dyn Loader,
    budget: &Budget<'_>,
) -> Result<Shown, Trouble> {
    let target = match &plan.pattern {
        Some(text) => opened.target(text, loader).ok(),
        None => opened.targets().first().copied(),
    };
    let (Some(target), Some(instance)) = (target, opened.instance) else {
        return Err(Trouble::wrong("there is no game to be proved".to_string()));
    };
    let soundness = sound::prove_of(&instance, &[target.game]);
    let (clock, outer, most) = (budget.observer(), budget.stopper(), plan.wish.prove_time);
    let begun = budget.now().unwrap_or(0);
    let stop = || {
        let is_over = clock.is_some_and(|clock| clock.now().saturating_sub(begun) > most);
        outer().or(is_over.then_some(Limit::Time))
    };
    let within = budget.within(&stop);
    match pipeline::prove(&instance, &soundness, target, &within) {
        Ok(proving) => Ok(match proving.found {
            search::Found::Proved(proof) => {
                let states = proof.set.states();
                let by = match proof.words(budget) {
                    Some(words) => format!("an automaton; lost if and only if {words}"),
                    None => "an automaton".to_string(),
                };
                let quantity = Quantity::Text(format!("{states} states in {}", proof.system));
                Shown { quantity, evidence: Evidence::proved(by) }
            }
            search::Found::Undecided { limit, side, .. } => {
                let why = format!("no set was proved from the positions with fields below {side}");
                // Running out of the time for one proof does not count as a limit of the command.
                let limit = limit.filter(|_| (budget.stopper())().is_some());
                Shown { quantity: Quantity::Nothing, evidence: Evidence::Undecided { limit, why } }
            }
        }),
        Err(Unproved::Diagnostic(diagnostic)) => Err(Trouble::of(&diagnostic)),
        Err(Unproved::Problem(problem)) => Err(told(&instance, &problem)),
    }
}
