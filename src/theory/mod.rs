//! Pure mathematics, no program in sight.

pub mod automaton;
pub mod period;
pub mod take_and_break;
