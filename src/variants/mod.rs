//! Variants of rules: two games compared, the parts of a game's rules left out one by one ([`ablate()`]), and one spec looked
//! at for many values of its parameters ([`sweep`]). [`guess`](mod@guess) proposes claims.
//!
//! Comparing comes down to one thing: two programs become one (`merge`), and what is asked of their games becomes claims of that
//! program (`claims`), which are judged like any other. [`compare()`] is the face.

mod ablate;
mod answers;
mod asked;
mod cause;
mod claims;
mod compare;
mod errors;
pub mod guess;
pub mod matching;
mod merge;
mod moves;
mod positions;
mod smallest;
pub mod sweep;

pub use ablate::{Ablating, Ablation, Change, Effect, Part, ablate};
pub use cause::{Cause, Known};
pub use compare::{
    Asking, Comparison, Difference, Finding, Incomparable, MovesApart, compare, compare_specs,
};
pub use merge::{Matching, Pair};
