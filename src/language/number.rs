//! Exact numbers: integers of any size, and real numbers with at most one square root. Also linear
//! forms over integers, and proofs that inequalities between them have no common solution.
//!
//! Nothing here, and nothing else in gspec that decides an answer, uses floating point.

pub mod contradiction;
mod int;
pub mod linear;
mod real;

pub use int::Int;
pub(crate) use int::is_prime;
pub use real::{NotOneField, Real};
