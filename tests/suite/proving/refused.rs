//! Rules that `prove` refuses, and the reasons it gives.

use super::prove;
use crate::suite::case::gspec_in;
use crate::suite::support::{Folder, Run};

fn run(spec: &str) -> Run {
    let folder = Folder::new().and("main.game", spec);
    gspec_in(&folder.path(""), &["prove", "main.game"])
}

#[test]
fn rules_that_are_not_linear_are_refused_with_the_expression() {
    run("game square(n: nat) { move take(k in 1..=n) when k * k <= n -> square(n - k) }")
        .status(1)
        .err("G505")
        .err("not linear arithmetic");
    run("game list(xs: [nat]) { move take(i in indices(xs)) when xs[i] > 0 -> list(xs with [i] = xs[i] - 1) }")
        .status(1)
        .err("G505")
        .err("`nat` fields");
    run("game split(n: nat) { move cut(k in 1..n) -> split(k) + split(n - k) }")
        .status(1)
        .err("G505")
        .err("one component");
}

/// A quantifier over an interval whose bounds are fields is named as such.
#[test]
fn quantifiers_range_over_constants() {
    run("game g(n: nat) { move take(k in 1..=n) when exists j in 1..=n: k + j == n -> g(n - k) }")
        .status(1)
        .err("G505")
        .err("a quantifier in a condition does not range over")
        .err("at most 128 constants");
}

/// Both ends hold where `a == 3` and `b == 4`.
#[test]
fn ends_that_disagree_are_told_as_by_check() {
    run("game g(a: nat, b: nat) { end when a == 3: win end when b == a + 1: lose
        move left(k in 1..=a) -> g(a - k, b) move right(k in 1..=b) -> g(a, b - k) }")
    .status(1)
    .err("G410")
    .err("two ends");
}

#[test]
fn play_has_to_end() {
    run("game around(n: nat, m: nat) { move swap when n != m -> around(m, n) }").status(1).err("G412");
    run("loopy game back(n: nat) { move go(k in 1..=3) -> back(k) }").status(1).err("G505").err("loopy");
}

#[test]
fn fields_have_to_stay_natural() {
    run("game below(n: nat) { move take(k in 1..=3) -> below(n - k) }").status(1).err("G401");
}

/// A set that is not found within a limit is undecided: the answer says which positions are lost at first, what was tried, and
/// which limit was reached.
#[test]
#[ignore = "long: runs with --include-ignored"]
fn what_is_not_found_is_undecided() {
    let spec = "game twice(a: nat, b: nat) {
        move left(k in 1..=a) -> twice(a - k, b)
        move right(k in 1..=b) -> twice(a, b - k)
        move both(k in 1..=min(a, b)) -> twice(a - k, b - k)
        move slant(k in 1..=min(a, b div 2)) -> twice(a - k, b - 2 * k)
    }";
    let folder = Folder::new().and("main.game", spec);
    gspec_in(&folder.path(""), &["prove", "main.game", "--limit-time", "1s"])
        .status(3)
        .out("undecided")
        .out("first lost (0, 0) (2, 1) (1, 3)")
        .out("stopped    G501: the time limit was reached")
        .out("base 2");
    gspec_in(&folder.path(""), &["prove", "main.game", "--limit-positions", "100"])
        .status(3)
        .out("searched no positions\n")
        .out("stopped    G501: the position limit was reached; raise it with `--limit-positions N`");
}

/// Take at most a third: the lost heaps grow by a factor of 3/2, and no guess is right, but each says where it fails.
#[test]
#[ignore = "long: runs with --include-ignored"]
fn guesses_that_fail_say_where() {
    let third = "game third(n: nat) { move take(k in 1..=n div 3) -> third(n - k) }";
    let folder = Folder::new().and("main.game", third);
    let mut lost: Vec<bool> = Vec::new();
    for n in 0..1000 {
        lost.push(!(1..=n / 3).any(|k| lost[n - k]));
    }
    let first: Vec<String> = (0..1000).filter(|n| lost[*n]).take(16).map(|n| n.to_string()).collect();
    gspec_in(&folder.path(""), &["prove", "main.game", "--limit-time", "5s"])
        .status(3)
        .out("searched all positions with fields below ")
        .out(&format!("first lost {}\n", first.join(" ")))
        .out("best guess ")
        .out(" states, wrong at ")
        .out(" or at an option of it");
    // Where no automaton was guessed, the number of states is left out, not 0.
    let answer = prove(third, &["--limit-time", "1s"]);
    let tried = answer["tried"].as_array().unwrap();
    assert!(tried.iter().all(|it| it["states"] != 0) && !tried.is_empty(), "{answer}");
}

/// A question without time says that nothing was examined, not a bound.
#[test]
fn without_time_nothing_was_examined() {
    let spec = "game g(a: nat, b: nat) { move l(k in 1..=a) -> g(a - k, b) move r(k in 1..=b) -> g(a, b - k)
        move both(k in 1..=min(a, b)) -> g(a - k, b - k) }";
    let folder = Folder::new().and("main.game", spec);
    let folder = folder.path("");
    gspec_in(&folder, &["prove", "main.game", "--limit-time", "0s"]).out("searched no positions\n");
    gspec_in(&folder, &["solve", "main.game", "g(3, 5)", "--engine", "proof", "--prove-time", "0s"])
        .status(3)
        .err("no positions were examined");
    let run = gspec_in(&folder, &["prove", "main.game", "--lost", "0"]);
    assert!(run.out.contains("proved") && !run.out.contains("first lost"), "{}", run.out);
}

/// The amounts of both moves are called `k`: each move has its own names.
#[test]
fn binders_keep_their_names_in_certificates() {
    let spec =
        "game g(a: nat, b: nat) { move l(k in 1..=a) -> g(a - k, b) move r(k in 1..=b) -> g(a, b - k) }";
    let folder = Folder::new().and("main.game", spec);
    let folder = folder.path("");
    gspec_in(&folder, &["prove", "main.game", "--certificate", "c.json"]).status(0);
    let run = gspec_in(&folder, &["verify", "c.json", "main.game"]);
    assert!(run.out.contains("l(k) -> ") && run.out.contains("r(k) -> "), "{}", run.out);
}

#[test]
fn fields_with_a_range_get_help() {
    for (field, help) in [("0..=2", "`nat` with the same rules"), ("bool", "write 0 for `false`")] {
        let spec = format!("game g(n: nat, f: {field}) {{ move t(k in 1..=n) -> g(n - k, f) }}");
        let folder = Folder::new().and("main.game", spec);
        gspec_in(&folder.path(""), &["prove", "main.game"]).status(1).err("G505").err(help);
    }
}

#[test]
fn a_file_without_a_game_is_no_proof() {
    let folder = Folder::with("claim 1 == 1\n");
    for more in [&[][..], &["--format", "json"]] {
        let run = folder.run(&[&["prove", "game.game"], more].concat()).status(2);
        assert!(run.err.contains("error[G203]: the file declares no game"), "{}", run.err);
    }
}

/// The guard first holds for `a = 10^9 + 2` and `k = 1`, and `k` is at most `a`: no field falls below 0.
#[test]
fn a_guard_with_large_constants_is_not_said_to_make_a_field_negative() {
    let spec = "game g(a: nat, b: nat) {
        move l(k in 1..=a) when 1000000007 * k <= a + 5 -> g(a - k, b)
        move r(k in 1..=b) -> g(a, b - k) }";
    let run = Folder::with(spec).run(&["prove", "game.game", "--limit-time", "20s"]).status(1);
    assert!(run.err.contains("G505") && !run.err.contains("negative"), "{}", run.err);
}
