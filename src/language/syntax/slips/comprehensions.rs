//! Mistakes inside comprehensions, mostly conditions in the wrong place: `{x | x in D if c}`,
//! `sum(x if c for x in D)`, `{x for x in D if a, b}`, `(x for x in D)`.

use super::binders::{binds_values, closing, is_condition};
use super::{Place, advise};
use crate::syntax::errors::Slip;
use crate::syntax::tokens::skip_blanks;

impl Place<'_> {
    pub(super) fn in_comprehension(&self) -> Option<Slip> {
        let (open, bracket) = self.open_bracket()?;
        let inside = &self.before[open + bracket.len_utf8()..];
        if matches!(self.token, "]" | "}") && self.word_before_previous() == "for" && inside.contains(" in ")
        {
            return advise("the variable comes before its values: `[x for x in D]`");
        }
        let rest = self.rest_of_line();
        let behind = rest[..closing(rest)?].trim();
        match self.token {
            "if" | "where" | "when" if inside.contains('|') && !inside.contains(" for ") => {
                self.behind_bar(open + bracket.len_utf8(), inside)
            }
            "if" | "where" if !inside.contains(" for ") && behind.contains(" for ") => {
                let (condition, binder) = behind.split_once(" for ")?;
                let written = format!("for {} if {}", binder.trim(), condition.trim());
                let help = format!("the condition comes last: `{} {written}`", inside.trim());
                self.replace_from(self.at, self.end() + closing(rest)?, &written, help)
            }
            "," if is_filtered(inside) && is_condition(behind) && !binds_values(behind) => {
                self.replace_from(self.before.len(), self.end(), " and", "write `and` between conditions")
            }
            "for" if matches!(self.next_word(), "all" | "every" | "each") && behind.contains(':') => {
                let end = skip_blanks(self.text, self.end()) + self.next_word().len();
                self.replace_from(self.at, end, "forall", "write `forall` as one word")
            }
            "for"
                if bracket == '('
                    && !self.text[..open].ends_with(|c: char| c.is_alphanumeric() || c == '_') =>
            {
                let end = super::group_end(self.text, open)?;
                let written = format!("[{}]", &self.text[open + 1..end - 1]);
                self.replace_from(
                    open,
                    end,
                    &written,
                    "a list is in brackets, a set in braces: `[x for x in D]`",
                )
            }
            "for"
                if bracket != '('
                    && inside.contains(',')
                    && !inside.trim_end().ends_with(',')
                    && !inside.contains(['(', '[', '{']) =>
            {
                let pair = format!("({})", inside.trim());
                let help = format!("a pair has parentheses: `{pair} for …`");
                self.replace_from(open + 1, self.before.len(), &pair, help)
            }
            "of" if super::last_word(inside[..inside.len() - self.previous_word().len()].trim_end())
                == "for" =>
            {
                self.replace("in", "write `in` before the values")
            }
            "where" | "if" if self.expected == "`in`" => {
                advise("a variable has values first: `k in 1..=n`; conditions of a move follow `when`")
            }
            _ => None,
        }
    }

    /// `{x | x in D if c}`; `inside` is the text from the offset `start`, behind the opening
    /// bracket, to the token.
    fn behind_bar(&self, start: usize, inside: &str) -> Option<Slip> {
        let (element, binder) = inside.rsplit_once('|')?;
        let is_one = !element.contains('|') && !element.trim().is_empty();
        if !is_one || !binds_values(binder) {
            return None;
        }
        let bar = start + element.len();
        let (element, binder) = (element.trim(), binder.trim());
        let help = format!("write `{element} for {binder} if …`: `|` is the union of sets");
        self.replace_from(bar, self.end(), &format!("for {binder} if"), help)
    }
}

/// Whether the last `for` in a text has a condition behind it.
fn is_filtered(inside: &str) -> bool {
    inside.rsplit_once(" for ").is_some_and(|(_, binder)| binder.contains(" if "))
}
