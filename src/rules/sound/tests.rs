//! Tests which games are proved to terminate, and in which games a move can be repeated forever. The
//! expected verdicts are worked out by hand; random rules are compared with a search for cycles.

use super::explore::explore;
use super::{Termination, prove, prove_of, repeated};
use crate::ir::GameId;
use crate::position::{Budget, Instance, enumerate};
use crate::quoted;

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

/// A pseudorandom sequence of choices, from which random specs are made.
struct Tape(u64);

impl Tape {
    fn pick<'t>(&mut self, of: &[&'t str]) -> &'t str {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        of[(self.0 >> 33) as usize % of.len()]
    }

    /// A set built from others with up to `depth` operators.
    fn set(&mut self, depth: usize, pairs: &str) -> String {
        if depth == 0 || self.pick(&["more", "more", "more", "leaf"]) == "leaf" {
            let leaves =
                ["s", "s", "{x}", "{x}", "{y}", "{x, y}", "0..x", "y..=x", "{z for z in s if z != x}", pairs];
            return self.pick(&leaves).to_string();
        }
        if self.pick(&["if", "", "", "", "", ""]) == "if" {
            let condition = self.pick(&["y in s", "x != y", "x + 1 in s", "y < x"]);
            let (a, b) = (self.set(depth - 1, pairs), self.set(depth - 1, pairs));
            return format!("(if {condition} then {a} else {b})");
        }
        let operator = self.pick(&["|", "-", "&", "-", "|"]);
        let (a, b) = (self.set(depth - 1, pairs), self.set(depth - 1, pairs));
        format!("(({a}) {operator} ({b}))")
    }

    fn set_spec(&mut self) -> String {
        let measure = self.pick(&[
            "",
            "",
            "measure sum(s)",
            "measure len(s)",
            "measure sum(2 ^ z for z in s)",
            "measure sum(2 ^ z for z in s)",
            "measure sum(3 ^ (z + 1) for z in s)",
            "measure sum(z * z for z in s)",
            "measure sum(s), len(s)",
            "measure count(z > 1 for z in s), len(s)",
            "measure sum(2 * z + 1 for z in s)",
        ]);
        let binder = self.pick(&[
            "y in 0..x",
            "y in 0..=x",
            "y in 0..=x",
            "y in s",
            "y in 0..=x + 1",
            "y in (0..x) - s",
        ]);
        let more = self.pick(&["", "", ", c in subsets(0..x, 0..=2)", ", c in subsets(s, 1..=2)"]);
        let guard = self.pick(&["", "", "when y not in s", "when x != y", "when y in s", "when x > 0"]);
        let target = self.set(3, if more.is_empty() { "{y}" } else { "c" });
        format!("game g(s: {{nat}}) {{ {measure} move m(x in s, {binder}{more}) {guard} -> g({target}) }}")
    }

    fn value(&mut self) -> &'static str {
        self.pick(&[
            "a[i] - k",
            "a[j] + k",
            "k",
            "a[j]",
            "a[i]",
            "0",
            "a[j] + 1",
            "a[i] - 1",
            "a[i] div 2",
            "a[j] - a[j] mod 2",
        ])
    }

    fn list(&mut self, depth: usize) -> String {
        if depth == 0 {
            return self.pick(&["a", "a", "a", "[k]", "sorted(a)"]).to_string();
        }
        let inner = self.list(depth - 1);
        let (v, w) = (self.value(), self.value());
        let place = self.pick(&["i", "j", "0", "len(a) - 1"]);
        match self.pick(&["with", "with", "two", "two", "slice", "cut", "if", "filter", "map", "sorted"]) {
            "with" => format!("({inner} with [{place}] = {v})"),
            "two" => format!("(a with [i] = {v} with [j] = {w})"),
            "slice" => format!("({inner})[..{place}]"),
            "cut" => format!("(a[..i] ++ [{v}] ++ a[{}..])", self.pick(&["i + 1", "i", "j"])),
            "if" => format!("[if q == i then {v} else if q == j then {w} else a[q] for q in indices(a)]"),
            "filter" => format!("[q for q in {inner} if q {}]", self.pick(&["> 0", "!= k", "> 1", "<= 3"])),
            "map" => format!(
                "[{} for q in {inner} if q > 0]",
                self.pick(&["q - 1", "min(q, k)", "q", "q div 2", "q + 1"])
            ),
            _ => format!("sorted({inner})"),
        }
    }

    fn list_spec(&mut self) -> String {
        let measure = self.pick(&[
            "",
            "",
            "",
            "measure sum(a)",
            "measure sum(i * a[i] for i in indices(a))",
            "measure sum((i + 1) * a[i] for i in indices(a))",
            "measure sum(2 ^ i * a[i] for i in indices(a))",
            "measure sum(z * z for z in a)",
            "measure sum(max(0, z - 1) for z in a)",
            "measure count(z > 0 for z in a), sum(a)",
            "measure sum(a), len(a)",
            "measure sum(2 * z - (if z > 0 then 1 else 0) for z in a)",
        ]);
        let j = self.pick(&[
            "j in indices(a)",
            "j in 0..i",
            "j in i..len(a)",
            "j in i + 1..=len(a) - 1",
            "j in 0..=i",
        ]);
        let k =
            self.pick(&["k in 1..=a[i]", "k in 0..a[i]", "k in 0..=a[i]", "k in 1..a[i]", "k in 1..=a[j]"]);
        let guard = self.pick(&[
            "",
            "",
            "when i != j",
            "when a[i] > 0",
            "when a[j] > 0",
            "when a[i] > a[j]",
            "when sum(a) > 0",
        ]);
        let ends =
            self.pick(&["", "", "end when sum(a) == 0: lose", "end when all(x == 0 for x in a): lose"]);
        let depth = if self.pick(&["1", "2"]) == "1" { 1 } else { 2 };
        let target = self.list(depth);
        format!(
            "game g(a: [nat]) {{ {ends} {measure} move m(i in indices(a), {j}, {k}) {guard} -> g({target}) }}"
        )
    }

    fn number(&mut self) -> &'static str {
        self.pick(&[
            "a",
            "b",
            "x",
            "y",
            "a - x",
            "b - y",
            "max(a, b)",
            "min(a, b)",
            "(a + y) div y",
            "(a + y - 1) div y",
            "a div y",
            "a - a mod y",
            "(a div y) * (y - 1)",
            "b + 1",
            "max(0, a - y)",
            "x * y",
            "ceil(a / y)",
            "a * y div 3",
            "floor(b / 2)",
            "if x < y then x else a",
            "count(z > 0 for z in [x, b])",
            "sum([x, y]) div 2",
            "2 ^ x",
        ])
    }

    fn number_spec(&mut self) -> String {
        let measure = self.pick(&[
            "",
            "",
            "measure a + b",
            "measure max(a, b)",
            "measure a, b",
            "measure a * b",
            "measure a * a + b",
            "measure 2 ^ a + b",
            "measure max(0, a - b)",
        ]);
        let x = self.pick(&["x in 0..=a", "x in 1..a", "x in 0..=b", "x in 0..a", "x in {a, b}"]);
        let y = self.pick(&["y in 1..=a", "y in 2..=a", "y in 2..=5", "y in 1..=b", "y in 1..=3"]);
        let guard = self.pick(&[
            "",
            "when x < b",
            "when [x, y] != [a, b]",
            "when (x, y) != (a, b)",
            "when a > 1",
            "when x + y == a",
            "when a mod y == 0",
            "when count(z > 0 for z in [x, a - x]) == 1",
            "when any(z > x for z in [a, b])",
        ]);
        let (m, n) = (self.number(), self.number());
        format!("game g(a: nat, b: nat) {{ {measure} move m({x}, {y}) {guard} -> g({m}, {n}) }}")
    }
}

/// Random rules are not proved to terminate if play can return to one of their small positions.
#[test]
fn random_rules_that_come_back_are_not_proved_to_end() {
    let rounds = 150u64;
    let (mut proved, mut wrong) = (0u64, Vec::new());
    for seed in 0..rounds {
        for kind in 0..3 {
            let mut tape =
                Tape(seed.wrapping_mul(3).wrapping_add(kind).wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1);
            let spec = match kind {
                0 => tape.set_spec(),
                1 => tape.list_spec(),
                _ => tape.number_spec(),
            };
            let Some(instance) = opened(&spec) else { continue };
            let found = prove(&instance).0.games[0].termination.clone();
            if !matches!(found, Termination::Proved { .. }) {
                continue;
            }
            proved += 1;
            let budget = Budget::new(&|| None, 1_000_000);
            let game = instance.program.game_ids().next().unwrap();
            let (components, _) = enumerate::components(&instance, game);
            let exploration = explore(&instance, &budget, &components, 1500, 2_000_000, &|_| None);
            if let Some(cycle) = exploration.shortest_cycle(&|_| true) {
                wrong.push(format!("{spec}\n    {found:?}\n    {cycle:?}"));
            }
        }
    }
    assert!(wrong.is_empty(), "\n{}", wrong.join("\n"));
    assert!(proved >= rounds / 10, "only {proved} are proved to end");
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
