//! Formulations that need not be recognised yet; no wrong theorem may be named for them.

use super::cover::at_most;

#[test]
fn nothing_wrong_is_said() {
    at_most(
        "king",
        &[
            "game k(x: nat, y: nat) { move s(u in x - 1..=x, v in y - 1..=y) when (u, v) != (x, y) and u >= 0 and v >= 0 -> k(u, v) }",
        ],
    );
    at_most(
        "proportional",
        &[
            "game g(n: nat) { move t(k in {n div d for d in 2..=n}) -> g(k) }",
            "game g(n: nat) { move t(d in 1..=n) when n mod d < n -> g(n mod d) }",
            "game g(n: nat) { move t(m in 0..n) when any(n mod d == m for d in 1..=n) -> g(m) }",
        ],
    );
    at_most(
        "take-l-to-r",
        &["game g(n: nat) { move t(k in 1..=5) when n - k in 0..=n -> if k > n then g(n) else g(n - k) }"],
    );
    at_most(
        "take-away",
        &["game g(n: nat, q: nat) { move t(k in 1..=min(n, q)) when k * k <= n * k -> g(n - k, 2 * k) }"],
    );
    at_most(
        "wythoff",
        &[
            "game g(a: nat, b: nat) { move m(k in 1..=a + b, (i, j) in {(1, 0), (0, 1), (1, 1)}) when i * k <= a and j * k <= b -> g(a - i * k, b - j * k) }",
        ],
    );
}
