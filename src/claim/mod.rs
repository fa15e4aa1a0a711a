//! Claims and how surely they hold.

mod cases;
pub mod errors;
mod evidence;
mod repeats;

pub use cases::limit_of;
pub use evidence::Evidence;

use crate::diagnostic::Diagnostic;
use crate::ir::{Claim, Proposition, Value};
use crate::position::{Instance, Problem};
use crate::solve::Solver;

/// What became of a claim.
#[derive(Debug, Clone)]
pub struct Verdict {
    /// How surely it holds, or why not.
    pub evidence: Evidence,
    /// How many cases were looked at.
    pub cases: u64,
    /// What there is to say about it.
    pub diagnostics: Vec<Diagnostic>,
    /// A breach of the rules of play that came up: soundness has to tell of it.
    pub unsound: Option<Problem>,
}

/// How far claims over all naturals are looked at.
#[derive(Debug, Clone, Copy, Default)]
pub struct Options {
    /// The greatest value of a variable; a default by the number of variables when left out.
    pub bound: Option<u64>,
}

/// The values of a claim's variables at one case.
pub type Case = Vec<(String, Value)>;

/// Judges a claim by evaluating it.
pub fn judge(instance: &Instance, claim: &Claim, options: Options, solver: &mut Solver<'_, '_>) -> Verdict {
    match &claim.proposition {
        Proposition::Holds(expr) => cases::judge(instance, claim, expr, options, solver),
        Proposition::Repeats(repeats) => repeats::judge(instance, claim, repeats, options, solver),
    }
}
