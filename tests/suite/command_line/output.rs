//! Where output goes, in which form, in which colours, and how much of it there is.

use crate::suite::support::{Folder, finish, gspec, program};

const WYTHOFF: &str = "specs/wythoff.game";
const PNG: &[u8] = b"\x89PNG";

/// Runs the program with variables of the environment.
fn with(variables: &[(&str, &str)], arguments: &[&str]) -> crate::suite::support::Run {
    let mut command = program(&crate::suite::support::root(), arguments);
    for name in ["NO_COLOR", "CLICOLOR_FORCE", "COLUMNS"] {
        command.env_remove(name);
    }
    command.envs(variables.iter().copied());
    finish(command, b"")
}

#[test]
fn the_ending_of_the_output_file_chooses_the_form() {
    let folder = Folder::with(&std::fs::read_to_string(WYTHOFF).unwrap());
    let bytes = |name: &str| std::fs::read(folder.path(name)).unwrap();
    let table = |more: &[&str]| folder.run(&[&["table", "game.game", "a=0..4", "b=0..4"], more].concat());
    for (file, begins) in [
        ("t.svg", &b"<svg"[..]),
        ("t.png", PNG),
        ("t.csv", b"a,b,sg\n0,0,0\n"),
        ("t.json", b"{\"pattern\""),
        ("t.txt", b"sg of wythoff(a, b)"),
    ] {
        let run = table(&["-o", file]).status(0).quiet();
        assert_eq!(run.out, "");
        assert!(bytes(file).starts_with(begins), "{file}");
    }
    table(&["-o", "s.json", "--format", "summary"]).status(0).quiet();
    assert!(bytes("s.json").starts_with(b"{\"count\":16"));
    let graph = |more: &[&str]| folder.run(&[&["graph", "game.game", "1, 2"], more].concat());
    for (file, begins) in [
        ("g.svg", &b"<svg"[..]),
        ("g.png", PNG),
        ("g.dot", b"digraph"),
        ("g.mmd", b"flowchart"),
        ("g.json", b"{"),
    ] {
        graph(&["-o", file]).status(0).quiet();
        assert!(bytes(file).starts_with(begins), "{file}");
    }
    graph(&["-o", "g.data", "--format", "mermaid"]).status(0).quiet();
    assert!(bytes("g.data").starts_with(b"flowchart"));
}

#[test]
fn a_form_that_contradicts_the_ending_is_refused() {
    let folder = Folder::with(&std::fs::read_to_string(WYTHOFF).unwrap());
    for (arguments, words) in [
        (&["table", "game.game", "-o", "x.png", "--format", "csv"][..], "contradict"),
        (&["table", "game.game", "-o", "x.csv", "--format", "png"], "contradict"),
        (&["table", "game.game", "-o", "x.pdf"], ".pdf"),
        (&["table", "game.game", "-o", "x.pdf", "--format", "svg"], "contradict"),
        (&["graph", "game.game", "1,2", "-o", "x.svg", "--format", "dot"], "contradict"),
        (&["graph", "game.game", "1,2", "-o", "x.csv"], ".csv"),
        (&["prove", "game.game", "--svg", "x.png"], ".svg"),
    ] {
        folder.run(arguments).status(2).err(words).err("help: ");
        assert_eq!(folder.names(), ["game.game"], "{arguments:?}");
    }
}

#[test]
fn colours_are_chosen_by_option_then_environment() {
    let check = ["check", WYTHOFF];
    let coloured = |variables: &[(&str, &str)], more: &[&str]| {
        with(variables, &[&check, more].concat()).status(0).out.contains("\u{1b}[")
    };
    assert!(!coloured(&[], &[]), "no terminal");
    assert!(coloured(&[], &["--color", "always"]));
    assert!(coloured(&[("CLICOLOR_FORCE", "1")], &[]));
    assert!(!coloured(&[("CLICOLOR_FORCE", "0")], &[]));
    assert!(!coloured(&[("CLICOLOR_FORCE", "1"), ("NO_COLOR", "1")], &[]));
    assert!(coloured(&[("NO_COLOR", "1")], &["--color=always"]));
    assert!(!coloured(&[("CLICOLOR_FORCE", "1")], &["--color", "never"]));
    assert!(
        with(&[], &["solve", "nope.game", "1", "--color", "always"])
            .status(2)
            .err
            .contains("\u{1b}[31merror")
    );
    assert!(with(&[], &["--color", "always", "--help"]).status(0).out.contains("\u{1b}["));
    assert!(!with(&[], &["--help"]).status(0).out.contains("\u{1b}["));
}

#[test]
fn quiet_and_verbose_are_taken_by_every_command() {
    gspec(&["table", WYTHOFF]).status(0).err("note: no range for `a` and `b`: using");
    gspec(&["table", WYTHOFF, "-q"]).status(0).quiet();
    for arguments in [
        &["solve", WYTHOFF, "1,2"][..],
        &["period", "take {1, 2}"],
        &["check", WYTHOFF],
        &["graph", WYTHOFF, "1,2"],
        &["prove", "take {1, 2}"],
        &["fmt", "--check", WYTHOFF],
        &["explain", "G401"],
    ] {
        gspec(&[arguments, &["--quiet"]].concat()).status(0).quiet();
        gspec(&[arguments, &["--verbose"]].concat()).status(0).err("note: took ");
        gspec(&[&["-v"], arguments].concat()).status(0).err("note: took ");
    }
    gspec(&["check", WYTHOFF, "-q", "-v"]).status(2).err("--quiet").err("--verbose");
}

#[test]
fn wide_tables_fit_where_a_person_reads() {
    let table = ["table", WYTHOFF, "a=0..=3", "b=0..=30"];
    let narrow = with(&[("COLUMNS", "50")], &table).status(0).out("10 of 31 columns shown");
    assert!(narrow.out.lines().all(|line| line.chars().count() <= 50), "{}", narrow.out);
    // A program gets everything.
    assert!(!with(&[], &table).status(0).out.contains("columns shown"));
    let csv = [&table[..], &["--format", "csv"]].concat();
    assert_eq!(with(&[("COLUMNS", "50")], &csv).out.lines().count(), 1 + 4 * 31);
    let row = with(&[("COLUMNS", "50")], &["table", "take {1, 2}", "n=0..20"]).status(0);
    assert!(!row.out.contains("columns shown"), "{}", row.out);
}

#[test]
fn titles_name_the_game() {
    gspec(&["table", "octal 0.77", "n=0..3"]).status(0).out("sg of heap(n), octal 0.77");
    gspec(&["period", "take {1, 2}"]).status(0).out("heap(n), take {1, 2}\n");
    gspec(&["table", WYTHOFF, "(a, b)", "a=0..3", "b=0..3"]).status(0).out("sg of wythoff(a, b)");
}

#[test]
fn every_help_has_groups_and_exit_statuses() {
    let help = gspec(&["--help"]).status(0).quiet();
    for command in
        ["check", "solve", "table", "query", "period", "prove", "graph", "play", "fmt", "verify", "explain"]
    {
        assert!(help.out.contains(&format!("\n  {command} ")), "{command}: {}", help.out);
        let own = gspec(&[command, "--help"])
            .status(0)
            .quiet()
            .out("Exit status: 0 ")
            .out("Output:\n")
            .out("--color");
        assert!(own.out.lines().all(|line| line.chars().count() <= 100), "{}", own.out);
    }
    gspec(&["solve", "--help"]).status(0).out("Engines and limits:\n");
    // Nothing typed shows the first page, with examples that can be pasted.
    let first = gspec(&[]).status(2);
    for line in first.err.lines().filter(|line| line.starts_with("  gspec ")) {
        let example = line.trim().split("   ").next().unwrap();
        let words: Vec<String> = words(example);
        let words: Vec<&str> = words.iter().skip(1).map(String::as_str).collect();
        gspec(&words).status(0);
    }
    assert_eq!(first.err.lines().filter(|line| line.starts_with("  gspec ")).count(), 5);
}

/// The words of a line for the shell, in which single quotes group.
pub fn words(line: &str) -> Vec<String> {
    let pieces = line.split('\'').enumerate();
    let grouped = pieces.flat_map(|(at, piece)| match at % 2 {
        0 => piece.split_whitespace().map(str::to_string).collect(),
        _ => vec![piece.to_string()],
    });
    grouped.collect()
}
