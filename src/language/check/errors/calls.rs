//! The wording of errors about calls.

use super::count;
use crate::diagnostic::{Code, Diagnostic, Topic};
use crate::ir::{Expr, Type};
use crate::source::Span;
use crate::syntax::ast::Name;

/// A call with a wrong number of arguments. `declared` is where the called name is declared;
/// builtins have no such place.
pub fn arity(name: &Name, (wanted, found): (usize, usize), span: Span, declared: Option<Span>) -> Diagnostic {
    let wants = count(wanted, "argument");
    let message = format!(
        "`{}` takes {wants}, but {} given",
        name.text,
        match found {
            0 => "none is".to_string(),
            1 => "1 is".to_string(),
            _ => format!("{found} are"),
        }
    );
    let diagnostic =
        Diagnostic::new(Code::G302, message).at(span, format!("{} here", count(found, "argument")));
    match declared {
        Some(place) => diagnostic.also(place, format!("declared with {wants}")),
        None => diagnostic.help(format!("write {wants}")),
    }
}

/// `neighbours(v, G)`. `meant` is the call to write; `is_whole` says that no comment is lost if
/// `meant` replaces the call.
pub fn arguments_swapped(name: &Name, span: Span, meant: String, is_whole: bool) -> Diagnostic {
    let message = format!("the arguments of `{}` are in the wrong order", name.text);
    let help = match meant.chars().count() {
        0..=80 => format!("write `{meant}`"),
        _ => format!("write the second one first: `{}(…, …)`", name.text),
    };
    let error = Diagnostic::new(Code::G301, message).at(span, "these two").help(help);
    // Comments between the arguments would be lost.
    if is_whole { error.fix(span, meant) } else { error }
}

/// `nim(1, 2, 3)`, where the field is a list. Adds the call to write.
pub fn elements_as_arguments(error: Diagnostic, name: &Name, span: Span, given: &[&str]) -> Diagnostic {
    let written = format!("{}([{}])", name.text, given.join(", "));
    match written.chars().count() {
        0..=60 => error.help(format!("put the list in brackets: `{written}`")).fix(span, written),
        _ => error.help(format!("put the list in brackets: `{}([…])`", name.text)),
    }
}

/// `nim(1, 2, 3)`, where the game has one heap (`is_heap`) or one list. Adds the call to write.
pub fn several_as_one(
    error: Diagnostic,
    name: &Name,
    span: Span,
    given: &[&str],
    is_heap: bool,
) -> Diagnostic {
    match is_heap && given.len() > 1 {
        true => number_with_commas(heaps_as_arguments(error, name, span, given), name, span, given),
        false if is_heap => number_with_commas(error, name, span, given),
        false => elements_as_arguments(error, name, span, given),
    }
}

/// `pile(h with [i] = j, k)`, where the game has one list.
pub fn elements_behind_list(error: Diagnostic, name: &Name, given: &[&str]) -> Diagnostic {
    let [list, others @ ..] = given else { return error };
    let written = format!("{}(({list}) ++ [{}])", name.text, others.join(", "));
    match written.chars().count() {
        0..=80 => error.help(format!("put the other elements behind the list: `{written}`")),
        _ => error.help(format!("put the other elements behind the list: `{}(xs ++ [x])`", name.text)),
    }
}

/// `nim(1, 2, 3)`, where the game has one heap.
fn heaps_as_arguments(error: Diagnostic, name: &Name, span: Span, given: &[&str]) -> Diagnostic {
    let heaps: Vec<String> = given.iter().map(|it| format!("{}({it})", name.text)).collect();
    let written = heaps.join(" + ");
    match written.chars().count() {
        0..=80 => error.help(format!("write the sum of several heaps: `{written}`")).fix(span, written),
        _ => error.help(format!("write the sum of several heaps: `{0}(…) + {0}(…)`", name.text)),
    }
}

/// `nim(1,000)`. Adds the call to write, if the arguments look like the digits of one number.
pub fn number_with_commas(error: Diagnostic, name: &Name, span: Span, given: &[&str]) -> Diagnostic {
    let is_number = |text: &&str| text.bytes().all(|it| it.is_ascii_digit());
    let [first, others @ ..] = given else { return error };
    let are_groups = !others.is_empty() && others.iter().all(|it| is_number(it) && it.len() == 3);
    if !is_number(first) || !(1..=3).contains(&first.len()) || !are_groups {
        return error;
    }
    let written = format!("{}({})", name.text, given.concat());
    error.help(format!("write the digits of a number without a separator: `{written}`")).fix(span, written)
}

pub fn no_comprehension(name: &Name, span: Span) -> Diagnostic {
    let counts = if name.text == "len" { "; `count(c for x in D)` counts where c is true" } else { "" };
    Diagnostic::new(Code::G302, format!("`{}` takes separate arguments", name.text))
        .at(span, "a comprehension here")
        .help(format!("put the comprehension in brackets: `{}([… for …])`{counts}", name.text))
}

pub fn not_called(span: Span, name: &str, what: &str) -> Diagnostic {
    let help = match what {
        "a game" => format!("write a position of it, with a value for each field: `{name}(…)`"),
        _ if name == "petersen" => "write `petersen()`".to_string(),
        _ => format!("give it arguments: `{name}(…)`"),
    };
    let needs = if what == "a game" { "not a position" } else { "not a value" };
    Diagnostic::new(Code::G307, format!("`{name}` is {what}, {needs}"))
        .at(span, "without parentheses")
        .help(help)
}

/// A call of a value, as in `n(3)`. `place` is where its name is bound or declared; `how` is the
/// label there, such as `bound here`.
pub fn value_called(name: &Name, place: Span, how: &str, is_start: bool) -> Diagnostic {
    Diagnostic::new(Code::G307, format!("`{}` is a value and cannot be called", name.text))
        .at(name.span, "called here")
        .also(place, how)
        .help(match is_start {
            true => format!("a start is one position and takes no arguments: write `{}`", name.text),
            false => "write `*` to multiply, or `[i]` to take an element".to_string(),
        })
}

pub fn aggregate_type(name: &Name, element: &Type, wanted: &Type, span: Span) -> Diagnostic {
    let help = match element {
        Type::Position => format!("`{}` takes values: write `{0}(sg(Q) for Q in …)`", name.text),
        _ => "give it a collection, a comprehension or several arguments of the right type".to_string(),
    };
    Diagnostic::new(Code::G301, format!("`{}` works on `{wanted}`, not on `{element}`", name.text))
        .about(Topic::WrongElements)
        .at(span, format!("this gives `{element}`"))
        .help(help)
}

pub fn product_of(expr: &Expr) -> Diagnostic {
    // `product([2, 3])` asks for 6.
    let is_of_numbers = matches!(&expr.ty, Type::List(of) | Type::Set(of) if **of == Type::Int);
    let help = match is_of_numbers || expr.ty == Type::Range {
        true => "`product` is of collections; there is no product of many numbers: write the factors out",
        false => "write `product([xs, ys])` or `product([0..n for n in heaps])`",
    };
    Diagnostic::new(Code::G301, format!("`product` takes a list of collections, not `{}`", expr.ty))
        .at(expr.span, format!("this is `{}`", expr.ty))
        .help(help)
}

/// Adds the call that was meant to an error about the number of arguments. `missing` are the names in
/// it that stand for values which the author has to choose.
pub fn with_call(
    error: Diagnostic,
    name: &Name,
    given: &[&str],
    meant: &str,
    missing: &[String],
) -> Diagnostic {
    let missing: Vec<String> = missing.iter().map(|it| format!("`{it}`")).collect();
    error.help(match &*missing {
        _ if name.text == "complete" && given.len() == 2 => {
            format!("write `complete_bipartite({})`, or `complete({})`", given.join(", "), given[0])
        }
        [] => format!("write `{meant}`"),
        [one] => format!("write `{meant}`, with a value for {one}"),
        several => format!("write `{meant}`, with values for {}", several.join(" and ")),
    })
}
