//! Text that was pasted together with what surrounded it: Markdown fences, line numbers, indices
//! below the line.

use super::{Place, advise, last_word};
use crate::syntax::errors::Slip;

/// The digits below the line, ascending.
const BELOW: &str = "₀₁₂₃₄₅₆₇₈₉";

impl Place<'_> {
    /// ` ```game `, ` 1   move …`, `n₁`
    pub(super) fn pasted(&self) -> Option<Slip> {
        if self.text[self.at..].starts_with("```") {
            let mut slip = advise("remove the lines with ``` around the spec: a file has the spec alone")?;
            slip.message = Some("unexpected backquotes".into());
            return Some(slip);
        }
        let is_number = self.token.bytes().all(|it| it.is_ascii_digit()) && !self.token.is_empty();
        let follows_word =
            self.rest_of_line().trim_start().starts_with(|c: char| c.is_alphabetic() || c == '}');
        if is_number && self.begins_line() && follows_word && (self.expects("a clause") || self.begins_item())
        {
            return advise("remove the numbers of the lines");
        }
        let digits: String = self.text[self.at..].chars().take_while(|it| BELOW.contains(*it)).collect();
        let name = self.previous_word();
        if digits.is_empty() || self.before.len() < self.at || name.is_empty() {
            return None;
        }
        let value = |digit: char| BELOW.chars().position(|it| it == digit).map(|at| at.to_string());
        let plain: String = digits.chars().filter_map(value).collect();
        advise(format!("names have plain digits: write `{}{plain}`", last_word(name)))
    }
}
