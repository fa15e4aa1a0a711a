//! Theorems about one heap whose moves depend on its size or on the last move.

use super::cover::{covers, refuses, says};
use gspec::ir::Convention::Normal;

#[test]
fn bounds_that_grow_with_the_heap() {
    covers(
        "proportional",
        &[
            "game g(n: nat) { move t(k in 1..=n div 2) -> g(n - k) }",
            "game g(n: nat) { move t(k in 1..n) when 2 * k <= n -> g(n - k) }",
            "game g(n: nat) { move t(m in 0..n) when 2 * m >= n -> g(m) }",
            "game g(n: nat) { move t(k in 1..=floor(n / 2)) -> g(n - k) }",
            "game g(n: nat) { move t(k in 1..=n) when 2 * k >= n -> g(n - k) }",
            "game g(n: nat) { move t(m in 0..=n div 2) when n > 0 -> g(m) }",
            "game g(n: nat) { move t(k in 1..=n div 3) -> g(n - k) }",
            "game g(n: nat) { move t(k in 1..=ceil(2 * n / 3)) when n > 0 -> g(n - k) }",
            "game g(n: nat) { move t(k in 1..=n) when 5 * k <= 2 * n -> g(n - k) }",
            "game g(n: nat) { move t(k in 1..n div 2) -> g(n - k) }",
        ],
    );
    refuses(
        "proportional",
        &[
            "game g(n: nat) { move t(k in 2..=n div 2) -> g(n - k) }",
            "game g(n: nat) { move t(k in 1..=n div 2 + 1) when k <= n -> g(n - k) }",
            "game g(n: nat) { move t(k in 1..=n) when 2 * k > n -> g(n - k) }",
            "game g(n: nat) { move t(k in 1..=n div 2) when n < 5000 -> g(n - k) }",
            "game g(n: nat) { move t(k in 1..=n div 2) when odd(k) -> g(n - k) }",
        ],
    );
    // The value of (2t + 1)·2^j − 1 is t: 2^101 − 1 has 0, 3·2^100 − 1 has 1.
    says(
        "game g(n: nat) { move t(k in 1..=n div 2) -> g(n - k) }",
        Normal,
        &[("2535301200456458802993406410751", true, "0"), ("3802951800684688204490109616127", false, "1")],
    );
}

#[test]
fn mark() {
    covers(
        "mark",
        &[
            "game m(n: nat) { move one when n > 0 -> m(n - 1) move half when n > 0 -> m(n div 2) }",
            "game m(n: nat) { move go(k in {n - 1, n div 2}) when n >= 1 -> m(k) }",
            "game m(n: nat) { move t(k in 1..=2) when k <= n -> m(n - k) move d when n >= 1 -> m(n div 3) }",
            "param t: nat = 5 game m(n: nat) { move t(k in 1..t) when k <= n -> m(n - k) move d when n >= 1 -> m(floor(n / t)) }",
        ],
    );
    refuses(
        "mark",
        &[
            "game m(n: nat) { move one when n > 0 -> m(n - 1) move half when n > 1 -> m((n + 1) div 2) }",
            "game m(n: nat) { move one when n > 0 -> m(n - 1) move half when n > 0 and even(n) -> m(n div 2) }",
            "game m(n: nat) { move t(k in 1..=2) when k <= n -> m(n - k) move d when n >= 1 -> m(n div 2) }",
            "game m(n: nat) { move t(k in 1..=3) when k <= n -> m(n - k) move d when n >= 1 -> m(n div 3) }",
        ],
    );
    says(
        "game m(n: nat) { move t(k in 1..=2) when k <= n -> m(n - k) move d when n >= 1 -> m(n div 3) }",
        Normal,
        &[
            ("515377520732011331036461129765621272702107522001", false, "-"),
            ("1546132562196033993109383389296863818106322566003", true, "-"),
        ],
    );
}

#[test]
fn bounds_set_by_the_last_move() {
    covers(
        "take-away",
        &[
            "game g(n: nat, q: nat) { move t(k in 1..=min(n, q)) -> g(n - k, 2 * k) }",
            "game g(q: nat, n: nat) { move t(k in 1..=n) when k <= q -> g(k + k, n - k) }",
            "game g(n: nat, last: nat) { move t(k in 1..=min(n, 2 * last)) -> g(n - k, k) }",
            "game g(n: nat, q: nat) { move t(k in 1..=min(n, q)) -> g(n - k, k) }",
            "game g(n: nat, q: nat) { move t(k in 1..=min(n, q)) -> g(n - k, 3 * k) }",
            "game g(n: nat, q: nat) { move t(k in 1..=min(n, q)) -> g(n - k, k + 1) }",
            "game g(n: nat, q: nat) { move t(k in 1..=min(n, q)) -> g(n - k, 2 * k - 1) }",
            "game g(n: nat, last: nat) { move t(k in 1..=n) when k < 3 * last -> g(n - k, k) }",
        ],
    );
    refuses(
        "take-away",
        &[
            "game g(n: nat, q: nat) { move t(k in 1..=min(n, q)) -> g(n - k, 2 * k + n mod 2) }",
            "game g(n: nat, q: nat) { move t(k in 2..=min(n, q)) -> g(n - k, 2 * k) }",
            "game g(n: nat, q: nat) { move t(k in 1..=min(n - 1, q)) -> g(n - k, 2 * k) }",
            "game g(n: nat, q: nat) { move t(k in 1..=min(n, q)) -> g(n - k, min(2 * k, 90)) }",
            "game g(n: nat, q: nat) { move t(k in 1..=min(n, q)) -> g(n - k, n) }",
            "game g(n: nat, q: nat) { move t(k in 1..=min(n, q)) -> g(n - k, max(2 * k, q)) }",
        ],
    );
    // F(100) is a Fibonacci number, and F(100) + F(50) has the smallest part F(50) = 12586269025.
    says(
        "game g(n: nat, q: nat) { move t(k in 1..=min(n, q)) -> g(n - k, 2 * k) }",
        Normal,
        &[
            ("354224848179261915075 354224848179261915074", true, "-"),
            ("354224848191848184100 12586269024", true, "-"),
            ("354224848191848184100 12586269025", false, "-"),
        ],
    );
}

#[test]
#[ignore = "long: runs with --include-ignored"]
fn multiplication() {
    covers(
        "multiplication",
        &[
            "game m(p: nat) { measure max(0, 100 - p) move t(k in 2..=9) when 0 < p < 100 -> m(p * k) } start m(1)",
            "param goal: nat = 60 game m(p: 1..=9 * goal) { end when p >= goal: lose measure 9 * goal - p move t(k in 2..=9) -> m(k * p) } start m(1)",
            "game m(p: nat) { measure max(0, 90 - p) end when p > 89: lose move t(k in 2..10) when p > 0 -> m(p * k) } start m(1)",
        ],
    );
    refuses(
        "multiplication",
        &[
            "game m(p: nat) { measure max(0, 100 - p) move t(k in 2..=8) when 0 < p < 100 -> m(p * k) } start m(1)",
            "game m(p: nat) { measure max(0, 100 - p) move t(k in 3..=9) when 0 < p < 100 -> m(p * k) } start m(1)",
            "game m(p: nat) { measure max(0, 90 - p) end when p > 89: win move t(k in 2..10) when p > 0 -> m(p * k) } start m(1)",
        ],
    );
    // 162 = 9·18 is won, 163 to 324 are lost.
    says(
        "game m(p: nat) { measure max(0, 162 - p) move t(k in 2..=9) when 0 < p < 162 -> m(p * k) } start m(1)",
        Normal,
        &[("1", false, "-")],
    );
    says(
        "game m(p: nat) { measure max(0, 163 - p) move t(k in 2..=9) when 0 < p < 163 -> m(p * k) } start m(1)",
        Normal,
        &[("1", true, "-")],
    );
}
