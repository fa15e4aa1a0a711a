//! Limits and signals hold in every phase: by every engine, under both conventions, in tables, searches for periods,
//! graphs, and while `check` watches play, compares with theorems, tries an induction or evaluates a claim.
//!
//! Each case would run for hours. A sample covers few engines and time limits only.

use super::share::{is_all, share};
use super::support::{Folder, Run, program};
use std::io::Read;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

/// How long a question may run beyond its limit, or after a signal.
const SLACK: Duration = Duration::from_secs(2);

const ROOK: &str =
    "game v(a: nat, b: nat) { move left(k in 1..=a) -> v(a - k, b)  move right(k in 1..=b) -> v(a, b - k)
  move both(k in 1..=min(a, b, 3)) -> v(a - k, b - k) }\n";
const GUARDED: &str =
    "game v(a: nat, b: nat) { move left(k in 1..=a) when (a + b * k) mod 7 != 3 -> v(a - k, b)
  move right(k in 1..=b) when (a * k + b) mod 5 != 2 -> v(a, b - k) }\n";
const HEAP: &str =
    "game h(n: nat) { move take(k in 1..=n) when k * k mod 11 in {1, 4, 9} or is_prime(k) -> h(n - k) }\n";
const SPLIT: &str = "game s(n: nat) = octal \"0.6\"\n";
const PAIRS: &str = "game s(n: nat) {
  move t(k in 1..=n, i in 0..=n - k) when (k * i) mod 3 == 1 -> s(i) + s(n - k - i) }\n";
const LIST: &str = "game l(x: [nat]) { move t(i in 0..len(x), k in 1..=x[i]) when (i + k) mod 3 != 0 -> l(x with [i] = x[i] - k) }\n";
const CRAM: &str = "game cram(free: {(nat, nat)}) {
  move lying((x, y) in free)   when (x + 1, y) in free -> cram(free - {(x, y), (x + 1, y)})
  move upright((x, y) in free) when (x, y + 1) in free -> cram(free - {(x, y), (x, y + 1)}) }\n";
const LOOPY: &str = "loopy game p(a: nat, b: nat) { move x(k in 1..=a) -> p(a - k, b)
  move y when b < 3000 -> p(a, b + 1)  move z(k in 1..=b) -> p(a, b - k) }\n";

/// Whether a process has a handler for signal 15 (SIGTERM): on a loaded machine it may not even have started.
/// Systems without `/proc` are taken to be fast enough.
fn handles_signals(process: u32) -> bool {
    let Ok(status) = std::fs::read_to_string(format!("/proc/{process}/status")) else { return true };
    let caught = status.lines().find_map(|line| line.strip_prefix("SigCgt:"));
    let caught = caught.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok());
    caught.is_none_or(|mask| mask >> 14 & 1 == 1)
}

/// Runs a question and sends the program a signal after a while.
fn signalled(folder: &Folder, arguments: &[&str]) -> Run {
    let mut child = program(&folder.path(""), arguments).stdout(Stdio::null()).spawn().unwrap();
    let mut told = child.stderr.take().unwrap();
    let reader = std::thread::spawn(move || {
        let mut err = String::new();
        let _ = told.read_to_string(&mut err);
        err
    });
    std::thread::sleep(Duration::from_millis(500));
    let begin = Instant::now();
    while !handles_signals(child.id()) && begin.elapsed() < 10 * SLACK {
        std::thread::sleep(Duration::from_millis(50));
    }
    assert!(child.try_wait().unwrap().is_none(), "{arguments:?} is answered at once: that shows nothing");
    let signal = Command::new("kill").args(["-TERM", &child.id().to_string()]).status().unwrap();
    assert!(signal.success());
    let begin = Instant::now();
    let mut status = None;
    while status.is_none() && begin.elapsed() < 10 * SLACK {
        std::thread::sleep(Duration::from_millis(5));
        status = child.try_wait().unwrap();
    }
    let took = begin.elapsed();
    let _ = child.kill();
    let _ = child.wait();
    let status = status.map_or(-2, |status| status.code().unwrap_or(-1));
    Run { status, took, out: String::new(), err: reader.join().unwrap() }
}

/// Demands that a run ends in time with status 3. It is tried up to three times, because the
/// machine may be busy.
fn in_time(what: &str, limit: Duration, run: impl Fn() -> Run) {
    let mut last = run();
    for _ in 0..2 {
        if last.took <= limit + SLACK {
            break;
        }
        last = run();
    }
    assert!(last.took <= limit + SLACK, "{what}: took {:?}\n{}{}", last.took, last.out, last.err);
    last.status(3);
}

/// Demands that a limit on time ends a question; with all tests, that a signal and a limit on
/// memory do so too.
fn ends(spec: &str, arguments: &[&str]) {
    let folder = Folder::new().and("x.game", spec);
    let limited = |limit: &[&str]| folder.run(&[arguments, limit].concat());
    in_time(&format!("{arguments:?} with a limit on time"), Duration::from_secs(1), || {
        limited(&["--limit-time", "1s"])
    });
    if !is_all() {
        return;
    }
    in_time(&format!("{arguments:?} with a signal"), Duration::ZERO, || signalled(&folder, arguments));
    let memory = limited(&["--limit-memory", "150MiB", "--limit-time", "2s"]);
    assert_eq!(memory.status, 3, "{arguments:?} with a limit on memory\n{}{}", memory.out, memory.err);
}

/// Like [`ends`]; with all tests, a limit on positions has to end the question as well.
fn ends_by_positions(spec: &str, arguments: &[&str]) {
    let folder = Folder::new().and("x.game", spec);
    if is_all() {
        in_time(&format!("{arguments:?} with a limit on positions"), Duration::from_secs(1), || {
            folder.run(&[arguments, &["--limit-positions", "2000"]].concat())
        });
    }
    ends(spec, arguments);
}

/// Demands the limits of [`ends_by_positions`] for a position by each of the engines, under both
/// conventions.
fn by_engines(spec: &str, position: &str, engines: &[&str]) {
    for engine in share(engines.to_vec(), 3) {
        for convention in share(vec!["", "misere "], 2) {
            let asked = format!("{convention}{position}");
            ends_by_positions(spec, &["solve", "x.game", &asked, "--engine", engine]);
        }
    }
}

#[test]
#[ignore = "long: runs with --include-ignored"]
fn two_heaps_by_every_engine() {
    by_engines(ROOK, "v(30000, 30001)", &["reference", "graph", "auto"]);
    by_engines(GUARDED, "2*v(3000, 3001) + v(2000, 2000)", &["reference", "graph", "dense", "auto"]);
}

#[test]
#[ignore = "long: runs with --include-ignored"]
fn one_heap_by_every_engine() {
    by_engines(HEAP, "h(10^8)", &["heap", "graph", "auto"]);
    by_engines(SPLIT, "s(10^9)", &["split", "reference"]);
    by_engines(PAIRS, "s(10^7)", &["split", "auto"]);
    ends_by_positions(SPLIT, &["solve", "x.game", "misere s(300) + 2*s(401)"]);
}

#[test]
#[ignore = "long: runs with --include-ignored"]
fn boards_lists_and_draws_by_every_engine() {
    by_engines(LIST, "l([30, 31, 32, 33, 34, 35, 36, 40, 41])", &["reference", "auto"]);
    by_engines(CRAM, "cram({(x, y) for x in 0..9 for y in 0..9})", &["reference", "auto"]);
    for engine in ["reference", "graph"] {
        let arguments = ["solve", "x.game", "p(3000, 300) + p(300, 3000)", "--engine", engine];
        ends_by_positions(LOOPY, &arguments);
    }
}

#[test]
#[ignore = "long: runs with --include-ignored"]
fn remoteness_reasons_and_lists_of_moves() {
    ends_by_positions(ROOK, &["solve", "x.game", "v(30000, 30001)", "--remoteness"]);
    ends_by_positions(GUARDED, &["solve", "x.game", "v(30000, 30001)", "--why"]);
    ends_by_positions(HEAP, &["solve", "x.game", "h(10^7)", "--moves", "all"]);
}

#[test]
#[ignore = "long: runs with --include-ignored"]
fn tables_periods_and_graphs() {
    for value in ["sg", "outcome", "remoteness"] {
        let table = ["table", "x.game", "v(a, b)", "a=0..=30000", "b=0..=30000", "--value", value];
        ends(GUARDED, &[&table[..], &["-o", "out.txt"]].concat());
    }
    let misere = ["table", "x.game", "misere s(n) + s(n + 1)", "n=0..=10^8", "--value", "outcome"];
    ends_by_positions(SPLIT, &[&misere[..], &["-o", "out.txt"]].concat());
    ends_by_positions(SPLIT, &["period", "x.game", "s(n)"]);
    ends(GUARDED, &["period", "x.game", "v(n, n)"]);
    ends(GUARDED, &["graph", "x.game", "v(30000, 30000)", "--most", "100000000"]);
}

/// Demands the limits of [`ends`] for `check`; its output is not examined.
fn check_ends(spec: &str) {
    ends(spec, &["check", "x.game"]);
}

#[test]
#[ignore = "long: runs with --include-ignored"]
fn claims_that_go_through_much() {
    check_ends("claim \"x\": all(i * i mod 7 != 3 for i in 0..10^13)\n");
    check_ends("let x = sum(i * i mod 7 for i in 0..10^13)\nclaim \"x\": x > 3\n");
    check_ends("claim \"x\": forall i in 0..10^7, j in 0..10^7: i * i != 7 * j * j + 3 or i * j > 0\n");
    check_ends("let s = {(i, j) for i in 0..10^5 for j in 0..10^5}\nclaim \"x\": len(s) > 3\n");
}

#[test]
#[ignore = "long: runs with --include-ignored"]
fn claims_about_positions() {
    check_ends(&format!("{GUARDED}claim \"x\": sg(v(30000, 29999)) >= 0\n"));
    check_ends(&format!("{SPLIT}claim \"x\": winning(misere 3*s(300) + s(200)) or true == true\n"));
    check_ends(&format!("{GUARDED}claim \"x\": count(losing(v(n, 20000)) for n in 0..30000) == 1\n"));
    let nested = "claim \"x\": forall a: exists b: forall c: losing(v(a, b)) or winning(v(b, c + 10000))\n";
    check_ends(&format!("{GUARDED}{nested}"));
}

#[test]
#[ignore = "long: runs with --include-ignored"]
fn watching_comparing_with_theorems_and_induction() {
    check_ends(
        "game w(a: nat, b: nat) { move l(k in 1..=a) when sum(i mod 7 for i in 0..=10^7) > 0 -> w(a - k, b)
           move r(k in 1..=b) -> w(a, b - k)  move d(k in 1..=min(a, b)) -> w(a - k, b - k) }
         claim \"x\": forall a, b: losing(w(a, b)) <=> min(a, b) == floor(phi * abs(a - b))\n",
    );
    check_ends(
        "game w(n: nat) { move t(k in 1..=n) when sum(i * k mod 7 for i in 0..10^9) > 0 -> w(n - k) }
         claim \"x\": forall n: winning(w(n)) <=> n > 0\n",
    );
    check_ends(
        "game w(x: nat) { move m when sum(i * x mod 7 for i in 0..10^9) > 0 -> w((x * 5 + 1) mod 1000003) }
         start w(1)\n",
    );
}

/// A position with 5,000 digits is printed in full; an integer that grows too long for the evaluator is reported by its length.
#[test]
#[ignore = "long: runs with --include-ignored"]
fn long_numbers_are_exact_or_told_by_their_length() {
    let folder = Folder::new().and("take.game", "game h(n: nat) = take {1, 2, 3}\n").and(
        "square.game",
        "game g(a: nat, b: nat) { move m when a > 0 -> g(a - 1, b * b + 1) }\nclaim: losing(g(60, 2))\n",
    );
    let run = folder.run(&["solve", "take.game", "h(10^5000)", "--format", "json"]).status(0);
    assert!(run.out.contains(&format!("\"h(1{})\"", "0".repeat(5000))), "{}", run.out);
    // The greatest length of integers is not a limit that can be set: the status is that of an undecided claim.
    let run = folder.run(&["check", "square.game", "--limit-time", "5s"]).status(1).out("bits");
    assert!(run.out.len() < 2_000 && run.err.len() < 4_000, "{} and {} bytes", run.out.len(), run.err.len());
    assert!(run.took <= Duration::from_secs(5) + 5 * SLACK, "took {:?}", run.took);
}
