//! What tests share: running the program, checking a spec in this process, temporary folders, the files of the corpus, and random
//! numbers.

use super::share::{cases, is_all, share};
use gspec::claim::Evidence;
use gspec::diagnostic::Diagnostic;
use gspec::diagnostic::render::{Style, text};
use gspec::pipeline::{self, CheckOptions, Checked, Setting};
use gspec::position::{Budget, Limit};
use gspec::report::{CheckStyle, CheckView, Detail, check_text};
use gspec::source::{Loader, NoFiles, Sources};
use serde_json::Value;
use std::collections::HashMap;
use std::io::{Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

/// The result of a run of the program.
#[derive(Debug)]
pub struct Run {
    /// The exit status; -1 when a signal ended it, -2 when it hung.
    pub status: i32,
    /// How long it ran.
    pub took: Duration,
    /// Standard output.
    pub out: String,
    /// Standard error.
    pub err: String,
}

impl Run {
    /// Demands an exit status.
    #[track_caller]
    pub fn status(self, wanted: i32) -> Run {
        assert_eq!(self.status, wanted, "exit status\n--- stdout\n{}\n--- stderr\n{}", self.out, self.err);
        self
    }

    /// Demands words on standard output.
    #[track_caller]
    pub fn out(self, wanted: &str) -> Run {
        assert!(
            self.out.contains(wanted),
            "stdout has no {wanted:?}:\n{}\n--- stderr\n{}",
            self.out,
            self.err
        );
        self
    }

    /// Demands words on standard error.
    #[track_caller]
    pub fn err(self, wanted: &str) -> Run {
        assert!(
            self.err.contains(wanted),
            "stderr has no {wanted:?}:\n{}\n--- stdout\n{}",
            self.err,
            self.out
        );
        self
    }

    /// Demands that nothing came on standard error.
    #[track_caller]
    pub fn quiet(self) -> Run {
        assert_eq!(self.err, "", "stderr should be empty");
        self
    }

    /// Standard output as lines of JSON.
    #[track_caller]
    pub fn json(&self) -> Vec<Value> {
        let read = |line| serde_json::from_str(line).unwrap_or_else(|error| panic!("{error}: {line}"));
        self.out.lines().map(read).collect()
    }
}

/// How long the program may take before it counts as hung.
const PATIENCE: Duration = Duration::from_secs(120);

/// The program, about to be run in a folder.
pub fn program(folder: &Path, arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_gspec"));
    command.args(arguments).current_dir(folder);
    command.env_remove("NO_COLOR").env_remove("COLUMNS");
    command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

/// Runs a prepared command, gives it bytes to read, and waits for it; a hung one is ended.
#[track_caller]
pub fn finish(mut command: Command, input: &[u8]) -> Run {
    if !input.is_empty() {
        command.stdin(Stdio::piped());
    }
    let mut child = command.spawn().unwrap();
    let stdin = child.stdin.take();
    let input = input.to_vec();
    std::thread::spawn(move || {
        if let Some(mut stdin) = stdin {
            let _ = stdin.write_all(&input);
        }
    });
    let out = collect(child.stdout.take());
    let err = collect(child.stderr.take());
    let begin = Instant::now();
    let status = wait(&mut child);
    Run { status, took: begin.elapsed(), out: out.join().unwrap(), err: err.join().unwrap() }
}

fn collect<T: Read + Send + 'static>(pipe: Option<T>) -> std::thread::JoinHandle<String> {
    std::thread::spawn(move || {
        let mut bytes = Vec::new();
        if let Some(mut pipe) = pipe {
            pipe.read_to_end(&mut bytes).unwrap();
        }
        String::from_utf8(bytes).expect("the program writes UTF-8")
    })
}

/// The exit status of a program; one that takes too long is ended.
pub fn wait(child: &mut Child) -> i32 {
    let begin = Instant::now();
    loop {
        if let Some(status) = child.try_wait().unwrap() {
            return status.code().unwrap_or(-1);
        }
        if begin.elapsed() > PATIENCE {
            let _ = child.kill();
            let _ = child.wait();
            return -2;
        }
        std::thread::sleep(Duration::from_millis(2));
    }
}

/// A folder of specs that is gone after the test.
pub struct Folder(tempfile::TempDir);

impl Folder {
    /// An empty folder.
    pub fn new() -> Folder {
        Folder(tempfile::tempdir().unwrap())
    }

    /// A folder with a single spec, `game.game`.
    pub fn with(text: &str) -> Folder {
        Folder::new().and("game.game", text)
    }

    /// This folder with one more file.
    pub fn and(self, name: &str, content: impl AsRef<[u8]>) -> Folder {
        let path = self.path(name);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, content).unwrap();
        self
    }

    /// The path of a file.
    pub fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    /// The text of a file.
    pub fn text(&self, name: &str) -> String {
        std::fs::read_to_string(self.path(name)).unwrap()
    }

    /// The names of its files and folders, sorted.
    pub fn names(&self) -> Vec<String> {
        let entries = std::fs::read_dir(self.0.path()).unwrap();
        let mut names: Vec<_> =
            entries.map(|entry| entry.unwrap().file_name().to_string_lossy().to_string()).collect();
        names.sort();
        names
    }

    /// Runs the program here.
    #[track_caller]
    pub fn run(&self, arguments: &[&str]) -> Run {
        finish(program(self.0.path(), arguments), b"")
    }

    /// Runs the program here with `input` on standard input.
    #[track_caller]
    pub fn feed(&self, arguments: &[&str], input: impl AsRef<[u8]>) -> Run {
        finish(program(self.0.path(), arguments), input.as_ref())
    }
}

/// The folder of the package.
pub fn root() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
}

/// Runs the program in the folder of the package.
#[track_caller]
pub fn gspec(arguments: &[&str]) -> Run {
    finish(program(&root(), arguments), b"")
}

/// All files with an extension below a folder of the package, sorted by path.
pub fn files(folder: &str, extension: &str) -> Vec<PathBuf> {
    fn walk(folder: &Path, extension: &str, found: &mut Vec<PathBuf>) {
        for entry in std::fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                walk(&path, extension, found);
            } else if path.extension().is_some_and(|it| it == extension) {
                found.push(path);
            }
        }
    }
    let mut found = Vec::new();
    walk(&root().join(folder), extension, &mut found);
    found.sort();
    assert!(!found.is_empty(), "no .{extension} file below {folder}");
    found
}

/// All specs of the corpus with their names.
pub fn corpus() -> Vec<(String, String)> {
    let named = |path: PathBuf| (path.display().to_string(), std::fs::read_to_string(&path).unwrap());
    files("specs", "game").into_iter().map(named).collect()
}

/// The results for each spec of a sample of the corpus, on all cores, and whether the sample is complete:
/// `GSPEC_MUTATIONS_OF=flower,kayles` selects all specs with such names only.
pub fn in_specs<T: Send>(one_in: usize, find: impl Fn(&str, &str) -> T + Sync) -> (Vec<T>, bool) {
    let only = std::env::var("GSPEC_MUTATIONS_OF").ok();
    let meant = |name: &str| only.as_deref().is_none_or(|only| only.split(',').any(|it| name.contains(it)));
    let specs: Vec<_> = corpus().into_iter().filter(|(name, _)| meant(name)).collect();
    let specs = if only.is_some() { specs } else { share(specs, one_in) };
    let (next, all) = (AtomicUsize::new(0), Mutex::new(Vec::new()));
    std::thread::scope(|scope| {
        for _ in 0..std::thread::available_parallelism().map_or(1, usize::from) {
            scope.spawn(|| {
                while let Some((name, text)) = specs.get(next.fetch_add(1, Ordering::Relaxed)) {
                    let found = find(name, text);
                    all.lock().unwrap().push(found);
                }
            });
        }
    });
    (all.into_inner().unwrap(), only.is_none() && is_all())
}

/// How many times to try: the value of an environment variable, or else `all`, or `sample` in a sample.
pub fn tries(variable: &str, all: u32, sample: u32) -> usize {
    let asked = std::env::var(variable).ok().and_then(|it| it.parse().ok());
    asked.unwrap_or_else(|| cases(all, sample) as usize)
}

/// Files that exist only here.
#[derive(Debug, Default)]
pub struct Memory(pub HashMap<String, Vec<u8>>);

impl Loader for Memory {
    fn resolve(&self, _from: &str, path: &str) -> String {
        path.to_string()
    }

    fn read(&self, name: &str) -> Result<Vec<u8>, String> {
        self.0.get(name).cloned().ok_or_else(|| "there is no such file".to_string())
    }
}

/// The limits of a check in this process.
#[derive(Debug, Clone, Copy)]
pub struct Allowance {
    /// The limit of time.
    pub time: Duration,
    /// The limit of positions.
    pub positions: u64,
}

/// Limits that suffice for every spec that has to be answered.
pub const PLENTY: Allowance = Allowance { time: Duration::from_secs(60), positions: 2_000_000 };
/// Low limits, for specs that only have to end with a proper message.
pub const LITTLE: Allowance = Allowance { time: Duration::from_millis(100), positions: 400 };

/// Checks a spec in this process, and renders the result, so that rendering is tested too.
pub fn check_with(
    text: &str,
    settings: &[(&str, &str)],
    loader: &dyn Loader,
    allowance: Allowance,
) -> Checked {
    let begin = Instant::now();
    let stop = move || (begin.elapsed() > allowance.time).then_some(Limit::Time);
    let budget = Budget::new(&stop, allowance.positions);
    let mut sources = Sources::default();
    let root = sources.add("test.game", text);
    let setting = |(name, value): &(&str, &str)| Setting { name: name.to_string(), value: value.to_string() };
    let settings: Vec<Setting> = settings.iter().map(setting).collect();
    let opened = pipeline::open(sources, root, &settings, loader, &budget);
    let explore = usize::try_from(allowance.positions).ok();
    let options = CheckOptions { explore, ..CheckOptions::default() };
    let checked = pipeline::check(opened, &budget, options);
    let view = CheckView::new("test.game", &checked);
    let _ = (
        check_text(&view, CheckStyle { colour: false, width: 100, detail: Detail::Verbose }),
        serde_json::to_string(&view).unwrap(),
    );
    let _ = rendered(&checked.diagnostics, &checked.opened.sources);
    checked
}

/// Checks a spec that stands alone.
pub fn check(text: &str) -> Checked {
    check_with(text, &[], &NoFiles, PLENTY)
}

/// Demands that every claim of a spec is proved.
#[track_caller]
pub fn proved(text: &str) {
    let checked = check(text);
    let told = rendered(&checked.diagnostics, &checked.opened.sources);
    let all = checked.verdicts.iter().all(|it| matches!(it.evidence, Evidence::Proved { .. }));
    assert!(checked.ok() && all && !checked.verdicts.is_empty(), "{text}\n{told}");
}

/// The first 20 diagnostics as a person sees them.
pub fn rendered(diagnostics: &[Diagnostic], sources: &Sources) -> String {
    diagnostics.iter().take(20).map(|it| text(it, sources, Style::default())).collect()
}

/// The codes of the diagnostics.
pub fn codes(checked: &Checked) -> Vec<&'static str> {
    checked.diagnostics.iter().map(|it| it.code.name()).collect()
}

/// Random numbers, equal in every run (xorshift).
pub struct Chance(pub u64);

impl Chance {
    /// A number below a bound.
    pub fn below(&mut self, bound: u64) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0 % bound
    }
}
