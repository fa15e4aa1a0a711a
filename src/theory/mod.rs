//! Pure mathematics, no program in sight.

pub mod automaton;
pub mod convention;
pub mod period;
pub mod take_and_break;
pub mod wythoff;
pub mod zeckendorf;
