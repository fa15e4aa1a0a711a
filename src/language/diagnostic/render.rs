//! Diagnostics as text for people: the only user of miette.

use super::{Diagnostic, Severity};
use crate::source::{FileId, Source, Sources};
use miette::{
    GraphicalReportHandler, GraphicalTheme, LabeledSpan, MietteError, MietteSpanContents, SourceCode,
    SourceSpan, SpanContents, ThemeCharacters, ThemeStyles,
};
use std::borrow::Cow;
use std::fmt;

/// How text is laid out.
#[derive(Debug, Clone, Copy)]
pub struct Style {
    /// Whether colours are used.
    pub colour: bool,
    /// How many columns there are.
    pub width: usize,
}

impl Default for Style {
    fn default() -> Style {
        Style { colour: false, width: 100 }
    }
}

/// A diagnostic as text, with the source lines of its labels.
pub fn text(diagnostic: &Diagnostic, sources: &Sources, style: Style) -> String {
    let styles = if style.colour { ThemeStyles::ansi() } else { ThemeStyles::none() };
    let mut characters = ThemeCharacters::unicode();
    // The head has the form of every other message: `error[G203]: …`.
    characters.error = format!("error[{}]:", diagnostic.code);
    characters.warning = format!("warning[{}]:", diagnostic.code);
    let theme = GraphicalTheme { characters, styles };
    let handler = GraphicalReportHandler::new_themed(theme).with_width(style.width).with_links(false);
    let mut out = String::new();
    let shown = Shown::new(diagnostic, sources);
    if handler.render_report(&mut out, &shown).is_err() {
        // The text alone still states the error.
        out = format!("error[{}]: {}\n", diagnostic.code, diagnostic.message);
    }
    // miette indents the head.
    out.trim_start_matches(' ').to_string()
}

/// Lines longer than this are shown around the label only.
const LONG_LINE: usize = 200;
/// How much of a long line is shown on each side of a label.
const AROUND: usize = 25;
/// The longest label that is drawn,
const LONG_LABEL: usize = 100;
/// and on a long line.
const LABEL_ON_LONG_LINE: usize = 30;

/// A diagnostic in the form that miette draws: all labels in one file.
struct Shown<'a> {
    diagnostic: &'a Diagnostic,
    excerpt: Option<Excerpt<'a>>,
    labels: Vec<LabeledSpan>,
    help: Option<String>,
}

impl<'a> Shown<'a> {
    fn new(diagnostic: &'a Diagnostic, sources: &'a Sources) -> Shown<'a> {
        let file =
            diagnostic.place().or(diagnostic.labels.first().map(|label| label.span)).map(|span| span.file);
        let mut excerpt = file.map(|file| Excerpt { source: harmless(sources.get(file)), elided: None });
        let mut labels = Vec::new();
        let mut footer: Vec<String> = diagnostic.help.iter().map(|help| with_short_numbers(help)).collect();
        footer.extend(
            diagnostic
                .notes
                .iter()
                .map(|note| format!("note: {}", shortened(&with_short_numbers(note), 400))),
        );
        for label in &diagnostic.labels {
            // On a very long line only the primary label is drawn: two labels would show all the text between
            // them.
            if Some(label.span.file) == file && (label.primary || !on_long_line(label, sources)) {
                let drawn = drawn(label, sources);
                if let Some(excerpt) = excerpt.as_mut().filter(|_| on_long_line(label, sources)) {
                    excerpt.elide(drawn.offset(), drawn.offset() + drawn.len());
                }
                labels.push(drawn);
            } else {
                let source = sources.get(label.span.file);
                let (line, column) = source.line_column(label.span.start);
                footer.push(format!("note: {} at {}:{line}:{column}", label.text, source.name));
            }
        }
        let help = (!footer.is_empty()).then(|| footer.join("\n"));
        Shown { diagnostic, excerpt, labels, help }
    }
}

fn on_long_line(label: &super::Label, sources: &Sources) -> bool {
    let source = sources.get(label.span.file);
    let (line, _) = source.line_column(label.span.start);
    let (from, to) = source.line_bounds(line);
    to - from > LONG_LINE
}

/// A source whose control characters, which could command the terminal, are replaced by as many
/// harmless bytes. A carriage return is one: miette would count the line twice that it ends.
fn harmless(source: &Source) -> Cow<'_, Source> {
    let harmful = |c: char| c.is_control() && !matches!(c, '\n' | '\t');
    if !source.text.contains(harmful) && !source.name.contains(char::is_control) {
        return Cow::Borrowed(source);
    }
    let text: String = source
        .text
        .chars()
        .map(|c| match c {
            c if !harmful(c) => c,
            '\r' => ' ',
            c if c.len_utf8() == 1 => '?',
            _ => '¿',
        })
        .collect();
    Cow::Owned(Source::new(source.name.replace(char::is_control, "?"), text))
}

fn drawn(label: &super::Label, sources: &Sources) -> LabeledSpan {
    let text = (!label.text.is_empty()).then(|| shortened(&with_short_numbers(&label.text), 200));
    let source = &sources.get(label.span.file).text;
    let start = (label.span.start as usize).min(source.len());
    let full = &source[start..(label.span.end as usize).clamp(start, source.len())];
    // A label over several lines or very many characters is drawn at its beginning.
    let line = full.split('\n').next().unwrap_or("");
    let line = line.trim_end_matches('\r');
    let longest = if on_long_line(label, sources) { LABEL_ON_LONG_LINE } else { LONG_LABEL };
    let length = line.char_indices().nth(longest).map_or(line.len(), |(at, _)| at);
    let span = SourceSpan::new(start.into(), length);
    if label.primary {
        LabeledSpan::new_primary_with_span(text, span)
    } else {
        LabeledSpan::new_with_span(text, span)
    }
}

/// Longer numbers are shown by their first and last digits.
const MOST_DIGITS: usize = 60;
/// How many digits are shown at each end.
const ENDS: usize = 20;

/// A text with the middle of very long numbers left out.
pub fn with_short_numbers(text: &str) -> String {
    let (mut out, mut rest) = (String::with_capacity(text.len().min(4 * MOST_DIGITS)), text);
    while let Some(at) = rest.find(|letter: char| letter.is_ascii_digit()) {
        let (before, from) = rest.split_at(at);
        let (digits, after) = from.split_at(from.find(|it: char| !it.is_ascii_digit()).unwrap_or(from.len()));
        out.push_str(before);
        if digits.len() <= MOST_DIGITS {
            out.push_str(digits);
        } else {
            let last = &digits[digits.len() - ENDS..];
            out.push_str(&format!("{}…{last} ({} digits)", &digits[..ENDS], digits.len()));
        }
        rest = after;
    }
    out.push_str(rest);
    out
}

/// The beginning of a text that is too long to be shown.
pub fn shortened(text: &str, most: usize) -> String {
    match text.char_indices().nth(most) {
        Some((cut, _)) => format!("{}…", &text[..cut]),
        None => text.to_string(),
    }
}

impl fmt::Display for Shown<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&shortened(&with_short_numbers(&self.diagnostic.message), 400))
    }
}

impl fmt::Debug for Shown<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl std::error::Error for Shown<'_> {}

impl miette::Diagnostic for Shown<'_> {
    fn severity(&self) -> Option<miette::Severity> {
        Some(match self.diagnostic.severity {
            Severity::Error => miette::Severity::Error,
            Severity::Warning => miette::Severity::Warning,
        })
    }

    fn help<'b>(&'b self) -> Option<Box<dyn fmt::Display + 'b>> {
        self.help.as_ref().map(|help| Box::new(help) as Box<dyn fmt::Display>)
    }

    fn source_code(&self) -> Option<&dyn SourceCode> {
        self.excerpt.as_ref().map(|excerpt| excerpt as &dyn SourceCode)
    }

    fn labels(&self) -> Option<Box<dyn Iterator<Item = LabeledSpan> + '_>> {
        Some(Box::new(self.labels.iter().cloned()))
    }
}

/// The part of a file that is shown. miette would look through the whole text for each label, and
/// would show the whole of a line of a million characters.
struct Excerpt<'a> {
    source: Cow<'a, Source>,
    /// If a line is long: the text with `…` beside the part that is shown, and that part. It is as long as the text.
    elided: Option<(String, usize, usize)>,
}

impl SourceCode for Excerpt<'_> {
    fn read_span<'b>(
        &'b self,
        span: &SourceSpan,
        before: usize,
        after: usize,
    ) -> Result<Box<dyn SpanContents<'b> + 'b>, MietteError> {
        let text = &self.source.text;
        let (start, end) = (span.offset(), span.offset() + span.len());
        if end > text.len() {
            return Err(MietteError::OutOfBounds);
        }
        let (line, column) = self.source.line_column(start as u32);
        if before == 0 && after == 0 {
            // Only the place is asked for, for the head of the drawing.
            return Ok(Box::new(MietteSpanContents::new_named(
                self.source.name.clone(),
                text[start..end].as_bytes(),
                *span,
                line - 1,
                column - 1,
                1,
            )));
        }
        let (last, _) = self.source.line_column(end as u32);
        let lines = self.source.line_count();
        let first = line.saturating_sub(before).max(1);
        let until = (last + after).min(lines);
        let (mut from, mut to) = (self.source.line_bounds(first).0, self.source.line_bounds(until).1);
        let mut first_line = first;
        let mut first_column = 0;
        if self.has_long_line(first, until) {
            let shown = self.elided.as_ref().map(|(_, from, to)| (*from, *to));
            let shown = shown.filter(|(from, to)| *from <= start && end <= *to);
            (from, to) =
                shown.unwrap_or_else(|| (self.source.line_bounds(line).0, self.source.line_bounds(last).1));
            (first_line, first_column) = (line, column - 1);
            first_column -= text[from..start].chars().count().min(first_column);
        }
        let text = self.elided.as_ref().map_or(&**text, |(elided, ..)| elided.as_str());
        // The last line break belongs to no line that is shown.
        let data = text[from..to].strip_suffix('\n').unwrap_or(&text[from..to]);
        let data = if data.len() < end - from { &text[from..end] } else { data };
        Ok(Box::new(MietteSpanContents::new_named(
            self.source.name.clone(),
            data.as_bytes(),
            SourceSpan::new(from.into(), data.len()),
            first_line - 1,
            first_column,
            until - first + 1,
        )))
    }
}

impl Excerpt<'_> {
    /// Writes `…` over the letters beside what is shown of a long line, where letters are left out. The text keeps its length.
    fn elide(&mut self, start: usize, end: usize) {
        let text = &self.source.text;
        let (mut from, mut to) = (window_start(text, start), window_end(text, end));
        let mut edited = text.to_string();
        let (line, line_end) = self.source.line_bounds(self.source.line_column(start as u32).0);
        let line_end = line_end.min(text[..line_end].trim_end_matches('\n').len());
        let room = |letters: &mut dyn Iterator<Item = char>| {
            let mut bytes = 0;
            letters
                .map(|letter| letter.len_utf8())
                .take_while(|length| {
                    let goes_on = bytes < ELLIPSIS.len();
                    bytes += if goes_on { *length } else { 0 };
                    goes_on
                })
                .sum::<usize>()
        };
        let before = room(&mut text[line..from].chars().rev());
        if before >= ELLIPSIS.len() {
            let padding = " ".repeat(before - ELLIPSIS.len());
            edited.replace_range(from - before..from, &format!("{padding}{ELLIPSIS}"));
            from -= before;
        } else {
            from = line;
        }
        let behind = room(&mut text[to..line_end].chars());
        if behind >= ELLIPSIS.len() {
            let padding = " ".repeat(behind - ELLIPSIS.len());
            edited.replace_range(to..to + behind, &format!("{ELLIPSIS}{padding}"));
            to += behind;
        } else {
            to = line_end;
        }
        self.elided = Some((edited, from, to));
    }

    fn has_long_line(&self, first: usize, last: usize) -> bool {
        (first..=last).any(|line| {
            let (from, to) = self.source.line_bounds(line);
            to - from > LONG_LINE
        })
    }
}

/// What stands for letters that are left out.
const ELLIPSIS: &str = "…";

/// Some characters before an offset, on its line.
fn window_start(text: &str, at: usize) -> usize {
    let line = text[..at].rfind('\n').map_or(0, |newline| newline + 1);
    text[line..at].char_indices().rev().nth(AROUND - 1).map_or(line, |(offset, _)| line + offset)
}

/// Some characters after an offset, on its line.
fn window_end(text: &str, at: usize) -> usize {
    let rest = &text[at..];
    let line = rest.find('\n').unwrap_or(rest.len());
    rest[..line].char_indices().nth(AROUND).map_or(at + line, |(offset, _)| at + offset)
}

/// The name of a place: `file:line:column`.
pub fn place(sources: &Sources, file: FileId, offset: u32) -> String {
    let source = sources.get(file);
    let (line, column) = source.line_column(offset);
    format!("{}:{line}:{column}", source.name)
}
