//! Defines rounded multiples of irrational numbers, and their comparisons: exactly, if the room's
//! numeration system belongs to the quadratic field of these numbers; otherwise not at all.
//!
//! With θ the root of the system, θ² = m·θ + 1, each real expression of the field is (A + θ·B)/c for integers
//! A, B and c > 0. So its floor is (A + floor(θ·B)) div c, and it is at least 0 if and only if A + floor(θ·B)
//! is.

use super::number::joined;
use super::{Defined, Definer, Linear, Number, Piece, Scope, Sign, Stuck, Truth};
use crate::ir::{Binary, Builtin, Comparison, Conversion, Expr, ExprKind, Unary, Value};
use crate::number::{Int, Real};
use crate::theory::automaton::Automaton;

/// `(whole + θ·multiple) / below`, with `below` positive.
struct Irrational {
    whole: Number,
    multiple: Number,
    below: Int,
}

/// A constant of the form of [`Irrational`].
struct Constant {
    whole: Int,
    multiple: Int,
    below: Int,
}

impl Definer<'_> {
    /// Returns the `m` of the room's numeration system, for which θ² = m·θ + 1.
    fn mean(&self) -> Defined<Int> {
        self.room.system().mean().map(|m| Int::from(i64::from(m))).ok_or(Stuck::Undefinable)
    }

    /// `floor` or `ceil` of an expression whose value is in the number field of the system's root θ.
    pub(super) fn rounded_irrational(&self, builtin: Builtin, expr: &Expr, scope: &Scope) -> Defined<Number> {
        let minus = Int::from(-1i64);
        let value = self.irrational(expr, scope)?;
        if builtin == Builtin::Floor {
            return self.floor(&value);
        }
        Ok(self.multiple(&self.floor(&self.opposite(&value))?, &minus))
    }

    /// Whether a comparison of two real expressions of the field holds.
    pub(super) fn irrationals_compared(
        &self,
        left: &Expr,
        op: Comparison,
        right: &Expr,
        scope: &Scope,
    ) -> Defined<Truth> {
        let (left, right) = (self.irrational(left, scope)?, self.irrational(right, scope)?);
        let (difference, zero) = (self.sum(&left, &self.opposite(&right))?, Number::constant(Int::ZERO));
        let compared = |value: &Irrational, op| self.compared(&self.numerator(value)?, op, &zero);
        match op {
            Comparison::Ge | Comparison::Lt => compared(&difference, op),
            Comparison::Le => compared(&self.opposite(&difference), Comparison::Ge),
            Comparison::Gt => compared(&self.opposite(&difference), Comparison::Lt),
            Comparison::Eq | Comparison::Ne => {
                let parts = [&difference.whole, &difference.multiple];
                let [whole, multiple] = parts.map(|part| self.compared(part, Comparison::Eq, &zero));
                let same = self.and(&whole?, &multiple?)?;
                if op == Comparison::Eq { Ok(same) } else { self.not(&same) }
            }
            Comparison::In | Comparison::NotIn => Err(Stuck::Undefinable),
        }
    }

    /// Writes a real expression as an [`Irrational`]; fails if it is not in the field.
    fn irrational(&self, expr: &Expr, scope: &Scope) -> Defined<Irrational> {
        if let Some(Some(Value::Real(real))) = self.closed(expr, scope)? {
            let Constant { whole, multiple, below } = self.in_field(&real.0)?;
            return Ok(Irrational {
                whole: Number::constant(whole),
                multiple: Number::constant(multiple),
                below,
            });
        }
        match &expr.kind {
            ExprKind::Convert(Conversion::IntToReal, inner) => Ok(Irrational {
                whole: self.number(inner, scope)?,
                multiple: Number::constant(Int::ZERO),
                below: Int::ONE,
            }),
            ExprKind::Unary(Unary::NegateReal, inner) => Ok(self.opposite(&self.irrational(inner, scope)?)),
            ExprKind::Binary(Binary::AddReal, left, right) => {
                self.sum(&self.irrational(left, scope)?, &self.irrational(right, scope)?)
            }
            ExprKind::Binary(Binary::SubtractReal, left, right) => {
                self.sum(&self.irrational(left, scope)?, &self.opposite(&self.irrational(right, scope)?))
            }
            ExprKind::Binary(Binary::MultiplyReal, left, right) => {
                let (factor, other) = match self.closed(left, scope)? {
                    Some(factor) => (factor, right),
                    None => (self.closed(right, scope)?.ok_or(Stuck::Undefinable)?, left),
                };
                let Some(Value::Real(factor)) = factor else { return Err(Stuck::Undefinable) };
                self.product(&self.irrational(other, scope)?, &self.in_field(&factor.0)?)
            }
            ExprKind::Binary(Binary::Quotient, left, right) => {
                let divisor = match self.closed(right, scope)? {
                    Some(Some(Value::Real(divisor))) => divisor.0.clone(),
                    _ => return Err(Stuck::Undefinable),
                };
                let inverse = Real::from(Int::ONE).div(&divisor).ok().flatten().ok_or(Stuck::Undefinable)?;
                self.product(&self.irrational(left, scope)?, &self.in_field(&inverse)?)
            }
            _ => Err(Stuck::Undefinable),
        }
    }

    /// Writes the constant `(p + q·√d)/r` with θ; fails unless q is 0, or √(m² + 4) = 2·θ - m is a
    /// rational multiple of √d.
    fn in_field(&self, real: &Real) -> Defined<Constant> {
        let (p, q, d, r) = real.parts();
        if q.is_zero() {
            return Ok(Constant { whole: p.clone(), multiple: Int::ZERO, below: r.clone() });
        }
        let mean = self.mean()?;
        let square = &(&mean * &mean) + &Int::from(4i64);
        let product = d * &square;
        // √d = root/√(m² + 4) = root·(2·θ - m)/(m² + 4)
        let root = product.isqrt().filter(|root| root * root == product).ok_or(Stuck::Undefinable)?;
        let multiple = q * &root;
        let (whole, multiple) = (p * &square - &multiple * &mean, &multiple * &Int::from(2i64));
        let below = r * &square;
        let common = whole.gcd(&multiple).gcd(&below);
        let less = |part: &Int| part.div_floor(&common).ok_or(Stuck::Undefinable);
        Ok(Constant { whole: less(&whole)?, multiple: less(&multiple)?, below: less(&below)? })
    }

    fn opposite(&self, value: &Irrational) -> Irrational {
        let minus = Int::from(-1i64);
        let (whole, multiple) = (self.multiple(&value.whole, &minus), self.multiple(&value.multiple, &minus));
        Irrational { whole, multiple, below: value.below.clone() }
    }

    fn sum(&self, a: &Irrational, b: &Irrational) -> Defined<Irrational> {
        let add = |x: &Number, y: &Number| self.both(x, y, |x, y| x.times(&b.below).add(&y.times(&a.below)));
        Ok(Irrational {
            whole: add(&a.whole, &b.whole)?,
            multiple: add(&a.multiple, &b.multiple)?,
            below: &a.below * &b.below,
        })
    }

    /// (A + θ·B)·(C + θ·D) = (A·C + B·D) + θ·(A·D + B·C + m·B·D)
    fn product(&self, value: &Irrational, factor: &Constant) -> Defined<Irrational> {
        let Constant { whole: c, multiple: d, below } = factor;
        let of_multiple = if d.is_zero() { c.clone() } else { c + &(&self.mean()? * d) };
        let (a, b) = (&value.whole, &value.multiple);
        Ok(Irrational {
            whole: self.both(a, b, |a, b| a.times(c).add(&b.times(d)))?,
            multiple: self.both(a, b, |a, b| a.times(d).add(&b.times(&of_multiple)))?,
            below: &value.below * below,
        })
    }

    /// `whole + floor(θ·multiple)`
    fn numerator(&self, value: &Irrational) -> Defined<Number> {
        self.both(&value.whole, &self.floor_of_multiple(&value.multiple)?, Linear::add)
    }

    fn floor(&self, value: &Irrational) -> Defined<Number> {
        let numerator = self.numerator(value)?;
        if value.below == Int::ONE { Ok(numerator) } else { Ok(self.divided(&numerator, &value.below)?.0) }
    }

    /// `floor(θ·n)`: below 0 it is -floor(θ·|n|) - 1, as θ is irrational.
    fn floor_of_multiple(&self, number: &Number) -> Defined<Number> {
        let mut pieces = Vec::new();
        for piece in &number.pieces {
            if piece.value.as_constant().is_some_and(Int::is_zero) {
                pieces.push(piece.clone());
                continue;
            }
            let natural = piece.value.is_natural(self.room)?;
            for (here, sign) in [(natural.clone(), 1i64), (natural.not(), -1)] {
                let when = piece.when.and(&here, self.room)?;
                if when.is_nothing() {
                    continue;
                }
                let (x, y) = (self.fresh(), self.fresh());
                let floor = Automaton::floor_of_multiple(x, y, self.room)?.ok_or(Stuck::Undefinable)?;
                let floor = self.placed(&floor, &[x], &[piece.value.times(&Int::from(sign))])?;
                let value = Linear::unknown(y).times(&Int::from(sign)).shifted(if sign < 0 { -1 } else { 0 });
                pieces.push(Piece {
                    when: when.and(&floor, self.room)?,
                    fresh: joined(&piece.fresh, &[y]),
                    value,
                });
            }
        }
        Ok(Number { pieces, undefined: number.undefined.clone() })
    }
}
