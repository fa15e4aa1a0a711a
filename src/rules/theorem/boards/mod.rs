//! Theorems about games on boards and on texts.

pub(super) mod chomp;
pub(super) mod cram;
pub(super) mod notakto;
pub(super) mod staircase_walk;
pub(super) mod string_intervals;
