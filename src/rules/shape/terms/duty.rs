//! Duties: conditions under which an expression has a value.

use super::term::TermId;

/// A condition that has to hold where an expression is evaluated.
#[derive(Debug, Clone, Copy)]
pub struct Duty {
    /// The condition under which the expression is evaluated.
    pub assumed: TermId,
    /// The condition that must hold there.
    pub wanted: TermId,
    /// If there is one, a simpler condition that implies `wanted`.
    pub enough: Option<TermId>,
}
