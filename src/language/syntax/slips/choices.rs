//! Choices between two values as other languages write them: `1 if c else 2`, `c ? 1 : 2`, `unless`.

use super::texts::{has_word, last_outside};
use super::{Place, advise, first_outside};
use crate::syntax::errors::Slip;
use crate::syntax::tokens::skip_blanks;

/// Signs that end the expression before them at the same level of brackets.
const BEFORE: [&str; 15] = [
    ",", "->", "=>", ":", ";", " in ", " for ", " then ", " else ", " when ", " if ", "measure ", "claim ",
    "..=", "..",
];

/// Signs that end the expression behind them at the same level of brackets.
const BEHIND: [&str; 12] =
    [",", ";", ":", " in ", " for ", "//", " when ", "->", " then ", "=>", " move ", " claim"];

impl Place<'_> {
    /// `1 if c else 2`, `if c: 1 else: 2`, `c ? 1 : 2`
    pub(super) fn choice(&self) -> Option<Slip> {
        let line = self.rest_of_line();
        match self.token {
            "if" if self.is_after_operand() && has_word(line, "else") && !self.expects("a clause") => {
                let (condition, _) = line.split_once(" else ")?;
                if has_word(condition, "then") {
                    return None;
                }
                let other = self.end() + condition.len() + " else ".len();
                self.chosen(other, |then| [condition.trim(), then])
                    .or_else(|| advise("`if` comes first: `if c then x else y`"))
            }
            "?" if self.is_after_operand() => {
                let (at, _) = first_outside(line, &[":"])?;
                self.chosen(self.end() + at + 1, |condition| [condition, line[..at].trim()])
                    .or_else(|| advise("write `if c then x else y`"))
            }
            ":" if self.previous_word() == "else" => self.replace("", "remove the `:` after `else`"),
            ":" if self.item != "claim" && self.line_has("if") && has_word(line, "else") => {
                self.replace(" then", "`if` has the form `if c then x else y`")
            }
            "unless" if self.is_after_operand() => self.unless(),
            "where" if self.is_after_operand() && self.open_bracket().is_none() && self.defines_behind() => {
                advise("define names first: `let x = 3 in …`")
            }
            _ => None,
        }
    }

    /// Advice to write a choice in place of the expression around the token. `parts` takes the text
    /// of the expression before the token, and returns the condition and the value if it holds; the
    /// other value begins at the offset `other` and ends the expression.
    fn chosen<'t>(&'t self, other: usize, parts: impl Fn(&'t str) -> [&'t str; 2]) -> Option<Slip> {
        let start = self.expression_before()?;
        let [condition, then] = parts(&self.before[start..]);
        let last = self.expression_behind(self.text.get(other..)?);
        let end = skip_blanks(self.text, other) + last.len();
        let is_simple = |part: &str| {
            let is_nested =
                has_word(part, "if") || has_word(part, "else") || part.matches('"').count() % 2 == 1;
            !part.is_empty() && !part.contains(['\n', '?']) && part.len() <= 60 && !is_nested
        };
        // `a == b > c ? 1 : 0` compares a with the choice in other languages.
        let compared: usize = ["==", "<", ">", "!="].iter().map(|sign| condition.matches(sign).count()).sum();
        if compared > 1 && !has_word(condition, "and") && !has_word(condition, "or") {
            return advise("write `if c then x else y`");
        }
        let written = format!("if {condition} then {then} else {last}");
        [condition, then, last]
            .into_iter()
            .all(is_simple)
            .then(|| self.replace_from(start, end, &written, format!("write `{written}`")))?
    }

    /// The offset at which the expression begins that ends before the token: behind the bracket or
    /// sign around it. `None` if it begins on another line.
    fn expression_before(&self) -> Option<usize> {
        let line = self.before.rfind('\n').map_or(0, |at| at + 1);
        let from = self.open_bracket().map_or(line, |(at, bracket)| line.max(at + bracket.len_utf8()));
        let inside = self.text_between(from, self.before.len())?;
        let sign = last_outside(inside, &BEFORE).map_or(0, |(at, sign)| at + sign.len());
        let sign = last_definition(inside).map_or(sign, |at| sign.max(at));
        let start = skip_blanks(self.text, from + sign);
        (start < self.before.len()).then_some(start)
    }

    /// The expression at the beginning of a text: up to the bracket or sign around it, or the end of
    /// its line.
    fn expression_behind<'t>(&self, text: &'t str) -> &'t str {
        let line = text.split('\n').next().unwrap_or("");
        let close = super::binders::closing(line).unwrap_or(line.len());
        let sign = first_outside(line, &BEHIND).map_or(line.len(), |(at, _)| at);
        line[..close.min(sign)].trim()
    }

    /// `move m(k in 1..=n) unless k == 2 -> …`
    fn unless(&self) -> Option<Slip> {
        match (self.item, self.rest_of_line().split_once("->")) {
            ("move", Some((condition, _))) if self.expects("`when`") => {
                let by = format!("when not ({}) ", condition.trim());
                let end = self.end() + condition.len();
                self.replace_from(self.at, end, &by, "write `when not (…)`")
            }
            ("move", _) if matches!(self.open_bracket(), Some((at, '(')) if !has_word(&self.before[at..], "if")) => {
                advise("a condition follows `if`: `k in D if not (c)`")
            }
            ("move", _) => advise("write `and not (…)`"),
            ("claim", _) => advise("write `not (c) => …`, or `or` between the statements"),
            _ => advise("write `if c then x else y`, or `or` between truth values"),
        }
    }
}

/// The offset behind the last `=` that defines something in a text, outside brackets.
fn last_definition(text: &str) -> Option<usize> {
    let (mut found, mut from) = (None, 0);
    while let Some((at, _)) = first_outside(&text[from..], &["="]) {
        let at = from + at;
        let is_part =
            text[..at].ends_with(['=', '<', '>', '!', '.']) || text[at + 1..].starts_with(['=', '>']);
        found = if is_part { found } else { Some(at + 1) };
        from = at + 1;
    }
    found
}
