//! Kayles and Dawson's Kayles (T63): octal games whose values are periodic with few exceptions (Guy and
//! Smith 1956).
//!
//! * Kayles 0.77, take one or two and perhaps divide the rest: period 12 from 71 on.
//! * Dawson's Kayles 0.07, take two and perhaps divide the rest: period 34 from 53 on. 0.137 has
//!   these values one place earlier, 0.4 one place later.
//!
//! The periods are proved: it suffices that the values of n and n + p are equal for n₀ ≤ n ≤ 2n₀ + p + k, where
//! k is the number of digits of the code.

use num_bigint::BigUint;
use num_traits::ToPrimitive;

/// The values of Kayles by n mod 12, for all but the exceptions.
const KAYLES: [u8; 12] = [4, 1, 2, 8, 1, 4, 7, 2, 1, 8, 2, 7];
/// The exceptions of Kayles, as pairs of n and the value.
const KAYLES_EXCEPTIONS: [(u64, u8); 14] = [
    (0, 0),
    (3, 3),
    (6, 3),
    (9, 4),
    (11, 6),
    (15, 7),
    (18, 3),
    (21, 4),
    (22, 6),
    (28, 5),
    (34, 6),
    (39, 3),
    (57, 4),
    (70, 6),
];

/// The values of Dawson's Kayles by n mod 34, for all but the exceptions.
const DAWSON: [u8; 34] =
    [4, 8, 1, 1, 2, 0, 3, 1, 1, 0, 3, 3, 2, 2, 4, 4, 5, 5, 9, 3, 3, 0, 1, 1, 3, 0, 2, 1, 1, 0, 4, 5, 3, 7];
/// The exceptions of Dawson's Kayles, as pairs of n and the value.
const DAWSON_EXCEPTIONS: [(u64, u8); 8] =
    [(0, 0), (1, 0), (15, 0), (17, 2), (18, 2), (32, 2), (35, 0), (52, 2)];

/// The value of a row of `n` pins in Kayles, 0.77.
pub fn kayles(n: &BigUint) -> u64 {
    periodic(n, &KAYLES, &KAYLES_EXCEPTIONS)
}

/// The value of a heap of `n` in Dawson's Kayles, 0.07.
pub fn dawson(n: &BigUint) -> u64 {
    periodic(n, &DAWSON, &DAWSON_EXCEPTIONS)
}

fn periodic(n: &BigUint, period: &[u8], exceptions: &[(u64, u8)]) -> u64 {
    let exception = exceptions.iter().find(|(at, _)| n.to_u64() == Some(*at));
    let place = (n % period.len()).to_usize().unwrap_or(0);
    u64::from(exception.map_or(period[place], |(_, value)| *value))
}
