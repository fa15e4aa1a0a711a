//! The results of `sweep`, rows or groups, as text tables.

use super::{Group, ShownView, SweepRow};
use crate::report::columns::{aligned, fitted};
use crate::report::wrapped;
use crate::variants::sweep::Show;
use serde_json::Value as Json;

/// The most numbers of a sequence that are listed.
const MOST_NUMBERS: usize = 20;
/// The most parameter values of a group that are listed.
const MOST_OF_A_GROUP: usize = 6;

/// A title and a table with a line for each row, in lines of at most `fit` characters. An explanation of the
/// marks follows.
pub fn rows_text(
    title: &str,
    parameters: &[String],
    shows: &[Show],
    rows: &[SweepRow],
    fit: Option<usize>,
) -> String {
    let mut table = vec![header(parameters, shows)];
    let mut marks = Marks::default();
    for row in rows {
        let mut line = row.texts.clone();
        match &row.error {
            Some(error) => line.push(error.clone()),
            None => line.extend(shows.iter().map(|show| marks.cell(row, *show))),
        }
        table.push(line);
    }
    // An error message stands in the first column of entries, which it must not widen.
    let (mut out, is_cut) = aligned_but_for(&table, parameters.len() + 1, fit);
    out.push_str(&marks.notes());
    finished(title, out, is_cut, fit)
}

/// The title and a text below it, with long lines wrapped, and with a line at the end if cells were
/// cut.
fn finished(title: &str, text: String, is_cut: bool, fit: Option<usize>) -> String {
    let mut out = format!("{title}\n{text}");
    if is_cut {
        out.push_str("long cells are cut; use `--format csv` or a wider terminal\n");
    }
    match fit {
        Some(width) => wrapped(&out, width),
        None => out,
    }
}

/// The table in lines of at most `fit` characters, and whether cells were cut.
fn within(table: &[Vec<String>], fit: Option<usize>) -> (String, bool) {
    match fit {
        Some(width) => fitted(table, width),
        None => (aligned(table), false),
    }
}

/// A title and a table with a line for each group, in lines of at most `fit` characters. An explanation of the
/// marks follows. `rows` is the number of all rows.
pub fn groups_text(
    title: &str,
    shows: &[Show],
    groups: &[Group<'_>],
    rows: usize,
    fit: Option<usize>,
) -> String {
    let shows: Vec<Show> = shows.iter().copied().filter(|show| show.needs_pattern()).collect();
    let mut marks = Marks::default();
    let mut table = vec![header(&["count".to_string(), "equal".to_string()], &shows)];
    table[0].push("values".to_string());
    for group in groups {
        let first = group.rows[0];
        let equal = match (group.rows.len(), group.proved) {
            (1, _) => "-",
            (_, true) => "proved",
            (_, false) => "checked",
        };
        let mut line = vec![group.rows.len().to_string(), equal.to_string()];
        line.extend(shows.iter().map(|show| marks.cell(first, *show)));
        let mut texts: Vec<String> =
            group.rows.iter().take(MOST_OF_A_GROUP).map(|row| row.texts.join(", ")).collect();
        let more = group.rows.len().saturating_sub(MOST_OF_A_GROUP);
        texts.extend((more > 0).then(|| format!("… {more} more")));
        line.push(texts.join("; "));
        table.push(line);
    }
    let (mut out, is_cut) = within(&table, fit);
    out.push_str(&marks.notes());
    if let Some(bound) = groups.iter().find(|it| !it.proved).and_then(Group::bound) {
        out.push_str(&format!("checked: equal for {bound}, not proved\n"));
    }
    let grouped: usize = groups.iter().map(|group| group.rows.len()).sum();
    if grouped < rows {
        out.push_str(&format!("{} values have no sequence; drop `--group` to see why\n", rows - grouped));
    }
    finished(title, out, is_cut, fit)
}

fn header(parameters: &[String], shows: &[Show]) -> Vec<String> {
    parameters.iter().cloned().chain(shows.iter().map(|show| show.name().to_string())).collect()
}

/// Aligns a table. A line with only `short` cells ends with a message, which does not widen its
/// column.
fn aligned_but_for(table: &[Vec<String>], short: usize, fit: Option<usize>) -> (String, bool) {
    let columns = table[0].len();
    let is_message = |line: &Vec<String>| line.len() == short && columns > short;
    let blank = |line: &Vec<String>| {
        let mut line = line.clone();
        if is_message(&line) {
            line[short - 1] = "!".to_string();
        }
        line
    };
    let (text, is_cut) = within(&table.iter().map(blank).collect::<Vec<_>>(), fit);
    let lines = text.lines().zip(table).map(|(text, line)| match line.last() {
        Some(message) if is_message(line) => format!("{} {message}\n", text.trim_end()),
        _ => format!("{text}\n"),
    });
    (lines.collect(), is_cut)
}

/// The marks in a table that need an explanation below it.
#[derive(Default)]
struct Marks {
    /// The bound that `*` stands for: the first one that occurred.
    seen: Option<String>,
    /// Whether a period is missing, shown as `-`.
    nothing: bool,
    /// Whether an entry has a saltus.
    grows: bool,
    /// The bound of the first entry `losing`, which a note explains.
    losing: Option<String>,
}

impl Marks {
    /// The text of an entry. An entry with a bound that is not explained below shows its own bound.
    fn cell(&mut self, row: &SweepRow, show: Show) -> String {
        let Some(shown) = row.find(show) else { return String::new() };
        let text = words(shown);
        self.grows |= shown.saltus.is_some();
        if let (Show::Losing, Some(bound)) = (show, &shown.bound)
            && self.losing.get_or_insert_with(|| bound.clone()) != bound
        {
            return format!("{text} ({bound})");
        }
        match (&shown.value, &*shown.status) {
            (Json::Null, _) => {
                self.nothing |= show.is_periodic();
                "-".to_string()
            }
            (_, "checked") if show != Show::Claims => {
                let bound = shown.bound.clone().unwrap_or_default();
                match &self.seen {
                    Some(seen) if *seen != bound => return format!("{text}* ({bound})"),
                    _ => self.seen = Some(bound),
                }
                format!("{text}*")
            }
            _ => text,
        }
    }

    /// The explanations, a line for each.
    fn notes(&self) -> String {
        let mut out = String::new();
        if let Some(bound) = &self.seen {
            out.push_str(&format!("* checked for {bound}, not proved\n"));
        }
        if self.grows {
            out.push_str("+d: each period adds d to the values\n");
        }
        if self.nothing {
            out.push_str("- no period that was seen often enough among the examined values\n");
        }
        if let Some(bound) = &self.losing {
            out.push_str(&format!("losing: number of lost positions, {bound}\n"));
        }
        out
    }
}

/// The value of an entry as text, such as `12 +4` if each period adds 4. Long sequences are cut.
fn words(shown: &ShownView) -> String {
    match &shown.value {
        Json::String(text) => text.clone(),
        Json::Array(numbers) => {
            let word = |it: &Json| if it.is_null() { "-".to_string() } else { it.to_string() };
            let mut texts: Vec<String> = numbers.iter().take(MOST_NUMBERS).map(word).collect();
            texts.extend((numbers.len() > MOST_NUMBERS).then(|| "…".to_string()));
            texts.join(" ")
        }
        other => match shown.saltus {
            Some(saltus) => format!("{other} +{saltus}"),
            None => other.to_string(),
        },
    }
}
