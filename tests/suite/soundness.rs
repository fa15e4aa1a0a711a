//! The soundness of rules: which measure is found, and how a breach is reported.

use super::support::{Folder, check, rendered};
use crate::suite::share::cases;
use gspec::diagnostic::Diagnostic;
use gspec::pipeline::{self, Checked};
use gspec::position::Budget;
use gspec::sound::{self, Termination};
use gspec::source::{NoFiles, Sources};

/// The status and the reason of termination of the first game of a spec.
#[track_caller]
fn ends(spec: &str) -> (String, String) {
    let checked = check(spec);
    let told = rendered(&checked.diagnostics, &checked.opened.sources);
    let soundness = checked.soundness.unwrap_or_else(|| panic!("{spec}\n{told}"));
    let termination = &soundness.games[0].termination;
    (termination.status().to_string(), termination.by())
}

/// Rules that state in an unusual way that a number falls, or that a move takes from one heap.
#[test]
#[ignore = "long: runs with --include-ignored"]
fn play_ends_where_the_shape_of_the_rules_shows_it() {
    let nim = "game g(p: nat, q: nat) { move to(x in 0..=p, y in 0..=q) when count(d != 0 for d in [p - x, q - y]) == 1 -> g(x, y) }";
    assert_eq!(ends(nim), ("proved".to_string(), "`p + q` decreases with every move".to_string()));
    let powers = "game g(n: nat) { move t(e in 0..=10) when (-2) ^ (2 * e) <= n -> g(n - (-2) ^ (2 * e)) }";
    assert_eq!(ends(powers), ("proved".to_string(), "every move leaves smaller heaps".to_string()));
    // Here a move may also change neither heap, so that play need not terminate.
    let back = "game g(p: nat, q: nat) { move to(x in 0..=p, y in 0..=q) when count(d != 0 for d in [p - x, q - y]) <= 1 -> g(x, y) }";
    assert_eq!(ends(back).0, "undecided");
}

#[test]
#[ignore = "long: runs with --include-ignored"]
fn measures_of_every_kind_are_found() {
    let cases = [
        ("game g(n: nat) { move m when n > 0 -> g(n - 1) }", "`n` decreases"),
        ("game g(n: nat) { move m(k in 1..=n) -> g(k - 1) + g(n - k) }", "`n` decreases"),
        // What a case of the guard says of `n div 2` is not forgotten beside it.
        (
            "game g(n: nat) { move m when n > 0 and (popcount(n) mod 2 == 1 or (n div 2) mod 3 < 1) and odd(n) -> g(n div 2) }",
            "`n` decreases",
        ),
        ("game g(n: nat) { move m when n > 0 and ((n div 2) mod 3 < 1 or odd(n)) -> g(n div 2) }", "`n` decreases"),
        ("game g(n: nat) { move m when n > 0 and ((n div 4) mod 3 < 1 => odd(n)) -> g((n - 1) div 4) }", "`n` decreases"),
        ("game g(a: nat, b: nat) { move m(k in 1..=min(a, b)) -> g(b, a - k) }", "`a + b` decreases"),
        ("game g(a: nat, b: nat) { move x when a > 0 -> g(a - 1, b + 9) move y when b > 0 -> g(a, b - 1) }", "`a`, then `b` decreases"),
        ("game g(x: 0..=9) { move m when x < 9 -> g(x + 1) }", "`9 - x` decreases"),
        ("game g(xs: [nat]) { move m(i in indices(xs), k in 1..=xs[i]) -> g(xs with [i] = xs[i] - k) }", "`sum(xs)` decreases"),
        (
            "game g(xs: [nat]) { move m(S in subsets(indices(xs), 1..=2), left in product([0..xs[i] for i in S]))
                -> g(xs with [S] = left) }",
            "`sum(xs)` decreases",
        ),
        (
            "game g(xs: [nat]) { move m(r in indices(xs), c in 0..xs[r])
                -> g([if i < r then xs[i] else min(xs[i], c) for i in indices(xs)]) }",
            "`sum(xs)` decreases",
        ),
        ("game g(xs: [nat]) { move m(i in indices(xs)) -> g(xs[0..i] ++ xs[i + 1..len(xs)]) }", "`len(xs)` decreases"),
        ("game g(xs: [int]) { move m(i in indices(xs)) -> g([xs[j] for j in indices(xs) if j != i]) }", "`len(xs)` decreases"),
        ("game g(S: {nat}) { move m(x in S) -> g(S - {x}) }", "`len(S)` decreases"),
        (
            "param G: graph = graph undirected { 1 - 2 - 3 }
             game g(S: {vertex}) { move m(v in S) -> sum(g(c) for c in components(G, S - {v})) }
             start g(vertices(G))",
            "`len(S)` decreases",
        ),
        ("game g(t: text) { move m when len(t) > 0 -> g(t[1..len(t)]) }", "`len(t)` decreases"),
        ("game g(b: bool) { move m when b -> g(1 == 2) }", "`if b then 1 else 0` decreases"),
        ("game g(n: nat) { move m -> h(n) } game h(n: nat) { move m when n > 0 -> g(n - 1) }", "`n`, then the order `g`, `h` decreases"),
        ("game g(n: nat) { move m when n > 1 -> g(n div 2) }", "`n` decreases"),
        ("game g(n: nat) { move m(d in divisors(n + 1)) when d <= n -> g(n - d) }", "`n` decreases"),
        ("game g(n: nat) { move m(e in 0..=10) when 2 ^ e <= n -> g(n - 2 ^ e) }", "`n` decreases"),
        // Parts of tuples, quotients and multiples by at least 2, an element of a list that was changed before.
        (
            "game g(h: (nat, nat)) { move l(k in 1..=h[0]) -> g((h[0] - k, h[1])) move r(k in 1..=h[1]) -> g((h[0], h[1] - k)) }",
            "`h[0] + h[1]` decreases",
        ),
        ("game g(n: nat) { move m(q in 2..=n) when n mod q == 0 -> g(n - n div q) }", "`n` decreases"),
        ("game g(n: nat) { move m(q in 2..=n) when n mod q == 0 -> g(n div q) }", "`n` decreases"),
        (
            "game g(p: nat) { measure 200 - min(p, 200) move m(k in 2..10) when 0 < p < 200 -> g(min(200, p * k)) }",
            "`200 - min(p, 200)` decreases",
        ),
        (
            "game g(h: [nat]) { move two(i in indices(h), j in indices(h), x in 0..h[i], y in 0..h[j])
                -> g(h with [i] = x with [j] = y) }",
            "`sum(h)` decreases",
        ),
        ("game g(n: nat, p: nat) { move m(k in 0..=n) when k > 0 or p == 1 -> g(n - k, if k == 0 then 0 else p) }", "`n + p` decreases"),
        ("game g(n: nat) { move m -> 0 }", "no move leads back"),
        ("game g(l: int, r: int) { move m when l < r -> g(l + 1, r) move w when l < r -> g(l, r - 1) }", "`r - l` decreases"),
        ("game g(l: int, r: int) { measure abs(r - l) move m when l < r -> g(l + 1, r) }", "`abs(r - l)` decreases"),
    ];
    for (spec, wanted) in cases {
        let (status, by) = ends(spec);
        assert_eq!(status, "proved", "{spec}\n{by}");
        assert!(by.contains(wanted), "{spec}\nwanted {wanted}, found {by}");
    }
}

#[test]
fn what_is_only_explored_is_called_so() {
    // The order 1 -> 3 -> 2 -> 0 falls by no simple measure.
    let finite = "game g(x: 0..=3) { move m when x > 0 -> g([0, 3, 0, 2][x]) }\nstart g(1)";
    let (status, by) = ends(finite);
    assert_eq!(status, "proved");
    assert!(by.contains("complete search of 4 components"), "{by}");
    let endless = "game g(x: nat) { move m when x mod 3 != 0 and x < 10^9 -> g(if x mod 3 == 1 then 5 * x + 1 else x + 1) }
        claim \"\": forall x: losing(g(x)) or winning(g(x))";
    let (status, _) = ends(endless);
    assert_eq!(status, "checked");
}

#[track_caller]
fn only(checked: &Checked, code: &str) -> Diagnostic {
    let found: Vec<&Diagnostic> = checked.diagnostics.iter().filter(|it| it.code.name() == code).collect();
    assert_eq!(found.len(), 1, "{}", rendered(&checked.diagnostics, &checked.opened.sources));
    found[0].clone()
}

#[test]
fn a_field_that_goes_negative_shows_the_smallest_heap_and_the_guard_to_add() {
    let checked = check(
        "param S: {nat} = {2, 5}\ngame take(n: nat) { move take(k in S) -> take(n - k) }\nstart take(9)",
    );
    let told = only(&checked, "G401");
    assert!(told.message.contains("by move `take` of `take(0)`"), "{}", told.message);
    assert_eq!(told.help.as_deref(), Some("add `when k <= n` to the move"));
    // From 9 by 5 and 2 and 2 to 0: the shortest way.
    assert!(told.notes[0].starts_with("from take(9) by take(k = "), "{:?}", told.notes);
    assert_eq!(told.notes.len(), 3);
}

#[test]
fn what_breaks_only_past_small_numbers_is_seen_too() {
    // No move is possible below 21, and 21 - 2 * 21 is not a heap.
    let checked = check("game t(n: nat) { move m(k in 21..=30) when k <= n -> t(n - 2 * k) }");
    assert!(only(&checked, "G401").message.contains("of `t(21)`"));
    let checked = check("game t(n: nat) { move m(k in 50..=60) when k <= n -> t(n - k) + t(k) }");
    only(&checked, "G402");
}

#[test]
fn a_guard_that_is_there_is_added_to() {
    let checked = check("game g(x: 0..=5) { move up when x != 3 -> g(x + 2) }\nstart g(0)");
    let told = only(&checked, "G401");
    assert_eq!(told.help.as_deref(), Some("add `and x + 2 <= 5` to the move"));
}

#[test]
fn all_guards_that_are_missing_are_named() {
    let help = |rules: &str| only(&check(rules), "G401").help.clone();
    let both = "game g(a: nat, b: nat) { move m -> g(a - 1, b - 1) }";
    assert_eq!(help(both).as_deref(), Some("add `when 1 <= a and 1 <= b` to the move"));
    let guarded = "game g(a: nat, b: nat) { move m when b > 0 -> g(a - 1, b - 1) }";
    assert_eq!(help(guarded).as_deref(), Some("add `and 1 <= a` to the move"));
    let three =
        "game g(a: nat, s: [nat], b: 0..=3) { move m(k in 5..=6) -> g(a - k, s, b + k) }\nstart g(0, [], 0)";
    assert_eq!(help(three).as_deref(), Some("add `when k <= a and b + k <= 3` to the move"));
    // One condition for two fields is one condition.
    let twice = "game g(a: nat, b: nat) { move m -> g(a - 1, a - 1) }";
    assert_eq!(help(twice).as_deref(), Some("add `when 1 <= a` to the move"));
}

#[test]
fn the_shortest_cycle_is_shown_with_the_word_loopy() {
    let spec = "param G: graph = graph { a -> b -> c -> d -> a; c -> b }
        game walk(v: vertex) { move step(w in out(G, v)) -> walk(w) }\nstart walk(a)";
    let told = only(&check(spec), "G402");
    assert!(
        told.notes.iter().any(|note| note == "a shortest cycle: walk(b) -> walk(c) -> walk(b)"),
        "{:?}",
        told.notes
    );
    assert!(told.help.unwrap().contains("`loopy game`"));
}

/// Of the shortest cycles, that of the smallest components is shown: (1, 1) -> (1, 1) in the first game,
/// (1, 0) -> (1, 1) -> (1, 0) in the second.
#[test]
fn the_smallest_of_the_shortest_cycles_is_shown() {
    let note = |spec: &str| only(&check(spec), "G402").notes.concat();
    let stays = "game g(a: nat, b: nat) {
        move down(k in 1..=a) -> g(a - k, b)
        move low(k in 1..=b) -> g(a, b - k)
        move stay when a > 0 and b > 0 -> g(a, b)
        }\nclaim winning(g(30, 30))";
    assert!(note(stays).contains("g(1, 1) -> g(1, 1)"), "{}", note(stays));
    let back = "game w(a: nat, b: nat) {
        move down(k in 1..=a) -> w(a - k, b)
        move up when a > 0 and b == 0 -> w(a, b + 1)
        move back when b == 1 -> w(a, 0)
        }\nclaim winning(w(60, 0))";
    assert!(note(back).contains("w(1, 0) -> w(1, 1) -> w(1, 0)"), "{}", note(back));
}

#[test]
fn a_loopy_game_may_come_back() {
    let spec = "loopy game g(x: 0..=2) { move m -> g((x + 1) mod 3) }\nclaim \"\": drawn(g(0))";
    assert!(check(spec).ok());
}

#[test]
fn a_stated_measure_is_checked() {
    let rises =
        "game g(n: nat) { measure n move m when n > 0 -> g(n - 1) move w when n == 2 -> g(3) }\nstart g(2)";
    only(&check(rises), "G402");
    let flat = "game g(a: nat, b: nat) { measure a move m when b > 0 -> g(a, b - 1) }\nstart g(1, 2)";
    only(&check(flat), "G403");
    let negative = "game g(n: nat) { measure n - 5 move m when n > 0 -> g(n - 1) }\nstart g(2)";
    only(&check(negative), "G403");
}

#[test]
fn rules_that_were_only_watched_are_not_called_proved() {
    // Proving that `n - r^2` is a natural needs more than linear reasoning. The first claim is about all naturals,
    // so the rules are only checked up to a bound; the second is about finitely many, so a complete search proves them.
    let roots = "game roots(n: nat) { move take(r in 1..=isqrt(n)) -> roots(n - r^2) }\n";
    let rules = |claim: &str| check(&format!("{roots}{claim}")).soundness.unwrap().games[0].rules();
    assert_eq!(rules("claim \"c\": forall n: losing(roots(n)) or winning(roots(n))").0, "checked");
    let (status, by) = rules("claim \"c\": forall n in 0..=9: losing(roots(n)) or winning(roots(n))");
    assert_eq!((status, by.as_str()), ("proved", "complete search of 10 components"));
}

#[test]
#[ignore = "long: runs with --include-ignored"]
fn rules_that_are_those_of_a_theorem_are_as_sound_as_these() {
    let rules = |spec: &str| {
        let checked = check(spec);
        let soundness = checked.soundness.unwrap_or_else(|| panic!("{spec}"));
        let (status, by) = soundness.games[0].rules();
        (status, by, soundness.games[0].termination.by())
    };
    // A tree too large to examine: vertices in a row, each of which may be chosen.
    let edges: Vec<String> =
        (1..cases(2000, 150)).map(|vertex| format!("{} -> {vertex}", vertex - 1)).collect();
    let tree = |more: &str| {
        format!(
            "param T: graph = graph {{ {} }} {more}
             game tree(v: vertex) {{
               move go(w in subtree(T, v)) -> sum(tree(c) for u in path(T, v, w) for c in children(T, u) if c not in path(T, v, w))
             }}
             start tree(0)",
            edges.join("; ")
        )
    };
    let (status, by, ends) = rules(&tree(""));
    assert_eq!((status, &*by), ("proved", "equal to the rules of theorem:tree-path"));
    assert_eq!(ends, "every move leads to smaller trees");
    // The rules have no value for the vertices of another graph.
    let (_, by, ends) = rules(&tree("param other: graph = graph { out -> there }"));
    assert!(!by.contains("theorem") && !ends.contains("smaller trees"), "{by} {ends}");
    // A stated measure is checked, and this one increases.
    let checked = check(
        "game welter(c: {nat}) { measure 100 - sum(c) move jump(x in c, y in 0..x) when y not in c -> welter(c - {x} | {y}) }
         start welter({1, 3})",
    );
    let told = rendered(&checked.diagnostics, &checked.opened.sources);
    assert!(told.contains("the measure does not decrease from `welter({1, 3})`"), "{told}");
}

/// Rules that differ a little from ones that are proved to end, and under which play comes back.
#[test]
fn what_stays_is_not_said_to_fall() {
    for rules in [
        "game g(n: nat) { move m(q in 1..=n) when n mod q == 0 -> g(n div q) }",
        "game g(n: nat) { move m(q in 1..=n + 1) -> g(n - n div q) }",
        "game g(h: [nat]) { move two(i in indices(h), j in indices(h), x in 0..=h[i], y in 0..h[j])
            -> g(h with [j] = y with [i] = x) }",
        "game g(h: (nat, nat)) { move swap when h[0] > 0 -> g((h[1], h[0])) }",
        "game g(p: nat) { measure 200 - min(p, 200) move m(k in 1..10) when 0 < p < 200 -> g(min(200, p * k)) }",
        "game g(n: nat, p: nat) { move m(k in 0..=n) when k > 0 or p >= 0 -> g(n - k, if k == 0 then 0 else p) }",
    ] {
        // The results that are proved from the rules alone; exploring them would take long.
        let mut sources = Sources::default();
        let root = sources.add("t.game", rules);
        let budget = Budget::new(&|| None, 1_000_000);
        let opened = pipeline::open(sources, root, &[], &NoFiles, &budget);
        let soundness = sound::prove(&opened.instance.unwrap()).0;
        let found = &soundness.games[0].termination;
        assert!(!matches!(found, Termination::Proved { .. }), "{rules}: {found:?}");
    }
}

/// The positions that a claim asks about are explored whether the claim is false or holds.
#[test]
fn a_false_claim_does_not_weaken_how_play_ends() {
    let up = "game up(n: nat) { move t when n < 5 -> up(n + 1) }\n";
    for claim in ["claim losing(up(3))", "claim winning(up(3))"] {
        let spec = format!("{up}{claim}");
        assert_eq!(ends(&spec), ("proved".to_string(), "complete search of 3 components".to_string()));
    }
    // A claim about all naturals asks about more positions than were explored, false or not; and a claim
    // about cases asks about those after its counterexample: from 8 on this play does not terminate.
    assert_eq!(ends(&format!("{up}claim forall n: winning(up(n))")).0, "checked");
    let odd = "game up(n: nat) { move t when n != 7 -> up(n + 1) }\nclaim forall n in 0..=20: losing(up(n))";
    assert_eq!(ends(odd).0, "checked");
}

/// Sliding a coin down lowers the sum of the cubes of squares; that it decreases is not found from the rules alone.
#[test]
fn a_measure_that_is_not_needed_can_be_removed() {
    let welter = |measure: &str| {
        format!(
            "game welter(coins: {{nat}}) {{ {measure}
            move hop(c in coins, s in 0..c) when s not in coins -> welter(coins - {{c}} | {{s}}) }}"
        )
    };
    let told = only(&check(&welter("measure sum(c ^ 3 for c in coins)")), "G412");
    assert!(told.message.contains("the measure of `welter` is not proved to decrease"), "{}", told.message);
    assert!(told.help.is_some_and(|help| help.contains("remove it; play is proved to terminate without it")));
    assert_eq!(ends(&welter("")).0, "proved");
    only(&check(&welter("measure len(coins)")), "G403");
}

/// `solve` and `table` look for cycles also if play may reach a loopy game; only cycles through loopy games alone
/// are allowed.
#[test]
fn play_beside_a_loopy_game_may_not_come_back() {
    let folder = Folder::with(
        "loopy game h(n: nat) { move spin -> h((n + 1) mod 2) }
         game g(n: nat) {
           move round -> g((n + 1) mod 4)
           move out when n == 2 -> h(0)
         }
         game f(n: nat) {
           move less when n > 0 -> f(n - 1)
           move out when n == 2 -> h(0)
         }
         loopy game a(n: nat) { move to_b -> b(n) move stay -> a(n) }
         game b(n: nat) { move to_a -> a(n) }
         game e(n: nat) { move to_a -> a(n) move out when n > 0 -> e(0) }",
    );
    for position in ["g(3)", "b(0)", "a(1)", "e(1)"] {
        folder.run(&["solve", "game.game", position]).status(1).err("G402");
        folder
            .run(&["table", "game.game", position.split_once('(').unwrap().0, "--value", "outcome"])
            .err("G402");
    }
    folder.run(&["solve", "game.game", "h(1)"]).status(0).out("a draw");
    folder.run(&["solve", "game.game", "f(3)"]).status(0).out("a draw");
}

/// A theorem for lists of three elements says nothing about play from longer lists.
#[test]
fn play_beyond_a_theorem_may_not_come_back() {
    let folder = Folder::with(
        "game g(h: [nat]) {
           move t(i in indices(h), k in 0..h[i]) -> g(h with [i] = k)
           move spin when len(h) == 4 and sum(h) > 2 -> g(h)
         }
         start g([3, 4, 5])",
    );
    let query = |position: &str| folder.feed(&["query", "game.game", "--as", "outcome"], position);
    query("g([3, 4, 5])").status(0).out("N");
    query("g([5, 0, 0, 0])").err("play can return");
}
