//! Why a certificate is refused.

use std::fmt;

/// The refusal of a certificate.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Refusal {
    /// The reason, as a sentence.
    pub reason: String,
    /// Whether the reason is that the certificate is about other rules than those given.
    pub is_about_other_rules: bool,
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str(&self.reason)
    }
}

/// The result of a step of the checker, or why the certificate is refused.
pub type Checked<T> = Result<T, Refusal>;

/// Refuses for a reason.
pub fn refuse<T>(reason: impl Into<String>) -> Checked<T> {
    Err(Refusal { reason: reason.into(), is_about_other_rules: false })
}

/// Refuses for a reason unless a condition holds.
pub fn demand(fine: bool, reason: &str) -> Checked<()> {
    if fine { Ok(()) } else { refuse(reason) }
}

/// Refuses a certificate as malformed unless a condition holds.
pub fn well_formed(fine: bool, reason: &str) -> Checked<()> {
    demand(fine, &format!("malformed certificate: {reason}"))
}
