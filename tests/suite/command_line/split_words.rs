//! Positions, patterns and ranges that a shell has split into words are read like the quoted ones.

use crate::suite::support::{Folder, gspec};

const WYTHOFF: &str = "specs/wythoff.game";
const NIM: &str = "specs/heaps/nim.game";

#[track_caller]
fn same(command: &str, file: &str, split: &[&str], whole: &[&str]) {
    let told = |words: &[&str]| gspec(&[&[command, file], words].concat());
    assert_eq!(told(split).status(0).quiet().out, told(whole).status(0).quiet().out, "{command} {split:?}");
}

#[test]
fn words_of_one_position_are_one_position() {
    for (split, whole) in [
        (&["wythoff", "3", "5"][..], "wythoff(3, 5)"),
        (&["misere", "(3, 5)"], "misere wythoff(3, 5)"),
        (&["misere", "3", "5"], "misere wythoff(3, 5)"),
        (&["misere", "wythoff", "3", "5"], "misere wythoff(3, 5)"),
        (&["misère", "a=3", "b=5"], "misere wythoff(3, 5)"),
        (&["wythoff", "b=5", "a=3"], "wythoff(3, 5)"),
        (&["wythoff(3,", "5)"], "wythoff(3, 5)"),
        (&["3,", "5"], "wythoff(3, 5)"),
        (&["(1,", "2)", "+", "(3,", "5)"], "wythoff(1, 2) + wythoff(3, 5)"),
        (&["2", "*", "(1, 2)"], "2*wythoff(1, 2)"),
    ] {
        same("solve", WYTHOFF, split, &[whole]);
        same("graph", WYTHOFF, split, &[whole]);
        same("play", WYTHOFF, split, &[whole]);
    }
}

#[test]
fn several_positions_stay_several() {
    for split in [
        &["(3, 5)", "(4, 7)"][..],
        &["wythoff", "3", "5", "wythoff", "4", "7"],
        &["a=3", "b=5", "a=4", "b=7"],
    ] {
        same("solve", WYTHOFF, split, &["wythoff(3, 5)", "wythoff(4, 7)"]);
    }
    same("solve", WYTHOFF, &["misere", "(3, 5)", "misere", "(4, 7)"], &["misere (3, 5)", "misere (4, 7)"]);
    same("solve", NIM, &["3", "5"], &["nim(3)", "nim(5)"]);
    // In `misere (3, 5) (4, 7)` the convention of the second position is unclear.
    for split in [&["misere", "(3, 5)", "(4, 7)"][..], &["(4, 7)", "misere", "(3, 5)"]] {
        let run = gspec(&[&["solve", WYTHOFF], split].concat()).status(2);
        run.err("not clear for which positions `misere` holds").err("'misere (3, 5)'");
    }
    gspec(&["graph", WYTHOFF, "wythoff", "3", "5", "7"]).status(2).err("takes 2 arguments");
    gspec(&["solve", NIM, "nim", "3", "5"]).status(2).err("write a sum: 'nim(3) + nim(5)'");
    let lists = Folder::with("game h(heaps: [nat]) { }\n");
    for split in [&["h", "1", "2", "3"][..], &["1", "2", "3"], &["[1,", "2,", "3]"]] {
        lists.run(&[&["solve", "game.game"], split].concat()).status(0).out("h([1, 2, 3])\n");
    }
}

/// In Wythoff's game (1, 2) is lost and (2, 2) is won; under misère play (1, 2) is won and (2, 2) is lost.
#[test]
fn words_of_one_pattern_are_one_pattern() {
    let folder = Folder::with(&std::fs::read_to_string(WYTHOFF).unwrap());
    for (split, answers) in [
        (&["wythoff", "a", "b"][..], "P\nN\n"),
        (&["wythoff(a,", "b)"], "P\nN\n"),
        (&["misere", "wythoff", "a", "b"], "N\nP\n"),
    ] {
        let run = folder.feed(&[&["query", "game.game"], split].concat(), "1 2\n2 2\n").status(0).quiet();
        assert_eq!(run.out, answers, "{split:?}");
    }
    same("period", "octal 0.77", &["heap", "n"], &["heap(n)"]);
    gspec(&["period", "octal 0.77", "heap", "n", "0..9"]).status(2).err("takes no range such as `0..9`");
    same("prove", NIM, &["misere", "nim(n)"], &["misere nim(n)"]);
    same("guess", NIM, &["misere", "nim", "n"], &["misere nim(n)"]);
}

#[test]
fn words_of_a_range_are_one_range() {
    let whole = ["wythoff(a, b)", "a=0..3", "b=0..4"];
    for split in [
        &["a", "0..3", "b", "0..4"][..],
        &["a", "in", "0..3", "b", "in", "0..4"],
        &["a", "=", "0..3", "b", "=", "0..4"],
        &["a=0..3,", "b=0..4"],
        &["a:", "0..3", "b:", "0..4"],
        &["a=[0,", "1,", "2]", "b=0..4"],
        &["a=0,", "1,", "2", "b=0..4"],
        &["wythoff", "a", "b", "a", "0..3", "b", "0..4"],
        &["wythoff", "a", "0..3", "b", "0..4"],
        &["wythoff", "0..3", "0..4"],
        &["wythoff", "a", "b", "0..3", "0..4"],
        &["a,", "b", "a=0..3", "b=0..4"],
        &["0..3", "0..=3"],
    ] {
        same("table", WYTHOFF, split, &whole);
    }
    same("table", NIM, &["0..5"], &["nim(n)", "n=0..5"]);
    same("table", NIM, &["nim", "0..5"], &["nim(n)", "n=0..5"]);
    same("table", WYTHOFF, &["wythoff", "3", "b", "0..4"], &["wythoff(3, b)", "b=0..4"]);
    gspec(&["table", WYTHOFF, "a", "in", "0..5"]).status(0).err("no range for `b`");
    let line = "game line(a: -2..=9) { move left when a > -2 -> line(a - 1) }\n";
    let line = Folder::with(line);
    let whole = line.run(&["table", "game.game", "a=-2..3"]).status(0).quiet().out;
    for split in [&["-2..3"][..], &["a", "-2..3"], &["a", "in", "-2..3"], &["line", "-2..3"]] {
        assert_eq!(
            line.run(&[&["table", "game.game"], split].concat()).status(0).quiet().out,
            whole,
            "{split:?}"
        );
    }
    // One range for two variables.
    let told = "help: write `gspec table specs/wythoff.game 'wythoff(a, b)' a=0..5 b=0..5`";
    gspec(&["table", WYTHOFF, "0..5"]).status(2).err("1 range for 2 variables").err(told);
    let told = "'wythoff(a, b)' 'a=3' b=0..2`";
    gspec(&["table", WYTHOFF, "a=3", "0..2"]).status(2).err("`0..2` has no name").err(told);
    gspec(&["table", WYTHOFF, "a=0..3", "(a,", "b)"]).status(2).err("must have the form NAME=RANGE");
    gspec(&["table", WYTHOFF, "a=0..", "b=0..3"]).status(2).err("`a=0..` has no end");
}

/// Without quotes a shell turns `S={1,4}` into the two words `S=1 S=4`.
#[test]
fn braces_that_the_shell_has_split_are_told() {
    let folder = Folder::with(
        "param S: {nat} = {1, 2}\ngame g(n: nat) { move t(k in S) when k <= n -> g(n - k) }\nstart g(5)\n",
    );
    let told =
        "error[G512]: `S` is given 2 times; give one value; braces need quotes, or the shell splits them: ";
    for words in [&["--set=S=1", "--set=S=4"][..], &["--set", "S=1", "S=4"]] {
        let run = folder.run(&[&["solve", "game.game", "g(7)"], words].concat()).status(2);
        assert!(run.err.replace("\n  help: ", "; ").starts_with(told), "{}", run.err);
        run.err("`--set 'S={1,4}'`");
    }
    let words = ["sweep", "game.game", "g(n)", "--over", "S=1", "S=4", "--set", "m=3"];
    folder.run(&words).status(2).err("`S` is given 2 times").err("`--over 'S={1,4}'`");
    let run = folder.run(&["period", "game.game", "n<5"]).status(2).err("takes no range such as `n<5`");
    assert!(!run.err.contains("--set"), "{}", run.err);
    folder
        .run(&["period", "game.game", "S=1", "S=4"])
        .status(2)
        .err("`period` takes no value such as `S=1`")
        .err("`--set 'S=1'` sets a parameter");
    let run = folder.run(&["table", "game.game", "0-20"]).status(2);
    run.err("`0-20` is not a range").err("write `0..=20` with 20, or `0..20` without it");
}
