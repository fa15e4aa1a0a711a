//! Theorems about games whose state is one list of any number of heaps.

pub(super) mod candies;
pub(super) mod circular_list;
pub(super) mod end_nim;
pub(super) mod exact_list;
pub(super) mod greedy_list;
pub(super) mod moore_list;
pub(super) mod nim_list;
pub(super) mod staircase_list;
