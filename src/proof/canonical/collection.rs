//! Reads collections of integers: membership as a condition, and the elements of constant
//! collections.

use super::number::Number;
use super::{Bound, Formula, Read, Reader, Scope, Why, refused};
use crate::ir::{Binary, Comparison, Conversion, Expr, ExprKind, Value};
use crate::number::Int;

/// The most elements of a constant collection that is expanded; larger ones are refused.
const MOST_ELEMENTS: usize = 128;

impl Reader<'_> {
    /// The condition that a number is an element of a collection.
    pub fn among(&self, collection: &Expr, number: &Number, scope: &Scope) -> Read<Formula> {
        self.count(collection)?;
        if let Some(value) = self.closed(collection, scope) {
            return among_values(&value, number).ok_or_else(|| refused(collection, Why::Domain));
        }
        match &collection.kind {
            ExprKind::Range { bounds, inclusive } => {
                let (low, high) = (self.number(&bounds[0], scope)?, self.number(&bounds[1], scope)?);
                let up_to = if *inclusive { Comparison::Le } else { Comparison::Lt };
                Ok(low.compared(Comparison::Le, number).and(&number.compared(up_to, &high)))
            }
            ExprKind::List(elements) | ExprKind::Set(elements) => {
                let equal = |element| Ok(self.number(element, scope)?.compared(Comparison::Eq, number));
                Ok(Formula::any(elements.iter().map(equal).collect::<Read<Vec<_>>>()?))
            }
            ExprKind::Binary(op @ (Binary::Union | Binary::Intersection | Binary::Difference), a, b) => {
                let (a, b) = (self.among(a, number, scope)?, self.among(b, number, scope)?);
                Ok(match op {
                    Binary::Union => Formula::any([a, b]),
                    Binary::Intersection => a.and(&b),
                    _ => a.and(&b.negated()),
                })
            }
            ExprKind::Convert(Conversion::RangeToList | Conversion::RangeToSet, inner) => {
                self.among(inner, number, scope)
            }
            ExprKind::If(parts) => {
                let condition = self.truth(&parts[0], scope)?;
                let (yes, no) =
                    (self.among(&parts[1], number, scope)?, self.among(&parts[2], number, scope)?);
                Ok(Formula::any([condition.and(&yes), condition.negated().and(&no)]))
            }
            ExprKind::Call(function, arguments) => {
                let (body, inner) = self.called(*function, arguments, scope)?;
                self.among(body, number, &inner)
            }
            _ => Err(refused(collection, Why::Domain)),
        }
    }

    /// The elements of a collection that is constant or listed explicitly; other collections are
    /// refused.
    pub fn elements(&self, collection: &Expr, scope: &Scope) -> Read<Vec<Bound>> {
        if let Some(value) = self.closed(collection, scope) {
            return values(&value).ok_or_else(|| refused(collection, Why::Domain));
        }
        match &collection.kind {
            ExprKind::List(elements) | ExprKind::Set(elements) => {
                elements.iter().map(|element| self.bound(element, scope)).collect()
            }
            _ => Err(refused(collection, Why::Domain)),
        }
    }

    /// Whether the syntax shows that a collection contains no negative integer.
    pub fn is_of_naturals(&self, collection: &Expr, scope: &Scope) -> bool {
        let natural = |value: &Value| matches!(value, Value::Int(int) if !int.is_negative());
        match &collection.kind {
            ExprKind::Range { bounds, .. } if self.closed(collection, scope).is_none() => {
                self.is_natural(&bounds[0], scope)
            }
            ExprKind::Binary(Binary::Union, a, b) => {
                self.is_of_naturals(a, scope) && self.is_of_naturals(b, scope)
            }
            ExprKind::Binary(Binary::Intersection, a, b) => {
                self.is_of_naturals(a, scope) || self.is_of_naturals(b, scope)
            }
            ExprKind::Binary(Binary::Difference, a, _) => self.is_of_naturals(a, scope),
            ExprKind::Convert(Conversion::RangeToList | Conversion::RangeToSet, inner) => {
                self.is_of_naturals(inner, scope)
            }
            ExprKind::List(elements) | ExprKind::Set(elements) => {
                elements.iter().all(|element| self.is_natural(element, scope))
            }
            _ => match self.closed(collection, scope) {
                Some(Value::Range(range)) => !range.0.is_negative(),
                Some(Value::Set(elements) | Value::List(elements)) => elements.iter().all(natural),
                _ => false,
            },
        }
    }

    /// Whether an integer cannot be negative, because no coefficient and no constant in any of its
    /// cases is negative. Names stand for naturals.
    fn is_natural(&self, expr: &Expr, scope: &Scope) -> bool {
        let natural = |number: Number| {
            number.cases.iter().all(|case| !case.value.added().is_negative() && !case.value.has_negative())
        };
        self.number(expr, scope).is_ok_and(natural)
    }
}

/// The condition that a number is an element of the constant collection `value`; `None` if `value`
/// is not a collection of integers.
fn among_values(value: &Value, number: &Number) -> Option<Formula> {
    let constant = |it: &Int| Number::constant(it.clone());
    if let Value::Range(range) = value {
        let low = number.compared(Comparison::Ge, &constant(&range.0));
        return Some(low.and(&number.compared(Comparison::Lt, &constant(&range.1))));
    }
    let (Value::List(elements) | Value::Set(elements)) = value else { return None };
    let equal = |element: &Value| match element {
        Value::Int(element) => Some(number.compared(Comparison::Eq, &constant(element))),
        _ => None,
    };
    Some(Formula::any(elements.iter().map(equal).collect::<Option<Vec<_>>>()?))
}

/// The elements of a constant collection; `None` if there are more than `MOST_ELEMENTS`, or if the
/// value is not a collection.
fn values(value: &Value) -> Option<Vec<Bound>> {
    match value {
        Value::List(elements) | Value::Set(elements) if elements.len() <= MOST_ELEMENTS => {
            Some(elements.iter().cloned().map(Bound::Value).collect())
        }
        Value::Range(range) => {
            let length = (&range.1 - &range.0).to_usize().filter(|length| *length <= MOST_ELEMENTS)?;
            Some((0..length).map(|at| Bound::Value(Value::Int(&range.0 + &Int::from(at)))).collect())
        }
        _ => None,
    }
}
