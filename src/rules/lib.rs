//! What the rules of a game say, before any position is solved.
//!
//! ```text
//! instance ─ sound ─▶ soundness
//!     └───── shape ─▶ rules as relations ─ theorem ─▶ covered
//! ```
//!
//! * [`laws`]: when builtins have a value, what it may be, and what they are in terms of each other
//! * [`sound`]: fields stay in their types, play ends
//! * [`shape`]: what the moves look like, independent of names and ways of writing
//! * [`theorem`]: closed forms for games that known theorems cover

pub mod laws;
mod quoted;
pub mod shape;
pub mod sound;
pub mod theorem;

use gspec_language::{check, diagnostic, ir, number, position, source, syntax};
use gspec_theory as theory;
