//! Evaluates comparisons and membership over partly unknown values, and reads no more cells than
//! necessary.

use super::errors::Stop;
use super::partial::{Frame, Partial};
use super::symbol::Symbol;
use crate::ir::{Comparison, Expr, ExprKind, Type, Value};
use crate::source::Span;

impl Partial<'_, '_> {
    /// Evaluates a chain of comparisons from left to right, until one fails.
    pub(super) fn compare(
        &mut self,
        first: &Expr,
        rest: &[(Comparison, Expr)],
        frame: &mut Frame,
    ) -> Result<bool, Stop> {
        let mut left = (self.symbol(first, frame)?, first);
        for (op, right) in rest {
            let symbol = self.symbol(right, frame)?;
            let holds = match op {
                Comparison::In => self.is_in(&left, &symbol, right)?,
                Comparison::NotIn => !self.is_in(&left, &symbol, right)?,
                Comparison::Eq => self.is_equal(&left.0, &symbol, right.span)?,
                Comparison::Ne => !self.is_equal(&left.0, &symbol, right.span)?,
                _ => self.by_values(&left, *op, &symbol, right)?,
            };
            if !holds {
                return Ok(false);
            }
            left = (symbol, right);
        }
        Ok(true)
    }

    fn is_in(&mut self, left: &(Symbol, &Expr), set: &Symbol, right: &Expr) -> Result<bool, Stop> {
        match set {
            Symbol::Set(members) => {
                let value = self.force(&left.0, left.1.span)?;
                members.get(&value).map_or(Ok(false), |member| self.is_member(*member, right.span))
            }
            Symbol::List(parts) => {
                for part in parts.iter() {
                    if self.is_equal(part, &left.0, right.span)? {
                        return Ok(true);
                    }
                }
                Ok(false)
            }
            _ => self.by_values(left, Comparison::In, set, right),
        }
    }

    fn is_equal(&mut self, a: &Symbol, b: &Symbol, span: Span) -> Result<bool, Stop> {
        self.evaluator.tick(1, span)?;
        match (a, b) {
            (Symbol::Known(a), Symbol::Known(b)) => Ok(a == b),
            (Symbol::Cell(a), Symbol::Cell(b)) if a == b => Ok(true),
            (Symbol::Set(_), _) | (_, Symbol::Set(_)) => self.are_equal_sets(a, b, span),
            _ => {
                let (Some(a), Some(b)) = (a.parts(), b.parts()) else {
                    return Ok(self.force(a, span)? == self.force(b, span)?);
                };
                if a.len() != b.len() {
                    return Ok(false);
                }
                for (a, b) in a.iter().zip(&b) {
                    if !self.is_equal_part(a, b, span)? {
                        return Ok(false);
                    }
                }
                Ok(true)
            }
        }
    }

    /// Whether two elements are equal. A cell has no parts, so its value is needed, unless both
    /// elements are the same cell.
    fn is_equal_part(&mut self, a: &Symbol, b: &Symbol, span: Span) -> Result<bool, Stop> {
        match (a, b) {
            (Symbol::Cell(_), _) | (_, Symbol::Cell(_)) if a != b => {
                Ok(self.force(a, span)? == self.force(b, span)?)
            }
            _ => self.is_equal(a, b, span),
        }
    }

    fn are_equal_sets(&mut self, a: &Symbol, b: &Symbol, span: Span) -> Result<bool, Stop> {
        let (Some(a), Some(b)) = (a.members(), b.members()) else {
            return Ok(self.force(a, span)? == self.force(b, span)?);
        };
        for value in a.keys().chain(b.keys()) {
            let (in_a, in_b) = (a.get(value).copied(), b.get(value).copied());
            if in_a == in_b {
                continue;
            }
            let in_a = in_a.map_or(Ok(false), |member| self.is_member(member, span))?;
            let in_b = in_b.map_or(Ok(false), |member| self.is_member(member, span))?;
            if in_a != in_b {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Evaluates both sides completely and compares them by the reference semantics.
    fn by_values(
        &mut self,
        left: &(Symbol, &Expr),
        op: Comparison,
        right: &Symbol,
        place: &Expr,
    ) -> Result<bool, Stop> {
        let literal = |value: Value, of: &Expr| Expr {
            kind: ExprKind::Literal(value),
            ty: of.ty.clone(),
            span: of.span,
        };
        let a = literal(self.force(&left.0, left.1.span)?, left.1);
        let b = literal(self.force(right, place.span)?, place);
        let kind = ExprKind::Compare(Box::new(a), vec![(op, b)]);
        let plain = Expr { kind, ty: Type::Bool, span: place.span };
        Ok(self.evaluator.value(&plain, &mut [])? == Value::Bool(true))
    }
}
