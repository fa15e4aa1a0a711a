//! Formulations of rules about coins, boards and regions that must be recognised, and near misses that must not.

use super::recognised::{Family, recognises};

#[test]
fn coins_on_strips() {
    recognises(&Family {
        id: "silver-dollar",
        before: "",
        same: &[
            "game g(c: [nat]) { move s(i in indices(c), to in (if i == 0 then 0 else c[i - 1] + 1)..c[i]) -> g(c with [i] = to) }",
            "game g(c: [nat]) { move s(i in indices(c), to in (if i > 0 then c[i - 1] + 1 else 1)..c[i]) -> g(c with [i] = to) }",
            "game g(c: [nat]) { move s(i in indices(c), to in 0..c[i]) when i == 0 or c[i - 1] < to -> g(c with [i] = to) }",
            "game g(c: [nat]) { move s(i in indices(c), k in 1..=c[i]) when i == 0 or c[i - 1] < c[i] - k -> g(c with [i] = c[i] - k) }",
            "game g(c: {nat}) { move s(x in c, to in 0..x) when all(y not in c for y in to..x) -> g(c - {x} | {to}) }",
            "game g(c: {nat}) { move s(x in c, to in 0..x) when not any(y in c for y in to..x) -> g({to} | (c - {x})) }",
        ],
        different: &[
            "game g(c: [nat]) { move s(i in indices(c), to in (if i == 0 then 0 else c[i - 1])..c[i]) -> g(c with [i] = to) }",
            "game g(c: [nat]) { move s(i in indices(c), to in (if i == 0 then 0 else c[i - 1] + 2)..c[i]) -> g(c with [i] = to) }",
            "game g(c: [nat]) { move s(i in 1..len(c), to in c[i - 1] + 1..c[i]) -> g(c with [i] = to) }",
            "game g(c: [nat]) { end when len(c) > 0 and c[0] == 0: win move s(i in indices(c), to in (if i == 0 then 0 else c[i - 1] + 1)..c[i]) -> g(c with [i] = to) }",
            "game g(c: {nat}) { move s(x in c, to in 0..x) when all(y not in c for y in to + 1..x) -> g(c - {x} | {to}) }",
        ],
        not_yet: &[],
    });
    recognises(&Family {
        id: "welter",
        before: "",
        same: &[
            "game g(c: {nat}) { measure sum(c) move j(x in c, to in (0..x) - c) -> g(c - {x} | {to}) }",
            "game g(c: {nat}) { measure sum(c) move j(x in c, to in 0..x) when to not in c -> g(c - {x} | {to}) }",
            "game g(c: {nat}) { measure sum(c) move j(x in c, k in 1..=x) when not (x - k in c) -> g({x - k} | (c - {x})) }",
            "game g(c: [nat]) { move j(i in indices(c), to in 0..c[i]) when to not in c -> g(c with [i] = to) }",
            "game g(c: [nat]) { move j(i in indices(c), to in 0..c[i]) when all(x != to for x in c) -> g(c with [i] = to) }",
        ],
        different: &[
            "game g(c: {nat}) { measure sum(c) move j(x in c, to in 0..x) -> g(c - {x} | {to}) }",
            "game g(c: {nat}) { measure sum(c) move j(x in c, to in (1..x) - c) -> g(c - {x} | {to}) }",
            "game g(c: [nat]) { move j(i in indices(c), to in 0..c[i]) when to not in c or to == 0 -> g(c with [i] = to) }",
            "game g(c: {nat}) { measure sum(c) move j(x in c, to in (0..x) - c) when x - to < 4 -> g(c - {x} | {to}) }",
        ],
        not_yet: &[],
    });
    recognises(&Family {
        id: "nimble",
        before: "",
        same: &[
            "game g(s: [nat]) { measure sum(i * s[i] for i in indices(s)) move m(i in indices(s), to in 0..i) when s[i] > 0 -> g(s with [i] = s[i] - 1 with [to] = s[to] + 1) }",
            "game g(s: [nat]) { measure sum(i * s[i] for i in indices(s)) move m(i in indices(s), to in 0..i) when s[i] != 0 -> g([if m == i then s[m] - 1 else if m == to then s[m] + 1 else s[m] for m in indices(s)]) }",
        ],
        different: &[
            "game g(s: [nat]) { measure sum(i * s[i] for i in indices(s)) move m(i in indices(s), to in 0..i) when s[i] > 1 -> g(s with [i] = s[i] - 1 with [to] = s[to] + 1) }",
            "game g(s: [nat]) { measure sum(i * s[i] for i in indices(s)) move m(i in indices(s), to in 0..i) when s[i] > 0 and s[to] == 0 -> g(s with [i] = s[i] - 1 with [to] = s[to] + 1) }",
        ],
        not_yet: &[],
    });
    recognises(&Family {
        id: "staircase-list",
        before: "",
        same: &[
            "game g(s: [nat]) { measure sum((i + 1) * s[i] for i in indices(s)) move d(i in indices(s), k in 1..=s[i]) -> g(if i == 0 then s with [0] = s[0] - k else s with [i] = s[i] - k with [i - 1] = s[i - 1] + k) }",
            "game g(s: [nat]) { measure sum((i + 1) * s[i] for i in indices(s)) move d(i in 1..len(s), k in 1..=s[i]) -> g(s with [i] = s[i] - k with [i - 1] = s[i - 1] + k) }",
            "game g(s: [nat]) { measure sum((i + 1) * s[i] for i in indices(s)) move leave(k in 1..=s[0]) -> g(s with [0] = s[0] - k) move down(i in 1..len(s), k in 1..=s[i]) -> g(s with [i] = s[i] - k with [i - 1] = s[i - 1] + k) }",
            "game g(h: [nat]) { move t(i in indices(h), left in (if i == 0 then 0 else h[i - 1])..h[i]) -> g(h with [i] = left) }",
            "game g(h: [nat]) { move t(i in indices(h), left in 0..h[i]) when i == 0 or h[i - 1] <= left -> g(h with [i] = left) }",
            "game g(h: [nat]) { move t(i in indices(h), k in 1..=(if i == 0 then h[0] else h[i] - h[i - 1])) -> g(h with [i] = h[i] - k) }",
            "game g(s: [nat]) { measure sum((i + 1) * s[i] for i in indices(s)) move d(i in indices(s), left in 0..s[i]) -> g([if j == i then left else if j == i - 1 then s[j] + s[i] - left else s[j] for j in indices(s)]) }",
        ],
        different: &[
            "game g(s: [nat]) { measure sum((i + 1) * s[i] for i in indices(s)) move d(i in 2..len(s), k in 1..=s[i]) -> g(s with [i] = s[i] - k with [i - 1] = s[i - 1] + k) }",
            "game g(s: [nat]) { measure sum((i + 1) * s[i] for i in indices(s)) move d(i in 2..len(s), k in 1..=s[i]) -> g(s with [i] = s[i] - k with [i - 2] = s[i - 2] + k) }",
            "game g(s: [nat]) { measure sum((i + 1) * s[i] for i in indices(s)) move d(i in 1..len(s), k in 1..=s[i]) -> g(s with [i] = s[i] - k with [0] = s[0] + k) }",
            "game g(h: [nat]) { move t(i in 1..len(h), left in h[i - 1]..h[i]) -> g(h with [i] = left) }",
        ],
        not_yet: &[],
    });
}

#[test]
#[ignore = "long: runs with --include-ignored"]
fn coins_that_are_turned() {
    recognises(&Family {
        id: "coin-turning",
        before: "param L: nat = 3\nfn flip(a: {nat}, b: {nat}): {nat} = (a - b) | (b - a)",
        same: &[
            "game g(n: nat) { move one -> 0 move two(i in 0..n) -> g(i) move three(i in 0..n, j in i + 1..n) -> g(i) + g(j) }",
            "game g(n: nat) { move three(j in 0..n, i in 0..j) -> g(j) + g(i) }",
            "game g(n: nat) { move turn(k in 1..=n) -> sum(g(i) for i in n - k + 1..n) }",
            "game g(n: nat) { move turn(k in 1..=min(L, n)) -> sum(g(i) for i in n - k + 1..n) }",
            "game g(n: nat) { move turn(k in 0..n) -> sum(g(i) for i in n - k..n) }",
            "game g(h: {nat}) { measure sum(2 ^ x for x in h) move two(n in h, k in 0..n) -> g(flip(h, {n, k})) }",
            "game g(h: {nat}) { measure sum(2 ^ x for x in h) move run(n in h, k in 1..=n) -> g(flip(h, {x for x in k..=n})) }",
            "game g(c: [bool]) { move run(i in indices(c), j in 0..=i) when c[i] -> g([if j <= m <= i then not c[m] else c[m] for m in indices(c)]) }",
            "game g(c: [bool]) { move two(i in indices(c), j in 0..i) when c[i] -> g(c with [i] = false with [j] = (not c[j])) }",
            "game g(h: {nat}) { measure sum(2 ^ x for x in h) move one(n in h) -> g(h - {n}) move two(n in h, k in 1..n) -> g((h - {n} | {k}) - (h & {k})) }",
            "game g(h: {nat}) { measure sum(2 ^ x for x in h) move one(n in h) -> g(h - {n}) move two(n in h, k in 0..n) -> g(if k in h then h - {n, k} else h - {n} | {k}) }",
        ],
        different: &[
            "game g(n: nat) { move one -> 0 move two(i in 0..n) -> g(i) move three(i in 0..n, j in i..n) -> g(i) + g(j) }",
            "game g(n: nat) { move one -> 0 move three(i in 0..n, j in i + 1..n) -> g(i) + g(j) }",
            "game g(n: nat) { move turn(k in 1..=n) -> sum(g(i) for i in n - k + 1..n - 1) }",
            "game g(n: nat) { move turn(k in 2..=n) -> sum(g(i) for i in n - k + 1..n) }",
            "game g(h: {nat}) { measure sum(2 ^ x for x in h) move two(n in h, k in 0..n) -> g(h - {n} | {k}) }",
            "game g(h: {nat}) { measure sum(2 ^ x for x in h) move two(n in h, k in 1..n) when k in h -> g(flip(h, {n, k})) }",
            "game g(h: {nat}) { measure sum(2 ^ x for x in h) move run(n in h, k in 1..=n) -> g(flip(h, {x for x in k..n})) }",
            "game g(c: [bool]) { move two(i in indices(c), j in 0..i) when c[i] or c[j] -> g(c with [i] = false with [j] = (not c[j])) }",
        ],
        not_yet: &[],
    });
    recognises(&Family {
        id: "turning-corners",
        before: "fn flip(a: {(nat, nat)}, b: {(nat, nat)}): {(nat, nat)} = (a - b) | (b - a)",
        same: &[
            "game g(x: nat, y: nat) { move t(a in 0..x, b in 0..y) -> g(a, b) + g(a, y) + g(x, b) }",
            "game g(y: nat, x: nat) { move t(a in 0..=x - 1, b in 0..=y - 1) -> g(y, a) + g(b, x) + g(b, a) }",
            "game g(x: nat, y: nat) { move t(a in 1..=x, b in 1..=y) -> g(x - a, y - b) + g(x - a, y) + g(x, y - b) }",
            "game g(h: {(nat, nat)}) { move t((x, y) in h, a in 0..x, b in 0..y) -> g(flip(h, {(a, b), (a, y), (x, b), (x, y)})) }",
        ],
        different: &[
            "game g(x: nat, y: nat) { move t(a in 0..x, b in 0..y) -> g(a, b) + g(a, y) }",
            "game g(x: nat, y: nat) { move t(a in 0..x, b in 0..y) -> g(a, y) + g(x, b) }",
            "game g(x: nat, y: nat) { move t(a in 1..x, b in 0..y) -> g(a, b) + g(a, y) + g(x, b) }",
            "game g(x: nat, y: nat) { move t(a in 0..x, b in 0..y) -> g(a, b) + g(a, y) + g(x, b) move one -> 0 }",
        ],
        not_yet: &[],
    });
}

#[test]
fn boards_and_regions() {
    recognises(&Family {
        id: "cram",
        before: "",
        same: &[
            "game g(f: {(nat, nat)}) { move l((x, y) in f) when (x + 1, y) in f -> g(f - {(x, y), (x + 1, y)}) move u((x, y) in f) when (x, y + 1) in f -> g(f - {(x, y), (x, y + 1)}) }",
            "game g(f: {(nat, nat)}) { move u((x, y) in f) when (x, y + 1) in f -> g(f - {(x, y)} - {(x, y + 1)}) move l((x, y) in f) when (x + 1, y) in f -> g({q for q in f if q != (x, y) and q != (x + 1, y)}) }",
        ],
        different: &[
            "game g(f: {(nat, nat)}) { move l((x, y) in f) when (x + 1, y) in f -> g(f - {(x, y), (x + 1, y)}) }",
            "game g(f: {(nat, nat)}) { move l((x, y) in f) when (x + 2, y) in f -> g(f - {(x, y), (x + 2, y)}) move u((x, y) in f) when (x, y + 1) in f -> g(f - {(x, y), (x, y + 1)}) }",
        ],
        not_yet: &[],
    });
    recognises(&Family {
        id: "notakto",
        before: "let lines = [[(0, 0), (0, 1), (0, 2)], [(1, 0), (1, 1), (1, 2)], [(2, 0), (2, 1), (2, 2)], [(0, 0), (1, 0), (2, 0)], [(0, 1), (1, 1), (2, 1)], [(0, 2), (1, 2), (2, 2)], [(0, 0), (1, 1), (2, 2)], [(0, 2), (1, 1), (2, 0)]]\nfn dead(g: [[0..=1]]): bool = any(all(g[y][x] == 1 for (x, y) in line) for line in lines)",
        same: &[
            "game g(b: [[0..=1]]) { measure sum(count(c == 0 for c in row) for row in b) move x(x in 0..3, y in 0..3) when not dead(b) and b[y][x] == 0 -> g(b with [y][x] = 1) }",
        ],
        different: &[
            "game g(b: [[0..=1]]) { measure sum(count(c == 0 for c in row) for row in b) move x(x in 0..3, y in 0..3) when b[y][x] == 0 -> g(b with [y][x] = 1) }",
        ],
        not_yet: &[],
    });
    recognises(&Family {
        id: "candies",
        before: "",
        same: &[
            "game g(p: [nat]) { end when len(p) == 0: win move a -> g(sorted(p)[0..len(p) - 1]) move b -> g([x - 1 for x in p if x > 1]) }",
            "game g(p: [nat]) { move a when len(p) > 0 -> g(sorted(p)[0..len(p) - 1]) move b when len(p) > 0 -> g([x - 1 for x in p if x > 1]) }",
            "game g(p: [nat]) { move b when len(p) != 0 -> g([x - 1 for x in p if 1 < x]) move a when p != [] -> g(sorted(p)[0..len(p) - 1]) }",
        ],
        different: &[
            "game g(p: [nat]) { end when len(p) == 0: lose move a -> g(sorted(p)[0..len(p) - 1]) move b -> g([x - 1 for x in p if x > 1]) }",
            "game g(p: [nat]) { end when len(p) == 0: win move a -> g(sorted(p)[1..len(p)]) move b -> g([x - 1 for x in p if x > 1]) }",
            "game g(p: [nat]) { end when len(p) == 0: win move a -> g(sorted(p)[0..len(p) - 1]) }",
        ],
        not_yet: &[],
    });
    recognises(&Family {
        id: "staircase-walk",
        before: "param piles: [nat] = [3, 1, 2, 5]\nlet a = reverse(sorted(piles))",
        same: &[
            "game g(x: nat, y: nat) { end when x >= len(a) or y >= a[x]: win measure len(a) - x + max([0] ++ a) - y move r -> g(x + 1, y) move u -> g(x, y + 1) }",
            "game g(y: nat, x: nat) { end when not (x < len(a) and y < a[x]): win measure len(a) - x + max([0] ++ a) - y move u -> g(y + 1, x) move r -> g(y, x + 1) }",
            "game g(x: nat, y: nat) { measure len(a) + max([0] ++ a) - x - y move r when x + 1 < len(a) and y < a[x + 1] -> g(x + 1, y) move u when x < len(a) and y + 1 < a[x] -> g(x, y + 1) }",
            "game g(x: nat, y: nat) { end when x >= 4 or y >= [5, 3, 2, 1][x]: lose measure 20 - x - y move r -> g(x + 1, y) move u -> g(x, y + 1) }",
        ],
        different: &[
            "game g(x: nat, y: nat) { end when x >= len(a) or y > a[x]: win measure len(a) - x + max([0] ++ a) - y move r -> g(x + 1, y) move u -> g(x, y + 1) }",
            "game g(x: nat, y: nat) { end when x >= len(a) or y >= a[x]: win measure len(a) - x + max([0] ++ a) - y move r -> g(x + 1, y) move u -> g(x, y + 2) }",
            "game g(x: nat, y: nat) { end when x >= len(a) or y >= a[x]: win measure len(a) - x + max([0] ++ a) - y move r -> g(x + 1, y) move u when x > 0 -> g(x, y + 1) }",
            "game g(x: nat, y: nat) { end when x >= 3 or y >= [1, 3, 5][x]: lose measure 20 - x - y move r -> g(x + 1, y) move u -> g(x, y + 1) }",
        ],
        not_yet: &[],
    });
    recognises(&Family {
        id: "string-intervals",
        before: "param s: text = \"abacabb\"\nparam t: text = \"ba\"",
        same: &[
            "game g(l: nat, r: nat) { end when contains(t, s[l..r]): lose measure r - l move a when l < r -> g(l + 1, r) move b when l < r -> g(l, r - 1) }",
            "game g(r: nat, l: nat) { end when contains(t, s[l..r]): lose measure r - l move b when r > l -> g(r - 1, l) move a when r > l -> g(r, l + 1) }",
            "game g(l: nat, r: nat) { end when contains(t, s[l..r]): win measure r - l move a when l < r -> g(l + 1, r) move b when l < r -> g(l, r - 1) }",
            "game g(l: nat, r: nat) { end when contains(\"xyx\", s[l..r]): lose measure r - l move a when l + 1 <= r -> g(l + 1, r) move b when l < r -> g(l, r - 1) }",
        ],
        different: &[
            "game g(l: nat, r: nat) { end when contains(s[l..r], t): lose measure r - l move a when l < r -> g(l + 1, r) move b when l < r -> g(l, r - 1) }",
            "game g(l: nat, r: nat) { end when contains(t, s[l..r]): lose measure r - l move a when l < r -> g(l + 1, r) }",
            "game g(l: nat, r: nat) { end when contains(t, s[l..r]): lose measure r - l move a when l < r -> g(l + 1, r) move b when l + 1 < r -> g(l + 1, r - 1) }",
            "game g(l: nat, r: nat) { end when contains(t, s[l..r]) or r - l == 3: lose measure r - l move a when l < r -> g(l + 1, r) move b when l < r -> g(l, r - 1) }",
        ],
        not_yet: &[],
    });
}
