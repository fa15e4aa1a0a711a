//! Renders a diagnostic as text for people, with the source lines of its labels. Uses the crate
//! miette, which no other module uses.

use super::excerpt::{Excerpt, Line, Mark};
use super::{Diagnostic, Label, Severity};
use crate::source::{Source, Sources};
use miette::{
    GraphicalReportHandler, GraphicalTheme, LabeledSpan, MietteError, MietteSpanContents, SourceCode,
    SourceSpan, SpanContents, ThemeCharacters, ThemeStyles,
};
use std::fmt;
use std::ops::Range;

/// How text is laid out.
#[derive(Debug, Clone, Copy)]
pub struct Style {
    /// Whether colours are used.
    pub colour: bool,
    /// How many columns a line may have.
    pub width: usize,
}

impl Default for Style {
    fn default() -> Style {
        Style { colour: false, width: 100 }
    }
}

/// Returns a diagnostic as text, with the source lines of its labels; labels in another file than
/// that of the primary label become notes.
pub fn text(diagnostic: &Diagnostic, sources: &Sources, style: Style) -> String {
    let styles = if style.colour { ThemeStyles::ansi() } else { ThemeStyles::none() };
    let mut characters = ThemeCharacters::unicode();
    // The first line begins with the code, as in `error[G203]: …`.
    characters.error = format!("error[{}]:", diagnostic.code);
    characters.warning = format!("warning[{}]:", diagnostic.code);
    let theme = GraphicalTheme { characters, styles };
    let handler = GraphicalReportHandler::new_themed(theme).with_width(style.width).with_links(false);
    let mut out = String::new();
    let shown = Shown::new(diagnostic, sources, style.width);
    if handler.render_report(&mut out, &shown).is_err() {
        // If miette fails to draw the diagnostic, its message alone still states the problem.
        let severity = if diagnostic.is_error() { "error" } else { "warning" };
        out = format!("{severity}[{}]: {}\n", diagnostic.code, diagnostic.message);
    }
    // miette indents the first line.
    out.trim_start_matches(' ').to_string()
}

/// A diagnostic as miette draws it: all labels are in one file, and `help` holds the help, the
/// notes, and the labels in other files.
struct Shown<'a> {
    diagnostic: &'a Diagnostic,
    excerpt: Option<Excerpt>,
    labels: Vec<LabeledSpan>,
    help: Option<String>,
}

impl<'a> Shown<'a> {
    fn new(diagnostic: &'a Diagnostic, sources: &Sources, width: usize) -> Shown<'a> {
        let file =
            diagnostic.place().or(diagnostic.labels.first().map(|label| label.span)).map(|span| span.file);
        let mut footer: Vec<String> = diagnostic.help.iter().map(|help| with_short_numbers(help)).collect();
        footer.extend(mended_line(diagnostic, sources).map(|line| format!("try: {line}")));
        let notes = diagnostic.notes.iter().map(|note| shortened(&with_short_numbers(note), 400));
        footer.extend(notes.map(|note| format!("note: {note}")));
        let (drawn, others): (Vec<&Label>, Vec<&Label>) =
            diagnostic.labels.iter().partition(|label| Some(label.span.file) == file);
        footer.extend(others.iter().map(|label| {
            let source = sources.get(label.span.file);
            let (line, column) = source.line_column(label.span.start);
            format!("note: {} at {}:{line}:{column}", label.text, source.name)
        }));
        let help = (!footer.is_empty()).then(|| footer.join("\n"));
        let Some(file) = file else { return Shown { diagnostic, excerpt: None, labels: Vec::new(), help } };
        let source = sources.get(file);
        let marks: Vec<Mark> = drawn.iter().map(|label| mark(label, source)).collect();
        let (excerpt, places) = Excerpt::new(source, &marks, width);
        let labels = drawn.iter().zip(places).map(|(label, place)| marked(label, place)).collect();
        Shown { diagnostic, excerpt: Some(excerpt), labels, help }
    }
}

/// The most characters of a mended line that is shown.
const LONGEST_LINE: usize = 160;

/// The line as it reads after the fix, if the help shows what to write only in general: a text in
/// backquotes in it, up to a `…`, does not occur in that line.
fn mended_line(diagnostic: &Diagnostic, sources: &Sources) -> Option<String> {
    let fix = diagnostic.fix.as_ref().filter(|_| !diagnostic.is_tried)?;
    let line = fix.mended_line(&sources.get(fix.span.file).text)?;
    let help = diagnostic.help.as_ref()?.strip_prefix("write ")?;
    let shown = help.split('`').skip(1).step_by(2).filter_map(|it| it.split('…').next());
    let is_general = { shown }.any(|shown| !line.contains(shown.trim()));
    (is_general && line.chars().count() <= LONGEST_LINE).then_some(line)
}

/// The shortened text of a label; `None` if the label has no text.
fn words(label: &Label) -> Option<String> {
    (!label.text.is_empty()).then(|| shortened(&with_short_numbers(&label.text), 200))
}

/// The mark of a label. A label over several lines is drawn only on the first of them.
fn mark(label: &Label, source: &Source) -> Mark {
    let text = &source.text;
    let start = (label.span.start as usize).min(text.len());
    let full = &text[start..(label.span.end as usize).clamp(start, text.len())];
    let line = full.split('\n').next().unwrap_or("").trim_end_matches('\r');
    let words = words(label).map_or(0, |words| words.chars().count());
    Mark { bytes: start..start + line.len(), text: words, primary: label.primary }
}

fn marked(label: &Label, place: Range<usize>) -> LabeledSpan {
    let span = SourceSpan::new(place.start.into(), place.len());
    match label.primary {
        true => LabeledSpan::new_primary_with_span(words(label), span),
        false => LabeledSpan::new_with_span(words(label), span),
    }
}

/// The most digits of a number that is shown in full. A longer number is abbreviated to its first
/// and last digits.
const MOST_DIGITS: usize = 60;
/// How many digits of an abbreviated number are shown at its beginning, and how many at its end.
const ENDS: usize = 20;

/// Returns a text in which numbers of more than 60 digits are abbreviated: their first and last 20
/// digits, and the number of digits.
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

/// Cuts a text after `most` characters; a text that was cut ends with `…`.
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

impl SourceCode for Excerpt {
    fn read_span<'b>(
        &'b self,
        span: &SourceSpan,
        before: usize,
        after: usize,
    ) -> Result<Box<dyn SpanContents<'b> + 'b>, MietteError> {
        let (start, end) = (span.offset(), span.offset() + span.len());
        let at = |offset: usize| {
            let holds = |line: &Line| line.bytes.start <= offset && offset <= line.bytes.end;
            self.lines.iter().position(holds).ok_or(MietteError::OutOfBounds)
        };
        let (line, last) = (at(start)?, at(end)?);
        let part = self.lines[line].part;
        // miette asks with a span from one label to another whether both can be drawn together.
        if self.lines[last].part != part {
            return Err(MietteError::OutOfBounds);
        }
        let contents = |bytes: Range<usize>, line: usize, column: usize, count: usize| {
            let span = SourceSpan::new(bytes.start.into(), bytes.len());
            let data = self.text[bytes].as_bytes();
            Box::new(MietteSpanContents::new_named(
                self.name.clone(),
                data,
                span,
                line - 1,
                column - 1,
                count,
            ))
        };
        if before == 0 && after == 0 {
            // A request without context lines asks only for the line and column that miette
            // shows above the excerpt.
            let place = self.places.iter().find(|(bytes, ..)| bytes.start == start && bytes.end == end);
            let (line, column) =
                place.map_or((self.lines[line].number, 1), |(_, line, column)| (*line, *column));
            return Ok(contents(start..end, line, column, 1));
        }
        let in_part = |at: &usize| self.lines[*at].part == part;
        let first = (0..=line).rev().take(before + 1).take_while(in_part).last().unwrap_or(line);
        let until = (last..self.lines.len()).take(after + 1).take_while(in_part).last().unwrap_or(last);
        let bytes = self.lines[first].bytes.start..self.lines[until].bytes.end;
        Ok(contents(bytes, self.lines[first].number, 1, until - first + 1))
    }
}
