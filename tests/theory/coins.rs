//! Coins on strips and in rows, and nim multiplication: closed forms against the definition and, for large numbers, against
//! formulas and the laws of a field.

use super::definition::*;
use super::golden::{joined, numbers, range};
use gspec::theory::coins::{self, Rule};
use gspec::theory::nim_product::{inverse, product, product_big};
use gspec::theory::welter::Welter;
use gspec::theory::{silver_dollar, staircase};
use num_bigint::BigUint;
use std::collections::BTreeSet;

pub fn answer(game: &str, quantity: &str) -> Option<String> {
    if game == "nim-product" {
        if let Some((a, b)) = quantity.split_once('*') {
            return Some(product(a.parse().ok()?, b.parse().ok()?).to_string());
        }
        let (row, columns) = quantity.strip_prefix("row:")?.split_once(',')?;
        let row: u64 = row.parse().ok()?;
        return Some(joined((0..=columns.split_once("..")?.1.parse().ok()?).map(|y| product(row, y)), ","));
    }
    if let Some(rule) = game.strip_prefix("coins:") {
        let rule = match rule {
            "turning-turtles" => Rule::TurningTurtles,
            "mock-turtles" => Rule::MockTurtles,
            "twins" => Rule::Twins,
            "triplets" => Rule::Triplets,
            "ruler(run<=3)" => Rule::RulerUpTo(big(3u32)),
            _ => return None,
        };
        return Some(joined(range(quantity, "seq:")?.map(|n| rule.value(&big(n)).unwrap()), ","));
    }
    let squares = || quantity.strip_prefix("sg:").map(|squares| bigs(&numbers(squares)));
    match game {
        "staircase-nim(steps from 1)" => Some(staircase::value(&squares()?).to_string()),
        "nondecreasing-heaps(KAM)" => Some(staircase::value_of_sorted(&squares()?)?.to_string()),
        "strip-coins-nojump(POJ1704,squares from 1)" => {
            Some(silver_dollar::value(&squares()?, &big(1u32))?.to_string())
        }
        "welter" => Some(Welter::new(squares()?)?.value().to_string()),
        _ => None,
    }
}

fn lower(heaps: &[u64], place: usize, amount: u64) -> Vec<u64> {
    with(heaps, place, heaps[place] - amount)
}

#[test]
fn staircases() {
    let down = |steps: &[u64], place: usize, amount: u64| {
        let mut left = lower(steps, place, amount);
        if place > 0 {
            left[place - 1] += amount;
        }
        left
    };
    let mut definition = Definition::new(|steps: &Vec<u64>| {
        (0..steps.len())
            .flat_map(|place| (1..=steps[place]).map(move |amount| down(steps, place, amount)))
            .collect()
    });
    for (length, bound) in [(1, 6), (2, 5), (3, 5), (4, 3)] {
        for steps in vectors(length, bound) {
            assert_eq!(staircase::value(&bigs(&steps)), big(definition.value(&steps)), "{steps:?}");
            let expected: BTreeSet<Vec<u64>> =
                definition.options(&steps).into_iter().filter(|option| definition.losing(option)).collect();
            let found = staircase::winning_moves(&bigs(&steps));
            let found: BTreeSet<Vec<u64>> =
                found.iter().map(|shift| down(&steps, shift.place, small(&shift.amount))).collect();
            assert_eq!(found, expected, "{steps:?}");
        }
    }
}

#[test]
fn sorted_heaps() {
    let mut definition = Definition::new(|heaps: &Vec<u64>| {
        let floor = |place: usize| if place == 0 { 0 } else { heaps[place - 1] };
        (0..heaps.len())
            .flat_map(|place| (floor(place)..heaps[place]).map(move |left| with(heaps, place, left)))
            .collect()
    });
    for length in 0..5 {
        for heaps in multisets(length, 0, 5) {
            assert_eq!(
                staircase::value_of_sorted(&bigs(&heaps)),
                Some(big(definition.value(&heaps))),
                "{heaps:?}"
            );
            let expected: Vec<Vec<u64>> =
                definition.options(&heaps).into_iter().filter(|option| definition.losing(option)).collect();
            let found = staircase::winning_moves_of_sorted(&bigs(&heaps)).unwrap();
            let found: BTreeSet<Vec<u64>> =
                found.iter().map(|shift| lower(&heaps, shift.place, small(&shift.amount))).collect();
            assert_eq!(found, expected.into_iter().collect(), "{heaps:?}");
        }
    }
    assert_eq!(staircase::value_of_sorted(&bigs(&[2, 1])), None);
}

#[test]
fn silver_dollars() {
    for first in [0, 1] {
        let mut definition = Definition::new(|squares: &Vec<u64>| {
            let floor = |place: usize| if place == 0 { first } else { squares[place - 1] + 1 };
            let moved = |place: usize| (floor(place)..squares[place]).map(move |to| with(squares, place, to));
            (0..squares.len()).flat_map(moved).collect()
        });
        for length in 1..5 {
            for squares in multisets(length, first, 9) {
                let value = silver_dollar::value(&bigs(&squares), &big(first));
                if squares.windows(2).any(|pair| pair[0] == pair[1]) {
                    assert_eq!(value, None);
                    continue;
                }
                assert_eq!(value, Some(big(definition.value(&squares))), "{squares:?}");
                let expected: Vec<Vec<u64>> = definition
                    .options(&squares)
                    .into_iter()
                    .filter(|option| definition.losing(option))
                    .collect();
                let found = silver_dollar::winning_moves(&bigs(&squares), &big(first)).unwrap();
                let found: BTreeSet<Vec<u64>> =
                    found.iter().map(|shift| lower(&squares, shift.place, small(&shift.amount))).collect();
                assert_eq!(found, expected.into_iter().collect(), "{squares:?}");
            }
        }
    }
    assert_eq!(silver_dollar::value(&bigs(&[0]), &big(1u32)), None);
}

#[test]
fn welter() {
    let mut definition = Definition::new(|squares: &Vec<u64>| {
        let free = |place: usize| (0..squares[place]).filter(|to| !squares.contains(to));
        (0..squares.len()).flat_map(|place| free(place).map(move |to| with(squares, place, to))).collect()
    });
    for (length, most) in [(0, 0), (1, 20), (2, 18), (3, 12), (4, 9)] {
        for squares in vectors(length, most + 1) {
            let Some(welter) = Welter::new(bigs(&squares)) else {
                assert!((1..length).any(|i| squares[..i].contains(&squares[i])));
                continue;
            };
            assert_eq!(*welter.value(), big(definition.value(&squares)), "{squares:?}");
            for target in 0..3 {
                let options = definition.options(&squares).into_iter();
                let expected: BTreeSet<Vec<u64>> =
                    options.filter(|option| definition.value(option) == target).collect();
                let found = welter.moves_to(&big(target));
                let found: BTreeSet<Vec<u64>> =
                    found.iter().map(|(place, to)| with(&squares, *place, small(to))).collect();
                assert_eq!(found, expected, "{squares:?} {target}");
            }
        }
    }
}

#[test]
fn welter_with_many_coins_and_great_squares() {
    let mut random = Random::new(49);
    let squares: BTreeSet<BigUint> = (0..2000).map(|_| random.of_bits(200) + (big(1u32) << 200u32)).collect();
    let squares: Vec<BigUint> = squares.into_iter().collect();
    let formula = |squares: &[BigUint]| {
        let mut sum = squares.iter().fold(BigUint::default(), |sum, square| sum ^ square);
        for (index, square) in squares.iter().enumerate() {
            for other in &squares[..index] {
                sum ^= (big(2u32) << (square ^ other).trailing_zeros().unwrap()) - 1u32;
            }
        }
        sum
    };
    let welter = Welter::new(squares.clone()).unwrap();
    assert_eq!(*welter.value(), formula(&squares));
    let (place, to) = welter.winning_moves().swap_remove(0);
    let mut after = squares;
    after[place] = to;
    assert_eq!(*Welter::new(after).unwrap().value(), big(0u32));
    assert!(Welter::new(bigs(&[5, 5])).is_none());
}

/// The values of heads on squares 0 to `last`, if a move turns a head on n and one set of squares
/// of `companions(n)`, all before n. Squares before `first` count 0.
fn coin_values(first: u64, last: u64, companions: impl Fn(u64) -> Vec<Vec<u64>>) -> Vec<u64> {
    let mut values = vec![0; first as usize];
    for n in first..=last {
        let sum = |set: &Vec<u64>| set.iter().fold(0, |sum, square| sum ^ values[*square as usize]);
        values.push(mex(companions(n).iter().map(sum).collect::<Vec<_>>()));
    }
    values
}

/// The sets of `size` squares from `first` to n − 1.
fn subsets(first: u64, n: u64, size: usize) -> Vec<Vec<u64>> {
    let mut sets = vec![Vec::new()];
    for _ in 0..size {
        let longer = |set: Vec<u64>| {
            let from = set.last().map_or(first, |last: &u64| last + 1);
            (from..n).map(move |square| [set.as_slice(), &[square]].concat())
        };
        sets = sets.into_iter().flat_map(longer).collect();
    }
    sets
}

#[test]
fn coins_in_a_row() {
    let runs = |n: u64, most: u64| (1..=most.min(n)).map(|length| (n - length + 1..n).collect()).collect();
    let check = |rule: &Rule, last: u64, companions: &dyn Fn(u64) -> Vec<Vec<u64>>| {
        let first = u64::from(rule.first_square());
        let values = coin_values(first, last, companions);
        for n in first..=last {
            assert_eq!(rule.value(&big(n)), Some(big(values[n as usize])), "{rule:?} {n}");
        }
    };
    check(&Rule::One, 40, &|_| vec![Vec::new()]);
    check(&Rule::TurningTurtles, 60, &|n| [subsets(1, n, 0), subsets(1, n, 1)].concat());
    check(&Rule::Twins, 60, &|n| subsets(0, n, 1));
    check(&Rule::MockTurtles, 50, &|n| [subsets(0, n, 0), subsets(0, n, 1), subsets(0, n, 2)].concat());
    check(&Rule::Triplets, 50, &|n| subsets(0, n, 2));
    check(&Rule::Ruler, 100, &|n| runs(n, n));
    for most in 0..10 {
        check(&Rule::RulerUpTo(big(most)), 100, &|n| runs(n, most));
        check(&Rule::TwinsUpTo(big(most)), 60, &|n| {
            (n.saturating_sub(most)..n).map(|square| vec![square]).collect()
        });
    }
    assert_eq!(Rule::Ruler.value(&big(0u32)), None);
}

#[test]
fn at_most_so_many_coins() {
    for most in 1..6 {
        let all = |n: u64| (0..most).flat_map(|size| subsets(0, n, size)).collect();
        let expected = coin_values(0, 15, all);
        assert_eq!(coins::values_of_at_most(most, 16, &unhurried), Ok(expected));
    }
    let moebius = [1, 2, 4, 8, 16, 31, 32, 64, 103, 128, 171, 213, 256, 301];
    assert_eq!(coins::values_of_at_most(5, 14, &unhurried).unwrap(), moebius);
}

#[test]
fn nim_multiplication() {
    let mut table = vec![vec![0u64; 40]; 40];
    for (a, b) in (0..40).flat_map(|a| (0..40).map(move |b| (a, b))) {
        let smaller = (0..a).flat_map(|x| (0..b).map(move |y| (x, y)));
        let values: Vec<u64> = smaller.map(|(x, y)| table[x][b] ^ table[a][y] ^ table[x][y]).collect();
        table[a][b] = mex(values);
        assert_eq!(product(a as u64, b as u64), table[a][b], "{a} {b}");
    }
    let mut random = Random::new(72);
    for _ in 0..300 {
        let (a, b, c) = (random.next(), random.next(), random.next());
        assert_eq!(product(a, product(b, c)), product(product(a, b), c));
        assert_eq!(product(a, b ^ c), product(a, b) ^ product(a, c));
        assert_eq!(product(a, b), product(b, a));
        assert_eq!(product_big(&big(a), &big(b)), big(product(a, b)));
    }
    for _ in 0..20 {
        let a = random.next() | 1;
        assert_eq!(product(a, inverse(a).unwrap()), 1);
    }
    assert_eq!(inverse(0), None);
}

#[test]
fn nim_multiplication_of_great_numbers() {
    let mut random = Random::new(73);
    for _ in 0..10 {
        let (a, b, c) = (random.of_bits(700), random.of_bits(700), random.of_bits(700));
        assert_eq!(product_big(&a, &product_big(&b, &c)), product_big(&product_big(&a, &b), &c));
        assert_eq!(product_big(&a, &(&b ^ &c)), product_big(&a, &b) ^ product_big(&a, &c));
    }
    for k in 0..12u64 {
        let fermat = big(1u32) << (1u64 << k);
        assert_eq!(product_big(&fermat, &fermat), &fermat ^ (&fermat >> 1u32));
        assert_eq!(product_big(&fermat, &(&fermat - 1u32)), &fermat * (&fermat - 1u32));
    }
}

#[test]
fn the_tartan_theorem() {
    // Turning Corners: the corners of a rectangle whose greatest corner shows heads.
    let mut values = vec![vec![0u64; 12]; 12];
    for (x, y) in (0..12).flat_map(|x| (0..12).map(move |y| (x, y))) {
        let corners = (0..x).flat_map(|a| (0..y).map(move |b| (a, b)));
        values[x][y] =
            mex(corners.map(|(a, b)| values[a][b] ^ values[a][y] ^ values[x][b]).collect::<Vec<_>>());
        assert_eq!(values[x][y], product(x as u64, y as u64));
    }
}
