//! Defines `2 ^ valuation(x, 2)` by arithmetic and a nim-sum.

use super::{Defined, Definer, Number, Scope, Stuck};
use crate::ir::{Builtin, Expr, ExprKind, Value};
use crate::number::Int;

impl Definer<'_> {
    /// `2 ^ valuation(x, 2)`: the value of the last 1 among the binary digits of a positive number.
    pub(super) fn lowest_one(&self, base: &Expr, exponent: &Expr, scope: &Scope) -> Defined<Number> {
        let ExprKind::Builtin(Builtin::Valuation, arguments) = &exponent.kind else {
            return Err(Stuck::Undefinable);
        };
        let two = Int::from(2i64);
        for expr in [base, &arguments[1]] {
            if self.closed(expr, scope)? != Some(Some(Value::Int(two.clone()))) {
                return Err(Stuck::Undefinable);
            }
        }
        // A number differs from its predecessor in its last 1 and in all digits after that.
        let number = self.number(&arguments[0], scope)?;
        let changed = self.nim_sum(&number, &self.shifted(&number, &Int::from(-1i64)))?;
        Ok(self.divided(&self.shifted(&changed, &Int::ONE), &two)?.0)
    }
}
