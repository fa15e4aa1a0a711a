//! Wythoff's game with a wider, steeper or otherwise changed diagonal; cyclic Nimhoff.

use super::cover::{covers, refuses, says, theorem_of};
use gspec::ir::Convention::{Misere, Normal};

/// The moves of Nim with two heaps, and one more.
fn with(diagonal: &str) -> String {
    format!(
        "game w(a: nat, b: nat) {{ move l(k in 1..=a) -> w(a - k, b) move r(k in 1..=b) -> w(a, b - k) move d{diagonal} }}"
    )
}

#[test]
#[ignore = "long: runs with --include-ignored"]
fn diagonals() {
    for (id, diagonal) in [
        ("wide-wythoff", "(k in 1..=a, l in max(1, k - 1)..=min(b, k + 1)) -> w(a - k, b - l)"),
        ("wide-wythoff", "(k in 1..=a, l in 1..=b) when abs(k - l) < 2 -> w(a - k, b - l)"),
        ("wide-wythoff", "(k in 1..=a, l in 1..=b) when abs(k - l) <= 4 -> w(a - k, b - l)"),
        ("wide-wythoff", "(x in 0..a, y in 0..b) when max(a - x - b + y, b - y - a + x) < 3 -> w(x, y)"),
        ("steep-wythoff", "(k in 1..=a, l in 1..=b) when max(k, l) < 2 * min(k, l) + 1 -> w(a - k, b - l)"),
        ("steep-wythoff", "(k in 1..=a, l in 1..=b) when k < 2 * l + 3 and l < 2 * k + 3 -> w(a - k, b - l)"),
        ("steep-wythoff", "(k in 1..=a, l in 1..=b) when abs(k - l) < 2 * min(k, l) + 2 -> w(a - k, b - l)"),
        (
            "like-wythoff",
            "(k in 1..=a, l in 1..=b) when k == l or (if a < b then l < k else if b < a then k < l else true) -> w(a - k, b - l)",
        ),
        ("cyclic-nimhoff", " when a > 0 and b > 0 -> w(a - 1, b - 1)"),
        ("cyclic-nimhoff", "(k in 1..=a, l in 1..=b) when k + l < 6 -> w(a - k, b - l)"),
        ("cyclic-nimhoff", "((k, l) in [(1, 1), (1, 2), (2, 1)]) when k <= a and l <= b -> w(a - k, b - l)"),
        ("moore", "(k in 1..=a, l in 1..=b) -> w(a - k, b - l)"),
    ] {
        assert_eq!(theorem_of(&with(diagonal)), Some(id), "{diagonal}");
    }
    for diagonal in [
        "(k in 1..=a, l in max(1, k - 1)..=min(b, k + 2)) -> w(a - k, b - l)",
        "(k in 1..=a, l in 1..=b) when abs(k - l) == 1 -> w(a - k, b - l)",
        "(k in 1..=a, l in 1..=b) when abs(k - l) < 2 and k < 40 -> w(a - k, b - l)",
        "(k in 1..=a, l in 1..=b) when k < 2 * l + 3 and l < 2 * k + 4 -> w(a - k, b - l)",
        "(k in 1..=a, l in 1..=b) when k < 2 * l + 3 and l < 3 * k + 3 -> w(a - k, b - l)",
        "(k in 2..=a, l in 2..=b) when k + l < 6 -> w(a - k, b - l)",
        "((k, l) in [(1, 1), (1, 2)]) when k <= a and l <= b -> w(a - k, b - l)",
        " when a > 1 and b > 1 -> w(a - 2, b - 2)",
        "(k in 1..=min(a, b)) when even(k) -> w(a - k, b - k)",
    ] {
        let spec = with(diagonal);
        for id in ["wide-wythoff", "steep-wythoff", "like-wythoff", "cyclic-nimhoff", "wythoff"] {
            refuses(id, &[&spec]);
        }
    }
}

#[test]
fn moves_that_wythoff_can_do_without() {
    let w = |left: &str, right: &str| {
        format!(
            "game w(a: nat, b: nat) {{ move l(k in 1..=a) when {left} -> w(a - k, b) move r(k in 1..=b) when {right} -> w(a, b - k) move d(k in 1..=min(a, b)) -> w(a - k, b - k) }}"
        )
    };
    covers("like-wythoff", &[&w("a >= b", "a <= b"), &w("not a < b", "b == max(a, b)")]);
    // From equal heaps both moves leave the same pairs, in the other order.
    covers("like-wythoff", &[&w("a > b", "a <= b")]);
    refuses("like-wythoff", &[&w("a > b", "a < b"), &w("a <= b", "a >= b"), &w("a + 1 >= b", "a <= b")]);
}

#[test]
fn nimhoff_with_three_heaps() {
    let nim = "move x(k in 1..=a) -> g(a - k, b, c) move y(k in 1..=b) -> g(a, b - k, c) move z(k in 1..=c) -> g(a, b, c - k)";
    let pairs =
        "move p when a > 0 and b > 0 -> g(a - 1, b - 1, c) move q when a > 0 and c > 0 -> g(a - 1, b, c - 1)";
    let last = "move r when b > 0 and c > 0 -> g(a, b - 1, c - 1)";
    covers("cyclic-nimhoff", &[&format!("game g(a: nat, b: nat, c: nat) {{ {nim} {pairs} {last} }}")]);
    let three = "move s when a > 0 and b > 0 and c > 0 -> g(a - 1, b - 1, c - 1)";
    refuses(
        "cyclic-nimhoff",
        &[
            &format!("game g(a: nat, b: nat, c: nat) {{ {nim} {pairs} }}"),
            &format!("game g(a: nat, b: nat, c: nat) {{ {nim} {pairs} {last} {three} }}"),
        ],
    );
}

#[test]
fn far_out() {
    // Hand calculation: for a = 2 the pairs are (⌊n√2⌋, ⌊n√2⌋ + 2n); ⌊10^20·√2⌋ = 141421356237309504880.
    says(
        &with("(k in 1..=a, l in 1..=b) when abs(k - l) < 2 -> w(a - k, b - l)"),
        Normal,
        &[
            ("141421356237309504880 341421356237309504880", true, "-"),
            ("341421356237309504880 141421356237309504880", true, "-"),
            ("141421356237309504881 341421356237309504881", false, "-"),
        ],
    );
    says(
        &with("(k in 1..=a, l in 1..=b) when abs(k - l) < 2 -> w(a - k, b - l)"),
        Misere,
        &[("0 1", true, "-"), ("0 0", false, "-")],
    );
    // By the formula 4·((a div 4) xor (b div 4)) + (a + b) mod 4: 4·(1 xor 1) + 0 = 0 for (5, 7), 4·(1 xor 2) + 0 = 12 for (4, 8).
    says(
        &with("(k in 1..=a, l in 1..=b) when k + l < 4 -> w(a - k, b - l)"),
        Normal,
        &[("5 7", true, "0"), ("4 8", false, "12")],
    );
}
