//! The quantifiers that a claim begins with, and the order of its cases.

use super::Case;
use crate::ir::{Binary, Claim, Clause, Expr, ExprKind, SlotId, Value};
use crate::number::Int;
use crate::position::{Evaluated, Evaluator, is_unbounded};
use std::cmp::Ordering;

/// The quantifiers that a claim begins with: all `forall` or all `exists`.
pub struct Outer<'e> {
    pub forall: bool,
    pub clauses: Vec<&'e Clause>,
    pub body: &'e Expr,
    /// The variables, in the order in which they are bound.
    pub slots: Vec<SlotId>,
    /// Whether the variables range over all naturals.
    pub unbounded: bool,
}

impl<'e> Outer<'e> {
    /// Merges the quantifiers that an expression begins with, as long as they are all `forall` or
    /// all `exists`, and all or none over all naturals. The rest is the body. `None` without a
    /// quantifier.
    pub fn of(expr: &'e Expr) -> Option<Outer<'e>> {
        let ExprKind::Quantifier { forall, clauses, body } = &expr.kind else { return None };
        let unbounded = clauses.iter().any(is_unbounded);
        let clauses = clauses.iter().collect();
        let mut outer = Outer { forall: *forall, clauses, body, slots: Vec::new(), unbounded };
        while let ExprKind::Quantifier { forall: inner, clauses, body } = &outer.body.kind {
            if *inner != outer.forall || unbounded != clauses.iter().any(is_unbounded) {
                break;
            }
            outer.clauses.extend(clauses);
            outer.body = body;
        }
        for clause in &outer.clauses {
            if let Clause::For(pattern, _) = clause {
                outer.slots.extend(pattern.slots());
            }
        }
        Some(outer)
    }

    /// Returns the names of the variables, in the order in which they are bound.
    pub fn names(&self, claim: &Claim) -> Vec<String> {
        self.slots.iter().map(|slot| claim.slots[slot.index()].name.clone()).collect()
    }

    /// Pairs the names of the variables with their values.
    pub fn case(&self, claim: &Claim, values: &[Value]) -> Case {
        self.names(claim).into_iter().zip(values.iter().cloned()).collect()
    }

    /// Writes the values of the variables into the frame.
    pub fn bind(&self, values: &[Value], frame: &mut [Value]) {
        for (slot, value) in self.slots.iter().zip(values) {
            frame[slot.index()] = value.clone();
        }
    }

    /// Returns the premise, if this is a `forall` with the body `premise => conclusion`.
    pub fn premise(&self) -> Option<&'e Expr> {
        match &self.body.kind {
            ExprKind::Binary(Binary::Implies, premise, _) if self.forall => Some(premise),
            _ => None,
        }
    }

    /// Whether the case in the frame meets all conditions among the clauses.
    pub fn filters_hold(&self, evaluator: &mut Evaluator<'_, '_>, frame: &mut [Value]) -> Evaluated<bool> {
        evaluator.filters(self.clauses.iter().copied(), frame)
    }
}

/// Returns the greatest integer of a case, if it has integers.
pub fn greatest_of(case: &[Value]) -> Option<&Int> {
    let ints = case.iter().filter_map(|value| if let Value::Int(int) = value { Some(int) } else { None });
    ints.max()
}

/// Orders cases by their greatest integer, then from left to right.
pub fn size_order(a: &[Value], b: &[Value]) -> Ordering {
    greatest_of(a).cmp(&greatest_of(b)).then_with(|| a.cmp(b))
}
