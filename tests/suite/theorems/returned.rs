//! Moves whose domains are sets returned by functions, or unions, are recognised like moves that
//! are written out.

use crate::suite::closed_forms::theorem_of;
use crate::suite::support::{check, codes};

#[test]
fn a_set_that_a_function_returns_is_read_like_one_in_its_place() {
    for (spec, theorem) in [
        (
            "let forbidden = {3}
             fn amounts(n: nat): {nat} = (1..=n) - forbidden
             game h(n: nat) { move take(k in amounts(n)) -> h(n - k) }",
            "all-but",
        ),
        (
            "fn after(n: nat, s: {nat}): {nat} = {n - k for k in s if k <= n}
             game h(n: nat) { move to(m in after(n, {4, 10})) -> h(m) }",
            "two-amounts",
        ),
        (
            "param t: nat = 4
             fn next(n: nat): {nat} = if n == 0 then {} else {n - k for k in 1..t if k <= n} | {n div t}
             game h(n: nat) { measure n move to(m in next(n)) -> h(m) }",
            "mark",
        ),
        (
            "fn reached(a: nat, b: nat): {(nat, nat)} = {(i, b) for i in 0..a} | {(a, j) for j in 0..b}
               | {(a - k, b - k) for k in 1..=min(a, b)}
             game w(a: nat, b: nat) { move to((u, v) in reached(a, b)) -> w(u, v) }",
            "wythoff",
        ),
        (
            "fn rows(a: nat, b: nat): {(nat, nat)} = {(i, b) for i in 0..a}
             fn reached(a: nat, b: nat): {(nat, nat)} = rows(a, b) | {(u, v) for (v, u) in rows(b, a)}
             game w(a: nat, b: nat) { move to((u, v) in reached(a, b)) -> w(u, v) }",
            "nim",
        ),
        (
            "game w(a: nat, b: nat) {
               move to((u, v) in {(i, b) for i in 0..a} | {(a, j) for j in 0..b} | {(a - k, b - k) for k in 1..=min(a, b)})
               -> w(u, v) }",
            "wythoff",
        ),
        (
            "fn diagonal(a: nat, b: nat): {(nat, nat)} = let (x, y) = (a, b) in {(x - k, y - k) for k in 1..=min(x, y)}
             game d(a: nat, b: nat) { move slide((u, v) in diagonal(a, b)) -> d(u, v) }",
            "bishop",
        ),
        (
            "fn halves(n: nat): {nat} = let h = n div 2 in {n - k for k in 1..=n if k <= h}
             game t(n: nat) { move to(m in halves(n)) -> t(m) }",
            "proportional",
        ),
        (
            "let jumps = {(-1, -2), (-2, -1), (1, -2), (-2, 1)}
             fn targets(p: nat, q: nat): {(int, int)} = {(p + dx, q + dy) for (dx, dy) in jumps}
             game k(p: nat, q: nat) {
               measure p + q
               move jump((u, v) in targets(p, q)) when u >= 0 and v >= 0 -> k(u, v)
             }",
            "knight",
        ),
    ] {
        assert_eq!(theorem_of(spec), Some(theorem), "{spec}");
        assert!(check(spec).ok(), "{spec}");
    }
}

#[test]
fn names_inside_a_function_stand_for_their_values() {
    // The second field also loses the value of the first one.
    let spec = "fn diagonal(a: nat, b: nat): {(nat, nat)} = let (x, y) = (a, b - a) in {(x - k, y - k) for k in 1..=x if k <= y}
        game d(a: nat, b: nat) { move slide((u, v) in diagonal(a, b)) -> d(u, v) }";
    assert_eq!(theorem_of(spec), None, "{spec}");
}

/// A negative element is an error of the function, also where no move uses it; so is an argument outside its type.
#[test]
fn what_a_function_may_not_return_is_no_theorem() {
    for spec in [
        "fn after(n: nat): {nat} = {n - k for k in {4, 10}}
         game h(n: nat) { move to(m in after(n)) when m >= 0 and m < n -> h(m) }",
        "fn rows(a: nat, b: nat): {(nat, nat)} = {(a - i, b) for i in 1..=a + 1}
         game w(a: nat, b: nat) { move to((u, v) in rows(a, b)) -> w(u, v) move right(k in 1..=b) -> w(a, b - k) }",
        "fn rows(a: nat, b: nat): {(nat, nat)} = {(i, b + 1) for i in 0..=a}
         game w(a: nat, b: nat) { move to((u, v) in rows(a, b - 1)) when u < a -> w(u, v) move down(j in 0..b) -> w(a, j) }",
    ] {
        assert_eq!(theorem_of(spec), None, "{spec}");
        assert!(codes(&check(spec)).contains(&"G411"), "{spec}\n{:?}", check(spec).diagnostics);
    }
    // One amount less, one pair less, a branch for another number.
    for (spec, not) in [
        (
            "fn amounts(n: nat): {nat} = (1..=n) - {3, n}
             game h(n: nat) { move take(k in amounts(n)) -> h(n - k) }",
            "all-but",
        ),
        (
            "fn reached(a: nat, b: nat): {(nat, nat)} = {(i, b) for i in 0..a} | {(a, j) for j in 0..b}
               | {(a - k, b - k) for k in 1..min(a, b)}
             game w(a: nat, b: nat) { move to((u, v) in reached(a, b)) -> w(u, v) }",
            "wythoff",
        ),
        (
            "fn next(n: nat): {nat} = if n < 2 then {} else {n - k for k in 1..4 if k <= n} | {n div 4}
             game h(n: nat) { move to(m in next(n)) -> h(m) }",
            "mark",
        ),
    ] {
        assert_ne!(theorem_of(spec), Some(not), "{spec}");
    }
}
