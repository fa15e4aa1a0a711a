//! Letters that look like other letters: Cyrillic and Greek ones, and ligatures.

use super::{Checker, errors};
use crate::diagnostic::Diagnostic;
use crate::source::Span;

/// Groups of letters that look like the Latin text before them.
const ALIKE: &[(&str, &str)] = &[
    ("A", "АΑ"),
    ("B", "ВΒ"),
    ("C", "СϹ"),
    ("E", "ЕΕ"),
    ("H", "НΗ"),
    ("I", "ІΙ"),
    ("J", "Ј"),
    ("K", "КΚ"),
    ("M", "МΜ"),
    ("N", "Ν"),
    ("O", "ОΟ"),
    ("P", "РΡ"),
    ("S", "Ѕ"),
    ("T", "ТΤ"),
    ("X", "ХΧ"),
    ("Y", "УΥ"),
    ("Z", "Ζ"),
    ("a", "а"),
    ("c", "с"),
    ("e", "е"),
    ("i", "і"),
    ("j", "ј"),
    ("o", "оο"),
    ("p", "рρ"),
    ("s", "ѕ"),
    ("v", "ν"),
    ("x", "хχ"),
    ("y", "у"),
    ("ff", "ﬀ"),
    ("fi", "ﬁ"),
    ("fl", "ﬂ"),
    ("ffi", "ﬃ"),
    ("ffl", "ﬄ"),
];

/// The name in Latin letters that looks like this one.
fn in_latin(name: &str) -> String {
    let mut latin = String::new();
    for letter in name.chars() {
        match ALIKE.iter().find(|(_, others)| others.contains(letter)) {
            Some((looks_like, _)) => latin.push_str(looks_like),
            None => latin.push(letter),
        }
    }
    latin
}

impl Checker<'_> {
    /// The error about an unknown name that looks like a known one; `None` if no known name does.
    pub(super) fn look_alike_error(&self, name: &str, span: Span) -> Option<Diagnostic> {
        let (other, declared) = self.look_alike(name)?;
        Some(errors::look_alike(span, name, &other, declared))
    }

    /// A known name that consists of other letters than `name`, but looks like it, and the place of
    /// its declaration, unless it is a builtin.
    fn look_alike(&self, name: &str) -> Option<(String, Option<Span>)> {
        let latin = in_latin(name);
        let looks_like =
            |other: &str| other != name && (latin != name || !other.is_ascii()) && in_latin(other) == latin;
        let declared = self.declarations.iter().map(|(other, it)| (other.as_str(), Some(it.span)));
        let local = self
            .scope
            .names()
            .map(|other| (other, self.scope.peek(other).map(|slot| self.scope.slot(slot).span)));
        let builtin = super::names::builtin_names().map(|other| (other, None));
        local
            .chain(declared)
            .chain(builtin)
            .find(|(other, _)| looks_like(other))
            .map(|(other, span)| (other.to_string(), span))
    }
}
