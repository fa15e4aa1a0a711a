//! End-Nim (T42; ZJOI 2009): heaps in a row, take any number from the leftmost or the rightmost; an empty
//! heap is gone (Albert and Nowakowski 2001).
//!
//! For a row of heaps from i to j let L be the one number that, put as a heap to the left, makes a
//! lost position (0 if the row is lost itself), and R the one number that does so to the right.
//! Appending a heap x to the right of a row with l = L and r = R gives L = 0 if x = r; x if x is
//! less than both l and r or greater than both; x − 1 if l > r; else x + 1. R is found
//! symmetrically. A row of at least two is lost ⇔ its first heap is the L of the others. Computing L
//! and R of all rows takes time n² and memory n.
//!
//! Empty heaps between others have to be taken out beforehand: the theorem is about heaps of at least 1.

use super::pace::{Pace, Stopped};
use num_bigint::BigUint;
use num_traits::{One, ToPrimitive, Zero};
use std::ops::{Add, Sub};

/// Who wins a row of heaps, and the winning moves at its two ends, if there are any.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EndNim {
    /// Whether the player to move loses.
    pub losing: bool,
    /// The size to which the leftmost heap must be lowered to win; `None` if no move there wins.
    pub left: Option<BigUint>,
    /// The size to which the rightmost heap must be lowered to win; `None` if no move there wins.
    pub right: Option<BigUint>,
}

/// Decides a row of heaps. `Ok(None)` when a heap is empty.
pub fn solve(heaps: &[BigUint], pace: Pace<'_>) -> Result<Option<EndNim>, Stopped> {
    let (Some(first), Some(last)) = (heaps.first(), heaps.last()) else {
        return Ok(Some(EndNim { losing: true, left: None, right: None }));
    };
    if heaps.iter().any(BigUint::is_zero) {
        return Ok(None);
    }
    if heaps.len() == 1 {
        let left = Some(BigUint::zero());
        return Ok(Some(EndNim { losing: false, left: left.clone(), right: left }));
    }
    // `ends` adds 1 to numbers, so 64 bits suffice if no heap is the greatest number of 64 bits.
    let words: Option<Vec<u64>> =
        heaps.iter().map(|heap| heap.to_u64().filter(|heap| *heap < u64::MAX)).collect();
    let (left, right) = match words {
        Some(words) => {
            let (left, right) = ends(&words, pace)?;
            (BigUint::from(left), BigUint::from(right))
        }
        None => ends(heaps, pace)?,
    };
    let losing = left == *first;
    Ok(Some(EndNim {
        losing,
        left: Some(left).filter(|left| left < first),
        right: Some(right).filter(|right| right < last),
    }))
}

/// The L of all heaps but the first, and the R of all but the last, for at least two heaps.
fn ends<T>(heaps: &[T], pace: Pace<'_>) -> Result<(T, T), Stopped>
where
    T: Clone + Ord + Zero + One + Sub<Output = T> + Add<Output = T>,
{
    let count = heaps.len();
    // Entry j is the R (in `lefts` the L) of the row from i to j; until it is overwritten, of the
    // row from i + 1 to j.
    let mut rights: Vec<T> = heaps.to_vec();
    let mut lefts: Vec<T> = heaps.to_vec();
    let mut left_of_rest = T::zero();
    for i in (0..count).rev() {
        lefts[i] = heaps[i].clone();
        rights[i] = heaps[i].clone();
        for j in i + 1..count {
            // Entry j still holds L and R of the row from i + 1 to j; entry j − 1 holds those of
            // the row from i to j − 1.
            let right = step(&heaps[i], &rights[j], &lefts[j]);
            let left = step(&heaps[j], &lefts[j - 1], &rights[j - 1]);
            (lefts[j], rights[j]) = (left, right);
        }
        if i == 1 {
            left_of_rest = lefts[count - 1].clone();
        }
        if pace((count - i) as u64).is_break() {
            return Err(Stopped);
        }
    }
    Ok((left_of_rest, rights[count - 2].clone()))
}

/// The number at the far side of a row after heap `x` is put to its near side. `far` and `near` are
/// the numbers at both sides of the row without `x`: L and R if `x` is appended to the right.
fn step<T>(x: &T, far: &T, near: &T) -> T
where
    T: Clone + Ord + Zero + One + Sub<Output = T> + Add<Output = T>,
{
    if x == near {
        T::zero()
    } else if (x < far) == (x < near) && x != far {
        x.clone()
    } else if far > near {
        x.clone() - T::one()
    } else {
        x.clone() + T::one()
    }
}
