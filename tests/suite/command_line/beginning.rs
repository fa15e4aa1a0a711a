//! `gspec new`, `gspec check --watch`, completions and the manual.

use super::output::words;
use crate::suite::support::{Folder, gspec, program};
use std::io::{BufRead, BufReader};
use std::process::{Child, ChildStdout};
use std::sync::mpsc::{Receiver, channel};
use std::time::{Duration, Instant};

const KINDS: [&str; 6] = ["heap", "split", "board", "coins", "graph", "string"];

#[test]
#[ignore = "long: runs with --include-ignored"]
fn every_template_checks_and_is_in_canonical_layout() {
    for kind in KINDS {
        let folder = Folder::new();
        folder.run(&["new", "mine", "--like", kind]).status(0).err("wrote mine.game");
        let run = folder.run(&["check", "mine.game"]).status(0);
        assert_eq!(run.err, "", "{kind}");
        let claims = folder.text("mine.game").matches("\nclaim ").count();
        let all = format!("ok: {claims} claims: {claims} proved");
        assert!(claims >= 3 && run.out.contains(&all), "{kind}: {}", run.out);
        folder.run(&["fmt", "--check", "mine.game"]).status(0).quiet();
        assert!(!folder.text("mine.game").contains("NAME"), "{kind}");
        assert!(!folder.text("mine.game").contains("FILE"), "{kind}");
        // The commands that the comments name.
        for line in folder.text("mine.game").lines().filter_map(|line| line.split_once("gspec ")) {
            let words = words(line.1.split('`').next().unwrap());
            let words: Vec<&str> = words.iter().map(String::as_str).collect();
            if ["check", "fmt", "graph", "period", "solve"].contains(&words[0]) {
                let run = folder.run(&words);
                assert!(run.status <= 1, "{kind}: {words:?}: {}", run.err);
            }
        }
    }
}

#[test]
fn a_new_spec_overwrites_nothing() {
    let folder = Folder::new().and("nim.game", "game nim(n: nat) = take {1}\n");
    folder.run(&["new", "nim"]).status(2).err("exists already");
    folder.run(&["new", "nim.game"]).status(2).err("exists already");
    assert_eq!(folder.text("nim.game"), "game nim(n: nat) = take {1}\n");
    folder.run(&["new", "my game"]).status(0).err("wrote my_game.game (`_` for each blank)");
    folder.run(&["check", "my_game.game"]).status(0).out("game my_game(");
    folder.run(&["new", "my game"]).status(2).err("`my_game.game` exists already");
    folder.run(&["new", "no/where"]).status(2).err("does not exist");
    folder.run(&["new", ""]).status(2).err("not a name");
    folder.run(&["new", "x", "--like", "chess"]).status(2).err("heap");
}

#[test]
#[ignore = "long: runs with --include-ignored"]
fn any_name_gives_a_spec_that_checks() {
    for name in ["move", "sum", "1st", "my-game", "heads", "Δ", "three_heaps", "sg", "word"] {
        for kind in ["heap", "coins", "string"] {
            let folder = Folder::new();
            folder.run(&["new", name, "--like", kind]).status(0);
            folder.run(&["check", &format!("{name}.game")]).status(0);
        }
    }
}

#[test]
fn completions_and_pages_are_made_for_every_command() {
    let help = gspec(&["--help"]).status(0).out;
    let commands: Vec<&str> = help
        .lines()
        .skip_while(|line| !line.starts_with("Usage"))
        .filter_map(|line| {
            line.strip_prefix("  ").filter(|it| !it.starts_with(' '))?.split_whitespace().next()
        })
        .filter(|word| word.chars().all(|letter| letter.is_ascii_lowercase()))
        .collect();
    assert!(commands.len() >= 13, "{commands:?}");
    for shell in ["bash", "zsh", "fish", "powershell", "elvish"] {
        let text = gspec(&["completions", shell]).status(0).quiet().out;
        for command in &commands {
            assert!(text.contains(command), "{shell}: {command}");
        }
        assert!(text.contains("limit-time"), "{shell}");
    }
    gspec(&["completions", "tcsh"]).status(2).err("bash");
    let folder = Folder::new();
    folder.run(&["man", "pages"]).status(0).err("pages to `pages`");
    for command in &commands {
        let page = folder.text(&format!("pages/gspec-{command}.1"));
        assert!(page.starts_with(".ie") && page.contains(".TH"), "{page}");
    }
    assert!(folder.text("pages/gspec-solve.1").contains("remoteness"));
    gspec(&["man"]).status(0).quiet().out(".TH");
}

/// A running `gspec check --watch`, which is ended with the test.
struct Watching {
    child: Child,
    lines: Receiver<String>,
}

impl Drop for Watching {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

impl Watching {
    fn new(folder: &Folder, arguments: &[&str]) -> Watching {
        let mut command = program(&folder.path(""), &[&["check", "--watch"], arguments].concat());
        let mut child = command.spawn().unwrap();
        let out: BufReader<ChildStdout> = BufReader::new(child.stdout.take().unwrap());
        let (sender, lines) = channel();
        std::thread::spawn(move || out.lines().map_while(Result::ok).try_for_each(|line| sender.send(line)));
        Watching { child, lines }
    }

    /// Waits for a line with some words; returns how long that took.
    #[track_caller]
    fn until(&self, words: &str) -> Duration {
        let begin = Instant::now();
        loop {
            match self.lines.recv_timeout(Duration::from_secs(30)) {
                Ok(line) if line.contains(words) => return begin.elapsed(),
                Ok(_) => {}
                Err(_) => panic!("no line with {words:?}"),
            }
        }
    }
}

#[test]
fn a_watched_spec_is_checked_again_when_it_or_a_file_it_reads_is_saved() {
    let spec = |claim: &str| {
        format!(
            "use \"nim.game\"\nlet xs = load \"data.csv\"\nclaim \"it\": sg(nim(3)) == {claim}\nclaim: xs[0][0] == 1\n"
        )
    };
    let nim = |least: &str| format!("game nim(n: nat) {{ move take(k in {least}..=n) -> nim(n - k) }}\n");
    let folder = Folder::with(&spec("3")).and("nim.game", nim("1")).and("data.csv", "1,2\n");
    let watching = Watching::new(&folder, &["game.game"]);
    watching.until("ok: 2 claims: 2 proved");
    std::fs::write(folder.path("game.game"), spec("4")).unwrap();
    watching.until("not ok");
    std::fs::write(folder.path("game.game"), spec("3")).unwrap();
    watching.until("ok: 2 claims: 2 proved");
    // With moves of 2 and more a heap of 3 has the value 1.
    std::fs::write(folder.path("nim.game"), nim("2")).unwrap();
    watching.until("not ok");
    std::fs::write(folder.path("nim.game"), nim("1")).unwrap();
    watching.until("ok: 2 claims: 2 proved");
    std::fs::write(folder.path("data.csv"), "5,2\n").unwrap();
    watching.until("not ok");
}

/// A claim whose rules did not change is kept, one whose rules changed is judged again.
#[test]
fn verdicts_are_kept_only_while_the_rules_are_the_same() {
    let spec = |amount: &str, more: &str| {
        format!(
            "fn least(): nat = {amount}\n\
             game a(n: nat) {{ move take when n >= least() -> a(n - least()) }}\n\
             game b(n: nat) {{ move take when n > 0 -> b(n - 1) }}\n\
             claim \"of a\": sg(a(2)) == 0\nclaim \"of b\": sg(b(2)) == 0\n{more}"
        )
    };
    let folder = Folder::with(&spec("1", ""));
    let watching = Watching::new(&folder, &["game.game"]);
    watching.until("ok: 2 claims: 2 proved");
    // The rules of `a` change through a function that it calls.
    std::fs::write(folder.path("game.game"), spec("2", "")).unwrap();
    watching.until("not ok: 2 claims: 1 proved, 1 refuted");
    std::fs::write(folder.path("game.game"), spec("1", "claim: sg(b(3)) == 1\n")).unwrap();
    watching.until("ok: 3 claims: 3 proved");
}

#[test]
fn only_files_are_watched() {
    let folder = Folder::with("game nim(n: nat) = take {1}\n");
    folder
        .feed(&["check", "--watch", "-"], "game nim(n: nat) = take {1}\n")
        .status(2)
        .err("not standard input");
    folder.run(&["check", "--watch", "take {1}"]).status(2).err("save the spec");
    folder.run(&["check", "--watch", "game.game", "--format", "sarif"]).status(2).err("json");
}
