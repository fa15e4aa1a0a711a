//! A change of one word or sign after which the text can be parsed: the advice where no habit is known, and the
//! test of the advice that a habit gives.

use super::errors::Slip;
use super::parser::{self, Rule};
use super::tokens::{skip_blanks, token_at};
use crate::diagnostic::{Diagnostic, Fix};
use crate::source::{FileId, Span};
use std::ops::Range;

/// The longest text that is parsed again, in bytes.
const MOST_TEXT: usize = 4000;

/// Separators and words that are often left out, in the order in which they are tried.
const INSERTED: [&str; 10] = [",", ":", ";", "=", "->", "in", "when", "for", "then", "else"];

/// A text that cannot be parsed.
pub struct Broken<'a> {
    /// Its file.
    pub file: FileId,
    /// What it should be.
    pub rule: Rule,
    /// The text up to its end.
    pub text: &'a str,
    /// Where it begins.
    pub start: usize,
    /// The unexpected token.
    pub at: usize,
    /// Whether a word cannot be a name.
    pub is_reserved: fn(&str) -> bool,
}

impl Broken<'_> {
    /// Whether the text can be parsed beyond the error where its slip is mended; also true if that is not known.
    pub fn is_mended_by(&self, slip: &Slip) -> bool {
        let Some((span, by)) = &slip.fix else { return true };
        let (from, to) = (span.start as usize, span.end as usize);
        if from < self.start || to > self.text.len() || self.is_long() {
            return true;
        }
        let behind = self.text.len() - skip_blanks(self.text, self.at.max(to));
        self.rest_after(from..to, by).is_none_or(|rest| rest < behind)
    }

    /// The change of one token that mends the text.
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
            .or_else(|| self.other_word(here?))
            .or_else(|| self.swapped(before?, here?))
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

    /// All tokens of the text; a text in quotes is one.
    fn tokens(&self) -> Vec<Range<usize>> {
        let mut tokens = Vec::new();
        let mut at = skip_blanks(self.text, self.start);
        while at < self.text.len() {
            let length = match self.text[at..].strip_prefix('"') {
                Some(inner) => {
                    inner.find(['"', '\n']).map_or(1, |length| length + 2).min(self.text.len() - at)
                }
                None => token_at(self.text, at).len(),
            };
            let end = self.text.ceil_char_boundary(at + length.max(1));
            tokens.push(at..end);
            at = skip_blanks(self.text, end);
        }
        tokens
    }

    /// How many bytes of the changed text are left at its first error.
    fn rest_after(&self, place: Range<usize>, by: &str) -> Option<usize> {
        let (before, behind) = (&self.text[self.start..place.start], &self.text[place.end..]);
        let text = format!("{before} {by} {behind}");
        let error = parser::parse(self.rule, &text).err()?;
        Some(text.len() - skip_blanks(&text, parser::place_of(&error)))
    }

    fn mends(&self, place: Range<usize>, by: &str) -> bool {
        self.rest_after(place, by).is_none()
    }

    fn advise(&self, place: Range<usize>, by: &str, help: String) -> Option<Slip> {
        let span = Span::new(self.file, place.start, place.end);
        Some(Slip { help, fix: Some((span, by.to_string())), message: None, label: None })
    }

    /// A word of the language with wrong letters.
    fn misspelt<'t>(&self, tokens: impl Iterator<Item = &'t Range<usize>>) -> Option<Slip> {
        for token in tokens {
            let word = self.word(token);
            if word.chars().count() < 3 || (self.is_reserved)(word) || !word.starts_with(char::is_alphabetic)
            {
                continue;
            }
            let near = |known: &String| {
                let most = if known.len() < 6 { 1 } else { 2 };
                *known != word && strsim::osa_distance(&word.to_lowercase(), known) <= most
            };
            let known = Rule::all_rules().iter().filter_map(|rule| keyword(*rule)).filter(near);
            if let Some(known) = known.into_iter().find(|known| self.mends(token.clone(), known)) {
                return self.advise(token.clone(), &known, format!("did you mean `{known}`?"));
            }
        }
        None
    }

    /// A word of another language, where the grammar has one of its own.
    fn other_word(&self, token: &Range<usize>) -> Option<Slip> {
        let word = self.word(token);
        if !word.starts_with(char::is_alphabetic) {
            return None;
        }
        let rules = Rule::all_rules().iter().filter(|rule| **rule != Rule::kw_in && !begins(**rule));
        let known = rules.filter_map(|rule| keyword(*rule));
        let fits: Vec<String> = known.filter(|known| self.mends(token.clone(), known)).collect();
        match &*fits {
            [only] => self.advise(token.clone(), only, format!("write `{only}` in place of `{word}`")),
            [first, second] => {
                let help = format!("write `{first}` or `{second}` in place of `{word}`");
                Some(Slip { help, fix: None, message: None, label: None })
            }
            _ => None,
        }
    }

    /// Two tokens in the wrong order, or a sign with a blank inside.
    fn swapped(&self, before: &Range<usize>, here: &Range<usize>) -> Option<Slip> {
        let (first, second) = (self.word(before), self.word(here));
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

    /// A line that should begin with the word of an item.
    fn first_word(&self, here: &Range<usize>) -> Option<Slip> {
        let begins_line =
            self.text[..here.start].rsplit('\n').next().is_some_and(|line| line.trim().is_empty());
        let fits = |word: &&&str| self.mends(here.start..here.start, word);
        let words: Vec<&&str> = ["start", "claim"].iter().filter(fits).collect();
        match &*words {
            [first, ..] if begins_line => {
                let words =
                    if words.len() == 2 { "`start` or `claim`".to_string() } else { format!("`{first}`") };
                let help = format!("write {words} before `{}`, as a new item", self.word(here));
                Some(Slip { help, fix: None, message: None, label: None })
            }
            _ => None,
        }
    }

    /// A token twice in a row.
    fn twice(&self, first: &Range<usize>, second: &Range<usize>) -> Option<Slip> {
        let word = self.word(second);
        let is_twice = self.word(first) == word && self.mends(second.clone(), "");
        is_twice.then(|| self.advise(second.clone(), "", format!("remove the second `{word}`")))?
    }

    /// A separator, an operator or an operand is missing.
    fn inserted(&self, before: &Range<usize>, here: Option<&Range<usize>>) -> Option<Slip> {
        let place = here.map_or(before.end, |here| here.start);
        let is_word = here.is_some_and(|here| {
            Rule::all_rules().iter().any(|it| keyword(*it).as_deref() == Some(self.word(here)))
        });
        if is_word {
            return None;
        }
        let behind = here.map_or("the end".to_string(), |here| format!("`{}`", self.word(here)));
        let first = self.word(before);
        let fits = |by: &&&str| self.mends(place..place, by);
        let is_operator_missing = self.mends(place..place, "+");
        let separator = INSERTED.iter().find(fits);
        match separator {
            Some(separator) if is_operator_missing && *separator != "in" => {
                let help = format!("write `{separator}` or an operator between `{first}` and {behind}");
                Some(Slip { help, fix: None, message: None, label: None })
            }
            Some(separator) if !is_operator_missing => {
                let help = format!("write `{separator}` between `{first}` and {behind}");
                self.advise(place..place, separator, help)
            }
            _ => {
                let missing = if is_operator_missing { "an operator" } else { "something" };
                let help = format!("{missing} is missing between `{first}` and {behind}");
                let is_missing = is_operator_missing || self.mends(place..place, "x");
                is_missing.then_some(Slip { help, fix: None, message: None, label: None })
            }
        }
    }

    /// A token too many.
    fn superfluous<'t>(&self, mut tokens: impl Iterator<Item = &'t Range<usize>>) -> Option<Slip> {
        let token = tokens.find(|token| self.mends((*token).clone(), ""))?;
        self.advise(token.clone(), "", format!("remove `{}`", self.word(token)))
    }
}

/// Says of an item with wrong brackets how it can be parsed, if one bracket is too many, missing or of another kind.
/// The item is the given part of the text; its errors are about brackets. Those that are mended with the first are
/// dropped.
pub fn brackets(file: FileId, text: &str, item: Range<usize>, errors: &mut Vec<Diagnostic>) {
    let is_reserved = |_: &str| false;
    let broken = Broken {
        file,
        rule: Rule::file,
        text: &text[..item.end],
        start: item.start,
        at: item.start,
        is_reserved,
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
    /// The help for a wrong bracket.
    fn bracket(&self, error: &Diagnostic) -> Option<(String, Fix)> {
        let fix = |place: Range<usize>, by: &str| Fix {
            span: Span::new(self.file, place.start, place.end),
            replacement: by.to_string(),
        };
        if error.message.ends_with("in a comment") {
            return None;
        }
        if error.message.ends_with("closes nothing") {
            let (at, call) = self.missing_parenthesis(error.place()?.start as usize)?;
            return Some((format!("write `{call}`"), fix(at..at, "(")));
        }
        let tokens = self.tokens();
        let is_bracket = |token: &&Range<usize>| "()[]{}".contains(self.word(token));
        let is_said =
            |token: &Range<usize>| error.labels.iter().any(|it| it.span.start as usize == token.start);
        let (mut brackets, others): (Vec<&Range<usize>>, Vec<&Range<usize>>) =
            tokens.iter().filter(is_bracket).partition(|token| is_said(token));
        brackets.extend(others);
        let line = |token: &Range<usize>| self.text[..token.start].matches('\n').count() + 1;
        let superfluous = brackets.iter().find(|token| self.mends((**token).clone(), ""));
        if let Some(token) = superfluous {
            let help = format!("remove the `{}` in line {}", self.word(token), line(token));
            return Some((help, fix((*token).clone(), "")));
        }
        brackets.iter().find_map(|token| {
            let bracket = self.word(token);
            let kinds = if ")]}".contains(bracket) { [")", "]", "}"] } else { ["(", "[", "{"] };
            let other =
                kinds.iter().find(|other| **other != bracket && self.mends((*token).clone(), other))?;
            let help = format!("write `{other}` in place of the `{bracket}` in line {}", line(token));
            Some((help, fix((*token).clone(), other)))
        })
    }

    /// Where a parenthesis is missing that a stray one closes, and the call with it: `sgnim(3))`.
    fn missing_parenthesis(&self, stray: usize) -> Option<(usize, String)> {
        let is_word = |c: char| c.is_alphanumeric() || c == '_';
        let called = |name: &str| {
            let mut places = self.text.match_indices(name);
            places.any(|(at, _)| {
                self.text[at + name.len()..].starts_with('(') && !self.text[..at].ends_with(is_word)
            })
        };
        let line = self.text[..stray].rfind('\n').map_or(0, |at| at + 1);
        let words = self.tokens().into_iter().filter(|it| it.start >= line && it.end <= stray).rev();
        let is_name =
            |it: &Range<usize>| self.word(it).starts_with(char::is_alphabetic) && !called(self.word(it));
        words.filter(is_name).find_map(|word| {
            let text = self.word(&word);
            let cuts = text.char_indices().map(|(at, _)| at).filter(|at| *at > 1);
            let mut cuts =
                cuts.filter(|at| called(&text[..*at]) && self.mends(word.start + at..word.start + at, "("));
            cuts.next().map(|at| (word.start + at, format!("{}({}", &text[..at], &text[at..])))
        })
    }
}

/// Whether an item or a clause begins with the word of a rule.
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

/// The word that a rule of the grammar stands for.
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
