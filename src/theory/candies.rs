//! Candy piles (T89; AtCoder AGC 002 E): eat the largest pile, or one candy of each pile; the player who eats
//! the last candy loses.
//!
//! The piles in descending order are a Young diagram, and a move goes one step right or up in it
//! from its corner; a place outside is won for the player to move. The outcome at (i, j) is that at
//! (i + 1, j + 1) whenever (i + 1, j + 1) is a cell. So follow the diagonal to its last cell: the
//! player to move wins ⇔ the number of cells above that cell or the number right of it is odd.

/// Whether the player to move loses; false if no candies are left. Piles without candies do not
/// count.
pub fn losing(piles: &[u64]) -> bool {
    losing_from(&sorted(piles), 0, 0)
}

/// Whether eating the largest pile wins, and whether eating one candy of each pile wins.
pub fn winning_moves(piles: &[u64]) -> (bool, bool) {
    let piles = sorted(piles);
    if piles.is_empty() {
        return (false, false);
    }
    (losing_from(&piles, 1, 0), losing_from(&piles, 0, 1))
}

fn sorted(piles: &[u64]) -> Vec<u64> {
    let mut piles: Vec<u64> = piles.iter().copied().filter(|pile| *pile > 0).collect();
    piles.sort_unstable_by(|a, b| b.cmp(a));
    piles
}

/// Whether the player to move loses when the largest `eaten` piles are gone and `taken` candies of each.
fn losing_from(piles: &[u64], eaten: usize, taken: u64) -> bool {
    let left = |place: usize| piles.get(eaten + place).map_or(0, |pile| pile.saturating_sub(taken));
    // The last cell of the diagonal: pile number i (from 0) has more than i candies.
    let diagonal = (0..piles.len()).take_while(|place| left(*place) > *place as u64).count();
    let Some(last) = diagonal.checked_sub(1) else { return false };
    let above = left(last) - last as u64 - 1;
    let right = (last + 1..piles.len()).take_while(|place| left(*place) > last as u64).count();
    above.is_multiple_of(2) && right.is_multiple_of(2)
}
