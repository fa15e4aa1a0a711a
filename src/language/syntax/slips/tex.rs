//! Commands and signs of TeX, names with indices in braces, and the exponents `²` and `³`:
//! `3 \le 4`, `$n$`, `a_{1}`, `n²`.

use super::{Place, advise};
use crate::syntax::errors::Slip;
use crate::syntax::tokens::token_at;

/// Names of TeX commands, separated by blanks, and what gspec writes for them.
const COMMANDS: [(&str, &str); 23] = [
    ("forall", "forall"),
    ("exists", "exists"),
    ("le leq leqslant", "<="),
    ("ge geq geqslant", ">="),
    ("lt", "<"),
    ("gt", ">"),
    ("ne neq", "!="),
    ("in", "in"),
    ("notin", "not in"),
    ("cup", "|"),
    ("cap", "&"),
    ("setminus", "-"),
    ("oplus", "xor"),
    ("land wedge", "and"),
    ("lor vee", "or"),
    ("lnot neg", "not"),
    ("implies Rightarrow Longrightarrow", "=>"),
    ("iff Leftrightarrow Longleftrightarrow", "<=>"),
    ("to rightarrow longrightarrow mapsto", "->"),
    ("bmod mod pmod", "mod"),
    ("cdot times", "*"),
    ("phi varphi", "phi"),
    ("emptyset varnothing", "{}"),
];

/// Names of TeX commands, separated by blanks, for which more than the command has to change, and
/// the advice.
const FORMS: [(&str, &str); 10] = [
    ("lfloor rfloor floor", "write `floor(x)`"),
    ("lceil rceil ceil", "write `ceil(x)`"),
    ("sqrt", "write `sqrt(x)`, or `isqrt(n)` rounded down"),
    ("frac tfrac dfrac", "write `a / b`, or `a div b` rounded down"),
    ("sum", "write `sum(f(i) for i in 0..=n)`"),
    ("max min mex gcd", "write the name without `\\`, and its arguments in parentheses: `max(a, b)`"),
    ("ldots dots cdots", "write a range: `1..=n`"),
    ("mathbb", "leave the set of all naturals out, `forall n: …`; in a field or parameter write `nat`"),
    ("mathbf mathcal mathrm operatorname text", "write names as plain words: `sg(P)`, `losing(P)`"),
    ("left right big Big", "leave out `\\left` and `\\right`: write `(` and `)` alone"),
];

impl Place<'_> {
    /// `3 \le 4`, `a_{1}`, `$n$`
    pub(super) fn tex(&self) -> Option<Slip> {
        match self.token {
            "\\" => self.command(),
            "{" if self.before.len() == self.at && self.before.ends_with('_') => self.index_in_braces(),
            "$" if super::is_function(self.previous_word()) && self.before.len() < self.at => {
                let argument = self.rest_of_expression();
                let written = format!("{}({argument})", self.previous_word());
                let to = self.end() + self.rest_of_line().find(argument)? + argument.len();
                let from = self.before.len() - self.previous_word().len();
                let help = format!("write `{written}`, without `$`");
                (!argument.is_empty()).then(|| self.replace_from(from, to, &written, help))?
            }
            "$" => advise("remove the `$`: formulas stand alone, and arguments in parentheses: `f(x)`"),
            "²" | "³" if self.is_after_operand() => {
                let by = if self.token == "²" { "^2" } else { "^3" };
                self.replace(by, format!("write `{by}`"))
            }
            _ => None,
        }
    }

    fn command(&self) -> Option<Slip> {
        let after = self.end();
        let behind = self.previous_word();
        let is_after_word = matches!(behind, "take" | "but" | "all" | "in");
        if self.text[after..].starts_with('{') && self.is_after_operand() && !is_after_word {
            return self.replace("-", "write `-`: the difference of sets");
        }
        if self.text[after..].starts_with(['{', '}']) {
            // Both braces of `\{1, 2\}` lose their sign.
            let line = self.text[after..].split('\n').next().unwrap_or("");
            let close = line.find("\\}").filter(|close| !line[..*close].contains('\\'));
            let (to, by) = match close {
                Some(close) => (after + close + 2, format!("{}}}", &line[..close])),
                None => (after, String::new()),
            };
            return self.replace_from(self.at, to, &by, "write braces without `\\`");
        }
        if let Some(slip) = self.sign_of_provers() {
            return Some(slip);
        }
        // A number may follow without a blank: `n\le4`.
        let name = token_at(self.text, after).trim_end_matches(|c: char| c.is_ascii_digit());
        let set = self.text[after + name.len()..].trim_start();
        if let Some(set) =
            ["\\mathbb{N}", "\\mathbb N", "\\N"].iter().find(|it| name == "in" && set.starts_with(**it))
        {
            let end = self.text[after..].find(set).map_or(after, |at| after + at) + set.len();
            let from = self.before.len();
            return self.replace_from(
                from,
                end,
                "",
                "a variable without `in` stands for all naturals: remove the set",
            );
        }
        if let Some(slip) = self.function_with_braces(name).or_else(|| self.rounded(name)) {
            return Some(slip);
        }
        let is_it = |words: &str| words.split(' ').any(|word| word == name);
        if let Some((_, help)) = FORMS.iter().find(|(words, _)| is_it(words)) {
            return advise(*help);
        }
        let Some((_, by)) = COMMANDS.iter().find(|(words, _)| is_it(words)) else {
            return (name.chars().count() > 1 && name.starts_with(char::is_alphabetic))
                .then(|| advise(format!("names have no `\\`: write `{name}`")))?;
        };
        self.replace_from(self.at, after + name.len(), by, format!("write `{by}`"))
    }

    /// `\min\{3, n\}`, `\max(a, b)`
    fn function_with_braces(&self, name: &str) -> Option<Slip> {
        let open = self.end() + name.len();
        let rest = self.text[open..].split('\n').next()?;
        let signs = [("\\{", "\\}"), ("\\left\\{", "\\right\\}"), ("(", ")")];
        let (begin, end) = signs.into_iter().find(|(begin, _)| rest.starts_with(begin))?;
        let inside = &rest[begin.len()..];
        let length = inside.find(end)?;
        let arguments = inside[..length].trim();
        let to = open + begin.len() + length + end.len();
        let written = format!("{name}({arguments})");
        let is_known = matches!(name, "min" | "max" | "gcd" | "lcm") && !arguments.contains(['(', '\\']);
        is_known.then(|| self.replace_from(self.at, to, &written, format!("write `{written}`")))?
    }

    /// `\lfloor n\varphi \rfloor`
    fn rounded(&self, name: &str) -> Option<Slip> {
        let (function, close) = match name {
            "lfloor" => ("floor", "\\rfloor"),
            "lceil" => ("ceil", "\\rceil"),
            _ => return None,
        };
        let start = self.end() + name.len();
        let line = self.text[start..].split('\n').next()?;
        let length = line.find(close)?;
        let inner = line[..length].replace("\\varphi", " * phi").replace("\\phi", " * phi");
        let inner = inner.split_whitespace().collect::<Vec<_>>().join(" ");
        let inner = inner.strip_prefix("* ").unwrap_or(&inner).trim();
        let written = format!("{function}({inner})");
        let is_plain = !inner.is_empty() && !inner.contains(['\\', '{']);
        let to = start + length + close.len();
        is_plain.then(|| self.replace_from(self.at, to, &written, format!("write `{written}`")))?
    }

    /// Signs that begin with `\` in other languages of proofs: `\<forall>n`, `\A n`, `P /\ Q`, `7 \ 2`.
    fn sign_of_provers(&self) -> Option<Slip> {
        let after = self.end();
        // Isabelle
        for (sign, by) in [("<forall>", "forall "), ("<exists>", "exists ")] {
            if self.text[after..].starts_with(sign) {
                let end = after + sign.len();
                return self.replace_from(self.at, end, by, format!("write `{}`", by.trim()));
            }
        }
        let letter = self.text[after..].chars().next().unwrap_or(' ');
        let is_number = |word: &str| word.starts_with(|c: char| c.is_ascii_digit());
        let is_alone = letter == ' ' || letter.is_ascii_digit();
        if is_alone
            && self.is_after_operand()
            && (is_number(self.previous_word()) || is_number(self.next_word()))
        {
            return self.replace("div", "write `div`: the quotient rounded down");
        }
        let before = self.before.ends_with('/') && self.before.len() == self.at;
        match letter {
            // TLA+
            'A' | 'E' if self.text[after + 1..].starts_with(' ') => {
                let by = if letter == 'A' { "forall" } else { "exists" };
                self.replace_from(self.at, after + 1, by, format!("write `{by}`"))
            }
            '/' if self.is_after_operand() => self.replace_from(self.at, after + 1, "or", "write `or`"),
            _ if before => self.replace_from(self.at - 1, after, "and", "write `and`"),
            _ => None,
        }
    }

    /// `a_{1}`, `sum_{i=0}^{3} i`
    fn index_in_braces(&self) -> Option<Slip> {
        match self.previous_word().trim_end_matches('_') {
            name @ ("sum" | "max" | "min" | "mex" | "xor") => {
                advise(format!("write `{name}(f(i) for i in 0..=n)`"))
            }
            name if self.text.contains(&format!("{name}_{}:", self.next_word())) => {
                let end = super::group_end(self.text, self.at)?;
                let written = format!("{name}_{}", self.next_word());
                let from = self.before.len() - self.previous_word().len();
                self.replace_from(from, end, &written, format!("write `{written}`"))
            }
            name => advise(format!(
                "write `{name}[i]` for an element of a list; a name may contain digits: `{name}1`"
            )),
        }
    }
}
