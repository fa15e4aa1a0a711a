//! The wording of errors in games by code.

use crate::diagnostic::{Code, Diagnostic};
use crate::source::Span;
use crate::syntax::ast;

/// `take {1..3}`: the collection holds a range, not numbers.
pub fn range_in_braces(collection: Span, range: Span) -> Diagnostic {
    Diagnostic::new(Code::G301, "a range stands alone, without braces or brackets")
        .at(collection, "a collection of one range")
        .also(range, "the amounts")
        .help("write `take 1..=3` to take 1, 2 or 3, `take {1, 3}` for single amounts")
}

pub fn not_one_field(span: Span, game: &ast::Game) -> Diagnostic {
    let count = match game.fields.len() {
        0 => "no field".to_string(),
        count => format!("{count} fields"),
    };
    let name = &game.name;
    Diagnostic::new(Code::G107, format!("`{}` is a game by code, but has {count}", name.text))
        .at(name.span, format!("{count} here"))
        .also(span, "this code is for one heap")
        .help(format!("a game by code has one field, the heap: `game {}(n: nat)`", name.text))
}

pub fn digits_by_name(name: &ast::Name) -> Diagnostic {
    Diagnostic::new(Code::G107, format!("the moves of this code depend on what `{}` is", name.text))
        .at(name.span, "not a text")
        .help("write the code as a text, as in `octal \"0.77\"`")
}

pub fn no_point(text: &ast::Text) -> Diagnostic {
    let message = match text.value.as_str() {
        "" => "the code is empty".to_string(),
        code => format!("the code `{code}` has no point"),
    };
    let help =
        "write the digit for taking nothing, a point, and a digit for taking 1, 2, …, as in `\"0.77\"`";
    Diagnostic::new(Code::G107, message).at(text.span, "in this code").help(help)
}

pub fn nothing_after_point(text: &ast::Text, repeats: bool) -> Diagnostic {
    let (message, help) = match repeats {
        true => ("`...` has no digit to repeat", "write the digit to repeat before it, as in `\"0.3...\"`"),
        false => {
            ("no digit follows the point of the code", "write a digit for taking 1, 2, …, as in `\"0.77\"`")
        }
    };
    Diagnostic::new(Code::G107, message).at(text.span, "in this code").help(help)
}

pub fn several_before_point(text: &ast::Text, written: &str) -> Diagnostic {
    Diagnostic::new(Code::G107, format!("the code has more than one digit before the point: `{written}`"))
        .at(text.span, "in this code")
        .help("leave one digit before the point, the one for taking nothing, or none")
}

pub fn endless(text: &ast::Text, digit: char, base: u32) -> Diagnostic {
    let allowed = match base {
        8 => "0 or 4",
        16 => "0, 4, 8 or C",
        _ => "0, 4, 8, C, G, K, O or S",
    };
    Diagnostic::new(
        Code::G107,
        format!("the digit `{digit}` before the point would leave the heap unchanged"),
    )
    .at(text.span, "in this code")
    .help(format!("write {allowed}: taking nothing must leave at least two heaps"))
}

pub fn bad_digit(text: &ast::Text, digit: char, place: usize, base: u32) -> Diagnostic {
    let allowed = match base {
        8 => "the digits of an octal code are 0 to 7; `code` has more",
        16 => "the digits of a hex code are 0 to 9 and A to F; `code` has more",
        _ => "the digits are 0 to 9 and A to V",
    };
    let place = match place {
        0 => "before the point".to_string(),
        place => format!("at place {place} after the point"),
    };
    Diagnostic::new(Code::G107, format!("`{digit}` {place} is not a digit of this code"))
        .at(text.span, "in this code")
        .help(format!("{allowed}; `...` may only stand at the end"))
}
