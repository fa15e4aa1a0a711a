//! Applies theorems about fields to games in which these fields are the parts of tuples.

use super::mapped::StateMap;
use crate::ir::Value;

/// Maps each tuple of a state to fields, one for each of its parts. Holds the number of parts for
/// each field of the game that is a tuple, and `None` for other fields.
#[derive(Debug)]
pub struct OfTuples(pub Vec<Option<usize>>);

impl StateMap for OfTuples {
    fn over(&self, state: &[Value]) -> Option<Vec<Value>> {
        let mut flat = Vec::new();
        for (field, parts) in state.iter().zip(&self.0) {
            match (field, parts) {
                (Value::Tuple(values), Some(_)) => flat.extend(values.iter().cloned()),
                (field, _) => flat.push(field.clone()),
            }
        }
        Some(flat)
    }
    fn back(&self, state: Vec<Value>) -> Option<Vec<Value>> {
        let mut flat = state.into_iter();
        let field = |parts: &Option<usize>| match parts {
            Some(count) => Some(Value::Tuple(flat.by_ref().take(*count).collect())),
            None => flat.next(),
        };
        self.0.iter().map(field).collect()
    }
}
