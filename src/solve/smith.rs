//! Smith's values of loopy games (T09), and the value of a sum. A value is a natural, or infinity
//! with the set of naturals that can be moved to.

use std::collections::BTreeSet;

/// The value of a loopy position.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Smith {
    /// The position is equal to a heap of Nim of this size.
    Finite(u64),
    /// Infinity, with the finite values among those of the options.
    Infinite(BTreeSet<u64>),
}

impl Smith {
    /// The value of the sum of two positions with these values.
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
