//! The fields of a proved set as forms and numbers.

use crate::Proof;
use crate::canonical::{Form, Name};

/// A field.
pub fn field(at: usize) -> Form {
    Form::name(Name(at as u32))
}

/// Whether a position is lost.
pub fn holds(proof: &Proof, fields: &[u64]) -> bool {
    let read: Vec<u64> = proof.set.tracks().iter().map(|track| fields[track.0 as usize]).collect();
    proof.set.holds(&read)
}
