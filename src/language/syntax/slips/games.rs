//! Mistakes in games outside their moves: in fields, codes, twists, `end` and other clauses.

use super::forms::is_type;
use super::{Place, advise, last_word};
use crate::source::Span;
use crate::syntax::errors::{self, Slip, TYPES};
use crate::syntax::habits::{Use, habit};
use crate::syntax::tokens::skip_blanks;

/// Advice on how an `end` clause is written.
const END: &str = "write `end when CONDITION: lose`";

impl Place<'_> {
    /// Mistakes in a game and in its clauses, moves included.
    pub(super) fn game(&self) -> Option<Slip> {
        let is_in_game = matches!(self.open_bracket(), Some((_, '{')));
        if self.token == "(" && !is_in_game && self.item == "claim" && self.word_before_previous() == "let" {
            return advise("functions stand beside claims, not in them: `fn f(n: nat): nat = …`");
        }
        if self.token == "(" && is_in_game && self.word_before_previous() == "let" {
            return advise("functions stand beside games, not in them: `fn f(n: nat): nat = …`");
        }
        match self.item {
            "move" => self
                .binder_outside()
                .or_else(|| self.target_without_arrow())
                .or_else(|| self.pair_in_move())
                .or_else(|| self.two_lists())
                .or_else(|| self.binder())
                .or_else(|| self.guard_or_target()),
            "end" => self.end_clause(),
            "game" | "loopy" | "fn" => {
                self.type_without_colon().or_else(|| self.code_or_twist()).or_else(|| self.fields())
            }
            "measure" if matches!(self.token, "=" | ":") && self.before.ends_with("measure") => {
                self.replace("", "write `measure n` without `=` or `:`")
            }
            "assume" if self.expects("`ends`") => self.replace("ends", "write `assume ends`"),
            _ => None,
        }
        .or_else(|| self.arrow_behind_fields())
        .or_else(|| self.arrow_as_implication())
        .or_else(|| self.clause())
    }

    /// `game g(n: nat) -> { … }`
    fn arrow_behind_fields(&self) -> Option<Slip> {
        let is_there =
            matches!(self.token, "->" | "=>") && self.next_word() == "{" && self.before.ends_with(')');
        (is_there && self.item == "game").then(|| self.replace("", format!("remove `{}`", self.token)))?
    }

    /// The whole clause of an `end` whose words or signs are others: `end if n == 0 then win`.
    fn whole_end(&self) -> Option<Slip> {
        let start = self.before.rfind("end")?;
        let line = self.text[start..].split(['\n', '}', ';']).next()?.split("//").next()?;
        let line = line.split(" move ").next()?.trim_end();
        let rest = line.strip_prefix("end")?.trim_start();
        let rest = ["when", "if", "where", "in"].iter().find_map(|it| rest.strip_prefix(it)).unwrap_or(rest);
        let result = last_word(rest);
        let (condition, "win" | "lose") = (rest.strip_suffix(result)?.trim_end(), result) else {
            return None;
        };
        let signs = [":", "->", "=>", "then", ",", "is"];
        let condition = signs.iter().find_map(|it| condition.strip_suffix(it)).unwrap_or(condition);
        let condition = condition.trim().replace(" = ", " == ");
        let is_plain = !condition.is_empty() && !condition.contains([':', '?']) && !condition.contains("->");
        let written = format!("end when {condition}: {result}");
        is_plain
            .then(|| self.replace_from(start, start + line.len(), &written, format!("write `{written}`")))?
    }

    fn end_clause(&self) -> Option<Slip> {
        match self.token {
            "if" | "where" | ":" if self.expected == "`when`" => self.whole_end().or_else(|| advise(END)),
            _ if self.expected == "`when`" && self.whole_end().is_some() => self.whole_end(),
            "move" | "}" | "end" | "measure" if self.expects("`:`") || self.expects("an operator") => {
                self.whole_end().or_else(|| advise(END))
            }
            "lost" | "loses" | "losing" | "loss" if self.expects("`lose`") => {
                self.replace("lose", "write `lose`: the player to move has lost")
            }
            "won" | "wins" | "winning" if self.expects("`win`") => {
                self.replace("win", "write `win`: the player to move has won")
            }
            "or" | "and" | "else" if matches!(self.previous_word(), "lose" | "win") => {
                advise("an `end` has one condition and one result: `end when c or d: lose`")
            }
            _ if self.expects("`win`") => advise("write `win` or `lose`, the result for the player to move"),
            "win" | "lose" => self.replace_from(
                self.before.len(),
                self.before.len(),
                ":",
                "write `:` before `win` or `lose`",
            ),
            "=" if self.is_after_operand() && self.rest_of_line().contains(':') => {
                self.replace("==", "write `==` to compare; `=` only defines")
            }
            "," | "->" | "=>" | "=" if self.is_after_operand() => {
                self.replace(":", "write `:` before `win` or `lose`")
            }
            _ if self.expected == "`when`" => self.replace_from(self.at, self.at, "when ", END),
            _ => None,
        }
    }

    /// `game g(n; nat)`, `game g(n nat)`, `fn f(n: nat) nat`
    fn type_without_colon(&self) -> Option<Slip> {
        let name = self.previous_word();
        match self.token {
            ";" if self.expects("`:`") && is_type(self.next_word()) => {
                self.replace(":", format!("write `:` before the type: `{name}: {}`", self.next_word()))
            }
            token
                if self.expects("`:`")
                    && is_type(token)
                    && !["nat", "int", "text", "bool"].contains(&name)
                    && self.before.len() < self.at =>
            {
                let help = format!("write `:` before the type: `{name}: {token}`");
                self.replace_from(self.before.len(), self.at, ": ", help)
            }
            _ => None,
        }
    }

    /// `game g(n: nat): octal "0.77"`, `= {1, 2}`, `= all but {3}`, `blocking: 1`
    fn code_or_twist(&self) -> Option<Slip> {
        match self.token {
            ":" if matches!(self.previous_word(), "pass" | "blocking") => self.replace("", "remove the `:`"),
            ":" if matches!(self.next_word(), "octal" | "hex" | "code" | "take") => {
                self.replace(" =", "write `=` before the code")
            }
            "all" if self.before.ends_with('=') && self.next_word() == "but" => {
                self.replace("take all", "write `take all but …`")
            }
            "{" if self.before.ends_with('=') && self.is_set_of_numbers() => {
                self.replace("take {", "the amounts of a subtraction game follow `take`: `take {1, 2, 3}`")
            }
            _ => None,
        }
    }

    /// The offset at which the last clause before the token begins, if it is an `end`; otherwise that
    /// of the end of the text before the token.
    fn clause_start(&self) -> usize {
        let clauses = ["end ", "move ", "measure "].iter().filter_map(|word| self.before.rfind(word));
        clauses.max().unwrap_or(self.before.len())
    }

    /// Mistakes in the fields of a game or the parameters of a function.
    // Long: a case for each slip.
    fn fields(&self) -> Option<Slip> {
        let name = self.previous_word();
        let typed = format!("give it a type: `{name}: nat`");
        match self.token {
            ")" | "," if self.expects("`:`") => self.replace_from(self.at, self.at, ": nat", typed),
            token
                if self.expects("`:`")
                    && ["nat", "int", "text", "bool"].contains(&name)
                    && token.starts_with(char::is_alphabetic) =>
            {
                let from = self.before.len() - name.len();
                let written = format!("{token}: {name}");
                self.replace_from(from, self.end(), &written, format!("the name comes first: `{written}`"))
            }
            "∈" | "in" if self.expects("`:`") => self.replace_from(
                self.before.len(),
                self.end(),
                ":",
                format!("write `:` before the type: `{name}: nat`"),
            ),
            "move" | "}" | "end" | "measure"
                if self.expects("`:`") && self.before[self.clause_start()..].starts_with("end") =>
            {
                advise("say how play ends for the player to move: `: lose` or `: win` behind the condition")
            }
            token
                if self.expects("`:`")
                    && self.before.len() < self.at
                    && name.starts_with(char::is_alphabetic)
                    && token.starts_with(char::is_alphabetic) =>
            {
                advise(format!("give each a type: `{name}: nat, {token}: nat`"))
            }
            "{" if self.before.ends_with('=') => {
                let from = self.before.len() - 1;
                self.replace_from(from, self.at, "", "the rules follow the fields: remove the `=`")
            }
            "[" if self.expects("`(`") => {
                advise(format!("fields stand in parentheses: `{} {name}(n: nat) …`", self.item))
            }
            "{" | "=" if self.expects("`(`") => {
                advise(format!("list the fields: `{} {name}(n: nat) …`", self.item))
            }
            _ if self.item == "fn" && self.expects("`(`") => advise(format!(
                "parameters stand in parentheses with their types: `fn {name}(n: nat): nat = …`"
            )),
            "loopy" if name == "game" || self.before.ends_with(')') => advise("write `loopy game g(…)`"),
            token if self.before.ends_with("loopy") && token != "game" => advise("write `loopy game g(…)`"),
            "misere" | "normal" => advise("a position states the convention: `claim: losing(misere P)`"),
            "(" | "move" | "end" | "measure" if self.expects("`{`") => {
                advise("the rules of a game need braces: `game g(n: nat) { … }`")
            }
            "]" if self.before.ends_with('[') => {
                let name = last_word(&self.before[..self.before.len() - 1]);
                let from = self.before.len() - 1 - name.len();
                self.replace_from(
                    from,
                    self.end(),
                    &format!("[{name}]"),
                    format!("write `[{name}]` for a list"),
                )
            }
            "(" | "[" if self.expects("a type") || self.expects("an operator") => self.bracketed_type(),
            _ => None,
        }
    }

    /// Whether a set of numbers begins at the token.
    fn is_set_of_numbers(&self) -> bool {
        let inside = self.rest_of_line().split('}').next().unwrap_or("");
        inside.contains(|c: char| c.is_ascii_digit())
            && inside.chars().all(|c| c.is_ascii_digit() || matches!(c, ',' | ' ' | '.' | '='))
    }

    /// `list(nat)`
    fn bracketed_type(&self) -> Option<Slip> {
        match self.previous_word() {
            "list" | "List" | "array" | "vec" | "set" | "Set" => advise(TYPES),
            _ => None,
        }
    }

    /// Words and signs in the body of a game that begin no clause: `if`, `claim`, `x = 1`.
    // Long: an arm for each word that may begin a line.
    fn clause(&self) -> Option<Slip> {
        if matches!(self.token, "move" | "end") && self.previous_word() == "in" {
            return advise("leave out `in`: a `let` of a game is known in all clauses after it");
        }
        if self.token == "passes" && !self.expects("a clause") && self.before.ends_with(')') {
            return self.replace("pass", "write `pass 1 shared` or `pass 2 each`");
        }
        if self.expects("a clause")
            && self.token.chars().count() > 3
            && !matches!(self.next_word(), "(" | "{" | ":")
            && !self.begins_block_of_moves()
            && let Some(slip) = self.misspelt()
        {
            return Some(slip);
        }
        if self.expects("a clause") && self.token == "(" && self.rest_of_line().contains("->") {
            return advise("a move begins with `move` and a name: `move take(k in 1..=n) -> …`");
        }
        let says_who_wins =
            |word: &str| self.rest_of_line().split_whitespace().any(|it| it.trim_matches(';') == word);
        if self.expects("a clause") && self.token == "if" && (says_who_wins("lose") || says_who_wins("win")) {
            return advise(END);
        }
        if self.expects("a clause") && matches!(self.token, "for" | "if" | "while") {
            return advise(
                "binders list the choices of a move, its guard is the condition: `move m(k in D) when c -> …`",
            );
        }
        if self.expects("a clause") && self.token == "\"" {
            return advise("describe a game in comments above it that begin with `///`");
        }
        if !self.expects("a clause") || !self.token.starts_with(char::is_alphabetic) {
            return None;
        }
        match (self.token, self.next_word()) {
            ("def" | "fn", _)
                if { self.rest_of_line() }
                    .split(['}'])
                    .next()
                    .and_then(|it| it.split(" move ").next())
                    .is_some_and(|it| it.contains("->")) =>
            {
                self.replace("move", "write `move`: it leads to a position")
            }
            ("claim" | "start" | "param" | "fn" | "game" | "use", _) => {
                let place = Span::new(self.file, self.at, self.end());
                Some(Slip {
                    fix: errors::out_of_game(self.file, self.text, self.at),
                    message: Some(errors::beside_games(self.token)),
                    label: Some((place, "in the body of a game".to_string())),
                    ..Slip::new(errors::beside_games_help(self.token))
                })
            }
            (word @ ("lose" | "win"), "when" | "if") => {
                let start = skip_blanks(self.text, self.end());
                let inner = Place { at: start, token: self.next_word(), ..*self };
                let condition = inner.rest_of_expression();
                let condition_at = inner.end() + inner.rest_of_line().find(condition)?;
                if condition.is_empty() {
                    return advise(END);
                }
                let written = format!("end when {condition}: {word}");
                let to = condition_at + condition.len();
                self.replace_from(self.at, to, &written, format!("write `{written}`"))
            }
            (word @ ("lose" | "win"), _) => advise(format!("write `end when CONDITION: {word}`")),
            ("assumes" | "assuming", _) => self.replace("assume", "write `assume ends`"),
            (name, "=") if !(self.is_reserved)(name) && !self.begins_block_of_moves() => {
                self.replace_from(self.at, self.at, "let ", format!("write `let {name} = …`"))
            }
            ("def" | "function" | "func", _) if self.rest_of_line().contains('(') => {
                advise("functions stand beside games, not in them: `fn f(n: nat): nat = …`")
            }
            ("passes", _) => advise("a twist stands before the braces: `game g(n: nat) pass 1 shared { … }`"),
            _ => self.move_without_word(),
        }
    }

    /// `moves {`, `options = {…}`
    fn begins_block_of_moves(&self) -> bool {
        matches!(self.token, "moves" | "Moves" | "options" | "rules" | "successors")
            && matches!(self.next_word(), "{" | ":" | "=" | ":=")
    }

    /// A move that begins with its name instead of `move`, or a block of moves.
    fn move_without_word(&self) -> Option<Slip> {
        match (self.token, self.next_word()) {
            _ if self.begins_block_of_moves() => {
                advise("each move is a clause of its own: `move take(k in 1..=n) -> g(n - k)`")
            }
            ("left" | "right" | "Left" | "Right" | "white" | "black", "move") => advise(
                "both players have the same moves: remove the word before `move`; gspec has no partizan games",
            ),
            ("take", amount) if amount.starts_with(|c: char| c.is_ascii_digit() || c == '{') => {
                advise("amounts follow the fields, without braces: `game g(n: nat) = take {1, 2}`")
            }
            (name, "(") if !(self.is_reserved)(name) && self.rest_of_line().contains("->") => {
                self.replace_from(self.at, self.at, "move ", "a move begins with `move`")
            }
            (name, _)
                if !(self.is_reserved)(name)
                    && habit(name, Use::Clause).is_none()
                    && self.rest_of_line().contains("->")
                    && self.rest_of_line().contains(" in ") =>
            {
                self.misspelt().or_else(|| advise(super::FORM_OF_MOVE))
            }
            (name, "->") if !(self.is_reserved)(name) => {
                advise("a move begins with `move` and a name: `move take(k in 1..=n) -> …`")
            }
            _ => None,
        }
    }

    /// `pass {`, `blocking {`, `pass 1 {`: twists without their number, or without `each` or
    /// `shared`.
    pub(super) fn twist(&self) -> Option<Slip> {
        let head = self.before.rsplit("game").next()?.split('{').next()?.trim_end();
        match last_word(head) {
            _ if !matches!(self.item, "game" | "loopy") => None,
            "pass" => advise("say how many passes and whose: `pass 1 shared` or `pass 2 each`"),
            "blocking" => advise("say how many options: `blocking 1`"),
            _ if self.expects("`each`") => advise("say whose: `pass 1 shared` or `pass 1 each`"),
            _ => None,
        }
    }
}
