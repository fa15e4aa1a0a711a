//! Names with values, as they are typed: `a=0..=9`, `a in 0..=9`, `a: 0..=9`, and several of them with commas between.

use crate::pipeline::RangeText;

/// What stands between a name and its values.
const SIGNS: [&str; 3] = ["=", " in ", ":"];

/// A name and its values; nothing where the text is something else.
pub fn range(text: &str) -> Option<RangeText> {
    SIGNS.into_iter().find_map(|sign| {
        let (name, range) = text.split_once(sign)?;
        let (name, range) = (name.trim(), range.trim());
        let is_name =
            !name.is_empty() && name.chars().all(|letter| letter.is_alphanumeric() || letter == '_');
        let is_range = is_name && !range.is_empty() && !range.starts_with('=');
        is_range.then(|| RangeText { name: name.to_string(), range: range.to_string() })
    })
}

/// All names and values of a text that has nothing else in it.
pub fn ranges(text: &str) -> Option<Vec<RangeText>> {
    let mut pieces: Vec<String> = Vec::new();
    // A comma separates two ranges only if what follows it is one: `S={1, 2}` is a single range.
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
        assert_eq!(read("S=[{1, 2}, {3}]"), is(&[("S", "[{1, 2}, {3}]")]));
        assert_eq!(read("S={x for x in 1..=5}"), is(&[("S", "{x for x in 1..=5}")]));
        for text in ["nim(a) + nim(b)", "a == 3", "wythoff(a, b)", "=3", "a=", "", "g([x for x in 0..n])"] {
            assert_eq!(read(text), None, "{text}");
        }
    }
}
