//! Runs the parser, and turns its errors into diagnostics: the unexpected token, what the grammar
//! would accept instead, and advice from `slips` or `repair`.

use super::errors;
use super::parser::{parse, parse_here, place_of, with_stack};
use super::repair::Broken;
use super::slips;
use super::tokens::{skip_blanks, token_at};
use crate::diagnostic::Diagnostic;
use crate::source::{FileId, Span};
use pest::error::ErrorVariant;
use pest::iterators::Pairs;
use std::cell::Cell;

pub use super::parser::Rule;

type Parsed<'a> = Result<Pairs<'a, Rule>, Box<Diagnostic>>;

/// Parses a whole file; `None` if it has a syntax error.
pub fn file(text: &str) -> Option<Pairs<'_, Rule>> {
    parse(Rule::file, text).ok()
}

/// How much advice a syntax error has.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Advice {
    /// No advice: only the place of the error, and what the grammar expects there.
    None,
    /// Advice about the probable mistake behind the error, if `slips` recognises one.
    Habits,
    /// Advice as with `Habits`; if there is none, or it is general or does not help, a change of
    /// one token after which the text can be parsed.
    Repairs,
}

/// Parses the items from `start` to the end of `text`. The offsets of the pairs count from `start`,
/// those of an error from the beginning of `text`.
pub fn items(file: FileId, text: &str, start: usize, advice: Advice) -> Parsed<'_> {
    run(Rule::file, file, (text, start), advice)
}

/// Parses an expression that stands alone.
pub fn lone_expression(file: FileId, text: &str) -> Parsed<'_> {
    run(Rule::lone_expression, file, (text, 0), Advice::Repairs)
}

/// Whether a text is one expression.
pub fn is_expression(text: &str) -> bool {
    parse(Rule::lone_expression, text).is_ok()
}

fn run(rule: Rule, file: FileId, (text, start): (&str, usize), advice: Advice) -> Parsed<'_> {
    parse(rule, &text[start..]).map_err(|error| {
        let expected: &[Rule] = match &error.variant {
            ErrorVariant::ParsingError { positives, .. } => positives,
            ErrorVariant::CustomError { .. } => &[],
        };
        // pest stops before blanks and comments. The error is shown at the next word instead.
        let at = skip_blanks(text, start + place_of(&error));
        let broken = Broken { file, rule, text, start, at, is_reserved, parsed: Cell::new(0) };
        Box::new(with_stack(|| describe(&broken, expected, advice)))
    })
}

fn describe(broken: &Broken, expected: &[Rule], advice: Advice) -> Diagnostic {
    let Broken { file, text, at, .. } = *broken;
    let end = if broken.rule == Rule::file { "end of the item" } else { "end of the expression" };
    let token = token_at(text, at);
    let span = match token {
        // At the end of the text, the error is placed directly behind the last token; if nothing at
        // all follows, on the last character of that token.
        "" => {
            let end = slips::code_before(text, at).len().max(broken.start);
            let before = text[..end].char_indices().next_back().map_or(end, |(at, _)| at);
            Span::new(file, if end == text.len() { before } else { end }, end)
        }
        _ => Span::new(file, at, at + token.len()),
    };
    let words = expected_words(expected);
    let habit = || slips::slip(file, text, at, &words, is_reserved);
    let slip = match (advice != Advice::None).then(habit).flatten() {
        slip if advice != Advice::Repairs => slip,
        Some(slip) if broken.is_mended_by(&slip) && !slips::is_general(&slip) => Some(slip),
        other => broken.repair().or(other.filter(|slip| broken.is_plausible(slip))),
    };
    errors::with_slip(errors::unexpected(span, token, end, &words), slip)
}

fn is_reserved(word: &str) -> bool {
    !word.is_empty() && word.chars().all(char::is_alphabetic) && parse_here(Rule::reserved, word).is_ok()
}

/// Returns words for what the grammar would have accepted, such as `a name or a type`. Common
/// groups of rules become one phrase. Empty if there are no helpful words.
fn expected_words(rules: &[Rule]) -> String {
    let mut words: Vec<&str> = Vec::new();
    for word in rules.iter().filter_map(|rule| rule_word(*rule)) {
        if !words.contains(&word) {
            words.push(word);
        }
    }
    // `let` begins a clause or an expression; beside other clauses it is the former.
    if words.contains(&A_CLAUSE) {
        words.retain(|word| *word != "an expression");
    }
    // If any operand is possible, `an expression` alone is clearer than a list of kinds of
    // operands.
    if words.contains(&"an expression") {
        let kept = ["an expression", "a type", "`)`", "`]`", "`}`"];
        words.retain(|word| kept.contains(word) || !OPERAND_WORDS.contains(word));
    }
    // Operators that could continue the expression are mentioned only if nothing else is possible.
    if words.len() > 1 {
        words.retain(|word| !["an operator", "`for`"].contains(word) || rules.len() == 1);
    }
    if words.contains(&"the end of the expression") && words.iter().any(|word| word.starts_with("an item")) {
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

const A_CLAUSE: &str = "a clause (`move`, `end`, `let`, `measure`, `show`, `assume ends`)";

const OPERAND_WORDS: [&str; 4] = ["a name", "a number", "a text in quotes", "a vertex"];

/// Returns the words with which an error names what a grammar rule accepts; `None` if they would
/// not help the author.
// Long: a table with a line for each grammar rule.
fn rule_word(rule: Rule) -> Option<&'static str> {
    Some(match rule {
        Rule::EOI => "the end of the expression",
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
        | Rule::local
        | Rule::kw_move
        | Rule::kw_end
        | Rule::kw_measure
        | Rule::word_show
        | Rule::word_assume => A_CLAUSE,
        Rule::word_ends => "`ends`",
        Rule::name => "a name",
        Rule::field => "a field `name: type`",
        Rule::binder | Rule::filtered_binder | Rule::binders | Rule::variable | Rule::quantified => {
            "a binder `x in D`"
        }
        Rule::pattern => "a name",
        Rule::type_ | Rule::list_type | Rule::set_type | Rule::tuple_type => "a type",
        Rule::text => "a text in quotes",
        Rule::number => "a number",
        Rule::arrow => "`->`",
        Rule::equals => "`=`",
        Rule::body => "`{`",
        Rule::blocking | Rule::pass | Rule::word_blocking | Rule::word_pass => "a twist (`blocking`, `pass`)",
        Rule::again => "`again`",
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
        Rule::kw_in | Rule::member => "`in`",
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
        Rule::open_paren => "`(`",
        Rule::close_paren => "`)`",
        Rule::close_square => "`]`",
        Rule::close_brace => "`}`",
        Rule::undirected
        | Rule::filter
        | Rule::word_where
        | Rule::such_that
        | Rule::word_such
        | Rule::repeats
        | Rule::word_repeats
        | Rule::word_adding
        | Rule::word_from => {
            return None;
        }
        _ => return None,
    })
}
