//! The closed forms of games with lists of heaps, or with numbers and arithmetic, compared with the reference.

use super::{Case, agrees, told};
use gspec::theorem::Kind;

const LISTS: [&str; 4] = ["@([3, 4, 5])", "@([1, 1, 2, 3])", "@([6, 2])", "@([1, 1, 1, 1, 1])"];

/// A theorem on lists with values for its parameters, and positions to start from.
#[track_caller]
fn lists(id: &str, ways: std::ops::Range<usize>, set: &[(&str, &str)], starts: &[&str], least: usize) {
    for which in ways {
        agrees(&Case { id, kinds: &[Kind::Nats], which, set, starts, least });
    }
}

#[test]
fn nim_on_lists() {
    lists("nim-list", 0..4, &[], &LISTS, 140);
}

#[test]
fn moore_on_lists() {
    for most in ["1", "2", "3", "4", "7"] {
        lists("moore-list", 0..5, &[("K", most)], &LISTS, 140);
    }
    lists("moore-list", 5..7, &[], &LISTS, 140);
    lists("moore-list", 7..10, &[("K", "2")], &LISTS, 140);
}

#[test]
fn exact_nim_on_lists() {
    for exactly in ["1", "2", "3"] {
        lists("exact-list", 0..2, &[("K", exactly)], &["@([3, 4, 5])", "@([2, 1, 2, 3])", "@([6, 2])"], 80);
    }
    lists("exact-list", 5..7, &[("K", "2")], &["@([3, 4, 5])", "@([2, 1, 2, 3])", "@([6, 2])"], 80);
    lists("exact-list", 3..5, &[], &["@([3, 4, 5])", "@([2, 1, 2, 3])", "@([6, 2])"], 80);
}

#[test]
fn greedy_nim_on_lists() {
    lists("greedy-list", 0..4, &[], &LISTS, 140);
}

#[test]
fn end_nim_on_lists() {
    let starts = ["@([3, 1, 9, 4])", "@([2, 3, 2, 3, 2])", "@([4, 5, 6])", "@([1, 4, 2, 2, 4])"];
    lists("end-nim", 0..6, &[], &starts, 180);
}

#[test]
fn staircases_on_lists() {
    for ways in [0..2, 4..6] {
        lists("staircase-list", ways, &[], &["@([3, 2, 3])", "@([1, 2, 0, 2])", "@([0, 0, 0, 3])"], 100);
    }
    lists("staircase-list", 2..4, &[], &["@([3, 5, 9])", "@([1, 2, 4, 4])", "@([2, 2, 2])"], 100);
}

#[test]
fn circles_of_heaps() {
    for most in ["1", "2", "3", "4"] {
        let starts = ["@([2, 1, 2, 1])", "@([1, 2, 1, 0, 1])", "@([1, 1, 1, 1, 1, 1])", "@([2, 0, 1, 2])"];
        lists("circular-list", 0..1, &[("K", most)], &starts, 40);
    }
    for which in [1..2, 2..3, 7..8, 8..9, 9..10] {
        lists(
            "circular-list",
            which,
            &[],
            &["@([2, 1, 2, 1])", "@([1, 2, 1, 0, 1])", "@([3])", "@([2, 3])"],
            40,
        );
    }
    lists("circular-list", 3..7, &[("K", "2")], &["@([2, 1, 2, 1])", "@([1, 2, 1, 0, 1])", "@([3])"], 40);
}

#[test]
fn chomp_on_rows() {
    lists("chomp", 0..3, &[], &["@([6, 5])", "@([5, 1, 1, 1])", "@([3, 3, 3])"], 20);
}

#[test]
fn quotients_and_passes() {
    for which in [2, 6, 7] {
        let starts = &["@(40)"];
        agrees(&Case { id: "proportional", kinds: &[Kind::Nat], which, set: &[], starts, least: 10 });
    }
    for passes in ["1", "2", "3", "6"] {
        let (kinds, set) = (&[Kind::Nat, Kind::Other], [("P", passes)]);
        let start = format!("@(20, {passes})");
        agrees(&Case { id: "pass", kinds, which: 0, set: &set, starts: &[&start], least: 40 });
    }
}

#[test]
fn a_hundred_thousand_heaps() {
    let set = [("K", "2")];
    let case =
        |starts| Case { id: "moore-list", kinds: &[Kind::Nats], which: 0, set: &set, starts, least: 1 };
    // Each size occurs three times, so that every column is divisible by three.
    assert_eq!(told(&case(&["@([i div 3 for i in 0..99999])"])).1, Some(true));
    assert_eq!(told(&case(&["@([i div 3 for i in 0..100000])"])).1, Some(false));
}

#[test]
fn euclid_with_both_endings() {
    for (id, ways) in [("euclid", 4), ("grossman", 4)] {
        for which in 0..ways {
            let starts = &["@(21, 55)", "@(8, 60)", "@(36, 36)"];
            agrees(&Case { id, kinds: &[Kind::Nat, Kind::Nat], which, set: &[], starts, least: 100 });
        }
    }
}

#[test]
fn euclid_at_any_size() {
    let told = |id, start: &str| {
        told(&Case { id, kinds: &[Kind::Nat, Kind::Nat], which: 0, set: &[], starts: &[start], least: 1 })
    };
    // Neighbouring Fibonacci numbers F(87), F(88): the ratio is below the golden one or above it by turns.
    let (a, b, c) = (679891637638612258u64, 1100087778366101931u64, 1779979416004714189u64);
    assert_eq!(told("grossman", &format!("@({a}, {b})")).1, Some(b < a * 2 && golden(a, b)));
    assert_eq!(told("grossman", &format!("@({b}, {c})")).1, Some(golden(b, c)));
    assert_ne!(told("grossman", &format!("@({a}, {b})")).1, told("grossman", &format!("@({b}, {c})")).1);
    assert_eq!(told("euclid", "@(10^1000, 10^1000)"), (Some("1".into()), Some(false)));
    assert_eq!(told("grossman", "@(10^1000, 10^1000)"), (Some("0".into()), Some(true)));
}

/// Whether b / a is below the golden ratio.
fn golden(a: u64, b: u64) -> bool {
    let (a, b) = (u128::from(a), u128::from(b));
    b * (b - a) < a * a
}

#[test]
fn one_heap_and_its_divisors() {
    for which in 0..7 {
        let starts = &["@(60)", "@(37)", "@(64)"];
        // In formulation 5 (take a number that does not divide the heap) the theorem does not cover even heaps.
        let least = if which == 5 { 20 } else { 16 };
        agrees(&Case { id: "divisors", kinds: &[Kind::Nat], which, set: &[], starts, least });
    }
}

#[test]
fn infinitely_many_amounts() {
    for which in 0..4 {
        let bases: &[&str] = if which == 0 { &["2", "3", "4", "5", "10"] } else { &[""] };
        for base in bases {
            let with = [("B", *base)];
            let set = if base.is_empty() { &with[..0] } else { &with };
            let (id, kinds, starts) = ("amounts-with-property", &[Kind::Nat], &["@(90)"]);
            agrees(&Case { id, kinds, which, set, starts, least: 60 });
        }
    }
}

#[test]
fn large_heaps_by_arithmetic() {
    let told = |id, which, start: &str| {
        told(&Case { id, kinds: &[Kind::Nat], which, set: &[], starts: &[start], least: 1 }).0
    };
    // 10 ^ n = 2 ^ n * 5 ^ n. The values are the exponent of 2, this exponent plus 1, and the number of prime factors.
    assert_eq!(told("divisors", 0, "@(10^30)").as_deref(), Some("30"));
    assert_eq!(told("divisors", 1, "@(10^30)").as_deref(), Some("31"));
    assert_eq!(told("divisors", 2, "@(10^18)").as_deref(), Some("36"));
    // The value is the index of this prime; counting the primes up to 18 digits would take too much memory.
    assert_eq!(told("divisors", 3, "@(999999999999999989)"), None);
    // 10 is 1 modulo 3, and 10 ^ 1000 is a multiple of 4.
    assert_eq!(told("amounts-with-property", 0, "@(10^1000)").as_deref(), Some("1"));
    assert_eq!(told("amounts-with-property", 1, "@(10^1000 + 3)").as_deref(), Some("3"));
}
