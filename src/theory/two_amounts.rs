//! One heap of n, from which a or b may be taken, or a, b or a + b: the value (T17, T18).
//!
//! * {a, b} with a < b and b = 2ha + r, 0 ≤ r < 2a (Winning Ways; Benesh et al. 2020). If r = a the
//!   value is ⌊(n mod 2a)/a⌋. Else the period is a + b, and one period reads (0ᵃ1ᵃ)ʰ 0ʳ 2ᵃ⁻ʳ 1ʳ for r <
//!   a and (0ᵃ1ᵃ)ʰ⁺¹ 2ʳ⁻ᵃ for r > a.
//! * {a, b, a + b}: the sequence seems to be purely periodic, with period 2b for r = 0, a(2b + r)/gcd(a,
//!   b) for 0 < r < a and 2b + 2a − r for r ≥ a (r as above). This is an open conjecture in general;
//!   here it is only a guess, which a table of one period and a + b more values proves or refutes (a + b
//!   equal values in a row make a period of a game with amounts up to a + b permanent).

use super::pace::{self, Pace, Stopped};
use num_bigint::BigUint;
use num_integer::Integer;
use num_traits::{ToPrimitive, Zero};

/// The value when `a` or `b` may be taken (in any order; equal ones count once); `None` when one is 0.
pub fn value(n: &BigUint, a: &BigUint, b: &BigUint) -> Option<u64> {
    let (a, b) = if a <= b { (a, b) } else { (b, a) };
    if a.is_zero() {
        return None;
    }
    let double = a * 2u32;
    let r = b % &double;
    let plain = |n: &BigUint| u64::from(n % &double >= *a);
    if r == *a {
        return Some(plain(n));
    }
    let place = n % (a + b);
    let regular = b - &r + if r < *a { BigUint::zero() } else { double.clone() };
    if place < regular {
        return Some(plain(&place));
    }
    // The regular part is followed by 0ʳ 2ᵃ⁻ʳ 1ʳ if r < a, and by twos only if r > a.
    let behind = place - regular;
    let value = if r > *a || (behind >= r && behind < *a) { 2 } else { u64::from(behind >= *a) };
    Some(value)
}

/// The conjectured least period of {a, b, a + b} for 1 ≤ a < b; `None` for other numbers, and for a
/// period beyond 128 bits.
pub fn conjectured_period(a: u64, b: u64) -> Option<u128> {
    if a == 0 || a >= b {
        return None;
    }
    let (wide_a, wide_b) = (u128::from(a), u128::from(b));
    let r = wide_b % (2 * wide_a);
    Some(match r {
        0 => 2 * wide_b,
        r if r < wide_a => wide_a.checked_mul((2 * wide_b + r) / u128::from(a.gcd(&b)))?,
        r => 2 * wide_b + (2 * wide_a - r),
    })
}

/// {a, b, a + b} with its period proved.
#[derive(Clone, Debug)]
pub struct WithSum {
    /// One period of values, from n = 0 on.
    values: Vec<u8>,
}

impl WithSum {
    /// How many bytes [`WithSum::new`] needs; `None` for parameters out of range.
    pub fn bytes_needed(a: u64, b: u64) -> Option<u128> {
        conjectured_period(a, b)?.checked_add(u128::from(a) + u128::from(b))
    }

    /// The game, if a table of [`WithSum::bytes_needed`] bytes proves the conjectured period;
    /// `Ok(None)` if the table refutes that period or cannot be allocated, or unless 1 ≤ a < b.
    pub fn new(a: u64, b: u64, pace: Pace<'_>) -> Result<Option<WithSum>, Stopped> {
        let sizes = (|| {
            let sum = usize::try_from(a.checked_add(b)?).ok()?;
            let period = usize::try_from(conjectured_period(a, b)?).ok()?;
            let length = period.checked_add(sum).filter(|length| *length <= isize::MAX as usize)?;
            Some((sum, period, length))
        })();
        let Some((sum, period, length)) = sizes else { return Ok(None) };
        let amounts = [a as usize, b as usize, sum];
        let mut values: Vec<u8> = Vec::new();
        if values.try_reserve_exact(length).is_err() {
            return Ok(None);
        }
        for n in 0..length {
            let reached = amounts.iter().filter(|amount| **amount <= n);
            let seen = reached.fold(0u8, |seen, amount| seen | 1 << values[n - amount]);
            values.push(seen.trailing_ones() as u8);
            pace::every(pace, n as u64 + 1, 1 << 18)?;
        }
        let proved = values[..sum] == values[period..];
        values.truncate(period);
        Ok(proved.then_some(WithSum { values }))
    }

    /// The period that was proved; the sequence is periodic from n = 0 on.
    pub fn period(&self) -> usize {
        self.values.len()
    }

    /// The value of a heap.
    pub fn value(&self, n: &BigUint) -> u64 {
        let place = (n % self.values.len()).to_usize().unwrap_or(0);
        u64::from(self.values[place])
    }
}
