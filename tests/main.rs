//! The integration tests, all in one binary: `suite` runs the program and the library on specs, `theory` compares
//! the closed forms of the crate `theory` with direct computation.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

mod suite;
mod theory;
