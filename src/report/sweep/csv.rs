//! The results of `sweep` as comma-separated values: one row for each combination of values of the
//! parameters, and separate columns for the status of the evidence.

use super::{ShownView, SweepRow};
use crate::variants::sweep::Show;
use serde_json::Value as Json;

/// The line with the names of the columns.
pub fn csv_header(parameters: &[String], shows: &[Show]) -> String {
    let mut names: Vec<String> = parameters.to_vec();
    for show in shows {
        names.push(show.name().to_string());
        if has_status(*show) {
            names.push(format!("{}_status", show.name()));
        }
    }
    if shows.iter().any(|show| show.needs_pattern()) {
        names.push("bound".to_string());
    }
    names.push("error".to_string());
    line(&names)
}

/// The line for a row.
pub fn csv_row(row: &SweepRow, shows: &[Show]) -> String {
    let mut cells = row.texts.clone();
    for show in shows {
        let shown = row.find(*show);
        cells.push(shown.map_or(String::new(), plain));
        if has_status(*show) {
            cells.push(shown.map_or(String::new(), |it| it.status.clone()));
        }
    }
    if shows.iter().any(|show| show.needs_pattern()) {
        cells.push(looked_at(row));
    }
    cells.push(row.error.clone().unwrap_or_default());
    line(&cells)
}

/// The bound of the positions that the entries of a row are about; empty if a proof covers all
/// positions.
fn looked_at(row: &SweepRow) -> String {
    let bound = |show| row.find(show).and_then(|it| it.bound.clone());
    let checked = |show| row.find(show).filter(|it| it.status == "checked").and_then(|it| it.bound.clone());
    let of_max = || checked(Show::Max).or_else(|| checked(Show::Period));
    bound(Show::Losing).or_else(|| bound(Show::Values)).or_else(of_max).unwrap_or_default()
}

/// Whether an entry has a column for its status. The others are always evaluated position by
/// position.
fn has_status(show: Show) -> bool {
    !matches!(show, Show::Values | Show::Losing)
}

/// The value of an entry as text, such as `12 +4` if each period adds 4; empty if it is missing.
fn plain(shown: &ShownView) -> String {
    let saltus = shown.saltus.map_or(String::new(), |saltus| format!(" +{saltus}"));
    match &shown.value {
        Json::Null => String::new(),
        Json::String(text) => text.clone(),
        Json::Array(numbers) => numbers.iter().map(word).collect::<Vec<_>>().join(" "),
        other => format!("{other}{saltus}"),
    }
}

/// A number of a sequence, or `-` if it is missing.
fn word(number: &Json) -> String {
    if number.is_null() { "-".to_string() } else { number.to_string() }
}

/// A line of CSV; cells are quoted where necessary.
fn line(cells: &[String]) -> String {
    let quoted = cells.iter().map(|cell| match cell.contains([',', '"', '\n', '\r']) {
        true => format!("\"{}\"", cell.replace('"', "\"\"")),
        false => cell.clone(),
    });
    format!("{}\n", quoted.collect::<Vec<_>>().join(","))
}
