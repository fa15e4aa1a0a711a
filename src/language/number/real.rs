//! Exact real numbers `(p + q·√d) / r`: rationals, and numbers with one square root. Numbers with
//! different square roots can be compared, but not added or multiplied.

use super::Int;
use std::cmp::Ordering;
use std::fmt;

/// The number `(p + q·√d) / r`.
///
/// Invariants: `r > 0`; `q == 0` exactly when `d == 0`; otherwise `d` is not a square; the greatest
/// common divisor of `p`, `q` and `r` is 1.
#[derive(Clone)]
pub struct Real {
    p: Int,
    q: Int,
    d: Int,
    r: Int,
}

/// The error that two numbers are not in one quadratic field, so that their sum or product is not a
/// [`Real`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct NotOneField;

impl Real {
    fn new(p: Int, q: Int, d: Int, r: Int) -> Real {
        let (mut p, mut q, mut d, mut r) = (p, q, d, r);
        if let Some(root) = d.isqrt()
            && &root * &root == d
        {
            p = p + q * root;
            q = Int::ZERO;
        }
        if q.is_zero() {
            q = Int::ZERO;
            d = Int::ZERO;
        }
        if r.is_negative() {
            (p, q, r) = (-p, -q, -r);
        }
        let common = p.gcd(&q).gcd(&r);
        if common > Int::ONE {
            let shrink = |x: Int| x.div_floor(&common).unwrap_or(x);
            (p, q, r) = (shrink(p), shrink(q), shrink(r));
        }
        Real { p, q, d, r }
    }

    /// The golden ratio, (1 + √5) / 2.
    pub fn phi() -> Real {
        Real::new(Int::ONE, Int::ONE, Int::from(5i64), Int::from(2i64))
    }

    /// The square root of a natural; `None` below zero.
    pub fn sqrt(n: &Int) -> Option<Real> {
        if n.is_negative() {
            return None;
        }
        Some(Real::new(Int::ZERO, Int::ONE, n.clone(), Int::ONE))
    }

    /// The square root of a rational number; `None` for negative or irrational numbers.
    pub fn sqrt_of(&self) -> Option<Real> {
        if !self.q.is_zero() || self.p.is_negative() {
            return None;
        }
        // √(p/r) = √(p·r) / r.
        Some(Real::new(Int::ZERO, Int::ONE, &self.p * &self.r, self.r.clone()))
    }

    /// The greatest integer not above the number.
    pub fn floor(&self) -> Int {
        // floor(q·√d) first: floor((p + x) / r) = floor((p + floor(x)) / r) for integers p, r > 0.
        let square = &(&self.q * &self.q) * &self.d;
        let root = square.isqrt().unwrap_or_default();
        let irrational = if !self.q.is_negative() {
            root
        } else if &root * &root == square {
            -root
        } else {
            -root.succ()
        };
        (&self.p + &irrational).div_floor(&self.r).unwrap_or_default()
    }

    /// The least integer not below the number.
    pub fn ceil(&self) -> Int {
        -(-self).floor()
    }

    /// The sign: -1, 0 or 1.
    pub fn signum(&self) -> i32 {
        let (a, b) = (self.p.signum(), self.q.signum());
        if a == b || b == 0 {
            return a;
        }
        if a == 0 {
            return b;
        }
        // The terms p and q·√d have opposite signs: the term with the greater square decides.
        let (square_p, square_q) = (&self.p * &self.p, &(&self.q * &self.q) * &self.d);
        match square_p.cmp(&square_q) {
            Ordering::Greater => a,
            Ordering::Less => b,
            Ordering::Equal => 0,
        }
    }

    /// Both numbers, written so that they have the same `d`, or that one of them has `d == 0`; an
    /// error if that is impossible. In the second result, `p`, `q` and `r` may have a common
    /// divisor.
    fn align(&self, other: &Real) -> Result<(Real, Real), NotOneField> {
        if self.d == other.d || self.d.is_zero() || other.d.is_zero() {
            return Ok((self.clone(), other.clone()));
        }
        // √e = √(d·e) / d · √d, and d·e must be a square.
        let product = &self.d * &other.d;
        let root = product.isqrt().filter(|root| root * root == product).ok_or(NotOneField)?;
        let moved =
            Real { p: &other.p * &self.d, q: &other.q * &root, d: self.d.clone(), r: &other.r * &self.d };
        Ok((self.clone(), moved))
    }

    /// The sum of two numbers; an error if they are not in one quadratic field.
    pub fn add(&self, other: &Real) -> Result<Real, NotOneField> {
        let (a, b) = self.align(other)?;
        let d = if a.d.is_zero() { b.d } else { a.d };
        Ok(Real::new(&a.p * &b.r + &b.p * &a.r, &a.q * &b.r + &b.q * &a.r, d, a.r * b.r))
    }

    /// The difference of two numbers; an error if they are not in one quadratic field.
    pub fn sub(&self, other: &Real) -> Result<Real, NotOneField> {
        self.add(&-other)
    }

    /// The product of two numbers; an error if they are not in one quadratic field.
    pub fn mul(&self, other: &Real) -> Result<Real, NotOneField> {
        let (a, b) = self.align(other)?;
        let d = if a.d.is_zero() { b.d } else { a.d };
        let p = &a.p * &b.p + &(&a.q * &b.q) * &d;
        let q = &a.p * &b.q + &a.q * &b.p;
        Ok(Real::new(p, q, d, a.r * b.r))
    }

    /// The quotient of two numbers; `Ok(None)` if the divisor is zero, and an error if they are not
    /// in one quadratic field.
    pub fn div(&self, other: &Real) -> Result<Option<Real>, NotOneField> {
        let norm = &other.p * &other.p - &(&other.q * &other.q) * &other.d;
        if norm.is_zero() {
            return Ok(None);
        }
        // 1 / ((p + q√d)/r) = r(p - q√d) / (p² - q²d).
        let inverse = Real::new(&other.p * &other.r, -(&other.q * &other.r), other.d.clone(), norm);
        self.mul(&inverse).map(Some)
    }

    /// The exact order of two numbers, which may be in different fields.
    pub fn compare(&self, other: &Real) -> Ordering {
        match self.sub(other) {
            Ok(difference) => difference.signum().cmp(&0),
            // In different fields the numbers differ, and increasingly close rational bounds decide
            // the order.
            Err(NotOneField) => self.compare_by_refining(other),
        }
    }

    /// Compares two numbers, which must differ, by the floors of ever greater multiples. Equal
    /// numbers would never end the loop.
    fn compare_by_refining(&self, other: &Real) -> Ordering {
        let mut scale = Int::ONE;
        loop {
            let (a, b) = (self.scaled_floor(&scale), other.scaled_floor(&scale));
            if a != b {
                return a.cmp(&b);
            }
            scale = &scale * &Int::from(1i64 << 32);
        }
    }

    /// `floor(scale * self)`
    fn scaled_floor(&self, scale: &Int) -> Int {
        Real::new(&self.p * scale, &self.q * scale, self.d.clone(), self.r.clone()).floor()
    }

    /// The integers p, q, d and r of (p + q·√d) / r: r is positive, and d is 0 exactly when q is 0.
    pub fn parts(&self) -> (&Int, &Int, &Int, &Int) {
        (&self.p, &self.q, &self.d, &self.r)
    }

    /// How many bits the four integers `p`, `q`, `d` and `r` need together, which measures the
    /// memory of the number.
    pub fn bits(&self) -> u64 {
        self.p.bits() + self.q.bits() + self.d.bits() + self.r.bits()
    }
}

impl From<Int> for Real {
    fn from(value: Int) -> Real {
        Real { p: value, q: Int::ZERO, d: Int::ZERO, r: Int::ONE }
    }
}

impl std::ops::Neg for &Real {
    type Output = Real;
    fn neg(self) -> Real {
        Real { p: -&self.p, q: -&self.q, d: self.d.clone(), r: self.r.clone() }
    }
}

impl fmt::Display for Real {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let size = if self.q.is_negative() { -&self.q } else { self.q.clone() };
        let root =
            if size == Int::ONE { format!("sqrt({})", self.d) } else { format!("{size}*sqrt({})", self.d) };
        let sign = if self.q.is_negative() { "-" } else { "+" };
        match (self.q.is_zero(), self.p.is_zero()) {
            (true, _) => write!(f, "{}", self.p)?,
            (false, true) if sign == "-" => write!(f, "-{root}")?,
            (false, true) => write!(f, "{root}")?,
            (false, false) => write!(f, "({} {sign} {root})", self.p)?,
        }
        if self.r != Int::ONE {
            write!(f, "/{}", self.r)?;
        }
        Ok(())
    }
}

impl fmt::Debug for Real {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}
