//! Known theorems: recognised in every formulation, and never for other rules.

mod cells;
mod coordinates;
mod cover;
mod disguise;
mod encodings;
mod growing;
mod not_yet;
mod one_heap;
mod ordinal_sums;
mod pairs;
mod play;
mod returned;
mod settled;
mod several_heaps;
mod squares;
mod wythoff;
mod wythoff_relatives;

use super::case::{gspec_in, repository};
use super::support::{Folder, finish, program};

#[test]
fn every_theorem_has_its_page_and_stands_in_the_list() {
    let list = gspec_in(&repository(), &["explain", "theorems"]).out;
    for theorem in gspec::theorem::THEOREMS {
        assert!(list.contains(&format!("theorem:{}", theorem.id)) && list.contains(theorem.cite), "{list}");
        let page = gspec_in(&repository(), &["explain", &format!("theorem:{}", theorem.id)]).out;
        assert_eq!(page, theorem.page);
        let title = format!("# theorem:{} ({}): ", theorem.id, theorem.entry);
        assert!(page.starts_with(&title), "{page}");
    }
}

#[test]
fn the_catalogue_is_made_of_the_pages() {
    let printed = gspec_in(&repository(), &["explain", "theorems", "--pages"]).out;
    let kept = std::fs::read_to_string(repository().join("docs/theorems.md")).unwrap();
    assert!(kept == printed, "docs/theorems.md is old: gspec explain theorems --pages > docs/theorems.md");
}

#[test]
fn small_positions_are_argued_by_their_theorem_too() {
    let why = |spec: &str, position: &str| gspec_in(&repository(), &["solve", spec, position, "--why"]).out;
    let pair = why("specs/wythoff.game", "wythoff(4, 7)");
    assert!(
        pair.contains("By Wythoff 1907 (theorem:wythoff). ") && pair.contains("floor(phi * 3) = 4"),
        "{pair}"
    );
    let sum = why("specs/heaps/nim.game", "nim(3) + nim(5)");
    assert!(sum.contains("nim(3) has value 3 by Bouton 1901 (theorem:nim)."), "{sum}");
    assert!(sum.contains("The nim-sum of these values is 6; in binary 011 xor 101 = 110."), "{sum}");
    // With a forced engine no theorem is used, and the explanation cites none.
    let forced = ["solve", "specs/wythoff.game", "wythoff(4, 7)", "--why", "--engine", "graph"];
    assert!(!gspec_in(&repository(), &forced).out.contains("theorem:"));
}

#[test]
#[ignore = "long: runs with --include-ignored"]
fn what_is_too_large_to_search_is_known_by_its_options() {
    let folder = Folder::with(
        "game row(n: nat) = octal \"0.77\"
         game ring(n: nat) { move take(k in 1..=min(2, n)) -> row(n - k) move skip when n > 9 -> row(n - 9) + row(1) }
         game circle(n: nat) { move take(k in 1..=min(2, n)) -> row(n - k) }
         game again(n: nat) { move take(k in 1..=min(2, n)) -> row(n - k) move twice when n > 9 -> again(n - 9) }",
    );
    let solve = |position: &str| {
        let limited = ["solve", "game.game", position, "--limit-time", "2s"];
        finish(program(&folder.path(""), &limited), b"")
    };
    // From 71 on Kayles has period 12: at 10^18 - 1 (3), - 2 (2) and - 9 (7) the values are 8, 2 and 2; 2 xor 1 = 3.
    let known = solve("ring(10^18)");
    assert!(known.out.contains("outcome     P") && known.out.contains("value       0"), "{}", known.out);
    assert!(known.out.contains("the values of all options"), "{}", known.out);
    // A theorem gives the outcome of circles, not the value: 10^12 is 4 modulo 12, where the options have
    // values 8 and 2.
    let sum = solve("circle(10^12) + row(5)");
    assert!(sum.out.contains("value       4") && sum.out.contains("outcome     N"), "{}", sum.out);
    // An option of the same game is not answered from its own options in turn, so this position stays open.
    assert_eq!(solve("again(10^18)").status, 3);
}

#[test]
fn what_has_too_many_options_is_searched() {
    let folder = Folder::with(
        "game all_amounts(n: nat) { move take(k in 1..=n) -> few(n - k) }
         game few(n: nat) { move take(k in {1, 3, 4}) when k <= n -> few(n - k) }",
    );
    let run = |position: &str, engine: &[&str]| {
        finish(program(&folder.path(""), &[&["solve", "game.game", position], engine].concat()), b"")
            .status(0)
            .out
    };
    // The options of each heap have all values of `few`, 0 to 3, so that both heaps have value 4.
    let sum = run("all_amounts(15000) + all_amounts(30000)", &[]);
    assert!(sum.contains("value       0") && sum.contains("outcome     P"), "{sum}");
    let forced = run("all_amounts(15000) + all_amounts(30000)", &["--engine", "graph"]);
    assert!(forced.contains("value       0") && forced.contains("outcome     P"), "{forced}");
}

#[test]
fn heaps_too_large_to_list_their_moves_are_solved_all_the_same() {
    let folder = Folder::with("game kayles(n: nat) = octal \"0.77\"\n");
    // 10^18 is 4 modulo 12, where the values of Kayles are 1 from 71 on.
    let run =
        finish(program(&folder.path(""), &["solve", "game.game", "kayles(10^18) + kayles(3)", "--why"]), b"");
    let run = run.status(0);
    for words in ["outcome     N", "value       2", "some winning moves", "nim-sum of these values is 2"] {
        assert!(run.out.contains(words), "{}", run.out);
    }
}

#[test]
fn moves_that_cannot_be_listed_do_not_keep_a_theorem_from_telling() {
    // By powers of two the value is n modulo 3, and 10^6 + 3 is 1 modulo 3.
    for (rules, position, words) in [
        (
            "game g(n: nat) { move t(k in (1..=n) - {7}) -> g(n - k) }",
            "g(10^30)",
            // Without 7, a heap of 7 has moves to 1, …, 6 only, whose values are their sizes: it is lost.
            "t(k = 999999999999999999999999999993)  -> g(7)",
        ),
        (
            "game g(n: nat) { move t(e in 0..=n) when 2 ^ e <= n -> g(n - 2 ^ e) }",
            "g(10^6 + 3)",
            "value       1",
        ),
        (
            "game g(h: [nat]) { measure sum(h) move t(S in subsets(indices(h), 1..=2), left in product([0..h[i] for i in S])) -> g(h with [S] = left) }",
            "g([i * 7919 mod 100003 for i in 0..3000])",
            "known by",
        ),
    ] {
        let folder = Folder::with(rules);
        let run = finish(program(&folder.path(""), &["solve", "game.game", position]), b"").status(0);
        assert!(run.out.contains(words), "{position}: {}", run.out);
    }
}

#[test]
#[ignore = "long: runs with --include-ignored"]
fn trees_of_any_shape_are_solved_however_large() {
    type Tree = (&'static str, fn(usize) -> usize, &'static str);
    const EDGES: [Tree; 3] = [
        // From a path with n white vertices a move leaves one with any fewer: the value is n.
        ("a path", |vertex| vertex - 1, "value       100000\n"),
        // The root leaves 99,999 leaves of value 1 each, every leaf one less: 1 and 0, so the value is 2.
        ("a star", |_| 0, "value       2\n"),
        // The last of 50,000 vertices has 50,000 leaves: choosing it leaves 0, and a leaf 1; so it has value 2, the one
        // above it 3, and so on.
        ("a broom", |vertex| if vertex < 50_000 { vertex - 1 } else { 49_999 }, "value       50001\n"),
    ];
    for (name, parent, value) in EDGES {
        let rules = "param T: graph = load \"tree.edges\"
            param white: {vertex} = vertices(T)
            game tree(v: vertex) {
                move blacken(w in subtree(T, v) & white)
                    -> sum(tree(c) for u in path(T, v, w) for c in children(T, u) if c not in path(T, v, w))
            }";
        let edges: String = (1..100_000).map(|vertex| format!("{} {vertex}\n", parent(vertex))).collect();
        let folder = Folder::with(rules).and("tree.edges", &edges);
        let run = finish(program(&folder.path(""), &["solve", "game.game", "tree(0)"]), b"").status(0);
        assert!(run.out.contains(value) && run.out.contains("tree-path"), "{name}: {}", run.out);
    }
}

#[test]
fn values_of_a_known_game_are_checked_and_not_called_proved() {
    // A strip of dominoes is the code 0.07 by its rules; a row of cannibals has the values of 0.6 as far as they are found.
    let strip =
        Folder::with("game strip(n: nat) { move put(i in 0..n - 1) -> strip(i) + strip(n - 2 - i) }\n");
    let told = gspec_in(&strip.path(""), &["check", "game.game"]).status(0).out;
    assert!(told.contains("octal 0.07") && told.contains("theorem:dawson"), "{told}");
    assert!(!told.contains("like "), "{told}");
    let row = repository().join("specs/strings/cannibal.game");
    let told = gspec_in(&repository(), &["check", row.to_str().unwrap()]).status(0).out;
    assert!(
        told.contains("like the code 0.6: texts of n letters \"o\" have equal values, checked for n <= 1"),
        "{told}"
    );
    // A similar game on a list, but rows of ten have no move, where 0.6 has value 3.
    let other = Folder::with(
        "game row(stones: [0..=1]) {
            measure sum(stones)
            move right(i in 1..len(stones)) when stones[i - 1] == 1 and stones[i] == 1 and len(stones) != 10
                -> row(stones with [i - 1] = 0)
            move left(i in 1..len(stones)) when stones[i - 1] == 1 and stones[i] == 1 and len(stones) != 10
                -> row(stones with [i] = 0)
        }
        start row([1, 1, 1])
        ",
    );
    let told = gspec_in(&other.path(""), &["check", "game.game"]).status(0).out;
    assert!(!told.contains("like"), "{told}");
}

/// An `end` that loses where there is no move changes nothing under normal play. Under misère play it changes who wins, and
/// the theorem says nothing.
#[test]
fn theorems_cover_games_that_say_when_they_are_lost_under_normal_play_only() {
    let told = "game w(a: nat, b: nat) { end when a + b == 0: lose
        move left(k in 1..=a) -> w(a - k, b) move right(k in 1..=b) -> w(a, b - k)
        move both(k in 1..=min(a, b)) -> w(a - k, b - k) }";
    let checked = crate::suite::support::check(&format!(
        "{told}
        claim \"by Fibonacci numbers\": losing(w(165580140, 267914295)) and winning(w(165580141, 267914296))
        claim \"the end is absolute\": losing(misere w(0, 0)) and losing(misere w(1, 2)) and winning(misere w(2, 2))"
    ));
    assert!(checked.ok(), "{:?}", checked.diagnostics);
    let theorem = checked.theorems[0].as_ref().map(|it| it.theorem.id);
    assert_eq!(theorem, Some("wythoff"));
}
