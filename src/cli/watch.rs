//! `gspec check --watch`: checks again whenever a spec, or a file that it reads, is saved.

use super::OK;
use super::arguments::{Check, CheckFormat};
use super::check::{self, Again, Done, Way};
use super::files::{self, Disk};
use super::form;
use super::limits;
use super::origin::{self, Origin};
use super::output::Output;
use crate::pipeline::Kept;
use crate::source::Loader;
use crate::variants::sweep::fingerprint;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Mutex;
use std::time::{Duration, SystemTime};

/// How long to wait before the stamps of the files are read again.
const PAUSE: Duration = Duration::from_millis(30);

/// A stamp that changes when a file is written: its time and length. `None` if the file cannot be read.
type Stamp = Option<(SystemTime, u64)>;

/// Reads from the disk, and records every requested file: its stamp before reading, and a
/// fingerprint of its content, or why it cannot be read.
#[derive(Default)]
struct Noting {
    files: Mutex<BTreeMap<String, (Stamp, String)>>,
}

impl Noting {
    /// The names and fingerprints of all files, as one text that changes with any of them.
    fn contents(&self) -> String {
        let files = self.files.lock();
        let all =
            files.map(|files| files.iter().map(|(name, (_, text))| format!("{name} {text}\n")).collect());
        all.unwrap_or_default()
    }
}

impl Loader for Noting {
    fn resolve(&self, from: &str, path: &str) -> String {
        Disk.resolve(from, path)
    }

    fn read(&self, name: &str) -> Result<Vec<u8>, String> {
        let before = stamp(name);
        let read = Disk.read(name);
        let content = match &read {
            Ok(bytes) => fingerprint(bytes),
            Err(reason) => reason.clone(),
        };
        if let Ok(mut files) = self.files.lock() {
            files.insert(name.to_string(), (before, content));
        }
        read
    }
}

/// A spec that is watched, with the results of its last check.
#[derive(Default)]
struct Watched {
    /// The stamps of the files that the last check read, as they were before it read them.
    stamps: BTreeMap<String, Stamp>,
    kept: Kept,
    status: u8,
}

impl Watched {
    fn has_changed(&self) -> bool {
        self.stamps.is_empty() || self.stamps.iter().any(|(name, before)| stamp(name) != *before)
    }

    /// Checks the spec, and returns the report.
    fn check(
        &mut self,
        command: &Check,
        format: CheckFormat,
        output: &Output,
        spec: &str,
    ) -> Result<Done, String> {
        let loader = Noting::default();
        // A write while the spec is read counts as a change.
        let mut stamps = BTreeMap::from([(spec.to_string(), stamp(spec))]);
        let again = Again { loader: &loader, contents: &|| Some(loader.contents()), kept: &mut self.kept };
        let way = Way { format, style: check::style(output) };
        let done = check::one(command, way, spec, false, again)?;
        let files = loader.files.into_inner().unwrap_or_default();
        stamps.extend(files.into_iter().map(|(name, (stamp, _))| (name, stamp)));
        self.stamps = stamps;
        self.status = done.status;
        Ok(done)
    }
}

fn stamp(name: &str) -> Stamp {
    let data = std::fs::metadata(name).ok()?;
    Some((data.modified().ok()?, data.len()))
}

/// Checks repeatedly until an interrupt, or until the output is closed. The exit status is the
/// worst among the last checks of all specs.
pub fn run(command: &Check, output: &mut Output) -> u8 {
    let answer = watch(command, output);
    output.status(answer)
}

fn watch(command: &Check, output: &mut Output) -> Result<u8, String> {
    if let Some(path) = command.paths.iter().find(|path| !matches!(Origin::of(path), Origin::File)) {
        return Err(format!("`--watch` needs a file, not {}; save the spec to a file", origin::name(path)));
    }
    let format = form::chosen(command.output.as_deref(), command.format)?;
    if command.output.is_some() || format == CheckFormat::Svg {
        return Err(
            "`--watch` writes to the terminal each time; leave out `--output` and `--format svg`".to_string()
        );
    }
    if format == CheckFormat::Sarif {
        return Err("`--watch` has no end, and SARIF is one document; use `--format json`".to_string());
    }
    let mut watched: BTreeMap<String, Watched> = BTreeMap::new();
    let mut rounds = 0u64;
    loop {
        let specs = files::specs(&command.paths).unwrap_or_else(|_| watched.keys().cloned().collect());
        let specs = if specs.is_empty() { command.paths.clone() } else { specs };
        watched.retain(|name, _| specs.contains(name));
        let changed: Vec<&String> =
            specs.iter().filter(|spec| watched.get(*spec).is_none_or(Watched::has_changed)).collect();
        if !changed.is_empty() {
            begin_round(format, output, rounds);
            rounds += 1;
        }
        for (at, spec) in changed.iter().enumerate() {
            let it = watched.entry((*spec).clone()).or_default();
            let done = it.check(command, format, output, spec)?;
            if limits::interrupted() {
                break;
            }
            check::tell(format, &done, at == 0, output);
            match it.kept.reused() {
                0 => {}
                1 => output.note("1 unchanged claim was not checked again"),
                reused => output.note(&format!("{reused} unchanged claims were not checked again")),
            }
        }
        if !changed.is_empty() && !limits::interrupted() {
            output.note(&format!("watching {}; Ctrl-C ends it", files_of(&watched)));
        }
        if limits::interrupted() || !output.flush() {
            return Ok(watched.values().map(|it| it.status).fold(OK, check::worse));
        }
        std::thread::sleep(PAUSE);
    }
}

/// Separates the output of a new round from the one before.
fn begin_round(format: CheckFormat, output: &mut Output, rounds: u64) {
    if rounds == 0 || format != CheckFormat::Text {
        return;
    }
    match output.is_terminal() {
        true => output.result("\u{1b}[2J\u{1b}[3J\u{1b}[H"),
        false => output.result("\n"),
    }
}

/// How many files are watched, in words.
fn files_of(watched: &BTreeMap<String, Watched>) -> String {
    let names: BTreeSet<&String> = watched.values().flat_map(|it| it.stamps.keys()).collect();
    match names.len() {
        1 => "1 file".to_string(),
        count => format!("{count} files"),
    }
}
