//! Zeckendorf's representation: every natural is, in exactly one way, a sum of Fibonacci numbers 1, 2, 3, 5,
//! 8, …, no two of them neighbours (Lekkerkerker 1952, Zeckendorf 1972).
//!
//! The greedy choice finds it: the rest after the greatest Fibonacci number F not above n is less than the
//! Fibonacci number before F.

use num_bigint::BigUint;
use num_traits::{One, Zero};

/// The Fibonacci numbers 1, 2, 3, 5, … not above `limit`, ascending.
pub fn fibonacci_up_to(limit: &BigUint) -> Vec<BigUint> {
    let mut pair = Pair::first();
    let mut numbers = Vec::new();
    while pair.this <= *limit {
        numbers.push(pair.this.clone());
        pair.up();
    }
    numbers
}

/// The parts of `n`, greatest first; none for 0. Their memory grows with the square of the length of `n`.
pub fn parts(n: &BigUint) -> Vec<BigUint> {
    let mut parts = Vec::new();
    walk(n, |_, part| parts.push(part.clone()));
    parts
}

/// The places of the parts of `n` in 1, 2, 3, 5, …, counted from 0, greatest first.
pub fn places(n: &BigUint) -> Vec<usize> {
    let mut places = Vec::new();
    walk(n, |place, _| places.push(place));
    places
}

/// The least part of `n`; `None` for 0.
pub fn least_part(n: &BigUint) -> Option<BigUint> {
    let mut least = None;
    walk(n, |_, part| least = Some(part.clone()));
    least
}

/// How many zeros the representation ends in: the number of Fibonacci numbers below the least part;
/// `None` for 0.
pub fn trailing_zeros(n: &BigUint) -> Option<usize> {
    places(n).pop()
}

/// Calls `found` with each part and its place, greatest first.
fn walk(n: &BigUint, mut found: impl FnMut(usize, &BigUint)) {
    let mut pair = Pair::first();
    while pair.next <= *n {
        pair.up();
    }
    let mut rest = n.clone();
    while !rest.is_zero() {
        if pair.this <= rest {
            found(pair.place, &pair.this);
            rest -= &pair.this;
        }
        pair.down();
    }
}

/// Two successive numbers of 1, 2, 3, 5, …, from which one can go up and down without a list.
struct Pair {
    place: usize,
    this: BigUint,
    next: BigUint,
}

impl Pair {
    fn first() -> Pair {
        Pair { place: 0, this: BigUint::one(), next: BigUint::from(2u32) }
    }

    fn up(&mut self) {
        let after = &self.this + &self.next;
        self.this = std::mem::replace(&mut self.next, after);
        self.place += 1;
    }

    /// Steps down. Below the first number come 1 again and then 0, which are never used as parts.
    fn down(&mut self) {
        let before = &self.next - &self.this;
        self.next = std::mem::replace(&mut self.this, before);
        self.place = self.place.saturating_sub(1);
    }
}
