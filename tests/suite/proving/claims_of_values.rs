//! Claims about values, sums, winning moves and numbers of lost positions that follow from a proved set, and false ones beside
//! them, whose smallest counterexamples a search of its own finds.

use super::claims::{ROOK, claims};
use serde_json::{Value, json};

/// The vectors of a game of two heaps: which can be taken from a position.
type Steps = fn(usize, usize) -> Vec<(usize, usize)>;

fn rook(a: usize, b: usize) -> Vec<(usize, usize)> {
    let lines = (1..=a).map(|k| (k, 0)).chain((1..=b).map(|k| (0, k)));
    lines.chain((1..=3.min(a).min(b)).map(|k| (k, k))).collect()
}

fn knights(a: usize, b: usize) -> Vec<(usize, usize)> {
    [(1, 2), (2, 1)].into_iter().filter(|(x, y)| *x <= a && *y <= b).collect()
}

fn queen(a: usize, b: usize) -> Vec<(usize, usize)> {
    let lines = (1..=a).map(|k| (k, 0)).chain((1..=b).map(|k| (0, k)));
    lines.chain((1..=a.min(b)).map(|k| (k, k))).collect()
}

/// The values of all positions of a box.
fn values(steps: Steps, side: usize) -> Vec<Vec<usize>> {
    let mut values = vec![vec![0; side]; side];
    for (a, b) in (0..side * side).map(|at| (at / side, at % side)) {
        let options: Vec<usize> = steps(a, b).iter().map(|(x, y)| values[a - x][b - y]).collect();
        values[a][b] = (0..).find(|value| !options.contains(value)).unwrap();
    }
    values
}

/// The smallest pair, by its greater number and then in order, that has a property.
fn smallest(side: usize, is_so: impl Fn(usize, usize) -> bool) -> Option<Value> {
    let mut pairs: Vec<(usize, usize)> = (0..side * side).map(|at| (at / side, at % side)).collect();
    pairs.sort_by_key(|(a, b)| (*a.max(b), *a, *b));
    pairs.into_iter().find(|(a, b)| is_so(*a, *b)).map(|(a, b)| json!({"a": a, "b": b}))
}

/// Demands that each claim is proved (`None`), or refuted with this smallest counterexample.
fn judged(rules: &str, expected: &[(&str, Option<Value>)]) {
    let stated: Vec<String> = expected.iter().map(|(claim, _)| format!("claim {claim}")).collect();
    let found = claims(&format!("{rules}\n{}", stated.join("\n")), &[]);
    assert_eq!(found.len(), expected.len(), "{rules}");
    for (found, (claim, place)) in found.iter().zip(expected) {
        match place {
            None => assert_eq!(found["status"], "proved", "{claim}: {found}"),
            Some(place) => {
                assert_eq!(found["status"], "refuted", "{claim}: {found}");
                assert_eq!(found["counterexample"], *place, "{claim}");
            }
        }
    }
}

/// A value is 0 if and only if the position is lost.
#[test]
fn a_proved_set_decides_which_values_are_zero() {
    let table = values(rook, 20);
    let diagonal = (4..20).find(|a| table[*a][*a] == 0).unwrap();
    let one = smallest(20, |a, b| table[a][b] != 0 && table[a][b] < 2);
    judged(
        ROOK,
        &[
            ("forall a, b: sg(rook(a, b)) == 0 <=> losing(rook(a, b))", None),
            ("forall a, b: 0 != sg(rook(a, b)) <=> winning(rook(a, b))", None),
            ("forall a, b: sg(rook(a, b)) >= 1 <=> winning(rook(a, b))", None),
            ("forall a: exists b: sg(rook(a, b)) < 1", None),
            ("forall a: sg(rook(a, a)) == 0 => a < 4", Some(json!({"a": diagonal}))),
            ("forall a, b: sg(rook(a, b)) > 1 <=> winning(rook(a, b))", one),
            ("forall a, b: losing(rook(a, b)) => equal(rook(a, b), 0)", None),
        ],
    );
}

/// The number of winning moves is the number of lost options.
#[test]
#[ignore = "long: runs with --include-ignored"]
fn winning_moves_are_counted() {
    let count = |steps: Steps, table: &[Vec<usize>], a: usize, b: usize| {
        steps(a, b).iter().filter(|(x, y)| table[a - x][b - y] == 0).count()
    };
    let table = values(rook, 20);
    let three = smallest(20, |a, b| count(rook, &table, a, b) > 2);
    let exactly = smallest(20, |a, b| count(rook, &table, a, b) == 2);
    judged(
        ROOK,
        &[
            ("forall a, b: winning_moves(rook(a, b)) == 0 <=> losing(rook(a, b))", None),
            // One in each row, one in each column, and no two on a diagonal that is at most 3 long.
            ("forall a, b: winning_moves(rook(a, b)) <= 3", None),
            ("forall a, b: winning_moves(rook(a, b)) <= 2", three),
            ("forall a, b: winning_moves(rook(a, b)) != 2", exactly),
            ("forall a, b: winning_moves(rook(a, b)) == winning_moves(rook(b, a))", None),
        ],
    );
    let table = values(queen, 20);
    let three = smallest(20, |a, b| count(queen, &table, a, b) > 2);
    let wythoff =
        "game w(a: nat, b: nat) { move l(k in 1..=a) -> w(a - k, b) move r(k in 1..=b) -> w(a, b - k)
        move both(k in 1..=min(a, b)) -> w(a - k, b - k) }";
    judged(
        wythoff,
        &[
            ("forall a, b: winning_moves(w(a, b)) <= 3", None),
            ("forall a, b: winning_moves(w(a, b)) <= 2", three),
            // Under misère play, a player without a move has won.
            (
                "forall a, b: winning_moves(misere w(a, b)) == 0 => losing(misere w(a, b))",
                Some(json!({"a": 0, "b": 0})),
            ),
            ("forall a, b: a + b > 0 and winning_moves(misere w(a, b)) == 0 => losing(misere w(a, b))", None),
        ],
    );
}

/// Where an `end` wins there is no winning move, and there are no values.
#[test]
#[ignore = "long: runs with --include-ignored"]
fn ends_that_win_have_no_winning_move() {
    let rules = "game e(a: nat, b: nat) { end when a == 0 and b == 1: win
        move l(k in 1..=a) -> e(a - k, b) move r(k in 1..=b) -> e(a, b - k) }";
    judged(
        rules,
        &[
            ("forall a, b: winning_moves(e(a, b)) == 0 <=> losing(e(a, b))", Some(json!({"a": 0, "b": 1}))),
            ("forall a, b: winning_moves(e(a, b)) == 0 <=> losing(e(a, b)) or a == 0 and b == 1", None),
        ],
    );
    for claim in ["sg(e(a, b)) == 0 <=> losing(e(a, b))", "losing(e(a, b) + e(a, b))"] {
        let found = claims(&format!("{rules} claim forall a, b: {claim}"), &[]);
        assert_eq!(found[0]["status"], "undecided", "{claim}");
    }
}

/// Each row has exactly one lost position, at most 3 from the diagonal.
#[test]
fn lost_positions_are_counted() {
    let table = values(rook, 60);
    let in_row = |a: usize, most: usize| (0..=a + most).filter(|b| table[a][*b] == 0).count();
    let short = (0..50).find(|a| in_row(*a, 2) != 1).map(|a| json!({"a": a}));
    let two = (0..50).find(|a| in_row(*a, 3) + in_row(*a + 1, 2) != 2).map(|a| json!({"a": a}));
    let one_of = "(losing(rook(a, b)) or losing(rook(a + 1, b)))";
    judged(
        ROOK,
        &[
            ("forall a: len([b for b in 0..=a + 3 if losing(rook(a, b))]) == 1", None),
            ("forall a: len([b for b in 0..=a + 2 if losing(rook(a, b))]) == 1", short.clone()),
            ("forall a: count(losing(rook(a, b)) for b in 0..=a + 3) == 1", None),
            ("forall a: count(b for b in 0..=a + 3 if losing(rook(a, b))) == 1", None),
            ("forall a: count(losing(rook(a, b)) for b in 0..=a + 2) >= 1", short),
            ("forall a: len({b for b in 0..=2 * a + 9 if losing(rook(a, b))}) == 1", None),
            ("forall a: len({b div 2 for b in 0..=2 * a + 9 if losing(rook(a, b))}) == 1", None),
            (&format!("forall a: count({one_of} for b in 0..=a + 4) == 2"), None),
            ("forall a: count(losing(rook(x, b)) for x in a..=a + 1 for b in 0..=a + 4) == 2", None),
            ("forall a: count(losing(rook(x, b)) for x in a..=a + 1 for b in 0..=a + 3) == 2", two),
        ],
    );
}

#[test]
fn collections_of_lost_positions_are_compared() {
    let table = values(rook, 60);
    let far = (0..50).find(|a| (a + 3..60).any(|b| table[*a][b] == 0)).map(|a| json!({"a": a}));
    judged(
        ROOK,
        &[
            ("forall a: [b for b in a + 4..=2 * a + 9 if losing(rook(a, b))] == []", None),
            ("forall a: {b for b in a + 4..=2 * a + 9 if losing(rook(a, b))} == {}", None),
            ("forall a: {(a, b) for b in a + 4..=2 * a + 9 if losing(rook(a, b))} == {}", None),
            ("forall a: {b for b in a + 3..=2 * a + 9 if losing(rook(a, b))} == {}", far.clone()),
            ("forall a: [b for b in a + 3..=2 * a + 9 if losing(rook(a, b))] == []", far),
            ("forall a: any(losing(rook(a, b)) for b in 0..=a + 3)", None),
            ("forall a: all(winning(rook(a, b)) for b in a + 4..=9 * a)", None),
            (
                "forall a: {b for b in 0..=a + 3 if losing(rook(a, b))} == {b for b in 0..=3 * a + 9 if losing(rook(b, a))}",
                None,
            ),
        ],
    );
}

/// Lost components and pairs of equal components decide sums; the lost positions say nothing about other sums.
#[test]
fn sums_are_decided_as_far_as_lost_positions_tell() {
    let rules = ROOK;
    judged(
        rules,
        &[
            ("forall a, b: losing(rook(a, b) + rook(a, b))", None),
            (
                "forall a, b, c, d: losing(rook(a, b)) and losing(rook(c, d)) => losing(rook(a, b) + rook(c, d))",
                None,
            ),
            (
                "forall a, b, c, d: losing(rook(a, b)) => (losing(rook(c, d)) <=> losing(rook(a, b) + rook(c, d)))",
                None,
            ),
            ("forall a, b, c, d: losing(rook(c, d)) => losing(rook(a, b) + rook(c, d) + rook(a, b))", None),
            (
                "forall a, b, c, d: losing(rook(a, b) + rook(c, d)) => losing(rook(a, b))",
                Some(json!({"a": 0, "b": 1, "c": 0, "d": 1})),
            ),
        ],
    );
    // True by symmetry, but nothing here proves it.
    let found = claims(&format!("{rules} claim forall a, b: losing(rook(a, b) + rook(b, a))"), &[]);
    assert_eq!(found[0]["status"], "checked", "{}", found[0]);
    // A loopy sum of equal components need not be lost: here play can go on for ever.
    let loopy = "loopy game g(a: nat) { move up when a < 3 -> g(a + 1) move down when a > 0 -> g(a - 1) }";
    let found = claims(&format!("{loopy} claim forall a: losing(g(a) + g(a))"), &[]);
    assert_eq!(found[0]["status"], "refuted", "{}", found[0]);
}

/// Values that are proved decide all sums: 0, 1 and 2 for knights, and a + b for any amounts from both heaps.
#[test]
fn proved_values_decide_sums() {
    let table = values(knights, 30);
    let two = smallest(30, |a, b| table[a][b] > 1);
    let rules = "game n(a: nat, b: nat) { move s((x, y) in {(1, 2), (2, 1)}) when x <= a and y <= b -> n(a - x, b - y) }";
    let lost = smallest(30, |a, b| table[a][b] == 1);
    judged(
        rules,
        &[
            ("forall a, b: sg(n(a, b)) <= 2", None),
            ("forall a, b: sg(n(a, b)) <= 1", two),
            ("forall a, b: winning(n(a, b) + n(1, 2))", lost),
            ("forall a, b, c, d: losing(n(a, b) + n(c, d)) <=> sg(n(a, b)) == sg(n(c, d))", None),
            ("forall a, b: equal(n(a, b), n(b, a))", None),
            ("forall a, b, c, d: sg(n(a, b) + n(c, d)) <= 3", None),
        ],
    );
    let rules = "game g(a: nat, b: nat) { move t(k in 0..=a, l in 0..=b) when k + l > 0 -> g(a - k, b - l) }";
    judged(
        rules,
        &[
            ("forall a, b, c, d: losing(g(a, b) + g(c, d)) <=> a + b == c + d", None),
            ("forall a, b: losing(g(a, b) + g(b, a))", None),
            ("forall a, b: winning(g(a, b) + g(1, 1))", Some(json!({"a": 1, "b": 1}))),
        ],
    );
}
