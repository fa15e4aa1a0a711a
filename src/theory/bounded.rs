//! One heap of n, from which a move takes at least l and at most r (T12, T13).
//!
//! * Normal play: the value is ⌊(n mod (l + r))/l⌋; for l = 1 (Bachet 1612) that is n mod (r + 1).
//!   The value of several heaps is the nim-sum, also with bounds that differ from heap to heap.
//! * One heap under misère play (whoever cannot move, n < l, wins): lost ⇔
//!   l ≤ n mod (l + r) ≤ min(2l, l + r) − 1.
//! * A different rule (HDU 2897): take p to q, but with at most p left all must be taken, and who takes
//!   the last loses: lost ⇔ 1 ≤ n mod (p + q) ≤ p.

use num_bigint::BigUint;
use num_traits::Zero;

/// Taking at least l and at most r, with 1 ≤ l ≤ r.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Range {
    l: BigUint,
    r: BigUint,
}

impl Range {
    /// Taking `l` to `r`; `None` unless 1 ≤ l ≤ r.
    pub fn new(l: BigUint, r: BigUint) -> Option<Range> {
        (!l.is_zero() && l <= r).then_some(Range { l, r })
    }

    /// The value of a heap under normal play.
    pub fn value(&self, n: &BigUint) -> BigUint {
        n % (&self.l + &self.r) / &self.l
    }

    /// The remainder of `n` modulo l + r, which explains the value.
    pub fn residue(&self, n: &BigUint) -> BigUint {
        n % (&self.l + &self.r)
    }

    /// Whether the player to move loses with one heap under misère play.
    pub fn losing_misere(&self, n: &BigUint) -> bool {
        let residue = self.residue(n);
        residue >= self.l && residue < &self.l * 2u32
    }

    /// The amounts that lead from `n` to a heap of value `target`, as at most two inclusive intervals.
    ///
    /// The heaps within reach are n − r to n − l. The heaps of value `target` form a block in every
    /// round of l + r, and two neighbouring rounds cover all heaps within reach.
    pub fn amounts_to(&self, n: &BigUint, target: &BigUint) -> Vec<(BigUint, BigUint)> {
        if *n < self.l {
            return Vec::new();
        }
        let (least, most) = (if *n < self.r { BigUint::zero() } else { n - &self.r }, n - &self.l);
        let round = &self.l + &self.r;
        let block = target * &self.l;
        if block >= round {
            return Vec::new();
        }
        let block_end = (&block + &self.l).min(round.clone()) - 1u32;
        let mut found = Vec::new();
        let mut start = &least / &round * &round;
        for _ in 0..2 {
            let from = (&start + &block).max(least.clone());
            let to = (&start + &block_end).min(most.clone());
            if from <= to {
                found.push((n - to, n - from));
            }
            start += &round;
        }
        found
    }
}

/// The value of a heap of machine size when `l` to `r` may be taken, 1 ≤ l ≤ r.
pub fn value(n: u64, l: u64, r: u64) -> u64 {
    match l.checked_add(r) {
        Some(round) if l > 0 => n % round / l,
        _ => n.checked_div(l).unwrap_or(0),
    }
}

/// HDU 2897: take `p` to `q`, all when at most `p` are left; whoever takes the last loses. `None` unless
/// 1 ≤ p ≤ q.
pub fn losing_when_all_must_go(n: &BigUint, p: &BigUint, q: &BigUint) -> Option<bool> {
    if p.is_zero() || p > q {
        return None;
    }
    let residue = n % (p + q);
    Some(!residue.is_zero() && residue <= *p)
}
