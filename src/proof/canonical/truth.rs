//! Reads boolean expressions as formulas.

use super::{Bound, Formula, Read, Reader, Refusal, Scope, Why, refused};
use crate::ir::{Aggregate, Binary, Builtin, Clause, Comparison, Expr, ExprKind, Type, Unary, Value};
use crate::number::Int;

/// The largest size of a formula ([`Formula::size`]); expressions with larger formulas are refused.
const MOST_PARTS: usize = 4096;

impl Reader<'_> {
    /// The condition under which an expression is true.
    pub fn truth(&self, expr: &Expr, scope: &Scope) -> Read<Formula> {
        self.count(expr)?;
        let formula = stacker::maybe_grow(64 << 10, 4 << 20, || self.truth_of(expr, scope))?;
        if formula.size() > MOST_PARTS { Err(refused(expr, Why::TooLong)) } else { Ok(formula) }
    }

    fn truth_of(&self, expr: &Expr, scope: &Scope) -> Read<Formula> {
        if let Some(Value::Bool(truth)) = self.closed(expr, scope) {
            return Ok(Formula::constant(truth));
        }
        match &expr.kind {
            ExprKind::Local(slot) => match scope.get(slot) {
                Some(Bound::Truth(formula)) => Ok(formula.clone()),
                _ => Err(refused(expr, Why::NotLinear)),
            },
            ExprKind::Unary(Unary::Not, inner) => Ok(self.truth(inner, scope)?.negated()),
            ExprKind::Binary(op, left, right) => self.connected(expr, *op, [left, right], scope),
            ExprKind::Compare(first, rest) => self.chain(expr, first, rest, scope),
            ExprKind::If(parts) => {
                let [condition, yes, no] = &**parts;
                let condition = self.truth(condition, scope)?;
                let (yes, no) = (self.truth(yes, scope)?, self.truth(no, scope)?);
                Ok(Formula::any([condition.and(&yes), condition.negated().and(&no)]))
            }
            ExprKind::Let(pattern, parts) => {
                let bound = self.bound(&parts[0], scope)?;
                self.truth(&parts[1], &self.bind(scope, pattern, bound))
            }
            ExprKind::Call(function, arguments) => {
                let (body, inner) = self.called(*function, arguments, scope)?;
                self.truth(body, &inner)
            }
            ExprKind::Builtin(builtin @ (Builtin::Even | Builtin::Odd), arguments) => {
                let rest = if *builtin == Builtin::Odd { Int::ONE } else { Int::ZERO };
                Ok(self.number(&arguments[0], scope)?.leaves(&rest, &Int::from(2i64)))
            }
            ExprKind::AggregateFor(Aggregate::All, clauses, body)
            | ExprKind::Quantifier { forall: true, clauses, body } => {
                Ok(self.any_of(clauses, body, scope, false)?.negated())
            }
            ExprKind::AggregateFor(Aggregate::Any, clauses, body)
            | ExprKind::Quantifier { forall: false, clauses, body } => {
                self.any_of(clauses, body, scope, true)
            }
            _ => Err(refused(expr, Why::NotLinear)),
        }
    }

    /// Reads `and`, `or`, implication and equivalence.
    fn connected(&self, expr: &Expr, op: Binary, sides: [&Expr; 2], scope: &Scope) -> Read<Formula> {
        if !matches!(op, Binary::And | Binary::Or | Binary::Implies | Binary::Iff) {
            return Err(refused(expr, Why::NotLinear));
        }
        let (a, b) = (self.truth(sides[0], scope)?, self.truth(sides[1], scope)?);
        Ok(match op {
            Binary::And => a.and(&b),
            Binary::Or => Formula::any([a, b]),
            Binary::Implies => Formula::any([a.negated(), b]),
            _ => Formula::any([a.and(&b), a.negated().and(&b.negated())]),
        })
    }

    /// Reads a chain of comparisons, such as `a < b <= c`, as their conjunction.
    fn chain(&self, expr: &Expr, first: &Expr, rest: &[(Comparison, Expr)], scope: &Scope) -> Read<Formula> {
        let mut left = first;
        let mut all = Vec::new();
        for (comparison, right) in rest {
            all.push(match comparison {
                Comparison::In => self.member(left, right, scope)?,
                Comparison::NotIn => self.member(left, right, scope)?.negated(),
                Comparison::Eq | Comparison::Ne if left.ty == Type::Bool => {
                    let same = self.connected(expr, Binary::Iff, [left, right], scope)?;
                    if *comparison == Comparison::Eq { same } else { same.negated() }
                }
                _ if left.ty == Type::Int && right.ty == Type::Int => {
                    self.number(left, scope)?.compared(*comparison, &self.number(right, scope)?)
                }
                _ => return Err(refused(expr, Why::NotLinear)),
            });
            left = right;
        }
        Ok(Formula::all(all))
    }

    /// The condition that an integer is an element of a collection.
    fn member(&self, element: &Expr, collection: &Expr, scope: &Scope) -> Read<Formula> {
        if element.ty != Type::Int {
            return Err(refused(element, Why::NotLinear));
        }
        self.among(collection, &self.number(element, scope)?, scope)
    }

    /// The condition that the body equals `wanted` for some choice of the names that the clauses
    /// bind. Their domains must be constant or listed explicitly.
    fn any_of(&self, clauses: &[Clause], body: &Expr, scope: &Scope, wanted: bool) -> Read<Formula> {
        let Some((first, rest)) = clauses.split_first() else {
            let body = self.truth(body, scope)?;
            return Ok(if wanted { body } else { body.negated() });
        };
        match first {
            Clause::If(condition) => {
                Ok(self.truth(condition, scope)?.and(&self.any_of(rest, body, scope, wanted)?))
            }
            Clause::For(pattern, domain) => {
                let mut any = Vec::new();
                let elements = self.elements(domain, scope).map_err(|refusal| match refusal.why {
                    Why::Domain => Refusal { why: Why::Quantifier, ..refusal },
                    _ => refusal,
                });
                for element in elements? {
                    any.push(self.any_of(rest, body, &self.bind(scope, pattern, element), wanted)?);
                }
                Ok(Formula::any(any))
            }
        }
    }
}
