//! Judges a claim that is a truth value: examines its cases, attempts proofs, and turns the results
//! into a verdict.

use super::arithmetic::{self, Decision};
use super::cases::{self, Answer, AsFar, Closed, Looked};
use super::induction::{self, Fact, Induction};
use super::one_case::Found;
use super::outer::{Outer, greatest_of, size_order};
use super::pace::is_pause;
use super::{
    Case, Evidence, Judge, Verdict, counterexample_notes, errors, guess, lost_sets, one_period,
    quantifiers_over_all, speaks_of_all,
};
use crate::ir::{Claim, Expr, Value};
use crate::position::{Budget, Evaluated, Instance, Limit, Problem, ProblemKind};

/// The claim that is judged.
#[derive(Clone, Copy)]
struct Asked<'c> {
    claim: &'c Claim,
    expr: &'c Expr,
    /// The quantifiers that the claim begins with, if it begins with any.
    outer: Option<&'c Outer<'c>>,
}

impl<'c> Asked<'c> {
    /// The quantifiers that the claim begins with, if their variables range over all naturals.
    fn unbounded(&self) -> Option<&'c Outer<'c>> {
        self.outer.filter(|outer| outer.unbounded)
    }

    /// The outer variables of the claim with the values of a case; empty if there are no variables
    /// or no values.
    fn case(&self, values: Option<&[Value]>) -> Case {
        match (self.outer, values) {
            (Some(outer), Some(values)) => outer.case(self.claim, values),
            _ => Vec::new(),
        }
    }
}

/// Judges a claim that is a truth value, `expr`.
pub fn judge(judge: &mut Judge<'_, '_, '_>, claim: &Claim, expr: &Expr) -> Verdict {
    let outer = Outer::of(expr);
    let asked = Asked { claim, expr, outer: outer.as_ref() };
    let Begun { looked: Looked { outcome, mut found, bound }, evidence, is_argued } = begin(judge, asked);
    let mut verdict = Verdict::undecided(found.cases);
    let mut smaller = None;
    match (evidence, outcome) {
        (Some(evidence), _) => verdict.evidence = evidence,
        (None, Ok(Answer::Closed(closed))) => {
            verdict.evidence = settled(judge, asked, &closed, found.cases);
            if matches!(verdict.evidence, Evidence::Refuted { .. }) {
                smaller = look_for_smaller(judge, asked, &closed, &mut verdict.evidence);
            }
        }
        (None, Ok(Answer::AsFar(as_far))) => {
            go_on(judge, asked, (&as_far, bound, is_argued), &mut found, &mut verdict);
        }
        (None, Err(problem)) => give_up(judge, asked, problem, &found, &mut verdict),
    }
    if !found.met && matches!(verdict.evidence, Evidence::Proved { .. } | Evidence::Checked { .. }) {
        let proved = matches!(verdict.evidence, Evidence::Proved { .. });
        // Of a claim over all naturals only cases up to the bound were examined, so only arithmetic can
        // show that the premise never holds.
        let never = asked.unbounded().is_none() || proved && !judge.meets_premise(asked.outer);
        if never {
            verdict.diagnostics.push(errors::vacuous(claim, None));
        } else if !proved {
            verdict.diagnostics.push(errors::vacuous(claim, Some(bound)));
        }
    }
    if let Evidence::Refuted { counterexample } = &verdict.evidence {
        let body = asked.outer.map_or(expr, |outer| outer.body);
        let mut facts = counterexample_notes::facts(judge, claim, body, asked.outer, counterexample, bound);
        facts.extend(smaller);
        let refuted = errors::refuted(judge.instance, claim, counterexample, &facts);
        verdict.diagnostics.push(refuted);
    }
    verdict
}

/// The result of the cases, and the result of proof attempts if the cases took long.
struct Begun {
    looked: Looked,
    /// The evidence of a proof, if one was found before all cases were examined.
    evidence: Option<Evidence>,
    /// Whether proofs were attempted.
    is_argued: bool,
}

/// Examines the cases. If they take long and the claim is about all naturals, attempts proofs; if
/// the proofs fail, examines the cases again without a pause.
fn begin(judge: &mut Judge<'_, '_, '_>, asked: Asked<'_>) -> Begun {
    let Asked { claim, expr, outer } = asked;
    let (budget, pace) = (judge.solver.budget(), judge.pace);
    let is_of_all = speaks_of_all(claim);
    if is_of_all {
        judge.pace = pace.with_pause(budget, quantifiers_over_all(expr) > 1);
    }
    let mut looked = cases::look(judge, claim, expr, outer);
    judge.pace = pace;
    if !is_of_all || !is_pause(&looked.outcome, budget) {
        return Begun { looked, evidence: None, is_argued: false };
    }
    let evidence = beyond(judge, asked, None).or_else(|| after_proofs(judge, asked, None));
    if evidence.is_some() {
        // Cases that were not examined may meet the premise. For variables without a domain,
        // arithmetic decides this.
        looked.found.met |= asked.unbounded().is_none();
        return Begun { looked, evidence, is_argued: true };
    }
    Begun { looked: cases::look(judge, claim, expr, outer), evidence, is_argued: true }
}

/// Proves lost positions, and if these do not suffice values, from the rules, and returns the
/// evidence that follows for the claim. `None` if none follows, or if no time is set for such
/// proofs.
fn after_proofs(
    judge: &mut Judge<'_, '_, '_>,
    asked: Asked<'_>,
    agrees: Option<&String>,
) -> Option<Evidence> {
    let until = judge.solver.budget().now()?.saturating_add(judge.options.prove_time?);
    for learn in [lost_sets::learn, lost_sets::learn_values] {
        if learn(judge, asked.expr, until)
            && let Some(evidence) = beyond(judge, asked, agrees)
        {
            return Some(evidence);
        }
    }
    None
}

/// The time limit or an interrupt, if either was reached before a claim is examined. After other
/// limits, the next claims are still judged.
pub fn out_of_time(budget: &Budget<'_>) -> Option<Limit> {
    (budget.stopper())().filter(|limit| matches!(limit, Limit::Time | Limit::Interrupt))
}

/// The verdict on a claim that is not examined, because a limit was reached before.
pub fn not_begun(instance: &Instance, claim: &Claim, limit: Limit) -> Verdict {
    let problem = Problem { span: claim.span, kind: ProblemKind::Limit(limit) };
    let why = crate::position::errors::sentence(instance, &problem);
    let mut verdict = Verdict::undecided(0);
    verdict.diagnostics.push(errors::not_evaluated(&instance.program, claim, &problem, &why));
    verdict.evidence = Evidence::Undecided { limit: Some(limit), why };
    verdict
}

/// The bound of a check in words: `a, b <= 40`.
pub fn bound_words(names: &[String], bound: u64) -> String {
    format!("{} <= {bound}", names.join(", "))
}

/// The evidence for a closed truth value: every relevant case was examined.
fn settled(judge: &Judge<'_, '_, '_>, asked: Asked<'_>, closed: &Closed, cases: u64) -> Evidence {
    let decisive = asked.case(closed.decisive());
    match (closed.holds(), asked.unbounded()) {
        (true, Some(outer)) if !outer.forall => {
            let witness = errors::case_words(&judge.instance.program, &decisive);
            Evidence::proved(format!("witness {witness}"))
        }
        (true, _) => Evidence::proved(evaluation(cases)),
        (false, _) => Evidence::Refuted { counterexample: decisive },
    }
}

/// If a case smaller than the counterexample is open, asks the proofs for the smallest
/// counterexample, and puts it into `evidence`. If they find none, returns a note about the open
/// case; otherwise `None`.
fn look_for_smaller(
    judge: &mut Judge<'_, '_, '_>,
    asked: Asked<'_>,
    closed: &Closed,
    evidence: &mut Evidence,
) -> Option<String> {
    let (open_case, open) = closed.smaller()?;
    let found = closed.decisive()?;
    if let Some(Evidence::Refuted { counterexample }) = beyond(judge, asked, None) {
        let least: Vec<Value> = counterexample.iter().map(|(_, value)| value.clone()).collect();
        if !least.is_empty() && size_order(&least, found).is_lt() {
            *evidence = Evidence::Refuted { counterexample };
            return None;
        }
    }
    Some(errors::smaller_is_open(judge.instance, asked.claim, &asked.case(Some(open_case)), open))
}

/// Continues with a claim that its cases up to a bound do not decide: attempts proofs, unless
/// `is_argued` says that they failed before, and examines cases beyond the bound.
fn go_on(
    judge: &mut Judge<'_, '_, '_>,
    asked: Asked<'_>,
    (as_far, bound, is_argued): (&AsFar, u64, bool),
    found: &mut Found,
    verdict: &mut Verdict,
) {
    let closed = as_far.open.is_none();
    let words = |bound| match asked.unbounded() {
        Some(outer) if closed => bound_words(&outer.names(asked.claim), bound),
        _ => format!("every natural <= {bound}"),
    };
    let (mut bound, mut agrees) = (bound, words(bound));
    let holds = as_far.holds == Some(true);
    if !is_argued && let Some(evidence) = beyond(judge, asked, holds.then_some(&agrees)) {
        verdict.evidence = evidence;
        return;
    }
    let mut further = asked.unbounded().filter(|_| closed && judge.options.bound.is_none());
    for is_first in [!is_argued, false] {
        if let Some(outer) = further {
            let looked = look_further(judge, asked, outer, is_first, found);
            if !(is_first && is_pause(&looked, judge.solver.budget())) {
                further = None;
            }
            match looked {
                Ok(Some(decided)) => {
                    verdict.cases = found.cases;
                    verdict.evidence = settled(judge, asked, &decided, found.cases);
                    return;
                }
                // The user did not ask for this search, so its limits are not reported.
                Ok(None) | Err(Problem { kind: ProblemKind::Limit(_), .. }) => {}
                Err(problem) => return give_up(judge, asked, problem, found, verdict),
            }
            verdict.cases = found.cases;
            bound = found.reached.unwrap_or(bound);
            agrees = words(bound);
        }
        if is_first && let Some(evidence) = after_proofs(judge, asked, holds.then_some(&agrees)) {
            verdict.evidence = evidence;
            return;
        }
    }
    if holds && judge.fails_near.is_none() {
        verdict.evidence = Evidence::Checked { bound: agrees };
        return;
    }
    let why = why_open(judge, asked, as_far, bound);
    verdict.diagnostics.push(errors::cannot_decide(asked.claim, &why));
    verdict.evidence = Evidence::Undecided { limit: None, why };
}

/// Why a claim that was examined up to a bound is undecided.
fn why_open(judge: &mut Judge<'_, '_, '_>, asked: Asked<'_>, as_far: &AsFar, bound: u64) -> String {
    match (judge.fails_near.take(), &as_far.open, asked.unbounded()) {
        (Some(near), ..) => format!("it fails at {near} or at an option of it, which were not examined"),
        (None, Some((case, open)), _) => {
            let open = errors::open_words(judge.instance, asked.claim, &asked.case(Some(case)), open);
            let before = if as_far.first { before(asked, case) } else { String::new() };
            format!("{open}{before}")
        }
        (None, None, Some(outer)) => {
            format!("no witness with {}", bound_words(&outer.names(asked.claim), bound))
        }
        (None, None, None) => format!("it fails in the cases examined (naturals up to {bound})"),
    }
}

/// Examines a claim beyond the bound; if `is_first`, only up to a pause.
fn look_further(
    judge: &mut Judge<'_, '_, '_>,
    asked: Asked<'_>,
    outer: &Outer<'_>,
    is_first: bool,
    found: &mut Found,
) -> Evaluated<Option<Closed>> {
    let pace = judge.pace;
    if is_first {
        judge.pace = pace.with_pause(judge.solver.budget(), false);
    }
    let decided = cases::look_further(judge, asked.claim, outer, found);
    judge.pace = pace;
    decided
}

/// Evidence from a proof about all cases: by arithmetic, by one period or by induction, whose fact
/// is added to `judge.proven`. `None` if none of them decides the claim. `agrees` is the bound up
/// to which the claim was checked.
fn beyond(judge: &mut Judge<'_, '_, '_>, asked: Asked<'_>, agrees: Option<&String>) -> Option<Evidence> {
    let Asked { claim, expr, outer } = asked;
    guess::learn(judge, expr);
    let decision = arithmetic::decide(judge.instance, claim, expr, outer, &judge.proven, judge.solver);
    if let Some(Decision { decisive, holds, by }) = decision {
        let forall = outer.is_none_or(|outer| outer.forall);
        let case = asked.case(decisive.as_deref());
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
    if let Some(evidence) = one_period::decide(judge, claim, expr, outer) {
        return Some(evidence);
    }
    let found = induction::prove(judge.instance, judge.soundness, outer, &judge.proven, judge.solver)?;
    match found {
        Induction::Holds { by, fact } => {
            let (title, program) = (errors::title(claim), &judge.instance.program);
            match fact {
                Fact::Lost(game, convention, lost) => {
                    let words = format!("{title} determines who loses {}", program.game(game).name);
                    judge.proven.lost.push((game, convention, lost, words));
                }
                Fact::Values(game, values) => {
                    let words = format!("{title} determines the values of {}", program.game(game).name);
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

/// The most cases that are examined to find the smallest counterexample of a claim that an
/// induction showed to be false; with more, no counterexample is searched.
const MOST_CASES: u64 = 2_000_000;

/// Searches for the smallest counterexample of a claim that fails at `near` or at one of its
/// options. If none is found, records `near` in `judge.fails_near`.
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
        if let Ok(Answer::Closed(closed)) = looked.outcome
            && let (false, Some(values)) = (closed.holds(), closed.decisive())
        {
            return Some(Evidence::Refuted { counterexample: outer.case(claim, values) });
        }
    }
    judge.fails_near = Some(errors::case_words(&judge.instance.program, &outer.case(claim, near)));
    None
}

/// The argument of a claim that was proved by evaluating all its cases.
fn evaluation(cases: u64) -> String {
    match cases {
        0 => "evaluation: vacuously true, there is no case".to_string(),
        1 => "evaluation".to_string(),
        _ => format!("evaluation of {cases} cases"),
    }
}

/// Whether a problem shows that the rules of a game are not sound, rather than a fault of the
/// claim.
pub fn is_unsound(problem: &Problem) -> bool {
    matches!(
        problem.kind,
        ProblemKind::InMove { .. } | ProblemKind::Cycle { .. } | ProblemKind::EndsDisagree { .. }
    )
}

/// Leaves a claim undecided because of a problem, unless a proof decides it after all.
fn give_up(
    judge: &mut Judge<'_, '_, '_>,
    asked: Asked<'_>,
    problem: Problem,
    found: &Found,
    verdict: &mut Verdict,
) {
    let limit = match problem.kind {
        ProblemKind::Limit(limit) => Some(limit),
        _ => None,
    };
    // If a search has too many positions, a proof may still decide.
    if limit == Some(Limit::Positions) {
        let reached = found.reached.filter(|_| !found.is_open);
        let agrees = asked.outer.filter(|outer| outer.forall).zip(reached);
        let agrees = agrees.map(|(outer, reached)| bound_words(&outer.names(asked.claim), reached));
        if let Some(evidence) = beyond(judge, asked, agrees.as_ref()) {
            verdict.evidence = evidence;
            return;
        }
    }
    let why = crate::position::errors::sentence(judge.instance, &problem);
    let why = format!("{why}{}", so_far(asked, found));
    verdict.evidence = Evidence::Undecided { limit, why: why.clone() };
    if is_unsound(&problem) {
        verdict.unsound = Some(problem);
    } else {
        verdict.diagnostics.push(errors::not_evaluated(&judge.instance.program, asked.claim, &problem, &why));
    }
}

/// Words for how far a `forall` over all naturals holds before its first open case; empty
/// otherwise.
fn before(asked: Asked<'_>, case: &[Value]) -> String {
    let below = greatest_of(case).and_then(|greatest| greatest.to_i64()?.checked_sub(1));
    match (asked.unbounded(), below) {
        (Some(outer), Some(below)) if outer.forall && below >= 0 => {
            format!("; it holds for {} <= {below}", outer.names(asked.claim).join(", "))
        }
        _ => String::new(),
    }
}

/// Words for how far a claim was examined before a problem ended the examination.
fn so_far(asked: Asked<'_>, found: &Found) -> String {
    let Some(outer) = asked.outer else { return String::new() };
    let names = outer.names(asked.claim);
    match found.reached.filter(|_| !found.is_open) {
        Some(reached) if outer.forall => format!("; it holds for {}", bound_words(&names, reached)),
        Some(reached) => format!("; there is no witness with {}", bound_words(&names, reached)),
        None if found.cases > 1 => format!("; {} cases were examined", found.cases),
        None => String::new(),
    }
}
