//! Mistakes inside comprehensions, mostly conditions in the wrong place: `{x | x in D if c}`,
//! `sum(x if c for x in D)`, `{x for x in D if a, b}`, `(x for x in D)`.

use super::binders::{binds_values, closing, is_condition};
use super::texts::has_word;
use super::{Place, advise};
use crate::syntax::errors::Slip;
use crate::syntax::tokens::skip_blanks;

impl Place<'_> {
    /// `sum(x where x in D)`: the word stands before the binder of the variable.
    fn where_before_binder(&self) -> Option<Slip> {
        let (open, _) = self.open_bracket()?;
        let element = &self.before[open + 1..];
        let name = self.next_word();
        let rest = self.rest_of_line();
        let behind = rest.trim_start().strip_prefix(name).unwrap_or("");
        let binds = !name.is_empty() && behind.trim_start().starts_with("in ");
        let is_here = matches!(self.token, "where" | "with" | "if")
            && binds
            && !element.contains(" for ")
            && !element.contains(" in ")
            && has_word(element, name);
        let binder = rest[..closing(rest).unwrap_or(rest.len())].trim();
        let is_here = is_here && !binder.contains(',') && !has_word(binder, "and");
        is_here.then(|| self.replace("for", format!("write `for {binder}`: `for` binds a variable")))?
    }

    /// `Σ n in 0..3: n`, `sum k in D: f(k)`
    pub(super) fn variable_of_sum(&self) -> Option<Slip> {
        let word = self.previous_word();
        let function = match word {
            "Σ" | "∑" => "sum",
            "sum" | "max" | "min" | "xor" | "count" => word,
            _ => return None,
        };
        let (domain, _) = self.rest_of_line().trim_start().strip_prefix("in ")?.split_once([':', ','])?;
        let name = self.token;
        let is_name = name.starts_with(char::is_alphabetic) && !(self.is_reserved)(name);
        is_name.then(|| advise(format!("write `{function}(… for {name} in {})`", domain.trim())))?
    }

    // Long: a case for each slip.
    pub(super) fn in_comprehension(&self) -> Option<Slip> {
        let (open, bracket) = self.open_bracket()?;
        let inside = &self.before[open + bracket.len_utf8()..];
        if matches!(self.token, "]" | "}") && self.word_before_previous() == "for" && inside.contains(" in ")
        {
            return advise("the variable comes before its values: `[x for x in D]`");
        }
        if let Some(slip) = self.where_before_binder() {
            return Some(slip);
        }
        let rest = self.rest_of_line();
        let behind = rest[..closing(rest)?].trim();
        match self.token {
            "if" | "where" | "when" if inside.contains('|') && !inside.contains(" for ") => {
                self.behind_bar(open + bracket.len_utf8(), inside)
            }
            "if" | "where" if !inside.contains(" for ") && behind.contains(" for ") => {
                let (condition, binder) = behind.split_once(" for ").filter(|it| !it.0.contains(" else "))?;
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
                let written = format!("[{}]", self.text_between(open + 1, end - 1)?);
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
            "from" if self.expected == "`in`" => self.bounded_by_words(self.previous_word()),
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

    /// `{y in D : c}`, `{2*n : n in D}`, `{n : c}`: a colon in the place of `for` or `if`.
    pub(super) fn builder_with_colon(&self) -> Option<Slip> {
        let (open, bracket) = self.open_bracket().filter(|it| matches!(it.1, '{' | '['))?;
        let end = super::group_end(self.text, open)?;
        let close = if bracket == '{' { '}' } else { ']' };
        let (head, tail) = (self.before[open + 1..].trim(), self.text_between(self.end(), end - 1)?.trim());
        let is_pattern = |text: &str| {
            let text = text.trim().trim_start_matches('(').trim_end_matches(')');
            !text.is_empty() && text.chars().all(|it| it.is_alphanumeric() || matches!(it, '_' | ',' | ' '))
        };
        let bound = |text: &str| {
            let (name, domain) = text.split_once(" in ").or_else(|| text.split_once('∈'))?;
            let is_one = is_pattern(name)
                && (name.contains('(') || !name.trim().contains([' ', ',']))
                && !domain.trim().is_empty()
                && !domain.contains([':', '|', ',']);
            is_one.then(|| (name.trim().to_string(), domain.trim().to_string()))
        };
        if head.is_empty() || tail.is_empty() || tail.contains(':') || tail.contains(" for ") {
            return None;
        }
        let written = match (bound(head), bound(tail)) {
            (Some((name, domain)), _) => format!("{name} for {name} in {domain} if {tail}"),
            (None, Some((name, domain))) if !head.starts_with('"') => {
                format!("{head} for {name} in {domain}")
            }
            (None, None)
                if is_pattern(head)
                    && bracket == '{'
                    && ["<", ">", "=", "losing", "winning", "mod"].iter().any(|sign| tail.contains(sign)) =>
            {
                let conditions = super::bounds::parts(tail).join(" and ");
                let (first, others) = conditions.split_once(" and ").unwrap_or((&conditions, ""));
                let Some(range) = range_of(head, first) else {
                    let help =
                        format!("give the elements values: `{{{head} for {head} in D if {conditions}}}`");
                    return advise(help);
                };
                let condition = if others.is_empty() { String::new() } else { format!(" if {others}") };
                format!("{head} for {head} in {range}{condition}")
            }
            _ => return None,
        };
        let written = format!("{bracket}{written}{close}");
        self.replace_from(open, end, &written, format!("write `{written}`"))
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

/// The range that a comparison gives a name: `1..=30` for `1 <= s <= 30`.
fn range_of(name: &str, comparison: &str) -> Option<String> {
    let (low, rest) = comparison.split_once(['<', '≤'])?;
    let is_closed = |rest: &str, sign: &str| rest.starts_with('=') || sign == "≤";
    let sign = &comparison[low.len()..comparison.len() - rest.len()];
    let low: u64 = low.trim().parse().ok()?;
    let low = if is_closed(rest, sign) { low } else { low.checked_add(1)? };
    let (middle, high) = rest.trim_start_matches('=').split_once(['<', '≤'])?;
    let dots = if high.starts_with('=') || rest.contains('≤') { "..=" } else { ".." };
    let high = high.trim_start_matches('=').trim();
    let is_one = middle.trim() == name && !high.is_empty() && !high.contains(['<', '>', '=', '≤', ' ']);
    is_one.then(|| format!("{low}{dots}{high}"))
}

/// Whether the last `for` in a text has a condition behind it.
fn is_filtered(inside: &str) -> bool {
    inside.rsplit_once(" for ").is_some_and(|(_, binder)| binder.contains(" if "))
}
