//! Typing mistakes: a doubled word, a missing operand, a missing first word, a missing `for`.

use super::{Place, advise, last_word, operand_end};
use crate::syntax::errors::Slip;
use crate::syntax::tokens::{skip_blanks, token_at};

/// Signs with an operand on both sides.
const BETWEEN: [&str; 22] = [
    "+", "-", "*", "/", "^", "==", "!=", "<=", ">=", "<", ">", "..=", "..", "=>", "<=>", "and", "or", "xor",
    "div", "mod", "in", "++",
];

impl Place<'_> {
    /// A word or sign that stands twice in a row. Tried before most other recognisers, because they
    /// would take a doubled word for a construction of another language.
    pub(super) fn twice(&self) -> Option<Slip> {
        let from = self.before.len() - self.before_token().len();
        let is_word =
            (self.is_reserved)(self.token) && !matches!(self.token, "not" | "true" | "false" | "if");
        let is_sign = matches!(self.token, "->" | "..=" | "," | ":" | "==" | "=>");
        let is_same = self.before_token() == self.token && (self.before.len() < self.at || is_sign);
        if !is_same || !is_word && !is_sign {
            return None;
        }
        self.replace_from(from, self.at, "", format!("remove the second `{}`", self.token))
    }

    /// Typing mistakes that are tried last, when no other recogniser has advice.
    pub(super) fn typing(&self) -> Option<Slip> {
        self.first_word().or_else(|| self.missing_for()).or_else(|| self.missing_operand())
    }

    /// `n mod2`, and `n //` before a line with the second operand
    pub(super) fn glued(&self) -> Option<Slip> {
        let between = self.text[self.before.len()..self.at].trim();
        let continues = self.expects("an operator") || self.begins_item();
        if between == "//" && continues && self.is_after_operand() {
            return advise("`//` begins a comment: for a quotient rounded down write `div`");
        }
        let (word, digits) = glued_operator(self.token).filter(|_| self.is_after_operand())?;
        self.replace(&format!("{word} {digits}"), format!("write `{word} {digits}`"))
    }

    /// The word, the number or the sign before the token.
    fn before_token(&self) -> &str {
        let word = self.previous_word();
        if !word.is_empty() {
            return word;
        }
        let sign = ["<=>", "..=", "==", "!=", "<=", ">=", "=>", "->", "++", ".."].into_iter();
        sign.filter(|it| self.before.ends_with(it))
            .map(|it| &self.before[self.before.len() - it.len()..])
            .next()
            .unwrap_or_else(|| {
                self.before.char_indices().next_back().map_or("", |(at, _)| &self.before[at..])
            })
    }

    /// `"pairs": forall …` without `claim`.
    fn first_word(&self) -> Option<Slip> {
        let begins = self.token == "\"" && self.begins_item();
        begins.then(|| {
            self.replace_from(self.at, self.at, "claim ", "a claim begins with its word: `claim \"…\": …`")
        })?
    }

    /// `[x * x x in 1..=3]`
    fn missing_for(&self) -> Option<Slip> {
        let is_name = self.token.starts_with(char::is_alphabetic) && !(self.is_reserved)(self.token);
        let binds = is_name && self.next_word() == "in" && self.is_after_operand();
        let is_inside = matches!(self.open_bracket(), Some((_, '[' | '{' | '(')));
        (binds && is_inside && self.item != "game")
            .then(|| self.replace_from(self.at, self.at, "for ", "write `for` before the variable"))?
    }

    /// `n - )`, `n > and m`, `max(, b)`
    fn missing_operand(&self) -> Option<Slip> {
        let before = self.before_token();
        if before == "|" && matches!(self.token, ")" | "and" | "or" | "<=>" | "=>" | "==" | "") {
            let head = self.before.strip_suffix('|')?;
            if let Some((_, inner)) = head.rsplit_once('|').filter(|(_, inner)| !inner.contains(['(', '\n']))
            {
                return super::advise(format!(
                    "the absolute value is `abs({})`, and a product has a sign: `phi * abs(n)`",
                    inner.trim()
                ));
            }
        }
        let opens = matches!(before, "(" | "[" | "{" | ",");
        let is_open = BETWEEN.contains(&before)
            || opens
            || matches!(before, "when" | "if" | "then" | "else" | "not" | "->");
        let ends = matches!(
            self.token,
            ")" | "]"
                | "}"
                | ","
                | ":"
                | ";"
                | "and"
                | "or"
                | "mod"
                | "div"
                | "xor"
                | "->"
                | "when"
                | "then"
                | "else"
                | "in"
                | "=="
                | "!="
                | "<"
                | ">"
                | "<="
                | ">="
                | "=>"
                | "<=>"
                | "+"
                | "*"
                | "/"
                | "^"
                | ""
                | "..="
                | ".."
        );
        let is_first = opens && matches!(self.token, ")" | "]" | "}" | ":" | ";" | "->" | "");
        if !self.expects("an expression") || !is_open || !ends || is_first {
            return None;
        }
        let token = if self.token.is_empty() { "the end".to_string() } else { format!("`{}`", self.token) };
        Some(Slip::new(format!("something is missing between `{before}` and {token}")).missing("0"))
    }

    /// `n 1`, `b 2..=5`: a name and a number side by side, without a sign.
    pub(super) fn side_by_side(&self, name: &str) -> Option<Slip> {
        let number = self.token;
        let at = skip_blanks(self.text, operand_end(self.text, self.at));
        let behind = token_at(self.text, at);
        let head = self.before[..self.before.len() - name.len()].trim_end();
        let is_variable =
            matches!(last_word(head), "forall" | "exists" | "for") || head.ends_with(['(', ',']);
        if is_variable && matches!(behind, "..=" | ".." | ":" | ")") && behind.starts_with('.') {
            return self.replace_from(
                self.at,
                self.at,
                "in ",
                format!("write `in` between `{name}` and its values"),
            );
        }
        Some(Slip::new(format!("an operator is missing between `{name}` and `{number}`")).missing("+"))
    }
}

/// The operator and the number of `mod2`; `None` for other words.
fn glued_operator(word: &str) -> Option<(&str, &str)> {
    let operator = ["mod", "div", "xor"].into_iter().find(|operator| word.starts_with(operator))?;
    let digits = &word[operator.len()..];
    (!digits.is_empty() && digits.bytes().all(|digit| digit.is_ascii_digit())).then_some((operator, digits))
}
