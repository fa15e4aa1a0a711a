//! Variants of rules: one spec looked at for many values of its parameters.

pub mod sweep;
