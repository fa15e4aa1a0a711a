//! Comparisons of symbols.

use super::{Symbol, Symbolic};
use crate::ir::{Comparison, Expr, ExprKind};
use crate::shape::terms::term::{GivenUp, Made, TermId};

impl Symbolic<'_, '_, '_> {
    pub(super) fn compare(
        &mut self,
        comparison: Comparison,
        left: &Symbol,
        right: &Symbol,
        expr: &Expr,
    ) -> Made<TermId> {
        use Comparison as C;
        match comparison {
            C::In | C::NotIn if matches!((left, right), (Symbol::Cases(_), Symbol::Set(_))) => {
                let (left, members) = (self.cases(left)?, self.set(right, expr.span)?);
                let mut within = self.store.truth(false);
                for (value, is) in self.ends(left)? {
                    if let Some(when) = members.get(&value) {
                        let here = self.and(is, *when)?;
                        within = self.or(within, here)?;
                    }
                }
                if comparison == C::In { Ok(within) } else { self.not(within) }
            }
            C::In | C::NotIn if !matches!(right, Symbol::Cases(_)) => {
                let mut within = self.store.truth(false);
                for (element, when) in self.elements(right, expr.span)? {
                    let same = self.compare(C::Eq, left, &element, expr)?;
                    let here = self.and(when, same)?;
                    within = self.or(within, here)?;
                }
                if comparison == C::In { Ok(within) } else { self.not(within) }
            }
            C::Eq | C::Ne if !matches!((left, right), (Symbol::Cases(_), Symbol::Cases(_))) => {
                let mut same = self.store.truth(true);
                if let (Symbol::List(left), Symbol::List(right)) = (left, right) {
                    if left.len() != right.len() {
                        return Ok(self.store.truth(comparison == C::Ne));
                    }
                    for (left, right) in left.iter().zip(right) {
                        let here = self.compare(C::Eq, left, right, expr)?;
                        same = self.and(same, here)?;
                    }
                } else if matches!((left, right), (Symbol::Set(_), _) | (_, Symbol::Set(_))) {
                    let (left, right) = (self.set(left, expr.span)?, self.set(right, expr.span)?);
                    let both = self.merged(&left, &right, |this, a, b| {
                        this.same_truth(a, b).and_then(|it| this.not(it))
                    })?;
                    let Symbol::Set(differing) = both else { return Err(GivenUp) };
                    for when in differing.into_values() {
                        let here = self.not(when)?;
                        same = self.and(same, here)?;
                    }
                } else {
                    return Err(GivenUp);
                }
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
}
