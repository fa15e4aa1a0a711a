//! The results for one combination of values of the parameters: a row of a sweep.

use super::{Key, Show};
use crate::claim::Evidence;
use crate::diagnostic::{Code, Diagnostic};
use crate::position::{Instance, Limit, Problem, ProblemKind, errors};

/// The results for one combination of values of the parameters.
#[derive(Debug, Default)]
pub struct Found {
    /// The entries, in the order of the plan.
    pub shown: Vec<(Show, Shown)>,
    /// The key of the sequence of answers, if there is one.
    pub key: Option<Key>,
    /// Why the results are incomplete; `None` if they are complete.
    pub trouble: Option<Trouble>,
    /// The worst status of the results.
    pub status: Status,
}

/// One entry of the results.
#[derive(Debug)]
pub struct Shown {
    /// The value of the entry.
    pub quantity: Quantity,
    /// The evidence for the value.
    pub evidence: Evidence,
}

impl Shown {
    /// A missing entry; `why` is the reason.
    pub fn nothing(why: &str) -> Shown {
        let evidence = Evidence::Undecided { limit: None, why: why.to_string() };
        Shown { quantity: Quantity::Nothing, evidence }
    }
}

/// The value of an entry.
#[derive(Debug)]
pub enum Quantity {
    /// No value: the entry is missing.
    Nothing,
    /// A number.
    Number(u64),
    /// A number about a period with a saltus, and the saltus.
    Growing(u64, u64),
    /// The values of positions in order; `None` for a position without a value.
    Numbers(Vec<Option<u64>>),
    /// A text.
    Text(String),
}

/// The status of the results.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Status {
    /// No error.
    #[default]
    Ok,
    /// A limit was reached before an answer.
    Limit(Limit),
    /// The rules or the values of the parameters are wrong, or a claim is refuted.
    Wrong,
}

/// Why results are incomplete.
#[derive(Debug)]
pub struct Trouble {
    /// The reason, as a sentence.
    pub message: String,
    /// The status of a row with this trouble.
    pub status: Status,
}

impl Trouble {
    /// Trouble that is not a limit of the budget: the rules, the values of the parameters, the
    /// pattern or an answer do not fit.
    pub fn wrong(message: String) -> Trouble {
        Trouble { message, status: Status::Wrong }
    }

    /// The trouble that a diagnostic reports. Each limit counts as that of positions.
    pub fn of(diagnostic: &Diagnostic) -> Trouble {
        let message = format!("{}: {}", diagnostic.code, diagnostic.message);
        let status = match diagnostic.code {
            Code::G501 => Status::Limit(Limit::Positions),
            _ => Status::Wrong,
        };
        Trouble { message, status }
    }
}

/// Converts a problem at a position into the trouble of a row.
pub fn told(instance: &Instance, problem: &Problem) -> Trouble {
    let message = errors::sentence(instance, problem);
    match problem.kind {
        ProblemKind::Limit(limit) => Trouble { message, status: Status::Limit(limit) },
        _ => Trouble::wrong(message),
    }
}

impl Found {
    /// Changes the status to `status` if `status` is worse.
    pub fn worse(&mut self, status: Status) {
        match (self.status, status) {
            (_, Status::Wrong) | (Status::Ok, _) => self.status = status,
            _ => {}
        }
    }

    /// Adds an entry. An entry that a limit left undecided, or that is refuted, worsens the status.
    pub fn show(&mut self, show: Show, shown: Shown) {
        match shown.evidence {
            Evidence::Undecided { limit: Some(limit), .. } => self.worse(Status::Limit(limit)),
            Evidence::Refuted { .. } => self.worse(Status::Wrong),
            _ => {}
        }
        self.shown.push((show, shown));
    }
}
