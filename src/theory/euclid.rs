//! Euclid (T40): subtract a positive multiple of the smaller number from the larger.
//!
//! * Grossman's ending (both numbers stay positive; the play ends when they are equal): for a ≤ b the
//!   value is ⌊b/a − a/b⌋ (Nivasch 2006), lost ⇔ b/a < φ ⇔ b² − ab − a² < 0.
//! * The ending at zero (Cole and Davie 1969; HDU 1525): lost ⇔ a = 0, or a ≠ b and b/a < φ. The
//!   value is that of Grossman's ending, plus 1 if the continued fraction of b/a is [c, c, …, c] of
//!   odd length, minus 1 if it is [c, c, …, c] of even length (Cairns, Ho and Lengyel 2011).
//! * Misère, Grossman's ending: the misère value is 1 minus the value exactly at multiples of
//!   neighbouring Fibonacci numbers (1, 1), (1, 2), (2, 3), …, and else equal to the value (Gurvich
//!   2007).
//!
//! Traps: (a, a) has the value 1 when play goes to zero and 0 when it ends with equal numbers; Nivasch's
//! formula alone is wrong for play to zero.

use num_bigint::BigUint;
use num_integer::Integer;
use num_traits::{One, ToPrimitive, Zero};

/// When the play is over.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    /// When one number is 0.
    Zero,
    /// When the numbers are equal; no move makes one 0.
    Equal,
}

/// Whether the player to move loses under normal play, for machine words. With [`End::Equal`] both
/// numbers must be positive; else the answer is `None`.
pub fn losing(a: u64, b: u64, end: End) -> Option<bool> {
    let (a, b) = (a.min(b), a.max(b));
    if a == 0 {
        return (end == End::Zero).then_some(true);
    }
    let (wide_a, wide_b) = (u128::from(a), u128::from(b));
    let below_phi = wide_b * (wide_b - wide_a) < wide_a * wide_a;
    Some(below_phi && (end == End::Equal || a != b))
}

/// [`losing`] for numbers of any size.
pub fn losing_big(a: &BigUint, b: &BigUint, end: End) -> Option<bool> {
    let (a, b) = if a <= b { (a, b) } else { (b, a) };
    if a.is_zero() {
        return (end == End::Zero).then_some(true);
    }
    let below_phi = b * (b - a) < a * a;
    Some(below_phi && (end == End::Equal || a != b))
}

/// The value under normal play; `None` for a zero with [`End::Equal`].
pub fn value(a: &BigUint, b: &BigUint, end: End) -> Option<BigUint> {
    let (a, b) = if a <= b { (a, b) } else { (b, a) };
    if a.is_zero() {
        return (end == End::Zero).then(BigUint::zero);
    }
    let nivasch = (b * b - a * a) / (a * b);
    if end == End::Equal {
        return Some(nivasch);
    }
    let quotients = quotients(a, b);
    let constant = quotients.iter().all(|quotient| *quotient == quotients[0]);
    Some(match (constant, quotients.len().is_odd()) {
        (true, true) => nivasch + 1u32,
        (true, false) => nivasch - 1u32,
        (false, _) => nivasch,
    })
}

/// The misère value with [`End::Equal`]; `None` if a number is 0. The position is lost under misère
/// play ⇔ its misère value is 0.
pub fn misere_value(a: &BigUint, b: &BigUint) -> Option<BigUint> {
    let value = value(a, b, End::Equal)?;
    let (a, b) = if a <= b { (a, b) } else { (b, a) };
    Some(if is_fibonacci_pair(a, b) { BigUint::one() - value } else { value })
}

/// Every winning move under normal play, as how often the smaller number is subtracted from the larger;
/// empty when there is none.
///
/// After a move that leaves a ratio of 2 or more the other player wins, so only the two greatest
/// multiples come into question.
pub fn winning_multiples(a: &BigUint, b: &BigUint, end: End) -> Vec<BigUint> {
    let (a, b) = if a <= b { (a, b) } else { (b, a) };
    if a.is_zero() {
        return Vec::new();
    }
    let quotient = b / a;
    let candidates = (0u32..2).filter(|less| quotient > BigUint::from(*less)).map(|less| &quotient - less);
    candidates.filter(|times| losing_big(a, &(b - a * times), end) == Some(true)).collect()
}

/// Every winning move under misère play with [`End::Equal`], as in [`winning_multiples`].
///
/// Here a ratio of exactly 2 is lost, so three multiples come into question.
pub fn winning_multiples_misere(a: &BigUint, b: &BigUint) -> Vec<BigUint> {
    let (a, b) = if a <= b { (a, b) } else { (b, a) };
    if a.is_zero() {
        return Vec::new();
    }
    let quotient = b / a;
    let candidates = (0u32..3).filter(|less| quotient > BigUint::from(*less)).map(|less| &quotient - less);
    let lost = |times: &BigUint| misere_value(a, &(b - a * times)).is_some_and(|value| value.is_zero());
    candidates.filter(lost).collect()
}

/// The continued fraction of b/a, 1 ≤ a ≤ b; its last term exceeds 1 unless there is only one term.
fn quotients(a: &BigUint, b: &BigUint) -> Vec<BigUint> {
    let (mut a, mut b) = (a.clone(), b.clone());
    let mut found = Vec::new();
    while !a.is_zero() {
        let (quotient, remainder) = b.div_rem(&a);
        found.push(quotient);
        (b, a) = (a, remainder);
    }
    found
}

/// Whether a ≤ b are the same multiple of neighbouring Fibonacci numbers 1, 1, 2, 3, …: the continued
/// fraction of b/a is `[1]`, or only ones and a 2 at the end.
fn is_fibonacci_pair(a: &BigUint, b: &BigUint) -> bool {
    let quotients = quotients(a, b);
    let Some((last, before)) = quotients.split_last() else { return false };
    let ends_well = matches!(last.to_u32(), Some(2)) || last.is_one() && before.is_empty();
    ends_well && before.iter().all(BigUint::is_one)
}
