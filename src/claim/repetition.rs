//! The numbers in a claim that says `repeats every P adding S from N`.

use crate::number::Int;

/// The evaluated numbers of such a claim: from the index `from` on, the value one period later is
/// greater by `adding`.
pub struct Numbers {
    pub period: u64,
    pub adding: Int,
    pub from: u64,
}
