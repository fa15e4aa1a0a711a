//! Translates the length of a collection to a linear form, with bounds if it is unknown.

use super::weights::{Weight, element_of};
use super::{Facts, Source};
use crate::ir::{Binary, Builtin, Clause, Expr, ExprKind, SlotId, Type, Value, walk};
use crate::number::Int;
use crate::number::contradiction::Linear;

/// The most elements of a written set that are examined for equal ones. Longer sets only have
/// bounds of their lengths.
const MOST_LISTED: usize = 6;

impl Facts<'_> {
    /// The length of a collection or a text.
    pub fn length(&mut self, collection: &Expr) -> Linear {
        self.perhaps(|facts| facts.length_of(collection))
    }

    fn length_of(&mut self, collection: &Expr) -> Linear {
        match &collection.kind {
            ExprKind::Literal(value) => return Linear::constant(constant_length(value)),
            ExprKind::Global(id) => {
                return Linear::constant(constant_length(&self.instance.globals[id.index()]));
            }
            ExprKind::List(parts) => return Linear::constant(Int::from(parts.len())),
            ExprKind::With { base, .. } => return self.length(base),
            ExprKind::Index(parts) if parts[0].ty == Type::Text => return Linear::constant(Int::from(1i64)),
            ExprKind::Index(parts) => {
                // A change inside an element changes no length of an element.
                if let ExprKind::With { base, path, .. } = &parts[0].kind
                    && path.len() > 1
                {
                    return self.length(&element_of(base, &parts[1]));
                }
            }
            ExprKind::Binary(Binary::ConcatLists | Binary::ConcatTexts, left, right) => {
                return self.length(left).add(&self.length(right));
            }
            ExprKind::Builtin(Builtin::Sorted | Builtin::Reverse | Builtin::Indices, arguments) => {
                return self.length(&arguments[0]);
            }
            ExprKind::ListFor(clauses, _) => {
                if let [Clause::For(_, domain)] = clauses.as_slice()
                    && !matches!(domain.ty, Type::Set(_))
                {
                    return self.length(domain);
                }
            }
            ExprKind::Set(parts) if parts.len() <= MOST_LISTED && self.all_differ(parts) => {
                return Linear::constant(Int::from(parts.len()));
            }
            ExprKind::Convert(_, inner) => return self.length(inner),
            _ => {}
        }
        let key = format!("len({},)", walk::fingerprint(collection));
        let (length, new) = self.unknown(key);
        if new {
            self.facts.push(length.clone());
            self.length_facts(&length, collection);
        }
        length
    }

    /// Adds bounds of the length of a collection.
    pub(super) fn length_facts(&mut self, length: &Linear, collection: &Expr) {
        match &collection.kind {
            ExprKind::Range { bounds, inclusive } => {
                let size =
                    self.linear(&bounds[1]).sub(&self.linear(&bounds[0])).shifted(i64::from(*inclusive));
                self.length_of_interval(length, &size);
            }
            ExprKind::Slice(parts) => {
                let whole = self.length(&parts[0]);
                self.facts.push(whole.sub(length));
                if let ExprKind::Range { bounds, inclusive } = &parts[1].kind
                    // Elsewhere the slice may have no value.
                    && self.slice_is_inside(&parts[0], &parts[1])
                {
                    let size =
                        self.linear(&bounds[1]).sub(&self.linear(&bounds[0])).shifted(i64::from(*inclusive));
                    self.length_of_interval(length, &size);
                }
            }
            ExprKind::Set(parts) => {
                self.facts.push(Linear::constant(Int::from(parts.len())).sub(length));
                if !parts.is_empty() {
                    self.facts.push(length.shifted(-1));
                }
            }
            ExprKind::Local(slot) => {
                let bounds = self.element_lengths(*slot);
                self.facts
                    .extend(bounds.iter().map(|(least, _)| length.sub(&Linear::constant(least.clone()))));
                self.facts.extend(bounds.iter().map(|(_, most)| Linear::constant(most.clone()).sub(length)));
                self.total_bounds(length, &Weight::one(collection.span), collection);
            }
            _ => self.total_bounds(length, &Weight::one(collection.span), collection),
        }
    }

    /// The least and the greatest length of a name whose value is taken from a text, as one of its
    /// characters, or from constant texts or lists; `None` for other names.
    fn element_lengths(&self, slot: SlotId) -> Option<(Int, Int)> {
        let Some(Source::ElementOf(domain)) = self.sources.get(&slot) else { return None };
        if domain.ty == Type::Text {
            return Some((Int::from(1i64), Int::from(1i64)));
        }
        let lengths: Vec<Int> = match &domain.kind {
            ExprKind::List(parts) | ExprKind::Set(parts) => {
                let lengths = parts.iter().map(|part| match &part.kind {
                    ExprKind::Literal(value) => Some(constant_length(value)),
                    ExprKind::Global(id) => Some(constant_length(&self.instance.globals[id.index()])),
                    _ => None,
                });
                lengths.collect::<Option<_>>()?
            }
            ExprKind::Literal(value) => element_lengths(value)?,
            ExprKind::Global(id) => element_lengths(&self.instance.globals[id.index()])?,
            _ => return None,
        };
        Some((lengths.iter().min()?.clone(), lengths.iter().max()?.clone()))
    }

    /// Adds the fact that a length is `size`, or 0 if `size` is negative.
    pub(super) fn length_of_interval(&mut self, length: &Linear, size: &Linear) {
        self.facts.push(length.sub(size));
        let empty = vec![size.times(&Int::from(-1i64)), length.times(&Int::from(-1i64))];
        self.alternatives.push(vec![vec![size.clone(), size.sub(length)], empty]);
    }
}

/// The lengths of the elements of a constant list or set; `None` for other values.
fn element_lengths(value: &Value) -> Option<Vec<Int>> {
    match value {
        Value::List(values) | Value::Set(values) => Some(values.iter().map(constant_length).collect()),
        _ => None,
    }
}

/// The length of a constant collection or text.
pub(super) fn constant_length(value: &Value) -> Int {
    match value {
        Value::Set(values) | Value::List(values) => Int::from(values.len()),
        Value::Text(text) => Int::from(text.len()),
        Value::Range(bounds) => &bounds.1 - &bounds.0,
        _ => Int::ZERO,
    }
}
