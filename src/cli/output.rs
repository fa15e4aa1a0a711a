//! Writes results to standard output and messages to standard error. If standard output is a closed
//! pipe, the program ends without a message; if the disk is full, with one.

use super::common_arguments::{Appearance, Colour};
use super::terminal::{WIDTH, terminal_width, variable};
use super::{USAGE, progress};
use crate::diagnostic::render::{Style, text};
use crate::diagnostic::{Code, Diagnostic};
use crate::report::{Detail, page, wrapped};
use crate::source::Sources;
use std::collections::HashMap;
use std::io::{self, BufWriter, IsTerminal, Write};

/// Writes to standard output and standard error, or collects what would be written there.
pub struct Output {
    out: BufWriter<io::Stdout>,
    /// The collected output, results and messages in their order; `None` while output is written
    /// directly.
    collected: Option<String>,
    /// The collected messages in the style that standard error would have.
    unseen: String,
    /// While results are collected: `colour`, `width` and `message_style` for writing directly.
    /// `None` otherwise.
    streams: Option<(bool, usize, Style)>,
    failed: Option<io::Error>,
    /// Whether results are written with colours.
    pub colour: bool,
    /// The width of a line, in columns.
    pub width: usize,
    /// The width in columns to which text and tables are fitted; `None` unless standard output is a
    /// terminal or the variable `COLUMNS` is set.
    pub fit: Option<usize>,
    /// How much of a report is shown.
    pub detail: Detail,
    message_style: Style,
    /// The name of the command, for references to its help; `None` if none was typed.
    command: Option<&'static str>,
}

impl Output {
    /// Creates the output. Reads its width, and whether it has colours, from the terminal and the
    /// environment.
    pub fn new(appearance: &Appearance, command: Option<&'static str>) -> Output {
        let colour = |terminal| has_colour(appearance.color, terminal);
        let detail = match (appearance.quiet, appearance.verbose) {
            (true, _) => Detail::Quiet,
            (_, true) => Detail::Verbose,
            _ => Detail::Normal,
        };
        if detail == Detail::Quiet {
            progress::hide();
        }
        let width = terminal_width();
        let is_read = io::stdout().is_terminal() || variable("COLUMNS").is_some();
        Output {
            out: BufWriter::new(io::stdout()),
            collected: None,
            unseen: String::new(),
            streams: None,
            failed: None,
            colour: colour(io::stdout().is_terminal()),
            width,
            fit: is_read.then_some(width),
            detail,
            message_style: Style { colour: colour(io::stderr().is_terminal()), width },
            command,
        }
    }

    /// Writes a result, which goes to standard output unless output is collected.
    pub fn result(&mut self, text: &str) {
        self.bytes(text.as_bytes());
    }

    /// From now on collects results and messages instead of writing them, with colours or without.
    pub fn collect(&mut self, colour: bool) {
        self.collected = Some(String::new());
        self.streams = Some((self.colour, self.width, self.message_style));
        self.colour = colour;
        self.width = WIDTH;
        self.message_style = Style { colour, width: WIDTH };
    }

    /// Returns the collected output, and the messages as standard error would show them. Later
    /// output is written directly.
    pub fn collected(&mut self) -> (String, String) {
        if let Some(streams) = self.streams.take() {
            (self.colour, self.width, self.message_style) = streams;
        }
        (self.collected.take().unwrap_or_default(), std::mem::take(&mut self.unseen))
    }

    /// Returns a text for people, wrapped if a person reads it.
    pub fn fitted(&self, text: String) -> String {
        match self.fit {
            Some(width) => wrapped(&text, width),
            None => text,
        }
    }

    /// Writes a page in Markdown, wrapped if a person reads it.
    pub fn page(&mut self, text: &str) {
        match self.fit {
            Some(width) => self.result(&page(text, width)),
            None => self.result(text),
        }
    }

    /// Whether standard output is a terminal.
    pub fn is_terminal(&self) -> bool {
        io::stdout().is_terminal()
    }

    /// Writes a result, which need not be a text.
    pub fn bytes(&mut self, bytes: &[u8]) {
        progress::clear();
        if let Some(collected) = &mut self.collected {
            collected.push_str(&String::from_utf8_lossy(bytes));
        } else if self.failed.is_none()
            && let Err(error) = self.out.write_all(bytes)
        {
            self.failed = Some(error);
        }
    }

    /// Flushes the output, for example before waiting for input. Returns false if writing has failed,
    /// for example because nobody reads the output.
    pub fn flush(&mut self) -> bool {
        if self.failed.is_none()
            && let Err(error) = self.out.flush()
        {
            self.failed = Some(error);
        }
        self.failed.is_none()
    }

    /// Whether writing has failed, for example because a pipe was closed, so that further results
    /// are useless.
    pub fn closed(&self) -> bool {
        self.failed.is_some()
    }

    /// Writes a message for the person at the terminal.
    pub fn message(&mut self, text: &str) {
        self.styled_message(&|_| text.to_string());
    }

    /// Writes a message; `text` words it in a given style, which depends on the stream it goes to.
    fn styled_message(&mut self, text: &dyn Fn(Style) -> String) {
        progress::clear();
        if let (Some(collected), Some((.., style))) = (&mut self.collected, self.streams) {
            collected.push_str(&text(self.message_style));
            self.unseen.push_str(&text(style));
            return;
        }
        // Results first, so that the two streams keep their order on a terminal.
        if let Err(error) = self.out.flush() {
            self.failed.get_or_insert(error);
        }
        let _ = io::stderr().write_all(text(self.message_style).as_bytes());
    }

    /// Returns the exit status of a command; shows the error if it was called wrongly.
    pub fn status(&mut self, answer: Result<u8, String>) -> u8 {
        answer.unwrap_or_else(|message| {
            self.error(&message);
            USAGE
        })
    }

    /// Shows an error; the text after a semicolon is the help. A message may begin with a code, as
    /// in `G104: …`; without one it is about the command line.
    pub fn error(&mut self, message: &str) {
        match message.split_once(": ").and_then(|(code, rest)| Some((Code::find(code)?, rest))) {
            Some((code, rest)) => self.coded(code, rest),
            None => self.coded(Code::G512, message),
        }
    }

    /// Shows an error with its code, its help, and a reference to the page that explains more.
    pub fn coded(&mut self, code: Code, message: &str) {
        self.coded_line(code, message);
        let help = if code == Code::G512 { self.help_page() } else { String::new() };
        self.message(&format!("  more: {help}`gspec explain {code}`\n"));
    }

    /// Shows a note, unless `--quiet` is given.
    pub fn note(&mut self, message: &str) {
        if self.detail != Detail::Quiet {
            let note = self.fitted(format!("note: {message}\n"));
            self.message(&note);
        }
    }

    /// A reference to the help of the command, if one was typed.
    fn help_page(&self) -> String {
        self.command.map(|name| format!("`gspec {name} --help`, ")).unwrap_or_default()
    }

    /// Shows an error with its code and help, without a reference to its page.
    pub fn coded_line(&mut self, code: Code, message: &str) {
        let (message, help) = split(message);
        self.headed(&format!("error[{code}]"), message);
        if let Some(help) = help {
            self.message(&format!("  help: {help}\n"));
        }
    }

    /// Writes a line on standard error, with its head in red if the stream has colours.
    pub fn headed(&mut self, head: &str, message: &str) {
        self.styled_message(&|style| match style.colour {
            true => format!("\u{1b}[31m{head}:\u{1b}[0m {message}\n"),
            false => format!("{head}: {message}\n"),
        });
    }

    /// Writes diagnostics, up to a maximum, and references to the pages of their codes.
    pub fn diagnostics(&mut self, diagnostics: &[Diagnostic], sources: &Sources) {
        // If not all can be shown, errors come before warnings.
        let mut drawn = by_name(diagnostics);
        let different = drawn.len();
        if different > MOST_SHOWN {
            drawn.sort_by_key(|diagnostics| diagnostics[0].severity);
        }
        for diagnostics in drawn.into_iter().take(MOST_SHOWN) {
            let others = also_at(&diagnostics[1..], sources);
            self.styled_message(&|style| format!("{}{others}", text(diagnostics[0], sources, style)));
        }
        let mut codes: Vec<_> = diagnostics.iter().map(|diagnostic| diagnostic.code).collect();
        codes.sort_unstable();
        codes.dedup();
        let pages: Vec<String> = codes.iter().take(4).map(|code| format!("`gspec explain {code}`")).collect();
        if !pages.is_empty() {
            self.message(&format!("  more: {}\n", pages.join(", ")));
        }
        if different > MOST_SHOWN {
            let more = different - MOST_SHOWN;
            self.message(&format!("… and {more} more; `--format json` shows all\n"));
        }
    }

    /// Writes what remains, and returns the exit status: that of the command, unless writing
    /// failed.
    pub fn finish(mut self, status: u8) -> u8 {
        progress::clear();
        let flushed = self.out.flush();
        match self.failed.or(flushed.err()) {
            Some(error) if error.kind() != io::ErrorKind::BrokenPipe => {
                let _ = writeln!(io::stderr(), "error[{}]: cannot write the result: {error}", Code::G510);
                super::USAGE
            }
            _ => status,
        }
    }
}

/// The most groups of diagnostics that are shown; a line counts the others.
const MOST_SHOWN: usize = 25;

/// Groups equal diagnostics about one unknown name, which are shown once, at the first place. Every
/// other diagnostic is a group of its own.
fn by_name(diagnostics: &[Diagnostic]) -> Vec<Vec<&Diagnostic>> {
    let mut groups: Vec<Vec<&Diagnostic>> = Vec::new();
    let mut known: HashMap<_, usize> = HashMap::new();
    for diagnostic in diagnostics {
        let about =
            (diagnostic.code, &*diagnostic.message, &diagnostic.help, diagnostic.place().map(|it| it.file));
        match known.get(&about) {
            Some(at) if matches!(diagnostic.code, Code::G201 | Code::G203) => groups[*at].push(diagnostic),
            _ => {
                known.insert(about, groups.len());
                groups.push(vec![diagnostic]);
            }
        }
    }
    groups
}

/// A line with the further places of an unknown name; empty if there are none.
fn also_at(diagnostics: &[&Diagnostic], sources: &Sources) -> String {
    let places = diagnostics.iter().filter_map(|it| it.place()).map(|place| {
        let (line, column) = sources.get(place.file).line_column(place.start);
        format!("{line}:{column}")
    });
    let mut places: Vec<String> = places.collect();
    if places.len() > MOST_PLACES {
        let more = places.len() - MOST_PLACES;
        places.truncate(MOST_PLACES);
        places.push(format!("{more} more places"));
    }
    match places.pop() {
        None => String::new(),
        Some(last) if places.is_empty() => format!("  also at {last}\n"),
        Some(last) => format!("  also at {} and {last}\n", places.join(", ")),
    }
}

/// How many further places of an unknown name are listed; the others are counted.
const MOST_PLACES: usize = 8;

/// Splits a message into the error and the help, at the first semicolon outside of quotes; without
/// one, there is no help.
pub fn split(message: &str) -> (&str, Option<&str>) {
    let is_outside = |at: &usize| message[..*at].matches('`').count().is_multiple_of(2);
    match message.match_indices("; ").map(|(at, _)| at).find(is_outside) {
        Some(at) => (&message[..at], Some(&message[at + 2..])),
        None => (message, None),
    }
}

/// Whether output to a stream has colours.
pub fn has_colour(wanted: Colour, is_terminal: bool) -> bool {
    match wanted {
        Colour::Always => true,
        Colour::Never => false,
        Colour::Auto if variable("NO_COLOR").is_some() => false,
        Colour::Auto if variable("CLICOLOR_FORCE").is_some_and(|value| value != "0") => true,
        Colour::Auto => is_terminal && variable("TERM").is_none_or(|name| name != "dumb"),
    }
}
