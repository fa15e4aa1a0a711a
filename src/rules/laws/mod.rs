//! The laws of every builtin and aggregate: when it has a value, the bounds of this value and of its elements, and its
//! translation into the core of the language ([`core`]).
//!
//! No other module states such laws. The reference evaluator defines the builtins without reading
//! this table, and tests compare the two.

pub mod aggregates;
pub mod core;
pub mod elements;

use crate::ir::Builtin;

/// The law of a builtin: when it has a value, and what is certain about this value.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Law {
    /// When the builtin has a value.
    pub defined: Defined,
    /// Whether every value of the builtin is a natural number.
    pub natural: bool,
    /// Whether the builtin has a value only for the arguments that [`Defined::From`] states: then a
    /// value proves that the arguments meet that condition. `false` for every other [`Defined`],
    /// and for `valuation`, which also has values for negative numbers.
    pub only_there: bool,
    /// A number `d` such that the value is at most the first argument minus `d`, wherever the
    /// arguments are as [`Law::defined`] says; `None` if no such bound is stated.
    pub below_argument: Option<u8>,
    /// Whether the order of the arguments does not matter.
    pub symmetric: bool,
    /// For a property of numbers, the least number that has the property; `None` if no such number
    /// is stated.
    pub true_from: Option<u8>,
}

/// When a builtin has a value.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Defined {
    /// Always.
    Everywhere,
    /// Always, unless the value is too large to store, or the argument too large to test.
    WithRoom,
    /// If the first argument is at least this number, and the second one, if there is one, is at
    /// least 2, because it is a base. [`Law::only_there`] says whether other arguments may have
    /// values too.
    From(u8),
    /// For some arguments, such as some graphs or some real numbers; no condition is stated.
    Partly,
}

/// The law of a builtin.
pub fn law(builtin: Builtin) -> Law {
    use Builtin as B;
    let defined = match builtin {
        B::Abs
        | B::Gcd
        | B::Lcm
        | B::Floor
        | B::Ceil
        | B::Even
        | B::Odd
        | B::IsFib
        | B::IsSquare
        | B::Len
        | B::Indices
        | B::Sorted
        | B::Reverse
        | B::Contains
        | B::Vertices
        | B::Edges => Defined::Everywhere,
        B::IsPrime | B::Subsets | B::Product => Defined::WithRoom,
        B::Isqrt | B::Popcount | B::Digits | B::Zeckendorf => Defined::From(0),
        B::Divisors | B::PrimeFactors | B::Omega | B::Bigomega | B::Valuation => Defined::From(1),
        _ => Defined::Partly,
    };
    let below_argument = match builtin {
        B::Isqrt | B::Popcount => Some(0),
        B::Omega | B::Bigomega | B::Valuation => Some(1),
        _ => None,
    };
    let true_from = match builtin {
        B::IsPrime => Some(2),
        B::IsFib | B::IsSquare => Some(0),
        _ => None,
    };
    let only_there = matches!(defined, Defined::From(_)) && builtin != B::Valuation;
    let natural = below_argument.is_some()
        || matches!(builtin, B::Abs | B::Gcd | B::Lcm | B::Degree | B::Distance | B::Len);
    let symmetric = matches!(builtin, B::Gcd | B::Lcm);
    Law { defined, only_there, natural, below_argument, symmetric, true_from }
}
