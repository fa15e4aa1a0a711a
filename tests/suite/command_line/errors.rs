//! All errors look alike: what is wrong, then what to type.

use crate::suite::support::{Folder, gspec};

const NIM: &str = "game nim(n: nat) { move take(k in 1..=n) -> nim(n - k) }\nstart three = nim(3)\n";

#[test]
fn errors_of_usage_of_gspec_and_of_specs_look_alike() {
    let folder = Folder::with(NIM);
    for (arguments, first, help) in [
        (
            &["check", "game.game", "--frob"][..],
            "error: unexpected argument '--frob' found",
            "`gspec check --help`",
        ),
        (
            &["check", "game.game", "--limit-time", "soon"],
            "error: `--limit-time soon` is not a duration",
            "help: write 10s",
        ),
        (&["solve", "game.game", "nimm(3)"], "error[G203]: unknown game `nimm`", "help: did you mean `nim`?"),
        (&["check", "nope.game"], "error[G104]: cannot read `nope.game`", "help: check the path"),
        (&["explain", "G999"], "error: there is no page `G999`", "help: `gspec explain` lists all pages"),
        (
            &["chek", "game.game"],
            "error: unrecognized subcommand 'chek'",
            "help: a similar subcommand exists: 'check'",
        ),
        (&["game.game"], "error: unrecognized subcommand 'game.game'", "help: name a command first"),
        (
            &["graph", "game.game", "3", "--most", "0"],
            "error: `--most 0` leaves nothing to show",
            "help: the root",
        ),
    ] {
        let run = folder.run(arguments).status(2).err(help);
        assert!(run.err.starts_with(first), "{arguments:?}: {}", run.err);
        assert!(run.err.lines().skip(1).all(|line| line.starts_with(' ')), "{arguments:?}: {}", run.err);
    }
}

#[test]
fn unknown_positions_list_what_there_is() {
    let folder = Folder::with(NIM);
    folder.run(&["solve", "game.game", "wythoff(1, 2)"]).status(2).err("`nim(n)`").err("`three`");
    folder.run(&["graph", "game.game", "four"]).status(2).err("`nim(n)`").err("`three`");
    folder.run(&["table", "game.game", "nmi(a)", "a=0..3"]).status(2).err("`nim(n)`");
}

#[test]
fn negative_fields_are_explained() {
    let folder = Folder::with(NIM);
    for position in ["nim(-3)", "(-3)", "-3"] {
        folder.run(&["solve", "game.game", position]).status(2).err("G305").err("0, 1, 2, …");
    }
    gspec(&["solve", "specs/wythoff.game", "-3,5"]).status(2).err("'(-3,5)'");
    gspec(&["solve", "specs/wythoff.game", "(-3,5)"]).status(2).err("natural number");
}
