//! Moves as other languages and plain sentences state them: `-> { a -= k; }`,
//! `when (n >= k) { return g(n - k); }`, `move take 1, 2 or 3 -> …`, `move take one -> …`.

use super::{Place, first_outside, group_end, last_word, operand_end};
use crate::syntax::errors::Slip;
use crate::syntax::tokens::skip_blanks;

impl Place<'_> {
    /// Moves as other languages and plain sentences state them.
    pub(super) fn move_elsewhere(&self) -> Option<Slip> {
        if self.item != "move" {
            return None;
        }
        self.assigned_fields()
            .or_else(|| self.returned_position())
            .or_else(|| self.listed_amounts())
            .or_else(|| self.name_of_two_words())
            .or_else(|| self.other_name())
    }

    /// `move "take one" -> …`, `move 1 -> …`, `move t{k in D} -> …`
    fn other_name(&self) -> Option<Slip> {
        let is_number = self.token.bytes().all(|it| it.is_ascii_digit()) && !self.token.is_empty();
        match self.token {
            "\"" if self.previous_word() == "move" => {
                let name = self.rest_of_line().split('"').next()?;
                let words: Vec<&str> =
                    name.split(|c: char| !c.is_alphanumeric()).filter(|it| !it.is_empty()).collect();
                let written = words.join("_");
                let help = format!("a move has a name without quotes: `move {written}`");
                let is_name = written.starts_with(char::is_alphabetic);
                is_name.then(|| self.replace_from(self.at, self.end() + name.len() + 1, &written, help))?
            }
            number if is_number && self.previous_word() == "move" => {
                let written = format!("m{number}");
                let help = format!("a name begins with a letter: `move {written}`");
                self.replace_from(self.at, self.end(), &written, help)
            }
            "{" if self.word_before_previous() == "move" => {
                let end = group_end(self.text, self.at)?;
                let binders = self.text_between(self.at + 1, end - 1)?;
                let help = format!("the choices stand in parentheses: `({binders})`");
                binders
                    .contains(" in ")
                    .then(|| self.replace_from(self.at, end, &format!("({binders})"), help))?
            }
            _ => None,
        }
    }

    /// `-> { a -= k; }`, `-> n = n - k`: the position with the new values of its fields.
    fn assigned_fields(&self) -> Option<Slip> {
        let arrow = self.before.rfind("->").filter(|at| !self.before[*at..].contains("move "))?;
        let start = skip_blanks(self.text, arrow + 2);
        let line = self.text[start..].split('\n').next()?;
        let end = match line.starts_with('{') {
            true => group_end(self.text, start)?,
            false => {
                let close = super::binders::closing(line).unwrap_or(line.len());
                start + line[..close].split("//").next()?.trim_end().len()
            }
        };
        let is_here = matches!(self.token, "=" | "-" | "+" | "*" | ":=") && self.at < end;
        let block = self.text_between(start, end)?.trim_start_matches('{').trim_end_matches('}');
        let game = self.before.rfind("game ").map_or("", |at| self.before[at + 5..].trim_start());
        let (name, fields) = game.split_once('(')?;
        let fields: Vec<&str> = fields
            .split(')')
            .next()?
            .split(',')
            .map(|it| it.split(':').next().unwrap_or("").trim())
            .collect();
        let mut values: Vec<String> = fields.iter().map(ToString::to_string).collect();
        let mut statements = block.split(';').map(str::trim).filter(|it| !it.is_empty()).peekable();
        statements.peek().filter(|_| is_here)?;
        for statement in statements {
            let (field, value) = assigned(statement)?;
            let at = fields.iter().position(|it| *it == field)?;
            values[at] = value;
        }
        let written = format!("{}({})", name.trim(), values.join(", "));
        let help = format!("a move leads to a position: write `{written}`");
        self.replace_from(start, end, &written, help)
    }

    /// `when (n >= k) { return g(n - k); }`
    fn returned_position(&self) -> Option<Slip> {
        let end = group_end(self.text, self.at).filter(|_| self.token == "{" && self.expects("`->`"))?;
        let inside = self.text_between(self.at + 1, end - 1)?.trim();
        let target = inside.strip_prefix("return ")?.trim_end_matches(';').trim();
        let written = format!("-> {target}");
        let is_one = !target.is_empty() && !target.contains(';');
        is_one.then(|| self.replace_from(self.at, end, &written, format!("write `{written}`")))?
    }

    /// `move take 1, 2 or 3 -> g(n - k)`
    fn listed_amounts(&self) -> Option<Slip> {
        let rest = self.text[self.at..].split('\n').next()?;
        let amounts = rest[..rest.find("->")?].trim_end();
        let numbers: Vec<&str> = amounts.split([',', ' ']).filter(|it| !it.is_empty()).collect();
        let is_amount = |it: &&str| it.parse::<u64>().is_ok();
        let is_listed = numbers.iter().all(|it| is_amount(it) || matches!(*it, "or" | "and"));
        let is_first = self.word_before_previous() == "move" && numbers.first().is_some_and(is_amount);
        if !is_listed || !is_first {
            return None;
        }
        let numbers: Vec<&str> = numbers.into_iter().filter(is_amount).collect();
        let field = self.first_field();
        let choice = format!("(k in {{{}}}) when k <= {field}", numbers.join(", "));
        let help = format!("write the amounts as choices: `move {}{choice} -> …`", self.previous_word());
        self.replace_from(self.before.len(), self.at + amounts.len(), &choice, help)
    }

    /// `move take one -> g(n - 1)`
    fn name_of_two_words(&self) -> Option<Slip> {
        let is_word = self.token.starts_with(char::is_alphabetic) && !(self.is_reserved)(self.token);
        let first = self.previous_word();
        // A property of the number that is taken: `move take odd`.
        let is_property = matches!(self.token, "odd" | "even" | "prime" | "any" | "all" | "some");
        let is_word = is_word && !is_property;
        let ends = matches!(self.next_word(), "->" | "(" | "when");
        (is_word && ends && self.word_before_previous() == "move" && self.expects("`->`")).then(|| {
            let written = format!("{first}_{}", self.token);
            let from = self.before.len() - first.len();
            self.replace_from(
                from,
                self.end(),
                &written,
                format!("write `move {written}`: a name has no blanks"),
            )
        })?
    }
}

/// The field and the new value of a statement such as `a -= k` or `a = a - k`; `None` for others.
fn assigned(statement: &str) -> Option<(&str, String)> {
    let (at, _) = first_outside(statement, &["="])?;
    let value = statement[at + 1..].trim();
    let head = statement[..at].trim_end();
    if value.is_empty() || value.starts_with('=') || value.contains('=') || head.ends_with(['<', '>', '!']) {
        return None;
    }
    let field = head.trim_end_matches(['-', '+', ':']).trim_end();
    let operator = head[field.len()..].trim();
    let is_one = operand_end(value, 0) == value.len();
    let grouped = if is_one { value.to_string() } else { format!("({value})") };
    let value = match operator {
        "-" | "+" => format!("{field} {operator} {grouped}"),
        _ => value.to_string(),
    };
    (last_word(field) == field && !field.is_empty()).then_some((field, value))
}
