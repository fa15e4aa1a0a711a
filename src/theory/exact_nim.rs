//! Exact k-Nim (T33): a move lowers exactly k heaps, each by at least 1.
//!
//! Let Tetris(x) be the greatest number of rounds "take one from each of the k greatest heaps". With
//! n heaps: if 2k > n the value is Tetris(x). If n = 2k, k ≥ 2, let m be the least heap,
//! u = Tetris(x), y = Tetris(x − m) + 1 and C = y(y − 1)/2: the value is u when m ≤ C, else
//! C + ((m − C − 1) mod y) (Boros, Gurvich, Ho, Makino and Mursic 2018). For 2k < n nothing is
//! known; k = 1 is Nim.
//!
//! Hence a position is lost exactly when fewer than k heaps exceed the least heap, if n = 2k, or when
//! fewer than k heaps are not empty, if n < 2k.

use super::{moore, nim};
use num_bigint::BigUint;
use num_traits::Zero;

/// How many rounds of "one from each of the `k` greatest heaps" there are; `None` for k = 0.
///
/// T rounds can be played ⇔ Σ min(xᵢ, T) ≥ kT, that is ⇔ for each j < k the heaps other than the j
/// greatest hold at least (k − j)T together.
pub fn tetris(k: usize, heaps: &[BigUint]) -> Option<BigUint> {
    if k > heaps.len() {
        return Some(BigUint::zero());
    }
    let mut descending = heaps.to_vec();
    descending.sort_unstable_by(|a, b| b.cmp(a));
    let mut held: BigUint = descending.iter().sum();
    let mut least = None;
    for (j, heap) in descending.iter().take(k).enumerate() {
        let rounds = &held / (k - j);
        least = Some(least.map_or_else(|| rounds.clone(), |other: BigUint| other.min(rounds.clone())));
        held -= heap;
    }
    least
}

/// The value under normal play for k ≤ 1 or at most 2k heaps; `None` otherwise. For k = 0 there are no
/// moves.
pub fn value(k: usize, heaps: &[BigUint]) -> Option<BigUint> {
    match k {
        0 => return Some(BigUint::zero()),
        1 => return Some(nim::value_big(heaps)),
        _ => {}
    }
    if heaps.len().div_ceil(2) > k {
        return None;
    }
    let rounds = tetris(k, heaps)?;
    if heaps.len() / 2 < k {
        return Some(rounds);
    }
    let least = heaps.iter().min()?;
    let above: Vec<BigUint> = heaps.iter().map(|heap| heap - least).collect();
    let y = tetris(k, &above)? + 1u32;
    Some(moore::jenkyns_mayberry(least, rounds, y))
}

/// Whether the player to move loses under normal play; `None` where it is not known.
pub fn losing(k: usize, heaps: &[BigUint]) -> Option<bool> {
    value(k, heaps).map(|value| value.is_zero())
}

/// A winning move under normal play for 2 ≤ k and at most 2k heaps, as pairs of the index of a heap
/// and its new size: lower the k greatest heaps to the least heap of 2k heaps, or to nothing if
/// there are fewer than 2k heaps. `None` if the position is lost, or for other k and heaps.
pub fn winning_move(k: usize, heaps: &[BigUint]) -> Option<Vec<(usize, BigUint)>> {
    if k < 2 || losing(k, heaps)? {
        return None;
    }
    let floor = if heaps.len() / 2 == k { heaps.iter().min()?.clone() } else { BigUint::zero() };
    let mut places: Vec<usize> = (0..heaps.len()).collect();
    places.sort_by(|a, b| heaps[*b].cmp(&heaps[*a]));
    Some(places.into_iter().take(k).map(|place| (place, floor.clone())).collect())
}
