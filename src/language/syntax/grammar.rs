//! The pest parser, and its errors put into words that a user knows.

use super::errors::{self, Slip};
use crate::diagnostic::Diagnostic;
use crate::source::{FileId, Span};
use pest::Parser;
use pest::error::{ErrorVariant, InputLocation};
use pest::iterators::Pairs;

/// The parser that pest generates from the grammar.
#[derive(pest_derive::Parser)]
#[grammar = "../../grammar/game.pest"]
pub struct Grammar;

/// How much stack the parser may need for the deepest nesting that `scan` lets through.
const STACK: usize = 64 << 20;

type Parsed<'a> = Result<Pairs<'a, Rule>, Box<Diagnostic>>;

/// Parses a whole file.
pub fn file(file: FileId, text: &str) -> Parsed<'_> {
    run(Rule::file, file, text, 0)
}

/// Parses the items from `start` to the end of `text`.
pub fn items(file: FileId, text: &str, start: usize) -> Parsed<'_> {
    run(Rule::file, file, text, start)
}

/// Parses an expression that stands alone.
pub fn lone_expression(file: FileId, text: &str) -> Parsed<'_> {
    run(Rule::lone_expression, file, text, 0)
}

fn run(rule: Rule, file: FileId, text: &str, start: usize) -> Parsed<'_> {
    let result = stacker::grow(STACK, || Grammar::parse(rule, &text[start..]));
    result.map_err(|error| {
        let at = start
            + match error.location {
                InputLocation::Pos(at) | InputLocation::Span((at, _)) => at,
            };
        let expected = match &error.variant {
            ErrorVariant::ParsingError { positives, .. } => expected_words(positives),
            ErrorVariant::CustomError { .. } => String::new(),
        };
        Box::new(describe(file, text, at, &expected))
    })
}

/// What stands at `at`: a word, a number, an operator.
fn token_at(text: &str, at: usize) -> &str {
    let rest = &text[at..];
    let Some(first) = rest.chars().next() else { return "" };
    let is_word = |c: char| c.is_alphanumeric() || c == '_';
    let length = if is_word(first) {
        rest.find(|c| !is_word(c)).unwrap_or(rest.len())
    } else {
        let operators = [":=", "&&", "||", "->", "=>", "==", "!=", "<=", ">=", "..=", "..", "++", "**", "//"];
        operators.iter().find(|op| rest.starts_with(**op)).map_or(first.len_utf8(), |op| op.len())
    };
    let length = rest[..length].char_indices().nth(40).map_or(length, |(cut, _)| cut);
    &rest[..length]
}

fn describe(file: FileId, text: &str, at: usize, expected: &str) -> Diagnostic {
    // pest stops before blanks and comments; the error is better shown at the next word.
    let at = skip_blanks(text, at);
    let token = token_at(text, at);
    let span = Span::new(file, at, at + token.len());
    let diagnostic = errors::unexpected(span, token, expected);
    errors::with_slip(diagnostic, slip(file, text, at, token, expected))
}

fn skip_blanks(text: &str, mut at: usize) -> usize {
    loop {
        let rest = &text[at..];
        let trimmed = rest.trim_start();
        at += rest.len() - trimmed.len();
        if !trimmed.starts_with("//") {
            return at;
        }
        at += trimmed.find('\n').unwrap_or(trimmed.len());
    }
}

// Long: a table with a line for each slip.
fn slip(file: FileId, text: &str, at: usize, token: &str, expected: &str) -> Option<Slip> {
    let span = Span::new(file, at, at + token.len());
    let replace = |by: &str, help: &str| {
        Some(Slip { help: help.to_string(), fix: Some((span, by.to_string())), message: None, label: None })
    };
    let advise = |help: &str| Some(Slip { help: help.to_string(), fix: None, message: None, label: None });
    let before = text[..at].trim_end();
    let item = current_item(text, at);
    match token {
        ":=" => replace("=", "write `=` to define a name"),
        "=" if expected.contains("`in`") && !expected.contains("an operator") => {
            replace("in", "write `in`: a binder has the form `k in 1..=n`")
        }
        "=" if expected.contains("`:`") && (item == "param" || item == "fn") => {
            advise("give it a type: `param most: nat = 3`, `fn f(x: nat): nat = …`")
        }
        "=" if !expected.contains("`=`") => replace("==", "write `==` to compare; `=` only defines"),
        "==" if expected.contains("`=`") => replace("=", "write `=` to define; `==` compares"),
        "&&" | "&" => replace("and", "write `and`"),
        "||" => replace("or", "write `or`"),
        "!" => replace("not ", "write `not`"),
        "!=" => None,
        "*" if before.ends_with('*') => advise("write `^` for powers"),
        "%" => replace("mod", "write `mod` for the remainder"),
        "=>" if expected.contains("`->`") => {
            replace("->", "write `->` before the position that the move leads to")
        }
        "/" if before.ends_with('/') => advise("comments begin with `//`"),
        "then" | "else" => advise("`if` has the form `if c then x else y`"),
        _ if expected.contains("a text in quotes")
            && token.starts_with(|c: char| c.is_ascii_digit() || c == '.') =>
        {
            decimal(file, text, at)
        }
        "." if before.ends_with(|c: char| c.is_ascii_digit()) => decimal(file, text, at),
        "'" => replace("\"", "texts stand in double quotes"),
        _ if expected.contains("`:`") && item == "claim" && before.ends_with('"') => {
            let end = Span::new(file, before.len(), before.len());
            Some(Slip {
                help: "put `:` between the claim's text and what it says".into(),
                fix: Some((end, ":".into())),
                message: None,
                label: None,
            })
        }
        _ if expected.contains("`->`") && item == "move" => {
            advise("a move has the form `move name(binders) when guard -> position`")
        }
        "}" | "" if before.ends_with("->") || before.ends_with('=') => {
            advise("something is missing before this")
        }
        _ if item.is_empty() && at == skip_blanks(text, 0) => {
            advise("a file is made of items: `game`, `param`, `let`, `fn`, `start`, `claim`, `use`")
        }
        _ if is_reserved(token) && expected.contains("a name") => Some(Slip {
            help: "choose another name".into(),
            fix: None,
            message: Some(format!("`{token}` is a word of the language, not a name")),
            label: None,
        }),
        _ => None,
    }
}

/// `0.77` without quotes.
fn decimal(file: FileId, text: &str, at: usize) -> Option<Slip> {
    let is_code = |c: char| c.is_ascii_alphanumeric() || c == '.';
    let mut before = text[..at].char_indices().rev();
    let start = before.find(|(_, c)| !is_code(*c)).map_or(0, |(place, c)| place + c.len_utf8());
    let end = text[at..].find(|c| !is_code(c)).map_or(text.len(), |length| at + length);
    let span = Span::new(file, start, end);
    let number = &text[start..end];
    Some(Slip {
        help: format!("write the code as a text: `\"{number}\"`; numbers are whole, quotients are `a / b`"),
        fix: Some((span, format!("\"{number}\""))),
        message: Some(format!("`{number}` is not a number of this language")),
        label: Some((span, "numbers are whole".into())),
    })
}

/// The word that begins the item or clause around an offset.
fn current_item(text: &str, at: usize) -> &'static str {
    const WORDS: [&str; 13] = [
        "use", "param", "let", "fn", "game", "start", "claim", "loopy", "move", "end", "measure", "assume",
        "show",
    ];
    let line_words = text[..at].lines().rev().filter_map(|line| {
        let word = line.split(|c: char| !c.is_alphanumeric()).find(|word| !word.is_empty())?;
        WORDS.iter().find(|known| **known == word).copied()
    });
    line_words.take(1).next().unwrap_or("")
}

fn is_reserved(word: &str) -> bool {
    !word.is_empty() && word.chars().all(char::is_alphabetic) && Grammar::parse(Rule::reserved, word).is_ok()
}

/// The words for what the grammar would have accepted, joined; common groups become one phrase.
fn expected_words(rules: &[Rule]) -> String {
    let mut words: Vec<&str> = Vec::new();
    for word in rules.iter().filter_map(|rule| rule_word(*rule)) {
        if !words.contains(&word) {
            words.push(word);
        }
    }
    // Where an operand may stand, the list of its forms says less than the one word.
    if words.contains(&"an expression") {
        let kept = ["an expression", "a type", "`)`", "`]`", "`}`"];
        words.retain(|word| kept.contains(word) || !OPERAND_WORDS.contains(word));
    }
    // The operators that could go on are only worth a mention when nothing else fits.
    if words.len() > 1 {
        words.retain(|word| !["an operator", "`for`"].contains(word) || rules.len() == 1);
    }
    if words.contains(&"the end of the text") && words.iter().any(|word| word.starts_with("an item")) {
        return if rules.contains(&Rule::symbol) { "an operator or the next item" } else { "the next item" }
            .to_string();
    }
    match words.as_slice() {
        [] => String::new(),
        [one] => (*one).to_string(),
        [most @ .., last] if most.len() < 8 => format!("{} or {last}", most.join(", ")),
        _ => words[0].to_string(),
    }
}

const OPERAND_WORDS: [&str; 4] = ["a name", "a number", "a text in quotes", "a vertex"];

/// The words a user knows for a grammar rule; `None` where it says nothing.
// Long: a table with a line for each grammar rule.
fn rule_word(rule: Rule) -> Option<&'static str> {
    Some(match rule {
        Rule::EOI => "the end of the text",
        Rule::import
        | Rule::parameter
        | Rule::constant
        | Rule::function
        | Rule::game
        | Rule::start
        | Rule::claim => "an item (`game`, `param`, `let`, `fn`, `start`, `claim`, `use`)",
        Rule::kw_use | Rule::kw_param | Rule::kw_fn | Rule::kw_start | Rule::kw_claim | Rule::kw_loopy => {
            "an item (`game`, `param`, `let`, `fn`, `start`, `claim`, `use`)"
        }
        Rule::kw_game => "`game`",
        Rule::move_
        | Rule::end_
        | Rule::measure
        | Rule::assumption
        | Rule::show
        | Rule::kw_move
        | Rule::kw_end
        | Rule::kw_measure
        | Rule::word_show
        | Rule::word_assume => "a clause (`move`, `end`, `measure`, `show`, `assume ends`)",
        Rule::word_ends => "`ends`",
        Rule::name => "a name",
        Rule::field => "a field `name: type`",
        Rule::binder | Rule::binders | Rule::variable | Rule::quantified => "a binder `x in D`",
        Rule::pattern => "a name",
        Rule::type_ | Rule::list_type | Rule::set_type | Rule::tuple_type => "a type",
        Rule::text => "a text in quotes",
        Rule::number => "a number",
        Rule::arrow => "`->`",
        Rule::equals => "`=`",
        Rule::body => "`{`",
        Rule::blocking | Rule::pass | Rule::word_blocking | Rule::word_pass => "a twist (`blocking`, `pass`)",
        Rule::each | Rule::shared => "`each` or `shared`",
        Rule::guard | Rule::kw_when => "`when`",
        Rule::win | Rule::lose => "`win` or `lose`",
        Rule::code
        | Rule::octal_code
        | Rule::hex_code
        | Rule::plain_code
        | Rule::take
        | Rule::take_all_but => "a code (`octal`, `hex`, `code`, `take`)",
        Rule::word_octal | Rule::word_hex | Rule::word_code | Rule::word_take => {
            "a code (`octal`, `hex`, `code`, `take`)"
        }
        Rule::word_all => "`all`",
        Rule::word_but => "`but`",
        Rule::kw_then => "`then`",
        Rule::kw_else => "`else`",
        Rule::kw_in => "`in`",
        Rule::kw_for | Rule::for_ | Rule::comprehension => "`for`",
        Rule::word_every => "`every`",
        Rule::vertex | Rule::vertex_group | Rule::graph_chain | Rule::vertex_name | Rule::vertex_tuple => {
            "a vertex"
        }
        Rule::edge => "an edge (`->` or `-`)",
        Rule::expression
        | Rule::expression_no_in
        | Rule::graph
        | Rule::load
        | Rule::compound
        | Rule::list
        | Rule::set
        | Rule::parens
        | Rule::truth
        | Rule::if_
        | Rule::let_
        | Rule::quantifier
        | Rule::if_no_in
        | Rule::let_no_in
        | Rule::quantifier_no_in
        | Rule::prefix
        | Rule::kw_if
        | Rule::kw_let
        | Rule::kw_load
        | Rule::word_graph
        | Rule::short
        | Rule::long
        | Rule::proposition
        | Rule::with_value
        | Rule::with_value_no_in => "an expression",
        Rule::symbol
        | Rule::word
        | Rule::value_symbol
        | Rule::value_word
        | Rule::membership
        | Rule::index
        | Rule::arguments
        | Rule::with_
        | Rule::with_no_in
        | Rule::kw_with => "an operator",
        Rule::forall | Rule::exists => "`forall`",
        Rule::comma => "`,`",
        Rule::semicolon => "`;`",
        Rule::colon => "`:`",
        Rule::close_paren => "`)`",
        Rule::close_square => "`]`",
        Rule::close_brace => "`}`",
        Rule::undirected
        | Rule::filter
        | Rule::repeats
        | Rule::word_repeats
        | Rule::word_adding
        | Rule::word_from => {
            return None;
        }
        _ => return None,
    })
}
