//! Adds the facts that follow from an expression's having a value. An expression that may not be
//! evaluated, such as the element of a comprehension over an empty list, adds none: its parts may
//! have no value.

use super::Facts;
use crate::ir::{Binary, Clause, Expr, ExprKind};
use crate::laws::{Defined, law};
use crate::number::contradiction::Linear;

impl Facts<'_> {
    /// Runs `learn` about an expression that is evaluated.
    pub(super) fn certainly(&mut self, learn: impl FnOnce(&mut Self)) {
        let before = std::mem::replace(&mut self.certain, true);
        learn(self);
        self.certain = before;
    }

    /// Runs `find` about an expression that may not be evaluated.
    pub(super) fn perhaps<T>(&mut self, find: impl FnOnce(&mut Self) -> T) -> T {
        let before = std::mem::replace(&mut self.certain, false);
        let found = find(self);
        self.certain = before;
        found
    }

    /// Adds the facts that hold because an expression has a value: slices are inside their lists,
    /// and arguments of builtins are such that the builtins have values. Only parts that are
    /// evaluated whenever the expression is add facts, and none does unless the expression is known
    /// to be evaluated.
    pub(super) fn evaluated(&mut self, expr: &Expr) {
        if !self.certain {
            return;
        }
        stacker::maybe_grow(64 << 10, 4 << 20, || match &expr.kind {
            // Whether a part has a value does not matter if the other parts decide.
            ExprKind::Binary(Binary::And | Binary::Or | Binary::Implies | Binary::Iff, ..) => {}
            // No copies of a position need no position.
            ExprKind::Binary(Binary::Copies, count, _) => self.evaluated(count),
            ExprKind::If(parts) => self.evaluated(&parts[0]),
            ExprKind::Let(_, parts) => self.evaluated(&parts[0]),
            ExprKind::ListFor(clauses, _)
            | ExprKind::SetFor(clauses, _)
            | ExprKind::AggregateFor(_, clauses, _)
            | ExprKind::Quantifier { clauses, .. } => {
                if let Some(Clause::For(_, domain)) = clauses.first() {
                    self.evaluated(domain);
                }
            }
            // A chain ends at the first comparison that does not hold.
            ExprKind::Compare(first, rest) => {
                self.evaluated(first);
                if let Some((_, second)) = rest.first() {
                    self.evaluated(second);
                }
            }
            _ => {
                crate::ir::walk::children(expr, &mut |part| self.evaluated(part));
                self.has_value_itself(expr);
            }
        })
    }

    /// Adds the facts that hold because an operation has a value, beside those about its operands.
    pub(super) fn has_value_itself(&mut self, expr: &Expr) {
        match &expr.kind {
            ExprKind::Slice(parts) => {
                let Some(ends) = self.ends_of_slice(&parts[1]) else { return };
                let whole = self.length(&parts[0]);
                for end in &ends {
                    self.facts.push(end.clone());
                    self.facts.push(whole.sub(end));
                }
                let length = self.length(expr);
                self.length_of_interval(&length, &ends[1].sub(&ends[0]));
            }
            ExprKind::With { base, path, many: false, .. } => {
                let (length, place) = (self.length(base), self.linear(&path[0]));
                self.facts.push(length.sub(&place).shifted(-1));
                self.facts.push(place);
            }
            ExprKind::Builtin(builtin, arguments) => {
                let law = law(*builtin);
                if let (true, Defined::From(least)) = (law.only_there, law.defined) {
                    let argument = self.linear(&arguments[0]);
                    self.facts.push(argument.shifted(-i64::from(least)));
                }
            }
            _ => {}
        }
    }

    /// The index at which a slice begins, and the one before which it ends; `None` if they are not
    /// written out.
    fn ends_of_slice(&mut self, range: &Expr) -> Option<[Linear; 2]> {
        let ExprKind::Range { bounds, inclusive } = &range.kind else { return None };
        Some([self.linear(&bounds[0]), self.linear(&bounds[1]).shifted(i64::from(*inclusive))])
    }

    /// Whether both ends of a slice provably lie between 0 and the length of the list or text.
    pub fn slice_is_inside(&mut self, whole: &Expr, range: &Expr) -> bool {
        let Some(ends) = self.ends_of_slice(range) else { return false };
        let length = self.length(whole);
        ends.iter().all(|end| self.proves(end) && self.proves(&length.sub(end)))
    }
}
