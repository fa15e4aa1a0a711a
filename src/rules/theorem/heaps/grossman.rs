//! Grossman's version of Euclid's game (T40): a move takes a positive multiple of the smaller of
//! two positive numbers from the larger, but not all of it; play ends at equal numbers.
//!
//! For a ≤ b the value is ⌊b/a − a/b⌋, and the player to move loses exactly if b / a is less than
//! the golden ratio. The outcome under misère play differs from that under normal play exactly if,
//! for some k, the two numbers are k times two consecutive Fibonacci numbers.

use super::euclid;
use crate::theorem::{Hypotheses, Kind, Theorem, clues};
use crate::theory::euclid::End;

/// The catalogue entry for Euclid's game until the numbers are equal.
pub const THEOREM: Theorem = Theorem {
    id: "grossman",
    entry: "T40",
    title: "Grossman's Euclid: take multiples of the smaller number, both stay positive",
    cite: "Nivasch 2006, Gurvich 2007",
    gives: "Nivasch 2006 (theorem:grossman), the value is floor(b / a - a / b)",
    page: include_str!("../pages/grossman.md"),
    hypotheses: Hypotheses::Any(&[
        Hypotheses::Rules { written, form: |parameters| Some(euclid::form(parameters, End::Equal, &[1, 3])) },
        Hypotheses::Boards {
            least: clues::MANY_POSITIONS,
            guess: |clues| clues.on_pairs(written),
            form: |parameters| Some(euclid::form(parameters, End::Equal, &[1, 3])),
        },
    ]),
};

fn written(kinds: &[Kind]) -> Vec<String> {
    // The binder is the quotient or the amount, a multiple; pairs in ascending order are written by
    // `min` and `max`, or by `if`. Products of two names are not linear arithmetic, so these
    // formulations have no common form.
    const RULES: [&str; 4] = [
        "game euclid(a: nat, b: nat) {
            move from_first(q in 1..=(a - 1) div b) when 0 < b -> euclid(a - q * b, b)
            move from_second(q in 1..=(b - 1) div a) when 0 < a -> euclid(a, b - q * a)
        }",
        "game euclid(a: nat, b: nat) {
            move take(q in 1..=(b - 1) div a) when 0 < a -> euclid(min(a, b - q * a), max(a, b - q * a))
        }",
        "game euclid(a: nat, b: nat) {
            move from_first(k in 1..a) when 0 < b and k mod b == 0 -> euclid(a - k, b)
            move from_second(k in 1..b) when 0 < a and k mod a == 0 -> euclid(a, b - k)
        }",
        "game euclid(a: nat, b: nat) {
            move take(q in 1..=(b - 1) div a) when 0 < a
                -> if a <= b - q * a then euclid(a, b - q * a) else euclid(b - q * a, a)
        }",
    ];
    if kinds == [Kind::Nat, Kind::Nat] { RULES.map(str::to_string).to_vec() } else { Vec::new() }
}
