//! Evaluates the bounds of declared types, and decides whether a value is in a declared type.

use super::{Evaluated, Evaluator};
use crate::ir::value::shared::{parts, place};
use crate::ir::{Domain, Value, walk};
use crate::number::Int;
use rustc_hash::FxHashSet;

/// The values that a field may have.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Range {
    /// 0, 1, 2, …
    Nat,
    /// The integers between two bounds, both included.
    Between(Int, Int),
    /// All values of the declared type.
    Any,
    /// Lists whose elements are in a range.
    List(Box<Range>),
    /// Sets whose members are in a range.
    Set(Box<Range>),
    /// Tuples with a range for each part.
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

    /// Whether a value, which must have the right type, is in the range.
    pub fn contains(&self, value: &Value) -> bool {
        match self {
            Range::List(element) | Range::Set(element) if element.is_deep() => {
                self.contains_shared(value, &mut FxHashSet::default())
            }
            _ => self.contains_plainly(value, &mut |inner, value| inner.contains(value)),
        }
    }

    /// Whether the values in this range are collections, which may be shared.
    fn is_deep(&self) -> bool {
        matches!(self, Range::List(_) | Range::Set(_) | Range::Tuple(_))
    }

    /// Whether a nested collection is in the range. `found` holds the pairs of a range and a
    /// collection, by address, that were already checked, so that shared collections are checked
    /// once.
    fn contains_shared(&self, value: &Value, found: &mut FxHashSet<(usize, usize)>) -> bool {
        let Some(place) = parts(value).map(place) else { return self.contains(value) };
        let key = (std::ptr::from_ref(self).addr(), place);
        if found.contains(&key) {
            return true;
        }
        let grown = || self.contains_plainly(value, &mut |inner, value| inner.contains_shared(value, found));
        let contains = stacker::maybe_grow(64 << 10, 4 << 20, grown);
        if contains {
            found.insert(key);
        }
        contains
    }

    /// Whether a value is in the range; `inside` decides this for its elements and parts.
    fn contains_plainly(&self, value: &Value, inside: &mut dyn FnMut(&Range, &Value) -> bool) -> bool {
        match (self, value) {
            (Range::Nat, Value::Int(int)) => !int.is_negative(),
            (Range::Between(low, high), Value::Int(int)) => low <= int && int <= high,
            (Range::List(element), Value::List(values)) | (Range::Set(element), Value::Set(values)) => {
                **element == Range::Any || values.iter().all(|value| inside(element, value))
            }
            (Range::Tuple(parts), Value::Tuple(values)) => {
                parts.iter().zip(&**values).all(|(part, value)| inside(part, value))
            }
            _ => true,
        }
    }
}
