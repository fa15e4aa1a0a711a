//! Variables of `forall` and `exists` that are compared where they should be bound: `forall n < 5`, `exists 0 < n < 5`.

use super::{Place, advise};
use crate::source::Span;
use crate::syntax::errors::Slip;
use crate::syntax::tokens::{skip_blanks, token_at};

/// A comparison that begins with a variable, such as `n < 5`: its name, sign and bound as written,
/// with their offsets in the text.
struct Compared<'a> {
    name: &'a str,
    /// The offset directly after the name.
    name_end: usize,
    sign: &'a str,
    sign_at: usize,
    bound: &'a str,
    bound_at: usize,
}

impl Compared<'_> {
    fn end(&self) -> usize {
        self.bound_at + self.bound.len()
    }

    /// Returns a binder of the variable `name` with the bound of this comparison: `n in 0..5` for
    /// `n < 5`. `None` if the comparison is not an upper bound alone, or if `name` is another
    /// variable on which the bound depends.
    fn range(&self, name: &str) -> Option<String> {
        if name != self.name && has_name(self.bound, name) {
            return None;
        }
        let is_one = !self.bound.contains(['<', '>', '=', '≤', '≥', '≠'])
            && ![" and ", " or ", " if "].iter().any(|word| self.bound.contains(word));
        let dots = range_sign(self.sign).filter(|_| is_one && !self.bound.is_empty())?;
        Some(format!("{name} in 0{dots}{}", self.bound))
    }

    /// Returns the variable `name` with this comparison as a condition: `n if n > 5`.
    fn condition(&self, name: &str) -> String {
        format!("{name} if {name} {} {}", self.sign, self.bound)
    }
}

impl Place<'_> {
    /// `forall n < 5`, `exists n >= 1 such that c`. `head` is the text from the quantifier to the
    /// token. After `exists n` the parser may have read the whole comparison; then the token is not
    /// its sign, but follows the comparison.
    pub(super) fn compared_variable(&self, head: &str) -> Option<Slip> {
        let start = self.before.len() - head.len();
        let last = start + last_part(head);
        let found = self.compared(last)?;
        let before = head[..last - start].strip_suffix(',');
        let others: Vec<&str> = before.map_or(Vec::new(), parts);
        let is_bound = others.iter().any(|it| binds(it, found.name));
        if found.sign == "=" && !is_bound {
            return None;
        }
        let is_read = matches!(self.token, ":" | "," | "such" | "where" | "if" | "with");
        if found.sign_at != self.at && !(is_read && self.before[..start].ends_with("exists")) {
            return None;
        }
        if found.sign_at != self.at {
            let mut slip =
                Place { at: found.sign_at, token: found.sign, before: &self.text[..found.name_end], ..*self }
                    .compared_variable(head[..found.name_end - start].trim_end())?;
            slip.message = Some(format!("unexpected `{}`", found.sign));
            let place = Span::new(self.file, found.sign_at, found.sign_at + found.sign.len());
            slip.label = Some((place, "not expected here".to_string()));
            return Some(slip);
        }
        let has_domain = [" in ", "∈"].iter().any(|it| head.contains(it));
        if has_domain && found.sign_at == self.at && !self.rest_of_line().contains(':') {
            return None;
        }
        if is_bound {
            return self.condition_behind_comma(&found, &others, last - 1);
        }
        if let Some((other, domain)) = found.bound.split_once(" in ").filter(|(other, _)| is_name(other)) {
            let (name, sign) = (found.name, found.sign);
            let each = format!("{name} in {domain}, {other} in {domain} if {name} {sign} {other}");
            let help = format!("each variable has a domain: `{each}`");
            return self.replace_from(found.name_end - name.len(), found.end(), &each, help);
        }
        let is_about_other = !has_domain && others.iter().any(|it| has_name(found.bound, it));
        let range = found.range(found.name).filter(|_| !is_about_other);
        if let Some(range) = range.as_ref().filter(|_| self.is_bound_later(&found)) {
            return advise(format!("bind `{0}` first: `{0} in D, {range}`", found.bound));
        }
        if let Some(range) = range.filter(|_| !self.is_free_behind(found.end())) {
            return self.bind(&found, &others, has_domain, (start, &range));
        }
        self.restrict(&found, &others, has_domain, start)
    }

    /// Whether the bound is a name that the same quantifier binds later: `forall n <= m, m < 5`.
    fn is_bound_later(&self, found: &Compared<'_>) -> bool {
        let rest = self.text[found.end()..].split([':', '\n']).next().unwrap_or_default();
        let begins = |part: &str| {
            part.trim_start()
                .strip_prefix(found.bound)
                .is_some_and(|it| !it.starts_with(|c: char| c.is_alphanumeric() || c == '_'))
        };
        is_name(found.bound) && rest.split(',').skip(1).any(begins)
    }

    /// `forall a in D, b in D, a < b: …`: the comparison behind the last comma is a condition,
    /// because its variable `a` is bound already.
    fn condition_behind_comma(&self, found: &Compared<'_>, others: &[&str], comma: usize) -> Option<Slip> {
        let has_body = matches!(self.token, ":" | "such")
            || self.rest_of_line().contains([':', '\n'])
            || self.rest_of_line().contains("such that");
        let bound = others.last().filter(|it| it.contains(" in ") || it.contains('∈'));
        let variables = bound.map_or_else(|| others.join(", "), |it| it.to_string());
        if !has_body {
            let word = if self.is_exists() { "exists" } else { "forall" };
            let help = format!("write `:` before the body: `{word} {variables}: …`");
            return self.replace_from(comma, comma + 1, ":", help);
        }
        let sign = if found.sign == "=" { "==" } else { found.sign };
        let condition = format!("{} {sign} {}", found.name, found.bound);
        if variables.contains(" if ") {
            return self.replace_from(comma, comma + 1, " and", "write `and` between conditions");
        }
        let naturals = [" in nat", " in N", " in ℕ"].into_iter().find(|it| variables.ends_with(it));
        if let (Some(domain), [only]) = (naturals, others)
            && found.sign != "="
            && self.before[..comma].ends_with(domain)
        {
            let name = only.strip_suffix(domain).unwrap_or(only).trim();
            let help = format!("a variable alone stands for all naturals: `{name} if {condition}`");
            return self.replace_from(comma - domain.len(), comma + 1, " if", help);
        }
        let help = format!("a condition follows the values without a comma: `{variables} if {condition}`");
        match found.sign {
            "=" => self.replace_from(comma, found.bound_at, &format!(" if {} == ", found.name), help),
            _ => self.replace_from(comma, comma + 1, " if", help),
        }
    }

    /// Advises to bind the compared variable by a range: `n in 0..5`. `others` are the variables
    /// before it, `range` is the binder, and `start` is the offset at which the variables begin.
    fn bind(
        &self,
        found: &Compared<'_>,
        others: &[&str],
        has_domain: bool,
        (start, range): (usize, &str),
    ) -> Option<Slip> {
        if others.is_empty() || has_domain {
            let by = range.strip_prefix(found.name)?.strip_suffix(found.bound)?.trim_start();
            let help = format!("variables are bound by `in`: `{range}`");
            return self.replace_from(found.sign_at, found.bound_at, by, help);
        }
        let all: Option<Vec<String>> =
            others.iter().chain([&found.name]).map(|it| found.range(it).filter(|_| is_name(it))).collect();
        let Some(all) = all.map(|it| it.join(", ")) else { return self.needs_domain(found.name) };
        let help = format!("each variable has a domain: `{all}`");
        self.replace_from(skip_blanks(self.text, start), found.end(), &all, help)
    }

    /// Advises to restrict the compared variable by a condition: `n if n > 5`. `others` are the
    /// variables before it, and `start` is the offset at which the variables begin.
    fn restrict(
        &self,
        found: &Compared<'_>,
        others: &[&str],
        has_domain: bool,
        start: usize,
    ) -> Option<Slip> {
        let says_more = found.bound.contains(['<', '>', '=', '≤', '≥', '≠']);
        if range_sign(found.sign).is_some() && says_more && !has_name(found.bound, found.name) {
            return advise(format!("variables are bound by `in`: `{} in 0..5`", found.name));
        }
        if has_domain || !others.iter().all(|it| is_name(it)) {
            return self.needs_domain(found.name);
        }
        if others.iter().any(|it| has_name(found.bound, it)) {
            let (name, condition) = (found.name, found.condition(found.name));
            let help = format!("a condition follows `if`: `{}, {condition}`", others.join(", "));
            return self.replace_from(found.name_end, found.name_end, &format!(" if {name}"), help);
        }
        let all: Vec<String> = others.iter().chain([&found.name]).map(|it| found.condition(it)).collect();
        let help = format!("a condition follows `if`: `{}`", all.join(", "));
        match others {
            [] => self.replace_from(found.name_end, found.name_end, &format!(" if {}", found.name), help),
            _ => self.replace_from(skip_blanks(self.text, start), found.end(), &all.join(", "), help),
        }
    }

    /// `[k for k < 5]`, where the compared name stands at the offset `at`.
    pub(super) fn bounded_element(&self, at: usize) -> Option<Slip> {
        let found = self.compared(at).filter(|found| found.sign != "=")?;
        match found.range(found.name) {
            Some(range) => {
                let by = range.strip_prefix(found.name)?.strip_suffix(found.bound)?.trim_start();
                self.replace_from(
                    found.sign_at,
                    found.bound_at,
                    by,
                    format!("variables are bound by `in`: `{range}`"),
                )
            }
            None => advise(format!(
                "give the variable its values: `{} in D if {} {} {}`",
                found.name, found.name, found.sign, found.bound
            )),
        }
    }

    fn needs_domain(&self, name: &str) -> Option<Slip> {
        advise(format!("give `{name}` a domain, `{name} in D`, as each of the variables has one or none has"))
    }

    /// `forall 0 < n < 5`
    pub(super) fn bounded_variable(&self, head: &str) -> Option<Slip> {
        let is_first = head.trim().is_empty();
        if !is_first && !head.trim_end().ends_with(',') {
            return None;
        }
        let first: u64 = self.token.parse().ok()?;
        let sign = token_at(self.text, skip_blanks(self.text, self.end()));
        let name_at = skip_blanks(self.text, skip_blanks(self.text, self.end()) + sign.len());
        let low = if sign == "<" { first.checked_add(1)? } else { first };
        let name = token_at(self.text, name_at);
        if !is_name(name) || range_sign(sign).is_none() {
            return None;
        }
        match self.compared(name_at).and_then(|it| Some((it.range(name)?, it.end()))) {
            Some((range, end)) if is_first || head.contains(" in ") => {
                let range = range.replacen(" in 0..", &format!(" in {low}.."), 1);
                let help = format!("variables are bound by `in`: `{range}`");
                self.replace_from(self.at, end, &range, help)
            }
            None if is_first => {
                let help = format!("a condition follows `if`: `{name} if {first} {sign} {name}`");
                let ends = self.text[name_at + name.len()..].trim_start().starts_with([':', ',']);
                ends.then(|| self.replace_from(self.at, self.at, &format!("{name} if "), help))?
            }
            _ => self.needs_domain(name),
        }
    }

    /// Whether a comparison begins at or after an offset, with a name as its left side.
    pub(super) fn is_compared(&self, at: usize) -> bool {
        self.compared(at).is_some()
    }

    /// Returns the comparison that begins with a name at or after an offset.
    fn compared(&self, at: usize) -> Option<Compared<'_>> {
        let name_at = skip_blanks(self.text, at);
        let name = token_at(self.text, name_at);
        let name_end = name_at + name.len();
        let sign_at = skip_blanks(self.text, name_end);
        let sign = token_at(self.text, sign_at);
        let is_sign = matches!(sign, "<" | "≤" | "<=" | ">" | ">=" | "≥" | "==" | "=" | "!=" | "≠");
        if !is_sign || !is_name(name) || (self.is_reserved)(name) {
            return None;
        }
        let bound_at = skip_blanks(self.text, sign_at + sign.len());
        let rest = &self.text[bound_at..];
        let mut end = part_end(rest);
        for word in [" such that", " where ", " with ", " if ", " s.t.", ". "] {
            end = rest[..end].find(word).unwrap_or(end);
        }
        let bound = rest[..end].trim_end();
        (!bound.is_empty()).then_some(Compared { name, name_end, sign, sign_at, bound, bound_at })
    }

    /// Whether a variable without a domain stands in the list of variables behind the offset `at`.
    fn is_free_behind(&self, at: usize) -> bool {
        let mut rest = &self.text[at..];
        while let Some(behind) = rest.trim_start().strip_prefix(',') {
            let end = part_end(behind);
            let goes_on = behind[end..].starts_with([',', ':']);
            if goes_on && is_name(behind[..end].trim()) {
                return true;
            }
            rest = &behind[end..];
        }
        false
    }
}

/// The range operator for an upper bound: `..` for `<`, `..=` for `<=`; `None` for other
/// comparisons.
pub(super) fn range_sign(sign: &str) -> Option<&'static str> {
    match sign {
        "<" => Some(".."),
        "<=" | "≤" => Some("..="),
        _ => None,
    }
}

fn is_name(word: &str) -> bool {
    word.starts_with(|c: char| c.is_alphabetic() || c == '_')
        && word.chars().all(|c| c.is_alphanumeric() || c == '_')
}

fn has_name(text: &str, name: &str) -> bool {
    text.split(|c: char| !(c.is_alphanumeric() || c == '_')).any(|it| it == name)
}

/// The parts of a list, divided at commas outside brackets.
pub(super) fn parts(list: &str) -> Vec<&str> {
    let mut found = Vec::new();
    let mut rest = list;
    loop {
        let end = last_part(rest);
        found.push(rest[end..].trim());
        match end.checked_sub(1) {
            Some(comma) => rest = &rest[..comma],
            None => break,
        }
    }
    found.reverse();
    found
}

/// Whether a part of a list of variables binds a name: `n in D`, `(n, m) in D`.
fn binds(part: &str, name: &str) -> bool {
    let end = [" in ", "∈"].iter().filter_map(|it| part.find(it)).min().unwrap_or(part.len());
    has_name(&part[..end], name)
}

/// Returns the offset at which the last variable of a list begins: after the last comma outside
/// brackets.
pub(super) fn last_part(head: &str) -> usize {
    let (mut depth, mut last) = (0, 0);
    for (at, letter) in head.char_indices() {
        match letter {
            '(' | '[' | '{' => depth += 1,
            ')' | ']' | '}' => depth -= 1,
            ',' if depth == 0 => last = at + 1,
            _ => {}
        }
    }
    last
}

/// Returns the offset at which the first part of a list ends: at `,` or `:` outside brackets, at
/// the end of the line, or at the bracket that closes the list.
pub(super) fn part_end(text: &str) -> usize {
    let mut depth = 0;
    let is_end = |letter: char| {
        match letter {
            '(' | '[' | '{' => depth += 1,
            ')' | ']' | '}' => depth -= 1,
            _ => {}
        }
        depth < 0 || letter == '\n' || depth == 0 && matches!(letter, ',' | ':')
    };
    text.find(is_end).unwrap_or(text.len())
}
