//! Periods as papers state them: `sg(g(n)) has period 7`, `repeats every 4 from 4 to 40`.

use super::{Place, advise};
use crate::syntax::errors::Slip;
use crate::syntax::tokens::{skip_blanks, token_at};

/// The form of a claim about a period, where the numbers of the text are not found.
const FORM: &str = "write `sg(g(n)) repeats every 7 from 3`";

impl Place<'_> {
    /// `repeats every 4 from 4 to 40`
    pub(super) fn end_of_period(&self) -> Option<Slip> {
        if !matches!(self.token, "to" | "until" | "till" | "upto") || !self.says_repeats() {
            return None;
        }
        let start = skip_blanks(self.text, self.end());
        let end = start + token_at(self.text, start).len();
        let help = format!("a sequence repeats without end: remove `{}`", self.text_between(self.at, end)?);
        self.replace_from(self.before.len(), end, "", help)
    }

    /// `sg(g(n)) has period 7`, `sg(g(n)) is periodic with period 7`, where the token is the verb
    /// or the word `periodic`.
    pub(super) fn period_in_words(&self) -> Option<Slip> {
        let sequence = self.operand_before();
        let rest = self.code_on_line();
        let words: Vec<&str> = rest.split_whitespace().collect();
        let number = words.windows(2).find_map(|pair| match pair {
            ["period" | "every" | "modulo" | "mod", number] => Some(*number),
            _ => None,
        });
        let number = number.filter(|it| it.bytes().all(|digit| digit.is_ascii_digit()));
        let number = number.or_else(|| Some(self.next_word()).filter(|_| self.token == "period"));
        let number = number.filter(|it| it.parse::<u64>().is_ok());
        let end =
            number.and_then(|number| Some(self.end() + self.rest_of_line().rfind(number)? + number.len()));
        match (number, end) {
            (Some(number), Some(end)) if sequence.contains('(') && self.ends_claim(end) => {
                let help = format!("write `{sequence} repeats every {number}`");
                self.replace_from(self.at, end, &format!("repeats every {number}"), help)
            }
            _ => advise(FORM),
        }
    }

    /// Whether nothing but a comment follows `end` on its line.
    fn ends_claim(&self, end: usize) -> bool {
        let rest = self.text[end..].split('\n').next().unwrap_or("").trim();
        rest.is_empty() || rest.starts_with("//")
    }
}
