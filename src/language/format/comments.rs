//! The printer's position in the source: which comments come next, and where the author broke
//! lines.
//!
//! The printer reports every token that it prints. This module advances in the source accordingly,
//! so that each comment is printed exactly once, between the two tokens that surrounded it.

use crate::source::Span;
use crate::syntax::ast;

/// A comment that has to be printed next.
#[derive(Debug, Clone, Copy)]
pub struct Due<'a> {
    /// The text of the comment, slashes included.
    pub text: &'a str,
    /// Whether other text precedes the comment on its line.
    pub trailing: bool,
    /// Whether the author left a blank line above the comment.
    pub blank: bool,
}

/// A position in the source, and the comments after that position. A printer without a source has
/// an empty text and no comments here.
#[derive(Debug, Clone, Copy)]
pub struct Trivia<'a> {
    source: &'a str,
    /// The comments that have not been returned yet, in the order of the source.
    comments: &'a [ast::Comment],
    /// The offset from which the next token is sought: the end of the last token or, after `due`,
    /// the start of the next one.
    at: usize,
}

impl<'a> Trivia<'a> {
    /// The beginning of a source.
    pub fn new(source: &'a str, comments: &'a [ast::Comment]) -> Trivia<'a> {
        Trivia { source, comments, at: 0 }
    }

    /// The offset at which the next token begins, after blanks and comments.
    fn next_token(&self) -> usize {
        let mut at = self.at;
        loop {
            let rest = self.source.get(at..).unwrap_or("");
            let token = rest.trim_start_matches([' ', '\t', '\r', '\n', '\u{FEFF}']);
            at += rest.len() - token.len();
            if !token.starts_with("//") {
                return at;
            }
            at += token.find('\n').unwrap_or(token.len());
        }
    }

    /// Moves past the next token if it begins with `token`. Returns whether it did.
    pub fn pass(&mut self, token: &str) -> bool {
        let start = self.next_token();
        let found = self.source.get(start..).is_some_and(|rest| rest.starts_with(token));
        if found {
            self.at = start + token.len();
        }
        found
    }

    /// Moves past a token at a known place.
    pub fn pass_at(&mut self, span: Span) {
        self.at = span.end as usize;
    }

    /// Whether a word stands at an offset.
    pub fn is_at(&self, offset: u32, word: &str) -> bool {
        self.source.get(offset as usize..).is_some_and(|rest| rest.starts_with(word))
    }

    /// Returns the comments before the next token, each only once.
    pub fn due(&mut self) -> Vec<Due<'a>> {
        if self.comments.is_empty() {
            return Vec::new();
        }
        self.at = self.next_token();
        self.due_before(self.at)
    }

    /// Returns the comments before an offset that were not returned yet.
    pub fn due_before(&mut self, offset: usize) -> Vec<Due<'a>> {
        let count = self.comments.partition_point(|it| (it.span.start as usize) < offset);
        let (due, later) = self.comments.split_at(count);
        self.comments = later;
        due.iter().map(|it| self.describe(it)).collect()
    }

    fn describe(&self, comment: &'a ast::Comment) -> Due<'a> {
        let start = comment.span.start as usize;
        let before = self.source.get(..start).unwrap_or("");
        let line = before.rfind('\n').map_or(before, |at| &before[at..]);
        Due { text: &comment.text, trailing: !is_blank(line), blank: self.is_blank_above(start) }
    }

    /// Returns the comment on the same line after the last token, if there is one.
    pub fn due_on_this_line(&mut self) -> Option<Due<'a>> {
        let (first, later) = self.comments.split_first()?;
        let gap = self.source.get(self.at..first.span.start as usize)?;
        if gap.contains('\n') || !is_blank(gap) {
            return None;
        }
        self.comments = later;
        let due = self.describe(first);
        // Only at the beginning of a file can a comment have nothing before it on its line here.
        due.trailing.then_some(due)
    }

    /// Whether a comment stands before the next token.
    pub fn comment_follows(&self) -> bool {
        self.comment_before(self.next_token())
    }

    /// Whether a comment stands between the current position and the token that follows a span.
    pub fn comment_until_after(&self, span: Span) -> bool {
        let there = Trivia { at: span.end as usize, ..*self };
        !self.comments.is_empty() && self.comment_before(there.next_token())
    }

    fn comment_before(&self, offset: usize) -> bool {
        self.comments.first().is_some_and(|it| (it.span.start as usize) < offset)
    }

    /// Whether the author broke the line before the next token.
    pub fn line_breaks_here(&self) -> bool {
        self.source.get(self.at..self.next_token()).is_some_and(|gap| gap.contains('\n'))
    }

    /// Whether the line above an offset is blank.
    pub fn is_blank_above(&self, offset: usize) -> bool {
        let before = self.source.get(..offset).unwrap_or("");
        let blanks = &before[before.trim_end().len()..];
        blanks.bytes().filter(|byte| *byte == b'\n').count() > 1
    }
}

fn is_blank(text: &str) -> bool {
    text.trim_matches('\u{FEFF}').trim().is_empty()
}
