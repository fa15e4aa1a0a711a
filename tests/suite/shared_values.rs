//! Values that share their parts, and values that double: lists of two equal lists, forty deep, take as long
//! as forty lists, and a value that would not fit into memory is refused before it is made.

use super::support::{Folder, Run};
use std::fmt::Write;
use std::time::Duration;

/// Lists `NAME0`, `NAME1`, … of two equal lists each, forty deep, by separate names for each least list.
fn doubled(lists: &[(&str, &str)]) -> String {
    let mut text = String::new();
    for (name, least) in lists {
        let _ = writeln!(text, "let {name}0 = {least}");
        for depth in 1..=40 {
            let _ = writeln!(text, "let {name}{depth} = [{name}{0}, {name}{0}]", depth - 1);
        }
    }
    text
}

/// The lists `a0` to `a40`, `b0` to `b40` and `c0` to `c40`, and further text. `a40` and `b40` are
/// equal but built separately; `c40` differs in its innermost lists.
fn three(more: &str) -> String {
    doubled(&[("a", "[1]"), ("b", "[1]"), ("c", "[2]")]) + more
}

/// The type of a list like `a40` whose innermost elements have the type `least`.
fn nested(least: &str) -> String {
    format!("{}{least}{}", "[".repeat(41), "]".repeat(41))
}

#[track_caller]
fn check(text: &str, more: &[&str]) -> Run {
    let run = Folder::with(text).run(&[&["check", "game.game"][..], more].concat());
    assert!(run.took < Duration::from_secs(20), "took {:?}: {}{}", run.took, run.out, run.err);
    assert!(run.out.len() + run.err.len() < 60_000, "{} bytes", run.out.len() + run.err.len());
    run
}

#[test]
fn shared_lists_are_compared_once() {
    let claims = "claim: a40 == a40\nclaim: a40 == b40\nclaim: a40 != c40\nclaim: (a40, 1) == (b40, 1)\n";
    check(&three(claims), &[]).status(0).out("4 proved");
}

#[test]
fn sets_of_shared_lists_are_sets() {
    let claims = "claim: {a40, b40, c40} == {c40, a40}\nclaim: a40 in {c40, b40} and a40 not in {c40}
claim: contains([c40, b40], a40)\nclaim: len({a40, b40} | {c40}) == 2\nclaim: {a40} & {b40} == {a40}
claim: len({a40, c40} - {b40}) == 1\nclaim: len({x for x in [a40, b40, c40]}) == 2\n";
    check(&three(claims), &[]).status(0).out("7 proved");
}

#[test]
fn shared_lists_go_through_types_and_conversions() {
    let (naturals, vertices) = (nested("nat"), nested("vertex"));
    let text = format!(
        "param p: {naturals} = a40\nfn f(x: {naturals}): nat = 3\nlet G = graph {{ 1 -> 2 }}
fn g(x: {vertices}): nat = 4\nclaim: f(a40) == 3 and p == b40\nclaim: g(a40) == 4\n"
    );
    check(&three(&text), &[]).status(0).out("2 proved");
}

/// A list that would be written out 2^40 times is cut where it is shown.
#[test]
fn shared_lists_are_shown_in_part() {
    let text = three("claim: forall x in [a40, c40]: x == c40\n");
    check(&text, &[]).status(1);
    check(&text, &["--format", "json"]).status(1);
    let outside = format!("fn f(x: {}): nat = 3\nclaim: f(d40) == 3\n", nested("nat"));
    check(&(doubled(&[("d", "[0 - 1]")]) + &outside), &[]).status(1);
}

/// Rules may mention such lists; a field, which engines write out, may not be one.
#[test]
fn rules_with_shared_lists_are_followed() {
    let guard = "game g(n: nat) {
  move one when n > 0 and a40 == b40 and a40 in {b40} -> g(n - 1)
  move two(x in [a40, b40]) when x == c40 and n > 1 -> g(n - 2)\n}\nclaim: losing(g(2)) and winning(g(3))\n";
    check(&three(guard), &[]).status(0).out("proved");
    let field = format!(
        "game g(x: {}, n: nat) {{ move m when n > 0 -> g(x, n - 1) }}\nclaim: losing(g(a40, 2))\n",
        nested("nat")
    );
    check(&three(&field), &[]).status(1).err("too large");
}

/// Equal lists that were built separately are compared to their ends, which takes long: a comparison asks the clock.
#[test]
#[ignore = "long: runs with --include-ignored"]
fn long_comparisons_ask_the_clock() {
    let text = "fn long(n: nat): [nat] = [0 for i in 0..2000000] ++ [n]
let parts = [long(0) for i in 0..12]
claim: len({[p, q, r] for p in parts for q in parts for r in parts}) == 1\n";
    let begin = std::time::Instant::now();
    check(text, &["--limit-time", "2s"]);
    assert!(begin.elapsed() < Duration::from_secs(15), "{:?}", begin.elapsed());
}

/// The greatest amount of memory that `check` takes, in bytes; the check has to end at the limit, with status 3.
#[cfg(target_os = "linux")]
fn peak(text: &str, limit: &str) -> u64 {
    use std::process::Stdio;
    let folder = Folder::with(text);
    let mut command =
        super::support::program(&folder.path(""), &["check", "game.game", "--limit-memory", limit]);
    let mut child = command.stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
    let mut most = 0;
    while child.try_wait().unwrap().is_none() {
        let status = std::fs::read_to_string(format!("/proc/{}/status", child.id())).unwrap_or_default();
        let line = status.lines().find(|line| line.starts_with("VmHWM:"));
        let kilobytes = line.and_then(|line| line.split_whitespace().nth(1)?.parse().ok());
        most = most.max(kilobytes.unwrap_or(0u64));
        std::thread::sleep(Duration::from_millis(1));
    }
    assert_eq!(child.wait().unwrap().code(), Some(3), "{text}");
    most << 10
}

/// A value whose size doubles too often is refused before it is built.
#[cfg(target_os = "linux")]
#[test]
#[ignore = "long: runs with --include-ignored"]
fn doubling_stays_within_the_memory() {
    let text = |least: &str| {
        let doubled = (1..=60).map(|at| format!("let t{at} = t{0} ++ t{0}\n", at - 1));
        format!("let t0 = {least}\n{}claim: len(t60) > 0\n", doubled.collect::<String>())
    };
    let lists = "let xs = [[j for j in 0..i + 3000] for i in 0..100000]\nclaim: len(xs) > 0\n";
    let ranges = "let x = [len([k for k in (0..9000000) ++ []]) for i in 0..3]\nclaim: len(x) == 3\n";
    for text in [text("\"abcdefghijklmnop\""), text("[1, 2, 3, 4]"), lists.to_string(), ranges.to_string()] {
        let most = peak(&text, "400MiB");
        assert!(most < 440 << 20, "{} MiB: {}", most >> 20, &text[..60.min(text.len())]);
    }
}
