//! The result of a comparison for one question, and why games may be incomparable.

use crate::claim::Evidence;
use crate::diagnostic::Diagnostic;

/// The result of a comparison for one question; `D` describes a difference.
#[derive(Debug, Clone)]
pub enum Finding<D> {
    /// Both games agree, with this evidence.
    Same(Evidence),
    /// The games differ.
    Differs(D),
    /// It is not known whether the games agree; holds the reason.
    Open(String),
}

impl<D> Finding<D> {
    /// Whether the games agree, as proved or as far as they were compared; `None` if it is not
    /// known.
    pub fn is_same(&self) -> Option<bool> {
        match self {
            Finding::Same(_) => Some(true),
            Finding::Differs(_) => Some(false),
            Finding::Open(_) => None,
        }
    }
}

/// Why two games cannot be compared: the errors in the rules of one of them.
#[derive(Debug)]
pub struct Incomparable(pub Vec<Diagnostic>);
