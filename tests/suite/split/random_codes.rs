//! Compares the engine for take-and-break games with the definition, on random rules.

use super::definition;
use gspec::solve::take_and_break::{Resources, Split};
use gspec::theory::take_and_break::{Parts, Rule, Rules, Take};
use std::ops::ControlFlow;

fn agrees(rules: Rules, heaps: usize) {
    let expected = definition::values(&rules, heaps);
    let mut split = Split::new(rules.clone());
    split.extend(heaps, Resources { threads: 1, bytes: 1 << 30 }, &|_| ControlFlow::Continue(())).unwrap();
    for (heap, &value) in expected.iter().enumerate() {
        assert_eq!(split.value(heap as u64), Some(value.into()), "{rules:?} heap {heap}");
    }
}

/// A linear congruential generator of pseudo-random numbers.
pub struct Random(pub u64);

impl Random {
    pub fn below(&mut self, bound: u64) -> u64 {
        self.0 = self.0.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (self.0 >> 33) % bound
    }
}

#[test]
fn all_codes_of_two_octal_digits() {
    for first in [0u8, 4] {
        for code in 0..64u8 {
            agrees(Rules::from_digits(&[first, code / 8, code % 8], false).unwrap(), 90);
        }
    }
}

#[test]
fn codes_with_three_and_four_heaps() {
    let mut random = Random(7);
    for round in 0..120 {
        let places = 1 + random.below(3);
        let bits = if round % 4 == 0 { 32 } else { 16 };
        let mut digits = vec![random.below(bits / 4) as u8 * 4];
        digits.extend((0..places).map(|_| random.below(bits) as u8));
        agrees(Rules::from_digits(&digits, false).unwrap(), if bits == 32 { 22 } else { 36 });
    }
}

#[test]
fn the_last_digit_for_ever() {
    for digit in 0..32u8 {
        agrees(Rules::from_digits(&[digit & 28, 0, digit], true).unwrap(), 18);
        agrees(Rules::from_digits(&[0, digit / 2, digit], true).unwrap(), 18);
        if digit < 8 {
            agrees(Rules::from_digits(&[0, 1, digit], true).unwrap(), 60);
        }
    }
}

#[test]
fn any_rules() {
    let mut random = Random(99);
    let kinds = [Parts::Nothing, Parts::One, Parts::Two, Parts::TwoUnequal, Parts::Three, Parts::Four];
    for _ in 0..200 {
        let rules = (0..1 + random.below(4)).map(|_| {
            let parts = kinds[random.below(6) as usize];
            let take = random.below(5) as usize + usize::from(parts.heaps() < 2);
            let take = if random.below(5) == 0 { Take::AtLeast(take) } else { Take::Exactly(take) };
            Rule { take, parts, least_heap: random.below(8) as usize }
        });
        agrees(Rules::new(rules.collect()).unwrap(), 24);
    }
}

#[test]
fn named_games() {
    let known = include_str!("../../golden/sequences.tsv");
    let terms = |name: &str| -> Vec<u64> {
        let line = known.lines().find(|line| line.split('\t').next() == Some(name)).unwrap();
        line.split('\t').nth(2).unwrap().split(',').map(|term| term.parse().unwrap()).collect()
    };
    let couples: Vec<u64> = terms("0.6");
    let mut games = vec![(Rules::grundy(), terms("grundy")), (Rules::couples_are_forever(), vec![0])];
    games[1].1.extend(couples);
    for (code, digits, repeats) in [
        ("4.7...", vec![4u8, 7], true),
        ("0.7...", vec![0, 7], true),
        ("0.8", vec![0, 8], false),
        ("0.C", vec![0, 12], false),
    ] {
        games.push((Rules::from_digits(&digits, repeats).unwrap(), terms(code)));
    }
    for (rules, expected) in games {
        let mut split = Split::new(rules.clone());
        let resources = Resources { threads: 1, bytes: 1 << 30 };
        split.extend(expected.len(), resources, &|_| ControlFlow::Continue(())).unwrap();
        let found: Vec<u64> = (0..expected.len()).filter_map(|heap| split.value(heap as u64)).collect();
        assert_eq!(found, expected, "{rules:?}");
    }
}

/// Values of a code with digits below 8 by the definition, with no more cleverness than a table of marks.
fn octal_by_definition(digits: &[u8], heaps: usize) -> Vec<u32> {
    let mut values: Vec<u32> = Vec::new();
    let mut marks = vec![usize::MAX; 1 << 13];
    for heap in 0..heaps {
        for (take, digit) in digits.iter().enumerate().take_while(|(take, _)| *take <= heap) {
            let rest = heap - take;
            if digit & 1 == 1 && rest == 0 {
                marks[0] = heap;
            }
            if digit & 2 == 2 && rest > 0 {
                marks[values[rest] as usize] = heap;
            }
            if digit & 4 == 4 {
                (1..=rest / 2).for_each(|part| marks[(values[part] ^ values[rest - part]) as usize] = heap);
            }
        }
        values.push(marks.iter().position(|&mark| mark != heap).unwrap() as u32);
    }
    values
}

fn agrees_far(digits: &[u8], heaps: usize) {
    let expected = octal_by_definition(digits, heaps);
    let mut split = Split::new(Rules::from_digits(digits, false).unwrap());
    let mut random = Random(heaps as u64);
    // The work is done in random portions, because interruptions must not matter.
    while split.len() < heaps {
        let to = (split.len() + 1 + random.below(1500) as usize).min(heaps);
        split.extend(to, Resources { threads: 1, bytes: 1 << 30 }, &|_| ControlFlow::Continue(())).unwrap();
    }
    let first = split.values().iter().zip(&expected).position(|(found, &value)| found != value);
    assert_eq!(first, None, "{digits:?}");
}

#[test]
#[ignore = "long: runs with --include-ignored"]
fn random_octal_codes_far_out() {
    let mut random = Random(5);
    for round in 0..90 {
        let places = 1 + random.below(if round % 8 == 0 { 12 } else { 3 });
        let mut digits = vec![random.below(2) as u8 * 4];
        digits.extend((0..places).map(|_| random.below(8) as u8));
        agrees_far(&digits, 1500 + random.below(2500) as usize);
    }
}

#[test]
fn codes_known_for_many_rare_heaps_or_large_values() {
    for code in ["0.6", "0.04", "0.764", "0.007", "4.404", "0.106", "0.142", "0.207", "4.364", "0.77", "0.07"]
    {
        agrees_far(&definition::digits(code), 6000);
    }
}

#[test]
fn codes_that_leave_at_most_one_heap() {
    let mut random = Random(31);
    for places in [1, 2, 3, 5, 8, 9, 14, 40, 150] {
        let mut digits = vec![0u8];
        digits.extend((0..places).map(|_| random.below(4) as u8));
        agrees_far(&digits, 3000);
    }
}
