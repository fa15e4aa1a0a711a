//! Words for sets of lost positions. The expected words follow from an argument that is given with
//! each game; `check` evaluates them for small positions by the reference.

use super::prove;
use crate::suite::case::gspec_in;
use crate::suite::support::Folder;

const NIM: &str = "move left(k in 1..=a) -> g(a - k, b) move right(k in 1..=b) -> g(a, b - k)";
const DIAGONAL: &str = "move both(k in 1..=min(a, b)) -> g(a - k, b - k)";

/// Asserts that a game with two fields is proved with these words, and that the words are true for small positions, unless they
/// are no condition of the language (`… except …`, `… for a natural …`).
#[track_caller]
fn two_fields(rules: &str, words: &str) {
    let spec = format!("game g(a: nat, b: nat) {{ {rules} }}");
    let answer = prove(&spec, &[]);
    assert_eq!(answer["status"], "proved", "{answer}");
    assert_eq!(answer["words"], words, "{rules}");
    if !words.contains("except") && !words.contains("for a natural") {
        let claim = format!("claim \"w\": forall a in 0..=25, b in 0..=25: losing(g(a, b)) <=> ({words})");
        let folder = Folder::new().and("main.game", format!("{spec}\n{claim}"));
        gspec_in(&folder.path(""), &["check", "main.game", "--engine", "reference"]).status(0);
    }
}

/// Who loses depends on one heap or on a difference; the other moves do not matter.
#[test]
#[ignore = "long: runs with --include-ignored"]
fn bounds_and_residues_are_told_in_words() {
    two_fields("move right(k in 1..=b) -> g(a, b - k)", "b == 0");
    two_fields("move take(k in 1..=a - b) -> g(a - k, b)", "a <= b");
    two_fields("move take(k in 1..=a - b - 1) -> g(a - k, b)", "a <= b + 1");
    two_fields(DIAGONAL, "min(a, b) == 0");
    two_fields(
        "end when a < 2: win move left(k in 1..=a - 2) -> g(a - k, b) move right(k in 1..=b) -> g(a, b - k)",
        "a == b + 2",
    );
    // A subtraction game on a - b where that is positive.
    two_fields("move take(k in 1..=2) when a >= b + k -> g(a - k, b)", "a <= b or (a - b) mod 3 == 0");
}

#[test]
fn three_fields_are_told_in_words() {
    let spec =
        "game g(a: nat, b: nat, c: nat) { move each(k in 1..=min(a, b, c)) -> g(a - k, b - k, c - k) }";
    assert_eq!(prove(spec, &[])["words"], "min(a, b, c) == 0");
    let spec =
        "game g(a: nat, b: nat, c: nat) { move take(k in 1..=a) when a >= b + c + k -> g(a - k, b, c) }";
    assert_eq!(prove(spec, &[])["words"], "a <= b + c");
}

/// Wythoff's game that ends near the corner: apart from (0, 0), the position (n, m) is lost if and only if (n + 1, m + 1) is lost in
/// Wythoff's game.
#[test]
fn what_is_added_to_a_multiple_is_found() {
    two_fields(
        &format!("end when a + b <= 1: lose {NIM} {DIAGONAL}"),
        "min(a, b) == floor(phi * abs(a - b) - 1), except that (0, 0) is lost",
    );
}

/// The story of docs/proofs.md: the lost positions are a cone.
#[test]
fn cones_are_told_in_words() {
    let far = |m: usize| {
        format!(
            "move left(k in 1..=a) when k >= {m} * b -> g(a - k, b) \
             move right(k in 1..=b) when k >= {m} * a -> g(a, b - k)"
        )
    };
    two_fields(&far(1), "max(a, b) <= floor(phi * min(a, b))");
    two_fields(&far(2), "max(a, b) <= floor((sqrt(2) + 1) * min(a, b))");
}

/// The sum of the subtraction games {1, 3, 4} and {2, 3}, whose values are 0 1 0 1 2 3 2 and 0 0 1 1 2, again and again: lost where the
/// values are equal. For the king, lost where both fields are even.
#[test]
fn fields_may_have_different_residues() {
    two_fields(
        "move l(k in {1, 3, 4}) when k <= a -> g(a - k, b) move r(k in {2, 3}) when k <= b -> g(a, b - k)",
        "(a mod 7, b mod 5) in {(0, 0), (0, 1), (1, 2), (1, 3), (2, 0), (2, 1), (3, 2), (3, 3), (4, 4), (6, 4)}",
    );
    two_fields(
        "move step((x, y) in {(0, 1), (1, 0), (1, 1)}) when x <= a and y <= b -> g(a - x, b - y)",
        "a mod 2 == 0 and b mod 2 == 0",
    );
}

/// From every position with a move the player may take everything, so that only (0, 0) is lost.
#[test]
fn a_single_lost_position_is_told_by_its_fields() {
    two_fields("move all(k in 0..=a, l in 0..=b) when k + l > 0 -> g(a - k, b - l)", "a == 0 and b == 0");
}
