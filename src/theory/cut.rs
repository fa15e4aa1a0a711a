//! Dividing a heap into more heaps (T65; Dailly, Duchêne, Larsson and Paris 2020): CUT(C) divides a heap
//! into exactly c + 1 heaps, none empty, for some c in C.
//!
//! The value of n ≥ 1 is
//! * ⌊(n − 1)/c⌋ with the least c in C, if 1 is not in C;
//! * (n − 1) mod 2, if 1 is in C and all of C is odd;
//! * n − 1, if 1, 2 and 3 are in C.
//!
//! For other sets, such as {1, 2}, nothing is known.

use num_bigint::BigUint;
use num_traits::{One, Zero};

/// The property of C that determines the values of CUT(C).
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Cut {
    /// 1 is not in C, and this is its least element.
    WithoutOne(BigUint),
    /// 1 is in C, and all elements are odd.
    Odd,
    /// 1, 2 and 3 are in C.
    OneTwoThree,
}

impl Cut {
    /// The property of C, whose elements are given in any order; `None` if C is empty or contains
    /// 0, or if the values of CUT(C) are not known.
    pub fn recognise(set: &[BigUint]) -> Option<Cut> {
        let least = set.iter().min().filter(|least| !least.is_zero())?;
        let has = |number: u32| set.contains(&BigUint::from(number));
        if !least.is_one() {
            Some(Cut::WithoutOne(least.clone()))
        } else if set.iter().all(|number| number.bit(0)) {
            Some(Cut::Odd)
        } else {
            (has(2) && has(3)).then_some(Cut::OneTwoThree)
        }
    }

    /// The value of a heap; 0 for an empty heap.
    pub fn value(&self, n: &BigUint) -> BigUint {
        if n.is_zero() {
            return BigUint::zero();
        }
        let less_one = n - 1u32;
        match self {
            Cut::WithoutOne(least) if least.is_zero() => BigUint::zero(),
            Cut::WithoutOne(least) => less_one / least,
            Cut::Odd => less_one % 2u32,
            Cut::OneTwoThree => less_one,
        }
    }
}
