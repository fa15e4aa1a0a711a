//! A heap of n from which a move takes any positive amount but a few (T19): its value, in the cases
//! that have a closed form.
//!
//! * All amounts but 1, …, k: the value is ⌊n/(k + 1)⌋; for k = 0 that is Nim.
//! * All amounts but m: the value is m⌊n/2m⌋ + (n mod m) (A. Siegel 2005).
//!
//! Other finite exceptions give arithmetic periods. [`values`] computes the first values, among
//! which such a period is found; the period is then proved case by case.

use num_bigint::BigUint;
use num_traits::{One, Zero};

/// The excluded amounts of a game whose values have a closed form.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AllBut(Exceptions);

#[derive(Clone, Debug, PartialEq, Eq)]
enum Exceptions {
    /// 1 to k may not be taken.
    First(BigUint),
    /// Only m ≥ 1 may not be taken.
    Single(BigUint),
}

impl AllBut {
    /// The closed form if exactly these amounts are excluded, in any order; `None` if none is known.
    pub fn recognise(exceptions: &[BigUint]) -> Option<AllBut> {
        let mut ascending = exceptions.to_vec();
        ascending.sort_unstable();
        ascending.dedup();
        let first = ascending.iter().zip(1u64..).all(|(amount, expected)| *amount == BigUint::from(expected));
        match ascending.as_slice() {
            _ if first => Some(AllBut(Exceptions::First(BigUint::from(ascending.len())))),
            [m] if !m.is_zero() => Some(AllBut(Exceptions::Single(m.clone()))),
            _ => None,
        }
    }

    /// The value of a heap.
    pub fn value(&self, n: &BigUint) -> BigUint {
        match &self.0 {
            Exceptions::First(k) => n / (k + 1u32),
            Exceptions::Single(m) => n / (m * 2u32) * m + n % m,
        }
    }

    /// The size of a heap with value `target` that a move from a heap of `n` can leave; `None` if
    /// there is none.
    ///
    /// If only m is excluded, the value v = mq + r belongs to the heaps 2mq + r and 2mq + r + m.
    pub fn leaving(&self, n: &BigUint, target: &BigUint) -> Option<BigUint> {
        let candidates = match &self.0 {
            Exceptions::First(k) => vec![target * (k + 1u32)],
            Exceptions::Single(m) => {
                let low = target / m * m * 2u32 + target % m;
                vec![low.clone(), low + m]
            }
        };
        candidates.into_iter().find(|left| left < n && self.allows(&(n - left)))
    }

    fn allows(&self, amount: &BigUint) -> bool {
        match &self.0 {
            Exceptions::First(k) => amount > k && *amount >= BigUint::one(),
            Exceptions::Single(m) => amount != m && !amount.is_zero(),
        }
    }
}

/// The values of the heaps of 0, …, `count` − 1 if any positive amount but those in `excluded` may
/// be taken; a 0 in `excluded` changes nothing.
pub fn values(excluded: &[usize], count: usize) -> Vec<u32> {
    let mut values: Vec<u32> = Vec::with_capacity(count);
    // How many smaller heaps have each value. Each value below `common` has more heaps than there
    // are exclusions, so that it is always reached.
    let (mut heaps, mut common) = (vec![0usize; count + 1], 0);
    for n in 0..count {
        let unreached = |value: usize| {
            let is_option_of_value = |amount: usize| values[n - amount] as usize == value;
            let hidden =
                excluded.iter().filter(|amount| (1..=n).contains(*amount) && is_option_of_value(**amount));
            hidden.count() == heaps[value]
        };
        let mex = (common..=count).find(|value| unreached(*value)).unwrap_or(count);
        values.push(mex as u32);
        heaps[mex] += 1;
        while heaps[common] > excluded.len() {
            common += 1;
        }
    }
    values
}

#[cfg(test)]
mod tests {
    use super::values;

    /// The values by the definition: each is the mex of the options' values.
    fn slow(excluded: &[usize], count: usize) -> Vec<u32> {
        let mut all: Vec<u32> = Vec::new();
        for n in 0..count {
            let reached: Vec<u32> =
                (1..=n).filter(|amount| !excluded.contains(amount)).map(|amount| all[n - amount]).collect();
            all.push((0..).find(|value| !reached.contains(value)).unwrap());
        }
        all
    }

    #[test]
    fn values_are_those_of_the_definition() {
        for excluded in [&[3, 5][..], &[2, 3, 7], &[1, 6], &[2, 3, 4], &[1, 4, 7, 8], &[3, 7, 8, 9, 10], &[]]
        {
            assert_eq!(values(excluded, 120), slow(excluded, 120), "{excluded:?}");
        }
    }
}
