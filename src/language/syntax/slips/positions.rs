//! Questions about positions as papers and other programs write them: `|pile(3)|`, `#pile(3)`,
//! `losing(n = 3)`, `losing(pile(3))` without `claim`.

use super::texts::{begins_statement, ends_statement, has_word, operand_end};
use super::{Place, advise, last_word};
use crate::syntax::errors::Slip;
use crate::syntax::tokens::{skip_blanks, token_at};

/// How far the fields of a game, and a comment before its name, are searched for.
const LONGEST_HEAD: usize = 400;

impl Place<'_> {
    /// Mistakes in questions about positions.
    pub(super) fn question_elsewhere(&self) -> Option<Slip> {
        if let Some(slip) = self.outcome_in_words() {
            return Some(slip);
        }
        match self.token {
            _ if matches!(self.previous_word(), "NOT" | "Not") && self.item == "claim" => {
                let from = self.before.len() - self.previous_word().len();
                self.replace_from(from, self.before.len(), "not", "write `not`")
            }
            "is" | "are" if self.item == "move" && self.previous_word() == "there" => {
                advise("a condition is a formula, such as `when k <= n`")
            }
            "|" if !self.is_after_operand() => self.position_in_bars(),
            "#" if !self.is_after_operand() && !self.begins_line() => {
                let (position, _) = self.position_at(self.end())?;
                advise(format!(
                    "`sg({position})` is the value, `len(options({position}))` the number of moves"
                ))
            }
            "exactly" if matches!(self.next_word(), "when" | "where" | "then") => {
                let end = skip_blanks(self.text, self.end()) + self.next_word().len();
                self.replace_from(self.at, end, "<=>", "write `<=>` between statements")
            }
            "divisible" if self.is_after_operand() && self.next_word() == "by" => {
                let number = self.operand_before();
                let from = skip_blanks(self.text, self.end()) + "by".len();
                let start = skip_blanks(self.text, from);
                let end = operand_end(self.text, start);
                let written = format!("{number} mod {} == 0", self.text_between(start, end)?);
                let is_simple = !number.is_empty() && end > start;
                let start = self.before.len() - number.len();
                is_simple.then(|| self.replace_from(start, end, &written, format!("write `{written}`")))?
            }
            "wins" | "won" | "loses" | "lost" | "winning" | "losing" if self.is_after_position() => {
                let position = self.operand_before();
                let start = self.before.len() - position.len();
                let word = if self.token.starts_with('w') { "winning" } else { "losing" };
                let written = format!("{word}({position})");
                let is_whole =
                    begins_statement(&self.before[..start]) && ends_statement(&self.text[self.end()..]);
                is_whole
                    .then(|| self.replace_from(start, self.end(), &written, format!("write `{written}`")))?
            }
            "=" => self.field_named(),
            "end" if self.begins_item() && matches!(self.next_word(), "when" | "if") => {
                advise("an `end` stands inside the braces of its game")
            }
            "misere" | "misère" if self.before.ends_with('}') && self.expects("item") => {
                advise("a position states the convention: `claim: losing(misere P)`")
            }
            "*" if !self.is_after_operand() => self.starred_value().or_else(|| self.unpacked()),
            "losing" | "winning" | "drawn" | "sg" | "forall" | "exists"
                if self.begins_item() || self.before.ends_with('}') && self.expects("item") =>
            {
                self.replace_from(self.at, self.at, "claim: ", "write `claim:` before the statement")
            }
            _ => None,
        }
    }

    /// The position of a game of this file that begins at or after `at`, and its end.
    fn position_at(&self, at: usize) -> Option<(&str, usize)> {
        let start = skip_blanks(self.text, at);
        let end = operand_end(self.text, start);
        let position = self.text_between(start, end)?;
        let name = position.split_once('(')?.0;
        self.declares_game(name).then_some((position, end))
    }

    /// `|pile(3)|`
    fn position_in_bars(&self) -> Option<Slip> {
        let (position, end) = self.position_at(self.end())?;
        let close = skip_blanks(self.text, end);
        let written = format!("sg({position})");
        let help = format!("write `{written}` for the value of the position");
        let is_closed = self.text[close..].starts_with('|');
        is_closed.then(|| self.replace_from(self.at, close + 1, &written, help))?
    }

    /// `losing(n = 3)`, where one game of the file has the only field `n`.
    fn field_named(&self) -> Option<Slip> {
        let field = self.previous_word();
        let (open, _) = self.open_bracket().filter(|(_, bracket)| *bracket == '(')?;
        let is_alone = self.before[open + 1..].trim() == field;
        let asks = ["losing", "winning", "drawn", "sg", "remoteness", "moves", "options"];
        let is_asked = asks.contains(&last_word(&self.before[..open]));
        let start = skip_blanks(self.text, self.end());
        let end = operand_end(self.text, start);
        let value = self.text_between(start, end)?;
        let has_field = |(_, fields): &(&str, &str)| {
            fields.split_once(':').is_some_and(|(name, rest)| name.trim() == field && !rest.contains(','))
        };
        let mut games = self.games().filter(has_field);
        let (game, None) = (games.next()?.0, games.next()) else { return None };
        let written = format!("{game}({value})");
        let help = format!("name the position: `{written}`");
        let is_whole = is_alone && is_asked && ends_statement(&self.text[end..]);
        is_whole.then(|| self.replace_from(open + 1, end, &written, help))?
    }

    /// `pile(3) == *3`: the value of a position as papers write it.
    fn starred_value(&self) -> Option<Slip> {
        let sign = ["==", "!="].into_iter().find(|sign| self.before.ends_with(sign))?;
        let head = Place { before: self.before[..self.before.len() - 2].trim_end(), ..*self };
        let position = head.operand_before();
        let end = operand_end(self.text, self.end());
        let value = self.text_between(self.end(), end)?;
        if value.is_empty() || !head.is_after_position() || !ends_statement(&self.text[end..]) {
            return None;
        }
        let written = format!("sg({position}) {sign} {value}");
        let start = head.before.len() - position.len();
        begins_statement(&self.before[..start]).then(|| {
            self.replace_from(start, end, &written, format!("write `{written}`: values are numbers"))
        })?
    }

    /// `claim the first player wins pile(21)`
    fn outcome_in_words(&self) -> Option<Slip> {
        let start = self.before.rfind("claim").filter(|_| self.item == "claim")? + "claim".len();
        let line = self.text[start..].split('\n').next()?.split("//").next()?.trim_end();
        const SAYS: [&str; 9] =
            ["wins", "win", "winner", "won", "winning", "loses", "lose", "lost", "losing"];
        if !SAYS.iter().any(|word| has_word(line, word)) {
            return None;
        }
        let (name, at) = self.games().find_map(|(name, _)| Some((name, line.find(&format!("{name}("))?)))?;
        let end = operand_end(line, at);
        let (before, behind) = (&line[..at], &line[end..]);
        let words: Vec<&str> = before.split_whitespace().chain(behind.split_whitespace()).collect();
        let is_plain = words.iter().all(|it| it.chars().all(char::is_alphabetic));
        let says = |known: &[&str]| words.iter().any(|it| known.contains(it));
        let wins = says(&["wins", "win", "winner", "won", "winning"]);
        let loses = says(&["loses", "lose", "lost", "losing"]);
        let is_second = says(&["second", "previous", "Second"]);
        let is_told =
            self.before[start..].contains(' ') && words.len() >= 2 && !says(&["misere", "not", "both"]);
        if !is_plain || !is_told || wins == loses || line[at..end].len() <= name.len() {
            return None;
        }
        let word = if wins != is_second { "winning" } else { "losing" };
        let written = format!("{word}({})", &line[at..end]);
        let from = skip_blanks(self.text, start);
        self.replace_from(from, start + line.len(), &written, format!("write `claim {written}`"))
    }

    /// `losing(g(n)) = n mod 4 = 0`
    pub(super) fn equal_statements(&self) -> Option<Slip> {
        let left = self.operand_before();
        let called = left.split('(').next().unwrap_or("");
        let is_statement = matches!(called, "losing" | "winning" | "drawn" | "even" | "odd" | "equal");
        let start = self.before.len() - left.len();
        let right = self.code_on_line();
        let is_whole = is_statement && left.ends_with(')') && begins_statement(&self.before[..start]);
        if !is_whole || right.is_empty() || right.contains("=>") {
            return None;
        }
        let right = right.replace(" = ", " == ");
        let to = self.end() + self.rest_of_line().find(self.code_on_line())? + self.code_on_line().len();
        let help = format!("write `<=>` between statements: `{left} <=> {right}`");
        self.replace_from(self.at, to, &format!("<=> {right}"), help)
    }

    /// `when x, x + 1 in s`
    pub(super) fn both_in_set(&self) -> Option<Slip> {
        let first = self.operand_before();
        let start = self.before.len() - first.len();
        let rest = self.rest_of_expression();
        let (second, set) = rest.split("->").next()?.split_once(" in ")?;
        let (second, set) = (second.trim(), set.trim());
        let is_simple =
            |it: &str| !it.is_empty() && !it.contains([',', '=', '<', '>']) && !it.contains(" and ");
        if last_word(self.before[..start].trim_end()) != "when"
            || ![first, second, set].into_iter().all(is_simple)
        {
            return None;
        }
        let written = format!("{first} in {set} and {second} in {set}");
        let end = self.end() + self.rest_of_line().find(" in ")? + " in ".len() + set.len();
        self.replace_from(start, end, &written, format!("write `{written}`"))
    }

    /// `max(*xs)`
    fn unpacked(&self) -> Option<Slip> {
        let (open, _) = self.open_bracket().filter(|(_, bracket)| *bracket == '(')?;
        let end = operand_end(self.text, self.end());
        let is_alone = self.text[end..].trim_start().starts_with(')');
        let is_argument = is_alone
            && open + 1 == self.before.len()
            && self.text[self.end()..].starts_with(char::is_alphabetic);
        is_argument.then(|| self.replace("", "a collection is one argument: remove the `*`"))?
    }

    /// Whether this file declares a game with a name.
    pub(super) fn declares_game(&self, name: &str) -> bool {
        let head = format!("game {name}");
        let begins = |(at, head): (usize, &str)| {
            !self.is_in_comment(at) && self.text[at + head.len()..].trim_start().starts_with('(')
        };
        !name.is_empty() && self.text.match_indices(&head).any(begins)
    }

    /// The names of the games of this file, and the text of the fields of each.
    pub(super) fn games(&self) -> impl Iterator<Item = (&str, &str)> {
        self.text.match_indices("game ").filter_map(|(at, word)| {
            let start = skip_blanks(self.text, at + word.len());
            let name = token_at(self.text, start);
            let rest = self.text[start + name.len()..].trim_start().strip_prefix('(')?;
            let (end, _) = rest.char_indices().take(LONGEST_HEAD).find(|(_, letter)| *letter == ')')?;
            let is_name = name.starts_with(char::is_alphabetic) && !self.is_in_comment(at);
            is_name.then_some((name, &rest[..end]))
        })
    }

    /// Whether `//` stands before an offset on its line, not far away.
    fn is_in_comment(&self, at: usize) -> bool {
        let near = &self.text.as_bytes()[at.saturating_sub(LONGEST_HEAD)..at];
        let line = near.rsplit(|letter| *letter == b'\n').next().unwrap_or_default();
        line.windows(2).any(|pair| pair == b"//")
    }
}
