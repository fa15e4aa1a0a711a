//! Compares sums and products of magnitudes (naturals, absolute values and squares) with a
//! constant.
//!
//! Above the constant the size of a number does not matter: if every magnitude that exceeds the
//! constant is replaced by the constant plus one, sums and products stay on the same side. So each
//! magnitude has only few relevant values.

use super::{Defined, Definer, Number, Scope, Stuck, Truth};
use crate::ir::{Binary, Builtin, Comparison, Expr, ExprKind, Value};
use crate::number::Int;
use crate::theory::automaton::Automaton;

/// The largest constant of such a comparison; with a larger one, the comparison is undefinable.
const MOST_VALUE: u64 = 100;

/// The most combinations of sizes of all atoms; a comparison that needs more is undefinable.
const MOST_CASES: usize = 3_000;

/// An expression for a natural number.
enum Magnitude {
    Constant(u64),
    /// The value of the atom with this index.
    Atom(usize),
    Sum(Box<(Magnitude, Magnitude)>),
    Product(Box<(Magnitude, Magnitude)>),
}

/// A number whose absolute value or square is a magnitude.
struct Atom {
    /// The number. Its absolute value is called its size.
    number: Number,
    /// Whether the magnitude is the square of the size, and not the size.
    squared: bool,
    /// For each relevant size from 0 on, the condition that the number has this size. The last
    /// condition includes all larger sizes.
    cases: Vec<Automaton>,
}

/// A sum or product that is being read.
struct Reading<'a, 'd> {
    definer: &'a Definer<'d>,
    scope: &'a Scope,
    limit: u64,
    atoms: Vec<Atom>,
    /// The condition under which some atom has no value, or is negative where that is not allowed.
    unknown: Automaton,
}

impl Definer<'_> {
    /// Whether a comparison of a sum or product of magnitudes with a constant holds.
    pub(super) fn magnitudes_compared(
        &self,
        left: &Expr,
        op: Comparison,
        right: &Expr,
        scope: &Scope,
    ) -> Defined<Truth> {
        let constant = |expr: &Expr| -> Defined<Option<u64>> {
            Ok(match self.closed(expr, scope)? {
                Some(Some(Value::Int(int))) => natural(&int).filter(|it| *it <= MOST_VALUE),
                _ => None,
            })
        };
        let (magnitude, op, limit) = match (constant(right)?, constant(left)?) {
            (Some(limit), _) => (left, op, limit),
            (None, Some(limit)) => (right, super::same::mirrored(op), limit),
            (None, None) => return Err(Stuck::Undefinable),
        };
        let unknown = Automaton::constant(false);
        let mut reading = Reading { definer: self, scope, limit, atoms: Vec::new(), unknown };
        let read = reading.read(magnitude)?;
        let Reading { atoms, unknown, .. } = reading;
        let cases = atoms.iter().try_fold(1usize, |cases, atom| cases.checked_mul(atom.cases.len()));
        if cases.is_none_or(|cases| cases > MOST_CASES) {
            return Err(Stuck::Undefinable);
        }
        let mut sizes = vec![0; atoms.len()];
        let holds = self.in_cases(&read, &atoms, (op, limit), &mut sizes, 0)?;
        Ok(Truth { holds: holds.and(&unknown.not(), self.room)?, unknown })
    }

    /// Returns the condition under which the comparison holds. The first `known` atoms contribute
    /// the values in `sizes`.
    fn in_cases(
        &self,
        read: &Magnitude,
        atoms: &[Atom],
        (op, limit): (Comparison, u64),
        sizes: &mut [u64],
        known: usize,
    ) -> Defined<Automaton> {
        let Some(atom) = atoms.get(known) else {
            let value = read.at(sizes, limit);
            return Ok(Automaton::constant(match op {
                Comparison::Eq => value == limit,
                Comparison::Ne => value != limit,
                Comparison::Lt => value < limit,
                Comparison::Le => value <= limit,
                Comparison::Gt => value > limit,
                Comparison::Ge => value >= limit,
                Comparison::In | Comparison::NotIn => return Err(Stuck::Undefinable),
            }));
        };
        let mut any = Automaton::constant(false);
        for (size, case) in atom.cases.iter().enumerate() {
            let size = size as u64;
            sizes[known] = if atom.squared { size * size } else { size };
            let rest = self.in_cases(read, atoms, (op, limit), sizes, known + 1)?;
            any = any.or(&case.and(&rest, self.room)?, self.room)?;
        }
        Ok(any)
    }
}

fn natural(int: &Int) -> Option<u64> {
    int.to_i64().and_then(|int| u64::try_from(int).ok())
}

impl Magnitude {
    /// Returns the value of the magnitude for the values `sizes` of the atoms, or `limit + 1` if
    /// the value is above the limit.
    fn at(&self, sizes: &[u64], limit: u64) -> u64 {
        let value = match self {
            Magnitude::Constant(value) => *value,
            Magnitude::Atom(atom) => sizes[*atom],
            Magnitude::Sum(parts) => parts.0.at(sizes, limit) + parts.1.at(sizes, limit),
            Magnitude::Product(parts) => parts.0.at(sizes, limit) * parts.1.at(sizes, limit),
        };
        value.min(limit + 1)
    }
}

impl Reading<'_, '_> {
    fn read(&mut self, expr: &Expr) -> Defined<Magnitude> {
        if let Some(Some(Value::Int(int))) = self.definer.closed(expr, self.scope)? {
            let natural = natural(&int).ok_or(Stuck::Undefinable)?;
            return Ok(Magnitude::Constant(natural.min(self.limit + 1)));
        }
        match &expr.kind {
            ExprKind::Binary(Binary::Power, base, exponent) => {
                match self.definer.closed(exponent, self.scope)? {
                    Some(Some(Value::Int(int))) if int == Int::from(2i64) => self.square(base),
                    _ => Err(Stuck::Undefinable),
                }
            }
            ExprKind::Binary(Binary::Multiply, left, right) if self.same(left, right)? => {
                // The factors are equal wherever both have values, but one may have none elsewhere.
                let right = self.definer.number(right, self.scope)?;
                self.unknown = self.unknown.or(&right.undefined, self.definer.room)?;
                self.square(left)
            }
            ExprKind::Binary(op @ (Binary::Multiply | Binary::Add), left, right) => {
                let parts = Box::new((self.read(left)?, self.read(right)?));
                Ok(if *op == Binary::Add { Magnitude::Sum(parts) } else { Magnitude::Product(parts) })
            }
            ExprKind::Builtin(Builtin::Abs, arguments) => {
                let number = self.definer.number(&arguments[0], self.scope)?;
                self.atom(number, false)
            }
            _ => {
                // The magnitude is the number itself, so it must not be negative.
                let number = self.definer.number(expr, self.scope)?;
                let negative =
                    self.definer.compared(&number, Comparison::Lt, &Number::constant(Int::ZERO))?.holds;
                self.unknown = self.unknown.or(&negative, self.definer.room)?;
                self.atom(number, false)
            }
        }
    }

    /// Whether two expressions are equal numbers wherever they have values.
    fn same(&self, left: &Expr, right: &Expr) -> Defined<bool> {
        let numbers = (self.definer.number(left, self.scope), self.definer.number(right, self.scope));
        let (Ok(a), Ok(b)) = numbers else { return Ok(false) };
        Ok(self.definer.compared(&a, Comparison::Ne, &b)?.holds.is_nothing())
    }

    fn square(&mut self, base: &Expr) -> Defined<Magnitude> {
        let number = self.definer.number(base, self.scope)?;
        self.atom(number, true)
    }

    fn atom(&mut self, number: Number, squared: bool) -> Defined<Magnitude> {
        self.unknown = self.unknown.or(&number.undefined, self.definer.room)?;
        let known = |atom: &Atom| -> Defined<bool> {
            let differ = self.definer.compared(&atom.number, Comparison::Ne, &number)?.holds;
            Ok(atom.squared == squared && differ.is_nothing())
        };
        for (at, atom) in self.atoms.iter().enumerate() {
            if known(atom)? {
                return Ok(Magnitude::Atom(at));
            }
        }
        let most = if squared { self.limit.isqrt() + 1 } else { self.limit + 1 };
        let at = |op, size: i64| -> Defined<Automaton> {
            Ok(self.definer.compared(&number, op, &Number::constant(Int::from(size)))?.holds)
        };
        let mut cases = Vec::new();
        for size in 0..=most {
            let (above, below) =
                if size < most { (Comparison::Eq, Comparison::Eq) } else { (Comparison::Ge, Comparison::Le) };
            let size = size as i64;
            cases.push(at(above, size)?.or(&at(below, -size)?, self.definer.room)?);
        }
        self.atoms.push(Atom { number, squared, cases });
        Ok(Magnitude::Atom(self.atoms.len() - 1))
    }
}
