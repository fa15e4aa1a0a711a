//! Nim under both conventions: nim-sums and winning moves against the definition.

use super::definition::*;
use super::golden::{letter, numbers};
use gspec::theory::convention::Convention::{self, Misere, Normal};
use gspec::theory::nim;

pub fn options(heaps: &[u64]) -> Vec<Vec<u64>> {
    (0..heaps.len()).flat_map(|place| (0..heaps[place]).map(move |left| with(heaps, place, left))).collect()
}

pub fn answer(game: &str, quantity: &str) -> Option<String> {
    match (game, quantity.split_once(':')?) {
        ("nim", ("sg", heaps)) => Some(nim::value(&numbers(heaps)).to_string()),
        ("nim-misere", ("outcome", heaps)) => Some(letter(nim::losing(&numbers(heaps), Misere))),
        _ => None,
    }
}

#[test]
fn agrees_with_the_definition() {
    let mut definition = Definition::new(|heaps: &Vec<u64>| options(heaps));
    for length in 0..=4 {
        for heaps in multisets(length, 0, if length < 4 { 8 } else { 5 }) {
            assert_eq!(nim::value(&heaps), definition.value(&heaps), "{heaps:?}");
            assert_eq!(small(&nim::value_big(&bigs(&heaps))), nim::value(&heaps));
            for convention in [Normal, Misere] {
                let losing = definition.losing_under(&heaps, convention);
                assert_eq!(nim::losing(&heaps, convention), losing, "{heaps:?} {convention:?}");
                assert_eq!(nim::losing_big(&bigs(&heaps), convention), losing);
                let expected = winning(&mut definition, &heaps, convention);
                let found = nim::winning_moves(&bigs(&heaps), convention);
                let found: Vec<_> =
                    found.iter().map(|(place, left)| with(&heaps, *place, small(left))).collect();
                assert_eq!(found, expected, "{heaps:?} {convention:?}");
            }
        }
    }
}

fn winning<F: Fn(&Vec<u64>) -> Vec<Vec<u64>>>(
    definition: &mut Definition<Vec<u64>, F>,
    heaps: &Vec<u64>,
    convention: Convention,
) -> Vec<Vec<u64>> {
    let options = definition.options(heaps);
    options.into_iter().filter(|option| definition.losing_under(option, convention)).collect()
}

#[test]
fn zero_heaps_do_not_count_as_ones() {
    assert!(nim::losing(&[0, 1], Misere));
    assert!(!nim::losing(&[], Misere));
    assert!(!nim::losing(&[0, 0], Misere));
}

#[test]
fn large_heaps() {
    let huge = big(1u32) << 5000u32;
    assert!(nim::losing_big(&[huge.clone(), huge.clone()], Misere));
    assert_eq!(nim::winning_moves(&[huge.clone(), big(5u32)], Normal), [(0, big(5u32))]);
    assert_eq!(nim::winning_moves(&[huge.clone(), big(1u32)], Misere), [(0, big(0u32))]);
    assert_eq!(nim::winning_moves(&[huge], Misere), [(0, big(1u32))]);
}
