//! Ranges and lists of values as other languages write them: `1..=n step 2`, `n from 0 to 9`,
//! `n == 1, 2, 3`, `{1, …, n}`.

use super::forms::STEP;
use super::{Place, advise, first_outside, last_word, operand_end};
use crate::syntax::errors::Slip;
use crate::syntax::tokens::{skip_blanks, token_at};

impl Place<'_> {
    /// `k in 1..=n step 2`, `k in 1..=n by 2`: a condition on the remainder, with the names and
    /// numbers of the text if they are simple.
    pub(super) fn stepped(&self) -> Option<Slip> {
        self.stepped_by_condition().or_else(|| advise(STEP))
    }

    fn stepped_by_condition(&self) -> Option<Slip> {
        let line = self.before.rsplit('\n').next()?;
        let (head, range) = line.rsplit_once(" in ")?;
        let (low, rest) = range.split_once("..")?;
        let (name, low) = (last_word(head), low.trim());
        let from = skip_blanks(self.text, self.end());
        let step = token_at(self.text, from);
        let every: u64 = step.parse().ok().filter(|step| *step > 0)?;
        let is_simple = |it: &str| !it.is_empty() && it.chars().all(|c| c.is_alphanumeric() || c == '_');
        if name.is_empty() || !is_simple(low) || rest.contains([',', '|']) {
            return None;
        }
        let condition = match low.parse::<u64>() {
            Ok(low) => format!("{name} mod {every} == {}", low % every),
            Err(_) => format!("({name} - {low}) mod {every} == 0"),
        };
        let help = format!("write a condition: `{name} in {} if {condition}`", range.trim());
        self.replace_from(self.at, from + step.len(), &format!("if {condition}"), help)
    }

    /// `forall n from 0 to 100: …`, where the token is `from` and `name` is the variable.
    pub(super) fn bounded_by_words(&self, name: &str) -> Option<Slip> {
        let rest = self.rest_of_line();
        let (at, word) = first_outside(rest, &[" to ", " upto ", " through ", " until "])?;
        let dots = if word == " until " { ".." } else { "..=" };
        let (low, behind) = (rest[..at].trim(), &rest[at + word.len()..]);
        let sign = first_outside(behind, &[":", ",", " if "]).map(|(at, _)| at);
        let length = sign.into_iter().chain(super::binders::closing(behind)).min()?;
        let high = behind[..length].trim();
        if low.is_empty() || high.is_empty() || low.contains([':', ',']) {
            return None;
        }
        let range = format!("{low}{dots}{high}");
        let help = format!("write the range: `{name} in {range}`");
        let end = self.end() + at + word.len() + behind[..length].trim_end().len();
        self.replace_from(self.at, end, &format!("in {range}"), help)
    }

    /// `1...n`, `1..5..`: the range up to and with its end, in the numbers of the text.
    pub(super) fn inclusive_range(&self) -> Option<Slip> {
        let (low, dots) = self.before.split_at(self.before.trim_end_matches('.').len());
        let high = self.text[self.at..].trim_start_matches('.');
        let from = self.text.len() - high.len();
        let operand = operand_end(self.text, skip_blanks(self.text, from));
        let (first, last) = (last_word(low), self.text_between(from, operand)?.trim());
        if first.is_empty() || last.is_empty() || last.contains('\n') {
            return advise("write `0..5` without 5, or `0..=5` with it");
        }
        let start = self.before.len() - dots.len();
        let is_whole = super::ends_statement(&self.text[operand..]);
        let help = match is_whole {
            true => format!("write `{first}..{last}` without {last}, or `{first}..={last}` with it"),
            false => "`..` stops before the end of a range, `..=` includes it".to_string(),
        };
        self.replace_from(start, from, "..=", help)
    }

    /// `take all but 1, 2`, where the token is the first comma.
    pub(super) fn numbers_without_braces(&self) -> Option<Slip> {
        let first = self.previous_word();
        let start = self.before.len() - first.len();
        let rest = self.rest_of_line().split("//").next().unwrap_or("").trim_end();
        let numbers = format!("{first},{rest}");
        let is_number = |it: &str| it.trim().parse::<u64>().is_ok();
        if !numbers.split(',').all(is_number) {
            return advise("put the numbers in braces: `{1, 2, 3}`");
        }
        let written = format!("{{{numbers}}}");
        self.replace_from(
            start,
            self.end() + rest.len(),
            &written,
            format!("put the numbers in braces: `{written}`"),
        )
    }

    /// `n mod 4 == 1, 2, 3`, `n in 0, 4`, where the token is a comma.
    pub(super) fn listed_values(&self) -> Option<Slip> {
        let is_number = |word: &str| !word.is_empty() && word.chars().all(|c| c.is_ascii_digit());
        let first = self.previous_word();
        if !is_number(first) || !is_number(self.next_word()) {
            return None;
        }
        let start = self.before.len() - first.len();
        let head = self.before[..start].trim_end();
        let (sign, by) = [("==", "in"), ("!=", "not in"), ("in", "in")]
            .into_iter()
            .find(|(sign, _)| head.ends_with(sign) && (*sign != "in" || last_word(head) == "in"))?;
        let mut end = self.at;
        let mut values = first.to_string();
        while token_at(self.text, end) == "," {
            let mut next = skip_blanks(self.text, end + 1);
            if matches!(token_at(self.text, next), "or" | "and") {
                next = skip_blanks(self.text, next + token_at(self.text, next).len());
            }
            let value = token_at(self.text, next);
            if !is_number(value) {
                return None;
            }
            values.push_str(&format!(", {value}"));
            end = skip_blanks(self.text, next + value.len());
        }
        let end = self.text[..end].trim_end().len();
        let help = format!("put the values in braces: `{by} {{{values}}}`");
        self.replace_from(head.len() - sign.len(), end, &format!("{by} {{{values}}}"), help)
    }

    /// `{1, …, n}`, `1, ..., n`
    pub(super) fn ellipsis(&self) -> Option<Slip> {
        let dots = ["…", "⋯", "..."].into_iter().find(|it| self.text[self.at..].starts_with(it))?;
        let list = self.before.strip_suffix(',')?;
        let behind = self.text[self.at + dots.len()..].trim_start();
        let last = behind.strip_prefix(',').map_or("", |it| match super::binders::closing(it) {
            Some(close) => &it[..close],
            None => it.split([']', '}', ':', ')', '\n']).next().unwrap_or(""),
        });
        let last = last.split('\n').next().unwrap_or("").trim();
        let open = self.open_bracket().filter(|(_, bracket)| *bracket != '(');
        let given = match open {
            Some((at, bracket)) => &list[at + bracket.len_utf8()..],
            None => list.rsplit(" in ").next().unwrap_or(list),
        };
        let given: Vec<&str> = given.split(',').map(str::trim).collect();
        let first = given[0];
        let is_consecutive = |numbers: &[i64]| numbers.windows(2).all(|pair| pair[1] == pair[0] + 1);
        let numbers: Vec<i64> = given.iter().filter_map(|it| it.parse().ok()).collect();
        if last.is_empty() && open.is_some() && !is_consecutive(&numbers) {
            return advise(
                "sets and lists are finite: write a rule for the elements and an end, as in `{k * k for k in 1..=100}`",
            );
        }
        if last.is_empty() {
            return advise(
                "write a range with its end, `0..=100`; all naturals have no domain: `forall n: …`",
            );
        }
        if !is_consecutive(&numbers) {
            return advise(format!("write a range with a condition: `{{x for x in {first}..={last} if c}}`"));
        }
        let range = format!("{first}..={last}");
        let bare = if bracket_in_domain(self.before, open) { ", without brackets" } else { "" };
        let help = format!("write the range `{range}`{bare}");
        let Some((from, _)) = open.filter(|_| last.chars().all(|c| c.is_alphanumeric())) else {
            return advise(help);
        };
        let to = self.at + self.text[self.at..].find([']', '}'])? + 1;
        let ends = matches!(token_at(self.text, skip_blanks(self.text, to)), ":" | ")" | "," | "");
        let is_domain = ends && self.before[..from].trim_end().ends_with(" in");
        let range = if is_domain { range } else { format!("({range})") };
        self.replace_from(from, to, &range, help)
    }
}

/// Whether the open bracket at an offset begins the domain of a binder: `k in {`.
fn bracket_in_domain(before: &str, open: Option<(usize, char)>) -> bool {
    open.is_some_and(|(from, _)| before[..from].trim_end().ends_with(" in"))
}
