//! The pattern and the ranges of `gspec table`, which a shell may have split into several words: `a in 0..5`, `a 0..3 b 0..3`.

use super::arguments::Table;
use super::ranges;
use super::words::{fields_of, is_integer};
use crate::pipeline::{Opened, Pattern, RangeText};

/// The words after `gspec table FILE`, sorted into a pattern and ranges.
pub struct Words {
    /// The text of the pattern, if one was typed.
    pub pattern: Option<String>,
    /// The ranges that have a name: `a=0..5`.
    pub ranges: Vec<RangeText>,
    /// The ranges without a name: `0..5`.
    pub unnamed: Vec<String>,
}

impl Words {
    /// Sorts the words into the pattern and the ranges. The pattern comes before all ranges.
    pub fn of(command: &Table, opened: &Opened) -> Result<Words, String> {
        let texts = glued(command.pattern.iter().chain(&command.ranges));
        let is_game = |text: &str| fields_of(text, opened).is_some();
        let mut words = Words { pattern: None, ranges: Vec::new(), unnamed: Vec::new() };
        let mut pattern: Vec<&str> = Vec::new();
        let mut texts = texts.iter().map(String::as_str).peekable();
        while let Some(text) = texts.next() {
            if let Some(why) = ranges::nearly(text) {
                return Err(why);
            }
            // Without quotes, `a 0..5` is two words. In `wythoff a b 0..5`, though, `b` belongs to
            // the pattern.
            let is_field = || lists_fields(&pattern, opened);
            let next = texts.peek().filter(|next| ranges::is_unnamed(next) && !is_game(text) && !is_field());
            let spaced = next.and_then(|next| ranges::range(&format!("{text} {next}")));
            if let Some(more) = ranges::ranges(text) {
                words.ranges.extend(more);
            } else if let Some(range) = spaced {
                words.ranges.push(range);
                texts.next();
            } else if ranges::is_unnamed(text) {
                words.unnamed.push(text.to_string());
            } else if words.ranges.is_empty() && words.unnamed.is_empty() && !is_complete(&pattern) {
                pattern.push(text);
            } else {
                return Err(format!("`{text}` must have the form NAME=RANGE, as in `n=5` or `n=0..=20`"));
            }
        }
        words.pattern = (!pattern.is_empty()).then(|| pattern.join(" "));
        Ok(words)
    }
}

/// Whether a pattern ends with a bracket, as `wythoff(a, b)` does, so that the next word is not
/// part of it.
fn is_complete(pattern: &[&str]) -> bool {
    pattern.last().is_some_and(|last| last.ends_with(')'))
}

/// Whether a pattern such as `wythoff a` has values for some fields, but not for all.
fn lists_fields(pattern: &[&str], opened: &Opened) -> bool {
    let head = pattern.iter().enumerate().find_map(|(at, word)| Some((at, fields_of(word, opened)?.len())));
    head.is_some_and(|(at, fields)| (2..=fields).contains(&(pattern.len() - at)))
}

/// Gives the ranges that were typed without a name the names of the variables, in order. If the
/// numbers of ranges and variables differ, or other ranges have names, the error suggests a command.
pub fn named(
    file: &str,
    pattern: &Pattern,
    given: &[RangeText],
    unnamed: &[String],
) -> Result<Vec<RangeText>, String> {
    let names: Vec<&String> = pattern.variables.iter().map(|(name, _)| name).collect();
    if unnamed.is_empty() || given.is_empty() && unnamed.len() == names.len() {
        let range =
            |(name, range): (&&String, &String)| RangeText { name: (*name).clone(), range: range.clone() };
        return Ok(names.iter().zip(unnamed).map(range).collect());
    }
    let free: Vec<&String> =
        names.iter().copied().filter(|name| given.iter().all(|it| it.name != **name)).collect();
    let count = |n: usize, word: &str| if n == 1 { format!("1 {word}") } else { format!("{n} {word}s") };
    let wrong = match given.is_empty() {
        true => format!("{} for {}", count(unnamed.len(), "range"), count(names.len(), "variable")),
        false => format!("`{}` has no name", unnamed[0]),
    };
    let given = given.iter().map(|range| format!("'{}={}'", range.name, range.range));
    let example = unnamed.iter().cycle();
    let more = free.iter().zip(example).map(|(name, range)| format!("{name}={range}"));
    let ranges: Vec<String> = given.chain(more).collect();
    Err(format!("{wrong}; write `gspec table {file} '{}' {}`", pattern.text, ranges.join(" ")))
}

/// Joins the words that are parts of one range or of one pattern: `a`, `in`, `0..5` to `a in 0..5`.
fn glued<'a>(words: impl Iterator<Item = &'a String>) -> Vec<String> {
    let mut texts: Vec<String> = Vec::new();
    for word in words {
        match texts.last_mut().filter(|last| belongs_to(last, word)) {
            Some(last) => {
                last.push(' ');
                last.push_str(word);
            }
            None => texts.push(word.clone()),
        }
    }
    // A comma may separate two words: `a=0..3, b=0..4`.
    for text in &mut texts {
        text.truncate(text.trim_end_matches(',').len());
    }
    texts
}

/// Whether a word continues the text before it.
fn belongs_to(text: &str, word: &str) -> bool {
    const SIGNS: [&str; 4] = ["in", "∈", "=", ":"];
    let last = text.rsplit(' ').next().unwrap_or(text);
    let count = |signs: &[char]| text.matches(signs).count();
    let is_open = count(&['(', '[', '{']) > count(&[')', ']', '}']);
    let begins_number = word.trim_start_matches(['=', '-']).starts_with(|c: char| c.is_ascii_digit());
    let more = text.strip_suffix(',');
    let ends_open = text.ends_with("..")
        || text.ends_with("..=")
        || more.is_some() && is_integer(word.trim_end_matches(','));
    // A comma after anything but a range continues a pattern: `a, b`.
    let is_pattern = |text: &str| ranges::ranges(text).is_none() && !ranges::is_unnamed(text);
    is_open
        || SIGNS.contains(&last)
        || SIGNS.contains(&word)
        || text.ends_with(['=', ':', '+', '*'])
        || word.starts_with(['+', '*', '='])
        || word.starts_with("..")
        || ends_open && begins_number && !word.contains("..")
        || more.is_some_and(is_pattern)
}
