//! Mistakes in claims, and in calls without parentheses.

use super::forms::is_type;
use super::{Place, advise, last_word};
use crate::syntax::errors::Slip;
use crate::syntax::habits::{Use, habit};
use crate::syntax::tokens::{skip_blanks, token_at};

/// Functions of one argument that are recognised when they are called without parentheses:
/// `winning nim(3)`. The first three ask about outcomes.
pub(super) const CALLED: [&str; 12] =
    ["winning", "losing", "drawn", "sg", "moves", "remoteness", "even", "odd", "len", "floor", "abs", "sqrt"];

/// Words that begin proofs in proof assistants, after `by`.
const TACTICS: [&str; 9] =
    ["simp", "omega", "decide", "induction", "auto", "norm_num", "ring", "lia", "blast"];

impl Place<'_> {
    /// `losing(P) by simp`, `losing(P) := by decide`
    pub(super) fn proof_script(&self) -> Option<Slip> {
        let words = self.text[self.at..].trim_start_matches(":=").trim_start();
        let tactic = words.strip_prefix("by").map_or("", |rest| token_at(rest, skip_blanks(rest, 0)));
        (self.is_after_operand() && TACTICS.contains(&tactic)).then(|| {
            Slip::new("a claim has no proof script: gspec looks for a proof itself, so end the claim here")
        })
    }

    /// `repeats with period 7`, `repeats 7`, `repeats`
    fn period(&self) -> Option<Slip> {
        if matches!(self.token, "with" | "at" | "in") && self.next_word() == "period" {
            let end = skip_blanks(self.text, self.end()) + "period".len();
            return self.replace_from(self.at, end, "every", "write `repeats every` before the period");
        }
        if !self.token.starts_with(|c: char| c.is_ascii_digit()) {
            return advise("say with which period: `repeats every 7`, or `repeats every 7 from 3`");
        }
        self.replace_from(self.at, self.at, "every ", format!("write `repeats every {}`", self.token))
    }

    /// Mistakes in claims.
    pub(super) fn claim(&self) -> Option<Slip> {
        if self.expected == "`every`" {
            return self.period();
        }
        let after_word = self.before.rsplit("claim").next().unwrap_or("").trim_start();
        if self.item == "claim"
            && self.token == ":"
            && self.before.ends_with('"')
            && after_word.starts_with(':')
        {
            return advise("the name comes before the colon: `claim \"name\": …`");
        }
        if self.item == "claim"
            && self.token == ":"
            && self.before.ends_with('"')
            && after_word.starts_with('"')
            && after_word.matches('"').count() == 4
        {
            return advise("a claim has one name: `claim \"name\": …`");
        }
        let is_mark = matches!(self.token, ":=" | "->" | "-" | "." | ",");
        if self.item == "claim" && self.expects("`:`") && self.before.ends_with('"') && is_mark {
            return self.replace(":", "write `:` after the claim's name");
        }
        if self.item == "claim" && self.expects("`:`") && self.before.ends_with('"') {
            return advise(
                "put `:` after the claim's name, as in `claim \"name\": …`, or before a statement that begins with a text: `claim: \"a\" == …`",
            );
        }
        if self.token == ":"
            && self.item == "claim"
            && self.rest_of_line().trim().is_empty()
            && self.is_after_operand()
        {
            return self.replace("", "the claim ends here: remove the `:`");
        }
        if matches!(
            self.token,
            "starting" | "after" | "for" | "when" | "if" | "where" | "once" | "beginning" | "with"
        ) && self.before.rsplit("claim").next().is_some_and(|it| it.contains(" repeats every "))
        {
            return advise("write where the period begins as a number: `repeats every 7 from 3`");
        }
        self.unquoted_name()
            .or_else(|| self.unquoted_words())
            .or_else(|| self.capital_not())
            .or_else(|| self.misere())
            .or_else(|| self.if_and_only_if())
            .or_else(|| self.only_if())
            .or_else(|| self.condition_behind_claim())
            .or_else(|| self.stated())
            .or_else(|| self.filter_without_element())
            .or_else(|| self.sum_without_plus())
            .or_else(|| self.call_without_parentheses())
            .or_else(|| self.missing_sign())
    }

    /// `repeats every 6 add 3`, `sg(P) adding 3 repeats every 6`
    pub(super) fn growth(&self) -> Option<Slip> {
        if !matches!(self.token, "add" | "plus" | "adding") || !self.is_after_operand() {
            return None;
        }
        match self.before.rsplit("claim").next().is_some_and(|it| it.contains(" repeats every ")) {
            true => self.replace("adding", "write `adding`: `repeats every 6 adding 3`"),
            false if self.token == "adding" => {
                advise("`adding` follows the period: `repeats every 6 adding 3`")
            }
            false => None,
        }
    }

    /// `losing(P) winning(Q)`
    pub(super) fn statement_behind_statement(&self) -> Option<Slip> {
        let is_question = CALLED[..3].contains(&self.token) && self.text[self.end()..].starts_with('(');
        (is_question && self.before.ends_with(')') && self.before.len() < self.at)
            .then(|| self.replace_from(self.at, self.at, "and ", "write `and` between two statements"))?
    }

    /// `claim fives: …`
    fn unquoted_name(&self) -> Option<Slip> {
        let name = self.previous_word();
        let head = self.before.strip_suffix(name)?;
        if self.token != ":"
            || self.item != "claim"
            || name.starts_with(|c: char| c.is_ascii_digit())
            || !head.trim_end().ends_with("claim")
        {
            return None;
        }
        let quoted = format!("\"{name}\"");
        self.replace_from(
            head.len(),
            self.before.len(),
            &quoted,
            format!("a claim's name is a text: `claim {quoted}: …`"),
        )
    }

    /// `NOT x`
    fn capital_not(&self) -> Option<Slip> {
        let word = self.previous_word();
        let from = self.before.len() - word.len();
        matches!(word, "NOT" | "Not")
            .then(|| self.replace_from(from, self.before.len(), "not", "write `not`"))?
    }

    /// `claim multiples of three: …`
    fn unquoted_words(&self) -> Option<Slip> {
        let start = self.before.rfind("claim")? + "claim".len();
        let first = self.before[start..].trim_start();
        let line = &self.text[start..];
        let name = line.split(['\n', ':']).next()?.trim();
        let word = name.split_whitespace().next().unwrap_or("").to_lowercase();
        if ["forall", "exists"].iter().any(|it| strsim::osa_distance(it, &word) <= 2) {
            return None;
        }
        let is_prose = name.split_whitespace().count() > 1
            && name.chars().all(|c| c.is_alphabetic() || c.is_whitespace() || matches!(c, '-' | '\''))
            && line[line.find(name)? + name.len()..].starts_with(':');
        let is_quantifier = |word: &str| {
            matches!(
                word,
                "every"
                    | "each"
                    | "all"
                    | "some"
                    | "any"
                    | "no"
                    | "Forall"
                    | "ForAll"
                    | "FORALL"
                    | "All"
                    | "Exists"
                    | "EXISTS"
            )
        };
        let mut words = name.split_whitespace();
        let first_word = words.next().unwrap_or("");
        if is_quantifier(first_word) && words.clone().count() == 1 && words.all(|it| it.chars().count() <= 2)
        {
            return None;
        }
        let is_new = name.split_whitespace().all(|word| !(self.is_reserved)(word));
        if self.item != "claim" || !is_prose || !is_new || first.contains('"') {
            return None;
        }
        let from = start + line.find(name)?;
        let help = format!("a claim's name is a text: `claim \"{name}\": …`");
        self.replace_from(from, from + name.len(), &format!("\"{name}\""), help)
    }

    /// `misère losing(P)`, `losing(P, misere)`
    fn misere(&self) -> Option<Slip> {
        match self.previous_word() {
            "misère" => {
                let from = self.before.len() - "misère".len();
                let help = "write `misere` without the accent, before the position: `losing(misere P)`";
                self.replace_from(from, self.before.len(), "misere", help)
            }
            word if word != "misere"
                && word.len() > 4
                && !self.declares(word)
                && strsim::osa_distance(word, "misere") <= 2
                && self.declares(self.token) =>
            {
                let from = self.before.len() - word.len();
                self.replace_from(from, self.before.len(), "misere", "did you mean `misere`?")
            }
            "misere" if matches!(self.token, ")" | ",") => {
                advise("`misere` stands before the position: `losing(misere P)`")
            }
            _ => None,
        }
    }

    /// `if and only if`
    fn if_and_only_if(&self) -> Option<Slip> {
        let rest = &self.text[self.at..];
        let words = "if and only if";
        (rest.starts_with(words) && self.is_after_operand())
            .then(|| self.replace_from(self.at, self.at + words.len(), "<=>", "write `<=>`"))?
    }

    /// `claim winning(nim(n)) if n > 0`
    fn condition_behind_claim(&self) -> Option<Slip> {
        let is_outside = self.open_bracket().is_none() && self.is_after_operand();
        (self.item == "claim"
            && matches!(self.token, "if" | "when" | "whenever" | "where" | "provided")
            && is_outside)
            .then(|| self.condition_first())?
    }

    /// `A only if B`
    fn only_if(&self) -> Option<Slip> {
        let words = "only if";
        (self.text[self.at..].starts_with(words) && self.is_after_operand()).then(|| {
            self.replace_from(
                self.at,
                self.at + words.len(),
                "=>",
                "write `=>`: `A => B` means \"A only if B\"",
            )
        })?
    }

    /// `k is odd`, `k is prime`.
    // Long: an arm for each word.
    fn stated(&self) -> Option<Slip> {
        if self.token == "not" && self.is_after_operand() && self.next_word() == "subset" {
            return advise("write `not all(x in B for x in A)`");
        }
        if matches!(self.token, "has" | "have") && self.is_after_operand() {
            return match self.next_word() {
                "period" => self.period_in_words(),
                _ => advise("ask for its value or its outcome: `sg(P) == 1`, `losing(P)`"),
            };
        }
        if !matches!(self.token, "is" | "are") || !self.is_after_operand() {
            return None;
        }
        let operand = self.operand_before();
        // A part of a longer expression is not what the word is about.
        let is_whole = super::begins_statement(&self.before[..self.before.len() - operand.len()]);
        let operand = if operand.is_empty() || !is_whole { "P" } else { operand };
        let next = match self.next_word() {
            article @ ("a" | "an" | "the") => {
                let at = skip_blanks(self.text, skip_blanks(self.text, self.end()) + article.len());
                token_at(self.text, at)
            }
            word => word,
        };
        advise(match next {
            "not" => "write `not` before the statement, or `!=` to compare".to_string(),
            word if self.token == "is" && word.starts_with(|c: char| c.is_ascii_digit() || c == '"') => {
                return self.replace("==", "write `==` to compare");
            }
            word @ ("subset" | "superset" | "contained" | "included") => {
                let [small, large] = if word == "superset" { ["B", "A"] } else { ["A", "B"] };
                format!("write `all(x in {large} for x in {small})`, or `{small} - {large} == {{}}`")
            }
            "in" => {
                let end = skip_blanks(self.text, self.end());
                return self.replace_from(self.at, end, "", format!("remove `{}`", self.token));
            }
            word @ ("even" | "odd") => format!("write `{word}({operand})`"),
            word @ ("prime" | "square") => format!("write `is_{word}({operand})`"),
            "periodic" => return self.period_in_words(),
            "lost" | "P" | "losing" if is_whole && self.is_after_position() => {
                format!("write `losing({operand})`")
            }
            "won" | "N" | "winning" if is_whole && self.is_after_position() => {
                format!("write `winning({operand})`")
            }
            "lost" | "P" | "losing" => "write `losing(P)`".to_string(),
            "won" | "N" | "winning" => "write `winning(P)`".to_string(),
            "divisible" => {
                let by = self.rest_of_line().split(" by ").nth(1).unwrap_or("k").trim_start();
                let end = super::operand_end(by, 0);
                let by = if super::ends_statement(&by[end..]) { &by[..end] } else { "k" };
                let operand = if is_whole { operand } else { "n" };
                format!("write `{operand} mod {by} == 0`")
            }
            "misère" | "misere" => "write `losing(misere P)` or `winning(misere P)`".to_string(),
            _ if self.begins_statement_of_play() => {
                return self.replace("<=>", "write `<=>` between statements");
            }
            word if word.starts_with(|c: char| c.is_alphabetic()) && self.word_ends_line(word)
                || word == "["
                || word == "{" =>
            {
                return self.replace("==", "write `==` to compare");
            }
            _ => "write `losing(P)`, `winning(P)`, `even(n)`, `sg(P) == 0`".to_string(),
        })
    }

    /// Whether the statement before the token asks who wins: `losing(P) is (a == b)`.
    fn begins_statement_of_play(&self) -> bool {
        let Some(inner) = self.before.strip_suffix(')') else { return false };
        let open = Place { before: inner, ..*self }.open_bracket();
        open.is_some_and(|(at, _)| CALLED[..3].contains(&last_word(&self.before[..at])))
    }

    /// Whether `word`, which follows the token, is the last word of its line, or precedes a `)` or
    /// a logical operator.
    fn word_ends_line(&self, word: &str) -> bool {
        let rest = self.code_on_line();
        let behind = rest.strip_prefix(word).unwrap_or(rest).trim_start();
        behind.is_empty() || ["and ", "or ", "=>", "<=>", ")"].iter().any(|it| behind.starts_with(it))
    }

    /// `{n in D if c}`
    fn filter_without_element(&self) -> Option<Slip> {
        let (at, bracket) = self.open_bracket()?;
        let inner = &self.before[at + bracket.len_utf8()..];
        let values = inner.split_once(" in ").or_else(|| inner.split_once('∈'));
        let name = values.map_or("", |(name, _)| name.trim());
        // In the braces of a game, the text before ` in ` is not a single name or tuple.
        let is_pattern = name.starts_with('(') || !name.contains(char::is_whitespace);
        match self.token {
            "if" | "where" | "such" | "st" | "when" if inner.contains(" for ") && !inner.contains("->") => {
                self.replace("if", "write `if` before the condition")
            }
            "if" | "where" | "such" | "st" | "when" if !name.is_empty() && is_pattern => {
                advise(format!("name the element first: `{name} for {} if …`", inner.trim()))
            }
            "if" | "where" | "such" if bracket == '{' && last_word(inner) == inner && !inner.is_empty() => {
                advise(format!("give the element its values: `{inner} for {inner} in D if …`"))
            }
            _ => None,
        }
    }

    /// `nim(3) nim(4)`
    fn sum_without_plus(&self) -> Option<Slip> {
        let is_call = self.token.starts_with(|c: char| c.is_alphabetic() || c == '_')
            && self.text[self.end()..].starts_with('(')
            && !(self.is_reserved)(self.token);
        if !is_call || !self.before.ends_with(')') || CALLED.contains(&self.token) {
            return None;
        }
        let open = self.before.rfind('(')?;
        let first = &self.before[..open];
        let name = first.rsplit(|c: char| !(c.is_alphanumeric() || c == '_')).next()?;
        let is_name = name.starts_with(|c: char| c.is_alphabetic() || c == '_');
        (is_name && !CALLED.contains(&name) && !(self.is_reserved)(name))
            .then(|| self.replace_from(self.at, self.at, "+ ", "write `+` between the components of a sum"))?
    }

    /// `2 nim(3)`, `w(a b)`
    fn missing_sign(&self) -> Option<Slip> {
        let last = self.before.chars().next_back()?;
        let is_name = self.token.starts_with(|c: char| c.is_alphanumeric() || c == '_')
            && !(self.is_reserved)(self.token);
        if !self.is_after_operand() || self.before.len() == self.at || !is_name {
            return None;
        }
        if last.is_ascii_digit() && self.text[self.end()..].starts_with('(') {
            let count = self.previous_word();
            let help = format!("write `{count}*{}(…)` for copies of a component", self.token);
            return self.replace_from(self.before.len(), self.at, "*", help);
        }
        if matches!(self.token, "step" | "by") && self.before.rsplit(" in ").next()?.contains("..") {
            return self.stepped();
        }
        if let "odd" | "even" | "prime" | "square" = self.token {
            let operand = self.previous_word();
            let name = if matches!(self.token, "prime" | "square") { "is_" } else { "" };
            if self.item == "move" && self.word_before_previous() == "move" {
                let condition = format!("{name}{}(k)", self.token);
                return advise(format!(
                    "the choices stand in parentheses, and conditions follow `when`: `move {operand}(k in 1..=n) when {condition} -> …`"
                ));
            }
            if self.expected == "`in`" && self.item == "move" {
                return advise(format!(
                    "conditions follow `when`: `move m(…) when {name}{}({operand}) -> …`",
                    self.token
                ));
            }
            return advise(format!("write `{name}{}({operand})`", self.token));
        }
        match self.open_bracket()? {
            (open, '{') if last_word(self.text[..open].trim_end()) == "graph" || self.in_graph() => {
                advise("write an edge: `1 -> 2`, or `1 - 2` in `graph undirected`")
            }
            (_, '(') if self.item == "move" || is_type(self.previous_word()) => {
                Some(Slip::new("write `,` between arguments, or an operator").missing(","))
            }
            (_, '(') => {
                let help = "write `,` between arguments, or an operator";
                self.comma(self.before.len(), self.at, help)
            }
            (_, '[' | '{') if last.is_ascii_digit() && self.token.chars().all(|c| c.is_ascii_digit()) => {
                self.comma(self.before.len(), self.at, "write `,` between elements")
            }
            _ => None,
        }
    }

    /// `winning nim(3)`, `even 4`.
    fn call_without_parentheses(&self) -> Option<Slip> {
        let name = self.previous_word();
        if self.token == "of"
            && let Some(by) = habit(name, Use::Called).and_then(|it| it.by)
        {
            return advise(format!("write `{by}(…)`"));
        }
        let is_word =
            (self.is_reserved)(self.token) && !matches!(self.token, "misere" | "anti" | "if" | "not");
        let begins = self.token.starts_with(|c: char| c.is_alphanumeric() || c == '"') && !is_word;
        if begins && matches!(name, "player" | "Player") {
            return advise("ask about the player to move: `winning(P)`, or `losing(P)` for the other player");
        }
        if let Some(found) = habit(name, Use::Called).filter(|it| it.by.is_none() && it.asks_about_play())
            && begins
            && self.before.len() < self.at
        {
            return advise(found.help());
        }
        if let Some(by) = habit(name, Use::Called).and_then(|it| it.by)
            && begins
            && self.before.len() < self.at
        {
            return advise(format!("write `{by}({})`", self.argument()));
        }
        let is_number = self.token.chars().all(|c| c.is_ascii_digit()) && !self.token.is_empty();
        if is_number
            && !self.is_decimal()
            && self.is_after_operand()
            && name.starts_with(char::is_alphabetic)
            && !CALLED.contains(&name)
        {
            if !self.declares(name) {
                return self.side_by_side(name);
            }
            let help = format!("put the fields in parentheses: `{name}({})`", self.token);
            return self.replace_from(self.before.len(), self.end(), &format!("({})", self.token), help);
        }
        if !CALLED.contains(&name) || !begins || self.before.len() == self.at {
            return None;
        }
        advise(format!("put the argument in parentheses: `{name}({})`", self.argument()))
    }

    /// Returns the argument that begins with the token, for a help: a text, a number, a name or a
    /// position, with long parentheses as `(…)`; `…` if an operator follows the argument.
    fn argument(&self) -> String {
        if self.token == "\"" {
            let text = self.rest_of_line().split('"').next().unwrap_or("");
            return format!("\"{text}\"");
        }
        let (mut words, mut at) = (self.token.to_string(), self.end());
        if matches!(self.token, "misere" | "anti") {
            let from = skip_blanks(self.text, at);
            let game = token_at(self.text, from);
            words.push_str(&format!(" {game}"));
            at = from + game.len();
        }
        if self.text[at..].starts_with('(') {
            let end = super::operand_end(self.text, at);
            words.push_str(if end - at <= 40 { &self.text[at..end] } else { "(…)" });
            at = end;
        } else if self.declares(self.token) {
            let from = skip_blanks(self.text, at);
            let field = token_at(self.text, from);
            if field.starts_with(char::is_alphanumeric) && !(self.is_reserved)(field) {
                words.push_str(&format!("({field})"));
                at = from + field.len();
            }
        }
        let behind = self.text[at..].trim_start_matches(' ');
        if behind.starts_with(['*', '+', '-', '/', '^']) && !behind.starts_with("//") {
            return "…".to_string();
        }
        words
    }
}
