//! Runs the parser that pest generates from the grammar, on a stack that is large enough.

use gspec_grammar::Grammar;
use pest::Parser;
use pest::error::{Error, InputLocation};
use pest::iterators::Pairs;

pub use gspec_grammar::Rule;

/// How much stack the parser may need for the deepest nesting that `scan` accepts, in bytes.
const STACK: usize = 64 << 20;

/// Parses a text that is nested no deeper than `scan` accepts.
pub fn parse(rule: Rule, text: &str) -> Result<Pairs<'_, Rule>, Box<Error<Rule>>> {
    with_stack(|| parse_here(rule, text))
}

/// Calls a function that parses, on a stack that is large enough.
pub fn with_stack<T>(run: impl FnOnce() -> T) -> T {
    stacker::grow(STACK, run)
}

/// Parses on the current stack, which is large enough for one word, and inside [`with_stack`].
pub fn parse_here(rule: Rule, text: &str) -> Result<Pairs<'_, Rule>, Box<Error<Rule>>> {
    Grammar::parse(rule, text).map_err(Box::new)
}

/// Returns the byte offset at which the parser stopped.
pub fn place_of(error: &Error<Rule>) -> usize {
    let (InputLocation::Pos(at) | InputLocation::Span((at, _))) = error.location;
    at
}
