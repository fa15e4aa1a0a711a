//! How certain a statement is: proved, checked up to a bound, refuted or undecided.

use super::Case;
use crate::position::Limit;

/// How certain a statement is. Exactly one variant applies.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Evidence {
    /// The statement holds, by this argument.
    Proved {
        /// The argument, as in "evaluation of 40401 cases".
        by: String,
        /// If a statement about all naturals was also checked case by case, the bound of that
        /// check, as in "a, b <= 40".
        agrees: Option<String>,
    },
    /// The statement holds in all examined cases.
    Checked {
        /// The bound of the examination, as in "a, b <= 40".
        bound: String,
    },
    /// The statement is false.
    Refuted {
        /// The smallest case that was found where the statement fails. Empty if the statement has no
        /// variables or begins with `exists`, or if a proof shows only that some case fails.
        counterexample: Case,
    },
    /// It is not known whether the statement holds.
    Undecided {
        /// The limit that was reached, if one was.
        limit: Option<Limit>,
        /// The reason, and the partial results, in words.
        why: String,
    },
}

impl Evidence {
    /// Evidence by an argument alone, without a bound up to which cases were checked too.
    pub fn proved(by: String) -> Evidence {
        Evidence::Proved { by, agrees: None }
    }

    /// Adds an unproved assumption to the words of the evidence.
    pub fn assuming(&mut self, assumption: &str) {
        match self {
            Evidence::Proved { by: text, .. }
            | Evidence::Checked { bound: text }
            | Evidence::Undecided { why: text, .. } => {
                text.push_str("; ");
                text.push_str(assumption);
            }
            // A counterexample needs no assumption: all play from it was searched, or what refutes
            // it is proved without one.
            Evidence::Refuted { .. } => {}
        }
    }

    /// Returns the bound up to which the statement was checked; `None` unless it is `Checked`.
    pub fn bound(&self) -> Option<String> {
        match self {
            Evidence::Checked { bound } => Some(bound.clone()),
            _ => None,
        }
    }

    /// Returns the word for the evidence in reports.
    pub fn status(&self) -> &'static str {
        match self {
            Evidence::Proved { .. } => "proved",
            Evidence::Checked { .. } => "checked",
            Evidence::Refuted { .. } => "refuted",
            Evidence::Undecided { .. } => "undecided",
        }
    }
}
