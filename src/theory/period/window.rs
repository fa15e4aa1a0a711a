//! Proves periods of sequences in which a window of values determines the next value.
//!
//! Let there be a heap `x` and a length `w` such that for every `m` from `x` up to the last known heap and
//! every later `n > m`: if the `w` values before `n` equal the `w` values before `m`, and all heaps after the
//! last known one up to `n` were computed in this way, then `G(n) = G(m)`. If then the last `w` values equal
//! those before some `y >= x`, everything from there on repeats: the heap after the last known one has the
//! value of `y`, its window is again one that has occurred a period before, and so on for ever.
//!
//! An example is a game whose rare heaps have come to an end (`solve::take_and_break`): there the window must
//! contain the greatest distance over which a value is read. Only two windows have to be compared, so the
//! proof needs half of the heaps that the theorem of Guy and Smith needs.

use super::{Period, least};

/// From which heap on earlier values determine the values of a sequence.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Determined {
    /// The first heap whose value is determined by the values before it.
    pub from: usize,
    /// How many values determine the next one.
    pub window: usize,
    /// Whether two windows must also begin at heaps of the same parity to have the same successor.
    pub by_parity: bool,
}

/// Proves that the candidate is a period for all indices, and returns the least one; `None` if the
/// last values do not prove it, or if the candidate has a saltus.
pub fn window<V: Copy + Into<u32>>(
    values: &[V],
    determined: Determined,
    candidate: Period,
) -> Option<Period> {
    let repeated = values.len().checked_sub(candidate.period)?;
    let start = repeated.checked_sub(determined.window.max(1))?;
    let proved = candidate.period > 0
        && candidate.saltus == 0
        && !(determined.by_parity && candidate.period % 2 == 1)
        && repeated >= determined.from
        && candidate.holds_on(values, start..repeated);
    proved.then(|| least(values, Period { preperiod: start, ..candidate }))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// From heap 4 on, each value is the sum of the last two modulo 7: a window of two determines the next value.
    fn fibonacci(heaps: usize) -> Vec<u8> {
        let mut values = vec![3u8, 5, 0, 1];
        while values.len() < heaps {
            let next = (values[values.len() - 1] + values[values.len() - 2]) % 7;
            values.push(next);
        }
        values
    }

    #[test]
    fn two_equal_windows_are_enough() {
        let determined = Determined { from: 4, window: 2, by_parity: false };
        let candidate = Period { preperiod: 0, period: 16, saltus: 0 };
        assert_eq!(window(&fibonacci(19), determined, candidate), None);
        let proved = Some(Period { preperiod: 2, period: 16, saltus: 0 });
        assert_eq!(window(&fibonacci(20), determined, candidate), proved);
    }

    #[test]
    fn half_a_window_or_the_wrong_parity_is_not() {
        let known = fibonacci(20);
        let candidate = Period { preperiod: 0, period: 16, saltus: 0 };
        assert_eq!(window(&known, Determined { from: 5, window: 2, by_parity: false }, candidate), None);
        assert_eq!(window(&known, Determined { from: 4, window: 3, by_parity: false }, candidate), None);
        let ones = [1u8; 9];
        let odd = Period { preperiod: 0, period: 1, saltus: 0 };
        assert_eq!(window(&ones, Determined { from: 2, window: 2, by_parity: true }, odd), None);
        assert!(window(&ones, Determined { from: 2, window: 2, by_parity: false }, odd).is_some());
    }
}
