//! `gspec guess`: shows claims that small positions suggest, and adds them to the spec on request.

use super::check::json_line;
use super::files::{self, Disk};
use super::guess_arguments::{Guess, GuessFormat};
use super::limits::Limits;
use super::output::Output;
use super::replace::Replacement;
use super::{LIMIT, OK, USAGE, WRONG, origin, proving, ranges, session, sink, words};
use crate::pipeline::Setting;
use crate::position::ProblemKind;
use crate::report::{GuessView, guess_text};
use crate::variants::guess::{Failure, Wish, guess, is_limit};
use std::io::Write;
use std::path::Path;

pub fn run(command: &Guess, output: &mut Output) -> u8 {
    let answer = answer(command, output);
    output.status(answer)
}

fn answer(command: &Guess, output: &mut Output) -> Result<u8, String> {
    ranges::refuse("guess", &command.pattern, "it looks at the values from 0 on")?;
    let limits = Limits::new(&command.common)?;
    let settings = files::settings(&command.common)?;
    let stop = || limits.reached();
    let budget = limits.budget(&stop);
    let is_file = matches!(origin::Origin::of(&command.file), origin::Origin::File);
    if command.write && !is_file {
        return Err(format!("`--write` needs a file, not {}", origin::name(&command.file)));
    }
    if command.write && !settings.is_empty() {
        return Err("`--write` adds claims to a file as it stands: leave out `--set`".to_string());
    }
    let mut opened = match session::open(&command.file, &settings, &budget, output) {
        Ok(opened) => opened,
        Err(status) => return Ok(status),
    };
    let wish = wish(command, settings)?;
    let guessed = match guess(&mut opened, &wish, &Disk, &budget) {
        Ok(guessed) => guessed,
        Err(Failure::Message(message)) => return Err(message),
        Err(Failure::Diagnostics(diagnostics)) => {
            output.diagnostics(&diagnostics, &opened.sources);
            let rules = diagnostics.iter().any(|it| it.code.to_string().starts_with("G4"));
            return Ok(if rules { WRONG } else { USAGE });
        }
        Err(Failure::Problem(problem)) => {
            if let Some(instance) = &opened.instance {
                let diagnostic = session::told(instance, &problem, problem.span);
                output.diagnostics(&[diagnostic], &opened.sources);
            }
            return Ok(match problem.kind {
                ProblemKind::Outside { .. } => USAGE,
                _ if is_limit(&problem) => LIMIT,
                _ => WRONG,
            });
        }
    };
    let (theorem, guesses) = (guessed.theorem, guessed.guesses);
    let views: Vec<GuessView> = guesses.iter().map(|it| GuessView::new(it, theorem)).collect();
    output.result(&match command.format {
        GuessFormat::Text => output.fitted(guess_text(&views, theorem)),
        GuessFormat::Json => views.iter().map(json_line).collect(),
    });
    if command.write && !views.is_empty() {
        let added =
            write(&command.file, &views).map_err(|error| sink::cannot_write(&command.file, &error))?;
        let claims = if added == 1 { "claim was" } else { "claims were" };
        output.note(&format!("{added} {claims} added to `{}`", command.file));
    }
    Ok(OK)
}

fn wish(command: &Guess, settings: Vec<Setting>) -> Result<Wish, String> {
    let prove_time = proving::time(&command.proving, &command.common)?;
    Ok(Wish { pattern: words::pattern(&command.pattern), outcomes: command.outcomes, settings, prove_time })
}

/// Appends claims to a file, except those that it already has. Returns how many were added.
fn write(path: &str, views: &[GuessView]) -> std::io::Result<usize> {
    let bytes = files::read(path).map_err(std::io::Error::other)?;
    let mut text = String::from_utf8(bytes).map_err(std::io::Error::other)?;
    if !text.is_empty() && !text.ends_with('\n') {
        text.push('\n');
    }
    let mut added = 0;
    for view in views {
        if !text.lines().any(|line| line.trim() == view.claim) {
            text.push_str(&view.lines());
            added += 1;
        }
    }
    if added > 0 {
        let mut file = Replacement::new(Path::new(path))?;
        file.write_all(text.as_bytes())?;
        file.commit()?;
    }
    Ok(added)
}
