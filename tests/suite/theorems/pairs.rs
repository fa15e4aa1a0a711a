//! Different states that are equal games: pairs in either order, fields of which only the distance
//! matters, and independent groups of fields. The theorems' answers are compared with play by the
//! definition, written here.

use super::encodings::{covers, refuses};
use crate::suite::closed_forms::{opened, theorem_of};
use gspec::ir::Convention::{Misere, Normal};
use gspec::ir::{GameId, Value};
use gspec::model::Model;
use gspec::number::Int;
use gspec::position::Budget;
use std::collections::HashMap;

type State = Vec<i64>;
/// The components after each move.
type Options = fn(&[i64]) -> Vec<Vec<State>>;

/// The mex of the nim-sums after each move.
fn value(state: &State, options: Options, known: &mut HashMap<State, i64>) -> i64 {
    if let Some(value) = known.get(state) {
        return *value;
    }
    let sums: Vec<i64> = options(state)
        .iter()
        .map(|parts| parts.iter().fold(0, |sum, part| sum ^ value(part, options, known)))
        .collect();
    let value = (0..).find(|value| !sums.contains(value)).unwrap();
    known.insert(state.clone(), value);
    value
}

/// Demands that a theorem covers the rules, and says of all states with these fields what play by the definition gives.
#[track_caller]
fn agrees(id: &str, spec: &str, states: &[State], options: Options) {
    covers(id, &[spec]);
    let instance = opened(spec, &[]);
    let never = || None;
    let model = Model::of(&instance);
    let budget = Budget::new(&never, 1_000_000);
    let covered = model.theorem(GameId(0), &budget).unwrap_or_else(|| panic!("{spec}"));
    let mut known = HashMap::new();
    for fields in states {
        let state: Vec<Value> = fields.iter().copied().map(Value::int).collect();
        let expected = value(fields, options, &mut known);
        assert_eq!(covered.losing(&state, Normal), Some(expected == 0), "{spec}: {fields:?}");
        if let Some(said) = covered.value(&state) {
            assert_eq!(said, Int::from(expected), "{spec}: {fields:?}");
        }
    }
}

/// All pairs up to a number with `a <= b`.
fn ascending(most: i64) -> Vec<State> {
    (0..=most).flat_map(|b| (0..=b).map(move |a| vec![a, b])).collect()
}

fn sorted(a: i64, b: i64) -> Vec<State> {
    vec![vec![a.min(b), a.max(b)]]
}

const WYTHOFF: &str = "game stones(lo: nat, hi: nat) {
    measure lo + hi
    move one(x in 1..=lo) -> stones(lo - x, hi)
    move two(x in 1..=hi) -> stones(min(lo, hi - x), max(lo, hi - x))
    move both(x in 1..=lo) -> stones(lo - x, hi - x)
} start stones(24, 39)";

#[test]
fn pairs_that_are_kept_in_order() {
    agrees("wythoff", WYTHOFF, &ascending(14), |state| {
        let (a, b) = (state[0], state[1]);
        let one = (1..=a).map(|x| sorted(a - x, b));
        let two = (1..=b).map(|x| sorted(a, b - x));
        one.chain(two).chain((1..=a).map(|x| sorted(a - x, b - x))).collect()
    });
    let descending = "game w(big: nat, small: nat) {
        move from_big(v in 0..big) -> if v < small then w(small, v) else w(v, small)
        move from_small(u in 0..small) -> w(big, u)
        move both(k in 1..=small) -> w(big - k, small - k)
    } start w(9, 5)";
    covers("wythoff", &[descending]);
    refuses(
        "wythoff",
        &[
            &WYTHOFF.replace("both(x in 1..=lo)", "both(x in 1..lo)"),
            &WYTHOFF.replace("two(x in 1..=hi)", "two(x in 1..=lo)"),
            &WYTHOFF.replace("two(x in 1..=hi)", "two(x in 1..=hi) when lo != 7"),
            &WYTHOFF.replace("both(x in 1..=lo)", "both(x in 1..=lo) when lo < hi or lo > 3"),
            // Pairs do not stay in order, or are not in order at the beginning.
            &WYTHOFF.replace("stones(min(lo, hi - x), max(lo, hi - x))", "stones(lo, hi - x)"),
            &WYTHOFF.replace("start stones(24, 39)", "start stones(39, 24)"),
            &WYTHOFF.replace("start stones(24, 39)", ""),
            &descending.replace("v < small then", "v + 1 < small then"),
        ],
    );
}

#[test]
fn ends_and_relatives_of_pairs_in_order() {
    let larger = "game f(x: nat, y: nat) {
        measure x + y
        move larger(v in 0..y) -> if v < x then f(v, x) else f(x, v)
        move equal(k in 1..=x) -> f(x - k, y - k)
    } start f(26, 41)";
    agrees("like-wythoff", larger, &ascending(14), |state| {
        let (a, b) = (state[0], state[1]);
        (0..b).map(|v| sorted(a, v)).chain((1..=a).map(|k| sorted(a - k, b - k))).collect()
    });
    covers("wythoff", &[&WYTHOFF.replace("measure lo + hi", "measure lo + hi end when hi == 0: lose")]);
    refuses(
        "like-wythoff",
        &[&larger.replace("k in 1..=x", "k in 1..=x - 1"), &larger.replace("v in 0..y", "v in 0..=x")],
    );
    refuses("wythoff", &[&WYTHOFF.replace("measure lo + hi", "measure lo + hi end when hi == 1: lose")]);
}

/// The options of a segment from `l` to `r`: a move strikes two neighbouring points `m` and `m + 1` out, and leaves the
/// segments on both sides.
fn struck(state: &[i64]) -> Vec<Vec<State>> {
    let (l, r) = (state[0], state[1]);
    (l..r - 1).map(|m| vec![vec![l, m], vec![m + 2, r]]).collect()
}

#[test]
#[ignore = "long: runs with --include-ignored"]
fn only_the_distance_counts() {
    let segments = "fn cuts(l: nat, r: nat): [nat] = [m for m in l..r if m + 2 <= r]
        game seg(l: nat, r: nat) {
            measure r - l
            move strike(m in cuts(l, r)) -> seg(l, m) + seg(m + 2, r)
        } start seg(0, 34)";
    agrees("dawson-kayles", segments, &ascending(16), struck);
    refuses(
        "dawson-kayles",
        &[
            &segments.replace("m + 2 <= r", "m + 2 <= r and m != 9"),
            &segments.replace("m + 2 <= r", "m + 2 <= r and l + r != 12"),
            &segments.replace("m + 2 <= r", "m + 3 <= r"),
            &segments.replace("seg(m + 2, r)", "seg(m + 1, r)"),
            &segments.replace("start seg(0, 34)", "start seg(34, 0)"),
        ],
    );
    let race = "game race(said: nat, goal: nat) {
        measure max(0, goal - said)
        move say(next in said + 1..=min(said + 4, goal)) -> race(next, goal)
    } start race(0, 100)";
    agrees("take-l-to-r", race, &ascending(12), |state| {
        (1..=4).filter(|k| state[0] + k <= state[1]).map(|k| vec![vec![state[0] + k, state[1]]]).collect()
    });
    refuses("take-l-to-r", &[&race.replace("-> race", "when goal < 100 or next != 7 -> race")]);
}

#[test]
#[ignore = "long: runs with --include-ignored"]
fn groups_of_fields_are_played_by_themselves() {
    let lines = "game L(a: nat, b: nat, c: nat, d: nat) {
        measure b - a + d - c
        move ab(k in 1..=b - a) -> L(a + k, b, c, d)
        move ba(k in 1..=b - a) -> L(a, b - k, c, d)
        move cd(k in 1..=d - c) -> L(a, b, c + k, d)
        move dc(k in 1..=d - c) -> L(a, b, c, d - k)
    } start L(2, 15, 0, 9)";
    let states: Vec<State> = ascending(4)
        .iter()
        .flat_map(|ab| ascending(4).into_iter().map(|cd| [ab.clone(), cd].concat()))
        .collect();
    agrees("nim", lines, &states, |state| {
        let mut found = Vec::new();
        for (low, high) in [(0, 1), (2, 3)] {
            for k in 1..=state[high] - state[low] {
                for (at, step) in [(low, k), (high, -k)] {
                    let mut to = state.to_vec();
                    to[at] += step;
                    found.push(vec![to]);
                }
            }
        }
        found
    });
    for changed in [
        // A move reads the other group, or is shorter there.
        lines.replace("move cd(k in 1..=d - c)", "move cd(k in 1..=d - c) when b < 12 or k > 1"),
        lines.replace(
            "move cd(k in 1..=d - c) -> L(a, b, c + k, d)",
            "move cd(k in 1..=d - c) -> L(a, b, c + k, d + b - a)",
        ),
        lines.replace("k in 1..=d - c", "k in 2..=d - c"),
    ] {
        refuses("nim", &[&changed]);
        refuses("nim-in-lines", &[&changed]);
    }
    // Who loses at Wythoff's game does not decide who loses a sum with it: no theorem.
    let beside = "game g(a: nat, b: nat, c: nat) {
        move x(k in 1..=a) -> g(a - k, b, c) move y(k in 1..=b) -> g(a, b - k, c)
        move both(k in 1..=min(a, b)) -> g(a - k, b - k, c) move z(k in 1..=c) -> g(a, b, c - k)
    } start g(3, 5, 1)";
    assert_eq!(theorem_of(beside), None);
}

#[test]
fn moves_that_lead_to_nothing() {
    let sweets = "game sweets(left: nat) {
        move handful(n in 3..=min(8, left)) when left >= 3 -> sweets(left - n)
        move leftovers when left in {1, 2} -> 0
    } start misere sweets(41)";
    covers("all-must-go", &[sweets]);
    let instance = opened(sweets, &[]);
    let never = || None;
    let model = Model::of(&instance);
    let covered = model.theorem(GameId(0), &Budget::new(&never, 1_000_000)).unwrap();
    // Under misère play, the player who takes the last sweet loses.
    let mut lost = vec![false];
    for left in 1..40usize {
        let all_win = |mut moves: std::ops::RangeInclusive<usize>| moves.all(|n| !lost[left - n]);
        lost.push(if left < 3 { !lost[0] } else { all_win(3..=left.min(8)) });
        assert_eq!(covered.losing(&[Value::int(left as i64)], Misere), Some(lost[left]), "{left}");
    }
    refuses(
        "all-must-go",
        &[
            &sweets.replace("left in {1, 2}", "left in {1}"),
            &sweets.replace("left in {1, 2}", "left in {0, 1, 2}"),
            &sweets.replace("left - n)", "left - n) + sweets(1)"),
        ],
    );
}

#[test]
#[ignore = "long: runs with --include-ignored"]
fn boards_with_bounds() {
    let knight = |m: i64, n: i64| {
        format!(
            "game knight(col: 0..={m}, row: 0..={n}) {{
                measure row + col
                move a when col >= 2 and row < {n} -> knight(col - 2, row + 1)
                move b when col >= 2 and row >= 1 -> knight(col - 2, row - 1)
                move c when row >= 2 and col < {m} -> knight(col + 1, row - 2)
                move d when row >= 2 and col >= 1 -> knight(col - 1, row - 2)
            }}"
        )
    };
    let squares =
        |m: i64, n: i64| -> Vec<State> { (0..=m).flat_map(|x| (0..=n).map(move |y| vec![x, y])).collect() };
    agrees("knight", &knight(7, 7), &squares(7, 7), |state| {
        let jumps = [(-2, 1), (-2, -1), (1, -2), (-1, -2)];
        let to = jumps.map(|(x, y)| (state[0] + x, state[1] + y));
        let on_board = to.into_iter().filter(|(x, y)| (0..=7).contains(x) && (0..=7).contains(y));
        on_board.map(|(x, y)| vec![vec![x, y]]).collect()
    });
    covers("knight", &[&knight(13, 14)]);
    refuses("knight", &[&knight(8, 8), &knight(12, 9), &knight(7, 7).replace("row < 7", "row < 6")]);
    let bishop = "game bishop(file: 0..=7, rank: 0..=7) {
        move slide(to_file in 0..file) when rank >= file - to_file -> bishop(to_file, rank - (file - to_file))
    }";
    agrees("bishop", bishop, &squares(7, 7), |state| {
        (1..=state[0].min(state[1])).map(|k| vec![vec![state[0] - k, state[1] - k]]).collect()
    });
    refuses(
        "bishop",
        &[
            // The bound is felt.
            &bishop.replace("when rank", "when file < 7 and rank"),
            &bishop.replace("when rank", "when rank + file < 14 and rank"),
            // A move leaves the board.
            &bishop.replace(
                "rank - (file - to_file))",
                "rank - (file - to_file) + (if rank == 7 then 7 else 0))",
            ),
        ],
    );
}
