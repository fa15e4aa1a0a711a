//! How certain a statement is.

use super::Case;
use crate::position::Limit;

/// How certain a statement is: exactly one of four cases.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Evidence {
    /// It holds, by this argument.
    Proved {
        /// The argument, as in "evaluation of 40401 cases".
        by: String,
        /// The bound, as in "a, b <= 40", if a statement about all naturals was also checked case by case.
        agrees: Option<String>,
    },
    /// It holds in all examined cases.
    Checked {
        /// The bound of the examination, as in "a, b <= 40".
        bound: String,
    },
    /// It is false.
    Refuted {
        /// The smallest case where it fails; empty when it has no variables.
        counterexample: Case,
    },
    /// It is not known.
    Undecided {
        /// The limit that was reached, if one was.
        limit: Option<Limit>,
        /// The reason, and the partial results.
        why: String,
    },
}

impl Evidence {
    /// Evidence by an argument without assumptions.
    pub fn proved(by: String) -> Evidence {
        Evidence::Proved { by, agrees: None }
    }

    /// Adds an unproved assumption.
    pub fn assuming(&mut self, assumption: &str) {
        match self {
            Evidence::Proved { by: text, .. }
            | Evidence::Checked { bound: text }
            | Evidence::Undecided { why: text, .. } => {
                text.push_str("; ");
                text.push_str(assumption);
            }
            // A counterexample needs no assumption: all play from it was searched.
            Evidence::Refuted { .. } => {}
        }
    }

    /// The bound up to which it was checked, if it was only checked.
    pub fn bound(&self) -> Option<String> {
        match self {
            Evidence::Checked { bound } => Some(bound.clone()),
            _ => None,
        }
    }

    /// The word for it in reports.
    pub fn status(&self) -> &'static str {
        match self {
            Evidence::Proved { .. } => "proved",
            Evidence::Checked { .. } => "checked",
            Evidence::Refuted { .. } => "refuted",
            Evidence::Undecided { .. } => "undecided",
        }
    }
}
