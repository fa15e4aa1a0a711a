//! Formulations of rules about heaps and numbers that must be recognised, and near misses that must not.

use super::recognised::{Family, recognises};

#[test]
#[ignore = "long: runs with --include-ignored"]
fn euclid_with_both_endings() {
    recognises(&Family {
        id: "euclid",
        before: "",
        same: &[
            "game e(a: nat, b: nat) { move x(q in 1..=a div b) when 0 < b -> e(a - q * b, b) move y(q in 1..=b div a) when 0 < a -> e(a, b - q * a) }",
            "game e(a: nat, b: nat) { move y(q in 1..=b div a) when a > 0 -> e(a, b - a * q) move x(q in 1..=a div b) when b > 0 -> e(a - b * q, b) }",
            "game e(a: nat, b: nat) { move x(q in 1..a div b + 1) when b != 0 -> e(a - q * b, b) move y(q in 1..b div a + 1) when a != 0 -> e(a, b - q * a) }",
            "game e(a: nat, b: nat) { move x(q in 1..=a div b) when 1 <= b -> e(a - q * b, b) move y(q in 1..=b div a) when 1 <= a -> e(a, b - q * a) }",
            "fn left(a: nat, b: nat, q: nat): int = a - q * b\ngame e(a: nat, b: nat) { move x(q in 1..=a div b) when 0 < b -> e(left(a, b, q), b) move y(q in 1..=b div a) when 0 < a -> e(a, left(b, a, q)) }",
            "game e(a: nat, b: nat) { move t(q in 1..=b div a) when 0 < a -> e(min(a, b - q * a), max(a, b - q * a)) }",
            "game e(a: nat, b: nat) { move t(q in 1..=b div a) when 0 < a -> e(min(b - q * a, a), max(b - q * a, a)) }",
            "game e(a: nat, b: nat) { move t(q in 0..b div a) when 0 < a -> e(min(a, b - (q + 1) * a), max(a, b - (q + 1) * a)) }",
        ],
        different: &[
            "game e(a: nat, b: nat) { move x(q in 1..=a div b) when 0 < b -> e(a - q * b, b) }",
            "game e(a: nat, b: nat) { move x(q in 1..=(a - 1) div b) when 0 < b -> e(a - q * b, b) move y(q in 1..=b div a) when 0 < a -> e(a, b - q * a) }",
            "game e(a: nat, b: nat) { move x(q in 1..=min(a div b, 9)) when 0 < b -> e(a - q * b, b) move y(q in 1..=b div a) when 0 < a -> e(a, b - q * a) }",
            "game e(a: nat, b: nat) { move x(q in 2..=a div b) when 0 < b -> e(a - q * b, b) move y(q in 1..=b div a) when 0 < a -> e(a, b - q * a) }",
            "game e(a: nat, b: nat) { end when a == b: lose move x(q in 1..=a div b) when 0 < b -> e(a - q * b, b) move y(q in 1..=b div a) when 0 < a -> e(a, b - q * a) }",
            "game e(a: nat, b: nat) { move x when 0 < b <= a -> e(a mod b, b) move y when 0 < a <= b -> e(a, b mod a) }",
            "game e(a: nat, b: nat) { move x(q in 1..=a div b) when 1 < b -> e(a - q * b, b) move y(q in 1..=b div a) when 1 < a -> e(a, b - q * a) }",
        ],
        not_yet: &[],
    });
    recognises(&Family {
        id: "grossman",
        before: "",
        same: &[
            "game e(a: nat, b: nat) { move x(q in 1..=(a - 1) div b) when 0 < b -> e(a - q * b, b) move y(q in 1..=(b - 1) div a) when 0 < a -> e(a, b - q * a) }",
            "game e(a: nat, b: nat) { move y(q in 1..=(b - 1) div a) when a > 0 -> e(a, b - a * q) move x(q in 1..=(a - 1) div b) when b > 0 -> e(a - b * q, b) }",
            "game e(a: nat, b: nat) { move t(q in 1..=(b - 1) div a) when 0 < a -> e(min(a, b - q * a), max(a, b - q * a)) }",
        ],
        different: &[
            "game e(a: nat, b: nat) { move x(q in 1..=a div b) when 0 < b -> e(a - q * b, b) move y(q in 1..=(b - 1) div a) when 0 < a -> e(a, b - q * a) }",
            "game e(a: nat, b: nat) { move x(q in 1..=(a - 2) div b) when 0 < b -> e(a - q * b, b) move y(q in 1..=(b - 2) div a) when 0 < a -> e(a, b - q * a) }",
        ],
        not_yet: &[],
    });
}

#[test]
fn one_heap_and_its_divisors() {
    recognises(&Family {
        id: "divisors",
        before: "",
        same: &[
            "game g(n: nat) { move t(d in 1..n) when n mod d == 0 -> g(n - d) }",
            "game g(m: nat) { move t(d in 1..=m - 1) when not (m mod d != 0) -> g(m - d) }",
            "game g(n: nat) { move t(d in 1..=n) when n mod d == 0 and d < n -> g(n - d) }",
            "game g(n: nat) { move t(d in 1..=n) when n mod d == 0 -> g(n - d) }",
            "game g(n: nat) { move t(d in {k for k in 1..=n if n mod k == 0}) -> g(n - d) }",
            "game g(n: nat) { move t(d in 1..n) when n mod d == 0 -> g(d) }",
            "game g(n: nat) { move t(k in 2..=n) when n mod k == 0 -> g(n div k) }",
            "game g(n: nat) { move t(d in 1..=n) when gcd(d, n) == 1 -> g(n - d) }",
            "game g(n: nat) { move t(d in 1..n) when gcd(n, d) == 1 -> g(n - d) }",
            "game g(n: nat) { move t(d in 1..n) when n mod d > 0 -> g(n - d) }",
            "game g(n: nat) { move s(k in 2..=n) when n mod k == 0 -> k*g(n div k) }",
            "game g(n: nat) { move s(k in 2..=n) when n mod k == 0 -> sum(g(n div k) for i in 0..k) }",
        ],
        different: &[
            "game g(n: nat) { move t(d in 2..n) when n mod d == 0 -> g(n - d) }",
            "game g(n: nat) { move t(d in 1..n) when n mod d == 1 -> g(n - d) }",
            "game g(n: nat) { move t(d in 1..n) when n mod d == 0 and d < 50 -> g(n - d) }",
            "game g(n: nat) { end when n == 1: win move t(d in 1..=n) when n mod d == 0 -> g(n - d) }",
            "game g(n: nat) { move t(d in 1..n) when n mod d == 0 and n > 1 and odd(d) -> g(n - d) }",
            "game g(n: nat) { move t(d in 1..n) when gcd(n, d) == 2 -> g(n - d) }",
            "game g(n: nat) { move t(d in 1..n) when (n + 1) mod d == 0 -> g(n - d) }",
            "game g(n: nat) { move s(k in 3..=n) when n mod k == 0 -> k*g(n div k) }",
            "game g(n: nat) { move s(k in 2..=n) when n mod k == 0 -> (k - 1)*g(n div k) }",
        ],
        not_yet: &[],
    });
}

#[test]
fn amounts_with_a_property() {
    recognises(&Family {
        id: "amounts-with-property",
        before: "param B: nat = 3",
        same: &[
            "game g(n: nat) { move t(k in 0..=n) when popcount(n - k) == 1 -> g(k) }",
            "game g(n: nat) { move t(e in 0..n) when B ^ e <= n -> g(n - B ^ e) }",
            "game g(n: nat) { move t(k in 1..=n) when omega(k) < 2 -> g(n - k) }",
            "game g(n: nat) { move t(k in 1..=n) when bigomega(k) == omega(k) -> g(n - k) }",
            "game g(n: nat) { move one when n > 0 -> g(n - 1) move prime(k in 2..=n) when is_prime(k) -> g(n - k) }",
        ],
        different: &[
            "game g(n: nat) { move t(k in 2..=n) when popcount(k) == 1 -> g(n - k) }",
            "game g(n: nat) { move t(k in 1..=n) when popcount(k) == 2 -> g(n - k) }",
            "game g(n: nat) { move t(k in 1..=n) when popcount(k) == 1 and k < 1000 -> g(n - k) }",
            "game g(n: nat) { move t(k in 1..=n) when is_prime(k) -> g(n - k) }",
            "game g(n: nat) { move t(k in 1..=n) when omega(k) == 1 -> g(n - k) }",
            "game g(n: nat) { move t(k in 1..=n) when is_fib(k) -> g(n - k) }",
            "game g(n: nat) { move t(e in 1..n) when B ^ e <= n -> g(n - B ^ e) }",
            "game g(n: nat) { end when n == 4: lose move t(k in 1..=n) when popcount(k) == 1 -> g(n - k) }",
        ],
        not_yet: &[],
    });
}

#[test]
fn heaps_in_lists() {
    recognises(&Family {
        id: "greedy-list",
        before: "",
        same: &[
            "game g(h: [nat]) { move t(i in indices(h), left in 0..h[i]) when h[i] == max(h) -> g(h with [i] = left) }",
            "game g(h: [nat]) { move t(i in indices(h), k in 1..=h[i]) when max(h) == h[i] -> g(h with [i] = h[i] - k) }",
            "game g(h: [nat]) { move t(i in indices(h), k in 1..=h[i]) when all(other <= h[i] for other in h) -> g(h with [i] = h[i] - k) }",
            "game g(h: [nat]) { move t(i in indices(h), k in 1..=h[i]) when h[i] >= max(h) -> g(h with [i] = h[i] - k) }",
        ],
        different: &[
            "game g(h: [nat]) { move t(i in indices(h), left in 0..h[i]) when h[i] == min(h) -> g(h with [i] = left) }",
            "game g(h: [nat]) { move t(i in indices(h), left in 1..h[i]) when h[i] == max(h) -> g(h with [i] = left) }",
            "game g(h: [nat]) { move t(i in indices(h), left in 0..h[i]) when h[i] + 1 >= max(h) -> g(h with [i] = left) }",
            "game g(h: [nat]) { move t(i in indices(h)) when h[i] == max(h) and h[i] > 0 -> g(h with [i] = 0) }",
        ],
        not_yet: &[],
    });
    recognises(&Family {
        id: "exact-list",
        before: "param K: nat = 2",
        same: &[
            "game g(h: [nat]) { move t(S in subsets(indices(h), K..=K), left in product([0..h[i] for i in S])) -> g(h with [S] = left) }",
            "game g(h: [nat]) { move t(S in subsets(indices(h), 3..=3), left in product([0..=h[i] - 1 for i in S])) -> g(h with [S] = left) }",
            "game g(h: [nat]) { move t(left in product([0..=x for x in h])) when count(left[i] < h[i] for i in indices(h)) == K -> g(left) }",
            "game g(h: [nat]) { move t(S in subsets(indices(h), {2}), left in product([0..h[i] for i in S])) -> g(h with [S] = left) }",
        ],
        different: &[
            "game g(h: [nat]) { move t(S in subsets(indices(h), K..=K), left in product([1..h[i] for i in S])) -> g(h with [S] = left) }",
            "game g(h: [nat]) { move t(S in subsets(indices(h), K..=K), left in product([0..=h[i] for i in S])) -> g(h with [S] = left) }",
            "game g(h: [nat]) { move t(left in product([0..=x for x in h])) when count(left[i] < h[i] for i in indices(h)) in {1, 3} -> g(left) }",
        ],
        not_yet: &[],
    });
    recognises(&Family {
        id: "end-nim",
        before: "",
        same: &[
            "game g(h: [nat]) { move f(left in 0..h[0]) when len(h) > 0 -> g(if left == 0 then h[1..len(h)] else h with [0] = left) move l(left in 0..h[len(h) - 1]) when len(h) > 1 -> g(if left == 0 then h[0..len(h) - 1] else h with [len(h) - 1] = left) }",
            "game g(h: [nat]) { move t(i in indices(h), left in 0..h[i]) when i in {0, len(h) - 1} -> g([x for x in (h with [i] = left) if x > 0]) }",
            "game g(h: [nat]) { move t(i in indices(h), left in 0..h[i]) when i == 0 or i + 1 == len(h) -> g([x for x in (h with [i] = left) if x != 0]) }",
        ],
        different: &[
            "game g(h: [nat]) { move t(i in indices(h), left in 0..h[i]) when i == 0 -> g([x for x in (h with [i] = left) if x > 0]) }",
            "game g(h: [nat]) { move t(i in indices(h), left in 0..h[i]) when i == 0 or i == len(h) - 2 -> g([x for x in (h with [i] = left) if x > 0]) }",
            "game g(h: [nat]) { move t(i in indices(h), left in 0..h[i]) when i == 0 or i == len(h) - 1 -> g(h with [i] = left) }",
        ],
        not_yet: &[],
    });
    recognises(&Family {
        id: "circular-list",
        before: "param K: nat = 2",
        same: &[
            "game g(h: [nat]) { move t(i in indices(h), left in product([0..=h[(i + j) mod len(h)] for j in 0..K])) when any(left[j] < h[(i + j) mod len(h)] for j in 0..K) -> g([if (m - i) mod len(h) < K then left[(m - i) mod len(h)] else h[m] for m in indices(h)]) }",
            "game g(h: [nat]) { move t(i in indices(h), left in product([0..=h[(i + j) mod len(h)] for j in 0..3])) when any(left[j] < h[(j + i) mod len(h)] for j in 0..3) -> g([if (m - i) mod len(h) < 3 then left[(m - i) mod len(h)] else h[m] for m in indices(h)]) }",
        ],
        different: &[
            "game g(h: [nat]) { move t(i in indices(h), left in product([0..=h[(i + j) mod len(h)] for j in 0..K])) when all(left[j] < h[(i + j) mod len(h)] for j in 0..K) -> g([if (m - i) mod len(h) < K then left[(m - i) mod len(h)] else h[m] for m in indices(h)]) }",
        ],
        not_yet: &[],
    });
    recognises(&Family {
        id: "chomp",
        before: "",
        same: &[
            "game g(rows: [nat]) { move bite(r in indices(rows), c in 0..rows[r]) when not (r == 0 and c == 0) -> g([if i < r then rows[i] else min(rows[i], c) for i in indices(rows)]) }",
            "game g(rows: [nat]) { move bite(r in indices(rows), c in 0..rows[r]) when r > 0 or c > 0 -> g([if i >= r then min(c, rows[i]) else rows[i] for i in 0..len(rows)]) }",
            "game g(rows: [nat]) { move bite(r in indices(rows), c in 0..rows[r]) when r + c != 0 -> g([if i < r then rows[i] else min(rows[i], c) for i in indices(rows)]) }",
            "game g(rows: [nat]) { move bite(r in indices(rows), c in 0..rows[r]) when (r, c) != (0, 0) -> g([if i < r or rows[i] < c then rows[i] else c for i in indices(rows)]) }",
        ],
        different: &[
            "game g(rows: [nat]) { move bite(r in indices(rows), c in 0..rows[r]) -> g([if i < r then rows[i] else min(rows[i], c) for i in indices(rows)]) }",
            "game g(rows: [nat]) { move bite(r in indices(rows), c in 0..rows[r]) when c > 0 -> g([if i < r then rows[i] else min(rows[i], c) for i in indices(rows)]) }",
            "game g(rows: [nat]) { move bite(r in indices(rows), c in 0..rows[r]) when r + c > 0 -> g([if i != r then rows[i] else c for i in indices(rows)]) }",
        ],
        not_yet: &[],
    });
}
