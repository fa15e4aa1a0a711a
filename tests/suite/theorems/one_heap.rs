//! Theorems about one heap with amounts that do not depend on its size, and about heaps that split.

use super::cover::{covers, refuses, says};
use gspec::ir::Convention::{Misere, Normal};

#[test]
fn ranges() {
    covers(
        "take-l-to-r",
        &[
            "game g(n: nat) { move t(k in 1..=min(5, n)) -> g(n - k) }",
            "game g(n: nat) { move t(k in 1..=5) when k <= n -> g(n - k) }",
            "game g(n: nat) { move t(k in {1, 2, 3, 4, 5}) when n >= k -> g(n - k) }",
            "game g(n: nat) { move t(m in n - 5..n) when m >= 0 -> g(m) }",
            "game g(n: nat) = take {4, 5, 6, 3}",
            "param l: nat = 3 param r: nat = 7 game g(n: nat) { move t(k in l..=min(n, r)) -> g(n - k) }",
            "game g(n: nat) { move a(k in 3..=5) when k <= n -> g(n - k) move b(k in 5..8) when not k > n -> g(n - k) }",
            "game g(n: nat) = take {6}",
            "game g(n: nat) { move one when n >= 1 -> g(n - 1) move two when n >= 2 -> g(n - 2) }",
            // Misère play by its end.
            "game g(n: nat) { end when n == 0: win move t(k in 1..=5) when k <= n -> g(n - k) }",
            // Too many to be listed.
            "game g(n: nat) { move t(k in 100..=9000) when k <= n -> g(n - k) }",
        ],
    );
    refuses(
        "take-l-to-r",
        &[
            "game g(n: nat) { move t(k in 1..=min(5, n - 1)) -> g(n - k) }",
            "game g(n: nat) = take {1, 2, 4, 5}",
            "game g(n: nat) { move t(k in 1..=5) when k <= n and n != 60 -> g(n - k) }",
            "game g(n: nat) { move t(k in 1..=5) when k < n -> g(n - k) }",
            "game g(n: nat) { move t(k in 2..=5) when k <= n -> g(n - k) move all when n == 1 -> g(0) }",
            "game g(n: nat) { move t(k in 1..=min(n, 5 + n mod 2)) -> g(n - k) }",
            "game g(n: nat) { move t(k in 1..=5) when k <= n -> g(n - k) + g(1) }",
        ],
    );
    let g = "game g(n: nat) { move t(k in 3..=7) when k <= n -> g(n - k) }";
    // 10^30 = 0 modulo 10.
    says(
        g,
        Normal,
        &[("1000000000000000000000000000000", true, "0"), ("1000000000000000000000000000009", false, "3")],
    );
    says(g, Misere, &[("1000000000000000000000000000003", true, "1"), ("0", false, "0")]);
}

#[test]
fn all_must_go() {
    covers(
        "all-must-go",
        &[
            "game g(n: nat) { move t(k in 2..=5) when k <= n -> g(n - k) move all when n == 1 -> g(0) }",
            "game g(n: nat) { move t(k in 4..=9) when k <= n -> g(n - k) move all when 0 < n <= 4 -> g(0) }",
            "param p: nat = 3 param q: nat = 4 game g(n: nat) { end when n == 0: win move t(k in p..=min(n, q)) -> g(n - k) move all when n < p -> g(0) }",
        ],
    );
    refuses(
        "all-must-go",
        &[
            "game g(n: nat) { move t(k in 4..=9) when k <= n -> g(n - k) move all when 0 < n < 3 -> g(0) }",
            "game g(n: nat) { move t(k in 4..=9) when k <= n -> g(n - k) move all when 0 < n <= 10 -> g(0) }",
            "game g(n: nat) { end when n == 0: lose move t(k in 4..=9) when k <= n -> g(n - k) move all when 0 < n < 4 -> g(0) }",
        ],
    );
    says(
        "game g(n: nat) { move t(k in 2..=5) when k <= n -> g(n - k) move all when n == 1 -> g(0) }",
        Misere,
        &[
            ("700000000000000000002", true, "-"),
            ("700000000000000000003", false, "-"),
            ("700000000000000000000", false, "-"),
        ],
    );
}

#[test]
fn residues() {
    covers(
        "residue",
        &[
            "game g(n: nat) = take {1, 2, 5, 7}",
            "game g(n: nat) { move t(k in 1..=n) when odd(k) -> g(n - k) }",
            "game g(n: nat) { move t(k in 1..=n) when k mod 5 != 0 -> g(n - k) }",
            "game g(n: nat) { move t(k in 1..=n) when k mod 6 in {1, 2, 4, 5} -> g(n - k) }",
            "game g(n: nat) { move t(k in 1..=n) when k mod 3 == 1 or k mod 3 == 2 -> g(n - k) }",
            "game g(n: nat) { move t(j in 0..n) when 2 * j + 1 <= n -> g(n - 2 * j - 1) }",
        ],
    );
    refuses(
        "residue",
        &[
            "game g(n: nat) = take {1, 2, 6}",
            "game g(n: nat) = take {2, 4}",
            "game g(n: nat) { move t(k in 1..=n) when even(k) -> g(n - k) }",
            "game g(n: nat) { move t(k in 1..=n) when k mod 5 != 1 -> g(n - k) }",
            "game g(n: nat) { move t(k in 1..=n) when odd(k) or k == 40 -> g(n - k) }",
            "game g(n: nat) { move t(k in 1..=n) when odd(n) -> g(n - k) }",
        ],
    );
    says(
        "game g(n: nat) { move t(k in 1..=n) when k mod 5 != 0 -> g(n - k) }",
        Normal,
        &[("100000000000000000000000", true, "0"), ("100000000000000000000003", false, "3")],
    );
}

#[test]
fn other_amounts() {
    covers(
        "two-amounts",
        &["game g(n: nat) = take {2, 7}", "game g(n: nat) { move t(k in {3, 8}) when k <= n -> g(n - k) }"],
    );
    covers(
        "finite-subtraction",
        &[
            "game g(n: nat) = take {2, 4, 7}",
            "game g(n: nat) { move t(i in 2..=4) when i * i <= n -> g(n - i * i) }",
        ],
    );
    covers(
        "all-but",
        &[
            "game g(n: nat) = take all but {3}",
            "game g(n: nat) = take all but {1, 2}",
            "game g(n: nat) { move t(k in 1..=n) when k != 5 -> g(n - k) }",
            "game g(n: nat) { move t(k in 5..=n) -> g(n - k) }",
            "game g(n: nat) { move t(m in 0..n) when n - m > 3 -> g(m) }",
        ],
    );
    refuses(
        "all-but",
        &[
            "game g(n: nat) = take all but {2, 3}",
            "game g(n: nat) { move t(k in 1..=n) when n != 5 -> g(n - k) }",
        ],
    );
    // From tests/golden/theorems.tsv: with the amounts 2, 4 and 7 the values are 0 0 1 1 2 2 0 3, then 1 0 2
    // repeated for ever.
    says(
        "game g(n: nat) = take {2, 4, 7}",
        Normal,
        &[("7", false, "3"), ("3000000000000000000008", false, "1"), ("3000000000000000000009", true, "0")],
    );
    // Two amounts, a = 2 and b = 5 (T17): the values 0 0 1 1 0 2 1 repeat.
    says(
        "game g(n: nat) = take {2, 5}",
        Normal,
        &[("7000000000000000000005", false, "2"), ("7000000000000000000004", true, "0")],
    );
    says(
        "game g(n: nat) = take all but {3}",
        Normal,
        &[("6000000000000000000002", false, "3000000000000000000002")],
    );
}

#[test]
#[ignore = "long: runs with --include-ignored"]
fn heaps_that_fall_apart() {
    covers(
        "lasker-nim",
        &[
            "game g(n: nat) { move take(k in 1..=n) -> g(n - k) move split(i in 1..n) -> g(i) + g(n - i) }",
            "game g(n: nat) { move both(i in 0..n) -> g(i) + g(0) move split(i in 1..=n div 2) -> g(n - i) + g(i) }",
        ],
    );
    refuses(
        "lasker-nim",
        &[
            "game g(n: nat) { move take(k in 1..=n) -> g(n - k) move split(i in 1..n) when 2 * i != n -> g(i) + g(n - i) }",
            "game g(n: nat) { move take(k in 2..=n) -> g(n - k) move split(i in 1..n) -> g(i) + g(n - i) }",
            "game g(n: nat) { move take(k in 1..=n) -> g(n - k) move split(i in 1..n - 1) -> g(i) + g(n - 1 - i) }",
        ],
    );
    covers(
        "cut",
        &[
            "game g(n: nat) { move cut(i in 1..n) -> g(i) + g(n - i) }",
            "game g(n: nat) { move cut(i in 1..n, j in 1..n) when i + j < n -> g(i) + g(j) + g(n - i - j) }",
        ],
    );
    refuses("cut", &["game g(n: nat) { move cut(i in 1..n) when 2 * i != n -> g(i) + g(n - i) }"]);
    covers(
        "kayles",
        &[
            "game g(n: nat) = octal \"0.77\"",
            "game g(n: nat) { move one(i in 0..n) -> g(i) + g(n - 1 - i) move two(i in 0..n - 1) -> g(i) + g(n - 2 - i) }",
            "game g(n: nat) { move hit(k in 1..=2, i in 0..=n) when i + k <= n -> g(i) + g(n - k - i) }",
        ],
    );
    refuses(
        "kayles",
        &[
            "game g(n: nat) = octal \"0.777\"",
            "game g(n: nat) = octal \"0.73\"",
            "game g(n: nat) { move one(i in 1..n) -> g(i) + g(n - 1 - i) move two(i in 0..n - 1) -> g(i) + g(n - 2 - i) }",
        ],
    );
    covers(
        "dawson-kayles",
        &[
            "game g(n: nat) { move strike(i in 0..=n - 2) -> g(i) + g(n - 2 - i) }",
            "game g(n: nat) = octal \"0.07\"",
            "game g(n: nat) = octal \"0.137\"",
            "game g(n: nat) = octal \"0.4\"",
            "game g(n: nat) { move strike(i in 1..n - 1) -> g(i) + g(n - 1 - i) }",
        ],
    );
    refuses(
        "dawson-kayles",
        &[
            "game g(n: nat) = octal \"0.06\"",
            "game g(n: nat) = octal \"0.14\"",
            "game g(n: nat) = octal \"0.077\"",
        ],
    );
    covers(
        "code-0.123",
        &[
            "game g(n: nat) = octal \"0.123\"",
            "game g(n: nat) { move one when n == 1 -> g(0) move two when n > 2 -> g(n - 2) move three when n >= 3 -> g(n - 3) }",
        ],
    );
    refuses("code-0.123", &["game g(n: nat) = octal \"0.122\"", "game g(n: nat) = octal \"0.133\""]);
    // Misère Kayles (T69) and Dawson's Kayles (T63), as in tests/golden/theorems.tsv.
    says(
        "game g(n: nat) = octal \"0.77\"",
        Misere,
        &[("1", true, "1"), ("9", true, "4"), ("12", true, "4"), ("20", true, "1"), ("25", false, "1")],
    );
    says(
        "game g(n: nat) = octal \"0.07\"",
        Normal,
        &[("34000000000000000000000", false, "4"), ("340000000000000000000005", true, "0")],
    );
}

#[test]
fn an_end_for_the_loser_is_lost_under_misere_play_as_well() {
    // Play ends at 0, and whoever is to move there has lost under every convention: misère play equals normal
    // play, in which the multiples of 4 are lost.
    let ending = "game g(n: nat) { end when n == 0: lose move take(k in 1..=min(n, 3)) -> g(n - k) }";
    let folder = super::Folder::with(ending);
    for (position, outcome) in
        [("misere g(8)", "P"), ("misere g(9)", "N"), ("g(10^9)", "P"), ("g(10^9 + 1)", "N")]
    {
        let run =
            super::finish(super::program(&folder.path(""), &["solve", "game.game", position]), b"").status(0);
        assert!(run.out.contains(&format!("outcome     {outcome}")), "{position}: {}", run.out);
    }
    // For numbers this large, no answer is better than a wrong one.
    let run = super::finish(
        super::program(&folder.path(""), &["solve", "game.game", "misere g(10^9)", "--limit-time", "1s"]),
        b"",
    );
    assert!(!run.out.contains("outcome     N"), "{}", run.out);
}
