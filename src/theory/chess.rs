//! A chess piece on square (x, y) that moves towards the corner (0, 0) of a board: its value or
//! outcome (T39).
//!
//! * Rook: Nim with the two coordinates. Queen: Wythoff's game ([`super::wythoff::classic`]).
//! * Bishop, only (−k, −k): the value is min(x, y).
//! * King, (−1, 0), (0, −1), (−1, −1): the value is 0 for two even and 2 for two odd coordinates; for
//!   mixed parity 1 if the smaller is even, 3 if it is odd (HDU 2147).
//! * Knight, (−2, −1), (−1, −2), (+1, −2), (−2, +1), on a quarter plane: lost ⇔ x mod 4 ≤ 1 and y
//!   mod 4 ≤ 1. On a board with a last column m and a last row n, neither divisible by 4, these squares
//!   are lost, and if m and n are both 3 modulo 4, also the far corner (m, n). The knight's values are
//!   *not* 4-periodic, so these rules say nothing about sums.
//!
//! Why the bounds matter so little: from a lost square no jump leads to a lost one, with or without
//! bounds. From any other square some jump leads to a lost one, and it increases a coordinate only
//! if that is 0 or 3 modulo 4. A coordinate that is 3 has to increase only if both are 3, and then
//! either may. So the bounds remove the jump only where a coordinate that is 0 modulo 4 is on the
//! border, and at the far corner. No jump leads to the far corner.

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

/// Whether the player to move loses with the knight at (x, y) on a quarter plane.
pub fn knight_losing(x: &BigUint, y: &BigUint) -> bool {
    let low = |coordinate: &BigUint| !coordinate.bit(1);
    low(x) && low(y)
}

/// The board of the knight.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum KnightBoard {
    /// A board without a last column or row.
    Quarter,
    /// A board with this last column and row, whose far corner is lost in spite of its remainders.
    LostCorner(BigUint, BigUint),
    /// A board with a last column and row that change nothing.
    Bounded,
}

impl KnightBoard {
    /// The board with this last column and row; `None` if the remainders do not decide who loses there.
    pub fn bounded(column: BigUint, row: BigUint) -> Option<KnightBoard> {
        let remainders = [&column, &row].map(|last| u64::try_from(last % 4u32).unwrap_or_default());
        match remainders {
            [0, _] | [_, 0] => None,
            [3, 3] => Some(KnightBoard::LostCorner(column, row)),
            _ => Some(KnightBoard::Bounded),
        }
    }

    /// Whether the player to move loses with the knight at (x, y) on this board.
    pub fn is_lost(&self, x: &BigUint, y: &BigUint) -> bool {
        let corner = matches!(self, KnightBoard::LostCorner(column, row) if x == column && y == row);
        corner || knight_losing(x, y)
    }

    /// Whether the far corner is lost, which its remainders do not show.
    pub fn has_lost_corner(&self) -> bool {
        matches!(self, KnightBoard::LostCorner(..))
    }
}

/// Every lost square to which the knight can move from (x, y), on a quarter plane, or with both
/// coordinates below `side`. On a board whose last column, `side` − 1, is divisible by 4, remainders
/// do not decide which squares are lost, and the result is meaningless.
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
