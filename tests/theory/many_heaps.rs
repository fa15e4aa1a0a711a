//! Games of several heaps with rules about which heaps may be lowered: closed forms against the definition.

use super::definition::*;
use super::golden::{letter, numbers};
use gspec::theory::end_nim::EndNim;
use gspec::theory::{antonim, chocolate, circular, delete, end_nim, greedy, nim, pass};
use num_bigint::BigUint;
use std::collections::BTreeSet;

pub fn answer(game: &str, quantity: &str) -> Option<String> {
    let (kind, heaps) = quantity.split_once(':')?;
    if let Some(sizes) = game.strip_prefix("circular-nim[") {
        let k = numbers(sizes.strip_suffix(']')?)[1] as usize;
        return Some(letter(circular::losing(k, &bigs(&numbers(heaps)))?));
    }
    match (game, kind) {
        ("end-nim", _) => Some(letter(end_nim::solve(&bigs(&numbers(heaps)), &unhurried).ok()??.losing)),
        ("greedy-nim", _) => Some(letter(greedy::losing(&bigs(&numbers(heaps))))),
        ("antonim", _) => Some(letter(antonim::losing(&bigs(&numbers(heaps)))?)),
        ("E&D(SDOI2009)", "sg") => {
            let pair = bigs(&numbers(heaps));
            Some(delete::value_of_filled(&pair[0], &pair[1])?.to_string())
        }
        _ => None,
    }
}

#[test]
#[ignore = "long: runs with --include-ignored"]
fn circles() {
    let cases = [
        (1, 1, 5),
        (2, 1, 5),
        (3, 1, 5),
        (1, 3, 5),
        (3, 3, 3),
        (3, 2, 6),
        (4, 3, 4),
        (4, 2, 6),
        (5, 2, 4),
        (5, 3, 4),
        (6, 3, 2),
        (6, 4, 3),
    ];
    for (n, k, most) in cases {
        let window = k.min(n);
        let mut definition = Definition::new(|heaps: &Vec<u64>| {
            let mut options = BTreeSet::new();
            for start in 0..n {
                let places: Vec<usize> = (0..window).map(|offset| (start + offset) % n).collect();
                for amounts in vectors(window, most + 1) {
                    let fits = places.iter().zip(&amounts).all(|(place, amount)| amount <= &heaps[*place]);
                    if fits && amounts.iter().sum::<u64>() > 0 {
                        let mut left = heaps.clone();
                        places.iter().zip(&amounts).for_each(|(place, amount)| left[*place] -= amount);
                        options.insert(left);
                    }
                }
            }
            options.into_iter().collect()
        });
        for heaps in vectors(n, most + 1) {
            assert_eq!(circular::losing(k, &bigs(&heaps)), Some(definition.losing(&heaps)), "{k} {heaps:?}");
        }
    }
    assert_eq!(circular::losing(3, &bigs(&[1; 7])), None);
    assert_eq!(circular::losing(0, &bigs(&[1; 4])), None);
    assert_eq!(circular::losing(2, &[]), Some(true));
}

#[test]
fn ends_of_rows() {
    let mut definition = Definition::new(|heaps: &Vec<u64>| {
        let lowered = |place: usize| {
            (0..heaps[place]).map(move |left| {
                let mut after = with(heaps, place, left);
                after.retain(|heap| *heap > 0);
                after
            })
        };
        let mut options: Vec<Vec<u64>> = Vec::new();
        if !heaps.is_empty() {
            options.extend(lowered(0));
            options.extend(lowered(heaps.len() - 1));
        }
        options
    });
    for (length, bound) in [(0, 1), (1, 6), (2, 6), (3, 6), (4, 5), (5, 4), (6, 3)] {
        for heaps in vectors(length, bound) {
            let heaps: Vec<u64> = heaps.iter().map(|heap| heap + 1).collect();
            let found = end_nim::solve(&bigs(&heaps), &unhurried).unwrap().unwrap();
            assert_eq!(found.losing, definition.losing(&heaps), "{heaps:?}");
            for (place, left) in [(0, found.left), (length.saturating_sub(1), found.right)] {
                let winning = (0..heaps.get(place).copied().unwrap_or(0)).find(|left| {
                    let mut after = with(&heaps, place, *left);
                    after.retain(|heap| *heap > 0);
                    definition.losing(&after)
                });
                assert_eq!(left.map(|left| small(&left)), winning, "{heaps:?} {place}");
            }
            // Heaps shifted by 2^40 and by 2^100, beyond machine words: order and differences are equal, so the outcomes
            // have to be.
            let base = big(1u32) << 100u32;
            let wide: Vec<BigUint> = heaps.iter().map(|heap| &base + *heap).collect();
            let words: Vec<BigUint> = heaps.iter().map(|heap| big(*heap) + (1u64 << 40)).collect();
            let (wide, words) = (solve(&wide), solve(&words));
            assert_eq!(wide.losing, words.losing, "{heaps:?}");
        }
    }
    assert_eq!(end_nim::solve(&bigs(&[1, 0, 1]), &unhurried), Ok(None));
    assert!(end_nim::solve(&bigs(&[1, 2, 1]), &|_| std::ops::ControlFlow::Break(())).is_err());
}

fn solve(heaps: &[BigUint]) -> EndNim {
    end_nim::solve(heaps, &unhurried).unwrap().unwrap()
}

#[test]
fn greedy_heaps() {
    let mut definition = Definition::new(|heaps: &Vec<u64>| {
        let greatest = heaps.iter().max().copied().unwrap_or(0);
        let place = heaps.iter().position(|heap| *heap == greatest).unwrap_or(0);
        (0..greatest).map(|left| with(heaps, place, left)).collect()
    });
    for length in 0..5 {
        for heaps in vectors(length, 6) {
            assert_eq!(greedy::losing(&bigs(&heaps)), definition.losing(&heaps), "{heaps:?}");
            let options = definition.options(&heaps);
            let expected: Vec<u64> = (0..options.len())
                .filter(|left| definition.losing(&options[*left]))
                .map(|left| left as u64)
                .collect();
            let found = greedy::winning_sizes(&bigs(&heaps));
            let found: Vec<u64> =
                found.map_or(Vec::new(), |(from, to)| (small(&from)..=small(&to)).collect());
            assert_eq!(found, expected, "{heaps:?}");
        }
    }
}

#[test]
fn heaps_that_must_differ() {
    let mut definition = Definition::new(|heaps: &Vec<u64>| {
        let allowed = |place: usize, left: u64| left == 0 || !heaps.contains(&left) || heaps[place] == left;
        let lowered = |place: usize| (0..heaps[place]).filter(move |left| allowed(place, *left));
        (0..heaps.len()).flat_map(|place| lowered(place).map(move |left| with(heaps, place, left))).collect()
    });
    for length in 0..4 {
        for heaps in vectors(length, 11) {
            let mut filled: Vec<u64> = heaps.iter().copied().filter(|heap| *heap > 0).collect();
            filled.sort_unstable();
            if filled.windows(2).any(|pair| pair[0] == pair[1]) {
                assert_eq!(antonim::losing(&bigs(&heaps)), None);
                continue;
            }
            assert_eq!(antonim::losing(&bigs(&heaps)), Some(definition.losing(&heaps)), "{heaps:?}");
            let expected: BTreeSet<Vec<u64>> =
                definition.options(&heaps).into_iter().filter(|option| definition.losing(option)).collect();
            let found = antonim::winning_moves(&bigs(&heaps)).unwrap();
            let found: BTreeSet<Vec<u64>> =
                found.iter().map(|(place, left)| with(&heaps, *place, small(left))).collect();
            assert_eq!(found, expected, "{heaps:?}");
        }
    }
    assert_eq!(antonim::losing(&bigs(&[1, 2, 3, 4])), None);
}

#[test]
fn deleting_and_dividing() {
    let divisions = |pair: &(u64, u64)| {
        let divide = |pile: u64| (0..pile).map(move |part| (part, pile - 1 - part));
        divide(pair.0).chain(divide(pair.1)).collect::<Vec<_>>()
    };
    let filled = |pair: &(u64, u64)| {
        let divide = |pile: u64| (1..pile).map(move |part| (part, pile - part));
        divide(pair.0).chain(divide(pair.1)).collect::<Vec<_>>()
    };
    let (mut definition, mut definition_filled) = (Definition::new(divisions), Definition::new(filled));
    for (a, b) in (0..40).flat_map(|a| (0..40).map(move |b| (a, b))) {
        assert_eq!(delete::value(&big(a), &big(b)), definition.value(&(a, b)), "{a} {b}");
        let expected = (a > 0 && b > 0).then(|| definition_filled.value(&(a, b)));
        assert_eq!(delete::value_of_filled(&big(a), &big(b)), expected, "{a} {b}");
    }
    for (kept, target) in (0..40u64).flat_map(|kept| (0..8).map(move |target| (kept, target))) {
        let exists = (0..kept).any(|part| definition.value(&(part, kept - 1 - part)) == target);
        let found = delete::division(&big(kept), target).map(|(a, b)| (small(&a), small(&b)));
        assert_eq!(found.is_some(), exists);
        assert!(found.is_none_or(|(a, b)| a + b + 1 == kept && definition.value(&(a, b)) == target));
        let exists = (1..kept).any(|part| definition_filled.value(&(part, kept - part)) == target);
        let found = delete::division_of_filled(&big(kept), target).map(|(a, b)| (small(&a), small(&b)));
        assert_eq!(found.is_some(), exists, "{kept} {target}");
        assert!(found.is_none_or(|(a, b)| a > 0
            && b > 0
            && a + b == kept
            && definition_filled.value(&(a, b)) == target));
    }
}

#[test]
fn poisoned_chocolate() {
    // Bars as (rows, columns, row of the poison, column of the poison).
    let mut definition = Definition::new(|&(rows, columns, row, column): &(u64, u64, u64, u64)| {
        let above = (1..=row).map(|cut| (rows - cut, columns, row - cut, column));
        let below = (row + 1..rows).map(|kept| (kept, columns, row, column));
        let left = (1..=column).map(|cut| (rows, columns - cut, row, column - cut));
        let right = (column + 1..columns).map(|kept| (rows, kept, row, column));
        above.chain(below).chain(left).chain(right).collect::<Vec<_>>()
    });
    for (rows, columns) in (1..7).flat_map(|rows| (1..7).map(move |columns| (rows, columns))) {
        for (row, column) in (0..rows).flat_map(|row| (0..columns).map(move |column| (row, column))) {
            let value = definition.value(&(rows, columns, row, column));
            let found = chocolate::value(&big(rows), &big(columns), &big(row), &big(column));
            assert_eq!(found, Some(big(value)));
            let heaps = chocolate::heaps(&big(rows), &big(columns), &big(row), &big(column)).unwrap();
            assert_eq!(nim::value_big(&heaps), big(value));
        }
    }
    assert_eq!(chocolate::value(&big(3u32), &big(3u32), &big(3u32), &big(0u32)), None);
}

#[test]
fn one_heap_with_a_pass() {
    let mut definition = Definition::new(|&(n, pass): &(u64, bool)| {
        let taken = (0..n).map(|left| (left, pass));
        taken.chain((pass && n > 0).then_some((n, false))).collect::<Vec<_>>()
    });
    for n in 0..60 {
        assert_eq!(pass::value(&big(n)), big(definition.value(&(n, true))), "{n}");
    }
}
