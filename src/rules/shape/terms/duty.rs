//! What has to hold for an expression to have a value.

use super::term::TermId;

/// Something that has to hold where an expression is evaluated.
#[derive(Debug, Clone, Copy)]
pub struct Duty {
    /// What is assumed there.
    pub assumed: TermId,
    /// What has to follow.
    pub wanted: TermId,
    /// What would be enough as well.
    pub enough: Option<TermId>,
}
