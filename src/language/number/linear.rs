//! Linear forms: sums of multiples of unknowns, plus a constant.

use crate::number::Int;

/// The linear form `Σ c·x + k`. Terms are sorted by ascending unknown, each unknown occurs once, and
/// no coefficient is zero.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Linear<X> {
    terms: Vec<(X, Int)>,
    constant: Int,
}

impl<X> Default for Linear<X> {
    fn default() -> Linear<X> {
        Linear { terms: Vec::new(), constant: Int::ZERO }
    }
}

impl<X: Copy + Ord> Linear<X> {
    /// A form without unknowns.
    pub fn constant(constant: Int) -> Linear<X> {
        Linear { terms: Vec::new(), constant }
    }

    /// The form that is a single unknown, with coefficient 1.
    pub fn unknown(unknown: X) -> Linear<X> {
        Linear { terms: vec![(unknown, Int::ONE)], constant: Int::ZERO }
    }

    /// The value of the form, if it has no unknowns.
    pub fn as_constant(&self) -> Option<&Int> {
        self.terms.is_empty().then_some(&self.constant)
    }

    /// The unknown, if the form is a single unknown with coefficient 1.
    pub fn as_unknown(&self) -> Option<X> {
        match &*self.terms {
            [(unknown, factor)] if *factor == Int::ONE && self.constant.is_zero() => Some(*unknown),
            _ => None,
        }
    }

    /// The unknowns with their coefficients, in ascending order of the unknowns.
    pub fn terms(&self) -> &[(X, Int)] {
        &self.terms
    }

    /// The constant term `k`.
    pub fn added(&self) -> &Int {
        &self.constant
    }

    /// The unknowns, ascending.
    pub fn unknowns(&self) -> impl Iterator<Item = X> {
        self.terms.iter().map(|term| term.0)
    }

    /// The coefficient of an unknown; `None` if the unknown does not occur.
    pub fn coefficient(&self, unknown: X) -> Option<&Int> {
        self.terms.binary_search_by_key(&unknown, |term| term.0).ok().map(|at| &self.terms[at].1)
    }

    /// Whether a coefficient is negative.
    pub fn has_negative(&self) -> bool {
        self.terms.iter().any(|term| term.1.is_negative())
    }

    /// `self + factor·other`
    pub fn plus(&self, factor: &Int, other: &Linear<X>) -> Linear<X> {
        let mut terms = Vec::with_capacity(self.terms.len() + other.terms.len());
        let (mut a, mut b) = (self.terms.iter().peekable(), other.terms.iter().peekable());
        loop {
            match (a.peek(), b.peek()) {
                (Some(x), Some(y)) if x.0 == y.0 => {
                    terms.push((x.0, &x.1 + &(factor * &y.1)));
                    a.next();
                    b.next();
                }
                (Some(x), Some(y)) if x.0 < y.0 => {
                    terms.push((**x).clone());
                    a.next();
                }
                (Some(x), None) => {
                    terms.push((**x).clone());
                    a.next();
                }
                (_, Some(y)) => {
                    terms.push((y.0, factor * &y.1));
                    b.next();
                }
                (None, None) => break,
            }
        }
        terms.retain(|term| !term.1.is_zero());
        Linear { terms, constant: &self.constant + &(factor * &other.constant) }
    }

    /// `self + other`
    pub fn add(&self, other: &Linear<X>) -> Linear<X> {
        self.plus(&Int::ONE, other)
    }

    /// `self - other`
    pub fn sub(&self, other: &Linear<X>) -> Linear<X> {
        self.plus(&Int::from(-1i64), other)
    }

    /// `factor·self`
    pub fn times(&self, factor: &Int) -> Linear<X> {
        Linear::default().plus(factor, self)
    }

    /// `self + by`
    pub fn shifted(&self, by: i64) -> Linear<X> {
        Linear { terms: self.terms.clone(), constant: &self.constant + &Int::from(by) }
    }

    /// This form with an unknown replaced by a form.
    pub fn replaced(&self, unknown: X, by: &Linear<X>) -> Linear<X> {
        match self.coefficient(unknown) {
            Some(factor) => self.plus(factor, &by.sub(&Linear::unknown(unknown))),
            None => self.clone(),
        }
    }

    /// This form with each coefficient and the constant replaced.
    pub fn each(&self, number: impl Fn(&Int) -> Int) -> Linear<X> {
        let terms = self.terms.iter().map(|(unknown, factor)| (*unknown, number(factor)));
        Linear { terms: terms.filter(|term| !term.1.is_zero()).collect(), constant: number(&self.constant) }
    }

    /// The value of the form, given the value of each unknown.
    pub fn at(&self, value: impl Fn(X) -> Int) -> Int {
        self.terms
            .iter()
            .fold(self.constant.clone(), |sum, (unknown, factor)| &sum + &(factor * &value(*unknown)))
    }
}
