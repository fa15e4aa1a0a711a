//! Theorems about games with a flag where the rules have the opposite one.

use super::ClosedForm;
use crate::ir::{Convention, Value};
use crate::number::Int;
use num_bigint::BigUint;

/// What is said of the states with the opposite flag.
#[derive(Debug)]
pub struct OfFlags {
    /// What is said.
    pub form: Box<dyn ClosedForm>,
    /// The game's field that stands in each place of the form.
    pub order: Vec<usize>,
    /// The place of the flag in the game.
    pub flag: usize,
}

impl OfFlags {
    fn over(&self, state: &[Value]) -> Option<Vec<Value>> {
        let turned = |place: &usize| match state.get(*place)? {
            Value::Bool(up) if *place == self.flag => Some(Value::Bool(!up)),
            other => Some(other.clone()),
        };
        self.order.iter().map(turned).collect()
    }

    fn back(&self, placed: Vec<Value>) -> Vec<Value> {
        let mut state = placed.clone();
        for (value, place) in placed.into_iter().zip(&self.order) {
            state[*place] = match value {
                Value::Bool(up) if *place == self.flag => Value::Bool(!up),
                other => other,
            };
        }
        state
    }
}

impl ClosedForm for OfFlags {
    fn value(&self, state: &[Value]) -> Option<Int> {
        self.form.value(&self.over(state)?)
    }
    fn losing(&self, state: &[Value], convention: Convention) -> Option<bool> {
        self.form.losing(&self.over(state)?, convention)
    }
    fn losing_misere_sum(&self, parts: &[(Vec<Value>, u64)]) -> Option<bool> {
        let over = |(state, count): &(Vec<Value>, u64)| Some((self.over(state)?, *count));
        self.form.losing_misere_sum(&parts.iter().map(over).collect::<Option<Vec<_>>>()?)
    }
    fn misere_heaps(&self, state: &[Value]) -> Option<Vec<BigUint>> {
        self.form.misere_heaps(&self.over(state)?)
    }
    fn winning(&self, state: &[Value], convention: Convention) -> Option<Vec<Vec<Value>>> {
        let targets = self.form.winning(&self.over(state)?, convention)?;
        Some(targets.into_iter().map(|target| self.back(target)).collect())
    }
    fn why(&self, state: &[Value], convention: Convention) -> Option<String> {
        self.form.why(&self.over(state)?, convention)
    }
    fn reach(&self, state: &[Value]) -> Option<u64> {
        self.form.reach(&self.over(state)?)
    }
}
