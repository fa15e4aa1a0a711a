//! Moore's Nim (T32): a move lowers at least one and at most k heaps, each by any amount.
//!
//! * Lost under normal play ⇔ every binary column has a number of ones divisible by k + 1 (Moore 1910).
//! * Misère play: if no heap exceeds 1, lost ⇔ the number of ones is 1 modulo k + 1; else as under
//!   normal play.
//! * Values are known for few heaps only: the sum of the heaps when at most k are not empty; and for
//!   exactly k + 1 heaps, k ≥ 2, with least heap m and y = Σ(xᵢ − m) + 1, C = y(y − 1)/2: the sum of the
//!   heaps when m ≤ C, else C + ((m − C − 1) mod y) (Jenkyns and Mayberry 1980).
//!
//! Traps: the column counts read in base k + 1 are *not* a value, so with more heaps this rule says
//! nothing about sums; the formula for k + 1 heaps is false for k = 1, which is Nim; bounding the
//! amounts makes the rule false (k = 2, at most 3 from a heap, (1, 1, 1, 4) is won).

use super::convention::Convention;
use super::nim;
use num_bigint::BigUint;
use num_traits::{One, Zero};

/// Whether the player to move loses when up to `k` heaps may be lowered.
pub fn losing(k: u64, heaps: &[u64], convention: Convention) -> bool {
    let mut counts = ColumnCounts::default();
    for heap in heaps {
        counts.add(0, *heap);
    }
    let at_most_one = heaps.iter().all(|heap| *heap <= 1);
    outcome(k, &counts, at_most_one, convention)
}

/// [`losing`] for heaps of any size.
pub fn losing_big(k: u64, heaps: &[BigUint], convention: Convention) -> bool {
    let mut counts = ColumnCounts::default();
    for heap in heaps {
        for (place, word) in heap.iter_u64_digits().enumerate() {
            counts.add(place, word);
        }
    }
    let at_most_one = heaps.iter().all(|heap| *heap <= BigUint::one());
    outcome(k, &counts, at_most_one, convention)
}

fn outcome(k: u64, counts: &ColumnCounts, at_most_one: bool, convention: Convention) -> bool {
    match convention {
        Convention::Misere if k == 0 => false,
        Convention::Misere if at_most_one => modulo(counts.first(), k) == 1,
        _ => counts.all_divisible(k),
    }
}

/// `count` modulo k + 1. There are fewer heaps than 2⁶⁴.
fn modulo(count: u64, k: u64) -> u64 {
    k.checked_add(1).map_or(count, |period| count % period)
}

/// How many ones each binary column holds, for any number of heaps, in vertical form: plane j of a word
/// place holds bit j of the counts of its 64 columns. Adding a word then costs two operations on
/// average, since a carry goes on half as often at each plane.
#[derive(Default)]
struct ColumnCounts {
    planes: Vec<Vec<u64>>,
}

impl ColumnCounts {
    fn add(&mut self, place: usize, word: u64) {
        if self.planes.len() <= place {
            self.planes.resize(place + 1, Vec::new());
        }
        let planes = &mut self.planes[place];
        let mut carry = word;
        for plane in planes.iter_mut() {
            (*plane, carry) = (*plane ^ carry, *plane & carry);
            if carry == 0 {
                return;
            }
        }
        if carry != 0 {
            planes.push(carry);
        }
    }

    /// The count of column `bit` of word place `planes`.
    fn count(planes: &[u64], bit: usize) -> u64 {
        planes.iter().rev().fold(0, |count, plane| count << 1 | plane >> bit & 1)
    }

    /// The count of the lowest column.
    fn first(&self) -> u64 {
        self.planes.first().map_or(0, |planes| ColumnCounts::count(planes, 0))
    }

    fn all_divisible(&self, k: u64) -> bool {
        self.planes.iter().all(|planes| (0..64).all(|bit| modulo(ColumnCounts::count(planes, bit), k) == 0))
    }
}

/// A winning move as pairs of the index of a heap and its new size; `None` if there is none.
///
/// Column by column from the highest: heaps that were lowered in a higher column are free from then on.
/// If r ones too many (modulo k + 1) stand in the fixed heaps, either the free heaps can supply the
/// k + 1 − r ones that lack, or r heaps with a one are lowered here, which keeps the number of lowered
/// heaps at most k.
pub fn winning_move(k: u64, heaps: &[BigUint], convention: Convention) -> Option<Vec<(usize, BigUint)>> {
    if k == 0 || heaps.iter().all(BigUint::is_zero) || losing_big(k, heaps, convention) {
        return None;
    }
    let normal = balancing_move(k, heaps);
    if convention == Convention::Normal {
        return Some(normal);
    }
    let mut after = heaps.to_vec();
    for (place, left) in &normal {
        after[*place] = left.clone();
    }
    // The balancing move serves misère play while some heap stays above 1.
    if after.iter().any(|heap| *heap > BigUint::one()) {
        Some(normal)
    } else {
        Some(last_phase_move(k, heaps))
    }
}

/// The move that makes every column divisible by k + 1; empty when all columns are divisible
/// already.
fn balancing_move(k: u64, heaps: &[BigUint]) -> Vec<(usize, BigUint)> {
    let mut free: Vec<(usize, BigUint)> = Vec::new();
    let mut is_free = vec![false; heaps.len()];
    let columns = heaps.iter().map(BigUint::bits).max().unwrap_or(0);
    for bit in (0..columns).rev() {
        let ones: Vec<usize> =
            (0..heaps.len()).filter(|place| !is_free[*place] && heaps[*place].bit(bit)).collect();
        let excess = modulo(ones.len() as u64, k);
        let lacking = if excess == 0 { 0 } else { k - excess + 1 };
        if lacking <= free.len() as u64 {
            for (_, left) in free.iter_mut().take(lacking as usize) {
                left.set_bit(bit, true);
            }
        } else {
            for place in ones.into_iter().take(excess as usize) {
                is_free[place] = true;
                free.push((place, heaps[place].clone() >> (bit + 1) << (bit + 1)));
            }
        }
    }
    free
}

/// The misère move when at most k heaps exceed 1 and none of them needs to stay above 1: leave
/// heaps of 0 and 1 only, with a number of ones that is 1 modulo k + 1. With b heaps above 1 and o
/// ones, every number of ones from max(0, o − (k − b)) to o + b can be left.
fn last_phase_move(k: u64, heaps: &[BigUint]) -> Vec<(usize, BigUint)> {
    let above: Vec<usize> = (0..heaps.len()).filter(|place| heaps[*place] > BigUint::one()).collect();
    let ones: Vec<usize> = (0..heaps.len()).filter(|place| heaps[*place].is_one()).collect();
    let (b, o) = (above.len() as u64, ones.len() as u64);
    let least = o.saturating_sub(k.saturating_sub(b));
    // The least number from `least` on that is 1 modulo k + 1.
    let wanted = match modulo(least, k) {
        0 => least + 1,
        1 => least,
        above => (u128::from(least) + u128::from(k) + 2 - u128::from(above)).try_into().unwrap_or(1),
    };
    let kept = wanted.saturating_sub(o).min(b);
    let mut moves: Vec<(usize, BigUint)> = Vec::new();
    for (index, place) in above.into_iter().enumerate() {
        moves.push((place, BigUint::from(u32::from((index as u64) < kept))));
    }
    let removed = o.saturating_sub(wanted) as usize;
    moves.extend(ones.into_iter().take(removed).map(|place| (place, BigUint::zero())));
    moves
}

/// The value under normal play; `None` where it is not known. It is known for k ≤ 1, and if at most
/// k + 1 heaps are not empty.
pub fn value(k: u64, heaps: &[BigUint]) -> Option<BigUint> {
    if k == 0 {
        return Some(BigUint::zero());
    }
    if k == 1 {
        return Some(nim::value_big(heaps));
    }
    let filled: Vec<&BigUint> = heaps.iter().filter(|heap| !heap.is_zero()).collect();
    let total: BigUint = filled.iter().copied().sum();
    if filled.len() as u64 <= k {
        return Some(total);
    }
    let least = filled.iter().min().copied()?;
    let is_one_more = filled.len() as u64 - 1 == k;
    is_one_more.then(|| {
        let y = &total - least * filled.len() + 1u32;
        jenkyns_mayberry(least, total, y)
    })
}

/// `u` when m ≤ C = y(y − 1)/2, else C + ((m − C − 1) mod y).
pub(super) fn jenkyns_mayberry(m: &BigUint, u: BigUint, y: BigUint) -> BigUint {
    let c: BigUint = (&y * (&y - 1u32)) >> 1u32;
    if *m <= c { u } else { (m - &c - 1u32) % y + c }
}
