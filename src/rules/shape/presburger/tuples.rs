//! Defines tuples, their parts, and the lengths of lists that are written out, where the parts or
//! elements depend on tracks.

use super::{Bound, Defined, Definer, Number, Scope, Stuck, Truth};
use crate::ir::{Expr, ExprKind, Value};
use crate::number::Int;
use crate::theory::automaton::Automaton;

impl Definer<'_> {
    /// Defines the value of an expression that is a tuple.
    pub(super) fn tuple(&self, expr: &Expr, scope: &Scope) -> Defined<Bound> {
        match &expr.kind {
            ExprKind::Tuple(parts) => self.bounds(parts, scope).map(Bound::Tuple),
            ExprKind::Part(tuple, at) => self.part(tuple, *at, scope),
            ExprKind::Let(pattern, parts) => {
                let bound = self.bound(&parts[0], scope)?;
                let missing = self.missing(&bound)?;
                let inner = self.bind(scope, pattern, bound);
                self.except(self.bound(&parts[1], &inner)?, &missing)
            }
            ExprKind::If(parts) => {
                let condition = self.truth(&parts[0], scope)?;
                self.either(&condition, self.bound(&parts[1], scope)?, self.bound(&parts[2], scope)?)
            }
            ExprKind::Call(id, arguments) => {
                let (inner, missing) = self.called(*id, arguments, scope)?;
                let function = &self.instance.program.functions[id.index()];
                let body = self.bound(&function.body.expr, &inner)?;
                let result = self.of_type(body, &function.result)?;
                self.except(result, &missing)
            }
            _ => Err(Stuck::Undefinable),
        }
    }

    /// A part of a tuple, undefined if any part of the tuple is undefined.
    pub(super) fn part(&self, tuple: &Expr, at: usize, scope: &Scope) -> Defined<Bound> {
        let tuple = self.bound(tuple, scope)?;
        let missing = self.missing(&tuple)?;
        let part = tuple.into_parts().and_then(|mut parts| (at < parts.len()).then(|| parts.swap_remove(at)));
        self.except(part.ok_or(Stuck::Undefinable)?, &missing)
    }

    /// A part of a tuple that is an integer.
    pub(super) fn number_part(&self, tuple: &Expr, at: usize, scope: &Scope) -> Defined<Number> {
        self.part(tuple, at, scope)?.into_number().ok_or(Stuck::Undefinable)
    }

    /// Returns the length of a list that is written out and bound to a name; fails for other lists.
    pub(super) fn length_as_written(&self, list: &Expr, scope: &Scope) -> Defined<Number> {
        let ExprKind::Local(slot) = &list.kind else { return Err(Stuck::Undefinable) };
        let Some(Bound::List(elements)) = scope.get(slot) else { return Err(Stuck::Undefinable) };
        let missing = self.missing(&Bound::List(elements.clone()))?;
        self.number_except(Number::constant(Int::from(elements.len())), &missing)
    }

    /// Makes a value undefined also where `missing` holds.
    fn except(&self, bound: Bound, missing: &Automaton) -> Defined<Bound> {
        Ok(match bound {
            Bound::Value(value) if missing.is_nothing() => Bound::Value(value),
            Bound::Value(Value::Int(int)) => {
                Bound::Number(self.number_except(Number::constant(int), missing)?)
            }
            Bound::Value(Value::Bool(holds)) => {
                Bound::Truth(self.truth_except(Truth::constant(holds), missing)?)
            }
            Bound::Number(number) => Bound::Number(self.number_except(number, missing)?),
            Bound::Truth(truth) => Bound::Truth(self.truth_except(truth, missing)?),
            Bound::Value(_) | Bound::Unknown => Bound::Unknown,
            Bound::Tuple(parts) => {
                let parts = parts.into_iter().map(|part| self.except(part, missing));
                Bound::Tuple(parts.collect::<Defined<_>>()?)
            }
            Bound::List(elements) => {
                let elements = elements.into_iter().map(|element| self.except(element, missing));
                Bound::List(elements.collect::<Defined<_>>()?)
            }
        })
    }

    /// Returns `yes` where a condition holds, otherwise `no`; fails unless both are integers, truth
    /// values or tuples of these.
    fn either(&self, condition: &Truth, yes: Bound, no: Bound) -> Defined<Bound> {
        if let (Some(yes), Some(no)) = (yes.clone().into_number(), no.clone().into_number()) {
            return Ok(Bound::Number(self.chosen(condition, &yes, &no)?));
        }
        if let (Some(yes), Some(no)) = (yes.clone().into_truth(), no.clone().into_truth()) {
            return Ok(Bound::Truth(self.chosen_truth(condition, &yes, &no)?));
        }
        let (Some(yes), Some(no)) = (yes.into_parts(), no.into_parts()) else {
            return Err(Stuck::Undefinable);
        };
        let parts = yes.into_iter().zip(no).map(|(yes, no)| self.either(condition, yes, no));
        Ok(Bound::Tuple(parts.collect::<Defined<_>>()?))
    }
}
