//! The suite of one helper and four subjects: the command line, the layout, laws that hold for all
//! inputs, and inputs that are meant to do harm.

#![allow(
    clippy::unwrap_used,
    clippy::disallowed_methods,
    reason = "a test that cannot go on has failed, and tests may touch files and the clock"
)]

mod cli;
mod format;
mod properties;
mod robustness;
mod support;
