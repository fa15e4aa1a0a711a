//! Weights: how much each element of a collection contributes to a total.
//!
//! `sum(S)`, `sum(2 ^ x for x in S)`, `sum(i * xs[i] for i in indices(xs))`, `count(x > 0 for x in xs)` and
//! `len(xs)` are totals of one kind: a weight states the contribution of each element by its value and, in
//! lists, by its index.

use super::Facts;
use crate::ir::{
    Aggregate, Binary, Builtin, Clause, Conversion, Expr, ExprKind, Pattern, SlotId, Type, Value, walk,
};
use crate::number::Int;
use crate::source::Span;

/// The name that represents the element in a weight. No program has this many names.
const ELEMENT: SlotId = SlotId(1 << 30);
/// The name that represents the element's index in a weight.
const INDEX: SlotId = SlotId((1 << 30) + 1);

/// What each element of a collection contributes to a total.
#[derive(Clone)]
pub(super) struct Weight {
    /// The contribution as an expression in [`ELEMENT`] and [`INDEX`].
    value: Expr,
}

/// The kinds of weights, of which two are simple.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    /// Each element counts once.
    One,
    /// The weight of a number is the number.
    Plain,
    /// Any other weight.
    Other,
}

/// An integer expression.
pub(super) fn int(kind: ExprKind, span: Span) -> Expr {
    Expr { kind, ty: Type::Int, span }
}

/// A number as an expression.
pub(super) fn literal(number: i64, span: Span) -> Expr {
    int(ExprKind::Literal(Value::Int(Int::from(number))), span)
}

/// `list[index]`
pub fn element_of(list: &Expr, index: &Expr) -> Expr {
    let ty = if list.ty == Type::Text { Type::Text } else { list.ty.element().unwrap_or(Type::Int) };
    Expr { kind: ExprKind::Index(Box::new([list.clone(), index.clone()])), ty, span: list.span }
}

/// An expression in which each part that `by` maps to another one is replaced, outermost parts first.
pub(super) fn exchanged(expr: &Expr, by: &dyn Fn(&Expr) -> Option<Expr>) -> Expr {
    fn change(expr: &mut Expr, by: &dyn Fn(&Expr) -> Option<Expr>) {
        match by(expr) {
            Some(other) => *expr = other,
            None => stacker::maybe_grow(64 << 10, 4 << 20, || {
                walk::children_mut(expr, &mut |child| change(child, by));
            }),
        }
    }
    let mut result = expr.clone();
    change(&mut result, by);
    result
}

/// An expression with one name replaced.
pub(super) fn replace_slot(expr: &Expr, slot: SlotId, by: &Expr) -> Expr {
    exchanged(expr, &|part| matches!(part.kind, ExprKind::Local(local) if local == slot).then(|| by.clone()))
}

/// A collection without the conversion of a range to a list or a set.
pub(super) fn unconverted(collection: &Expr) -> &Expr {
    match &collection.kind {
        ExprKind::Convert(Conversion::RangeToList | Conversion::RangeToSet, inner) => inner,
        _ => collection,
    }
}

impl Weight {
    /// The weight of a length: each element counts once.
    pub(super) fn one(span: Span) -> Weight {
        Weight { value: literal(1, span) }
    }

    /// The weight of a sum: each number counts for itself.
    pub(super) fn plain(span: Span) -> Weight {
        Weight { value: int(ExprKind::Local(ELEMENT), span) }
    }

    pub(super) fn kind(&self) -> Kind {
        match &self.value.kind {
            ExprKind::Local(ELEMENT) => Kind::Plain,
            ExprKind::Literal(Value::Int(one)) if *one == Int::ONE => Kind::One,
            _ => Kind::Other,
        }
    }

    /// Whether the weight depends on the index of the element.
    pub(super) fn has_index(&self) -> bool {
        walk::mentions(&self.value, INDEX)
    }

    /// Whether the weight depends on the element itself.
    pub(super) fn has_element(&self) -> bool {
        walk::mentions(&self.value, ELEMENT)
    }

    /// A key of a weight: equal for equal weights.
    pub(super) fn key(&self) -> String {
        walk::fingerprint(&self.value)
    }

    /// The weight of an element at an index.
    pub(super) fn at(&self, index: &Expr, element: &Expr) -> Expr {
        exchanged(&self.value, &|part| match &part.kind {
            ExprKind::Local(ELEMENT) => Some(element.clone()),
            ExprKind::Local(INDEX) => Some(index.clone()),
            _ => part_of_tuple(part, element),
        })
    }

    /// The weight of an element, for weights that do not depend on the index.
    pub(super) fn of(&self, element: &Expr) -> Expr {
        self.at(element, element)
    }

    /// Whether the weight is `b ^ (x + c)` with numbers `b >= 2` and `c >= 0`: then an element
    /// contributes more than all smaller naturals together.
    pub(super) fn outweighs_all_below(&self) -> bool {
        let number = |expr: &Expr, least: i64| matches!(&expr.kind, ExprKind::Literal(Value::Int(it)) if *it >= Int::from(least));
        let is_element = |expr: &Expr| matches!(expr.kind, ExprKind::Local(ELEMENT));
        let ExprKind::Binary(Binary::Power, base, exponent) = &self.value.kind else { return false };
        let is_moved = match &exponent.kind {
            ExprKind::Binary(Binary::Add, a, b) => {
                (is_element(a) && number(b, 0)) || (is_element(b) && number(a, 0))
            }
            _ => is_element(exponent),
        };
        number(base, 2) && is_moved
    }
}

/// If `part` is a part of the element, and the element is a tuple: that part of the tuple.
fn part_of_tuple(part: &Expr, element: &Expr) -> Option<Expr> {
    let ExprKind::Part(base, at) = &part.kind else { return None };
    if !matches!(base.kind, ExprKind::Local(ELEMENT)) {
        return None;
    }
    match &element.kind {
        ExprKind::Tuple(parts) => parts.get(*at).cloned(),
        _ => None,
    }
}

/// An expression in which the names of a pattern are replaced by the element that it matches, or
/// its parts.
pub(super) fn with_names(expr: &Expr, pattern: &Pattern, element: &Expr) -> Expr {
    match pattern {
        Pattern::Slot(slot) => replace_slot(expr, *slot, element),
        Pattern::Tuple(parts) => {
            let Type::Tuple(types) = &element.ty else { return expr.clone() };
            let mut result = expr.clone();
            for (at, (part, ty)) in parts.iter().zip(types.iter()).enumerate() {
                let value = match &element.kind {
                    ExprKind::Tuple(values) => values[at].clone(),
                    _ => Expr {
                        kind: ExprKind::Part(Box::new(element.clone()), at),
                        ty: ty.clone(),
                        span: element.span,
                    },
                };
                result = with_names(&result, part, &value);
            }
            result
        }
    }
}

impl Facts<'_> {
    /// The weight and the collection such that a `sum` or `count` of a comprehension is the total
    /// of the collection under the weight; `None` for other aggregates.
    pub(super) fn weighed(
        &mut self,
        aggregate: Aggregate,
        clauses: &[Clause],
        element: &Expr,
    ) -> Option<(Weight, Expr)> {
        let [Clause::For(pattern, domain), rest @ ..] = clauses else { return None };
        let span = element.span;
        let chosen = |condition: &Expr, then: Expr| {
            int(ExprKind::If(Box::new([condition.clone(), then, literal(0, span)])), span)
        };
        let mut value = match (aggregate, &element.ty) {
            (Aggregate::Sum, Type::Int) => element.clone(),
            (Aggregate::Count, Type::Bool) => chosen(element, literal(1, span)),
            (Aggregate::Count, _) => literal(1, span),
            _ => return None,
        };
        for clause in rest.iter().rev() {
            value = match clause {
                Clause::If(condition) => chosen(condition, value),
                Clause::For(..) => {
                    int(ExprKind::AggregateFor(Aggregate::Sum, vec![clause.clone()], Box::new(value)), span)
                }
            };
        }
        Some(self.weight_over(pattern, domain, &value))
    }

    /// The weight and the collection such that the sum of `value` over a domain is the total of the
    /// collection under the weight. If the domain holds the indices of a list, the collection is
    /// the list.
    pub(super) fn weight_over(&mut self, pattern: &Pattern, domain: &Expr, value: &Expr) -> (Weight, Expr) {
        let span = value.span;
        let domain = unconverted(domain);
        if let Pattern::Slot(index) = pattern
            && let Some(list) = self.list_of_indices(domain, *index, &[value])
        {
            let key = walk::fingerprint(&list);
            let ty = element_of(&list, &literal(0, span)).ty;
            let value = exchanged(value, &|part| match &part.kind {
                ExprKind::Index(parts)
                    if matches!(parts[1].kind, ExprKind::Local(slot) if slot == *index)
                        && walk::fingerprint(&parts[0]) == key =>
                {
                    Some(Expr { kind: ExprKind::Local(ELEMENT), ty: ty.clone(), span })
                }
                ExprKind::Local(slot) if slot == index => Some(int(ExprKind::Local(INDEX), span)),
                _ => None,
            });
            return (Weight { value }, list);
        }
        let ty = domain.ty.element().unwrap_or(Type::Int);
        let element = Expr { kind: ExprKind::Local(ELEMENT), ty, span };
        (Weight { value: with_names(value, pattern, &element) }, domain.clone())
    }

    /// The list whose indices a domain contains: the domain is `indices(xs)`, or the range
    /// `0..len(xs)`, where `xs[index]` is the first such element that `spoken` mentions. `None` for
    /// other domains.
    pub(super) fn list_of_indices(&mut self, domain: &Expr, index: SlotId, spoken: &[&Expr]) -> Option<Expr> {
        let domain = unconverted(domain);
        let (bounds, inclusive) = match &domain.kind {
            ExprKind::Builtin(Builtin::Indices, arguments) => return Some(arguments[0].clone()),
            ExprKind::Range { bounds, inclusive } => (bounds, *inclusive),
            _ => return None,
        };
        let mut lists = Vec::new();
        for expr in spoken {
            walk::everything(expr, &mut |part| {
                if let ExprKind::Index(parts) = &part.kind
                    && matches!(parts[1].kind, ExprKind::Local(slot) if slot == index)
                    && matches!(parts[0].ty, Type::List(_) | Type::Text)
                    && !walk::mentions(&parts[0], index)
                {
                    lists.push(parts[0].clone());
                }
            });
        }
        let list = lists.into_iter().next()?;
        let (low, high) = (self.linear(&bounds[0]), self.linear(&bounds[1]).shifted(i64::from(inclusive)));
        let length = self.length(&list);
        (self.are_equal(&low, &Default::default()) && self.are_equal(&high, &length)).then_some(list)
    }
}
