//! `gspec check`: checks specs, several at once, and writes a report about each in the chosen
//! format.

use super::arguments::{Check, CheckFormat};
use super::files::{self, Disk};
use super::form;
use super::limits::Limits;
use super::origin;
use super::output::Output;
use super::proving;
use super::sink::Sink;
use super::{LIMIT, OK, USAGE, WRONG};
use crate::diagnostic::{Code, Diagnostic};
use crate::pipeline::{self, CheckOptions, Kept};
use crate::report::{
    CheckStyle, CheckView, Detail, DiagnosticView, check_text, github, sarif, short, terminal_svg, wrapped,
};
use crate::source::{Loader, Sources};
use std::collections::BTreeMap;

pub fn run(command: &Check, output: &mut Output) -> u8 {
    let format = match form::chosen(command.output.as_deref(), command.format) {
        Ok(format) => format,
        Err(message) => {
            output.error(&message);
            return USAGE;
        }
    };
    if command.output.is_none() && format != CheckFormat::Svg {
        return check(command, format, output);
    }
    output.collect(format == CheckFormat::Svg);
    let status = check(command, format, output);
    let (text, messages) = output.collected();
    let is_for_people = matches!(format, CheckFormat::Svg | CheckFormat::Text);
    if let (USAGE, true, Some(path)) = (status, is_for_people, command.output.as_deref()) {
        // A file that contains only this error would look like a report.
        output.message(&messages);
        output.note(&format!("`{path}` is not written"));
        return status;
    }
    let text = if format == CheckFormat::Svg { terminal_svg(&text) } else { text };
    match write(command.output.as_deref(), text, output) {
        Ok(()) => status,
        Err(message) => {
            output.error(&message);
            USAGE
        }
    }
}

fn write(path: Option<&str>, mut text: String, output: &mut Output) -> Result<(), String> {
    let mut sink = Sink::new(path, output)?;
    sink.write(&mut text)?;
    sink.finish()
}

/// Checks all specs, writes the reports in a format, and returns the exit status.
fn check(command: &Check, format: CheckFormat, output: &mut Output) -> u8 {
    let specs = match files::specs(&command.paths) {
        Ok(specs) => specs,
        Err((path, reason)) => {
            output.coded(Code::G104, &format!("cannot read `{path}`: {reason}"));
            return USAGE;
        }
    };
    let way = Way { format, style: style(output) };
    let mut status = OK;
    let mut collected = Vec::new();
    let mut first = true;
    let mut totals = Totals::default();
    let told = each(command, way, &specs, &mut |done| {
        let done = match done {
            Ok(done) => done,
            Err(message) => {
                output.error(&message);
                return false;
            }
        };
        status = worse(status, done.status);
        totals.add(&done);
        // Of several specs, `--quiet` shows those for which something is not proved.
        let is_text = format == CheckFormat::Text;
        if specs.len() == 1 || !is_text || output.detail != Detail::Quiet || !done.is_proved() {
            tell(format, &done, std::mem::replace(&mut first, false), output);
        }
        collected.extend(done.sarif);
        !output.closed()
    });
    if !told {
        return USAGE;
    }
    if specs.len() > 1 && format == CheckFormat::Text {
        let line = wrapped(&totals.line(output.colour), output.width);
        output.result(&if first { line } else { format!("\n{line}") });
    }
    if format == CheckFormat::Sarif {
        output.result(&format!("{}\n", sarif(&collected)));
    }
    status
}

/// Counts over all specs that the command checks.
#[derive(Default)]
struct Totals {
    files: usize,
    /// How many of the files are not ok.
    wrong: usize,
    /// How many claims have each status.
    claims: BTreeMap<&'static str, usize>,
    not_judged: usize,
}

impl Totals {
    fn add(&mut self, done: &Done) {
        self.files += 1;
        self.wrong += usize::from(done.status != OK);
        self.not_judged += done.not_judged;
        for status in &done.claims {
            *self.claims.entry(*status).or_default() += 1;
        }
    }

    /// The counts as a line.
    fn line(&self, colour: bool) -> String {
        let (files, claims) = (self.files, self.claims.values().sum::<usize>() + self.not_judged);
        let head = match self.wrong {
            0 => format!("all {files} files are ok"),
            1 => format!("1 of {files} files is not ok"),
            wrong => format!("{wrong} of {files} files are not ok"),
        };
        let counts = ["proved", "checked", "refuted", "undecided"];
        let counts = counts.iter().filter_map(|it| Some(format!("{} {it}", self.claims.get(it)?)));
        let not_judged = (self.not_judged > 0).then(|| format!("{} not judged", self.not_judged));
        let parts: Vec<String> = counts.chain(not_judged).collect();
        let colon = if parts.is_empty() { "" } else { ": " };
        let head = match (colour, self.wrong) {
            (false, _) => head,
            (true, 0) => format!("\u{1b}[32m{head}\u{1b}[0m"),
            (true, _) => format!("\u{1b}[31m{head}\u{1b}[0m"),
        };
        let word = if claims == 1 { "claim" } else { "claims" };
        format!("{head}; {claims} {word}{colon}{}\n", parts.join(", "))
    }
}

/// How reports are written.
#[derive(Clone, Copy)]
pub struct Way {
    /// The format of the report.
    pub format: CheckFormat,
    /// The style of the report, if its format is text.
    pub style: CheckStyle,
}

/// Returns the style that suits the output.
pub fn style(output: &Output) -> CheckStyle {
    CheckStyle { colour: output.colour, width: output.width, detail: output.detail }
}

/// Writes the report about one spec. In text, a blank line separates it from the report before;
/// `first` means that there is none before.
pub fn tell(format: CheckFormat, done: &Done, first: bool, output: &mut Output) {
    let is_text = matches!(format, CheckFormat::Text | CheckFormat::Svg);
    if !first && is_text {
        output.result("\n");
    }
    output.result(&done.text);
    if is_text {
        output.diagnostics(&done.diagnostics, &done.sources);
    }
}

/// The report about one spec.
pub struct Done {
    /// The exit status for this spec.
    pub status: u8,
    text: String,
    diagnostics: Vec<Diagnostic>,
    sources: Sources,
    sarif: Option<(String, Vec<DiagnosticView>)>,
    /// The status of each claim that was judged.
    claims: Vec<&'static str>,
    /// How many claims were not judged, because of an error.
    not_judged: usize,
}

impl Done {
    /// Whether every claim is proved, and there is nothing to report.
    fn is_proved(&self) -> bool {
        self.status == OK && self.diagnostics.is_empty() && self.claims.iter().all(|it| *it == "proved")
    }
}

/// Checks all specs, several at once, and passes each report to `tell` in the order of the
/// arguments. Stops when `tell` returns false. Returns false if a check could not run at all.
fn each(
    command: &Check,
    way: Way,
    specs: &[String],
    tell: &mut dyn FnMut(Result<Done, String>) -> bool,
) -> bool {
    let threads = Limits::new(&command.common).map_or(1, |limits| limits.threads()).min(specs.len());
    if threads <= 1 {
        for spec in specs {
            let done = once(command, way, spec, false);
            let failed = done.is_err();
            if !tell(done) || failed {
                return !failed;
            }
        }
        return true;
    }
    let mut is_done = true;
    let make = |at: usize| once(command, way, &specs[at], true);
    super::several::in_order(specs.len(), threads, "specs", &make, &mut |done| {
        is_done &= done.is_ok();
        tell(done) && is_done
    });
    is_done
}

/// Returns the worse of two exit statuses: an unreadable file is worse than a wrong spec, and a
/// wrong spec worse than a limit.
pub fn worse(a: u8, b: u8) -> u8 {
    let weight = |status: u8| match status {
        USAGE => 3,
        WRONG => 2,
        LIMIT => 1,
        _ => 0,
    };
    if weight(b) > weight(a) { b } else { a }
}

/// The loader for the check of one spec, and the verdicts that the check may reuse.
pub struct Again<'a> {
    /// Reads the files that the spec imports and loads.
    pub loader: &'a dyn Loader,
    /// Returns the contents of the files that `loader` has read, as a text that changes with any of
    /// them; `None` if no verdict may be kept.
    pub contents: &'a dyn Fn() -> Option<String>,
    /// The verdicts of the previous check; this check replaces them by its own.
    pub kept: &'a mut Kept,
}

/// Checks one spec without the results of a previous check.
fn once(command: &Check, way: Way, spec: &str, beside: bool) -> Result<Done, String> {
    let again = Again { loader: &Disk, contents: &|| None, kept: &mut Kept::default() };
    one(command, way, spec, beside, again)
}

/// Checks one spec. `beside` says that other specs are checked at the same time.
pub fn one(command: &Check, way: Way, spec: &str, beside: bool, again: Again<'_>) -> Result<Done, String> {
    let limits = Limits::new(&command.common)?;
    let limits = if beside { limits.beside_others() } else { limits };
    let settings = files::settings(&command.common)?;
    let stop = || limits.reached();
    let budget = limits.budget(&stop);
    let mut sources = Sources::default();
    let root = match origin::read(&mut sources, spec) {
        Ok(root) => root,
        Err(diagnostic) => return Ok(unread(way.format, spec, *diagnostic, sources)),
    };
    let opened = pipeline::open(sources, root, &settings, again.loader, &budget);
    again.kept.beyond((again.contents)());
    let most = command.common.limit_positions.and_then(|most| usize::try_from(most).ok());
    let engine = super::session::engine(&command.common);
    let (bound, strict) = (command.bound, command.strict);
    let prove_time = proving::time(&command.proving, &command.common)?;
    let options =
        CheckOptions { bound, strict, explore: most, engine, prove_time, ..CheckOptions::default() };
    let checked = pipeline::check_again(opened, &budget, options, again.kept);
    let spec = &*origin::name(spec);
    let view = CheckView::new(spec, &checked);
    let claims: Vec<&'static str> =
        view.claims.iter().filter(|it| it.is_judged()).map(|claim| claim.status).collect();
    let not_judged = view.claims_not_judged + view.claims.len() - claims.len();
    let mut text = String::new();
    let mut sarif = None;
    match way.format {
        CheckFormat::Text | CheckFormat::Svg => text = check_text(&view, way.style),
        CheckFormat::Json => text = json_line(&view),
        CheckFormat::Short => {
            text = view.diagnostics.iter().map(|it| format!("{}\n", short(spec, it))).collect();
        }
        CheckFormat::Github => {
            text = view.diagnostics.iter().map(|it| format!("{}\n", github(spec, it))).collect();
        }
        CheckFormat::Sarif => sarif = Some((spec.to_string(), view.diagnostics)),
    }
    let status = if checked.misused() {
        USAGE
    } else if checked.wrong() {
        WRONG
    } else if checked.limit.is_some() || !checked.ok() {
        LIMIT
    } else {
        OK
    };
    Ok(Done {
        status,
        text,
        diagnostics: checked.diagnostics,
        sources: checked.opened.sources,
        sarif,
        claims,
        not_judged,
    })
}

/// The report about a file that could not be read.
fn unread(format: CheckFormat, spec: &str, diagnostic: Diagnostic, sources: Sources) -> Done {
    let spec = &*origin::name(spec);
    let view = DiagnosticView::new(&diagnostic, &sources);
    let mut text = String::new();
    let mut sarif = None;
    match format {
        CheckFormat::Text | CheckFormat::Svg => {}
        CheckFormat::Json => {
            let (games, claims) = (Vec::new(), Vec::new());
            let view = CheckView {
                file: spec.to_string(),
                ok: false,
                diagnostics: vec![view],
                games,
                claims,
                claims_not_judged: 0,
            };
            text = json_line(&view);
        }
        CheckFormat::Short => text = format!("{}\n", short(spec, &view)),
        CheckFormat::Github => text = format!("{}\n", github(spec, &view)),
        CheckFormat::Sarif => sarif = Some((spec.to_string(), vec![view])),
    }
    Done {
        status: USAGE,
        text,
        diagnostics: vec![diagnostic],
        sources,
        sarif,
        claims: Vec::new(),
        not_judged: 0,
    }
}

/// A value as one line of JSON.
pub fn json_line<T: serde::Serialize>(value: &T) -> String {
    match serde_json::to_string(value) {
        Ok(text) => format!("{text}\n"),
        // Plain data with text keys always serialises.
        Err(error) => format!("{{\"error\":{:?}}}\n", error.to_string()),
    }
}
