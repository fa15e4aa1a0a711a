//! The shapes of expressions that are tried, as texts in which `#` stands for an operand. A new
//! shape is a new line here.

/// A function of one number, with the number of bits that encode it.
pub struct Function {
    /// Its text.
    pub text: &'static str,
    /// The number of bits.
    pub cost: u32,
    /// Whether its result is a truth value.
    pub truth: bool,
}

const fn number(text: &'static str, cost: u32) -> Function {
    Function { text, cost, truth: false }
}

const fn truth(text: &'static str, cost: u32) -> Function {
    Function { text, cost, truth: true }
}

/// Functions of one number.
pub const FUNCTIONS: &[Function] = &[
    number("len(digits(#, 2))", 7),
    number("popcount(#)", 6),
    number("valuation(#, 2)", 7),
    number("valuation(#, 3)", 8),
    number("2^valuation(#, 2)", 9),
    number("# div 2^valuation(#, 2)", 11),
    number("isqrt(#)", 6),
    number("floor(phi * #)", 8),
    number("floor(phi^2 * #)", 10),
    number("floor(sqrt(2) * #)", 9),
    number("floor(sqrt(3) * #)", 10),
    number("floor((1 + sqrt(13)) / 2 * #)", 13),
    number("sum(digits(#))", 9),
    number("len(zeckendorf(#))", 9),
    number("min(zeckendorf(#))", 9),
    number("bigomega(#)", 8),
    number("omega(#)", 8),
    number("min(prime_factors(#))", 9),
    truth("is_fib(#)", 7),
    truth("is_square(#)", 7),
    truth("is_prime(#)", 7),
];

/// Symmetric combinations of all variables, in which `#` stands for their list.
pub const OF_ALL: &[(&str, &str, u32)] = &[("min", "min(#)", 5), ("max", "max(#)", 5)];

/// The operators that join all variables.
pub const JOINS: &[(&str, u32)] = &[("+", 4), ("xor", 4)];

/// Other expressions of two variables, `#1` and `#2`.
pub const OF_TWO: &[(&str, u32)] = &[
    ("abs(#1 - #2)", 6),
    ("#1 * #2", 6),
    ("min(#1, #2)", 5),
    ("max(#1, #2)", 5),
    ("#1 + #2", 4),
    ("#1 xor #2", 4),
    ("gcd(#1, #2)", 6),
    ("max(#1, #2) div min(#1, #2)", 12),
];

/// Numbers after `mod`.
pub const MODULI: std::ops::RangeInclusive<i64> = 2..=12;
/// Numbers after `div`.
pub const DIVISORS: std::ops::RangeInclusive<i64> = 2..=6;
/// Numbers used as summands.
pub const ADDED: [i64; 4] = [1, -1, 2, -2];
/// Numbers used as factors.
pub const FACTORS: [i64; 3] = [2, 3, 4];

/// How many bits encode a number.
pub fn cost_of(number: i64) -> u32 {
    2 + (u64::BITS - number.unsigned_abs().leading_zeros())
}
