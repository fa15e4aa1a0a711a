//! Reads the integers of a line, of any size, separated by blanks or commas.

use crate::number::Int;

/// The most digits of a number. More are an error: they take long to read, and no game is so large.
const MOST_DIGITS: usize = 100_000;

/// Replaces the content of `numbers` by the integers of a line. The error says what is wrong with
/// the line.
pub fn read(line: &[u8], numbers: &mut Vec<Int>) -> Result<(), String> {
    numbers.clear();
    let line = line.strip_suffix(b"\r").unwrap_or(line);
    // Some programs write this byte order mark before the first line.
    let line = line.strip_prefix(b"\xef\xbb\xbf").unwrap_or(line);
    let mut rest = blanks(line);
    if rest.is_empty() {
        return Err("blank".into());
    }
    loop {
        let length = match small(rest) {
            Some((number, length)) => {
                numbers.push(Int::from(number));
                length
            }
            None => {
                let length = rest.iter().position(|byte| is_separator(*byte)).unwrap_or(rest.len());
                numbers.push(integer(&rest[..length])?);
                length
            }
        };
        let after = blanks(&rest[length..]);
        rest = match after.strip_prefix(b",") {
            // A number has to follow a comma: an empty field is an error.
            Some(after) => blanks(after),
            None if after.is_empty() => return Ok(()),
            None => after,
        };
    }
}

/// The number without a sign at the beginning of a text, and its length; `None` if it has more than
/// [`MOST_SMALL`] digits, or anything but a separator follows it.
fn small(text: &[u8]) -> Option<(i64, usize)> {
    let mut value = 0i64;
    for (at, byte) in text.iter().enumerate().take(MOST_SMALL + 1) {
        match byte {
            b'0'..=b'9' if at < MOST_SMALL => value = value * 10 + i64::from(byte - b'0'),
            byte if is_separator(*byte) && at > 0 => return Some((value, at)),
            _ => return None,
        }
    }
    (1..=MOST_SMALL).contains(&text.len()).then_some((value, text.len()))
}

/// Numbers with at most this many digits fit into a word.
const MOST_SMALL: usize = 18;

fn is_separator(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t' | b',')
}

fn blanks(text: &[u8]) -> &[u8] {
    let end = text.iter().position(|byte| !matches!(byte, b' ' | b'\t')).unwrap_or(text.len());
    &text[end..]
}

fn integer(word: &[u8]) -> Result<Int, String> {
    let (negative, digits) = match word {
        [b'-', digits @ ..] => (true, digits),
        [b'+', digits @ ..] => (false, digits),
        _ => (false, word),
    };
    if word.is_empty() {
        return Err("a number is missing before or after a comma".into());
    }
    if digits.is_empty() || !digits.iter().all(u8::is_ascii_digit) {
        return Err(format!("`{}` is not an integer", shown(word)));
    }
    if digits.len() > MOST_DIGITS {
        return Err(format!("a number has more than {MOST_DIGITS} digits"));
    }
    if digits.len() <= MOST_SMALL {
        let value = digits.iter().fold(0i64, |value, digit| value * 10 + i64::from(digit - b'0'));
        return Ok(Int::from(if negative { -value } else { value }));
    }
    let text = std::str::from_utf8(word).ok().and_then(|text| Int::parse(text.trim_start_matches('+')));
    text.ok_or_else(|| format!("`{}` is not an integer", shown(word)))
}

/// A word as it can be shown: short, and without control characters.
fn shown(word: &[u8]) -> String {
    let text = String::from_utf8_lossy(&word[..word.len().min(160)]);
    let clean = text.chars().map(|c| if c.is_control() { '?' } else { c });
    let short: String = clean.take(40).collect();
    if word.len() > short.len() { format!("{short}…") } else { short }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn numbers(line: &str) -> Result<Vec<String>, String> {
        let mut numbers = Vec::new();
        read(line.as_bytes(), &mut numbers)?;
        Ok(numbers.iter().map(Int::to_string).collect())
    }

    #[test]
    fn blanks_tabs_and_commas_separate() {
        for line in ["1 2 3", " 1\t2,3 ", "1 , 2,\t3\r", "\u{feff}1,2,3", "+1 02 3"] {
            assert_eq!(numbers(line).unwrap(), ["1", "2", "3"], "{line:?}");
        }
        assert_eq!(numbers("-7 -0").unwrap(), ["-7", "0"]);
    }

    #[test]
    fn numbers_have_any_size() {
        let large = "1234567890123456789012345678901234567890";
        assert_eq!(numbers(&format!("-{large} +{large}")).unwrap(), [format!("-{large}"), large.to_string()]);
        assert_eq!(numbers("999999999999999999 -9223372036854775808").unwrap()[1], "-9223372036854775808");
        assert!(numbers(&"9".repeat(MOST_DIGITS)).is_ok());
        assert!(numbers(&"9".repeat(MOST_DIGITS + 1)).is_err());
    }

    #[test]
    fn everything_else_is_told() {
        for line in
            ["", "  ", "\r", "x", "1 x", "1,,2", ",1", "1,", "--1", "+-1", "-", "1.0", "1e3", "0x1", "١"]
        {
            assert!(numbers(line).is_err(), "{line:?}");
        }
    }
}
