//! The wording of syntax errors. A function's comment may show spec text that causes the error.

use crate::diagnostic::{Code, Diagnostic, Fix, Label, Topic};
use crate::source::Span;

mod beside_games;
mod misread;

pub use beside_games::{beside_games, beside_games_help, item_in_game, out_of_game};
pub use misread::{
    body_to_the_end, chain_of_iff, commas_between_edges, compound_of_sum, convention_of_sum,
    exists_with_equivalence, exists_with_implication, pairs_as_vertices, two_implications,
};

pub fn not_utf8(name: &str, offset: usize) -> Diagnostic {
    Diagnostic::new(Code::G104, format!("`{name}` is not UTF-8 text (first bad byte at offset {offset})"))
        .help("save the file as UTF-8")
}

pub fn control_character(span: Span, code: u8) -> Diagnostic {
    Diagnostic::new(Code::G101, format!("control character (byte {code}) in the text"))
        .at(span, "here")
        .help("remove it; a spec is plain text")
}

/// A character that the grammar does not accept. The fix replaces it by `meant`, which is empty for
/// an invisible character.
pub fn unusual_character(span: Span, found: char, meant: &str) -> Diagnostic {
    let name = format!("U+{:04X}", found as u32);
    let (message, help) = match meant {
        "" => (format!("an invisible character ({name}) in the text"), "remove it".to_string()),
        " " => (format!("a blank of another kind ({name}) in the text"), "write a plain blank".to_string()),
        sign => (format!("`{found}` ({name}) is not `{sign}`"), format!("write `{sign}`")),
    };
    Diagnostic::new(Code::G101, message).at(span, "here").help(help).fix(span, meant)
}

pub fn unclosed_text(quote: Span) -> Diagnostic {
    Diagnostic::new(Code::G103, "a text is not closed before the line ends")
        .at(quote, "it begins here")
        .help("end it with `\"`")
}

/// A text over several lines.
pub fn text_of_lines(error: Diagnostic) -> Diagnostic {
    error.help("a text stands on one line, and `\\n` begins a new one; the rows of a board are a list: `[\"..#\", \"#..\"]`")
}

pub fn unknown_escape(span: Span, escape: char) -> Diagnostic {
    Diagnostic::new(Code::G103, format!("unknown escape `\\{escape}` in a text"))
        .at(span, "in this text")
        .help("the escapes are `\\\"`, `\\\\`, `\\n` and `\\t`")
}

pub fn wrong_bracket(span: Span, found: char, opened: Span, wanted: char) -> Diagnostic {
    Diagnostic::new(Code::G102, format!("expected `{wanted}`, found `{found}`"))
        .at(span, format!("expected `{wanted}`"))
        .also(opened, format!("this is open until a `{wanted}`"))
        .help(format!("write `{wanted}` first"))
        .fix(Span { end: span.start, ..span }, wanted.to_string())
}

/// `(1, 2})`
pub fn swapped_brackets(span: Span, [inner, outer]: [char; 2]) -> Diagnostic {
    Diagnostic::new(Code::G102, format!("`{outer}{inner}` closes the brackets in the wrong order"))
        .at(span, "the inner bracket closes first")
        .help(format!("write `{inner}{outer}`"))
        .fix(span, format!("{inner}{outer}"))
}

fn opening(close: char) -> char {
    match close {
        ')' => '(',
        ']' => '[',
        _ => '{',
    }
}

fn closing(open: char) -> char {
    match open {
        '(' => ')',
        '[' => ']',
        _ => '}',
    }
}

pub fn stray_bracket(span: Span, found: char) -> Diagnostic {
    Diagnostic::new(Code::G102, format!("`{found}` closes nothing"))
        .about(Topic::StrayBracket)
        .at(span, format!("no `{}` is open here", opening(found)))
        .help(format!("remove it, or write `{}` before it", opening(found)))
}

pub fn unclosed_bracket(opened: Span, open: char, here: Span) -> Diagnostic {
    let close = closing(open);
    Diagnostic::new(Code::G102, format!("`{open}` is never closed"))
        .at(opened, "opened here")
        .also(here, format!("the item ends here without `{close}`"))
        .help(format!("add the missing `{close}`"))
        .fix(here, close.to_string())
}

/// A `(` that is still open when another bracket, `found`, closes on a later line. It should be
/// closed before `word`, which is `->` or `when`.
pub fn unclosed_before(
    opened: Span,
    (closer, found): (Span, char),
    (place, word): (Span, &str),
) -> Diagnostic {
    Diagnostic::new(Code::G102, "`(` is never closed")
        .at(opened, "opened here")
        .also(closer, format!("this `{found}` does not close it"))
        .help(format!("add `)` before `{word}`"))
        .fix(place, ")")
}

pub fn bracket_in_comment(opened: Span, open: char, comment: Span) -> Diagnostic {
    Diagnostic::new(Code::G102, format!("the bracket that closes `{open}` is in a comment"))
        .about(Topic::ClosedInComment)
        .at(opened, "opened here")
        .also(comment, "`//` begins a comment")
        .help("write `div` for a quotient rounded down")
}

pub fn inclusive_without_end(span: Span) -> Diagnostic {
    Diagnostic::new(Code::G101, "`..=` has no end to include")
        .at(span, "nothing follows it")
        .help("write `..` for a slice up to the end of the list or text")
        .fix(span, "..")
}

pub fn too_deep(span: Span, limit: u32) -> Diagnostic {
    Diagnostic::new(Code::G105, format!("nested more than {limit} levels deep"))
        .at(span, "too deep here")
        .help("name parts with `let` or `fn` and use the names")
}

/// An unexpected token; an empty `found` is the end of the item or of the expression, which `end`
/// names.
pub fn unexpected(span: Span, found: &str, end: &str, expected: &str) -> Diagnostic {
    let found = if found.is_empty() { end.to_string() } else { format!("`{found}`") };
    let label =
        if expected.is_empty() { "not expected here".to_string() } else { format!("expected {expected}") };
    Diagnostic::new(Code::G101, format!("unexpected {found}")).at(span, label)
}

pub fn ranges_chain(span: Span, first: Span) -> Diagnostic {
    Diagnostic::new(Code::G106, "ranges do not chain")
        .at(span, "a second range operator")
        .also(first, "this is a range already")
        .help("write one range, as in `a..=b`")
}

pub fn mixed_implication(span: Span, first: Span, readings: &[String]) -> Diagnostic {
    let (last, others) =
        readings.split_last().map_or(("", &[][..]), |(last, others)| (last.as_str(), others));
    let others: Vec<String> = others.iter().map(|it| format!("`{it}`")).collect();
    Diagnostic::new(Code::G109, "`=>` beside `<=>` can be read in two ways")
        .at(span, "the grouping is unclear")
        .also(first, "beside this operator")
        .help(format!("write {} or `{last}`", others.join(", ")))
}

/// `and` beside `or` on several lines. Only the author knows which of the two readings is meant, so
/// the error has no fix.
pub fn mixed_lines(span: Span, other: Span, [meant, layout]: &[String; 2]) -> Diagnostic {
    Diagnostic::new(Code::G111, "`and` beside `or` on several lines can be read in two ways")
        .at(span, "the grouping is unclear")
        .also(other, "beside this operator")
        .help(format!("write `{meant}`, which is how gspec groups on one line, or `{layout}`"))
}

/// A comment between two operands; `quotient` is the quotient that may be meant.
pub fn slashes(span: Span, before: Span, quotient: Option<String>) -> Diagnostic {
    let meant = quotient.map_or("write `div`".to_string(), |it| format!("write `{it}`"));
    Diagnostic::new(Code::G110, "`//` begins a comment, even between two operands")
        .at(span, "gspec ignores this")
        .also(before, "an operand ends here")
        .help(format!(
            "{meant} for a quotient rounded down; put a comment that reads like a formula on its own line"
        ))
}

/// Turns the warning about `//` into an error, for an expression outside a spec, which has no
/// reason to end with a comment.
pub fn slashes_alone(warning: Diagnostic) -> Diagnostic {
    let alone = Diagnostic::new(Code::G101, "`//` begins a comment, even between two operands");
    let help = warning.help.as_deref().and_then(|it| it.split(';').next()).unwrap_or_default().to_string();
    Diagnostic { labels: warning.labels, ..alone.help(help) }
}

pub fn not_callable(span: Span) -> Diagnostic {
    Diagnostic::new(Code::G101, "only a name can be called")
        .at(span, "these arguments do not follow a name")
        .help("put an operator or a `,` between the two, or remove the parentheses")
}

/// `applied` is the place of a type such as `list(nat)` and its replacement `[nat]`, if the
/// intended type is recognised.
pub fn not_a_type(span: Span, applied: Option<(Span, String)>) -> Diagnostic {
    let diagnostic = Diagnostic::new(Code::G101, "this is not a type").at(span, "expected a type");
    match applied {
        Some((place, ty)) => diagnostic.help(format!("write `{ty}`")).fix(place, ty),
        None => diagnostic.help(TYPES),
    }
}

pub const TYPES: &str = "the types are `nat`, `int`, `bool`, `text`, `vertex`, `graph`, a range such as `0..=9`, \
                         and `[T]`, `{T}`, `(T, U)`";

/// `filter` is the place of the `where` or `if` before the last condition, which the fix replaces
/// by `such that`.
pub fn exists_without_body(head: Span, filter: Option<Span>) -> Diagnostic {
    let diagnostic = Diagnostic::new(Code::G101, "this `exists` has no body")
        .at(head, "expected `:` and a body after these")
        .help(EXISTS_BODY);
    match filter {
        Some(filter) => diagnostic.fix(filter, "such that "),
        None => diagnostic,
    }
}

/// `exists n in D, n > 3`, with the places on both sides of the comma.
pub fn comma_before_body(before: Span, name: Span) -> Diagnostic {
    let comma = Span { start: before.end, end: name.start, ..before };
    Diagnostic::new(Code::G101, "this `exists` has no body")
        .at(name, "expected `:` before the body")
        .help("write `:` before the body: `exists n in D: …`")
        .fix(comma, ": ")
}

pub const EXISTS_BODY: &str = "the body follows `:`, as in `exists n: n == 3`, or `such that`; `where` and `if` only \
                               restrict the variables";

pub fn mixed_variables(with: Span, without: Span) -> Diagnostic {
    Diagnostic::new(Code::G108, "either every variable of a quantifier has a domain, or none has")
        .at(without, "no domain")
        .also(with, "a domain")
        .help("give each variable a domain, `forall a in D, b in D: …`, or nest two quantifiers: `forall x in D: forall n: …`")
}

pub fn mixed_edges(span: Span, undirected: bool) -> Diagnostic {
    let (message, help) = if undirected {
        ("`->` in an undirected graph", "write `-`, or leave out `undirected`")
    } else {
        ("`-` in a directed graph", "write `->`, or begin with `graph undirected {`")
    };
    Diagnostic::new(Code::G101, message).at(span, "this edge").help(help)
}

/// Replaces the advice of an error about an edge, for a graph all of whose edges have the other
/// sign: the fix changes the words before the braces instead of the edges.
pub fn edges_of_the_other_kind(error: &mut Diagnostic, text: &str, graph: Span, undirected: bool) {
    let start = graph.start as usize;
    let Some(open) = text.get(start..).and_then(|rest| rest.find('{')) else { return };
    let head = Span { end: (start + open) as u32, ..graph };
    let (meant, help) = match undirected {
        true => ("graph ", "write `graph { … }` for a graph whose edges have a direction"),
        false => {
            ("graph undirected ", "write `graph undirected { … }` for a graph whose edges have no direction")
        }
    };
    error.help = Some(help.to_string());
    error.fix = Some(Fix { span: head, replacement: meant.to_string() });
}

/// Adds the help and the fix of a slip to an error. If the slip has a message or a label, it
/// replaces that of the error.
pub fn with_slip(diagnostic: Diagnostic, slip: Option<Slip>) -> Diagnostic {
    let Some(slip) = slip else { return diagnostic };
    let mut diagnostic = diagnostic.help(short(slip.help));
    if let Some((span, replacement)) = slip.fix {
        diagnostic = diagnostic.fix(span, replacement);
        diagnostic.is_tried = slip.is_tried;
    }
    if let Some(message) = slip.message {
        (diagnostic.message, diagnostic.topic) = (message, slip.topic);
    }
    if let Some((span, text)) = slip.label {
        diagnostic.labels = vec![Label { span, text, primary: true }];
    }
    diagnostic
}

/// Cuts a help after `MOST_CHARACTERS` characters, because it may quote a long part of the spec.
fn short(mut help: String) -> String {
    const MOST_CHARACTERS: usize = 300;
    if let Some((at, _)) = help.char_indices().nth(MOST_CHARACTERS) {
        help.truncate(at);
        help.push('…');
    }
    help
}

/// A common mistake, recognised from the text around the error.
pub struct Slip {
    /// The advice: what to write instead.
    pub help: String,
    /// The place to replace, and the replacement, if the advice has a fix.
    pub fix: Option<(Span, String)>,
    /// A message that is better than `unexpected …`, if there is one.
    pub message: Option<String>,
    /// What the error is about, if some part of the program has to know.
    pub topic: Option<Topic>,
    /// A better place than the unexpected token, and the label for it, if there is one.
    pub label: Option<(Span, String)>,
    /// The token that the advice says is missing at the error, if it says so: with it, the item has
    /// to parse.
    pub missing: Option<&'static str>,
    /// Whether the advice is a change of one token that was found by trying such changes.
    pub is_tried: bool,
}

impl Slip {
    /// Advice without a fix, about the unexpected token.
    pub fn new(help: impl Into<String>) -> Slip {
        Slip {
            help: help.into(),
            fix: None,
            message: None,
            topic: None,
            label: None,
            missing: None,
            is_tried: false,
        }
    }

    /// The same advice, with a place to replace and the replacement.
    pub fn fixing(self, span: Span, by: impl Into<String>) -> Slip {
        Slip { fix: Some((span, by.into())), ..self }
    }

    /// The same advice, which says that a token is missing at the error.
    pub fn missing(self, token: &'static str) -> Slip {
        Slip { missing: Some(token), ..self }
    }

    /// The same advice, found by trying changes of one token.
    pub fn tried(self) -> Slip {
        Slip { is_tried: true, ..self }
    }
}

pub fn import_cycle(span: Span, name: &str, through: Option<Span>) -> Diagnostic {
    let diagnostic =
        Diagnostic::new(Code::G204, format!("`{name}` imports itself, directly or through others"))
            .at(span, "this import closes the cycle")
            .help("move what both files need into a third file and import that");
    match through.filter(|through| *through != span) {
        Some(through) => diagnostic.also(through, "the cycle begins with this import"),
        None => diagnostic,
    }
}

pub fn cannot_import(span: Span, path: &str, reason: &str) -> Diagnostic {
    Diagnostic::new(Code::G104, format!("cannot read `{path}`: {reason}"))
        .at(span, "imported here")
        .help("paths are relative to the file with this line")
}

pub fn too_many_files(span: Span, limit: usize) -> Diagnostic {
    Diagnostic::new(Code::G502, format!("more than {limit} files are imported"))
        .at(span, "this one is too many")
}
