//! Declared types with their bounds evaluated.

use super::{Evaluated, Evaluator};
use crate::ir::{Domain, Value, walk};
use crate::number::Int;

/// The values that a field may have.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Range {
    /// 0, 1, 2, …
    Nat,
    /// The integers between two bounds, both included.
    Between(Int, Int),
    /// Every value of the type.
    Any,
    /// Lists of such elements.
    List(Box<Range>),
    /// Sets of such members.
    Set(Box<Range>),
    /// Tuples of such parts.
    Tuple(Vec<Range>),
}

impl Range {
    /// Evaluates the bounds of a declared type.
    pub fn of(domain: &Domain, evaluator: &mut Evaluator<'_, '_>) -> Evaluated<Range> {
        Ok(match domain {
            Domain::Nat => Range::Nat,
            Domain::Between(low, high) => {
                let mut bound =
                    |expr| evaluator.int(expr, &mut vec![Value::Bool(false); walk::frame_size(expr)]);
                Range::Between(bound(low)?, bound(high)?)
            }
            Domain::List(element) => Range::List(Box::new(Range::of(element, evaluator)?)),
            Domain::Set(element) => Range::Set(Box::new(Range::of(element, evaluator)?)),
            Domain::Tuple(parts) => {
                Range::Tuple(parts.iter().map(|part| Range::of(part, evaluator)).collect::<Evaluated<_>>()?)
            }
            _ => Range::Any,
        })
    }

    /// Whether a value of the right type lies in it.
    pub fn contains(&self, value: &Value) -> bool {
        match (self, value) {
            (Range::Nat, Value::Int(int)) => !int.is_negative(),
            (Range::Between(low, high), Value::Int(int)) => low <= int && int <= high,
            (Range::List(element), Value::List(values)) | (Range::Set(element), Value::Set(values)) => {
                **element == Range::Any || values.iter().all(|value| element.contains(value))
            }
            (Range::Tuple(parts), Value::Tuple(values)) => {
                parts.iter().zip(&**values).all(|(part, value)| part.contains(value))
            }
            _ => true,
        }
    }
}
