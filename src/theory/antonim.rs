//! Antonim (T50): Nim in which no two heaps may be left equal, empty heaps excepted.
//!
//! Two heaps: lost ⇔ both empty, or {2k − 1, 2k}. Three different heaps that are not empty: lost ⇔
//! (a + 1) ⊕ (b + 1) ⊕ (c + 1) = 0 (Winning Ways). For four or more nothing is known.

use num_bigint::BigUint;
use num_integer::Integer;
use num_traits::Zero;

/// Whether the player to move loses. `None` if more than three heaps are not empty, or if two heaps
/// that are not empty are equal.
pub fn losing(heaps: &[BigUint]) -> Option<bool> {
    let mut filled: Vec<&BigUint> = heaps.iter().filter(|heap| !heap.is_zero()).collect();
    filled.sort_unstable();
    if filled.windows(2).any(|pair| pair[0] == pair[1]) {
        return None;
    }
    match filled[..] {
        [] => Some(true),
        [_] => Some(false),
        [a, b] => Some(a.is_odd() && *b == a + 1u32),
        [a, b, c] => Some(((a + 1u32) ^ (b + 1u32)) == c + 1u32),
        _ => None,
    }
}

/// Every winning move, as the index of a heap and the size that remains of it; `None` as in
/// [`losing`].
///
/// The remaining size is 0, or follows from the other heaps that are not empty: for two heaps a and
/// b it is (a + 1) ⊕ (b + 1) − 1, for one heap its partner in a pair {2k − 1, 2k}.
pub fn winning_moves(heaps: &[BigUint]) -> Option<Vec<(usize, BigUint)>> {
    losing(heaps)?;
    let mut moves = Vec::new();
    for (place, heap) in heaps.iter().enumerate() {
        let filled = |(other, size): &(usize, &BigUint)| *other != place && !size.is_zero();
        let others: Vec<&BigUint> = heaps.iter().enumerate().filter(filled).map(|(_, size)| size).collect();
        let balance = match others[..] {
            [a] if a.is_odd() => a + 1u32,
            [a] => a - 1u32,
            [a, b] => ((a + 1u32) ^ (b + 1u32)) - 1u32,
            _ => BigUint::zero(),
        };
        let mut sizes = vec![BigUint::zero(), balance];
        sizes.dedup();
        for left in sizes.into_iter().filter(|left| left < heap) {
            let mut after = heaps.to_vec();
            after[place] = left.clone();
            if losing(&after) == Some(true) {
                moves.push((place, left));
            }
        }
    }
    Some(moves)
}
