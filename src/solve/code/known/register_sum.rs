//! Sums of registers, in which facts are stated.

use crate::code::Register;

/// Coefficients past this are not followed.
const MOST_COEFFICIENT: i128 = 1 << 66;

/// A sum of registers times numbers, and a number.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RegisterSum {
    /// Ascending by register, no number 0.
    pub terms: Vec<(Register, i128)>,
    /// The number.
    pub constant: i128,
}

impl RegisterSum {
    /// A number.
    pub fn constant(constant: i128) -> RegisterSum {
        RegisterSum { terms: Vec::new(), constant }
    }

    /// A register.
    pub fn register(register: Register) -> RegisterSum {
        RegisterSum { terms: vec![(register, 1)], constant: 0 }
    }

    /// The sum of this and `times` times another.
    pub fn plus(&self, other: &RegisterSum, times: i128) -> Option<RegisterSum> {
        let small = |number: i128| (number.abs() <= MOST_COEFFICIENT).then_some(number);
        let constant = small(self.constant + small(other.constant.checked_mul(times)?)?)?;
        let mut terms = self.terms.clone();
        for (register, count) in &other.terms {
            let count = small(count.checked_mul(times)?)?;
            match terms.binary_search_by_key(register, |term| term.0) {
                Ok(at) => terms[at].1 = small(terms[at].1 + count)?,
                Err(at) => terms.insert(at, (*register, count)),
            }
        }
        terms.retain(|term| term.1 != 0);
        Some(RegisterSum { terms, constant })
    }

    /// This and a number.
    pub fn shifted(&self, by: i128) -> RegisterSum {
        RegisterSum { terms: self.terms.clone(), constant: self.constant + by }
    }
}
