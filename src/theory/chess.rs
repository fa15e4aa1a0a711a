//! A chess piece that moves towards the corner (0, 0) of a board (T39).
//!
//! * Rook: Nim with the two coordinates. Queen: Wythoff's game ([`super::wythoff::classic`]).
//! * Bishop, only (−k, −k): the value is min(x, y).
//! * King, (−1, 0), (0, −1), (−1, −1): the value is 0 for two even and 2 for two odd coordinates; for
//!   mixed parity 1 if the smaller is even, 3 if it is odd (HDU 2147).
//! * Knight, (−2, −1), (−1, −2), (+1, −2), (−2, +1), on a quarter plane or the 15×15 board: lost ⇔ x mod
//!   4 ≤ 1 and y mod 4 ≤ 1. Its values are *not* 4-periodic, so that the knight must never feed a sum.

use num_bigint::BigUint;
use num_integer::Integer;

/// The value of the bishop at (x, y).
pub fn bishop(x: &BigUint, y: &BigUint) -> BigUint {
    x.min(y).clone()
}

/// The value of the king at (x, y).
pub fn king(x: &BigUint, y: &BigUint) -> u64 {
    match (x.is_even(), y.is_even()) {
        (true, true) => 0,
        (false, false) => 2,
        _ if x.min(y).is_even() => 1,
        _ => 3,
    }
}

/// Whether the player to move loses with the knight at (x, y).
pub fn knight_losing(x: &BigUint, y: &BigUint) -> bool {
    let low = |coordinate: &BigUint| !coordinate.bit(1);
    low(x) && low(y)
}

/// Every square to which the knight wins, on a quarter plane, or below `side` in both coordinates.
pub fn knight_winning_moves(x: &BigUint, y: &BigUint, side: Option<&BigUint>) -> Vec<(BigUint, BigUint)> {
    let back =
        |coordinate: &BigUint, steps: u32| (*coordinate >= BigUint::from(steps)).then(|| coordinate - steps);
    let squares = [
        (back(x, 2), back(y, 1)),
        (back(x, 1), back(y, 2)),
        (Some(x + 1u32), back(y, 2)),
        (back(x, 2), Some(y + 1u32)),
    ];
    let on_board = |coordinate: &BigUint| side.is_none_or(|side| coordinate < side);
    let mut moves: Vec<(BigUint, BigUint)> = squares.into_iter().filter_map(|(x, y)| x.zip(y)).collect();
    moves.retain(|(x, y)| on_board(x) && on_board(y) && knight_losing(x, y));
    moves
}
