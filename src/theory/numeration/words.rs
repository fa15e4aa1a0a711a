//! Which words of digits are valid, by Parry's condition.
//!
//! The expansion of 1 in the base of the dominant root is c1 c2 … cd. A word is valid if and only if no part of it is
//! c1 … cd or greater at its first difference (Parry 1960); for place values that begin with 1, c1 there is one more
//! condition: the last digit is not c1. A state is how many digits of the expansion were just read.

use super::{Kind, System};

impl System {
    /// How many states the reading of a valid word has. The first is number 0, and zeros do not leave it.
    pub fn word_states(&self) -> usize {
        match &self.0 {
            Kind::Base(_) => 1,
            Kind::Recurrence(recurrence) => recurrence.coefficients.len(),
        }
    }

    /// The state after one more digit; nothing if no valid word begins so.
    pub fn follow(&self, state: usize, digit: u32) -> Option<usize> {
        let Kind::Recurrence(recurrence) = &self.0 else {
            return (digit < self.coefficients()[0]).then_some(0);
        };
        let expected = recurrence.coefficients[state];
        let is_last = state + 1 == recurrence.coefficients.len();
        match digit.cmp(&expected) {
            std::cmp::Ordering::Less => Some(0),
            std::cmp::Ordering::Equal if !is_last => Some(state + 1),
            _ => None,
        }
    }

    /// Whether a valid word may end in a state.
    pub fn may_end(&self, state: usize) -> bool {
        match &self.0 {
            Kind::Base(_) => true,
            // With the second place value equal to the first coefficient, c1 ones are a digit of the second place.
            Kind::Recurrence(recurrence) => {
                state == 0 || recurrence.start[1] > u64::from(recurrence.coefficients[0])
            }
        }
    }
}
