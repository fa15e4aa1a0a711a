//! Warnings about comments whose `//` may have been meant as a quotient.

use super::ast::Comment;
use super::errors;
use super::grammar;
use super::slips;
use crate::diagnostic::Diagnostic;
use crate::source::{FileId, Span};
use std::cell::OnceCell;
use std::collections::HashSet;

/// Warns of comments that follow an operand on the same line and read like another operand.
pub fn warn(file: FileId, text: &str, comments: &[Comment]) -> Vec<Diagnostic> {
    let slashes = Slashes { file, text, words: OnceCell::new() };
    let candidates = comments.iter().filter(|comment| reads_like_an_operand(comment)).take(MOST_COMMENTS);
    candidates.filter_map(|comment| slashes.warning(comment, said(comment)?)).collect()
}

/// Returns an error if a quantifier has no body because a comment behind `condition` hides it, as
/// in `exists n in D, n // 2 == 1: losing(g(n))`.
pub fn hidden_body(file: FileId, text: &str, condition: Span) -> Option<Diagnostic> {
    let line = text.get(condition.start as usize..)?.split('\n').next()?;
    let start = condition.start as usize + line.find("//")?;
    let comment = Comment {
        span: Span::new(file, start, condition.start as usize + line.trim_end().len()),
        text: text[start..].split('\n').next()?.trim_end().to_string(),
    };
    let (operand, _) = comment.text.strip_prefix("//")?.split_once(':')?;
    grammar::is_expression(operand).then_some(())?;
    Some(errors::slashes_alone(errors::slashes(
        comment.span,
        before(file, text, &comment)?,
        quotient(text, &comment, operand),
    )))
}

/// Warns of comments in an item with a syntax error. In such an item a comment may also hide the
/// brackets behind a quotient, as in `g(n // 2)`. Comments that an error already points at are
/// skipped.
pub fn warn_in_broken_item(
    file: FileId,
    text: &str,
    comments: &[Comment],
    errors: &[Diagnostic],
) -> Vec<Diagnostic> {
    let slashes = Slashes { file, text, words: OnceCell::new() };
    let is_known =
        |comment: &&Comment| errors.iter().flat_map(|it| &it.labels).any(|label| label.span == comment.span);
    let candidates = comments.iter().filter(|comment| !is_known(comment)).take(MOST_COMMENTS);
    candidates
        .filter_map(|comment| {
            let said = comment.text.strip_prefix("//")?;
            let said = said.split(" //").next().unwrap_or(said).trim();
            let operand = before_stray_bracket(said).or_else(|| in_choice(said));
            let operand = operand.or_else(|| reads_like_an_operand(comment).then_some(said))?;
            slashes.warning(comment, operand)
        })
        .collect()
}

/// The text of a file whose comments are examined, with its words.
struct Slashes<'a> {
    file: FileId,
    text: &'a str,
    /// The words outside comments, collected when first needed.
    words: OnceCell<HashSet<&'a str>>,
}

impl Slashes<'_> {
    fn is_known(&self, word: &str) -> bool {
        let code = || self.text.lines().flat_map(|line| words_of(line.split("//").next().unwrap_or("")));
        self.words.get_or_init(|| code().collect()).contains(word)
    }

    /// Returns the warning about a comment, if an operand precedes the comment and `said`, the text
    /// of the comment, reads like another operand.
    fn warning(&self, comment: &Comment, said: &str) -> Option<Diagnostic> {
        let compares = said.contains(['<', '>', '=']);
        let is_known = |word: &str| {
            word.starts_with(|c: char| c.is_ascii_digit())
                || is_operator(word, compares)
                || self.is_known(word)
                || slips::is_function(word) && said.contains(&format!("{word}("))
        };
        // Words in quotes need not occur in the code.
        let is_operand =
            said.split('"').step_by(2).flat_map(words_of).all(is_known) && grammar::is_expression(said);
        let before = before(self.file, self.text, comment).filter(|_| is_operand)?;
        Some(errors::slashes(comment.span, before, quotient(self.text, comment, said)))
    }
}

/// Whether a word is an operator or a truth value. `and`, `or`, `not` and `in` are words of prose
/// too, and count only where the comment compares something.
fn is_operator(word: &str, compares: bool) -> bool {
    matches!(word, "div" | "mod" | "xor" | "true" | "false")
        || compares && matches!(word, "and" | "or" | "not" | "in")
}

/// The text before the first bracket that closes nothing: `2` in `2) -> g(n)`. `None` if there is
/// no such bracket, and if the text is empty or too long for an operand.
fn before_stray_bracket(said: &str) -> Option<&str> {
    let mut depth = 0;
    let stray = said.find(|c: char| {
        depth += i32::from(matches!(c, '(' | '[' | '{')) - i32::from(matches!(c, ')' | ']' | '}'));
        depth < 0
    })?;
    Some(said[..stray].trim()).filter(|it| !it.is_empty() && it.len() <= LONGEST)
}

/// The text before the first `then` or `else`: `2` in `2 else 1`. `None` if there is neither, and
/// if the text is empty or too long for an operand.
fn in_choice(said: &str) -> Option<&str> {
    let end = [" then ", " else "].iter().filter_map(|word| said.find(word)).min()?;
    Some(said[..end].trim()).filter(|it| !it.is_empty() && it.len() <= LONGEST)
}

/// The most comments of a file that are examined; there are no warnings about further comments.
const MOST_COMMENTS: usize = 100;

/// The most bytes of a comment that may be an operand; a longer comment is taken for prose.
const LONGEST: usize = 60;

/// The quotient of the operands on both sides of a comment's slashes: `n div 2` for `n // 2`;
/// `None` if one of them is not simple.
fn quotient(text: &str, comment: &Comment, said: &str) -> Option<String> {
    let before = text.get(..comment.span.start as usize)?.trim_end();
    let is_letter = |c: char| c.is_alphanumeric() || c == '_';
    let start = before.rfind(|c| !is_letter(c)).map_or(0, |at| at + 1);
    let end = said.find(|c| !is_letter(c)).unwrap_or(said.len());
    let (left, right) = (before.get(start..)?, &said[..end]);
    let is_called = said[end..].starts_with('(');
    (!left.is_empty() && !right.is_empty() && !is_called).then(|| format!("{left} div {right}"))
}

/// Returns the place of the last character before a comment on the same line, if an operand ends
/// with that character.
pub fn before(file: FileId, text: &str, comment: &Comment) -> Option<Span> {
    let before = text.get(..comment.span.start as usize)?;
    let line = before.rsplit('\n').next()?.trim_end();
    let last = line.chars().next_back()?;
    let ends = last.is_alphanumeric() || matches!(last, '_' | ')' | ']');
    let end = before.trim_end().len();
    ends.then(|| Span::new(file, end - last.len_utf8(), end))
}

/// Returns the text of a `//` comment without the slashes and without an `and`, `or` or `=>` at
/// the end; `None` for a doc comment, and if the text is empty or too long for an operand.
fn said(comment: &Comment) -> Option<&str> {
    let said = comment.text.strip_prefix("//").filter(|it| !it.starts_with('/'))?;
    // Text behind another `//` is not examined.
    let said = said.split("//").next().unwrap_or(said).trim();
    // The expression may continue on the next line.
    let said = [" and", " or", " =>"].into_iter().find_map(|sign| said.strip_suffix(sign)).unwrap_or(said);
    (!said.starts_with('/') && !said.is_empty() && said.len() <= LONGEST).then_some(said)
}

/// Whether a comment may be an operand, judged by its characters: it begins with a letter, a
/// digit, `(` or `_`, and is not a single word of more than three letters.
fn reads_like_an_operand(comment: &Comment) -> bool {
    let Some(said) = said(comment) else { return false };
    let begins = said.starts_with(|c: char| c.is_alphanumeric() || matches!(c, '(' | '_'));
    let is_word = said.chars().all(|c| c.is_alphabetic() || c == '_');
    begins && (!is_word || said.len() <= 3)
}

fn words_of(text: &str) -> impl Iterator<Item = &str> {
    text.split(|c: char| !(c.is_alphanumeric() || c == '_')).filter(|word| !word.is_empty())
}
