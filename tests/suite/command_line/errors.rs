//! Errors of all commands have one form, the error and then a hint. Expected messages are written by hand.

use crate::suite::support::{Folder, gspec};

const NIM: &str = "game nim(n: nat) { move take(k in 1..=n) -> nim(n - k) }\nstart three = nim(3)\n";

#[test]
fn an_unknown_name_is_drawn_once_with_its_other_places() {
    let folder =
        Folder::with(&format!("{NIM}claim losing(nmi(0))\nclaim winning(nmi(1))\nclaim losing(nmi(2))\n"));
    let run = folder.run(&["check", "game.game"]).status(1);
    assert_eq!(run.err.matches("unknown game `nmi`").count(), 1, "{}", run.err);
    assert!(run.err.contains("also at 4:15 and 5:14\n"), "{}", run.err);
    let json = folder.run(&["check", "game.game", "--format", "json"]).status(1);
    assert_eq!(json.out.matches("unknown game `nmi`").count(), 3, "{}", json.out);
}

#[test]
fn errors_of_usage_of_gspec_and_of_specs_look_alike() {
    let folder = Folder::with(NIM);
    for (arguments, first, help) in [
        (
            &["check", "game.game", "--frob"][..],
            "error[G512]: there is no option `--frob`",
            "`gspec check --help`",
        ),
        (
            &["check", "game.game", "--limit-time", "soon"],
            "error[G512]: `--limit-time soon` is not a duration",
            "help: write 10s",
        ),
        (&["solve", "game.game", "nimm(3)"], "error[G203]: unknown game `nimm`", "help: did you mean `nim`?"),
        (&["solve", "game.game", "thre"], "error[G201]: unknown name `thre`", "help: did you mean `three`?"),
        (&["check", "nope.game"], "error[G104]: cannot read `nope.game`", "help: check the path"),
        (
            &["explain", "G999"],
            "error[G512]: there is no page `G999`",
            "help: `gspec explain` lists all pages",
        ),
        // Without a position, the games and starts of the spec are listed.
        (&["solve", "game.game"], "error[G101]: no position is given", "starts of the spec: `three`"),
        (&["-q", "play", "game.game"], "error[G101]: no position is given", "games of the spec: `nim(n)`"),
        (&["man", ""], "error[G512]: the name of the folder is empty", "`gspec man .`"),
        (&["man", "slove"], "error[G512]: there is no command `slove`", "did you mean `solve`?"),
        (&["chek", "game.game"], "error[G512]: there is no command `chek`", "help: did you mean `check`?"),
        (&["tabel", "game.game"], "error[G512]: there is no command `tabel`", "help: did you mean `table`?"),
        (&["taple"], "error[G512]: there is no command `taple`", "help: did you mean `table`?"),
        (&["verfy"], "error[G512]: there is no command `verfy`", "help: did you mean `verify`?"),
        (&["verif"], "error[G512]: there is no command `verif`", "help: did you mean `verify`?"),
        (&["exlpain"], "error[G512]: there is no command `exlpain`", "help: did you mean `explain`?"),
        (
            &["completions", "foo"],
            "error[G512]: there are no completions for the shell `foo`",
            "help: write `bash`, `elvish`, `fish`, `powershell` or `zsh`",
        ),
        (
            &["completions", "bash", "--color", "foo"],
            "error[G512]: `--color foo` is not known",
            "help: write",
        ),
        (&["version"], "error[G512]: there is no command `version`", "help: write `gspec --version`"),
        (&["-v"], "error[G512]: a command is missing", "help: name one, such as `gspec check FILE`"),
        (&["check", "-vv", "game.game"], "error[G512]: `--verbose` is given twice", "help: write it once"),
        (
            &["table", "game.game", "-o", ""],
            "error[G512]: `--output` needs a value",
            "help: write the name of a file",
        ),
        (&["game.game"], "error[G512]: there is no command `game.game`", "help: name a command first"),
        (&["solve"], "error[G512]: `gspec solve` needs a FILE", "usage: gspec solve"),
        (
            &["solve", "game.game", "--format", "pdf"],
            "error[G512]: `--format pdf` is not known",
            "help: write `text` or `json`",
        ),
        (
            &["check", "game.game", "--bound", "x"],
            "error[G512]: `--bound x` is not a natural number",
            "help: write",
        ),
        (
            &["check", "game.game", "-q", "-v"],
            "error[G512]: `--quiet` and `--verbose` exclude",
            "help: leave out",
        ),
        (
            &["--limit-time", "5s", "check", "game.game"],
            "error[G512]: there is no option `--limit-time`",
            "help: put it after the command: `gspec check … --limit-time`",
        ),
        (&["prove", "game.game", "foo"], "error[G203]: unknown game `foo`", "help: write the name of a game"),
        (&["graph", "game.game", "3", "--most", "0"], "error[G512]: `--most 0` shows nothing", "help: write"),
    ] {
        let run = folder.run(arguments).status(2).err(help);
        assert!(run.err.starts_with(first), "{arguments:?}: {}", run.err);
        assert!(run.err.lines().skip(1).all(|line| line.starts_with(' ')), "{arguments:?}: {}", run.err);
    }
}

#[test]
fn a_negative_value_of_an_option_is_a_wrong_value() {
    let folder = Folder::with(NIM);
    for (arguments, told) in [
        (&["check", "game.game", "--bound", "-3"][..], "`--bound -3` is not a natural number"),
        (&["period", "game.game", "--bound", "-3"], "`--bound -3` is"),
        (
            &["check", "game.game", "--limit-positions", "-1"],
            "`--limit-positions -1` is not a natural number",
        ),
        (&["check", "game.game", "--limit-time", "-1"], "`--limit-time -1` is not a duration"),
        (&["check", "game.game", "--limit-memory", "-1"], "`--limit-memory -1`"),
        (&["check", "game.game", "--threads", "-1"], "`--threads -1`"),
        (&["check", "game.game", "--prove-time", "-1"], "`--prove-time -1`"),
        (&["graph", "game.game", "3", "--depth", "-2"], "`--depth -2` is not a natural number"),
        (&["graph", "game.game", "3", "--most", "-2"], "`--most -2` is not a natural number"),
        (&["prove", "game.game", "--lost", "-2"], "`--lost -2` is not a natural number"),
        (&["solve", "game.game", "3", "--format", "-2"], "`--format -2` is not known"),
    ] {
        let run = folder.run(arguments).status(2).err(told).err("help: ");
        assert!(!run.err.contains("there is no option"), "{arguments:?}: {}", run.err);
    }
}

#[test]
fn the_begin_of_an_option_is_completed_in_the_hint() {
    let folder = Folder::with(NIM);
    for (word, told) in [
        ("--lim", "did you mean `--limit-memory`, `--limit-positions` or `--limit-time`?"),
        ("--str", "did you mean `--strict`?"),
        ("--verb", "did you mean `--verbose`?"),
    ] {
        folder
            .run(&["check", "game.game", word])
            .status(2)
            .err(&format!("there is no option `{word}`"))
            .err(told);
    }
}

/// The usage line in an error does not depend on the typed arguments.
#[test]
fn the_usage_in_errors_is_that_of_the_help() {
    let folder = Folder::with(NIM);
    for (arguments, usage) in [
        (&["solve", "--why"][..], "usage: gspec solve [OPTIONS] <FILE> <POSITION>...\n"),
        (&["check", "--bound", "3"], "usage: gspec check [OPTIONS] <FILE|DIR>...\n"),
        (&["check", "game.game", "--strict", "--frob"], "usage: gspec check [OPTIONS] <FILE|DIR>...\n"),
    ] {
        folder.run(arguments).status(2).err(usage);
    }
}

#[test]
fn commands_that_write_no_file_say_how_to_keep_the_result() {
    let folder = Folder::with(NIM);
    for arguments in [
        &["solve", "game.game", "3"][..],
        &["period", "game.game"],
        &["prove", "game.game"],
        &["guess", "game.game"],
        &["diff", "game.game", "game.game"],
        &["ablate", "game.game"],
        &["query", "game.game"],
    ] {
        for option in [&["-o", "x.svg"][..], &["--output", "x.svg"], &["--output=x.svg"]] {
            let run = folder.run(&[arguments, option].concat()).status(2).err("there is no option `-");
            run.err("help: the result goes to standard output: write `> FILE` at the end");
        }
    }
    folder.run(&["prove", "game.game", "-o", "x.svg"]).status(2).err("`--svg FILE`");
}

#[test]
fn unknown_positions_list_what_there_is() {
    let folder = Folder::with(NIM);
    folder.run(&["solve", "game.game", "wythoff(1, 2)"]).status(2).err("`nim(n)`").err("`three`");
    folder.run(&["graph", "game.game", "four"]).status(2).err("`nim(n)`").err("`three`");
    folder.run(&["table", "game.game", "nmi(a)", "a=0..3"]).status(2).err("`nim(n)`");
}

#[test]
fn a_mistyped_command_has_one_help() {
    let told = gspec(&["chek", "wythoff.game"]).status(2).err;
    assert_eq!(told.matches("help:").count(), 1, "{told}");
}

#[test]
fn negative_fields_are_explained() {
    let folder = Folder::with(NIM);
    for position in ["nim(-3)", "(-3)", "-3"] {
        folder.run(&["solve", "game.game", position]).status(2).err("G305").err("0, 1, 2, …");
    }
    for position in ["(-3,5)", "-3,5", "-3, 5", "-3 ,5", "-3 5", "wythoff -3 5"] {
        gspec(&["solve", "specs/wythoff.game", position]).status(2).err("cannot be negative");
    }
}

#[test]
fn fields_are_words_where_only_one_position_can_be_meant() {
    let wythoff = |words: &[&str]| gspec(&[&["solve", WYTHOFF][..], words].concat());
    // The Wythoff pair (3, 5) is lost.
    for words in [&["3", "5"][..], &["3 5"], &["wythoff 3 5"], &["a=3", "b=5"]] {
        wythoff(words).status(0).quiet().out("wythoff(3, 5)").out("outcome     P");
    }
    gspec(&["graph", WYTHOFF, "1", "2", "--format", "dot"]).status(0).out("wythoff(1, 2)");
    gspec(&["graph", WYTHOFF, "--", "-1", "2"]).status(2).err("wythoff(-1, 2)").err("cannot be negative");
    wythoff(&["-3 5"]).status(2).err("wythoff(-3, 5)").err("cannot be negative");
    // Two heaps of the only game with one heap are two positions.
    let both = gspec(&["solve", "specs/heaps/nim.game", "3", "5"]).status(0);
    both.out("nim(3)\n").out("nim(5)\n");
}

/// Two tokens on a line: each may go one to the left, down to -2.
#[test]
fn negative_numbers_are_fields_without_brackets() {
    let line = "game line(a: -2..=9, b: -2..=9) {
  move left when a > -2 -> line(a - 1, b)
  move right when b > -2 -> line(a, b - 1)
}\n";
    let folder = Folder::with(line);
    for command in ["solve", "graph"] {
        for position in ["-1,2", "-1, 2", "-1,-2"] {
            folder.run(&[command, "game.game", position]).status(0).quiet().out("line(-1, ");
        }
    }
    folder.run(&["solve", "game.game", "-1,-2", "-2,-2", "0,1", "--format", "json"]).status(0);
    folder.run(&["solve", "--why", "game.game", "-2,-2"]).status(0).out("outcome     P");
    // Other words that begin with `-` are read as options.
    for word in ["-3x", "-x", "-,3", "--3,5"] {
        folder.run(&["solve", "game.game", word]).status(2).err("there is no option");
    }
}

const WYTHOFF: &str = "specs/wythoff.game";

#[test]
fn what_was_meant_on_the_command_line_is_told() {
    for (arguments, help) in [
        (&["solve", WYTHOFF, "3"][..], "write all fields of `wythoff` as one position: `(a, b)`"),
        (&["graph", WYTHOFF, "3", "5", "7"], "write the fields with commas between them: 3,5,7"),
        (&["graph", "specs/heaps/nim.game", "3", "5"], "write a sum: 'nim(3) + nim(5)'"),
        (&["solve", "specs/heaps/nim.game", "3 5"], "write a sum: 'nim(3) + nim(5)'"),
        (&["play", "specs/heaps/nim.game", "3", "5"], "write a sum: 'nim(3) + nim(5)'"),
        (&["solve", "specs/heaps/nim.game", "1e18"], "the digits of the number: `1000000000000000000`"),
        (&["solve", "specs/heaps/nim.game", "1_000"], "the digits of the number: `1000`"),
        (&["solve", "specs/heaps/nim.game", "0x10"], "the digits of the number: `16`"),
        (&["table", "specs/heaps/nim.game", "n=0..1e2"], "the digits of the number: `100`"),
        (&["solve", "3,5", WYTHOFF], "the spec comes first: `gspec solve specs/wythoff.game '3,5'`"),
        (
            &["solve", "wythoff(3, 5)", WYTHOFF],
            "the spec comes first: `gspec solve specs/wythoff.game 'wythoff(3, 5)'`",
        ),
        (&["solve", "specs/heaps/nim.game", "12 + 3"], "`nim(12) + nim(3)`"),
        (&["play", WYTHOFF, "a=3", "5"], "put it in quotes"),
        (&["solve", WYTHOFF, "a=3"], "give each field of `wythoff` a value, as in `wythoff(3, 5)`"),
        (&["solve", WYTHOFF, "wythoff(a, b)"], "give each field a value, as in `wythoff(3, 5)`"),
        (&["solve", WYTHOFF, ""], "write a position, such as `wythoff(3, 5)`"),
        (&["solve", WYTHOFF, "start"], "write a position, such as `wythoff(3, 5)`"),
        (&["solve", WYTHOFF, "(3.5, 2)"], "write a natural number in each field"),
        (&["solve", WYTHOFF, "value"], "write the position alone"),
        (&["solve", WYTHOFF, "grundy(3, 5)"], "write the position alone: `(3, 5)`"),
        (&["solve", WYTHOFF, "sg(wythoff(3, 5))"], "write the position alone: `wythoff(3, 5)`"),
        (&["solve", WYTHOFF, "is wythoff(3, 5) losing?"], "write the position alone: `wythoff(3, 5)`"),
        (&["solve", WYTHOFF, "wythoff(3, 5) misere"], "write the position alone: `misere wythoff(3, 5)`"),
        (&["prove", WYTHOFF, "wythof"], "did you mean `wythoff`?"),
        (&["guess", WYTHOFF, "wythof"], "did you mean `wythoff`?"),
        (&["prove", WYTHOFF, "--certificate", "proof.png"], "a file that ends with .json"),
        (&["prove", WYTHOFF, "--certificate", "no/where/a.json"], "create the folder `no/where` first"),
        (&["table", WYTHOFF, "a>=2"], "write both ends, as in `a=2..=22`"),
        (&["period", "specs/heaps/nim.game", "nim(N)", "n=0..9"], "`--bound N` says how many"),
        (&["period", "specs/heaps/nim.game", "n<9"], "`--bound N` says how many"),
        (&["check", WYTHOFF, "--json"], "write `--format json`"),
        (&["solve", WYTHOFF, "(3, 5)", "--misere"], "write it before the position: 'misere (3, 5)'"),
        (&["solve", "0.77", "12"], "put all of it in quotes: `'octal \"0.77\"'`"),
        (&["table", WYTHOFF, "-o", "x.html"], ".html"),
        (&["check", "specs/heaps/take.game", "--set", "S={1,2"], "add the missing `}`"),
        (&["check", "specs/heaps/take.game", "--set", "S=[1,3]"], "a set has braces: `{1,3}`"),
        (&["check", "specs/heaps/take.game", "--set", "S={1..3}"], "for the numbers write `1..3`"),
        (&["solve", "specs/heaps/take.game", "3", "--set", "S=3"], "expected `{nat}`, found `int`"),
        (&["solve", "specs/heaps/nim.game", "nim(3) nim(4)"], "write `+` between the components"),
    ] {
        gspec(arguments).status(2).err(help);
    }
    let letters = Folder::with("game g(s: text) { move cut when len(s) > 0 -> g(s[1..]) }\n");
    letters.run(&["solve", "game.game", "oxox"]).status(2).err("a text needs double quotes: `'\"oxox\"'`");
    // The help does not propose a `param`, because nothing can be declared on a command line.
    assert!(
        !gspec(&["solve", WYTHOFF, "foo"]).status(2).err("name a game of the spec").err.contains("param")
    );
    let two = Folder::with("game a(n: nat) { }\ngame b(n: nat) { }\n");
    two.run(&["solve", "game.game", "3"]).status(2).err("name the game: `a(n)` or `b(n)`");
    two.run(&["prove", "game.game", "c"]).status(2).err("unknown game `c`");
}

#[test]
fn plain_ways_of_writing_positions_and_ranges_are_understood() {
    gspec(&["solve", WYTHOFF, "3 5"]).status(0).out("wythoff(3, 5)");
    gspec(&["solve", WYTHOFF, "misere 3 5"]).status(0).out("misere wythoff(3, 5)");
    for position in ["a=3,b=5", "(a=3, b=5)", "b=5, a=3", "wythoff(a = 3, b = 5)", "a=3 b=5"] {
        gspec(&["solve", WYTHOFF, position]).status(0).out("wythoff(3, 5)");
    }
    gspec(&["solve", WYTHOFF, "a=3", "b=5"]).status(0).out("wythoff(3, 5)");
    gspec(&["graph", WYTHOFF, "a=1", "b=2", "--format", "json"]).status(0).quiet().out("wythoff(1, 2)");
    gspec(&["play", WYTHOFF, "b=2", "a=1"]).status(0).out("wythoff(1, 2)");
    for position in ["misere(3, 5)", "misere (3, 5)", "misere a=3 b=5"] {
        gspec(&["solve", WYTHOFF, position]).status(0).out("misere wythoff(3, 5)");
    }
    let heaps = Folder::with(
        "game h(heaps: [nat]) { move m(i in indices(heaps)) when heaps[i] > 0 -> h(heaps with [i] = 0) }\nstart h([2, 1])\n",
    );
    for position in ["1,2,3", "1 2 3", "(1, 2, 3)", "[1, 2, 3]", "h([1, 2, 3])"] {
        heaps.run(&["solve", "game.game", position]).status(0).out("h([1, 2, 3])");
    }
    heaps.run(&["solve", "game.game", "misere(1, 2)"]).status(0).out("misere h([1, 2])");
    heaps.run(&["solve", "game.game", "start"]).status(0).out("h([2, 1])");
    gspec(&["solve", "specs/heaps/nim.game", "10^6"]).status(0).out("nim(1000000)");
    let table = gspec(&["table", WYTHOFF, "a=0..3", "b=0..4"]).status(0).out;
    for ranges in [
        &["a in 0..3", "b in 0..4"][..],
        &["a:0..3", "b: 0..4"],
        &["a=0..3,b=0..4"],
        &["a in 0..3, b in 0..4"],
        &["wythoff", "a=0..3, b=0..4"],
    ] {
        assert_eq!(gspec(&[&["table", WYTHOFF], ranges].concat()).status(0).out, table, "{ranges:?}");
    }
    for ranges in [&["a<3", "b<=3"][..], &["a=0,1,2", "b=0..4"], &["0<=a<3,b≤3"]] {
        assert_eq!(gspec(&[&["table", WYTHOFF], ranges].concat()).status(0).out, table, "{ranges:?}");
    }
    let misere = gspec(&["solve", WYTHOFF, "misere (3, 5)"]).status(0).out;
    for position in ["misère (3, 5)", "misère wythoff(3, 5)", "mise\u{300}re 3, 5"] {
        assert_eq!(gspec(&["solve", WYTHOFF, position]).status(0).out, misere, "{position}");
    }
    let table = gspec(&["table", WYTHOFF, "misere wythoff", "a<3", "b<3"]).status(0).out;
    assert_eq!(gspec(&["table", WYTHOFF, "misère wythoff", "a<3", "b<3"]).status(0).out, table);
}

/// A value that does not exist is wrong usage; one that takes too long reached a limit.
#[test]
fn values_of_set_have_the_status_of_what_is_wrong_with_them() {
    let folder =
        Folder::with("param n: nat = 3\ngame g(a: nat) { move m(k in 1..=n) when k <= a -> g(a - k) }\n");
    for command in [&["check", "game.game"][..], &["solve", "game.game", "g(n)"]] {
        let set = |value: &str, more: &[&str]| folder.run(&[command, &["--set", value], more].concat());
        set("n=10^10^10", &[]).status(2).err("an integer is too large");
        set("n=-1", &[]).status(2);
        set("n=sum(k for k in 0..10^12)", &["--limit-time", "100ms"]).status(3).err("time limit");
    }
}

/// The divisors of a number of 301 digits are not found in time; the report says that no position was examined.
#[test]
fn a_start_whose_moves_take_too_long_is_not_called_checked() {
    let rules = "game d(n: nat) { move m(k in divisors(n)) when k < n -> d(n - k) }\n";
    let folder = Folder::with(&format!("{rules}start d(10^300 + 1)\n"));
    let run = folder.run(&["check", "game.game", "--limit-time", "1s"]).status(3);
    let run = run.err("no position was examined").err("begin from a smaller position");
    assert!(!run.out.contains("rules: checked"), "{}", run.out);
    // Positions that no start reaches may break the rules: `d(0)` has no divisors. So small
    // positions are not examined instead of the start.
    let small = Folder::with(&format!("{rules}start d(6)\n"));
    small.run(&["check", "game.game"]).status(0).quiet();
}
