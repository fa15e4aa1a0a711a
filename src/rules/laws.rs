//! What is known of every builtin: when it has a value, and between which bounds that lies.
//!
//! This is the one place that says so. The reference evaluator defines the builtins and does not read it; tests hold the
//! two together.

use crate::ir::Builtin;

/// What is known of a builtin.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Law {
    /// When it has a value.
    pub defined: Defined,
    /// Whether its value is a natural number.
    pub natural: bool,
    /// Whether its value is at most its first argument.
    pub at_most_argument: bool,
}

/// When a builtin has a value.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Defined {
    /// Always.
    Everywhere,
    /// Always, as long as there is room for the value, or the number is not too large to be decided.
    WithRoom,
    /// Where its first argument is at least this, and its second, where there is one, is a base: at least 2.
    From(u8),
    /// Otherwise: on some graphs, of some real numbers.
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
    let at_most_argument = matches!(builtin, B::Isqrt | B::Popcount | B::Omega | B::Bigomega);
    let natural = at_most_argument
        || matches!(builtin, B::Abs | B::Gcd | B::Lcm | B::Valuation | B::Degree | B::Distance | B::Len);
    Law { defined, natural, at_most_argument }
}

impl Law {
    /// Whether there is a value for all arguments, as long as there is room for it.
    pub fn is_total(self) -> bool {
        matches!(self.defined, Defined::Everywhere | Defined::WithRoom)
    }
}
