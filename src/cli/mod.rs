//! The command line: one file a command, thin over the library. Only this folder touches the file
//! system, the clock, the environment and the terminal.

mod ablate;
mod arguments;
mod check;
mod common_arguments;
mod diff;
mod explain;
mod files;
mod fmt;
mod graph;
mod limits;
mod origin;
mod output;
mod period;
mod play;
mod progress;
mod prove;
mod proving;
mod query;
mod replace;
mod saved_search;
mod session;
mod several;
mod solve;
mod sweep;
mod sweep_arguments;
mod table;
mod variants_arguments;
mod verify;

use arguments::{Arguments, Command};
use clap::Parser;
use output::Output;
use std::process::ExitCode;

/// All is well.
const OK: u8 = 0;
/// A spec is wrong, or a claim refuted.
const WRONG: u8 = 1;
/// Wrong usage, or a file that cannot be read.
const USAGE: u8 = 2;
/// A limit was reached before an answer.
const LIMIT: u8 = 3;

/// Runs the program.
pub fn run() -> ExitCode {
    let arguments = match Arguments::try_parse() {
        Ok(arguments) => arguments,
        Err(error) => {
            // Help and version are results; everything else is wrong usage.
            let status = if error.use_stderr() { USAGE } else { OK };
            let _ = error.print();
            return ExitCode::from(status);
        }
    };
    let mut output = Output::new();
    // A person who plays leaves the game by an interrupt; the checker of certificates does not ask for it.
    if !matches!(arguments.command, Command::Play(_) | Command::Verify(_)) {
        limits::heed_interrupts();
    }
    let status = match &arguments.command {
        Command::Check(command) => check::run(command, &mut output),
        Command::Solve(command) => solve::run(command, &mut output),
        Command::Table(command) => table::run(command, &mut output),
        Command::Query(command) => query::run(command, &mut output),
        Command::Period(command) => period::run(command, &mut output),
        Command::Prove(command) => prove::run(command, &mut output),
        Command::Sweep(command) => sweep::run(command, &mut output),
        Command::Ablate(command) => ablate::run(command, &mut output),
        Command::Diff(command) => diff::run(command, &mut output),
        Command::Graph(command) => graph::run(command, &mut output),
        Command::Play(command) => play::run(command, &mut output),
        Command::Fmt(command) => fmt::run(command, &mut output),
        Command::Verify(command) => verify::run(command, &mut output),
        Command::Explain(command) => explain::run(command, &mut output),
    };
    ExitCode::from(output.finish(status))
}
