//! The results for one value of the parameters, with their status.

use super::{Key, Show};
use crate::claim::Evidence;
use crate::diagnostic::{Code, Diagnostic};
use crate::position::{Instance, Limit, Problem, ProblemKind, errors};

/// The results for one value of the parameters.
#[derive(Debug, Default)]
pub struct Found {
    /// The entries, in the order of the plan.
    pub shown: Vec<(Show, Shown)>,
    /// The key that identifies equal sequences, if there is one.
    pub key: Option<Key>,
    /// Why the results are incomplete.
    pub trouble: Option<Trouble>,
    /// The status.
    pub status: Status,
}

/// One entry of the results.
#[derive(Debug)]
pub struct Shown {
    /// The entry.
    pub quantity: Quantity,
    /// Its evidence.
    pub evidence: Evidence,
}

impl Shown {
    /// A missing entry, with the reason.
    pub fn nothing(why: &str) -> Shown {
        let evidence = Evidence::Undecided { limit: None, why: why.to_string() };
        Shown { quantity: Quantity::Nothing, evidence }
    }
}

/// The value of an entry.
#[derive(Debug)]
pub enum Quantity {
    /// Missing.
    Nothing,
    /// A number.
    Number(u64),
    /// A property of the period, and how much each further period adds to it.
    Growing(u64, u64),
    /// Numbers in order; `None` for a position without one.
    Numbers(Vec<Option<u64>>),
    /// Words.
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
    /// The rules or the value are wrong, or a claim is refuted.
    Wrong,
}

/// Why results are incomplete.
#[derive(Debug)]
pub struct Trouble {
    /// A sentence.
    pub message: String,
    /// The status.
    pub status: Status,
}

impl Trouble {
    /// Something is wrong with this value.
    pub fn wrong(message: String) -> Trouble {
        Trouble { message, status: Status::Wrong }
    }

    /// The text of a diagnostic.
    pub fn of(diagnostic: &Diagnostic) -> Trouble {
        let message = format!("{}: {}", diagnostic.code, diagnostic.message);
        let status = match diagnostic.code {
            Code::G501 => Status::Limit(Limit::Positions),
            _ => Status::Wrong,
        };
        Trouble { message, status }
    }
}

/// A problem with a position.
pub fn told(instance: &Instance, problem: &Problem) -> Trouble {
    let message = errors::sentence(instance, problem);
    match problem.kind {
        ProblemKind::Limit(limit) => Trouble { message, status: Status::Limit(limit) },
        _ => Trouble::wrong(message),
    }
}

impl Found {
    /// Lowers the status to another one if that is worse.
    pub fn worse(&mut self, status: Status) {
        match (self.status, status) {
            (_, Status::Wrong) | (Status::Ok, _) => self.status = status,
            _ => {}
        }
    }

    /// Adds an entry.
    pub fn show(&mut self, show: Show, shown: Shown) {
        match shown.evidence {
            Evidence::Undecided { limit: Some(limit), .. } => self.worse(Status::Limit(limit)),
            Evidence::Refuted { .. } => self.worse(Status::Wrong),
            _ => {}
        }
        self.shown.push((show, shown));
    }
}
