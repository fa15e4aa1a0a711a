//! The wording of errors whose cause is known.

use crate::diagnostic::{Code, Diagnostic};
use crate::source::Span;

pub fn defined_below(span: Span, name: &str, below: Span) -> Diagnostic {
    Diagnostic::new(Code::G201, format!("`{name}` is defined below this clause"))
        .at(span, "not in scope here")
        .also(below, "defined here")
        .help("move the `let` above the clause")
}

pub fn replaced_element(mismatch: Diagnostic, span: Span, mended: String) -> Diagnostic {
    mismatch.help(format!("write `{mended}` to replace one element")).fix(span, mended)
}

/// `start a == P`
pub fn start_that_compares(sign: Span) -> Diagnostic {
    Diagnostic::new(Code::G301, "`==` compares, and a start is a position")
        .at(sign, "expected `=`")
        .help("write `=` behind the name of a start: `start a = g(3)`")
        .fix(sign, "=")
}

/// `let f = x => x + 1`
pub fn function_as_value(span: Span, whole: Span, function: String) -> Diagnostic {
    Diagnostic::new(Code::G201, "a function is not a value")
        .at(span, "`=>` is the implication")
        .help(format!("a function is an item with types: `{function}`"))
        .fix(whole, function)
}
