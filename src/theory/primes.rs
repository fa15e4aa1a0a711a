//! Exact primality tests, factorisations and prime counts for 64-bit numbers.
//!
//! Factors are found by trial division by small primes, then by Pollard's rho in Brent's form. Primality is
//! decided by the Miller–Rabin test to the first twelve prime bases, which makes no error below 3.1·10²³
//! (Sorenson and Webster 2015).

use super::pace::{Pace, Stopped};
use num_integer::Integer;

/// The bases of the Miller–Rabin test.
const BASES: [u64; 12] = [2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37];

fn product(a: u64, b: u64, modulus: u64) -> u64 {
    (u128::from(a) * u128::from(b) % u128::from(modulus)) as u64
}

fn power(base: u64, mut exponent: u64, modulus: u64) -> u64 {
    let (mut result, mut square) = (1, base % modulus);
    while exponent > 0 {
        if exponent.is_odd() {
            result = product(result, square, modulus);
        }
        square = product(square, square, modulus);
        exponent >>= 1;
    }
    result
}

/// Whether `n` is prime.
pub fn is_prime(n: u64) -> bool {
    if n < 2 {
        return false;
    }
    if let Some(base) = BASES.iter().find(|base| n.is_multiple_of(**base)) {
        return n == *base;
    }
    let twos = (n - 1).trailing_zeros();
    BASES.iter().all(|base| {
        let mut root = power(*base, (n - 1) >> twos, n);
        if root == 1 || root == n - 1 {
            return true;
        }
        (1..twos).any(|_| {
            root = product(root, root, n);
            root == n - 1
        })
    })
}

/// The prime factors of `n` with their exponents, ascending; none for 0 and 1.
pub fn factors(n: u64) -> Vec<(u64, u32)> {
    let mut primes = Vec::new();
    let mut rest = n;
    for small in (2..=211).filter(|small| *small < 4 || small % 2 != 0 && small % 3 != 0) {
        while rest > 1 && rest.is_multiple_of(small) {
            primes.push(small);
            rest /= small;
        }
    }
    let mut composites = if rest > 1 { vec![rest] } else { Vec::new() };
    while let Some(number) = composites.pop() {
        if is_prime(number) {
            primes.push(number);
        } else {
            let divisor = proper_divisor(number);
            composites.extend([divisor, number / divisor]);
        }
    }
    primes.sort_unstable();
    let mut found: Vec<(u64, u32)> = Vec::new();
    for prime in primes {
        match found.last_mut() {
            Some((last, exponent)) if *last == prime => *exponent += 1,
            _ => found.push((prime, 1)),
        }
    }
    found
}

/// A divisor of an odd composite number other than 1 and itself.
///
/// Every step x → x² + c runs into a cycle modulo each prime factor p after about √p steps; two places
/// that agree modulo p but not modulo n give a common divisor. A constant c that yields only n is
/// replaced by the next.
fn proper_divisor(n: u64) -> u64 {
    let root = n.isqrt();
    if root * root == n {
        return root;
    }
    (1..).find_map(|constant| rho(n, constant)).unwrap_or(n)
}

/// Pollard's rho in Brent's form, with the step x → x² + `constant`; `None` if it finds no divisor
/// but n.
fn rho(n: u64, constant: u64) -> Option<u64> {
    const BATCH: u64 = 128;
    let step = |x: u64| ((u128::from(x) * u128::from(x) + u128::from(constant)) % u128::from(n)) as u64;
    let (mut hare, mut length) = (2, 1u64);
    loop {
        let tortoise = hare;
        let mut walked = 0;
        while walked < length {
            let (start, mut all) = (hare, 1);
            let batch = BATCH.min(length - walked);
            for _ in 0..batch {
                hare = step(hare);
                all = product(all, hare.abs_diff(tortoise), n);
            }
            match all.gcd(&n) {
                1 => walked += batch,
                // One of the differences of the batch has a common divisor with n; the first such
                // difference gives the divisor.
                _ => return first_divisor(n, start, tortoise, step),
            }
        }
        length *= 2;
    }
}

fn first_divisor(n: u64, start: u64, tortoise: u64, step: impl Fn(u64) -> u64) -> Option<u64> {
    let mut hare = start;
    loop {
        hare = step(hare);
        match hare.abs_diff(tortoise).gcd(&n) {
            1 => {}
            divisor => return (divisor < n).then_some(divisor),
        }
    }
}

/// How many prime factors `n` ≥ 1 has, with multiplicity.
pub fn total_exponent(n: u64) -> u64 {
    factors(n).iter().map(|(_, exponent)| u64::from(*exponent)).sum()
}

/// The least prime factor of `n`; `None` for 0 and 1.
pub fn least_factor(n: u64) -> Option<u64> {
    factors(n).first().map(|(prime, _)| *prime)
}

/// How many bytes [`count_up_to`] needs. That function takes time proportional to `n` to the power
/// 3/4: a second or so at 10¹².
pub fn bytes_to_count(n: u64) -> u64 {
    16 * (n.isqrt() + 1)
}

/// How many primes there are up to `n`.
///
/// For every quotient v = ⌊n/i⌋ the numbers from 2 to v that survive the sieve by the primes so far
/// are counted. Sieving by p subtracts from the count of v the count of ⌊v/p⌋ minus the number of
/// primes below p (Lucy Hedgehog).
pub fn count_up_to(n: u64, pace: Pace<'_>) -> Result<u64, Stopped> {
    let root = n.isqrt();
    // Counts for v = 1, …, √n, and for v = ⌊n/i⌋ with i = 1, …, √n; place 0 is not used.
    let mut low: Vec<u64> = (0..=root).map(|v| v.saturating_sub(1)).collect();
    let mut high: Vec<u64> =
        (0..=root).map(|i| n.checked_div(i).map_or(0, |v| v.saturating_sub(1))).collect();
    for p in 2..=root {
        let below = low[p as usize - 1];
        if low[p as usize] == below {
            continue;
        }
        let square = p * p;
        let last = root.min(n / square);
        for i in 1..=last {
            let survivors = if i * p <= root { high[(i * p) as usize] } else { low[(n / (i * p)) as usize] };
            high[i as usize] -= survivors - below;
        }
        for v in (square..=root).rev() {
            low[v as usize] -= low[(v / p) as usize] - below;
        }
        if pace(last + root.saturating_sub(square)).is_break() {
            return Err(Stopped);
        }
    }
    Ok(if n == 0 { 0 } else { high[1] })
}
