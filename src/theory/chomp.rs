//! Chomp (T88): rows of squares of non-increasing lengths; a bite takes a square with all squares in equal or
//! later rows and columns; the player who takes the first square loses. (Schuh 1952; Gale 1974.) So the first
//! square is never taken, and a player left with it alone cannot move.
//!
//! * Every rectangle but 1 × 1 is won: if biting the last square does not win, the answer to it does as
//!   a first bite (more generally on every partial order with a greatest element).
//! * Two rows (a, b): lost ⇔ b = a − 1.
//! * A row with a column (a, 1, …, 1): lost ⇔ both arms are equally long.
//! * A square of n ≥ 2 rows is won by biting in row 2, column 2.
//!
//! For three rows and more there are only tables.

use num_bigint::BigUint;
use num_traits::{One, Zero};

/// Whether the player to move loses, by the rows in order; `None` where it is not known, or when the
/// rows grow or there is no square.
pub fn losing(rows: &[BigUint]) -> Option<bool> {
    let rows = filled(rows)?;
    let first = rows.first()?;
    if rows.len() == 1 {
        return Some(first.is_one());
    }
    if rows.len() == 2 {
        return Some(*first == &rows[1] + 1u32);
    }
    if rows[1].is_one() {
        // Compares both arms without the first square.
        return Some(first - 1u32 == BigUint::from(rows.len() - 1));
    }
    // A rectangle is won; for other shapes nothing is known.
    (rows.last() == Some(first)).then_some(false)
}

/// A winning bite as row and column, counted from 0; `None` where none is known.
pub fn winning_bite(rows: &[BigUint]) -> Option<(usize, BigUint)> {
    if losing(rows)? {
        return None;
    }
    let rows = filled(rows)?;
    let first = rows.first()?;
    let (zero, one) = (BigUint::zero(), BigUint::one());
    if rows.len() == 1 {
        return Some((0, one));
    }
    let arm = BigUint::from(rows.len() - 1);
    if rows.len() > 2 && !rows[1].is_one() {
        return (*first == BigUint::from(rows.len())).then_some((1, one));
    }
    if rows.len() == 2 {
        // If the rows are equal, the last square; otherwise the first row after one more than the second.
        return Some(if *first == rows[1] { (1, first - 1u32) } else { (0, &rows[1] + 1u32) });
    }
    if first - 1u32 > arm {
        return Some((0, arm + 1u32));
    }
    // The column is longer than the row: leave as many rows as the row has squares.
    let keep = usize::try_from(first).ok()?;
    Some((keep, zero))
}

/// The rows that are not empty; `None` when rows grow.
fn filled(rows: &[BigUint]) -> Option<&[BigUint]> {
    let grows = rows.windows(2).any(|pair| pair[0] < pair[1]);
    let count = rows.iter().take_while(|row| !row.is_zero()).count();
    (!grows).then(|| &rows[..count])
}
