//! Welter's game (T49): coins on different squares 0, 1, 2, …; a move puts one coin on a lower free
//! square, jumping allowed.
//!
//! The value is the nim-sum of the squares and of 2^(v + 1) − 1 for every pair of coins, where 2ᵛ is the
//! greatest power of 2 that divides the difference of the pair (Sprague 1948; Welter 1954; Conway 1976).
//!
//! Here the squares stand in a binary tree by their digits, the lowest first. Two squares part at depth
//! v, so the pairs are counted (only their parity matters) where the paths part; and for a coin that
//! moves, the number of other coins below a node decides the digits of the square that gives a wanted
//! value, the lowest first, because digit k of the value depends on the digits up to k only.

use num_bigint::BigUint;
use num_traits::Zero;

/// The coins of a position, by the digits of their squares.
#[derive(Clone, Debug)]
pub struct Welter {
    squares: Vec<BigUint>,
    /// The children of each node of the tree, for digit 0 and 1; 0 (the root) represents none.
    children: Vec<[usize; 2]>,
    /// How many coins are below each node.
    counts: Vec<usize>,
    /// The depth of the tree: one digit more than the greatest square has.
    digits: u64,
    value: BigUint,
}

impl Welter {
    /// How many bytes coins with these squares need at most.
    pub fn bytes_needed(squares: &[BigUint]) -> u128 {
        let digits = squares.iter().map(BigUint::bits).max().unwrap_or(0) + 1;
        (squares.len() as u128 * u128::from(digits) + 1) * 2 * 24
    }

    /// The position; `None` when two coins share a square.
    pub fn new(squares: Vec<BigUint>) -> Option<Welter> {
        let digits = squares.iter().map(BigUint::bits).max().unwrap_or(0) + 1;
        let mut welter = Welter {
            squares: Vec::new(),
            children: vec![[0, 0]],
            counts: vec![0],
            digits,
            value: BigUint::zero(),
        };
        for square in squares {
            welter.value ^= welter.contribution(&square)?;
            welter.insert(square);
        }
        Some(welter)
    }

    /// The value of the position.
    pub fn value(&self) -> &BigUint {
        &self.value
    }

    /// Every winning move as the index of a coin and its new square; none when the value is 0.
    pub fn winning_moves(&self) -> Vec<(usize, BigUint)> {
        self.moves_to(&BigUint::zero())
    }

    /// Every move to a position with the value `target`, as the index of a coin and its new square.
    /// A coin has at most one such move.
    pub fn moves_to(&self, target: &BigUint) -> Vec<(usize, BigUint)> {
        let place_and_square = |(place, from): (usize, &BigUint)| {
            let to = self.square_for(from, target);
            (to < *from).then_some((place, to))
        };
        self.squares.iter().enumerate().filter_map(place_and_square).collect()
    }

    /// The contribution of a coin on `square` to the value of the coins in the tree; `None` if the square is
    /// taken.
    ///
    /// Each coin that parts from the square at digit v adds 2^(v + 1) − 1, that is, toggles the
    /// digits up to v: so digit k is toggled by every coin that agrees with the square in the
    /// digits below k.
    fn contribution(&self, square: &BigUint) -> Option<BigUint> {
        let mut added = square.clone();
        let mut node = Some(0);
        for digit in 0..self.digits {
            let below = node.map_or(0, |node| self.counts[node]);
            toggle(&mut added, digit, below % 2 == 1);
            node = node.and_then(|node| self.child(node, square.bit(digit)));
        }
        node.is_none().then_some(added)
    }

    /// The square to which the coin on `from` must go for a value of `target`.
    fn square_for(&self, from: &BigUint, target: &BigUint) -> BigUint {
        // The value is a constant plus what the coin contributes.
        let mut wanted = target ^ &self.value;
        let mut old = Some(0);
        let mut contributed = from.clone();
        for digit in 0..self.digits {
            let others = old.map_or(0, |node| self.counts[node] - 1);
            toggle(&mut contributed, digit, others % 2 == 1);
            old = old.and_then(|node| self.child(node, from.bit(digit)));
        }
        wanted ^= contributed;
        let mut square = BigUint::zero();
        let (mut node, mut shared) = (Some(0), true);
        for digit in 0..self.digits {
            let others = node.map_or(0, |node| self.counts[node] - usize::from(shared));
            let set = wanted.bit(digit) != (others % 2 == 1);
            square.set_bit(digit, set);
            shared &= set == from.bit(digit);
            node = node.and_then(|node| self.child(node, set));
        }
        // Higher digits of the wanted value come from the target alone: such a square is out of reach.
        if wanted.bits() > self.digits { wanted } else { square }
    }

    fn child(&self, node: usize, digit: bool) -> Option<usize> {
        Some(self.children[node][usize::from(digit)]).filter(|child| *child != 0)
    }

    fn insert(&mut self, square: BigUint) {
        let mut node = 0;
        self.counts[0] += 1;
        for digit in 0..self.digits {
            let side = usize::from(square.bit(digit));
            if self.children[node][side] == 0 {
                self.children[node][side] = self.children.len();
                self.children.push([0, 0]);
                self.counts.push(0);
            }
            node = self.children[node][side];
            self.counts[node] += 1;
        }
        self.squares.push(square);
    }
}

fn toggle(number: &mut BigUint, digit: u64, toggled: bool) {
    if toggled {
        number.set_bit(digit, !number.bit(digit));
    }
}
