//! Defines comparisons of values other than single integers: tuples, lists and sets that are
//! written out, products, fractions.

use super::{Bound, Defined, Definer, Number, Scope, Stuck, Truth};
use crate::ir::{Binary, Comparison, Expr, ExprKind, Type, Value};
use crate::number::Int;
use crate::theory::automaton::Automaton;

impl Bound {
    /// Returns the value as a number; `None` if it is not an integer.
    pub(super) fn into_number(self) -> Option<Number> {
        match self {
            Bound::Number(number) => Some(number),
            Bound::Value(Value::Int(int)) => Some(Number::constant(int)),
            _ => None,
        }
    }

    /// Returns the value as a truth value; `None` if it is of another type.
    pub(super) fn into_truth(self) -> Option<Truth> {
        match self {
            Bound::Truth(truth) => Some(truth),
            Bound::Value(Value::Bool(holds)) => Some(Truth::constant(holds)),
            _ => None,
        }
    }

    /// Returns the parts of a tuple; `None` for other values.
    pub(super) fn into_parts(self) -> Option<Vec<Bound>> {
        match self {
            Bound::Tuple(parts) => Some(parts),
            Bound::Value(Value::Tuple(parts)) => Some(parts.iter().cloned().map(Bound::Value).collect()),
            _ => None,
        }
    }
}

impl Definer<'_> {
    /// The condition under which two tuples, two sets of integers, or two lists or sets that are
    /// small and constant or written out, are equal. If one of two lists or sets is written out
    /// without elements, the other may have any form.
    pub(super) fn same(&self, left: &Expr, right: &Expr, scope: &Scope) -> Defined<Truth> {
        match &left.ty {
            Type::Set(_) => match self.same_sets(left, right, scope) {
                Err(Stuck::Undefinable) if is_empty(left) => self.is_empty(right, scope),
                Err(Stuck::Undefinable) if is_empty(right) => self.is_empty(left, scope),
                Err(Stuck::Undefinable) => self.same_integers(left, right, scope),
                same => same,
            },
            Type::List(_) => match self.same_lists(left, right, scope) {
                Err(Stuck::Undefinable) if is_empty(left) => self.is_empty(right, scope),
                Err(Stuck::Undefinable) if is_empty(right) => self.is_empty(left, scope),
                same => same,
            },
            _ => self.same_bounds(self.bound(left, scope)?, self.bound(right, scope)?),
        }
    }

    fn same_lists(&self, left: &Expr, right: &Expr, scope: &Scope) -> Defined<Truth> {
        let (a, b) = (self.elements(left, scope, true)?, self.elements(right, scope, true)?);
        if a.len() == b.len() {
            return self.same_bounds(Bound::Tuple(a), Bound::Tuple(b));
        }
        let elements = Bound::Tuple([a, b].concat());
        self.truth_except(Truth::constant(false), &self.missing(&elements)?)
    }

    fn same_sets(&self, left: &Expr, right: &Expr, scope: &Scope) -> Defined<Truth> {
        let (left, right) = (self.elements(left, scope, false)?, self.elements(right, scope, false)?);
        let mut all = Truth::constant(true);
        for (some, others) in [(&left, &right), (&right, &left)] {
            for element in some {
                all = self.both_ways(&all, &self.is_one_of(element, others)?, true)?;
            }
        }
        // If one set is empty, nothing above reads the elements of the other, which may have no
        // value.
        for element in left.iter().chain(&right) {
            all = self.truth_except(all, &self.missing(element)?)?;
        }
        Ok(all)
    }

    /// Whether an element that is not an integer belongs to a collection that is constant or written out.
    pub(super) fn among(&self, element: &Expr, collection: &Expr, scope: &Scope) -> Defined<Truth> {
        let element = self.bound(element, scope)?;
        let any = self.is_one_of(&element, &self.elements(collection, scope, false)?)?;
        self.truth_except(any, &self.missing(&element)?)
    }

    fn is_one_of(&self, element: &Bound, others: &[Bound]) -> Defined<Truth> {
        let mut any = Truth::constant(false);
        for other in others {
            any = self.both_ways(&any, &self.same_bounds(element.clone(), other.clone())?, false)?;
        }
        Ok(any)
    }

    fn same_bounds(&self, a: Bound, b: Bound) -> Defined<Truth> {
        if let (Bound::Value(a), Bound::Value(b)) = (&a, &b) {
            return Ok(Truth::constant(a == b));
        }
        if let (Some(a), Some(b)) = (a.clone().into_number(), b.clone().into_number()) {
            return self.compared(&a, Comparison::Eq, &b);
        }
        if let (Some(a), Some(b)) = (a.clone().into_truth(), b.clone().into_truth()) {
            return self.iff(&a, &b);
        }
        let (Some(a), Some(b)) = (a.into_parts(), b.into_parts()) else { return Err(Stuck::Undefinable) };
        let mut all = Truth::constant(true);
        for (a, b) in a.into_iter().zip(b) {
            all = self.both_ways(&all, &self.same_bounds(a, b)?, true)?;
        }
        Ok(all)
    }

    /// Whether a comparison of two reals holds: fractions with constant denominators, or numbers of
    /// one quadratic field.
    pub(super) fn reals_compared(
        &self,
        left: &Expr,
        op: Comparison,
        right: &Expr,
        scope: &Scope,
    ) -> Defined<Truth> {
        let rational = |expr| self.rational(expr, scope);
        let ((a, b), (c, d)) = match (rational(left), rational(right)) {
            (Err(Stuck::Undefinable), _) | (_, Err(Stuck::Undefinable)) => {
                return self.irrationals_compared(left, op, right, scope);
            }
            (left, right) => (left?, right?),
        };
        self.compared(&self.multiple(&a, &d), op, &self.multiple(&c, &b))
    }

    /// Whether a comparison of a product with a constant holds; fails unless the sign of the
    /// product decides that.
    pub(super) fn product_compared(
        &self,
        left: &Expr,
        op: Comparison,
        right: &Expr,
        scope: &Scope,
    ) -> Defined<Truth> {
        if let Some(Some(Value::Int(constant))) = self.closed(right, scope)? {
            return self.product_against(left, op, &constant, scope);
        }
        let Some(Some(Value::Int(constant))) = self.closed(left, scope)? else {
            return Err(Stuck::Undefinable);
        };
        self.product_against(right, mirrored(op), &constant, scope)
    }

    fn product_against(&self, product: &Expr, op: Comparison, limit: &Int, scope: &Scope) -> Defined<Truth> {
        use Comparison::{Eq, Ge, Gt, Le, Lt, Ne};
        let [minus, zero, one] = [-1i64, 0, 1].map(Int::from);
        let sign = self.sign(product, scope)?;
        let (holds, not) = match op {
            Eq | Ne if *limit == zero => (sign.above.or(&sign.below, self.room)?, op == Eq),
            Gt if *limit == zero => (sign.above, false),
            Ge if *limit == one => (sign.above, false),
            Le if *limit == zero => (sign.above, true),
            Lt if *limit == one => (sign.above, true),
            Lt if *limit == zero => (sign.below, false),
            Le if *limit == minus => (sign.below, false),
            Ge if *limit == zero => (sign.below, true),
            Gt if *limit == minus => (sign.below, true),
            _ => return Err(Stuck::Undefinable),
        };
        let holds = if not { holds.not() } else { holds };
        Ok(Truth { holds: holds.and(&sign.undefined.not(), self.room)?, unknown: sign.undefined })
    }

    /// The conditions under which a product of numbers is above and below 0.
    fn sign(&self, expr: &Expr, scope: &Scope) -> Defined<Sign> {
        let ExprKind::Binary(Binary::Multiply, left, right) = &expr.kind else {
            let (number, zero) = (self.number(expr, scope)?, Number::constant(Int::ZERO));
            let above = self.compared(&number, Comparison::Gt, &zero)?.holds;
            let below = self.compared(&number, Comparison::Lt, &zero)?.holds;
            return Ok(Sign { above, below, undefined: number.undefined });
        };
        let (a, b) = (self.sign(left, scope)?, self.sign(right, scope)?);
        let both = |x: &Automaton, y: &Automaton| x.and(y, self.room);
        Ok(Sign {
            above: both(&a.above, &b.above)?.or(&both(&a.below, &b.below)?, self.room)?,
            below: both(&a.above, &b.below)?.or(&both(&a.below, &b.above)?, self.room)?,
            undefined: a.undefined.or(&b.undefined, self.room)?,
        })
    }
}

/// Whether a list or a set is written out without elements.
fn is_empty(expr: &Expr) -> bool {
    match &expr.kind {
        ExprKind::List(elements) | ExprKind::Set(elements) => elements.is_empty(),
        _ => false,
    }
}

/// The conditions under which an integer is above 0, below 0, and without a value.
struct Sign {
    above: Automaton,
    below: Automaton,
    undefined: Automaton,
}

/// Returns the comparison that `b` has with `a` if `a` has `op` with `b`.
pub(super) fn mirrored(op: Comparison) -> Comparison {
    match op {
        Comparison::Lt => Comparison::Gt,
        Comparison::Le => Comparison::Ge,
        Comparison::Gt => Comparison::Lt,
        Comparison::Ge => Comparison::Le,
        op => op,
    }
}
