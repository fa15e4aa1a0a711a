//! Errors and warnings about a spec: the model of a diagnostic, the registry of codes, and the
//! rendering as text.

mod code;
mod excerpt;
pub mod render;
mod topic;

pub use code::{Code, codes};
pub use topic::Topic;

use crate::source::{FileId, Span};

/// How serious a diagnostic is; errors are ordered before warnings.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Severity {
    /// The spec is wrong, or an answer could not be given.
    Error,
    /// The spec has a meaning, but probably not the intended one.
    Warning,
}

/// A place with a text about it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Label {
    /// The text that the label marks.
    pub span: Span,
    /// A few words about the place; may be empty.
    pub text: String,
    /// Whether the headline refers to this place; a diagnostic has at most one such label.
    pub primary: bool,
}

/// A change of the text that fixes the problem.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fix {
    /// The text to replace; an empty span if the new text is inserted.
    pub span: Span,
    /// The new text; empty if the old text is deleted.
    pub replacement: String,
}

impl Fix {
    /// The line of the text as it reads after the fix, without blanks at its ends; `None` if the fix
    /// concerns several lines.
    pub fn mended_line(&self, text: &str) -> Option<String> {
        let (start, end) = (self.span.start as usize, self.span.end as usize);
        let (before, behind) = (text.get(..start)?, text.get(end..)?);
        let before = &before[before.rfind('\n').map_or(0, |at| at + 1)..];
        let behind = behind.split('\n').next()?;
        let is_one = !text[start..end].contains('\n') && !self.replacement.contains('\n');
        is_one.then(|| format!("{before}{}{behind}", self.replacement).trim().to_string())
    }

    /// Adds a blank if the new text would merge with an adjacent word: `n mod 2` for `n%2`, not
    /// `nmod2`.
    fn keep_words_apart(&mut self, text: &str) {
        let is_word = |c: Option<char>| c.is_some_and(|c| c.is_alphanumeric() || c == '_');
        let is_one_of = |c: Option<char>, letters: &str| c.is_some_and(|c| letters.contains(c));
        let (start, end) = (self.span.start as usize, self.span.end as usize);
        let (Some(before), Some(behind)) = (text.get(..start), text.get(end..)) else { return };
        let (before, behind) = (before.chars().next_back(), behind.chars().next());
        if self.replacement.is_empty() {
            // The digits on both sides may belong to one number: `1,000`.
            let is_digit = |c: Option<char>| c.is_some_and(|c| c.is_ascii_digit());
            if is_word(before) && is_word(behind) && !(is_digit(before) && is_digit(behind)) {
                self.replacement.push(' ');
            }
            return;
        }
        // A word that replaces a symbol is separated from brackets too: `(a) mod (b)`.
        let was_sign =
            text.get(start..end).is_some_and(|it| !it.is_empty() && !is_word(it.chars().next_back()));
        if is_word(self.replacement.chars().next())
            && (is_word(before) || was_sign && is_one_of(before, ")]}\""))
        {
            self.replacement.insert(0, ' ');
        }
        if is_word(self.replacement.chars().next_back())
            && (is_word(behind) || was_sign && is_one_of(behind, "([{\""))
        {
            self.replacement.push(' ');
        }
    }
}

/// Adds blanks to the replacement of each diagnostic's `fix` where it would merge with adjacent
/// words; `choices` are left as they are. Parsing and checking call this before they return their
/// diagnostics.
pub fn finish_fixes<'t>(diagnostics: &mut [Diagnostic], text_of: impl Fn(FileId) -> &'t str) {
    for fix in diagnostics.iter_mut().filter_map(|it| it.fix.as_mut()) {
        fix.keep_words_apart(text_of(fix.span.file));
    }
}

/// One problem: a self-contained headline, places, and help.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Diagnostic {
    /// The kind of problem; `gspec explain CODE` shows a page about it.
    pub code: Code,
    /// What it is about, if some part of the program has to know.
    pub topic: Option<Topic>,
    /// Error or warning; at first that of the code.
    pub severity: Severity,
    /// The headline: one fact, understandable on its own.
    pub message: String,
    /// Places, the primary one first if there is one.
    pub labels: Vec<Label>,
    /// What to do, in the imperative; `None` if nothing is suggested.
    pub help: Option<String>,
    /// A change that fixes the problem, which a tool can apply; `None` if no single change is
    /// known.
    pub fix: Option<Fix>,
    /// Whether `fix` was found by trying changes of one token: the text parses with it, but its names
    /// and types may be wrong.
    pub is_tried: bool,
    /// Alternative changes; the author has to choose one.
    pub choices: Vec<Fix>,
    /// Facts that belong to no place in the text: a sequence of moves, a cycle.
    pub notes: Vec<String>,
}

impl Diagnostic {
    /// A diagnostic with the severity of its code.
    pub fn new(code: Code, message: impl Into<String>) -> Diagnostic {
        Diagnostic {
            code,
            topic: None,
            severity: code.severity(),
            message: brief(message.into()),
            labels: Vec::new(),
            help: None,
            fix: None,
            is_tried: false,
            choices: Vec::new(),
            notes: Vec::new(),
        }
    }

    /// Sets what the diagnostic is about.
    pub fn about(mut self, topic: Topic) -> Diagnostic {
        self.topic = Some(topic);
        self
    }

    /// Sets the place to which the headline refers.
    pub fn at(mut self, span: Span, text: impl Into<String>) -> Diagnostic {
        self.labels.insert(0, Label { span, text: brief(text.into()), primary: true });
        self
    }

    /// Adds a place with an explanation.
    pub fn also(mut self, span: Span, text: impl Into<String>) -> Diagnostic {
        self.labels.push(Label { span, text: brief(text.into()), primary: false });
        self
    }

    /// Sets the help, in place of an earlier one.
    pub fn help(mut self, help: impl Into<String>) -> Diagnostic {
        self.help = Some(printable(help.into()));
        self
    }

    /// Adds a fact that has no place.
    pub fn note(mut self, note: impl Into<String>) -> Diagnostic {
        self.notes.push(brief(note.into()));
        self
    }

    /// Sets a change that a tool can apply.
    pub fn fix(mut self, span: Span, replacement: impl Into<String>) -> Diagnostic {
        self.fix = Some(Fix { span, replacement: replacement.into() });
        self
    }

    /// Adds one of several changes from which the author chooses.
    pub fn choice(mut self, span: Span, replacement: impl Into<String>) -> Diagnostic {
        self.choices.push(Fix { span, replacement: replacement.into() });
        self
    }

    /// Adds `by` bytes to the offsets of all places. If a part of a text begins at the offset `by`,
    /// this turns a diagnostic about the part into one about the whole text.
    pub fn moved(mut self, by: u32) -> Diagnostic {
        let fixes = self.fix.iter_mut().chain(&mut self.choices).map(|fix| &mut fix.span);
        for span in self.labels.iter_mut().map(|label| &mut label.span).chain(fixes) {
            *span = Span { start: span.start + by, end: span.end + by, ..*span };
        }
        self
    }

    /// The place to which the headline refers, if there is one.
    pub fn place(&self) -> Option<Span> {
        self.labels.iter().find(|label| label.primary).map(|label| label.span)
    }

    /// Whether this is an error.
    pub fn is_error(&self) -> bool {
        self.severity == Severity::Error
    }
}

/// Replaces control characters other than line breaks, which could control the terminal, by
/// question marks.
fn printable(text: String) -> String {
    let is_unsafe = |c: char| c.is_control() && c != '\n';
    if text.contains(is_unsafe) { text.replace(is_unsafe, "?") } else { text }
}

/// Makes a message safe to print, and cuts it after `MOST_CHARACTERS` characters.
fn brief(text: String) -> String {
    let text = printable(text);
    match text.char_indices().nth(MOST_CHARACTERS) {
        Some((cut, _)) => format!("{}…", &text[..cut]),
        None => text,
    }
}

/// The most characters of a message, a label or a note; the rest is replaced by `…`.
const MOST_CHARACTERS: usize = 500;

/// Whether any of the diagnostics is an error.
pub fn any_error(diagnostics: &[Diagnostic]) -> bool {
    diagnostics.iter().any(Diagnostic::is_error)
}

/// Removes the warnings about likely mistakes (G114) whose mistake an error reports. An error at the
/// place of a range in brackets gets the help of the warning. A refuted claim has the help already if it explains `^`.
fn merge_causes(diagnostics: &mut Vec<Diagnostic>) {
    let mut at = 0;
    while at < diagnostics.len() {
        let warning = &diagnostics[at];
        let place = warning.place().filter(|_| warning.code == Code::G114 && !warning.is_error());
        let Some(place) = place else {
            at += 1;
            continue;
        };
        let is_there = |it: &Diagnostic| it.is_error() && it.place() == Some(place) && it.fix.is_none();
        let is_in_claim = |it: &Diagnostic| {
            it.topic == Some(Topic::PowerForNimSum)
                && it.is_error()
                && it.place().is_some_and(|claim| claim.holds(place))
        };
        let is_range = warning.topic == Some(Topic::LoneRange);
        if let Some(error) = diagnostics.iter().position(is_there).filter(|_| is_range) {
            let warning = diagnostics.remove(at);
            let error = &mut diagnostics[if error > at { error - 1 } else { error }];
            (error.help, error.fix, error.choices) = (warning.help, warning.fix, warning.choices);
        } else if warning.topic == Some(Topic::PowerForNimSum) && diagnostics.iter().any(is_in_claim) {
            diagnostics.remove(at);
        } else {
            at += 1;
        }
    }
}

/// Sorts diagnostics by file and place, and removes duplicates. Of a warning (G114) and an error with
/// the same cause, the error remains. If a `//` comment cuts off an expression (warning G110), the
/// comment probably caused the first error about the operand before it: that error gets the advice of
/// the warning, and follows it.
pub fn settle(diagnostics: &mut Vec<Diagnostic>) {
    diagnostics.sort_by(|a, b| (a.place(), a.code, &a.message).cmp(&(b.place(), b.code, &b.message)));
    diagnostics.dedup_by(|a, b| a.place() == b.place() && a.code == b.code && a.message == b.message);
    merge_causes(diagnostics);
    for at in 0..diagnostics.len() {
        let cut = |it: &Diagnostic| it.labels.iter().find(|label| !label.primary).map(|label| label.span);
        let Some(operand) = (diagnostics[at].code == Code::G110).then(|| cut(&diagnostics[at])).flatten()
        else {
            continue;
        };
        // The place of an expression in parentheses ends before its closing parenthesis.
        let is_about = |place: Span| place.holds(operand) || place.end == operand.start;
        let is_rest = |it: &Diagnostic| it.is_error() && it.labels.iter().any(|label| is_about(label.span));
        if let Some(first) = diagnostics[..at].iter().position(is_rest) {
            if diagnostics[first].code == Code::G201 || diagnostics[first].fix.is_some() {
                diagnostics[first..=at].rotate_right(1);
                continue;
            }
            let quotient = diagnostics[at].help.as_deref().and_then(|it| it.split(';').next());
            diagnostics[first].help = quotient.map(|it| format!("`//` begins a comment: {it}"));
            diagnostics[first..=at].rotate_right(1);
        }
    }
}
