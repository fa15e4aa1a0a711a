//! Finds a range that contains the values of an expression, and decides whether they provably stay
//! in a type.

use super::{Facts, Source};
use crate::ir::value::shared::{parts, weight};
use crate::ir::{Binary, Builtin, Domain, Expr, ExprKind, Pattern, SlotId, Type, Value};
use crate::number::contradiction::Linear;
use crate::position::Range;

impl Facts<'_> {
    /// A range that contains all elements of a collection.
    pub fn element_range(&self, collection: &Expr) -> Range {
        match self.range(collection) {
            Range::List(element) | Range::Set(element) => *element,
            _ => Range::Any,
        }
    }

    /// A range that contains the value of an expression; `Range::Any` if no narrower one is found.
    pub fn range(&self, expr: &Expr) -> Range {
        match &expr.kind {
            ExprKind::Local(slot) => self.ranges.get(slot).cloned().unwrap_or(Range::Any),
            ExprKind::Literal(value) => range_of_value(value),
            ExprKind::Global(id) => range_of_value(&self.instance.globals[id.index()]),
            ExprKind::Index(parts) => self.element_range(&parts[0]),
            ExprKind::Slice(parts) => self.range(&parts[0]),
            ExprKind::Builtin(Builtin::Sorted, arguments) => {
                Range::List(Box::new(self.element_range(&arguments[0])))
            }
            ExprKind::Builtin(Builtin::Reverse, arguments) => self.range(&arguments[0]),
            ExprKind::Builtin(Builtin::Subsets, arguments) => {
                Range::List(Box::new(self.range(&arguments[0])))
            }
            ExprKind::Binary(Binary::Difference, left, _) => self.range(left),
            ExprKind::Part(base, at) => match self.range(base) {
                Range::Tuple(parts) => parts.get(*at).cloned().unwrap_or(Range::Any),
                _ => Range::Any,
            },
            _ => Range::Any,
        }
    }

    /// Whether every number of a collection is provably an index of a list or text.
    pub fn are_indices(&self, places: &Expr, whole: &Expr) -> bool {
        let mut inside = self.clone();
        let place = SlotId(inside.next_shift);
        inside.next_shift += 1;
        inside.bind(&Pattern::Slot(place), places);
        let (place, length) = (inside.slot(place), inside.length(whole));
        inside.proves(&place) && inside.proves(&length.sub(&place).shifted(-1))
    }

    /// Whether the value of an expression is provably in a declared type.
    pub fn stays_in_type(&mut self, expr: &Expr, domain: &Domain) -> bool {
        self.range_of_type(domain).is_some_and(|range| self.stays(expr, &range))
    }

    /// The range of a declared type; `None` unless its bounds are constants.
    fn range_of_type(&mut self, domain: &Domain) -> Option<Range> {
        Some(match domain {
            Domain::Nat => Range::Nat,
            Domain::Between(low, high) => {
                let (low, high) = (self.linear(low), self.linear(high));
                Range::Between(low.as_constant()?.clone(), high.as_constant()?.clone())
            }
            Domain::List(element) => Range::List(Box::new(self.range_of_type(element)?)),
            Domain::Set(element) => Range::Set(Box::new(self.range_of_type(element)?)),
            Domain::Tuple(parts) => {
                Range::Tuple(parts.iter().map(|part| self.range_of_type(part)).collect::<Option<_>>()?)
            }
            _ => Range::Any,
        })
    }

    /// Whether the value of an expression is provably in a range.
    pub fn stays(&mut self, expr: &Expr, range: &Range) -> bool {
        if *range == Range::Any || inside(&self.range(expr), range) {
            return true;
        }
        match (&expr.kind, range) {
            (ExprKind::If(parts), _) => {
                let mut then = self.clone();
                then.assume(&parts[0], true);
                let mut otherwise = self.clone();
                otherwise.assume(&parts[0], false);
                then.stays(&parts[1], range) && otherwise.stays(&parts[2], range)
            }
            (ExprKind::Let(pattern, parts), _) => {
                let mut inner = self.clone();
                let body = inner.enter_let(pattern, &parts[0], &parts[1]);
                inner.stays(&body, range)
            }
            (ExprKind::Call(id, arguments), _) => match self.opened(id.index(), arguments) {
                Some(body) => self.stays(&body, range),
                None => false,
            },
            (_, Range::Nat) => {
                let linear = self.linear(expr);
                self.proves(&linear)
            }
            (_, Range::Between(low, high)) => {
                let linear = self.linear(expr);
                self.proves(&linear.sub(&Linear::constant(low.clone())))
                    && self.proves(&Linear::constant(high.clone()).sub(&linear))
            }
            (_, Range::List(element) | Range::Set(element)) => self.elements_stay(expr, element),
            (ExprKind::Tuple(parts), Range::Tuple(ranges)) => {
                parts.iter().zip(ranges).all(|(part, range)| self.stays(part, range))
            }
            _ => false,
        }
    }

    /// Whether every element of a collection is provably in a range.
    pub(super) fn elements_stay(&mut self, collection: &Expr, range: &Range) -> bool {
        if *range == Range::Any || inside(&self.element_range(collection), range) {
            return true;
        }
        match &collection.kind {
            ExprKind::List(parts) | ExprKind::Set(parts) => parts.iter().all(|part| self.stays(part, range)),
            ExprKind::ListFor(clauses, element) | ExprKind::SetFor(clauses, element) => {
                let mut inner = self.clone();
                inner.enter(clauses) && inner.stays(element, range)
            }
            ExprKind::With { base, path, many: false, value } if path.len() == 1 => {
                self.elements_stay(base, range) && self.stays(value, range)
            }
            ExprKind::With { base, path, many: true, value } if path.len() == 1 => {
                self.elements_stay(base, range) && self.elements_stay(value, range)
            }
            ExprKind::With { base, path, value, .. } => {
                // With two indices, an element of an element changes, so the new value has to be in
                // the inner range.
                let Range::List(inner) = range else { return false };
                let rest: Vec<&Expr> = path[1..].iter().collect();
                self.elements_stay(base, range) && rest.len() == 1 && self.stays(value, inner)
            }
            ExprKind::Binary(Binary::ConcatLists | Binary::Union, left, right) => {
                self.elements_stay(left, range) && self.elements_stay(right, range)
            }
            ExprKind::Binary(Binary::Intersection, left, right) => {
                self.elements_stay(left, range) || self.elements_stay(right, range)
            }
            ExprKind::Binary(Binary::Difference, left, _) => self.elements_stay(left, range),
            ExprKind::Builtin(Builtin::Sorted | Builtin::Reverse, arguments) => {
                self.elements_stay(&arguments[0], range)
            }
            ExprKind::Slice(parts) => self.elements_stay(&parts[0], range),
            ExprKind::Convert(_, inner) => self.elements_stay(inner, range),
            ExprKind::If(parts) => {
                self.elements_stay(&parts[1], range) && self.elements_stay(&parts[2], range)
            }
            ExprKind::Range { .. } => self.any_element_stays(collection, range),
            ExprKind::Local(slot) => match self.sources.get(slot).cloned() {
                Some(Source::PartOf(whole)) => self.elements_stay(&whole, range),
                Some(Source::ChoiceFrom(lists)) => self.choices_stay(&lists, range),
                Some(Source::ElementOf(whole)) => match &whole.kind {
                    // The name is an element of a list of collections.
                    ExprKind::List(_) | ExprKind::ListFor(..) => self.choices_stay(&whole, range),
                    _ => false,
                },
                None => false,
            },
            _ => self.any_element_stays(collection, range),
        }
    }

    /// Whether each element of a collection of integers is provably in a range, by the facts about
    /// an arbitrary element. `false` for other collections.
    pub(super) fn any_element_stays(&mut self, collection: &Expr, range: &Range) -> bool {
        if collection.ty.element() != Some(Type::Int) {
            return false;
        }
        let mut inner = self.clone();
        let atom = inner.atom(format!("element{}", inner.atoms.len()));
        let element = Linear::unknown(atom);
        inner.element_facts(&element, collection);
        match range {
            Range::Nat => inner.proves(&element),
            Range::Between(low, high) => {
                inner.proves(&element.sub(&Linear::constant(low.clone())))
                    && inner.proves(&Linear::constant(high.clone()).sub(&element))
            }
            _ => false,
        }
    }

    /// Whether all elements of each collection in a list are provably in a range.
    pub(super) fn choices_stay(&mut self, lists: &Expr, range: &Range) -> bool {
        match &lists.kind {
            ExprKind::List(parts) => parts.iter().all(|part| self.elements_stay(part, range)),
            ExprKind::ListFor(clauses, element) => {
                let mut inner = self.clone();
                inner.enter(clauses) && inner.elements_stay(element, range)
            }
            _ => false,
        }
    }
}

/// The most elements of a list or a set that are examined; those of a longer one have `Range::Any`.
const MOST_VALUES: usize = 4096;
/// The most parts, at all depths together, of a value that is examined; a larger one has
/// `Range::Any`.
const MOST_IN_ALL: usize = 1 << 16;

/// A range that contains a value; `Range::Any` if the value is too large to be examined.
pub(super) fn range_of_value(value: &Value) -> Range {
    // A value that occurs several times inside is examined once for each occurrence, so the size
    // with all occurrences is limited.
    if parts(value).is_some() && weight(value) > MOST_IN_ALL {
        return Range::Any;
    }
    match value {
        Value::Int(int) => Range::Between(int.clone(), int.clone()),
        Value::List(values) => Range::List(Box::new(range_of_all(values))),
        Value::Set(values) => Range::Set(Box::new(range_of_all(values))),
        Value::Range(bounds) if bounds.0 < bounds.1 => {
            Range::Set(Box::new(Range::Between(bounds.0.clone(), bounds.1.pred())))
        }
        Value::Tuple(values) => Range::Tuple(values.iter().map(range_of_value).collect()),
        _ => Range::Any,
    }
}

/// A range that contains all these values.
pub(super) fn range_of_all(values: &[Value]) -> Range {
    if values.len() > MOST_VALUES {
        return Range::Any;
    }
    values.iter().map(range_of_value).reduce(joined).unwrap_or(Range::Any)
}

/// A range that contains both ranges.
pub(super) fn joined(a: Range, b: Range) -> Range {
    match (a, b) {
        (Range::Between(a, b), Range::Between(c, d)) => Range::Between(a.min(c), b.max(d)),
        (Range::List(a), Range::List(b)) => Range::List(Box::new(joined(*a, *b))),
        (Range::Set(a), Range::Set(b)) => Range::Set(Box::new(joined(*a, *b))),
        (Range::Tuple(a), Range::Tuple(b)) if a.len() == b.len() => {
            Range::Tuple(a.into_iter().zip(b).map(|(a, b)| joined(a, b)).collect())
        }
        (a, b) if a == b => a,
        _ => Range::Any,
    }
}

/// Whether `whole` evidently contains all values of `part`.
pub(super) fn inside(part: &Range, whole: &Range) -> bool {
    match (part, whole) {
        (_, Range::Any) | (Range::Nat, Range::Nat) => true,
        (Range::Between(low, _), Range::Nat) => !low.is_negative(),
        (Range::Between(a, b), Range::Between(c, d)) => c <= a && b <= d,
        (Range::List(a), Range::List(b)) | (Range::Set(a), Range::Set(b)) => inside(a, b),
        (Range::Tuple(a), Range::Tuple(b)) => {
            a.len() == b.len() && a.iter().zip(b).all(|(a, b)| inside(a, b))
        }
        _ => false,
    }
}
