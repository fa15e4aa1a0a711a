//! The wording of errors and warnings about the values of variables in sets, comprehensions and binders.

use super::unknown_name;
use crate::diagnostic::{Code, Diagnostic, Fix, Label, Topic};
use crate::source::Span;

/// `{n in D | c}` or `{e | n in D}`; `meant` is the comprehension to write inside the brackets.
pub fn builder_with_bar(
    span: Span,
    name: &str,
    [open, close]: [&str; 2],
    all: Span,
    meant: &str,
) -> Diagnostic {
    unknown_name(span, name)
        .help(format!("write `{open}{meant}{close}`: `|` is the union of sets"))
        .fix(all, meant)
}

/// `{n | c}`
pub fn builder_without_domain(span: Span, name: &str, conditions: &str) -> Diagnostic {
    let error = Diagnostic::new(Code::G201, format!("unknown name `{name}`")).about(Topic::UnknownName);
    error.at(span, "it has no values").help(format!(
        "sets are finite: write `{{{name} for {name} in 0..=100 if {conditions}}}`, with values for `{name}`"
    ))
}

/// `[f(n), n in D]`; `meant` is the comprehension to write inside the brackets.
pub fn builder_with_comma(
    span: Span,
    name: &str,
    [open, close]: [&str; 2],
    all: Span,
    meant: &str,
) -> Diagnostic {
    unknown_name(span, name)
        .help(format!("write `{open}{meant}{close}`: `for` stands before the variable"))
        .fix(all, meant)
}

/// `n in 0 <= n <= 9`
pub fn compared_domain(domain: Span, name: &str, range: &str) -> Diagnostic {
    Diagnostic::new(Code::G301, "expected a collection, found a comparison")
        .at(domain, "this is `bool`")
        .help(format!("write `{name} in {range}`"))
        .fix(domain, range)
}

/// `n in D | c`; `meant` is the binder to write.
pub fn condition_behind_bar(bar: Span, meant: &str) -> Diagnostic {
    Diagnostic::new(Code::G303, "`|` is the union of sets; its right side is a condition")
        .at(bar, "not `such that`")
        .help(format!("a condition follows `if`: `{meant}`"))
        .fix(bar, "if")
}

/// `n in D and c`; the parts are the variable, its values and the condition.
pub fn condition_behind_and(sign: Span, [name, values, condition]: [&str; 3], in_move: bool) -> Diagnostic {
    let diagnostic = Diagnostic::new(Code::G301, "a condition is not part of the values of a variable")
        .at(sign, "`and` joins truth values");
    if in_move {
        let meant = format!("({name} in {values}) when {condition}");
        return diagnostic.help(format!("conditions follow `when`, after the parentheses: `{meant}`"));
    }
    diagnostic.help(format!("a condition follows `if`: `{name} in {values} if {condition}`")).fix(sign, "if")
}

/// `k in {1, 3} or k == 5`
pub fn choice_behind_or(sign: Span, name: &str) -> Diagnostic {
    Diagnostic::new(Code::G301, "a variable has one collection of values")
        .at(sign, "`or` joins truth values")
        .help(format!("write `{name} in A | B` for the values of both"))
}

/// `k in 1 or 2 or 3`; `set` is what to write.
pub fn alternatives(domain: Span, name: &str, set: String) -> Diagnostic {
    Diagnostic::new(Code::G301, "a variable has one collection of values")
        .at(domain, "`or` joins truth values")
        .help(format!("write the values as a set: `{name} in {set}`"))
        .fix(domain, set)
}

/// `a in D and b in D`; `meant` is what to write.
pub fn variable_behind_and(sign: Span, separator: &str, meant: &str) -> Diagnostic {
    Diagnostic::new(Code::G301, "`and` joins truth values, not variables")
        .at(sign, "between two variables")
        .help(format!("write `{separator}` between variables: `{meant}`"))
        .fix(sign, separator)
}

/// `forall n in [0, 20]`
pub fn two_ends(brackets: Span, low: i64, high: i64) -> Diagnostic {
    Diagnostic::new(Code::G114, "a list of two numbers has two elements")
        .at(brackets, "two elements")
        .help(format!("for all numbers from {low} to {high} write `{low}..={high}`; for these two alone, `{{{low}, {high}}}`"))
}

/// `[1..=5]`, whose only element is a range.
pub fn lone_range(brackets: Span, range: &str) -> Diagnostic {
    let numbers = match range.split_once("..").filter(|(_, high)| !high.starts_with('=')) {
        Some((low, high)) => {
            format!("`{range}` without the last number, `{}..={}` with it", low.trim_end(), high.trim_start())
        }
        None => format!("`{range}`"),
    };
    Diagnostic::new(Code::G114, "a range in brackets is one element, not its numbers")
        .about(Topic::LoneRange)
        .at(brackets, "one element: a range")
        .help(format!("for the numbers write {numbers}, without brackets"))
}

/// Adds to an error about `n in {1..=5}` that the only element of the collection is a range.
pub fn in_lone_range(mut mismatch: Diagnostic, brackets: Span, range: &str) -> Diagnostic {
    mismatch.help = lone_range(brackets, range).help;
    match range.contains("..=") {
        true => mismatch.fix(brackets, range),
        false => mismatch,
    }
}

/// Adds to an error about a range that the range is the only element of a list or set.
pub fn range_in_brackets(diagnostic: &mut Diagnostic, domain: Span, pattern: &str, range: &str) {
    diagnostic.labels.push(Label { span: domain, text: "one element: a range".into(), primary: false });
    match range.split_once("..").filter(|(_, high)| !high.starts_with('=')) {
        // In books `[1..n]` includes n; here `1..n` does not. Only the author knows which is meant.
        Some((low, high)) => {
            let with = format!("{}..={}", low.trim_end(), high.trim_start());
            diagnostic.help = Some(format!(
                "write `{pattern} in {with}` with the last number, or `{pattern} in {range}` without it"
            ));
            diagnostic.choices =
                [with, range.to_string()].map(|replacement| Fix { span: domain, replacement }).to_vec();
        }
        None => {
            diagnostic.help = Some(format!("write `{pattern} in {range}`, without brackets"));
            diagnostic.fix = Some(Fix { span: domain, replacement: range.to_string() });
        }
    }
}
