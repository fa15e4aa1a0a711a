//! Proves arithmetic periods of codes whose moves leave at most three heaps (T64).
//!
//! Let the saltus be `s = 2^t`, let `G(n + p) = G(n) + s` hold from `n0` on as far as values are
//! known (up to `L`), and let `h(n) = floor(G(n) / s)`. The theorem extends the period to each
//! later heap `N` by two facts.
//!
//! First, `V = G(N - p) + s` is not the value of an option of `N`. This follows when sums and xors
//! of the `h` of three heaps differ so little that high bits cannot interfere, hypothesis (i) with
//! the bound `J` below: then a bit position can be deleted from all numbers, which gives a smaller
//! heap that would reach its own value.
//!
//! Second, all smaller values are values of options of `N`. This is carried over from `N - 2p` by
//! *witnesses*, options with such a value: a *shiftable* witness has a heap of at least `n0` that
//! may grow by `2p` because the `h` of the other heaps cancel; a *constant* witness has two equal
//! heaps, which may both grow by `p`.

use super::{Period, least};
use crate::take_and_break::{Parts, Rule, Rules, Take};

/// Whether the theorem applies to these rules: each takes a fixed amount, from any heap, and leaves at most three
/// parts, which may be equal.
pub fn hexadecimal_applies(rules: &Rules) -> bool {
    rules.rules().iter().all(|rule| {
        rule.least_heap == 0
            && matches!(rule.take, Take::Exactly(_))
            && !matches!(rule.parts, Parts::TwoUnequal | Parts::Four)
    })
}

/// Proves that the candidate, with a power of two as saltus, holds for all heaps, and returns the
/// least period; `None` if a hypothesis fails. The candidate has to hold up to the last known value.
pub fn hexadecimal<V: Copy + Into<u32>>(values: &[V], rules: &Rules, candidate: Period) -> Option<Period> {
    let known: Vec<u32> = values.iter().map(|&value| value.into()).collect();
    let window_start = known.len().checked_sub(candidate.period.checked_mul(2)?)?;
    let reach = known.len().checked_sub(candidate.period)?;
    let sound = hexadecimal_applies(rules)
        && candidate.period > 0
        && candidate.saltus.is_power_of_two()
        && window_start > candidate.preperiod.max(rules.last_take())
        && candidate.holds_on(&known, candidate.preperiod..reach);
    if !sound {
        return None;
    }
    let test = Test::new(&known, candidate);
    let proved = (window_start..known.len()).all(|heap| test.passes(rules, heap));
    proved.then(|| least(values, candidate))
}

/// The hypotheses with their computed bounds.
struct Test<'v> {
    values: &'v [u32],
    candidate: Period,
    /// `2^(J + 3)`, which `h` has to reach in the window.
    least_quotient: u64,
    /// `2s + max of G before n0`: values up to here need a constant witness.
    small: u64,
}

/// Which witnesses were found for a value.
#[derive(Clone, Copy, Default)]
struct Witnesses {
    constant: bool,
    shiftable: bool,
}

impl<'v> Test<'v> {
    /// Bounds from the values before the end of the first period. `c(x) = p·h(x) − x` stays below 2^73.
    fn new(values: &'v [u32], candidate: Period) -> Self {
        let (start, period) = (candidate.preperiod, candidate.period);
        let quotient = |heap: usize| i128::from(values[heap] / candidate.saltus);
        let offset = |heap: usize| period as i128 * quotient(heap) - heap as i128;
        let head = start + period;
        let greatest_offset = (0..head).map(offset).max().unwrap_or(0);
        let least_offset = (start..head).map(offset).min().unwrap_or(0);
        let spread = ((3 * greatest_offset).max(0) - least_offset).div_euclid(period as i128).max(0);
        let bound = (0..head).map(quotient).max().unwrap_or(0).max(spread);
        let bits = i128::BITS - bound.leading_zeros();
        let least_quotient = 1u64.checked_shl(bits + 3).unwrap_or(u64::MAX);
        // One more than the greatest value, so that an empty head needs no special case.
        let beyond_head = values[..start].iter().map(|&value| i64::from(value)).max().unwrap_or(-1) + 1;
        let small = 2 * u64::from(candidate.saltus) + beyond_head as u64;
        Test { values, candidate, least_quotient, small }
    }

    fn quotient(&self, heap: usize) -> u32 {
        self.values[heap] / self.candidate.saltus
    }

    /// Whether the hypotheses hold at one heap of the window: `h` reaches `least_quotient`, the value
    /// reaches `small`, and each smaller value has a constant witness or, if it is at least `small`,
    /// a shiftable one. `small` is one more than the bound in the theorem.
    fn passes(&self, rules: &Rules, heap: usize) -> bool {
        let value = self.values[heap];
        u64::from(self.quotient(heap)) >= self.least_quotient
            && u64::from(value) >= self.small
            && self
                .witnesses(rules, heap)
                .iter()
                .enumerate()
                .all(|(smaller, found)| found.constant || (found.shiftable && smaller as u64 >= self.small))
    }

    /// The witnesses for all values below that of the heap.
    fn witnesses(&self, rules: &Rules, heap: usize) -> Vec<Witnesses> {
        let mut found = vec![Witnesses::default(); self.values[heap] as usize];
        for rule in rules.rules() {
            let Rule { take, parts, .. } = *rule;
            if let Some(rest) = heap.checked_sub(take.least()).filter(|&rest| rest > 0) {
                match parts {
                    Parts::One => self.note(&mut found, &[rest]),
                    Parts::Two => self.note_pairs(&mut found, rest),
                    Parts::Three => self.note_triples(&mut found, rest),
                    Parts::Nothing | Parts::TwoUnequal | Parts::Four => {}
                }
            }
        }
        found
    }

    fn note_pairs(&self, found: &mut [Witnesses], rest: usize) {
        for first in 1..=rest / 2 {
            self.note(found, &[first, rest - first]);
        }
    }

    fn note_triples(&self, found: &mut [Witnesses], rest: usize) {
        for first in 1..=rest / 3 {
            for second in first..=(rest - first) / 2 {
                self.note(found, &[first, second, rest - first - second]);
            }
        }
    }

    /// Records which kinds of witness an option is for the value of the option. `heaps` are the
    /// option's heaps in order of size.
    fn note(&self, found: &mut [Witnesses], heaps: &[usize]) {
        let value = heaps.iter().fold(0, |value, &heap| value ^ self.values[heap]);
        let Some(witnesses) = found.get_mut(value as usize) else { return };
        witnesses.constant |= heaps.windows(2).any(|pair| pair[0] == pair[1]);
        if !witnesses.shiftable {
            let all = heaps.iter().fold(0, |all, &heap| all ^ self.quotient(heap));
            witnesses.shiftable =
                heaps.iter().any(|&heap| heap >= self.candidate.preperiod && all ^ self.quotient(heap) == 0);
        }
    }
}
