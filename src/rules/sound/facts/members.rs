//! Decides which values provably are in a collection: by the collections from which binders take
//! the values of names, and by conditions such as `x in S`.

use super::{Facts, Source};
use crate::ir::{Binary, Expr, ExprKind, SlotId, Type, Value, walk};
use crate::number::Int;
use crate::number::contradiction::Linear;

impl Facts<'_> {
    /// The type of a name that denotes an element of a collection; `None` for other names.
    pub(super) fn element_type(&self, slot: SlotId) -> Option<Type> {
        match self.sources.get(&slot) {
            Some(Source::ElementOf(domain)) => domain.ty.element(),
            _ => None,
        }
    }

    /// Whether a name provably denotes an element of a collection.
    pub(super) fn is_member_slot(&self, slot: SlotId, collection: &Expr) -> bool {
        match self.sources.get(&slot) {
            Some(Source::ElementOf(domain)) => self.is_part_of(domain, collection),
            _ => false,
        }
    }

    /// Whether every element of one collection is provably in another.
    pub(super) fn is_part_of(&self, part: &Expr, whole: &Expr) -> bool {
        if walk::fingerprint(part) == walk::fingerprint(whole) {
            return true;
        }
        // A subset of one side of a union is a subset of the union.
        if let ExprKind::Binary(Binary::Union, left, right) = &whole.kind
            && (self.is_part_of(part, left) || self.is_part_of(part, right))
        {
            return true;
        }
        match &part.kind {
            ExprKind::Binary(Binary::Difference, left, _) => self.is_part_of(left, whole),
            ExprKind::Binary(Binary::Intersection, left, right) => {
                self.is_part_of(left, whole) || self.is_part_of(right, whole)
            }
            ExprKind::Local(slot) => match self.sources.get(slot) {
                Some(Source::PartOf(outer)) => self.is_part_of(outer, whole),
                _ => false,
            },
            ExprKind::Set(parts) if !parts.is_empty() => parts.iter().all(|part| self.is_member(part, whole)),
            _ => false,
        }
    }

    /// Whether a value is provably in a collection.
    pub(super) fn is_member(&self, element: &Expr, collection: &Expr) -> bool {
        if let ExprKind::Local(slot) = element.kind
            && self.is_member_slot(slot, collection)
        {
            return true;
        }
        let key = walk::fingerprint(element);
        self.members
            .iter()
            .any(|(member, domain)| walk::fingerprint(member) == key && self.is_part_of(domain, collection))
    }

    /// Names and other values that are provably in a collection.
    pub(super) fn known_members(&self, collection: &Expr) -> Vec<Expr> {
        let mut slots: Vec<SlotId> = self.sources.keys().copied().collect();
        slots.sort_unstable();
        let named = slots.into_iter().filter(|slot| self.is_member_slot(*slot, collection)).map(|slot| {
            let ty = self.element_type(slot).unwrap_or(Type::Int);
            Expr { kind: ExprKind::Local(slot), ty, span: collection.span }
        });
        let found = self.members.iter().filter(|(_, domain)| self.is_part_of(domain, collection));
        named.chain(found.map(|(member, _)| (**member).clone())).collect()
    }

    /// Whether a value is provably in a collection: as a known member, or as a number equal to an
    /// element of a constant collection.
    pub fn is_surely_member(&mut self, value: &Expr, collection: &Expr) -> bool {
        if self.is_member(value, collection) {
            return true;
        }
        if value.ty != Type::Int {
            return false;
        }
        let Some(elements) = self.constant_ints(collection) else { return false };
        // Of a range, `constant_ints` gives only the first and the last number.
        let listed = match &collection.kind {
            ExprKind::Global(id) => !matches!(self.instance.globals[id.index()], Value::Range(_)),
            ExprKind::Literal(value) => !matches!(value, Value::Range(_)),
            _ => true,
        };
        let value = self.linear(value);
        listed
            && elements.iter().any(|element| {
                let difference = value.sub(&Linear::constant(element.clone()));
                self.proves(&difference) && self.proves(&difference.times(&Int::from(-1i64)))
            })
    }
}
