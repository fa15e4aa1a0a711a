//! `//` where somebody may have meant a quotient.

use super::ast::Comment;
use super::errors;
use super::grammar;
use crate::diagnostic::Diagnostic;
use crate::source::{FileId, Span};
use std::cell::OnceCell;
use std::collections::HashSet;

/// Warns of comments that stand behind an operand on its line and read like another operand.
pub fn warn(file: FileId, text: &str, comments: &[Comment]) -> Vec<Diagnostic> {
    let words: OnceCell<HashSet<&str>> = OnceCell::new();
    let is_known = |word: &str| {
        let code = || text.lines().flat_map(|line| words_of(line.split("//").next().unwrap_or("")));
        words.get_or_init(|| code().collect()).contains(word)
    };
    let candidates = comments.iter().filter(|comment| reads_like_an_operand(comment)).take(MOST);
    candidates
        .filter_map(|comment| {
            let said = said(comment)?;
            let names = words_of(said).filter(|word| !word.starts_with(|c: char| c.is_ascii_digit()));
            let known = names.into_iter().all(is_known) && grammar::lone_expression(file, said).is_ok();
            let before = before(file, text, comment).filter(|_| known)?;
            Some(errors::slashes(comment.span, before))
        })
        .collect()
}

/// How many comments are parsed at most.
const MOST: usize = 100;

/// Longer comments are prose, or nobody's quotient.
const LONGEST: usize = 60;

/// Where the operand ends that stands on the line before a comment.
pub fn before(file: FileId, text: &str, comment: &Comment) -> Option<Span> {
    let before = text.get(..comment.span.start as usize)?;
    let line = before.rsplit('\n').next()?.trim_end();
    let last = line.chars().next_back()?;
    let ends = last.is_alphanumeric() || matches!(last, '_' | ')' | ']');
    let end = before.trim_end().len();
    ends.then(|| Span::new(file, end - last.len_utf8(), end))
}

/// What a plain comment says.
fn said(comment: &Comment) -> Option<&str> {
    let said = comment.text.strip_prefix("//")?.trim();
    (!said.starts_with('/') && !said.is_empty() && said.len() <= LONGEST).then_some(said)
}

/// Whether a comment may be an expression, at first sight: one word of prose is not.
fn reads_like_an_operand(comment: &Comment) -> bool {
    let Some(said) = said(comment) else { return false };
    let begins = said.starts_with(|c: char| c.is_alphanumeric() || matches!(c, '(' | '_'));
    let is_word = said.chars().all(|c| c.is_alphabetic() || c == '_');
    begins && (!is_word || said.len() <= 3)
}

fn words_of(text: &str) -> impl Iterator<Item = &str> {
    text.split(|c: char| !(c.is_alphanumeric() || c == '_')).filter(|word| !word.is_empty())
}
