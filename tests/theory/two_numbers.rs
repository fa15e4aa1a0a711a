//! Games of two numbers, or of heaps where several are lowered a little (Euclid, Nimhoff, corner pieces): closed forms against
//! the definition.

use super::definition::*;
use super::golden::{joined, letter, numbers, parameter};
use gspec::theory::euclid::{self, End};
use gspec::theory::{chess, nimhoff};
use num_bigint::BigUint;

pub fn answer(game: &str, quantity: &str) -> Option<String> {
    let (kind, arguments) = quantity.split_once(':')?;
    let end = match game {
        "euclid(to zero)" => Some(End::Zero),
        "euclid-grossman(stop when equal)" => Some(End::Equal),
        _ => None,
    };
    if let Some(end) = end {
        let pair = numbers(arguments);
        let losing = euclid::losing(pair[0], pair[1], end)?;
        assert_eq!(euclid::losing_big(&big(pair[0]), &big(pair[1]), end), Some(losing));
        return match kind {
            "sg" => Some(euclid::value(&big(pair[0]), &big(pair[1]), end)?.to_string()),
            _ => Some(letter(losing)),
        };
    }
    if kind != "sgrow" {
        return None;
    }
    let (x, range) = arguments.split_once(',')?;
    let x: u64 = x.parse().ok()?;
    let columns = 0..=range.split_once("..")?.1.parse::<u64>().ok()?;
    if let Some(h) = parameter(game, "cyclic-nimhoff[h=") {
        return Some(joined(columns.map(|y| nimhoff::value_of_words(h, &[x, y]).unwrap()), ","));
    }
    (game == "king-corner").then(|| joined(columns.map(|y| chess::king(&big(x), &big(y))), ","))
}

type Pair = (u64, u64);

fn euclid_options(end: End) -> impl Fn(&Pair) -> Vec<Pair> {
    move |&(a, b)| {
        let (a, b) = (a.min(b), a.max(b));
        let left =
            (1..).map(|times| times * a).take_while(|amount| a > 0 && *amount <= b).map(|amount| b - amount);
        left.filter(|left| end == End::Zero || *left > 0).map(|left| (a, left)).collect()
    }
}

#[test]
fn euclid_agrees_with_the_definition() {
    for end in [End::Zero, End::Equal] {
        let mut definition = Definition::new(euclid_options(end));
        let mut misere = std::collections::HashMap::new();
        for (a, b) in (0..60u64).flat_map(|b| (0..60u64).map(move |a| (a, b))) {
            let (wide_a, wide_b) = (big(a), big(b));
            if end == End::Equal && (a == 0 || b == 0) {
                assert_eq!(euclid::losing(a, b, end), None);
                assert_eq!(euclid::value(&wide_a, &wide_b, end), None);
                continue;
            }
            let value = definition.value(&(a, b));
            assert_eq!(euclid::losing(a, b, end), Some(value == 0), "{a} {b} {end:?}");
            assert_eq!(euclid::losing_big(&wide_a, &wide_b, end), Some(value == 0));
            assert_eq!(euclid::value(&wide_a, &wide_b, end), Some(big(value)), "{a} {b} {end:?}");
            let options = definition.options(&(a, b));
            let expected: Vec<u64> = (0..options.len())
                .filter(|i| definition.losing(&options[*i]))
                .map(|i| i as u64 + 1)
                .collect();
            let mut found = euclid::winning_multiples(&wide_a, &wide_b, end);
            found.sort();
            assert_eq!(found, bigs(&expected), "{a} {b} {end:?}");
            if end == End::Equal {
                assert_eq!(
                    euclid::misere_value(&wide_a, &wide_b),
                    Some(big(misere_value(&mut misere, (a, b)))),
                    "{a} {b}"
                );
                let expected: Vec<u64> = (0..options.len())
                    .filter(|i| definition.losing_misere(&options[*i]))
                    .map(|i| i as u64 + 1)
                    .collect();
                let mut found = euclid::winning_multiples_misere(&wide_a, &wide_b);
                found.sort();
                assert_eq!(found, bigs(&expected), "{a} {b}");
            }
        }
    }
}

/// The misère value: computed like a value, but a position without moves has 1.
fn misere_value(known: &mut std::collections::HashMap<Pair, u64>, pair: Pair) -> u64 {
    if let Some(value) = known.get(&pair) {
        return *value;
    }
    let options = euclid_options(End::Equal)(&pair);
    let values: Vec<u64> = options.iter().map(|option| misere_value(known, *option)).collect();
    let value = if options.is_empty() { 1 } else { mex(values) };
    known.insert(pair, value);
    value
}

#[test]
fn euclid_at_any_size() {
    let digits = "618033988749894848204586834365638117720309179805762862135448622705260462818902449707207204";
    let a: BigUint = digits.parse().unwrap();
    let b = big(10u32).pow(digits.len() as u32);
    assert_eq!(euclid::losing_big(&a, &b, End::Zero), Some(false));
    assert_eq!(euclid::losing_big(&(a + 1u32), &b, End::Zero), Some(true));
    assert_eq!(euclid::losing(u64::MAX, u64::MAX, End::Zero), Some(false));
    assert_eq!(euclid::losing(1, u64::MAX, End::Equal), Some(false));
}

#[test]
fn nimhoff_agrees_with_the_definition() {
    for h in 1..6u64 {
        for (length, bound) in [(1, 12), (2, 12), (3, 6)] {
            let options = |heaps: &Vec<u64>| {
                let mut options = super::nim::options(heaps);
                for amounts in vectors(heaps.len(), h) {
                    let total: u64 = amounts.iter().sum();
                    let left: Option<Vec<u64>> =
                        heaps.iter().zip(&amounts).map(|(heap, amount)| heap.checked_sub(*amount)).collect();
                    options.extend(left.filter(|_| (1..h).contains(&total)));
                }
                options
            };
            let mut definition = Definition::new(options);
            for heaps in vectors(length, bound) {
                let value = definition.value(&heaps);
                assert_eq!(nimhoff::value(&big(h), &bigs(&heaps)), Some(big(value)), "{h} {heaps:?}");
                assert_eq!(nimhoff::value_of_words(h, &heaps), Some(value.into()));
                let found = nimhoff::winning_move(&big(h), &bigs(&heaps));
                assert_eq!(found.is_none(), value == 0);
                if let Some(left) = found {
                    let left: Vec<u64> = left.iter().map(small).collect();
                    assert!(
                        definition.options(&heaps).contains(&left) && definition.losing(&left),
                        "{h} {heaps:?} {left:?}"
                    );
                }
            }
        }
    }
    assert_eq!(nimhoff::value(&big(0u32), &[]), None);
}

#[test]
fn corner_pieces_agree_with_the_definition() {
    let towards = |steps: &'static [(i64, i64)], side: u64| {
        move |&(x, y): &Pair| {
            let moved =
                |(dx, dy): &(i64, i64)| Some((x.checked_add_signed(*dx)?, y.checked_add_signed(*dy)?));
            steps.iter().filter_map(moved).filter(|(x, y)| *x < side && *y < side).collect::<Vec<Pair>>()
        }
    };
    let mut king = Definition::new(towards(&[(-1, 0), (0, -1), (-1, -1)], 99));
    let mut bishop =
        Definition::new(|&(x, y): &Pair| (1..=x.min(y)).map(|k| (x - k, y - k)).collect::<Vec<_>>());
    for (x, y) in (0..30).flat_map(|x| (0..30).map(move |y| (x, y))) {
        assert_eq!(chess::king(&big(x), &big(y)), king.value(&(x, y)), "{x} {y}");
        assert_eq!(chess::bishop(&big(x), &big(y)), big(bishop.value(&(x, y))), "{x} {y}");
    }
    const KNIGHT: &[(i64, i64)] = &[(-2, -1), (-1, -2), (1, -2), (-2, 1)];
    for (m, n) in (1..17u64).flat_map(|m| (1..17).map(move |n| (m, n))) {
        let Some(board) = chess::KnightBoard::bounded(big(m), big(n)) else {
            assert!(m % 4 == 0 || n % 4 == 0);
            continue;
        };
        let mut knight = Definition::new(|&(x, y): &Pair| {
            let moved =
                |(dx, dy): &(i64, i64)| Some((x.checked_add_signed(*dx)?, y.checked_add_signed(*dy)?));
            KNIGHT.iter().filter_map(moved).filter(|(x, y)| *x <= m && *y <= n).collect::<Vec<Pair>>()
        });
        for (x, y) in (0..=m).flat_map(|x| (0..=n).map(move |y| (x, y))) {
            assert_eq!(board.is_lost(&big(x), &big(y)), knight.losing(&(x, y)), "{m} {n}: {x} {y}");
        }
    }
    for side in [15, 1000] {
        let mut knight = Definition::new(towards(KNIGHT, side));
        for (x, y) in (0..15).flat_map(|x| (0..15).map(move |y| (x, y))) {
            assert_eq!(chess::knight_losing(&big(x), &big(y)), knight.losing(&(x, y)), "{x} {y}");
            let expected: Vec<Pair> =
                knight.options(&(x, y)).into_iter().filter(|to| knight.losing(to)).collect();
            let found = chess::knight_winning_moves(&big(x), &big(y), Some(&big(side)));
            assert_eq!(
                found.iter().map(|(x, y)| (small(x), small(y))).collect::<Vec<_>>(),
                expected,
                "{x} {y}"
            );
        }
    }
}
