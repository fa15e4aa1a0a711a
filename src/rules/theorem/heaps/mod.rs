//! Theorems about games whose state is a fixed number of fields, mostly naturals: Nim and its
//! relatives, Wythoff's game, pieces on a board.

pub(super) mod antonim;
pub(super) mod bishop;
pub(super) mod chocolate;
pub(super) mod circular;
pub(super) mod colon;
pub(super) mod delete_nim;
pub(super) mod disguised_nim;
pub(super) mod euclid;
pub(super) mod exact_nim;
pub(super) mod fixed_length;
pub(super) mod greedy;
pub(super) mod grossman;
pub(super) mod king;
pub(super) mod knight;
pub(super) mod like_wythoff;
pub(super) mod lines;
pub(super) mod moore;
pub(super) mod nim;
pub(super) mod nimhoff;
pub(super) mod northcott;
pub(super) mod poker_nim;
pub(super) mod sorted_heaps;
pub(super) mod staircase;
pub(super) mod steep_wythoff;
pub(super) mod wide_wythoff;
pub(super) mod wythoff;
