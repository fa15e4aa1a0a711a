//! Selects from a pair of the parser the children that carry meaning.

use super::grammar::Rule;
use pest::iterators::Pair;

/// The children of a pair that carry meaning: no comments, no punctuation, no keywords.
pub fn parts(pair: Pair<'_, Rule>) -> impl Iterator<Item = Pair<'_, Rule>> {
    pair.into_inner().filter(|inner| {
        !matches!(
            inner.as_rule(),
            Rule::COMMENT
                | Rule::EOI
                | Rule::comma
                | Rule::semicolon
                | Rule::colon
                | Rule::open_paren
                | Rule::close_paren
                | Rule::close_square
                | Rule::close_brace
                | Rule::equals
                | Rule::arrow
                | Rule::kw_use
                | Rule::kw_param
                | Rule::kw_let
                | Rule::kw_fn
                | Rule::kw_game
                | Rule::kw_start
                | Rule::kw_claim
                | Rule::kw_move
                | Rule::kw_end
                | Rule::kw_measure
                | Rule::kw_when
                | Rule::kw_with
                | Rule::kw_if
                | Rule::kw_then
                | Rule::kw_else
                | Rule::kw_in
                | Rule::kw_for
                | Rule::member
                | Rule::word_where
                | Rule::such_that
                | Rule::kw_load
                | Rule::word_blocking
                | Rule::word_pass
                | Rule::word_assume
                | Rule::word_show
                | Rule::word_ends
                | Rule::word_octal
                | Rule::word_hex
                | Rule::word_code
                | Rule::word_take
                | Rule::word_all
                | Rule::word_but
                | Rule::word_repeats
                | Rule::word_every
                | Rule::word_graph
        )
    })
}
