//! Staircase Nim and equivalent games (T44, T45).
//!
//! * Steps 1, 2, …: a move takes any number from step i to step i − 1, from step 1 to the ground. The
//!   value is the nim-sum of the odd steps.
//! * Heaps kept in non-decreasing order (POI 2009 KAM): the differences of neighbours are a staircase,
//!   the last difference being step 1, the first heap counting as a difference too.
//! * Nimble, coins on squares 0, 1, 2, … that may share a square and move down: Nim with the squares.
//!
//! Traps: moving down two steps at once, or filling a step from the ground, is another game.

use num_bigint::BigUint;
use num_traits::Zero;

/// A move in a staircase or an equivalent game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Shift {
    /// The place, counted from 0: of a step, a heap or a coin.
    pub place: usize,
    /// How much is taken from the place, or how far the coin moves.
    pub amount: BigUint,
}

/// The value of a staircase, step 1 first.
pub fn value(steps: &[BigUint]) -> BigUint {
    steps.iter().step_by(2).fold(BigUint::zero(), |sum, step| sum ^ step)
}

/// Every winning move in a staircase; none when its value is 0.
///
/// The move must change one odd step s to its nim-sum with the value: by taking from it, or by taking
/// what lacks from the step above.
pub fn winning_moves(steps: &[BigUint]) -> Vec<Shift> {
    let value = value(steps);
    let mut moves = Vec::new();
    if value.is_zero() {
        return moves;
    }
    for (place, step) in steps.iter().enumerate().step_by(2) {
        let wanted = step ^ &value;
        if wanted < *step {
            moves.push(Shift { place, amount: step - wanted });
        } else if let Some(above) = steps.get(place + 1) {
            let amount = wanted - step;
            if amount <= *above {
                moves.push(Shift { place: place + 1, amount });
            }
        }
    }
    moves
}

/// The staircase of heaps that must stay in non-decreasing order; `None` when they are not.
pub fn steps_of_sorted(heaps: &[BigUint]) -> Option<Vec<BigUint>> {
    let mut below = BigUint::zero();
    let mut gaps = Vec::with_capacity(heaps.len());
    for heap in heaps {
        if *heap < below {
            return None;
        }
        gaps.push(heap - &below);
        below.clone_from(heap);
    }
    gaps.reverse();
    Some(gaps)
}

/// The value of heaps that must stay in non-decreasing order; `None` when they are not.
pub fn value_of_sorted(heaps: &[BigUint]) -> Option<BigUint> {
    steps_of_sorted(heaps).map(|steps| value(&steps))
}

/// Every winning move with heaps that must stay in non-decreasing order; `None` when they are not.
pub fn winning_moves_of_sorted(heaps: &[BigUint]) -> Option<Vec<Shift>> {
    steps_of_sorted(heaps).map(|steps| from_last(winning_moves(&steps), heaps.len()))
}

/// Converts moves whose places are counted from the last of `count` places to places counted from
/// the first.
pub(super) fn from_last(moves: Vec<Shift>, count: usize) -> Vec<Shift> {
    moves.into_iter().map(|shift| Shift { place: count - 1 - shift.place, ..shift }).collect()
}
