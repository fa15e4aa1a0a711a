//! Text that was pasted together with what surrounded it: Markdown fences, line numbers, marks of
//! merged versions and of mail, signs of HTML, the dots of an example, indices below the line.

use super::{Place, advise, last_word};
use crate::syntax::errors::Slip;

/// The digits below the line, ascending.
const BELOW: &str = "₀₁₂₃₄₅₆₇₈₉";

/// What a version control system writes at the beginning of a line around two versions.
const MERGE: [&str; 4] = ["<<<<<<<", "=======", ">>>>>>>", "|||||||"];

/// Signs as HTML writes them, and the signs.
const HTML: [(&str, &str); 4] = [("&lt;", "<"), ("&gt;", ">"), ("&amp;", "&"), ("&quot;", "\"")];

impl Place<'_> {
    /// `<<<<<<< HEAD`, `> game g(n: nat) {`, `+ game g(n: nat) {`
    fn marked_line(&self) -> Option<Slip> {
        let start = self.text[..self.at].rfind('\n').map_or(0, |at| at + 1);
        let line = &self.text[start..];
        if MERGE.iter().any(|mark| line.starts_with(mark)) {
            return advise(
                "two versions are not merged: keep one of the parts between `<<<<<<<` and `>>>>>>>`, and remove the lines with these marks",
            );
        }
        let begins = self.begins_line() && (self.begins_item() || self.expects("a clause"));
        let word = self.next_word();
        match self.token {
            ">" if begins => advise("remove the `>` at the beginning of each line"),
            "+" if begins && word.starts_with(char::is_alphabetic) => {
                advise("remove the `+` and `-` at the beginning of the lines: a file has one version")
            }
            _ => None,
        }
    }

    /// `k &lt;= n`
    fn html(&self) -> Option<Slip> {
        HTML.iter().find_map(|(written, sign)| {
            let mut from = self.at.saturating_sub(written.len());
            while !self.text.is_char_boundary(from) {
                from += 1;
            }
            let start = self.text.get(from..).and_then(|rest| rest.find(written)).map(|at| from + at)?;
            let end = start + written.len();
            let is_here = start <= self.at && self.at < end;
            is_here.then(|| self.replace_from(start, end, sign, format!("write `{sign}` for `{written}`")))?
        })
    }

    /// `game g(n: nat) { … }`, `move take -> …`
    fn left_out(&self) -> Option<Slip> {
        let is_dots = self.token == "…" || self.text[self.at..].starts_with("...");
        if !is_dots {
            return None;
        }
        if self.expects("a clause") {
            return advise(
                "the dots stand for rules: write a move, such as `move take(k in 1..=n) -> g(n - k)`",
            );
        }
        let follows_arrow = self.before.ends_with("->");
        follows_arrow.then(|| advise("the dots stand for a position: write it, such as `g(n - k)`"))?
    }

    /// ` ```game `, ` 1   move …`, `n₁`
    pub(super) fn pasted(&self) -> Option<Slip> {
        if self.text[self.at..].starts_with("```") {
            let mut slip = advise("remove the lines with ``` around the spec: a file has the spec alone")?;
            slip.message = Some("unexpected backquotes".into());
            return Some(slip);
        }
        if let Some(slip) = self.marked_line().or_else(|| self.html()).or_else(|| self.left_out()) {
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
