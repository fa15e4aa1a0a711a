//! Theorems about fields, for games in which these fields are the parts of tuples.

use super::mapped::StateMap;
use crate::ir::Value;

/// Maps tuples to fields. For each field of the game, how many parts it has if it is a tuple.
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
