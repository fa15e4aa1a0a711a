//! Moore's Nim, with at most k heaps lowered in a move, and exact Nim, with exactly k: closed forms against the definition.

use super::definition::*;
use super::golden::{letter, numbers, parameter};
use gspec::theory::convention::Convention::{Misere, Normal};
use gspec::theory::{exact_nim, moore};
use num_bigint::BigUint;

pub fn answer(game: &str, quantity: &str) -> Option<String> {
    let (kind, heaps) = quantity.split_once(':')?;
    if let Some(k) = parameter(game, "exact-nim[k=") {
        let heaps = numbers(heaps);
        return (kind == "sg").then(|| exact_nim::value(k as usize, &bigs(&heaps)).unwrap().to_string());
    }
    let k = parameter(game, "moore-nim[k=")?;
    let heaps = numbers(heaps);
    match (kind, game.ends_with("]-misere"), game.contains("cap")) {
        ("sg", false, false) => Some(moore::value(k, &bigs(&heaps))?.to_string()),
        ("outcome", misere, false) => {
            Some(letter(moore::losing(k, &heaps, if misere { Misere } else { Normal })))
        }
        _ => None,
    }
}

/// The positions after a move that lowers `least` to `most` of the heaps, each by at least one; at least one heap is lowered.
fn options(heaps: &[u64], least: usize, most: usize) -> Vec<Vec<u64>> {
    let mut partial = vec![(Vec::new(), 0)];
    for heap in heaps {
        let extend = |(left, lowered): (Vec<u64>, usize)| {
            (0..=*heap).map(move |kept| {
                let mut longer = left.clone();
                longer.push(kept);
                (longer, lowered + usize::from(kept < *heap))
            })
        };
        partial = partial.into_iter().flat_map(extend).filter(|(_, lowered)| *lowered <= most).collect();
    }
    partial
        .into_iter()
        .filter(|(_, lowered)| (least.max(1)..=most).contains(lowered))
        .map(|(left, _)| left)
        .collect()
}

fn after(heaps: &[u64], moved: &[(usize, BigUint)]) -> Vec<u64> {
    let mut left = heaps.to_vec();
    for (place, kept) in moved {
        left[*place] = small(kept);
    }
    left
}

#[test]
fn agrees_with_the_definition() {
    for (k, length, most) in
        [(0, 2, 2), (1, 3, 4), (2, 3, 5), (2, 4, 4), (3, 4, 4), (2, 5, 2), (3, 5, 2), (4, 5, 2)]
    {
        let mut definition = Definition::new(|heaps: &Vec<u64>| options(heaps, 1, k));
        for heaps in vectors(length, most + 1) {
            for convention in [Normal, Misere] {
                let losing = definition.losing_under(&heaps, convention);
                assert_eq!(
                    moore::losing(k as u64, &heaps, convention),
                    losing,
                    "{k} {heaps:?} {convention:?}"
                );
                assert_eq!(moore::losing_big(k as u64, &bigs(&heaps), convention), losing);
                let found = moore::winning_move(k as u64, &bigs(&heaps), convention);
                let terminal = definition.options(&heaps).is_empty();
                assert_eq!(found.is_none(), losing || terminal, "{k} {heaps:?} {convention:?}");
                if let Some(moved) = found {
                    let left = after(&heaps, &moved);
                    assert!(definition.options(&heaps).contains(&left), "{k} {heaps:?} {left:?}");
                    assert!(
                        definition.losing_under(&left, convention),
                        "{k} {heaps:?} {left:?} {convention:?}"
                    );
                }
            }
            if let Some(value) = moore::value(k as u64, &bigs(&heaps)) {
                assert_eq!(small(&value), definition.value(&heaps), "{k} {heaps:?}");
            }
        }
    }
}

#[test]
fn values_are_given_for_few_heaps_only() {
    assert_eq!(moore::value(2, &bigs(&[1, 1, 1, 4])), None);
    assert_eq!(moore::value(2, &bigs(&[0, 0, 5, 1, 1])), Some(big(7u32)));
    assert_eq!(moore::value(1, &bigs(&[3, 3, 3])), Some(big(3u32)));
    // The binary columns of the heaps have the sums 0 and 2; read in base 3, they give 0·3 + 2·1 = 2.
    assert_eq!(moore::value(2, &bigs(&[1, 1, 0])), Some(big(2u32)));
}

#[test]
fn exact_agrees_with_the_definition() {
    for (k, length, most) in
        [(1, 2, 5), (2, 2, 5), (2, 3, 5), (2, 4, 5), (3, 4, 3), (3, 5, 2), (3, 6, 2), (4, 3, 2)]
    {
        let mut definition = Definition::new(|heaps: &Vec<u64>| options(heaps, k, k));
        for heaps in multisets(length, 0, most) {
            let value = exact_nim::value(k, &bigs(&heaps)).unwrap();
            assert_eq!(small(&value), definition.value(&heaps), "{k} {heaps:?}");
            if let Some(moved) = exact_nim::winning_move(k, &bigs(&heaps)) {
                let left = after(&heaps, &moved);
                assert!(definition.options(&heaps).contains(&left), "{k} {heaps:?} {left:?}");
                assert!(definition.losing(&left), "{k} {heaps:?} {left:?}");
            } else {
                assert!(k == 1 || definition.losing(&heaps));
            }
        }
    }
    assert_eq!(exact_nim::value(2, &bigs(&[1, 1, 1, 1, 1])), None);
    assert_eq!(exact_nim::value(0, &bigs(&[5])), Some(big(0u32)));
}

#[test]
fn a_hundred_thousand_heaps() {
    let mut random = Random::new(32);
    let mut heaps: Vec<u64> = (0..100_000).map(|_| random.next()).collect();
    let wide = bigs(&heaps);
    assert!(!moore::losing(7, &heaps, Normal));
    let moved = moore::winning_move(7, &wide, Normal).unwrap();
    assert!(moved.len() <= 7);
    for (place, left) in moved {
        assert!(left < wide[place]);
        heaps[place] = small(&left);
    }
    assert!(moore::losing(7, &heaps, Normal) && moore::losing(7, &heaps, Misere));
}
