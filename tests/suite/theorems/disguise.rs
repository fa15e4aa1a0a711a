//! Nim with further moves: those that change nothing (disguised Nim, poker Nim), and others.

use super::cover::{covers, refuses, says, theorem_of};
use gspec::ir::Convention::Normal;

#[test]
fn further_moves_that_change_the_nim_sum() {
    let two = |more: &str| {
        format!(
            "game g(a: nat, b: nat) {{ move x(k in 1..=a) -> g(a - k, b) move y(k in 1..=b) -> g(a, b - k) move more{more} }}"
        )
    };
    let three = |more: &str| {
        format!(
            "game g(a: nat, b: nat, c: nat) {{ move x(k in 1..=a) -> g(a - k, b, c) move y(k in 1..=b) -> g(a, b - k, c) move z(k in 1..=c) -> g(a, b, c - k) move more{more} }}"
        )
    };
    let specs = [
        two(" when a >= 1 and b >= 2 -> g(a - 1, b - 2)"),
        two("((i, j) in [(1, 2), (4, 2), (6, 5)]) when i <= a and j <= b -> g(a - i, b - j)"),
        two("(k in 1..=a) when 2 * k <= b -> g(a - k, b - 2 * k)"),
        two("(x in 0..a, y in 0..b) when x xor y != a xor b and a > b -> g(x, y)"),
        three("(k in 1..=min(a, b, c)) -> g(a - k, b - k, c - k)"),
        three(" when a >= 4 and b >= 2 and c >= 4 -> g(a - 4, b - 2, c - 4)"),
    ];
    covers("disguised-nim", &specs.each_ref().map(|spec| &**spec));
    let specs = [
        two(" when a >= 1 and b >= 1 -> g(a - 1, b - 1)"),
        two("((i, j) in [(1, 2), (4, 2), (6, 2)]) when i <= a and j <= b -> g(a - i, b - j)"),
        two("(k in 1..=a) when 3 * k <= b -> g(a - k, b - 3 * k)"),
        three("(k in 1..=min(a, b)) -> g(a - k, b - k, c)"),
        three(" when a >= 4 and b >= 2 and c >= 2 -> g(a - 4, b - 2, c - 2)"),
        "game g(a: nat, b: nat) { move x(k in 2..=a) -> g(a - k, b) move y(k in 1..=b) -> g(a, b - k) move d when a >= 1 and b >= 2 -> g(a - 1, b - 2) }".to_string(),
        // The sum of the heaps does not fall.
        two(" when a >= 1 -> g(a - 1, b + 2)"),
    ];
    refuses("disguised-nim", &specs.each_ref().map(|spec| &**spec));
    says(
        &three("(k in 1..=min(a, b, c)) -> g(a - k, b - k, c - k)"),
        Normal,
        &[("1000000000000000000000 1000000000000000000000 0", true, "0"), ("6 9 1", false, "14")],
    );
}

#[test]
fn heaps_that_grow_but_not_for_ever() {
    let poker = |more: &str| {
        format!(
            "game g(a: nat, b: nat, c: nat) {{ move x(k in 1..=a) -> g(a - k, b, c) move y(k in 1..=b) -> g(a, b - k, c) move more{more} }}"
        )
    };
    let specs = [
        poker("(k in 1..=c) -> g(a + k, b, c - k)"),
        poker("(k in 1..=c) when k mod 3 == 1 -> g(a, b + 2 * k, c - 1)"),
        poker(" when c > 0 and a < b -> g(b, a, c - 1)"),
        poker("(k in 1..=9) when c < 5 -> g(a + k, b, c + 1)"),
        poker(" when c > 0 and a mod 2 == 0 and b mod 2 == 1 -> g(a + 1, b + 3, c - 1)"),
        "game g(a: nat, b: nat) { move x(k in 1..=a) -> g(a - k, b) move y(k in 1..=b) -> g(a, b - k) move m when a >= 1 -> g(a - 1, b + 2) }".to_string(),
    ];
    let is_poker = |spec: &&String| theorem_of(spec) == Some("poker-nim");
    // The third keeps the nim-sum.
    let found: Vec<bool> = specs.iter().map(|spec| is_poker(&spec)).collect();
    assert_eq!(found, [true, true, false, true, true, true]);
    let specs = [
        poker("(k in 1..=c) -> g(a + k, b + k, c - k)"),
        poker(" when c > 0 -> g(a, b, c - 1)"),
        poker("(k in 1..=c) -> g(a + k, b, c)"),
        poker("(k in 0..=c) when c > 0 -> g(a + k, b, c - 1)"),
    ];
    refuses("poker-nim", &specs.each_ref().map(|spec| &**spec));
    let large = "100000000000000000000";
    says(
        &poker("(k in 1..=c) -> g(a + k, b, c - k)"),
        Normal,
        &[(&format!("{large} {large} {large}"), true, "0"), ("6 9 5", false, "15"), ("0 0 1000", true, "0")],
    );
}
