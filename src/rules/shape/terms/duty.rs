//! Duties: conditions under which an expression has a value.

use super::term::TermId;

/// Something that has to hold where an expression is evaluated.
#[derive(Debug, Clone, Copy)]
pub struct Duty {
    /// The condition that is assumed.
    pub assumed: TermId,
    /// The condition that must follow.
    pub wanted: TermId,
    /// A condition that would also suffice.
    pub enough: Option<TermId>,
}
