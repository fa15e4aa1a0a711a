//! Computes properties of examined values other than their period: the greatest value, the
//! exceptions before the preperiod, and the values of one period. Proves nothing about values
//! beyond them.

use crate::theory::period::Period;

/// Properties of the examined values.
#[derive(Debug, Clone, Default)]
pub struct Seen {
    /// The number of examined values, whose indices are 0, 1, ….
    pub count: usize,
    /// The greatest examined value; `None` if no value was examined.
    pub greatest: Option<u32>,
    /// The first exceptions, in ascending order: an index before the preperiod, with its value, at
    /// which the period continued backwards would give another value.
    pub exceptions: Vec<(usize, u32)>,
    /// The number of further exceptions, which are not listed.
    pub more_exceptions: usize,
    /// The first values of one period, starting at the preperiod.
    pub repeating: Vec<u32>,
}

/// The most exceptions that are listed; further ones are only counted.
pub const MOST_EXCEPTIONS: usize = 1_000_000;

/// The most values of one period that are listed; the others are left out.
pub const MOST_OF_A_PERIOD: usize = 1_000;

impl Seen {
    /// Computes the properties of the values at the indices below `count`; `period`, if any, holds
    /// from its preperiod on.
    pub fn new(count: usize, value: impl Fn(usize) -> Option<u32>, period: Option<Period>) -> Seen {
        let greatest = (0..count).filter_map(&value).max();
        let mut seen = Seen { count, greatest, ..Seen::default() };
        let Some(period) = period else { return seen };
        let expected = |n: usize| {
            let steps = (period.preperiod - n).div_ceil(period.period);
            let later = i64::from(value(n + steps * period.period)?);
            Some(later - steps as i64 * i64::from(period.saltus))
        };
        for n in 0..period.preperiod {
            let Some(here) = value(n) else { break };
            if expected(n) == Some(i64::from(here)) {
                continue;
            }
            match seen.exceptions.len() < MOST_EXCEPTIONS {
                true => seen.exceptions.push((n, here)),
                false => seen.more_exceptions += 1,
            }
        }
        let one = (period.preperiod..).take(period.period.min(MOST_OF_A_PERIOD));
        seen.repeating = one.map_while(value).collect();
        seen
    }
}
