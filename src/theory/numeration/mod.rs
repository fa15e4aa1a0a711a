//! Numeration systems in which finite automata can add.
//!
//! The place values of a [`System`] obey a linear recurrence U(n+d) = c1·U(n+d-1) + … + cd·U(n) with
//! c1 ≥ … ≥ cd ≥ 1, whose dominant root is a Pisot number (Brauer 1951), or a single c1 = k: base k.
//! Naturals are written greedily: the greatest place value that fits, as often as it fits, then the rest.
//! A word of digits is *valid* if it is such a representation, possibly after leading zeros.

mod named;
mod words;

use num_bigint::BigUint;
use num_integer::Integer;
use num_traits::{One, ToPrimitive, Zero};
use std::collections::VecDeque;
use std::sync::Arc;

/// A numeration system.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct System(Kind);

#[derive(Debug, Clone, PartialEq, Eq, Hash)]
enum Kind {
    Base(u32),
    Recurrence(Arc<Recurrence>),
}

#[derive(Debug, PartialEq, Eq, Hash)]
struct Recurrence {
    /// c1 … cd, falling, all positive, d at least 2.
    coefficients: Vec<u32>,
    /// U(0) … U(d-1), growing from 1 on.
    start: Vec<u64>,
    /// What the system is called, if it has a name.
    name: Option<String>,
}

/// The greatest base and the greatest coefficient of a recurrence.
pub const GREATEST_COEFFICIENT: u32 = 64;

/// The greatest order of a recurrence.
pub const GREATEST_ORDER: usize = 4;

impl System {
    /// Base `k`, from 2 to 64: a base outside is moved to the nearest of these.
    pub fn base(k: u32) -> System {
        System(Kind::Base(k.clamp(2, GREATEST_COEFFICIENT)))
    }

    /// Zeckendorf's system: 1, 2, 3, 5, 8, …
    pub fn zeckendorf() -> System {
        System::metallic(1)
    }

    /// The Ostrowski system of [m; m, m, …]: U(n+2) = m·U(n+1) + U(n) from 1, m + 1 on. `m` is from 1 to 64,
    /// or moved to the nearest of these.
    pub fn metallic(m: u32) -> System {
        let m = m.clamp(1, GREATEST_COEFFICIENT);
        System::named(vec![m, 1], vec![1, u64::from(m) + 1])
    }

    /// The Ostrowski system of [m; m, m, …] with the convergents' denominators 1, m, m² + 1, … as place
    /// values. `m` is from 2 to 64, or moved to the nearest of these: 1, 1, 2, … does not grow.
    pub fn metallic_denominators(m: u32) -> System {
        let m = m.clamp(2, GREATEST_COEFFICIENT);
        System::named(vec![m, 1], vec![1, u64::from(m)])
    }

    /// The tribonacci system: 1, 2, 4, 7, 13, …
    pub fn tribonacci() -> System {
        System::named(vec![1, 1, 1], vec![1, 2, 4])
    }

    /// U(n+d) = c1·U(n+d-1) + … + cd·U(n), beginning with U(n) = c1·U(n-1) + … + cn·U(0) + 1 for n < d.
    /// The coefficients must not grow and must be positive, at most 64 each and at most four of them.
    pub fn recurrence(coefficients: &[u32]) -> Option<System> {
        let falling = coefficients.windows(2).all(|pair| pair[0] >= pair[1]);
        let (first, last) = (*coefficients.first()?, *coefficients.last()?);
        if !falling || last == 0 || first > GREATEST_COEFFICIENT || coefficients.len() > GREATEST_ORDER {
            return None;
        }
        if coefficients.len() == 1 {
            return (first >= 2).then(|| System::base(first));
        }
        let mut start: Vec<u64> = vec![1];
        while start.len() < coefficients.len() {
            let before = start.iter().rev().zip(coefficients);
            start.push(1 + before.map(|(value, factor)| value * u64::from(*factor)).sum::<u64>());
        }
        Some(System::named(coefficients.to_vec(), start))
    }

    /// A system with these coefficients and first place values, if it is one of those above.
    pub fn with_start(coefficients: &[u32], start: &[u64]) -> Option<System> {
        let usual = System::recurrence(coefficients)?;
        if usual.start() == start {
            return Some(usual);
        }
        let system = System::metallic_denominators(coefficients[0]);
        (system.coefficients() == coefficients && system.start() == start).then_some(system)
    }

    fn named(coefficients: Vec<u32>, start: Vec<u64>) -> System {
        let name = named::name(&coefficients, &start);
        System(Kind::Recurrence(Arc::new(Recurrence { coefficients, start, name })))
    }

    /// c1 … cd of the recurrence that the place values obey.
    pub fn coefficients(&self) -> &[u32] {
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

    /// How many digits there are: they go from 0 to one less.
    pub fn digit_count(&self) -> usize {
        match &self.0 {
            Kind::Base(k) => *k as usize,
            Kind::Recurrence(recurrence) => recurrence.coefficients[0] as usize + 1,
        }
    }

    /// The `m` of an Ostrowski system for [m; m, m, …].
    pub fn mean(&self) -> Option<u32> {
        match self.coefficients() {
            [m, 1] => Some(*m),
            _ => None,
        }
    }

    /// The Ostrowski system for [m; m, m, …] with the least `m` such that √(m² + 4) is a rational multiple of √n, if
    /// there is one: floor(α·x) can be read there for all α = p + q·√n.
    pub fn of_square_root(n: &BigUint) -> Option<System> {
        let is_square = |number: &BigUint| number.sqrt().pow(2) == *number;
        if is_square(n) {
            return None;
        }
        (1..=GREATEST_COEFFICIENT).find(|m| is_square(&(n * (m * m + 4)))).map(System::metallic)
    }

    /// Whether it is base `k`.
    pub fn is_base(&self, k: u32) -> bool {
        self.0 == Kind::Base(k)
    }

    /// Whether every word of digits is valid: so in base `k`.
    pub fn is_base_system(&self) -> bool {
        matches!(self.0, Kind::Base(_))
    }

    /// The place values U(0), U(1), …
    pub fn places(&self) -> impl Iterator<Item = BigUint> + '_ {
        // The next values, as many as there are coefficients.
        let mut coming: VecDeque<BigUint> = self.start().iter().map(|place| BigUint::from(*place)).collect();
        std::iter::from_fn(move || {
            let next =
                coming.iter().rev().zip(self.coefficients()).map(|(place, factor)| place * *factor).sum();
            coming.push_back(next);
            coming.pop_front()
        })
    }

    /// The representation of a natural, the highest digit first, without leading zeros: 0 has no digits.
    pub fn digits(&self, number: &BigUint) -> Vec<u32> {
        if let Kind::Base(k) = self.0 {
            let digits = if number.is_zero() { Vec::new() } else { number.to_radix_be(k) };
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
            // A digit is at most the first coefficient.
            digit.to_u32().unwrap_or(u32::MAX)
        });
        digits.collect()
    }

    /// What a word of digits is worth, the highest first, valid or not.
    pub fn value(&self, digits: &[u32]) -> BigUint {
        digits.iter().rev().zip(self.places()).map(|(digit, place)| place * *digit).sum()
    }

    /// Whether a word of digits is valid.
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

/// What is owed for the digits read so far, written in the lowest places that are still to come.
///
/// With `m` digits to come it stands for Σ part(j)·U(m + j).
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Prefix(Vec<BigUint>);

impl System {
    /// Nothing was read.
    pub(crate) fn nothing_read(&self) -> Prefix {
        Prefix(vec![BigUint::zero(); self.order()])
    }

    /// One more digit was read.
    pub(crate) fn read(&self, prefix: &Prefix, digit: u32) -> Prefix {
        let order = self.order();
        let highest = &prefix.0[order - 1];
        let parts = (0..order).map(|at| {
            let carried = highest * self.coefficients()[order - 1 - at];
            let moved = if at == 0 { BigUint::one() * digit } else { prefix.0[at - 1].clone() };
            carried + moved
        });
        Prefix(parts.collect())
    }

    /// What the digits are worth if none comes any more.
    pub(crate) fn ended(&self, prefix: &Prefix) -> BigUint {
        prefix.0.iter().zip(self.start()).map(|(part, place)| part * *place).sum()
    }
}

#[cfg(test)]
pub(crate) mod tests;
