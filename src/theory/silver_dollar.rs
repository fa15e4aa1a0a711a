//! The silver dollar game without the dollar (T48; POJ 1704): coins on a strip, at most one on a square,
//! move towards the wall and do not jump.
//!
//! The free squares before each coin are a staircase whose step 1 is before the coin furthest from the
//! wall: a move takes squares from one gap and adds them to the next. So the value is the nim-sum of
//! every other gap, from the furthest coin on; with an odd number of coins the first one pairs with the
//! wall.
//!
//! Traps: where coins may leave the strip, or jump ([`super::welter`]), it is another game; and whether
//! the squares are counted from 0 or 1 matters.

use super::staircase::{self, Shift};
use num_bigint::BigUint;

/// The gaps as a staircase, for the coins' squares in ascending order on a strip that begins with square
/// `first`; `None` when they do not ascend or one is before the strip.
pub fn steps(squares: &[BigUint], first: &BigUint) -> Option<Vec<BigUint>> {
    let mut free_from = first.clone();
    let mut gaps = Vec::with_capacity(squares.len());
    for square in squares {
        if *square < free_from {
            return None;
        }
        gaps.push(square - &free_from);
        free_from = square + 1u32;
    }
    gaps.reverse();
    Some(gaps)
}

/// The value; `None` when the squares do not ascend or one is before the strip.
pub fn value(squares: &[BigUint], first: &BigUint) -> Option<BigUint> {
    steps(squares, first).map(|steps| staircase::value(&steps))
}

/// Every winning move as the index of a coin and how far it moves; `None` as in [`value`].
pub fn winning_moves(squares: &[BigUint], first: &BigUint) -> Option<Vec<Shift>> {
    let moves = staircase::winning_moves(&steps(squares, first)?);
    Some(staircase::from_last(moves, squares.len()))
}
