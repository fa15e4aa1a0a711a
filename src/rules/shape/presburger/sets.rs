//! Defines whether an integer is in a collection, and lists the elements of small collections.

use super::{Bound, Defined, Definer, Linear, Number, Scope, Sign, Stuck, Truth};
use crate::ir::{
    Binary, Clause, Comparison, Conversion, Domain, Expr, ExprKind, FunctionId, Pattern, Type, Value,
};
use crate::number::Int;
use crate::theory::automaton::{Automaton, Track};

/// The most elements of a constant collection, or integers of a range, that are listed one by one.
const FEW: usize = 128;

impl Definer<'_> {
    /// Returns the elements of a collection; `None` unless it is constant and has at most [`FEW`]
    /// elements.
    pub(super) fn few(&self, domain: &Expr, scope: &Scope) -> Defined<Option<Vec<Value>>> {
        let Some(Some(value)) = self.closed(domain, scope)? else { return Ok(None) };
        Ok(match value {
            Value::List(elements) | Value::Set(elements) if elements.len() <= FEW => Some(elements.to_vec()),
            Value::Range(range) => {
                let length = (&range.1 - &range.0).to_usize().filter(|length| *length <= FEW);
                length.map(|length| (0..length).map(|at| Value::Int(&range.0 + &Int::from(at))).collect())
            }
            _ => None,
        })
    }

    /// Returns the elements of a small constant collection, or of one that is written out; fails
    /// for others. With `count`, a set that is written out is refused, because its elements may
    /// coincide.
    pub(super) fn elements(&self, domain: &Expr, scope: &Scope, count: bool) -> Defined<Vec<Bound>> {
        if let Some(values) = self.few(domain, scope)? {
            return Ok(values.into_iter().map(Bound::Value).collect());
        }
        match &domain.kind {
            ExprKind::List(elements) => self.bounds(elements, scope),
            ExprKind::Local(slot) => match scope.get(slot) {
                Some(Bound::List(elements)) => Ok(elements.clone()),
                _ => Err(Stuck::Undefinable),
            },
            ExprKind::Set(elements) if !count => self.bounds(elements, scope),
            _ => Err(Stuck::Undefinable),
        }
    }

    /// Returns few integers that include all elements of a range, everywhere in a region; `None` if
    /// the range does not begin with a constant, or may be long.
    pub(super) fn short_range(
        &self,
        domain: &Expr,
        scope: &Scope,
        region: &Automaton,
    ) -> Defined<Option<Vec<Int>>> {
        let ExprKind::Range { bounds, .. } = &domain.kind else { return Ok(None) };
        let Some(Some(Value::Int(low))) = self.closed(&bounds[0], scope)? else { return Ok(None) };
        let high = match self.number(&bounds[1], scope) {
            Err(Stuck::Undefinable) => return Ok(None),
            high => high?,
        };
        // The lengths 2, 4, 8, … are tried in turn.
        let mut length = 2;
        while length <= FEW {
            let end = Number::constant(&low + &Int::from(length));
            let beyond = self.compared(&high, Comparison::Ge, &end)?;
            if beyond.holds.and(region, self.room)?.is_nothing() {
                return Ok(Some((0..length).map(|at| &low + &Int::from(at)).collect()));
            }
            length *= 2;
        }
        Ok(None)
    }

    /// Returns a number on new tracks that may be any element of a domain, and these tracks. The
    /// number is that on one track if the domain obviously contains no negative integer, otherwise
    /// the difference of the numbers on two tracks.
    pub(super) fn any_number(&self, domain: &Expr, scope: &Scope) -> Defined<(Number, Vec<Track>)> {
        let track = self.fresh();
        if self.is_of_naturals(domain, scope)? {
            return Ok((Number::linear(Linear::unknown(track)), vec![track]));
        }
        // Every integer is a difference of two naturals.
        let negative = self.fresh();
        let value = Linear::unknown(track).sub(&Linear::unknown(negative));
        Ok((Number::linear(value), vec![track, negative]))
    }

    /// Whether a collection obviously contains no negative integer.
    fn is_of_naturals(&self, domain: &Expr, scope: &Scope) -> Defined<bool> {
        let natural = |value: &Value| matches!(value, Value::Int(int) if !int.is_negative());
        Ok(match &domain.kind {
            ExprKind::Naturals => true,
            ExprKind::Range { bounds, .. } => {
                matches!(self.closed(&bounds[0], scope)?, Some(Some(low)) if natural(&low))
            }
            ExprKind::Binary(Binary::Union | Binary::ConcatLists, a, b) => {
                self.is_of_naturals(a, scope)? && self.is_of_naturals(b, scope)?
            }
            ExprKind::Binary(Binary::Intersection, a, b) => {
                self.is_of_naturals(a, scope)? || self.is_of_naturals(b, scope)?
            }
            ExprKind::Binary(Binary::Difference, a, _) => self.is_of_naturals(a, scope)?,
            ExprKind::Convert(Conversion::RangeToList | Conversion::RangeToSet, inner) => {
                self.is_of_naturals(inner, scope)?
            }
            // The result of a function is in its declared type.
            ExprKind::Call(id, _) => {
                let result = &self.instance.program.functions[id.index()].result;
                matches!(result, Domain::List(it) | Domain::Set(it) if matches!(**it, Domain::Nat))
            }
            _ => match self.closed(domain, scope)? {
                Some(Some(Value::Range(range))) => !range.0.is_negative(),
                Some(Some(Value::Set(elements) | Value::List(elements))) => elements.iter().all(natural),
                _ => false,
            },
        })
    }

    /// Whether the value of an expression is in a collection.
    pub(super) fn member(&self, collection: &Expr, element: &Expr, scope: &Scope) -> Defined<Truth> {
        if element.ty != Type::Int || collection.ty.element() != Some(Type::Int) {
            return self.among(element, collection, scope);
        }
        let number = self.number(element, scope)?;
        let truth = self.element(collection, &number, scope)?;
        // The element is evaluated first, also if no member is compared with it.
        let holds = truth.holds.and(&number.undefined.not(), self.room)?;
        Ok(Truth { holds, unknown: truth.unknown.or(&number.undefined, self.room)? })
    }

    /// Whether a number is in a collection.
    pub(super) fn element(&self, collection: &Expr, number: &Number, scope: &Scope) -> Defined<Truth> {
        stacker::maybe_grow(64 << 10, 4 << 20, || self.element_of(collection, number, scope))
    }

    fn element_of(&self, collection: &Expr, number: &Number, scope: &Scope) -> Defined<Truth> {
        match self.closed(collection, scope)? {
            Some(Some(value)) => return self.element_of_value(&value, number),
            Some(None) => return Ok(Truth::unknown()),
            None => {}
        }
        match &collection.kind {
            ExprKind::Range { bounds, inclusive } => {
                let (low, high) = (self.number(&bounds[0], scope)?, self.number(&bounds[1], scope)?);
                let up_to = if *inclusive { Comparison::Le } else { Comparison::Lt };
                let below = self.compared(number, up_to, &high)?;
                self.both_ways(&self.compared(&low, Comparison::Le, number)?, &below, true)
            }
            ExprKind::List(elements) | ExprKind::Set(elements) => {
                let mut any = Truth::constant(false);
                for element in elements {
                    let here = self.compared(&self.number(element, scope)?, Comparison::Eq, number)?;
                    any = self.both_ways(&any, &here, false)?;
                }
                Ok(any)
            }
            ExprKind::Binary(op @ (Binary::Union | Binary::Intersection | Binary::Difference), a, b) => {
                let (a, b) = (self.element(a, number, scope)?, self.element(b, number, scope)?);
                self.combined(*op, &a, &b)
            }
            ExprKind::Binary(Binary::ConcatLists, a, b) => {
                let (a, b) = (self.element(a, number, scope)?, self.element(b, number, scope)?);
                self.both_ways(&a, &b, false)
            }
            ExprKind::Convert(Conversion::RangeToList | Conversion::RangeToSet, inner) => {
                self.element(inner, number, scope)
            }
            ExprKind::If(parts) => {
                let condition = self.truth(&parts[0], scope)?;
                let yes = self.element(&parts[1], number, scope)?;
                let no = self.element(&parts[2], number, scope)?;
                self.chosen_truth(&condition, &yes, &no)
            }
            ExprKind::SetFor(clauses, element) | ExprKind::ListFor(clauses, element) => {
                self.element_for(clauses, element, number, scope, &Automaton::constant(true))
            }
            ExprKind::Let(pattern, parts) => match self.bound(&parts[0], scope)? {
                Bound::Unknown => Err(Stuck::Undefinable),
                bound => {
                    let missing = self.missing(&bound)?;
                    let truth = self.element(&parts[1], number, &self.bind(scope, pattern, bound))?;
                    self.truth_except(truth, &missing)
                }
            },
            ExprKind::Call(id, arguments) => self.element_returned(*id, arguments, number, scope),
            _ => Err(Stuck::Undefinable),
        }
    }

    /// Whether a number is in the collection that a function returns.
    fn element_returned(
        &self,
        id: FunctionId,
        arguments: &[Expr],
        number: &Number,
        scope: &Scope,
    ) -> Defined<Truth> {
        let function = &self.instance.program.functions[id.index()];
        let (Domain::List(result) | Domain::Set(result)) = &function.result else {
            return Err(Stuck::Undefinable);
        };
        let (inner, missing) = self.called(id, arguments, scope)?;
        let body = &function.body.expr;
        let missing = match **result {
            Domain::Int => missing,
            Domain::Nat => missing.or(&self.has_negative(body, &inner)?, self.room)?,
            // For other types nothing here decides whether all elements belong to them.
            _ => return Err(Stuck::Undefinable),
        };
        self.truth_except(self.element(body, number, &inner)?, &missing)
    }

    /// Where a collection has a negative integer, or may have one.
    fn has_negative(&self, collection: &Expr, scope: &Scope) -> Defined<Automaton> {
        let track = self.fresh();
        let below = Linear::unknown(track).times(&Int::from(-1i64)).shifted(-1);
        let truth = self.element(collection, &Number::linear(below), scope)?;
        self.hide(truth.holds.or(&truth.unknown, self.room)?, &[track])
    }

    /// Membership in a union, an intersection or a difference, from membership in its sides.
    fn combined(&self, op: Binary, a: &Truth, b: &Truth) -> Defined<Truth> {
        match op {
            Binary::Union => self.both_ways(a, b, false),
            Binary::Intersection => self.both_ways(a, b, true),
            _ => {
                let outside = Truth { holds: self.fails(b)?, unknown: b.unknown.clone() };
                self.both_ways(a, &outside, true)
            }
        }
    }

    /// Returns `yes` where a condition holds, otherwise `no`.
    pub(super) fn chosen_truth(&self, condition: &Truth, yes: &Truth, no: &Truth) -> Defined<Truth> {
        let fails = self.fails(condition)?;
        let holds = condition.holds.and(&yes.holds, self.room)?;
        let holds = holds.or(&fails.and(&no.holds, self.room)?, self.room)?;
        let unknown = condition.holds.and(&yes.unknown, self.room)?;
        let unknown = unknown.or(&fails.and(&no.unknown, self.room)?, self.room)?;
        Ok(Truth { holds, unknown: unknown.or(&condition.unknown, self.room)? })
    }

    /// `a and b`, or `a or b`, where both sides are always evaluated.
    pub(super) fn both_ways(&self, a: &Truth, b: &Truth, and: bool) -> Defined<Truth> {
        let unknown = a.unknown.or(&b.unknown, self.room)?;
        let holds = if and { a.holds.and(&b.holds, self.room)? } else { a.holds.or(&b.holds, self.room)? };
        Ok(Truth { holds: holds.and(&unknown.not(), self.room)?, unknown })
    }

    /// Whether a number is in `{element for clauses}`: some choice of names that meets the clauses
    /// gives the number. Only the truth within `region` matters.
    fn element_for(
        &self,
        clauses: &[Clause],
        element: &Expr,
        number: &Number,
        scope: &Scope,
        region: &Automaton,
    ) -> Defined<Truth> {
        let Some((first, rest)) = clauses.split_first() else {
            return self.compared(&self.number(element, scope)?, Comparison::Eq, number);
        };
        let (pattern, domain) = match first {
            Clause::If(condition) => {
                let condition = self.truth_within(condition, scope, region)?;
                let region = region.and(&condition.holds, self.room)?;
                return self.and(&condition, &self.element_for(rest, element, number, scope, &region)?);
            }
            Clause::For(pattern, domain) => (pattern, domain),
        };
        if let Some(values) = self.few(domain, scope)? {
            let mut any = Truth::constant(false);
            for value in values {
                let inner = self.bind(scope, pattern, Bound::Value(value));
                let here = self.element_for(rest, element, number, &inner, region)?;
                any = self.both_ways(&any, &here, false)?;
            }
            return Ok(any);
        }
        let (Pattern::Slot(_), Some(Type::Int)) = (pattern, domain.ty.element()) else {
            return Err(Stuck::Undefinable);
        };
        let (any, tracks) = self.any_number(domain, scope)?;
        let member = self.element(domain, &any, scope)?;
        let inner = self.bind(scope, pattern, Bound::Number(any));
        let region = region.and(&member.holds, self.room)?;
        let truth = self.and(&member, &self.element_for(rest, element, number, &inner, &region)?)?;
        let unknown = self.hide(truth.unknown, &tracks)?;
        let found = self.hide(truth.holds, &tracks)?;
        Ok(Truth { holds: found.and(&unknown.not(), self.room)?, unknown })
    }

    fn element_of_value(&self, value: &Value, number: &Number) -> Defined<Truth> {
        let elements = match value {
            Value::Range(range) => {
                let low = self.compared(number, Comparison::Ge, &Number::constant(range.0.clone()))?;
                let high = self.compared(number, Comparison::Lt, &Number::constant(range.1.clone()))?;
                return self.and(&low, &high);
            }
            Value::List(elements) | Value::Set(elements) => elements,
            _ => return Err(Stuck::Undefinable),
        };
        let mut naturals = Vec::new();
        let mut holds = Automaton::constant(false);
        for element in elements.iter() {
            match element {
                Value::Int(element) => match element.to_i64().map(u64::try_from) {
                    Some(Ok(natural)) => naturals.push(natural),
                    _ => {
                        let here =
                            self.compared(number, Comparison::Eq, &Number::constant(element.clone()))?;
                        holds = holds.or(&here.holds, self.room)?;
                    }
                },
                _ => return Err(Stuck::Undefinable),
            }
        }
        let track = self.fresh();
        let members = Automaton::one_of(track, &naturals, self.room)?;
        for piece in &number.pieces {
            let same = Linear::unknown(track).sub(&piece.value).is_zero(self.room)?;
            let here = piece.when.and(&same.and(&members, self.room)?, self.room)?;
            let here = self.hide(here, &piece.fresh)?.exists(track, self.room)?;
            holds = holds.or(&here, self.room)?;
        }
        Ok(Truth { holds, unknown: number.undefined.clone() })
    }
}
