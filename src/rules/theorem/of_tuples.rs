//! Theorems about fields where these are the parts of tuples.

use super::ClosedForm;
use crate::ir::{Convention, Value};
use crate::number::Int;
use num_bigint::BigUint;

/// What is said of fields that are parts of tuples.
#[derive(Debug)]
pub struct OfTuples {
    /// What is said of the parts.
    pub form: Box<dyn ClosedForm>,
    /// The game's field that stands in each place of the form.
    pub order: Vec<usize>,
    /// For each field of the game, how many parts it has if it is a tuple.
    pub parts: Vec<Option<usize>>,
}

impl OfTuples {
    /// The parts of a state, in the order of the form.
    fn flat(&self, state: &[Value]) -> Option<Vec<Value>> {
        let mut flat = Vec::new();
        for (field, parts) in state.iter().zip(&self.parts) {
            match (field, parts) {
                (Value::Tuple(values), Some(_)) => flat.extend(values.iter().cloned()),
                (field, _) => flat.push(field.clone()),
            }
        }
        self.order.iter().map(|place| flat.get(*place).cloned()).collect()
    }

    /// The state whose parts these are, in the order of the form.
    fn tuples(&self, placed: Vec<Value>) -> Vec<Value> {
        let mut flat = placed.clone();
        for (value, place) in placed.into_iter().zip(&self.order) {
            flat[*place] = value;
        }
        let mut flat = flat.into_iter();
        let field = |parts: &Option<usize>| match parts {
            Some(count) => Some(Value::Tuple(flat.by_ref().take(*count).collect())),
            None => flat.next(),
        };
        self.parts.iter().filter_map(field).collect()
    }
}

impl ClosedForm for OfTuples {
    fn value(&self, state: &[Value]) -> Option<Int> {
        self.form.value(&self.flat(state)?)
    }
    fn losing(&self, state: &[Value], convention: Convention) -> Option<bool> {
        self.form.losing(&self.flat(state)?, convention)
    }
    fn losing_misere_sum(&self, parts: &[(Vec<Value>, u64)]) -> Option<bool> {
        let flat = |(state, count): &(Vec<Value>, u64)| Some((self.flat(state)?, *count));
        self.form.losing_misere_sum(&parts.iter().map(flat).collect::<Option<Vec<_>>>()?)
    }
    fn misere_heaps(&self, state: &[Value]) -> Option<Vec<BigUint>> {
        self.form.misere_heaps(&self.flat(state)?)
    }
    fn winning(&self, state: &[Value], convention: Convention) -> Option<Vec<Vec<Value>>> {
        let targets = self.form.winning(&self.flat(state)?, convention)?;
        Some(targets.into_iter().map(|target| self.tuples(target)).collect())
    }
    fn why(&self, state: &[Value], convention: Convention) -> Option<String> {
        self.form.why(&self.flat(state)?, convention)
    }
    fn reach(&self, state: &[Value]) -> Option<u64> {
        self.form.reach(&self.flat(state)?)
    }
}
