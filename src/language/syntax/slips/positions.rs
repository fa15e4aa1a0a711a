//! Questions about positions as papers and other programs write them: `|pile(3)|`, `#pile(3)`,
//! `losing(n = 3)`, `losing(pile(3))` without `claim`.

use super::texts::{ends_statement, operand_end};
use super::{Place, advise};
use crate::syntax::errors::Slip;
use crate::syntax::tokens::skip_blanks;

impl Place<'_> {
    /// Mistakes in questions about positions.
    pub(super) fn question_elsewhere(&self) -> Option<Slip> {
        match self.token {
            "|" if !self.is_after_operand() => self.position_in_bars(),
            "#" if !self.is_after_operand() && !self.begins_line() => {
                let (position, _) = self.position_at(self.end())?;
                advise(format!(
                    "`sg({position})` is the value, `len(options({position}))` the number of moves"
                ))
            }
            "=" => self.field_named(),
            "losing" | "winning" | "drawn" | "sg" | "forall" | "exists"
                if self.before.ends_with('}') && self.expects("item") && !self.begins_line() =>
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
        self.games().any(|(game, _)| game == name).then_some((position, end))
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
        let is_asked = asks.contains(&super::last_word(&self.before[..open]));
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
}
