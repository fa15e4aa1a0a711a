//! Finds tokens in a text without the grammar, for texts that cannot be parsed.

/// Returns the token that begins at the byte offset `at`: a word, a number, an operator or another
/// single character. The token is cut after 40 characters, and empty at the end of the text.
pub fn token_at(text: &str, at: usize) -> &str {
    let rest = &text[at..];
    let Some(first) = rest.chars().next() else { return "" };
    let is_word = |c: char| c.is_alphanumeric() || c == '_';
    let length = if is_word(first) {
        rest.find(|c| !is_word(c)).unwrap_or(rest.len())
    } else {
        let operators = [
            "<=>", "!==", "===", "=/=", "=<", ":=", "&&", "||", "->", "=>", "==", "!=", "<=", ">=", "<>",
            "..=", "..", "++", "**", "//", "/*",
        ];
        operators.iter().find(|op| rest.starts_with(**op)).map_or(first.len_utf8(), |op| op.len())
    };
    let length = rest[..length].char_indices().nth(40).map_or(length, |(cut, _)| cut);
    &rest[..length]
}

/// Returns the byte offset of the first token at or after `at`, behind blanks and comments; the
/// length of the text if there is none.
pub fn skip_blanks(text: &str, mut at: usize) -> usize {
    loop {
        let rest = &text[at..];
        let trimmed = rest.trim_start();
        at += rest.len() - trimmed.len();
        if !trimmed.starts_with("//") {
            return at;
        }
        at += trimmed.find('\n').unwrap_or(trimmed.len());
    }
}
