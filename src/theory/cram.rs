//! Cram (T86): dominoes, in both directions for both players, on a board of rows × columns.
//!
//! Both sides even: lost, the second player answers through the centre. One side even: won, by a domino
//! on the centre and then the same. Both odd: not known.

use num_bigint::BigUint;
use num_integer::Integer;
use num_traits::Zero;

/// Whether the player to move loses on the empty board; `None` where it is not known.
pub fn losing(rows: &BigUint, columns: &BigUint) -> Option<bool> {
    if rows.is_zero() || columns.is_zero() {
        return Some(true);
    }
    match (rows.is_even(), columns.is_even()) {
        (true, true) => Some(true),
        (false, false) => None,
        _ => Some(false),
    }
}
