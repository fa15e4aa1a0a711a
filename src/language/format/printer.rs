//! Writes a document token by token, with the comments that stand between the tokens.

use super::comments::{Due, Trivia};
use super::document::Document;
use crate::source::Span;
use std::borrow::Cow;

/// Writes tokens in the order of the source.
///
/// A comment before a token is printed before it, at the next possible line break. It ends its
/// line, and so breaks the groups around it.
#[derive(Debug)]
pub struct Printer<'a> {
    /// The printer's position in the source.
    pub trivia: Trivia<'a>,
    /// The output so far.
    pub document: Document<'a>,
}

impl<'a> Printer<'a> {
    /// A printer at the beginning of a source.
    pub fn new(trivia: Trivia<'a>) -> Printer<'a> {
        Printer { trivia, document: Document::default() }
    }

    /// A printer for trees without a source, or in another order than in the source.
    pub fn without_source() -> Printer<'a> {
        Printer::new(Trivia::new("", &[]))
    }

    /// Returns the output so far, and begins a new document.
    pub fn take(&mut self) -> Document<'a> {
        std::mem::take(&mut self.document)
    }

    /// A word or a symbol, which may be missing in the source.
    pub fn token(&mut self, token: &'static str) {
        if self.comments() {
            self.document.continuation();
        }
        self.trivia.pass(token);
        self.document.text(token);
    }

    /// A token that the source may spell in several ways, each a sequence of words.
    pub fn spelled(&mut self, token: &'static str, spellings: &[&[&str]]) {
        if self.comments() {
            self.document.continuation();
        }
        let _ = spellings.iter().any(|words| words.iter().all(|word| self.trivia.pass(word)));
        self.document.text(token);
    }

    /// A token whose place is known.
    pub fn leaf(&mut self, span: Span, text: impl Into<Cow<'a, str>>) {
        let due = self.trivia.due_before(span.start as usize);
        if self.write(&due) {
            self.document.continuation();
        }
        self.trivia.pass_at(span);
        self.document.text(text);
    }

    /// Prints the comments that come next. Returns whether there were any; then a line break has to
    /// follow.
    pub fn comments(&mut self) -> bool {
        let due = self.trivia.due();
        self.write(&due)
    }

    fn write(&mut self, due: &[Due<'a>]) -> bool {
        for (at, comment) in due.iter().enumerate() {
            // Two comments never share a line, even if the token between them was dropped.
            self.document.comment(comment.text, comment.trailing && at == 0);
        }
        !due.is_empty()
    }

    /// A blank at which the line breaks only after a comment.
    pub fn space(&mut self) {
        if self.comments() {
            self.document.continuation();
        } else {
            self.document.text(" ");
        }
    }

    /// A blank, or a line break if the group is broken.
    pub fn line(&mut self) {
        if self.comments() {
            self.document.hard();
        } else {
            self.document.line();
        }
    }

    /// A blank, or a line break if the following text does not fit.
    pub fn fill(&mut self) {
        if self.comments() {
            self.document.hard();
        } else {
            self.document.fill();
        }
    }

    /// A line break if the author wrote one, otherwise like `line`.
    pub fn line_as_written(&mut self) {
        let breaks = self.trivia.line_breaks_here();
        if self.comments() || breaks {
            self.document.hard();
        } else {
            self.document.line();
        }
    }

    /// A group that is on one line or broken at each of its own line breaks.
    pub fn group(&mut self, inside: impl FnOnce(&mut Self)) {
        self.document.open();
        inside(self);
        self.document.close();
    }

    /// Text that is indented if it begins a line.
    pub fn indented(&mut self, inside: impl FnOnce(&mut Self)) {
        self.document.indent();
        inside(self);
        self.document.dedent();
    }

    /// Text that is indented unless it begins a line.
    pub fn hanging(&mut self, inside: impl FnOnce(&mut Self)) {
        self.document.hang();
        inside(self);
        self.document.dedent();
    }

    /// Brackets with contents that get their own lines if they do not fit.
    pub fn bracket(&mut self, open: &'static str, close: &'static str, inside: impl FnOnce(&mut Self)) {
        self.enclosed(open, close, Document::soft, inside);
    }

    /// Optional parentheses, printed only if the contents are broken.
    pub fn parentheses_if_broken(&mut self, inside: impl FnOnce(&mut Self)) {
        self.document.if_broken("(");
        self.group(|it| {
            it.document.indent();
            it.edge(Document::soft);
            inside(it);
            it.document.dedent();
            it.document.soft();
        });
        self.document.if_broken(")");
    }

    /// Braces separated by blanks from their contents.
    pub fn braces(&mut self, inside: impl FnOnce(&mut Self)) {
        self.enclosed("{", "}", Document::line, inside);
    }

    fn enclosed(
        &mut self,
        open: &'static str,
        close: &'static str,
        edge: fn(&mut Document<'a>),
        inside: impl FnOnce(&mut Self),
    ) {
        self.group(|it| {
            it.token(open);
            it.document.indent();
            it.edge(edge);
            inside(it);
            let broken = it.comments();
            it.document.dedent();
            if broken {
                it.document.hard()
            } else {
                edge(&mut it.document)
            }
            it.token(close);
        });
    }

    fn edge(&mut self, edge: fn(&mut Document<'a>)) {
        if self.comments() { self.document.hard() } else { edge(&mut self.document) }
    }

    /// Elements separated by commas and possible line breaks.
    pub fn separated<T>(&mut self, each: &'a [T], mut one: impl FnMut(&mut Self, &'a T)) {
        for (at, it) in each.iter().enumerate() {
            if at > 0 {
                self.token(",");
                self.line();
            }
            one(self, it);
        }
    }
}
