//! Applies theorems about a game with a flag, a field that is a truth value, to the game with the
//! negated flag.

use super::mapped::StateMap;
use crate::ir::Value;

/// Maps each state to the state in which the flag with this index is negated.
#[derive(Debug)]
pub struct OfFlags(pub usize);

impl OfFlags {
    fn turned(&self, mut state: Vec<Value>) -> Option<Vec<Value>> {
        if let Some(Value::Bool(up)) = state.get_mut(self.0) {
            *up = !*up;
        }
        Some(state)
    }
}

impl StateMap for OfFlags {
    fn over(&self, state: &[Value]) -> Option<Vec<Value>> {
        self.turned(state.to_vec())
    }
    fn back(&self, state: Vec<Value>) -> Option<Vec<Value>> {
        self.turned(state)
    }
}
