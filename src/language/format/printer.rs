//! Writes a document token by token, with the comments that stand between the tokens.

use super::comments::{Due, Trivia};
use super::document::Document;
use crate::source::Span;
use std::borrow::Cow;

/// Writes tokens in the order of the source.
///
/// A comment before a token comes out before it, at the next place where a line may break; it ends
/// its line and so breaks the groups around it.
#[derive(Debug)]
pub struct Printer<'a> {
    /// Where in the source the printer is.
    pub trivia: Trivia<'a>,
    /// The output so far.
    pub document: Document<'a>,
}

impl<'a> Printer<'a> {
    /// A printer at the beginning of what `trivia` describes.
    pub fn new(trivia: Trivia<'a>) -> Printer<'a> {
        Printer { trivia, document: Document::default() }
    }

    /// A printer for trees that do not stand in a source, or not in this order.
    pub fn without_source() -> Printer<'a> {
        Printer::new(Trivia::new("", &[]))
    }

    /// Returns the output so far, and begins a new document.
    pub fn take(&mut self) -> Document<'a> {
        std::mem::take(&mut self.document)
    }

    /// A word or a sign, which the source may leave out.
    pub fn token(&mut self, token: &'static str) {
        if self.comments() {
            self.document.continuation();
        }
        self.trivia.pass(token);
        self.document.text(token);
    }

    /// A token that the source may spell in several ways, each a row of words.
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

    /// The comments that are due, if there are any. They want a line break behind them.
    pub fn comments(&mut self) -> bool {
        let due = self.trivia.due();
        self.write(&due)
    }

    fn write(&mut self, due: &[Due<'a>]) -> bool {
        for (at, comment) in due.iter().enumerate() {
            // Two comments never share a line, even where the token between them was left out.
            self.document.comment(comment.text, comment.trailing && at == 0);
        }
        !due.is_empty()
    }

    /// A blank at which the line does not break unless there is a comment.
    pub fn space(&mut self) {
        if self.comments() {
            self.document.continuation();
        } else {
            self.document.text(" ");
        }
    }

    /// A blank, or a line break where the group is broken.
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

    /// A line break where the author has one; otherwise as `line`.
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

    /// Brackets with something in them, which stands on lines of its own where it does not fit.
    pub fn bracket(&mut self, open: &'static str, close: &'static str, inside: impl FnOnce(&mut Self)) {
        self.enclosed(open, close, Document::soft, inside);
    }

    /// Parentheses around something that does not need them, where it is broken.
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

    /// Braces around something that keeps its distance from them.
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

    /// Things with a comma and a line break between them.
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
