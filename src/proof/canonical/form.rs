//! Linear forms over the fields and binders of a game.

use crate::number::linear::Linear;

/// The number of a field or binder: fields come first, in their order; binders follow.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Name(pub u32);

/// A linear form whose unknowns are fields and binders.
pub type Form = Linear<Name>;
