//! An automaton that decides whether a linear form of several numbers is at least 0, or whether a
//! number divides it. It reads the numbers digit by digit, the highest first.
//!
//! With `r` places to come, the digits read so far have the value `P = s1·U(r+d-1) + … + sd·U(r)`; the state
//! is the vector `s`. A digit column adds `e·U(r-1)`, where `e` is the sum of coefficients times digits; by
//! the recurrence the new vector is `(s2 + c1·s1, …, sd + c(d-1)·s1, cd·s1 + e)`. At the end, `r = 0`, the
//! value is `P` plus the constant.
//!
//! The vector grows without bound, but soon the sign is settled: the form stays positive (or
//! negative) for all further digits. `Form::stays` detects this by exact sums for few remaining
//! places, and for more by the growth of [`crate::system`]. If it fails to detect a settled sign,
//! there are more states, but no wrong answers.
//!
//! For a residue the vector is kept modulo the divisor.

use crate::errors::{Checked, refuse};
use crate::states::{Met, NO, YES};
use crate::system::{GREATEST, System};
use std::collections::HashMap;

/// The most remaining places for each of which `Form::stays` computes its bound; for more places it
/// uses the growth of the numeration system.
const PLACES: usize = 8;

/// The question whether a linear form is at least 0, or whether a number divides it, as an
/// automaton.
#[derive(Debug, Clone)]
pub struct Form {
    /// The tracks that the form reads, with their coefficients, none of which is 0.
    pub terms: Vec<(usize, i128)>,
    constant: i128,
    /// The number that must divide the form; 0 divides only 0. If `None`, the form must not be
    /// negative.
    divisor: Option<i128>,
    /// The least and the greatest sum of coefficients times digits in one column.
    reach: (i128, i128),
    /// The states: the vectors `s` of the introduction.
    vectors: Met<Vec<i128>>,
    /// The steps computed so far: from a state and the sum `e` of a column to the next state.
    steps: HashMap<(u32, i128), u32>,
}

impl Form {
    /// Asks whether a form is at least 0 or, with a divisor, whether the divisor divides the form.
    pub fn new(terms: Vec<(usize, i128)>, constant: i128, divisor: Option<i128>, system: &System) -> Form {
        let top = system.digits as i128 - 1;
        let least = terms.iter().map(|(_, a)| top * a.min(&0)).sum();
        let greatest = terms.iter().map(|(_, a)| top * a.max(&0)).sum();
        let (vectors, steps) = (Met::default(), HashMap::new());
        Form { terms, constant, divisor, reach: (least, greatest), vectors, steps }
    }

    /// The state before the first digit.
    pub fn start(&mut self, system: &System) -> Checked<u32> {
        self.state(vec![0; system.recurrence.len()], system)
    }

    /// The state after a column of digits, which has one digit for each track.
    pub fn step(&mut self, state: u32, letter: &[u32], system: &System) -> Checked<u32> {
        let sum = self.terms.iter().map(|(track, a)| a * i128::from(letter[*track])).sum();
        if let Some(after) = self.steps.get(&(state, sum)) {
            return Ok(*after);
        }
        let vector = &self.vectors.states[state as usize];
        let carried = system.recurrence.iter().map(|c| c * vector[0]);
        let after = carried.zip(vector[1..].iter().chain([&sum])).map(|(carried, own)| carried + own);
        let after = self.state(after.collect(), system)?;
        self.steps.insert((state, sum), after);
        Ok(after)
    }

    /// Returns the answer for a word after which the form is in `state`.
    pub fn accepts(&self, state: u32, system: &System) -> bool {
        let value = worth(&self.vectors.states[state as usize], 0, system) + self.constant;
        self.divisor.map_or(value >= 0, |it| value == 0 || (it > 0 && value % it == 0))
    }

    /// The number of the state with this vector.
    fn state(&mut self, mut vector: Vec<i128>, system: &System) -> Checked<u32> {
        let (least, greatest) = self.reach;
        if let Some(divisor @ 1..) = self.divisor {
            vector.iter_mut().for_each(|entry| *entry = entry.rem_euclid(divisor));
            return self.vectors.number(vector, system);
        }
        if vector.iter().chain([&least, &greatest]).any(|number| number.abs() > GREATEST) {
            return refuse("a number on the way exceeds the limits of the checker");
        }
        match (self.stays(&vector, 1, system), self.stays(&vector, -1, system)) {
            (true, _) if self.divisor.is_none() => Ok(YES),
            (true, _) | (_, true) => Ok(NO),
            _ => self.vectors.number(vector, system),
        }
    }

    /// Whether `sign` times the form is positive for all further digits.
    ///
    /// With `r` places to come, `sign` times the form is at least
    /// `t(r) = sign·(P + constant) - worst·(U(0) + … + U(r-1))`. This function computes
    /// `t(0), …, t(last)` and demands that each is at least 1. The differences `t(r+1) - t(r)` obey
    /// the recurrence; if the first `d` of them from `t(last)` on are natural and never decrease,
    /// then `t` does not decrease from there on ([`crate::system`]). No number overflows, by
    /// [`GREATEST`].
    fn stays(&self, vector: &[i128], sign: i128, system: &System) -> bool {
        let d = vector.len();
        let last = PLACES.min(system.units.len() - 2 * d);
        let worst = if sign > 0 { -self.reach.0 } else { self.reach.1 };
        let mut least = vec![sign * (worth(vector, 0, system) + self.constant)];
        for ahead in 0..last + d {
            let gained = worth(vector, ahead + 1, system) - worth(vector, ahead, system);
            least.push(least[ahead] + sign * gained - worst * system.units[ahead]);
        }
        let steps: Vec<i128> = least[last..].windows(2).map(|pair| pair[1] - pair[0]).collect();
        least[..=last].iter().all(|least| *least >= 1) && steps[0] >= 0 && steps.is_sorted()
    }
}

/// The value of a vector with `ahead` remaining places.
fn worth(vector: &[i128], ahead: usize, system: &System) -> i128 {
    let units = system.units[ahead..ahead + vector.len()].iter().rev();
    vector.iter().zip(units).map(|(entry, unit)| entry * unit).sum()
}
