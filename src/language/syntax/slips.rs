//! The usual slip behind a syntax error, recognised from the text around it.

use super::errors::Slip;
use super::habits::{Use, habit};
use super::tokens::{skip_blanks, token_at};
use crate::source::{FileId, Span};

/// An unexpected token, and what stands around it.
struct Place<'a> {
    file: FileId,
    text: &'a str,
    at: usize,
    token: &'a str,
    /// What the grammar would have accepted, in words.
    expected: &'a str,
    /// What stands before it, without blanks at the end.
    before: &'a str,
    /// The word that begins the item or clause.
    item: &'static str,
    /// Whether a word cannot be a name.
    is_reserved: fn(&str) -> bool,
}

/// What the author of an unexpected token probably meant.
pub fn slip(
    file: FileId,
    text: &str,
    at: usize,
    expected: &str,
    is_reserved: fn(&str) -> bool,
) -> Option<Slip> {
    let (token, before) = (token_at(text, at), code_before(text, at));
    let place = Place { file, text, at, token, expected, before, item: current_item(text, at), is_reserved };
    place
        .quantifier()
        .or_else(|| place.sign())
        .or_else(|| place.binder())
        .or_else(|| place.word())
        .or_else(|| place.claim())
        .or_else(|| place.form())
}

fn advise(help: impl Into<String>) -> Option<Slip> {
    Some(Slip { help: help.into(), fix: None, message: None, label: None })
}

impl Place<'_> {
    fn replace(&self, by: &str, help: impl Into<String>) -> Option<Slip> {
        self.replace_from(self.at, self.at + self.token.len(), by, help)
    }

    fn replace_from(&self, from: usize, to: usize, by: &str, help: impl Into<String>) -> Option<Slip> {
        let span = Span::new(self.file, from, to);
        Some(Slip { help: help.into(), fix: Some((span, by.to_string())), message: None, label: None })
    }

    /// The word or sign before the token.
    fn previous_word(&self) -> &str {
        let start = self.before.rfind(|c: char| !(c.is_alphanumeric() || c == '_'));
        &self.before[start.map_or(0, |at| at + self.before[at..].chars().next().map_or(1, char::len_utf8))..]
    }

    /// The word behind the token.
    fn next_word(&self) -> &str {
        token_at(self.text, skip_blanks(self.text, self.at + self.token.len()))
    }

    /// Whether an operand ends before the token.
    fn is_after_operand(&self) -> bool {
        let last = self.before.chars().next_back();
        let word = self.previous_word();
        last.is_some_and(|c| c.is_alphanumeric() || "_)]}\"".contains(c))
            && (matches!(word, "true" | "false") || !(self.is_reserved)(word))
    }

    fn begins_line(&self) -> bool {
        self.text[..self.at].rsplit('\n').next().is_some_and(|line| line.trim().is_empty())
    }

    /// Whether an item may begin with the token.
    fn begins_item(&self) -> bool {
        self.begins_line() && (self.expected.contains("item") || self.begins_file())
    }

    /// Whether nothing but comments stands before the token.
    fn begins_file(&self) -> bool {
        self.before.trim().is_empty()
    }

    /// `=`, `==` and other signs that mean something, but not here.
    fn sign(&self) -> Option<Slip> {
        let expects = |what: &str| self.expected.contains(what);
        match self.token {
            ":=" => self.replace("=", "write `=` to define a name"),
            "=" if expects("`in`") && !expects("an operator") => {
                self.replace("in", "write `in`: a binder has the form `k in 1..=n`")
            }
            "=" if expects("`:`") && (self.item == "param" || self.item == "fn") => {
                advise("give it a type: `param most: nat = 3`, `fn f(x: nat): nat = …`")
            }
            ")" if expects("`:`") && (self.item == "game" || self.item == "fn") => {
                let name = self.previous_word();
                self.replace_from(self.at, self.at, ": nat", format!("give it a type: `{name}: nat`"))
            }
            "=" | ":" if self.item == "start" && self.before.ends_with("start") => {
                advise("write `start P`, or `start NAME = P`")
            }
            "=" if self.previous_claim_text() => {
                self.replace("==", "write `==` to compare; a claim has the form `claim \"text\": …`")
            }
            "=" if expects("an operator") && self.is_period_start() => {
                advise("write the number alone: `repeats every 7 from 3`")
            }
            "=" if !expects("`=`") => self.replace("==", "write `==` to compare; `=` only defines"),
            "==" if expects("`=`") => self.replace("=", "write `=` to define; `==` compares"),
            "->" if expects("`:`") && self.item == "fn" => {
                self.replace(":", "write `:` before the type of the result")
            }
            "{" if self.item == "fn" => {
                self.replace("=", "write `=` and the value: `fn f(x: nat): nat = x + 1`")
            }
            "=>" | "→" | "⇒" | ":" | "⟶" if expects("`->`") => {
                self.replace("->", "write `->` before the position that the move leads to")
            }
            "*" if self.before.ends_with('*') => advise("write `^` for powers"),
            "**" => self.replace("^", "write `^` for powers"),
            "/" if self.before.ends_with('/') => advise("comments begin with `//`"),
            ">" if self.before.ends_with('<') => {
                self.replace_from(self.before.len() - 1, self.at + 1, "!=", "write `!=`")
            }
            "'" => self.replace("\"", "texts need double quotes"),
            ":" if expects("`]`") => self.replace("..", "write `xs[i..j]` for a slice"),
            ":" if expects("`}`") && self.in_graph() => None,
            ":" if expects("`}`") => advise("a set of all x with a property is `{x for x in D if c}`"),
            ":" if self.item == "game" => {
                self.replace("{", "the rules of a game need braces: `game g(n: nat) { … }`")
            }
            ";" if !self.in_graph() => self.replace("", "items and clauses need no `;`: remove it"),
            "with" if self.is_after_operand() && !self.next_word().starts_with('[') => {
                advise("the place stands in brackets: `xs with [i] = v`")
            }
            ".." if self.text[self.at + 2..].starts_with('.') || self.before.ends_with('.') => {
                advise("write `0..n` without n, or `0..=n` with it")
            }
            "." if self.before.ends_with(|c: char| c.is_ascii_digit()) => self.decimal(),
            "." if self.is_after_operand() => advise(format!(
                "there are no methods: write `f(x)`, as in `{}(…)`",
                known_method(self.next_after_dot())
            )),
            _ => None,
        }
    }

    fn next_after_dot(&self) -> &str {
        token_at(self.text, self.at + 1)
    }

    fn previous_claim_text(&self) -> bool {
        self.item == "claim" && self.before.ends_with('"') && self.expected.contains("`:`")
    }

    fn is_period_start(&self) -> bool {
        let words: Vec<&str> = self.before.split_whitespace().rev().take(2).collect();
        words.get(1) == Some(&"from")
    }

    fn in_graph(&self) -> bool {
        self.expected.contains("an edge") || self.expected.contains("a vertex")
    }

    /// What stands between `forall` or `exists` and the token, if its `:` is still to come.
    fn quantified(&self) -> Option<&str> {
        let start =
            ["forall", "exists"].iter().filter_map(|word| self.before.rfind(word).map(|at| at + 6)).max()?;
        let head = &self.before[start..];
        (!head.contains(':')).then_some(head)
    }

    /// `forall n < 5`, `forall n: nat`, `for all`, `there exists`.
    fn quantifier(&self) -> Option<Slip> {
        let name = self.previous_word();
        let end = self.at + self.token.len();
        match (name, self.token, self.next_word()) {
            (_, "for", _) if self.before.ends_with(['[', '{', '(']) => {
                return advise("the element comes first: `[x for x in D]`");
            }
            (_, "for", "all" | "each" | "any" | "every") => {
                let word = self.next_word().len();
                let end = skip_blanks(self.text, end) + word;
                return self.replace_from(self.at, end, "forall", "write `forall` as one word");
            }
            ("there" | "There", "exists" | "exist" | "is", _) => {
                return self.replace_from(self.before.len() - 5, end, "exists", "write `exists n: …`");
            }
            (_, "for", _) if self.expected == "an expression" => {
                return self.replace(
                    "forall",
                    "write `forall n in D: …`; in brackets the element comes first: `[x for x in D]`",
                );
            }
            _ => {}
        }
        if let Some(typed) = self.typed_variable() {
            return typed;
        }
        let head = self.quantified()?;
        let bound = self.text[end..].split([':', ',', '\n']).next().unwrap_or("").trim();
        match self.token {
            "<" | "≤" | "<="
                if head.trim_end().ends_with(name) && !name.is_empty() && !head.contains(" in ") =>
            {
                let by = format!("in 0{}", if self.token == "<" { ".." } else { "..=" });
                let help = format!("variables are bound by `in`: `{name} {by}{bound}`");
                self.replace_from(self.at, skip_blanks(self.text, end), &by, help)
            }
            ">" | ">=" | "≥" | "==" | "!=" | "≠" if !name.is_empty() && !head.contains(" in ") => {
                let condition = format!("{name} {} {bound}", self.token);
                let at = self.before.len();
                self.replace_from(
                    at,
                    at,
                    &format!(" if {name}"),
                    format!("a condition follows `if`: `{name} if {condition}`"),
                )
            }
            "|" if !name.is_empty() => {
                self.replace("if", format!("a condition follows `if`: `{name} if {bound}`"))
            }
            "." => self.replace(":", "write `:` before the body"),
            _ if head.trim().is_empty() && self.token.starts_with(|c: char| c.is_ascii_digit()) => {
                advise("name the variable first: `forall n in 0..5: …`")
            }
            _ if head.contains("such that") && self.expected.contains("`:`") => advise(
                "the body follows `:`, as in `exists n: n == 3`; `such that` only restricts the variables",
            ),
            _ => None,
        }
    }

    /// `forall n: nat: …`
    fn typed_variable(&self) -> Option<Option<Slip>> {
        if !matches!(self.token, ":" | ",") || !["nat", "int", "N", "ℕ"].contains(&self.previous_word()) {
            return None;
        }
        let (head, _) = self.before.rsplit_once(':')?;
        let words: Vec<&str> = head.split_whitespace().rev().take(2).collect();
        let [name, "forall" | "exists"] = words.as_slice() else { return None };
        let from = head.trim_end().len();
        let help = format!("variables have no types: `forall {name}: …` covers all naturals");
        Some(self.replace_from(from, self.before.len(), "", help))
    }

    /// `move m(k <= n)`, `move m(k: nat)`, `move m(k from 1 to n)`.
    fn binder(&self) -> Option<Slip> {
        let in_binders =
            self.item == "move" && !self.before.rsplit("move").next().is_some_and(|it| it.contains("->"));
        let name = self.previous_word();
        match self.token {
            "<" | "<=" | "≤" | ">" | ">=" | "≥" | ":" | "from" | "∊" | "is"
                if in_binders && self.expected == "`in`" =>
            {
                advise(format!("a binder lists the choices: `{name} in 1..=n`; conditions follow `when`"))
            }
            token
                if in_binders
                    && self.before.ends_with('(')
                    && token.starts_with(|c: char| c.is_ascii_digit()) =>
            {
                advise("a binder lists the choices: `k in 1..=n`; conditions follow `when`")
            }
            "where" | "if" | "such" | "," | "with" if self.expected.contains("`when`") => {
                let end = if self.token == "such" {
                    skip_blanks(self.text, self.at + 4) + 4
                } else {
                    self.at + self.token.len()
                };
                let by = if self.token == "," { " when" } else { "when" };
                self.replace_from(self.at, end, by, "write `when` before the condition of a move")
            }
            "(" if self.before.ends_with("move") => {
                advise("give the move a name: `move take(k in 1..=n) -> …`")
            }
            _ => None,
        }
    }

    /// A word or sign of other languages.
    fn word(&self) -> Option<Slip> {
        let place = if self.expected.contains("a clause") {
            Use::Clause
        } else if self.begins_item() && habit(self.token, Use::Item).is_some() {
            Use::Item
        } else if self.is_after_operand() {
            Use::Between
        } else {
            Use::Before
        };
        let behind = &self.text[self.at + self.token.len()..];
        if place == Use::Item
            && self.token == "def"
            && behind.split('\n').next().is_some_and(|it| it.contains('('))
        {
            return self.replace("fn", "write `fn`");
        }
        let found = habit(self.token, place)?;
        match found.by {
            Some(by) => self.replace(by, found.help()),
            None => advise(found.help()),
        }
    }

    /// What belongs to claims and ends.
    fn claim(&self) -> Option<Slip> {
        let expects = |what: &str| self.expected.contains(what);
        match self.token {
            "lost" | "loses" | "losing" | "loss" if expects("`lose`") => {
                self.replace("lose", "write `lose`: the player to move has lost")
            }
            "won" | "wins" | "winning" if expects("`win`") => {
                self.replace("win", "write `win`: the player to move has won")
            }
            "win" | "lose" if self.item == "end" => self.replace_from(
                self.before.len(),
                self.before.len(),
                ":",
                "write `:` before `win` or `lose`",
            ),
            _ if self.item == "end" && self.expected == "`when`" => {
                self.replace_from(self.at, self.at, "when ", "write `end when CONDITION: lose`")
            }
            _ if self.expected == "`every`" => {
                self.replace_from(self.at, self.at, "every ", "write `repeats every 7`")
            }
            _ if expects("`:`") && self.item == "claim" && self.before.ends_with('"') => advise(
                "put `:` behind the claim's name, as in `claim \"name\": …`, or before a text that belongs to what is said: `claim: \"a\" == …`",
            ),
            _ => self.call_without_brackets(),
        }
    }

    /// `winning nim(3)`, `even 4`.
    fn call_without_brackets(&self) -> Option<Slip> {
        let name = self.previous_word();
        let begins = self.token.starts_with(|c: char| c.is_alphanumeric() || c == '"');
        if !CALLED.contains(&name) || !begins || self.before.len() == self.at {
            return None;
        }
        let is_game = self.text[self.at + self.token.len()..].starts_with('(');
        let argument = format!("{}{}", self.token, if is_game { "(…)" } else { "" });
        advise(format!("put what it is asked of in parentheses: `{name}({argument})`"))
    }

    /// What an item or clause looks like.
    fn form(&self) -> Option<Slip> {
        let expects = |what: &str| self.expected.contains(what);
        let begins_number = self.token.starts_with(|c: char| c.is_ascii_digit() || c == '.');
        match self.token {
            "then" | "else" => advise("`if` has the form `if c then x else y`"),
            "" if expects("`else`") => advise("`if` has the form `if c then x else y`"),
            _ if expects("a text in quotes")
                && begins_number
                && expects("code") | !self.is_after_operand()
                && self.is_decimal() =>
            {
                self.decimal()
            }
            _ if expects("`->`") && self.item == "move" => {
                advise("a move has the form `move name(binders) when guard -> position`")
            }
            "}" | "" if self.before.ends_with("->") || self.before.ends_with('=') => {
                advise("something is missing before this")
            }
            "" | "->" | ")" | "]" | "}" if OPERATORS.contains(&self.previous_word()) => {
                advise(format!("`{}` needs something behind it", self.previous_word()))
            }
            "" if expects("`=`") && self.item == "param" => advise("give it a value: `param most: nat = 3`"),
            "," if expects("item") => self.replace("", "items and clauses need no `,`: remove it"),
            _ if self.begins_file() => {
                advise("a file is made of items: `game`, `param`, `let`, `fn`, `start`, `claim`, `use`")
            }
            _ if (self.is_reserved)(self.token) && expects("a name") => Some(Slip {
                help: "choose another name".into(),
                fix: None,
                message: Some(format!("`{}` is a word of the language, not a name", self.token)),
                label: None,
            }),
            token if begins_number && token.ends_with(|c: char| c.is_alphabetic()) => {
                let digits = token.len() - token.trim_start_matches(|c: char| c.is_ascii_digit()).len();
                let (number, name) = token.split_at(digits);
                self.replace(&format!("{number} * {name}"), format!("write the product: `{number} * {name}`"))
            }
            _ => None,
        }
    }

    fn is_decimal(&self) -> bool {
        self.text[self.at..].starts_with(|c: char| c.is_ascii_digit() || c == '.')
    }

    /// `0.77` without quotes.
    fn decimal(&self) -> Option<Slip> {
        let is_code = |c: char| c.is_ascii_alphanumeric() || c == '.';
        let mut before = self.text[..self.at].char_indices().rev();
        let start = before.find(|(_, c)| !is_code(*c)).map_or(0, |(place, c)| place + c.len_utf8());
        let end =
            self.text[self.at..].find(|c| !is_code(c)).map_or(self.text.len(), |length| self.at + length);
        let span = Span::new(self.file, start, end);
        let number = &self.text[start..end];
        Some(Slip {
            help: format!(
                "write the code as a text: `\"{number}\"`; numbers are whole, quotients are `a / b`"
            ),
            fix: Some((span, format!("\"{number}\""))),
            message: Some(format!("`{number}` is not a number of this language")),
            label: Some((span, "numbers are whole".into())),
        })
    }
}

/// What is called with one argument.
const CALLED: [&str; 12] =
    ["winning", "losing", "drawn", "sg", "moves", "remoteness", "even", "odd", "len", "floor", "abs", "sqrt"];

/// Operators that are words.
const OPERATORS: [&str; 7] = ["and", "or", "not", "xor", "div", "mod", "in"];

/// The function that does what a method does elsewhere.
fn known_method(name: &str) -> &str {
    match habit(name, Use::Called).and_then(|it| it.by) {
        Some(by) => by,
        None if name.starts_with(char::is_alphabetic) => name,
        None => "len",
    }
}

/// The text before a place, without blanks and comments at its end.
fn code_before(text: &str, at: usize) -> &str {
    let mut before = text[..at].trim_end();
    loop {
        let line = before.rfind('\n').map_or(0, |at| at + 1);
        match before[line..].find("//") {
            Some(comment) => before = before[..line + comment].trim_end(),
            None => return before,
        }
    }
}

/// The word that begins the item or clause around an offset.
fn current_item(text: &str, at: usize) -> &'static str {
    const WORDS: [&str; 13] = [
        "use", "param", "let", "fn", "game", "start", "claim", "loopy", "move", "end", "measure", "assume",
        "show",
    ];
    let words = text[..at].split(|c: char| !(c.is_alphanumeric() || c == '_'));
    let line_words = text[..at].lines().rev().filter_map(|line| {
        let word = line.split(|c: char| !c.is_alphanumeric()).find(|word| !word.is_empty())?;
        WORDS.iter().find(|known| **known == word).copied()
    });
    let by_line = line_words.take(1).next().unwrap_or("");
    // A clause may stand on the line of its game.
    let clause = words.filter_map(|word| WORDS[8..].iter().find(|known| **known == word)).next_back();
    match clause {
        Some(clause)
            if by_line == "game"
                && text[..at].lines().next_back().is_some_and(|line| line.contains(clause)) =>
        {
            clause
        }
        _ => by_line,
    }
}
