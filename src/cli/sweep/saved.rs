//! The file in which `gspec sweep --resume` keeps finished rows.
//!
//! The file holds a line with the header, then one line for each row; a checksum precedes each line.
//! Opening the file removes an incomplete last row; apart from that, the file is only appended to. A
//! kill in the middle of a row loses only that row. A file that is damaged elsewhere, or belongs to
//! another sweep, is left unchanged.

use crate::cli::files::{self, Recorded};
use crate::cli::sink::cannot_write;
use crate::cli::sweep_arguments::Sweep;
use crate::diagnostic::Code;
use crate::pipeline::Over;
use crate::report::sweep::SweepRow;
use crate::variants::sweep::{Plan, Show, fingerprint};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::fs::{File, OpenOptions};
use std::io::Write;
use std::path::Path;

/// The version of the file's format.
const FORM: u32 = 1;

/// The sweep that a file of rows belongs to.
#[derive(Debug, Clone, Serialize, Deserialize, PartialEq)]
pub struct Header {
    /// The version of the file's format.
    pub sweep: u32,
    /// The version of gspec that wrote the file.
    pub gspec: String,
    /// A fingerprint of the spec and of all files that it reads.
    pub spec: String,
    /// The options `--set`, as typed.
    pub set: Vec<String>,
    /// The options `--over`, as typed.
    pub over: Vec<String>,
    /// The names of the parameters of `--over`.
    pub parameters: Vec<String>,
    /// How many combinations of values the parameters have.
    pub count: u64,
    /// The pattern, if the sweep has one.
    pub pattern: Option<String>,
    /// The ranges of the pattern's variables.
    pub ranges: Vec<String>,
    /// The names of the columns.
    pub show: Vec<String>,
    /// The option `--bound`, or the default of a picture, if there is one; and the time limit for a
    /// proof in microseconds.
    pub bound: (Option<u64>, u64),
    /// The name of the engine.
    pub engine: String,
    /// The part of the sweep, counted from 1, and the number of parts; `None` without `--shard`.
    pub shard: Option<(u64, u64)>,
}

impl Header {
    /// Creates the header of a sweep.
    pub fn new(
        command: &Sweep,
        over: &Over,
        plan: &Plan,
        loader: &Recorded,
        shard: Option<(u64, u64)>,
    ) -> Header {
        Header {
            sweep: FORM,
            gspec: env!("CARGO_PKG_VERSION").to_string(),
            spec: spec(over, loader),
            set: command.common.set.clone(),
            over: command.over.clone(),
            parameters: over.parameters.iter().map(|it| it.name().to_string()).collect(),
            count: over.count().unwrap_or(0),
            pattern: plan.pattern.clone(),
            ranges: plan.wish.ranges.iter().map(|it| it.text()).collect(),
            show: plan.shows.iter().map(|show| show.name().to_string()).collect(),
            bound: (plan.wish.bound, plan.wish.prove_time),
            engine: plan.wish.engine.name().to_string(),
            shard,
        }
    }

    /// Returns the columns, without names that this version does not know.
    pub fn shows(&self) -> Vec<Show> {
        self.show.iter().filter_map(|name| Show::find(name)).collect()
    }

    /// Names the first difference from another header, if there is one. Shards are not compared.
    pub fn differs(&self, other: &Header) -> Option<&'static str> {
        let same = [
            ("the file format", self.sweep == other.sweep),
            ("the version of gspec", self.gspec == other.gspec),
            ("the spec", self.spec == other.spec),
            ("--set", self.set == other.set),
            ("--over", self.over == other.over && self.count == other.count),
            ("the pattern", self.pattern == other.pattern && self.ranges == other.ranges),
            ("--show", self.show == other.show),
            ("--bound or --prove-time", self.bound == other.bound),
            ("--engine", self.engine == other.engine),
        ];
        same.into_iter().find(|it| !it.1).map(|it| it.0)
    }
}

/// A fingerprint of the spec, of the files that it imports, and of the files that it loads.
fn spec(over: &Over, loader: &Recorded) -> String {
    let mut all = String::new();
    for file in over.opened.modules.iter().flat_map(|it| &it.files) {
        let text = &over.opened.sources.get(file.file).text;
        all.push_str(&format!("{}\n{text}\n", text.len()));
    }
    for digest in loader.digests() {
        all.push_str(&format!("{digest}\n"));
    }
    fingerprint(all.as_bytes())
}

/// A row with the index of its combination, as a line of the file.
#[derive(Serialize, Deserialize)]
struct Line {
    index: u64,
    #[serde(flatten)]
    row: SweepRow,
}

/// A file to which rows are appended.
#[derive(Debug)]
pub struct Saved {
    path: String,
    file: File,
    /// The number of bytes in the file.
    bytes: u64,
}

/// The rows of a file, by the indices of their combinations.
pub type Rows = BTreeMap<u64, SweepRow>;

impl Saved {
    /// Opens a file for a sweep. Returns the rows that it contains, and the file for further rows.
    /// Creates the file if it does not exist or is empty.
    pub fn open(path: &str, header: &Header) -> Result<(Rows, Saved), String> {
        let exists = Path::new(path).metadata().is_ok_and(|it| it.len() > 0);
        let open = || OpenOptions::new().append(true).create(true).open(path);
        if !exists {
            let file = open().map_err(|error| cannot_write(path, &error))?;
            let mut saved = Saved { path: path.to_string(), file, bytes: 0 };
            saved.append(&json(header)?)?;
            return Ok((Rows::new(), saved));
        }
        let (found, rows, whole) = read(path)?;
        if let Some(what) = found.differs(header) {
            return Err(format!(
                "{}: `{path}` was saved with another value of: {what}; name another file",
                Code::G503
            ));
        }
        if found.shard != header.shard {
            return Err(format!(
                "{}: `{path}` was saved with another `--shard`; name another file",
                Code::G503
            ));
        }
        let file = open().map_err(|error| cannot_write(path, &error))?;
        // An incomplete last row is removed.
        file.set_len(whole).map_err(|error| cannot_write(path, &error))?;
        Ok((rows, Saved { path: path.to_string(), file, bytes: whole }))
    }

    /// Appends a row; an error if something else has changed the length of the file.
    pub fn save(&mut self, index: u64, row: &SweepRow) -> Result<(), String> {
        self.append(&json(&Line { index, row: row.clone() })?)
    }

    fn append(&mut self, text: &str) -> Result<(), String> {
        let length = self.file.metadata().map_err(|error| cannot_write(&self.path, &error))?.len();
        if length != self.bytes {
            return Err(format!("something else writes to `{}`", self.path));
        }
        let line = format!("{} {text}\n", fingerprint(text.as_bytes()));
        self.file.write_all(line.as_bytes()).map_err(|error| cannot_write(&self.path, &error))?;
        self.bytes += line.len() as u64;
        Ok(())
    }
}

fn json<T: Serialize>(value: &T) -> Result<String, String> {
    serde_json::to_string(value).map_err(|error| format!("a row cannot be saved: {error}"))
}

/// Reads a file: its header, its rows, and its length in bytes up to the end of the last undamaged
/// line. Damage elsewhere than in the last line is an error.
pub fn read(path: &str) -> Result<(Header, Rows, u64), String> {
    let bytes = files::read(path).map_err(|why| format!("{}: cannot read `{path}`: {why}", Code::G104))?;
    let foreign = || {
        format!(
            "{}: `{path}` was not written by `gspec sweep --resume`; name a file that `--resume` wrote",
            Code::G503
        )
    };
    let damaged =
        |line: usize| format!("{}: `{path}` is damaged in line {line}; name another file", Code::G503);
    let whole = bytes.iter().rposition(|byte| *byte == b'\n').map_or(0, |at| at + 1);
    let mut length = whole as u64;
    let mut lines = bytes[..whole].split(|byte| *byte == b'\n').collect::<Vec<_>>();
    // The text after the last line break.
    lines.pop();
    let header = lines.first().and_then(|line| content(line)).ok_or_else(foreign)?;
    let header: Header = serde_json::from_str(header).map_err(|_| foreign())?;
    let mut rows = Rows::new();
    for (at, line) in lines.iter().enumerate().skip(1) {
        match content(line).and_then(|text| serde_json::from_str::<Line>(text).ok()) {
            Some(Line { index, row }) if index < header.count => {
                rows.insert(index, row);
            }
            None if at + 1 == lines.len() => length -= line.len() as u64 + 1,
            _ => return Err(damaged(at + 1)),
        }
    }
    Ok((header, rows, length))
}

/// The text after the checksum of a line; `None` if the checksum is wrong or missing.
fn content(line: &[u8]) -> Option<&str> {
    let (sum, text) = std::str::from_utf8(line).ok()?.split_once(' ')?;
    (fingerprint(text.as_bytes()) == sum).then_some(text)
}
