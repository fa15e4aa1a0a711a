//! Whole constructions of other languages: `1 if c else 2`, `` a `mod` b ``, `return n`, `xs !! 0`, `{1, …, n}`.

use super::functions::FUNCTION;
use super::texts::has_word;
use super::{Place, advise};
use crate::source::Span;
use crate::syntax::errors::Slip;
use crate::syntax::habits::{Use, habit};
use crate::syntax::tokens::{skip_blanks, token_at};

/// Functions that are recognised when they are called without parentheses: `gcd 4 6`.
pub(super) const FUNCTIONS: [&str; 17] = [
    "grid",
    "distance",
    "subsets",
    "gcd",
    "lcm",
    "min",
    "max",
    "isqrt",
    "ceil",
    "mex",
    "popcount",
    "is_prime",
    "valuation",
    "sum",
    "divisors",
    "indices",
    "vertices",
];

impl Place<'_> {
    /// Constructions of other languages.
    pub(super) fn elsewhere(&self) -> Option<Slip> {
        self.word_before()
            .or_else(|| self.choice())
            .or_else(|| self.not_between())
            .or_else(|| self.updated())
            .or_else(|| self.doubled())
            .or_else(|| self.last_comma())
            .or_else(|| self.ellipsis())
            .or_else(|| self.variable_of_sum())
            .or_else(|| self.applied())
            .or_else(|| self.mark())
    }

    /// `return n`, `lambda x: …`, `case n of …`, `claim that …`
    fn word_before(&self) -> Option<Slip> {
        let word = self.previous_word();
        let from = self.before.len() - word.len();
        if self.before.len() == self.at || matches!(self.token, ":" | "=" | ")" | ",") {
            return None;
        }
        match word {
            "repeat" | "entailing" if self.before[..from].trim_end().ends_with("->") => self.replace_from(
                from,
                self.before.len(),
                "again",
                "write `-> again P`: the player moves again",
            ),
            "all" | "some" if self.declares(self.token) && self.text[self.end()..].starts_with('(') => {
                advise(format!("positions stand in parentheses: `{word}(P, Q)`"))
            }
            "return" if self.item == "fn" && self.before[..from].trim_end().ends_with('{') => {
                advise("a function is its value: `fn f(n: nat): nat = n + 1`, without braces and `return`")
            }
            "return" => {
                let mut slip =
                    self.replace_from(from, self.at, "", "there is no `return`: write only the value")?;
                slip.message = Some("unexpected `return`".to_string());
                slip.label = Some((Span::new(self.file, from, from + word.len()), "not needed".into()));
                Some(slip)
            }
            "any" | "all" | "some" if self.item == "claim" && self.is_element() => {
                let function = if word == "all" { "all" } else { "any" };
                let rest = self.text[self.at..].split('\n').next()?.trim_end();
                let help =
                    format!("put the statement and its variables in parentheses: `{function}(… for …)`");
                self.replace_from(from, self.at + rest.len(), &format!("{function}({rest})"), help)
            }
            "that" if self.item == "claim" => {
                self.replace_from(from, self.at, "", "remove `that`: write `claim losing(P)`")
            }
            "unless" if self.item == "claim" => {
                advise("write `not (c) => …`, or `or` between the statements")
            }
            "either" if self.item != "game" => {
                self.replace_from(from, self.at, "", "`or` stands alone: remove `either`")
            }
            "lambda" | "fun" | "function" if self.item != "game" => advise(FUNCTION),
            "case" | "match" | "switch" if self.item == "fn" => {
                advise("cases are `if c then x else if d then y else z`; a function cannot call itself")
            }
            "case" | "match" | "switch" => advise("cases are `if c then x else if d then y else z`"),
            _ => None,
        }
    }

    /// `n not 3`, `n not == 3`
    fn not_between(&self) -> Option<Slip> {
        let next = skip_blanks(self.text, self.end());
        let sign = token_at(self.text, next);
        let end = if matches!(sign, "==" | "=" | "equal") { next + sign.len() } else { self.end() };
        (self.token == "not" && !matches!(sign, "in" | "subset") && self.is_after_operand()).then(|| {
            self.replace_from(self.at, end, "!=", "write `!=` to compare, `not` before a statement")
        })?
    }

    /// Whether the rest of the line is a statement with its variable behind it: `losing(p(n)) for n in D`.
    fn is_element(&self) -> bool {
        let line = self.rest_of_line();
        let is_name = self.token.starts_with(char::is_alphabetic);
        is_name && !line.contains(':') && line.split_once(" for ").is_some_and(|(_, it)| it.contains(" in "))
    }

    /// Whether the token, a `where`, is followed by a definition: `where h = n div 2`.
    pub(super) fn defines_behind(&self) -> bool {
        let at = skip_blanks(self.text, self.end());
        let name = token_at(self.text, at);
        let sign = token_at(self.text, skip_blanks(self.text, at + name.len()));
        matches!(self.item, "claim" | "let" | "fn" | "move")
            && name.starts_with(char::is_alphabetic)
            && sign == "="
    }

    /// Whether a word stands on the line of the token, inside the innermost open bracket.
    pub(super) fn line_has_open(&self, word: &str) -> bool {
        let line = self.before.rfind('\n').map_or(0, |at| at + 1);
        let open = self.open_bracket().map_or(0, |(at, _)| at);
        has_word(&self.before[line.max(open)..], word)
    }

    pub(super) fn line_has(&self, word: &str) -> bool {
        has_word(self.before.rsplit('\n').next().unwrap_or(""), word)
    }

    /// `==>`, `>>`, `<<`, `!!`, `< =`, `x++`
    fn doubled(&self) -> Option<Slip> {
        let touches = self.before.len() == self.at;
        match self.token {
            ">" if touches && self.before.ends_with("==") => {
                self.replace_from(self.at - 2, self.end(), "=>", "write `=>`")
            }
            ">" if touches && self.before.ends_with('>') => {
                advise("there is no shift: write `n div 2^k`, the quotient rounded down")
            }
            "=>" | ">" if self.before.ends_with("<=") => {
                let start = self.before.len() - "<=".len();
                self.replace_from(start, self.end(), "<=>", "write `<=>`")
            }
            "<" if touches && self.before.ends_with('<') => advise("there is no shift: write `n * 2^k`"),
            "=" if !touches && self.before.ends_with(['<', '>', '!']) => {
                let sign = format!("{}=", &self.before[self.before.len() - 1..]);
                let help = format!("write `{sign}` without a blank");
                self.replace_from(self.before.len() - 1, self.end(), &sign, help)
            }
            "!" if self.text[self.end()..].starts_with('!') && self.is_after_operand() => {
                let at = skip_blanks(self.text, self.end() + 1);
                let index = token_at(self.text, at);
                let written = format!("[{index}]");
                let help = format!("write `xs{written}` for an element of a list");
                match index.starts_with(char::is_alphanumeric) {
                    true => self.replace_from(self.before.len(), at + index.len(), &written, help),
                    false => advise("write `xs[i]` for an element of a list"),
                }
            }
            _ if self.before.ends_with("++") && !self.is_after_operand() && !self.begins_operand() => {
                let help = "values do not change: write `x + 1`; `++` joins lists and texts";
                self.replace_from(self.before.len() - 2, self.before.len(), " + 1", help)
            }
            _ if self.before.ends_with("--") && !self.is_after_operand() && !self.begins_operand() => {
                let help = "values do not change: write `n - 1`";
                self.replace_from(self.before.len() - 2, self.before.len(), " - 1", help)
            }
            _ => None,
        }
    }

    fn begins_operand(&self) -> bool {
        self.token.starts_with(|c: char| c.is_alphanumeric() || "_([{\"".contains(c))
            && !(self.is_reserved)(self.token)
    }

    /// `[1, 2, 3,]`, `[x, for x in D]`
    fn last_comma(&self) -> Option<Slip> {
        let at = self.before.strip_suffix(',')?.len();
        let closes = matches!(self.token, ")" | "]" | "}");
        let is_for = self.token == "for" && matches!(self.open_bracket(), Some((_, '[' | '{')));
        (closes || is_for).then(|| {
            let word = if is_for { "before `for`" } else { "after the last one" };
            let mut slip = self.replace_from(at, at + 1, "", format!("remove the `,` {word}"))?;
            slip.label = Some((Span::new(self.file, at, at + 1), "nothing follows this comma".into()));
            slip.message = Some(format!("unexpected `{}` after `,`", self.token));
            Some(slip)
        })?
    }

    /// `gcd 4 6`, `g n`, `head [1, 2]`
    fn applied(&self) -> Option<Slip> {
        let name = self.previous_word();
        if matches!(self.open_bracket(), Some((at, '['))
            if self.token == "," && self.text[..at].ends_with(' '))
        {
            let (at, _) = self.open_bracket()?;
            let called = super::last_word(self.text[..at].trim_end());
            return advise(habit(called, Use::Called)?.help());
        }
        if self.token == "\"" && self.declares(name) && self.before.len() < self.at {
            let end = self.end() + self.rest_of_line().find('"')? + 1;
            let written = format!("({})", self.text_between(self.at, end)?);
            let help = format!("put the arguments in parentheses: `{name}{written}`");
            return self.replace_from(self.before.len(), end, &written, help);
        }
        let begins = self.token.starts_with(|c: char| c.is_alphanumeric()) && !(self.is_reserved)(self.token);
        let is_known = FUNCTIONS.contains(&name) || self.declares(name);
        let is_verb = matches!(self.token, "has" | "have" | "is" | "are");
        if !begins
            || is_verb
            || !is_known
            || self.before.len() == self.at
            || self.is_decimal()
            || self.expects("`=`")
        {
            return None;
        }
        let (mut given, mut end) = (Vec::new(), self.at);
        loop {
            let at = skip_blanks(self.text, end);
            let word = token_at(self.text, at);
            let is_operand = word.starts_with(char::is_alphanumeric) && !(self.is_reserved)(word);
            if !is_operand || self.text[at + word.len()..].starts_with(['(', '[']) {
                break;
            }
            given.push(word);
            end = at + word.len();
        }
        let next = token_at(self.text, skip_blanks(self.text, end));
        let written = format!("({})", given.join(", "));
        let is_whole = matches!(next, "" | ")" | "==" | "!=" | "<" | ">" | "<=" | ">=" | "+" | "=" | "}");
        match is_whole && !given.is_empty() && (given.len() > 1 || next != "+") {
            true => {
                let help = format!("put the arguments in parentheses: `{name}{written}`");
                self.replace_from(self.before.len(), end, &written, help)
            }
            false => advise(format!("put the arguments in parentheses: `{name}(…)`")),
        }
    }

    /// Whether a game or a function with this name is declared in the text.
    pub(super) fn declares(&self, name: &str) -> bool {
        let declares = |word: &str| {
            self.text.match_indices(word).any(|(at, _)| {
                let after = self.text[at + word.len()..].trim_start();
                after.strip_prefix(name).is_some_and(|it| it.trim_start().starts_with('('))
            })
        };
        !name.is_empty() && (declares("game ") || declares("fn "))
    }

    /// `` a `mod` b ``, and what `sign_elsewhere` recognises.
    fn mark(&self) -> Option<Slip> {
        match self.token {
            "`" => {
                let rest = &self.text[self.end()..];
                let name = token_at(rest, 0);
                let mut slip = match name {
                    "div" | "mod" | "xor" | "and" | "or" if rest[name.len()..].starts_with('`') => self
                        .replace_from(self.at, self.end() + name.len() + 1, name, format!("write `{name}`")),
                    _ => advise(format!("put arguments in parentheses: `{name}(a, b)`")),
                }?;
                slip.message = Some("unexpected backquote".into());
                Some(slip)
            }
            _ => self.sign_elsewhere(),
        }
    }

    /// `*3`
    fn nimber(&self) -> Option<Slip> {
        let heap = token_at(self.text, self.end());
        advise(format!("`*{heap}` is a heap of Nim with {heap}; values are numbers: `sg(P) == {heap}`"))
    }

    /// `⟨1, 2⟩`, `*3`, `1,000`, `losing(P).`, `std::min`
    fn sign_elsewhere(&self) -> Option<Slip> {
        match self.token {
            "⟨" | "〈" => advise("write a pair in parentheses: `(1, 2)`"),
            "*" if self.before.len() == self.at && self.before.ends_with('*') => {
                self.replace_from(self.at - 1, self.end(), "^", "write `^` for powers")
            }
            "*" if !self.is_after_operand()
                && self.text[self.end()..].starts_with(|c: char| c.is_ascii_digit()) =>
            {
                self.nimber()
            }
            "," | "'" if self.separates_thousands() => {
                self.replace("", "write the digits of a number without a separator")
            }
            "." if self.is_after_operand() && self.rest_of_line().trim().is_empty() => {
                self.replace("", "remove the full stop")
            }
            ":" if self.text[self.end()..].starts_with(':')
                && self.item != "fn"
                && self.previous_word().starts_with(char::is_alphabetic) =>
            {
                self.prefix_or_element()
            }
            ":" if self.is_after_operand()
                && self.rest_of_line().trim_start_matches([':', ' ']).starts_with('[')
                && self.item != "game" =>
            {
                advise("write `[x] ++ xs` to put an element before a list")
            }
            ":" if self.previous_word() == "misere" && self.is_name_of_claim() => advise(
                "for misère play write `misere` before each position, `losing(misere P)`; a claim's name is a text: `claim \"misere\": …`",
            ),
            ":" if self.previous_word() == "misere" => {
                self.replace("", "remove the `:`: `misere` stands before the position")
            }
            "\"" if self.before.len() == self.at && self.previous_word().len() == 1 => {
                advise("a text has no prefix: join its parts with `++`")
            }
            "\"" if self.before.ends_with('"') && self.item != "claim" => advise("write `++` to join texts"),
            "," if self.before.contains('[') && self.is_index() => self.second_index(),
            "choose" if self.is_after_operand() => advise("there are no binomials: write the product out"),
            ";" if matches!(self.open_bracket(), Some((_, '[' | '{'))) && self.is_in_elements() => {
                self.comma(self.at, self.end(), "write `,` between elements")
            }
            ";" if self.item == "move"
                && self.before.ends_with(')')
                && self.next_word() != "->"
                && self.rest_of_line().trim_start().contains('(')
                && !self.rest_of_line().contains("move")
                && self.open_bracket().is_some_and(|(_, it)| it == '{') =>
            {
                advise("write a move for each position, or `P + Q` for their sum")
            }
            "be" if self.item == "let" => self.replace("=", "write `=` to define a name"),
            "⊢" | "⊨" => advise("write `=>` between statements"),
            _ => None,
        }
    }

    /// Whether the word before the token follows `claim`.
    fn is_name_of_claim(&self) -> bool {
        let head = self.before.strip_suffix(self.previous_word());
        head.is_some_and(|head| super::last_word(head.trim_end()) == "claim")
    }

    /// Whether the `[` around the token begins an index: it stands directly behind an operand.
    fn is_index(&self) -> bool {
        let Some((at, '[')) = self.open_bracket() else { return false };
        let head = &self.text[..at];
        head.ends_with(|c: char| c.is_alphanumeric() || matches!(c, '_' | ']'))
            || super::is_function(super::last_word(head.trim_end()))
    }

    /// `xs with [i] -> v`, `xs but [i] = v`
    fn updated(&self) -> Option<Slip> {
        let is_with = matches!(self.token, "but" | "wiht" | "wth" | "wit" | "whith" | "where" | "replacing");
        if is_with && self.is_after_operand() && self.next_word() == "[" {
            return self.replace("with", "write `with`: `xs with [i] = v`");
        }
        let inner = self.before.strip_suffix(']').filter(|_| self.token == "->")?;
        let (at, _) = Place { before: inner, ..*self }.open_bracket()?;
        (super::last_word(self.before[..at].trim_end()) == "with")
            .then(|| self.replace("=", "write `=` before the new value: `xs with [i] = v`"))?
    }

    /// Whether the token stands behind an element of a collection: the bracket around it follows
    /// another bracket, `=`, `,` or `in`.
    fn is_in_elements(&self) -> bool {
        let Some((at, _)) = self.open_bracket() else { return false };
        let head = self.text[..at].trim_end();
        self.is_after_operand()
            && !self.in_graph()
            && (head.ends_with(['=', '(', '[', '{', ',']) || head.ends_with(" in"))
    }

    /// Whether the token stands between the digits of one number.
    fn separates_thousands(&self) -> bool {
        let behind = &self.text[self.end()..];
        let digits = behind.chars().take_while(char::is_ascii_digit).count();
        let before = self.before.chars().rev().take_while(char::is_ascii_digit).count();
        self.before.len() == self.at
            && digits == 3
            && (1..=3).contains(&before)
            && (self.token == "'" || self.item == "claim" && self.open_bracket().is_none())
    }
}
