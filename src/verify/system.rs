//! Numeration systems: `U(0) = 1 < U(1) < U(2) < …` by a linear recurrence.
//!
//! **Growth.** The conditions on the recurrence in [`System::new`] are: all partial sums `c1 + … + cj` are at least 1,
//! and the whole sum is at least 2. They have a consequence that this crate uses twice. If `t` obeys the recurrence and `d`
//! numbers in a row are natural and nowhere falling, then so are all later ones: `t(n+d) - t(n+d-1)` is a sum
//! of the steps and of `t(n)` with the partial sums less 1 as factors. So `U` keeps growing; and so a settled sign is found
//! ([`crate::form`]).
//!
//! The certificate says which words represent numbers: any words, as long as each natural has exactly one
//! ([`crate::sentences`]).

use crate::certificate;
use crate::errors::{Checked, demand};
use std::cell::Cell;

/// The greatest absolute value of a coefficient or first number of the recurrence, and the greatest
/// number of digits.
const MOST: i64 = 1000;
/// The most coefficients of a recurrence.
const LONGEST: usize = 6;
/// The most units `U(0), U(1), …` that are computed; fewer if the next one exceeds [`GREATEST`].
const KEPT: usize = 48;
/// The greatest unit, and the greatest absolute value of an entry of the vector of a form
/// ([`crate::form`]). The product of two such numbers is at most 2^120, so that sums of a few
/// products do not overflow.
pub const GREATEST: i128 = 1 << 60;

/// The most steps ([`System::count`]) until sentence 0 of [`crate::sentences`] is checked, and for
/// all other sentences together.
pub const MOST_STEPS: [usize; 2] = [2_000_000, 200_000_000];

/// A numeration system.
#[derive(Debug)]
pub struct System {
    /// The coefficients of the recurrence.
    pub recurrence: Vec<i128>,
    /// The values of the lowest places: `U(0), U(1), …`.
    pub units: Vec<i128>,
    /// How many digits there are: each digit is less than this.
    pub digits: usize,
    /// The remaining number of steps.
    pub left: Cell<usize>,
}

impl System {
    /// Reads and checks a numeration system.
    pub fn new(stated: &certificate::System) -> Checked<System> {
        let (recurrence, start, d) = (&stated.recurrence, &stated.start, stated.recurrence.len());
        let fits = (1..=LONGEST).contains(&d) && start.len() == d;
        demand(fits, "the numeration system needs as many first numbers as coefficients, one to six")?;
        let small = recurrence.iter().chain(start).all(|number| (-MOST..=MOST).contains(number));
        demand(small, "the numeration system has a coefficient or a first number above 1000")?;
        let sums = |last: usize| recurrence[..=last].iter().sum::<i64>();
        let growing = (0..d).all(|last| sums(last) >= 1) && sums(d - 1) >= 2;
        demand(growing, "the numeration system has a partial sum of coefficients below 1, or a sum below 2")?;
        let increasing = start[0] == 1 && start.is_sorted_by(|one, next| one < next);
        demand(increasing, "the first numbers of the numeration system must start at 1 and grow")?;
        let few = (1..=MOST as usize).contains(&stated.digits);
        demand(few, "the numeration system must have 1 to 1000 digits")?;
        let exact = |numbers: &[i64]| numbers.iter().map(|number| i128::from(*number)).collect::<Vec<_>>();
        let (recurrence, mut units) = (exact(recurrence), exact(start));
        while units.len() < KEPT {
            let next = recurrence.iter().zip(units.iter().rev()).map(|(c, unit)| c * unit).sum();
            if next > GREATEST {
                break;
            }
            units.push(next);
        }
        demand(units.len() > 2 * d + 1, "the numbers of the numeration system grow too fast")?;
        Ok(System { recurrence, units, digits: stated.digits, left: Cell::new(MOST_STEPS[0]) })
    }

    /// Subtracts steps from those that are left; refuses the certificate if too few are left.
    pub fn count(&self, steps: usize) -> Checked<()> {
        let left = self.left.get().checked_sub(steps);
        self.left.set(left.unwrap_or(0));
        demand(left.is_some(), "the number of states to explore exceeds the limits of the checker")
    }

    /// Returns the value of a word; `None` if the word has more places than [`System::units`].
    pub fn value(&self, word: &[u32]) -> Option<i128> {
        let terms = word.iter().rev().zip(&self.units).map(|(digit, unit)| unit * i128::from(*digit));
        (word.len() <= self.units.len()).then(|| terms.sum())
    }
}
