//! Positions and patterns that a shell has split into several words: `wythoff 3 5`, `misere '(3, 5)'`, `nim(3) + nim(5)`.

use crate::ir::{Field, Type};
use crate::pipeline::Opened;

/// The words before a position that state its convention.
const CONVENTIONS: [&str; 3] = ["misere", "misère", "anti"];
/// A word that begins with one of these characters continues the position of the word before; one
/// that ends with them is continued by the next word.
const BETWEEN: [char; 3] = ['+', '*', ','];

/// Joins words into the texts of positions. In `misere nim(3) nim(4)` it is unclear whether
/// `misere` holds for both positions; that is an error.
pub fn positions(words: &[String], opened: &Opened) -> Result<Vec<String>, String> {
    let groups = groups(words, opened);
    let texts: Vec<String> = groups.iter().map(|group| written(group, opened)).collect();
    let is_split = |group: &&Vec<&str>| group.len() > 1 && is_convention(group[0]);
    let has_convention = |text: &String| CONVENTIONS.iter().any(|word| text.starts_with(word));
    // The convention could hold for one position, or for all of them.
    if let Some(group) = groups.iter().find(is_split).filter(|_| !texts.iter().all(has_convention)) {
        let all: Vec<String> = texts.iter().map(|text| format!("'{text}'")).collect();
        return Err(format!(
            "it is not clear for which positions `{}` holds; put each position in quotes: {}",
            group[0],
            all.join(" ")
        ));
    }
    Ok(texts)
}

/// Joins words into the text of one position; an error if they are several positions.
pub fn only_position(words: &[String], opened: &Opened) -> Result<String, String> {
    if let [only] = &groups(words, opened)[..] {
        return Ok(written(only, opened));
    }
    let are_numbers = words.iter().all(|word| is_integer(word));
    let hint = match opened.name_of_one_number().filter(|_| are_numbers) {
        Some(game) => {
            let sum: Vec<String> = words.iter().map(|word| format!("{game}({word})")).collect();
            format!("write a sum: '{}'", sum.join(" + "))
        }
        None if are_numbers => format!("write the fields with commas between them: {}", words.join(",")),
        None => "put it in quotes: 'nim(1) + nim(2)'".to_string(),
    };
    Err(format!("`{}` is not one position; {hint}", words.join(" ")))
}

/// Joins words into the text of one pattern; `None` without words.
pub fn pattern(words: &[String]) -> Option<String> {
    (!words.is_empty()).then(|| words.join(" "))
}

/// Joins words into the texts of games to prove, each with its convention.
pub fn targets(words: &[String]) -> Vec<String> {
    let mut groups: Vec<Vec<&str>> = Vec::new();
    for word in words {
        match groups.last_mut() {
            Some(group) if is_open(group) || is_convention(group[group.len() - 1]) => group.push(word),
            _ => groups.push(vec![word]),
        }
    }
    groups.iter().map(|group| group.join(" ")).collect()
}

/// Groups the words by position.
fn groups<'a>(words: &'a [String], opened: &Opened) -> Vec<Vec<&'a str>> {
    let numbers = words.len() > 1 && words.iter().all(|word| is_integer(word));
    let fields = opened.fields_of_the_only_game().unwrap_or_default();
    if numbers && (fields.len() == words.len() || is_list_of_numbers(fields)) {
        return vec![words.iter().map(String::as_str).collect()];
    }
    let mut groups: Vec<Vec<&str>> = Vec::new();
    for word in words {
        match groups.last_mut() {
            Some(group) if goes_on(group, word, opened) => group.push(word),
            _ => groups.push(vec![word]),
        }
    }
    groups
}

/// Whether a word continues the position that the words before it begin.
fn goes_on(group: &[&str], word: &str, opened: &Opened) -> bool {
    let last = group[group.len() - 1];
    if is_open(group) || is_convention(last) || last.ends_with(BETWEEN) || word.starts_with(BETWEEN) {
        return true;
    }
    let rest = if is_convention(group[0]) { &group[1..] } else { group };
    let (game, values) = match rest.split_first() {
        Some((first, values)) if fields_of(first, opened).is_some() => (Some(first), values),
        _ => (None, rest),
    };
    let is_named = |word: &str| named_field(word).is_some();
    if game.is_some() && values.is_empty() {
        return word.starts_with('(') || is_integer(word) || is_named(word);
    }
    let are_numbers = !values.is_empty() && values.iter().all(|it| is_integer(it));
    let are_named = !values.is_empty() && values.iter().all(|it| is_named(it));
    let is_new = || values.iter().all(|it| named_field(it) != named_field(word));
    let has_head = game.is_some() || is_convention(group[0]);
    are_numbers && has_head && is_integer(word) || are_named && is_named(word) && is_new()
}

/// Joins the words of one position into its text.
fn written(group: &[&str], opened: &Opened) -> String {
    let (convention, rest) = match group.split_first() {
        Some((first, rest)) if is_convention(first) => (format!("{first} "), rest),
        _ => (String::new(), group),
    };
    let (name, values) = match rest.split_first() {
        Some((first, values)) if fields_of(first, opened).is_some() => (*first, values),
        _ => ("", rest),
    };
    let are_numbers = values.iter().all(|word| is_integer(word));
    let are_named = values.iter().all(|word| named_field(word).is_some());
    if are_named && !values.is_empty() && (values.len() > 1 || !name.is_empty()) {
        return format!("{convention}{name}({})", values.join(", "));
    }
    match convention.is_empty() && name.is_empty() && are_numbers && values.len() > 1 {
        true => values.join(", "),
        false => group.join(" "),
    }
}

/// Returns the fields of the game that a word names, if it names one.
pub fn fields_of<'a>(name: &str, opened: &'a Opened) -> Option<&'a [Field]> {
    let program = &opened.instance.as_ref()?.program;
    Some(program.game(program.find_game(name)?).declared_fields())
}

fn is_list_of_numbers(fields: &[Field]) -> bool {
    matches!(fields, [only] if only.domain.ty() == Type::list(Type::Int))
}

fn is_convention(word: &str) -> bool {
    CONVENTIONS.contains(&word)
}

/// Whether words end inside brackets.
fn is_open(group: &[&str]) -> bool {
    let count = |signs: &[char]| group.iter().map(|word| word.matches(signs).count()).sum::<usize>();
    count(&['(', '[', '{']) > count(&[')', ']', '}'])
}

/// Whether a word is an integer.
pub fn is_integer(word: &str) -> bool {
    let digits = word.strip_prefix('-').unwrap_or(word);
    !digits.is_empty() && digits.chars().all(|it| it.is_ascii_digit())
}

/// The name of a field that is given by name: `a` in `a=3`; `None` for other words.
fn named_field(word: &str) -> Option<&str> {
    let is_name = |name: &str| {
        name.chars().all(|c| c.is_alphanumeric() || c == '_') && name.starts_with(char::is_alphabetic)
    };
    let (name, value) = word.split_once('=')?;
    (is_name(name) && !value.is_empty() && !value.starts_with('=')).then_some(name)
}

/// The text of a pattern with `value` in place of the variable `name`: `two(3, b)` for `two(a, b)`.
pub fn with_value(pattern: &str, name: &str, value: &str) -> String {
    let is_letter = |c: char| c.is_alphanumeric() || c == '_';
    let mut written = String::new();
    let mut rest = pattern;
    while !rest.is_empty() {
        let length = rest.find(|c| !is_letter(c)).unwrap_or(rest.len());
        let (word, behind) = rest.split_at(length.max(rest.chars().next().map_or(0, char::len_utf8)));
        written.push_str(if word == name { value } else { word });
        rest = behind;
    }
    written
}
