//! The wording of warnings about correct expressions whose meaning is probably not the intended one.

use crate::diagnostic::{Code, Diagnostic, Topic};
use crate::source::Span;

/// `pile(3) != 0`
pub fn component_beside_zero(sign: Span, component: Span, written: &str) -> Diagnostic {
    let written = if written.chars().count() <= 40 { written } else { "P" };
    Diagnostic::new(Code::G114, "a component never equals `0`, the sum without components")
        .at(sign, "compares positions, not values")
        .also(component, "a component")
        .help(format!("for the value write `sg({written})`, for who wins `losing({written})`"))
}

/// `s[i] == "xx"`
pub fn letter_beside_text(sign: Span, letter: Span, text: Span, differs: bool) -> Diagnostic {
    let always = if differs { "true" } else { "false" };
    Diagnostic::new(
        Code::G114,
        format!("this comparison is always {always}: an element of a text is one letter"),
    )
    .at(sign, "compares texts of different lengths")
    .also(letter, "one letter")
    .also(text, "not one letter")
    .help("compare with one letter, `s[i] == \"x\"`, or compare a slice: `s[i..i + 2] == \"xx\"`")
}

/// `a ^ b == 0`
pub fn power_beside_zero(power: Span, nim_sum: &str) -> Diagnostic {
    let nim_sum = if nim_sum.chars().count() <= 60 { nim_sum } else { "a xor b" };
    Diagnostic::new(Code::G114, "`^` is power, and a power is 0 only if its base is 0")
        .about(Topic::PowerForNimSum)
        .at(power, "a power")
        .help(format!("for the nim-sum write `{nim_sum}`"))
}

/// `a != b != c`; the chain does not compare `ends`, and `all`, if it is not too long, compares all pairs.
pub fn different_neighbours(chain: Span, ends: [&str; 2], all: Option<String>) -> Diagnostic {
    let all = all.filter(|it| it.chars().count() <= 100 && !it.contains('\n'));
    let warning = Diagnostic::new(Code::G114, "a chain of `!=` compares only neighbours")
        .at(chain, format!("`{}` and `{}` may be equal", brief(ends[0]), brief(ends[1])));
    match all {
        Some(all) => {
            warning.help(format!("if all differ, write `{all}`; if not, join two comparisons with `and`"))
        }
        None => warning.help("if all differ, compare each two of them, joined with `and`"),
    }
}

/// The text, or `…` in place of more than 20 characters.
fn brief(text: &str) -> &str {
    if text.chars().count() <= 20 { text } else { "…" }
}

/// `count(n mod 2 for n in D)`
pub fn numbers_counted(count: Span, element: Span, written: &str) -> Diagnostic {
    let written = if written.chars().count() <= 40 { written } else { "e" };
    Diagnostic::new(Code::G114, "`count` of numbers counts all of them, also those that are 0")
        .at(element, "a number, not a statement")
        .also(count, "counts every element")
        .help(format!("count where a statement is true: `count({written} != 0 for …)`"))
}
