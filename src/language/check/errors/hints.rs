//! The wording of errors for which the intended text can be guessed.

use crate::diagnostic::{Code, Diagnostic};
use crate::source::Span;
use crate::syntax::ast::Name;

pub fn defined_below(span: Span, name: &str, below: Span) -> Diagnostic {
    Diagnostic::new(Code::G201, format!("`{name}` is defined below this clause"))
        .at(span, "not in scope here")
        .also(below, "defined here")
        .help("move the `let` above the clause")
}

pub fn replaced_element(mismatch: Diagnostic, span: Span, mended: String) -> Diagnostic {
    mismatch.help(format!("write `{mended}` to replace one element")).fix(span, mended)
}

pub fn position_named(mismatch: Diagnostic, span: Span, written: String) -> Diagnostic {
    mismatch.help(format!("write `{written}`: a position has the name of its game")).fix(span, written)
}

/// `losing(P, Q)`, where `written` is the sum to write.
pub fn positions_side_by_side(name: &Name, span: Span, written: &str) -> Diagnostic {
    Diagnostic::new(Code::G302, format!("`{}` asks about one position", name.text))
        .at(span, "several positions here")
        .help(format!("write their sum: `{written}`"))
        .fix(span, written)
}

/// `nim(s)`, where `s` is a start and so already a position.
pub fn position_of_position(name: &Name, argument: Span, span: Span, written: &str) -> Diagnostic {
    let shown = if written.chars().count() > 60 { "this".to_string() } else { format!("`{written}`") };
    Diagnostic::new(Code::G301, format!("{shown} is a position already, not a field of `{}`", name.text))
        .at(argument, "this is `position`")
        .help(format!("write {shown} without `{}(…)`", name.text))
        .fix(span, written)
}

/// `losing(3, 5)`, where `written` is the position with these fields.
pub fn fields_alone(name: &Name, span: Span, written: &str) -> Diagnostic {
    let question = format!("{}({written})", name.text);
    Diagnostic::new(Code::G302, format!("`{}` asks about a position, but its fields are given", name.text))
        .at(span, "these are fields")
        .help(format!("write `{question}`"))
        .fix(span, question)
}

/// `start a == P`
pub fn start_that_compares(sign: Span) -> Diagnostic {
    Diagnostic::new(Code::G301, "`==` compares, and a start is a position")
        .at(sign, "expected `=`")
        .help("write `=` after the name of a start: `start a = g(3)`")
        .fix(sign, "=")
}

/// `let f = x => x + 1`
pub fn function_as_value(span: Span, whole: Span, function: String) -> Diagnostic {
    Diagnostic::new(Code::G201, "a function is not a value")
        .at(span, "`=>` is the implication")
        .help(format!("a function is an item with types: `{function}`"))
        .fix(whole, function)
}
