//! Misère Kayles (T69; Sibert and Conway 1992): sums of rows of pins in 0.77, whoever cannot move wins.
//!
//! The outcome is that of normal play, except for the sums listed here. Let E(S) stand for an even
//! number of heaps, none included, all with sizes in S, and D(S) for an odd number; a number alone
//! for exactly one such heap; no other heaps that are not empty.
//! * Lost under normal play but won: E(5)E(4, 1); E(17, 12, 9)E(20, 4, 1); 25 E(17, 12, 9)D(20, 4, 1).
//! * Won under normal play but lost: D(5)D(4, 1); E(5)D(4, 1); D(9)E(4, 1); 12 E(4, 1); E(17, 12,
//!   9)D(20, 4, 1); 25 D(9)D(4, 1).

use super::named_octals;
use num_bigint::BigUint;
use num_traits::{ToPrimitive, Zero};

/// Whether the player to move loses under misère play.
pub fn losing(heaps: &[BigUint]) -> bool {
    let value = heaps.iter().fold(0, |sum, heap| sum ^ named_octals::kayles(heap));
    (value == 0) != is_exceptional(heaps)
}

/// Whether a sum is lost, given its heaps with their multiplicities.
pub fn losing_sum(heaps: &[(BigUint, u64)]) -> bool {
    losing(&written_out(heaps))
}

/// The heaps one by one. A heap that occurs more than three times is listed two or three times,
/// whichever has equal parity: the rule depends only on parities, and on whether a heap occurs
/// exactly once.
fn written_out(heaps: &[(BigUint, u64)]) -> Vec<BigUint> {
    let often = |count: u64| if count <= 3 { count as usize } else { 2 + (count % 2) as usize };
    heaps.iter().flat_map(|(heap, count)| std::iter::repeat_n(heap.clone(), often(*count))).collect()
}

/// Whether the outcomes under normal and misère play differ.
fn is_exceptional(heaps: &[BigUint]) -> bool {
    let filled: Vec<Option<u64>> =
        heaps.iter().filter(|heap| !heap.is_zero()).map(|heap| heap.to_u64()).collect();
    let count =
        |sizes: &[u64]| filled.iter().filter(|heap| heap.is_some_and(|heap| sizes.contains(&heap))).count();
    let even = |sizes: &[u64]| count(sizes).is_multiple_of(2);
    // Whether all heaps that are not empty have one of these sizes.
    let only = |sizes: &[u64]| count(sizes) == filled.len();
    let (one_25, one_12) = (count(&[25]) == 1, count(&[12]) == 1);
    let fives = only(&[5, 4, 1]) && (even(&[4, 1]) && even(&[5]) || !even(&[4, 1]));
    let nines = only(&[9, 4, 1]) && !even(&[9]) && even(&[4, 1]);
    let twelve = only(&[12, 4, 1]) && one_12 && even(&[4, 1]);
    let great = only(&[17, 12, 9, 20, 4, 1]) && even(&[17, 12, 9]);
    let great_25 = only(&[25, 17, 12, 9, 20, 4, 1]) && one_25 && even(&[17, 12, 9]) && !even(&[20, 4, 1]);
    let nines_25 = only(&[25, 9, 4, 1]) && one_25 && !even(&[9]) && !even(&[4, 1]);
    fives || nines || twelve || great || great_25 || nines_25
}
