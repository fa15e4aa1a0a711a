//! Collections: elements, slices, updates.

use super::evaluate::{Evaluator, Frame, MAX_ELEMENTS, problem};
use super::{Evaluated, Problem, ProblemKind};
use crate::ir::{Expr, ExprKind, Value};
use crate::number::Int;
use crate::source::Span;
use std::sync::Arc;

impl<'a, 'b> Evaluator<'a, 'b> {
    /// All elements of a collection, in order.
    pub fn elements(&mut self, collection: &Value, span: Span) -> Evaluated<Vec<Value>> {
        match collection {
            Value::List(values) | Value::Set(values) => Ok(values.to_vec()),
            Value::Text(text) => Ok(text.iter().map(|c| Value::Text(Arc::new([*c]))).collect()),
            Value::Range(bounds) => {
                let count = (&bounds.1 - &bounds.0).to_usize().filter(|count| *count <= MAX_ELEMENTS);
                let count =
                    count.ok_or_else(|| problem(span, ProblemKind::TooLarge("a range made into a list")))?;
                let mut values = Vec::new();
                let mut next = bounds.0.clone();
                for _ in 0..count {
                    self.tick(1, span)?;
                    values.push(Value::Int(next.clone()));
                    next = next.succ();
                }
                Ok(values)
            }
            _ => Ok(Vec::new()),
        }
    }

    /// The bounds of a slice as they were written: an empty one keeps its place.
    pub(super) fn slice_bounds(
        &mut self,
        range: &Expr,
        value: &Value,
        frame: &mut Frame,
    ) -> Evaluated<(Int, Int)> {
        if let ExprKind::Range { bounds, inclusive } = &range.kind {
            let (low, high) = (self.int(&bounds[0], frame)?, self.int(&bounds[1], frame)?);
            return Ok((low, if *inclusive { high.succ() } else { high }));
        }
        match value {
            Value::Range(bounds) => Ok((**bounds).clone()),
            _ => Ok((Int::ZERO, Int::ZERO)),
        }
    }
}

/// Whether a collection has an element, or a text a part.
pub fn contains(collection: &Value, element: &Value) -> bool {
    match (collection, element) {
        (Value::Range(bounds), Value::Int(int)) => bounds.0 <= *int && *int < bounds.1,
        (Value::Set(members), _) => members.binary_search(element).is_ok(),
        (Value::List(values), _) => values.contains(element),
        (Value::Text(text), Value::Text(part)) => {
            part.is_empty() || text.windows(part.len()).any(|window| *window == **part)
        }
        _ => false,
    }
}

/// How many elements a collection has; 1 for everything else.
pub fn length(value: &Value) -> usize {
    match value {
        Value::List(values) | Value::Set(values) => values.len(),
        Value::Text(text) => text.len(),
        Value::Range(bounds) => (&bounds.1 - &bounds.0).to_usize().unwrap_or(usize::MAX),
        _ => 1,
    }
}

pub(super) fn outside(index: &Int, length: usize, span: Span) -> Problem {
    problem(span, ProblemKind::Index { index: index.to_string(), length })
}

pub(super) fn element_at(base: &Value, index: &Int, span: Span) -> Evaluated<Value> {
    let at =
        index.to_usize().filter(|at| *at < length(base)).ok_or_else(|| outside(index, length(base), span))?;
    Ok(match base {
        Value::List(values) => values[at].clone(),
        Value::Text(text) => Value::Text(Arc::new([text[at]])),
        Value::Range(bounds) => Value::Int(&bounds.0 + index),
        other => other.clone(),
    })
}

pub(super) fn slice(base: &Value, bounds: (Int, Int), span: Span) -> Evaluated<Value> {
    let (low, high) = bounds;
    let length = length(base);
    let inside = |int: &Int| int.to_usize().filter(|at| *at <= length);
    let (Some(from), Some(to)) = (inside(&low), inside(&high)) else {
        let (low, high) = (low.to_string(), high.to_string());
        return Err(problem(span, ProblemKind::SliceOutside { low, high, length }));
    };
    let to = to.max(from);
    Ok(match base {
        Value::List(values) => Value::List(values[from..to].into()),
        Value::Text(text) => Value::Text(text[from..to].into()),
        other => other.clone(),
    })
}

pub(super) fn update(base: &Value, path: &[Value], value: Value, span: Span) -> Evaluated<Value> {
    let Some((Value::Int(index), rest)) = path.split_first().map(|(first, rest)| (first.clone(), rest))
    else {
        return Ok(value);
    };
    let at = index
        .to_usize()
        .filter(|at| *at < length(base))
        .ok_or_else(|| outside(&index, length(base), span))?;
    match base {
        Value::List(values) => {
            let mut values = values.to_vec();
            values[at] = update(&values[at], rest, value, span)?;
            Ok(Value::List(values.into()))
        }
        Value::Text(text) => {
            let mut text = text.to_vec();
            text[at] = one_character(&value, span)?;
            Ok(Value::Text(text.into()))
        }
        other => Ok(other.clone()),
    }
}

pub(super) fn one_character(value: &Value, span: Span) -> Evaluated<char> {
    match value {
        Value::Text(text) if text.len() == 1 => Ok(text[0]),
        _ => Err(problem(span, ProblemKind::NotOneCharacter)),
    }
}

/// Changes several places: the last index of the path is the collection of them.
pub(super) fn update_many(base: &Value, path: &[Value], value: &Value, span: Span) -> Evaluated<Value> {
    let Some((places, outer)) = path.split_last() else { return Ok(base.clone()) };
    if let Some((Value::Int(index), rest)) = outer.split_first() {
        let inner = element_at(base, index, span)?;
        let mut path = rest.to_vec();
        path.push(places.clone());
        let inner = update_many(&inner, &path, value, span)?;
        return update(base, &[Value::Int(index.clone())], inner, span);
    }
    let (Value::Set(places) | Value::List(places)) = places else { return Ok(base.clone()) };
    let Value::List(values) = value else { return Ok(base.clone()) };
    if places.len() != values.len() {
        let (places, values) = (places.len(), values.len());
        return Err(problem(span, ProblemKind::WithLengths { places, values }));
    }
    let mut changed = base.clone();
    if let Value::List(before) = base {
        // One copy for all places.
        let mut after = before.to_vec();
        for (place, value) in places.iter().zip(values.iter()) {
            let Value::Int(index) = place else { continue };
            let at = index.to_usize().filter(|at| *at < after.len());
            after[at.ok_or_else(|| outside(index, before.len(), span))?] = value.clone();
        }
        return Ok(Value::List(after.into()));
    }
    for (place, value) in places.iter().zip(values.iter()) {
        changed = update(&changed, std::slice::from_ref(place), value.clone(), span)?;
    }
    Ok(changed)
}
