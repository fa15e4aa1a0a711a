//! Theorems about chess pieces that move towards a corner: rules that they cover, and near misses that they refuse.

use super::cover::{covers, refuses, says};
use gspec::ir::Convention::Normal;

#[test]
#[ignore = "long: runs with --include-ignored"]
fn pieces() {
    covers(
        "king",
        &[
            "game k(x: nat, y: nat) { move l when x > 0 -> k(x - 1, y) move d when y > 0 -> k(x, y - 1) move b when x > 0 and y > 0 -> k(x - 1, y - 1) }",
            "game k(x: nat, y: nat) { move s((i, j) in [(1, 0), (0, 1), (1, 1)]) when i <= x and j <= y -> k(x - i, y - j) }",
            "game k(x: nat, y: nat) { move s(i in 0..=1, j in 0..=1) when 0 < i + j and i <= x and j <= y -> k(x - i, y - j) }",
            "game k(x: nat, y: nat) { move s(u in x - 1..=x, v in y - 1..=y) when u + v < x + y and u >= 0 and v >= 0 -> k(u, v) }",
        ],
    );
    refuses(
        "king",
        &[
            "game k(x: nat, y: nat) { move l when x > 0 -> k(x - 1, y) move d when y > 0 -> k(x, y - 1) }",
            "game k(x: nat, y: nat) { move l when x > 0 -> k(x - 1, y) move d when y > 1 -> k(x, y - 1) move b when x > 0 and y > 0 -> k(x - 1, y - 1) }",
            "game k(x: nat, y: nat) { move s(i in 0..=2, j in 0..=1) when 0 < i + j and i <= x and j <= y -> k(x - i, y - j) }",
            "game k(x: 0..=7, y: 0..=7) { move l when 0 < x < 7 -> k(x - 1, y) move d when y > 0 -> k(x, y - 1) move b when x > 0 and y > 0 -> k(x - 1, y - 1) }",
        ],
    );
    covers(
        "bishop",
        &[
            "game b(x: nat, y: nat) { move s(k in 1..=min(x, y)) -> b(x - k, y - k) }",
            "game b(x: nat, y: nat) { move s(k in 1..=x) when k <= y -> b(x - k, y - k) }",
            "game b(x: nat, y: nat) { move s(u in 0..x, v in 0..y) when x - u == y - v -> b(u, v) }",
        ],
    );
    refuses(
        "bishop",
        &[
            "game b(x: nat, y: nat) { move s(k in 2..=min(x, y)) -> b(x - k, y - k) }",
            "game b(x: nat, y: nat) { move s(k in 1..=min(x, y)) when odd(k) -> b(x - k, y - k) }",
            "game b(x: nat, y: nat) { move s(k in 1..=min(x, y)) -> b(x - k, y - k) move t when x > 0 and y == 0 -> b(x - 1, 0) }",
        ],
    );
    covers(
        "knight",
        &[
            "game n(x: nat, y: nat) { move s((i, j) in [(-2, -1), (-1, -2), (1, -2), (-2, 1)]) when x + i >= 0 and y + j >= 0 -> n(x + i, y + j) }",
            "game n(x: nat, y: nat) { move a(j in {-1, 1}) when x >= 2 and y + j >= 0 -> n(x - 2, y + j) move b(i in {-1, 1}) when y >= 2 and x + i >= 0 -> n(x + i, y - 2) }",
            "game n(x: 0..=14, y: 0..=14) { move s((i, j) in [(-2, -1), (-1, -2), (1, -2), (-2, 1)]) when 0 <= x + i <= 14 and 0 <= y + j < 15 -> n(x + i, y + j) }",
            "game n(x: 0..=7, y: 0..=7) { move s((i, j) in [(-2, -1), (-1, -2), (1, -2), (-2, 1)]) when 0 <= x + i <= 7 and 0 <= y + j <= 7 -> n(x + i, y + j) }",
        ],
    );
    refuses(
        "knight",
        &[
            "game n(x: nat, y: nat) { move s((i, j) in [(-2, -1), (-1, -2), (1, -2)]) when x + i >= 0 and y + j >= 0 -> n(x + i, y + j) }",
            "game n(x: nat, y: nat) { move s((i, j) in [(-2, -1), (-1, -2), (1, -3), (-2, 1)]) when x + i >= 0 and y + j >= 0 -> n(x + i, y + j) }",
            // On a board of nine by nine the far edges are not as elsewhere.
            "game n(x: 0..=8, y: 0..=8) { move s((i, j) in [(-2, -1), (-1, -2), (1, -2), (-2, 1)]) when 0 <= x + i <= 8 and 0 <= y + j <= 8 -> n(x + i, y + j) }",
        ],
    );
    says(
        "game k(x: nat, y: nat) { move s((i, j) in [(1, 0), (0, 1), (1, 1)]) when i <= x and j <= y -> k(x - i, y - j) }",
        Normal,
        &[
            ("1000000000000000000000 2", true, "0"),
            ("1000000000000000000001 5", false, "2"),
            ("1000000000000000000000 5", false, "3"),
        ],
    );
}
