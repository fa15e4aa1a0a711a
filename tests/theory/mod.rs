//! Closed forms against the definition: one file for each family of games.

mod definition;
mod golden;

mod boards;
mod coins;
mod diagonal;
mod geography;
mod many_heaps;
mod misere_kayles;
mod moore;
mod nim;
mod one_heap;
mod robustness;
mod splitting;
mod subtraction;
mod trees;
mod two_numbers;
mod wythoff;
