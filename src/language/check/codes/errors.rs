//! The wording of errors about games by code.

use crate::diagnostic::{Code, Diagnostic};
use crate::source::Span;
use crate::syntax::ast::Name;

pub fn code_field(field: Span, code: Span) -> Diagnostic {
    Diagnostic::new(Code::G107, "a game by code has one field of type `nat`, the heap")
        .at(field, "this is not `nat`")
        .also(code, "the code")
        .help("write it like `game kayles(n: nat) = octal \"0.77\"`")
}

pub fn amount_not_positive(span: Span) -> Diagnostic {
    Diagnostic::new(Code::G107, "the amounts of a take-game are positive")
        .at(span, "this amount is not")
        .help("leave it out: a move must take something, as in `take {1, 2}` or `take 1..=2`")
}

/// The name of a constant in the amounts of a game by code, where the heap has this name.
pub fn amounts_from_field(name: &str, span: Span, field: Span) -> Diagnostic {
    Diagnostic::new(Code::G107, "the amounts of a code are constant, and cannot depend on the heap")
        .at(span, format!("`{name}` is the heap here"))
        .also(field, "declared here")
        .help("give the heap another name, or write the game with moves")
}

pub fn digits_from_field(name: &Name, field: Span) -> Diagnostic {
    Diagnostic::new(Code::G107, "the digits of a code cannot depend on the heap")
        .at(name.span, "this is the heap")
        .also(field, "the field")
        .help(format!("write a text, or the name of a parameter: {EXAMPLE}"))
}

pub fn digits_from_what(name: &Name, declared: Span) -> Diagnostic {
    Diagnostic::new(Code::G107, format!("`{}` is not a text for a code", name.text))
        .at(name.span, "not a parameter")
        .also(declared, "declared here")
        .help(format!("declare the code as a parameter: {EXAMPLE}"))
}

pub fn digits_not_literal(name: &Name, value: Span) -> Diagnostic {
    Diagnostic::new(Code::G107, format!("the code `{}` must be a text that is written out", name.text))
        .at(value, "this must be evaluated first")
        .also(name.span, "used as a code here")
        .help(format!("write the digits as a text: {EXAMPLE}; `++` may join texts"))
}

const EXAMPLE: &str = "`param code: text = \"0.77\"`";
