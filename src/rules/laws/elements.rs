//! What is known about the elements of builtins that return lists or sets.

use crate::ir::Builtin;

/// What is known about the elements of a builtin's value.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Elements {
    /// They are the elements of the first argument.
    OfArgument,
    /// They are integers within bounds.
    From {
        /// No element is less than this.
        least: u8,
        /// The upper bound.
        most: Most,
        /// If present, the elements are exactly these divisors.
        exactly: Option<Divisors>,
    },
}

/// An upper bound of the elements.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Most {
    /// The first argument.
    Argument,
    /// The length of the first argument, minus 1.
    BelowLength,
    /// None is stated.
    Unbounded,
}

/// Divisors of the first argument that are at least the stated `least`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Divisors {
    /// All of them.
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
