//! The multiplication game (T24; UVa 847, POJ 2505): from 1, players in turn multiply by 2 to 9; who
//! first reaches at least n wins.
//!
//! The player to move at 1 wins ⇔ 18ᵏ < n ≤ 9·18ᵏ for some k ≥ 0. From p the game is that from 1 with
//! ⌈n/p⌉, since p·m ≥ n ⇔ m ≥ ⌈n/p⌉.

use num_bigint::BigUint;
use num_integer::Integer;
use num_traits::One;

/// Whether the player to move at `p` ≥ 1 loses; at p ≥ n the play is over and the other player has won.
pub fn losing(p: &BigUint, n: &BigUint) -> bool {
    if p >= n || p == &BigUint::default() {
        return true;
    }
    let goal = n.div_ceil(p);
    let mut power = BigUint::one();
    while &power * 18u32 < goal {
        power *= 18u32;
    }
    goal > power * 9u32
}

/// Every winning factor at `p` ≥ 1.
pub fn winning_factors(p: &BigUint, n: &BigUint) -> Vec<u32> {
    if p >= n {
        return Vec::new();
    }
    (2..=9).filter(|factor| losing(&(p * *factor), n)).collect()
}
