//! Greedy Nim (T43): take any number, but only from a heap that is largest.
//!
//! Lost ⇔ the largest size occurs an even number of times, or all heaps are empty (Albert and Nowakowski
//! 2004).

use num_bigint::BigUint;
use num_traits::Zero;

/// Whether the player to move loses.
pub fn losing(heaps: &[BigUint]) -> bool {
    let Some(greatest) = heaps.iter().max().filter(|heap| !heap.is_zero()) else { return true };
    heaps.iter().filter(|heap| *heap == greatest).count().is_multiple_of(2)
}

/// The sizes to which a winning move can lower a largest heap, as an inclusive interval; `None` if
/// the position is lost.
///
/// With three or more largest heaps every move wins. A single largest heap must become one of the
/// next largest heaps, or less, so that the largest size then occurs an even number of times.
pub fn winning_sizes(heaps: &[BigUint]) -> Option<(BigUint, BigUint)> {
    if losing(heaps) {
        return None;
    }
    let greatest = heaps.iter().max()?;
    let Some(second) = heaps.iter().filter(|heap| *heap < greatest).max() else {
        let single = heaps.len() == 1;
        let most = if single { BigUint::zero() } else { greatest - 1u32 };
        return Some((BigUint::zero(), most));
    };
    if heaps.iter().filter(|heap| *heap == greatest).count() > 1 {
        return Some((BigUint::zero(), greatest - 1u32));
    }
    if second.is_zero() {
        return Some((BigUint::zero(), BigUint::zero()));
    }
    let even = heaps.iter().filter(|heap| *heap == second).count().is_multiple_of(2);
    if even { Some((BigUint::zero(), second - 1u32)) } else { Some((second.clone(), second.clone())) }
}
