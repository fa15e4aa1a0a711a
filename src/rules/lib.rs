//! The analysis of the rules of a game, before any position is solved.
//!
//! ```text
//! instance ─ sound ─▶ soundness
//!     └───── shape ─▶ rules as relations ─ theorem ─▶ covered
//!     └───── model: these results for each game, each computed once
//! ```
//!
//! * [`laws`]: for which arguments a builtin has a value, the bounds of this value, and builtins
//!   expressed by each other
//! * [`sound`]: fields stay in their types, play ends
//! * [`shape`]: what the moves look like, independent of names and ways of writing
//! * [`locality`]: boards whose moves read a few cells and change a few
//! * [`theorem`]: closed forms for games that known theorems cover
//! * [`model`]: what shapes and theorems state about each game, computed once

pub mod laws;
pub mod locality;
pub mod model;
mod quoted;
pub mod shape;
pub mod sound;
pub mod theorem;

use gspec_language::{check, diagnostic, ir, number, position, source, syntax};
use gspec_theory as theory;
