//! One heap of n, from which only certain amounts may be taken: the value, if no amount is a
//! multiple of m + 1 (T14), and for powers (T15).
//!
//! * If 1, …, m may be taken and no multiple of m + 1 may, the value is n mod (m + 1): every move
//!   changes the residue, and every smaller residue is reached by an amount up to m.
//! * Amounts 1, b, b², …: for odd b the value is n mod 2; for even b let r = n mod (b + 1): the value is
//!   2 if r = b, else r mod 2.
//!
//! Traps: for an infinite set the absence of multiples has to be proved, not sampled. Factorials
//! fail (6 is a multiple of 3), and so do the primes without 1 and the Fibonacci numbers (8 is a
//! multiple of 4).

use num_bigint::BigUint;
use num_integer::Integer;
use num_traits::{One, ToPrimitive, Zero};

/// Moduli of more bits are refused, so that a parameter cannot demand unlimited memory.
const MOST_BITS: u32 = 1 << 20;

/// An infinite set of amounts that is known to contain 1, …, m and no multiple of m + 1.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum InfiniteSet {
    /// 1, 2, 4, 8, …: none is divisible by 3.
    PowersOfTwo,
    /// 1 and the primes: 1, 2, 3 are in, multiples of 4 are not prime.
    OneAndPrimes,
    /// 1 and all powers of primes: 1 to 5 are in, multiples of 6 have two prime factors.
    PrimePowers,
    /// All that no k-th power above 1 divides, k ≥ 2 (k = 2: squarefree): 1 to 2ᵏ − 1 are in, multiples
    /// of 2ᵏ are not.
    PowerFree(u32),
    /// All that are not divisible by d ≥ 2 (d = 2: the odd numbers).
    NotDivisibleBy(BigUint),
}

impl InfiniteSet {
    /// The m + 1 of the theorem; `None` for parameters out of range.
    pub fn modulus(&self) -> Option<BigUint> {
        match self {
            InfiniteSet::PowersOfTwo => Some(BigUint::from(3u32)),
            InfiniteSet::OneAndPrimes => Some(BigUint::from(4u32)),
            InfiniteSet::PrimePowers => Some(BigUint::from(6u32)),
            InfiniteSet::PowerFree(k) => (2..=MOST_BITS).contains(k).then(|| BigUint::one() << *k),
            InfiniteSet::NotDivisibleBy(d) => (*d > BigUint::one()).then(|| d.clone()),
        }
    }
}

/// The m + 1 of the theorem for a finite set of amounts, in any order; `None` when it does not apply.
pub fn modulus_of_finite(amounts: &[u64]) -> Option<u64> {
    let mut ascending = amounts.to_vec();
    ascending.sort_unstable();
    ascending.dedup();
    // The hypotheses fix m: 1 to m are in and m + 1 is not.
    let m = ascending.iter().zip(1..).take_while(|(amount, expected)| *amount == expected).count() as u64;
    let applies = m > 0 && ascending.iter().all(|amount| amount % (m + 1) != 0);
    applies.then_some(m + 1)
}

/// The m + 1 of the theorem for all amounts a ≥ 1 with a mod `d` in `residues`; `None` when it does not
/// apply.
///
/// The residues modulo d of the multiples of m + 1 are exactly the multiples of gcd(m + 1, d).
pub fn modulus_of_classes(d: u64, residues: &[u64]) -> Option<u64> {
    if d == 0 {
        return None;
    }
    let inside = |amount: u64| residues.iter().any(|residue| residue % d == amount % d);
    // If 1 to m are in then m ≤ |residues|, unless all naturals are in.
    let m = (1..=d).take_while(|amount| inside(*amount)).count() as u64;
    let common = (m + 1).gcd(&d);
    let applies = m > 0 && m < d && !residues.iter().any(|residue| (residue % d).is_multiple_of(common));
    applies.then_some(m + 1)
}

/// The value under the residue theorem; `None` if `modulus` is 0.
pub fn value(n: &BigUint, modulus: &BigUint) -> Option<BigUint> {
    (!modulus.is_zero()).then(|| n % modulus)
}

/// The least amount that leads from `n` to a heap of value `target`; `None` when there is none.
///
/// The amount is at most m. (A greater value than that of `n` can be reached by amounts up to m
/// too.)
pub fn amount_to(n: &BigUint, modulus: &BigUint, target: &BigUint) -> Option<BigUint> {
    if modulus.is_zero() || target >= modulus {
        return None;
    }
    let amount = (n % modulus + modulus - target) % modulus;
    (!amount.is_zero() && amount <= *n).then_some(amount)
}

/// The value when the powers 1, b, b², … may be taken, b ≥ 1; `None` for b = 0.
pub fn value_of_powers(n: &BigUint, b: &BigUint) -> Option<u64> {
    if b.is_zero() {
        return None;
    }
    if b.is_odd() {
        return Some(u64::from(n.is_odd()));
    }
    let residue = n % (b + 1u32);
    if residue == *b { Some(2) } else { (residue % 2u32).to_u64() }
}

/// The powers of `b` ≥ 2 that lead from `n` to a heap of value `target`, ascending.
pub fn powers_to(n: &BigUint, b: &BigUint, target: u64) -> Vec<BigUint> {
    if *b < BigUint::from(2u32) {
        return Vec::new();
    }
    let powers = std::iter::successors(Some(BigUint::one()), |power| Some(power * b));
    let within = powers.take_while(|power| power <= n);
    within.filter(|power| value_of_powers(&(n - power), b) == Some(target)).collect()
}
