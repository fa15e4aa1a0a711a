//! Searches for a change of one token after which a broken item or expression can be parsed, by
//! making changes and parsing the result. `grammar` uses such a repair as advice for an error where
//! `slips` recognises no particular mistake. Also tests whether the fix of a recognised mistake
//! helps.

use super::errors::Slip;
use super::parser::{self, Rule};
use super::tokens::{skip_blanks, token_at};
use crate::diagnostic::{Diagnostic, Fix, Topic};
use crate::source::{FileId, Span};
use std::cell::Cell;
use std::ops::Range;
use std::sync::OnceLock;

/// The longest item for which changes are tried, in bytes. Longer items get no repair, and fixes
/// for them are not tested.
const MOST_TEXT: usize = 4000;

/// The most bytes that are parsed in search of a repair for one error. Beyond this number no change
/// is tried any more.
const MOST_PARSED: usize = 150_000;

/// Separators and words that are often left out, in the order in which they are tried.
const INSERTED: [&str; 11] = [",", ":", ";", "=", "->", "in", "when", "for", "if", "then", "else"];

/// An item or expression that cannot be parsed.
pub struct Broken<'a> {
    /// The file of the text.
    pub file: FileId,
    /// The grammar rule that the text should match.
    pub rule: Rule,
    /// The text of the file up to the end of the item or expression.
    pub text: &'a str,
    /// The byte offset at which the item or expression begins.
    pub start: usize,
    /// The byte offset of the unexpected token.
    pub at: usize,
    /// Checks whether a word is reserved, so that it cannot be a name.
    pub is_reserved: fn(&str) -> bool,
    /// How many bytes have been parsed in search of repairs.
    pub parsed: Cell<usize>,
}

impl Broken<'_> {
    /// Whether the parser gets further than the error after the fix of a slip. Also true if this is
    /// not tested: the slip has no fix, the fix lies outside the item, or the item is too long.
    pub fn is_mended_by(&self, slip: &Slip) -> bool {
        let Some((span, by)) = &slip.fix else { return true };
        let (from, to) = (span.start as usize, span.end as usize);
        if from < self.start || to > self.text.len() || self.is_long() {
            return true;
        }
        let behind = self.text.len() - skip_blanks(self.text, self.at.max(to));
        self.rest_after(from..to, by).is_none_or(|rest| rest < behind)
    }

    /// Whether advice may be right although no change of one token makes the text parse. Advice
    /// that an operator, an operand or a `,` is missing is tested: with one inserted, the item has
    /// to parse. Other advice is not tested, nor is advice about a long item, or about a `,` in an
    /// expression outside a spec.
    pub fn is_plausible(&self, slip: &Slip) -> bool {
        let Some(missing) = slip.missing else { return true };
        if missing == "," && self.rule != Rule::file {
            return true;
        }
        self.is_long() || self.rest_after(self.at..self.at, missing).is_none()
    }

    /// Returns advice to change one token so that the whole text can be parsed. The possible
    /// changes are tried in a fixed order; `None` if none helps or the item is too long.
    pub fn repair(&self) -> Option<Slip> {
        if self.is_long() {
            return None;
        }
        let tokens = self.tokens();
        let at = tokens.iter().position(|it| it.start >= self.at).unwrap_or(tokens.len());
        let (here, next) = (tokens.get(at), tokens.get(at + 1));
        let mut before = tokens[..at].iter().rev();
        let (before, second) = (before.next(), before.next());
        self.misspelt([here, before, second].into_iter().flatten())
            .or_else(|| self.twice(second?, before?))
            .or_else(|| self.twice(before?, here?))
            .or_else(|| self.other_word(here?))
            .or_else(|| self.swapped(before?, here?))
            .or_else(|| self.swapped(second?, before?))
            .or_else(|| self.first_word(here?))
            .or_else(|| self.inserted(before?, here))
            .or_else(|| self.swapped(here?, next?))
            .or_else(|| self.superfluous([here, before].into_iter().flatten()))
    }

    fn is_long(&self) -> bool {
        self.text.len() - self.start > MOST_TEXT
    }

    fn word(&self, token: &Range<usize>) -> &str {
        &self.text[token.clone()]
    }

    /// Returns the byte ranges of all tokens of the item; a text in quotes is one token.
    fn tokens(&self) -> Vec<Range<usize>> {
        let mut tokens = Vec::new();
        let mut at = skip_blanks(self.text, self.start);
        while at < self.text.len() {
            let rest = &self.text[at..];
            let length = match rest.chars().next() {
                Some('"') => quoted(rest),
                Some(first) if is_word(first) => rest.find(|c| !is_word(c)).unwrap_or(rest.len()),
                _ => token_at(self.text, at).len(),
            };
            let end = at + length.max(1);
            tokens.push(at..end);
            at = skip_blanks(self.text, end);
        }
        tokens
    }

    /// Replaces `place` by `by` and parses the item. Returns how many bytes follow the first error;
    /// `None` if the changed item can be parsed.
    fn rest_after(&self, place: Range<usize>, by: &str) -> Option<usize> {
        let (before, behind) = (&self.text[self.start..place.start], &self.text[place.end..]);
        let text = format!("{before} {by} {behind}");
        self.parsed.set(self.parsed.get() + text.len());
        let error = parser::parse_here(self.rule, &text).err()?;
        Some(text.len() - skip_blanks(&text, parser::place_of(&error)))
    }

    /// Whether the item can be parsed with `place` replaced by `by`; always false once
    /// `MOST_PARSED` bytes have been parsed.
    fn mends(&self, place: Range<usize>, by: &str) -> bool {
        self.parsed.get() < MOST_PARSED && self.rest_after(place, by).is_none()
    }

    fn advise(&self, place: Range<usize>, by: &str, help: String) -> Option<Slip> {
        let span = Span::new(self.file, place.start, place.end);
        Some(Slip::new(help).fixing(span, by).tried())
    }

    /// Advises to replace the first token that is almost a keyword by that keyword.
    fn misspelt<'t>(&self, tokens: impl Iterator<Item = &'t Range<usize>>) -> Option<Slip> {
        for token in tokens {
            let word = self.word(token);
            if word.chars().count() < 3 || (self.is_reserved)(word) || !word.starts_with(char::is_alphabetic)
            {
                continue;
            }
            let near = |known: &&String| {
                let most = if known.len() < 6 { 1 } else { 2 };
                **known != word && strsim::osa_distance(&word.to_lowercase(), known) <= most
            };
            let mut known = keywords().iter().map(|(_, known)| known).filter(near);
            if let Some(known) = known.find(|known| self.mends(token.clone(), known)) {
                return self.advise(token.clone(), known, format!("did you mean `{known}`?"));
            }
        }
        None
    }

    /// Advises a keyword in place of a word, if one or two keywords make the item parse. `in` and
    /// keywords that begin an item or a clause are not tried.
    fn other_word(&self, token: &Range<usize>) -> Option<Slip> {
        let word = self.word(token);
        if !word.starts_with(char::is_alphabetic) {
            return None;
        }
        let known = keywords().iter().filter(|(rule, _)| *rule != Rule::kw_in && !begins(*rule));
        let fits: Vec<&String> =
            known.map(|(_, known)| known).filter(|known| self.mends(token.clone(), known)).collect();
        match &*fits {
            [only] => self.advise(token.clone(), only, format!("write `{only}` in place of `{word}`")),
            [first, second] => {
                let help = format!("write `{first}` or `{second}` in place of `{word}`");
                Some(Slip::new(help))
            }
            _ => None,
        }
    }

    /// Advises to swap two neighbouring tokens, or to remove the blank inside a sign: `< =`.
    fn swapped(&self, before: &Range<usize>, here: &Range<usize>) -> Option<Slip> {
        let (first, second) = (self.word(before), self.word(here));
        if [first, second].iter().any(|token| token.contains(['(', ')', '[', ']', '{', '}'])) {
            return None;
        }
        let both = before.start..here.end;
        let is_sign =
            |token: &str| token.chars().all(|c| c.is_ascii_punctuation() && !"\"()[]{}_".contains(c));
        let joined = format!("{first}{second}");
        if is_sign(&joined) && before.end < here.start && self.mends(both.clone(), &joined) {
            let help = format!("write `{joined}` without a blank inside");
            return self.advise(both, &joined, help);
        }
        let swapped = format!("{second} {first}");
        let help = || format!("swap `{first}` and `{second}`: write `{swapped}`");
        self.mends(both.clone(), &swapped).then(|| self.advise(both, &swapped, help()))?
    }

    /// Advises `start` or `claim` before a token that begins a line, as the first word of a new
    /// item.
    fn first_word(&self, here: &Range<usize>) -> Option<Slip> {
        let begins_line =
            self.text[..here.start].rsplit('\n').next().is_some_and(|line| line.trim().is_empty());
        let fits = |word: &&&str| self.mends(here.start..here.start, word);
        let words: Vec<&&str> = ["start", "claim"].iter().filter(fits).collect();
        match &*words {
            [first, ..] if begins_line && !self.mends(here.clone(), "") => {
                let words =
                    if words.len() == 2 { "`start` or `claim`".to_string() } else { format!("`{first}`") };
                let help = format!("write {words} before `{}`, as a new item", self.word(here));
                Some(Slip::new(help))
            }
            _ => None,
        }
    }

    /// Advises to remove the second of two equal tokens in a row.
    fn twice(&self, first: &Range<usize>, second: &Range<usize>) -> Option<Slip> {
        let word = self.word(second);
        let is_twice = self.word(first) == word && self.mends(second.clone(), "");
        is_twice.then(|| self.advise(second.clone(), "", format!("remove the second `{word}`")))?
    }

    /// Advises to insert a separator or keyword of [`INSERTED`] between two tokens, or says that an
    /// operator or operand is missing there. Without `here`, the place is the end of the text.
    fn inserted(&self, before: &Range<usize>, here: Option<&Range<usize>>) -> Option<Slip> {
        let place = here.map_or(before.end, |here| here.start);
        let is_keyword = here.is_some_and(|here| is_keyword(self.word(here)));
        let behind = here.map_or("the end".to_string(), |here| format!("`{}`", self.word(here)));
        let first = self.word(before);
        // In a graph every inserted word would be a vertex, so only signs are tried.
        let is_graph = self.text[self.start..place].contains("graph");
        let is_sign = |by: &str| !by.starts_with(char::is_alphabetic);
        let fits = |by: &&&str| (is_sign(by) || !is_graph && !is_keyword) && self.mends(place..place, by);
        let is_operator_missing = !is_keyword && self.mends(place..place, "+");
        // `in` is an operator, too: if any operator fits, `in` is not advised as a separator.
        let separator = INSERTED.iter().filter(|by| **by != "in" || !is_operator_missing).find(fits);
        match separator {
            Some(separator) if is_operator_missing => {
                let help = format!("write `{separator}` or an operator between `{first}` and {behind}");
                Some(Slip::new(help))
            }
            Some(separator) => {
                let help = format!("write `{separator}` between `{first}` and {behind}");
                self.advise(place..place, separator, help)
            }
            None if is_keyword => None,
            None => {
                let missing = if is_operator_missing { "an operator" } else { "something" };
                let help = format!("{missing} is missing between `{first}` and {behind}");
                let is_missing = is_operator_missing || self.mends(place..place, "x");
                is_missing.then(|| Slip::new(help))
            }
        }
    }

    /// Advises to remove the first token without which the item can be parsed.
    fn superfluous<'t>(&self, mut tokens: impl Iterator<Item = &'t Range<usize>>) -> Option<Slip> {
        // Removing a keyword, a number or a text would change the meaning.
        let says = |token: &Range<usize>| {
            let word = self.word(token);
            (self.is_reserved)(word)
                || is_keyword(word)
                || word.starts_with(|c: char| c == '"' || c.is_ascii_digit())
        };
        let token = tokens.find(|token| !says(token) && self.mends((*token).clone(), ""))?;
        self.advise(token.clone(), "", format!("remove `{}`", self.word(token)))
    }
}

/// Searches for a fix of an item with wrong brackets: one bracket to add, remove or replace, after
/// which the item can be parsed. If there is one, attaches it to the first of `errors` and drops
/// the others, which the fix removes too.
///
/// `item` is a range of `text`, nested no deeper than `scan` allows; all `errors` are about the
/// brackets of the item.
pub fn brackets(file: FileId, text: &str, item: Range<usize>, errors: &mut Vec<Diagnostic>) {
    let is_reserved = |_: &str| false;
    let broken = Broken {
        file,
        rule: Rule::file,
        text: &text[..item.end],
        start: item.start,
        at: item.start,
        is_reserved,
        parsed: Cell::new(0),
    };
    let Some(first) = errors.first_mut().filter(|_| !broken.is_long()) else { return };
    let is_mended = first.fix.as_ref().is_some_and(|fix| {
        let place = fix.span.start as usize..fix.span.end as usize;
        place.start >= item.start && place.end <= item.end && broken.mends(place, &fix.replacement)
    });
    if !is_mended {
        let Some((help, fix)) = broken.bracket(first) else { return };
        (first.help, first.fix) = (Some(help), Some(fix));
    }
    errors.truncate(1);
}

impl Broken<'_> {
    /// Returns the help and the fix for an error about a bracket; `None` if no change of one
    /// bracket makes the item parse.
    fn bracket(&self, error: &Diagnostic) -> Option<(String, Fix)> {
        let fix = |place: Range<usize>, by: &str| Fix {
            span: Span::new(self.file, place.start, place.end),
            replacement: by.to_string(),
        };
        if error.topic == Some(Topic::ClosedInComment) {
            return None;
        }
        if error.topic == Some(Topic::StrayBracket) {
            let stray = error.place()?.start as usize;
            if let Some((place, help)) = self.missing_brace(stray) {
                return Some((help, fix(place, " {")));
            }
            let (at, call) = self.missing_parenthesis(stray)?;
            return Some((format!("write `{call}`"), fix(at..at, "(")));
        }
        let tokens = self.tokens();
        let is_bracket = |token: &&Range<usize>| "()[]{}".contains(self.word(token));
        let is_said =
            |token: &Range<usize>| error.labels.iter().any(|it| it.span.start as usize == token.start);
        let (mut brackets, others): (Vec<&Range<usize>>, Vec<&Range<usize>>) =
            tokens.iter().filter(is_bracket).partition(|token| is_said(token));
        brackets.extend(others);
        let line = |token: &Range<usize>| {
            let before = &self.text[..token.start];
            let column = before.rsplit('\n').next().unwrap_or_default().chars().count() + 1;
            format!("line {}, column {column}", before.matches('\n').count() + 1)
        };
        let closers = |token: &&&Range<usize>| is_said(token) && ")]}".contains(self.word(token));
        let missing = brackets.iter().filter(closers).find_map(|token| {
            let closer = [")", "]", "}"].into_iter().find(|it| self.mends(token.start..token.start, it))?;
            Some((*token, closer))
        });
        if let Some((token, closer)) = missing {
            let help = format!("write `{closer}` before the `{}` in {}", self.word(token), line(token));
            return Some((help, fix(token.start..token.start, closer)));
        }
        let superfluous = brackets.iter().find(|token| self.mends((**token).clone(), ""));
        if let Some(token) = superfluous {
            let help = format!("remove the `{}` in {}", self.word(token), line(token));
            return Some((help, fix((*token).clone(), "")));
        }
        // Brackets that the error names come first, closing ones before opening ones: a closing
        // bracket is more often the wrong one.
        brackets.sort_by_key(|token| (!is_said(token), "([{".contains(self.word(token))));
        brackets.iter().find_map(|token| {
            let bracket = self.word(token);
            let kinds = if ")]}".contains(bracket) { [")", "]", "}"] } else { ["(", "[", "{"] };
            let other =
                kinds.iter().find(|other| **other != bracket && self.mends((*token).clone(), other))?;
            let help = format!("write `{other}` in place of the `{bracket}` in {}", line(token));
            Some((help, fix((*token).clone(), other)))
        })
    }

    /// Finds the place for the missing `{` of a game that the stray `}` at the byte `stray` should
    /// close: `game g(n: nat): … }`. Returns the range that ` {` replaces (empty, or the token
    /// behind the fields) and the help; `None` if no such place makes the item parse.
    fn missing_brace(&self, stray: usize) -> Option<(Range<usize>, String)> {
        let is_game =
            ["game ", "loopy "].iter().any(|word| self.text[self.start..].trim_start().starts_with(word));
        let at = self.start + self.text[self.start..].find(')')? + 1;
        let head = skip_blanks(self.text, at);
        let token = head..head + token_at(self.text, head).len();
        if !is_game || token.end > stray || token.is_empty() {
            return None;
        }
        let word = self.word(&token).to_string();
        if self.mends(at..at, " {") {
            return Some((at..at, format!("write `{{` before `{word}`")));
        }
        self.mends(token.clone(), " {").then(|| (token, format!("write `{{` in place of `{word}`")))
    }

    /// Finds the place for the missing `(` of the stray `)` at the byte `stray`, inside a word of
    /// the same line, as in `sgnim(3))`. Returns the offset of that place and the word with the `(`
    /// in it: `sg(nim`. The name before the `(` must be called elsewhere in the text. `None` if no
    /// such place makes the item parse.
    fn missing_parenthesis(&self, stray: usize) -> Option<(usize, String)> {
        let called = |name: &str, here: usize| {
            self.text.match_indices(name).any(|(at, _)| {
                let is_call = self.text[at + name.len()..].starts_with('(');
                at != here && is_call && !self.text[..at].ends_with(is_word)
            })
        };
        let line = self.text[..stray].rfind('\n').map_or(0, |at| at + 1);
        let words = self.tokens().into_iter().filter(|it| it.start >= line && it.end <= stray).rev();
        let is_name = |it: &Range<usize>| {
            self.word(it).starts_with(char::is_alphabetic) && !called(self.word(it), it.start)
        };
        words.filter(is_name).find_map(|word| {
            let text = self.word(&word);
            let cuts = text.char_indices().map(|(at, _)| at).filter(|at| *at > 1);
            let mut cuts = cuts.filter(|at| {
                called(&text[..*at], word.start) && self.mends(word.start + at..word.start + at, "(")
            });
            cuts.next().map(|at| (word.start + at, format!("{}({}", &text[..at], &text[at..])))
        })
    }
}

fn is_keyword(word: &str) -> bool {
    keywords().iter().any(|(_, known)| known == word)
}

/// Whether a grammar rule is the first word of an item or a clause.
fn begins(rule: Rule) -> bool {
    matches!(
        rule,
        Rule::kw_use
            | Rule::kw_param
            | Rule::kw_let
            | Rule::kw_fn
            | Rule::kw_game
            | Rule::kw_start
            | Rule::kw_claim
            | Rule::kw_loopy
            | Rule::kw_move
            | Rule::kw_end
            | Rule::kw_measure
            | Rule::word_assume
            | Rule::word_show
    )
}

/// Whether a character can be part of a word.
fn is_word(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}

/// The length in bytes of the quoted text at the beginning of `text`, up to the closing quote or
/// the end of the line.
fn quoted(text: &str) -> usize {
    let mut escaped = false;
    let end = text.char_indices().skip(1).find(|(_, letter)| {
        let ends = !escaped && matches!(letter, '"' | '\n');
        escaped = !escaped && *letter == '\\';
        ends
    });
    end.map_or(text.len(), |(at, letter)| at + letter.len_utf8())
}

/// Returns the keywords: the words that have a meaning somewhere in the grammar, each with its
/// rule.
fn keywords() -> &'static [(Rule, String)] {
    static WORDS: OnceLock<Vec<(Rule, String)>> = OnceLock::new();
    WORDS.get_or_init(|| Rule::all_rules().iter().filter_map(|rule| Some((*rule, keyword(*rule)?))).collect())
}

/// Returns the keyword that a grammar rule matches, derived from the name of the rule; `None` if
/// the rule matches anything else.
fn keyword(rule: Rule) -> Option<String> {
    let name = format!("{rule:?}");
    let word = name.strip_prefix("kw_").or_else(|| name.strip_prefix("word_")).or(match rule {
        Rule::forall
        | Rule::exists
        | Rule::each
        | Rule::shared
        | Rule::win
        | Rule::lose
        | Rule::again
        | Rule::undirected => Some(&*name),
        _ => None,
    })?;
    Some(word.to_string())
}
