//! (s, t)-Wythoff (T36): take from one heap, or k ≤ l from the two heaps with l − k < (s − 1)k + t.
//!
//! Lost positions: Aₙ is the least natural not among the earlier pairs, Bₙ = sAₙ + tn. There is a closed
//! form by square roots only for s = 1 (then it is t-Wythoff, [`super::holladay`]); for all s a
//! numeration system decides in polynomial time (Fraenkel 1998):
//!
//! Let u₀ = 1, u₁ = s + t, uᵢ₊₁ = (s + t − 1)uᵢ + s·uᵢ₋₁, and write naturals greedily to these places.
//! The Aₙ are the naturals whose representation ends in an even number of zeros, and Bₙ is Aₙ with one
//! zero written behind.

use num_bigint::{BigInt, BigUint};
use num_integer::Integer;
use num_traits::{One, Zero};
use std::cmp::Ordering;

/// (s, t)-Wythoff under normal play.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Numeration {
    /// At least 1.
    s: BigUint,
    /// At least 1.
    t: BigUint,
}

impl Numeration {
    /// The game with these parameters; `None` when one of them is 0.
    pub fn new(s: BigUint, t: BigUint) -> Option<Numeration> {
        (!s.is_zero() && !t.is_zero()).then_some(Numeration { s, t })
    }

    /// Whether the player to move loses.
    pub fn losing(&self, x: &BigUint, y: &BigUint) -> bool {
        self.partner(x) == *y
    }

    /// The one heap that makes a lost position together with a heap of `x`: its digits moved up by one
    /// place when they end in an even number of zeros, else moved down.
    pub fn partner(&self, x: &BigUint) -> BigUint {
        let places = self.places(x);
        let digits = digits(x, &places);
        let zeros = digits.iter().take_while(|digit| digit.is_zero()).count();
        if x.is_zero() {
            return BigUint::zero();
        }
        let shifted = if zeros.is_even() { &places[1..] } else { &places[..] };
        let digits = if zeros.is_even() { &digits[..] } else { &digits[1..] };
        digits.iter().zip(shifted).map(|(digit, place)| digit * place).sum()
    }

    /// The lost position number n as (smaller, larger).
    ///
    /// Aₙ grows like nα with sα² = (s + 1 − t)α + t. The search begins at ⌊nα⌋, and each step moves
    /// by the difference between n and the number reached; since Aₙ₊₁ − Aₙ is 1 or 2, every step
    /// comes closer.
    pub fn pair(&self, n: &BigUint) -> (BigUint, BigUint) {
        let (s, t) = (BigInt::from(self.s.clone()), BigInt::from(self.t.clone()));
        let linear = &s + 1u32 - &t;
        let root = (BigInt::from(n * n) * (&linear * &linear + &s * &t * 4u32)).sqrt();
        let estimate = (linear * BigInt::from(n.clone()) + root).div_floor(&(s * 2u32));
        let mut low = estimate.to_biguint().unwrap_or_default();
        loop {
            let (number, is_lower) = self.number_of(&low);
            if is_lower && number == *n {
                let high = &low * &self.s + n * &self.t;
                return (low, high);
            }
            match number.cmp(n) {
                Ordering::Less => low += n - number,
                Ordering::Equal => low -= 1u32,
                Ordering::Greater => low -= number - n,
            }
        }
    }

    /// The n with x = Aₙ and true; or for x = Bₘ the greatest n with Aₙ < x, and false.
    fn number_of(&self, x: &BigUint) -> (BigUint, bool) {
        let partner = self.partner(x);
        if partner >= *x {
            return ((partner - x * &self.s) / &self.t, true);
        }
        let m = (x - partner * &self.s) / &self.t;
        // m of the naturals from 1 to x are larger heaps.
        (x - m, false)
    }

    /// One winning move from (x, y), as the position moved to; `None` when (x, y) is lost.
    ///
    /// If no move in one heap wins, the smaller heap x is an Aₙ and y < Bₙ = sx + tn. Then (0, 0) is
    /// within reach when y < sx + t, and else the pair number ⌊(y − sx)/t⌋.
    pub fn winning_move(&self, x: &BigUint, y: &BigUint) -> Option<(BigUint, BigUint)> {
        if x > y {
            return self.winning_move(y, x).map(|(u, v)| (v, u));
        }
        let (for_x, for_y) = (self.partner(x), self.partner(y));
        if for_x == *y {
            return None;
        }
        if for_x < *y {
            return Some((x.clone(), for_x));
        }
        if for_y < *x {
            return Some((for_y, y.clone()));
        }
        let multiple = x * &self.s;
        let number = if *y < multiple { BigUint::zero() } else { (y - multiple) / &self.t };
        Some(self.pair(&number))
    }

    /// The digits of `x`, the lowest first, without zeros above the highest.
    pub fn digits(&self, x: &BigUint) -> Vec<BigUint> {
        digits(x, &self.places(x))
    }

    /// The places u₀, u₁, … not above `x`, and two more.
    fn places(&self, x: &BigUint) -> Vec<BigUint> {
        let (mut this, mut next) = (BigUint::one(), &self.s + &self.t);
        let mut places = Vec::new();
        while this <= *x {
            let after = (&self.s + &self.t - 1u32) * &next + &self.s * &this;
            places.push(std::mem::replace(&mut this, std::mem::replace(&mut next, after)));
        }
        places.extend([this, next]);
        places
    }
}

/// Greedy digits of `x`, the lowest first; the last two places exceed `x` and get no digit.
fn digits(x: &BigUint, places: &[BigUint]) -> Vec<BigUint> {
    let mut rest = x.clone();
    let used = &places[..places.len() - 2];
    let mut digits = vec![BigUint::zero(); used.len()];
    for (digit, place) in digits.iter_mut().zip(used).rev() {
        let (quotient, remainder) = rest.div_rem(place);
        *digit = quotient;
        rest = remainder;
    }
    digits
}
