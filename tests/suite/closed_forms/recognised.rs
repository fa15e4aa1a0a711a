//! Formulations of rules that theorems cover, which must be recognised, and rules that differ a little, which must not.

use super::{opened, small};
use gspec::ir::value::{Position, Sum};
use gspec::ir::{Convention, GameId};
use gspec::model::Model;
use gspec::position::{Budget, Limit};
use gspec::solve::{Choice, Outcome, Solver};

use std::sync::atomic::{AtomicU64, Ordering};

/// A theorem, rules that it covers, and rules that differ a little.
pub(super) struct Family {
    pub id: &'static str,
    /// Text that is put before each of the rules, such as parameters.
    pub before: &'static str,
    /// Rules that the theorem covers, and that have to be recognised.
    pub same: &'static [&'static str],
    /// Rules that it does not cover.
    pub different: &'static [&'static str],
    /// Rules that the theorem covers, but that are not recognised yet.
    pub not_yet: &'static [&'static str],
}

/// The theorem that covers the first game of a spec, if one does; it has to agree with the reference.
pub fn theorem_of(spec: &str) -> Option<&'static str> {
    let instance = opened(spec, &[]);
    // Work is limited, not time, so that the result does not depend on the machine.
    let looks = AtomicU64::new(0);
    let stop = || (looks.fetch_add(1, Ordering::Relaxed) > 20_000).then_some(Limit::Time);
    let budget = Budget::new(&stop, 1_000_000);
    let model = Model::of(&instance);
    let covered = model.theorem(GameId(0), &budget)?;
    // Misère sums of many parts are many positions.
    let stop = budget.stop_after(&looks, looks.load(Ordering::Relaxed) + 1000);
    let budget = Budget::new(&stop, 1_000_000);
    let mut solver = Solver::new(&model, &budget, Choice::Reference);
    for component in small(&instance).take(80) {
        let normal = Position::normal(Sum::one(component.clone()));
        if let Some(said) = covered.value(&component.state)
            && let Ok(known) = solver.sg(&normal)
        {
            assert_eq!(said, known, "{spec}: {} at {:?}", covered.theorem.id, component.state);
        }
        for convention in [Convention::Normal, Convention::Misere] {
            let position = Position { convention, ..normal.clone() };
            let said = covered.losing(&component.state, convention);
            if let Some(said) = said
                && let Ok(known) = solver.outcome(&position)
            {
                let told = if said { Outcome::Previous } else { Outcome::Next };
                assert_eq!(told, known, "{spec}: {} at {:?}", covered.theorem.id, component.state);
            }
        }
    }
    Some(covered.theorem.id)
}

/// Demands that the theorem is found for the rules in `same`, and for no others of the family.
#[track_caller]
pub(super) fn recognises(family: &Family) {
    let found = |rules: &&str| theorem_of(&format!("{}\n{rules}", family.before));
    let mut wrong = Vec::new();
    for (wanted, rules) in [(true, family.same), (false, family.different), (false, family.not_yet)] {
        let otherwise = |rules: &&&str| (found(rules) == Some(family.id)) != wanted;
        wrong.extend(rules.iter().filter(otherwise).map(|rules| (wanted, rules)));
    }
    assert!(wrong.is_empty(), "{}: should it be found, and is not so: {wrong:#?}", family.id);
}

#[test]
#[ignore = "long: runs with --include-ignored"]
fn nim_on_lists() {
    recognises(&Family {
        id: "nim-list",
        before: "",
        same: &[
            "game nim(heaps: [nat]) { move take(i in indices(heaps), k in 1..=heaps[i]) -> nim(heaps with [i] = heaps[i] - k) }",
            "game n(h: [nat]) { move t(place in 0..len(h), k in 1..=h[place]) -> n([if j == place then h[j] - k else h[j] for j in indices(h)]) }",
            "game n(h: [nat]) { move t(i in 0..len(h), k in 0..h[i]) -> n([if j != i then h[j] else h[i] - 1 - k for j in 0..len(h)]) }",
            "game n(h: [nat]) { move t(i in indices(h), k in 1..=h[i]) when h[i] > 0 -> n(h with [i] = h[i] - k) }",
            "game n(h: [nat]) { move t(i in indices(h), left in {x for x in 0..=h[i] if x != h[i]}) -> n(h with [i] = left) }",
            "fn less(n: int, k: int): int = n - k\ngame n(h: [nat]) { move t(i in indices(h), k in 1..=h[i]) -> n(h with [i] = less(h[i], k)) }",
            "game n(h: [nat]) { move t(i in indices(h), k in (0..=h[i]) - {0}) -> n(h with [i] = h[i] - k) }",
            "game n(h: [nat]) { move t(i in indices(h), left in 0..h[i]) -> n([g for g in (h with [i] = left) if g > 0]) }",
            "game nimble(coins: [nat]) { move slide(c in indices(coins), to in 0..=coins[c] - 1) -> nimble(coins with [c] = to) }",
            "game n(h: [nat]) { move t(i in indices(h), left in 0..h[i]) -> n([g for g in (h with [i] = left) if g != 0]) }",
        ],
        different: &[
            "game n(h: [nat]) { move t(i in indices(h), k in 2..=h[i]) -> n(h with [i] = h[i] - k) }",
            "game n(h: [nat]) { move t(i in indices(h), k in 1..h[i]) -> n(h with [i] = h[i] - k) }",
            "game n(h: [nat]) { move t(i in indices(h), k in 1..=min(h[i], 1000)) -> n(h with [i] = h[i] - k) }",
            "game n(h: [nat]) { move t(i in 1..len(h), k in 1..=h[i]) -> n(h with [i] = h[i] - k) }",
            "game n(h: [nat]) { end when len(h) == 100: lose move t(i in indices(h), k in 1..=h[i]) -> n(h with [i] = h[i] - k) }",
            "game n(h: [nat]) { move t(i in indices(h), k in 1..=h[i]) when k != 77 -> n(h with [i] = h[i] - k) }",
            "game n(h: [nat]) { move t(i in indices(h), k in 1..=h[i]) when h[i] == max(h) -> n(h with [i] = h[i] - k) }",
            "game n(h: [nat]) { move t(i in indices(h), k in 1..=h[i]) -> n(h with [i] = h[i] - k) move all when sum(h) > 90 -> n([]) }",
            "game n(h: [nat]) { move t(i in indices(h), left in 0..h[i]) when left not in h -> n(h with [i] = left) }",
            "game n(h: [0..=60]) { move t(i in indices(h), left in 0..h[i]) when i < 50 -> n(h with [i] = left) }",
        ],
        not_yet: &[],
    });
}

#[test]
fn moore_on_lists() {
    recognises(&Family {
        id: "moore-list",
        before: "param K: nat = 2",
        same: &[
            "game m(h: [nat]) { move t(S in subsets(indices(h), 1..=K), left in product([0..h[i] for i in S])) -> m(h with [S] = left) }",
            "game m(h: [nat]) { move t(S in subsets(indices(h), 1..=2), left in product([0..h[i] for i in S])) -> m(h with [S] = left) }",
            "game m(h: [nat]) { move t(S in subsets(0..len(h), 1..=3), left in product([0..=h[i] - 1 for i in S])) -> m(h with [S] = left) }",
            "game m(h: [nat]) { move t(S in subsets(indices(h), 1..K + 1), left in product([0..h[i] for i in S])) -> m(h with [S] = left) }",
            "game m(h: [nat]) { move t(left in product([0..=h[i] for i in indices(h)])) when 1 <= count(left[i] < h[i] for i in indices(h)) <= K -> m(left) }",
            "game m(h: [nat]) { move t(left in product([0..=g for g in h])) when 1 <= count(left[i] < h[i] for i in indices(h)) and count(left[i] < h[i] for i in indices(h)) <= K -> m(left) }",
            "game m(h: [nat]) { move t(left in product([0..g + 1 for g in h])) when 1 <= count(left[i] < h[i] for i in indices(h)) <= 2 -> m(left) }",
            "game m(h: [nat]) { move t(S in subsets(indices(h), {1, 2}), left in product([0..h[i] for i in S])) -> m(h with [S] = left) }",
        ],
        different: &[
            "game m(h: [nat]) { move t(S in subsets(indices(h), 0..=K), left in product([0..h[i] for i in S])) when len(S) != 0 or h == [77] -> m(h with [S] = left) }",
            "game m(h: [nat]) { move t(S in subsets(indices(h), 1..=K), left in product([0..h[i] for i in S])) when h[0] < 99 -> m(h with [S] = left) }",
            "game m(h: [nat]) { move t(S in subsets(indices(h), 1..=K), left in product([1..h[i] for i in S])) -> m(h with [S] = left) }",
            "game m(h: [nat]) { move t(S in subsets(indices(h), 2..=3), left in product([0..h[i] for i in S])) -> m(h with [S] = left) }",
            "game m(h: [nat]) { move t(S in subsets(indices(h), K..=K), left in product([0..h[i] for i in S])) -> m(h with [S] = left) }",
            "game m(h: [nat]) { move t(S in subsets(1..len(h), 1..=K), left in product([0..h[i] for i in S])) -> m(h with [S] = left) }",
            "game m(h: [nat]) { move t(S in subsets(indices(h), 1..=K), left in product([max(0, h[i] - 3)..h[i] for i in S])) -> m(h with [S] = left) }",
            "game m(h: [nat]) { end when h == [5, 5, 5, 5]: lose move t(S in subsets(indices(h), 1..=K), left in product([0..h[i] for i in S])) -> m(h with [S] = left) }",
        ],
        not_yet: &[],
    });
}

#[test]
fn geography() {
    recognises(&Family {
        id: "geography",
        before: "param G: graph = graph undirected { a - b - c - d - a; d - e - f }",
        same: &[
            "game g(v: vertex, fresh: {vertex}) { move step(w in neighbours(G, v) & fresh) -> g(w, fresh - {w}) }",
            "game g(fresh: {vertex}, v: vertex) { move step(w in fresh & neighbours(G, v)) -> g(fresh - {w}, w) }",
            "game g(v: vertex, fresh: {vertex}) { move step(w in neighbours(G, v)) when w in fresh -> g(w, fresh - {w}) }",
            "game g(v: vertex, fresh: {vertex}) { move step(w in fresh) when w in neighbours(G, v) -> g(w, {x for x in fresh if x != w}) }",
            "game g(v: vertex, seen: {vertex}) { move step(w in neighbours(G, v) - seen) -> g(w, seen | {w}) }",
            "game g(v: vertex, seen: {vertex}) { move step(w in neighbours(G, v)) when w not in seen -> g(w, seen | {w}) }",
            "game g(v: vertex, seen: {vertex}) { move step(w in neighbours(G, v) - seen) -> g(w, {v} | seen) }",
            "game g(v: vertex, live: {vertex}) { move step(w in neighbours(G, v) & live - {v}) -> g(w, live - {v}) }",
            "game g(v: vertex, live: {vertex}) { move step(w in neighbours(G, v) & live) when w != v -> g(w, live - {v}) }",
            "game g(v: vertex, live: {vertex}) { move step(w in out(G, v) & live) -> g(w, live - {v}) }",
        ],
        different: &[
            "game g(v: vertex, fresh: {vertex}) { move step(w in neighbours(G, v) & fresh) when w != f -> g(w, fresh - {w}) }",
            "game g(v: vertex, fresh: {vertex}) { move step(w in neighbours(G, v)) -> g(w, fresh - {w}) }",
            "game g(v: vertex, fresh: {vertex}) { move step(w in fresh) -> g(w, fresh - {w}) }",
            "game g(v: vertex, fresh: {vertex}) { move step(w in neighbours(G, v) & fresh) -> g(w, fresh - {w} - neighbours(G, v)) }",
            "game g(v: vertex, fresh: {vertex}) { end when v == f: win move step(w in neighbours(G, v) & fresh) -> g(w, fresh - {w}) }",
            "game g(v: vertex, fresh: {vertex}) { move step(w in neighbours(G, v) & fresh) -> g(w, fresh - {w}) move stay when v in fresh -> g(v, fresh - {v}) }",
            "game g(v: vertex, fresh: {vertex}) { move step(w in neighbours(G, v) & fresh) when degree(G, w) < 3 -> g(w, fresh - {w}) }",
            "game g(v: vertex, fresh: {vertex}) { move step(u in neighbours(G, v) & fresh, w in neighbours(G, u) & fresh) -> g(w, fresh - {w}) }",
            "param D: graph = graph { a -> b -> c -> d -> a; d -> e }\ngame g(v: vertex, fresh: {vertex}) { move step(w in out(D, v) & fresh) -> g(w, fresh - {w}) }",
            "param D: graph = graph undirected { a - b - c - a; c - c }\ngame g(v: vertex, live: {vertex}) { move step(w in neighbours(D, v) & live) -> g(w, live - {v}) }",
        ],
        not_yet: &[],
    });
}

#[test]
fn kayles_on_graphs() {
    recognises(&Family {
        id: "node-kayles",
        before: "param P: graph = graph undirected { 1 - 2 - 3 - 4 - 5 - 1; 6 - 7 - 8 }",
        same: &[
            "game k(live: {vertex}) { move take(v in live) -> sum(k(c) for c in components(P, live - {v} - neighbours(P, v))) }",
            "game k(live: {vertex}) { move take(v in live) -> sum(k(c) for c in components(P, live - ({v} | neighbours(P, v)))) }",
            "game k(live: {vertex}) { move take(v in live) -> sum(k(c) for c in components(P, {u for u in live if u != v and u not in neighbours(P, v)})) }",
            "game k(live: {vertex}) { move take(v in live) -> k(live - {v} - neighbours(P, v)) }",
            "game k(live: {vertex}) { move take(v in live) -> k(live - neighbours(P, v) - {v}) }",
            "fn around(v: vertex): {vertex} = {v} | neighbours(P, v)\ngame k(live: {vertex}) { move take(v in live) -> k(live - around(v)) }",
            "game k(live: {vertex}) { move take(v in vertices(P)) when v in live -> k(live - {v} - neighbours(P, v)) }",
        ],
        different: &[
            "game k(live: {vertex}) { move take(v in live) -> sum(k(c) for c in components(P, live - {v})) }",
            "game k(live: {vertex}) { move take(v in live) -> k(live - neighbours(P, v)) }",
            "game k(live: {vertex}) { move take(v in live) when degree(P, v) == 2 -> k(live - {v} - neighbours(P, v)) }",
            "game k(live: {vertex}) { move take(v in live) -> k(live - {v} - neighbours(P, v)) move one(v in live) -> k(live - {v}) }",
            "game k(live: {vertex}) { end when len(live) == 1: win move take(v in live) -> k(live - {v} - neighbours(P, v)) }",
            "game k(live: {vertex}) { move take(v in live) when v != 3 -> k(live - {v} - neighbours(P, v)) }",
            "game k(live: {vertex}) { move take(v in live, u in live) -> k(live - {v} - neighbours(P, u)) }",
        ],
        not_yet: &[],
    });
    recognises(&Family {
        id: "arc-kayles",
        before: "param P: graph = graph undirected { 1 - 2 - 3 - 4 - 5 - 1; 6 - 7 - 8 }",
        same: &[
            "game k(live: {vertex}) { move take((u, v) in edges(P)) when u in live and v in live -> k(live - {u, v}) }",
            "game k(live: {vertex}) { move take((x, y) in edges(P)) when y in live and x in live -> k(live - {x} - {y}) }",
            "game k(live: {vertex}) { move take(u in live, v in live & neighbours(P, u)) -> k(live - {u, v}) }",
            "game k(live: {vertex}) { move take(u in live, v in live) when v in neighbours(P, u) -> k(live - {u, v}) }",
            "game k(live: {vertex}) { move take((u, v) in edges(P)) when u in live and v in live -> sum(k(c) for c in components(P, live - {u, v})) }",
            // The end changes nothing, because `{1}` has no move.
            "game k(live: {vertex}) { end when live == {1}: lose move take((u, v) in edges(P)) when u in live and v in live -> k(live - {u, v}) }",
        ],
        different: &[
            "game k(live: {vertex}) { move take((u, v) in edges(P)) when u in live and v in live -> k(live - {u}) }",
            "game k(live: {vertex}) { move take((u, v) in edges(P)) when u in live or v in live -> k(live - {u, v}) }",
            "game k(live: {vertex}) { move take((u, v) in edges(P)) when u in live and v in live and u != 3 -> k(live - {u, v}) }",
            "game k(live: {vertex}) { move take(u in live, v in live) when u != v -> k(live - {u, v}) }",
        ],
        not_yet: &[],
    });
}

#[test]
fn hackenbush_on_trees() {
    recognises(&Family {
        id: "hackenbush",
        before: "param T: graph = graph { 0 -> 1, 2; 1 -> 3, 4; 4 -> 5 }",
        same: &[
            "game h(up: {vertex}) { move cut(v in up - {0}) -> h(up - subtree(T, v)) }",
            "game h(up: {vertex}) { move cut(v in up) when v != 0 -> h(up - subtree(T, v)) }",
            "game h(up: {vertex}) { move cut(v in up) -> h(up - subtree(T, v)) }",
            "game h(up: {vertex}) { move cut(v in up) -> h({u for u in up if u not in subtree(T, v)}) }",
            "game h(up: {vertex}) { move cut(v in up - {0, 1}) -> h(up - subtree(T, v)) }",
            "game h(up: {vertex}) { move cut(v in vertices(T)) when v in up -> h(up - subtree(T, v)) }",
        ],
        different: &[
            "game h(up: {vertex}) { move cut(v in up) -> h(up - {v}) }",
            "game h(up: {vertex}) { move cut(v in up) -> h(up - children(T, v)) }",
            "game h(up: {vertex}) { end when len(up) < 2: win move cut(v in up) -> h(up - subtree(T, v)) }",
            "game h(up: {vertex}) { move cut(v in up) when len(children(T, v)) > 0 -> h(up - subtree(T, v)) }",
            "game h(up: {vertex}) { move cut(v in up, w in up) -> h(up - subtree(T, v) - subtree(T, w)) }",
            "game h(up: {vertex}) { move cut(v in up) -> h(up - subtree(T, v)) move one(v in up) -> h(up - {v}) }",
        ],
        not_yet: &[],
    });
}

#[test]
fn paths_in_trees() {
    recognises(&Family {
        id: "tree-path",
        before: "param T: graph = graph { 0 -> 1, 2; 1 -> 3, 4; 4 -> 5 }\nparam W: {vertex} = {1, 3, 5, 2}",
        same: &[
            "game t(v: vertex) { move b(w in subtree(T, v) & W) -> sum(t(c) for u in path(T, v, w) for c in children(T, u) if c not in path(T, v, w)) }",
            "game t(v: vertex) { move b(w in W & subtree(T, v)) -> sum(t(c) for u in path(T, v, w) for c in children(T, u) if not (c in path(T, v, w))) }",
            "game t(v: vertex) { move b(w in subtree(T, v)) when w in W -> sum(t(c) for u in path(T, v, w) for c in children(T, u) if c not in path(T, v, w)) }",
            "game t(root: vertex) { move b(w in W) when w in subtree(T, root) -> sum(t(c) for u in path(T, root, w) for c in children(T, u) if c not in path(T, root, w)) }",
            "game t(white: {vertex}) { move b(w in white) -> t({u for u in white if w not in subtree(T, u)}) }",
            "game t(white: {vertex}) { move b(w in white) -> t(white - {u for u in path(T, 0, w)}) }",
            "game t(white: {vertex}) { move b(w in white) -> t({u for u in white if u not in path(T, 0, w)}) }",
            "game t(v: vertex) { move b(w in subtree(T, v) & {1, 2, 3, 5}) -> sum(t(c) for u in path(T, v, w) for c in children(T, u) if c not in path(T, v, w)) }",
        ],
        different: &[
            "game t(v: vertex) { move b(w in subtree(T, v)) -> sum(t(c) for u in path(T, v, w) for c in children(T, u)) }",
            "game t(v: vertex) { move b(w in subtree(T, v) & W) -> sum(t(c) for u in path(T, v, w) for c in children(T, u) if c != w) }",
            "game t(v: vertex) { move b(w in subtree(T, v) & W) -> sum(t(c) for c in children(T, w)) }",
            "game t(v: vertex) { move b(w in subtree(T, v) - W) -> sum(t(c) for u in path(T, v, w) for c in children(T, u) if c != v) }",
            "game t(v: vertex) { end when v == 3: win move b(w in subtree(T, v) & W) -> sum(t(c) for u in path(T, v, w) for c in children(T, u) if c not in path(T, v, w)) }",
            "game t(white: {vertex}) { move b(w in white) -> t({u for u in white if u not in subtree(T, w)}) }",
            "game t(white: {vertex}) { move b(w in white) -> t(white - {w}) }",
        ],
        not_yet: &[],
    });
}
