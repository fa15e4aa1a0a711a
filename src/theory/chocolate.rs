//! Chocolate with one poisoned square (T53): break along a line, eat the part without the poison; a player
//! left with only the poison cannot move (Robin 1989).
//!
//! The game is Nim with the numbers of lines left of, right of, above and below the poisoned
//! square.

use super::nim;
use num_bigint::BigUint;

/// The four heaps for a bar of `rows` × `columns` with the poison in the given row and column,
/// counted from 0; `None` when the poison is outside.
pub fn heaps(rows: &BigUint, columns: &BigUint, row: &BigUint, column: &BigUint) -> Option<[BigUint; 4]> {
    (row < rows && column < columns)
        .then(|| [column.clone(), columns - column - 1u32, row.clone(), rows - row - 1u32])
}

/// The value; `None` when the poison is outside.
pub fn value(rows: &BigUint, columns: &BigUint, row: &BigUint, column: &BigUint) -> Option<BigUint> {
    heaps(rows, columns, row, column).map(|heaps| nim::value_big(&heaps))
}
