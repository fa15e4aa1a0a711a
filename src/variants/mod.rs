//! Variants of rules: compares two games, leaves out parts of a game's rules one by one
//! ([`ablate()`]), and evaluates one spec for many values of its parameters ([`sweep`]).
//! [`guess`](mod@guess) proposes claims.
//!
//! A comparison merges two programs into one (`merge`) and turns the questions about their games
//! into claims of the merged program (`claims`), which are judged like any other claims. The entry
//! point is [`compare()`].

mod ablate;
mod answers;
mod asked;
mod cause;
mod claims;
mod compare;
mod errors;
mod finding;
pub mod guess;
pub mod matching;
mod merge;
mod moves;
mod pair;
mod positions;
mod smallest;
pub mod sweep;

pub use ablate::{Ablating, Ablation, Change, Effect, Part, ablate};
pub use cause::{Cause, Known};
pub use compare::{Asking, Comparison, Difference, MovesApart, compare, compare_specs};
pub use finding::{Finding, Incomparable};
pub use pair::{Matching, Pair};
