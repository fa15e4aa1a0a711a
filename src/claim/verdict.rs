//! From what was found to a verdict.

use super::arithmetic::{self, Decision};
use super::cases::{self, Found, Looked};
use super::induction::{self, Fact, Induction};
use super::outer::{Outer, greatest_of};
use super::{Evidence, Judge, Verdict, errors, guess, telling};
use crate::ir::{Claim, Expr, Value};
use crate::position::{Limit, Problem, ProblemKind};

/// Judges a claim that is a truth value.
pub fn judge(judge: &mut Judge<'_, '_, '_>, claim: &Claim, expr: &Expr) -> Verdict {
    let outer = Outer::of(expr);
    let outer = outer.as_ref();
    let looked = cases::look(judge, claim, expr, outer);
    let mut verdict = Verdict::undecided(looked.found.cases);
    let met = looked.found.met;
    let Looked { outcome, found, bound } = looked;
    match outcome {
        Ok(holds) => settle(judge, claim, expr, outer, holds, bound, found, &mut verdict),
        Err(problem) => give_up(judge, claim, expr, outer, problem, found, &mut verdict),
    }
    if !met && matches!(verdict.evidence, Evidence::Proved { .. } | Evidence::Checked { .. }) {
        let unbounded = outer.is_some_and(|outer| outer.unbounded);
        let proved = matches!(verdict.evidence, Evidence::Proved { .. });
        // Of all naturals only those up to the bound were looked at, unless arithmetic knows better.
        let never = !unbounded || proved && !judge.meets_premise(outer);
        if never {
            verdict.diagnostics.push(errors::vacuous(claim, None));
        } else if !proved {
            verdict.diagnostics.push(errors::vacuous(claim, Some(bound)));
        }
    }
    if let Evidence::Refuted { counterexample } = &verdict.evidence {
        let body = outer.map_or(expr, |outer| outer.body);
        let facts = telling::facts(judge, claim, body, outer, counterexample, bound);
        let refuted = errors::refuted(judge.instance, claim, counterexample, &facts);
        verdict.diagnostics.push(refuted);
    }
    verdict
}

/// The bound of a check in words: `a, b <= 40`.
pub fn bound_words(names: &[String], bound: u64) -> String {
    format!("{} <= {bound}", names.join(", "))
}

#[expect(clippy::too_many_arguments, reason = "all of it is the one claim at hand")]
fn settle(
    judge: &mut Judge<'_, '_, '_>,
    claim: &Claim,
    expr: &Expr,
    outer: Option<&Outer<'_>>,
    holds: bool,
    bound: u64,
    mut found: Found,
    verdict: &mut Verdict,
) {
    let unbounded = outer.filter(|outer| outer.unbounded);
    if !found.bounded {
        // Everything was looked at, or a single case decides.
        let decisive = match (outer, &found.decisive) {
            (Some(outer), Some(values)) => outer.case(claim, values),
            _ => Vec::new(),
        };
        let decided = match (unbounded, holds) {
            (None, true) => Some(Evidence::proved(evaluation(found.cases))),
            (Some(outer), true) if !outer.forall => {
                let witness = errors::case_words(&judge.instance.program, &decisive);
                Some(Evidence::proved(format!("witness {witness}")))
            }
            (None, false) => Some(Evidence::Refuted { counterexample: decisive }),
            (Some(outer), false) if outer.forall => Some(Evidence::Refuted { counterexample: decisive }),
            _ => None,
        };
        if let Some(evidence) = decided {
            verdict.evidence = evidence;
            return;
        }
    }
    let agrees = match unbounded {
        Some(outer) if !found.bounded => bound_words(&outer.names(claim), bound),
        _ => format!("every natural <= {bound}"),
    };
    if let Some(evidence) = beyond(judge, claim, expr, outer, holds.then_some(&agrees)) {
        verdict.evidence = evidence;
        return;
    }
    let (mut bound, mut agrees) = (bound, agrees);
    if let Some(outer) = unbounded.filter(|_| !found.bounded && judge.options.bound.is_none()) {
        match cases::look_further(judge, claim, outer, &mut found) {
            // A limit was not asked to be reached.
            Ok(()) | Err(Problem { kind: ProblemKind::Limit(_), .. }) => {}
            Err(problem) => return give_up(judge, claim, expr, Some(outer), problem, found, verdict),
        }
        verdict.cases = found.cases;
        bound = found.reached.unwrap_or(bound);
        agrees = bound_words(&outer.names(claim), bound);
        if let Some(values) = &found.decisive {
            let case = outer.case(claim, values);
            verdict.evidence = match outer.forall {
                true => Evidence::Refuted { counterexample: case },
                false => {
                    let witness = errors::case_words(&judge.instance.program, &case);
                    Evidence::proved(format!("witness {witness}"))
                }
            };
            return;
        }
    }
    verdict.evidence = match (holds, unbounded) {
        (true, _) => Evidence::Checked { bound: agrees },
        (false, Some(outer)) if !found.bounded => {
            let why = format!("no witness with {}", bound_words(&outer.names(claim), bound));
            verdict.diagnostics.push(errors::cannot_decide(claim, &why));
            Evidence::Undecided { limit: None, why }
        }
        (false, _) => {
            let why = format!("it fails as far as it was looked at (naturals up to {bound})");
            verdict.diagnostics.push(errors::cannot_decide(claim, &why));
            Evidence::Undecided { limit: None, why }
        }
    };
    if let Some(near) = judge.fails_near.take() {
        let why = format!("it fails at {near} or at an option of that, which were not looked at");
        verdict.diagnostics.push(errors::cannot_decide(claim, &why));
        verdict.evidence = Evidence::Undecided { limit: None, why };
    }
}

/// What can be said beyond the cases that were looked at: by arithmetic, or by induction.
fn beyond(
    judge: &mut Judge<'_, '_, '_>,
    claim: &Claim,
    expr: &Expr,
    outer: Option<&Outer<'_>>,
    agrees: Option<&String>,
) -> Option<Evidence> {
    guess::learn(judge, expr);
    let decision = arithmetic::decide(judge.instance, claim, expr, outer, &judge.proven, judge.solver);
    if let Some(Decision { decisive, holds, by }) = decision {
        let forall = outer.is_none_or(|outer| outer.forall);
        let case = match (outer, &decisive) {
            (Some(outer), Some(values)) => outer.case(claim, values),
            _ => Vec::new(),
        };
        return Some(match (holds, forall) {
            (true, true) => Evidence::Proved { by, agrees: agrees.cloned() },
            (true, false) => {
                let witness = errors::case_words(&judge.instance.program, &case);
                let witness =
                    if witness.is_empty() { String::new() } else { format!("witness {witness}, found by ") };
                Evidence::proved(format!("{witness}{by}"))
            }
            (false, _) => Evidence::Refuted { counterexample: case },
        });
    }
    let outer = outer.filter(|outer| outer.unbounded && outer.forall)?;
    if let Some(by) = induction::prove_by_golden_ratio(judge.instance, outer, judge.solver) {
        return Some(Evidence::Proved { by, agrees: agrees.cloned() });
    }
    let found = induction::prove(judge.instance, judge.soundness, outer, &judge.proven, judge.solver)?;
    match found {
        Induction::Holds { by, fact } => {
            let (title, program) = (errors::title(claim), &judge.instance.program);
            match fact {
                Fact::Lost(game, convention, lost) => {
                    let words = format!("{title} tells who loses {}", program.game(game).name);
                    judge.proven.lost.push((game, convention, lost, words));
                }
                Fact::Values(game, values) => {
                    let words = format!("{title} tells the values of {}", program.game(game).name);
                    judge.proven.values.push((game, values, words));
                }
            }
            Some(Evidence::Proved { by, agrees: agrees.cloned() })
        }
        Induction::Fails { near, exact: true } => {
            Some(Evidence::Refuted { counterexample: outer.case(claim, &near) })
        }
        Induction::Fails { near, exact: false } => refuted_near(judge, claim, expr, outer, &near),
    }
}

/// Cases up to this many are looked at to find the smallest counterexample of a claim known to be false.
const MOST_CASES: u64 = 2_000_000;

/// A claim that fails at a case or at one of its options: the smallest case is looked for.
fn refuted_near(
    judge: &mut Judge<'_, '_, '_>,
    claim: &Claim,
    expr: &Expr,
    outer: &Outer<'_>,
    near: &[Value],
) -> Option<Evidence> {
    let greatest = greatest_of(near).and_then(|it| it.to_i64()).and_then(|it| u64::try_from(it).ok());
    let few = |bound: u64| {
        let cases = (bound + 1).checked_pow(near.len() as u32);
        cases.is_some_and(|cases| cases <= MOST_CASES)
    };
    if let Some(bound) = greatest.filter(|bound| few(*bound)) {
        let before = judge.options.bound.replace(bound);
        let looked = cases::look(judge, claim, expr, Some(outer));
        judge.options.bound = before;
        if let (Ok(false), Some(values)) = (looked.outcome, looked.found.decisive) {
            return Some(Evidence::Refuted { counterexample: outer.case(claim, &values) });
        }
    }
    judge.fails_near = Some(errors::case_words(&judge.instance.program, &outer.case(claim, near)));
    None
}

fn evaluation(cases: u64) -> String {
    match cases {
        1 => "evaluation".to_string(),
        _ => format!("evaluation of {cases} cases"),
    }
}

/// Whether a problem breaks the rules of play rather than the claim.
pub fn is_unsound(problem: &Problem) -> bool {
    matches!(
        problem.kind,
        ProblemKind::InMove { .. } | ProblemKind::Circle { .. } | ProblemKind::EndsDisagree { .. }
    )
}

fn give_up(
    judge: &mut Judge<'_, '_, '_>,
    claim: &Claim,
    expr: &Expr,
    outer: Option<&Outer<'_>>,
    problem: Problem,
    found: Found,
    verdict: &mut Verdict,
) {
    let limit = match problem.kind {
        ProblemKind::Limit(limit) => Some(limit),
        _ => None,
    };
    let reached = found.reached;
    // Too many positions for a search are none too many for an argument.
    if limit == Some(Limit::Positions) {
        let agrees = outer.filter(|outer| outer.forall).zip(reached);
        let agrees = agrees.map(|(outer, reached)| bound_words(&outer.names(claim), reached));
        if let Some(evidence) = beyond(judge, claim, expr, outer, agrees.as_ref()) {
            verdict.evidence = evidence;
            return;
        }
    }
    let names = outer.map(|outer| outer.names(claim)).unwrap_or_default();
    let so_far = match reached {
        Some(reached) if outer.is_some_and(|outer| outer.forall) => {
            format!("; it holds for {}", bound_words(&names, reached))
        }
        Some(reached) => format!("; there is no witness with {}", bound_words(&names, reached)),
        None if outer.is_some() && found.cases > 1 => {
            format!("; {} cases were looked at", found.cases)
        }
        None => String::new(),
    };
    let why = format!("{}{so_far}", crate::position::errors::sentence(judge.instance, &problem));
    verdict.evidence = Evidence::Undecided { limit, why: why.clone() };
    if is_unsound(&problem) {
        verdict.unsound = Some(problem);
    } else {
        verdict.diagnostics.push(errors::not_evaluated(claim, &problem, &why));
    }
}
