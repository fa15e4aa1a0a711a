//! Specs from standard input and games by code; patterns, ranges and names of games that are left out.

use crate::suite::support::{Folder, gspec};

const WYTHOFF: &str = "game wythoff(a: nat, b: nat) {
  move left(k in 1..=a) -> wythoff(a - k, b)
  move right(k in 1..=b) -> wythoff(a, b - k)
  move both(k in 1..=min(a, b)) -> wythoff(a - k, b - k)
}
";
const NIM: &str = "game nim(n: nat) { move take(k in 1..=n) -> nim(n - k) }\n";

/// Guy and Smith 1956: Kayles has period 12 from 71 on, Dawson's Kayles period 34 from 53 on.
#[test]
fn a_code_in_quotes_stands_for_a_file() {
    gspec(&["period", "octal \"0.77\""]).status(0).quiet().out("period 12 from n = 71 on");
    gspec(&["period", "octal 0.07"]).status(0).quiet().out("period 34 from n = 53 on");
    // Taking 1, 3 or 4: 0, 1, 0, 1, 2, 3, 2 again and again.
    let row = gspec(&["table", "take {1, 3, 4}", "n=0..=8", "--format", "bfile"]).status(0).quiet();
    assert_eq!(row.out, "0 0\n1 1\n2 0\n3 1\n4 2\n5 3\n6 2\n7 0\n8 1\n");
    // The zeros of Dawson's Kayles begin 0, 1, 5, 9, 15.
    gspec(&["solve", "octal \"0.07\"", "(15)"]).status(0).quiet().out("heap(15)").out("outcome     P");
    gspec(&["solve", "octal \"0.07\"", "14"]).status(0).quiet().out("outcome     N");
    gspec(&["check", "code \"4.333...\""]).status(0).quiet().out("code \"4.333...\"");
    gspec(&["check", "hex \"0.3F\""]).status(0).quiet();
    gspec(&["prove", "take {1, 2}"]).status(0).quiet().out("n mod 3 == 0");
    gspec(&["graph", "take all but {2}", "3"]).status(0).quiet().out("heap(3)");
    gspec(&["fmt", "--expand", "octal 0.6"]).status(0).quiet().out("game heap(n: nat)");
}

#[test]
fn what_is_wrong_with_a_code_is_told_in_its_text() {
    gspec(&["solve", "octal \"0.9\"", "3"]).status(1).err("G107").err("game heap(n: nat) = octal \"0.9\"");
    gspec(&["check", "take {0}"]).status(1).err("amounts").err("take {0}:1:27");
    gspec(&["period", "octal", "0.77"]).status(2).err("cannot read `octal`").err("put all of it in quotes");
    gspec(&["check", "take.game"]).status(2).err("cannot read `take.game`");
    // If there is a file with such a name, the argument means the file.
    let folder = Folder::new().and("take {1}", NIM);
    folder.run(&["solve", "take {1}", "nim(3)"]).status(0).quiet();
}

#[test]
fn a_dash_reads_the_spec_from_standard_input() {
    let folder = Folder::new();
    let claim = format!("{NIM}claim forall n in 0..=9: sg(nim(n)) == n\n");
    folder.feed(&["check", "-"], &claim).status(0).quiet().out("standard input").out("1 proved");
    folder.feed(&["check", "-"], "// nothing yet\n").status(0).out("ok: no games and no claims");
    folder.feed(&["check", "-"], "game nim(").status(1).err("standard input:1:");
    folder.feed(&["solve", "-", "nim(3) + nim(5)"], NIM).status(0).quiet().out("value       6");
    folder.feed(&["table", "-", "n=0..=3", "--format", "bfile"], NIM).status(0).quiet().out("3 3");
    folder.feed(&["period", "-", "--bound", "20"], "game one(n: nat) = take {1}\n").status(0).out("period 2");
    folder.feed(&["graph", "-", "2", "--format", "json"], NIM).status(0).quiet();
    folder.feed(&["prove", "-"], NIM).status(0).quiet().out("proved");
    // The spec is read once, however often it is opened.
    let family = "param c: nat = 1\ngame g(n: nat) { move take(k in 1..=c) when k <= n -> g(n - k) }\n";
    folder.feed(&["prove", "-", "--for", "c in 1..=2"], family).status(0).quiet();
    let other = Folder::with(WYTHOFF);
    let run = other.feed(&["diff", "-", "game.game"], WYTHOFF).status(0).out("standard input:wythoff");
    run.out("game.game:wythoff");
    folder.feed(&["check", "-"], "let x = 3 +").status(1).err("unexpected end of the item");
    folder.feed(&["solve", "-", "nim(3) +"], NIM).status(2).err("unexpected end of the expression");
    folder.feed(&["check", "-"], b"\xff").status(2).err("standard input");
    assert_eq!(
        folder.feed(&["fmt", "-"], "game  g( n:nat ) = take {1}").status(0).out,
        "game g(n: nat) = take {1}\n"
    );
}

#[test]
fn commands_that_read_lines_take_no_spec_from_there() {
    let folder = Folder::with(NIM);
    for arguments in [&["query", "-", "nim(n)"][..], &["play", "-", "nim(3)"]] {
        let run = folder.feed(arguments, NIM).status(2).err("standard input").err("save the spec to a file");
        assert_eq!(run.out, "");
    }
    folder.feed(&["query", "take {1, 2}", "heap(n)"], "3\n4\n").status(0).quiet().out("P\nN\n");
}

/// Wythoff 1907: (3, 5) and (4, 7) are lost. Under misère play (0, 1) and (2, 2) are lost instead of (0, 0) and (1, 2).
#[test]
fn the_name_of_the_only_game_may_be_left_out() {
    let folder = Folder::with(WYTHOFF).and("nim.game", NIM);
    for lost in ["(3, 5)", "3,5", " 4, 7 ", "misere (2, 2)", "misere 0, 1", "(3, 5) + (4, 7)", "2*(3, 4)"] {
        folder.run(&["solve", "game.game", lost]).status(0).quiet().out("outcome     P");
    }
    folder.run(&["solve", "nim.game", "12"]).status(0).quiet().out("nim(12)").out("value       12");
    folder.run(&["solve", "nim.game", "0"]).status(0).quiet().out("nim(0)");
    folder
        .run(&["solve", "nim.game", "misere 1"])
        .status(0)
        .quiet()
        .out("misere nim(1)")
        .out("outcome     P");
    // Numbers in a sum could be amounts as well as heaps.
    folder.run(&["solve", "nim.game", "3 + 5"]).status(2).err("G301");
    folder.run(&["solve", "game.game", "12"]).status(2);
    folder.run(&["solve", "game.game", "(1, 2, 3)"]).status(2).err("G302").err("wythoff(1, 2, 3)");
    let texts = Folder::with("game word(s: text) { move cut when len(s) > 0 -> word(s[1..len(s)]) }\n");
    texts.run(&["solve", "game.game", "\"a,b\""]).status(0).quiet().out("value       1");
    folder.feed(&["query", "game.game"], "(3, 5)\n3, 4\n").status(0).quiet().out("P\nN\n");
    // A start keeps its name, and so does a vertex.
    let start = Folder::with(&format!("{NIM}start three = nim(3)\n"));
    start.run(&["solve", "game.game", "three"]).status(0).quiet().out("nim(3)");
    let walk =
        "param G: graph = graph { a -> b }\ngame walk(v: vertex) { move step(w in out(G, v)) -> walk(w) }\n";
    Folder::with(walk)
        .run(&["solve", "game.game", "a"])
        .status(0)
        .quiet()
        .out("walk(a)")
        .out("value       1");
}

#[test]
fn the_pattern_of_the_only_game_may_be_left_out() {
    let folder = Folder::with(WYTHOFF);
    let row = "a,b,sg\n3,4,2\n3,5,0\n";
    for pattern in [&[][..], &["wythoff"], &["(a, b)"], &["a, b"], &["wythoff(a, b)"]] {
        let arguments: Vec<_> = ["table", "game.game"].iter().chain(pattern).copied().collect();
        let more = ["a=3", "b=4..=5", "--format", "csv"];
        let run = folder.run(&arguments.iter().chain(&more).copied().collect::<Vec<_>>()).status(0).quiet();
        assert_eq!(run.out, row, "{pattern:?}");
    }
    folder
        .run(&["table", "game.game", "misere wythoff", "a=2", "b=2", "--value", "outcome"])
        .status(0)
        .out("P");
    folder.run(&["period", "game.game"]).status(2).err("has 2 variables").err("wythoff(a, b)");
    let two = Folder::with(&format!("{NIM}{WYTHOFF}"));
    two.run(&["table", "game.game"]).status(2).err("2 games").err("`nim(n)`").err("`wythoff(a, b)`");
    two.run(&["period", "game.game", "nim", "--bound", "50"]).status(0).out("nim(n)");
    // A field whose name means something else outside of the game.
    let shadow = Folder::with("let n = 7\ngame g(n: nat) { move take when n > 0 -> g(n - 1) }\n");
    shadow.run(&["table", "game.game", "n_=0..=2"]).status(0).out("sg of g(n_)");
    let text = Folder::with("game word(s: text) { move cut when len(s) > 0 -> word(s[1..len(s)]) }\n");
    text.run(&["table", "game.game"]).status(2).err("`s` of `word` has type `text`");
}

#[test]
fn a_default_range_is_taken_and_told() {
    let folder = Folder::with(WYTHOFF);
    let run = folder.run(&["table", "game.game", "--format", "summary"]).status(0).err("a=0..=15 b=0..=15");
    assert!(run.out.contains("\"count\":256"), "{}", run.out);
    folder.run(&["table", "game.game", "a=5"]).status(0).err("b=0..=20").out("a \\ b");
    // The type of a field bounds its range.
    let die = Folder::with("game die(n: 1..=6) { move down when n > 1 -> die(n - 1) }\n");
    let run = die.run(&["table", "game.game", "--format", "bfile"]).status(0).err("n=1..=6");
    assert_eq!(run.out, "1 0\n2 1\n3 0\n4 1\n5 0\n6 1\n");
    folder.run(&["table", "game.game", "a=0..5", "(a, b)"]).status(2).err("NAME=RANGE");
}

/// With the amounts 1 and an even k, heaps of k + 1 objects begin a new period: the values are 0 1 0 1 … 0 1 2.
#[test]
fn the_period_of_a_large_amount_is_found() {
    gspec(&["period", "take {1, 100000}"]).status(0).out("period 100001 from n = 0 on");
    // Below the greatest amount, a period of the values says nothing about the game.
    let run = gspec(&["period", "take {1, 1000000}", "--bound", "1000"]).status(3);
    assert!(!run.out.contains("period 2"), "{}", run.out);
}
