//! Finds operands, groups in brackets, words and items in the text of a spec.

use crate::syntax::tokens::token_at;

/// The offset of the end of the operand that begins at `at`: a name or number with its arguments
/// and indices, or a group in brackets.
pub(super) fn operand_end(text: &str, at: usize) -> usize {
    let mut end = at + token_at(text, at).len();
    if text[at..].starts_with(['(', '[', '{']) {
        end = at;
    }
    while let Some(close) = text[end..].starts_with(['(', '[', '{']).then(|| group_end(text, end)).flatten() {
        end = close;
    }
    end
}

/// Returns the offset of the opening bracket that belongs to the closing bracket before `end`.
pub(super) fn group_start(text: &str, end: usize) -> Option<usize> {
    let mut closed = 0;
    for (at, letter) in text[..end].char_indices().rev() {
        match letter {
            ')' | ']' | '}' => closed += 1,
            '(' | '[' | '{' if closed == 1 => return Some(at),
            '(' | '[' | '{' => closed -= 1,
            _ => {}
        }
    }
    None
}

/// The offset after the bracket that closes the bracket at `open`; `None` if that bracket is not
/// closed on its line.
pub(super) fn group_end(text: &str, open: usize) -> Option<usize> {
    let mut depth = 0;
    for (at, letter) in text[open..].char_indices() {
        match letter {
            '(' | '[' | '{' => depth += 1,
            ')' | ']' | '}' => depth -= 1,
            '\n' => return None,
            _ => {}
        }
        if depth == 0 {
            return Some(open + at + letter.len_utf8());
        }
    }
    None
}

/// The word at the end of a text; empty if the text ends with another character.
pub(super) fn last_word(text: &str) -> &str {
    let is_word = |c: char| c.is_alphanumeric() || c == '_';
    let start = text.char_indices().rev().find(|(_, c)| !is_word(*c));
    &text[start.map_or(0, |(at, c)| at + c.len_utf8())..]
}

/// The text before the offset `at`, without blanks and comments at its end.
pub fn code_before(text: &str, at: usize) -> &str {
    let mut before = text[..at].trim_end();
    loop {
        let line = before.rfind('\n').map_or(0, |at| at + 1);
        match before[line..].find("//") {
            Some(comment) => before = before[..line + comment].trim_end(),
            None => return before,
        }
    }
}

/// The word that begins the item or clause around the offset `at`; empty if there is none.
pub(super) fn current_item(text: &str, at: usize) -> &'static str {
    const WORDS: [&str; 13] = [
        "use", "param", "let", "fn", "game", "start", "claim", "loopy", "move", "end", "measure", "assume",
        "show",
    ];
    let words = text[..at].split(|c: char| !(c.is_alphanumeric() || c == '_'));
    let line_words = text[..at].lines().rev().filter_map(|line| {
        let word = line.split(|c: char| !c.is_alphanumeric()).find(|word| !word.is_empty())?;
        WORDS.iter().find(|known| **known == word).copied()
    });
    let by_line = line_words.take(1).next().unwrap_or("");
    // A clause may stand on the line of its game.
    let clause = words.filter_map(|word| WORDS[8..].iter().find(|known| **known == word)).next_back();
    match clause {
        Some(clause)
            if by_line == "game"
                && text[..at].lines().next_back().is_some_and(|line| line.contains(clause)) =>
        {
            clause
        }
        _ => by_line,
    }
}

/// The first of several signs in a text that is in no bracket, and its offset.
pub(super) fn first_outside<'s>(text: &str, signs: &[&'s str]) -> Option<(usize, &'s str)> {
    let mut depth = 0i32;
    for (at, letter) in text.char_indices() {
        match letter {
            '(' | '[' | '{' => depth += 1,
            ')' | ']' | '}' => depth -= 1,
            _ => {}
        }
        let sign = signs.iter().find(|sign| text[at..].starts_with(**sign)).filter(|_| depth == 0);
        if let Some(sign) = sign {
            return Some((at, sign));
        }
    }
    None
}

/// Whether a word stands in a text.
pub(super) fn has_word(text: &str, word: &str) -> bool {
    text.split(|c: char| !(c.is_alphanumeric() || c == '_')).any(|it| it == word)
}

/// The last of several signs in a text that is in no bracket, and its offset.
pub(super) fn last_outside<'s>(text: &str, signs: &[&'s str]) -> Option<(usize, &'s str)> {
    let mut found = None;
    let mut from = 0;
    while let Some((at, sign)) = first_outside(&text[from..], signs) {
        found = Some((from + at, sign));
        from += at + sign.len();
    }
    found
}

/// Whether an operand behind this text begins a statement: nothing before it takes the operand as a
/// part.
pub(super) fn begins_statement(before: &str) -> bool {
    let before = before.trim_end();
    let word =
        matches!(last_word(before), "claim" | "and" | "or" | "not" | "when" | "if" | "then" | "else" | "end");
    word || before.ends_with([':', '(', ',', '[', '{']) || before.ends_with("=>")
}

/// Whether an operand before this text ends a statement: nothing behind it takes the operand as a
/// part.
pub(super) fn ends_statement(behind: &str) -> bool {
    let line = behind.trim_start_matches([' ', '\t']);
    let word = &line[..line.find(|c: char| !c.is_alphabetic()).unwrap_or(line.len())];
    line.is_empty()
        || line.starts_with(['\n', ')', ',', ']', '}', ':'])
        || ["=>", "<=>", "->", "//"].iter().any(|sign| line.starts_with(sign))
        || matches!(word, "and" | "or" | "then" | "else" | "if" | "for" | "when")
}
