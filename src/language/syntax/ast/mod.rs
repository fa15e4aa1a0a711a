//! The syntax tree of a file as written: plain data, in which names and nodes have their spans.

mod expressions;
mod items;

pub use expressions::*;
pub use items::*;

use crate::source::{FileId, Span};

/// A parsed file.
#[derive(Debug, Clone)]
pub struct File {
    /// The id of the file.
    pub file: FileId,
    /// The items, in the order of the text.
    pub items: Vec<Item>,
    /// All comments, in the order of the text, doc comments included.
    pub comments: Vec<Comment>,
}

/// A comment, with its slashes, without the line break.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Comment {
    /// The place of `text`.
    pub span: Span,
    /// The comment from its slashes on, without trailing blanks.
    pub text: String,
}

impl Comment {
    /// Returns what follows `///` and one blank; `None` if the comment begins with `//` or `////`.
    pub fn doc(&self) -> Option<&str> {
        let text = self.text.strip_prefix("///")?;
        if text.starts_with('/') { None } else { Some(text.strip_prefix(' ').unwrap_or(text)) }
    }
}

/// A name and where it stands.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Name {
    /// The name as written.
    pub text: String,
    /// Where the name stands.
    pub span: Span,
}

/// A text literal, its escapes resolved.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Text {
    /// The characters between the quotes, with escapes resolved.
    pub value: String,
    /// The place of the literal, quotes included.
    pub span: Span,
}
