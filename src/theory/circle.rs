//! Coins in a circle (T85; HDU 3951): take 1 to k coins that are neighbours; a gap stays a gap.
//!
//! With n coins, none yet taken: for k = 1 the player to move wins ⇔ n is odd; for k ≥ 2 ⇔ 1 ≤ n ≤ k, since
//! else the second player cuts the rest into two equal rows. For k = 0 there are no moves.

use num_bigint::BigUint;
use num_traits::{One, Zero};

/// Whether the player to move loses.
pub fn losing(n: &BigUint, k: &BigUint) -> bool {
    if n.is_zero() || k.is_zero() {
        return true;
    }
    if k.is_one() { !n.bit(0) } else { n > k }
}

/// A winning number of coins to take; `None` when there is none.
pub fn winning_amount(n: &BigUint, k: &BigUint) -> Option<BigUint> {
    (!losing(n, k)).then(|| if k.is_one() { BigUint::one() } else { n.clone() })
}
