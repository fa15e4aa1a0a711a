//! Boards: how positions are drawn, moves by cells, queries of texts, lists and sets. Expected values are
//! counted by hand.

use super::case::repository;
use super::support::Folder;

/// Games on sets of cells, texts, lists and vertices; the rules of `strike` say with `show` that it is drawn.
const SPEC: &str = r###"
game cram(free: {(nat, nat)}) {
  move lying((x, y) in free) when (x + 1, y) in free -> cram(free - {(x, y), (x + 1, y)})
  move standing((x, y) in free) when (x, y + 1) in free -> cram(free - {(x, y), (x, y + 1)})
}

game parts(free: {(nat, nat)}) {
  move lying((x, y) in free) when (x + 1, y) in free
    -> sum(parts(p) for p in components(grid(5, 5), free - {(x, y), (x + 1, y)}))
}

game strike(b: text) {
  measure count(c == "-" for c in b)
  show b
  move pair(i in 0..len(b) - 1) when b[i..i + 2] == "--" -> strike(b with [{i, i + 1}] = "##")
}

game lights(rows: [[0..=1]]) {
  move out(y in indices(rows), x in indices(rows[y])) when rows[y][x] == 1 -> lights(rows with [y][x] = 0)
}

game total(heaps: [nat]) {
  move clear(i in indices(heaps)) when heaps[i] > 0 -> total(heaps with [i] = 0)
}

game token(v: vertex) { move step(w in out(ways, v)) -> token(w) }
let ways = graph { (0, 0) -> (0, 1), (1, 0) -> (1, 1) }
"###;

fn solved(position: &str) -> String {
    Folder::with(SPEC).run(&["solve", "game.game", position]).status(0).quiet().out
}

#[test]
fn a_set_of_cells_is_drawn_with_its_first_row_below() {
    let out = solved("cram({(0, 0), (1, 0), (1, 1)})");
    assert!(out.starts_with("cram({(0, 0), (1, 0), (1, 1)})\n  2  . o\n  1  o o\n     a b\n"), "{out}");
}

#[test]
fn rows_are_drawn_from_above() {
    let out = solved("lights([[1, 0, 0], [0, 1, 1]])");
    assert!(out.contains("\n  1  1 0 0\n  2  0 1 1\n     a b c\n"), "{out}");
}

#[test]
fn parts_of_a_board_are_drawn_together() {
    let out = solved("parts({(0, 0), (1, 0)}) + parts({(3, 0), (4, 0)})");
    assert!(out.contains("\n   o o . o o\n   a b c d e\n"), "{out}");
    // Two components with equal cells are not drawn as one board.
    let out = solved("2*parts({(0, 0), (1, 0)})");
    assert!(!out.contains("a b"), "{out}");
}

#[test]
fn a_game_says_how_it_is_shown() {
    let out = solved(r#"strike("-#--")"#);
    assert!(out.contains("\n   - # - -\n   a b c d\n"), "{out}");
    let plain = solved("total([1, 2])");
    assert!(plain.starts_with("total([1, 2])\n  outcome"), "{plain}");
}

#[test]
fn json_keeps_positions_as_they_are() {
    let run = Folder::with(SPEC).run(&["solve", "game.game", "cram({(0, 0), (1, 0)})", "--format", "json"]);
    let view: serde_json::Value = serde_json::from_str(&run.status(0).quiet().out).unwrap();
    assert_eq!(view["position"], "cram({(0, 0), (1, 0)})");
    assert!(view.get("picture").is_none());
}

#[test]
fn long_positions_are_cut_and_their_length_told() {
    let zeros = vec!["0"; 3000].join(", ");
    let position = format!("total([{zeros}])");
    let out = solved(&position);
    let first = out.lines().next().unwrap();
    assert!(first.ends_with(&format!("… ({} characters in all)", position.len())), "{first}");
    assert!(first.len() < 600, "{first}");
}

#[test]
fn nodes_of_a_graph_are_drawn() {
    let folder = Folder::with(SPEC);
    let arguments = ["graph", "game.game", "cram({(0, 0), (1, 0), (0, 1)})"];
    let dot = folder.run(&arguments).status(0).quiet().out;
    // With the corner and both its neighbours, two moves each leave one cell.
    assert!(dot.contains("label=\"o .\\no o\\nvalue 1\""), "{dot}");
    assert!(dot.contains("label=\"o .\\n. .\\nvalue 0\""), "{dot}");
    let svg = folder.run(&[&arguments[..], &["--format", "svg"]].concat()).status(0).quiet().out;
    assert!(svg.contains(">o .</text>") && svg.contains(">o o</text>"), "{svg}");
    let json = folder.run(&[&arguments[..], &["--format", "json"]].concat()).status(0).quiet().out;
    assert!(json.contains("\"position\":\"cram({(0, 1)})\"") && !json.contains("rows"), "{json}");
}

/// The output of `play` for a position and typed lines.
fn played(position: &str, lines: &str) -> String {
    Folder::with(SPEC).feed(&["play", "game.game", position], lines).status(0).quiet().out
}

#[test]
fn a_move_may_be_told_by_its_cells_and_is_marked() {
    // One move for each player: the machine takes the remaining cells.
    let out = played("cram({(0, 0), (1, 0), (0, 1), (1, 1)})", "A1 b1\nquit\n");
    assert!(out.contains("\n  2  o o\n  1  o o\n     a b\n"), "{out}");
    assert!(out.contains("I play lying(x = 0, y = 1), which leaves cram({})"), "{out}");
    let out = played("cram({(x, 0) for x in 0..6})", "c1 d1\nquit\n");
    // The machine takes one of the pairs a b and e f, and marks it.
    let marked = out.contains("\n  >.>. . . o o\n") || out.contains("\n   o o . .>.>.\n");
    assert!(marked, "{out}");
}

#[test]
fn in_one_row_letters_are_enough() {
    let out = played(r#"strike("----")"#, "b c\nquit\n");
    assert!(out.contains("You win"), "{out}");
    let out = played(r#"strike("----")"#, "b\nquit\n");
    assert!(out.contains("`b` can mean `pair(i = 0)` (1), `pair(i = 1)` (2)"), "{out}");
    let out = played(r#"strike("----")"#, "a d\nquit\n");
    assert!(out.contains("`a d` is not a move here"), "{out}");
}

#[test]
fn names_and_numbers_of_moves_stay() {
    let out = played("parts({(x, 0) for x in 0..4})", "lying(1, 0)\nquit\n");
    assert!(out.contains("You win"), "{out}");
}

#[track_caller]
fn answers(pattern: &[&str], input: &str) -> Vec<String> {
    let arguments = [&["query", "game.game"], pattern].concat();
    let run = Folder::with(SPEC).feed(&arguments, input).status(0).quiet();
    run.out.lines().map(str::to_string).collect()
}

#[test]
fn lines_of_queries_hold_values_of_any_type() {
    // Dawson's Kayles: 0, 0, 1, 1, 2, 0, 3 for strips of 0 to 6 cells; two strips of 2 have the value 1 xor 1.
    let strips = "\"\"\n\"-\"\n\"--\"\n\"---\"\n\"----\"\n\"--#--\"\n\"------\"\r\n";
    assert_eq!(answers(&["strike(b)", "--as", "sg"], strips), ["0", "0", "1", "1", "2", "0", "3"]);
    assert_eq!(answers(&["total(xs)"], "[]\n[0, 3]\n[1, 1]\n"), ["P", "N", "P"]);
    assert_eq!(answers(&["cram(free)", "--as", "sg"], "{(0, 0), (1, 0)}\n{}\n"), ["1", "0"]);
    // Several values have commas between them.
    let two = answers(&["strike(a) + strike(b)", "--as", "sg"], "\"--\", \"---\"\n\"--\", \"----\"\n");
    assert_eq!(two, ["0", "3"]);
    // Vertices that are not numbers, and numbers beside texts.
    assert_eq!(answers(&["token(v)"], "(0, 0)\n(1, 1)\n"), ["P", "P"]);
    assert_eq!(answers(&["strike(b) + total([n])", "--as", "sg"], "\"--\", 0\n\"--\", 5\n"), ["1", "0"]);
}

#[test]
fn without_a_pattern_lines_are_positions() {
    let input =
        "strike(\"--\")\nstrike(\"--\") + total([1])\nmisere total([1])\n2*cram({(0, 0), (1, 0)})\n0\n";
    assert_eq!(answers(&[], input), ["N", "P", "P", "P", "P"]);
}

#[test]
fn lines_that_hold_no_such_value_are_told() {
    let input = "\"--\"\n\n3\n\"--\n\"--\", \"-\"\nb\n";
    let run = Folder::with(SPEC).feed(&["query", "game.game", "strike(b)"], input).status(1);
    assert_eq!(run.out, "N\nerror\nerror\nerror\nerror\nerror\n");
    for words in ["line 2: blank", "line 3: expected `text`, found `int`", "line 6: unknown name `b`"] {
        assert!(run.err.contains(words), "{words:?} is not in\n{}", run.err);
    }
    let run = Folder::with(SPEC).feed(&["query", "game.game", "strike(a) + strike(b)"], "\"--\"\n").status(1);
    run.err("line 1: the pattern takes 2 values, found 1");
}

/// By hand: on boards of even width and height the second player answers each domino with its mirror image through
/// the centre; on 6 by 3 the first player begins with the centre.
#[test]
fn a_counterexample_that_is_a_board_is_drawn() {
    let cram = std::fs::read_to_string(repository().join("specs/boards/cram.game")).unwrap();
    let rules = cram.split("claim").next().unwrap();
    let told = |claim: &str| {
        let folder = Folder::new().and("main.game", format!("{rules}claim {claim}\n"));
        folder.run(&["check", "main.game"]).status(1)
    };
    told("winning(cram(board(2, 2)))").err("this is the board").err("          o o\n          o o\n");
    // Notes are also shown for positions with a long text.
    told("winning(cram(board(4, 4)))").err("the board below is lost").err("          o o o o\n");
    told("losing(cram(board(6, 3)))").err("the board below is won").err("leads to a position");
    // No board is drawn for a heap.
    let heap = Folder::new()
        .and("main.game", "game g(n: nat) { move m when n > 0 -> g(n - 1) }\nclaim losing(g(3))\n");
    assert!(!heap.run(&["check", "main.game"]).status(1).err.contains("the board"));
}
