//! Proves periods of games in which the amounts are a finite set S (T16).
//!
//! The value of a heap of at least `max(S)` depends on nothing but the `max(S)` values before it. So where `max(S)`
//! consecutive heaps agree with the ones a period later, all later ones do. One heap fewer does not suffice.

use super::{Period, least};

/// Proves that the candidate is a period, for all heaps, of a game in which the amounts are a
/// finite set with this maximum, and returns the least one; `None` if the values do not prove it, or
/// if the candidate has a saltus.
pub fn subtraction<V: Copy + Into<u32>>(
    values: &[V],
    largest_amount: usize,
    candidate: Period,
) -> Option<Period> {
    let end = candidate.preperiod.checked_add(largest_amount.max(1))?;
    let proved =
        candidate.saltus == 0 && candidate.period > 0 && candidate.holds_on(values, candidate.preperiod..end);
    proved.then(|| least(values, candidate))
}
