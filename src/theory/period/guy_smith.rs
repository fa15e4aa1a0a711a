//! Proves periods of codes with finitely many digits (T62, Guy and Smith; here for any number of
//! parts).
//!
//! Let `k` be the largest amount taken, `j` the most heaps left, and let `G(n + p) = G(n)` hold for
//! `n0 <= n <= j·n0 + (j − 1)·p + k`, `n0 >= 1`. Then it holds for all `n >= n0`, by induction on
//! `n` beyond that window: the largest part of a move from `n + p` is at least `(n + p − k) / j >=
//! n0 + p`, so it may be made smaller by `p` without changing its value, which gives an option of
//! `n` with the same value; the largest part of a move from `n` is at least `n0` and may be made
//! larger by `p`. So the options of `n` and of `n + p` have the same values.
//!
//! Two heaps that have to differ need `p` more: if making the larger part of `n + p` smaller makes the parts equal,
//! `n + p − t = a + (a + p)`, the value was `G(a) ^ G(a + p) = 0`, and it is also that of `(a − p, a + p)` of `n`,
//! for which `a − p >= n0` is needed. Rules that begin at some heap are complete from there on.

use super::{Period, least};
use crate::take_and_break::{Parts, Rule, Rules, Take};

/// Proves that the candidate is a period, for all heaps, of the game with these rules, and returns
/// the least one; `None` if too few values are known or the window does not agree. Handles only
/// rules with finitely many amounts and periods without a saltus.
pub fn guy_smith<V: Copy + Into<u32>>(values: &[V], rules: &Rules, candidate: Period) -> Option<Period> {
    let end = guy_smith_window_end(rules, candidate)?;
    let start = candidate.preperiod.max(1);
    let proved = end.checked_add(candidate.period)? < values.len()
        && candidate.holds_on(values, start..end.checked_add(1)?);
    proved.then(|| least(values, Period { preperiod: start, ..candidate }))
}

/// The last heap of the window on which the period has to hold; `None` if the theorem does not
/// apply: for a saltus, a period of 0, or a rule without a fixed amount.
pub fn guy_smith_window_end(rules: &Rules, candidate: Period) -> Option<usize> {
    if candidate.saltus != 0 || candidate.period == 0 {
        return None;
    }
    let start = candidate.preperiod.max(1);
    rules
        .rules()
        .iter()
        .try_fold(start, |end, rule| Some(end.max(rule_window_end(rule, start, candidate.period)?)))
}

/// After this heap, each move by the rule from `n` corresponds to one from `n + period`, and
/// conversely. `None` if the rule takes no fixed amount.
fn rule_window_end(rule: &Rule, start: usize, period: usize) -> Option<usize> {
    let Take::Exactly(take) = rule.take else { return None };
    let heaps = rule.parts.heaps();
    let mut end = heaps.checked_mul(start)?.checked_add(heaps.saturating_sub(1).checked_mul(period)?)?;
    if rule.parts == Parts::TwoUnequal {
        end = end.checked_add(period)?;
    }
    Some(end.checked_add(take)?.max(rule.least_heap))
}
