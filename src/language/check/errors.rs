//! The wording of errors about names and types.
//!
//! Where the comment of a function is only a text of the language, such as `losing(P, Q)`, the
//! error is about texts like this one. The files of the folder `errors` have such comments too.

use crate::diagnostic::{Code, Diagnostic, Topic};
use crate::ir::{Expr, ExprKind, Type};
use crate::source::Span;
use crate::syntax::ast::{self, Name};
use crate::syntax::habits::{self, Use};

mod calls;
mod domains;
mod hints;
mod mismatch;
mod misread;
mod operators;
mod unknown;

pub use calls::{
    aggregate_type, arguments_swapped, arity, elements_as_arguments, elements_behind_list, no_comprehension,
    not_called, number_with_commas, product_of, several_as_one, value_called, with_call,
};
pub use domains::{
    alternatives, builder_with_bar, builder_with_comma, builder_without_domain, choice_behind_or,
    compared_domain, condition_behind_and, condition_behind_bar, in_lone_range, lone_range,
    range_in_brackets, two_ends, variable_behind_and,
};
pub use hints::{
    defined_below, fields_alone, function_as_value, position_named, position_of_position,
    positions_side_by_side, replaced_element, start_that_compares,
};
pub use mismatch::{graph_of_pairs, mismatch, pattern_mismatch};
pub use misread::{
    component_beside_zero, different_neighbours, letter_beside_text, numbers_counted, power_beside_zero,
};
pub use operators::{
    convention_of_truth, copies_reversed, letter_without_quotes, negative_position, no_operator,
    not_comparable, numbers_as_truths, or_value, positions_joined, range_to_set, remainder_of_number,
    repeats_quantified, several_targets, xor_beside_comparison, xor_of_truths,
};

pub use unknown::{
    UnknownName, bound_later, hyphen_in_name, hyphenated, letters_side_by_side, look_alike, unknown_call,
    unknown_call_of_vertex, unknown_member,
};

/// A name similar to an unknown one, and where it is declared: `None` for builtins, and for local
/// names that differ from the unknown one in more than case.
type Suggestion = Option<(String, Option<Span>)>;

fn count(n: usize, word: &str) -> String {
    if n == 1 { format!("1 {word}") } else { format!("{n} {word}s") }
}

/// A name that is not in scope, without help.
fn unknown_name(span: Span, name: &str) -> Diagnostic {
    let error = Diagnostic::new(Code::G201, format!("unknown name `{name}`"));
    error.about(Topic::UnknownName).at(span, "not in scope")
}

fn suggest(diagnostic: Diagnostic, place: Span, suggestion: Suggestion) -> Diagnostic {
    match suggestion {
        None => diagnostic,
        Some((name, declared)) => {
            let diagnostic = match declared {
                Some(span) => diagnostic.also(span, "declared here"),
                None => diagnostic,
            };
            diagnostic.help(format!("did you mean `{name}`?")).fix(place, name)
        }
    }
}

/// The diagnostic with a help that says what to write for `word`, a word of other languages. `None`
/// for any other word, or if the suggestion is a declared name.
fn habit(
    diagnostic: &Diagnostic,
    place: Span,
    word: &str,
    at: Use,
    suggestion: &Suggestion,
) -> Option<Diagnostic> {
    let habit = habits::habit(word, at).filter(|_| !matches!(suggestion, Some((_, Some(_)))))?;
    let diagnostic = diagnostic.clone().help(habit.help());
    Some(match habit.by {
        Some(by) => diagnostic.fix(place, by),
        None => diagnostic,
    })
}

pub fn declared_twice(name: &Name, first: Span) -> Diagnostic {
    Diagnostic::new(Code::G202, format!("`{}` is declared twice", name.text))
        .at(name.span, "declared again here")
        .also(first, "first declared here")
        .help("rename one of the two")
}

pub fn field_twice(name: &Name) -> Diagnostic {
    Diagnostic::new(Code::G202, format!("`{}` is declared twice in one list", name.text))
        .at(name.span, "declared again here")
        .help("rename one of the two")
}

pub fn show_twice(span: Span, first: Span) -> Diagnostic {
    Diagnostic::new(Code::G202, "a game has one `show`")
        .at(span, "a second `show`")
        .also(first, "the first one")
        .help("write one `show`, of a text or a list of texts")
}

pub fn no_picture(shown: &Expr) -> Diagnostic {
    Diagnostic::new(Code::G301, format!("`show` takes a text or a list of rows, not `{}`", shown.ty))
        .at(shown.span, format!("this is `{}`", shown.ty))
        .help("a grid is a list with a text, or a list of letters, for each row: `[\"xo.\", \"..x\"]`")
}

pub fn measure_twice(span: Span, first: Span) -> Diagnostic {
    Diagnostic::new(Code::G202, "a game has one measure")
        .at(span, "stated again here")
        .also(first, "first stated here")
        .help("write one `measure`, its parts separated by commas, most significant first")
}

pub fn measure_in_parentheses(span: Span, parts: String) -> Diagnostic {
    Diagnostic::new(Code::G301, "the parts of a measure have no parentheses")
        .at(span, "one measure of several parts")
        .help(format!("write `measure {parts}`"))
        .fix(span, parts)
}

pub fn twist_twice(span: Span, word: &str) -> Diagnostic {
    Diagnostic::new(Code::G202, format!("a game has one `{word}`"))
        .at(span, "stated again here")
        .help("remove one of the two")
}

pub fn field_of_passes(name: &Name, twist: Span) -> Diagnostic {
    Diagnostic::new(Code::G202, format!("`{}` is the field for passes", name.text))
        .at(name.span, "declared here")
        .also(twist, "which adds this field")
        .help("rename the field")
}

pub fn passes_unsaid(name: &Name, span: Span, place: &str) -> Diagnostic {
    Diagnostic::new(Code::G302, format!("{place}, `{}` needs its passes", name.text))
        .at(span, "the number of passes is missing")
        .help("write the passes as the last arguments")
}

pub fn passes_of_several(span: Span) -> Diagnostic {
    Diagnostic::new(Code::G302, "a move to several components must say which gets the passes")
        .at(span, "each would have all passes that are left")
        .help("write the passes as the last argument, as in `strip(i, passes) + strip(j, 0)`")
}

pub fn pass_count_binds(span: Span) -> Diagnostic {
    Diagnostic::new(Code::G307, "the number of passes contains binders")
        .at(span, "here")
        .help("name it with `let`, and use that name")
}

pub fn again_where(span: Span) -> Diagnostic {
    Diagnostic::new(Code::G307, "`again` takes one component")
        .at(span, "not a single component")
        .help("`again` stands right after `->`, before one component, as in `-> again g(n - 1)`, or an `if` between components")
}

pub fn import_clash(name: &Name, first: Span) -> Diagnostic {
    Diagnostic::new(Code::G205, format!("`{}` is declared in two files", name.text))
        .at(name.span, "declared here")
        .also(first, "and in an imported file here")
        .help("rename one of the two")
}

pub fn builtin_redeclared(name: &Name) -> Diagnostic {
    Diagnostic::new(Code::G206, format!("`{}` is a builtin and cannot be declared again", name.text))
        .at(name.span, "declared here")
        .help("choose another name")
}

pub fn cycle(members: &[(&str, Span)]) -> Diagnostic {
    let names: Vec<String> = members.iter().map(|(name, _)| format!("`{name}`")).collect();
    let message = match members {
        [(only, _)] => format!("`{only}` is recursive"),
        _ => format!("{} are mutually recursive", names.join(", ")),
    };
    let mut diagnostic = Diagnostic::new(Code::G207, message)
        .help("only positions are recursive: use a comprehension, or a game whose moves recurse");
    for (at, (name, span)) in members.iter().take(6).enumerate() {
        diagnostic = if at == 0 {
            diagnostic.at(*span, "defined here")
        } else {
            diagnostic.also(*span, format!("through `{name}`"))
        };
    }
    diagnostic
}

pub fn no_such_parameter(name: &Name, parameters: &[String]) -> Diagnostic {
    let diagnostic = Diagnostic::new(Code::G208, format!("there is no parameter `{}` to set", name.text))
        .at(name.span, "no parameter has this name");
    if parameters.is_empty() {
        diagnostic.help("declare it in the spec: `param NAME: TYPE = VALUE`")
    } else {
        diagnostic.help(format!("the parameters are: {}", parameters.join(", ")))
    }
}

pub fn hides_local(name: &Name, first: Span) -> Diagnostic {
    Diagnostic::new(Code::G209, format!("`{}` hides another local name", name.text))
        .at(name.span, "this one is used from here on")
        .also(first, "this one is hidden")
        .help("rename one of the two")
}

pub fn hides_declaration(name: &Name, first: Span) -> Diagnostic {
    Diagnostic::new(Code::G209, format!("`{}` hides a declaration", name.text))
        .at(name.span, "this one is used from here on")
        .also(first, "this declaration is hidden")
        .help("rename one of the two")
}

pub fn hides_builtin(name: &Name) -> Diagnostic {
    Diagnostic::new(Code::G209, format!("`{}` hides a builtin", name.text))
        .at(name.span, "this one is used from here on")
        .help("rename it")
}

pub fn impure(span: Span, what: &str, place: &str) -> Diagnostic {
    if matches!(what, "misere" | "anti") {
        return Diagnostic::new(
            Code::G210,
            format!("`{what}` says who wins at the end, which {place} cannot do"),
        )
        .at(span, "not allowed here")
        .help(format!("write it in the claim, before the position: `losing({what} nim(3))`"));
    }
    Diagnostic::new(Code::G210, format!("`{what}` asks about play, which {place} cannot do"))
        .at(span, "not allowed here")
        .help("state it in a claim: rules and constants are fixed before play")
}

pub fn unknown_type(span: Span, name: &str) -> Diagnostic {
    let diagnostic = Diagnostic::new(Code::G201, format!("unknown type `{name}`")).at(span, "not a type");
    if let Some(told) = habit(&diagnostic, span, name, Use::Type, &None) {
        return told;
    }
    diagnostic.help("the types are `nat`, `int`, `bool`, `text`, `vertex`, `graph`, `position`, `a..=b`, `[T]`, `{T}`, `(T, U)`")
}

pub fn unlike(expr: &Expr, common: &Type, first: Span) -> Diagnostic {
    Diagnostic::new(Code::G301, format!("expected `{common}` like the elements before, found `{}`", expr.ty))
        .at(expr.span, format!("this is `{}`", expr.ty))
        .also(first, format!("this is `{common}`"))
        .help("give all elements one type")
}

pub fn branches(then: &Expr, otherwise: &Expr) -> Diagnostic {
    Diagnostic::new(Code::G301, format!("the branches of `if` are `{}` and `{}`", then.ty, otherwise.ty))
        .at(otherwise.span, format!("this is `{}`", otherwise.ty))
        .also(then.span, format!("this is `{}`", then.ty))
        .help("give both branches one type")
}

/// A target that is no position; `text` is the target as written.
pub fn target_type(target: &Expr, text: &str) -> Diagnostic {
    let error = Diagnostic::new(Code::G301, format!("a move leads to a position, not to `{}`", target.ty))
        .at(target.span, format!("this is `{}`", target.ty));
    let positions = matches!(&target.ty, Type::Tuple(parts) if parts.iter().all(|it| *it == Type::Position))
        || matches!(&target.ty, Type::List(of) | Type::Set(of) if **of == Type::Position);
    let inner = text.get(1..text.len().saturating_sub(1)).unwrap_or("").trim();
    if positions && inner.len() <= 60 && !inner.contains('\n') {
        if let Some((element, binder)) = inner.split_once(" for ") {
            let help = format!("the binders of the move list the choices: `move m({binder}) -> {element}`");
            return error.help(help);
        }
        let sum = inner.replace("), ", ") + ");
        if matches!(target.ty, Type::Set(_)) {
            return error.help(format!(
                "a move leads to one position: write a move for each; for a position of all these components, `{sum}`"
            ));
        }
        return error.help(format!(
            "for a position of all these components write `{sum}`; for a choice write a move for each"
        ));
    }
    let help = match target.ty {
        Type::Int => "name the game: `-> game(…)`; an empty position is `0`",
        Type::Set(_) | Type::List(_) => "a move leads to one position: write a move for each",
        _ => "a move leads to a position: `game(…)`, a sum `P + Q`, or `0`",
    };
    error.help(help)
}

pub fn position_field(span: Span) -> Diagnostic {
    Diagnostic::new(Code::G307, "a field cannot hold a position")
        .at(span, "not allowed here")
        .help("a position is a sum of components: let the move lead to a sum")
}

pub fn question_as_position(name: &Name) -> Diagnostic {
    let answer = match name.text.as_str() {
        "losing" | "winning" | "drawn" => "outcome",
        "remoteness" => "remoteness",
        word if habits::habit(word, Use::Called).is_some_and(|it| it.asks_who_wins()) => "outcome",
        _ => "sg",
    };
    Diagnostic::new(
        Code::G307,
        format!("`{}` asks about a position; expected the position itself", name.text),
    )
    .at(name.span, "not allowed here")
    .help(match answer {
        "remoteness" => "write the position alone; `table` has the option `--value remoteness`".to_string(),
        _ => format!(
            "write the position alone; `table --value {answer}` and `query --as {answer}` select the answer"
        ),
    })
}

pub fn no_integers(expr: &Expr) -> Diagnostic {
    let help = "write a range such as `0..=20`, or a list such as `[1, 2, 5]`";
    Diagnostic::new(Code::G301, format!("expected several integers, found `{}`", expr.ty))
        .at(expr.span, format!("this is `{}`", expr.ty))
        .help(help)
}

pub fn no_collection(expr: &Expr) -> Diagnostic {
    let help = match expr.ty {
        Type::Int if matches!(expr.kind, ExprKind::Term(..)) => "this is a number already",
        Type::Int if matches!(expr.kind, ExprKind::Local(_)) => {
            "write a range such as `0..n` or `1..=n`, or declare a list, such as `[nat]`"
        }
        Type::Int => "write a range such as `0..n` or `1..=n`",
        Type::Graph => "take its vertices: `vertices(…)`",
        Type::Tuple(_) => "parentheses make a tuple; write the set `{u, w}` or the list `[u, w]`",
        Type::Position => "write `moves(P)` for the number of moves, `options(P)` for the options",
        _ => "write a list, a set, a range or a text",
    };
    Diagnostic::new(Code::G301, format!("expected a collection, found `{}`", expr.ty))
        .at(expr.span, format!("this is `{}`", expr.ty))
        .help(help)
}

pub fn no_index(base: &Expr) -> Diagnostic {
    let help = match base.ty {
        Type::Set(_) => "a set has no order: write `sorted(s)[i]`, or make it a list, such as `[nat]`",
        _ => "only lists, texts, ranges and tuples have indices",
    };
    Diagnostic::new(Code::G303, format!("`{}` has no indices", base.ty))
        .at(base.span, format!("this is `{}`", base.ty))
        .help(help)
}

/// An index of a tuple that is not one of its parts; `is_number` says that it is a number written out.
pub fn tuple_index(span: Span, parts: usize, is_number: bool) -> Diagnostic {
    Diagnostic::new(Code::G303, format!("the indices of a tuple of {parts} are 0 to {}", parts - 1))
        .at(span, if is_number { "not one of these" } else { "not a number that is written out" })
        .help(match is_number {
            true => "write one of these numbers, or take the tuple apart: `let (x, y) = t in …`",
            false => "write `t[0]`, `t[1]`; parts that a variable selects stand in a list: `[nat]` instead of `(nat, nat)`",
        })
}

pub fn no_edge(element: &Expr) -> Diagnostic {
    Diagnostic::new(Code::G301, format!("an edge is a pair of vertices, not `{}`", element.ty))
        .at(element.span, format!("this is `{}`", element.ty))
        .help("write `(u, v)`; vertices are naturals, texts, tuples of these, or vertices of a graph")
}

pub fn no_slice(base: &Expr) -> Diagnostic {
    Diagnostic::new(Code::G303, format!("lists and texts have slices, not `{}`", base.ty))
        .at(base.span, format!("this is `{}`", base.ty))
        .help("`xs[i..]`, `xs[..j]` and `xs[i..j]` are parts of a list, a range or a text")
}

pub fn no_update(span: Span, ty: &Type) -> Diagnostic {
    Diagnostic::new(Code::G303, format!("`with` changes lists and texts, not `{ty}`"))
        .at(span, format!("this is `{ty}`"))
        .help(match ty {
            Type::Tuple(_) => "write the whole tuple anew, `(x, y)`, or declare the field as a list: `[nat]`",
            Type::Set(_) => "replace an element by `s - {x} | {y}`, or make it a list, such as `[nat]`",
            Type::Int => "write the new number alone, or declare a list, such as `[nat]`",
            _ => "write the new value alone",
        })
}

/// `b with [i] = b[i] with [j] = v`, where the second `with` changes `b`, not `b[i]`.
pub fn with_of_with(value: Span, found: &Type, wanted: &Type) -> Diagnostic {
    Diagnostic::new(Code::G301, format!("expected `{wanted}`, found `{found}`"))
        .at(value, format!("this is `{found}`"))
        .help(
            "the second `with` changes the whole list again; to change an element of an element write \
             `b with [i][j] = v`, or put the inner change in parentheses",
        )
}

/// A call of a game whose name a field or a variable hides.
pub fn game_hidden(name: &Name, bound: Span, game: Span) -> Diagnostic {
    Diagnostic::new(
        Code::G307,
        format!("`{}` is a value here, because it hides the game `{}`", name.text, name.text),
    )
    .at(name.span, "called here")
    .also(bound, "this value hides the game")
    .also(game, "the game")
    .help("rename one of the two")
}

pub fn set_has_no_order(expr: &Expr, name: &Name) -> Diagnostic {
    Diagnostic::new(Code::G301, format!("`{}` needs an order, and a set has none", name.text))
        .at(expr.span, format!("this is `{}`", expr.ty))
        .help("make it a list with `sorted(…)`")
}

pub fn unbounded_out_of_place(span: Span) -> Diagnostic {
    Diagnostic::new(Code::G307, "a variable without a domain is allowed only in claims")
        .at(span, "a variable without a domain")
        .help("give it a domain: `x in 0..=n`")
}

pub fn start_out_of_place(span: Span, name: &str) -> Diagnostic {
    Diagnostic::new(Code::G307, format!("the start `{name}` is known only to claims and the command line"))
        .at(span, "not allowed here")
        .help("write the position itself")
}

pub fn repeats_variable(span: Span, names: &[&str]) -> Diagnostic {
    let message = if names.is_empty() {
        "`repeats` needs one undeclared name: its variable".to_string()
    } else {
        format!("`repeats` needs one variable, but `{}` are undeclared", names.join("`, `"))
    };
    Diagnostic::new(Code::G201, message)
        .at(span, "in this expression")
        .help(match names {
            [] => "write it like `sg(game(…)) repeats every 7`".to_string(),
            [first, others @ ..] => format!(
                "one variable counts the heaps: give {} a number, or all but `{first}`, as in `sg(g(3, n)) repeats every 7`",
                others.iter().map(|it| format!("`{it}`")).collect::<Vec<_>>().join(", ")
            ),
        })
}

pub fn unused_local(span: Span, kind: &str, name: &str) -> Diagnostic {
    Diagnostic::new(Code::G406, format!("the {kind} `{name}` is never used"))
        .at(span, "not used")
        .help(format!("use it, remove it, or call it `_{name}`"))
}

pub fn too_often(span: Span, name: &str) -> Diagnostic {
    Diagnostic::new(
        Code::G105,
        format!("`{name}` grows too large when the names in it are replaced by their values"),
    )
    .at(span, "too large here")
    .help("repeat fewer names in one value")
}

pub fn unused(span: Span, kind: &str, name: &str) -> Diagnostic {
    Diagnostic::new(Code::G406, format!("the {kind} `{name}` is never used"))
        .at(span, "not used")
        .help("use it or remove it")
}

pub fn cannot_load(path: &ast::Text, reason: &str) -> Diagnostic {
    Diagnostic::new(Code::G104, format!("cannot read `{}`: {reason}", path.value))
        .at(path.span, "loaded here")
        .help("paths are relative to the file with this line")
}

pub fn bad_data(path: &ast::Text, line: usize, problem: &str) -> Diagnostic {
    let help = match path.value.ends_with(".txt") {
        true => {
            "a graph goes into an `.edges` file, a board or list into a `.json` file or into the spec: `[\"..x\", \"...\"]`; `gspec explain load` describes the formats"
        }
        false => "`gspec explain load` describes the formats of data files",
    };
    Diagnostic::new(Code::G306, format!("`{}`, line {line}: {problem}", path.value))
        .at(path.span, "loaded here")
        .help(help)
}
