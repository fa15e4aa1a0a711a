//! Finds an order in which positions can be swept so that every move leads to an earlier position.
//!
//! The order is lexicographic, coordinate by coordinate, if every move lowers the first coordinate
//! that it changes. Otherwise it is by levels: positive weights such that every move lowers the
//! weighted sum of the coordinates.

/// An order in which a box is swept.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Order {
    /// The coordinates from the slowest to the fastest.
    Coordinates(Vec<usize>),
    /// By the weighted sum of the coordinates, which every move lowers. The sum is the *level* of a
    /// position.
    Levels {
        /// The weight of each coordinate; all positive.
        weights: Vec<i64>,
        /// The coordinates: first the one that the level determines from the others, last the
        /// fastest.
        coordinates: Vec<usize>,
    },
}

/// Which coordinate is made the slowest if several could be.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Slowest {
    /// The shortest coordinate, so that there are few long rows.
    Shortest,
    /// The longest coordinate, so that rolling storage takes the least memory.
    Longest,
}

/// An order for moves that subtract multiples of these vectors; `None` if none is found.
pub(super) fn find(vectors: &[Vec<i64>], sizes: &[i64], slowest: Slowest) -> Option<Order> {
    let by_coordinates = coordinates(vectors, sizes, slowest).map(Order::Coordinates);
    by_coordinates.or_else(|| {
        let weights = weights(vectors, sizes)?;
        let mut coordinates: Vec<usize> = (0..sizes.len()).collect();
        coordinates.sort_by_key(|&coordinate| (weights[coordinate], sizes[coordinate]));
        coordinates[1..].sort_by_key(|&coordinate| sizes[coordinate]);
        (sizes.len() > 1).then_some(Order::Levels { weights, coordinates })
    })
}

/// A lexicographic order, found greedily: the next coordinate is one that no undecided move raises,
/// and the moves that lower this coordinate are then decided. The choice never has to be undone,
/// because it only decides more moves. `None` if there is no such order.
fn coordinates(vectors: &[Vec<i64>], sizes: &[i64], slowest: Slowest) -> Option<Vec<usize>> {
    let mut left: Vec<usize> = (0..sizes.len()).collect();
    left.sort_by_key(|&coordinate| sizes[coordinate]);
    if slowest == Slowest::Longest {
        left.reverse();
    }
    let mut undecided: Vec<&Vec<i64>> = vectors.iter().collect();
    let mut order = Vec::new();
    while !left.is_empty() {
        let place = left.iter().position(|&next| undecided.iter().all(|vector| vector[next] >= 0))?;
        let next = left.remove(place);
        undecided.retain(|vector| vector[next] == 0);
        order.push(next);
    }
    undecided.is_empty().then_some(order)
}

/// Positive weights whose weighted sum every move lowers: small weights if there are any, otherwise
/// those that the perceptron rule finds; `None` if it finds none.
pub(super) fn weights(vectors: &[Vec<i64>], sizes: &[i64]) -> Option<Vec<i64>> {
    let small = small_weights(sizes.len(), 1).filter(|weights| all_lower(vectors, weights));
    let extent = |weights: &Vec<i64>| weights.iter().zip(sizes).map(|(w, n)| w * n).sum::<i64>();
    small.min_by_key(extent).or_else(|| perceptron(vectors, sizes.len()))
}

fn all_lower(vectors: &[Vec<i64>], weights: &[i64]) -> bool {
    vectors.iter().all(|vector| weigh(vector, weights) > 0)
}

/// The weighted sum of the coordinates of a vector.
pub(super) fn weigh(vector: &[i64], weights: &[i64]) -> i128 {
    vector.iter().zip(weights).map(|(&x, &weight)| i128::from(x) * i128::from(weight)).sum()
}

/// All weights from `least` up to a bound that keeps their number small; none for many coordinates.
pub(super) fn small_weights(dimension: usize, least: i64) -> impl Iterator<Item = Vec<i64>> {
    let choices: i64 = match dimension {
        0..=3 => 9,
        4..=5 => 5,
        6..=8 => 3,
        _ => 0,
    };
    let count = choices.pow(dimension as u32);
    (0..count).map(move |mut number| {
        let digits = (0..dimension).map(|_| {
            let digit = number % choices;
            number /= choices;
            least + digit
        });
        digits.collect()
    })
}

/// Adds to the weights each vector whose weighted sum is not positive, and 1 to each weight that is
/// not positive, until no vector and no weight needs it. If suitable weights exist, this finds some
/// after finitely many steps; it gives up, with `None`, after `STEPS` steps.
fn perceptron(vectors: &[Vec<i64>], dimension: usize) -> Option<Vec<i64>> {
    const STEPS: usize = 20_000;
    let mut weights = vec![1i64; dimension];
    for _ in 0..STEPS {
        if let Some(weight) = weights.iter_mut().find(|weight| **weight <= 0) {
            *weight += 1;
            continue;
        }
        let Some(wrong) = vectors.iter().find(|vector| weigh(vector, &weights) <= 0) else {
            return Some(weights);
        };
        for (weight, &x) in weights.iter_mut().zip(wrong) {
            *weight = weight.checked_add(x)?;
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_longest_coordinate_is_the_fastest_or_the_slowest() {
        let queen = [vec![1, 0], vec![0, 1], vec![1, 1]];
        let order = |slowest| find(&queen, &[7, 90], slowest);
        assert_eq!(order(Slowest::Shortest), Some(Order::Coordinates(vec![0, 1])));
        assert_eq!(order(Slowest::Longest), Some(Order::Coordinates(vec![1, 0])));
    }

    #[test]
    fn a_move_that_raises_a_coordinate_makes_another_slower() {
        let moves = [vec![1, -3, 0], vec![0, 2, -1], vec![0, 0, 5]];
        assert_eq!(find(&moves, &[9, 9, 2], Slowest::Shortest), Some(Order::Coordinates(vec![0, 1, 2])));
    }

    #[test]
    fn the_knight_needs_levels() {
        let knight = [vec![2, 1], vec![1, 2], vec![-1, 2], vec![2, -1]];
        let order = find(&knight, &[8, 8], Slowest::Shortest).unwrap();
        assert_eq!(order, Order::Levels { weights: vec![1, 1], coordinates: vec![0, 1] });
    }

    #[test]
    fn steep_weights_are_found_and_cycles_refused() {
        // w·(3, −2) > 0 and w·(−4, 3) > 0 leave only slopes between 4/3 and 3/2.
        let steep = [vec![3, -2], vec![-4, 3]];
        assert!(matches!(find(&steep, &[9, 9], Slowest::Shortest), Some(Order::Levels { weights, .. })
            if 3 * weights[0] > 2 * weights[1] && 3 * weights[1] > 4 * weights[0]));
        let steeper = [vec![40, -39], vec![-40, 41]];
        let weights = weights(&steeper, &[99, 99]).unwrap();
        assert!(all_lower(&steeper, &weights));
        assert_eq!(find(&[vec![1, -1], vec![-1, 1]], &[9, 9], Slowest::Shortest), None);
        assert_eq!(find(&[vec![0, 0]], &[9, 9], Slowest::Shortest), None);
        assert_eq!(find(&[vec![-1]], &[9], Slowest::Shortest), None);
    }
}
