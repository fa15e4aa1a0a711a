//! Northcott's game (T47): each row has one coin of each player. A player moves one of their own
//! coins along its row, forwards or backwards, but never onto or past the other coin. A player who
//! cannot move loses.
//!
//! The player to move loses exactly when the nim-sum of the gaps is 0. A position can repeat only
//! if the winner allows it: a retreat is answered by advancing by the same amount, and the space
//! behind a coin is finite.
//!
//! Trap: if each player may move every coin, play can be infinite, and none of this holds.

use super::nim;
use num_bigint::BigUint;

/// The coins of one row.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Row {
    /// The square of the left player's coin.
    pub left: BigUint,
    /// The square of the right player's coin, greater than `left`.
    pub right: BigUint,
}

impl Row {
    /// How many squares are between the coins.
    pub fn gap(&self) -> BigUint {
        &self.right - &self.left - 1u32
    }
}

/// The nim-sum of the gaps.
pub fn sum(rows: &[Row]) -> BigUint {
    nim::value_big(&rows.iter().map(Row::gap).collect::<Vec<_>>())
}

/// The rows after each winning move, one that leaves the nim-sum 0: of the left player if `left`,
/// otherwise of the right player. Each row has `squares` squares.
pub fn winning(rows: &[Row], left: bool, squares: &BigUint) -> Vec<Vec<Row>> {
    let sum = sum(rows);
    let moved = |at: usize| {
        let row = &rows[at];
        let gap = row.gap() ^ &sum;
        let moved = if left {
            let room = &row.right - 1u32;
            (gap <= room).then(|| Row { left: room - &gap, right: row.right.clone() })?
        } else {
            let right = &row.left + &gap + 1u32;
            (right < *squares).then(|| Row { left: row.left.clone(), right })?
        };
        let mut all = rows.to_vec();
        all[at] = moved;
        (all[at] != rows[at]).then_some(all)
    };
    (0..rows.len()).filter_map(moved).collect()
}

#[cfg(test)]
mod tests {
    use super::{Row, sum, winning};
    use num_bigint::BigUint;

    fn row(left: u32, right: u32) -> Row {
        Row { left: BigUint::from(left), right: BigUint::from(right) }
    }

    #[test]
    fn gaps_are_heaps() {
        let rows = [row(0, 4), row(2, 5), row(1, 3)];
        assert_eq!(sum(&rows), BigUint::ZERO);
        assert_eq!(winning(&rows, true, &BigUint::from(8u32)), Vec::<Vec<Row>>::new());
        // Gaps of 3 and 1: to 1 and 1, or by a retreat to 3 and 3, for which the left coin has no room.
        let two = [row(0, 4), row(1, 3)];
        assert_eq!(winning(&two, true, &BigUint::from(8u32)), [vec![row(2, 4), row(1, 3)]]);
        let right = [vec![row(0, 2), row(1, 3)], vec![row(0, 4), row(1, 5)]];
        assert_eq!(winning(&two, false, &BigUint::from(8u32)), right);
        assert_eq!(winning(&two, false, &BigUint::from(5u32)), right[..1]);
    }
}
