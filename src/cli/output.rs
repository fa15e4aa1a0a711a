//! Writing results and messages: a closed pipe ends quietly, a full disk with a message.

use super::progress;
use crate::diagnostic::Diagnostic;
use crate::diagnostic::render::{Style, text};
use crate::source::Sources;
use std::io::{self, BufWriter, IsTerminal, Write};

/// Standard output and standard error.
pub struct Output {
    out: BufWriter<io::Stdout>,
    failed: Option<io::Error>,
    /// Whether standard output takes colours.
    pub colour: bool,
    /// The width of a line.
    pub width: usize,
    message_style: Style,
}

impl Output {
    /// Looks at the terminal once.
    pub fn new() -> Output {
        #[expect(clippy::disallowed_methods, reason = "the command line may look at the environment")]
        let plain = std::env::var("NO_COLOR").is_ok_and(|value| !value.is_empty());
        let colour = |terminal: bool| terminal && !plain;
        let width = terminal_width();
        Output {
            out: BufWriter::new(io::stdout()),
            failed: None,
            colour: colour(io::stdout().is_terminal()),
            width,
            message_style: Style { colour: colour(io::stderr().is_terminal()), width },
        }
    }

    /// Writes a result.
    pub fn result(&mut self, text: &str) {
        self.bytes(text.as_bytes());
    }

    /// Whether standard output is read by a person.
    pub fn is_terminal(&self) -> bool {
        io::stdout().is_terminal()
    }

    /// Writes a result that is no text.
    pub fn bytes(&mut self, bytes: &[u8]) {
        progress::clear();
        if self.failed.is_none()
            && let Err(error) = self.out.write_all(bytes)
        {
            self.failed = Some(error);
        }
    }

    /// Sends what is written on its way, as before waiting for a person. False if nobody reads it.
    pub fn flush(&mut self) -> bool {
        if self.failed.is_none()
            && let Err(error) = self.out.flush()
        {
            self.failed = Some(error);
        }
        self.failed.is_none()
    }

    /// Whether nobody takes results any more: then there is no use in finding more of them.
    pub fn closed(&self) -> bool {
        self.failed.is_some()
    }

    /// Writes a message for the person at the terminal.
    pub fn message(&mut self, text: &str) {
        progress::clear();
        // Results first, so that the two streams keep their order on a terminal.
        if let Err(error) = self.out.flush() {
            self.failed.get_or_insert(error);
        }
        let _ = io::stderr().write_all(text.as_bytes());
    }

    /// Writes diagnostics.
    pub fn diagnostics(&mut self, diagnostics: &[Diagnostic], sources: &Sources) {
        // Where not all can be drawn, errors come before warnings.
        let mut drawn: Vec<&Diagnostic> = diagnostics.iter().collect();
        if drawn.len() > MOST_SHOWN {
            drawn.sort_by_key(|diagnostic| diagnostic.severity);
        }
        for diagnostic in drawn.into_iter().take(MOST_SHOWN) {
            self.message(&text(diagnostic, sources, self.message_style));
        }
        let mut codes: Vec<_> = diagnostics.iter().map(|diagnostic| diagnostic.code).collect();
        codes.sort_unstable();
        codes.dedup();
        let pages: Vec<String> = codes.iter().take(4).map(|code| format!("`gspec explain {code}`")).collect();
        if !pages.is_empty() {
            self.message(&format!("  more: {}\n", pages.join(", ")));
        }
        if diagnostics.len() > MOST_SHOWN {
            let more = diagnostics.len() - MOST_SHOWN;
            self.message(&format!("… and {more} more; `--format json` shows all\n"));
        }
    }

    /// The exit status, after everything is written.
    pub fn finish(mut self, status: u8) -> u8 {
        progress::clear();
        let flushed = self.out.flush();
        match self.failed.or(flushed.err()) {
            Some(error) if error.kind() != io::ErrorKind::BrokenPipe => {
                let _ = writeln!(io::stderr(), "gspec: cannot write the result: {error}");
                super::USAGE
            }
            _ => status,
        }
    }
}

/// How many diagnostics of one file are drawn.
const MOST_SHOWN: usize = 25;

/// The width of the terminal, as far as it is known.
fn terminal_width() -> usize {
    #[expect(clippy::disallowed_methods, reason = "the command line may look at the environment")]
    let columns: Option<usize> = std::env::var("COLUMNS").ok().and_then(|columns| columns.parse().ok());
    let terminal = || terminal_size::terminal_size().map(|(width, _)| usize::from(width.0));
    columns.or_else(terminal).unwrap_or(100).clamp(40, 160)
}
