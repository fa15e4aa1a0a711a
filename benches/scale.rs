//! Measures the phases before any search, and then the whole `gspec check`, on a small spec and on a
//! large one. Prints a table, and further figures in lines of their own; see benches/README.md.

#![allow(clippy::unwrap_used, clippy::disallowed_methods, reason = "a benchmark reads clocks and files")]

use gspec::position::Budget;
use gspec::source::{NoFiles, Sources};
use gspec::{check, position, sound, syntax};
use std::fmt::Write as _;
use std::process::Command;
use std::time::{Duration, Instant};

/// A spec of at least a megabyte and 20,000 lines: games with guards, and claims about them.
fn large_spec() -> String {
    let mut text = String::new();
    let mut number = 0;
    while text.len() < 1_000_000 || text.lines().count() < 20_000 {
        for _ in 0..100 {
            let (amount, odd) = (number % 9 + 1, number % 5 + 1);
            write!(
                text,
                "/// Game number {number}, a variant of taking with {amount} amounts.\n\
                 game take{number}(n: nat, m: nat) {{\n  \
                 move left(k in 1..=min(n, {amount}))  -> take{number}(n - k, m)\n  \
                 move right(k in 1..=m) when k != {odd} -> take{number}(n, m - k)\n\
                 }}\n\
                 claim \"first values of {number}\": forall n in 0..=2: n == 0 => losing(take{number}(n, n))\n",
            )
            .unwrap();
            number += 1;
        }
    }
    text
}

/// The least of the times of several runs.
fn least(runs: usize, mut run: impl FnMut() -> Duration) -> Duration {
    (0..runs).map(|_| run()).min().unwrap()
}

fn phases(name: &str, text: &str) {
    let never = || None;
    let budget = Budget::new(&never, 1_000_000);
    let mut times = [Duration::MAX; 3];
    for _ in 0..5 {
        let mut sources = Sources::default();
        let root = sources.add(name, text);
        let begin = Instant::now();
        let (modules, _) = syntax::modules::load(&mut sources, root, &NoFiles);
        times[0] = times[0].min(begin.elapsed());
        let modules = modules.unwrap();
        let begin = Instant::now();
        let (program, _) = check::check(&modules, &sources, &NoFiles, &[]);
        times[1] = times[1].min(begin.elapsed());
        let (instance, _) = position::Instance::new(program.unwrap(), &budget);
        let instance = instance.unwrap();
        let begin = Instant::now();
        let (soundness, _) = sound::prove(&instance);
        times[2] = times[2].min(begin.elapsed());
        assert!(!soundness.games.is_empty());
    }
    let ms = |time: Duration| format!("{:.2} ms", time.as_secs_f64() * 1000.0);
    println!("| {name} | {} | {} | {} |", ms(times[0]), ms(times[1]), ms(times[2]));
}

fn main() {
    let large = large_spec();
    println!("{} bytes, {} lines\n", large.len(), large.lines().count());
    println!("| spec | parse | names and types | proofs and lints |\n|---|---|---|---|");
    let wythoff = std::fs::read_to_string("specs/wythoff.game").unwrap();
    phases("specs/wythoff.game", &wythoff);
    phases("large.game", &large);

    // Each run is a new process. The small spec is the game of specs/wythoff.game without its claims.
    let folder = tempfile::tempdir().unwrap();
    let game = wythoff.split("claim").next().unwrap();
    std::fs::write(folder.path().join("wythoff.game"), game).unwrap();
    std::fs::write(folder.path().join("large.game"), &large).unwrap();
    let program = env!("CARGO_BIN_EXE_gspec");
    let run = |file: &str| {
        let begin = Instant::now();
        let output = Command::new(program).arg("check").arg(folder.path().join(file)).output().unwrap();
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        begin.elapsed()
    };
    let small = least(20, || run("wythoff.game"));
    println!(
        "\n`gspec check` of wythoff without claims, whole process: {:.1} ms",
        small.as_secs_f64() * 1000.0
    );
    let whole = least(3, || run("large.game"));
    println!("`gspec check` of large.game with all claims, whole process: {:.2} s", whole.as_secs_f64());
    if let Some(peak) = peak_of(program, &folder.path().join("large.game")) {
        println!("its peak memory: {:.0} MB", peak as f64 / 1e6);
    }
}

/// The peak memory of `gspec check` in bytes; `None` without a `/usr/bin/time` that supports `-f %M`.
fn peak_of(program: &str, file: &std::path::Path) -> Option<u64> {
    let output =
        Command::new("/usr/bin/time").args(["-f", "%M", program, "check"]).arg(file).output().ok()?;
    let told = String::from_utf8(output.stderr).ok()?;
    told.lines().last()?.trim().parse::<u64>().ok().map(|kilobytes| kilobytes * 1024)
}
