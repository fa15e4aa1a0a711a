//! Limits the lengths of files and functions.

use super::sources::{only_known, sources};

/// The most lines of a file, without its tests.
const MOST_OF_A_FILE: usize = 500;
/// The most lines of a function without a comment `// Long: …` that says why it is longer.
const MOST_OF_A_FUNCTION: usize = 60;

/// Longer files that are still to be split. This list may only shrink.
const LONG_FILES: &[&str] = &[];

/// Longer functions that are still to be split. This list may only shrink.
const LONG_FUNCTIONS: &[&str] = &[];

#[test]
fn files_are_short() {
    let is_long = |text: &str| text.lines().count() > MOST_OF_A_FILE;
    let long: Vec<String> = sources().into_iter().filter(|it| is_long(&it.text)).map(|it| it.path).collect();
    only_known("longer than 500 lines", &long, LONG_FILES);
}

#[test]
fn functions_are_short() {
    let mut long = Vec::new();
    for source in sources() {
        let lines: Vec<&str> = source.text.lines().collect();
        for (at, name) in lines.iter().enumerate().filter_map(|(at, line)| Some((at, function(line)?))) {
            let end = at + length(&lines[at..]);
            // A comment that says why is in the function, or above it among its documentation and
            // attributes.
            let above = lines[..at]
                .iter()
                .rev()
                .take_while(|line| ["//", "#["].iter().any(|it| line.trim_start().starts_with(it)));
            let mut all = above.chain(&lines[at..end]);
            if end - at > MOST_OF_A_FUNCTION && !all.any(|line| line.trim_start().starts_with("// Long: ")) {
                long.push(format!("{}: {name}", source.path));
            }
        }
    }
    only_known("longer than 60 lines", &long, LONG_FUNCTIONS);
}

/// The name of the function that begins in a line; `None` if none does.
fn function(line: &str) -> Option<&str> {
    let (before, name) = line.split_once("fn ")?;
    let is_qualifier = |word: &str| {
        word.starts_with("pub")
            || ["const", "unsafe", "extern", "\"C\""].contains(&word)
            || word.ends_with(')')
    };
    let begins = before.split_whitespace().all(is_qualifier);
    let name = name.split(['(', '<']).next()?;
    (begins && !name.is_empty()).then_some(name)
}

/// How many lines a function takes: rustfmt indents its last one like its first.
fn length(lines: &[&str]) -> usize {
    let indent = &lines[0][..lines[0].len() - lines[0].trim_start().len()];
    let ends = |line: &&str| {
        line.strip_prefix(indent)
            .is_some_and(|rest| rest == "}" || (rest.starts_with(')') && rest.ends_with(';')))
    };
    if lines[0].ends_with([';', '}']) {
        return 1;
    }
    lines.iter().position(ends).map_or(lines.len(), |last| last + 1)
}
