//! Numeration systems in which finite automata can add.
//!
//! The place values of a [`System`] obey a linear recurrence U(n+d) = c1·U(n+d-1) + … + cd·U(n)
//! whose dominant root is a Pisot number, or a single c1 = k: base k. If c1 ≥ … ≥ cd ≥ 1, the root
//! is a Pisot number (Brauer 1951). Other coefficients, including negative ones, are accepted if
//! the valid words are found to be those of a finite automaton (`words`).
//!
//! **Growth.** In all these systems the partial sums c1 + … + cj are at least 1. So if a sequence t
//! obeys the recurrence and d consecutive terms are natural and do not decrease, then so are all
//! later ones: t(n+d) - t(n+d-1) is a sum of t(n) and of the steps between the terms before, with
//! the partial sums minus 1 as factors.
//!
//! Naturals are written greedily: the greatest place value that fits, as often as it fits, then the rest.
//! A word of digits is *valid* if it is such a representation, possibly after leading zeros.

mod named;
mod words;

use num_bigint::{BigInt, BigUint};
use num_integer::Integer;
use num_traits::{ToPrimitive, Zero};
use std::collections::VecDeque;
use std::sync::Arc;
use words::Words;

/// A numeration system.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct System(Kind);

#[derive(Debug, Clone, PartialEq, Eq, Hash)]
enum Kind {
    Base(i64),
    Recurrence(Arc<Recurrence>),
}

#[derive(Debug, PartialEq, Eq, Hash)]
struct Recurrence {
    /// c1 … cd, d at least 2.
    coefficients: Vec<i64>,
    /// U(0) … U(d-1), growing from 1 on.
    start: Vec<u64>,
    /// The name of the system, if it has one.
    name: Option<String>,
    words: Words,
}

/// The greatest base, and the greatest absolute value of a coefficient of a recurrence.
pub const GREATEST_COEFFICIENT: i64 = 64;

/// The greatest order of a recurrence.
pub const GREATEST_ORDER: usize = 4;

impl System {
    /// Base `k`, clamped to 2 to 64.
    pub fn base(k: u32) -> System {
        System(Kind::Base(i64::from(k).clamp(2, GREATEST_COEFFICIENT)))
    }

    /// Zeckendorf's system: 1, 2, 3, 5, 8, …
    pub fn zeckendorf() -> System {
        System::metallic(1)
    }

    /// The Ostrowski system of [m; m, m, …]: U(n+2) = m·U(n+1) + U(n) from 1, m + 1 on. `m` is
    /// clamped to 1..=64.
    pub fn metallic(m: u32) -> System {
        let m = i64::from(m).clamp(1, GREATEST_COEFFICIENT);
        System::falling(vec![m, 1], vec![1, m as u64 + 1])
    }

    /// The Ostrowski system of [m; m, m, …] with the convergents' denominators 1, m, m² + 1, … as place
    /// values. `m` is from 2 to 64, or moved to the nearest of these: 1, 1, 2, … does not grow.
    pub fn metallic_denominators(m: u32) -> System {
        let m = i64::from(m).clamp(2, GREATEST_COEFFICIENT);
        System::falling(vec![m, 1], vec![1, m as u64])
    }

    /// The tribonacci system: 1, 2, 4, 7, 13, …
    pub fn tribonacci() -> System {
        System::falling(vec![1, 1, 1], vec![1, 2, 4])
    }

    /// U(n+d) = c1·U(n+d-1) + … + cd·U(n), beginning with U(n) = c1·U(n-1) + … + cn·U(0) + 1 where
    /// n < d. `None` unless there are one to four coefficients, from 1 to 64, each at most the one
    /// before; a single coefficient must be at least 2.
    pub fn recurrence(coefficients: &[i64]) -> Option<System> {
        let falling = coefficients.windows(2).all(|pair| pair[0] >= pair[1]);
        let (first, last) = (*coefficients.first()?, *coefficients.last()?);
        if !falling || last < 1 || first > GREATEST_COEFFICIENT || coefficients.len() > GREATEST_ORDER {
            return None;
        }
        if coefficients.len() == 1 {
            return (first >= 2).then_some(System(Kind::Base(first)));
        }
        let mut start: Vec<u64> = vec![1];
        while start.len() < coefficients.len() {
            let before = start.iter().rev().zip(coefficients);
            start.push(1 + before.map(|(value, factor)| value * *factor as u64).sum::<u64>());
        }
        Some(System::falling(coefficients.to_vec(), start))
    }

    /// A system with these coefficients and first place values: a base, or a recurrence of order 2 to 4 with
    /// coefficients of at most 64 in absolute value, partial sums of at least 1 and a sum of at least 2,
    /// whose first place values begin at 1, grow, and are at most 2²⁰. `None` for other arguments, and
    /// if no finite automaton of the valid words is found.
    pub fn with_start(coefficients: &[i64], start: &[u64]) -> Option<System> {
        if let ([base], [1]) = (coefficients, start) {
            return System::recurrence(&[*base]);
        }
        let order = coefficients.len();
        let small = coefficients.iter().all(|factor| factor.abs() <= GREATEST_COEFFICIENT);
        let sums = coefficients.iter().scan(0, |sum, factor| {
            *sum += factor;
            Some(*sum)
        });
        let sums: Vec<i64> = sums.collect();
        let grows = sums.iter().all(|sum| *sum >= 1) && sums.last().is_some_and(|sum| *sum >= 2);
        let begins = start.len() == order && start.first() == Some(&1) && start.is_sorted_by(|a, b| a < b);
        let near = start.iter().all(|place| *place <= 1 << 20);
        if !(2..=GREATEST_ORDER).contains(&order) || !small || !grows || !begins || !near {
            return None;
        }
        let words = Words::explored(coefficients, start)?;
        Some(System::built(coefficients.to_vec(), start.to_vec(), words))
    }

    /// The system with coefficients that do not grow, with a start of [`System::recurrence`] or
    /// [`System::metallic_denominators`].
    fn falling(coefficients: Vec<i64>, start: Vec<u64>) -> System {
        let words = Words::parry(&coefficients, &start);
        System::built(coefficients, start, words)
    }

    fn built(coefficients: Vec<i64>, start: Vec<u64>, words: Words) -> System {
        let name = named::name(&coefficients, &start);
        System(Kind::Recurrence(Arc::new(Recurrence { coefficients, start, name, words })))
    }

    /// c1 … cd of the recurrence that the place values obey.
    pub fn coefficients(&self) -> &[i64] {
        match &self.0 {
            Kind::Base(k) => std::slice::from_ref(k),
            Kind::Recurrence(recurrence) => &recurrence.coefficients,
        }
    }

    /// The first place values, as many as there are coefficients.
    pub fn start(&self) -> &[u64] {
        match &self.0 {
            Kind::Base(_) => &[1],
            Kind::Recurrence(recurrence) => &recurrence.start,
        }
    }

    /// How many coefficients there are.
    pub fn order(&self) -> usize {
        self.coefficients().len()
    }

    /// The number of digits, which are 0, …, this number minus 1.
    pub fn digit_count(&self) -> usize {
        match &self.0 {
            Kind::Base(k) => *k as usize,
            Kind::Recurrence(recurrence) => recurrence.words.digits(),
        }
    }

    /// The `m` if the recurrence is U(n+2) = m·U(n+1) + U(n), with any first place values; `None` for
    /// other systems.
    pub fn mean(&self) -> Option<u32> {
        match self.coefficients() {
            [m, 1] => u32::try_from(*m).ok(),
            _ => None,
        }
    }

    /// The Ostrowski system for [m; m, m, …] with the least `m` such that √(m² + 4) is a rational multiple of √n:
    /// floor(α·x) can be read there for all α = p + q·√n. `None` if n is a square, or if there is no such `m`
    /// up to 64.
    pub fn of_square_root(n: &BigUint) -> Option<System> {
        let is_square = |number: &BigUint| number.sqrt().pow(2) == *number;
        if is_square(n) {
            return None;
        }
        (1..=GREATEST_COEFFICIENT as u32).find(|m| is_square(&(n * (m * m + 4)))).map(System::metallic)
    }

    /// Whether the system is base `k`.
    pub fn is_base(&self, k: u32) -> bool {
        self.0 == Kind::Base(i64::from(k))
    }

    /// Whether every word of digits is valid, as in base `k`.
    pub fn is_base_system(&self) -> bool {
        matches!(self.0, Kind::Base(_))
    }

    /// The place values U(0), U(1), …
    pub fn places(&self) -> impl Iterator<Item = BigUint> + '_ {
        // The next values, one for each coefficient.
        let mut coming: VecDeque<BigInt> = self.start().iter().map(|place| BigInt::from(*place)).collect();
        std::iter::from_fn(move || {
            let next =
                coming.iter().rev().zip(self.coefficients()).map(|(place, factor)| place * *factor).sum();
            coming.push_back(next);
            // Place values are positive.
            coming.pop_front().map(|place| place.magnitude().clone())
        })
    }

    /// The representation of a natural, the highest digit first, without leading zeros: 0 has no digits.
    pub fn digits(&self, number: &BigUint) -> Vec<u32> {
        if let Kind::Base(k) = self.0 {
            let digits = if number.is_zero() { Vec::new() } else { number.to_radix_be(k as u32) };
            return digits.into_iter().map(u32::from).collect();
        }
        let mut rest = number.clone();
        let places: Vec<BigUint> = self.places().take_while(|place| place <= number).collect();
        let digits = places.iter().rev().map(|place| {
            if *place > rest {
                return 0;
            }
            let (digit, left) = rest.div_rem(place);
            rest = left;
            // Digits are small.
            digit.to_u32().unwrap_or(u32::MAX)
        });
        digits.collect()
    }

    /// The value of a word of digits, the highest first, valid or not.
    pub fn value(&self, digits: &[u32]) -> BigUint {
        digits.iter().rev().zip(self.places()).map(|(digit, place)| place * *digit).sum()
    }

    /// Whether a word of digits, the highest first, is the representation of a natural, possibly
    /// after leading zeros.
    pub fn is_valid(&self, digits: &[u32]) -> bool {
        let mut state = Some(0);
        for digit in digits {
            state = state.and_then(|state| self.follow(state, *digit));
        }
        state.is_some_and(|state| self.may_end(state))
    }
}

impl Default for System {
    fn default() -> System {
        System::base(2)
    }
}

/// The value of the digits read so far, expressed in the lowest remaining places: with `m` digits
/// to come, the prefix represents Σ part(j)·U(m + j).
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Prefix(Vec<BigInt>);

impl System {
    /// The prefix before any digit.
    pub(crate) fn nothing_read(&self) -> Prefix {
        Prefix(vec![BigInt::zero(); self.order()])
    }

    /// The prefix after one more digit.
    pub(crate) fn read(&self, prefix: &Prefix, digit: u32) -> Prefix {
        let order = self.order();
        let highest = &prefix.0[order - 1];
        let parts = (0..order).map(|at| {
            let carried = highest * self.coefficients()[order - 1 - at];
            let moved = if at == 0 { BigInt::from(digit) } else { prefix.0[at - 1].clone() };
            carried + moved
        });
        Prefix(parts.collect())
    }

    /// The value of the digits if no further digits follow.
    pub(crate) fn ended(&self, prefix: &Prefix) -> BigUint {
        let sum: BigInt = prefix.0.iter().zip(self.start()).map(|(part, place)| part * *place).sum();
        // Digits are not negative, so the sum is not negative either.
        sum.magnitude().clone()
    }
}

#[cfg(test)]
pub(crate) mod tests;
