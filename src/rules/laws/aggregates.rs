//! For each aggregate (`min`, `sum`, …): the collections for which it has a value, and the range of
//! this value.

use crate::ir::Aggregate;

/// When an aggregate of a collection has a value, and the range of this value.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct AggregateLaw {
    /// The collections for which the aggregate has a value.
    pub defined: DefinedOf,
    /// The range of the aggregate's value, where it has one.
    pub value: ValueOf,
}

/// The collections for which an aggregate has a value.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DefinedOf {
    /// All collections.
    Everything,
    /// Collections with at least one element.
    NonEmpty,
    /// Collections without negative numbers.
    Naturals,
}

/// The range of an aggregate's value.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ValueOf {
    /// A natural number.
    Natural,
    /// An integer.
    Integer,
    /// One of the elements (`min`, `max`), or a value that is not a number.
    Other,
}

/// The law of an aggregate.
pub fn aggregate(aggregate: Aggregate) -> AggregateLaw {
    use Aggregate as A;
    let defined = match aggregate {
        A::Min | A::Max => DefinedOf::NonEmpty,
        A::Mex | A::Xor => DefinedOf::Naturals,
        _ => DefinedOf::Everything,
    };
    let value = match aggregate {
        A::Count | A::Mex | A::Xor => ValueOf::Natural,
        A::Sum => ValueOf::Integer,
        _ => ValueOf::Other,
    };
    AggregateLaw { defined, value }
}
