//! The tests: data behind one helper, all in one binary.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

mod suite;
mod theory;
