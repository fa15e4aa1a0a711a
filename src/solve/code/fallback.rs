//! Converts between values and words, and evaluates expressions that have no code by the reference
//! semantics.

use super::constants::MOST_WORDS_OF_A_VALUE;
use super::machine::{Machine, Stop};
use super::{Shape, Slow};
use crate::ir::Value;
use crate::ir::value::shared::weight;
use crate::number::Int;
use crate::position::{Evaluator, Problem, ProblemKind, Universe};
use std::sync::Arc;

/// Appends the words of a value to `words`, and the elements of its lists to `memory`. `None` if
/// the value has no words of this shape; what was appended by then remains.
pub fn to_words(
    value: &Value,
    shape: &Shape,
    universe: &Universe,
    memory: &mut Vec<i64>,
    words: &mut Vec<i64>,
) -> Option<()> {
    match (shape, value) {
        (Shape::Int, Value::Int(int)) => words.push(int.to_i64()?),
        (Shape::Bool, Value::Bool(truth)) => words.push(i64::from(*truth)),
        (Shape::Vertex, Value::Vertex(vertex)) => words.push(universe.find(vertex)? as i64),
        (Shape::Mask, Value::Set(members)) => {
            let mut mask = 0u64;
            for member in members.iter() {
                let Value::Vertex(vertex) = member else { return None };
                mask |= 1 << universe.find(vertex)?;
            }
            words.push(mask as i64);
        }
        (Shape::Range, Value::Range(bounds)) => words.extend([bounds.0.to_i64()?, bounds.1.to_i64()?]),
        (Shape::Text, Value::Text(text)) => {
            words.extend([memory.len() as i64, text.len() as i64]);
            memory.extend(text.iter().map(|c| i64::from(u32::from(*c))));
        }
        (Shape::Letter, Value::Text(text)) if text.len() == 1 => words.push(i64::from(u32::from(text[0]))),
        (Shape::List(element), Value::List(values)) | (Shape::Set(element), Value::Set(values)) => {
            // Lists inside the elements are written first, so that the elements are contiguous.
            let mut inner = Vec::with_capacity(values.len() * element.width());
            for value in values.iter() {
                to_words(value, element, universe, memory, &mut inner)?;
            }
            words.extend([memory.len() as i64, values.len() as i64]);
            memory.extend(inner);
        }
        (Shape::Tuple(shapes), Value::Tuple(values)) => {
            for (shape, value) in shapes.iter().zip(values.iter()) {
                to_words(value, shape, universe, memory, words)?;
            }
        }
        _ => return None,
    }
    Some(())
}

/// The value of the given shape that words represent; `None` if they represent no value.
pub fn to_value(words: &[i64], shape: &Shape, universe: &Universe, memory: &[i64]) -> Option<Value> {
    Some(match shape {
        Shape::Int => Value::int(words[0]),
        Shape::Bool => Value::Bool(words[0] != 0),
        Shape::Vertex => Value::Vertex(universe.vertex(usize::try_from(words[0]).ok()?)?),
        Shape::Mask => {
            let mut members = Vec::new();
            let mut left = words[0] as u64;
            while left != 0 {
                members.push(Value::Vertex(universe.vertex(left.trailing_zeros() as usize)?));
                left &= left - 1;
            }
            Value::Set(members.into())
        }
        Shape::Range => Value::range(Int::from(words[0]), Int::from(words[1])),
        Shape::Text => {
            let characters = list(words, 1, memory)?.iter();
            let characters = characters.map(|word| u32::try_from(*word).ok().and_then(char::from_u32));
            Value::Text(characters.collect::<Option<Arc<[char]>>>()?)
        }
        Shape::Letter => {
            let letter = u32::try_from(words[0]).ok().and_then(char::from_u32)?;
            Value::Text(Arc::new([letter]))
        }
        Shape::List(element) | Shape::Set(element) => {
            let width = element.width();
            let parts = list(words, width, memory)?.chunks(width);
            let values = parts.map(|part| to_value(part, element, universe, memory));
            let values = values.collect::<Option<Arc<[Value]>>>()?;
            if matches!(shape, Shape::Set(_)) { Value::Set(values) } else { Value::List(values) }
        }
        Shape::Tuple(shapes) => {
            let mut at = 0;
            let mut values = Vec::with_capacity(shapes.len());
            for shape in shapes {
                values.push(to_value(&words[at..at + shape.width()], shape, universe, memory)?);
                at += shape.width();
            }
            Value::Tuple(values.into())
        }
    })
}

/// The words of the elements of a list whose place and length are `words`; `None` if they do not
/// lie in the memory.
fn list<'m>(words: &[i64], width: usize, memory: &'m [i64]) -> Option<&'m [i64]> {
    let place = usize::try_from(words[0]).ok()?;
    let count = usize::try_from(words[1]).ok()?.checked_mul(width)?;
    memory.get(place..place.checked_add(count)?)
}

impl Machine<'_, '_> {
    /// Evaluates an expression by the reference semantics, and appends the words of its value; none
    /// after a stop.
    pub(super) fn slow(&mut self, slow: &Slow<'_>, words: &mut Vec<i64>) {
        let Some(value) = self.value_of(slow) else { return };
        let before = words.len();
        if to_words(&value, &slow.shape, self.universe, &mut self.memory, words).is_none() {
            words.truncate(before);
            self.fail(Stop::Bail);
        }
    }

    /// The words of all elements of a collection that the reference semantics makes; none after a
    /// stop.
    pub(super) fn slow_elements(&mut self, slow: &Slow<'_>) -> Vec<i64> {
        let mut words = Vec::new();
        let Some(value) = self.value_of(slow) else { return words };
        let mut evaluator = Evaluator::new(self.instance, &self.budget);
        let Ok(elements) = evaluator.elements(&value, slow.expr.span) else {
            self.fail(Stop::Bail);
            return words;
        };
        for element in &elements {
            if to_words(element, &slow.shape, self.universe, &mut self.memory, &mut words).is_none() {
                self.fail(Stop::Bail);
                return Vec::new();
            }
        }
        words
    }

    /// The value of an expression by the reference semantics; `None` after a stop.
    fn value_of(&mut self, slow: &Slow<'_>) -> Option<Value> {
        if self.stop.is_some() {
            return None;
        }
        let mut frame = vec![Value::Bool(false); slow.slots];
        for (slot, register, shape) in &slow.locals {
            let first = *register as usize;
            let local = &self.registers[first..first + shape.width()];
            match to_value(local, shape, self.universe, &self.memory) {
                Some(value) => frame[slot.index()] = value,
                None => {
                    self.fail(Stop::Bail);
                    return None;
                }
            }
        }
        let mut evaluator = Evaluator::new(self.instance, &self.budget);
        match evaluator.value(slow.expr, &mut frame) {
            Ok(value) if weight(&value) > MOST_WORDS_OF_A_VALUE => {
                self.fail(Stop::Bail);
                None
            }
            Ok(value) => Some(value),
            Err(Problem { kind: ProblemKind::Limit(limit), .. }) => {
                self.fail(Stop::Limit(limit));
                None
            }
            Err(_) => {
                self.fail(Stop::Bail);
                None
            }
        }
    }
}
