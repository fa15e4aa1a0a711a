//! Cells with two symbols: the same theorem on a text, a list, rows of these, a set, and the complement of a set.

use super::encodings::{covers, refuses};
use crate::suite::closed_forms::{opened, theorem_of};
use crate::suite::support::Folder;
use gspec::ir::{Convention, GameId, Value};
use gspec::model::Model;
use gspec::position::Budget;

#[test]
fn coins_on_texts_lists_and_sets() {
    let game = |moves: &str| {
        format!(
            "fn other(c: text): text = if c == \"o\" then \"#\" else \"o\"
             game g(s: text) {{ assume ends {moves} }} start g(\"#o##oo\")"
        )
    };
    let both = "move a(i in indices(s)) when s[i] == \"#\" -> g(s with [i] = \"o\")
        move b(i in indices(s), j in 0..i) when s[i] == \"#\" -> g(s with [i] = \"o\" with [j] = other(s[j]))";
    covers(
        "coin-turning",
        &[
            &game(both),
            // Which symbol lies heads up is a matter of naming.
            &game(&both.replace("== \"#\"", "== \"o\"").replace("[i] = \"o\"", "[i] = \"#\"")),
            &game(
                "move a(i in indices(s), j in indices(s)) when j <= i and s[i] != \"o\"
                   -> if i == j then g(s with [i] = \"o\") else g(s with [[j, i]] = other(s[j]) ++ \"o\")",
            ),
            "game g(up: {nat}) { assume ends
               move t(n in up, m in 0..n) -> g(if m == 0 then up - {n} else if m in up then up - {n, m} else up - {n} | {m}) }
             start g({2, 3, 6})",
            // The tails are written down.
            "game g(down: {0..=4}) { assume ends
               move t(n in 0..=4, m in 0..=n) when n not in down -> g((down | {n} | {m}) - (if m < n and m in down then {m} else {})) }
             start g({1, 3})",
        ],
    );
    refuses(
        "coin-turning",
        &[
            // The other coin is turned to one side only, or lies right of the first, or is a neighbour.
            &game(&both.replace("other(s[j])", "\"#\"")),
            &game(&both.replace("j in 0..i", "j in i + 1..len(s)")),
            &game(&both.replace("j in 0..i", "j in i - 1..i").replace("when", "when i > 0 and")),
            // There is a third symbol.
            &game(&both.replace("g(s with [i] = \"o\")", "g(s with [i] = \"x\")")),
            // The row gets shorter.
            &game(&both.replace("g(s with [i] = \"o\")", "g(s[..i])")),
            // Two coins may be turned only while the number of heads is odd.
            &game(&both.replace(
                "when s[i] == \"#\" -> g(s with [i] = \"o\" with",
                "when s[i] == \"#\" and odd(count(c == \"#\" for c in s)) -> g(s with [i] = \"o\" with",
            )),
        ],
    );
}

#[test]
fn a_board_that_no_start_mentions_is_compared_when_it_is_asked_for() {
    let spec = "fn other(c: text): text = if c == \"o\" then \"#\" else \"o\"
        game g(s: text) { assume ends
          move a(i in indices(s)) when s[i] == \"#\" -> g(s with [i] = \"o\")
          move b(i in indices(s), j in 0..i) when s[i] == \"#\" -> g(s with [i] = \"o\" with [j] = other(s[j])) }
        start g(\"#oo#\")";
    let instance = opened(spec, &[]);
    let never = || None;
    let model = Model::of(&instance);
    let covered = model.theorem(GameId(0), &Budget::new(&never, 1_000_000)).expect("a theorem");
    let value = |text: &str| covered.value(&[Value::text(text)]).and_then(|it| it.to_i64());
    // Turning Turtles: a head on the n-th coin is a heap of n.
    assert_eq!(value("o#o###"), Some(2 ^ 4 ^ 5 ^ 6));
    assert_eq!(value("############"), Some((1..=12).fold(0, |all, n| all ^ n)));
    assert_eq!(covered.losing(&[Value::text("###ooo")], Convention::Normal), Some(true));
    // Neither another symbol nor a board too large to be compared.
    assert_eq!(value("#x#"), None);
    assert_eq!(value(&"#".repeat(500)), None);
}

#[test]
#[ignore = "long: runs with --include-ignored"]
fn corners_dominoes_and_crosses_in_rows() {
    let corners = "fn other(c: text): text = if c == \"H\" then \"T\" else \"H\"
        game c(r: [text]) { assume ends
          move t(y in indices(r), x in indices(r[y]), v in 0..y, u in 0..x) when r[y][x] == \"H\"
            -> c(r with [y][x] = \"T\" with [v][x] = other(r[v][x]) with [y][u] = other(r[y][u]) with [v][u] = other(r[v][u])) }
        start c([\"TTT\", \"THT\", \"HTH\"])";
    let truths = "game b(g: [[bool]]) { assume ends
          move t(y in indices(g), x in indices(g[y]), v in 0..y, u in 0..x) when g[y][x]
            -> b(g with [y][x] = false with [v][x] = not g[v][x] with [y][u] = not g[y][u] with [v][u] = not g[v][u]) }
        start b([[false, false, true], [false, true, false], [true, false, true]])";
    covers("turning-corners", &[corners, truths]);
    refuses(
        "turning-corners",
        &[
            &corners.replace("with [v][u] = other(r[v][u])", ""),
            &corners.replace("other(r[v][u])", "\"H\""),
            &corners.replace("u in 0..x", "u in 0..=x"),
            &truths.replace("v in 0..y", "v in y - 1..y").replace("when", "when y > 0 and"),
        ],
    );
    let dominoes = "game b(r: [text]) { assume ends
          move l(y in indices(r), x in 0..3) when r[y][x] == \".\" and r[y][x + 1] == \".\" -> b(r with [y] = (r[y] with [x] = \"#\" with [x + 1] = \"#\"))
          move s(y in 0..1, x in 0..4) when r[y][x] == \".\" and r[y + 1][x] == \".\" -> b(r with [y][x] = \"#\" with [y + 1][x] = \"#\") }
        start b([\"....\", \"....\"])";
    let covered = "game c(full: {(nat, nat)}) { assume ends
          move h(x in 0..3, y in 0..2) when (x, y) not in full and (x + 1, y) not in full -> c(full | {(x, y), (x + 1, y)})
          move v(x in 0..4, y in 0..1) when (x, y) not in full and (x, y + 1) not in full -> c(full | {(x, y), (x, y + 1)}) }
        start c({})";
    covers("cram", &[dominoes, covered]);
    refuses(
        "cram",
        &[
            &dominoes.replace("x in 0..4", "x in 0..3"),
            &dominoes.replace("r[y + 1][x] == \".\"", "r[y + 1][x] == \"#\""),
            &covered.replace("x in 0..4", "x in 1..4"),
            &covered.replace("c(full | {(x, y), (x, y + 1)})", "c(full | {(x, y)})"),
        ],
    );
    let nine = "let L = [[0, 1, 2], [3, 4, 5], [6, 7, 8], [0, 3, 6], [1, 4, 7], [2, 5, 8], [0, 4, 8], [2, 4, 6]]
        fn dead(b: text): bool = any(all(b[i] == \"X\" for i in l) for l in L)
        game n(b: text) { assume ends move w(i in indices(b)) when not dead(b) and b[i] == \".\" -> n(b with [i] = \"X\") }
        start misere n(\".........\")";
    covers("notakto", &[nine]);
    refuses("notakto", &[&nine.replace("[2, 4, 6]", "[2, 4, 7]"), &nine.replace(", [2, 4, 6]", "")]);
}

#[test]
fn matched_vertices_and_sliding_coins() {
    let matched = "let P = graph undirected { 1 - 2 - 3 - 4 - 5 - 6 }
        game m(matched: {vertex}) { assume ends
          move pair((u, v) in edges(P)) when u not in matched and v not in matched -> m(matched | {u, v}) }
        start m({})";
    covers("arc-kayles", &[matched]);
    refuses(
        "arc-kayles",
        &[
            &matched.replace("u not in matched and v not in matched", "u not in matched"),
            &matched.replace("m(matched | {u, v})", "m(matched | {u})"),
        ],
    );
    // The rules differ at the root only, where the start has nothing.
    refuses(
        "tree-path",
        &["param T: graph = graph { r -> a, b; a -> c, d; b -> e; e -> f, g }
           game t(white: {vertex}) { assume ends
             move blacken(w in white) -> t(white - {u for u in path(T, r, w) if u != r or w == r}) }
           start t({a, d, e, g})"],
    );
    let strip = "game s(c: {nat}) { assume ends
          move l(a in c, k in 1..=a) when all(a - j not in c for j in 1..=k) -> s(c - {a} | {a - k}) }
        start s({2, 5, 9})";
    covers("silver-dollar", &[strip]);
    refuses(
        "silver-dollar",
        &[&strip.replace("j in 1..=k", "j in 1..k"), &strip.replace("k in 1..=a", "k in 2..=a")],
    );
    let tokens = "param D: graph = graph { a -> b, c, d; b -> d; c -> d }
        game t(k: {vertex}) { assume ends
          move s(v in k, w in out(D, v)) -> if w in k then t(k - {v, w}) else t(k - {v} | {w}) }
        start t({a, b, c})";
    covers("annihilation", &[tokens]);
    refuses("annihilation", &[&tokens.replace("t(k - {v, w})", "t(k - {v})")]);
}

#[test]
#[ignore = "long: runs with --include-ignored"]
fn runs_of_cells_are_heaps() {
    let alley = "game a(s: text) { assume ends
        move one(i in indices(s)) when s[i] == \"I\" -> a(s with [i] = \".\")
        move two(i in indices(s)) when i + 1 < len(s) and s[i] == \"I\" and s[i + 1] == \"I\" -> a(s with [i] = \".\" with [i + 1] = \".\") }
        start a(\"II.II\")";
    let pins = "game pins(up: {nat}) { assume ends move one(p in up) -> pins(up - {p})
        move pair(p in up) when p + 1 in up -> pins(up - {p, p + 1}) }
        start pins({0, 1, 2, 3, 5})";
    let fallen = "game g(down: [bool]) { assume ends
        move throw(i in indices(down), k in 1..=2) when i + k <= len(down) and not any(down[j] for j in i..i + k)
          -> g([down[j] or i <= j < i + k for j in indices(down)]) }
        start g([true, false, false, true, false])";
    covers("kayles", &[alley, pins, fallen]);
    // Without a start there is no board on which to compare the rules.
    let without = |spec: &str| spec.split("start").next().unwrap().to_string();
    refuses("kayles", &[&without(alley), &without(pins)]);
    let cover = "game c(s: text) { assume ends
        move m(i in 0..len(s) - 1) when len(s) > 0 and s[i] == \"-\" and s[i + 1] == \"-\" -> c(s with [[i, i + 1]] = \"XX\") }
        start c(\"--------\")";
    let free = "game f(q: {nat}) { move put(x in q) when x + 1 in q -> f(q - {x, x + 1}) } start f({0, 1, 2, 3, 4, 5})";
    covers("dawson-kayles", &[cover, free]);
    for id in ["kayles", "dawson-kayles"] {
        refuses(
            id,
            &[
                // The second pin is the next but one, or stays, or the first of the row may not be thrown.
                &pins.replace("p + 1", "p + 2"),
                &pins.replace("up - {p, p + 1}", "up - {p}"),
                &pins.replace("move one(p in up)", "move one(p in up) when p > 0"),
                &alley.replace("move one(i in indices(s)) when", "move one(i in indices(s)) when i > 0 and"),
                // A single pin falls only if a neighbour stands; two fall only while many stand.
                &pins.replace("move one(p in up)", "move one(p in up) when p + 1 in up"),
                &pins.replace("when p + 1 in up", "when p + 1 in up and len(up) > 4"),
                // A circle.
                &alley
                    .replace(
                        "i + 1 < len(s) and s[i] == \"I\" and s[i + 1]",
                        "s[i] == \"I\" and s[(i + 1) mod len(s)]",
                    )
                    .replace("with [i + 1]", "with [(i + 1) mod len(s)]"),
                &free.replace("q - {x, x + 1}", "q - {x, x + 1, x + 2}"),
                &cover.replace("\"XX\"", "\"X-\""),
            ],
        );
    }
    let instance = opened(alley, &[]);
    let never = || None;
    let model = Model::of(&instance);
    let covered = model.theorem(GameId(0), &Budget::new(&never, 1_000_000)).expect("a theorem");
    let value = |text: &str| covered.value(&[Value::text(text)]).and_then(|it| it.to_i64());
    // Values of rows of 5, 2 and 20 pins (Guy, Smith 1956); 20 pins are lost in misère play (Sibert, Conway 1992).
    assert_eq!(value("IIIII.II"), Some(4 ^ 2));
    assert_eq!(value(".IIIIIIIIIIIIIIIIIIII"), Some(1));
    let row = [Value::text(&"I".repeat(20))];
    assert_eq!(covered.losing(&row, Convention::Misere), Some(true));
    assert_eq!(value("I?I"), None);
}

/// A list of naturals is a row of cells if its moves write only 0 and 1. Moves that write other numbers make another game.
#[test]
fn lists_of_naturals_that_stay_zero_or_one_are_cells() {
    let coins = |written: &str| {
        format!(
            "game g(s: [nat]) {{ assume ends
               move a(i in indices(s)) when s[i] == 1 -> g(s with [i] = 0)
               move b(i in indices(s), j in 0..i) when s[i] == 1 -> g(s with [i] = 0 with [j] = {written}) }}
             start g([1, 0, 1, 1, 0, 1])"
        )
    };
    covers("coin-turning", &[&coins("1 - s[j]"), &coins("if s[j] == 1 then 0 else 1")]);
    // One coin is turned and no other: a coin game as well, in which each head is worth 1.
    covers("coin-turning", &[&coins("s[j]")]);
    refuses("coin-turning", &[&coins("1 + s[j]"), &coins("2 - s[j]"), &coins("0")]);
    // Where a 2 stands, the theorem is silent: by hand, [2] has the option [1] only, whose value is 1.
    let pins = "game g(s: [nat]) { measure sum(s)
          move one(i in indices(s)) when s[i] == 1 -> g(s with [i] = 0)
          move two(i in indices(s)) when i + 1 < len(s) and s[i] == 1 and s[i + 1] == 1 -> g(s with [i] = 0 with [i + 1] = 0)
          move tall(i in indices(s)) when s[i] == 2 -> g(s with [i] = 1) }
        start g([1, 1, 1, 1, 1, 1])";
    let folder = Folder::with(pins);
    folder.run(&["solve", "game.game", "g([2])"]).out("value       0").out("complete search");
    folder.run(&["solve", "game.game", "g([1, 1, 1])"]).out("value       3");
}

/// A theorem has to fit every board that the program mentions; very small ones and those without moves fit too many.
#[test]
fn one_board_among_others_names_no_theorem() {
    let pins = "game g(s: text) { assume ends
          move one(i in indices(s)) when s[i] == \".\" -> g(s with [i] = \"x\")
          move two(i in indices(s)) when i + 1 < len(s) and s[i] == \".\" and s[i + 1] == \".\" -> g(s with [[i, i + 1]] = \"xx\")
          MORE }";
    let far = "move far(i in indices(s), j in indices(s)) when j - i > 5 and s[i] == \".\" and s[j] == \".\" -> g(s with [[i, j]] = \"xx\")";
    let game = |more: &str, starts: &[usize]| {
        let starts = starts.iter().map(|length| format!("\nstart g(\"{}\")", ".".repeat(*length)));
        format!("{}{}", pins.replace("MORE", more), starts.collect::<String>())
    };
    // Seven cells have a pair that far apart, five have not.
    assert_eq!(theorem_of(&game(far, &[5, 7])), None);
    assert_eq!(theorem_of(&game(far, &[7, 5])), None);
    // A row of one cell fits several theorems, so alone it names none; a row of five cells fits Kayles only.
    assert_eq!(theorem_of(&game("", &[1, 5])), Some("kayles"));
    assert_eq!(theorem_of(&game("", &[1])), None);
}
