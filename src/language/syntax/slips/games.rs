//! Moves, ends, fields and what else belongs to a game.

use super::forms::is_type;
use super::{Place, advise, last_word};
use crate::source::Span;
use crate::syntax::errors::{self, Slip, TYPES};
use crate::syntax::habits::{Use, habit};
use crate::syntax::tokens::skip_blanks;

/// How a binder of a move is written.
const BINDER: &str = "a binder lists the choices: `k in 1..=n`; conditions follow `when`";

/// How an end is written.
const END: &str = "write `end when CONDITION: lose`";

impl Place<'_> {
    /// Mistakes in a game.
    pub(super) fn game(&self) -> Option<Slip> {
        let is_in_game = matches!(self.open_bracket(), Some((_, '{')));
        if self.token == "(" && is_in_game && self.word_before_previous() == "let" {
            return advise("functions stand beside games, not in them: `fn f(n: nat): nat = …`");
        }
        match self.item {
            "move" => self
                .target_without_arrow()
                .or_else(|| self.pair_in_move())
                .or_else(|| self.binder())
                .or_else(|| self.guard_or_target()),
            "end" => self.end_clause(),
            "game" | "loopy" | "fn" => self.type_without_colon().or_else(|| self.fields()),
            "measure" if matches!(self.token, "=" | ":") && self.before.ends_with("measure") => {
                self.replace("", "write `measure n` without `=` or `:`")
            }
            "assume" if self.expects("`ends`") => self.replace("ends", "write `assume ends`"),
            _ => None,
        }
        .or_else(|| self.arrow_as_implication())
        .or_else(|| self.clause())
    }

    /// The values of a variable that is compared instead of bound.
    fn choices(&self, name: &str) -> Option<Slip> {
        let range = match (self.token, self.next_word()) {
            ("<", bound) if !bound.is_empty() => format!("0..{bound}"),
            _ => "1..=n".to_string(),
        };
        advise(format!("a binder lists the choices: `{name} in {range}`; conditions follow `when`"))
    }

    /// `move m(k <= n)`, `move m(k: nat)`, `move m(k from 1 to n)`.
    fn binder(&self) -> Option<Slip> {
        if self.before.rsplit("move").next().is_some_and(|it| it.contains("->")) {
            return None;
        }
        let name = self.previous_word();
        let in_parentheses = matches!(self.open_bracket(), Some((_, '(')));
        match self.token {
            ":" if self.expected == "`in`" && self.rest_of_line().contains(" in ") => {
                let from = self.before.len() - name.len();
                let end = skip_blanks(self.text, self.end());
                self.replace_from(from, end, "", format!("remove `{name}:`; a binder has one name"))
            }
            "(" if self.expected == "`in`" => {
                advise(format!("conditions follow `when`: `move m(k in 1..=n) when {name}(…) -> …`"))
            }
            "!=" | "≠" | "==" | "<" | "<=" | "≤" | ">" | ">=" | "≥"
                if self.expected == "`in`" && self.is_bound(name) =>
            {
                let comma = self.before[..self.before.len() - name.len()].trim_end();
                let condition = self.rest_of_line().split(')').next().unwrap_or("").trim();
                let written = format!("{name} {} {condition}", self.token);
                let help = format!("conditions follow `when`: `move m(…) when {written} -> …`");
                self.condition_behind(comma, &written, help)
            }
            "<" | "<=" | "≤" | ">" | ">=" | "≥" | "!=" | "≠" | "==" | ":" | "from" | "∊" | "is" | ")"
            | ","
                if self.expected == "`in`" =>
            {
                self.choices(name)
            }
            token
                if self.before.ends_with(',')
                    && in_parentheses
                    && token.starts_with(|c: char| c.is_ascii_digit()) =>
            {
                self.listed_choices()
            }
            token if self.before.ends_with('(') && token.starts_with(|c: char| c.is_ascii_digit()) => {
                advise(BINDER)
            }
            token
                if in_parentheses
                    && is_type(name)
                    && self.before.len() < self.at
                    && token.starts_with(char::is_alphabetic) =>
            {
                let from = self.before.len() - name.len();
                let help = format!("a binder has no type: remove `{name}`");
                self.replace_from(from, self.at, "", help)
            }
            "when" if in_parentheses => {
                advise("put `when` behind the parentheses: `move m(k in D) when c -> …`")
            }
            "->" if self.before.ends_with("move") => advise("give the move a name: `move take -> …`"),
            "(" if self.before.ends_with("move") => {
                advise("give the move a name: `move take(k in 1..=n) -> …`")
            }
            _ => None,
        }
    }

    /// `move m(k in 1, 2, 3) -> …`
    fn listed_choices(&self) -> Option<Slip> {
        let (open, _) = self.open_bracket()?;
        let start = open + self.before[open..].rfind(" in ")? + " in ".len();
        let rest = self.text[self.at..].split([')', '\n']).next()?;
        let all = format!("{}{rest}", &self.text[start..self.at]);
        let is_list = all.chars().all(|c| c.is_ascii_digit() || c == ',' || c == ' ');
        let set = format!("{{{}}}", all.trim());
        let help = format!("put the values in braces: `k in {set}`");
        match is_list {
            true => self.replace_from(start, self.at + rest.len(), &set, help),
            false => advise("put the values in braces: `k in {1, 2, 3}`"),
        }
    }

    /// Whether a binder of the move before has a name.
    fn is_bound(&self, name: &str) -> bool {
        let binders = self.before.rsplit("move").next().unwrap_or("");
        !name.is_empty() && binders.contains(&format!("{name} in "))
    }

    /// `move m(k in 1..=n, k != 2) -> …`: the condition moves behind the parentheses, unless more follows it there.
    fn condition_behind(&self, before: &str, condition: &str, help: String) -> Option<Slip> {
        let rest = self.rest_of_line();
        let close = self.end() + rest.find(')')?;
        let is_last = !rest[..close - self.end()].contains(['(', ',']);
        let is_free = self.text[close + 1..].trim_start().starts_with("->");
        if !is_last || !is_free || !before.ends_with(',') {
            return advise(help);
        }
        self.replace_from(before.len() - 1, close + 1, &format!(") when {condition}"), help)
    }

    /// `when c => g(n - k)`: the arrow was read as an implication of the condition.
    fn arrow_as_implication(&self) -> Option<Slip> {
        if !matches!(self.token, "}" | "move" | "end" | "measure") {
            return None;
        }
        let (_, clause) = self.before.rsplit_once("move ").filter(|(_, clause)| !clause.contains("->"))?;
        let at = self.before.len() - clause.len() + clause.rfind("=>")?;
        let help = "write `->` before the position; `=>` is the implication";
        let mut slip = self.replace_from(at, at + 2, "->", help)?;
        slip.message = Some("unexpected `=>`".to_string());
        slip.label = Some((Span::new(self.file, at, at + 2), "expected `->`".into()));
        Some(slip)
    }

    /// Mistakes between the binders and the position.
    fn guard_or_target(&self) -> Option<Slip> {
        let target = "write `->` before the position that the move leads to";
        match self.token {
            "=>" | "→" | "⇒" | "⟶" if self.clause_has("when") && self.rest_of_clause().contains("->") => {
                self.replace("=>", "write `=>` between conditions; `->` stands before the position")
            }
            "if" if self.is_behind_target() && self.rest_of_clause().contains("else") => {
                advise("`if` has the form `if c then x else y`")
            }
            "where"
                if self.is_behind_target() && self.rest_of_line().contains('=') && self.defines_behind() =>
            {
                advise("name it before the move, in the body of the game: `let h = n div 2`")
            }
            "when" | "if" | "where" | "such" if self.is_behind_target() => advise(format!(
                "put the condition before `->`: `move {} when … -> P`",
                self.move_name().unwrap_or("m")
            )),
            "where" | "such" if self.clause_has("when") && self.is_after_operand() => self.second_condition(),
            ":" if self.expects("`->`") && self.rest_of_line().contains("->") => {
                self.replace_from(self.at, self.end(), " when", "write `when` before the condition of a move")
            }
            "=>" | "→" | "⇒" | ":" | "⟶" if self.expects("`->`") => self.replace("->", target),
            "=" | "to" if self.expects("`->`") && !self.clause_has("when") => self.replace("->", target),
            "where" | "if" | "such" | "," | "with" if self.expects("`when`") => {
                let end =
                    if self.token == "such" { skip_blanks(self.text, self.at + 4) + 4 } else { self.end() };
                let by = if self.token == "," { " when" } else { "when" };
                self.replace_from(self.at, end, by, "write `when` before the condition of a move")
            }
            "," if matches!(self.next_word(), "move" | "end" | "}") && self.expects("a clause") => {
                self.replace("", "clauses follow each other without signs: remove the `,`")
            }
            "," | "]"
                if self.before_target().is_some_and(|it| it.contains("->")) && self.is_after_operand() =>
            {
                advise("write `P + Q` where a move leads to several components")
            }
            "-" | "+" | "*" if self.before.ends_with(']') && self.text[self.end()..].starts_with('=') => {
                advise(format!("name the element: `xs with [i] = xs[i] {} k`", self.token))
            }
            "=" if self.before.ends_with(']') && self.before_target().is_some() => {
                advise("write `g(h with [i] = v)` to replace an element")
            }
            ";" => self.semicolon_in_guard(),
            "=" if self.before_target().is_some_and(|it| {
                it.ends_with(self.previous_word()) && !it.split_whitespace().any(|word| word == "if")
            }) =>
            {
                advise("a move leads to a position: `-> g(n - 1)`")
            }
            ":" if self.before.contains("if") && !self.expects("`->`") => {
                advise("`if` has the form `if c then x else y`")
            }
            _ => None,
        }
    }

    /// `when k > 0; k < 4 -> …`, `when k > 0; -> …`
    fn semicolon_in_guard(&self) -> Option<Slip> {
        let in_body = matches!(self.open_bracket(), Some((_, '{')));
        match self.next_word() {
            "->" => self.replace("", "remove the `;`"),
            _ if self.clause_has("when")
                && self.before_target().is_none()
                && self.is_after_operand()
                && in_body =>
            {
                self.replace(" and", "write `and` between conditions")
            }
            _ => None,
        }
    }

    /// `when k such that k > 1`
    fn second_condition(&self) -> Option<Slip> {
        let end = match self.token {
            "such" => skip_blanks(self.text, self.end()) + self.next_word().len(),
            _ => self.end(),
        };
        let (before, name) = (self.before.strip_suffix(self.previous_word())?, self.previous_word());
        if before.trim_end().ends_with("when") {
            let end = skip_blanks(self.text, end);
            let help =
                format!("`when` has the condition alone: remove `{name} {}`", self.text[self.at..end].trim());
            return self.replace_from(before.len(), end, "", help);
        }
        self.replace_from(self.at, end, "and", "write `and` between conditions")
    }

    /// The name of the move that the token stands in.
    fn move_name(&self) -> Option<&str> {
        let clause = self.before.rsplit("move ").next()?;
        clause.split(|c: char| !(c.is_alphanumeric() || c == '_')).find(|it| !it.is_empty())
    }

    /// Whether a target ends before the token, with all its brackets closed.
    fn is_behind_target(&self) -> bool {
        let Some(target) = self.before_target() else { return false };
        let arrow = self.before.len() - target.len();
        self.is_after_operand() && self.open_bracket().is_none_or(|(at, _)| at < arrow)
    }

    /// What stands between the token and the end of its clause.
    fn rest_of_clause(&self) -> &str {
        let rest = &self.text[self.end()..];
        let ends = ["move ", "end when", "\ngame ", "\nclaim ", "\nstart "];
        let end = ends.iter().filter_map(|word| rest.find(word)).min().unwrap_or(rest.len());
        &rest[..end]
    }

    /// Whether a word stands between the beginning of the move and the token.
    fn clause_has(&self, word: &str) -> bool {
        self.before.rsplit("move ").next().is_some_and(|it| it.split_whitespace().any(|it| it == word))
    }

    /// The text between the arrow and the token.
    fn before_target(&self) -> Option<&str> {
        let clause = self.before.rsplit("move ").next()?;
        let at = clause.find("->")?;
        Some(&clause[at..])
    }

    fn end_clause(&self) -> Option<Slip> {
        match self.token {
            "lost" | "loses" | "losing" | "loss" if self.expects("`lose`") => {
                self.replace("lose", "write `lose`: the player to move has lost")
            }
            "won" | "wins" | "winning" if self.expects("`win`") => {
                self.replace("win", "write `win`: the player to move has won")
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
            "if" | "where" if self.expected == "`when`" => self.replace("when", END),
            ":" if self.expected == "`when`" => advise(END),
            _ if self.expected == "`when`" => self.replace_from(self.at, self.at, "when ", END),
            "move" | "}" | "end" | "measure" if self.expects("`:`") || self.expects("an operator") => {
                advise(END)
            }
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
            token if self.expects("`:`") && is_type(token) && self.before.len() < self.at => {
                let help = format!("write `:` before the type: `{name}: {token}`");
                self.replace_from(self.before.len(), self.at, ": ", help)
            }
            _ => None,
        }
    }

    /// The fields of a game or a function.
    fn fields(&self) -> Option<Slip> {
        let name = self.previous_word();
        let typed = format!("give it a type: `{name}: nat`");
        match self.token {
            ")" if self.expects("`:`") => self.replace_from(self.at, self.at, ": nat", typed),
            "," if self.expects("`:`") => self.replace_from(self.at, self.at, ": nat", typed),
            token
                if self.expects("`:`")
                    && ["nat", "int", "text", "bool"].contains(&name)
                    && token.starts_with(char::is_alphabetic) =>
            {
                advise(format!("the name comes first: `{token}: {name}`"))
            }
            "∈" | "in" if self.expects("`:`") => self.replace_from(
                self.before.len(),
                self.end(),
                ":",
                format!("write `:` before the type: `{name}: nat`"),
            ),
            token
                if self.expects("`:`")
                    && self.before.len() < self.at
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
            "loopy" if self.previous_word() == "game" => advise("write `loopy game g(…)`"),
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

    /// `list(nat)`
    fn bracketed_type(&self) -> Option<Slip> {
        match self.previous_word() {
            "list" | "List" | "array" | "vec" | "set" | "Set" => advise(TYPES),
            _ => None,
        }
    }

    /// Mistakes in place of a clause.
    fn clause(&self) -> Option<Slip> {
        if matches!(self.token, "move" | "end") && self.previous_word() == "in" {
            return advise("leave out `in`: what a game's `let` defines holds for all clauses after it");
        }
        if self.token == "passes" && !self.expects("a clause") && self.before.ends_with(')') {
            return self.replace("pass", "write `pass 1 shared` or `pass 2 each`");
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
            ("claim" | "start" | "param" | "fn" | "game" | "use", _) => {
                let place = Span::new(self.file, self.at, self.end());
                Some(Slip {
                    help: errors::beside_games_help(self.token),
                    fix: errors::out_of_game(self.file, self.text, self.at),
                    message: Some(errors::beside_games(self.token)),
                    label: Some((place, "in the body of a game".to_string())),
                })
            }
            (word @ ("lose" | "win"), _) => advise(format!("write `end when CONDITION: {word}`")),
            ("assumes" | "assuming", _) => self.replace("assume", "write `assume ends`"),
            (name, "=") if !(self.is_reserved)(name) => {
                self.replace_from(self.at, self.at, "let ", format!("write `let {name} = …`"))
            }
            ("def" | "function" | "func", _) if self.rest_of_line().contains('(') => {
                advise("functions stand beside games, not in them: `fn f(n: nat): nat = …`")
            }
            ("passes", _) => advise("a twist stands before the braces: `game g(n: nat) pass 1 shared { … }`"),
            _ => self.move_without_word(),
        }
    }

    /// A move that begins with its name, or several behind one word.
    fn move_without_word(&self) -> Option<Slip> {
        match (self.token, self.next_word()) {
            ("moves" | "Moves" | "options", "{" | ":") => {
                advise("each move is a clause of its own: `move take(k in 1..=n) -> g(n - k)`")
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
                self.misspelt()
                    .or_else(|| advise("a move has the form `move name(binders) when guard -> position`"))
            }
            (name, "->") if !(self.is_reserved)(name) => {
                advise("a move begins with `move` and a name: `move take(k in 1..=n) -> …`")
            }
            _ => None,
        }
    }

    /// `pass {`, `blocking {`: twists without their numbers.
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
