//! Games in which heaps, paths and circles fall into parts: closed forms against the definition, some under misère play too.

use super::definition::*;
use super::golden::{joined, letter, numbers, parameter, range};
use gspec::theory::convention::Convention::{Misere, Normal};
use gspec::theory::cut::Cut;
use gspec::theory::{circle, kayles_paths, lasker, misere_0123, misere_kayles, named_octals};
use num_bigint::BigUint;
use std::collections::BTreeSet;

pub fn answer(game: &str, quantity: &str) -> Option<String> {
    if let Some(set) = game.strip_prefix("cut{") {
        let cut = Cut::recognise(&bigs(&numbers(set.strip_suffix('}')?)))?;
        return Some(joined(range(quantity, "seq:")?.map(|n| cut.value(&big(n))), ","));
    }
    if game == "circle-coins(HDU3951)" {
        let n = parameter(quantity, "outcome:n=")?;
        let k = parameter(quantity, &format!("outcome:n={n},k="))?;
        return Some(letter(circle::losing(&big(n), &big(k))));
    }
    let misere: Option<fn(&[BigUint]) -> bool> = match game {
        "octal[0.77]-misere" => Some(misere_kayles::losing),
        "octal[0.123]-misere" => Some(misere_0123::losing),
        "lasker-nim-misere" => Some(|heaps| lasker::losing(heaps, Misere)),
        _ => None,
    };
    if let Some(losing) = misere {
        if let Some(bounds) = range(quantity, "outcomes:") {
            return Some(bounds.map(|n| letter(losing(&[big(n)]))).collect());
        }
        return Some(letter(losing(&bigs(&numbers(quantity.strip_prefix("outcome:")?)))));
    }
    let value: fn(&BigUint) -> Option<u64> = match game {
        "octal[0.77]" => |n| Some(named_octals::kayles(n)),
        "octal[0.07]" => |n| Some(named_octals::dawson(n)),
        "octal[0.4]" => |n| Some(if *n == big(0u32) { 0 } else { named_octals::dawson(&(n - 1u32)) }),
        "octal[0.137]" => |n| Some(kayles_paths::nodes_of_path(n)),
        "node-kayles-cycle" => kayles_paths::nodes_of_cycle,
        "arc-kayles-path" => |n| Some(kayles_paths::arcs_of_path(n)),
        _ => return None,
    };
    match quantity.split_once(':')? {
        ("sg", n) => Some(value(&big(n.parse::<u64>().ok()?))?.to_string()),
        ("seq", _) => Some(joined(range(quantity, "seq:")?.map(|n| value(&big(n)).unwrap()), ",")),
        _ => None,
    }
}

type Heaps = Vec<u64>;

/// Positions reached by replacing one heap; heaps stay sorted and empty ones are dropped.
fn replaced(heaps: &Heaps, parts: &impl Fn(u64) -> Vec<Heaps>) -> Vec<Heaps> {
    let mut options = BTreeSet::new();
    for (place, heap) in heaps.iter().enumerate() {
        for new in parts(*heap) {
            let mut after = heaps.clone();
            after.remove(place);
            after.extend(new.into_iter().filter(|part| *part > 0));
            after.sort_unstable();
            options.insert(after);
        }
    }
    options.into_iter().collect()
}

fn two_parts(n: u64) -> Vec<Heaps> {
    (1..=n / 2).map(|part| vec![part, n - part]).collect()
}

/// The heaps left after taking `amount` from `n`, with the rest whole or divided into two.
fn kayles_move(n: u64, amount: u64) -> Vec<Heaps> {
    n.checked_sub(amount).map_or(Vec::new(), |rest| [vec![vec![rest]], two_parts(rest)].concat())
}

fn partitions(total: u64, most: u64) -> Vec<Heaps> {
    if total == 0 {
        return vec![Vec::new()];
    }
    let with_greatest = |part: u64| {
        partitions(total - part, part).into_iter().map(move |mut rest| {
            rest.push(part);
            rest
        })
    };
    (1..=most.min(total)).flat_map(with_greatest).collect()
}

#[test]
fn lasker_heaps() {
    let parts = |n: u64| [(0..n).map(|left| vec![left]).collect(), two_parts(n)].concat();
    let mut definition = Definition::new(|heaps: &Heaps| replaced(heaps, &parts));
    let value = |n: u64| small(&lasker::value(&big(n)));
    for n in 0..24 {
        assert_eq!(value(n), definition.value(&vec![n]), "{n}");
    }
    for heaps in (0..=18).flat_map(|total| partitions(total, 18)) {
        assert_eq!(lasker::losing(&bigs(&heaps), Misere), definition.losing_misere(&heaps), "{heaps:?}");
        assert_eq!(lasker::losing(&bigs(&heaps), Normal), definition.losing(&heaps), "{heaps:?}");
    }
    for (n, target) in (0..60).flat_map(|n| (0..70).map(move |target| (n, target))) {
        let found = lasker::leaving(&big(n), &big(target)).map(|(a, b)| vec![small(&a), small(&b)]);
        assert_eq!(found.is_some(), target < value(n));
        if let Some(found) = found {
            let kept: Heaps = if found[1] == 0 { vec![found[0]] } else { found.clone() };
            assert!(parts(n).contains(&kept), "{n} {target} {kept:?}");
            assert_eq!(value(found[0]) ^ value(found[1]), target);
        }
    }
}

#[test]
fn cuts() {
    let sets: [&[u64]; 10] =
        [&[1], &[2], &[3], &[1, 3], &[1, 5], &[2, 3], &[3, 5], &[2, 5], &[1, 2, 3], &[1, 2, 3, 4]];
    for set in sets {
        let cut = Cut::recognise(&bigs(set)).unwrap();
        let mut values = vec![0];
        for n in 1..=22 {
            let parts = partitions(n, n).into_iter().filter(|parts| set.contains(&(parts.len() as u64 - 1)));
            let sums = parts.map(|parts| parts.iter().fold(0, |sum, part| sum ^ values[*part as usize]));
            let value = mex(sums.collect::<Vec<u64>>());
            values.push(value);
            assert_eq!(cut.value(&big(n)), big(value), "{set:?} {n}");
        }
    }
    assert_eq!(Cut::recognise(&bigs(&[1, 2])), None);
    assert_eq!(Cut::recognise(&bigs(&[1, 4])), None);
    assert_eq!(Cut::recognise(&[]), None);
    assert_eq!(Cut::recognise(&bigs(&[0, 2])), None);
}

#[test]
fn kayles_and_dawson() {
    let values = |amounts: &[u64]| {
        let mut values: Vec<u64> = Vec::new();
        for n in 0..700 {
            let parts = amounts.iter().flat_map(|amount| kayles_move(n, *amount));
            let sums = parts.map(|parts| parts.iter().fold(0, |sum, part| sum ^ values[*part as usize]));
            let value = mex(sums.collect::<Vec<u64>>());
            values.push(value);
        }
        values
    };
    let (kayles, dawson) = (values(&[1, 2]), values(&[2]));
    for n in 0..700 {
        assert_eq!(named_octals::kayles(&big(n)), kayles[n], "{n}");
        assert_eq!(named_octals::dawson(&big(n)), dawson[n], "{n}");
        assert_eq!(kayles_paths::arcs_of_path(&big(n)), dawson[n]);
    }
}

#[test]
fn misere_kayles_sums() {
    let parts = |n: u64| [kayles_move(n, 1), kayles_move(n, 2)].concat();
    let mut definition = Definition::new(|heaps: &Heaps| replaced(heaps, &parts));
    for heaps in (0..=30).flat_map(|total| partitions(total, 30)) {
        assert_eq!(misere_kayles::losing(&bigs(&heaps)), definition.losing_misere(&heaps), "{heaps:?}");
    }
    assert!(misere_kayles::losing(&bigs(&[0, 9, 0])));
}

#[test]
fn misere_0123_sums() {
    let parts = |n: u64| match n {
        1 => vec![vec![0]],
        3 => vec![vec![1], vec![0]],
        n if n > 3 => vec![vec![n - 2], vec![n - 3]],
        _ => Vec::new(),
    };
    let mut definition = Definition::new(|heaps: &Heaps| replaced(heaps, &parts));
    let mut classes = BTreeSet::new();
    for heaps in (0..=30).flat_map(|total| partitions(total, 30)) {
        assert_eq!(misere_0123::losing(&bigs(&heaps)), definition.losing_misere(&heaps), "{heaps:?}");
        classes.insert(heaps.iter().fold(misere_0123::Class::ONE, |class, heap| {
            class.times(misere_0123::Class::of_heap(&big(*heap)))
        }));
    }
    assert_eq!(classes.len(), 20);
}

#[test]
fn kayles_on_graphs() {
    // Sets of vertices are bit sets; `graph` gives the pairs of neighbours of a path or a cycle.
    let graph = |n: usize, cycle: bool| {
        let path = (1..n).map(|vertex| (vertex - 1, vertex));
        path.chain((cycle).then_some((n - 1, 0))).collect::<Vec<_>>()
    };
    for (n, cycle) in (1..13).flat_map(|n| [(n, false), (n, true)]).filter(|(n, cycle)| !cycle || *n >= 3) {
        let edges = graph(n, cycle);
        let around = |vertex: usize| {
            let ends = edges.iter().filter(|(a, b)| *a == vertex || *b == vertex);
            ends.fold(0u32, |set, (a, b)| set | 1 << a | 1 << b) | 1 << vertex
        };
        let there = |set: u32, vertex: usize| set >> vertex & 1 == 1;
        let mut nodes = Definition::new(|set: &u32| {
            (0..n)
                .filter(|vertex| there(*set, *vertex))
                .map(|vertex| set & !around(vertex))
                .collect::<Vec<_>>()
        });
        let mut arcs = Definition::new(|set: &u32| {
            let both = edges.iter().filter(|(a, b)| there(*set, *a) && there(*set, *b));
            both.map(|(a, b)| set & !(1 << a) & !(1 << b)).collect::<Vec<_>>()
        });
        let (all, wide) = ((1 << n) - 1, big(n));
        if cycle {
            assert_eq!(kayles_paths::nodes_of_cycle(&wide), Some(nodes.value(&all)), "{n}");
            assert_eq!(kayles_paths::arcs_of_cycle(&wide), Some(arcs.value(&all)), "{n}");
        } else {
            assert_eq!(kayles_paths::nodes_of_path(&wide), nodes.value(&all), "{n}");
            assert_eq!(kayles_paths::arcs_of_path(&wide), arcs.value(&all), "{n}");
        }
    }
    assert_eq!(kayles_paths::nodes_of_cycle(&big(2u32)), None);
}

#[test]
fn coins_in_a_circle() {
    for (n, k) in (0..12usize).flat_map(|n| (0..6usize).map(move |k| (n, k))) {
        let mut definition = Definition::new(|set: &u32| {
            let mut options = Vec::new();
            for start in 0..n {
                let mut left = *set;
                for place in (start..start + k.min(n)).map(|place| place % n) {
                    if left >> place & 1 == 0 {
                        break;
                    }
                    left &= !(1 << place);
                    options.push(left);
                }
            }
            options
        });
        let all = (1u32 << n) - 1;
        assert_eq!(circle::losing(&big(n), &big(k)), definition.losing(&all), "{n} {k}");
        if let Some(amount) = circle::winning_amount(&big(n), &big(k)) {
            let taken = (1u32 << small(&amount)) - 1;
            assert!(small(&amount) <= k as u64 && definition.losing(&(all & !taken)), "{n} {k}");
        } else {
            assert!(definition.losing(&all));
        }
    }
}
