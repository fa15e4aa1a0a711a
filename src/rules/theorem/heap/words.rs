//! Outcomes, explanations and statements that several theorems about one heap share.

use crate::ir::Convention;
use crate::shape::presburger::Question;
use num_bigint::BigUint;
use num_traits::{One, Zero};

/// Whether a single heap with this value is lost, in a game in which the amounts that may be taken
/// do not depend on the heap: under misère play exactly the heaps of value 1 are lost (T16;
/// Ferguson 1974). `None` under [`Convention::Anti`].
///
/// The reason is Ferguson's pairing: a heap of value 0 from which something can be taken has a move
/// to a heap of value 1.
pub fn lost_by_value(value: &BigUint, convention: Convention) -> Option<bool> {
    match convention {
        Convention::Normal => Some(value.is_zero()),
        Convention::Misere => Some(value.is_one()),
        Convention::Anti => None,
    }
}

/// The outcome of a heap with this value and the reason, in words that follow a semicolon; `None`
/// under [`Convention::Anti`].
pub fn residue_words(value: &BigUint, convention: Convention) -> Option<String> {
    let lost = lost_by_value(value, convention)?;
    let (verdict, loser) = (if lost { "loses" } else { "wins" }, u8::from(convention == Convention::Misere));
    let play = if convention == Convention::Misere { "under misère play " } else { "" };
    Some(format!("{play}a heap of value {loser} loses: the player to move {verdict}."))
}

/// The statement, in the language, about a heap `n` whose value is the remainder modulo this
/// number; `None` for outcomes under other conventions than normal play.
pub fn residue_text(modulus: &BigUint, question: Question) -> Option<String> {
    match question {
        Question::Value => Some(format!("n mod {modulus}")),
        Question::Lost(Convention::Normal) => Some(format!("n mod {modulus} == 0")),
        Question::Lost(_) => None,
    }
}
