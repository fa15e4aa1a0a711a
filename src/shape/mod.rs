//! What the rules say, seen as arithmetic: independent of names, of the order of moves, and of how a
//! range or a guard is written.

pub mod definable;
pub mod one_heap;
pub mod vectors;
