//! The numbers in a claim that values repeat.

use crate::number::Int;

/// The parts of such a claim as numbers.
pub struct Numbers {
    pub period: u64,
    pub adding: Int,
    pub from: u64,
}
