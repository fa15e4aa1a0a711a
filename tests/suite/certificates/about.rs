//! `gspec verify CERTIFICATE SPEC`: whether a certificate is about the rules of a spec.

use super::super::case::repository;
use super::super::support::{Folder, Run};

const RULES: &str = "game w(a: nat, b: nat) {
  move left(k in 1..=a) -> w(a - k, b)
  move right(k in 1..=b) -> w(a, b - k)
  move both(k in 1..=min(a, b)) -> w(a - k, b - k)
}";

/// A folder with the rules of Wythoff's game, called `own.game`, their certificate, and another spec.
fn with(other: &str) -> Folder {
    let text = std::fs::read_to_string(repository().join("tests/certificates/wythoff.json")).unwrap();
    Folder::new().and("made.json", text).and("own.game", RULES).and("other.game", other)
}

/// The answer about a spec after `prove` has written a certificate of `own.game`.
fn verify(other: &str, arguments: &[&str]) -> Run {
    let folder = with(other);
    folder.run(&["prove", "own.game", "--certificate", "w.json"]).status(0);
    folder.run(&[&["verify", "w.json", "other.game"], arguments].concat())
}

#[test]
fn a_certificate_is_about_its_own_spec() {
    verify(RULES, &[]).status(0).quiet().out("accepted").out("These are the rules of `w` in other.game");
    let run = verify(RULES, &["--format", "json"]).status(0).quiet();
    assert_eq!(run.json()[0]["spec"], "`w` in other.game");
    assert_eq!(run.json()[0]["code"], serde_json::Value::Null);
}

#[test]
fn names_and_order_do_not_matter() {
    let other = "// Wythoff
    game queen(x: nat, y: nat) {
      move diagonal(step in 1..=min(x, y)) -> queen(x - step, y - step)
      move down(j in 1..=y) -> queen(x, y - j)
      move across(m in 1..=x) -> queen(x - m, y)
    }";
    verify(other, &[]).status(0).quiet().out("These are the rules of `queen` in other.game");
}

/// The rules of Wythoff's game with one change each: a clause is changed, added or removed.
#[test]
fn one_changed_rule_is_another_game() {
    for (rule, changed) in [
        ("k in 1..=a", "k in 2..=a"),
        ("-> w(a, b - k)", "when k != 7 -> w(a, b - k)"),
        ("k in 1..=min(a, b)", "k in 1..=min(a, b, 3)"),
        ("w(a - k, b - k)\n", "w(a - k, b - k)\n move extra when a > 0 and b > 0 -> w(a - 1, b - 1)\n"),
        ("game w(a: nat, b: nat) {\n", "game w(a: nat, b: nat) {\n end when a == 0 and b == 1: lose\n"),
        ("game w(a: nat, b: nat) {\n", "game w(a: nat, b: nat) {\n end when a == 5 and b == 5: win\n"),
        ("  move left(k in 1..=a) -> w(a - k, b)\n", ""),
    ] {
        let other = RULES.replace(rule, changed);
        assert_ne!(other, RULES);
        verify(&other, &[]).status(1).out("rejected").err("error[G507]").err("other rules");
    }
    let nim = "game w(a: nat) { move take(k in 1..=a) -> w(a - k) }";
    verify(nim, &[]).status(1).err("the number of fields differs");
}

#[test]
fn a_spec_without_the_game_is_told() {
    let two =
        "game u(a: nat) { move t(k in 1..=a) -> u(a - k) } game v(a: nat) { move t when a > 0 -> v(a - 1) }";
    verify(two, &[]).status(1).err("G507").err("other.game has no game `w`");
    verify(two, &["u"]).status(1).err("the number of fields differs");
    verify(two, &["z"]).status(2).err("G203").err("the spec has no game `z`");
    let run = verify(two, &["--format", "json"]).status(1).quiet();
    assert_eq!(run.json()[0]["accepted"], false);
    assert_eq!(run.json()[0]["code"], "G507");
}

#[test]
fn a_spec_that_cannot_be_read_is_told() {
    verify("game w(", &[]).status(1).err("G102");
    let folder = with("");
    folder.run(&["verify", "made.json", "nowhere.game"]).status(2).err("G104");
    let squares = "game w(n: nat) { move take(k in 1..=n) when k * k <= n -> w(n - k) }";
    verify(squares, &[]).status(1).err("G505");
}

#[test]
fn parameters_are_set() {
    let other = "param most: nat = 4
    game w(a: nat, b: nat) {
      move left(k in 1..=a) -> w(a - k, b)
      move right(k in 1..=b) -> w(a, b - k)
      move both(k in most..=min(a, b)) -> w(a - k, b - k)
    }";
    verify(other, &[]).status(1).err("G507");
    verify(other, &["--set", "most=1"]).status(0).quiet().out("accepted");
}

/// A broken certificate, and one with a wrong set, are refused before their rules are compared with the spec.
#[test]
fn the_certificate_itself_comes_first() {
    let folder = with(RULES).and("broken.json", "{\"gspec certificate\": 1}");
    folder.run(&["verify", "broken.json", "own.game"]).status(1).out("rejected").err("error[G506]");
    let text = folder.text("made.json").replacen("\"accepting\":[0", "\"accepting\":[1", 1);
    assert_ne!(text, folder.text("made.json"));
    let folder = folder.and("false.json", text);
    folder.run(&["verify", "false.json", "own.game"]).status(1).out("rejected").err("error[G506]");
}
