//! Writes a document token by token, with the comments that stand between the tokens.

use super::comments::{Due, Trivia};
use super::document::Document;
use crate::source::Span;
use std::borrow::Cow;

/// Writes tokens in the order of the source.
///
/// A comment that precedes a token in the source is printed before that token, at the next possible
/// line break. The comment ends its line, and so breaks the groups around it.
#[derive(Debug)]
pub struct Printer<'a> {
    /// The printer's position in the source, and the comments that are not printed yet.
    pub trivia: Trivia<'a>,
    /// The output since the last `take`.
    pub document: Document<'a>,
}

impl<'a> Printer<'a> {
    /// A printer at the beginning of a source.
    pub fn new(trivia: Trivia<'a>) -> Printer<'a> {
        Printer { trivia, document: Document::default() }
    }

    /// A printer for trees that have no source, or that are printed in another order than that of
    /// their source. It prints no comments.
    pub fn without_source() -> Printer<'a> {
        Printer::new(Trivia::new("", &[]))
    }

    /// Returns the output so far, and begins a new document.
    pub fn take(&mut self) -> Document<'a> {
        std::mem::take(&mut self.document)
    }

    /// Prints a word or a symbol, also if it is missing in the source.
    pub fn token(&mut self, token: &'static str) {
        if self.comments() {
            self.document.continuation();
        }
        self.trivia.pass(token);
        self.document.text(token);
    }

    /// Prints a token that the source may spell in several ways, each a sequence of words.
    pub fn spelled(&mut self, token: &'static str, spellings: &[&[&str]]) {
        if self.comments() {
            self.document.continuation();
        }
        let _ = spellings.iter().any(|words| words.iter().all(|word| self.trivia.pass(word)));
        self.document.text(token);
    }

    /// Prints `text` for the token at a known place in the source.
    pub fn leaf(&mut self, span: Span, text: impl Into<Cow<'a, str>>) {
        let due = self.trivia.due_before(span.start as usize);
        if self.write(&due) {
            self.document.continuation();
        }
        self.trivia.pass_at(span);
        self.document.text(text);
    }

    /// Prints the comments before the next token. Returns whether there were any; if so, the caller
    /// has to append a line break.
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

    /// Prints a blank; if comments come first, prints them and a line break instead.
    pub fn space(&mut self) {
        if self.comments() {
            self.document.continuation();
        } else {
            self.document.text(" ");
        }
    }

    /// Prints a blank, or a line break if the group is broken.
    pub fn line(&mut self) {
        if self.comments() {
            self.document.hard();
        } else {
            self.document.line();
        }
    }

    /// Prints a blank, or a line break if the following text does not fit.
    pub fn fill(&mut self) {
        if self.comments() {
            self.document.hard();
        } else {
            self.document.fill();
        }
    }

    /// Prints a line break if the author wrote one or the group is broken, otherwise a blank.
    pub fn line_as_written(&mut self) {
        let breaks = self.trivia.line_breaks_here();
        if self.comments() || breaks {
            self.document.hard();
        } else {
            self.document.line();
        }
    }

    /// Prints a group: it stands on one line if it fits, otherwise it breaks at each of its own
    /// possible line breaks.
    pub fn group(&mut self, inside: impl FnOnce(&mut Self)) {
        self.document.open();
        inside(self);
        self.document.close();
    }

    /// Prints text in which every line that begins is indented.
    pub fn indented(&mut self, inside: impl FnOnce(&mut Self)) {
        self.document.indent();
        inside(self);
        self.document.dedent();
    }

    /// Prints text whose further lines are indented; if the text begins a line, its further lines
    /// are aligned with the first one instead.
    pub fn hanging(&mut self, inside: impl FnOnce(&mut Self)) {
        self.document.hang();
        inside(self);
        self.document.dedent();
    }

    /// Prints contents in brackets, on their own lines if they do not fit on one line.
    pub fn bracket(&mut self, open: &'static str, close: &'static str, inside: impl FnOnce(&mut Self)) {
        self.enclosed(open, close, Document::soft, inside);
    }

    /// Prints contents, with parentheses around them only if the enclosing group is broken.
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

    /// Prints contents in braces, separated from them by blanks, or by line breaks if the contents
    /// do not fit on one line.
    pub fn braces(&mut self, inside: impl FnOnce(&mut Self)) {
        self.enclosed("{", "}", Document::line, inside);
    }

    /// Prints brackets around contents; `edge` is the possible line break at both ends.
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

    /// Prints elements separated by commas and possible line breaks.
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
