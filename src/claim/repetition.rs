//! The numbers in a claim that says `repeats every P adding S from N`.

use crate::number::Int;

/// The evaluated numbers P (`period`), S (`adding`) and N (`from`) of such a claim: for each index
/// from N on, the value P later is greater by S.
pub struct Numbers {
    pub period: u64,
    pub adding: Int,
    pub from: u64,
}
