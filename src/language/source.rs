//! Source files, places in them, and how further files are loaded.

use std::fmt;
use std::sync::Arc;

/// The index of a file in a [`Sources`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct FileId(pub u32);

/// A range of bytes in a file. Invariant: `start <= end`, both on character boundaries.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Span {
    /// The file.
    pub file: FileId,
    /// The first byte.
    pub start: u32,
    /// The byte after the last.
    pub end: u32,
}

impl Span {
    /// The range from `start` up to, but excluding, `end`.
    pub fn new(file: FileId, start: usize, end: usize) -> Span {
        let clamp = |offset: usize| u32::try_from(offset).unwrap_or(u32::MAX);
        Span { file, start: clamp(start), end: clamp(end.max(start)) }
    }

    /// The least range that includes both spans, which must be in one file.
    pub fn to(self, other: Span) -> Span {
        Span { file: self.file, start: self.start.min(other.start), end: self.end.max(other.end) }
    }

    /// Whether `other` lies completely within this range.
    pub fn holds(self, other: Span) -> bool {
        self.file == other.file && self.start <= other.start && other.end <= self.end
    }
}

impl fmt::Debug for Span {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}..{}", self.file.0, self.start, self.end)
    }
}

/// A text whose lines end with line feeds, if only carriage returns ended them. Places in the text
/// stay the same.
fn with_line_feeds(text: Arc<str>) -> Arc<str> {
    if text.contains('\n') || !text.contains('\r') { text } else { text.replace('\r', "\n").into() }
}

/// One file's name and text.
#[derive(Debug, Clone)]
pub struct Source {
    /// The name in messages, by which [`Sources::find`] finds the file.
    pub name: String,
    /// The whole text.
    pub text: Arc<str>,
    /// Whether carriage returns of the file were replaced by line feeds.
    pub has_old_ends: bool,
    /// The byte offset at which each line begins, ascending; never empty.
    line_starts: Vec<u32>,
}

impl Source {
    /// A source with its lines indexed. In a text without line feeds, carriage returns end the
    /// lines, as in files of old editors; they are replaced by line feeds.
    pub fn new(name: impl Into<String>, text: impl Into<Arc<str>>) -> Source {
        let given = text.into();
        let text = with_line_feeds(Arc::clone(&given));
        let has_old_ends = !Arc::ptr_eq(&given, &text);
        let breaks = text.bytes().enumerate().filter(|(_, byte)| *byte == b'\n');
        let line_starts = std::iter::once(0).chain(breaks.map(|(at, _)| at as u32 + 1)).collect();
        Source { name: name.into(), text, has_old_ends, line_starts }
    }

    /// The line and the column (in characters) of a byte offset, both from 1. An offset beyond the
    /// text counts as the end of the text.
    pub fn line_column(&self, offset: u32) -> (usize, usize) {
        let offset = offset.min(self.text.len() as u32);
        let line = self.line_starts.partition_point(|start| *start <= offset) - 1;
        let start = self.line_starts[line] as usize;
        let column = self.text.get(start..offset as usize).map_or(0, |text| text.chars().count());
        (line + 1, column + 1)
    }

    /// How many lines the text has: one more than it has line breaks.
    pub fn line_count(&self) -> usize {
        self.line_starts.len()
    }

    /// The byte offsets where a line (counted from 1) starts and ends; its line break is included.
    pub fn line_bounds(&self, line: usize) -> (usize, usize) {
        let start = self.line_starts[line - 1] as usize;
        let end = self.line_starts.get(line).map_or(self.text.len(), |next| *next as usize);
        (start, end)
    }
}

/// All files of one run, and the texts from the command line, in the order in which they were
/// added.
#[derive(Debug, Clone, Default)]
pub struct Sources {
    files: Vec<Source>,
}

impl Sources {
    /// Adds a file and returns its id.
    pub fn add(&mut self, name: impl Into<String>, text: impl Into<Arc<str>>) -> FileId {
        self.files.push(Source::new(name, text));
        FileId(self.files.len() as u32 - 1)
    }

    /// Replaces the text of the file that was added last, and returns its id; adds a file if there
    /// is none.
    pub fn replace_last(&mut self, name: impl Into<String>, text: impl Into<Arc<str>>) -> FileId {
        self.files.pop();
        self.add(name, text)
    }

    /// The file with an id that [`Sources::add`] returned.
    pub fn get(&self, file: FileId) -> &Source {
        &self.files[file.0 as usize]
    }

    /// All files, in the order of their ids.
    pub fn iter(&self) -> std::slice::Iter<'_, Source> {
        self.files.iter()
    }

    /// The text at a span; empty if the span does not lie inside its file.
    pub fn text(&self, span: Span) -> &str {
        self.get(span.file).text.get(span.start as usize..span.end as usize).unwrap_or("")
    }

    /// The file with a name; `None` if no file with this name was read yet.
    pub fn find(&self, name: &str) -> Option<FileId> {
        let at = self.files.iter().position(|source| source.name == name)?;
        Some(FileId(at as u32))
    }
}

/// Loads the files that `use` and `load` name. Only the command line has a loader that reads the
/// disk.
pub trait Loader {
    /// The name of the file that the text `path`, in the file with the name `from`, refers to. Two
    /// paths to one file give the same name.
    fn resolve(&self, from: &str, path: &str) -> String;

    /// The bytes of the file with a name that [`Loader::resolve`] returned; the error is a short
    /// reason.
    fn read(&self, name: &str) -> Result<Vec<u8>, String>;
}

/// A loader that finds no files, for standalone specs.
#[derive(Debug, Clone, Copy, Default)]
pub struct NoFiles;

impl Loader for NoFiles {
    fn resolve(&self, _from: &str, path: &str) -> String {
        path.to_string()
    }

    fn read(&self, _name: &str) -> Result<Vec<u8>, String> {
        Err("no other files can be read here".to_string())
    }
}
