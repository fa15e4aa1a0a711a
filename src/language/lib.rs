//! The language: from the text of a spec to a checked program, and the meaning of its expressions
//! and moves.
//!
//! ```text
//! source text ─ syntax ─▶ ast ─ check ─▶ ir ─ position ─▶ instance
//! ```
//!
//! * [`source`]: files, places in them, and how further files are reached
//! * [`number`]: exact integers and quadratic irrationals; linear inequalities
//! * [`diagnostic`]: messages about a spec, with codes, pages and renderings
//! * [`syntax`]: from text to a tree; codes expanded to moves
//! * [`ir`]: the checked, typed, closed program
//! * [`check`](mod@check): names, types, purity, from the tree to the program
//! * [`position`]: components and positions; the values of expressions and the moves
//! * [`format`](mod@format): the canonical layout of a spec

pub mod check;
pub mod diagnostic;
pub mod format;
pub mod ir;
pub mod number;
pub mod position;
pub mod source;
pub mod syntax;
