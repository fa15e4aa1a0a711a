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
    /// The key by which equal sequences are recognised, if there is one.
    pub key: Option<Key>,
    /// Why nothing more is shown.
    pub trouble: Option<Trouble>,
    /// How it went.
    pub status: Status,
}

/// One thing that is shown.
#[derive(Debug)]
pub struct Shown {
    /// The entry.
    pub quantity: Quantity,
    /// How certainly.
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
    /// Not there.
    Nothing,
    /// A number.
    Number(u64),
    /// A number of the period, and how much each further period adds to it.
    Growing(u64, u64),
    /// Numbers in order; `None` if a position has none.
    Numbers(Vec<Option<u64>>),
    /// Words.
    Text(String),
}

/// How it went.
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

/// Why nothing more is shown.
#[derive(Debug)]
pub struct Trouble {
    /// In one sentence.
    pub message: String,
    /// How it went.
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
    /// Something else went that way.
    pub fn worse(&mut self, status: Status) {
        match (self.status, status) {
            (_, Status::Wrong) | (Status::Ok, _) => self.status = status,
            _ => {}
        }
    }

    /// Takes something that is shown.
    pub fn show(&mut self, show: Show, shown: Shown) {
        match shown.evidence {
            Evidence::Undecided { limit: Some(limit), .. } => self.worse(Status::Limit(limit)),
            Evidence::Refuted { .. } => self.worse(Status::Wrong),
            _ => {}
        }
        self.shown.push((show, shown));
    }
}
