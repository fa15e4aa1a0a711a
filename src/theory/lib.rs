//! Pure mathematics, independent of specs: closed forms as functions over integers, graphs, trees
//! and strings; periods with their certificates; automata that decide arithmetic. Whether a spec
//! *is* one of these games is decided elsewhere.
//!
//! Throughout, *losing* means that the player to move loses, and a *value* is a Sprague–Grundy
//! value. Numbers such as T19 are those of `docs/theorems.md`.

pub mod all_but;
pub mod annihilation;
pub mod antonim;
pub mod automaton;
pub mod bounded;
pub mod candies;
pub mod chess;
pub mod chocolate;
pub mod chomp;
pub mod circle;
pub mod circular;
pub mod coins;
pub mod convention;
pub mod cram;
pub mod cut;
pub mod delete;
pub mod diagonal;
pub mod divisors;
pub mod end_nim;
pub mod euclid;
pub mod exact_nim;
pub mod geography;
pub mod greedy;
pub mod hackenbush;
pub mod intervals;
pub mod kayles_paths;
pub mod lasker;
pub mod learn;
pub mod mark;
pub mod matching;
pub mod misere_0123;
pub mod misere_kayles;
pub mod moore;
pub mod multiplication;
pub mod named_octals;
pub mod nim;
pub mod nim_product;
pub mod nimhoff;
pub mod northcott;
pub mod notakto;
pub mod numeration;
pub mod pace;
pub mod pass;
pub mod period;
pub mod primes;
pub mod proportional;
pub mod residue;
pub mod silver_dollar;
pub mod staircase;
pub mod substring;
pub mod take_and_break;
pub mod take_away;
pub mod tree_path;
pub mod two_amounts;
pub mod welter;
pub mod wythoff;
pub mod zeckendorf;
