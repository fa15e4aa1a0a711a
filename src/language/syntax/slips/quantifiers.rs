//! Mistakes in quantifiers, and other words for `forall` and `exists`.

use super::bounds::last_part;
use super::{Place, advise, first_outside, last_word};
use crate::syntax::errors::{EXISTS_BODY, Slip};
use crate::syntax::habits::{Use, habit};
use crate::syntax::tokens::skip_blanks;

/// Advice on where the body of a quantifier begins.
const COLON: &str = "write `:` before the body: `forall n in D: …`";

/// Advice on where the body of a quantifier over all naturals begins.
const COLON_ALONE: &str = "write `:` before the body: `forall n: …`";

impl Place<'_> {
    /// Whether a variable with its domain follows the token: `losing(g(a)), a in 0..5`.
    pub(super) fn is_binder_behind(&self) -> bool {
        let mut words = self.code_on_line().split_whitespace();
        let name = words.next().unwrap_or("");
        words.next() == Some("in") && name.starts_with(char::is_alphabetic) && !(self.is_reserved)(name)
    }

    /// Returns the text between the last `forall` or `exists` and the token; `None` if there is no
    /// quantifier, or if a `:` stands between them.
    pub(super) fn quantified(&self) -> Option<&str> {
        let start =
            ["forall", "exists"].iter().filter_map(|word| self.before.rfind(word).map(|at| at + 6)).max()?;
        let head = &self.before[start..];
        (!head.contains(':')).then_some(head)
    }

    /// `for all`, `there exists`, `forall n < 5`, `forall n: nat`.
    pub(super) fn quantifier(&self) -> Option<Slip> {
        self.binders_with_colons()
            .or_else(|| self.superfluous())
            .or_else(|| self.condition_behind_colon())
            .or_else(|| self.other_words())
            .or_else(|| self.typed_variable())
            .or_else(|| self.head())
    }

    /// `forall n in D: where c: …`
    fn condition_behind_colon(&self) -> Option<Slip> {
        let head = self.before.strip_suffix("where")?.trim_end().strip_suffix(':')?;
        let help = "a condition stands before the `:`: `forall n in D if c: …`";
        self.replace_from(head.len(), self.before.len(), " if", help)
    }

    /// `take(all k in 1..=n)`, `exists an n in D`
    fn superfluous(&self) -> Option<Slip> {
        match (self.previous_word(), self.token, self.next_word()) {
            ("all" | "every" | "each" | "any" | "some", name, "in")
                if self.item == "move"
                    && self.before.contains('(')
                    && name.starts_with(char::is_alphabetic) =>
            {
                let from = self.before.len() - self.previous_word().len();
                let help = format!("a move has a choice for each value: `{name} in D`");
                self.replace_from(from, self.at, "", help)
            }
            ("all" | "every" | "each", name, "in")
                if self.word_before_previous() == "for"
                    && name.starts_with(char::is_alphabetic)
                    && self.open_bracket().is_some() =>
            {
                let from = self.before.len() - self.previous_word().len();
                self.replace_from(from, self.at, "", format!("write `for {name} in D`"))
            }
            ("a" | "an" | "some", name, "in")
                if name.starts_with(char::is_alphabetic) && self.word_before_previous() == "exists" =>
            {
                let from = self.before.len() - self.previous_word().len();
                self.replace_from(from, self.at, "", format!("write `exists {name} in D: …`"))
            }
            _ => None,
        }
    }

    // Long: an arm for each phrase.
    fn other_words(&self) -> Option<Slip> {
        match (self.previous_word(), self.token, self.next_word()) {
            (_, "for", _) if self.expects("a clause") => None,
            (_, "for", _) if self.before.ends_with(['[', '{', '(']) => {
                advise("the element comes first: `[x for x in D]`")
            }
            (_, "for", _)
                if self.item == "claim"
                    && self.is_after_operand()
                    && self.open_bracket().is_none()
                    && !self.says_repeats() =>
            {
                advise("the quantifier comes first: `claim forall n in D: …`")
            }
            (_, "for", "all" | "each" | "any" | "every") => {
                let end = skip_blanks(self.text, self.end()) + self.next_word().len();
                self.whole_quantifier(self.at, end, "forall")
                    .or_else(|| self.replace_from(self.at, end, "forall", "write `forall` as one word"))
            }
            (_, "for", "some") => {
                let end = skip_blanks(self.text, self.end()) + self.next_word().len();
                self.whole_quantifier(self.at, end, "exists")
                    .or_else(|| self.replace_from(self.at, end, "exists", "write `exists n: …`"))
            }
            ("there" | "There", "exists" | "exist" | "is", _) => {
                let start = self.before.len() - "there".len();
                self.whole_quantifier(start, self.end(), "exists")
                    .or_else(|| self.replace_from(start, self.end(), "exists", "write `exists n: …`"))
            }
            ("claim", "for", _) => self.replace("forall", "write `claim forall n in D: …`"),
            (_, "for", _) if self.expected == "an expression" => self.replace(
                "forall",
                "write `forall n in D: …`; in brackets the element comes first: `[x for x in D]`",
            ),
            ("all" | "every" | "each", name, "in") if name.starts_with(char::is_alphabetic) => self
                .replace_from(
                    self.before.len() - self.previous_word().len(),
                    self.before.len(),
                    "forall",
                    "write `forall n in D: …`",
                ),
            ("any" | "some", name, "in") if name.starts_with(char::is_alphabetic) => {
                let from = self.before.len() - self.previous_word().len();
                self.replace_from(from, self.before.len(), "exists", "write `exists n in D: …`")
            }
            ("every" | "each" | "all" | "Forall" | "ForAll" | "FORALL" | "All", name, ":" | "in" | ",")
                if self.item == "claim" && name.chars().count() <= 2 =>
            {
                let from = self.before.len() - self.previous_word().len();
                self.replace_from(from, self.before.len(), "forall", "write `forall n: …`")
            }
            ("some" | "any" | "Exists" | "EXISTS", name, ":" | "in")
                if self.item == "claim" && name.chars().count() <= 2 =>
            {
                let from = self.before.len() - self.previous_word().len();
                self.replace_from(from, self.before.len(), "exists", "write `exists n: …`")
            }
            ("no", name, ":" | "in") if self.item == "claim" && name.chars().count() <= 2 => {
                let from = self.before.len() - self.previous_word().len();
                self.replace_from(from, self.before.len(), "not exists", "write `not exists n: …`")
            }
            ("unique", _, _) if self.before.ends_with("exists unique") => {
                advise("count them: `count(c for n in D) == 1`")
            }
            ("exists", "!", _) | (_, "∃", "!") => self.counted_once(),
            _ => None,
        }
    }

    /// Mistakes between a quantifier and the `:` before its body.
    // Long: a case for each slip.
    fn head(&self) -> Option<Slip> {
        let (name, end) = (self.previous_word(), self.end());
        let head = self.quantified()?;
        let bound = self.text[end..].split([':', ',', '\n']).next().unwrap_or("");
        let bound = bound.split(". ").next().unwrap_or("").trim();
        let has_domain = head.contains(" in ") || head.contains('∈');
        if self.continues(head) {
            return None;
        }
        if head.trim().is_empty() && matches!(self.token, "in" | "∈") {
            return advise("name the variable: `forall n in D: …`");
        }
        if head.trim_start().starts_with('(') && !head.contains(')') {
            return advise("write the variables without parentheses: `forall n in D: …`");
        }
        if self.token == "(" && head.trim() == name && self.declares(name) {
            return advise("a quantifier lists variables, not positions: `forall n: …`");
        }
        if self.token == "{" && !has_domain && !name.is_empty() && head.trim().ends_with(name) {
            return self.body_in_braces_of(head.trim());
        }
        if let Some(slip) = self.compared_variables(head) {
            return Some(slip);
        }
        if let Some(slip) = self.bounded_variable(head).or_else(|| self.compared_variable(head)) {
            return Some(slip);
        }
        match self.token {
            "s" if self.text[self.at..].starts_with("s.t.") && !name.is_empty() => {
                self.replace_from(self.at, self.at + "s.t.".len(), "such that", "write `such that`")
            }
            "st" if !name.is_empty() => self.replace("such that", "write `such that`"),
            ".." | "." if self.before.ends_with('.') || self.text[end..].starts_with('.') => {
                self.inclusive_range()
            }
            "to" | "until" if has_domain => {
                self.replace("..=", format!("write the range `{name}..={}`", self.next_word()))
            }
            "from" if !has_domain => self
                .bounded_by_words(name)
                .or_else(|| advise(format!("write the range: `forall {name} in 0..=5: …`"))),
            "|" if !has_domain && !self.rest_of_line().contains(':') => self.replace(":", COLON_ALONE),
            "|" if !name.is_empty() && !has_domain => {
                self.replace("if", format!("a condition follows `if`: `{name} if {bound}`"))
            }
            "." if has_domain && self.rest_of_line().starts_with(' ') => self.replace(":", COLON),
            "." | "=" if has_domain && self.before.ends_with(|c: char| c.is_ascii_digit()) => {
                advise("write the range `0..5` without 5, or `0..=5` with it")
            }
            "subset" | "⊆" | "⊂" | "subseteq" if !has_domain && !name.is_empty() => {
                let from = skip_blanks(self.text, end);
                let to = super::operand_end(self.text, from);
                let written = format!("in subsets({})", self.text_between(from, to)?);
                self.replace_from(self.at, to, &written, format!("write `{name} {written}`"))
            }
            "∃" | "∀" | "exists" | "forall" if !name.is_empty() && self.before.ends_with(name) => {
                let word = if matches!(self.token, "∃" | "exists") { "exists" } else { "forall" };
                let help = format!("write `:` before the body: `{name}: {word} …`");
                self.replace_from(self.before.len(), end, &format!(": {word} "), help)
            }
            "not" if !has_domain && !name.is_empty() && self.next_word() == "in" => self.replace_from(
                self.at,
                self.at,
                &format!("if {name} "),
                format!("a condition follows `if`: `{name} if {name} not in …`"),
            ),
            "not" | "forall" | "exists" if self.before.ends_with(',') => {
                let comma = self.before.len() - 1;
                match self.token == "not" && self.rest_of_line().contains(':') {
                    true => self.replace_from(
                        comma,
                        comma + 1,
                        " if",
                        "a condition follows `if`: `n in D if not c`",
                    ),
                    false => self.replace_from(comma, comma + 1, ":", COLON),
                }
            }
            "with" if !has_domain && !name.is_empty() && self.is_exists() => self.replace_from(
                self.before.len(),
                self.end(),
                ":",
                "write `:` before the body: `exists n: …`",
            ),
            "with" if !has_domain && !name.is_empty() => {
                self.replace("if", format!("a condition follows `if`: `{name} if {}`", self.condition_here()))
            }
            "." => self.replace(":", "write `:` before the body"),
            ":" if self.before.contains("exists") => None,
            "with" if has_domain && self.is_exists() && !self.rest_of_line().contains(':') => {
                let head = head.trim();
                self.replace(
                    "such that",
                    format!("write `such that` before the body: `exists {head} such that …`"),
                )
            }
            "except" | "but" | "excluding" | "besides" if has_domain => {
                advise("a condition follows `if`: `n in D if n != 3`")
            }
            "∉" => advise(format!("a condition follows `if`: `{name} in D if {name} not in S`")),
            "with" if has_domain => {
                let help =
                    format!("a condition follows `if`: `{} if {}`", head.trim(), self.condition_here());
                self.replace("if", help)
            }
            "odd" | "even" | "prime" | "positive" if !has_domain && !name.is_empty() => {
                property(self.token, name)
            }
            token if matches!(head.trim(), "odd" | "even" | "prime" | "positive") => {
                property(head.trim(), token)
            }
            // In a move the arrow stands before the position.
            "->" if has_domain && self.item == "move" => advise(COLON),
            "->" | "=>" | "→" | "⇒" if has_domain || !name.is_empty() => {
                let word = if self.is_exists() { "exists" } else { "forall" };
                self.replace(":", format!("write `:` before the body: `{word} {}: …`", head.trim()))
            }
            "(" if self.is_called_behind_comma(name) => {
                let comma = self.before.rfind(',')?;
                if self.rest_of_line().contains(':') {
                    let help = format!("a condition follows `if`: `n in D if {name}(…)`");
                    return self.replace_from(comma, comma + 1, " if", help);
                }
                let word = if self.is_exists() { "exists" } else { "forall" };
                let domain = if has_domain { " in D" } else { "" };
                let help = format!("write `:` before the body: `{word} n{domain}: …`");
                self.replace_from(comma, comma + 1, ":", help)
            }
            token if has_domain && token.starts_with(|c: char| c.is_ascii_digit()) => {
                self.listed_domain(head)
            }
            "and" if !name.is_empty() && !has_domain => {
                let end = skip_blanks(self.text, end);
                let help = format!("write `,` between variables: `forall {name}, {}: …`", self.next_word());
                self.comma(self.before.len(), end, help)
            }
            token if head.trim().is_empty() && token.starts_with(|c: char| c.is_ascii_digit()) => {
                advise("name the variable first: `forall n in 0..5: …`")
            }
            token if is_type_word(head.trim()) && token.starts_with(char::is_alphabetic) => {
                let from = self.before.len() - head.trim().len();
                let help = format!("variables have no types: `forall {}: …` covers all naturals", self.token);
                self.replace_from(from, self.at, "", help)
            }
            token if !has_domain && token.starts_with(char::is_alphabetic) && self.begins_body() => {
                self.replace_from(self.before.len(), self.before.len(), ":", COLON_ALONE)
            }
            token
                if !has_domain
                    && token.starts_with(char::is_alphabetic)
                    && !(self.is_reserved)(token)
                    && [name, token].iter().any(|it| it.chars().count() > 2) =>
            {
                advise("a variable has a domain and conditions: `forall n in D if c: …`")
            }
            token if !has_domain && token.starts_with(char::is_alphabetic) && !(self.is_reserved)(token) => {
                let word = if self.is_exists() { "exists" } else { "forall" };
                let domain = self
                    .rest_of_line()
                    .trim_start()
                    .strip_prefix("in ")
                    .and_then(|it| Some(it[..first_outside(it, &[":", ","])?.0].trim()));
                let (both, fix) = match domain {
                    Some(domain) => {
                        (format!("{name} in {domain}, {token} in {domain}"), format!(" in {domain}, "))
                    }
                    None => (format!("{name}, {token}"), ", ".to_string()),
                };
                let help = format!("write `,` between variables: `{word} {both}: …`");
                let slip = self.replace_from(self.before.len(), self.at, &fix, help)?;
                Some(slip.missing(","))
            }
            _ if ["such that", "where", " if "].iter().any(|word| head.contains(word))
                && self.expects("`:`") =>
            {
                advise(EXISTS_BODY)
            }
            "step" | "by" => self.stepped(),
            token
                if has_domain
                    && self.expects("`:`")
                    && self.is_after_operand()
                    && token.starts_with(char::is_alphabetic)
                    && !(self.is_reserved)(token) =>
            {
                let at = self.before.len();
                match self.next_word() {
                    "in" => self.comma(at, at, "write `,` between variables"),
                    _ => self.replace_from(at, at, ":", COLON),
                }
            }
            _ if has_domain && (self.expects("`:`") || self.expects("`in`")) => advise(COLON),
            _ => None,
        }
    }

    /// Whether the quantifier before the token is `exists`.
    pub(super) fn is_exists(&self) -> bool {
        self.before.rfind("exists") > self.before.rfind("forall")
    }

    /// Whether the name before the token, a `(`, is called where another variable should stand:
    /// `exists n in D, losing(…)`.
    fn is_called_behind_comma(&self, name: &str) -> bool {
        let head = self.before.strip_suffix(name);
        let behind_comma = head.is_some_and(|it| it.trim_end().ends_with(','));
        behind_comma && !name.is_empty() && self.before.len() == self.at
    }

    /// `forall n in 0, 1, 2: …`
    fn listed_domain(&self, head: &str) -> Option<Slip> {
        let start = head.rfind(" in ")? + " in ".len();
        let first = head[start..].trim().strip_suffix(',')?;
        let rest = self.text[self.at..].split([':', '\n']).next()?;
        let is_number = |word: &str| !word.is_empty() && word.chars().all(|c| c.is_ascii_digit());
        let all: Vec<&str> = first.split(',').chain(rest.split(',')).map(str::trim).collect();
        if !all.iter().all(|it| is_number(it)) {
            return advise("put the values in braces: `n in {0, 1, 2}`");
        }
        let set = format!("{{{}}}", all.join(", "));
        let from = self.before.len() - head.len() + start;
        self.replace_from(
            from,
            self.at + rest.trim_end().len(),
            &set,
            format!("put the values in braces: `{set}`"),
        )
    }

    /// Whether the token continues the domain or the condition before it: `in A union B`,
    /// `if n > 2 && n < 5`.
    fn continues(&self, head: &str) -> bool {
        let rest = self.rest_of_line();
        let ends_later = rest.contains(':') || rest.contains("such that");
        if !self.is_after_operand() || !ends_later {
            return false;
        }
        let variable = &head[last_part(head)..];
        let is_filtered = [" if ", " where ", " such that "].iter().any(|it| variable.contains(it));
        let is_bound = [" in ", "∈"].iter().any(|it| variable.contains(it));
        match habit(self.token, Use::Between).and_then(|it| it.by) {
            Some("|" | "&" | "-" | "+" | "*" | "mod" | "div" | "xor") => is_filtered || is_bound,
            Some("and" | "or" | "==" | "!=" | "<=") => is_filtered,
            _ => self.token == "=" && is_filtered,
        }
    }

    /// Whether the token begins the body, not another variable: it is called, or no `:`, `,` or
    /// `in` follows it on the line.
    fn begins_body(&self) -> bool {
        let rest = self.rest_of_line();
        let is_name = !(self.is_reserved)(self.token);
        is_name && (rest.starts_with('(') || !rest.contains([':', ',']) && !rest.contains(" in "))
    }

    /// `forall n: nat: …`, `forall n: 0..5: …`
    fn typed_variable(&self) -> Option<Slip> {
        if self.token == ":"
            && let Some((head, range)) = self.before.rsplit_once(':')
            && range.contains("..")
        {
            let name = last_word(head.trim_end());
            let is_head = ["forall", "exists"].iter().any(|word| {
                head.trim_end().strip_suffix(name).is_some_and(|it| it.trim_end().ends_with(word))
            });
            let by = format!(" in {}", range.trim());
            return is_head.then(|| {
                let help = format!("variables are bound by `in`: `{name} in {}`", range.trim());
                self.replace_from(head.len(), self.before.len(), &by, help)
            })?;
        }
        if !matches!(self.token, ":" | ",") || !["nat", "int", "N", "ℕ"].contains(&self.previous_word()) {
            return None;
        }
        let (head, _) = self.before.rsplit_once(':')?;
        let words: Vec<&str> = head.split_whitespace().rev().take(2).collect();
        let [name, "forall" | "exists"] = words.as_slice() else { return None };
        let from = head.trim_end().len();
        let help = format!("variables have no types: `forall {name}: …` covers all naturals");
        self.replace_from(from, self.before.len(), "", help)
    }
}

/// Advice for a property before the variable, as in `forall even n`.
fn property(word: &str, name: &str) -> Option<Slip> {
    advise(match word {
        "positive" => format!("a condition follows `if`: `{name} if {name} > 0`"),
        "prime" => format!("a condition follows `if`: `{name} if is_prime({name})`"),
        _ => format!("a condition follows `if`: `{name} if {word}({name})`"),
    })
}

/// Whether a word describes numbers, so that it is not meant as a variable: `natural` in
/// `forall natural n`.
fn is_type_word(word: &str) -> bool {
    matches!(word, "nat" | "int" | "natural" | "integer" | "number" | "positive")
        || word.len() > 1 && habit(word, Use::Type).is_some_and(|it| matches!(it.by, Some("nat" | "int")))
}
