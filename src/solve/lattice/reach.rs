//! Finds the size of a box for a question about one position such that play from the position never
//! reaches the upper edges of the box.

use super::Move;
use super::order::{self, small_weights, weigh};

/// Sizes of a box that holds `position` and every position that can be reached from it on the
/// unbounded board; `None` if no such box is found. If no move raises a coordinate, the box is the
/// least one.
///
/// If no move raises the sum of the coordinates weighted by w ≥ 0, every reachable y has w·y ≤
/// w·position, so its coordinate j is at most w·position / w_j. For each coordinate the least of
/// the bounds by many weights is taken.
pub fn box_needed(moves: &[Move], position: &[u32]) -> Option<Vec<u64>> {
    let dimension = position.len();
    if moves.iter().any(|one| one.by.len() != dimension) {
        return None;
    }
    let vectors: Vec<Vec<i64>> = moves.iter().map(|one| one.by.clone()).collect();
    let position: Vec<i64> = position.iter().map(|&x| i64::from(x)).collect();
    let ones = vec![1; dimension];
    let unit = |j: usize| (0..dimension).map(|i| i64::from(i == j)).collect();
    let candidates =
        (0..dimension).map(unit).chain(order::weights(&vectors, &ones)).chain(small_weights(dimension, 0));
    let mut highest: Vec<Option<i128>> = vec![None; dimension];
    for weights in candidates.filter(|weights| vectors.iter().all(|vector| weigh(vector, weights) >= 0)) {
        let sum = weigh(&position, &weights);
        for (highest, &weight) in highest.iter_mut().zip(&weights) {
            if weight > 0 {
                let bound = sum / i128::from(weight);
                *highest = Some(highest.map_or(bound, |known| known.min(bound)));
            }
        }
    }
    highest.into_iter().map(|highest| u64::try_from(highest? + 1).ok()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn once(by: &[i64]) -> Move {
        Move { by: by.to_vec(), most: Some(1) }
    }

    #[test]
    fn moves_that_raise_nothing_need_only_the_position() {
        let queen = [vec![1, 0], vec![0, 1], vec![1, 1]].map(|by| Move { by, most: None });
        assert_eq!(box_needed(&queen, &[5, 9]), Some(vec![6, 10]));
        assert_eq!(box_needed(&[], &[5, 9]), Some(vec![6, 10]));
    }

    #[test]
    fn the_knight_from_a_corner_stays_near() {
        // From (0, 6) by (+1, −2): (1, 4), (2, 2), (3, 0): the first coordinate stays at most 3.
        let knight = [once(&[2, 1]), once(&[1, 2]), once(&[-1, 2]), once(&[2, -1])];
        assert_eq!(box_needed(&knight, &[0, 6]), Some(vec![4, 7]));
    }

    #[test]
    fn unbounded_play_has_no_box() {
        assert_eq!(box_needed(&[once(&[1, -1]), once(&[-1, 1]), once(&[0, -1])], &[3, 3]), None);
        assert_eq!(box_needed(&[once(&[1])], &[3, 3]), None);
    }
}
