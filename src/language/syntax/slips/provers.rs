//! Quantifiers as proof assistants and papers write them: `∀ n, P`, `forall (n : nat), P`,
//! `forall a b : nat, P`, and a statement with its quantifier behind it.

use super::texts::last_outside;
use super::{Place, advise, first_outside, last_word};
use crate::syntax::errors::Slip;
use crate::syntax::tokens::{skip_blanks, token_at};

/// Words and signs that begin a quantifier, and the word of gspec.
const QUANTIFIERS: [(&str, &str); 6] = [
    ("forall", "forall"),
    ("∀", "forall"),
    ("Forall", "forall"),
    ("exists", "exists"),
    ("∃", "exists"),
    ("Exists", "exists"),
];

/// The most bytes of a head or statement that is rewritten.
const LONGEST: usize = 400;

/// Types of other languages whose values are the naturals, which a variable without a domain takes.
pub(super) const NATURALS: [&str; 7] = ["nat", "N", "ℕ", "Nat", "naturals", "natural", "\\mathbb{N}"];

impl Place<'_> {
    /// `∀ n, losing(g(n))`, `forall (a b : nat), P`, `losing(g(n)) for all n`
    pub(super) fn quantifier_of_provers(&self) -> Option<Slip> {
        if self.item != "claim" {
            return None;
        }
        self.quantifier_behind().or_else(|| self.quantifier_with_comma())
    }

    /// A quantifier that separates its variables from its body by a comma.
    fn quantifier_with_comma(&self) -> Option<Slip> {
        let upto = &self.text[..self.end()];
        let line = upto.rfind('\n').map_or(0, |at| at + 1);
        let starts = QUANTIFIERS.iter().filter_map(|(sign, _)| upto[line..].find(sign));
        let start = line + starts.min()?;
        let text = self.text[start..].split('\n').next()?;
        if text.len() > LONGEST {
            return None;
        }
        let (mut written, mut end) = head(text, self.is_reserved)?;
        while let Some((more, length)) = head(&text[end..], self.is_reserved) {
            written = format!("{written} {more}");
            end += length;
        }
        // With a colon behind the comma, the comma separates variables or conditions.
        let has_colon = first_outside(&text[end..], &[":"]).is_some();
        let is_here = self.at < start + end + 1 || self.before.len() < start + end;
        let body = text[end..].trim_start();
        if !is_here || has_colon || body.is_empty() || body.starts_with("let ") {
            return None;
        }
        let help = format!(
            "a quantifier ends with `:`, and a variable alone stands for all naturals: `{written} …`"
        );
        let space = if text[..end].ends_with(' ') { " " } else { "" };
        self.replace_from(start, start + end, &format!("{written}{space}"), help)
    }

    /// `losing(g(n)) for all n`
    fn quantifier_behind(&self) -> Option<Slip> {
        let is_for =
            self.token == "for" && matches!(self.next_word(), "all" | "every" | "each" | "any" | "some");
        let is_here = matches!(self.token, "∀" | "forall") || is_for;
        if !is_here || !self.is_after_operand() || self.open_bracket().is_some() || self.says_repeats() {
            return None;
        }
        let end = match is_for {
            true => skip_blanks(self.text, self.end()) + self.next_word().len(),
            false => self.end(),
        };
        let line = self.text[end..].split('\n').next()?.split("//").next()?.trim_end();
        let binder = line.trim().trim_end_matches('.').replace(" ∈ ", " in ");
        let (names, domain) = binder.split_once(" in ").unwrap_or((&binder, ""));
        let names: Vec<&str> = names.split(',').map(str::trim).collect();
        if !names.iter().all(|name| is_name(name, self.is_reserved)) || domain.contains(',') {
            return None;
        }
        let binders: Vec<String> = match NATURALS.contains(&domain) || domain.is_empty() {
            true => names.iter().map(ToString::to_string).collect(),
            false => names.iter().map(|name| format!("{name} in {domain}")).collect(),
        };
        let is_some = is_for && self.next_word() == "some";
        let start = self.statement_start()?;
        // `for some k` is about the last part of the statement.
        let part = if is_some { last_outside(&self.before[start..], &["=>", " and ", ": "]) } else { None };
        let start = part.map_or(start, |(at, sign)| skip_blanks(self.text, start + at + sign.len()));
        let statement = &self.before[start..];
        let word = if is_some { "exists" } else { "forall" };
        let quantified = format!("{word} {}: ", binders.join(", "));
        if statement.is_empty() || statement.contains('\n') {
            return advise(format!("the quantifier comes first: `{quantified}…`"));
        }
        let shown = if statement.chars().count() <= 80 { statement } else { "…" };
        let help = format!("the quantifier comes first: `{quantified}{shown}`");
        self.replace_from(start, end + line.len(), &format!("{quantified}{statement}"), help)
    }

    /// `forall n { losing(g(n)) }`, where `head` has the variables.
    pub(super) fn body_in_braces_of(&self, head: &str) -> Option<Slip> {
        let end = super::group_end(self.text, self.at)?;
        let body = self.text_between(self.at + 1, end - 1)?.trim();
        let help = format!("the body follows `:`, without braces: `{head}: {body}`");
        self.replace_from(self.before.len(), end, &format!(": {body}"), help)
    }

    /// The implication for a claim with a condition behind it.
    pub(super) fn condition_first(&self) -> Option<Slip> {
        let start = self.statement_start()?;
        let statement = &self.before[start..];
        let condition = self.code_on_line();
        let is_simple = |it: &str| !it.is_empty() && !it.contains(['\n', ':']) && !it.contains("=>");
        // Names in texts, comprehensions and graphs may be bound or declared elsewhere.
        let has_names = [statement, condition].iter().any(|it| it.contains('"') || it.contains(" for "));
        let is_long = statement.len() + condition.len() > LONGEST;
        if !is_simple(statement)
            || !is_simple(condition)
            || has_names
            || is_long
            || self.text.contains("graph")
        {
            return advise("the condition comes first: `c => …`, or `forall n if c: …`");
        }
        let text = format!("{statement} {condition}");
        let compared = condition.replace(" = ", " == ");
        let names = self.free_names(&text);
        let written = match names.is_empty() || statement.contains("forall ") {
            true => format!("{compared} => {statement}"),
            false => format!("forall {} if {compared}: {statement}", names.join(", ")),
        };
        let (from, to) =
            (self.before.len() - statement.len(), self.end() + self.rest_of_line().find(condition)?);
        let help = format!("the condition comes first: `{written}`");
        self.replace_from(from, to + condition.len(), &written, help)
    }

    /// The offset at which the statement of the claim around the token begins, behind its name.
    fn statement_start(&self) -> Option<usize> {
        let is_letter = |c: char| c.is_alphanumeric() || c == '_';
        let starts = self.before.rmatch_indices("claim").map(|(at, word)| (at, at + word.len()));
        let is_word = |(from, to): &(usize, usize)| {
            let line = self.before[..*from].rsplit('\n').next().unwrap_or("");
            !line.ends_with(is_letter)
                && !self.before[*to..].starts_with(is_letter)
                && line.matches('"').count().is_multiple_of(2)
        };
        let (_, claim) = { starts }.find(is_word)?;
        let behind = self.before[claim..].trim_start();
        let behind = match behind.strip_prefix('"') {
            Some(name) => name.split_once('"').map_or(behind, |(_, behind)| behind),
            None => behind,
        };
        let statement = behind.trim_start_matches([':', ' ', '\n']);
        Some(self.before.len() - statement.len())
    }

    /// The names in a text that nothing in the file declares, in order; names that are called are
    /// left out.
    fn free_names<'t>(&self, text: &'t str) -> Vec<&'t str> {
        let mut names = Vec::new();
        let is_letter = |c: char| c.is_alphanumeric() || c == '_';
        let mut rest = text;
        while let Some(at) = rest.find(is_letter) {
            let word = &rest[at..];
            let word = &word[..word.find(|c| !is_letter(c)).unwrap_or(word.len())];
            rest = &rest[at + word.len()..];
            let is_called = rest.starts_with(['(', '[']);
            if is_name(word, self.is_reserved)
                && !is_called
                && !self.is_defined(word)
                && !names.contains(&word)
            {
                names.push(word);
            }
        }
        names
    }
}

/// Reads a quantifier up to the comma before its body. Returns the quantifier as gspec writes it,
/// and the offset behind the comma and the blanks around it; `None` for other texts.
fn head(text: &str, is_reserved: fn(&str) -> bool) -> Option<(String, usize)> {
    let (sign, word) = QUANTIFIERS.iter().find(|(sign, _)| text.starts_with(sign))?;
    let mut at = sign.len();
    if text[at..].starts_with(|c: char| c.is_alphanumeric() || c == '_') && sign.is_ascii() {
        return None;
    }
    let (mut names, mut domains): (Vec<&str>, Vec<String>) = (Vec::new(), Vec::new());
    loop {
        let (length, _) = first_outside(&text[at..], &[","])?;
        let part = text[at..at + length].trim();
        let groups: Vec<&str> = match part.starts_with('(') && part.ends_with(')') {
            true => {
                part.trim_matches(['(', ')']).split([')', '(']).filter(|it| !it.trim().is_empty()).collect()
            }
            false => vec![part],
        };
        for group in groups {
            let (listed, ty) = [":", "∈", " in "]
                .iter()
                .find_map(|sign| group.split_once(sign))
                .map_or((group, ""), |(listed, ty)| (listed, ty.trim()));
            let is_natural = ty.is_empty() || NATURALS.contains(&ty);
            if !is_natural && (group.contains(" : ") || group.contains(':')) {
                return None;
            }
            for name in listed.split_whitespace() {
                if !is_name(name, is_reserved) {
                    return None;
                }
                names.push(name);
                domains.push(if is_natural { name.to_string() } else { format!("{name} in {ty}") });
            }
        }
        at += length + 1;
        // A lone name before the next comma is a further variable, before a colon or `in` too.
        let behind = text[at..].trim_start();
        let next =
            &behind[..behind.find(|c: char| !(c.is_alphanumeric() || c == '_')).unwrap_or(behind.len())];
        let sign = behind[next.len()..].trim_start();
        if is_name(next, is_reserved) && (sign.starts_with([':', '∈']) || sign.starts_with("in ")) {
            return None;
        }
        if !(is_name(next, is_reserved) && sign.starts_with(',')) {
            break;
        }
    }
    let blanks = text[at..].len() - text[at..].trim_start().len();
    (!names.is_empty()).then(|| (format!("{word} {}:", domains.join(", ")), at + blanks))
}

fn is_name(word: &str, is_reserved: fn(&str) -> bool) -> bool {
    word.starts_with(char::is_alphabetic) && last_word(word) == word && !is_reserved(word)
}

/// Words that may stand before the variable of a quantifier in a paper, and mean all naturals.
const KINDS: [&str; 12] = [
    "natural numbers ",
    "natural number ",
    "naturals ",
    "natural ",
    "integers ",
    "integer ",
    "numbers ",
    "a natural number ",
    "at least one ",
    "some ",
    "an ",
    "a ",
];

impl Place<'_> {
    /// `for all naturals n > 0:` or `there exists n in 0..5 such that` from `start` on, where the words
    /// of the quantifier end at `end`, as a quantifier of gspec with its colon. `None` without a
    /// sign or words that end it on this line.
    pub(super) fn whole_quantifier(&self, start: usize, end: usize, word: &str) -> Option<Slip> {
        let line = self.text[end..].split('\n').next().unwrap_or("");
        let words = [" such that ", " so that ", " with ", ":"];
        let (length, sign) = first_outside(line, &words).or_else(|| first_outside(line, &[", "]))?;
        let mut binder = line[..length].trim();
        if let Some(behind) = KINDS.iter().find_map(|kind| binder.strip_prefix(kind)) {
            binder = behind;
        }
        let name = token_at(binder, 0);
        let rest = binder[name.len()..].trim();
        let is_name = name.starts_with(char::is_alphabetic) && !(self.is_reserved)(name);
        let mut binder = match rest {
            "" => name.to_string(),
            rest if rest
                .strip_prefix("in ")
                .is_some_and(|it| NATURALS.contains(&it.trim()) && !self.is_defined(it.trim())) =>
            {
                name.to_string()
            }
            rest if rest.starts_with("in ") => format!("{name} {rest}"),
            rest if ["<", ">", "!=", "≤", "≥"].iter().any(|sign| rest.starts_with(sign)) => {
                format!("{name} if {name} {rest}")
            }
            _ => return None,
        };
        let mut to = end + length + sign.len();
        let behind = &line[length + sign.len()..];
        let more = first_outside(behind, &words).or_else(|| first_outside(behind, &[", "]));
        if let (false, Some((length, sign))) = (matches!(sign, ":" | ", "), more) {
            // What stands between `such that` and the colon is a condition.
            let joined = if binder.contains(" if ") { "and" } else { "if" };
            binder = format!("{binder} {joined} {}", self.text_between(to, to + length)?.trim());
            to += length + sign.len();
        } else if word == "forall" && !matches!(sign, ":" | ", ") {
            return None;
        }
        let colon = if self.text[..to].ends_with(' ') { ": " } else { ":" };
        let written = format!("{word} {binder}");
        self.replace_from(start, to, &format!("{written}{colon}"), format!("write `{written}: …`"))
            .filter(|_| is_name)
    }
}
