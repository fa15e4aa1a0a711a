//! Parses the text of a spec into a syntax tree ([`ast::File`]), or into diagnostics that say what
//! is wrong and, where possible, how to fix it. Names and types are not resolved here, but by the
//! phase `check`.

pub mod ast;
pub mod called_elsewhere;
mod errors;
mod expression;
mod grammar;
mod graphs;
pub mod habits;
mod lower;
mod misread;
mod mixed;
pub mod modules;
mod open_ends;
mod pairs;
mod parser;
mod quantified;
mod repair;
mod scan;
mod slashes;
mod slips;
pub mod sugar;
mod tokens;

pub use slips::functions::function;

use crate::diagnostic::{Code, Diagnostic, any_error, finish_fixes, settle};
use crate::source::{FileId, Source};
use grammar::Advice;

/// The most levels of an expression's tree. A deeper expression is an error, so that later phases
/// can recurse over every tree.
pub const MAX_DEPTH: u32 = 1000;

/// The most items with wrong brackets for which repairs are searched in one file. For other items,
/// repairs are searched until they have this many errors. Further errors are reported without a
/// repair.
const MOST_REPAIRED: usize = 25;

/// Parses a file. Returns a tree exactly if there is no error; the diagnostics beside a tree are
/// warnings.
pub fn parse(file: FileId, source: &Source) -> (Option<ast::File>, Vec<Diagnostic>) {
    parse_advising(file, source, None)
}

/// Parses a file like [`parse`]. If the byte offset `place` is given, only errors in the item
/// around `place` have advice, and no repairs are searched.
pub fn parse_advising(
    file: FileId,
    source: &Source,
    place: Option<usize>,
) -> (Option<ast::File>, Vec<Diagnostic>) {
    let scan = scan::scan(file, &source.text);
    let mut diagnostics = scan.diagnostics;
    let parsed = diagnostics.is_empty().then(|| grammar::file(&source.text));
    let tree = match parsed {
        Some(Some(pairs)) => {
            diagnostics.extend(slashes::warn(file, &source.text, &scan.comments));
            Some(lower::file(file, &source.text, pairs, scan.comments, &mut diagnostics))
        }
        failed => {
            let broken = scan.chunks.iter().filter(|chunk| !chunk.sound && place.is_none());
            for chunk in broken.take(MOST_REPAIRED) {
                // A diagnostic that begins where this item ends belongs to the next item.
                let is_own = |it: &mut Diagnostic| {
                    let at = it.place().map_or(usize::MAX, |place| place.start as usize);
                    chunk.holds(it) && (at < chunk.end || at == source.text.len())
                };
                let mut own: Vec<Diagnostic> = diagnostics.extract_if(.., is_own).collect();
                if own.iter().all(|it| it.code == Code::G102) {
                    parser::with_stack(|| {
                        repair::brackets(file, &source.text, chunk.start..chunk.end, &mut own)
                    });
                }
                diagnostics.extend(own);
            }
            diagnostics.extend(errors_by_item(file, &source.text, &scan.chunks, place));
            if failed.is_some() && diagnostics.is_empty() {
                diagnostics
                    .extend(grammar::items(file, &source.text, 0, Advice::Repairs).err().map(|error| *error));
            }
            let is_broken = |at: u32| {
                let chunk = scan.chunks.iter().find(|it| (it.start..it.end).contains(&(at as usize)));
                chunk.is_some_and(|chunk| diagnostics.iter().any(|it| chunk.holds(it)))
            };
            let comments: Vec<_> = scan.comments.into_iter().filter(|it| is_broken(it.span.start)).collect();
            let told = slashes::warn_in_broken_item(file, &source.text, &comments, &diagnostics);
            diagnostics.extend(told);
            None
        }
    };
    finish_fixes(&mut diagnostics, |_| &source.text);
    settle(&mut diagnostics);
    (tree.filter(|_| !any_error(&diagnostics)), diagnostics)
}

/// Returns the syntax errors of the items in which the scan found none. Parses each item by
/// itself, so that an error in one item does not hide errors in others, and lowers the item to find
/// the errors that the grammar cannot detect.
fn errors_by_item(file: FileId, text: &str, chunks: &[scan::Chunk], place: Option<usize>) -> Vec<Diagnostic> {
    let mut errors: Vec<Diagnostic> = Vec::new();
    for chunk in chunks.iter().filter(|chunk| chunk.sound) {
        let advice = match place {
            Some(place) if !(chunk.start..=chunk.end).contains(&place) => Advice::None,
            Some(_) => Advice::Habits,
            None if errors.len() < MOST_REPAIRED => Advice::Repairs,
            None => Advice::Habits,
        };
        match grammar::items(file, &text[..chunk.end], chunk.start, advice) {
            Ok(pairs) => {
                // Lowering counts offsets from the start of the item.
                let mut found = Vec::new();
                lower::file(file, &text[chunk.start..chunk.end], pairs, Vec::new(), &mut found);
                errors.extend(found.into_iter().map(|it| it.moved(chunk.start as u32)));
            }
            Err(error) => errors.push(*error),
        }
    }
    errors
}

/// Returns the approximate range of the item around a byte offset: from its first byte to the byte
/// after its last.
pub fn item_around(text: &str, at: usize) -> std::ops::RangeInclusive<usize> {
    let chunks = scan::scan(FileId(0), text).chunks;
    let around = chunks.iter().rfind(|chunk| chunk.start <= at);
    around.map_or(0..=text.len(), |chunk| chunk.start..=chunk.end)
}

/// Parses one expression outside a spec: from the command line, or the value of `--set`. Returns a
/// tree exactly if there is no error.
pub fn parse_expression(file: FileId, source: &Source) -> (Option<ast::Expr>, Vec<Diagnostic>) {
    let scan = scan::scan(file, &source.text);
    let mut diagnostics = scan.diagnostics;
    diagnostics
        .extend(slashes::warn(file, &source.text, &scan.comments).into_iter().map(errors::slashes_alone));
    let mut tree = None;
    if diagnostics.is_empty() {
        match grammar::lone_expression(file, &source.text) {
            Ok(pairs) => {
                tree = lower::lone_expression(file, &source.text, pairs, &mut diagnostics);
            }
            Err(error) => diagnostics.push(*error),
        }
    }
    finish_fixes(&mut diagnostics, |_| &source.text);
    settle(&mut diagnostics);
    (tree.filter(|_| !any_error(&diagnostics)), diagnostics)
}

/// Decodes the bytes of the file `name`. The error names the first byte that is not UTF-8.
pub fn decode(name: &str, bytes: Vec<u8>) -> Result<String, Box<Diagnostic>> {
    String::from_utf8(bytes)
        .map_err(|error| Box::new(errors::not_utf8(name, error.utf8_error().valid_up_to())))
}
