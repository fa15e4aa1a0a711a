//! Cram (T86): both players place dominoes, in either direction, on a board of rows × columns.
//!
//! Both sides even: lost, because the second player answers with the mirror image through the
//! centre. One side even: won, by a first domino on the centre and mirror images from then on. Both
//! sides odd: not known.

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
