//! Theorems about several heaps as fields: rules that they cover, near misses that they refuse, and what they say of large heaps.

use super::cover::{covers, refuses, says, theorem_of};
use gspec::ir::Convention::{Misere, Normal};

/// The game in which a move lowers all heaps of one of these sets. The binders are the amounts
/// taken if `by_amount`, else the new sizes.
fn lowering(heaps: usize, sets: &[&[usize]], by_amount: bool) -> String {
    let fields: Vec<String> = (0..heaps).map(|at| format!("h{at}: nat")).collect();
    let mut moves = String::new();
    for (number, set) in sets.iter().enumerate() {
        let (range, left) = if by_amount { ("1..=", "h# - k#") } else { ("0..", "k#") };
        let binders: Vec<String> = set.iter().map(|at| format!("k{at} in {range}h{at}")).collect();
        let field = |at: usize| if set.contains(&at) { left } else { "h#" }.replace('#', &at.to_string());
        let target: Vec<String> = (0..heaps).map(field).collect();
        moves.push_str(&format!(" move m{number}({}) -> g({})", binders.join(", "), target.join(", ")));
    }
    format!("game g({}) {{{moves} }}", fields.join(", "))
}

#[test]
#[ignore = "long: runs with --include-ignored"]
fn heaps_that_are_lowered_together() {
    let sets: [(&str, usize, &[&[usize]]); 11] = [
        ("nim", 3, &[&[0], &[1], &[2]]),
        ("nim", 4, &[&[3], &[1], &[2], &[0]]),
        ("nim", 5, &[&[0], &[1], &[2], &[3], &[4]]),
        ("moore", 2, &[&[0], &[1], &[0, 1]]),
        ("moore", 3, &[&[0], &[0, 1], &[1], &[1, 2], &[0, 2], &[2]]),
        ("moore", 3, &[&[0], &[0, 1, 2], &[0, 1], &[1], &[1, 2], &[0, 2], &[2]]),
        ("exact-nim", 2, &[&[0, 1]]),
        ("exact-nim", 3, &[&[0, 1], &[0, 2], &[1, 2]]),
        ("exact-nim", 4, &[&[0, 1], &[0, 2], &[1, 2], &[0, 3], &[1, 3], &[2, 3]]),
        ("circular-nim", 4, &[&[0], &[1], &[2], &[3], &[0, 1], &[1, 2], &[2, 3], &[3, 0]]),
        // The heaps of the circle may stand in another order.
        ("circular-nim", 4, &[&[0], &[1], &[2], &[3], &[0, 2], &[2, 1], &[1, 3], &[3, 0]]),
    ];
    for (id, heaps, sets) in sets {
        for by_amount in [false, true] {
            assert_eq!(theorem_of(&lowering(heaps, sets, by_amount)), Some(id), "{id} {heaps} {sets:?}");
        }
    }
    // One set less, or one that is no circle.
    let others: [(usize, &[&[usize]]); 4] = [
        (3, &[&[0], &[0, 1], &[1], &[1, 2], &[2]]),
        (3, &[&[0, 1], &[1, 2]]),
        (3, &[&[0], &[1], &[2], &[0, 1, 2]]),
        (4, &[&[0], &[1], &[2], &[3], &[0, 1], &[1, 2], &[2, 3]]),
    ];
    for (heaps, sets) in others {
        assert_eq!(theorem_of(&lowering(heaps, sets, true)), None, "{heaps} {sets:?}");
    }
    // Two pairs that no move changes together are a sum: the value of a pair is the number of all its counters.
    let pairs = lowering(4, &[&[0], &[1], &[2], &[3], &[0, 1], &[2, 3]], true);
    assert_eq!(theorem_of(&pairs), Some("moore"));
    says(&pairs, Normal, &[("2 3 1 4", true, "0"), ("2 3 4 4", false, "13"), ("1 0 0 3", false, "2")]);
    // A number that no move changes is not a heap, and does not count.
    assert_eq!(theorem_of(&lowering(3, &[&[0], &[1]], true)), Some("poker-nim"));
}

#[test]
fn nim_is_recognised_however_it_is_written() {
    covers(
        "nim",
        &[
            "game g(n: nat) { move t(k in 1..=n) -> g(n - k) }",
            "game g(n: nat) { move t(k in 0..n) -> g(k) }",
            // Misère play by its end.
            "game g(n: nat) { end when n == 0: win move t(k in 1..=n) -> g(n - k) }",
            "game g(n: nat) { move t(k in 0..n) -> g(n - 1 - k) }",
            "game g(n: nat) { move t(k in {j for j in 0..=n if j > 0}) -> g(n - k) }",
            "game g(n: nat) { move one when n > 0 -> g(n - 1) move t(k in 2..=n) -> g(n - k) }",
            "game g(n: nat) { move e(k in 1..=n) when even(k) -> g(n - k) move o(k in 1..=n) when odd(k) -> g(n - k) }",
            "game g(a: nat, b: nat) { move m(x in 0..=a, y in 0..=b) when (x < a and y == b) or (x == a and y < b) -> g(x, y) }",
            "game g(a: nat, b: nat) { move m(i in 0..=1, k in 1..=max(a, b)) when k <= (if i == 0 then a else b) -> if i == 0 then g(a - k, b) else g(a, b - k) }",
            "game g(a: nat, b: nat) { move l(k in 1..=a + b) when k <= a -> g(a - k, b) move r(k in 1..=b) -> g(a, b - k) move again(k in 3..=b) -> g(a, b - k) }",
            "fn left(n: nat, k: nat): int = n - k game g(a: nat, b: nat, c: nat) { move x(k in 1..=a) -> g(left(a, k), b, c) move y(k in 1..=b) -> g(a, left(b, k), c) move z(k in 1..=c) -> g(a, b, left(c, k)) }",
        ],
    );
    refuses(
        "nim",
        &[
            "game g(n: nat) { move t(k in 1..n) -> g(n - k) }",
            "game g(n: nat) { move t(k in 2..=n) -> g(n - k) }",
            "game g(n: nat) { move t(k in 1..=min(n, 1000)) -> g(n - k) }",
            "game g(n: nat) { move t(k in 1..=n) when k != 57 -> g(n - k) }",
            "game g(n: nat) { move t(k in 1..=n) when n != 80 -> g(n - k) }",
            "game g(n: nat) { end when n == 3: lose move t(k in 1..=n) -> g(n - k) }",
            "game g(n: 0..=300) { move t(k in 1..=n) -> g(n - k) }",
            "game g(a: nat, b: nat) { move l(k in 1..=a) -> g(a - k, b) move r(k in 1..=min(b, a + 30)) -> g(a, b - k) }",
            "game g(a: nat, b: nat) { move l(k in 1..=a) -> g(a - k, b) move r(k in 1..=b) -> g(a, b - k) move d when a == 7 and b == 7 -> g(6, 6) }",
            "game g(a: nat, b: nat, c: nat) { move x(k in 1..=a) -> g(a - k, b, c) move y(k in 1..=b) -> g(a, b - k, c) }",
        ],
    );
    let g = "game g(a: nat, b: nat, c: nat) { move x(k in 1..=a) -> g(a - k, b, c) move y(k in 1..=b) -> g(a, b - k, c) move z(k in 1..=c) -> g(a, b, c - k) }";
    says(
        g,
        Normal,
        &[
            ("3 5 6", true, "0"),
            // golden: 10^18, 10^18 − 1, 123456789012345678
            ("1000000000000000000 999999999999999999 123456789012345678", false, "123456789012745393"),
        ],
    );
    says(
        g,
        Misere,
        &[("1 1 1", true, "1"), ("0 0 0", false, "0"), ("1 2 3", true, "0"), ("1 1 0", false, "0")],
    );
}

#[test]
fn staircases_and_heaps_in_order() {
    covers(
        "staircase",
        &[
            "game s(a: nat, b: nat) { move one(k in 1..=a) -> s(a - k, b) move two(k in 1..=b) -> s(a + k, b - k) }",
            "game s(hi: nat, lo: nat) { move two(k in 1..=hi) -> s(hi - k, lo + k) move one(k in 1..=lo) -> s(hi, lo - k) }",
            "game s(a: nat, b: nat) { move one(x in 0..a) -> s(x, b) move two(x in 0..b) -> s(a + b - x, x) }",
            "game s(a: nat, b: nat, c: nat) { move one(k in 1..=a) -> s(a - k, b, c) move two(k in 1..=b) -> s(a + k, b - k, c) move three(k in 1..=c) -> s(a, b + k, c - k) }",
            "game s(b: nat, c: nat, a: nat) { move one(k in 0..a) -> s(b, c, k) move two(k in 1..=b) -> s(b - k, c, a + k) move three(k in 1..=c) -> s(b + k, c - k, a) }",
        ],
    );
    refuses(
        "staircase",
        &[
            "game s(a: nat, b: nat) { move one(k in 1..=a) -> s(a - k, b) move two(k in 1..=b) -> s(a + k, b - k) move away(k in 1..=b) -> s(a, b - k) }",
            "game s(a: nat, b: nat) { move one(k in 1..=a) -> s(a - k, b) move two when b > 0 -> s(a + 1, b - 1) }",
            "game s(a: nat, b: nat) { move two(k in 1..=b) -> s(a + k, b - k) }",
            "game s(a: nat, b: nat, c: nat) { move one(k in 1..=a) -> s(a - k, b, c) move two(k in 1..=b) -> s(a + k, b - k, c) move three(k in 1..=c) -> s(a + k, b, c - k) }",
            "game s(a: nat, b: nat) { move one(k in 1..=a) -> s(a - k, b) move two(k in 1..=b) -> s(a + k - 1, b - k) }",
            "game s(a: nat, b: nat) { end when a == 0: lose move one(k in 1..=a) -> s(a - k, b) move two(k in 1..=b) -> s(a + k, b - k) }",
        ],
    );
    covers(
        "sorted-heaps",
        &[
            "game s(a: nat, b: nat) { move x(k in 1..=a) -> s(a - k, b) move y(k in 1..=b - a) -> s(a, b - k) }",
            "game s(a: nat, b: nat) { move x(k in 0..a) when a <= b -> s(k, b) move y(k in a..b) -> s(a, k) }",
            "game s(b: nat, a: nat) { move x(k in 1..=a) -> s(b, a - k) move y(k in 1..=b) when b - k >= a -> s(b - k, a) }",
            "game s(a: nat, b: nat, c: nat) { move x(k in 1..=a) -> s(a - k, b, c) move y(k in 1..=b) when a <= b - k -> s(a, b - k, c) move z(k in 1..=c) when b <= c - k -> s(a, b, c - k) }",
        ],
    );
    refuses(
        "sorted-heaps",
        &[
            "game s(a: nat, b: nat) { move x(k in 1..=a) -> s(a - k, b) move y(k in 1..=b - a - 1) -> s(a, b - k) }",
            "game s(a: nat, b: nat) { move x(k in 1..=a) -> s(a - k, b) move y(k in 1..=b) when a <= b -> s(a, b - k) }",
            "game s(a: nat, b: nat) { move x(k in 1..a) -> s(a - k, b) move y(k in 1..=b - a) -> s(a, b - k) }",
        ],
    );
    says(
        "game s(a: nat, b: nat, c: nat) { move one(k in 1..=a) -> s(a - k, b, c) move two(k in 1..=b) -> s(a + k, b - k, c) move three(k in 1..=c) -> s(a, b + k, c - k) }",
        Normal,
        &[("12345678901234567890 7 12345678901234567890", true, "0"), ("5 0 6", false, "3")],
    );
}

#[test]
#[ignore = "long: runs with --include-ignored"]
fn heaps_that_look_at_each_other() {
    covers(
        "greedy-nim",
        &[
            "game g(a: nat, b: nat) { move x(k in 1..=a) when a >= b -> g(a - k, b) move y(k in 1..=b) when b >= a -> g(a, b - k) }",
            // From equal heaps both moves leave the same pairs, in the other order.
            "game g(a: nat, b: nat) { move x(k in 1..=a) when a > b -> g(a - k, b) move y(k in 1..=b) when b >= a -> g(a, b - k) }",
            "game g(a: nat, b: nat) { move x(k in 1..=a) when a >= b + 1 or a == b -> g(a - k, b) move y(k in 1..=b) when b > a -> g(a, b - k) }",
            "game g(a: nat, b: nat) { move x(k in 0..a) when not a < b -> g(k, b) move y(k in 0..b) when b == max(a, b) -> g(a, k) }",
            "game g(a: nat, b: nat, c: nat) { move x(k in 0..a) when a == max(a, b, c) -> g(k, b, c) move y(k in 0..b) when b == max(a, b, c) -> g(a, k, c) move z(k in 0..c) when c >= max(a, b) -> g(a, b, k) }",
        ],
    );
    refuses(
        "greedy-nim",
        &[
            "game g(a: nat, b: nat) { move x(k in 1..=a) when a > b -> g(a - k, b) move y(k in 1..=b) when b > a -> g(a, b - k) }",
            "game g(a: nat, b: nat) { move x when a >= b and a > 0 -> g(0, b) move y when b >= a and b > 0 -> g(a, 0) }",
            "game g(a: nat, b: nat) { move x(k in 1..=a) when a <= b -> g(a - k, b) move y(k in 1..=b) when b <= a -> g(a, b - k) }",
        ],
    );
    covers(
        "antonim",
        &[
            "game g(a: nat, b: nat) { move x(k in 0..a) when k == 0 or k != b -> g(k, b) move y(k in 0..b) when k == 0 or k != a -> g(a, k) }",
            "game g(a: nat, b: nat) { move x(k in 1..=a) when a - k != b or b == 0 -> g(a - k, b) move y(k in 1..=b) when not (b - k == a and a > 0) -> g(a, b - k) }",
            "game g(a: nat, b: nat, c: nat) { move x(k in 0..a) when k == 0 or k not in {b, c} -> g(k, b, c) move y(k in 0..b) when k == 0 or k not in {a, c} -> g(a, k, c) move z(k in 0..c) when k == 0 or k not in {a, b} -> g(a, b, k) }",
        ],
    );
    refuses(
        "antonim",
        &[
            "game g(a: nat, b: nat) { move x(k in 0..a) when k != b -> g(k, b) move y(k in 0..b) when k != a -> g(a, k) }",
            "game g(a: nat, b: nat) { move x(k in 0..a) when k == 0 or k != b -> g(k, b) move y(k in 0..b) -> g(a, k) }",
            "game g(a: nat, b: nat) { move x(k in 0..a) when k <= 1 or k != b -> g(k, b) move y(k in 0..b) when k <= 1 or k != a -> g(a, k) }",
        ],
    );
    says(
        "game g(a: nat, b: nat) { move x(k in 0..a) when k == 0 or k != b -> g(k, b) move y(k in 0..b) when k == 0 or k != a -> g(a, k) }",
        Normal,
        &[
            ("100000000000000000000 99999999999999999999", true, "-"),
            ("100000000000000000000 100000000000000000001", false, "-"),
        ],
    );
}

#[test]
#[ignore = "long: runs with --include-ignored"]
fn piles_that_are_deleted_bars_that_are_broken() {
    covers(
        "delete-nim",
        &[
            "game d(a: nat, b: nat) { move x(i in 0..a) -> d(i, a - 1 - i) move y(i in 0..b) -> d(i, b - 1 - i) }",
            "game d(a: nat, b: nat) { move x(i in 0..=a, j in 0..=a) when i + j + 1 == a -> d(i, j) move y(i in 0..b) -> d(b - 1 - i, i) }",
            "game d(a: nat, b: nat) { move x(i in 1..a) -> d(i, a - i) move y(i in 1..b) -> d(b - i, i) }",
            "game d(a: nat, b: nat) { move x(i in 1..=a, j in 1..=a) when i + j == a -> d(i, j) move y(j in 1..b) -> d(b - j, j) }",
        ],
    );
    refuses(
        "delete-nim",
        &[
            "game d(a: nat, b: nat) { move x(i in 0..a) -> d(i, a - 1 - i) }",
            "game d(a: nat, b: nat) { move x(i in 1..a) -> d(i, a - 1 - i) move y(i in 1..b) -> d(i, b - 1 - i) }",
            "game d(a: nat, b: nat) { move x(i in 1..a) when 2 * i != a -> d(i, a - i) move y(i in 1..b) when 2 * i != b -> d(i, b - i) }",
            "game d(a: nat, b: nat) { move x(i in 1..a) -> d(i, a - i) move y(i in 0..b) -> d(i, b - 1 - i) }",
        ],
    );
    says(
        "game d(a: nat, b: nat) { move x(i in 1..a) -> d(i, a - i) move y(i in 1..b) -> d(b - i, i) }",
        Normal,
        &[
            ("1 1", true, "0"),
            ("340282366920938463463374607431768211456 3", false, "128"),
            ("5 7", true, "0"),
        ],
    );
    covers(
        "chocolate",
        &[
            "game c(n: nat, p: nat) { move l(k in 1..=p) when p < n -> c(n - k, p - k) move r(k in 1..=n - p - 1) -> c(n - k, p) }",
            "game c(p: nat, n: nat) { move l(q in 0..p) when p < n -> c(q, n - p + q) move r(m in p + 1..n) -> c(p, m) }",
        ],
    );
    refuses(
        "chocolate",
        &[
            "game c(n: nat, p: nat) { move l(k in 1..=p) when p < n -> c(n - k, p - k) move r(k in 1..=n - p) -> c(n - k, p) }",
            "game c(n: nat, p: nat) { move l(k in 1..=p) when p < n -> c(n - k, p) move r(k in 1..=n - p - 1) -> c(n - k, p) }",
        ],
    );
    covers(
        "pass",
        &[
            "game p(n: nat, passes: nat) { move take(k in 1..=n) -> p(n - k, passes) move pass when passes > 0 and n > 0 -> p(n, passes - 1) }",
            "game p(passes: nat, n: nat) { move take(k in 0..n) -> p(passes, k) move pass when n >= 1 and passes >= 1 -> p(passes - 1, n) }",
            "game p(n: nat, left: 0..=1) { move take(k in 1..=n) -> p(n - k, left) move pass when left == 1 and n > 0 -> p(n, 0) }",
        ],
    );
    refuses(
        "pass",
        &[
            "game p(n: nat, passes: nat) { move take(k in 1..=n) -> p(n - k, passes) move pass when passes > 0 -> p(n, passes - 1) }",
            "game p(n: nat, passes: nat) { move take(k in 1..=n) -> p(n - k, passes) move pass when passes > 0 and n > 1 -> p(n, passes - 1) }",
            "game p(n: nat, passes: nat) { move take(k in 1..=n) -> p(n - k, passes) move pass(j in 1..=passes) when n > 0 -> p(n, passes - j) }",
            "game p(n: nat, passes: nat) { move take(k in 1..=min(n, 3)) -> p(n - k, passes) move pass when passes > 0 and n > 0 -> p(n, passes - 1) }",
        ],
    );
}

#[test]
fn a_rare_move_to_another_game_is_seen() {
    refuses(
        "nim",
        &[
            "game g(a: nat, b: nat) { move x(k in 1..=a) -> g(a - k, b) move y(k in 1..=b) -> g(a, b - k) move z when a > 1000 and gcd(a, b) == 7 -> o(b) } game o(n: nat) { move t(k in 1..=n) -> o(n - k) }",
            "game g(n: nat) { move take(k in 1..=n) when n < 1000 or mex([k]) == k -> g(n - k) }",
        ],
    );
}

#[test]
fn rules_that_fail_far_away_are_not_covered() {
    let two = |condition: &str| {
        format!(
            "game g(a: nat, b: nat) {{ move x(k in 1..=a) when {condition} -> g(a - k, b) move y(k in 1..=b) -> g(a, b - k) }}"
        )
    };
    let specs = [
        two("isqrt(1000 - a) >= 0"),
        two("0 * 2 ^ (1000 - a) == 0"),
        two("0 * max([j for j in [a, b] if j < 1000]) == 0"),
        two("(1000 - a) xor (1000 - a) == 0"),
        two("len(divisors(1000 - a)) >= 0"),
    ];
    refuses("nim", &specs.each_ref().map(|spec| &**spec));
}
