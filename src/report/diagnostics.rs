//! Diagnostics as data: JSON, GitHub annotations, SARIF.

use crate::diagnostic::{Diagnostic, Fix, Label, Severity, codes};
use crate::source::Sources;
use serde::Serialize;
use serde_json::json;

/// A diagnostic with lines and columns.
#[derive(Debug, Serialize)]
pub struct DiagnosticView {
    /// The code, such as `G201`.
    pub code: &'static str,
    /// `error` or `warning`.
    pub severity: &'static str,
    /// The message: what is wrong.
    pub message: String,
    /// The help: what to do, if there is advice.
    pub help: Option<String>,
    /// The places that the diagnostic points at, with their texts.
    pub labels: Vec<LabelView>,
    /// Facts without a place.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub notes: Vec<String>,
    /// A change of the text that fixes the error, if one was found.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub fix: Option<FixView>,
    /// Alternative changes that fix the error; the author has to choose one.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub choices: Vec<FixView>,
}

/// A labelled place. Lines and columns are counted from 1.
#[derive(Debug, Serialize)]
pub struct LabelView {
    /// The name of the file.
    pub file: String,
    /// The first line.
    pub line: usize,
    /// The first column.
    pub column: usize,
    /// The last line.
    pub end_line: usize,
    /// The column after the last character.
    pub end_column: usize,
    /// The text of the label.
    pub text: String,
    /// Whether this is the place that the message is about.
    pub primary: bool,
}

/// A change of the source text.
#[derive(Debug, Serialize)]
pub struct FixView {
    /// The title that editors show: one short line.
    pub title: String,
    /// The place whose text is replaced.
    pub place: LabelView,
    /// The new text.
    pub replacement: String,
}

impl LabelView {
    fn new(label: &Label, sources: &Sources) -> LabelView {
        let source = sources.get(label.span.file);
        let (line, column) = source.line_column(label.span.start);
        let (end_line, end_column) = source.line_column(label.span.end);
        let (file, text) = (source.name.clone(), label.text.clone());
        LabelView { file, line, column, end_line, end_column, text, primary: label.primary }
    }
}

impl DiagnosticView {
    /// The view of a diagnostic.
    pub fn new(diagnostic: &Diagnostic, sources: &Sources) -> DiagnosticView {
        let view = |fix: &Fix, title| {
            let label = Label { span: fix.span, text: String::new(), primary: false };
            FixView { title, place: LabelView::new(&label, sources), replacement: fix.replacement.clone() }
        };
        let title = |fix: &Fix| title_of_fix(&fix.replacement, diagnostic.help.as_deref());
        let fix = diagnostic.fix.as_ref().map(|fix| view(fix, title(fix)));
        let choices = diagnostic.choices.iter().map(|fix| view(fix, title_of_choice(&fix.replacement)));
        DiagnosticView {
            code: diagnostic.code.name(),
            severity: severity(diagnostic.severity),
            message: diagnostic.message.clone(),
            help: diagnostic.help.clone(),
            labels: diagnostic.labels.iter().map(|label| LabelView::new(label, sources)).collect(),
            notes: diagnostic.notes.clone(),
            fix,
            choices: choices.collect(),
        }
    }

    /// The place that the message is about, if there is one.
    fn primary(&self) -> Option<&LabelView> {
        self.labels.iter().find(|label| label.primary)
    }
}

/// The longest replacement or help, in characters, that is shown in full in the title of a fix.
const MOST_OF_A_TITLE: usize = 60;

/// The title that editors show: the replacement if it fits on one short line, otherwise the help, and
/// if the help does not fit either, the first line of the replacement, cut short. An empty
/// replacement shows the help, or `Remove it`.
fn title_of_fix(replacement: &str, help: Option<&str>) -> String {
    let replacement = &without_comments(replacement);
    let fits = |text: &&str| !text.contains('\n') && text.chars().count() <= MOST_OF_A_TITLE;
    let sentence = |text: &str| {
        let mut letters = text.chars();
        letters.next().map_or(String::new(), |first| first.to_uppercase().chain(letters).collect())
    };
    let first = replacement.trim().lines().next().unwrap_or("").trim_end();
    match Some(replacement.trim()).filter(fits) {
        Some("") => help.filter(fits).map_or("Remove it".to_string(), sentence),
        Some(short) => format!("Write `{short}`"),
        None => help.filter(fits).map_or_else(
            || format!("Write `{}…`", first.chars().take(MOST_OF_A_TITLE - 10).collect::<String>()),
            sentence,
        ),
    }
}

/// The title that editors show for one of several choices: the replacement on one line, cut short.
fn title_of_choice(replacement: &str) -> String {
    let replacement = without_comments(replacement);
    let words: Vec<&str> = replacement.split_whitespace().collect();
    let line = words.join(" ");
    match line.char_indices().nth(MOST_OF_A_TITLE) {
        Some((cut, _)) => format!("Write `{}…`", &line[..cut]),
        None => format!("Write `{line}`"),
    }
}

/// A piece of a spec without its comments, which would swallow the rest once the lines are joined.
fn without_comments(text: &str) -> String {
    let code = |line: &str| {
        let is_code = |at: &usize| line[..*at].matches('"').count().is_multiple_of(2);
        let comment = line.match_indices("//").map(|(at, _)| at).find(is_code);
        comment.map_or(line, |at| line[..at].trim_end()).to_string()
    };
    let lines: Vec<String> = text.lines().map(code).collect();
    lines.join("\n")
}

fn severity(severity: Severity) -> &'static str {
    match severity {
        Severity::Error => "error",
        Severity::Warning => "warning",
    }
}

/// A diagnostic as a workflow command that GitHub shows as an annotation. `file` is used if the
/// diagnostic has no place.
pub fn github(file: &str, view: &DiagnosticView) -> String {
    let escape = |text: &str| text.replace('%', "%25").replace('\r', "%0D").replace('\n', "%0A");
    let property = |text: &str| escape(text).replace(':', "%3A").replace(',', "%2C");
    let place = match view.primary() {
        Some(label) => format!(
            "file={},line={},col={},endLine={},endColumn={}",
            property(&label.file),
            label.line,
            label.column,
            label.end_line,
            label.end_column
        ),
        None => format!("file={}", property(file)),
    };
    let help = view.help.as_ref().map(|help| format!("\nhelp: {help}")).unwrap_or_default();
    let message = escape(&format!("{}{help}", view.message));
    format!("::{} {place},title={}::{message}", view.severity, view.code)
}

/// A diagnostic on one line for editors and scripts: `FILE:LINE:COLUMN: error[G203]: message;
/// help`. `file` is used if the diagnostic has no place.
pub fn short(file: &str, view: &DiagnosticView) -> String {
    let place = match view.primary() {
        Some(label) => format!("{}:{}:{}", label.file, label.line, label.column),
        None => format!("{file}:1:1"),
    };
    let help = view.help.as_ref().map(|help| format!("; {help}")).unwrap_or_default();
    format!("{place}: {}[{}]: {}{help}", view.severity, view.code, view.message).replace(['\n', '\r'], " ")
}

/// All diagnostics of a run, by file, as SARIF, a JSON format that code hosts read.
pub fn sarif(files: &[(String, Vec<DiagnosticView>)]) -> serde_json::Value {
    let rules: Vec<_> = codes()
        .iter()
        .map(|code| json!({"id": code.name(), "shortDescription": {"text": code.title()}, "help": {"text": code.page()}}))
        .collect();
    let results: Vec<_> = files
        .iter()
        .flat_map(|(file, views)| views.iter().map(move |view| sarif_result(file, view)))
        .collect();
    json!({
        "$schema": "https://json.schemastore.org/sarif-2.1.0.json",
        "version": "2.1.0",
        "runs": [{
            "tool": {"driver": {"name": "gspec", "version": env!("CARGO_PKG_VERSION"), "rules": rules}},
            "results": results,
        }],
    })
}

fn sarif_result(file: &str, view: &DiagnosticView) -> serde_json::Value {
    let place = |label: &LabelView| {
        json!({
            "physicalLocation": {
                "artifactLocation": {"uri": label.file},
                "region": {
                    "startLine": label.line,
                    "startColumn": label.column,
                    "endLine": label.end_line,
                    "endColumn": label.end_column,
                },
            },
            "message": {"text": label.text},
        })
    };
    let whole = || json!({"physicalLocation": {"artifactLocation": {"uri": file}}});
    let primary = view.primary().map_or_else(whole, place);
    let related: Vec<_> = view.labels.iter().filter(|label| !label.primary).map(place).collect();
    json!({
        "ruleId": view.code,
        "level": view.severity,
        "message": {"text": view.message},
        "locations": [primary],
        "relatedLocations": related,
    })
}

#[cfg(test)]
mod tests {
    use super::{title_of_choice, title_of_fix};

    #[test]
    fn titles_have_no_comments() {
        assert_eq!(title_of_fix("a // the first", None), "Write `a`");
        assert_eq!(title_of_fix("// nothing\n", Some("remove it")), "Remove it");
        assert_eq!(title_of_fix("\"//\" ++ s", None), "Write `\"//\" ++ s`");
        assert_eq!(title_of_choice("(a // first\n  and b) // second\n  or c"), "Write `(a and b) or c`");
    }
}
