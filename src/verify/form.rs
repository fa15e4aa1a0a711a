//! The sign, or the residue, of a linear form of several numbers, read digit by digit, the highest first.
//!
//! With `r` places to come, what was read so far is worth `P = s1·U(r+d-1) + … + sd·U(r)`; the state is the vector `s`. A digit
//! column adds `e·U(r-1)`, where `e` is the sum of coefficients times digits; by the recurrence the new vector is
//! `(s2 + c1·s1, …, sd + c(d-1)·s1, cd·s1 + e)`. At the end, `r = 0`, the value is `P` plus the constant.
//!
//! The vector grows without end, but soon the sign is settled: whatever follows, the form stays positive (or negative).
//! `Form::stays` finds that by exact sums for few places to come, and for more by the growth of [`crate::places`]. If it
//! fails to see that a sign is settled, there are more states, not wrong answers.
//!
//! For a residue the vector is kept modulo the divisor.

use crate::errors::Refusal;
use crate::places::Places;
use crate::work::{Met, Work};
use std::collections::HashMap;

/// The sign of a form. Of a form with a divisor: zero if divisible, else positive.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Sign {
    /// Below 0.
    Negative,
    /// 0.
    Zero,
    /// Above 0.
    Positive,
}

/// The state in which the form is certain to be positive, and that in which it is certain to be negative.
const POSITIVE: u32 = u32::MAX;
const NEGATIVE: u32 = u32::MAX - 1;
/// For up to so many places to come a settled sign is looked for place by place.
const PLACES: usize = 8;

/// A form that is read digit by digit.
#[derive(Debug)]
pub struct Form {
    /// Tracks with their coefficients, none 0.
    pub terms: Vec<(usize, i128)>,
    constant: i128,
    /// The divisor, if the residue is asked for.
    modulus: Option<i128>,
    /// The least and the greatest sum of coefficients times digits.
    reach: (i128, i128),
    vectors: Met<Vec<i128>>,
    signs: Vec<Sign>,
    steps: HashMap<(u32, i128), u32>,
}

impl Form {
    /// A form of tracks.
    pub fn new(terms: Vec<(usize, i128)>, constant: i128, modulus: Option<i128>, places: &Places) -> Form {
        let top = places.digits as i128 - 1;
        let reach =
            terms.iter().fold((0, 0), |sum, (_, a)| (sum.0 + top * a.min(&0), sum.1 + top * a.max(&0)));
        Form {
            terms,
            constant,
            modulus,
            reach,
            vectors: Met::new(),
            signs: Vec::new(),
            steps: HashMap::new(),
        }
    }

    /// The state before the first digit.
    pub fn start(&mut self, places: &Places, work: &mut Work) -> Result<u32, Refusal> {
        self.state(vec![0; places.recurrence.len()], places, work)
    }

    /// The state after a column of digits, one a track.
    pub fn step(
        &mut self,
        state: u32,
        letter: &[u32],
        places: &Places,
        work: &mut Work,
    ) -> Result<u32, Refusal> {
        if state >= NEGATIVE {
            return Ok(state);
        }
        let sum = self.terms.iter().map(|(track, a)| a * i128::from(letter[*track])).sum();
        if let Some(after) = self.steps.get(&(state, sum)) {
            return Ok(*after);
        }
        let vector = &self.vectors.states[state as usize];
        let entry = |j: usize| {
            let carried = places.recurrence[j].checked_mul(vector[0])?;
            carried.checked_add(if j + 1 < vector.len() { vector[j + 1] } else { sum })
        };
        let after: Option<Vec<i128>> = (0..vector.len()).map(entry).collect();
        let after = self.state(after.ok_or(Refusal::Large("a number on the way"))?, places, work)?;
        self.steps.insert((state, sum), after);
        Ok(after)
    }

    /// The sign if the word ends here.
    pub fn sign(&self, state: u32) -> Sign {
        self.settled(state).unwrap_or_else(|| self.signs[state as usize])
    }

    /// The sign whatever follows, if it is settled.
    pub fn settled(&self, state: u32) -> Option<Sign> {
        match state {
            POSITIVE => Some(Sign::Positive),
            NEGATIVE => Some(Sign::Negative),
            _ => None,
        }
    }

    /// The state with a vector.
    pub fn state(&mut self, mut vector: Vec<i128>, places: &Places, work: &mut Work) -> Result<u32, Refusal> {
        if let Some(modulus) = self.modulus {
            vector.iter_mut().for_each(|entry| *entry = entry.rem_euclid(modulus));
        }
        let large = Refusal::Large("a number on the way");
        let value = worth(&vector, 0, places).ok_or(large.clone())? + self.constant;
        let sign = match self.modulus {
            Some(modulus) if value % modulus == 0 => Sign::Zero,
            Some(_) => Sign::Positive,
            None if self.stays(&vector, 1, places).ok_or(large.clone())? => return Ok(POSITIVE),
            None if self.stays(&vector, -1, places).ok_or(large)? => return Ok(NEGATIVE),
            None => [Sign::Negative, Sign::Zero, Sign::Positive][(value.signum() + 1) as usize],
        };
        let (state, new) = self.vectors.number(vector, work)?;
        if new {
            self.signs.push(sign);
        }
        Ok(state)
    }

    /// Whether `sign` times the form is positive whatever follows; nothing if numbers are too large.
    ///
    /// With `r` places to come it is at least `t(r) = sign·(P + constant) - worst·(U(0) + … + U(r-1))`. That is at least 1 for
    /// up to `last` places, one by one. Its steps `t(r+1) - t(r)` obey the recurrence, and `d` of them in a row
    /// are natural and nowhere falling: so `t` does not fall from there on.
    fn stays(&self, vector: &[i128], sign: i128, places: &Places) -> Option<bool> {
        let d = vector.len();
        let last = PLACES.min(places.units.len() - 2 * d);
        let worst = if sign > 0 { -self.reach.0 } else { self.reach.1 };
        let (mut sum, mut step) = (0i128, 0);
        for ahead in 0..last + d {
            let now = sign * worth(vector, ahead, places)?;
            let lost = worst.checked_mul(places.units[ahead])?;
            if ahead <= last && (sign * self.constant + now).checked_sub(sum)? < 1 {
                return Some(false);
            }
            if ahead >= last {
                let next = (sign * worth(vector, ahead + 1, places)?).checked_sub(now)?.checked_sub(lost)?;
                if next < step {
                    return Some(false);
                }
                step = next;
            }
            sum = sum.checked_add(lost)?;
        }
        Some(true)
    }
}

/// What a vector is worth with so many places to come.
fn worth(vector: &[i128], ahead: usize, places: &Places) -> Option<i128> {
    let units = places.units[ahead..ahead + vector.len()].iter().rev();
    let add = |sum: i128, (entry, unit): (&i128, &i128)| sum.checked_add(entry.checked_mul(*unit)?);
    // Halved, so that adding a constant or changing the sign cannot overflow.
    vector.iter().zip(units).try_fold(0, add).filter(|worth| worth.abs() < i128::MAX / 2)
}
