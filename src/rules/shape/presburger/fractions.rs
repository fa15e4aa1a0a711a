//! Defines rational expressions with constant denominators, and their `floor` and `ceil`.

use super::{Defined, Definer, Number, Scope, Stuck};
use crate::ir::{Binary, Builtin, Conversion, Expr, ExprKind, Unary};
use crate::number::Int;

impl Definer<'_> {
    /// `floor` or `ceil` of a rational expression, else of an irrational one
    /// ([`Self::rounded_irrational`]), else an arbitrary number ([`Self::rounded_multiple`]).
    pub(super) fn rounded(&self, builtin: Builtin, expr: &Expr, scope: &Scope) -> Defined<Number> {
        let (above, below) = match self.rational(expr, scope) {
            Err(Stuck::Undefinable) => match self.rounded_irrational(builtin, expr, scope) {
                Err(Stuck::Undefinable) => return self.rounded_multiple(builtin, expr, scope),
                rounded => return rounded,
            },
            rational => rational?,
        };
        let negative = Int::from(-1i64);
        match builtin {
            Builtin::Floor => Ok(self.divided(&above, &below)?.0),
            _ => {
                let opposite = self.each(&above, |value| value.times(&negative));
                let quotient = self.divided(&opposite, &below)?.0;
                Ok(self.each(&quotient, |value| value.times(&negative)))
            }
        }
    }

    /// Writes a real expression as a number over a positive constant; fails if it has another form.
    pub(super) fn rational(&self, expr: &Expr, scope: &Scope) -> Defined<(Number, Int)> {
        match &expr.kind {
            ExprKind::Convert(Conversion::IntToReal, inner) => Ok((self.number(inner, scope)?, Int::ONE)),
            ExprKind::Unary(Unary::NegateReal, inner) => {
                let (above, below) = self.rational(inner, scope)?;
                Ok((self.each(&above, |value| value.times(&Int::from(-1i64))), below))
            }
            ExprKind::Binary(op, left, right) => {
                let ((a, b), (c, d)) = (self.rational(left, scope)?, self.rational(right, scope)?);
                match op {
                    Binary::AddReal => {
                        Ok((self.both(&a, &c, |x, y| x.times(&d).add(&y.times(&b)))?, &b * &d))
                    }
                    Binary::SubtractReal => {
                        Ok((self.both(&a, &c, |x, y| x.times(&d).sub(&y.times(&b)))?, &b * &d))
                    }
                    Binary::MultiplyReal => Ok((self.operation(Binary::Multiply, &a, &c)?, &b * &d)),
                    Binary::Quotient => {
                        let divisor =
                            c.as_constant().filter(|it| it.signum() > 0).ok_or(Stuck::Undefinable)?;
                        Ok((self.each(&a, |value| value.times(&d)), &b * divisor))
                    }
                    _ => Err(Stuck::Undefinable),
                }
            }
            _ => Err(Stuck::Undefinable),
        }
    }
}
