//! How long collections are.

use super::Facts;
use crate::ir::{Binary, Builtin, Clause, Expr, ExprKind, Pattern, SlotId, Type, Value, walk};
use crate::number::Int;
use crate::number::linear::Linear;

impl Facts<'_> {
    /// The length of a collection or a text.
    pub fn length(&mut self, collection: &Expr) -> Linear {
        match &collection.kind {
            ExprKind::Literal(value) => return Linear::constant(constant_length(value)),
            ExprKind::Global(id) => {
                return Linear::constant(constant_length(&self.instance.globals[id.index()]));
            }
            ExprKind::List(parts) => return Linear::constant(Int::from(parts.len())),
            ExprKind::With { base, .. } => return self.length(base),
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
                if let ExprKind::Range { bounds, inclusive } = &parts[1].kind {
                    let size =
                        self.linear(&bounds[1]).sub(&self.linear(&bounds[0])).shifted(i64::from(*inclusive));
                    self.length_of_interval(length, &size);
                }
            }
            ExprKind::Binary(Binary::Difference, left, right) => {
                let whole = self.length(left);
                let least = i64::from(self.shares_element(left, right));
                self.facts.push(whole.sub(length).shifted(-least));
            }
            ExprKind::Binary(Binary::Union, left, right) => {
                let (a, b) = (self.length(left), self.length(right));
                self.facts.push(a.add(&b).sub(length));
                self.facts.push(length.sub(&a));
                self.facts.push(length.sub(&b));
            }
            ExprKind::Binary(Binary::Intersection, left, right) => {
                let (a, b) = (self.length(left), self.length(right));
                self.facts.push(a.sub(length));
                self.facts.push(b.sub(length));
            }
            ExprKind::Set(parts) => {
                self.facts.push(Linear::constant(Int::from(parts.len())).sub(length));
                if !parts.is_empty() {
                    self.facts.push(length.shifted(-1));
                }
            }
            ExprKind::ListFor(clauses, _) | ExprKind::SetFor(clauses, _) => {
                self.filtered_length(length, clauses)
            }
            _ => {}
        }
    }

    pub(super) fn length_of_interval(&mut self, length: &Linear, size: &Linear) {
        self.facts.push(length.sub(size));
        let empty = vec![size.times(&Int::from(-1i64)), length.times(&Int::from(-1i64))];
        self.alternatives.push(vec![vec![size.clone(), size.sub(length)], empty]);
    }

    /// A comprehension over one domain is no longer than it, and shorter when it surely leaves out
    /// an element that is known to be there.
    pub(super) fn filtered_length(&mut self, length: &Linear, clauses: &[Clause]) {
        let [Clause::For(pattern, domain), conditions @ ..] = clauses else { return };
        if conditions.iter().any(|clause| matches!(clause, Clause::For(..))) {
            return;
        }
        let whole = self.length(domain);
        let shorter = self.leaves_out(pattern, domain, conditions);
        self.facts.push(whole.sub(length).shifted(-i64::from(shorter)));
    }

    /// Whether a known element of a domain surely fails one of the conditions.
    pub(super) fn leaves_out(&mut self, pattern: &Pattern, domain: &Expr, conditions: &[Clause]) -> bool {
        let Pattern::Slot(slot) = pattern else { return false };
        let candidates: Vec<SlotId> = self.sources.keys().copied().collect();
        candidates.into_iter().any(|candidate| {
            if !self.is_member_slot(candidate, domain) {
                return false;
            }
            conditions.iter().any(|condition| {
                let Clause::If(condition) = condition else { return false };
                let mut inner = self.clone();
                if inner.element_type(candidate) != Some(Type::Int) {
                    return false;
                }
                let (a, b) = (inner.slot(*slot), inner.slot(candidate));
                inner.facts.push(a.sub(&b));
                inner.facts.push(b.sub(&a));
                inner.assume(condition, true);
                inner.impossible()
            })
        })
    }
}

pub(super) fn constant_length(value: &Value) -> Int {
    match value {
        Value::Set(values) | Value::List(values) => Int::from(values.len()),
        Value::Text(text) => Int::from(text.len()),
        Value::Range(bounds) => &bounds.1 - &bounds.0,
        _ => Int::ZERO,
    }
}
