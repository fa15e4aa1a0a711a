//! Theorems about games that start from one heap. A move takes an amount from the heap, splits it, or
//! divides or multiplies its size.

pub(super) mod all_but;
pub(super) mod all_must_go;
pub(super) mod amounts_with_property;
pub(super) mod circle;
pub(super) mod code_0123;
pub(super) mod cut;
pub(super) mod divisors;
pub(super) mod excluded_amounts;
pub(super) mod finite_subtraction;
pub(super) mod kayles;
pub(super) mod lasker;
pub(super) mod mark;
pub(super) mod multiplication;
pub(super) mod pass;
pub(super) mod proportional;
pub(super) mod residue;
pub(super) mod take_away;
pub(super) mod take_between;
pub(super) mod two_amounts;
mod words;
