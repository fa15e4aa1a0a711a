//! Integers: a machine word while the value fits, a big integer beyond.

use num_bigint::{BigInt, Sign};
use num_integer::Integer;
use num_traits::{One, Pow, Signed, ToPrimitive, Zero};
use std::cmp::Ordering;
use std::fmt;
use std::ops::{Add, Mul, Neg, Sub};
use std::sync::Arc;

/// An exact integer.
///
/// Invariant: `Big` is used only for values outside the range of `i64`, so that equal integers
/// have equal representations and the derived `Eq` and `Hash` are right.
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Int(Repr);

#[derive(Clone, PartialEq, Eq, Hash)]
enum Repr {
    Small(i64),
    Big(Arc<BigInt>),
}

use Repr::{Big, Small};

impl Int {
    /// Zero.
    pub const ZERO: Int = Int(Small(0));
    /// One.
    pub const ONE: Int = Int(Small(1));

    fn from_big(value: BigInt) -> Int {
        match value.to_i64() {
            Some(small) => Int(Small(small)),
            None => Int(Big(Arc::new(value))),
        }
    }

    /// This number as a big integer.
    pub fn to_big(&self) -> BigInt {
        match &self.0 {
            Small(value) => BigInt::from(*value),
            Big(value) => (**value).clone(),
        }
    }

    /// The value as a machine word; `None` if it does not fit.
    pub fn to_i64(&self) -> Option<i64> {
        match self.0 {
            Small(value) => Some(value),
            Big(_) => None,
        }
    }

    /// The value as a size or an index; `None` if it is negative or too large.
    pub fn to_usize(&self) -> Option<usize> {
        self.to_i64().and_then(|value| usize::try_from(value).ok())
    }

    /// Reads decimal digits with an optional sign and underscores after the first digit, such as
    /// `-1_000`; `None` for any other text.
    pub fn parse(digits: &str) -> Option<Int> {
        match digits.parse::<i64>() {
            Ok(value) => Some(Int(Small(value))),
            Err(_) => digits.parse::<BigInt>().ok().map(Int::from_big),
        }
    }

    /// How many bits the magnitude needs; 0 for zero.
    pub fn bits(&self) -> u64 {
        match &self.0 {
            Small(value) => u64::from(64 - value.unsigned_abs().leading_zeros()),
            Big(value) => value.bits(),
        }
    }

    /// The sign: -1, 0 or 1.
    pub fn signum(&self) -> i32 {
        match &self.0 {
            Small(value) => value.signum() as i32,
            Big(value) => match value.sign() {
                Sign::Minus => -1,
                Sign::NoSign => 0,
                Sign::Plus => 1,
            },
        }
    }

    /// Whether the value is below zero.
    pub fn is_negative(&self) -> bool {
        self.signum() < 0
    }

    /// Whether the value is zero.
    pub fn is_zero(&self) -> bool {
        matches!(self.0, Small(0))
    }

    /// The magnitude.
    pub fn abs(&self) -> Int {
        if self.is_negative() { -self } else { self.clone() }
    }

    /// The quotient rounded down; `None` for a divisor of zero.
    pub fn div_floor(&self, divisor: &Int) -> Option<Int> {
        if divisor.is_zero() {
            return None;
        }
        match (&self.0, &divisor.0) {
            // `i64::MIN / -1` is the only quotient of words that is not a word.
            (Small(a), Small(b)) if *b != -1 => Some(Int(Small(Integer::div_floor(a, b)))),
            _ => Some(Int::from_big(self.to_big().div_floor(&divisor.to_big()))),
        }
    }

    /// The remainder of `div_floor`: it has the sign of the divisor; `None` for a divisor of zero.
    pub fn mod_floor(&self, divisor: &Int) -> Option<Int> {
        if divisor.is_zero() {
            return None;
        }
        match (&self.0, &divisor.0) {
            (Small(_), Small(-1)) => Some(Int::ZERO),
            (Small(a), Small(b)) => Some(Int(Small(Integer::mod_floor(a, b)))),
            _ => Some(Int::from_big(self.to_big().mod_floor(&divisor.to_big()))),
        }
    }

    /// The greatest common divisor, never negative.
    pub fn gcd(&self, other: &Int) -> Int {
        Int::from_big(self.to_big().gcd(&other.to_big()))
    }

    /// The least common multiple, never negative.
    pub fn lcm(&self, other: &Int) -> Int {
        Int::from_big(self.to_big().lcm(&other.to_big()).abs())
    }

    /// The square root rounded down; `None` below zero.
    pub fn isqrt(&self) -> Option<Int> {
        if self.is_negative() {
            return None;
        }
        match &self.0 {
            Small(value) => Some(Int(Small(value.isqrt()))),
            Big(value) => Some(Int::from_big(value.sqrt())),
        }
    }

    /// Whether this is the square of an integer.
    pub fn is_square(&self) -> bool {
        self.isqrt().is_some_and(|root| &(&root * &root) == self)
    }

    /// This number to the power `exponent`. The caller must bound the size of the result.
    pub fn pow(&self, exponent: u32) -> Int {
        if let Small(base) = self.0
            && let Some(power) = base.checked_pow(exponent)
        {
            return Int(Small(power));
        }
        Int::from_big(Pow::pow(self.to_big(), exponent))
    }

    /// The bitwise exclusive or, which is the nim-sum of two naturals. Negative numbers are taken
    /// in two's complement.
    pub fn xor(&self, other: &Int) -> Int {
        match (&self.0, &other.0) {
            (Small(a), Small(b)) => Int(Small(a ^ b)),
            _ => Int::from_big(self.to_big() ^ other.to_big()),
        }
    }

    /// The number of ones in the binary representation of the magnitude.
    pub fn popcount(&self) -> u64 {
        match &self.0 {
            Small(value) => u64::from(value.unsigned_abs().count_ones()),
            Big(value) => value.magnitude().count_ones(),
        }
    }

    /// Whether the value is even.
    pub fn is_even(&self) -> bool {
        match &self.0 {
            Small(value) => value % 2 == 0,
            Big(value) => value.is_even(),
        }
    }

    /// The next integer.
    pub fn succ(&self) -> Int {
        self + &Int::ONE
    }

    /// The previous integer.
    pub fn pred(&self) -> Int {
        self - &Int::ONE
    }
}

macro_rules! arithmetic {
    ($trait:ident, $method:ident, $checked:ident) => {
        impl $trait for &Int {
            type Output = Int;
            fn $method(self, other: &Int) -> Int {
                if let (Small(a), Small(b)) = (&self.0, &other.0)
                    && let Some(value) = a.$checked(*b)
                {
                    return Int(Small(value));
                }
                Int::from_big(self.to_big().$method(other.to_big()))
            }
        }
        impl $trait for Int {
            type Output = Int;
            fn $method(self, other: Int) -> Int {
                (&self).$method(&other)
            }
        }
    };
}

arithmetic!(Add, add, checked_add);
arithmetic!(Sub, sub, checked_sub);
arithmetic!(Mul, mul, checked_mul);

impl Neg for &Int {
    type Output = Int;
    fn neg(self) -> Int {
        match &self.0 {
            Small(value) if *value != i64::MIN => Int(Small(-value)),
            _ => Int::from_big(-self.to_big()),
        }
    }
}

impl Neg for Int {
    type Output = Int;
    fn neg(self) -> Int {
        -&self
    }
}

impl Ord for Int {
    fn cmp(&self, other: &Int) -> Ordering {
        match (&self.0, &other.0) {
            (Small(a), Small(b)) => a.cmp(b),
            (Big(a), Big(b)) => a.cmp(b),
            (Small(_), Big(b)) => BigInt::zero().cmp(b),
            (Big(a), Small(_)) => (**a).cmp(&BigInt::zero()),
        }
    }
}

impl PartialOrd for Int {
    fn partial_cmp(&self, other: &Int) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl From<i64> for Int {
    fn from(value: i64) -> Int {
        Int(Small(value))
    }
}

impl From<usize> for Int {
    fn from(value: usize) -> Int {
        Int::from(value as u64)
    }
}

impl From<u64> for Int {
    fn from(value: u64) -> Int {
        match i64::try_from(value) {
            Ok(small) => Int(Small(small)),
            Err(_) => Int(Big(Arc::new(BigInt::from(value)))),
        }
    }
}

impl From<BigInt> for Int {
    fn from(value: BigInt) -> Int {
        Int::from_big(value)
    }
}

impl fmt::Display for Int {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.0 {
            Small(value) => value.fmt(f),
            Big(value) => value.fmt(f),
        }
    }
}

impl fmt::Debug for Int {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl Default for Int {
    fn default() -> Int {
        Int::ZERO
    }
}

/// Whether a number is prime. Miller–Rabin with the first thirteen primes as bases is exact below
/// 3.3·10^24. The result is `None` for greater numbers that pass the test.
pub(crate) fn is_prime(n: &Int) -> Option<bool> {
    const BASES: [i64; 13] = [2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37, 41];
    if n < &Int::from(2i64) {
        return Some(false);
    }
    for prime in BASES {
        let prime = Int::from(prime);
        if n.mod_floor(&prime).is_some_and(|rest| rest.is_zero()) {
            return Some(n == &prime);
        }
    }
    if let Some(word) = n.to_i64() {
        // A composite below 43² has a factor among the bases, and the loop above would have found
        // it.
        return Some(
            word < 43 * 43 || !BASES[..12].iter().any(|base| is_witness_word(word as u64, *base as u64)),
        );
    }
    let composite = BASES.iter().any(|base| is_witness(&n.to_big(), &BigInt::from(*base)));
    // 3317044064679887385961981 is the least composite that passes the test with all thirteen
    // bases.
    let exact_below = BigInt::parse_bytes(b"3317044064679887385961981", 10)?;
    if composite {
        Some(false)
    } else if n.to_big() < exact_below {
        Some(true)
    } else {
        None
    }
}

/// Whether `base` proves that the odd number `n` is composite (one Miller–Rabin round), computed in
/// machine words. Every odd composite word has a witness among the first twelve primes.
fn is_witness_word(n: u64, base: u64) -> bool {
    let times = |a: u64, b: u64| (u128::from(a) * u128::from(b) % u128::from(n)) as u64;
    let twos = (n - 1).trailing_zeros();
    let (mut power, mut square, mut exponent) = (1, base % n, (n - 1) >> twos);
    while exponent > 0 {
        if exponent & 1 == 1 {
            power = times(power, square);
        }
        square = times(square, square);
        exponent >>= 1;
    }
    if power == 1 || power == n - 1 {
        return false;
    }
    for _ in 1..twos {
        power = times(power, power);
        if power == n - 1 {
            return false;
        }
    }
    true
}

/// Whether `base` proves that the odd number `n` is composite (one Miller–Rabin round), for
/// numbers of any size.
fn is_witness(n: &BigInt, base: &BigInt) -> bool {
    let one = BigInt::one();
    let last = n - &one;
    let twos = last.trailing_zeros().unwrap_or(0);
    let mut power = base.modpow(&(&last >> twos), n);
    if power == one || power == last {
        return false;
    }
    for _ in 1..twos {
        power = &power * &power % n;
        if power == last {
            return false;
        }
    }
    true
}
