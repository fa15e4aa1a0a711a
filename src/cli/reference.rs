//! Sections of the language reference, for people who have the program but not its folder.

use super::output::Output;
use crate::report::{aligned, table_row, wrapped_cells};

/// The page that the sections come from.
const LANGUAGE: &str = include_str!("../../docs/language.md");

/// A section of the language reference.
struct Section {
    /// The topics that the list of all pages names; each of them shows the section.
    topics: &'static [&'static str],
    /// Words of the language that also show the section.
    words: &'static [&'static str],
    heading: &'static str,
}

const fn section_of(
    topics: &'static [&'static str],
    words: &'static [&'static str],
    heading: &'static str,
) -> Section {
    Section { topics, words, heading }
}

/// All sections that have a topic, in the order of the list of all pages.
const SECTIONS: [Section; 33] = [
    section_of(&["items"], &["game", "fn", "start"], "## Files and items"),
    section_of(&["literals"], &["true", "false"], "### Literals"),
    section_of(&["use"], &["import"], "### `use`"),
    section_of(
        &["operators"],
        &[
            "and", "or", "not", "xor", "div", "mod", "in", "=>", "<=>", "==", "!=", "<", "<=", ">", ">=",
            "..", "..=", "|", "&", "+", "-", "++", "*", "/", "^", "≤", "≥", "≠", "∈", "∉",
        ],
        "### Operators",
    ),
    section_of(&["builtins"], &[], "## All builtins"),
    section_of(
        &["types"],
        &["nat", "int", "bool", "real", "text", "vertex", "graph", "position", "list", "set"],
        "## Types",
    ),
    section_of(&["conditionals"], &["if", "then", "else", "let"], "### Conditionals and local names"),
    section_of(&["comprehensions"], &["for"], "### Comprehensions and aggregates"),
    section_of(&["lists"], &["sets", "texts"], "### Lists, sets and texts"),
    section_of(&["with"], &[], "### `with`: replace elements"),
    section_of(&["numbers"], &[], "### Numbers"),
    section_of(&["reals"], &["phi", "sqrt"], "### Exact reals"),
    section_of(&["graphs"], &["undirected"], "### Graphs"),
    section_of(&["moves"], &["move", "->"], "### Moves"),
    section_of(&["guards"], &["when", "where", "such", "that"], "### Guards and their evaluation"),
    section_of(&["ends"], &["end", "win", "lose"], "### Ends"),
    section_of(&["measures"], &["measure", "termination"], "### Termination: measures"),
    section_of(&["pictures"], &["show"], "### Pictures of positions"),
    section_of(&["codes"], &["octal", "hex", "code", "take"], "### Games by code"),
    section_of(&["positions"], &[], "## Positions"),
    section_of(&["starts"], &[], "## Starts"),
    section_of(&["claims"], &["claim"], "## Claims"),
    section_of(&["quantifiers"], &["forall", "exists"], "### Quantifiers"),
    section_of(&["repeats"], &["every", "adding", "from"], "### Values that repeat"),
    section_of(&["evidence"], &["proved", "checked", "refuted", "undecided"], "### Four kinds of evidence"),
    section_of(&["load"], &[], "### `load`"),
    section_of(&["parameters"], &["param", "--set"], "### Parameters and `--set`"),
    section_of(&["misere", "anti"], &["misère"], "### Misère and anti"),
    section_of(
        &["compounds"],
        &["shared", "each", "short", "long", "but"],
        "### Moving in several components at once",
    ),
    section_of(&["blocking"], &[], "### Blocking: the opponent forbids options"),
    section_of(&["pass"], &["passes"], "### Passes"),
    section_of(&["again", "complimenting", "entailing", "loony"], &[], "### Moving again"),
    section_of(&["loopy"], &["assume"], "### Loopy games"),
];

/// The topic that shows several sections about changes to turns, and these sections.
const TWISTS: (&str, [&str; 3]) = ("twists", ["blocking", "pass", "again"]);

/// The names of all topics.
pub fn names() -> impl Iterator<Item = &'static str> {
    SECTIONS.iter().flat_map(|it| it.topics.iter().copied()).chain([TWISTS.0])
}

/// The names of all topics, each with what its page is about.
pub fn topics() -> impl Iterator<Item = (String, String)> {
    let about = |heading: &str| match heading.trim_start_matches('#').trim().replace('`', "").as_str() {
        "Operators" => "the operators and what binds tighter".to_string(),
        "All builtins" => "the functions of the language".to_string(),
        "load" => "graphs and lists from files".to_string(),
        "Files and items" => "what a file consists of".to_string(),
        "use" => "imports of other files".to_string(),
        "Literals" => "numbers, texts and truth values".to_string(),
        "Types" => "the types of fields and parameters".to_string(),
        "Numbers" => "the functions of numbers".to_string(),
        "Graphs" => "graphs, their vertices and edges".to_string(),
        "Moves" => "the clauses that lead to options".to_string(),
        "Ends" => "who wins where play stops".to_string(),
        "Positions" => "components, sums and conventions".to_string(),
        "Starts" => "names for positions".to_string(),
        "Claims" => "statements that gspec judges".to_string(),
        "Quantifiers" => "`forall` and `exists`".to_string(),
        "Passes" => "a player may pass a few times".to_string(),
        "Termination: measures" => "why play ends".to_string(),
        "Misère and anti" => "play in which whoever moves last loses".to_string(),
        title if title.contains(": ") => title.split_once(": ").map_or(title, |it| it.1).to_string(),
        title => title.to_lowercase(),
    };
    SECTIONS
        .iter()
        .map(move |it| {
            let (name, others) = (it.topics[0].to_string(), it.topics[1..].join(", "));
            let also = if others.is_empty() { others } else { format!(" (also: {others})") };
            (name, about(it.heading) + &also)
        })
        .chain([(TWISTS.0.to_string(), format!("the pages {}", TWISTS.1.join(", ")))])
}

/// Shows the row of a function in the table of all builtins. Returns false if there is none.
pub fn show_function(name: &str, output: &mut Output) -> bool {
    let Some(lines) = section("## All builtins") else { return false };
    let quoted = format!("`{name}`");
    let rows = lines.iter().filter_map(|line| table_row(line));
    let Some(row) = rows.into_iter().find(|row| row.first() == Some(&quoted)) else { return false };
    let [_, result, example] = &row[..] else { return false };
    output.page(&format!(
        "# {quoted}\n\n{result}\n\nExample: {example}\n\n`gspec explain builtins` lists all functions.\n"
    ));
    true
}

/// Shows a section by its topic, or by a word of the language that belongs to it. Returns false if there is none.
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
    let found = SECTIONS.iter().find(|it| it.topics.contains(&name) || it.words.contains(&name));
    let Some(lines) = found.and_then(|it| section(it.heading)) else { return false };
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
/// `None` if there is no link.
fn first_link(line: &str) -> Option<(&str, &str, &str)> {
    let (head, tail) = line.split_once("](")?;
    let (before, shown) = head.rsplit_once('[')?;
    let (_, behind) = tail.split_once(')')?;
    Some((before, shown, behind))
}

/// The lines of a section with its heading; `None` if the page has no such heading.
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
