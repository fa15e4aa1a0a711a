//! Reads names with values as users type them: `a=0..=9`, `a in 0..=9`, `a: 0..=9`, `a=0,1,2`,
//! `a<5`, `1<=a<5`, and several of them with commas between.

use crate::pipeline::RangeText;

/// The signs between a name and its values.
const SIGNS: [&str; 5] = ["==", "=", " in ", "∈", ":"];

/// Reads a name and its values; `None` if the text has another form.
pub fn range(text: &str) -> Option<RangeText> {
    let assigned = SIGNS.into_iter().find_map(|sign| {
        let (name, range) = text.split_once(sign)?;
        let (name, range) = (name.trim(), range.trim());
        let is_range = is_name(name) && !range.is_empty() && !range.starts_with('=');
        is_range.then(|| RangeText { name: name.to_string(), range: listed(range) })
    });
    assigned.or_else(|| bounded(text)).or_else(|| spaced(text))
}

/// Reads a name and a range with only a blank between them: `a 0..5`.
fn spaced(text: &str) -> Option<RangeText> {
    let (name, range) = text.trim().split_once(' ')?;
    let is_range = is_name(name) && is_unnamed(range);
    is_range.then(|| RangeText { name: name.to_string(), range: range.trim().to_string() })
}

/// Whether a text is a range of integers without a name: `0..5`.
pub fn is_unnamed(text: &str) -> bool {
    let ends = text.split_once("..");
    ends.is_some_and(|(low, high)| is_integer(low.trim()) && is_integer(high.trim_start_matches('=').trim()))
}

fn is_name(text: &str) -> bool {
    let is_word = text.chars().all(|letter| letter.is_alphanumeric() || letter == '_');
    is_word && text.starts_with(|letter: char| letter.is_alphabetic() || letter == '_')
}

/// Integers with commas between them as a list: `[0, 1, 2]` for `0,1,2`. Other texts are unchanged.
fn listed(range: &str) -> String {
    let integers: Vec<&str> = range.split(',').map(str::trim).collect();
    match integers.len() > 1 && integers.iter().all(|it| is_integer(it)) {
        true => format!("[{}]", integers.join(", ")),
        false => range.to_string(),
    }
}

fn is_integer(text: &str) -> bool {
    let digits = text.strip_prefix('-').unwrap_or(text);
    !digits.is_empty() && digits.chars().all(|letter| letter.is_ascii_digit())
}

/// Reads a name between bounds: `a<5`, `a<=5`, `1<=a<5`. The lower bound is 0 if it is omitted.
fn bounded(text: &str) -> Option<RangeText> {
    let text = text.replace('≤', "<=");
    let parts: Vec<&str> = text.split('<').map(str::trim).collect();
    let (low, name, high) = match parts.as_slice() {
        [name, high] => ("0".to_string(), *name, *high),
        [low, name, high] if is_integer(low) => match name.strip_prefix('=') {
            Some(name) => (low.to_string(), name.trim(), *high),
            None => (format!("{low} + 1"), *name, *high),
        },
        _ => return None,
    };
    let (sign, high) = match high.strip_prefix('=') {
        Some(high) => ("..=", high.trim()),
        None => ("..", high),
    };
    let is_range = is_name(name) && is_integer(high);
    is_range.then(|| RangeText { name: name.to_string(), range: format!("{low}{sign}{high}") })
}

/// What is wrong with a text that is nearly a range: `a>=2`, `a=0..`, `a=0:5`, `a=0-5`; `None` for
/// ranges and for all other texts.
pub fn nearly(text: &str) -> Option<String> {
    without_end(text).or_else(|| open_range(text)).or_else(|| with_other_sign(text))
}

/// The error for a range that lacks its end or its beginning: `a=0..`, `a=..5`; `None` for other
/// texts.
fn open_range(text: &str) -> Option<String> {
    let (name, range) = SIGNS.into_iter().find_map(|sign| text.split_once(sign))?;
    let (low, high) = range.trim().split_once("..")?;
    let (name, low, high) = (name.trim(), low.trim(), high.trim_start_matches('=').trim());
    if !is_name(name) || !low.is_empty() && !high.is_empty() {
        return None;
    }
    let first = if is_integer(low) { low } else { "0" };
    let last = if is_integer(high) { high.to_string() } else { twenty(first) };
    let side = if high.is_empty() { "end" } else { "beginning" };
    Some(format!("`{text}` has no {side}; write both ends, as in `{name}={first}..={last}`"))
}

/// The error for two ends with another sign than `..` between them: `a=0:5`, `a=0-5`, `a=0...5`,
/// `a=0 to 5`, `0-5`.
fn with_other_sign(text: &str) -> Option<String> {
    let (name, range) = text.split_once('=').map_or(("", text), |(name, range)| (name.trim(), range));
    let mut ends = ["...", "to", ":", "-", "…", "–"].into_iter().filter_map(|sign| range.split_once(sign));
    let (low, high) = ends.find(|(low, high)| is_integer(low.trim()) && is_integer(high.trim()))?;
    let (low, high) = (low.trim(), high.trim());
    let from = if name.is_empty() { low.to_string() } else { format!("{name}={low}") };
    (name.is_empty() || is_name(name)).then(|| {
        format!(
            "`{text}` is not a range; write `{from}..={high}` with {high}, or `{from}..{high}` without it"
        )
    })
}

/// Why a text that compares a name is not a range: `a>=2` has no end.
fn without_end(text: &str) -> Option<String> {
    let (name, low) = text.split_once(['>', '≥'])?;
    let (name, inclusive) = (name.trim(), text.contains(['=', '≥']));
    let low = low.trim_start_matches('=').trim();
    let first =
        if inclusive { low.to_string() } else { format!("{}", low.parse::<i64>().ok()?.checked_add(1)?) };
    (is_name(name) && is_integer(low))
        .then(|| format!("`{text}` has no end; write both ends, as in `{name}={first}..={}`", twenty(&first)))
}

/// The number 20 above a first value, as the end of an example.
fn twenty(first: &str) -> String {
    first.parse::<i64>().ok().and_then(|first| first.checked_add(20)).unwrap_or(20).to_string()
}

/// Reads the names and values in a text; `None` if it contains anything else.
pub fn ranges(text: &str) -> Option<Vec<RangeText>> {
    let mut pieces: Vec<String> = Vec::new();
    // A semicolon separates like a comma, as in `a=0..5;b=0..5`, unless the text has quotes.
    let text = &if text.contains('"') { text.to_string() } else { text.replace(';', ",") };
    // A comma separates two ranges only if a range follows it: `S={1, 2}` is a single range.
    for piece in text.split(',') {
        match pieces.last_mut() {
            Some(last) if range(piece).is_none() || is_open(last) => {
                last.push(',');
                last.push_str(piece);
            }
            _ => pieces.push(piece.to_string()),
        }
    }
    pieces.iter().map(|piece| range(piece)).collect()
}

/// Refuses ranges among the words of a command that takes none. `instead` ends the message: it says
/// which positions the command examines.
pub fn refuse(command: &str, typed: &[String], instead: &str) -> Result<(), String> {
    match typed.iter().find(|text| ranges(text).is_some() || is_unnamed(text)) {
        Some(value) if !value.contains("..") && is_setting(value) => Err(format!(
            "`{command}` takes no value such as `{value}`; {instead}; `--set '{value}'` sets a parameter"
        )),
        Some(range) => Err(format!("`{command}` takes no range such as `{range}`; {instead}")),
        None => Ok(()),
    }
}

/// Whether a text has the form `NAME=VALUE`.
fn is_setting(text: &str) -> bool {
    text.split_once('=').is_some_and(|(name, value)| is_name(name.trim()) && !value.starts_with('='))
}

/// Whether a text ends inside brackets.
fn is_open(text: &str) -> bool {
    let count = |signs: &[char]| text.matches(signs).count();
    count(&['(', '[', '{']) > count(&[')', ']', '}'])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_and_values_are_told_from_patterns() {
        let read = |text: &str| -> Option<Vec<(String, String)>> {
            Some(ranges(text)?.into_iter().map(|it| (it.name, it.range)).collect())
        };
        let is = |all: &[(&str, &str)]| {
            Some(all.iter().map(|it| (it.0.to_string(), it.1.to_string())).collect::<Vec<_>>())
        };
        for text in ["a=0..=9", "a in 0..=9", "a:0..=9", " a : 0..=9 ", "a = 0..=9"] {
            assert_eq!(read(text), is(&[("a", "0..=9")]), "{text}");
        }
        assert_eq!(read("a=0..3,b=0..4"), is(&[("a", "0..3"), ("b", "0..4")]));
        assert_eq!(read("a in 0..3, b in 1..=f(2, 3)"), is(&[("a", "0..3"), ("b", "1..=f(2, 3)")]));
        for (text, range) in [
            ("a<5", "0..5"),
            ("a <= 5", "0..=5"),
            ("a≤5", "0..=5"),
            ("1<=a<5", "1..5"),
            ("1 < a <= 5", "1 + 1..=5"),
            ("a=0,1,2", "[0, 1, 2]"),
            ("a = 4, -1", "[4, -1]"),
            ("a 0..5", "0..5"),
            ("a==5", "5"),
            ("a ∈ 0..5", "0..5"),
            (" a 1..=5", "1..=5"),
        ] {
            assert_eq!(read(text), is(&[("a", range)]), "{text}");
        }
        assert_eq!(read("a<5,b=1,3"), is(&[("a", "0..5"), ("b", "[1, 3]")]));
        assert_eq!(
            without_end("a>=2").as_deref(),
            Some("`a>=2` has no end; write both ends, as in `a=2..=22`")
        );
        for (text, help) in [
            ("a=0..", "`a=0..` has no end; write both ends, as in `a=0..=20`"),
            ("a in 3..", "`a in 3..` has no end; write both ends, as in `a=3..=23`"),
            ("a=..5", "`a=..5` has no beginning; write both ends, as in `a=0..=5`"),
            ("a=0:5", "`a=0:5` is not a range; write `a=0..=5` with 5, or `a=0..5` without it"),
            ("a=0-5", "`a=0-5` is not a range; write `a=0..=5` with 5, or `a=0..5` without it"),
            ("a=0...5", "`a=0...5` is not a range; write `a=0..=5` with 5, or `a=0..5` without it"),
            ("0-20", "`0-20` is not a range; write `0..=20` with 20, or `0..20` without it"),
            ("0 to 5", "`0 to 5` is not a range; write `0..=5` with 5, or `0..5` without it"),
        ] {
            assert_eq!(nearly(text).as_deref(), Some(help), "{text}");
        }
        for text in ["a=0..5", "a=-5", "a=0,1", "a=0..n - 5", "nim(a)", "a", "-5", "a - 5", "0..5", "12"] {
            assert_eq!(nearly(text), None, "{text}");
        }
        assert_eq!(read("S=[{1, 2}, {3}]"), is(&[("S", "[{1, 2}, {3}]")]));
        assert_eq!(read("S={x for x in 1..=5}"), is(&[("S", "{x for x in 1..=5}")]));
        for text in [
            "nim(a) + nim(b)",
            "a<b",
            "a<nim(3)",
            "3<5",
            "wythoff(a, b)",
            "=3",
            "a=",
            "",
            "g([x for x in 0..n])",
        ] {
            assert_eq!(read(text), None, "{text}");
        }
    }
}
