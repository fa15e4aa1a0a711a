//! Smith's values of loopy games (T09): a natural, or infinity with the set of
//! naturals that can be moved to.

use std::collections::BTreeSet;

/// The value of a loopy position.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Smith {
    /// It behaves like a heap of Nim.
    Finite(u64),
    /// Play can be infinite, or move to one of these values.
    Infinite(BTreeSet<u64>),
}

impl Smith {
    /// The value of a sum of two.
    pub fn plus(&self, other: &Smith) -> Smith {
        match (self, other) {
            (Smith::Finite(a), Smith::Finite(b)) => Smith::Finite(a ^ b),
            (Smith::Infinite(set), Smith::Finite(b)) | (Smith::Finite(b), Smith::Infinite(set)) => {
                Smith::Infinite(set.iter().map(|a| a ^ b).collect())
            }
            (Smith::Infinite(_), Smith::Infinite(_)) => Smith::Infinite(BTreeSet::new()),
        }
    }
}
