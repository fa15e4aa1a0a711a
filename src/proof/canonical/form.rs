//! Linear forms over the fields and binders of a game.

use crate::number::Int;
use std::collections::BTreeMap;

/// The number of a field or binder: fields come first, in their order; binders follow.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Name(pub u32);

/// The linear form `Σ c·x + k`; no coefficient is zero.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Form {
    /// The coefficient `c` of each name `x`.
    pub terms: BTreeMap<Name, Int>,
    /// The constant `k`.
    pub constant: Int,
}

impl Form {
    /// The form without names.
    pub fn constant(constant: Int) -> Form {
        Form { terms: BTreeMap::new(), constant }
    }

    /// The form that consists of one name, with coefficient 1.
    pub fn name(name: Name) -> Form {
        Form { terms: BTreeMap::from([(name, Int::ONE)]), constant: Int::ZERO }
    }

    /// The constant, if the form contains no name.
    pub fn as_constant(&self) -> Option<&Int> {
        self.terms.is_empty().then_some(&self.constant)
    }

    /// Returns `self + factor·other`.
    pub fn plus(&self, factor: &Int, other: &Form) -> Form {
        let mut terms = self.terms.clone();
        for (name, coefficient) in &other.terms {
            let entry = terms.entry(*name).or_default();
            *entry = &*entry + &(factor * coefficient);
        }
        terms.retain(|_, coefficient| !coefficient.is_zero());
        Form { terms, constant: &self.constant + &(factor * &other.constant) }
    }

    /// Returns `self + other`.
    pub fn add(&self, other: &Form) -> Form {
        self.plus(&Int::ONE, other)
    }

    /// Returns `self - other`.
    pub fn sub(&self, other: &Form) -> Form {
        self.plus(&Int::from(-1i64), other)
    }

    /// Returns `factor·self`.
    pub fn times(&self, factor: &Int) -> Form {
        Form::default().plus(factor, self)
    }

    /// This form plus a constant.
    pub fn shifted(&self, by: i64) -> Form {
        Form { terms: self.terms.clone(), constant: &self.constant + &Int::from(by) }
    }

    /// This form with a name replaced by a form.
    pub fn replaced(&self, name: Name, by: &Form) -> Form {
        match self.terms.get(&name) {
            Some(factor) => self.plus(factor, &by.sub(&Form::name(name))),
            None => self.clone(),
        }
    }

    /// The value of the form, given the value of each name.
    pub fn at(&self, value: &dyn Fn(Name) -> Int) -> Int {
        self.terms.iter().fold(self.constant.clone(), |sum, (name, factor)| &sum + &(factor * &value(*name)))
    }
}
