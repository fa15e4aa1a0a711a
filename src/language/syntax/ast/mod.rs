//! The contents of a file, as written: plain data, with a place for everything.

mod expressions;
mod items;

pub use expressions::*;
pub use items::*;

use crate::source::{FileId, Span};

/// A parsed file.
#[derive(Debug, Clone)]
pub struct File {
    /// Which file it is.
    pub file: FileId,
    /// Its items in order.
    pub items: Vec<Item>,
    /// All its comments in order, doc comments included.
    pub comments: Vec<Comment>,
}

/// A comment, with its slashes, without the line break.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Comment {
    /// Where it stands.
    pub span: Span,
    /// Its text, trailing blanks removed.
    pub text: String,
}

impl Comment {
    /// The text of a `///` comment; `None` for other comments.
    pub fn doc(&self) -> Option<&str> {
        let text = self.text.strip_prefix("///")?;
        if text.starts_with('/') { None } else { Some(text.strip_prefix(' ').unwrap_or(text)) }
    }
}

/// A name and where it stands.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Name {
    /// The name.
    pub text: String,
    /// Its place.
    pub span: Span,
}

/// A text literal, its escapes resolved.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Text {
    /// The text meant.
    pub value: String,
    /// The place of the literal, quotes included.
    pub span: Span,
}
