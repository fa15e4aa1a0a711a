//! `gspec prove --for`: the games of a spec for each value of a parameter.

use super::{Misuse, TIME, each_game};
use crate::cli::arguments::{Prove, SolveFormat};
use crate::cli::check::json_line;
use crate::cli::files::{self, Disk};
use crate::cli::limits::Limits;
use crate::cli::output::Output;
use crate::cli::ranges;
use crate::cli::session;
use crate::cli::words;
use crate::cli::{LIMIT, OK, USAGE, WRONG};
use crate::diagnostic::Code;
use crate::pipeline::{Opened, Over, RangeText, Setting};
use crate::report::{FamilyRow, FamilyTable, value_in};

/// The most values that the parameter may take; more are an error.
const MOST_VALUES: usize = 1000;

/// Proves all games for all values of `NAME in VALUES`.
pub fn prove(command: &Prove, text: &str, output: &mut Output) -> Result<u8, Misuse> {
    let limits = Limits::with_time(&command.common, TIME)?;
    let settings = files::settings(&command.common)?;
    let stop = || limits.reached();
    let budget = limits.budget(&stop);
    let range = range(text, &settings)?;
    let opened = match session::open(&command.file, &settings, &budget, output) {
        Ok(opened) => opened,
        Err(status) => return Ok(status),
    };
    let over = match Over::new(opened, &settings, ("--for", std::slice::from_ref(&range)), &Disk, &budget) {
        Ok(over) => over,
        Err(failed) => {
            let (opened, diagnostics) = *failed;
            output.diagnostics(&diagnostics, &opened.sources);
            return Ok(USAGE);
        }
    };
    let values = &over.parameters[0].values;
    if values.is_empty() || values.len() > MOST_VALUES {
        let count = values.len();
        return Err(wrong(format!("`--for {text}` has {count} values; it takes 1 to {MOST_VALUES}")));
    }
    let json: Vec<_> = values.iter().map(|value| value_in(&over, value)).collect();
    let table = FamilyTable::new(&range.name, &json, &names(command, &over.opened));
    let is_text = command.format == SolveFormat::Text;
    if is_text {
        output.result(&table.head());
    }
    let (mut rows, mut status) = (Vec::new(), OK);
    for (at, value) in values.iter().enumerate() {
        limits.restart();
        let opened = over.open(at as u64, &Disk, &budget);
        if opened.instance.is_none() {
            output.diagnostics(&opened.diagnostics, &opened.sources);
            return Ok(WRONG);
        }
        let here = each_game(command, opened, (&limits, &budget), output, &mut |view, output| {
            let row = FamilyRow::new(&over, value, view);
            if is_text {
                // The next row may take long to compute, so this one is shown before it.
                output.result(&table.row(&row));
                output.flush();
            }
            rows.push(row);
        })?;
        match here {
            USAGE => return Ok(USAGE),
            OK => {}
            LIMIT if status != OK => {}
            other => status = other,
        }
    }
    output.result(&match command.format {
        SolveFormat::Text => output.fitted(table.seen(&rows)),
        SolveFormat::Json => json_line(&rows),
    });
    Ok(status)
}

/// The games to prove for each value: as typed, or else the names of all games of the file.
fn names(command: &Prove, opened: &Opened) -> Vec<String> {
    if !command.targets.is_empty() {
        return words::targets(&command.targets);
    }
    let Some(instance) = &opened.instance else { return Vec::new() };
    opened.targets().iter().map(|it| instance.program.game(it.game).name.clone()).collect()
}

fn wrong(message: String) -> Misuse {
    Misuse::new(Code::G511, message)
}

fn range(text: &str, settings: &[Setting]) -> Result<RangeText, Misuse> {
    let Some(range) = ranges::range(text) else {
        return Err(wrong(format!("`--for {text}` must have the form NAME in VALUES, such as 'c in 1..=7'")));
    };
    if settings.iter().any(|setting| setting.name == range.name) {
        return Err(wrong(format!("`{}` is set by both `--set` and `--for`", range.name)));
    }
    Ok(range)
}
