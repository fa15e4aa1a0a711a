//! Wythoff's game and its relatives (T34–T37): two heaps, take from one or in step from both.
//!
//! In all of them the lost positions are pairs (Aₙ, Bₙ) that use every natural exactly once (or
//! nearly so), hence a natural has one *partner*, and winning moves can be read off.
//! None of these games has a closed form for its values, so lost positions say nothing about sums.

pub mod blocking;
pub mod classic;
pub mod holladay;
pub mod numeration;
