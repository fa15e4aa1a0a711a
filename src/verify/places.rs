//! The places of a numeration system: `U(0) = 1 < U(1) < U(2) < …` by a linear recurrence.
//!
//! **Growth.** The conditions on the recurrence in [`Places::new`] are: all partial sums `c1 + … + cj` are at least 1,
//! and the whole sum is at least 2. They have a consequence that this crate uses twice. If `t` obeys the recurrence and `d`
//! numbers in a row are natural and nowhere falling, then so are all later ones: `t(n+d) - t(n+d-1)` is a sum
//! of the steps and of `t(n)` with the partial sums less 1 as factors. With the whole sum at least 2, `U` keeps growing.

use crate::certificate::System;
use crate::errors::Refusal;

/// The greatest coefficient and start, and the most digits.
const MOST: i64 = 1000;
/// The longest recurrence.
const LONGEST: usize = 6;
/// How many places are kept at least, as far as they stay below 2^60.
const KEPT: usize = 48;

/// The places of a numeration system.
#[derive(Debug)]
pub struct Places {
    /// The coefficients of the recurrence.
    pub recurrence: Vec<i128>,
    /// `U(0), U(1), …`, some of them.
    pub units: Vec<i128>,
    /// The digits are 0 up to one less than this.
    pub digits: usize,
}

impl Places {
    /// Checks a system.
    pub fn new(system: &System) -> Result<Places, Refusal> {
        let (recurrence, start) = (&system.recurrence, &system.start);
        let wide = |number: &i64| !(-MOST..=MOST).contains(number);
        if recurrence.is_empty() || recurrence.len() > LONGEST || recurrence.len() != start.len() {
            return Err(Refusal::System("it needs as many first numbers as coefficients, one to six"));
        }
        if recurrence.iter().chain(start).any(wide) {
            return Err(Refusal::System("a coefficient or a first number is larger than 1000"));
        }
        let mut sum = 0;
        let partial: Vec<i64> = recurrence
            .iter()
            .scan(&mut sum, |sum, c| {
                **sum += c;
                Some(**sum)
            })
            .collect();
        if partial.iter().any(|sum| *sum < 1) || sum < 2 {
            return Err(Refusal::System("a partial sum of the coefficients is below 1, or the sum below 2"));
        }
        if start[0] != 1 || start.windows(2).any(|pair| pair[0] >= pair[1]) {
            return Err(Refusal::System("the first numbers must start at 1 and grow"));
        }
        let recurrence: Vec<i128> = recurrence.iter().map(|c| i128::from(*c)).collect();
        let mut units: Vec<i128> = start.iter().map(|u| i128::from(*u)).collect();
        let d = recurrence.len();
        while units.len() < 2 * d + 2 || units.len() < KEPT && units[units.len() - 1] < 1 << 60 {
            let next = next_unit(&recurrence, &units);
            units.push(next.ok_or(Refusal::System("its numbers grow too fast"))?);
        }
        let digits = units.windows(2).map(|pair| (pair[1] + pair[0] - 1) / pair[0]).max();
        let digits = digits.and_then(|digits| usize::try_from(digits).ok());
        let digits = digits.filter(|digits| *digits <= MOST as usize);
        let digits = digits.ok_or(Refusal::System("it has more than 1000 digits"))?;
        Ok(Places { recurrence, units, digits })
    }

    /// The value of a word, unless it is very large.
    pub fn value(&self, word: &[u32]) -> Option<i128> {
        let mut units = self.units.clone();
        while units.len() < word.len() {
            units.push(next_unit(&self.recurrence, &units)?);
        }
        let add =
            |sum: i128, (digit, unit): (&u32, &i128)| sum.checked_add(unit.checked_mul((*digit).into())?);
        word.iter().rev().zip(&units).try_fold(0, add)
    }
}

/// The number of the system that follows.
pub fn next_unit(recurrence: &[i128], units: &[i128]) -> Option<i128> {
    let add = |sum: i128, (c, unit): (&i128, &i128)| sum.checked_add(c.checked_mul(*unit)?);
    recurrence.iter().zip(units.iter().rev()).try_fold(0, add)
}
