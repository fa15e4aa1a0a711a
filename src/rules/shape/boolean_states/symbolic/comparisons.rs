//! Returns the condition on the state under which a comparison of two symbols holds.

use super::{Symbol, Symbolic};
use crate::ir::{Comparison, Expr, ExprKind};
use crate::shape::terms::term::{GivenUp, Made, TermId};

impl Symbolic<'_, '_, '_> {
    /// Returns when a comparison of two symbols holds. `expr` only gives the result its type and
    /// span.
    pub(super) fn compare(
        &mut self,
        comparison: Comparison,
        left: &Symbol,
        right: &Symbol,
        expr: &Expr,
    ) -> Made<TermId> {
        use Comparison as C;
        match comparison {
            // A text may contain another one that is longer than a letter.
            C::In | C::NotIn if matches!(right, Symbol::Text(_)) => Err(GivenUp),
            C::In | C::NotIn if !matches!(right, Symbol::Cases(_)) => {
                let within = match (left, right) {
                    (Symbol::Cases(_), Symbol::Set(_)) => self.is_member(left, right, expr)?,
                    _ => self.is_some_element(left, right, expr)?,
                };
                if comparison == C::In { Ok(within) } else { self.not(within) }
            }
            C::Eq | C::Ne if !matches!((left, right), (Symbol::Cases(_), Symbol::Cases(_))) => {
                let same = self.same_collection(left, right, expr)?;
                if comparison == C::Eq { Ok(same) } else { self.not(same) }
            }
            _ => {
                let operand = || Expr { kind: ExprKind::Nothing, ..expr.clone() };
                let single = Expr {
                    kind: ExprKind::Compare(Box::new(operand()), vec![(comparison, operand())]),
                    ..expr.clone()
                };
                let truth = self.concretely(&single, &[left.clone(), right.clone()])?;
                self.cases(&truth)
            }
        }
    }

    /// Returns when the value of a symbol is a member of a set, by examining each value that the
    /// symbol may have.
    fn is_member(&mut self, value: &Symbol, set: &Symbol, expr: &Expr) -> Made<TermId> {
        let (value, members) = (self.cases(value)?, self.set(set, expr.span)?);
        let mut within = self.store.truth(false);
        for (value, is) in self.ends(value)? {
            if let Some(when) = members.get(&value) {
                let here = self.and(is, *when)?;
                within = self.or(within, here)?;
            }
        }
        Ok(within)
    }

    /// Returns when a symbol equals some element of a collection.
    fn is_some_element(&mut self, thing: &Symbol, collection: &Symbol, expr: &Expr) -> Made<TermId> {
        let mut within = self.store.truth(false);
        for (element, when) in self.elements(collection, expr.span)? {
            let same = self.compare(Comparison::Eq, thing, &element, expr)?;
            let here = self.and(when, same)?;
            within = self.or(within, here)?;
        }
        Ok(within)
    }

    /// Returns when two lists or two sets are equal.
    fn same_collection(&mut self, left: &Symbol, right: &Symbol, expr: &Expr) -> Made<TermId> {
        let mut same = self.store.truth(true);
        match (left, right) {
            (Symbol::List(left), Symbol::List(right)) => {
                if left.len() != right.len() {
                    return Ok(self.store.truth(false));
                }
                for (left, right) in left.iter().zip(right) {
                    let here = self.compare(Comparison::Eq, left, right, expr)?;
                    same = self.and(same, here)?;
                }
            }
            (Symbol::Set(_), _) | (_, Symbol::Set(_)) => {
                let (left, right) = (self.set(left, expr.span)?, self.set(right, expr.span)?);
                let both = self
                    .merged(&left, &right, |this, a, b| this.same_truth(a, b).and_then(|it| this.not(it)))?;
                let Symbol::Set(differing) = both else { return Err(GivenUp) };
                for when in differing.into_values() {
                    let here = self.not(when)?;
                    same = self.and(same, here)?;
                }
            }
            _ => return Err(GivenUp),
        }
        Ok(same)
    }
}
