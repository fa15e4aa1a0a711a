//! `.game` files for tree-sitter: `parser.set_language(&LANGUAGE.into())`.
#![allow(unsafe_code, reason = "the parser is a table in C")]

use tree_sitter_language::LanguageFn;

unsafe extern "C" {
    fn tree_sitter_game() -> *const ();
}

/// The parser.
// SAFETY: the function is what tree-sitter generated for this purpose: it returns a table that is never freed.
pub const LANGUAGE: LanguageFn = unsafe { LanguageFn::from_raw(tree_sitter_game) };

/// The queries that say which part of a tree has which colour.
pub const HIGHLIGHTS: &str = include_str!("../../queries/highlights.scm");
