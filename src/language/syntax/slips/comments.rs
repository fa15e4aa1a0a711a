//! Code that `//` hides.

use super::Place;
use crate::source::Span;
use crate::syntax::errors::Slip;
use crate::syntax::tokens::{skip_blanks, token_at};

/// Operators that are words, and words that end an expression.
const OPERATORS: [&str; 10] = ["and", "or", "xor", "div", "mod", "in", "then", "else", "for", "if"];

impl Place<'_> {
    /// `when k // 2 == 0 -> …`: the comment takes the rest of the line, and the token begins the next one.
    pub(super) fn hidden(&self) -> Option<Slip> {
        if !self.is_after_operand() {
            return None;
        }
        let line = self.text[self.before.len()..self.at].split('\n').next()?;
        let start = self.before.len() + line.find("//")?;
        let said = self.text[start..].split('\n').next()?.trim_end();
        reads_like_code(said.strip_prefix("//")?).then(|| Slip {
            help: "write `div` for a quotient rounded down".into(),
            fix: Some((Span::new(self.file, start, start + 2), "div".into())),
            message: Some("`//` begins a comment, which hides the rest of the line".into()),
            label: Some((Span::new(self.file, start, start + said.len()), "gspec ignores this".into())),
        })
    }
}

/// Whether an operand with an operator, an arrow or a closing bracket behind it begins a comment. Prose goes on with a word.
fn reads_like_code(said: &str) -> bool {
    let said = said.trim_start();
    if said.starts_with('(') {
        return true;
    }
    let first = token_at(said, 0);
    if !first.starts_with(|c: char| c.is_alphanumeric() || c == '_') {
        return false;
    }
    let next = token_at(said, skip_blanks(said, first.len()));
    let is_sign =
        next.starts_with(|c: char| !c.is_alphanumeric() && !matches!(c, '.' | ';' | '"' | '\'' | '_'));
    let is_range = next.starts_with("..") && !said.contains("...");
    is_sign
        || is_range
        || OPERATORS[..5].contains(&next)
        || first.starts_with(|c: char| c.is_ascii_digit()) && OPERATORS.contains(&next)
}
