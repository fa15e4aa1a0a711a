//! Compares `gspec query` and `gspec table` with programs that a user would write by hand
//! (`benches/baselines.cpp`, and `benches/dense.cpp` for the dense engine), and prints the figures of two
//! benchmarks without a baseline. Prints a table; see benches/README.md.
//!
//! `cargo bench --bench solving` runs everything; with `-- queries five` only the benchmarks run whose
//! names in `main` contain one of these words.

#![allow(clippy::unwrap_used, clippy::disallowed_methods, reason = "a benchmark reads clocks and files")]

use std::fmt::Write as _;
use std::fs::File;
use std::io::{BufWriter, Read, Write as _};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

/// One run of a program.
struct Run {
    time: Duration,
    /// Its peak memory in bytes; 0 on systems without `/proc`.
    memory: u64,
    out: String,
}

/// Runs a program, and samples its peak memory every millisecond. Panics if the program fails.
fn run(program: &Path, arguments: &[&str], input: Option<&Path>) -> Run {
    let stdin = input.map_or(Stdio::null(), |path| File::open(path).unwrap().into());
    let begin = Instant::now();
    let mut child =
        Command::new(program).args(arguments).stdin(stdin).stdout(Stdio::piped()).spawn().unwrap();
    let mut stdout = child.stdout.take().unwrap();
    let reader = std::thread::spawn(move || {
        let mut out = String::new();
        stdout.read_to_string(&mut out).unwrap();
        out
    });
    let mut memory = 0;
    let status = loop {
        if let Some(status) = child.try_wait().unwrap() {
            break status;
        }
        memory = memory.max(held(child.id()));
        std::thread::sleep(Duration::from_millis(1));
    };
    let time = begin.elapsed();
    assert!(status.success(), "{arguments:?}");
    Run { time, memory, out: reader.join().unwrap() }
}

fn held(process: u32) -> u64 {
    let status = std::fs::read_to_string(format!("/proc/{process}/status")).unwrap_or_default();
    let line = status.lines().find(|line| line.starts_with("VmHWM:"));
    let kilobytes = line.and_then(|line| line.split_whitespace().nth(1)?.parse::<u64>().ok());
    kilobytes.unwrap_or(0) * 1024
}

/// The fastest of `times` runs.
fn fastest(times: usize, program: &Path, arguments: &[&str], input: Option<&Path>) -> Run {
    (0..times).map(|_| run(program, arguments, input)).min_by_key(|run| run.time).unwrap()
}

/// A xorshift generator of pseudo-random numbers.
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, bound: u64) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0 % bound
    }
}

struct Bench {
    folder: PathBuf,
    gspec: PathBuf,
    baselines: Option<PathBuf>,
    /// The program of `benches/dense.cpp`, which uses arrays; `None` if it was not compiled.
    arrays: Option<PathBuf>,
    chosen: Vec<String>,
}

impl Bench {
    fn new() -> Bench {
        let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("solving");
        std::fs::create_dir_all(&folder).unwrap();
        let build = |name: &str| {
            let source = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("benches/{name}.cpp"));
            let program = folder.join(name);
            let flags = ["-O3", "-march=native", "-std=c++17"];
            let built = Command::new("g++").args(flags).arg(source).arg("-o").arg(&program).status();
            built.is_ok_and(|status| status.success()).then_some(program)
        };
        let (baselines, arrays) = (build("baselines"), build("dense"));
        let chosen = std::env::args().skip(1).filter(|it| !it.starts_with('-')).collect();
        Bench { folder, gspec: PathBuf::from(env!("CARGO_BIN_EXE_gspec")), baselines, arrays, chosen }
    }

    fn wanted(&self, name: &str) -> bool {
        self.chosen.is_empty() || self.chosen.iter().any(|word| name.contains(word.as_str()))
    }

    fn file(&self, name: &str, text: &str) -> PathBuf {
        let path = self.folder.join(name);
        std::fs::write(&path, text).unwrap();
        path
    }

    /// Prints a row that compares our program with the baseline; `same` compares their outputs. A
    /// question is the name of the row and its target.
    fn compare(
        &self,
        question: (&str, &str),
        times: usize,
        ours: (&[&str], Option<&Path>),
        theirs: (&[&str], Option<&Path>),
        same: impl Fn(&str, &str) -> bool,
    ) {
        self.compare_with(self.baselines.as_ref(), question, times, ours, theirs, same);
    }

    fn compare_with(
        &self,
        baselines: Option<&PathBuf>,
        (name, asked): (&str, &str),
        times: usize,
        ours: (&[&str], Option<&Path>),
        theirs: (&[&str], Option<&Path>),
        same: impl Fn(&str, &str) -> bool,
    ) {
        let Some(baselines) = baselines else {
            println!("| {name} | no C++ compiler | | | {asked} |");
            return;
        };
        let (mut our, mut their): (Option<Run>, Option<Run>) = (None, None);
        for _ in 0..times {
            // The programs run alternately, so that noise affects both.
            let next = run(baselines, theirs.0, theirs.1);
            if their.as_ref().is_none_or(|it| next.time < it.time) {
                their = Some(next);
            }
            let next = run(&self.gspec, ours.0, ours.1);
            if our.as_ref().is_none_or(|it| next.time < it.time) {
                our = Some(next);
            }
        }
        let (our, their) = (our.unwrap(), their.unwrap());
        assert!(same(&our.out, &their.out), "{name}: the answers differ");
        let ratio = their.time.as_secs_f64() / our.time.as_secs_f64();
        println!(
            "| {name} | {:.2} s | {:.2} s | {ratio:.2}× | {asked} |",
            our.time.as_secs_f64(),
            their.time.as_secs_f64()
        );
    }
}

fn chomp(bench: &Bench) {
    let spec = "game chomp(rows: [nat]) {
  move bite(r in indices(rows), c in 0..rows[r]) when not (r == 0 and c == 0)
    -> chomp([if i < r then rows[i] else min(rows[i], c) for i in indices(rows)])
}\n";
    let mut shapes = String::new();
    fn all(rows: &mut Vec<u64>, top: u64, shapes: &mut String) {
        if rows.len() == 6 {
            if rows[0] > 0 {
                let row: Vec<String> = rows.iter().map(u64::to_string).collect();
                writeln!(shapes, "{}", row.join(" ")).unwrap();
            }
            return;
        }
        for row in 0..=top {
            rows.push(row);
            all(rows, row, shapes);
            rows.pop();
        }
    }
    all(&mut Vec::new(), 16, &mut shapes);
    let (spec, shapes) = (bench.file("chomp.game", spec), bench.file("shapes.txt", &shapes));
    let ours = [
        "query",
        spec.to_str().unwrap(),
        "chomp(line)",
        "--as",
        "win",
        "--engine",
        "graph",
        "--threads",
        "1",
    ];
    let lost = |out: &str, losing: &str| {
        out.lines().filter(|line| *line == "0").count() == losing.trim().parse::<usize>().unwrap()
    };
    let name = "Chomp, outcomes of all shapes in 6 by 16, 1 thread";
    bench.compare((name, "at least 1×"), 7, (&ours, Some(&shapes)), (&["chomp", "6", "16"], None), lost);
}

fn node_kayles(bench: &Bench) {
    let mut edges = String::new();
    for cell in 0..49 {
        if cell % 7 < 6 {
            writeln!(edges, "{cell} {}", cell + 1).unwrap();
        }
        if cell < 42 {
            writeln!(edges, "{cell} {}", cell + 7).unwrap();
        }
    }
    bench.file("grid.edges", &edges);
    let spec = "param P: graph = load undirected \"grid.edges\"
let board = vertices(P)
game kayles(live: {vertex}) {
  move take(v in live) -> sum(kayles(c) for c in components(P, live - {v} - neighbours(P, v)))
}\n";
    let (spec, line) = (bench.file("kayles.game", spec), bench.file("one.txt", "0\n"));
    for (name, threads, asked) in [("1 thread", "1", ""), ("2 threads", "2", "at least 0.5×")] {
        let limits = ["--threads", threads, "--limit-positions", "100000000"];
        let ours = [
            &["query", spec.to_str().unwrap(), "if n == 0 then kayles(board) else 0", "--as", "sg"][..],
            &limits,
        ];
        let same = |ours: &str, theirs: &str| ours.trim() == theirs.trim();
        let name = format!("node Kayles on a grid of 7 by 7, {name}");
        let theirs: (&[&str], Option<&Path>) = (&["node-kayles-grid", "7", "7"], None);
        bench.compare((&name, asked), 1, (&ours.concat(), Some(&line)), theirs, same);
    }
}

/// The number of components of five heaps of at most 24.
const FIVE: u64 = 25 * 25 * 25 * 25 * 25;

fn five_heaps(bench: &Bench) {
    let heaps = ["a", "b", "c", "d", "e"];
    let changed = |down: &[usize]| {
        let heap =
            |at: usize| if down.contains(&at) { format!("{} - k", heaps[at]) } else { heaps[at].into() };
        (0..5).map(heap).collect::<Vec<String>>().join(", ")
    };
    for (name, most) in
        [("one, or one from each of two neighbours", 1), ("one or two, or one from each of two", 2)]
    {
        let mut spec = "game five(a: nat, b: nat, c: nat, d: nat, e: nat) {\n".to_string();
        for at in 0..5 {
            let heap = heaps[at];
            writeln!(spec, "  move one{at}(k in 1..=min({heap}, {most})) -> five({})", changed(&[at]))
                .unwrap();
            if at < 4 {
                let next = heaps[at + 1];
                let both = changed(&[at, at + 1]);
                writeln!(spec, "  move two{at}(k in 1..=min({heap}, {next}, 1)) -> five({both})").unwrap();
            }
        }
        spec.push_str("}\n");
        let (spec, line) = (bench.file("five.game", &spec), bench.file("five.txt", "24 24 24 24 24\n"));
        let forced = ["--engine", "graph", "--threads", "1"];
        let ours =
            [&["query", spec.to_str().unwrap(), "five(a, b, c, d, e)", "--as", "sg"][..], &forced].concat();
        let run = fastest(2, &bench.gspec, &ours, Some(&line));
        let rate = FIVE as f64 / run.time.as_secs_f64() / 1e6;
        println!(
            "| five linked heaps, take {name}: {FIVE} values, 1 thread | {:.2} s | {rate:.2} million a second | {} bytes a component | at least 2 million a second, at most 40 bytes |",
            run.time.as_secs_f64(),
            run.memory / FIVE
        );
    }
}

fn large_graph(bench: &Bench) {
    const VERTICES: u64 = 10_000_000;
    let path = bench.folder.join("large.edges");
    let mut out = BufWriter::new(File::create(&path).unwrap());
    let (mut numbers, mut edges) = (Numbers(88_172_645_463_325_252), 0u64);
    for vertex in 0..VERTICES {
        if vertex % 16 == 0 {
            writeln!(out, "{vertex}").unwrap();
            continue;
        }
        // The vertices that do not stand alone have 16/3 edges on average: fifty million in all.
        for _ in 0..5 + u64::from(vertex % 3 == 0) {
            writeln!(out, "{vertex} {}", numbers.below(VERTICES)).unwrap();
            edges += 1;
        }
    }
    out.flush().unwrap();
    let spec = "param G: graph = load \"large.edges\"
loopy game walk(v: vertex) { move step(w in out(G, v)) -> walk(w) }\n";
    let spec = bench.file("walk.game", spec);
    let summary = ["--value", "outcome", "--format", "summary", "--threads", "1"];
    let ours = [&["table", spec.to_str().unwrap(), "walk(v)", "v=0..10000000"][..], &summary].concat();
    let run = fastest(1, &bench.gspec, &ours, None);
    println!(
        "| outcomes of a graph of {VERTICES} vertices and {edges} edges from a file, 1 thread | {:.1} s | | {:.2} GiB | under 20 s and 1.5 GiB |",
        run.time.as_secs_f64(),
        run.memory as f64 / (1u64 << 30) as f64
    );
    std::fs::remove_file(&path).unwrap();
}

fn queries(bench: &Bench) {
    let mut numbers = Numbers(42);
    let mut lines = String::new();
    for _ in 0..500_000 {
        let heaps: Vec<String> = (0..5).map(|_| numbers.below(10_001).to_string()).collect();
        writeln!(lines, "{}", heaps.join(" ")).unwrap();
    }
    let lines = bench.file("heaps.txt", &lines);
    let spec = bench.file("take.game", "game take(n: nat) = take {1, 3, 4}\n");
    let ours = ["query", spec.to_str().unwrap(), "sum(take(h) for h in line)", "--threads", "1"];
    let same = |ours: &str, theirs: &str| ours.replace('N', "W").replace('P', "L") == theirs;
    let theirs = ["heap-queries", "1", "3", "4"];
    bench.compare(
        ("500,000 lines of five heaps, 1 thread", "at least 1.5×"),
        5,
        (&ours, Some(&lines)),
        (&theirs, Some(&lines)),
        same,
    );
}

/// Random pairs of heaps, every second one lost, so that both answers come.
fn wythoff_queries(bench: &Bench) {
    let mut numbers = Numbers(7);
    let mut lines = String::new();
    for at in 0..1_000_000 {
        let difference = numbers.below(380_000_000);
        let (a, b) = match at % 2 {
            0 => (numbers.below(1_000_000_000), numbers.below(1_000_000_000)),
            // The lost pair with this difference, computed exactly.
            _ => {
                let lower = (difference + (5 * u128::from(difference).pow(2)).isqrt() as u64) / 2;
                (lower, lower + difference)
            }
        };
        writeln!(lines, "{a} {b}").unwrap();
    }
    let lines = bench.file("pairs.txt", &lines);
    let spec = concat!(env!("CARGO_MANIFEST_DIR"), "/specs/wythoff.game");
    let ours = ["query", spec, "wythoff(a, b)", "--threads", "1"];
    // The baseline uses doubles, which are wrong for some pairs: up to 100 lines may differ.
    let same = |ours: &str, theirs: &str| {
        let differing =
            ours.lines().zip(theirs.lines()).filter(|(a, b)| (*a == "P") != (*b == "L" || *b == "0"));
        ours.lines().count() == theirs.lines().count() && differing.count() <= 100
    };
    bench.compare(
        ("1,000,000 Wythoff pairs, 1 thread", "at least 1.5×"),
        5,
        (&ours, Some(&lines)),
        (&["wythoff-queries"], Some(&lines)),
        same,
    );
}

/// Whether the checksum of our summary is the first word that the other program prints.
fn same_checksum(ours: &str, theirs: &str) -> bool {
    let checksum = theirs.split_whitespace().next().unwrap();
    ours.contains(&format!("\"checksum\":{checksum}}}"))
}

/// Five small fields with odd guards, 25^5 components.
fn strange(bench: &Bench) {
    let spec = "game strange(a: 0..=24, b: 0..=24, c: 0..=24, d: 0..=24, e: 0..=24) {
  move one(k in 1..=min(a, 3)) when (b + k) mod 3 != 1 -> strange(a - k, b, c, d, e)
  move two(k in 1..=min(b, 3)) when c > d or even(k + e) -> strange(a, b - k, c, d, e)
  move three(k in 1..=min(c, 2)) when a + b > c -> strange(a, b, c - k, min(d + 1, 24), e)
  move four(k in 1..=min(d, e)) when k * k <= c + 1 -> strange(a, b, c, d - k, e - k)
  move five when e > 0 and (a xor b) mod 2 == d mod 2 -> strange(a, b, c, d, e div 2)
}\n";
    let spec = bench.file("strange.game", spec);
    let (path, last) = (spec.to_str().unwrap(), bench.file("last.txt", "24 24 24 24 24\n"));
    let forced = ["--engine", "dense", "--threads", "1"];
    let ours = [&["query", path, "strange(a, b, c, d, e)", "--as", "sg"][..], &forced].concat();
    let same = |ours: &str, theirs: &str| theirs.split_whitespace().nth(1) == Some(ours.trim());
    let theirs: (&[&str], Option<&Path>) = (&["strange", "25"], None);
    let name = "five small fields with odd guards, 9.8 million values, the last one asked, 1 thread";
    bench.compare_with(
        bench.arrays.as_ref(),
        (name, "at most 1.3 times its time: 0.77×"),
        9,
        (&ours, Some(&last)),
        theirs,
        same,
    );
    let ranges = ["a=0..=24", "b=0..=24", "c=0..=24", "d=0..=24", "e=0..=24", "--format", "summary"];
    let ours = [&["table", path, "strange(a, b, c, d, e)"][..], &ranges, &forced].concat();
    let name = "five small fields with odd guards, all 9.8 million values as a table";
    bench.compare_with(
        bench.arrays.as_ref(),
        (name, "at most 1.3 times its time: 0.77×"),
        9,
        (&ours, None),
        theirs,
        same_checksum,
    );
}

/// Linked heaps: k from one, at most k from another; heaps of 0 to 399, 0 to 399, and 0 or 1.
fn linked(bench: &Bench) {
    let mut spec = "game linked(a: nat, b: nat, c: nat) {\n".to_string();
    for (from, to) in [("a", "b"), ("a", "c"), ("b", "a"), ("b", "c"), ("c", "a"), ("c", "b")] {
        let heap = |name: &str| match name {
            name if name == from => format!("{name} - k"),
            name if name == to => format!("{name} - j"),
            name => name.to_string(),
        };
        let (a, b, c) = (heap("a"), heap("b"), heap("c"));
        writeln!(spec, "  move {from}{to}(k in 1..={from}, j in 0..=min(k, {to})) -> linked({a}, {b}, {c})")
            .unwrap();
    }
    spec.push_str("}\n");
    let spec = bench.file("linked.game", &spec);
    let ours = [
        &["table", spec.to_str().unwrap(), "linked(a, b, c)", "a=0..400", "b=0..400", "c=0..2"][..],
        &["--value", "outcome", "--format", "summary", "--engine", "dense", "--threads", "1"],
    ];
    let name = "linked heaps, outcomes on 400 by 400 by 2, 1 thread";
    let theirs: (&[&str], Option<&Path>) = (&["linked", "400", "2"], None);
    bench.compare_with(
        bench.arrays.as_ref(),
        (name, "at least 1×"),
        2,
        (&ours.concat(), None),
        theirs,
        same_checksum,
    );
}

/// Runs one benchmark and prints its rows.
type Row = fn(&Bench);

fn main() {
    let bench = Bench::new();
    println!("| question | gspec | baseline | ratio | target |\n| --- | --- | --- | --- | --- |");
    let rows: [(&str, Row); 8] = [
        ("chomp", chomp),
        ("queries", queries),
        ("wythoff", wythoff_queries),
        ("strange", strange),
        ("linked", linked),
        ("five", five_heaps),
        ("kayles", node_kayles),
        ("graph", large_graph),
    ];
    for (name, row) in rows {
        if bench.wanted(name) {
            row(&bench);
        }
    }
}
