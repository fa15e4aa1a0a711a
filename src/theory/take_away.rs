//! One heap of n, in which the last move bounds the next: who wins (T25, T26).
//!
//! The player to move may take at most f(t) when t was taken last, f non-decreasing. Let H₁ = 1 and
//! Hₖ₊₁ = Hₖ + Hⱼ with the least j for which f(Hⱼ) ≥ Hₖ; if there is none, H ends. Write n greedily
//! as a sum of numbers of H. The least winning amount, were there no bound, is the smallest part;
//! with at most q to be taken the position is lost ⇔ q is less than the smallest part. If the first
//! move may take any amount but the whole heap, exactly the numbers of H are lost (Schwenk 1970;
//! Epp and Ferguson 1980).
//!
//! f(t) = 2t is Fibonacci Nim (Whinihan 1963), H the Fibonacci numbers and the parts Zeckendorf's; f(t)
//! = t gives the powers of 2. Traps: f of the heap size, f that decreases, and several heaps are other
//! games (several heaps of Fibonacci Nim are not a nim-sum).

use super::zeckendorf;
use num_bigint::BigUint;
use num_integer::Integer;
use num_traits::{One, Zero};

/// Fibonacci Nim with `n` left and at most `most` to take: whether the player to move loses.
pub fn fibonacci_losing(n: &BigUint, most: &BigUint) -> bool {
    zeckendorf::least_part(n).is_none_or(|part| *most < part)
}

/// Every winning amount in Fibonacci Nim, ascending.
pub fn fibonacci_winning_amounts(n: &BigUint, most: &BigUint) -> Vec<BigUint> {
    let parts: Vec<(BigUint, BigUint)> =
        zeckendorf::parts(n).into_iter().map(|part| (part, BigUint::one())).collect();
    winning_tails(&parts, most, &|amount| amount * 2u32)
}

/// A game in which the last move sets the bound of the next, for heaps up to `greatest`.
pub struct TakeAway<'f> {
    bound: &'f dyn Fn(&BigUint) -> BigUint,
    /// H₁, H₂, … ascending; the last is at least `greatest` unless H ends.
    numbers: Vec<BigUint>,
    /// Whether H ends with the last of `numbers`, which is then used as often as it fits.
    ends: bool,
    /// The greatest heap that can be decided.
    greatest: BigUint,
}

impl<'f> TakeAway<'f> {
    /// The game with the bound f, non-decreasing, for heaps up to `greatest`; `None` when more than
    /// `most_numbers` numbers of H would be needed (the faster f grows, the denser H is).
    pub fn new(
        bound: &'f dyn Fn(&BigUint) -> BigUint,
        greatest: BigUint,
        most_numbers: usize,
    ) -> Option<TakeAway<'f>> {
        let mut numbers = vec![BigUint::one()];
        let mut ends = false;
        let mut j = 0;
        while let Some(last) = numbers.last().filter(|last| **last < greatest) {
            if numbers.len() >= most_numbers {
                return None;
            }
            // The sequence ascends and f does not fall, so j only moves on.
            while j < numbers.len() && bound(&numbers[j]) < *last {
                j += 1;
            }
            let Some(step) = numbers.get(j) else {
                ends = true;
                break;
            };
            let next = last + step;
            numbers.push(next);
        }
        Some(TakeAway { bound, numbers, ends, greatest })
    }

    /// The numbers of H found, ascending.
    pub fn numbers(&self) -> &[BigUint] {
        &self.numbers
    }

    /// The greedy parts of `n` with how often each is used, greatest first; `None` for `n` above
    /// `greatest`.
    pub fn parts(&self, n: &BigUint) -> Option<Vec<(BigUint, BigUint)>> {
        if *n > self.greatest {
            return None;
        }
        let mut rest = n.clone();
        let mut parts = Vec::new();
        for number in self.numbers.iter().rev() {
            let (times, remainder) = rest.div_rem(number);
            if !times.is_zero() {
                parts.push((number.clone(), times));
                rest = remainder;
            }
        }
        Some(parts)
    }

    /// Whether the player to move loses with `n` left and at most `most` to take; `None` for `n`
    /// above `greatest`.
    pub fn losing(&self, n: &BigUint, most: &BigUint) -> Option<bool> {
        Some(self.parts(n)?.last().is_none_or(|(part, _)| most < part))
    }

    /// Every winning amount, ascending; `None` for `n` above `greatest`. If H ends and its last
    /// number is used several times, of the amounts that take some of these copies only those with
    /// one and with all of them are given.
    pub fn winning_amounts(&self, n: &BigUint, most: &BigUint) -> Option<Vec<BigUint>> {
        Some(winning_tails(&self.parts(n)?, most, self.bound))
    }

    /// Whether H ends, so that its last number is used as often as it fits.
    pub fn ends(&self) -> bool {
        self.ends
    }
}

/// The winning amounts: the sums t of the last parts for which f(t) is below the part before them.
///
/// All winning amounts are of this form: if n − t has smallest part Hₖ > f(t), then t is below the step
/// from Hₖ to the next number of H, so the greedy parts of n are those of n − t and then those of t.
fn winning_tails(
    parts: &[(BigUint, BigUint)],
    most: &BigUint,
    bound: &dyn Fn(&BigUint) -> BigUint,
) -> Vec<BigUint> {
    let mut amounts = Vec::new();
    let mut tail = BigUint::zero();
    for (index, (part, times)) in parts.iter().enumerate().rev() {
        let mut counts = vec![BigUint::one(), times.clone()];
        counts.dedup();
        for taken in counts {
            let amount = &tail + part * &taken;
            let before = if taken < *times { Some(part) } else { index.checked_sub(1).map(|i| &parts[i].0) };
            if amount <= *most && before.is_none_or(|before| bound(&amount) < *before) {
                amounts.push(amount);
            }
        }
        tail += part * times;
    }
    amounts
}
