//! Words and signs in a binder, or behind its values, where another sign or nothing should stand:
//! `k in 1..=n && k < 3`, `k for k < 5`, `sum(k : k in 0..9)`, `move m(forall k in 1..=n)`.

use super::bounds::{last_part, part_end};
use super::{Place, advise, last_word};
use crate::syntax::errors::Slip;
use crate::syntax::habits::{Use, habit};
use crate::syntax::tokens::{skip_blanks, token_at};

/// Advice for a quantifier in the binders of a move.
const EACH: &str = "a move has a choice for each value: write `k in 1..=n` alone";

/// Functions that combine all elements of a collection to one value.
const AGGREGATES: [&str; 9] = ["sum", "product", "count", "min", "max", "any", "all", "xor", "mex"];

/// The construction that a binder belongs to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Binds {
    Quantifier,
    Elements,
    Move,
}

/// The binder that ends before an unexpected token.
struct Binder<'a> {
    binds: Binds,
    /// The text of the binder, such as `k in 1..=n if odd(k)`, or a name without values.
    variable: &'a str,
    /// Whether the binder has a condition already.
    is_filtered: bool,
}

impl Place<'_> {
    /// Mistakes in the binders of quantifiers, comprehensions and moves.
    pub(super) fn in_binder(&self) -> Option<Slip> {
        self.quantifier_in_move()
            .or_else(|| self.named_argument())
            .or_else(|| self.pair_behind_for())
            .or_else(|| self.function_of_binder())
            .or_else(|| self.word_behind_comma())
            .or_else(|| self.range_with_colon())
            .or_else(|| self.range_with_other_dots())
            .or_else(|| self.other_in())
            .or_else(|| self.behind_values())
            .or_else(|| self.behind_comma())
            .or_else(|| self.bracketed_condition())
            .or_else(|| self.compared_element())
            .or_else(|| self.element_of_binder())
    }

    /// `move m(forall k in 1..=n)`
    fn quantifier_in_move(&self) -> Option<Slip> {
        let begins = self.before.ends_with(['(', ',']) && self.is_in_binders_of_move();
        let end = match self.token {
            "∀" | "∃" | "forall" | "exists" if begins => self.end(),
            "for" if begins => match self.next_word() {
                "all" | "each" | "every" | "any" | "some" => {
                    skip_blanks(self.text, self.end()) + self.next_word().len()
                }
                _ => self.end(),
            },
            _ => return None,
        };
        self.replace_from(self.at, skip_blanks(self.text, end), "", EACH)
    }

    /// Whether the token stands between the parentheses behind the name of a move.
    fn is_in_binders_of_move(&self) -> bool {
        let Some((open, '(')) = self.open_bracket() else { return false };
        let head = self.before[..open].trim_end();
        let name = last_word(head);
        !name.is_empty() && last_word(head[..head.len() - name.len()].trim_end()) == "move"
    }

    /// Returns the construction to which the binders before the token belong, and the offset at
    /// which these binders begin; `None` if the token does not follow binders.
    fn binders(&self) -> Option<(Binds, usize)> {
        let start = self.open_bracket().map_or(0, |(at, bracket)| at + bracket.len_utf8());
        let inside = &self.before[start..];
        let behind = |words: &[&str]| words.iter().filter_map(|it| Some(inside.rfind(it)? + it.len())).max();
        let quantified = behind(&["forall ", "exists ", "∀", "∃"]).filter(|at| !inside[*at..].contains(':'));
        let (binds, from) = match (quantified, behind(&[" for "])) {
            (Some(at), _) => (Binds::Quantifier, start + at),
            (None, Some(at)) if start > 0 => (Binds::Elements, start + at),
            _ if self.is_in_binders_of_move() => (Binds::Move, start),
            _ => return None,
        };
        (!goes_on_elsewhere(&self.before[from..])).then_some((binds, from))
    }

    /// Returns the binder that ends before the token; `None` if it has no values, unless it is the
    /// name of a quantifier's variable.
    fn binder_before(&self) -> Option<Binder<'_>> {
        let (binds, from) = self.binders()?;
        let head = &self.before[from..];
        let variable = head[last_part(head)..].trim();
        let is_alone = binds == Binds::Quantifier && !variable.is_empty() && last_word(variable) == variable;
        let is_bound = is_alone || binds_values(variable);
        let is_filtered = [" if ", " where ", " such that "].iter().any(|it| variable.contains(it));
        (is_bound && self.is_after_operand()).then_some(Binder { binds, variable, is_filtered })
    }

    /// Whether a binder with its values ends before the token.
    pub(super) fn is_behind_binder(&self) -> bool {
        self.binder_before().is_some_and(|it| binds_values(it.variable) && !it.is_filtered)
    }

    /// The text behind the token up to the end of the binder.
    pub(super) fn condition_here(&self) -> &str {
        let rest = self.rest_of_line();
        rest[..part_end(rest)].trim()
    }

    /// `exists n in D, such that c`, `forall n in D, where c: …`: the word was read as another variable.
    fn word_behind_comma(&self) -> Option<Slip> {
        let word = self.previous_word();
        let is_word = word == "where" || word == "such" && self.token == "that";
        let head = self.before.strip_suffix(word).filter(|_| is_word)?.trim_end().strip_suffix(',')?;
        let inner = Place { before: head.trim_end(), ..*self };
        inner.binder_before()?;
        self.replace_from(head.len(), head.len() + 1, "", format!("remove the `,` before `{word}`"))
    }

    /// `k on 1..=n`, `(x, y) of D`
    fn other_in(&self) -> Option<Slip> {
        let head = match self.before.strip_suffix(')') {
            Some(inner) => &self.before[..Place { before: inner, ..*self }.open_bracket()?.0],
            None => self.before.strip_suffix(self.previous_word())?,
        };
        let head = head.trim_end();
        let begins = head.ends_with(['(', ',']) || matches!(last_word(head), "for" | "forall" | "exists");
        let is_word = matches!(self.token, "on" | "of" | "within" | "inside" | "into");
        (is_word && begins && self.is_after_operand() && self.before.len() < self.at)
            .then(|| self.replace("in", "write `in` before the values"))?
    }

    /// `k in 1:3` in a move, `k in 1:min(n, 3)`
    fn range_with_colon(&self) -> Option<Slip> {
        let Binder { binds, variable, .. } = self.binder_before().filter(|_| self.token == ":")?;
        let next = skip_blanks(self.text, self.end());
        let end = super::operand_end(self.text, next);
        let is_called = self.text_between(next, end)?.ends_with(')');
        let range = format!("{}..={}", self.previous_word(), self.text_between(next, end)?);
        ((is_called || binds == Binds::Move) && has_number_alone(variable)).then(|| {
            self.replace_from(self.before.len(), next, "..=", format!("write the range `{range}`"))
        })?
    }

    /// `k in 1=..n`, `k in 1.=n`
    fn range_with_other_dots(&self) -> Option<Slip> {
        let rest = &self.text[self.at..];
        let digits = rest.len() - rest.trim_start_matches(|c: char| c.is_ascii_digit()).len();
        let (start, sign) = match self.token {
            "=" if rest.starts_with("=..") => (self.at, "=.."),
            _ if digits > 0 && rest[digits..].starts_with(".=") => (self.at + digits, ".="),
            _ => return None,
        };
        self.replace_from(start, start + sign.len(), "..=", "write `..=`: `1..=n` goes from 1 to n")
    }

    /// `n in 0..9 && n > 2`, `k in 1..=n; j in 1..=k`, `k in 1..=n : odd(k)`
    // Long: a case for each slip.
    fn behind_values(&self) -> Option<Slip> {
        if let ("if" | "where" | "when", Some(head)) = (self.token, self.before.strip_suffix(',')) {
            let inner = Place { before: head.trim_end(), ..*self };
            let Binder { binds, variable, .. } = inner.binder_before()?;
            if self.token == "when" && binds == Binds::Move {
                return None;
            }
            let rest = self.condition_here();
            let help = format!("a condition follows the values without a comma: `{variable} if {rest}`");
            return self.replace_from(head.len(), self.end(), " if", help);
        }
        let meant = habit(self.token, Use::Between).and_then(|it| it.by);
        if !matches!(self.token, ";" | "," | ":" | "when") && !matches!(meant, Some("and" | "or")) {
            return None;
        }
        let Binder { binds, variable, is_filtered } = self.binder_before()?;
        let rest = self.rest_of_line();
        let inside = &rest[..closing(rest).unwrap_or(rest.len())];
        let part = inside.split([',', ':']).next().unwrap_or("");
        match (self.token, self.next_word()) {
            ("," | ";", "if") => {
                let word = if self.token == "," { "comma" } else { "semicolon" };
                let condition = part.trim().trim_start_matches("if").trim();
                let help =
                    format!("a condition follows the values without a {word}: `{variable} if {condition}`");
                return self.replace("", help);
            }
            (";", "for") => return self.replace("", "`for` and `if` follow each other without signs"),
            (";", "->") | (":", _) if binds == Binds::Quantifier => return None,
            (":", "[" | "]") => return None,
            _ => {}
        }
        if self.token != ":" && binds_values(part) {
            return match binds {
                Binds::Elements => self.replace_word("for", "write `for` before each variable"),
                _ => self.comma(self.at, self.end(), "write `,` between variables"),
            };
        }
        if is_filtered || self.token == "," && binds != Binds::Elements {
            return None;
        }
        if matches!(self.token, "," | ":") && !is_condition(part) {
            return None;
        }
        if self.token == "when" && binds == Binds::Move {
            return None;
        }
        if meant == Some("or") {
            return advise("a variable has one collection of values: `n in A | B`; a condition follows `if`");
        }
        let has_body = rest.contains(':') || rest.contains("such that");
        if binds == Binds::Quantifier && !has_body {
            let word =
                if self.before.rfind("exists") > self.before.rfind("forall") { "exists" } else { "forall" };
            return self.replace(":", format!("write `:` before the body: `{word} {variable}: …`"));
        }
        if !is_condition(part) {
            return advise("values of two sets are `n in A & B`; a condition follows `if`");
        }
        let condition = inside[..part_end(inside)].trim();
        self.replace_word("if", format!("a condition follows `if`: `{variable} if {condition}`"))
    }

    /// `k in 1..=n, 2 * k <= n`: what follows the comma is a condition.
    fn behind_comma(&self) -> Option<Slip> {
        let (binds, from) = self.binders().filter(|(binds, _)| *binds != Binds::Elements)?;
        let comma = from + last_part(&self.before[from..]).checked_sub(1).filter(|at| *at > 0)?;
        let previous = self.text_between(from, comma)?;
        let previous = previous[last_part(previous)..].trim();
        let part = &self.text[comma + 1..];
        let part = part[..part_end(part)].trim();
        let begun = self.before[comma + 1..].trim();
        // A variable that is compared is left to `compared_variable`, or to `choices` in a move.
        let is_variable = matches!(self.token, "<" | "<=" | "≤" | ">" | ">=" | "≥" | "==" | "!=" | "≠" | "=")
            && begun == last_word(begun)
            && !(binds == Binds::Move && self.is_field_of_game(begun));
        let is_body = matches!(self.token, ":" | "such");
        let is_variable = is_variable || is_body && self.is_compared(comma + 1);
        let has_body = binds == Binds::Move || is_body || self.rest_of_line().contains(':');
        // A name that is not bound yet may be a further variable.
        let head = self.text_between(from, comma)?;
        let is_new = binds == Binds::Quantifier && names(part).any(|name| !is_named(head, name));
        if is_variable
            || is_new
            || !has_body
            || !binds_values(previous)
            || binds_values(part)
            || !is_condition(part)
        {
            return None;
        }
        let is_filtered = previous.contains(" if ");
        let (word, help) = match is_filtered {
            true => ("and", "write `and` between conditions".to_string()),
            false => {
                let bare = [" in nat", " in N", " in ℕ"].iter().find_map(|it| previous.strip_suffix(it));
                if let Some(name) = bare.filter(|_| binds == Binds::Quantifier) {
                    let from = comma - previous.len();
                    let help = format!("a variable alone stands for all naturals: `{name} if {part}`");
                    return self.replace_from(from, comma + 1, &format!("{name} if"), help);
                }
                let help = format!("a condition follows the values without a comma: `{previous} if {part}`");
                ("if", help)
            }
        };
        self.replace_from(comma, comma + 1, &format!(" {word}"), help)
    }

    /// `forall n in D, (n > 3): …`
    fn bracketed_condition(&self) -> Option<Slip> {
        let is_sign = habit(self.token, Use::Between).is_some()
            || matches!(
                self.token,
                "<" | "<=" | "≤" | ">" | ">=" | "≥" | "==" | "!=" | "≠" | "=" | "in" | "mod"
            );
        let (open, '(') = self.open_bracket().filter(|_| is_sign)? else { return None };
        let head = self.before[..open].trim_end().strip_suffix(',')?;
        let inner = Place { before: head.trim_end(), ..*self };
        let Binder { variable, is_filtered, .. } = inner.binder_before()?;
        let end = closing(&self.text[open + 1..])? + open + 2;
        let condition = self.text_between(open, end)?;
        let behind = self.text[end..].trim_start();
        if is_filtered || !is_condition(condition) || !behind.starts_with([':', ',']) {
            return None;
        }
        let help = format!("a condition follows the values without a comma: `{variable} if {condition}`");
        self.replace_from(head.len(), head.len() + 1, " if", help)
    }

    /// Whether the game around the token has a field of this name.
    fn is_field_of_game(&self, name: &str) -> bool {
        let head = self.before.rfind("game ").map_or("", |at| &self.before[at..]);
        let head = head.split('{').next().unwrap_or("");
        !name.is_empty()
            && head.match_indices(name).any(|(at, _)| head[at + name.len()..].trim_start().starts_with(':'))
    }

    /// `nim(n = 0)`: arguments have no names.
    fn named_argument(&self) -> Option<Slip> {
        let (open, bracket) = self.open_bracket()?;
        let (called, name) = (last_word(&self.before[..open]), self.previous_word());
        if self.token == "=" && name == "default" && matches!(called, "min" | "max") {
            return advise(format!(
                "for a value of the empty list add it to the list: `{called}([0] ++ xs)`"
            ));
        }
        let begins = self.before[..self.before.len() - name.len()].trim_end().ends_with(['(', ',']);
        if !matches!(self.token, "=" | ":")
            || self.text[self.end()..].starts_with(':')
            || bracket != '('
            || name.is_empty()
            || !begins
            || !self.declares(called)
        {
            return None;
        }
        let declares = |(at, _): (usize, &str)| {
            let head = self.text[at + called.len()..].split(')').next().unwrap_or("");
            head.starts_with('(')
                && head.split(['(', ',']).any(|it| it.trim_start().starts_with(name) && it.contains(':'))
        };
        let is_parameter = self.text.match_indices(called).any(declares);
        let from = self.before.len() - name.len();
        let end = skip_blanks(self.text, self.end());
        let help = format!(
            "arguments have no names, only their order: remove `{name}{}`",
            if self.token == ":" { ":" } else { " =" }
        );
        is_parameter.then(|| self.replace_from(from, end, "", help))?
    }

    /// Replaces the token by a word, with blanks around it.
    fn replace_word(&self, word: &str, help: impl Into<String>) -> Option<Slip> {
        let before = if self.before.len() == self.at { " " } else { "" };
        let behind = if self.rest_of_line().starts_with(' ') { "" } else { " " };
        self.replace(&format!("{before}{word}{behind}"), help)
    }

    /// Whether only names stand between the token, a comma, and the next `in`, so that the comma
    /// probably separates the names of a pair: `x, y in D`.
    fn is_pair(&self) -> bool {
        let rest = self.rest_of_line();
        let names = rest.split(" in ").next().unwrap_or("");
        rest.contains(" in ")
            && names.split(',').all(|it| it.trim() == last_word(it.trim()) && !it.trim().is_empty())
    }

    /// `x, y in D`
    fn pair(&self, separator: &str) -> Option<Slip> {
        let name = self.previous_word();
        let names = self.rest_of_line().split(" in ").next()?;
        let from = self.before.len() - name.len();
        let written = format!("({name}, {})", names.trim());
        let other = names.split(',').next()?.trim();
        let help = format!(
            "a pair has parentheses: `{written} in D`; two variables have a domain each, `{name} in C{separator} {other} in D`"
        );
        self.replace_from(from, self.end() + names.trim_end().len(), &written, help)
    }

    /// `move m(x, y in D)`
    pub(super) fn pair_in_move(&self) -> Option<Slip> {
        let is_pair = self.token == "," && self.expected == "`in`" && self.is_pair();
        is_pair.then(|| self.pair(","))?
    }

    /// `[x for x, y in D]`
    fn pair_behind_for(&self) -> Option<Slip> {
        let is_behind_for = self.word_before_previous() == "for";
        (self.token == "," && is_behind_for && self.open_bracket().is_some() && self.is_pair())
            .then(|| self.pair(" for"))?
    }

    /// `[k for k < 5]`
    fn compared_element(&self) -> Option<Slip> {
        let name = self.previous_word();
        let head = self.before[..self.before.len() - name.len()].trim_end();
        if name.is_empty()
            || last_word(head) != "for"
            || !matches!(self.open_bracket(), Some((_, '[' | '{' | '(')))
        {
            return None;
        }
        self.bounded_element(self.before.len() - name.len())
    }

    /// `[n : n in 0..9]`
    fn element_of_binder(&self) -> Option<Slip> {
        let (open, bracket) = self.open_bracket()?;
        let inside = &self.before[open + bracket.len_utf8()..];
        let behind = &self.text[self.end()..];
        let is_list = bracket == '[' && !inside.contains(" for ") && self.is_after_operand();
        let binds = binds_values(&behind[..closing(behind).unwrap_or(0)]);
        (self.token == ":" && is_list && binds)
            .then(|| self.replace_word("for", "write `[x for x in D]`: the element, then its values"))?
    }

    /// `sum(k : k in 0..9)`, `count(k in 0..9: k > 2)`
    fn function_of_binder(&self) -> Option<Slip> {
        let (open, bracket) = self.open_bracket()?;
        let called = last_word(&self.before[..open]);
        let is_called = AGGREGATES.contains(&called);
        // For functions of truth values the element is often left out: `count(k in D if c)`.
        let joins = habit(self.token, Use::Between).is_some_and(|it| it.by == Some("and"));
        let is_sign = match self.token {
            "if" | "where" => matches!(called, "count" | "any" | "all"),
            _ if joins => matches!(called, "count" | "any" | "all"),
            sign => matches!(sign, ":" | "|"),
        };
        if !is_sign || bracket != '(' || !is_called {
            return None;
        }
        let inside = self.before[open + 1..].trim();
        let end = self.end() + closing(self.rest_of_line())?;
        let rest = self.text_between(self.end(), end)?.trim();
        let binds = |text: &str| text.contains(" in ") && !text.contains(" for ");
        let (element, binder) = match (binds(inside), binds(rest)) {
            (true, false) => (rest, inside),
            (false, true) => (inside, rest),
            _ if self.token == ":" && !inside.contains(" for ") => {
                return advise(format!("write `{called}(x for x in D if c)`"));
            }
            _ => return None,
        };
        if element.is_empty() || element.contains(':') || inside.contains(':') {
            return None;
        }
        let written = format!("{element} for {binder}");
        let word = if binds(inside) { "condition" } else { "element" };
        let help = format!("the {word} comes first: `{called}({written})`");
        self.replace_from(open + 1, end, &written, help)
    }
}

/// Whether a text has an `in` or `∈`, as a variable with values does.
pub(super) fn binds_values(text: &str) -> bool {
    [" in ", "∈"].iter().any(|it| text.contains(it))
}

/// The names in a text, without called functions and word operators.
fn names(text: &str) -> impl Iterator<Item = &str> {
    const OPERATORS: [&str; 8] = ["and", "or", "not", "mod", "div", "xor", "true", "false"];
    let is_word = |c: char| c.is_alphanumeric() || c == '_';
    let words = text.split(move |c: char| !is_word(c)).filter(|it| it.starts_with(char::is_alphabetic));
    words.filter(move |word| {
        let behind = text.split_once(word).map_or("", |(_, behind)| behind);
        !OPERATORS.contains(word) && !behind.starts_with('(')
    })
}

fn is_named(text: &str, name: &str) -> bool {
    text.split(|c: char| !(c.is_alphanumeric() || c == '_')).any(|word| word == name)
}

/// Whether a text looks like a condition: it has a comparison, a negation or a call.
pub(super) fn is_condition(text: &str) -> bool {
    let compares = text.contains(['<', '>', '=', '≠', '≤', '≥', '!', '¬', '∉']);
    compares || text.contains('(') || token_at(text.trim_start(), 0) == "not"
}

/// Whether another item, a clause or a comment begins in a text.
fn goes_on_elsewhere(text: &str) -> bool {
    const WORDS: [&str; 9] = ["claim", "let", "fn", "game", "start", "param", "move", "end", "measure"];
    let begins = |line: &str| WORDS.contains(&token_at(line.trim_start(), 0));
    text.contains("//") || text.lines().skip(1).any(begins)
}

/// Whether the values of a variable are one number: `k in 1`.
fn has_number_alone(variable: &str) -> bool {
    variable.rsplit_once(" in ").is_some_and(|(_, values)| {
        let values = values.trim();
        !values.is_empty() && values.chars().all(|c| c.is_ascii_digit())
    })
}

/// Returns the offset of the first closing bracket in a text whose opening bracket stands before
/// the text; `None` if there is none.
pub(super) fn closing(text: &str) -> Option<usize> {
    let mut depth = 0;
    text.find(|letter| {
        match letter {
            '(' | '[' | '{' => depth += 1,
            ')' | ']' | '}' => depth -= 1,
            _ => {}
        }
        depth < 0
    })
}
