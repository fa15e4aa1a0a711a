//! The statement of a claim that values repeat.

use crate::number::Int;

/// The parts of the claim as numbers.
pub struct Numbers {
    pub period: u64,
    pub adding: Int,
    pub from: u64,
}
