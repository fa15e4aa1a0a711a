//! Bounds of the elements of builtins that return lists or sets.

use crate::ir::Builtin;

/// A law of the elements of a builtin's value, which is a list or a set.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Elements {
    /// The elements are those of the first argument.
    OfArgument,
    /// The elements are integers within bounds.
    From {
        /// No element is less than this.
        least: u8,
        /// The upper bound.
        most: Most,
        /// If present, the elements are exactly these divisors.
        exactly: Option<Divisors>,
    },
}

/// An upper bound of the elements, included.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Most {
    /// The first argument.
    Argument,
    /// The length of the first argument, minus 1.
    BelowLength,
    /// No upper bound is stated.
    Unbounded,
}

/// Divisors of the first argument that are at least the stated `least`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Divisors {
    /// All these divisors.
    All,
    /// The prime numbers among them.
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
