//! One heap of n, in which the moves depend on the divisors of n: the values (T22).
//!
//! | move | ends at | value |
//! |---|---|---|
//! | take a divisor d < n | 1 | v₂(n), the number of factors 2 |
//! | take a divisor, n included | 0 | v₂(n) + 1, and 0 at 0 |
//! | go to a divisor d < n | 1 | the number of prime factors with multiplicity |
//! | take d < n with gcd(n, d) = 1 | 1 | the index of the least prime factor (2 ↦ 1, 3 ↦ 2, …), 0 at 1 |
//! | take a coprime d < n, or 1 from 1 (CF 2004E) | 0 | 0 for even n, 1 at 1, else that index |
//! | take d < n that does not divide n | – | (n − 1)/2 for odd n; for even n nothing is known |
//! | split into k ≥ 2 equal heaps | 1 | prime factors of the odd part, plus 1 for even n |
//!
//! Trap: whether the play ends at 0 or at 1 changes the values. The first two rows need only the
//! trailing zeros; the others need a factorisation, which is computed for 64-bit numbers. (Winning
//! Ways: Prim and Dim; Iannucci and Larsson 2021.)

use super::pace::{Pace, Stopped};
use super::primes;
use num_bigint::BigUint;
use num_integer::Integer;
use num_traits::{One, Zero};

/// Take a proper divisor: the value of n ≥ 1; `None` for 0.
pub fn take_proper_divisor(n: &BigUint) -> Option<u64> {
    n.trailing_zeros()
}

/// Take a divisor, n itself included: the value.
pub fn take_divisor(n: &BigUint) -> u64 {
    n.trailing_zeros().map_or(0, |twos| twos + 1)
}

/// The divisor of `n` to take so that the rest has the value `target`, in the game of
/// [`take_proper_divisor`]; `None` unless `target` is less than the value of `n`. For the game of
/// [`take_divisor`], pass the wanted value less 1; the wanted value must not be 0.
pub fn divisor_to(n: &BigUint, target: u64) -> Option<BigUint> {
    n.trailing_zeros().filter(|twos| target < *twos).map(|_| BigUint::one() << target)
}

/// Go to a proper divisor: the value of n ≥ 1; `None` for 0.
pub fn go_to_proper_divisor(n: u64) -> Option<u64> {
    (n > 0).then(|| primes::total_exponent(n))
}

/// A proper divisor of `n` with the value `target` in [`go_to_proper_divisor`]: the product of that many
/// of the least prime factors. `None` unless `target` is less than the value of n.
pub fn divisor_of_value(n: u64, target: u64) -> Option<u64> {
    let factors = primes::factors(n);
    let all = factors.iter().flat_map(|(prime, exponent)| std::iter::repeat_n(*prime, *exponent as usize));
    let all: Vec<u64> = all.collect();
    let count = usize::try_from(target).ok().filter(|count| *count < all.len())?;
    Some(all[..count].iter().product())
}

/// Take a number that is coprime to n and less: the value of n ≥ 1; `None` for 0.
pub fn take_coprime(n: u64, pace: Pace<'_>) -> Result<Option<u64>, Stopped> {
    match n {
        0 => Ok(None),
        1 => Ok(Some(0)),
        _ => index_of_least_factor(n, pace).map(Some),
    }
}

/// Take a number that is coprime to n, where 1 may go to 0: the value.
pub fn take_coprime_to_zero(n: u64, pace: Pace<'_>) -> Result<u64, Stopped> {
    match n {
        1 => Ok(1),
        n if n.is_even() => Ok(0),
        _ => index_of_least_factor(n, pace),
    }
}

/// How many bytes [`take_coprime`] and [`take_coprime_to_zero`] need: the least prime factor of `n` has
/// to be counted among the primes, which is out of reach when `n` is a prime of eighteen digits.
pub fn bytes_for_coprime(n: u64) -> u64 {
    primes::bytes_to_count(primes::least_factor(n).unwrap_or(0))
}

fn index_of_least_factor(n: u64, pace: Pace<'_>) -> Result<u64, Stopped> {
    primes::count_up_to(primes::least_factor(n).unwrap_or(0), pace)
}

/// Whether the player to move loses in [`take_coprime_to_zero`], at any size.
pub fn losing_coprime_to_zero(n: &BigUint) -> bool {
    n.is_even()
}

/// Whether the player to move loses in [`take_coprime`], n ≥ 1 of any size: only at 1, since from every
/// other n one can take n − 1. `None` for 0.
pub fn losing_coprime(n: &BigUint) -> Option<bool> {
    (!n.is_zero()).then(|| n.is_one())
}

/// Take a number less than n that does not divide it: the value of odd n; `None` for even n.
pub fn take_nondivisor(n: &BigUint) -> Option<BigUint> {
    n.is_odd().then(|| n >> 1u32)
}

/// Split into at least two equal heaps: the value of n ≥ 1; `None` for 0.
pub fn equal_heaps(n: u64) -> Option<u64> {
    (n > 0).then(|| primes::total_exponent(n >> n.trailing_zeros()) + u64::from(n.is_even()))
}
