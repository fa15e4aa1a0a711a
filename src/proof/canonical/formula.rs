//! Boolean combinations of linear inequalities, equations and congruences.

use super::{Form, Name};
use crate::number::Int;

/// A condition on fields and binders.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Formula {
    /// The conjunction of the parts; true if there are none.
    All(Vec<Formula>),
    /// The disjunction of the parts; false if there are none.
    Any(Vec<Formula>),
    /// The negation.
    Not(Box<Formula>),
    /// The form is at least 0.
    AtLeastZero(Form),
    /// The form is 0.
    Zero(Form),
    /// The form is a multiple of the number, which is at least 2.
    Divides(Int, Form),
}

impl Formula {
    /// The condition that always holds, or never.
    pub fn constant(holds: bool) -> Formula {
        if holds { Formula::All(Vec::new()) } else { Formula::Any(Vec::new()) }
    }

    /// The truth value, if the formula is obviously constant.
    pub fn as_constant(&self) -> Option<bool> {
        match self {
            Formula::All(parts) if parts.is_empty() => Some(true),
            Formula::Any(parts) if parts.is_empty() => Some(false),
            _ => None,
        }
    }

    /// The condition that a form is at least 0.
    pub fn at_least_zero(form: Form) -> Formula {
        match form.as_constant() {
            Some(constant) => Formula::constant(!constant.is_negative()),
            None => Formula::AtLeastZero(form),
        }
    }

    /// The condition that a form is 0.
    pub fn zero(form: Form) -> Formula {
        match form.as_constant() {
            Some(constant) => Formula::constant(constant.is_zero()),
            None => Formula::Zero(form),
        }
    }

    /// The condition that a form is a multiple of a positive number. Coefficients are reduced
    /// modulo that number.
    pub fn divides(modulus: &Int, form: Form) -> Formula {
        let form = form.each(|it| it.mod_floor(modulus).unwrap_or(Int::ZERO));
        match form.as_constant() {
            Some(constant) => Formula::constant(constant.is_zero()),
            None => Formula::Divides(modulus.clone(), form),
        }
    }

    /// The conjunction of some conditions, flattened and without repetitions.
    pub fn all(parts: impl IntoIterator<Item = Formula>) -> Formula {
        let mut kept = Vec::new();
        for part in parts {
            match part {
                Formula::All(inner) => kept.extend(inner),
                part if part.as_constant() == Some(false) => return part,
                part => kept.push(part),
            }
        }
        let mut each: Vec<Formula> = Vec::with_capacity(kept.len());
        for part in kept {
            if !each.contains(&part) {
                each.push(part);
            }
        }
        if each.len() == 1 { each.remove(0) } else { Formula::All(each) }
    }

    /// The disjunction of some conditions, flattened.
    pub fn any(parts: impl IntoIterator<Item = Formula>) -> Formula {
        let mut kept: Vec<Formula> = Vec::new();
        for part in parts {
            match part {
                part if part.as_constant() == Some(true) => return part,
                Formula::Any(inner) => kept.extend(inner),
                part if kept.contains(&part) => {}
                part => kept.push(part),
            }
        }
        if kept.len() == 1 { kept.remove(0) } else { Formula::Any(kept) }
    }

    /// The negation, which is pushed towards the atoms.
    pub fn negated(&self) -> Formula {
        match self {
            Formula::All(parts) => Formula::any(parts.iter().map(Formula::negated)),
            Formula::Any(parts) => Formula::all(parts.iter().map(Formula::negated)),
            Formula::Not(inner) => (**inner).clone(),
            // Not `form >= 0` means `form <= -1`.
            Formula::AtLeastZero(form) => Formula::AtLeastZero(form.times(&Int::from(-1i64)).shifted(-1)),
            atom => Formula::Not(Box::new(atom.clone())),
        }
    }

    /// The conjunction of two conditions.
    pub fn and(&self, other: &Formula) -> Formula {
        Formula::all([self.clone(), other.clone()])
    }

    /// This formula with a name replaced by a form.
    pub fn replaced(&self, name: Name, by: &Form) -> Formula {
        let each = |parts: &[Formula]| parts.iter().map(|part| part.replaced(name, by)).collect::<Vec<_>>();
        match self {
            Formula::All(parts) => Formula::all(each(parts)),
            Formula::Any(parts) => Formula::any(each(parts)),
            Formula::Not(inner) => inner.replaced(name, by).negated(),
            Formula::AtLeastZero(form) => Formula::at_least_zero(form.replaced(name, by)),
            Formula::Zero(form) => Formula::zero(form.replaced(name, by)),
            Formula::Divides(modulus, form) => Formula::divides(modulus, form.replaced(name, by)),
        }
    }

    /// Whether the formula holds, given the value of each name.
    pub fn holds(&self, value: &dyn Fn(Name) -> Int) -> bool {
        match self {
            Formula::All(parts) => parts.iter().all(|part| part.holds(value)),
            Formula::Any(parts) => parts.iter().any(|part| part.holds(value)),
            Formula::Not(inner) => !inner.holds(value),
            Formula::AtLeastZero(form) => !form.at(value).is_negative(),
            Formula::Zero(form) => form.at(value).is_zero(),
            Formula::Divides(modulus, form) => {
                form.at(value).mod_floor(modulus).is_some_and(|rest| rest.is_zero())
            }
        }
    }

    /// The size of the formula: how many atoms, conjunctions and disjunctions it contains.
    pub fn size(&self) -> usize {
        match self {
            Formula::All(parts) | Formula::Any(parts) => parts.iter().map(Formula::size).sum::<usize>() + 1,
            Formula::Not(inner) => inner.size(),
            _ => 1,
        }
    }
}
