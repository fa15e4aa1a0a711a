//! Equal games in different formulations, and games that differ a little.

use gspec::ir::GameId;
use gspec::pipeline;
use gspec::position::Budget;
use gspec::shape::Shapes;
use gspec::shape::orders::orders;
use gspec::shape::same;
use gspec::source::{NoFiles, Sources};

/// Whether the first games of two specs are found to have equal moves in all states, for some order
/// of fields.
fn are_same(a: &str, b: &str) -> bool {
    let never = || None;
    let budget = Budget::new(&never, 1_000_000);
    let open = |text: &str| {
        let mut sources = Sources::default();
        let root = sources.add("test.game", text);
        let opened = pipeline::open(sources, root, &[], &NoFiles, &budget);
        opened.instance.unwrap_or_else(|| panic!("{text}: {:?}", opened.diagnostics))
    };
    let (ours, theirs) = (open(a), open(b));
    let (ours, theirs) = (Shapes::of(&ours), Shapes::of(&theirs));
    let fields = ours.instance.fields[0].len();
    let sample = same::Sample::new(&ours, GameId(0));
    orders(fields).iter().any(|order| {
        matches!(same::same(&sample, (&theirs, GameId(0)), order, &budget), Some(same::Same::Everywhere))
    })
}

/// The rules of a game, other formulations of these rules, and rules that differ a little.
struct Case {
    rules: &'static str,
    same: &'static [&'static str],
    different: &'static [&'static str],
}

const CASES: &[Case] = &[
    // A variable of `all` or `any` that runs through naturals has no negative values. The list keeps these rules out
    // of the other ways to compare them.
    Case {
        rules: "game g(v: [nat], a: nat, b: nat) { move t when a >= 1 and all(x != a - b for x in 0..=20) -> g(v, a - 1, b) }",
        same: &[
            "game g(v: [nat], a: nat, b: nat) { move t when a >= 1 and (a < b or a - b > 20) -> g(v, a - 1, b) }",
        ],
        different: &[
            "game g(v: [nat], a: nat, b: nat) { move t when a >= b + 21 -> g(v, a - 1, b) }",
            "game g(v: [nat], a: nat, b: nat) { move t when a >= 1 and a < b -> g(v, a - 1, b) }",
        ],
    },
    Case {
        rules: "game g(v: [nat], a: nat, b: nat, d: nat) { move t when a >= 1 and d >= 1 and any(d * x == a - b for x in 0..=20) -> g(v, a - 1, b, d) }",
        same: &[
            "game g(v: [nat], a: nat, b: nat, d: nat) { move t when d >= 1 and a >= 1 and any(x * d + b == a for x in 0..=20) -> g(v, a - 1, b, d) }",
        ],
        different: &[
            "game g(v: [nat], a: nat, b: nat, d: nat) { move t when a >= 1 and d >= 1 and (a - b) mod d == 0 and (a - b) div d <= 20 -> g(v, a - 1, b, d) }",
        ],
    },
    Case {
        rules: "game nim(heaps: [nat]) { move take(i in indices(heaps), left in 0..heaps[i]) -> nim(heaps with [i] = left) }",
        same: &[
            "game nim(heaps: [nat]) { move take(i in indices(heaps), k in 1..=heaps[i]) -> nim(heaps with [i] = heaps[i] - k) }",
            "game n(h: [nat]) { move t(place in 0..len(h), k in 1..=h[place]) -> n([if j == place then h[j] - k else h[j] for j in indices(h)]) }",
            "game n(h: [nat]) { move t(i in 0..len(h), k in 0..h[i]) -> n([if j != i then h[j] else h[i] - 1 - k for j in 0..len(h)]) }",
            "game n(h: [nat]) { move t(i in indices(h), k in 1..=h[i]) when h[i] > 0 -> n(h with [i] = h[i] - k) }",
            "game n(h: [nat]) { move t(i in indices(h), left in {x for x in 0..=h[i] if x != h[i]}) -> n(h with [i] = left) }",
            "fn less(n: int, k: int): int = n - k\ngame n(h: [nat]) { move t(i in indices(h), k in 1..=h[i]) -> n(h with [i] = less(h[i], k)) }",
            "game n(h: [nat]) { move t(i in indices(h), k in (0..=h[i]) - {0}) -> n(h with [i] = h[i] - k) }",
        ],
        different: &[
            "game nim(heaps: [nat]) { move take(i in indices(heaps), left in 1..heaps[i]) -> nim(heaps with [i] = left) }",
            "game nim(heaps: [nat]) { move take(i in indices(heaps), left in 0..heaps[i]) when i != 9 -> nim(heaps with [i] = left) }",
            "game nim(heaps: [nat]) { move take(i in 0..len(heaps) - 1, left in 0..heaps[i]) -> nim(heaps with [i] = left) }",
            "game nim(heaps: [nat]) { move take(i in indices(heaps), left in 0..heaps[i]) when left != 1000 -> nim(heaps with [i] = left) }",
            "game nim(heaps: [nat]) { end when len(heaps) == 77: win move take(i in indices(heaps), left in 0..heaps[i]) -> nim(heaps with [i] = left) }",
            "game nim(heaps: [nat]) { move take(i in indices(heaps), left in 0..heaps[i]) -> nim(heaps with [i] = left) move skip when len(heaps) > 40 -> nim(heaps with [0] = 0) }",
            "game nim(heaps: [nat]) { move take(i in indices(heaps), left in 0..heaps[i]) when heaps[7] >= 0 -> nim(heaps with [i] = left) }",
            "game nim(heaps: [nat]) { move take(i in indices(heaps), left in 0..heaps[i]) -> nim(if len(heaps) == 50 then heaps with [0] = 0 else heaps with [i] = left) }",
        ],
    },
    Case {
        rules: "param G: graph = graph undirected { a - b - c - d - a }\ngame geo(v: vertex, seen: {vertex}) { move go(w in neighbours(G, v) - seen) -> geo(w, seen | {w}) }",
        same: &[
            "param G: graph = graph undirected { a - b - c - d - a }\ngame geo(v: vertex, seen: {vertex}) { move go(w in neighbours(G, v)) when not (w in seen) -> geo(w, seen | {w}) }",
            "param G: graph = graph undirected { a - b - c - d - a }\ngame geo(seen: {vertex}, v: vertex) { move go(w in neighbours(G, v)) when w not in seen -> geo({w} | seen, w) }",
            "param G: graph = graph undirected { a - b - c - d - a }\ngame geo(v: vertex, seen: {vertex}) { move go(w in {x for x in out(G, v) if x not in seen}) -> geo(w, {w} | seen) }",
        ],
        different: &[
            "param G: graph = graph undirected { a - b - c - d - a }\ngame geo(v: vertex, seen: {vertex}) { move go(w in neighbours(G, v) - seen) -> geo(w, seen | {v}) }",
            "param G: graph = graph undirected { a - b - c - d - a }\ngame geo(v: vertex, seen: {vertex}) { move go(w in neighbours(G, v) - seen) -> geo(w, seen | {w, v}) }",
            "param G: graph = graph { a -> b -> c -> d -> a }\ngame geo(v: vertex, seen: {vertex}) { move go(w in neighbours(G, v) - seen) -> geo(w, seen | {w}) }",
            "param G: graph = graph undirected { a - b - c - d - a }\ngame geo(v: vertex, seen: {vertex}) { move go(w in neighbours(G, v) - seen) when len(seen) < 1000 -> geo(w, seen | {w}) }",
        ],
    },
    Case {
        rules: "param T: graph = graph { 0 -> 1, 2; 1 -> 3 }\nparam white: {vertex} = {0, 1, 3}\ngame tree(v: vertex) { move blacken(w in subtree(T, v) & white) -> sum(tree(c) for u in path(T, v, w) for c in children(T, u) if c not in path(T, v, w)) }",
        same: &[
            "param T: graph = graph { 0 -> 1, 2; 1 -> 3 }\nparam white: {vertex} = {0, 1, 3}\ngame g(x: vertex) { move m(w in white) when w in subtree(T, x) -> sum(g(c) for u in path(T, x, w) for c in children(T, u) if not (c in path(T, x, w))) }",
            "param T: graph = graph { 0 -> 1, 2; 1 -> 3 }\nparam white: {vertex} = {0, 1, 3}\ngame g(x: vertex) { move m(w in {y for y in subtree(T, x) if y in white}) -> sum(g(c) for u in path(T, x, w) for c in children(T, u) if c not in path(T, x, w)) }",
            "param T: graph = graph { 0 -> 1, 2; 1 -> 3 }\nparam white: {vertex} = {0, 1, 3}\ngame g(x: vertex) { move m(w in subtree(T, x) & white) -> let p = path(T, x, w) in sum(g(c) for u in p for c in {y for y in children(T, u) if y not in p}) }",
        ],
        different: &[
            "param T: graph = graph { 0 -> 1, 2; 1 -> 3 }\nparam white: {vertex} = {0, 1, 3}\ngame g(x: vertex) { move m(w in subtree(T, x) & white) -> sum(g(c) for u in path(T, x, w) for c in children(T, u)) }",
            "param T: graph = graph { 0 -> 1, 2; 1 -> 3 }\nparam white: {vertex} = {0, 1}\ngame g(x: vertex) { move m(w in subtree(T, x) & white) -> sum(g(c) for u in path(T, x, w) for c in children(T, u) if c not in path(T, x, w)) }",
        ],
    },
    Case {
        rules: "param s: text = \"abac\"\nparam t: text = \"ba\"\ngame shrink(l: nat, r: nat) { end when contains(t, s[l..r]): lose measure r - l move drop_left when l < r -> shrink(l + 1, r) move drop_right when l < r -> shrink(l, r - 1) }",
        same: &[
            "param s: text = \"abac\"\nparam t: text = \"ba\"\ngame g(r: nat, l: nat) { end when contains(t, s[l..r]): lose measure r - l move right when r > l -> g(r - 1, l) move left when r - l >= 1 -> g(r, l + 1) }",
            "param s: text = \"abac\"\nparam t: text = \"ba\"\ngame g(l: nat, r: nat) { end when contains(t, s[l..r]): lose measure r - l move drop(x in [0, 1]) when l < r -> g(l + x, r - 1 + x) }",
        ],
        different: &[
            "param s: text = \"abac\"\nparam t: text = \"ba\"\ngame g(l: nat, r: nat) { end when contains(t, s[l..r]): win measure r - l move right when r > l -> g(l, r - 1) move left when r > l -> g(l + 1, r) }",
            "param s: text = \"abac\"\nparam t: text = \"ba\"\ngame g(l: nat, r: nat) { end when contains(t, s[l..r]): lose measure r - l move right when r > l -> g(l, r - 1) }",
            "param s: text = \"abac\"\nparam t: text = \"ba\"\ngame g(l: nat, r: nat) { end when contains(t, s[l..r]): lose measure r - l move right when r > l + 1 -> g(l, r - 1) move left when r > l -> g(l + 1, r) }",
        ],
    },
    Case {
        rules: "game chomp(rows: [nat]) { move bite(r in indices(rows), c in 0..rows[r]) when not (r == 0 and c == 0) -> chomp([if i < r then rows[i] else min(rows[i], c) for i in indices(rows)]) }",
        same: &[
            "game chomp(rows: [nat]) { move bite(r in indices(rows), c in 0..rows[r]) when r > 0 or c > 0 -> chomp([if i >= r and rows[i] > c then c else rows[i] for i in indices(rows)]) }",
            "game chomp(rows: [nat]) { move bite(c in 0..max([0] ++ rows), r in indices(rows)) when c < rows[r] and (r, c) != (0, 0) -> chomp([if i < r then rows[i] else min(c, rows[i]) for i in 0..len(rows)]) }",
        ],
        different: &[
            "game chomp(rows: [nat]) { move bite(r in indices(rows), c in 0..rows[r]) -> chomp([if i < r then rows[i] else min(rows[i], c) for i in indices(rows)]) }",
            "game chomp(rows: [nat]) { move bite(r in indices(rows), c in 0..rows[r]) when not (r == 0 and c == 0) -> chomp([if i <= r then rows[i] else min(rows[i], c) for i in indices(rows)]) }",
            "game chomp(rows: [nat]) { move bite(r in indices(rows), c in 0..rows[r]) when not (r == 0 and c == 0) -> chomp([if i != r then rows[i] else min(rows[i], c) for i in indices(rows)]) }",
        ],
    },
    Case {
        rules: "param P: graph = graph undirected { 1 - 2 - 3 - 4 - 5 - 1 }\ngame kayles(live: {vertex}) { move take(v in live) -> sum(kayles(c) for c in components(P, live - {v} - neighbours(P, v))) }",
        same: &[
            "param P: graph = graph undirected { 1 - 2 - 3 - 4 - 5 - 1 }\ngame k(s: {vertex}) { move take(v in s) -> sum(k(c) for c in components(P, {x for x in s if x != v and x not in neighbours(P, v)})) }",
            "param P: graph = graph undirected { 1 - 2 - 3 - 4 - 5 - 1 }\ngame k(s: {vertex}) { move take(v in s) -> sum(k(c) for c in components(P, s - ({v} | neighbours(P, v)))) }",
        ],
        different: &[
            "param P: graph = graph undirected { 1 - 2 - 3 - 4 - 5 - 1 }\ngame k(s: {vertex}) { move take(v in s) -> sum(k(c) for c in components(P, s - {v})) }",
            "param P: graph = graph undirected { 1 - 2 - 3 - 4 - 5 - 1 }\ngame k(s: {vertex}) { move take(v in s) -> sum(k(c) for c in components(P, s - neighbours(P, v))) }",
        ],
    },
    Case {
        rules: "game euclid(a: nat, b: nat) { move one(k in 1..=b div a) when 0 < a <= b -> euclid(a, b - k * a) move two(k in 1..=a div b) when 0 < b < a -> euclid(a - k * b, b) }",
        same: &[
            "game e(x: nat, y: nat) { move l(k in 1..=x div y) when x > y and y > 0 -> e(x - k * y, y) move r(k in 1..=y div x) when y >= x > 0 -> e(x, y - x * k) }",
        ],
        different: &[
            "game e(x: nat, y: nat) { move l(k in 1..=x div y) when x > y and y > 0 -> e(x - k * y, y) move r(k in 1..=y div x) when y > x > 0 -> e(x, y - x * k) }",
        ],
    },
];

#[test]
fn rules_are_the_same_however_they_are_written() {
    let mut missed = Vec::new();
    for case in CASES {
        for other in case.same.iter().chain([&case.rules]) {
            if !are_same(other, case.rules) {
                missed.push(*other);
            }
        }
    }
    assert!(missed.is_empty(), "not seen to be the same:\n{}", missed.join("\n"));
}

#[test]
fn rules_that_differ_are_never_the_same() {
    for case in CASES {
        for other in case.different {
            assert!(!are_same(other, case.rules), "{other}\n{}", case.rules);
            assert!(!are_same(case.rules, other), "{other}\n{}", case.rules);
        }
    }
}
