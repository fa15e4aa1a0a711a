//! Known games with positions in other encodings: independent heaps as fields or in a list, and
//! fields as parts of tuples.

use crate::suite::closed_forms::{opened, theorem_of};
use gspec::ir::Convention::{self, Misere, Normal};
use gspec::ir::{GameId, Value};
use gspec::model::Model;
use gspec::number::Int;
use gspec::position::Budget;

/// Demands that a theorem covers all of these; whatever it says of small components has to be true.
#[track_caller]
pub fn covers(id: &str, specs: &[&str]) {
    for spec in specs {
        assert_eq!(theorem_of(spec), Some(id), "{spec}");
    }
}

/// Demands that a theorem covers none of these.
#[track_caller]
pub fn refuses(id: &str, specs: &[&str]) {
    for spec in specs {
        assert_ne!(theorem_of(spec), Some(id), "{spec}");
    }
}

/// Demands what a theorem says of a component with one field: whether it is lost, and its value.
#[track_caller]
fn says(spec: &str, convention: Convention, field: Value, (lost, value): (bool, i64)) {
    let instance = opened(spec, &[]);
    let never = || None;
    let model = Model::of(&instance);
    let budget = Budget::new(&never, 1_000_000);
    let covered = model.theorem(GameId(0), &budget).unwrap_or_else(|| panic!("{spec}"));
    let state = [field];
    assert_eq!(covered.losing(&state, convention), Some(lost), "{spec}: {state:?}");
    assert_eq!(covered.value(&state), Some(Int::from(value)), "{spec}: {state:?}");
}

fn numbers(texts: &[&str]) -> Vec<Value> {
    texts.iter().map(|text| Value::Int(Int::parse(text).unwrap())).collect()
}

fn list(texts: &[&str]) -> Value {
    Value::List(numbers(texts).into())
}

fn pair(texts: [&str; 2]) -> Value {
    Value::Tuple(numbers(&texts).into())
}

#[test]
fn heaps_in_a_list_are_played_by_themselves() {
    covers(
        "residue",
        &[
            "game g(h: [nat]) { move t(i in indices(h), y in 0..h[i]) when (h[i] - y) mod 3 > 0 -> g(h with [i] = y) }",
            "game g(h: [nat]) { move t(i in 0..len(h), k in 1..=h[i]) when k mod 4 != 0 -> g(h[0..i] ++ [h[i] - k] ++ h[i + 1..]) }",
            "game g(h: [nat]) { move t(i in 0..=len(h) - 1, k in 1..=h[i]) when k mod 4 in 1..=3 -> g([h[i] - k] ++ h[..i] ++ h[i + 1..]) }",
        ],
    );
    covers(
        "take-l-to-r",
        &[
            "game g(h: [nat]) { move t(i in indices(h), y in 0..h[i]) when h[i] - y <= 3 -> g([x for x in (h with [i] = y) if x > 0]) }",
            "game g(h: [nat]) { move t(i in indices(h), k in 1..=3) when k <= h[i] -> if k == h[i] then g(h[..i] ++ h[i + 1..]) else g(h with [i] = h[i] - k) }",
            "game g(h: [nat]) { move t(i in indices(h), k in 1..=3) when k <= h[i] -> g(sorted(h with [i] = h[i] - k)) }",
        ],
    );
    covers(
        "lasker-nim",
        &["game g(h: [nat]) { move take(i in indices(h), k in 1..=h[i]) -> g(h with [i] = h[i] - k)
             move split(i in indices(h), k in 1..h[i]) -> g(h[..i] ++ [k, h[i] - k] ++ h[i + 1..]) }"],
    );
    refuses(
        "residue",
        &[
            // The rule looks at another heap, at the place, or at how many there are.
            "game g(h: [nat]) { move t(i in indices(h), y in 0..h[i]) when (h[i] - y) mod 3 > 0 and h[0] >= y -> g(h with [i] = y) }",
            "game g(h: [nat]) { move t(i in indices(h), y in 0..h[i]) when (h[i] - y + i) mod 3 > 0 -> g(h with [i] = y) }",
            "game g(h: [nat]) { move t(i in indices(h), y in 0..h[i]) when (h[i] - y) mod 3 > 0 and len(h) < 3 -> g(h with [i] = y) }",
            // The first or the last heap stays.
            "game g(h: [nat]) { move t(i in 1..len(h), y in 0..h[i]) when (h[i] - y) mod 3 > 0 -> g(h with [i] = y) }",
            "game g(h: [nat]) { move t(i in 0..len(h) - 1, y in 0..h[i]) when (h[i] - y) mod 3 > 0 -> g(h with [i] = y) }",
            // The heaps before the changed one are thrown away, and in the second rule the heaps after it are also put before it.
            "game g(h: [nat]) { move t(i in indices(h), y in 0..h[i]) when (h[i] - y) mod 3 > 0 -> g([y] ++ h[i + 1..]) }",
            "game g(h: [nat]) { move t(i in indices(h), y in 0..h[i]) when (h[i] - y) mod 3 > 0 -> g(h[i + 1..] ++ [y] ++ h[i + 1..]) }",
            // Two heaps are changed.
            "game g(h: [nat]) { move t(i in indices(h), y in 0..h[i]) when (h[i] - y) mod 3 > 0 -> g((h with [i] = y) with [0] = 0) }",
            // Small heaps are thrown away too.
            "game g(h: [nat]) { move t(i in indices(h), y in 0..h[i]) when (h[i] - y) mod 3 > 0 -> g([x for x in (h with [i] = y) if x > 1]) }",
        ],
    );
    let g = "game g(h: [nat]) { move t(i in indices(h), y in 0..h[i]) when (h[i] - y) mod 3 > 0 -> g(h with [i] = y) }";
    // 10^30 = 1, 10^20 + 1 = 2 and 6 = 0 modulo 3; 1 xor 2 xor 0 = 3.
    says(g, Normal, list(&["1000000000000000000000000000000", "100000000000000000001", "6"]), (false, 3));
    says(g, Normal, list(&["1", "1000000000000000000000000000000"]), (true, 0));
    // Misère Kayles: 25, 9 and 4 together are lost, and so is 20 alone; 50 is won (Sibert, Conway 1992).
    let rows = "game g(h: [nat]) { move one(i in indices(h), j in 0..h[i]) -> g(h[..i] ++ [j, h[i] - 1 - j] ++ h[i + 1..])
      move two(i in indices(h), j in 0..h[i] - 1) when h[i] >= 2 -> g(h[..i] ++ [j, h[i] - 2 - j] ++ h[i + 1..]) }";
    says(rows, Misere, list(&["25", "9", "4"]), (true, 1 ^ 4 ^ 1));
    says(rows, Misere, list(&["20"]), (true, 1));
    says(rows, Misere, list(&["50"]), (false, 2));
}

#[test]
fn heaps_in_fields_are_played_by_themselves() {
    covers(
        "residue",
        &["game g(a: nat, b: nat, c: nat) { move x(k in 1..=a) when k mod 3 != 0 -> g(a - k, b, c)
             move y(m in 0..b) when (b - m) mod 3 != 0 -> g(a, m, c) move z(k in 1..=c) when k mod 5 != 0 -> g(a, b, c - k) }"],
    );
    covers(
        "sprague-grundy",
        &[
            "game g(a: nat, b: nat) { move x(k in 1..=2) when k <= a -> g(a - k, b) move y(k in 1..=b) when odd(k) -> g(a, b - k) }",
        ],
    );
    let none = [
        "game g(a: nat, b: nat) { move x(k in 1..=2) when k <= a and b != 7 -> g(a - k, b) move y(k in 1..=b) when odd(k) -> g(a, b - k) }",
        "game g(a: nat, b: nat) { move x(k in 1..=2) when k <= a -> g(a - k, b) move y(k in 1..=b) when odd(k) -> g(b, a) }",
        "game g(a: nat, b: nat) { move x(k in 1..=3) when k <= a -> g(a - k, b) move y(k in 1..=b) when k * k mod 11 == 3 -> g(a, b - k) }",
    ];
    for spec in none {
        assert_eq!(theorem_of(spec), None, "{spec}");
    }
}

#[test]
fn parts_of_tuples_are_fields() {
    covers(
        "wythoff",
        &[
            "game g(p: (nat, nat)) { move x(i in 0..p[0]) -> g((i, p[1])) move y(j in 0..p[1]) -> g((p[0], j))
               move z(k in 1..=p[0]) when p[1] >= k -> g((p[0] - k, p[1] - k)) }",
            "game g(p: (nat, nat)) { move m(i in 0..=p[0], j in 0..=p[1]) when (i, j) != p and (i == p[0] or j == p[1] or p[0] - i == p[1] - j)
               -> g((i, j)) }",
        ],
    );
    covers(
        "nim",
        &["fn fst(p: (nat, nat)): nat = let (a, _b) = p in a
           fn snd(p: (nat, nat)): nat = let (_a, b) = p in b
           game g(c: nat, p: (nat, nat)) { move x(i in 0..fst(p)) -> g(c, (i, snd(p)))
             move y(j in 0..snd(p)) -> g(c, (fst(p), j)) move z(k in 0..c) -> g(k, p) }"],
    );
    refuses(
        "nim",
        &[
            "game g(p: (nat, nat)) { move x(i in 0..p[0]) -> g((p[1], i)) move y(j in 0..p[1]) -> g((p[0], p[1])) }",
            "game g(p: (nat, nat)) { move x(i in 0..p[0]) -> g((i, p[1])) move y(j in 0..p[1]) when p != (9, 9) -> g((p[0], j)) }",
        ],
    );
    let g =
        "game g(p: (nat, nat)) { move x(i in 0..p[0]) -> g((i, p[1])) move y(j in 0..p[1]) -> g((p[0], j)) }";
    says(g, Normal, pair(["1000000000000", "1000000000001"]), (false, 1));
    says(g, Normal, pair(["77", "77"]), (true, 0));
}

#[test]
fn fields_that_no_move_changes_are_parameters() {
    covers(
        "take-l-to-r",
        &[
            "game g(n: nat, l: nat, r: nat) { move t(k in max(1, l)..=r) when k <= n -> g(n - k, l, r) }",
            "game g(most: nat, n: nat) { move t(m in 0..n) when n - m <= most -> g(most, m) }",
        ],
    );
    covers("wide-wythoff", &["game g(x: nat, y: nat, a: nat) { move one(k in 1..=x) -> g(x - k, y, a) move two(k in 1..=y) -> g(x, y - k, a)
       move both(k in 1..=x, l in 1..=y) when abs(k - l) < a -> g(x - k, y - l, a) }"]);
    refuses(
        "take-l-to-r",
        &[
            // The bound changes, or the heap is compared with it in another way.
            "game g(n: nat, r: nat) { move t(k in 1..=r) when k <= n -> g(n - k, k) }",
            "game g(n: nat, r: nat) { move t(k in 1..=r) when k <= n and n != 5 * r -> g(n - k, r) }",
            "game g(n: nat, r: nat) { move t(k in 1..=n) when k mod (r + 2) != 1 -> g(n - k, r) }",
        ],
    );
    let g = "game g(n: nat, most: nat) { move t(k in 1..=most) when k <= n -> g(n - k, most) }";
    let instance = opened(g, &[]);
    let never = || None;
    let model = Model::of(&instance);
    let budget = Budget::new(&never, 1_000_000);
    let covered = model.theorem(GameId(0), &budget).unwrap();
    // Values are remainders modulo one more than the bound (Bachet).
    for most in 1..=9 {
        for n in [0, 1, 9, 10, 99, 1_000_003] {
            let state = [Value::int(n), Value::int(most)];
            assert_eq!(covered.value(&state), Some(Int::from(n % (most + 1))), "{state:?}");
            let lost = n % (most + 1) == 0;
            assert_eq!(covered.losing(&state, Normal), Some(lost), "{state:?}");
        }
    }
}

#[test]
fn a_flag_may_say_the_opposite() {
    let used = "game heap(n: nat, used: bool) { measure n, if used then 0 else 1
        move leave(m in 0..n) -> heap(m, used) move skip when not used and n >= 1 -> heap(n, true) }";
    let order = "game heap(used: bool, n: nat) { measure n, if used then 0 else 1
        move leave(m in 0..n) -> heap(used, m) move skip when n > 0 and not used -> heap(not used, n) }";
    covers("pass", &[used, order]);
    refuses(
        "pass",
        &[
            // A pass without stones, with two stones or more only, or that takes a stone; a move that resets or flips the flag.
            &used.replace("when not used and n >= 1", "when not used"),
            &used.replace("when not used and n >= 1", "when not used and n >= 2"),
            &used.replace("heap(m, used)", "heap(m, false)"),
            &used.replace("heap(m, used)", "heap(m, not used)"),
            &used.replace("heap(n, true)", "heap(n - 1, true)"),
        ],
    );
    // With a pass left a heap of n has value n + 1 if n is odd, else n - 1 (Morrison, Friedman, Landsberg 2012).
    let instance = opened(used, &[]);
    let never = || None;
    let model = Model::of(&instance);
    let covered = model.theorem(GameId(0), &Budget::new(&never, 1_000_000)).expect("a theorem");
    let value =
        |n: i64, used: bool| covered.value(&[Value::int(n), Value::Bool(used)]).and_then(|it| it.to_i64());
    assert_eq!([value(7, false), value(8, false), value(7, true), value(0, false)], [8, 7, 7, 0].map(Some));
}
