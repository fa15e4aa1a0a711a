//! What the rules of a game are made of, before any question is asked of them.
//!
//! * [`laws`]: when builtins have a value, and what it may be

pub mod laws;
