//! Known games in other coordinates: numbers that begin at 1 or count up to a bound, two numbers of
//! which only the distance matters, and a counter that no rule reads.

use super::encodings::{covers, refuses};
use crate::suite::closed_forms::opened;
use crate::suite::support::Folder;
use gspec::ir::Convention::{self, Misere, Normal};
use gspec::ir::{GameId, Value};
use gspec::model::Model;
use gspec::position::Budget;

/// Demands who loses components with these fields, by the theorem that covers their game; `None` where it is silent.
#[track_caller]
fn lost(spec: &str, convention: Convention, cases: &[(&[i64], Option<bool>)]) {
    let instance = opened(spec, &[]);
    let never = || None;
    let model = Model::of(&instance);
    let budget = Budget::new(&never, 1_000_000);
    let covered = model.theorem(GameId(0), &budget).unwrap_or_else(|| panic!("{spec}"));
    for (fields, expected) in cases {
        let state: Vec<Value> = fields.iter().copied().map(Value::int).collect();
        assert_eq!(covered.losing(&state, convention), *expected, "{spec}: {fields:?}");
    }
}

const KING: &str = "game king(row: 1..=60, column: 1..=60) {
    move left when column > 1 -> king(row, column - 1)
    move down when row > 1 -> king(row - 1, column)
    move both when row > 1 and column > 1 -> king(row - 1, column - 1)
}";

#[test]
#[ignore = "long: runs with --include-ignored"]
fn squares_are_numbered_from_one() {
    covers("king", &[KING]);
    // Lost where both distances to the corner are even.
    lost(
        KING,
        Normal,
        &[(&[1, 1], Some(true)), (&[2, 2], Some(false)), (&[3, 5], Some(true)), (&[3, 4], Some(false))],
    );
    let naturals = KING.replace("1..=60", "nat");
    covers("king", &[&format!("{naturals} start king(3, 4)")]);
    // Nothing is said of squares that are not on the board.
    lost(&format!("{naturals} start king(3, 4)"), Normal, &[(&[3, 5], Some(true)), (&[0, 4], None)]);
    refuses(
        "king",
        &[
            &KING.replace("row > 1 and column > 1", "row > 2 and column > 1"),
            &KING.replace("move left when column > 1", "move left when column > 1 and column < 60"),
            &KING.replace("move down when row > 1", "move down when row > 1 and row != 31"),
        ],
    );
}

#[test]
#[ignore = "long: runs with --include-ignored"]
fn heaps_with_a_bound() {
    let wythoff = "game w(a: 0..=40, b: 0..=40) {
        move left(k in 1..=a) -> w(a - k, b)
        move right(k in 1..=b) -> w(a, b - k)
        move both(k in 1..=min(a, b)) -> w(a - k, b - k)
    }";
    // No move feels the bound: the same pairs are lost as without it.
    covers("wythoff", &[wythoff]);
    lost(wythoff, Normal, &[(&[1, 2], Some(true)), (&[21, 34], Some(true)), (&[24, 40], Some(false))]);
    refuses(
        "wythoff",
        &[
            &wythoff.replace("move left(k in 1..=a)", "move left(k in 1..=a) when a < 40"),
            &wythoff
                .replace("move both(k in 1..=min(a, b))", "move both(k in 1..=min(a, b)) when a + b != 79"),
        ],
    );
    covers(
        "grossman",
        &["game g(p: 1..=9000, q: 1..=9000) {
            move less_p(i in 1..=p) when i * q < p -> g(p - i * q, q)
            move less_q(i in 1..=q) when i * p < q -> g(p, q - i * p)
        }"],
    );
}

#[test]
fn counting_up() {
    let up = "game up(n: nat) { move say(k in 1..=3) when n + k <= 21 -> up(n + k) } start up(0)";
    covers(
        "take-l-to-r",
        &[
            up,
            "game up(n: 0..=21) { move say(k in 1..=3) when n + k <= 21 -> up(n + k) }",
            "game up(n: nat) { move say(k in 1..=3) when n + k < 22 -> up(n + k) } start up(0)",
            "let goal = 21 game up(n: nat) { move say(k in 1..=min(3, goal - n)) -> up(n + k) } start up(0)",
        ],
    );
    let told = "(for n <= 21); cross-checked by search for";
    let report = Folder::with(up)
        .run(&["check", "game.game"])
        .status(0)
        .out
        .split_whitespace()
        .collect::<Vec<_>>()
        .join(" ");
    assert!(report.contains(told) && !report.contains("search for n"), "{report}");
    // Who says 21 wins: the numbers 1, 5, 9, 13, 17 are lost for the player who has to go on.
    lost(
        up,
        Normal,
        &[(&[21], Some(true)), (&[17], Some(true)), (&[1], Some(true)), (&[0], Some(false)), (&[22], None)],
    );
    // Who says 21 loses: 20, 16, ..., 0 are lost.
    lost(up, Misere, &[(&[21], Some(false)), (&[20], Some(true)), (&[0], Some(true)), (&[17], Some(false))]);
    // Only one of two fields counts up.
    let passes = "game g(stones: nat, spent: nat) {
        measure max(0, 1 - spent), stones
        move pick(k in 1..=stones) -> g(stones - k, spent)
        move wait when spent < 1 and stones >= 1 -> g(stones, spent + 1)
    } start g(10, 0)";
    covers("pass", &[passes]);
    // Who takes all stones wins, with or without a pass.
    lost(
        passes,
        Normal,
        &[
            (&[0, 0], Some(true)),
            (&[1, 0], Some(false)),
            (&[0, 1], Some(true)),
            (&[5, 1], Some(false)),
            (&[5, 2], None),
        ],
    );
    refuses(
        "take-l-to-r",
        &[
            "game up(n: nat) { move say(k in 1..=3) when n + k <= 21 and n != 10 -> up(n + k) } start up(0)",
            "game up(n: nat) { move say(k in 1..=3) when n + k <= 21 and n mod 2 == 0 -> up(n + k) } start up(0)",
        ],
    );
}

#[test]
#[ignore = "long: runs with --include-ignored"]
fn steps_that_are_as_long_as_the_board() {
    let board = "let N = 8
        game b(r: nat, c: nat) { move go(d in 1..N) when r + d < N and c + d < N -> b(r + d, c + d) } start b(2, 3)";
    covers("bishop", &[board, &board.replace("nat", "0..=7")]);
    // The board has no square with a coordinate above 7. Every move leads down a diagonal, so the only squares
    // without a move, and the only lost ones, have a coordinate equal to 7.
    let on_board: &[(&[i64], Option<bool>)] =
        &[(&[7, 7], Some(true)), (&[0, 0], Some(false)), (&[7, 0], Some(true)), (&[3, 5], Some(false))];
    lost(board, Normal, on_board);
    lost(board, Normal, &[(&[8, 8], None), (&[0, 8], None), (&[9, 0], None)]);
    lost(&board.replace("nat", "0..=7"), Normal, on_board);
    let report = Folder::with(board).run(&["check", "game.game"]).status(0).out;
    let report = report.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(report.contains("(for 0 <= r <= 7, 0 <= c <= 7)"), "{report}");
    // A start beyond the board, a step that is too short, a square without moves.
    let missed = ["start b(2, 3)", "1..N)", "when r + d"];
    let other = ["start b(2, 3) + b(8, 8)", "1..=6)", "when (r, c) != (6, 6) and r + d"];
    for (missed, other) in missed.iter().zip(other) {
        refuses("bishop", &[&board.replace(missed, other)]);
        if !missed.starts_with("start") {
            refuses("bishop", &[&board.replace("nat", "0..=7").replace(missed, other)]);
        }
    }
}

#[test]
fn two_numbers_and_their_distance() {
    let sums = "game pre(first: nat, both: nat) {
        move one(k in 1..=first) -> pre(first - k, both - k)
        move two(k in 1..=both - first) -> pre(first, both - k)
    } start pre(3, 10)";
    covers("nim", &[sums]);
    // Heaps 3 and 3, 3 and 7; the first number is never above the other.
    lost(
        sums,
        Normal,
        &[(&[3, 6], Some(true)), (&[3, 10], Some(false)), (&[0, 0], Some(true)), (&[4, 2], None)],
    );
    lost(sums, Misere, &[(&[0, 1], Some(true)), (&[1, 2], Some(false)), (&[2, 4], Some(true))]);
    refuses("nim", &[&sums.replace("k in 1..=both - first)", "k in 1..=both - first) when first != 3")]);
    refuses("nim", &[&sums.replace("k in 1..=both - first", "k in 1..=both - first - 1")]);
}

#[test]
fn counters_that_no_rule_reads() {
    covers(
        "take-l-to-r",
        &[
            "game g(turn: nat, n: nat) { move t(k in 1..=3) when k <= n -> g(turn + 1, n - k) }",
            "game g(n: nat, first: bool) { move t(k in 1..=3) when k <= n -> g(n - k, not first) }",
        ],
    );
    refuses(
        "take-l-to-r",
        &[
            // The counter is read, or may leave its type.
            "game g(turn: nat, n: nat) { move t(k in 1..=3) when k <= n and turn < 9 -> g(turn + 1, n - k) }",
            "game g(turn: nat, n: nat) { move t(k in 1..=3) when k <= n -> g(turn + 1, if turn == 2 then n - 1 else n - k) }",
            "game g(turn: nat, n: nat) { end when turn > 4: lose move t(k in 1..=3) when k <= n -> g(turn + 1, n - k) }",
            "game g(n: nat, z: bool) { move t(k in 1..=3) when k <= n -> g(n - k, 10 div (n - 5 * 10 ^ 12) > 0) }",
            "game g(n: nat, c: [nat]) { move t(k in 1..=3) when k <= n -> g(n - k, [c[1], c[0]]) } start g(50, [1, 2])",
            "let xs = [1, 2] game g(n: nat, z: int) { move t(k in 1..=3) when k <= n -> g(n - k, xs[z]) } start g(50, 0)",
            "game g(turn: 0..=5, n: 0..=90) { move t(k in 1..=3) when k <= n -> g(turn + 1, n - k) }",
        ],
    );
}
