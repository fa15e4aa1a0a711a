//! Tests which games are proved to terminate, which rules are proved to have values, in which games
//! a move can be repeated forever, and that explorations can be continued. The expected verdicts
//! are worked out by hand; random rules are compared with a search for cycles and violations.

mod tape;

use super::explore::{Exploration, Extent, explore};
use super::{Termination, prove, prove_of, repeated};
use crate::ir::value::Component;
use crate::ir::{GameId, Value};
use crate::position::{Budget, Instance, enumerate};
use crate::quoted;
use tape::Tape;

/// The instance of a spec; `None` if the spec has errors.
fn opened(spec: &str) -> Option<Instance> {
    let program = quoted::read(spec)?;
    Instance::new((*program).clone(), &Budget::new(&|| None, 1_000_000)).0
}

/// What is proved about the termination of the first game of a spec.
fn ending(spec: &str) -> Termination {
    let instance = opened(spec).unwrap_or_else(|| panic!("{spec}"));
    prove(&instance).0.games[0].termination.clone()
}

/// Asserts that each spec is proved to terminate, or, unless `proved`, that none is.
#[track_caller]
fn all_are(proved: bool, specs: &[&str]) {
    let mut wrong = Vec::new();
    for spec in specs {
        let found = ending(spec);
        if matches!(found, Termination::Proved { .. }) != proved {
            wrong.push(format!("{spec}\n    {found:?}"));
        }
    }
    assert!(wrong.is_empty(), "\n{}", wrong.join("\n"));
}

/// Sets: removed elements contribute more than inserted ones.
#[test]
fn totals_of_sets_fall() {
    all_are(
        true,
        &[
            "game g(s: {nat}) { measure sum(s) move d(x in s, y in 0..x) when y not in s -> g((s | {y}) - {x}) }",
            "game g(s: {nat}) { measure sum(s) move d(x in s, y in 0..x) -> g({z for z in s if z != x} | {y}) }",
            "game g(s: {nat}) { measure sum(x + 1 for x in s) move r(x in s) -> g(s - {x}) }",
            "game g(s: {nat}) { measure sum(2 ^ x for x in s) move t(x in s, y in 1..=x) -> g((s | {x, y}) - (s & {x, y})) }",
            "game g(s: {nat}) { measure sum(2 ^ x for x in s) move t(x in s, a in 0..=x) -> g((s - (a..=x)) | ((a..=x) - s)) }",
            "game g(s: {nat}) { measure sum(3 ^ (x + 1) for x in s)
                move t(x in s, c in subsets(0..x)) -> g(((s - {x}) | c) - (s & c)) }",
            "game g(s: {nat}) { measure sum(2 ^ x for x in s)
                move t(x in s, y in 0..x) -> g(if y in s then s - {x, y} else s - {x} | {y}) }",
            "game g(s: {nat}) { measure len(s) move m(a in s, b in s) when a < b -> g(s - {a} - {b} | {a + b}) }",
            "game g(s: {(nat, nat)}) { measure sum(x + y for (x, y) in s)
                move d((x, y) in s, a in 0..x) -> g(s - {(x, y)} | {(a, y)}) }",
            // Without a measure.
            "game g(s: {nat}) { move t(x in s, y in 0..x, z in 0..x) -> g(s - {x} | {y, z}) }",
            "game g(s: {nat}) { move h(x in s) when x >= 2 -> g(s - {x} | {x div 2}) }",
        ],
    );
    all_are(
        false,
        &[
            // `y` may be `x` itself, or greater than `x`.
            "game g(s: {nat}) { measure sum(s) move d(x in s, y in 0..=x) -> g(s - {x} | {y}) }",
            "game g(s: {nat}) { measure sum(2 ^ x for x in s) move t(x in s, y in x..x + 2) -> g((s | {x, y}) - (s & {x, y})) }",
            "game g(s: {nat}) { measure sum(2 ^ x for x in s) move t(x in s, y in 0..x + 2) -> g(s - {x} | {y}) }",
            // The removed element may not have been in the set, or is inserted again.
            "game g(s: {nat}) { measure sum(s) move d(x in 1..9, y in 0..x) -> g(s - {x} | {y}) }",
            "game g(s: {nat}) { measure sum(2 ^ x for x in s) move d(x in s, y in 0..x) -> g((s - {x}) | (0..=x)) }",
            "game g(s: {nat}) { measure len(s) move d(x in s, y in s) -> g(s - {x} | {y}) }",
            // Both names may be the same element; with a = 0 only 0 is removed, which does not lower the sum.
            "game g(s: {nat}) { measure sum(s) move d(a in s, b in s) when a <= b -> g((s - {a, b}) | {b - a}) }",
            // In order: elements below 0; weights below 0; two smaller elements whose sum may be
            // greater; equal weights for all elements; a removed element that may be absent.
            "game g(s: {int}) { measure sum(s) move r(x in s) -> g(s - {x}) }",
            "game g(s: {nat}) { measure sum(5 - x for x in s) move r(x in s) -> g(s - {x}) }",
            "game g(s: {nat}) { measure sum(s) move t(x in s, y in 0..x, z in 0..x) -> g(s - {x} | {y, z}) }",
            "game g(s: {nat}) { measure sum(1 ^ x for x in s) move t(x in s, y in 0..x) -> g(s - {x} | {y}) }",
            "game g(s: {nat}) { move t(x in s, y in 0..x) -> g(s - {y} | {x}) }",
        ],
    );
}

/// Lists: elements shrink or disappear, or amounts move to a lower index, where they have less weight.
#[test]
fn totals_of_lists_fall() {
    all_are(
        true,
        &[
            "game g(a: [nat]) { measure sum(i * a[i] for i in indices(a))
                move d(i in 1..len(a), k in 1..=a[i]) -> g(a with [i] = a[i] - k with [i - 1] = a[i - 1] + k) }",
            "game g(a: [nat]) { move d(i in indices(a), j in 0..i) when a[i] > 0 -> g(a with [i] = a[i] - 1 with [j] = a[j] + 1) }",
            "game g(a: [nat]) { measure sum(i * a[i] for i in indices(a)) move d(i in indices(a), k in 1..=a[i]) when i > 0
                -> g([if j == i then a[j] - k else if j + 1 == i then a[j] + k else a[j] for j in indices(a)]) }",
            "game g(a: [0..=1]) { measure sum(a[i] * 2 ^ i for i in indices(a))
                move t(i in indices(a), j in 0..=i) when a[i] == 1 -> g(a with [j] = 1 - a[j] with [i] = 0) }",
            "game g(b: text) { measure sum(if b[i] == \"H\" then 2 ^ i else 0 for i in indices(b))
                move t(i in indices(b), j in 0..i) when b[i] == \"H\" -> g(b with [i] = \"T\" with [j] = \"H\") }",
            "game g(a: [nat]) { measure sum(2 * x - (if x > 0 then 1 else 0) for x in a)
                move s(i in indices(a), k in 1..a[i]) -> g((a with [i] = a[i] - k) ++ [k]) }",
            "game g(a: [nat]) { end when sum(a) == 0: lose move m -> g([x - 1 for x in a if x > 1]) }",
            "game g(a: [nat]) { end when a == []: win measure sum(a), len(a)
                move f -> g(a[1..]) move m -> g([x - 1 for x in a if x > 1]) }",
            "game g(a: [nat]) { move r(i in indices(a)) when a[i] > 0 -> g(a[..i] ++ [a[i] - 1] ++ a[i + 1..]) }",
            "game g(a: [nat]) { move r(i in indices(a), x in 0..a[i]) -> g(sorted([y for y in a with [i] = x if y > 0])) }",
            "game g(h: [nat]) { move m(t in product([0..=x for x in h])) when 1 <= count(t[i] != h[i] for i in indices(h)) <= 2 -> g(t) }",
            "game g(h: [nat]) { move p(i in indices(h), x in 0..=h[i], y in 0..=h[(i + 1) mod len(h)])
                when len(h) == 4 and (x < h[i] or y < h[(i + 1) mod 4]) -> g(h with [i] = x with [(i + 1) mod 4] = y) }",
        ],
    );
    all_are(
        false,
        &[
            // In order: a move to a higher index; a move in which `j` may be `i`, so that only the
            // later change counts; a move at index 0, where the weight is 0.
            "game g(a: [nat]) { measure sum(i * a[i] for i in indices(a))
                move d(i in 1..len(a), k in 1..=a[i - 1]) -> g(a with [i - 1] = a[i - 1] - k with [i] = a[i] + k) }",
            "game g(a: [nat]) { move d(i in indices(a), j in 0..=i) when a[i] > 0 -> g(a with [i] = a[i] - 1 with [j] = a[j] + 1) }",
            "game g(a: [nat]) { measure sum(i * a[i] for i in indices(a)) move d(i in indices(a), k in 1..=a[i]) -> g(a with [i] = a[i] - k) }",
            // If `i == j`, the later change counts.
            "game g(a: [nat]) { move d(i in indices(a), j in indices(a)) when a[i] > 0 -> g(a with [i] = a[i] - 1 with [j] = a[j]) }",
            // If `k == i == j`, the first condition decides.
            "game g(a: [nat]) { move d(i in indices(a), j in indices(a)) when a[i] > 0
                -> g([if k == j then a[k] else if k == i then a[k] - 1 else a[k] for k in indices(a)]) }",
            // In the first game `a[i]` may be 0, so that turning `a[j]` adds weight. The second
            // game terminates, but no proof is found.
            "game g(a: [0..=1]) { measure sum(a[i] * 2 ^ i for i in indices(a))
                move t(i in indices(a), j in 0..=i) -> g(a with [j] = 1 - a[j] with [i] = 0) }",
            "game g(a: [0..=1]) { measure sum(a[i] * 2 ^ i for i in indices(a))
                move t(i in indices(a), j in 0..=i) when a[i] == 1 -> g(a with [i] = 0 with [j] = 1 - a[j]) }",
            // In order: elements that are 0 stay 0; the slices may leave out nothing; elements may
            // be negative.
            "game g(a: [nat]) { measure sum(a) move m -> g([max(0, x - 1) for x in a]) }",
            "game g(a: [nat]) { move r(i in indices(a), j in i..len(a)) -> g(a[..i] ++ a[j..]) }",
            "game g(a: [int]) { measure sum(a) move f when a != [] -> g(a[1..]) }",
            // `t` is bounded by the sorted list, not by `h` itself.
            "game g(h: [nat]) { move m(t in product([0..=x for x in sorted(h)])) when any(t[i] != h[i] for i in indices(h)) -> g(t) }",
        ],
    );
}

/// Boards: one cell or several cells change.
#[test]
fn counts_of_cells_fall() {
    all_are(
        true,
        &[
            "game g(b: text) { measure count(c == \".\" for c in b) move m(i in indices(b)) when b[i] == \".\" -> g(b with [i] = \"x\") }",
            "game g(b: [text]) { measure count(c == \".\" for r in b for c in r)
                move m(y in indices(b), x in indices(b[y])) when b[y][x] == \".\" -> g(b with [y][x] = \"x\") }",
            "game g(b: [[0..=1]]) { measure sum(count(c == 0 for c in r) for r in b)
                move m(y in indices(b), x in indices(b[y])) when b[y][x] == 0 -> g(b with [y][x] = 1) }",
            "game g(b: text) { measure count(c == \"o\" for c in b)
                move m(i in 0..len(b) - 2) when b[i..i + 3] == \"oo.\" -> g(b with [i..i + 3] = \"..o\") }",
            "game g(b: text) { measure count(c == \"-\" for c in b)
                move m(i in 0..len(b) - 1) when b[i..i + 2] == \"--\" -> g(b with [{i, i + 1}] = \"##\") }",
            "game g(b: text) { measure count(c == \".\" for c in b)
                move m(i in indices(b), j in indices(b)) when i <= j and all(b[k] == \".\" for k in i..=j) -> g(b with [j] = \"x\") }",
            "game g(b: text) { measure count(c == \".\" for c in b)
                move m(i in indices(b), c in [\"x\", \"o\"]) when b[i] == \".\" -> g(b with [i] = c) }",
            "game g(b: text) { measure count(c != \".\" for c in b)
                move m(i in 1..len(b)) when {b[i - 1], b[i]} == {\"x\", \"o\"} -> g(b with [i - 1] = b[i] with [i] = \".\") }",
        ],
    );
    all_are(
        false,
        &[
            // From `g([], "", 0)`, `g(["a"])` and `g([7], 0)` play never ends.
            "game g(a: [nat], n: nat) { move m when len(a) == 1 -> g([if j == 0 then 7 else (a with [3] = 1)[j] for j in 0..1], n) }",
            "game g(a: [nat], n: nat) { move m when len(a) == 1 -> g([if j == 0 then 7 else (a with [3] = 1)[j] for j in 0..len(a)], n) }",
            "game g(a: [nat], b: text, n: nat) { measure n
                move m -> g([if j == len(b[0..5]) then 0 else a[j] for j in indices(a)], b, n + 4 - len(b)) }",
            "game g(a: [text]) { measure len(a)
                move m when len(a) > 0 and \"\" in a[0] and len(a[0]) <= len(a) -> g([c for c in a[0] if c != \"\"]) }",
            // In order: the cell may be taken already; another row changes; the other letter; the range may
            // be empty; its end is outside; the new letter may be the old one; places of a set are
            // paired in ascending order; the later change undoes the first one.
            "game g(b: text) { measure count(c == \".\" for c in b) move m(i in indices(b)) -> g(b with [i] = \"x\") }",
            "game g(b: [text]) { measure count(c == \".\" for r in b for c in r)
                move m(y in indices(b), z in indices(b), x in indices(b[y])) when b[y][x] == \".\" and x < len(b[z]) -> g(b with [z][x] = \"x\") }",
            "game g(b: text) { measure count(c == \"o\" for c in b)
                move m(i in 0..len(b) - 2) when b[i..i + 3] == \"o..\" -> g(b with [i..i + 3] = \"..o\") }",
            "game g(b: text) { measure count(c == \".\" for c in b)
                move m(i in indices(b), j in indices(b)) when all(b[k] == \".\" for k in i..=j) -> g(b with [j] = \"x\") }",
            "game g(b: text) { measure count(c == \".\" for c in b)
                move m(i in indices(b), j in indices(b)) when i < j and all(b[k] == \".\" for k in i..j) -> g(b with [j] = \"x\") }",
            "game g(b: text) { measure count(c == \".\" for c in b)
                move m(i in indices(b), c in [\"x\", \".\"]) when b[i] == \".\" -> g(b with [i] = c) }",
            "game g(b: text) { measure sum(if b[k] == \"x\" then k else 0 for k in indices(b))
                move m(i in 0..len(b) - 1) when b[i..i + 2] == \"x.\" -> g(b with [{i + 1, i}] = \".x\") }",
            "game g(b: text) { measure count(c == \".\" for c in b)
                move m(i in indices(b), j in indices(b)) when b[i] == \".\" -> g(b with [i] = \"x\" with [j] = \".\") }",
        ],
    );
}

/// Changed lists and texts have values only if the indices are inside, a new letter is one letter,
/// and there are as many new elements as indices.
#[test]
fn changed_lists_have_values() {
    let has_values = |spec: &&&str| {
        let instance = opened(spec).unwrap_or_else(|| panic!("{spec}"));
        prove(&instance).0.games[0].rules().0 == "proved"
    };
    let proved = [
        "game g(b: text) { move m(i in indices(b)) -> g(b with [i] = \"x\") }",
        "game g(b: text) { move m(i in indices(b), c in \"xo\") -> g(b with [i] = c) }",
        "game g(b: text) { move m(i in indices(b), j in indices(b)) -> g(b with [i] = b[j]) }",
        "game g(b: text) { move m(i in indices(b)) -> g(b with [i] = if b[i] == \"x\" then \"o\" else \"x\") }",
        "game g(b: [text]) { move m(y in indices(b), x in indices(b[y])) -> g(b with [y][x] = \"x\") }",
        "game g(b: [text]) { move m(y in indices(b), x in indices(b[y])) -> g(b with [y][x] = \"x\" with [y][x] = \"o\") }",
        "game g(a: [[nat]]) { move m(y in indices(a), x in 1..len(a[y])) -> g(a with [y][{x - 1, x}] = [0, 1]) }",
        "game g(b: text) { move m(i in 0..len(b) - 1) -> g(b with [i..i + 2] = \"xo\") }",
        "game g(a: [nat]) { move m -> g(a with [indices(a)] = a) }",
        "game g(b: text) { move m(i in indices(b), j in indices(b)) when i < j and all(b[k] == \"x\" for k in i..=j) -> g(b with [j] = \"o\") }",
        "game g(b: text) { move m(i in 0..len(b) - 1) when b[i..i + 2] == \"xx\" -> g(b[..i] ++ b[i + 2..]) }",
        "game g(n: nat) { move m(k in ceil(n / 2)..=n) when n > 0 -> g(n - k) }",
    ];
    let unproved = [
        "game g(b: text) { move m(i in 0..=len(b)) -> g(b with [i] = \"x\") }",
        "game g(b: text) { move m(i in indices(b), c in [\"x\", \"xo\"]) -> g(b with [i] = c) }",
        "game g(b: text) { move m(i in indices(b)) -> g(b with [i] = \"\") }",
        "game g(b: text, c: text) { move m(i in indices(b)) -> g(b with [i] = c, c) }",
        "game g(b: [text]) { move m(y in indices(b), z in indices(b), x in indices(b[y])) -> g(b with [z][x] = \"x\") }",
        // The row is replaced by an empty one first.
        "game g(b: [text]) { move m(y in indices(b), x in indices(b[y])) -> g(b with [y] = \"\" with [y][x] = \"x\") }",
        "game g(a: [[nat]]) { move m(y in indices(a), x in 1..len(a[y])) -> g(a with [y][{x, x + 1}] = [0, 1]) }",
        "game g(b: text) { move m(i in 0..len(b) - 1) -> g(b with [i..i + 2] = \"xox\") }",
        // The set has one element if `i == j`.
        "game g(b: text) { move m(i in indices(b), j in indices(b)) -> g(b with [{i, j}] = \"xo\") }",
        "game g(a: [nat], c: [nat]) { move m -> g(a with [indices(c)] = c, c) }",
        // Slices in elements of comprehensions over nothing, and in branches that are not taken, have no value and
        // say nothing about their lists.
        "game g(a: [nat], m: 0..=5, t: nat) { move m when t > 0 and (m == 0 or len(a) >= 5) and sum(a[0..5][i] for i in 0..m) == 0
            -> g(a with [4] = 0, m, t - 1) }",
        "game g(a: [nat], m: 0..=5, n: nat, t: nat) {
            move m when t > 0 and (m == 0 or len(a) >= 5) and len([i for i in 0..m if a[0..5][i] > 0]) == 0 -> g(a, m, len(a) - 5, t - 1) }",
        "game g(a: [nat], b: text, n: nat, t: nat) { move m when t > 0 and (len(a) == 0 or len(b) >= 5)
            -> g([if j == len(b[0..5]) then 0 else a[j] for j in indices(a)], b, len(b) - 5, t - 1) }",
        "game g(b: text, n: nat, t: nat) {
            move m((i, k) in if len(b) >= 5 then [(len(b[0..5]), 1), (n, 2)] else [(0, n), (1, 1)]) when t > 0 -> g(b, len(b) - 5, t - 1) }",
        "game g(b: text, m: nat, n: nat, t: nat) {
            move m when t > 0 and count(len(b[0..x]) > 7 for x in [y - m for y in [m, m]]) >= 0 -> g(b, m, len(b) - m, t - 1) }",
        "game g(b: text, s: {nat}, m: nat, n: nat, t: nat) { move m when t > 0 and (m == 0 or len(b) >= 5)
            -> g(b, {x for x in {j for j in 0..m} if x not in (if len(b[0..5]) > 7 then {1} else {2})}, m, len(b) - 5, t - 1) }",
        // `isqrt` of a negative number, likewise.
        "game g(a: [nat], n: nat, t: nat) { move m when t > 0 and sum(isqrt(n - 5) for x in a) == 0 -> g(a, n - 5, t - 1) }",
        // The empty text is a part of every text, but no element.
        "game g(s: text, k: nat, t: nat) { move m when t > 0 and \"\" in s -> g(s, len(s) - 1 - len([c for c in s if c != \"\"]), t - 1) }",
        "game g(n: nat) { move m(k in ceil(n / (n - 3))..=n) when n > 0 -> g(n - k) }",
        "game g(n: nat) { move m(k in 1..=n) when k < ceil(sqrt(n) / 2) -> g(n - k) }",
        // An empty range says nothing about its ends.
        "game g(b: text, j: nat) { move m(i in indices(b)) when all(b[k] == \"x\" for k in i..=j) -> g(b with [j] = \"o\", j) }",
    ];
    let missed: Vec<&&str> = proved.iter().filter(|spec| !has_values(spec)).collect();
    let wrong: Vec<&&str> = unproved.iter().filter(has_values).collect();
    assert!(missed.is_empty() && wrong.is_empty(), "not proved: {missed:#?}\nproved: {wrong:#?}");
}

#[test]
fn arithmetic_falls() {
    all_are(
        true,
        &[
            "game g(n: nat) { move m(d in 2..=n) when n > 1 -> g((n + d - 1) div d) }",
            "game g(n: nat) { move m(d in 2..=9) when n > 1 -> g(ceil(n / d)) }",
            "game g(n: nat) { move m(q in 2..=n) when n mod q == 0 -> g((n div q) * (q - 1)) }",
            "game g(a: nat, b: nat) { move x(i in 1..a) -> g(i, a - i) move y(i in 1..b) -> g(b - i, i) }",
            "game g(n: nat, b: nat) { measure b, n move m(t in 0..=n + b) when t != n -> g(t, b - max(0, t - n)) }",
            "game g(x: nat, y: nat) { move m((a, b) in {(1, -2), (-2, 1)}) when x + a >= 0 and y + b >= 0 -> g(x + a, y + b) }",
            "game g(a: nat, b: nat) { move m(x in 0..=a, y in 0..=b) when [x, y] != [a, b] -> g(x, y) }",
            "game g(s: {(nat, nat)}) { measure sum(2 ^ (x + y) * 2 ^ (x * y) for (x, y) in s) move t((x, y) in s, a in 0..x, b in 0..y)
                -> let c = {(x, y), (a, y), (x, b), (a, b)} in g((s | c) - (s & c)) }",
        ],
    );
    all_are(
        false,
        &[
            "game g(n: nat) { move m(d in 1..=n) when n > 1 -> g((n + d - 1) div d) }",
            "game g(n: nat) { move m(d in 2..=n) -> g((n + d) div d) }",
            "game g(n: nat) { move m(d in 2..=9) when n > 0 -> g(ceil(n / d)) }",
            "game g(n: nat) { move m(q in 1..=n + 1) -> g((n div q) * q) }",
            "game g(a: nat, b: nat) { move x(i in 0..=a) -> g(i, a - i) move y(i in 1..b) -> g(b - i, i) }",
            "game g(n: nat, b: nat) { measure b, n move m(t in 0..=n + b) -> g(t, b - max(0, t - n)) }",
            "game g(x: nat, y: nat) { move m((a, b) in {(1, -2), (-1, 1)}) when x + a >= 0 and y + b >= 0 -> g(x + a, y + b) }",
            "game g(a: nat, b: nat) { move m(x in 0..=a, y in 0..=b) when [x, y] != [b, a] -> g(x, y) }",
            // `x` in the end and `k` in the move have the same slot, but are different names.
            "game g(n: nat) { end when (let x = 5 in x) >= n: lose move m(k in 0..=n) -> g(k) }",
        ],
    );
}

/// Random rules are not proved to terminate if play can return to one of their small positions, and
/// not proved to have values if they have none at such a position.
#[test]
fn random_rules_are_not_proved_what_a_search_refutes() {
    let rounds = 150u64;
    let (mut ending, mut valued, mut wrong) = (0u64, 0u64, Vec::new());
    for seed in 0..rounds {
        for kind in 0..4 {
            let mut tape = Tape::of(seed * 4 + kind);
            let spec = match kind {
                0 => tape.set_spec(),
                1 => tape.list_spec(),
                2 => tape.number_spec(),
                _ => tape.board_spec(),
            };
            let Some(instance) = opened(&spec) else { continue };
            let found = prove(&instance).0.games[0].clone();
            let ends = matches!(found.termination, Termination::Proved { .. });
            let has_values = found.rules().0 == "proved";
            if !ends && !has_values {
                continue;
            }
            ending += u64::from(ends);
            valued += u64::from(has_values && kind == 3);
            let budget = Budget::new(&|| None, 1_000_000);
            let game = instance.program.game_ids().next().unwrap();
            let (components, _) = enumerate::components(&instance, game);
            let exploration = explore(
                &instance,
                &budget,
                &components,
                Extent { most: 1500, steps: 2_000_000, earlier: None },
                &|_| None,
            );
            if let Some(cycle) = exploration.shortest_cycle(&|_| true).filter(|_| ends) {
                wrong.push(format!("{spec}\n    {found:?}\n    {cycle:?}"));
            }
            if let Some((at, problem)) = exploration.smallest_breach().filter(|_| has_values) {
                wrong.push(format!("{spec}\n    {found:?}\n    {at:?}: {problem:?}"));
            }
        }
    }
    assert!(wrong.is_empty(), "\n{}", wrong.join("\n"));
    assert!(ending >= rounds / 10, "only {ending} are proved to end");
    assert!(valued >= rounds / 10, "only {valued} boards are proved to have values");
}

/// `prove_of` proves about the chosen games what `prove` proves, also if a move lets the opponent
/// move again, and nothing about games to which the chosen games do not lead.
#[test]
fn some_games_are_proved_as_among_all() {
    let spec = "game a(n: nat) { move down(k in 1..=n) -> b(n - k) move stay -> again c(n) }
        game b(n: nat) { move down when n > 0 -> b(n - 1) }
        game c(n: nat) { move back -> a(n) }
        game d(n: nat) { move down when n > 0 -> d(n - 1) }
        game e(n: nat) { move round -> e(n) }";
    let instance = opened(spec).unwrap();
    let all = prove(&instance).0;
    let game = |name: &str| instance.program.find_game(name).unwrap();
    let is_proved = |found: &Termination| matches!(found, Termination::Proved { .. });
    for (name, proved) in [("a", false), ("b", true), ("c", false), ("d", true), ("e", false)] {
        let some = prove_of(&instance, &[game(name)]);
        let of = |other: &str| &some.games[game(other).index()].termination;
        assert_eq!(of(name), &all.games[game(name).index()].termination, "{name}");
        assert_eq!(is_proved(of(name)), proved, "{name}");
        let unreached = if name == "d" { "e" } else { "d" };
        assert_eq!(of(unreached), &Termination::Unknown, "{name}");
    }
}

/// `repeated` finds the move that is legal again after it was made, with the same choices, and no
/// move of a game without such a move.
#[test]
fn moves_that_can_be_repeated() {
    let found = |spec: &str| repeated(&opened(spec).unwrap_or_else(|| panic!("{spec}")), GameId(0));
    let forever = [
        ("game g(a: nat, b: nat) { move r(k in 1..=b) -> g(a, b - k) move l(k in 1..=a) -> g(a + k, b) }", 1),
        ("game g(h: [nat]) { move t(i in indices(h), k in 1..=h[i]) -> g(h with [i] = h[i] + k) }", 0),
        ("game g(a: nat, b: nat) { move l(k in 1..=3) when k <= a and b < a -> g(a + k, b) }", 0),
        ("game g(a: nat, b: nat) { end when a == 0: lose move l(k in 1..=2) when k <= a -> g(a + k, b) }", 0),
        ("game g(a: nat, b: nat) { move l(k in 1..=a) -> g(a + k, b) + g(b, b) }", 0),
    ];
    for (spec, rule) in forever {
        assert_eq!(found(spec), Some(rule), "{spec}");
    }
    let ending = [
        "game g(a: nat, b: nat) { move l(k in 1..=a) when a + k < 20 -> g(a + k, b) }",
        "game g(a: 0..=9, b: nat) { move l(k in 1..=a) -> g(a + k, b) }",
        "game g(a: nat, b: nat) { move l(k in 1..=a) -> g(b, a + k) }",
        "game g(a: nat, b: nat) { end when a > 20: lose move l(k in 1..=a) -> g(a + k, b) }",
        "game g(a: nat, b: nat) { move l(k in 1..=a) -> if a > 9 then g(a, 0) else g(a + k, b) }",
        "game g(a: nat, b: nat) { move l(k in 1..=b) -> g(a + k, b - k) }",
        "game g(h: [nat]) { move t(i in indices(h), k in 1..=h[i]) -> g(h with [i] = h[i] - k) }",
        "game g(h: [nat]) { move t(i in indices(h), k in 1..=h[i]) -> g(h[1..] ++ [h[i] + k]) }",
        "let T = [1 for i in 0..200000] game g(a: nat, b: nat) { move l(k in 1..=2) when T[a] >= 1 -> g(a + 1, b) }",
        "game g(a: nat, b: nat) blocking 1 { move l(k in 1..=a) -> g(a + k, b) }",
    ];
    for spec in ending {
        assert_eq!(found(spec), None, "{spec}");
    }
}

/// An exploration that is continued finds what one that begins anew finds, also if it has other
/// roots, so that the earlier one cannot be continued.
#[test]
fn a_continued_exploration_is_as_one_from_the_beginning() {
    let instance = opened("game g(n: nat) { move m(k in 1..=n) -> g(n - k) }").unwrap();
    let budget = Budget::new(&|| None, 1_000_000);
    let game = instance.program.game_ids().next().unwrap();
    let root = |n: i64| Component { game, state: [Value::Int(n.into())].into() };
    let explored = |roots: &[i64], most: usize, earlier: Option<Exploration>| {
        let roots: Vec<Component> = roots.iter().map(|n| root(*n)).collect();
        explore(&instance, &budget, &roots, Extent { most, steps: 1_000_000, earlier }, &|_| None)
    };
    let seen = |it: &Exploration| {
        let components: Vec<Component> = it.components.keys().cloned().collect();
        (components, it.edges.clone(), it.legal.clone(), it.complete)
    };
    for roots in [vec![90, 7], vec![90], vec![200, 90, 7], vec![]] {
        for most in [3, 40, 1000] {
            let earlier = explored(&[7, 90], 20, None);
            assert_eq!(
                seen(&explored(&roots, most.max(20), Some(earlier))),
                seen(&explored(&roots, most.max(20), None)),
                "{roots:?}, {most}"
            );
        }
    }
}
