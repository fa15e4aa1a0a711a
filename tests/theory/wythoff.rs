//! Wythoff's game and its relatives (wider and steeper diagonals, forbidden options): closed forms against the definition and,
//! for large numbers, against each other.

use super::definition::*;
use super::golden::{joined, letter, numbers, parameter};
use gspec::theory::convention::Convention::{self, Misere, Normal};
use gspec::theory::wythoff::blocking::{self, BlockedDiagonal};
use gspec::theory::wythoff::classic;
use gspec::theory::wythoff::holladay::{self, Holladay};
use gspec::theory::wythoff::numeration::Numeration;
use num_bigint::BigUint;
use std::collections::HashSet;

pub fn answer(game: &str, quantity: &str) -> Option<String> {
    let (kind, arguments) = quantity.split_once(':')?;
    let convention = if game.ends_with("misere") { Misere } else { Normal };
    if game == "POJ1067" {
        let heaps = numbers(arguments);
        return Some(letter(classic::losing(heaps[0], heaps[1], Normal)));
    }
    if let Some(forbidden) = parameter(game, "wythoff-block-any[") {
        let losing = match forbidden {
            1 => blocking::losing_one_forbidden,
            2 => blocking::losing_two_forbidden,
            _ => return None,
        };
        return Some(listed(25, |x, y| losing(&big(x), &big(y))));
    }
    if game.starts_with("wythoff[s=") {
        let t = parameter(game, &format!("wythoff[s={},t=", parameter(game, "wythoff[s=")?))?;
        let game = Numeration::new(big(parameter(game, "wythoff[s=")?), big(t))?;
        return Some(listed(40, |x, y| game.losing(&big(x), &big(y))));
    }
    let a = parameter(game, "wythoff[a=")?;
    let holladay = Holladay::new(big(a), convention)?;
    match kind {
        "Plist" => Some(listed(40, |x, y| holladay.losing(&big(x), &big(y)))),
        "outcome" => {
            let heaps = numbers(arguments);
            let losing = holladay.losing(&big(heaps[0]), &big(heaps[1]));
            if convention == Normal {
                assert_eq!(losing, holladay::losing(a, heaps[0], heaps[1]));
            }
            if a == 1 {
                assert_eq!(losing, classic::losing(heaps[0], heaps[1], convention));
                assert_eq!(losing, classic::losing_big(&big(heaps[0]), &big(heaps[1]), convention));
            }
            Some(letter(losing))
        }
        "A_n" => Some(classic::lower(arguments.parse().ok()?).to_string()),
        _ => None,
    }
}

fn listed(bound: u64, losing: impl Fn(u64, u64) -> bool) -> String {
    let pairs = (0..=bound).flat_map(|x| (x..=bound).map(move |y| (x, y)));
    joined(pairs.filter(|(x, y)| losing(*x, *y)).map(|(x, y)| format!("{x},{y}")), ";")
}

type Pair = (u64, u64);

/// The moves from two heaps: take from one heap, or k and l from the two heaps in this order if
/// `both(k, l)`.
fn two_heaps(both: impl Fn(u64, u64) -> bool) -> impl Fn(&Pair) -> Vec<Pair> {
    move |&(x, y)| {
        let mut options: Vec<Pair> = (0..x).map(|left| (left, y)).collect();
        options.extend((0..y).map(|left| (x, left)));
        for k in 1..=x {
            options.extend((1..=y).filter(|l| both(k, *l)).map(|l| (x - k, y - l)));
        }
        options
    }
}

/// The lost positions with both heaps below `bound`, in both orders.
fn lost(bound: u64, convention: Convention, both: impl Fn(u64, u64) -> bool) -> HashSet<Pair> {
    let mut definition = Definition::new(two_heaps(both));
    let all = (0..bound).flat_map(|x| (0..bound).map(move |y| (x, y)));
    all.filter(|pair| definition.losing_under(pair, convention)).collect()
}

fn reached(moves: &[(BigUint, BigUint)]) -> HashSet<Pair> {
    let set: HashSet<Pair> = moves.iter().map(|(x, y)| (small(x), small(y))).collect();
    assert_eq!(set.len(), moves.len(), "a move twice");
    set
}

#[test]
fn classic_agrees_with_the_definition() {
    for convention in [Normal, Misere] {
        let lost = lost(45, convention, |k, l| k == l);
        let options = two_heaps(|k, l| k == l);
        for (x, y) in (0..45).flat_map(|x| (0..45).map(move |y| (x, y))) {
            let losing = lost.contains(&(x, y));
            assert_eq!(classic::losing(x, y, convention), losing, "{x} {y}");
            assert_eq!(classic::losing_big(&big(x), &big(y), convention), losing, "{x} {y}");
            assert_eq!(classic::partner(&big(x), convention) == big(y), losing, "{x} {y} {convention:?}");
            let expected: HashSet<Pair> =
                options(&(x, y)).into_iter().filter(|pair| lost.contains(pair)).collect();
            assert_eq!(reached(&classic::winning_moves(&big(x), &big(y), convention)), expected, "{x} {y}");
        }
    }
}

#[test]
fn holladay_agrees_with_the_definition() {
    for a in 1..=6 {
        for convention in [Normal, Misere] {
            let both = |k: u64, l: u64| k.abs_diff(l) < a;
            let (lost, options) = (lost(34, convention, both), two_heaps(both));
            let game = Holladay::new(big(a), convention).unwrap();
            for (x, y) in (0..34).flat_map(|x| (0..34).map(move |y| (x, y))) {
                let losing = lost.contains(&(x, y));
                assert_eq!(game.losing(&big(x), &big(y)), losing, "a={a} {x} {y} {convention:?}");
                if convention == Normal {
                    assert_eq!(holladay::losing(a, x, y), losing, "a={a} {x} {y}");
                }
                let expected: HashSet<Pair> =
                    options(&(x, y)).into_iter().filter(|pair| lost.contains(pair)).collect();
                let found = reached(&game.winning_moves(&big(x), &big(y)));
                assert_eq!(found, expected, "a={a} {x} {y} {convention:?}");
            }
        }
    }
}

#[test]
fn numeration_agrees_with_the_definition_and_the_recurrence() {
    for (s, t) in [(1, 1), (1, 3), (2, 1), (2, 2), (3, 1), (3, 2), (4, 1), (5, 7)] {
        let game = Numeration::new(big(s), big(t)).unwrap();
        let both = |k: u64, l: u64| k.abs_diff(l) < (s - 1) * k.min(l) + t;
        let (lost, options) = (lost(30, Normal, both), two_heaps(both));
        for (x, y) in (0..30).flat_map(|x| (0..30).map(move |y| (x, y))) {
            let losing = lost.contains(&(x, y));
            assert_eq!(game.losing(&big(x), &big(y)), losing, "{s} {t}: {x} {y}");
            let found = game.winning_move(&big(x), &big(y)).map(|(u, v)| (small(&u), small(&v)));
            assert_eq!(found.is_none(), losing);
            assert!(found.is_none_or(|pair| lost.contains(&pair) && options(&(x, y)).contains(&pair)));
        }
        let mut used = HashSet::new();
        let mut next = 0;
        for n in 0..3000 {
            while used.contains(&next) {
                next += 1;
            }
            let larger = s * next + t * n;
            assert_eq!(game.partner(&big(next)), big(larger), "{s} {t} {n}");
            assert_eq!(game.partner(&big(larger)), big(next), "{s} {t} {n}");
            assert_eq!(game.pair(&big(n)), (big(next), big(larger)), "{s} {t} {n}");
            used.extend([next, larger]);
        }
    }
}

#[test]
fn numeration_is_holladay_for_s_one_at_any_size() {
    let mut random = Random::new(36);
    for t in 1..6u32 {
        let numeration = Numeration::new(big(1u32), big(t)).unwrap();
        let holladay = Holladay::new(big(t), Normal).unwrap();
        for _ in 0..100 {
            let x = random.of_bits(300);
            assert_eq!(Some(numeration.partner(&x)), holladay.partner(&x), "{t} {x}");
        }
    }
}

#[test]
fn numeration_at_any_size() {
    let mut random = Random::new(37);
    for _ in 0..50 {
        let (s, t) = (random.of_bits(10) + 1u32, random.of_bits(10) + 1u32);
        let game = Numeration::new(s, t).unwrap();
        let (low, high) = game.pair(&random.of_bits(1000));
        assert!(game.losing(&low, &high));
        let (u, v) = game.winning_move(&low, &(&high - 1u32)).unwrap();
        assert!(game.losing(&u, &v) && u <= low && v < high);
    }
}

#[test]
fn forbidden_options_agree_with_the_definition() {
    // By definition a position is lost if at most as many of its options are lost as may be
    // forbidden.
    let bound = 60;
    for (forbidden, losing) in [
        (1, blocking::losing_one_forbidden as fn(&BigUint, &BigUint) -> bool),
        (2, blocking::losing_two_forbidden),
    ] {
        let mut lost: HashSet<Pair> = HashSet::new();
        let options = two_heaps(|k, l| k == l);
        for sum in 0..2 * bound {
            for x in 0..=sum {
                let winning = options(&(x, sum - x)).iter().filter(|pair| lost.contains(pair)).count();
                if winning <= forbidden {
                    lost.insert((x, sum - x));
                }
            }
        }
        for (x, y) in (0..bound).flat_map(|x| (0..bound).map(move |y| (x, y))) {
            assert_eq!(losing(&big(x), &big(y)), lost.contains(&(x, y)), "{forbidden}: {x} {y}");
        }
    }
}

#[test]
fn forbidden_diagonals_agree_with_the_definition() {
    let bound = 30;
    for (m, p) in [(1, 1), (1, 2), (1, 3), (2, 1), (2, 2), (2, 4), (3, 2), (3, 3)] {
        let mut game = BlockedDiagonal::new(m, p).unwrap();
        game.extend(bound, &unhurried).unwrap();
        let mut lost: HashSet<Pair> = HashSet::new();
        let (single, both) = (two_heaps(|_, _| false), two_heaps(|k, l| k.abs_diff(l) < m));
        for (x, y) in (0..2 * bound).flat_map(|sum| (0..=sum).map(move |x| (x, sum - x))) {
            let in_one = single(&(x, y)).iter().filter(|pair| lost.contains(pair)).count();
            let in_all = both(&(x, y)).iter().filter(|pair| lost.contains(pair)).count();
            if in_one == 0 && in_all < p as usize {
                lost.insert((x, y));
            }
        }
        for (x, y) in (0..bound).flat_map(|x| (0..bound).map(move |y| (x, y))) {
            assert_eq!(game.losing(x, y), Some(lost.contains(&(x, y))), "m={m} p={p}: {x} {y}");
        }
        assert_eq!(game.losing(1_000_000, 1_000_000), None);
    }
}

#[test]
fn doubles_would_get_these_wrong() {
    assert!(classic::losing(165_580_140, 267_914_295, Normal));
    assert!(!classic::losing(165_580_141, 267_914_296, Normal));
    assert!(classic::losing(72_723_460_248_141, 117_669_030_460_994, Normal));
}

#[test]
fn the_reciprocal_of_phi_is_exact_at_all_sizes() {
    let mut random = Random::new(34);
    let edges = (0..70).chain((0..64).map(|bit| 1 << bit)).chain((0..70).map(|back| u64::MAX - back));
    for d in edges.chain((0..3000).map(|_| random.next())) {
        assert_eq!(big(classic::lower(d)), classic::lower_big(&big(d)), "{d}");
    }
    assert!(!classic::losing(u64::MAX, u64::MAX, Normal));
    for (x, y) in [(0, u64::MAX), (1, u64::MAX), (u64::MAX - 1, u64::MAX), (u64::MAX, u64::MAX)] {
        for a in [1, 2, 3, u64::MAX - 1, u64::MAX] {
            let exact = Holladay::new(big(a), Normal).unwrap().losing(&big(x), &big(y));
            assert_eq!(holladay::losing(a, x, y), exact, "{a} {x} {y}");
        }
    }
}

#[test]
fn pairs_of_any_size() {
    let mut random = Random::new(35);
    for _ in 0..300 {
        let n = random.of_bits(500);
        let bits = if random.below(2) == 0 { 4 } else { 400 };
        let a = random.of_bits(bits) + 1u32;
        for convention in [Normal, Misere] {
            let game = Holladay::new(a.clone(), convention).unwrap();
            let (low, high) = game.pair(&n);
            assert_eq!(game.partner(&low).as_ref(), Some(&high));
            assert_eq!(game.partner(&high).as_ref(), Some(&low));
            assert!(game.winning_moves(&low, &high).is_empty());
            let moves = game.winning_moves(&(&low + 1u32), &(&high + 1u32));
            assert!(!moves.is_empty() && moves.iter().all(|(x, y)| game.losing(x, y)));
        }
    }
    for _ in 0..2000 {
        let a = random.of_bits(64) + 1u32;
        let n = random.of_bits(66) / &a;
        let (low, high) = Holladay::new(a.clone(), Normal).unwrap().pair(&n);
        if let (Ok(low), Ok(high)) = (u64::try_from(low), u64::try_from(high)) {
            assert!(holladay::losing(small(&a), low, high), "{a} {low} {high}");
            assert!(!holladay::losing(small(&a), low + 1, high + 1));
        }
    }
}

#[test]
fn a_thousand_digits() {
    let d = big(10u32).pow(1000) + 7u32;
    let low = classic::lower_big(&d);
    let high = &low + &d;
    assert!(classic::losing_big(&low, &high, Normal));
    assert!(!classic::losing_big(&(&low + 1u32), &(&high + 1u32), Normal));
    assert_eq!(
        classic::winning_moves(&(&low + 5u32), &(&high + 5u32), Normal)[0],
        (low.clone(), high.clone())
    );
    let explanation = classic::explain(&high, &low);
    assert_eq!((&explanation.difference, &explanation.lower), (&d, &low));
    assert_eq!(explanation.small_parts.iter().sum::<BigUint>(), low);
    assert_eq!(explanation.large_parts.iter().sum::<BigUint>(), high);
    assert_eq!(explanation.small_parts.len(), explanation.large_parts.len());
}

#[test]
fn lost_pairs_are_shifts_of_each_other() {
    use gspec::theory::zeckendorf;
    assert_eq!(zeckendorf::parts(&big(100u32)), bigs(&[89, 8, 3]));
    let fibonacci = zeckendorf::fibonacci_up_to(&big(10u32).pow(20));
    for d in 1..200u64 {
        let low = classic::lower_big(&big(d));
        let explanation = classic::explain(&low, &(&low + d));
        let next = |part: &BigUint| {
            fibonacci[fibonacci.iter().position(|number| number == part).unwrap() + 1].clone()
        };
        assert_eq!(explanation.small_parts.iter().map(next).collect::<Vec<_>>(), explanation.large_parts);
        assert_eq!(zeckendorf::trailing_zeros(&low).unwrap() % 2, 0);
    }
}
