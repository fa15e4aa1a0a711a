//! The engine against the definition.

use super::definition;
use gspec::solve::split::{Resources, Split};
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

/// A fixed pseudo-random sequence.
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
