//! What a comparison finds, and why there may be none.

use crate::claim::Evidence;
use crate::diagnostic::Diagnostic;
use crate::position::Limit;

/// The result for one question.
#[derive(Debug, Clone)]
pub enum Finding<D> {
    /// Both games agree in this, with this evidence.
    Same(Evidence),
    /// They differ.
    Differs(D),
    /// It is not known, for this reason.
    Open(String),
}

impl<D> Finding<D> {
    /// Whether the games agree, if this is known or was observed everywhere.
    pub fn is_same(&self) -> Option<bool> {
        match self {
            Finding::Same(_) => Some(true),
            Finding::Differs(_) => Some(false),
            Finding::Open(_) => None,
        }
    }
}

/// Why two games are not compared.
#[derive(Debug)]
pub enum Incomparable {
    /// The rules of one of them are wrong.
    Rules(Vec<Diagnostic>),
    /// A limit was reached while the rules were checked.
    Limit(Limit),
}
