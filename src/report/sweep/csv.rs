//! Tidy comma-separated values: one row for each value of the parameters, with a separate column
//! for the evidence.

use super::{ShownView, SweepRow};
use crate::variants::sweep::Show;
use serde_json::Value as Json;

/// The names of the columns.
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

/// One row.
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

/// The positions that the numbers of a row are about, if no proof covers all positions.
fn looked_at(row: &SweepRow) -> String {
    let bound = |show| row.find(show).and_then(|it| it.bound.clone());
    let checked = |show| row.find(show).filter(|it| it.status == "checked").and_then(|it| it.bound.clone());
    let of_max = || checked(Show::Max).or_else(|| checked(Show::Period));
    bound(Show::Losing).or_else(|| bound(Show::Values)).or_else(of_max).unwrap_or_default()
}

/// Whether the evidence may differ from row to row. Other entries are always evaluated position by
/// position.
fn has_status(show: Show) -> bool {
    !matches!(show, Show::Values | Show::Losing)
}

fn plain(shown: &ShownView) -> String {
    let saltus = shown.saltus.map_or(String::new(), |saltus| format!(" +{saltus}"));
    match &shown.value {
        Json::Null => String::new(),
        Json::String(text) => text.clone(),
        Json::Array(numbers) => numbers.iter().map(word).collect::<Vec<_>>().join(" "),
        other => format!("{other}{saltus}"),
    }
}

fn word(number: &Json) -> String {
    if number.is_null() { "-".to_string() } else { number.to_string() }
}

fn line(cells: &[String]) -> String {
    let quoted = cells.iter().map(|cell| match cell.contains([',', '"', '\n', '\r']) {
        true => format!("\"{}\"", cell.replace('"', "\"\"")),
        false => cell.clone(),
    });
    format!("{}\n", quoted.collect::<Vec<_>>().join(","))
}
