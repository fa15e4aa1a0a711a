//! Evaluates operations on lists, texts, sets and ranges: elements, membership, sorting,
//! concatenation, set operators, slices and updates by `with`.

use super::evaluator::{Evaluator, Frame, MAX_ELEMENTS, problem};
use super::{Evaluated, Problem, ProblemKind};
use crate::ir::value::shared;
use crate::ir::{Binary, Expr, ExprKind, Value};
use crate::number::Int;
use crate::source::Span;
use std::cmp::Ordering;
use std::sync::Arc;

impl<'a, 'b> Evaluator<'a, 'b> {
    /// All elements of a collection, in order; an error for a range of more than `MAX_ELEMENTS`
    /// integers.
    pub fn elements(&mut self, collection: &Value, span: Span) -> Evaluated<Vec<Value>> {
        match collection {
            Value::List(values) | Value::Set(values) => Ok(values.to_vec()),
            Value::Text(text) => Ok(text.iter().map(|c| Value::Text(Arc::new([*c]))).collect()),
            Value::Range(bounds) => {
                let count = (&bounds.1 - &bounds.0).to_usize().filter(|count| *count <= MAX_ELEMENTS);
                let count =
                    count.ok_or_else(|| problem(span, ProblemKind::TooLarge("a range made into a list")))?;
                self.room::<Value>(count, span)?;
                let mut values = Vec::with_capacity(count);
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

    /// Counts the steps of building `count` values, and checks that there is memory for two copies:
    /// the one being collected and the one that is kept.
    pub(super) fn room<T>(&self, count: usize, span: Span) -> Evaluated<()> {
        self.tick(count, span)?;
        let reserved = self.budget.reserve::<T>(count.saturating_mul(2));
        reserved.map_err(|limit| problem(span, ProblemKind::Limit(limit)))
    }

    /// Appends a value. Checks the memory whenever the list has to grow.
    pub(super) fn push(&self, values: &mut Vec<Value>, value: Value, span: Span) -> Evaluated<()> {
        if values.len() == values.capacity() {
            let reserved = self.budget.reserve::<Value>(values.len().saturating_mul(3));
            reserved.map_err(|limit| problem(span, ProblemKind::Limit(limit)))?;
        }
        values.push(value);
        Ok(())
    }

    /// The order of two values, with steps counted.
    pub(super) fn order(&self, a: &Value, b: &Value, span: Span) -> Evaluated<Ordering> {
        shared::counted_order(a, b, &mut |steps| self.tick(steps, span))
    }

    /// Sorts values in ascending order, with steps counted.
    pub(super) fn sorted(&self, mut values: Vec<Value>, span: Span) -> Evaluated<Vec<Value>> {
        self.room::<Value>(values.len(), span)?;
        if values.iter().any(|it| matches!(it, Value::Text(_)) || shared::parts(it).is_some()) {
            return shared::sorted(values, &mut |steps| self.tick(1 + steps, span));
        }
        values.sort();
        Ok(values)
    }

    /// The set of some values, given in any order and with repetitions.
    pub(super) fn set(&self, members: Vec<Value>, span: Span) -> Evaluated<Value> {
        let mut members = self.sorted(members, span)?;
        // Equal neighbours have just been compared completely, and the steps were counted.
        members.dedup();
        Ok(Value::Set(members.into()))
    }

    /// Whether a collection contains an element, or a text contains a part, with steps counted.
    pub(super) fn contains(&self, collection: &Value, element: &Value, span: Span) -> Evaluated<bool> {
        match (collection, element) {
            (Value::Set(members), _) => {
                let (mut low, mut high) = (0, members.len());
                while low < high {
                    let middle = low.midpoint(high);
                    match self.order(&members[middle], element, span)? {
                        Ordering::Equal => return Ok(true),
                        Ordering::Less => low = middle + 1,
                        Ordering::Greater => high = middle,
                    }
                }
                Ok(false)
            }
            (Value::List(values), _) => {
                for value in values.iter() {
                    self.tick(1, span)?;
                    if self.order(value, element, span)?.is_eq() {
                        return Ok(true);
                    }
                }
                Ok(false)
            }
            (Value::Text(text), Value::Text(part)) => {
                self.tick(text.len() + part.len(), span)?;
                Ok(has_part(text, part))
            }
            _ => Ok(contains(collection, element)),
        }
    }

    /// The value of `++` on two lists or texts, or of the union, intersection or difference of two
    /// sets.
    pub(super) fn collections(&self, op: Binary, a: &Value, b: &Value, span: Span) -> Evaluated<Value> {
        let total = length(a).saturating_add(length(b));
        match op {
            Binary::ConcatTexts => self.room::<char>(total, span)?,
            _ => self.room::<Value>(total, span)?,
        }
        let kept = |within: bool, a: &[Value], b: &Value| {
            let mut kept = Vec::new();
            for it in a {
                if self.contains(b, it, span)? == within {
                    kept.push(it.clone());
                }
            }
            Ok(Value::Set(kept.into()))
        };
        Ok(match (op, a, b) {
            (Binary::ConcatLists, Value::List(a), Value::List(b)) => {
                Value::List(a.iter().chain(b.iter()).cloned().collect())
            }
            (Binary::ConcatTexts, Value::Text(a), Value::Text(b)) => {
                Value::Text(a.iter().chain(b.iter()).copied().collect())
            }
            (Binary::Union, Value::Set(a), Value::Set(b)) => {
                self.set(a.iter().chain(b.iter()).cloned().collect(), span)?
            }
            (Binary::Intersection, Value::Set(a), Value::Set(_)) => kept(true, a, b)?,
            (_, Value::Set(a), Value::Set(_)) => kept(false, a, b)?,
            _ => a.clone(),
        })
    }

    /// The bounds of a slice, the second excluded: those written in `range` if it is a range
    /// expression, otherwise those of its value. A written range is evaluated again, because the
    /// value of an empty range is `0..0` whatever its bounds.
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

/// Whether a collection contains an element, or a text contains a part.
pub fn contains(collection: &Value, element: &Value) -> bool {
    match (collection, element) {
        (Value::Range(bounds), Value::Int(int)) => bounds.0 <= *int && *int < bounds.1,
        (Value::Set(members), _) => members.binary_search(element).is_ok(),
        (Value::List(values), _) => values.contains(element),
        (Value::Text(text), Value::Text(part)) => has_part(text, part),
        _ => false,
    }
}

/// If the lengths of a text and a part have at most this product, the part is compared at every
/// index, which takes at most this many comparisons of characters.
const FEW_COMPARISONS: usize = 1 << 12;

fn has_part(text: &[char], part: &[char]) -> bool {
    if part.is_empty() || text.len().saturating_mul(part.len()) <= FEW_COMPARISONS {
        return part.is_empty() || text.windows(part.len()).any(|window| window == part);
    }
    // The standard library's search takes linear time.
    text.iter().collect::<String>().contains(&part.iter().collect::<String>())
}

/// How many elements a collection has, at most `usize::MAX`; 1 for a value of another type.
pub fn length(value: &Value) -> usize {
    match value {
        Value::List(values) | Value::Set(values) => values.len(),
        Value::Text(text) => text.len(),
        Value::Range(bounds) => (&bounds.1 - &bounds.0).to_usize().unwrap_or(usize::MAX),
        _ => 1,
    }
}

/// The problem that an index is outside a collection of some length.
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

/// The value `base` with one element replaced by `value`. The indices of `path` lead to the
/// element, outermost first. An error if an index is outside its list or text, or if an element of
/// a text gets anything but one character.
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

/// The value `base` with several elements of one list or text replaced by the elements of `value`.
/// The last entry of `path` is the collection of the indices of the replaced elements; the entries
/// before it lead to the list or text. An error if an index is outside, or if there are not as many
/// new elements as indices.
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
    if let (Value::Text(before), Value::Text(letters)) = (base, value) {
        return letters_changed(before, places, letters, span);
    }
    let Value::List(values) = value else { return Ok(base.clone()) };
    if places.len() != values.len() {
        let (places, values) = (places.len(), values.len());
        return Err(problem(span, ProblemKind::WithLengths { places, values }));
    }
    let mut changed = base.clone();
    if let Value::List(before) = base {
        // The list is copied once for all changes.
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

/// A text with the letters at some indices replaced; an error if an index is outside, or if there
/// are not as many letters as indices.
fn letters_changed(before: &[char], places: &[Value], letters: &[char], span: Span) -> Evaluated<Value> {
    if places.len() != letters.len() {
        let (places, values) = (places.len(), letters.len());
        return Err(problem(span, ProblemKind::WithLengths { places, values }));
    }
    let mut after = before.to_vec();
    for (place, letter) in places.iter().zip(letters) {
        let Value::Int(index) = place else { continue };
        let at = index.to_usize().filter(|at| *at < after.len());
        after[at.ok_or_else(|| outside(index, before.len(), span))?] = *letter;
    }
    Ok(Value::Text(after.into()))
}
