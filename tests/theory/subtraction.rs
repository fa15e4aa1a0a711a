//! Subtraction games on one heap, with finite and infinite sets of amounts: closed forms against the definition.

use super::definition::*;
use super::golden::{joined, numbers, parameter, range};
use gspec::theory::all_but::AllBut;
use gspec::theory::bounded::{self, Range};
use gspec::theory::residue::{self, InfiniteSet};
use gspec::theory::two_amounts::{self, WithSum};
use num_bigint::BigUint;

pub fn answer(game: &str, quantity: &str) -> Option<String> {
    if let Some(losing) = misere_losing(game) {
        let bounds = range(quantity, "Plist:")?;
        return Some(joined(bounds.filter(|n| losing(*n)), ","));
    }
    let value = value_of(game)?;
    if let Some(n) = quantity.strip_prefix("sg:") {
        return Some(value(&big(n.parse::<u64>().ok()?)).to_string());
    }
    if let Some(bounds) = range(quantity, "seq:") {
        return Some(joined(bounds.map(|n| value(&big(n))), ","));
    }
    let bounds = range(quantity, "Plist:")?;
    Some(joined(bounds.filter(|n| value(&big(*n)) == big(0u32)), ","))
}

type Value = Box<dyn Fn(&BigUint) -> BigUint>;

fn misere_losing(game: &str) -> Option<Box<dyn Fn(u64) -> bool>> {
    if let Some(p) = parameter(game, "hdu2897[") {
        let q = parameter(game, &format!("hdu2897[{p}.."))?;
        return Some(Box::new(move |n| bounded::losing_when_all_must_go(&big(n), &big(p), &big(q)).unwrap()));
    }
    let range = subtraction_range(game)?;
    game.ends_with("-misere").then_some(Box::new(move |n| range.losing_misere(&big(n))))
}

fn subtraction_range(game: &str) -> Option<Range> {
    let l = parameter(game, "subtraction-range[")?;
    Range::new(big(l), big(parameter(game, &format!("subtraction-range[{l}.."))?))
}

fn value_of(game: &str) -> Option<Value> {
    if let Some(range) = subtraction_range(game) {
        return Some(Box::new(move |n| range.value(n)));
    }
    let named = match game {
        "subtraction-powers2" => Some(InfiniteSet::PowersOfTwo),
        "subtraction-1-and-primes" => Some(InfiniteSet::OneAndPrimes),
        "subtraction-primepowers" => Some(InfiniteSet::PrimePowers),
        _ => None,
    };
    if let Some(set) = named {
        return Some(Box::new(move |n| n % set.modulus().unwrap()));
    }
    if game == "subtraction-powers10" {
        return Some(Box::new(|n| big(residue::value_of_powers(n, &big(10u32)).unwrap())));
    }
    if let Some(list) = game.strip_prefix("allbut{") {
        let game = AllBut::recognise(&bigs(&numbers(list.strip_suffix('}')?)))?;
        return Some(Box::new(move |n| game.value(n)));
    }
    let amounts = numbers(game.strip_prefix("subtraction{")?.strip_suffix('}')?);
    if let Some(modulus) = residue::modulus_of_finite(&amounts) {
        return Some(Box::new(move |n| n % modulus));
    }
    match amounts[..] {
        [a, b] => Some(Box::new(move |n| big(two_amounts::value(n, &big(a), &big(b)).unwrap()))),
        [a, b, c] if a + b == c => {
            let game = WithSum::new(a, b, &unhurried).unwrap()?;
            Some(Box::new(move |n| big(game.value(n))))
        }
        [l, .., r] if (l..=r).count() == amounts.len() => {
            let range = Range::new(big(l), big(r))?;
            Some(Box::new(move |n| range.value(n)))
        }
        _ => None,
    }
}

/// Values by the definition when amounts for which `allowed` holds may be taken.
fn values(bound: u64, allowed: impl Fn(u64) -> bool) -> Vec<u64> {
    let mut values: Vec<u64> = Vec::new();
    for n in 0..bound {
        values
            .push(mex((1..=n).filter(|amount| allowed(*amount)).map(|amount| values[(n - amount) as usize])));
    }
    values
}

#[test]
fn ranges() {
    for (l, r) in (1..7).flat_map(|l| (l..15).map(move |r| (l, r))) {
        let (values, range) =
            (values(100, |amount| (l..=r).contains(&amount)), Range::new(big(l), big(r)).unwrap());
        let mut definition =
            Definition::new(|n: &u64| (l..=r.min(*n)).map(|amount| n - amount).collect::<Vec<u64>>());
        for n in 0..100 {
            assert_eq!(small(&range.value(&big(n))), values[n as usize]);
            assert_eq!(bounded::value(n, l, r), values[n as usize]);
            assert_eq!(range.losing_misere(&big(n)), definition.losing_misere(&n), "{l} {r} {n}");
            for target in 0..6 {
                let intervals = range.amounts_to(&big(n), &big(target));
                let mut found: Vec<u64> =
                    intervals.iter().flat_map(|(from, to)| small(from)..=small(to)).collect();
                found.sort_unstable();
                let expected: Vec<u64> =
                    (l..=r.min(n)).filter(|amount| values[(n - amount) as usize] == target).collect();
                assert_eq!(found, expected, "{l} {r} {n} {target}");
            }
        }
    }
    assert_eq!(Range::new(big(0u32), big(3u32)), None);
    assert_eq!(Range::new(big(4u32), big(3u32)), None);
}

#[test]
fn ranges_at_the_edge_of_words() {
    assert_eq!(bounded::value(u64::MAX, 1, u64::MAX), u64::MAX);
    assert_eq!(bounded::value(u64::MAX, 2, u64::MAX), u64::MAX / 2);
    assert_eq!(bounded::value(u64::MAX, 0, 0), 0);
    let range = Range::new(big(7u32), big(10u32).pow(30)).unwrap();
    let n = big(10u32).pow(30) * 3u32 + 21u32 + 15u32;
    assert_eq!(range.value(&n), big(2u32));
    assert_eq!(range.residue(&n), big(15u32));
}

#[test]
fn all_must_go() {
    for (p, q) in (1..6).flat_map(|p| (p..12).map(move |q| (p, q))) {
        let options = |n: &u64| match *n {
            0 => Vec::new(),
            n if n <= p => vec![0],
            n => (p..=q.min(n)).map(|amount| n - amount).collect(),
        };
        let mut definition = Definition::new(options);
        for n in 0..80u64 {
            let losing = bounded::losing_when_all_must_go(&big(n), &big(p), &big(q));
            assert_eq!(losing, Some(definition.losing_misere(&n)), "{p} {q} {n}");
        }
    }
}

type Inside = Box<dyn Fn(u64) -> bool>;

#[test]
fn residues() {
    let is_prime = |n: u64| n > 1 && (2..n).all(|d| !n.is_multiple_of(d));
    let prime_power = |n: u64| {
        n == 1 || (2..=n).find(|d| n.is_multiple_of(*d)).is_some_and(|p| (1..9).any(|k| p.pow(k) == n))
    };
    let power_free =
        |k: u32| move |n: u64| (2..=n).take_while(|d| d.pow(k) <= n).all(|d| !n.is_multiple_of(d.pow(k)));
    let sets: Vec<(InfiniteSet, Inside)> = vec![
        (InfiniteSet::PowersOfTwo, Box::new(u64::is_power_of_two)),
        (InfiniteSet::OneAndPrimes, Box::new(move |n| n == 1 || is_prime(n))),
        (InfiniteSet::PrimePowers, Box::new(prime_power)),
        (InfiniteSet::PowerFree(2), Box::new(power_free(2))),
        (InfiniteSet::PowerFree(3), Box::new(power_free(3))),
        (InfiniteSet::NotDivisibleBy(big(2u32)), Box::new(|n| n % 2 == 1)),
        (InfiniteSet::NotDivisibleBy(big(5u32)), Box::new(|n| n % 5 != 0)),
    ];
    for (set, inside) in sets {
        let modulus = set.modulus().unwrap();
        for (n, value) in values(300, &inside).into_iter().enumerate() {
            let n = big(n);
            assert_eq!(residue::value(&n, &modulus), Some(big(value)), "{set:?} {n}");
            for target in 0..small(&modulus) {
                let amount = residue::amount_to(&n, &modulus, &big(target));
                if target < value {
                    assert!(amount.is_some());
                }
                assert!(
                    amount.is_none_or(
                        |amount| inside(small(&amount)) && (&n - amount) % &modulus == big(target)
                    )
                );
            }
        }
    }
    assert_eq!(InfiniteSet::PowerFree(1).modulus(), None);
    assert_eq!(InfiniteSet::NotDivisibleBy(big(1u32)).modulus(), None);
}

#[test]
fn residues_of_finite_sets_and_classes() {
    let mut random = Random::new(14);
    let mut applied = 0;
    for _ in 0..3000 {
        let m = random.below(5) + 1;
        let mut amounts: Vec<u64> =
            (1..=m).chain((0..random.below(4)).map(|_| random.below(30) + 1)).collect();
        amounts.reverse();
        if let Some(modulus) = residue::modulus_of_finite(&amounts) {
            let values = values(70, |amount| amounts.contains(&amount));
            assert!((0..70).all(|n| values[n as usize] == n % modulus), "{amounts:?}");
            applied += 1;
        }
        let d = random.below(9) + 1;
        let residues: Vec<u64> = (0..=random.below(5)).map(|_| random.below(d)).collect();
        let inside = |amount: u64| residues.contains(&(amount % d));
        let values = values(60, inside);
        let first_gap = (1..=d).find(|amount| !inside(*amount));
        let applies = first_gap.is_some_and(|gap| gap > 1 && (1..=4 * d).all(|j| !inside(j * gap)));
        let modulus = residue::modulus_of_classes(d, &residues);
        assert_eq!(modulus.is_some(), applies, "{d} {residues:?}");
        if let Some(modulus) = modulus {
            assert!((0..60).all(|n| values[n as usize] == n % modulus), "{d} {residues:?}");
        }
    }
    assert!(applied > 300);
    // Factorials: 6 is a multiple of 3; primes without 1; Fibonacci numbers: 8 is a multiple of 4.
    assert_eq!(residue::modulus_of_finite(&[1, 2, 6, 24]), None);
    assert_eq!(residue::modulus_of_finite(&[2, 3, 5, 7]), None);
    assert_eq!(residue::modulus_of_finite(&[1, 2, 3, 5, 8]), None);
    assert_eq!(residue::modulus_of_finite(&[]), None);
}

#[test]
fn powers() {
    for b in 1..12u64 {
        let inside = |amount: u64| {
            std::iter::successors(Some(1), |power| Some(power * b)).take(10).any(|power| power == amount)
        };
        for (n, value) in values(400, inside).iter().enumerate() {
            assert_eq!(residue::value_of_powers(&big(n), &big(b)), Some(*value), "{b} {n}");
        }
    }
    assert_eq!(residue::value_of_powers(&big(3u32), &big(0u32)), None);
    assert_eq!(residue::powers_to(&big(21u32), &big(10u32), 0), bigs(&[10]));
}

#[test]
fn two() {
    for (a, b) in (1..12).flat_map(|a| (a..34).map(move |b| (a, b))) {
        for (n, value) in values(200, |amount| amount == a || amount == b).iter().enumerate() {
            assert_eq!(two_amounts::value(&big(n), &big(a), &big(b)), Some(*value), "{a} {b} {n}");
            assert_eq!(two_amounts::value(&big(n), &big(b), &big(a)), Some(*value));
        }
    }
    assert_eq!(two_amounts::value(&big(5u32), &big(0u32), &big(3u32)), None);
}

#[test]
fn two_and_their_sum() {
    for (a, b) in (1..9).flat_map(|a| (a + 1..16).map(move |b| (a, b))) {
        let game = WithSum::new(a, b, &unhurried).unwrap().expect("the conjecture holds here");
        let values = values(400, |amount| amount == a || amount == b || amount == a + b);
        for (n, value) in values.iter().enumerate() {
            assert_eq!(game.value(&big(n)), *value, "{a} {b} {n}");
        }
        // The period is the least.
        let period = game.period();
        let table: Vec<u64> = (0..2 * period).map(|n| game.value(&big(n))).collect();
        assert!((1..period).all(|shorter| (0..period).any(|n| table[n] != table[n + shorter])), "{a} {b}");
    }
    assert!(WithSum::new(5, 5, &unhurried).unwrap().is_none());
    assert!(WithSum::new(u64::MAX - 1, u64::MAX, &unhurried).unwrap().is_none());
    assert!(WithSum::new(1_000_000_007, u64::MAX / 8, &unhurried).unwrap().is_none());
    assert!(WithSum::new(7919, 104_729, &|_| std::ops::ControlFlow::Break(())).is_err());
}

#[test]
fn all_but() {
    let sets: Vec<Vec<u64>> = (0..8).map(|k| (1..=k).collect()).chain((1..9).map(|m| vec![m])).collect();
    for exceptions in sets {
        let game = AllBut::recognise(&bigs(&exceptions)).unwrap();
        let values = values(120, |amount| !exceptions.contains(&amount));
        for n in 0..120u64 {
            assert_eq!(small(&game.value(&big(n))), values[n as usize], "{exceptions:?} {n}");
            for target in 0..values[n as usize] + 3 {
                let left = game.leaving(&big(n), &big(target)).map(|left| small(&left));
                let exists =
                    (0..n).any(|left| values[left as usize] == target && !exceptions.contains(&(n - left)));
                assert_eq!(left.is_some(), exists, "{exceptions:?} {n} {target}");
                assert!(
                    left.is_none_or(
                        |left| values[left as usize] == target && !exceptions.contains(&(n - left))
                    )
                );
            }
        }
    }
    assert_eq!(AllBut::recognise(&bigs(&[2, 3])), None);
    assert_eq!(AllBut::recognise(&bigs(&[0])), None);
}
