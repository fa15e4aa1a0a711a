//! Taking in that a condition holds, or that it does not.

use super::{Case, Facts};
use crate::ir::{Binary, Comparison, Expr, ExprKind, Type, Unary, Value, walk};
use crate::number::Int;
use crate::number::linear::Linear;
use std::rc::Rc;

impl Facts<'_> {
    /// Takes in that a condition holds, or that it does not.
    pub fn assume(&mut self, condition: &Expr, holds: bool) {
        match &condition.kind {
            ExprKind::Literal(Value::Bool(truth)) if *truth != holds => {
                self.facts.push(Linear::constant(Int::from(-1i64)));
            }
            ExprKind::Local(slot) => {
                // A truth value counts as 1 or 0.
                let truth = Linear::constant(Int::from(i64::from(holds)));
                let slot = self.slot(*slot);
                self.facts.push(slot.sub(&truth));
                self.facts.push(truth.sub(&slot));
            }
            ExprKind::Unary(Unary::Not, inner) => self.assume(inner, !holds),
            ExprKind::Binary(Binary::And, left, right) if holds => {
                self.assume(left, true);
                self.assume(right, true);
            }
            ExprKind::Binary(Binary::Or, left, right) if !holds => {
                self.assume(left, false);
                self.assume(right, false);
            }
            ExprKind::Binary(Binary::Implies, left, right) if !holds => {
                self.assume(left, true);
                self.assume(right, false);
            }
            ExprKind::Binary(Binary::And, left, right) => self.either(&[(left, false), (right, false)]),
            ExprKind::Binary(Binary::Or, left, right) => self.either(&[(left, true), (right, true)]),
            ExprKind::Binary(Binary::Implies, left, right) => self.either(&[(left, false), (right, true)]),
            ExprKind::Compare(first, rest) => self.assume_chain(first, rest, holds),
            ExprKind::Call(id, arguments) => {
                if let Some(body) = self.opened(id.index(), arguments) {
                    self.assume(&body, holds);
                }
            }
            _ => {}
        }
    }

    /// One of several conditions holds (or fails): each makes a case.
    pub(super) fn either(&mut self, conditions: &[(&Expr, bool)]) {
        let cases = conditions.iter().map(|(condition, holds)| self.case_of(condition, *holds)).collect();
        self.alternatives.push(cases);
    }

    /// The facts of a condition by themselves.
    pub(super) fn case_of(&mut self, condition: &Expr, holds: bool) -> Case {
        self.aside(|facts| facts.assume(condition, holds))
    }

    /// What is taken in meanwhile, as a case by itself. Of what else is learned only the unknowns are
    /// kept, not what is known of them: where the case does not hold, they may stand for nothing.
    pub(super) fn aside(&mut self, learn: impl FnOnce(&mut Self)) -> Case {
        let (facts, groups, members) = (self.facts.len(), self.alternatives.len(), self.members.len());
        let described = self.described.len();
        let sources = self.sources.clone();
        learn(self);
        self.described.truncate(described);
        // Alternatives inside a case are dropped: knowing less is safe.
        self.alternatives.truncate(groups);
        self.members.truncate(members);
        self.sources = sources;
        self.facts.split_off(facts)
    }

    pub(super) fn assume_chain(&mut self, first: &Expr, rest: &[(Comparison, Expr)], holds: bool) {
        if !holds && rest.len() > 1 {
            return;
        }
        let mut left = first;
        for (op, right) in rest {
            self.assume_link(left, if holds { *op } else { op.negated() }, right);
            left = right;
        }
    }

    pub(super) fn assume_link(&mut self, left: &Expr, op: Comparison, right: &Expr) {
        match op {
            Comparison::In => {
                self.members.push((walk::fingerprint(left), Rc::new(right.clone())));
                if left.ty == Type::Int {
                    let linear = self.linear(left);
                    self.element_facts(&linear, right);
                }
            }
            Comparison::NotIn => {}
            _ if left.ty == Type::Int && right.ty == Type::Int => {
                let (a, b) = (self.linear(left), self.linear(right));
                let difference = b.sub(&a);
                match op {
                    Comparison::Le => self.facts.push(difference),
                    Comparison::Lt => self.facts.push(difference.shifted(-1)),
                    Comparison::Ge => self.facts.push(a.sub(&b)),
                    Comparison::Gt => self.facts.push(a.sub(&b).shifted(-1)),
                    Comparison::Eq => {
                        self.facts.push(a.sub(&b));
                        self.facts.push(difference);
                    }
                    // What differs and is not below is above.
                    _ if self.proves(&a.sub(&b)) => self.facts.push(a.sub(&b).shifted(-1)),
                    _ if self.proves(&difference) => self.facts.push(difference.shifted(-1)),
                    _ => self
                        .alternatives
                        .push(vec![vec![difference.shifted(-1)], vec![a.sub(&b).shifted(-1)]]),
                }
            }
            _ => {}
        }
    }
}
