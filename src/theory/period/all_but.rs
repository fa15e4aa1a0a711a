//! Proves periods of the game in which any amount but finitely many may be taken (T19).
//!
//! With `x` the greatest amount that may not be taken: if `G(n + p) = G(n) + s` on `2x` consecutive
//! heaps and the running maximum of the values rises by `s` over the same heaps, then both hold for
//! all later heaps too. Half of that window does not suffice (not taking 3, 7, 8, 9, 10). An early
//! outlier can keep the maximum from rising for some time after the values have begun to repeat, so
//! the last window of the known values is taken.

use super::{Period, least};
use std::ops::Range;

/// Proves that the candidate is a period, for all heaps, of the game in which all but finitely many
/// amounts may be taken; `largest_excluded` is the greatest excluded amount (0 if there is none).
/// Returns the least period; `None` if the values do not prove one.
pub fn all_but<V: Copy + Into<u32>>(
    values: &[V],
    largest_excluded: usize,
    candidate: Period,
) -> Option<Period> {
    let length = largest_excluded.checked_mul(2)?.max(1);
    let end = values.len().checked_sub(candidate.period)?;
    let window = end.checked_sub(length)?..end;
    let proved = candidate.period > 0
        && window.start >= candidate.preperiod
        && candidate.holds_on(values, window.clone())
        && maximum_rises(values, candidate, window.clone());
    proved.then(|| least(values, Period { preperiod: window.start, ..candidate }))
}

/// Whether the running maximum rises by the saltus within one period, from every heap of the
/// window.
fn maximum_rises<V: Copy + Into<u32>>(values: &[V], candidate: Period, window: Range<usize>) -> bool {
    let mut greatest = 0;
    let running = values.iter().map(|&value| {
        greatest = greatest.max(u64::from(value.into()));
        greatest
    });
    let running: Vec<u64> = running.take(window.end + candidate.period).collect();
    window.into_iter().all(|n| running[n] + u64::from(candidate.saltus) == running[n + candidate.period])
}
