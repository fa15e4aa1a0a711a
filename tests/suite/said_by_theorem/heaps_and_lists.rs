//! The cases of heaps in vectors and lists, and of theorems that hold under a condition.

use super::Case;

pub const CASES: &[Case] = &[
    Case {
        theorem: "moore",
        rules: "game g(a: nat, b: nat) {
            move m1(x0 in 0..a) -> g(x0, b)
            move m2(x1 in 0..b) -> g(a, x1)
            move m3(x0 in 0..a, x1 in 0..b) -> g(x0, x1) }",
        said: &["forall a, b: sg(g(a, b)) == a + b", "forall a, b: losing(misere g(a, b)) <=> a + b == 1"],
        false_or_open: &["forall a, b: sg(g(a, b)) == a xor b"],
    },
    Case {
        theorem: "moore",
        rules: "game g(a: nat, b: nat, c: nat) {
            move m1(x0 in 0..a) -> g(x0, b, c)
            move m2(x1 in 0..b) -> g(a, x1, c)
            move m3(x0 in 0..a, x1 in 0..b) -> g(x0, x1, c)
            move m4(x2 in 0..c) -> g(a, b, x2)
            move m5(x0 in 0..a, x2 in 0..c) -> g(x0, b, x2)
            move m6(x1 in 0..b, x2 in 0..c) -> g(a, x1, x2) }",
        said: &["forall a, b, c: losing(g(a, b, c)) <=> a == b and b == c", "forall a, b, c: max(a, b, c) > 1 => (losing(misere g(a, b, c)) <=> a == b and b == c)", "forall a, b: winning(misere g(a, b, 0)) <=> a + b != 1"],
        false_or_open: &["forall a, b, c: losing(g(a, b, c)) <=> a == b", "forall a, b, c: losing(misere g(a, b, c)) <=> a == b and b == c"],
    },
    Case {
        theorem: "moore",
        rules: "game g(a: nat, b: nat, c: nat, d: nat) {
            move m1(x0 in 0..a) -> g(x0, b, c, d)
            move m2(x1 in 0..b) -> g(a, x1, c, d)
            move m3(x0 in 0..a, x1 in 0..b) -> g(x0, x1, c, d)
            move m4(x2 in 0..c) -> g(a, b, x2, d)
            move m5(x0 in 0..a, x2 in 0..c) -> g(x0, b, x2, d)
            move m6(x1 in 0..b, x2 in 0..c) -> g(a, x1, x2, d)
            move m8(x3 in 0..d) -> g(a, b, c, x3)
            move m9(x0 in 0..a, x3 in 0..d) -> g(x0, b, c, x3)
            move m10(x1 in 0..b, x3 in 0..d) -> g(a, x1, c, x3)
            move m12(x2 in 0..c, x3 in 0..d) -> g(a, b, x2, x3) }",
        said: &["forall a, b, c: losing(g(a, b, c, 0)) <=> a == b and b == c", "forall a, b, c, d: losing(g(a, b, c, d)) => max(a, b, c, d) <= a xor b xor c xor d"],
        false_or_open: &["forall a, b, c, d: losing(g(a, b, c, d)) <=> a xor b xor c xor d == 0"],
    },
    Case {
        theorem: "exact-nim",
        rules: "game g(a: nat, b: nat, c: nat) {
            move m3(x0 in 0..a, x1 in 0..b) -> g(x0, x1, c)
            move m5(x0 in 0..a, x2 in 0..c) -> g(x0, b, x2)
            move m6(x1 in 0..b, x2 in 0..c) -> g(a, x1, x2) }",
        said: &["forall a, b, c: sg(g(a, b, c)) == min((a + b + c) div 2, a + b + c - max(a, b, c))", "forall a, b, c: losing(g(a, b, c)) <=> a + b + c == max(a, b, c)"],
        false_or_open: &["forall a, b, c: sg(g(a, b, c)) == (a + b + c) div 2"],
    },
    Case {
        theorem: "exact-nim",
        rules: "game g(a: nat, b: nat, c: nat, d: nat) {
            move m3(x0 in 0..a, x1 in 0..b) -> g(x0, x1, c, d)
            move m5(x0 in 0..a, x2 in 0..c) -> g(x0, b, x2, d)
            move m6(x1 in 0..b, x2 in 0..c) -> g(a, x1, x2, d)
            move m9(x0 in 0..a, x3 in 0..d) -> g(x0, b, c, x3)
            move m10(x1 in 0..b, x3 in 0..d) -> g(a, x1, c, x3)
            move m12(x2 in 0..c, x3 in 0..d) -> g(a, b, x2, x3) }",
        said: &["forall a, b, c, d: a <= b <= c <= d => (losing(g(a, b, c, d)) <=> a == c)"],
        false_or_open: &["forall a, b, c, d: a <= b <= c <= d => (losing(g(a, b, c, d)) <=> a == d)"],
    },
    Case {
        theorem: "cyclic-nimhoff",
        rules: "game g(a: nat, b: nat) { move x(k in 1..=a) -> g(a - k, b) move y(k in 1..=b) -> g(a, b - k)
            move little(k in 0..=a, l in 0..=b) when 0 < k + l < 3 -> g(a - k, b - l) }",
        said: &["forall a, b: sg(g(a, b)) == 3 * ((a div 3) xor (b div 3)) + (a + b) mod 3", "forall a, b: losing(g(a, b)) <=> a div 3 == b div 3 and (a + b) mod 3 == 0"],
        false_or_open: &["forall a, b: losing(g(a, b)) <=> a == b"],
    },
    Case {
        theorem: "sorted-heaps",
        rules: "game g(a: nat, b: nat, c: nat) { move x(k in 0..a) -> g(k, b, c) move y(k in a..b) -> g(a, k, c)
            move z(k in b..c) -> g(a, b, k) }",
        said: &["forall a, b, c: a <= b and b <= c => sg(g(a, b, c)) == a xor (c - b)", "forall a, b: losing(g(a, a + b, 2 * a + b))"],
        false_or_open: &["forall a, b, c: losing(g(a, b, c)) <=> a + b == c", "forall a, b, c: a <= c => (losing(g(a, b, c)) <=> a + b == c)"],
    },
    Case {
        theorem: "chocolate",
        rules: "game bar(n: nat, p: nat, m: nat, q: nat) {
            move left(k in 1..=p) when p < n and q < m -> bar(n - k, p - k, m, q)
            move right(i in p + 1..n) when q < m -> bar(i, p, m, q)
            move up(k in 1..=q) when p < n and q < m -> bar(n, p, m - k, q - k)
            move down(i in q + 1..m) when p < n -> bar(n, p, i, q) }",
        said: &["forall n, p: p < n => (losing(bar(n, p, 1, 0)) <=> n == 2 * p + 1)", "forall n, m: n > 0 and m > 0 => sg(bar(n, 0, m, 0)) == (n - 1) xor (m - 1)"],
        false_or_open: &["forall n, p: p < n => (losing(bar(n, p, 1, 0)) <=> n == 2 * p)"],
    },
    Case {
        theorem: "chocolate",
        rules: "game strip(n: nat, p: nat) { move left(k in 1..=p) when p < n -> strip(n - k, p - k) move right(m in p + 1..n) -> strip(m, p) }",
        said: &["forall n, p: p < n => sg(strip(n, p)) == p xor (n - 1 - p)"],
        false_or_open: &["forall n, p: losing(strip(n, p)) <=> n == 2 * p + 1"],
    },
    Case {
        theorem: "delete-nim",
        rules: "game d(a: nat, b: nat) { move keep_a(i in 0..a) -> d(i, a - 1 - i) move keep_b(i in 0..b) -> d(i, b - 1 - i) }",
        said: &["forall a, b: losing(d(a, b)) <=> even(a) and even(b)", "forall a, b: sg(d(a, b)) == valuation((a + b + (a xor b)) div 2 + 1, 2)"],
        false_or_open: &["forall a, b: losing(d(a, b)) <=> even(a + b)", "forall a, b: sg(d(a, b)) == valuation((a + b + (a xor b)) div 2 + 1, 3)"],
    },
    Case {
        theorem: "delete-nim",
        rules: "game d(a: nat, b: nat) { move keep_a(i in 1..a) -> d(i, a - i) move keep_b(i in 1..b) -> d(i, b - i) }",
        said: &["forall a, b: min(a, b) > 0 => (losing(d(a, b)) <=> odd(a) and odd(b))"],
        false_or_open: &["forall a, b: min(a, b) > 0 => (losing(d(a, b)) <=> odd(a))"],
    },
    Case {
        theorem: "disguised-nim",
        rules: "game g(a: nat, b: nat) { move x(k in 1..=a) -> g(a - k, b) move y(k in 1..=b) -> g(a, b - k)
            move both(k in 1..=min(a, b div 2)) -> g(a - k, b - 2 * k) }",
        said: &["forall a, b: sg(g(a, b)) == a xor b"],
        false_or_open: &["forall a, b: sg(g(a, b)) == a + b"],
    },
    Case {
        theorem: "poker-nim",
        rules: "game poker(a: nat, b: nat, chips: nat) { measure chips, a + b
            move x(k in 1..=a) -> poker(a - k, b, chips) move y(k in 1..=b) -> poker(a, b - k, chips)
            move back(k in 1..=chips) -> poker(a + k, b, chips - k) }",
        said: &["forall a, b, c: losing(poker(a, b, c)) <=> a == b", "forall a, b, c: sg(poker(a, b, c)) == a xor b"],
        false_or_open: &["forall a, b, c: losing(poker(a, b, c)) <=> a == b + c"],
    },
    Case {
        theorem: "ordinal-sum",
        rules: "game g(a: nat, b: nat) { move top(k in 1..=b) -> g(a, b - k) move below(k in 1..=a) -> g(a - k, 0) }",
        said: &["forall a, b: sg(g(a, b)) == a + b"],
        false_or_open: &["forall a, b: sg(g(a, b)) == a xor b"],
    },
    Case {
        theorem: "ordinal-sum",
        rules: "game g(a: nat, b: nat) { move top(k in {1, 3}) when k <= b -> g(a, b - k) move below(k in 1..=a) -> g(a - k, 0) }",
        said: &["forall a, b: sg(g(a, b)) == a + b mod 2"],
        false_or_open: &["forall a, b: sg(g(a, b)) == a + b mod 3"],
    },
    Case {
        theorem: "ordinal-sum",
        rules: "game g(a: nat, b: nat) { move top(k in 1..=b) -> g(a, b - k) move below(k in {1, 2}) when k <= a -> g(a - k, 0) }",
        said: &["forall b: sg(g(0, b)) == b", "forall a, b: a mod 3 == 2 => sg(g(a, b)) == b + 2", "forall a, b: losing(g(a, b)) <=> a mod 3 == 0 and b == 0"],
        false_or_open: &["forall a, b: sg(g(a, b)) == a mod 3 + b"],
    },
    Case {
        theorem: "circular-nim",
        rules: "game g(a: nat, b: nat, c: nat, d: nat) {
            move m1(x0 in 0..a) -> g(x0, b, c, d)
            move m2(x1 in 0..b) -> g(a, x1, c, d)
            move m3(x0 in 0..a, x1 in 0..b) -> g(x0, x1, c, d)
            move m4(x2 in 0..c) -> g(a, b, x2, d)
            move m6(x1 in 0..b, x2 in 0..c) -> g(a, x1, x2, d)
            move m8(x3 in 0..d) -> g(a, b, c, x3)
            move m9(x0 in 0..a, x3 in 0..d) -> g(x0, b, c, x3)
            move m12(x2 in 0..c, x3 in 0..d) -> g(a, b, x2, x3) }",
        said: &["forall a, b, c, d: losing(g(a, b, c, d)) <=> a == c and b == d"],
        false_or_open: &["forall a, b, c, d: losing(g(a, b, c, d)) <=> a == c"],
    },
    Case {
        theorem: "circular-nim",
        rules: "game g(a: nat, b: nat, c: nat, d: nat, e: nat) {
            move m1(x0 in 0..a) -> g(x0, b, c, d, e)
            move m2(x1 in 0..b) -> g(a, x1, c, d, e)
            move m3(x0 in 0..a, x1 in 0..b) -> g(x0, x1, c, d, e)
            move m4(x2 in 0..c) -> g(a, b, x2, d, e)
            move m6(x1 in 0..b, x2 in 0..c) -> g(a, x1, x2, d, e)
            move m8(x3 in 0..d) -> g(a, b, c, x3, e)
            move m12(x2 in 0..c, x3 in 0..d) -> g(a, b, x2, x3, e)
            move m16(x4 in 0..e) -> g(a, b, c, d, x4)
            move m17(x0 in 0..a, x4 in 0..e) -> g(x0, b, c, d, x4)
            move m24(x3 in 0..d, x4 in 0..e) -> g(a, b, c, x3, x4) }",
        said: &["forall a, b, c, d: a >= max(b, c, d) and a + b == c + d => losing(g(a, b, c, d, b))"],
        false_or_open: &["forall a, b, c, d: a >= max(b, c, d) => losing(g(a, b, c, d, b))"],
    },
    Case {
        theorem: "circular-nim",
        rules: "game g(a: nat, b: nat, c: nat, d: nat, e: nat) {
            move m1(x0 in 0..a) -> g(x0, b, c, d, e)
            move m2(x1 in 0..b) -> g(a, x1, c, d, e)
            move m3(x0 in 0..a, x1 in 0..b) -> g(x0, x1, c, d, e)
            move m4(x2 in 0..c) -> g(a, b, x2, d, e)
            move m5(x0 in 0..a, x2 in 0..c) -> g(x0, b, x2, d, e)
            move m6(x1 in 0..b, x2 in 0..c) -> g(a, x1, x2, d, e)
            move m7(x0 in 0..a, x1 in 0..b, x2 in 0..c) -> g(x0, x1, x2, d, e)
            move m8(x3 in 0..d) -> g(a, b, c, x3, e)
            move m9(x0 in 0..a, x3 in 0..d) -> g(x0, b, c, x3, e)
            move m10(x1 in 0..b, x3 in 0..d) -> g(a, x1, c, x3, e)
            move m12(x2 in 0..c, x3 in 0..d) -> g(a, b, x2, x3, e)
            move m14(x1 in 0..b, x2 in 0..c, x3 in 0..d) -> g(a, x1, x2, x3, e)
            move m16(x4 in 0..e) -> g(a, b, c, d, x4)
            move m17(x0 in 0..a, x4 in 0..e) -> g(x0, b, c, d, x4)
            move m18(x1 in 0..b, x4 in 0..e) -> g(a, x1, c, d, x4)
            move m19(x0 in 0..a, x1 in 0..b, x4 in 0..e) -> g(x0, x1, c, d, x4)
            move m20(x2 in 0..c, x4 in 0..e) -> g(a, b, x2, d, x4)
            move m24(x3 in 0..d, x4 in 0..e) -> g(a, b, c, x3, x4)
            move m25(x0 in 0..a, x3 in 0..d, x4 in 0..e) -> g(x0, b, c, x3, x4)
            move m28(x2 in 0..c, x3 in 0..d, x4 in 0..e) -> g(a, b, x2, x3, x4) }",
        said: &["forall a, b: losing(g(0, a + b, a, b, a + b))"],
        false_or_open: &["forall a, b: losing(g(0, a + b, a, b, a))"],
    },
    Case {
        theorem: "circular-nim",
        rules: "game g(a: nat, b: nat, c: nat, d: nat, e: nat, f: nat) {
            move m1(x0 in 0..a) -> g(x0, b, c, d, e, f)
            move m2(x1 in 0..b) -> g(a, x1, c, d, e, f)
            move m3(x0 in 0..a, x1 in 0..b) -> g(x0, x1, c, d, e, f)
            move m4(x2 in 0..c) -> g(a, b, x2, d, e, f)
            move m5(x0 in 0..a, x2 in 0..c) -> g(x0, b, x2, d, e, f)
            move m6(x1 in 0..b, x2 in 0..c) -> g(a, x1, x2, d, e, f)
            move m7(x0 in 0..a, x1 in 0..b, x2 in 0..c) -> g(x0, x1, x2, d, e, f)
            move m8(x3 in 0..d) -> g(a, b, c, x3, e, f)
            move m10(x1 in 0..b, x3 in 0..d) -> g(a, x1, c, x3, e, f)
            move m12(x2 in 0..c, x3 in 0..d) -> g(a, b, x2, x3, e, f)
            move m14(x1 in 0..b, x2 in 0..c, x3 in 0..d) -> g(a, x1, x2, x3, e, f)
            move m16(x4 in 0..e) -> g(a, b, c, d, x4, f)
            move m17(x0 in 0..a, x4 in 0..e) -> g(x0, b, c, d, x4, f)
            move m20(x2 in 0..c, x4 in 0..e) -> g(a, b, x2, d, x4, f)
            move m24(x3 in 0..d, x4 in 0..e) -> g(a, b, c, x3, x4, f)
            move m28(x2 in 0..c, x3 in 0..d, x4 in 0..e) -> g(a, b, x2, x3, x4, f)
            move m32(x5 in 0..f) -> g(a, b, c, d, e, x5)
            move m33(x0 in 0..a, x5 in 0..f) -> g(x0, b, c, d, e, x5)
            move m34(x1 in 0..b, x5 in 0..f) -> g(a, x1, c, d, e, x5)
            move m35(x0 in 0..a, x1 in 0..b, x5 in 0..f) -> g(x0, x1, c, d, e, x5)
            move m40(x3 in 0..d, x5 in 0..f) -> g(a, b, c, x3, e, x5)
            move m48(x4 in 0..e, x5 in 0..f) -> g(a, b, c, d, x4, x5)
            move m49(x0 in 0..a, x4 in 0..e, x5 in 0..f) -> g(x0, b, c, d, x4, x5)
            move m56(x3 in 0..d, x4 in 0..e, x5 in 0..f) -> g(a, b, c, x3, x4, x5) }",
        said: &["forall a, b, c, d, e, f: losing(g(a, b, c, d, e, f)) <=> a + b == d + e and b + c == e + f"],
        false_or_open: &["forall a, b, c, d, e, f: losing(g(a, b, c, d, e, f)) <=> a + b == d + e"],
    },
    Case {
        theorem: "antonim",
        rules: "game g(a: nat, b: nat) { move x(k in 0..a) when k == 0 or k != b -> g(k, b) move y(k in 0..b) when k == 0 or k != a -> g(a, k) }",
        said: &["forall a, b: a < b => (losing(g(a, b)) <=> odd(a) and b == a + 1)", "forall a: a > 0 => winning(g(a, 0))"],
        false_or_open: &["forall a, b: a < b => (losing(g(a, b)) <=> even(a) and b == a + 1)"],
    },
    Case {
        theorem: "antonim",
        rules: "game g(a: nat, b: nat, c: nat) { move x(k in 0..a) when k == 0 or k != b and k != c -> g(k, b, c)
            move y(k in 0..b) when k == 0 or k != a and k != c -> g(a, k, c) move z(k in 0..c) when k == 0 or k != a and k != b -> g(a, b, k) }",
        said: &["forall a, b, c: 0 < a < b < c => (losing(g(a, b, c)) <=> (a + 1) xor (b + 1) xor (c + 1) == 0)"],
        false_or_open: &["forall a, b, c: 0 < a < b < c => (losing(g(a, b, c)) <=> a xor b xor c == 0)"],
    },
    Case {
        theorem: "take-away",
        rules: "game away(n: nat, q: nat) { move take(k in 1..=min(n, q)) -> away(n - k, k) }",
        said: &["forall n, q: n > 0 => (losing(away(n, q)) <=> q < 2 ^ valuation(n, 2))", "forall n: odd(n) => winning(away(n, 1))", "forall n: n > 0 => (losing(away(n, n - 1)) <=> n xor (n - 1) == 2 * n - 1)"],
        false_or_open: &["forall n, q: n > 0 => (losing(away(n, q)) <=> q <= 2 ^ valuation(n, 2))"],
    },
    Case {
        theorem: "take-away",
        rules: "game away(n: nat, q: nat) { move take(k in 1..=min(n, q)) -> away(n - k, 2 * k) }",
        said: &["forall n, q: n > 0 => (losing(away(n, q)) <=> q < min(zeckendorf(n)))"],
        false_or_open: &["forall n, q: n > 0 => (losing(away(n, q)) <=> q <= min(zeckendorf(n)))", "forall n, q: losing(away(n, q)) <=> q < min(zeckendorf(n))"],
    },
    Case {
        theorem: "wide-wythoff",
        rules: "game w(x: nat, y: nat) { move left(u in 0..x) -> w(u, y) move right(v in 0..y) -> w(x, v)
            move both(u in 0..x, v in 0..y) when -2 < (x - u) - (y - v) < 2 -> w(u, v) }",
        said: &["forall x, y: losing(w(x, y)) <=> even(x + y) and min(x, y) == floor(sqrt(2) / 2 * abs(x - y))", "forall x, y: losing(misere w(x, y)) <=> odd(x + y) and min(x, y) == floor(sqrt(2) / 2 * abs(x - y))"],
        false_or_open: &["forall x, y: losing(w(x, y)) <=> min(x, y) == floor(sqrt(2) / 2 * abs(x - y))"],
    },
    Case {
        theorem: "wide-wythoff",
        rules: "game w(x: nat, y: nat) { move left(u in 0..x) -> w(u, y) move right(v in 0..y) -> w(x, v)
            move both(u in 0..x, v in 0..y) when -3 < (x - u) - (y - v) < 3 -> w(u, v) }",
        said: &["forall x, y: losing(w(x, y)) <=> abs(x - y) mod 3 == 0 and min(x, y) == floor((sqrt(13) - 1) / 6 * abs(x - y))"],
        false_or_open: &["forall x, y: losing(w(x, y)) <=> abs(x - y) mod 3 == 0 and min(x, y) == floor((sqrt(13) + 1) / 6 * abs(x - y))"],
    },
    Case {
        theorem: "grossman",
        rules: "game euclid(a: nat, b: nat) { move x(q in 1..=(a - 1) div b) when 0 < b -> euclid(a - q * b, b)
            move y(q in 1..=(b - 1) div a) when 0 < a -> euclid(a, b - q * a) }",
        said: &["forall a, b: min(a, b) > 0 => (losing(euclid(a, b)) <=> max(a, b) <= floor(phi * min(a, b)))"],
        false_or_open: &["forall a, b: min(a, b) > 0 => (losing(euclid(a, b)) <=> a != b and max(a, b) <= floor(phi * min(a, b)))", "forall a, b: losing(euclid(a, b)) <=> min(a, b) > 0 and max(a, b) <= floor(phi * min(a, b))"],
    },
    Case {
        theorem: "euclid",
        rules: "game euclid(a: nat, b: nat) { move take(q in 1..=b div a) when 0 < a -> euclid(min(a, b - q * a), max(a, b - q * a)) }",
        said: &["forall a, b: a <= b => (losing(euclid(a, b)) <=> a == 0 or (a != b and b <= floor(phi * a)))"],
        false_or_open: &["forall a, b: losing(euclid(a, b)) <=> a == 0 or b <= floor(phi * a)"],
    },
    Case {
        theorem: "northcott",
        rules: "loopy game rows(l: 0..8, r: 0..8, turn: 0..=1) { move go(k in 0..r) when turn == 0 and k != l -> rows(k, r, 1)
            move come(k in l + 1..8) when turn == 1 and k != r -> rows(l, k, 0) }",
        said: &["forall l, r: l < r and r < 8 => (losing(rows(l, r, 0)) <=> r == l + 1)"],
        false_or_open: &["forall l, r: l < r and r < 8 => (losing(rows(l, r, 0)) <=> r == l + 2)"],
    },
    Case {
        theorem: "fixed-length",
        rules: "game pair(a: nat, b: nat) { move x when a > 0 -> pair(a - 1, b) move y when b > 0 -> pair(a, b - 1) }",
        said: &["forall a, b: losing(pair(a, b)) <=> even(a + b)", "forall a, b: losing(misere pair(a, b)) <=> odd(a + b)"],
        false_or_open: &["forall a, b: losing(pair(a, b)) <=> even(a)"],
    },
    Case {
        theorem: "multiplication",
        rules: "game multiply(p: nat) { move times(k in 2..=9) when 0 < p < 1000 -> multiply(p * k) }",
        said: &["forall p: p > 0 => (winning(multiply(p)) <=> 112 <= p < 1000 or 7 <= p < 56 and 18 * p < 1000 or p < 4 and 324 * p < 1000)"],
        false_or_open: &["forall p: p > 0 => (winning(multiply(p)) <=> 112 <= p < 1000)"],
    },
    Case {
        theorem: "cut",
        rules: "game cut(n: nat) { move three(x in 1..n, y in x + 1..n) -> cut(x) + cut(y - x) + cut(n - y) }",
        said: &["forall n: n > 0 => sg(cut(n)) == (n - 1) div 2"],
        false_or_open: &["forall n: n > 0 => sg(cut(n)) == n div 2"],
    },
    Case {
        theorem: "finite-subtraction",
        rules: "game t(n: nat) = take {1, 3, 4}",
        said: &["forall n: losing(t(n)) <=> n mod 7 in {0, 2}", "forall n: losing(misere t(n)) <=> n mod 7 in {1, 3}"],
        false_or_open: &["forall n: losing(t(n)) <=> n mod 7 == 0"],
    },
    Case {
        theorem: "all-but",
        rules: "game t(n: nat) = take all but {3}",
        said: &["forall n: sg(t(n)) == 3 * (n div 6) + n mod 3"],
        false_or_open: &["forall n: sg(t(n)) == 3 * (n div 6) + n mod 6"],
    },
    Case {
        theorem: "residue",
        rules: "game t(n: nat) { move take(k in 1..=n) when odd(k) -> t(n - k) }",
        said: &["forall n: sg(t(n)) == n mod 2"],
        false_or_open: &["forall n: losing(t(n)) <=> n == 0"],
    },
    Case {
        theorem: "nim-list",
        rules: "game nim(heaps: [nat]) { move take(i in indices(heaps), left in 0..heaps[i]) -> nim(heaps with [i] = left) }",
        said: &["forall a, b: losing(nim([a, b])) <=> a == b", "forall a, b, c: sg(nim([a, b, c])) == a xor b xor c", "forall a, b: losing(misere nim([a, b, a])) => b <= 1"],
        false_or_open: &["forall a, b, c: losing(nim([a, b, c])) <=> a == b"],
    },
    Case {
        theorem: "moore-list",
        rules: "game moore(heaps: [nat]) { move take(S in subsets(indices(heaps), 1..=2), left in product([0..heaps[i] for i in S]))
            -> moore(heaps with [S] = left) }",
        said: &["forall a, b, c: losing(moore([a, b, c])) <=> a == b and b == c"],
        false_or_open: &["forall a, b, c: losing(moore([a, b, c])) <=> a == b"],
    },
    Case {
        theorem: "exact-list",
        rules: "game exact(heaps: [nat]) { move take(S in subsets(indices(heaps), 2..=2), left in product([0..heaps[i] for i in S]))
            -> exact(heaps with [S] = left) }",
        said: &["forall a, b: sg(exact([a, b])) == min(a, b)"],
        false_or_open: &["forall a, b: sg(exact([a, b])) == max(a, b)"],
    },
    Case {
        theorem: "greedy-list",
        rules: "game greedy(heaps: [nat]) { move take(i in indices(heaps), left in 0..heaps[i]) when heaps[i] == max(heaps)
            -> greedy(heaps with [i] = left) }",
        said: &["forall a, b: losing(greedy([a, b])) <=> a == b"],
        false_or_open: &["forall a, b, c: losing(greedy([a, b, c])) <=> a == b"],
    },
    Case {
        theorem: "circular-list",
        rules: "game circle(heaps: [nat]) { move one(i in indices(heaps), a in 0..heaps[i]) -> circle(heaps with [i] = a)
            move two(i in indices(heaps), a in 0..heaps[i], b in 0..heaps[(i + 1) mod len(heaps)]) when len(heaps) > 1
            -> circle(heaps with [i] = a with [(i + 1) mod len(heaps)] = b) }",
        said: &["forall a, b, c: losing(circle([a, b, c])) <=> a == b and b == c"],
        false_or_open: &["forall a, b, c: losing(circle([a, b, c])) <=> a == b"],
    },
    Case {
        theorem: "end-nim",
        rules: "game row(heaps: [nat]) { move take(i in indices(heaps), left in 0..heaps[i]) when i == 0 or i == len(heaps) - 1
            -> row([h for h in (heaps with [i] = left) if h > 0]) }",
        said: &["forall a, b: min(a, b) > 0 => (losing(row([a, b])) <=> a == b)"],
        false_or_open: &["forall a, b: min(a, b) > 0 => (losing(row([a, b])) <=> a == b + 1)"],
    },
    Case {
        theorem: "chomp",
        rules: "game chomp(rows: [nat]) { move bite(r in indices(rows), c in 0..rows[r]) when not (r == 0 and c == 0)
            -> chomp([if i < r then rows[i] else min(rows[i], c) for i in indices(rows)]) }",
        said: &["forall a, b: 0 < b <= a => (losing(chomp([a, b])) <=> a == b + 1)"],
        false_or_open: &["forall a, b: 0 < b <= a => (losing(chomp([a, b])) <=> a == b)"],
    },
    Case {
        theorem: "staircase-list",
        rules: "game stairs(heaps: [nat]) { move take(i in indices(heaps), left in (if i == 0 then 0 else heaps[i - 1])..heaps[i])
            -> stairs(heaps with [i] = left) }",
        said: &["forall a, b: a <= b => sg(stairs([a, b])) == b - a"],
        false_or_open: &["forall a, b: a <= b => sg(stairs([a, b])) == b"],
    },
    Case {
        theorem: "nimble",
        rules: "game nimble(squares: [nat]) { measure sum(i * squares[i] for i in indices(squares))
            move slide(i in indices(squares), to in 0..i) when squares[i] > 0
            -> nimble(squares with [i] = squares[i] - 1 with [to] = squares[to] + 1) }",
        said: &["forall a, b, c: losing(nimble([a, b, c])) <=> even(b) and even(c)"],
        false_or_open: &["forall a, b, c: losing(nimble([a, b, c])) <=> even(b + c)"],
    },
    Case {
        theorem: "like-wythoff",
        rules: "game w(a: nat, b: nat) { move left(k in 1..=a) when a >= b -> w(a - k, b) move right(k in 1..=b) when b >= a -> w(a, b - k)
            move both(k in 1..=min(a, b)) -> w(a - k, b - k) }",
        said: &["forall a, b: losing(w(a, b)) <=> min(a, b) == floor(phi * abs(a - b))"],
        false_or_open: &["forall a, b: losing(w(a, b)) <=> min(a, b) == floor(sqrt(2) * abs(a - b))"],
    },
];
