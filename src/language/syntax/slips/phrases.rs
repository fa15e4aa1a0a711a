//! Phrases of papers and of other languages: `n between 1 and 3`, `⌊n/2⌋`, `n ≡ 1 (mod 3)`, `given n > 0`, `x => x + 1`.

use super::{Place, advise, last_word};
use crate::syntax::errors::Slip;
use crate::syntax::tokens::{skip_blanks, token_at};

/// Operators that other languages use as functions, in parentheses: `(+) 1 2`.
const OPERATORS: [&str; 16] =
    ["+", "-", "*", "/", "div", "mod", "xor", "and", "or", "==", "!=", "<", ">", "<=", ">=", "++"];

/// Whether a word after the text `before` begins a comparison, because no arithmetic operator
/// precedes the word. Then the word is the whole left side: `n` in `n between 1 and 3`.
fn is_whole_behind(before: &str) -> bool {
    let ends = [
        "claim", "forall", "exists", ":", "=>", "(", ",", "and", "or", "not", "if", "when", "where", "then",
        "else",
    ];
    ends.iter().any(|it| before.ends_with(it))
}

impl Place<'_> {
    /// Phrases that are recognised by their words.
    pub(super) fn phrase(&self) -> Option<Slip> {
        self.between()
            .or_else(|| self.compared_in_words())
            .or_else(|| self.congruence())
            .or_else(|| self.sign_behind_name())
            .or_else(|| self.short_not())
            .or_else(|| self.assumption())
            .or_else(|| self.lone_operator())
            .or_else(|| self.function_value())
            .or_else(|| self.enclosed())
            .or_else(|| self.slice_with_step())
    }

    /// Returns the first token at or after an offset, and the offset directly after this token.
    fn word_at(&self, at: usize) -> (&str, usize) {
        let at = skip_blanks(self.text, at);
        let word = token_at(self.text, at);
        (word, at + word.len())
    }

    /// `n between 1 and 3`
    fn between(&self) -> Option<Slip> {
        if self.token == "lies" && self.next_word() == "between" {
            return advise("write a chain of comparisons: `1 <= n <= 3`");
        }
        if self.token != "between" || !self.is_after_operand() {
            return None;
        }
        let (low, end) = self.word_at(self.end());
        let (and, end) = self.word_at(end);
        let (high, end) = self.word_at(end);
        let name = self.previous_word();
        let is_simple = |word: &str| word.starts_with(char::is_alphanumeric) && !(self.is_reserved)(word);
        let goes_on =
            self.text[end..].trim_start_matches(' ').starts_with(['(', '[', '+', '-', '*', '^', '/']);
        let from = self.before.len() - name.len();
        let head = self.before[..from].trim_end();
        let is_simple = [low, high, name].into_iter().all(is_simple) && is_whole_behind(head);
        if and != "and" || !is_simple || goes_on {
            return advise("write a chain of comparisons: `1 <= n <= 3`");
        }
        let is_variable = ["forall", "exists", ",", "("].iter().any(|it| head.ends_with(it))
            && (self.expects("`in`") || self.expects("`:`"));
        let written = match is_variable {
            true => format!("{name} in {low}..={high}"),
            false => format!("{low} <= {name} <= {high}"),
        };
        self.replace_from(from, end, &written, format!("write `{written}`"))
    }

    /// `n is at least 3`, `n greater than 3`
    fn compared_in_words(&self) -> Option<Slip> {
        const WORDS: [(&str, &str); 14] = [
            ("not ==", "!="),
            ("not =", "!="),
            ("at least", ">="),
            ("at most", "<="),
            ("no more than", "<="),
            ("no less than", ">="),
            ("greater than", ">"),
            ("larger than", ">"),
            ("bigger than", ">"),
            ("more than", ">"),
            ("less than", "<"),
            ("smaller than", "<"),
            ("equal to", "=="),
            ("different from", "!="),
        ];
        let start = if self.token == "is" { skip_blanks(self.text, self.end()) } else { self.at };
        let (words, sign) = WORDS.iter().find(|(words, _)| self.text[start..].starts_with(words))?;
        self.is_after_operand()
            .then(|| self.replace_from(self.at, start + words.len(), sign, format!("write `{sign}`")))?
    }

    /// `n ≡ 1 (mod 3)`, `n == 1 (mod 3)`
    fn congruence(&self) -> Option<Slip> {
        let sign = match self.token {
            "≡" => self.at,
            // In `n == 1 (mod 3)` the parser has read `==` as an operator, and stopped at `mod`.
            "mod" if self.before.ends_with('(') => self.before.rfind(['=', '≡'])?,
            "=" => self.at,
            _ => return None,
        };
        let is_in_word = |c: char| c == '=' || c == '≡';
        let right = self.text[sign..].trim_start_matches(is_in_word);
        let line = right.split('\n').next().unwrap_or("");
        let (rest, tail) = line.split_once("mod")?;
        let rest = rest.trim().trim_end_matches('(').trim_end();
        let (modulus, _) = self.word_at(self.text.len() - right.len() + line.len() - tail.len());
        let is_number = |word: &str| !word.is_empty() && word.chars().all(|c| c.is_alphanumeric());
        let behind = self.text.len() - right.len() + line.len() - tail.len();
        let goes_on = self.text[self.word_at(behind).1..]
            .trim_start_matches(' ')
            .starts_with(['^', '*', '+', '-', '(']);
        let has_parentheses =
            line[..line.len() - tail.len()].trim_end_matches("mod").trim_end().ends_with('(');
        if !is_number(rest) || !is_number(modulus) || self.token == "=" && !has_parentheses {
            return None;
        }
        let left = self.text[..sign].trim_end_matches(is_in_word).trim_end();
        let operand = last_word(left);
        let before = left[..left.len() - operand.len()].trim_end();
        // A remainder is less than the modulus: `n ≡ 5 (mod 3)` is `n mod 3 == 2`.
        let rest = match (rest.parse::<u64>(), modulus.parse::<u64>()) {
            (Ok(rest), Ok(modulus)) if modulus > 0 => (rest % modulus).to_string(),
            // A name may stand for a number that is not less than the modulus.
            _ => format!("{rest} mod {modulus}"),
        };
        if operand.is_empty() || !is_whole_behind(before) || goes_on {
            return advise(
                "a congruence is a comparison of remainders: `(n + 1) mod 4 == 0`, `a mod m == b mod m`",
            );
        }
        let written = format!("{operand} mod {modulus} == {rest}");
        let mut end = self.text.len() - right.len() + line.len() - tail.len();
        end = self.word_at(end).1;
        let close = skip_blanks(self.text, end);
        if has_parentheses && self.text[close..].starts_with(')') {
            end = close + 1;
        }
        self.replace_from(
            left.len() - operand.len(),
            end.min(self.text.len()),
            &written,
            format!("write `{written}`"),
        )
    }

    /// `claim "name" := …`
    fn sign_behind_name(&self) -> Option<Slip> {
        let is_named = self.before.strip_suffix(':').is_some_and(|it| it.trim_end().ends_with('"'));
        let is_sign = matches!(self.token, "=" | ":") && self.before.len() == self.at;
        (self.item == "claim" && is_named && is_sign)
            .then(|| self.replace("", "write `:` after the claim's name"))?
    }

    /// `n isn't 3`
    fn short_not(&self) -> Option<Slip> {
        let verb =
            ["isn", "aren", "doesn"].contains(&self.token) && self.text[self.end()..].starts_with("'t");
        if !verb || !self.is_after_operand() {
            return None;
        }
        let end = self.end() + "'t".len();
        let (next, _) = self.word_at(end);
        let mut slip = match next {
            "even" | "odd" => advise(format!("write `not {next}({})`", self.previous_word())),
            _ if next.starts_with(|c: char| c.is_ascii_digit()) => {
                self.replace_from(self.at, end, "!=", "write `!=`")
            }
            _ => advise("write `not` before the statement, or `!=` to compare"),
        }?;
        slip.message = Some(format!("unexpected `{}'t`", self.token));
        Some(slip)
    }

    /// `given n > 0: …`, `assume n > 0, …`, `do x <- …`
    fn assumption(&self) -> Option<Slip> {
        let word = self.previous_word();
        let from = self.before.len() - word.len();
        if self.before.len() == self.at || self.item == "assume" {
            return None;
        }
        match word {
            "do" if self.rest_of_line().trim_start().starts_with("<-") => advise(
                "there is no `do`: variables are bound by `forall x in D: …`, values by `let x = e in …`",
            ),
            "given" | "assume" | "assuming" | "suppose" | "Suppose" | "Assume" | "Given" => {
                let is_variable = matches!(self.next_word(), "in" | "∈" | ":" | ",");
                if is_variable && self.item == "claim" {
                    let help = "variables are bound by `forall`: `forall n in D: …`";
                    return self.replace_from(from, self.before.len(), "forall", help);
                }
                advise(
                    "a condition stands before `=>`, or after `if`: `n > 0 => …`, `forall n in D if n > 0: …`",
                )
            }
            _ => None,
        }
    }

    /// `(+) 1 2`
    fn lone_operator(&self) -> Option<Slip> {
        let begun = ["-", "not"].into_iter().find(|it| self.before.ends_with(&format!("({it}")));
        let operator = match begun {
            Some(sign) if self.token == ")" => sign,
            _ if self.before.ends_with('(') && self.next_word() == ")" => self.token,
            _ => return None,
        };
        if operator == "not" || !OPERATORS.contains(&operator) {
            return None;
        }
        let open = self.before.rfind('(')?;
        let close = self.at + self.text[self.at..].find(')')? + 1;
        let (first, end) = self.word_at(close);
        let (second, end) = self.word_at(end);
        let is_operand = |word: &str| word.starts_with(char::is_alphanumeric) && !(self.is_reserved)(word);
        let goes_on = self.text[end..].starts_with(['(', '[', '.']);
        if !is_operand(first) || !is_operand(second) || goes_on {
            return advise(format!("an operator stands between its operands: `a {operator} b`"));
        }
        let written = format!("{first} {operator} {second}");
        let help = format!("an operator stands between its operands: `{written}`");
        self.replace_from(open, end, &written, help)
    }

    /// `⌊n/2⌋`, `⌈n/2⌉`, `|a - b|`, `#xs`, `√n`
    fn enclosed(&self) -> Option<Slip> {
        if self.token == "√" && !self.is_after_operand() {
            let (word, end) = self.word_at(self.end());
            let is_operand =
                word.starts_with(char::is_alphanumeric) && !self.text[end..].starts_with(['(', '[']);
            let is_end = self.before.ends_with(['.', '=']) && self.before.contains("..");
            let written = format!("{}({word})", if is_end { "isqrt" } else { "sqrt" });
            let help = match is_end {
                true => format!("write `{written}`: the root rounded down"),
                false => format!("write `{written}`, or `i{written}` rounded down"),
            };
            return is_operand.then(|| self.replace_from(self.at, end, &written, help))?;
        }
        let (name, close) = match self.token {
            "⌊" => ("floor", '⌋'),
            "⌈" => ("ceil", '⌉'),
            "|" if !self.is_after_operand() => ("abs", '|'),
            "#" if !self.is_after_operand() && !self.begins_line() && !self.item.is_empty() => {
                return self.counted();
            }
            _ => return None,
        };
        if name == "abs"
            && let Some(slip) = self.number_of_elements()
        {
            return Some(slip);
        }
        let inner =
            self.rest_of_line().split(close).next().filter(|it| it.len() < self.rest_of_line().len())?;
        if name == "abs"
            && self.rest_of_line().matches('|').count() > 1
            && inner.trim_end().ends_with(['-', '+', '*', '('])
        {
            return advise("write `abs(…)` for each absolute value");
        }
        let is_sum = inner.contains(['+', '-', '−']);
        let shown = inner.trim();
        if name != "abs" && !shown.is_ascii() {
            return advise(format!("write `{name}(…)`, with `*` between factors"));
        }
        if shown.is_empty() || shown.contains(['⌊', '⌈', '|']) {
            return None;
        }
        if name == "abs" && !is_sum {
            return advise(format!(
                "write `len({shown})` for how many, `abs({shown})` for the absolute value"
            ));
        }
        let written = format!("{name}({shown})");
        let help = format!("write `{written}`");
        self.replace_from(self.at, self.end() + inner.len() + close.len_utf8(), &written, help)
    }

    /// `#xs`, `#{1, 2}`, `# s >= 2`
    fn counted(&self) -> Option<Slip> {
        let start = skip_blanks(self.text, self.end());
        let end = super::operand_end(self.text, start);
        let counted = self.text_between(start, end)?;
        if counted.starts_with('{') && counted.contains('|') {
            return advise("write `len(…)` for the number of elements: `len({x for x in D if c})`");
        }
        let is_group = counted.starts_with('(') && super::group_end(counted, 0) == Some(counted.len());
        let inner = if is_group { &counted[1..counted.len() - 1] } else { counted };
        let written = format!("len({inner})");
        let is_counted = !inner.is_empty() && (start == self.end() || ends_counted(&self.text[end..]));
        is_counted.then(|| self.replace_from(self.at, end, &written, format!("write `{written}`")))?
    }

    /// `|{n in D | c}|`, `|[1, 2]|`
    fn number_of_elements(&self) -> Option<Slip> {
        let at = skip_blanks(self.text, self.end());
        let end = self.text[at..].starts_with(['{', '[']).then(|| super::group_end(self.text, at))??;
        let close = skip_blanks(self.text, end);
        if !self.text[close..].starts_with('|') {
            return None;
        }
        let collection = self.text_between(at, end)?;
        let (open, inner) = (&collection[..1], &collection[1..collection.len() - 1]);
        let shown = match inner.split_once('|').or_else(|| inner.split_once(':')) {
            Some((binder, condition)) if binder.contains(" in ") => {
                let name = binder.split(" in ").next()?.trim();
                format!(
                    "{open}{name} for {} if {}{}",
                    binder.trim(),
                    condition.trim(),
                    &collection[collection.len() - 1..]
                )
            }
            _ => collection.to_string(),
        };
        let written = format!("len({shown})");
        self.replace_from(self.at, close + 1, &written, format!("write `{written}`"))
    }

    /// `xs[::2]`, `xs[1:5:2]`
    fn slice_with_step(&self) -> Option<Slip> {
        let (open, bracket) = self.open_bracket()?;
        let inside = self.text[open + 1..].split([']', '\n']).next().unwrap_or("");
        let list = last_word(&self.text[..open]);
        if self.token != ":" || bracket != '[' || list.is_empty() || inside.matches(':').count() != 2 {
            return None;
        }
        let mut slip = match inside.trim() {
            "::-1" => {
                let written = format!("reverse({list})");
                let help = format!("write `{written}`");
                self.replace_from(open - list.len(), open + inside.len() + 2, &written, help)
            }
            _ => {
                let step = inside.rsplit(':').next().unwrap_or("").trim();
                let step = if step.is_empty() { "2" } else { step };
                advise(format!("write `[{list}[i] for i in indices({list}) if i mod {step} == 0]`"))
            }
        }?;
        slip.message = Some("a slice has no step".into());
        Some(slip)
    }
}

/// Whether a comparison follows: `# s >= 2`, which is no comment.
fn ends_counted(behind: &str) -> bool {
    ["==", "<", ">", "!=", "≤", "≥", "mod"].iter().any(|sign| behind.trim_start().starts_with(sign))
}
