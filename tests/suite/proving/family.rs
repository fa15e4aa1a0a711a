//! `prove --for`: a proof for each of several values of a parameter, and the pattern that they share; and pictures of an
//! automaton by `prove --svg`.

use crate::suite::case::gspec_in;
use crate::suite::support::{Folder, Run};
use serde_json::Value;

const TAKE: &str = "param most: nat = 5
game take(n: nat) { move take(k in 1..=min(most, n)) -> take(n - k) }";

fn run(spec: &str, arguments: &[&str]) -> Run {
    let folder = Folder::new().and("main.game", spec);
    gspec_in(&folder.path(""), &[&["prove", "main.game"], arguments].concat())
}

/// Taking at most `c` loses at the multiples of `c + 1`: proved for each value, checked for all of them.
#[test]
fn each_value_is_proved_and_what_they_share_is_checked() {
    let run_text = run(TAKE, &["--for", "most in 1..=6"]).status(0).quiet();
    assert_eq!(run_text.out.lines().filter(|line| line.contains("proved  ")).count(), 6);
    run_text.out("most  status     states    time      system").out(
        "pattern: checked for these values, not proved for every `most`: n is lost if and only if n mod (most + 1) == 0",
    );
    let run = run(TAKE, &["--for", "most in {2, 4}", "--format", "json", "--lost", "3"]).status(0).quiet();
    let rows: Vec<Value> = serde_json::from_str(&run.out).unwrap();
    for (row, value) in rows.iter().zip([2, 4]) {
        assert_eq!(row["parameter"], "most");
        assert_eq!(row["value"], value);
        assert_eq!(row["game"], "take");
        assert_eq!(row["status"], "proved");
        assert_eq!(row["lost"], serde_json::json!([[0], [value + 1], [2 * (value + 1)]]));
    }
    assert_eq!(rows.len(), 2);
}

/// Two values show no pattern, nor does one value three times, nor values whose sets have no common form.
#[test]
fn little_is_not_called_checked() {
    for values in ["most in 3..=4", "most in [4, 4, 4]"] {
        let run = run(TAKE, &["--for", values]).status(0);
        assert!(!run.out.contains("pattern:"), "{}", run.out);
    }
    let squares = "param c: nat = 1
        game g(n: nat) { move take(k in 1..=min(n, c * c)) -> g(n - k) }";
    let run = run(squares, &["--for", "c in 1..=4"]).status(0);
    assert!(!run.out.contains("n is lost"), "{}", run.out);
}

#[test]
fn values_that_cannot_be_taken_are_told() {
    run(TAKE, &["--for", "most"]).status(2).err("G511").err("NAME in VALUES");
    run(TAKE, &["--for", "least in 1..=3"]).status(2).err("G208");
    run(TAKE, &["--for", "most in 1..="]).status(2).err("G101").err("--for most");
    run(TAKE, &["--for", "most in {}"]).status(2).err("G511").err("0 values");
    run(TAKE, &["--for", "most in 1..=5000"]).status(2).err("G511").err("1 to 1000");
    run(TAKE, &["--for", "most in 0..=1"]).status(0).out("proved");
    run(TAKE, &["--set", "most=3", "--for", "most in 0..=1"]).status(2).err("G511").err("both `--set`");
    run(TAKE, &["--for", "most in 1..=2", "--dot", "a.dot"]).status(2).err("exclude each other");
    let spec = "param c: nat = 1 game g(n: nat) { move take when n * n > c -> g(n - 1) }";
    run(spec, &["--for", "c in 1..=2"]).status(1).err("G505");
}

/// The picture has each state and arrow that leads to acceptance, as many as the graph for Graphviz.
#[test]
fn the_automaton_is_drawn() {
    let spec = "game w(a: nat, b: nat) {
        move left(k in 1..=a) -> w(a - k, b)
        move right(k in 1..=b) -> w(a, b - k)
        move both(k in 1..=min(a, b)) -> w(a - k, b - k)
    }";
    let folder = Folder::new().and("main.game", spec);
    gspec_in(&folder.path(""), &["prove", "main.game", "--dot", "a.dot", "--svg", "a.svg"]).status(0).quiet();
    let (dot, svg) = (folder.text("a.dot"), folder.text("a.svg"));
    assert!(svg.starts_with("<svg ") && svg.ends_with("</svg>\n"));
    let states = dot.matches("circle]").count();
    assert_eq!(svg.matches("<g class=\"node").count(), states);
    assert_eq!(svg.matches("<g class=\"node P").count(), dot.matches("doublecircle").count());
    assert_eq!(svg.matches("<g class=\"edge").count(), dot.matches("[label=").count());
    assert!(svg.contains("digits of (a, b) in Zeckendorf") && states > 3);
    gspec_in(&folder.path(""), &["prove", "main.game", "--svg", "nowhere/a.svg"])
        .status(2)
        .err("cannot write `nowhere/a.svg`")
        .err("create the folder `nowhere` first");
}
