//! Games in which the starting position determines the parity of the length of play.

use super::super::mutations::Random;
use super::super::support::{Folder, finish, program};
use super::cover::{covers, says, theorem_of};
use crate::suite::share::{cases, is_all};
use gspec::ir::Convention::{Misere, Normal};

const BAR: &str = "game bar(r: nat, c: nat) {
   move across(k in 1..r) when c > 0 -> bar(k, c) + bar(r - k, c)
   move along(k in 1..c) when r > 0 -> bar(r, k) + bar(r, c - k)
 }";

#[test]
fn bars_of_any_size() {
    // An even number of squares takes an odd number of breaks.
    let rows = [
        ("7 100000000000000000000", false, "1"),
        ("100000000000000000001 9", true, "0"),
        ("0 4", true, "0"),
        ("1 1", true, "0"),
    ];
    says(BAR, Normal, &rows);
    says(BAR, Misere, &rows.map(|(fields, lost, value)| (fields, !lost, value)));
}

#[test]
#[ignore = "long: runs with --include-ignored"]
fn random_steps_are_settled_or_not_but_never_wrongly() {
    let mut random = Random(0x0DDB_1A5E);
    let mut found = 0;
    for _ in 0..cases(150, 20) {
        let fields = ["a", "b", "c"];
        let count = 2 + random.below(2);
        let mut moves = String::new();
        for name in 0..2 + random.below(3) {
            let falls = random.below(count);
            let (mut guard, mut target) = (Vec::new(), Vec::new());
            for (at, field) in fields.iter().take(count).enumerate() {
                let by = if at == falls { 1 + random.below(3) } else { 0 };
                let gift = if at > falls { random.below(3) } else { 0 };
                if by > 0 {
                    guard.push(format!("{field} >= {}", by + random.below(2) * random.below(2)));
                }
                target.push(format!("{field} - {by} + {gift}"));
            }
            moves += &format!(" move m{name} when {} -> g({})", guard.join(" and "), target.join(", "));
        }
        let typed: Vec<String> = fields.iter().take(count).map(|field| format!("{field}: nat")).collect();
        // `theorem_of` compares whatever the theorem says with the reference.
        found += usize::from(
            theorem_of(&format!("game g({}) {{{moves} }}", typed.join(", "))) == Some("fixed-length"),
        );
    }
    assert!(found >= if is_all() { 10 } else { 1 }, "{found}");
}

#[test]
fn parts_and_lexicographic_ends() {
    covers(
        "fixed-length",
        &[
            BAR,
            "game two(a: nat, b: nat) { move l when a > 0 -> two(a - 1, b + 2) move r when b > 0 -> two(a, b - 1) }",
            "game cut(n: nat, c: nat) { move halve(k in 1..n) -> cut(k, c) + cut(n - k, 0) move off when c > 1 -> cut(n, c - 2) }",
            "game up(a: 0..=40, b: nat) { move rise when a < 40 -> up(a + 1, b) move fall when b > 0 -> up(a, b - 1) }",
        ],
    );
}

#[test]
fn coins_that_may_retreat() {
    let rules = |n: &str| {
        format!(
            "param n: nat = {n}
             loopy game rows(a: nat, x: nat, b: nat, y: nat, turn: 0..=1) {{
               move a1(k in 0..x) when turn == 0 and k != a -> rows(k, x, b, y, 1)
               move b1(k in 0..y) when turn == 0 and k != b -> rows(a, x, k, y, 1)
               move x1(k in a + 1..n) when turn == 1 and k != x -> rows(a, k, b, y, 0)
               move y1(k in b + 1..n) when turn == 1 and k != y -> rows(a, x, b, k, 0)
             }}"
        )
    };
    // Gaps of 10^20 and 10^20 + 1, and twice 10^20.
    let rows = [
        ("5 100000000000000000006 7 100000000000000000009 0", false, "-"),
        ("5 100000000000000000006 7 100000000000000000008 1", true, "-"),
    ];
    says(&rules("10^30"), Normal, &rows);
    // Small gaps on the long board: a search would not end there, since coins may retreat.
    let folder = Folder::with(&rules("10^30"));
    let run = finish(
        program(&folder.path(""), &["query", "game.game", "rows(a, x, b, y, 0)"]),
        b"1 3 2 4\n1 3 2 5\n",
    );
    assert_eq!(run.out, "P\nN\n", "{}", run.err);
    let run = finish(program(&folder.path(""), &["solve", "game.game", "rows(1, 3, 2, 5, 0)"]), b"");
    assert!(run.out.contains("b1(k = 3)"), "{}", run.out);
}
