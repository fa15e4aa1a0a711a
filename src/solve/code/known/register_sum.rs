//! Linear sums of registers, such as `2·r1 - r3 + 5`, in which facts about registers are stated.

use crate::code::Register;

/// The greatest absolute value of a coefficient or constant. A fact with a greater one is dropped.
const MOST_COEFFICIENT: i128 = 1 << 66;

/// A linear expression: a sum of registers with coefficients, and a constant.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RegisterSum {
    /// Registers with their coefficients, ascending by register; no coefficient is 0.
    pub terms: Vec<(Register, i128)>,
    /// The constant term.
    pub constant: i128,
}

impl RegisterSum {
    /// The sum that is only a constant.
    pub fn constant(constant: i128) -> RegisterSum {
        RegisterSum { terms: Vec::new(), constant }
    }

    /// The sum that is only a register.
    pub fn register(register: Register) -> RegisterSum {
        RegisterSum { terms: vec![(register, 1)], constant: 0 }
    }

    /// This sum plus `times` times another; `None` if a number becomes too large.
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

    /// This sum plus a number.
    pub fn shifted(&self, by: i128) -> RegisterSum {
        RegisterSum { terms: self.terms.clone(), constant: self.constant + by }
    }
}
