//! a-Wythoff (T35): take from one heap, or k from one and l from the other with |k − l| < a.
//!
//! Lost positions (Holladay 1968; Fraenkel 1982, 1984), n = 0, 1, 2, …, with s = √(a² + 4):
//! * normal play: Aₙ = ⌊(n(2 − a) + ns)/2⌋, Bₙ = Aₙ + an;
//! * misère play, a ≥ 2: Aₙ = ⌊((a − 2)(1 − an) + (an + 1)s)/2a⌋, Bₙ = Aₙ + an + 1;
//! * misère play, a = 1: Wythoff's game, [`super::classic`].
//!
//! Trap: the pair for n = 0 is (0, 0) under normal and (0, 1) under misère play.

use super::classic;
use crate::convention::Convention;
use num_bigint::{BigInt, BigUint};
use num_integer::Integer;
use num_traits::{One, Zero};

/// a-Wythoff under one convention.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Holladay {
    /// At least 1.
    a: BigUint,
    convention: Convention,
}

impl Holladay {
    /// The game in which the two amounts differ by less than `a`; `None` for 0.
    pub fn new(a: BigUint, convention: Convention) -> Option<Holladay> {
        (!a.is_zero()).then_some(Holladay { a, convention })
    }

    /// The lost position number n as (smaller, larger).
    ///
    /// For misère Wythoff, a = 1, the pairs are those of normal play, except (0, 1) for n = 0 and
    /// (2, 2) for n = 1.
    pub fn pair(&self, n: &BigUint) -> (BigUint, BigUint) {
        let two = BigUint::from(2u32);
        match self.convention {
            Convention::Misere if self.a.is_one() && n.is_zero() => (BigUint::zero(), BigUint::one()),
            Convention::Misere if self.a.is_one() && n.is_one() => (two.clone(), two),
            Convention::Misere if !self.a.is_one() => {
                let low = self.misere_lower(n);
                let high = &low + &self.a * n + 1u32;
                (low, high)
            }
            _ => {
                let low = self.normal_lower(n);
                let high = &low + &self.a * n;
                (low, high)
            }
        }
    }

    /// ⌊(n(2 − a) + n√(a² + 4))/2⌋. The irrational root may be rounded down first, since all else in
    /// the numerator is an integer.
    fn normal_lower(&self, n: &BigUint) -> BigUint {
        let root = (n * n * (&self.a * &self.a + 4u32)).sqrt();
        ((n * 2u32 + root) - n * &self.a) >> 1u32
    }

    /// ⌊((a − 2)(1 − an) + (an + 1)√(a² + 4))/2a⌋, for a ≥ 2.
    fn misere_lower(&self, n: &BigUint) -> BigUint {
        let step = &self.a * n + 1u32;
        let root = (&step * &step * (&self.a * &self.a + 4u32)).sqrt();
        // (a − 2)(1 − an) = (a − 2)(2 − step), and root ≥ a·step outweighs the subtracted amount.
        let a_less_two = &self.a - 2u32;
        (root + &a_less_two * 2u32 - a_less_two * step) / (&self.a * 2u32)
    }

    /// Whether the player to move loses.
    pub fn losing(&self, x: &BigUint, y: &BigUint) -> bool {
        self.partner(x).as_ref() == Some(y)
    }

    /// The one heap that makes a lost position together with a heap of `x`; never `None`, since the
    /// two sequences use every natural.
    ///
    /// Aₙ and Bₙ grow like nα and nβ with α = (2 − a + s)/2 and β = α + a up to a bounded error, so the
    /// number of the pair is next to x/α or x/β.
    pub fn partner(&self, x: &BigUint) -> Option<BigUint> {
        if self.a.is_one() {
            return Some(classic::partner(x, self.convention));
        }
        // 1/α = (s + a − 2)/2a and 1/β = (a + 2 − s)/2a.
        let root = BigInt::from((x * x * (&self.a * &self.a + 4u32)).sqrt());
        let (a, x_signed) = (BigInt::from(self.a.clone()), BigInt::from(x.clone()));
        let over_alpha = (&root + &x_signed * (&a - 2i32)).div_floor(&(&a * 2i32));
        let over_beta = (&x_signed * (&a + 2i32) - &root).div_floor(&(&a * 2i32));
        let as_lower = near(&over_alpha).map(|n| self.pair(&n)).find(|(low, _)| low == x);
        as_lower.map(|(_, high)| high).or_else(|| {
            near(&over_beta).map(|n| self.pair(&n)).find(|(_, high)| high == x).map(|(low, _)| low)
        })
    }

    /// Every winning move from (x, y), as the position moved to; none when (x, y) is lost.
    ///
    /// A move in both heaps changes the difference d by less than a, so that the pairs it can reach
    /// have numbers next to d/a.
    pub fn winning_moves(&self, x: &BigUint, y: &BigUint) -> Vec<(BigUint, BigUint)> {
        let mut moves = Vec::new();
        let difference = if x <= y { y - x } else { x - y };
        for n in near(&BigInt::from(&difference / &self.a)) {
            let (low, high) = self.pair(&n);
            if self.in_step(x, y, &low, &high) {
                moves.push((low.clone(), high.clone()));
            }
            if low != high && self.in_step(x, y, &high, &low) {
                moves.push((high, low));
            }
        }
        moves.extend(self.partner(x).filter(|left| left < y).map(|left| (x.clone(), left)));
        moves.extend(self.partner(y).filter(|left| left < x).map(|left| (left, y.clone())));
        moves
    }

    /// Whether one move in both heaps leads from (x, y) to (u, v).
    fn in_step(&self, x: &BigUint, y: &BigUint, u: &BigUint, v: &BigUint) -> bool {
        if u >= x || v >= y {
            return false;
        }
        let (k, l) = (x - u, y - v);
        if k >= l { k - l < self.a } else { l - k < self.a }
    }
}

/// Whether the player to move loses under normal play with heaps of 64 bits; false for a = 0.
/// Computes without big integers.
///
/// With n = (y − x)/a, the condition Aₙ = x reads x(y − 2n) ≤ n(y − x) < (x + 1)(y + 1 − 2n).
pub fn losing(a: u64, x: u64, y: u64) -> bool {
    let (x, y) = (x.min(y), x.max(y));
    if a == 0 || !(y - x).is_multiple_of(a) {
        return false;
    }
    let n = u128::from((y - x) / a);
    let (x, y) = (u128::from(x), u128::from(y));
    let middle = n * (y - x);
    let not_above = y < 2 * n || x.checked_mul(y - 2 * n).is_some_and(|product| product <= middle);
    // The factors of the last product are at most 2⁶⁴; if it does not fit it is greater.
    let below = y + 1 > 2 * n && (x + 1).checked_mul(y + 1 - 2 * n).is_none_or(|product| product > middle);
    not_above && below
}

/// The naturals within two of `center`.
fn near(center: &BigInt) -> impl Iterator<Item = BigUint> {
    let center = center.clone();
    (-2i32..=2).filter_map(move |offset| (&center + offset).to_biguint())
}
