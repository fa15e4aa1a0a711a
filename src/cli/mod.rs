//! The command line: one file or folder per command, thin over the library. Only this folder
//! touches the file system, the clock, the environment and the terminal.

mod ablate;
mod arguments;
mod check;
mod common_arguments;
mod completions;
mod diff;
mod explain;
mod files;
mod fmt;
mod form;
mod graph;
mod guess;
mod guess_arguments;
mod help;
mod limits;
mod new;
mod origin;
mod output;
mod period;
mod play;
mod progress;
mod prove;
mod proving;
mod query;
mod ranges;
mod reference;
mod replace;
mod saved_search;
mod session;
mod several;
mod sink;
mod solve;
mod sweep;
mod sweep_arguments;
mod table;
mod table_words;
mod terminal;
mod usage;
mod variants_arguments;
mod verify;
mod watch;
mod words;

use crate::diagnostic::Code;
use crate::report::Detail;
use arguments::{Arguments, Command};
use clap::{ColorChoice, FromArgMatches};
use common_arguments::{Appearance, Colour};
use output::Output;
use std::ffi::OsString;
use std::io::{self, IsTerminal, Write};
use std::process::ExitCode;
use std::time::Instant;

/// The exit status for success.
const OK: u8 = 0;
/// The exit status if a spec is wrong, or if the answer is negative, such as a refuted claim or a
/// rejected certificate. `STATUSES` in `help.rs` lists what it means for each command.
const WRONG: u8 = 1;
/// The exit status for wrong usage, or a file that cannot be read.
const USAGE: u8 = 2;
/// The exit status if a limit was reached before an answer.
const LIMIT: u8 = 3;

/// Parses the command line, runs the command, and returns the exit status.
pub fn run() -> ExitCode {
    #[expect(clippy::disallowed_methods, reason = "the command line may look at the clock")]
    let begun = Instant::now();
    let typed: Vec<String> = std::env::args_os().map(|word| word.to_string_lossy().into_owned()).collect();
    let parse = |words: Vec<OsString>| {
        let matches = help::command()
            .color(match output::has_colour(colour_said(&typed), io::stdout().is_terminal()) {
                true => ColorChoice::Always,
                false => ColorChoice::Never,
            })
            .try_get_matches_from(words);
        matches.and_then(|matches| Arguments::from_arg_matches(&matches))
    };
    let words: Vec<OsString> = std::env::args_os().map(not_an_option).collect();
    // With an empty position, the command still reads the spec, and lists its games and starts.
    let without_position = |error: clap::Error| match usage::lacks_position(&error, &typed) {
        true => parse([&words[..], &[OsString::new()]].concat()).map_err(|_| error),
        false => Err(error),
    };
    let arguments = match parse(words.clone()).or_else(without_position) {
        Ok(arguments) => arguments,
        Err(error) => return ExitCode::from(unparsed(&error, &typed)),
    };
    let mut output = Output::new(&arguments.appearance, typed_command(&typed));
    // `play` and `verify` keep the default, by which an interrupt ends the process: players leave the
    // game that way, and the certificate checker never polls for interrupts.
    if !matches!(arguments.command, Command::Play(_) | Command::Verify(_)) {
        limits::heed_interrupts();
    }
    if let Some(message) = usage::split_by_shell(&typed) {
        output.error(&message);
        return ExitCode::from(output.finish(USAGE));
    }
    let status = match &arguments.command {
        Command::Check(command) if command.watch => watch::run(command, &mut output),
        Command::Check(command) => check::run(command, &mut output),
        Command::Solve(command) => solve::run(command, &mut output),
        Command::Table(command) => table::run(command, &mut output),
        Command::Query(command) => query::run(command, &mut output),
        Command::Period(command) => period::run(command, &mut output),
        Command::Prove(command) => prove::run(command, &mut output),
        Command::Sweep(command) => sweep::run(command, &mut output),
        Command::Ablate(command) => ablate::run(command, &mut output),
        Command::Diff(command) => diff::run(command, &mut output),
        Command::Guess(command) => guess::run(command, &mut output),
        Command::Graph(command) => graph::run(command, &mut output),
        Command::Play(command) => play::run(command, &mut output),
        Command::Fmt(command) => fmt::run(command, &mut output),
        Command::Verify(command) => verify::run(command, &mut output),
        Command::New(command) => new::run(command, &mut output),
        Command::Completions(command) => completions::run(command, help::command(), &mut output),
        Command::Man(command) => completions::manual(command, help::command(), &mut output),
        Command::Explain(command) => explain::run(command, &mut output),
    };
    if output.detail == Detail::Verbose {
        output.note(&format!("took {:.3} s", begun.elapsed().as_secs_f64()));
    }
    ExitCode::from(output.finish(status))
}

/// Puts a blank before positions such as `-3,5` or `-3 5` and ranges such as `-3..5`, which clap
/// would read as options without it. Returns other words unchanged.
fn not_an_option(word: OsString) -> OsString {
    let is_position = |word: &str| {
        let Some(rest) = word.strip_prefix('-') else { return false };
        let after = rest.trim_start_matches(|c: char| c.is_ascii_digit());
        let begins = |c: char| c == ',' || c == '-' || c.is_ascii_digit();
        let is_listed = after.starts_with("..")
            || after.starts_with(',')
            || after.starts_with(' ') && after.trim_start().starts_with(begins);
        after.len() < rest.len() && is_listed
    };
    match word.to_str() {
        Some(text) if is_position(text) => format!(" {text}").into(),
        _ => word,
    }
}

/// Shows help, or the error in the command line; returns the exit status.
fn unparsed(error: &clap::Error, typed: &[String]) -> u8 {
    if !error.use_stderr() {
        // Help and version are results.
        return match error.print().and_then(|()| io::stdout().flush()) {
            Err(error) if error.kind() != io::ErrorKind::BrokenPipe => {
                let _ = writeln!(io::stderr(), "error[{}]: cannot write the help: {error}", Code::G510);
                USAGE
            }
            _ => OK,
        };
    }
    let mut output =
        Output::new(&Appearance { color: colour_said(typed), ..Appearance::default() }, typed_command(typed));
    match typed.len() {
        0 | 1 => help::first_page(&mut output),
        _ => usage::misused(error, typed, &mut output),
    }
    output.finish(USAGE)
}

/// The first of the words typed that is the name of a command; `None` if none is.
fn typed_command(typed: &[String]) -> Option<&'static str> {
    typed.iter().skip(1).find_map(|word| help::names().find(|name| name == word))
}

/// The value of `--color` among the words typed, needed before clap parses them; `auto` without
/// one.
fn colour_said(typed: &[String]) -> Colour {
    let after = typed.iter().position(|word| word == "--color").and_then(|at| typed.get(at + 1));
    let value = typed.iter().find_map(|word| word.strip_prefix("--color=")).or(after.map(String::as_str));
    match value {
        Some("always") => Colour::Always,
        Some("never") => Colour::Never,
        _ => Colour::Auto,
    }
}
