//! Sections of the language reference, for people who have the program but not its folder.

use super::output::Output;
use crate::report::{aligned, table_row, wrapped_cells};

/// The page that the sections come from.
const LANGUAGE: &str = include_str!("../../docs/language.md");

/// What a section is called at the command line, and its heading.
const SECTIONS: [(&str, &str); 13] = [
    ("operators", "### Operators"),
    ("builtins", "## All builtins"),
    ("load", "### `load`"),
    ("misere", "### Misère and anti"),
    ("anti", "### Misère and anti"),
    ("compounds", "### Moving in several components at once"),
    ("blocking", "### Blocking: the opponent forbids options"),
    ("pass", "### Passes"),
    ("again", "### Moving again"),
    ("complimenting", "### Moving again"),
    ("entailing", "### Moving again"),
    ("loony", "### Moving again"),
    ("loopy", "### Loopy games"),
];

/// The topic that shows several sections about changes to turns, and these sections.
const TWISTS: (&str, [&str; 3]) = ("twists", ["blocking", "pass", "again"]);

/// The names of all topics.
pub fn names() -> impl Iterator<Item = &'static str> {
    SECTIONS.iter().map(|(name, _)| *name).chain([TWISTS.0])
}

/// The names of all topics, each with what its page is about.
pub fn topics() -> impl Iterator<Item = (&'static str, String)> {
    let about = |heading: &str| match heading.trim_start_matches('#').trim().replace('`', "").as_str() {
        "Operators" => "the operators and what binds tighter".to_string(),
        "All builtins" => "the functions of the language".to_string(),
        "load" => "graphs and lists from files".to_string(),
        title => title.to_lowercase(),
    };
    SECTIONS
        .iter()
        .map(move |(name, heading)| (*name, about(heading)))
        .chain([(TWISTS.0, format!("the pages {}", TWISTS.1.join(", ")))])
}

/// Shows a section by its name. Returns false if there is none.
pub fn show(name: &str, output: &mut Output) -> bool {
    if name == TWISTS.0 {
        for (at, part) in TWISTS.1.iter().enumerate() {
            if at > 0 {
                output.result("\n");
            }
            show(part, output);
        }
        return true;
    }
    let found = SECTIONS.iter().find(|(known, _)| *known == name);
    let Some(lines) = found.and_then(|(_, heading)| section(heading)) else { return false };
    // The heading of the section is the title of the page.
    let Some((heading, lines)) = lines.split_first() else { return false };
    let mut text = format!("# {}\n", heading.trim_start_matches('#').trim_start());
    let mut table = Vec::new();
    // Blocks that a browser folds repeat the examples of the tables, and are left out.
    let mut is_folded = false;
    for line in lines {
        is_folded |= line.starts_with("<details>");
        match line.starts_with('|') {
            _ if is_folded => is_folded = *line != "</details>",
            true => table.extend(table_row(line)),
            false => {
                show_table(&mut table, &mut text, output);
                push_line(line, &mut text);
            }
        }
    }
    show_table(&mut table, &mut text, output);
    output.page(&text);
    true
}

/// Adds a line of a page. Attributes of an example that only tests use are replaced by words, if
/// useful.
fn push_line(line: &str, text: &mut String) {
    let Some(mark) = line.strip_prefix("```game") else {
        text.push_str(&without_links(line));
        text.push('\n');
        return;
    };
    if let Some(code) = mark.trim().strip_prefix("error=") {
        text.push_str(&format!("This is an error ({code}):\n\n"));
    }
    text.push_str("```game\n");
}

/// A line in which links are words that a terminal can use: the page of a theorem, otherwise the text
/// of the link.
fn without_links(line: &str) -> String {
    let (mut text, mut rest) = (String::new(), line);
    while let Some((before, shown, behind)) = first_link(rest) {
        text.push_str(before);
        match shown.starts_with("theorem:") {
            true => text.push_str(&format!("`gspec explain {shown}`")),
            false => text.push_str(shown),
        }
        rest = behind;
    }
    text + rest
}

/// The first link `[text](target)` of a line: what stands before it, its text, and what follows.
fn first_link(line: &str) -> Option<(&str, &str, &str)> {
    let (head, tail) = line.split_once("](")?;
    let (before, shown) = head.rsplit_once('[')?;
    let (_, behind) = tail.split_once(')')?;
    Some((before, shown, behind))
}

/// The lines of a section with its heading.
fn section(heading: &str) -> Option<Vec<&'static str>> {
    let level = |line: &str| line.chars().take_while(|c| *c == '#').count();
    let mut lines = LANGUAGE.lines().skip_while(|line| *line != heading);
    let mut found = vec![lines.next()?];
    let mut in_code = false;
    for line in lines {
        let is_heading = !in_code && line.starts_with('#') && level(line) <= level(heading);
        if is_heading {
            break;
        }
        in_code ^= line.starts_with("```");
        found.push(line);
    }
    while found.last().is_some_and(|line| line.is_empty()) {
        found.pop();
    }
    Some(found)
}

/// Writes a table together with the text before it.
fn show_table(table: &mut Vec<Vec<String>>, text: &mut String, output: &mut Output) {
    if !table.is_empty() {
        output.page(&std::mem::take(text));
        let table = std::mem::take(table);
        let shown = match output.fit {
            Some(width) => wrapped_cells(&table, width),
            None => aligned(&table),
        };
        output.result(&shown);
    }
}
