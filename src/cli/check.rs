//! `gspec check`

use super::arguments::{Check, CheckFormat};
use super::files::{self, Disk};
use super::limits::Limits;
use super::output::Output;
use super::{LIMIT, OK, USAGE, WRONG};
use crate::diagnostic::{Code, Diagnostic};
use crate::pipeline::{self, CheckOptions};
use crate::report::{CheckView, DiagnosticView, check_text, github, sarif};
use crate::source::Sources;

pub fn run(command: &Check, output: &mut Output) -> u8 {
    let specs = match files::specs(&command.paths) {
        Ok(specs) => specs,
        Err((path, reason)) => {
            output.message(&format!("gspec: {}: cannot read `{path}`: {reason}\n", Code::G104));
            return USAGE;
        }
    };
    let mut status = OK;
    let mut collected = Vec::new();
    for (at, spec) in specs.iter().enumerate() {
        if at > 0 && command.format == CheckFormat::Text {
            output.result("\n");
        }
        match one(command, spec, output, &mut collected) {
            Ok(this) => status = worse(status, this),
            Err(message) => {
                output.message(&format!("gspec: {message}\n"));
                return USAGE;
            }
        }
    }
    if command.format == CheckFormat::Sarif {
        output.result(&format!("{}\n", sarif(&collected)));
    }
    status
}

/// An unreadable file weighs more than a wrong spec, a wrong spec more than a limit.
fn worse(a: u8, b: u8) -> u8 {
    let weight = |status: u8| match status {
        USAGE => 3,
        WRONG => 2,
        LIMIT => 1,
        _ => 0,
    };
    if weight(b) > weight(a) { b } else { a }
}

fn one(
    command: &Check,
    spec: &str,
    output: &mut Output,
    collected: &mut Vec<(String, Vec<DiagnosticView>)>,
) -> Result<u8, String> {
    let limits = Limits::new(&command.common)?;
    let settings = files::settings(&command.common)?;
    let stop = || limits.reached();
    let budget = limits.budget(&stop);
    let mut sources = Sources::default();
    let root = match read(&mut sources, spec) {
        Ok(root) => root,
        Err(diagnostic) => {
            show_unreadable(command, spec, &diagnostic, &sources, output, collected);
            return Ok(USAGE);
        }
    };
    let opened = pipeline::open(sources, root, &settings, &Disk, &budget);
    let most = command.common.limit_positions.and_then(|most| usize::try_from(most).ok());
    let engine = super::session::engine(&command.common);
    let options = CheckOptions { bound: command.bound, strict: command.strict, explore: most, engine };
    let checked = pipeline::check(opened, &budget, options);
    let view = CheckView::new(spec, &checked);
    match command.format {
        CheckFormat::Text => {
            output.result(&check_text(&view, output.colour));
            output.diagnostics(&checked.diagnostics, &checked.opened.sources);
        }
        CheckFormat::Json => output.result(&json_line(&view)),
        CheckFormat::Github => {
            let lines: String = view.diagnostics.iter().map(|it| format!("{}\n", github(spec, it))).collect();
            output.result(&lines);
        }
        CheckFormat::Sarif => collected.push((spec.to_string(), view.diagnostics)),
    }
    Ok(if checked.misused() {
        USAGE
    } else if checked.wrong() {
        WRONG
    } else if checked.limit.is_some() || !checked.ok() {
        LIMIT
    } else {
        OK
    })
}

/// Reads a spec into the sources.
pub fn read(sources: &mut Sources, spec: &str) -> Result<crate::source::FileId, Box<Diagnostic>> {
    let bytes = files::read(spec).map_err(|reason| Box::new(unreadable(spec, &reason)))?;
    let text = crate::syntax::decode(spec, bytes)?;
    Ok(sources.add(spec, text))
}

fn unreadable(spec: &str, reason: &str) -> Diagnostic {
    Diagnostic::new(Code::G104, format!("cannot read `{spec}`: {reason}")).help("check the path")
}

fn show_unreadable(
    command: &Check,
    spec: &str,
    diagnostic: &Diagnostic,
    sources: &Sources,
    output: &mut Output,
    collected: &mut Vec<(String, Vec<DiagnosticView>)>,
) {
    let view = DiagnosticView::new(diagnostic, sources);
    match command.format {
        CheckFormat::Text => output.diagnostics(std::slice::from_ref(diagnostic), sources),
        CheckFormat::Json => {
            let (games, claims) = (Vec::new(), Vec::new());
            let view =
                CheckView { file: spec.to_string(), ok: false, diagnostics: vec![view], games, claims };
            output.result(&json_line(&view));
        }
        CheckFormat::Github => output.result(&format!("{}\n", github(spec, &view))),
        CheckFormat::Sarif => collected.push((spec.to_string(), vec![view])),
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
