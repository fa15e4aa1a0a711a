//! The shapes of expressions that are tried, as texts in which `#` stands for an operand. To try a
//! new shape, add a line here. Costs are numbers of bits.

/// A function of one number.
pub struct Function {
    /// The text of the function, with `#` for its argument.
    pub text: &'static str,
    /// How many bits encode the function.
    pub cost: u32,
    /// Whether the result is a truth value rather than a number.
    pub truth: bool,
}

/// A function whose result is a number.
const fn number(text: &'static str, cost: u32) -> Function {
    Function { text, cost, truth: false }
}

/// A function whose result is a truth value.
const fn truth(text: &'static str, cost: u32) -> Function {
    Function { text, cost, truth: true }
}

/// The functions of one number that are tried.
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

/// Symmetric functions of all variables: name, text with `#` for the list of variables, and cost.
pub const OF_ALL: &[(&str, &str, u32)] = &[("min", "min(#)", 5), ("max", "max(#)", 5)];

/// The operators that join all variables, with their costs.
pub const JOINS: &[(&str, u32)] = &[("+", 4), ("xor", 4)];

/// Expressions of two variables, `#1` and `#2`, with their costs.
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

/// The numbers that are tried after `mod`.
pub const MODULI: std::ops::RangeInclusive<i64> = 2..=12;
/// The numbers that are tried after `div`.
pub const DIVISORS: std::ops::RangeInclusive<i64> = 2..=6;
/// The numbers that are tried as summands.
pub const ADDED: [i64; 4] = [1, -1, 2, -2];
/// The numbers that are tried as factors.
pub const FACTORS: [i64; 3] = [2, 3, 4];

/// How many bits encode a number.
pub fn cost_of(number: i64) -> u32 {
    2 + (u64::BITS - number.unsigned_abs().leading_zeros())
}
