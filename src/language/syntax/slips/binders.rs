//! What stands in a binder, or behind its values, where another sign or nothing should stand: `k in 1..=n && k < 3`,
//! `k for k < 5`, `sum(k : k in 0..9)`, `move m(forall k in 1..=n)`.

use super::bounds::last_part;
use super::{Place, advise, last_word};
use crate::syntax::errors::Slip;
use crate::syntax::habits::{Use, habit};
use crate::syntax::tokens::{skip_blanks, token_at};

/// A move has a choice for each value of a binder.
const EACH: &str = "a move has a choice for each value: write `k in 1..=n` alone";

/// Functions of all elements of a collection.
const AGGREGATES: [&str; 9] = ["sum", "product", "count", "min", "max", "any", "all", "xor", "mex"];

/// Which construction a binder belongs to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Binds {
    Quantifier,
    Elements,
    Move,
}

impl Place<'_> {
    /// Mistakes in the binders of quantifiers, comprehensions and moves.
    pub(super) fn in_binder(&self) -> Option<Slip> {
        self.quantifier_in_move()
            .or_else(|| self.behind_values())
            .or_else(|| self.compared_element())
            .or_else(|| self.function_of_binder())
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

    /// The binder before the token, if its values are named and no condition follows them yet.
    fn binder_before(&self) -> Option<(Binds, &str)> {
        let start = self.open_bracket().map_or(0, |(at, bracket)| at + bracket.len_utf8());
        let inside = &self.before[start..];
        let behind = |words: &[&str]| words.iter().filter_map(|it| Some(inside.rfind(it)? + it.len())).max();
        let quantified = behind(&["forall ", "exists ", "∀", "∃"]).filter(|at| !inside[*at..].contains(':'));
        let (binds, head) = match (quantified, behind(&[" for "])) {
            (Some(at), _) => (Binds::Quantifier, &inside[at..]),
            (None, Some(at)) if start > 0 => (Binds::Elements, &inside[at..]),
            _ if self.is_in_binders_of_move() => (Binds::Move, inside),
            _ => return None,
        };
        let variable = head[last_part(head)..].trim();
        let is_alone = binds == Binds::Quantifier && !variable.is_empty() && last_word(variable) == variable;
        let is_bound = is_alone || [" in ", "∈"].iter().any(|it| variable.contains(it));
        let is_filtered = [" if ", " where ", " such that "].iter().any(|it| variable.contains(it));
        (is_bound && !is_filtered && self.is_after_operand()).then_some((binds, variable))
    }

    /// `n in 0..9 && n > 2`, `k in 1..=n; j in 1..=k`, `k in 1..=n, if k > 2`
    fn behind_values(&self) -> Option<Slip> {
        if let ("if" | "where" | "when", Some(head)) = (self.token, self.before.strip_suffix(',')) {
            let inner = Place { before: head.trim_end(), ..*self };
            let (binds, variable) = inner.binder_before()?;
            if self.token == "when" && binds == Binds::Move {
                return None;
            }
            let help = format!("a condition follows the values without a comma: `{variable} if …`");
            return self.replace_from(head.len(), self.end(), " if", help);
        }
        let meant = habit(self.token, Use::Between).and_then(|it| it.by);
        let is_separator = matches!(self.token, ";" | ",");
        if !is_separator && !matches!(meant, Some("and" | "or")) {
            return None;
        }
        let (binds, variable) = self.binder_before()?;
        let rest = self.rest_of_line();
        let inside = &rest[..closing(rest).unwrap_or(rest.len())];
        if self.token == "," && self.next_word() == "if" {
            return self
                .replace("", format!("a condition follows the values without a comma: `{variable} if …`"));
        }
        if self.token == "," && (binds != Binds::Elements || !inside.contains([' ', '('])) {
            return None;
        }
        let names_variable = || {
            let at = skip_blanks(self.text, self.end());
            let name = token_at(self.text, at);
            matches!(token_at(self.text, skip_blanks(self.text, at + name.len())), "in" | "∈")
        };
        if names_variable() {
            return match binds {
                Binds::Elements => self.replace_word("for", "write `for` before each variable"),
                _ => self.replace(",", "write `,` between variables"),
            };
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
        self.replace_word("if", format!("a condition follows `if`: `{variable} if …`"))
    }

    /// Replaces the token by a word, with blanks around it.
    fn replace_word(&self, word: &str, help: impl Into<String>) -> Option<Slip> {
        let before = if self.before.len() == self.at { " " } else { "" };
        let behind = if self.rest_of_line().starts_with(' ') { "" } else { " " };
        self.replace(&format!("{before}{word}{behind}"), help)
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

    /// `sum(k : k in 0..9)`, `count(k in 0..9: k > 2)`
    fn function_of_binder(&self) -> Option<Slip> {
        let (open, bracket) = self.open_bracket()?;
        let called = last_word(&self.before[..open]);
        let is_called = AGGREGATES.contains(&called);
        // Of truths `if` stands where the element is left out: `count(k in D if c)`.
        let is_sign = match self.token {
            "if" | "where" => matches!(called, "count" | "any" | "all"),
            sign => matches!(sign, ":" | "|"),
        };
        if !is_sign || bracket != '(' || !is_called {
            return None;
        }
        let inside = self.before[open + 1..].trim();
        let end = self.end() + closing(self.rest_of_line())?;
        let rest = self.text[self.end()..end].trim();
        let binds = |text: &str| text.contains(" in ") && !text.contains(" for ");
        let (element, binder) = match (binds(inside), binds(rest)) {
            (true, false) => (rest, inside),
            (false, true) => (inside, rest),
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

/// Where the bracket around a text closes.
fn closing(text: &str) -> Option<usize> {
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
