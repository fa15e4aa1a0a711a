//! The `gspec` program.

use std::process::ExitCode;

fn main() -> ExitCode {
    gspec::cli::run()
}
