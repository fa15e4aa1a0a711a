//! What is known about the elements of builtins that return lists or sets.

use crate::ir::Builtin;

/// What is known about the elements of a builtin's value.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Elements {
    /// They are those of its first argument.
    OfArgument,
    /// They are integers from a number on.
    From {
        /// The least.
        least: u8,
        /// The greatest.
        most: Most,
        /// If this is known, they are exactly these numbers.
        exactly: Option<Divisors>,
    },
}

/// What the elements are at most.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Most {
    /// The first argument.
    Argument,
    /// The length of the first argument less 1.
    BelowLength,
    /// No bound is stated.
    Unbounded,
}

/// Divisors of the first argument that are at least the stated number.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Divisors {
    /// All.
    All,
    /// The prime ones.
    Prime,
}

/// The law of the elements of a builtin, if one is stated.
pub fn elements(builtin: Builtin) -> Option<Elements> {
    use Builtin as B;
    let (least, most, exactly) = match builtin {
        B::Sorted | B::Reverse => return Some(Elements::OfArgument),
        B::Indices => (0, Most::BelowLength, None),
        B::Divisors => (1, Most::Argument, Some(Divisors::All)),
        B::PrimeFactors => (2, Most::Argument, Some(Divisors::Prime)),
        B::Zeckendorf => (1, Most::Argument, None),
        B::Digits => (0, Most::Unbounded, None),
        _ => return None,
    };
    Some(Elements::From { least, most, exactly })
}
