//! Code that a comment hides, and comments as other languages write them.

use super::Place;
use crate::source::Span;
use crate::syntax::errors::Slip;
use crate::syntax::tokens::{skip_blanks, token_at};

/// Operators that are words.
const OPERATORS: [&str; 6] = ["and", "or", "xor", "div", "mod", "in"];

impl Place<'_> {
    /// `/* … */`, also where the `/` was read as an operator.
    pub(super) fn block_comment(&self) -> Option<Slip> {
        let from = match self.token {
            "/*" => self.at,
            "*" if self.before.len() == self.at && self.before.ends_with('/') => self.at - 1,
            _ => return None,
        };
        let help = "comments begin with `//` and end with the line";
        let line = self.text[from..].split('\n').next()?.trim_end();
        match line[2..].split_once("*/") {
            Some((said, "")) => {
                let comment = format!("//{}", said.trim_end());
                self.replace_from(from, from + line.len(), &comment, help)
            }
            _ => super::advise(help),
        }
    }

    /// `when k // 2 == 0 -> …`: the comment hides the rest of the line, so that the unexpected
    /// token is the first one of a later line.
    pub(super) fn hidden(&self) -> Option<Slip> {
        if !self.is_after_operand() {
            return None;
        }
        let line = self.text[self.before.len()..self.at].split('\n').next()?;
        let start = self.before.len() + line.find("//")?;
        let said = self.text[start..].split('\n').next()?.trim_end();
        reads_like_code(said.strip_prefix("//")?, self.before).then(|| Slip {
            fix: Some((Span::new(self.file, start, start + 2), "div".into())),
            message: Some("`//` begins a comment, which hides the rest of the line".into()),
            label: Some((Span::new(self.file, start, start + said.len()), "gspec ignores this".into())),
            ..Slip::new("write `div` for a quotient rounded down")
        })
    }
}

/// Whether the text of a comment continues `before`, the code before the comment, as an expression.
/// It is prose instead if two words stand side by side in it, or if a word does not occur in
/// `before`.
fn reads_like_code(said: &str, before: &str) -> bool {
    let is_operand = |token: &str| token.starts_with(|c: char| c.is_alphanumeric() || c == '_');
    let is_known = |word: &str| {
        let mut words = before.split(|c: char| !(c.is_alphanumeric() || c == '_'));
        word.starts_with(|c: char| c.is_ascii_digit()) || words.any(|it| it == word)
    };
    let (mut at, mut count, mut after_operand) = (skip_blanks(said, 0), 0, false);
    loop {
        let token = token_at(said, at);
        let ends = matches!(token, "" | "->" | ":");
        if ends || count == 0 && !is_operand(token) && token != "(" {
            return count > usize::from(token.is_empty());
        }
        let is_word = is_operand(token) && !OPERATORS.contains(&token);
        if is_word && (after_operand || !is_known(token)) {
            return false;
        }
        after_operand = is_word;
        count += 1;
        at = skip_blanks(said, at + token.len());
    }
}
