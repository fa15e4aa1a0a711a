//! Judges claims, and says how certain each verdict is.
//!
//! A claim is first examined case by case (`cases`): this settles finite claims, and finds a small
//! counterexample. A statement about all naturals is then proved if possible: as arithmetic over
//! values proved for every size (`arithmetic`), by the cases of one period (`one_period`), by
//! induction over the rules (`induction`), by a proved period (`repeats`). If none of these decides
//! the statement, lost positions and values are proved from the rules (`lost_sets`), and these
//! proofs are attempted again. Without a proof, the claim is *checked* up to a bound.

mod arithmetic;
mod cases;
mod counterexample_notes;
pub mod errors;
mod evidence;
mod guess;
mod induction;
mod known;
mod lost_sets;
mod meant_nim_sum;
mod one_case;
mod one_period;
mod outer;
mod pace;
mod period;
mod repeats;
mod repetition;
mod seen;
mod together;
mod verdict;

pub use evidence::Evidence;
pub use period::{Periodicity, game_of_pattern};
pub use seen::Seen;

use crate::diagnostic::Diagnostic;
use crate::ir::{Claim, Clause, Expr, ExprKind, Proposition, Value};
use crate::position::{Instance, Problem};
use crate::solve::Solver;
use crate::sound::Soundness;
use known::Proven;
use outer::Outer;

/// The verdict on a claim.
#[derive(Debug, Clone)]
pub struct Verdict {
    /// How certainly the claim holds, or why that is not known.
    pub evidence: Evidence,
    /// How many cases were examined.
    pub cases: u64,
    /// How many components and positions were examined for the claim.
    pub examined: u64,
    /// How many microseconds the claim took, if there was a clock.
    pub microseconds: Option<u64>,
    /// The diagnostics about the claim.
    pub diagnostics: Vec<Diagnostic>,
    /// The problem, if the examination found that the rules of a game are not sound. The soundness
    /// phase reports it.
    pub unsound: Option<Problem>,
}

impl Verdict {
    fn undecided(cases: u64) -> Verdict {
        let evidence = Evidence::Undecided { limit: None, why: String::new() };
        Verdict { evidence, cases, examined: 0, microseconds: None, diagnostics: Vec::new(), unsound: None }
    }
}

/// The verdict on a claim that needs games whose rules are wrong, or are not proved to be right.
pub fn not_judged(games: &[String]) -> Verdict {
    let why = errors::not_judged(games);
    Verdict { evidence: Evidence::Undecided { limit: None, why }, ..Verdict::undecided(0) }
}

/// The verdict on a claim that has an error, or needs a start that has one.
pub fn with_an_error() -> Verdict {
    let why = errors::HAS_AN_ERROR.to_string();
    Verdict { evidence: Evidence::Undecided { limit: None, why }, ..Verdict::undecided(0) }
}

/// The bounds for claims over all naturals.
#[derive(Debug, Clone, Copy, Default)]
pub struct Options {
    /// The greatest value of a variable. If omitted, the default depends on the number of
    /// variables.
    pub bound: Option<u64>,
    /// The minimum for the default bound. If set, the examination beyond the bound may also take
    /// longer.
    pub least: Option<u64>,
    /// How many cases the quantifiers inside a claim may examine beyond their bound; a default if omitted.
    pub patience: Option<u64>,
    /// The time, in microseconds, for proving from the rules which positions of a game are lost, if
    /// nothing else decides a claim; `None` for no such proof.
    pub prove_time: Option<u64>,
}

/// The values of a claim's variables at one case.
pub type Case = Vec<(String, Value)>;

/// Judges the claims of a program one after the other. Later claims may use earlier proofs.
pub struct Judge<'j, 'a, 'b> {
    instance: &'a Instance,
    soundness: &'j Soundness,
    options: Options,
    solver: &'j mut Solver<'a, 'b>,
    proven: Proven,
    /// The games whose values [`guess`] has tried to guess.
    guessed: Vec<crate::ir::GameId>,
    /// The games and conventions whose lost positions [`lost_sets`] has tried to prove.
    searched: Vec<crate::proof::Target>,
    /// The games whose values [`lost_sets`] has tried to prove.
    values_searched: Vec<crate::ir::GameId>,
    /// The case at which an induction for the current claim failed, in words, if no counterexample
    /// was found near it.
    fails_near: Option<String>,
    /// The limits of the current examination of cases.
    pace: pace::Pace,
}

impl<'j, 'a, 'b> Judge<'j, 'a, 'b> {
    /// Creates a judge that has proved nothing yet.
    pub fn new(
        instance: &'a Instance,
        soundness: &'j Soundness,
        options: Options,
        solver: &'j mut Solver<'a, 'b>,
    ) -> Judge<'j, 'a, 'b> {
        Judge {
            instance,
            soundness,
            options,
            solver,
            proven: Proven::new(instance, soundness),
            guessed: Vec::new(),
            searched: Vec::new(),
            values_searched: Vec::new(),
            fails_near: None,
            pace: pace::Pace::default(),
        }
    }

    /// Judges a claim, examining its cases at most until `until`, in microseconds of the budget's
    /// clock.
    pub fn judge_until(&mut self, claim: &Claim, until: Option<u64>) -> Verdict {
        self.pace.until = until;
        let verdict = self.judge(claim);
        self.pace.until = None;
        verdict
    }

    /// Judges a claim; if the time is over before, returns an undecided verdict.
    pub fn judge(&mut self, claim: &Claim) -> Verdict {
        let (before, budget) = (self.solver.examined(), self.solver.budget());
        budget.begins(&errors::title(claim));
        self.fails_near = None;
        let begin = budget.now();
        let mut verdict = match (verdict::out_of_time(budget), &claim.proposition) {
            // Out of time: skip the claim, because even a short examination of each of many claims
            // adds up.
            (Some(limit), _) => verdict::not_begun(self.instance, claim, limit),
            (None, Proposition::Holds(expr)) => verdict::judge(self, claim, expr),
            (None, Proposition::Repeats(repeats)) => repeats::judge(self, claim, repeats),
        };
        verdict.microseconds = budget.now().zip(begin).map(|(end, begin)| end.saturating_sub(begin));
        verdict.examined = self.solver.examined().saturating_sub(before) as u64;
        verdict
    }

    /// Whether some case meets the conditions and the premise of a claim over all naturals; true
    /// if arithmetic does not decide that, or the claim has no variables.
    fn meets_premise(&mut self, outer: Option<&Outer<'_>>) -> bool {
        outer.is_none_or(|outer| {
            arithmetic::is_met(self.instance, outer, &self.proven, self.solver).unwrap_or(true)
        })
    }
}

/// Returns the limit that cut a verdict short, if one did. The exit status depends on it.
pub fn limit_of(evidence: &Evidence) -> Option<crate::position::Limit> {
    match evidence {
        Evidence::Undecided { limit, .. } => *limit,
        _ => None,
    }
}

/// Whether a claim is about all naturals: it has a quantifier over them, or says `repeats`.
pub fn speaks_of_all(claim: &Claim) -> bool {
    match &claim.proposition {
        Proposition::Repeats(_) => true,
        Proposition::Holds(expr) => quantifiers_over_all(expr) > 0,
    }
}

/// How many quantifiers in an expression are over all naturals.
pub fn quantifiers_over_all(expr: &Expr) -> usize {
    let is_over_all = |clause: &Clause| matches!(clause, Clause::For(_, domain) if matches!(domain.kind, ExprKind::Naturals));
    let mut count = 0;
    crate::ir::walk::everything(expr, &mut |inner| {
        let over_all =
            matches!(&inner.kind, ExprKind::Quantifier { clauses, .. } if clauses.iter().any(is_over_all));
        count += usize::from(over_all);
    });
    count
}
