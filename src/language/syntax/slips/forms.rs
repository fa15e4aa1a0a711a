//! Mistakes in the forms of items, and in numbers.

use super::{Place, advise, last_word};
use crate::diagnostic::Topic;
use crate::source::Span;
use crate::syntax::errors::Slip;
use crate::syntax::habits::{Use, habit};
use crate::syntax::tokens::skip_blanks;

/// Operators that are words.
const OPERATORS: [&str; 7] = ["and", "or", "not", "xor", "div", "mod", "in"];

/// Advice for a range with a step.
pub(super) const STEP: &str = "write a condition: `n in 0..=10 if n mod 2 == 0`";

/// Advice that lists the items of which a file is made.
const ITEMS_OF_A_FILE: &str =
    "a file is made of items: `game`, `param`, `let`, `fn`, `start`, `claim`, `use`";

/// Words with which items begin.
const ITEMS: [&str; 8] = ["use", "param", "let", "fn", "game", "start", "claim", "loopy"];

/// Whether items begin with this word.
pub(super) fn is_item(word: &str) -> bool {
    ITEMS.contains(&word)
}

impl Place<'_> {
    /// Mistakes in the form of an item or clause.
    pub(super) fn form(&self) -> Option<Slip> {
        self.name_of_item().or_else(|| self.code()).or_else(|| self.parts())
    }

    /// `start s nim(5)`, `game two-heaps(…)`
    fn name_of_item(&self) -> Option<Slip> {
        match self.token {
            name if self.item == "start"
                && self.is_after_operand()
                && self.before.len() < self.at
                && name.starts_with(char::is_alphabetic)
                && self.word_before_previous() == "start" =>
            {
                self.replace_from(self.at, self.at, "= ", "write `=` after the name of a start")
            }
            "-" if matches!(self.item, "game" | "fn" | "param" | "let")
                && self.word_before_previous() == self.item =>
            {
                advise("names are made of letters, digits and `_`")
            }
            _ => None,
        }
    }

    /// `game g(n: nat) = subtract {1, 2}`, `= take but {2}`
    fn code(&self) -> Option<Slip> {
        match self.token {
            "{" if self.item == "game" && matches!(self.previous_word(), "allbut" | "all_but") => {
                let start = self.before.len() - self.previous_word().len();
                let head = self.before[..start].trim_end();
                let start = if head.ends_with("take") { head.len() - "take".len() } else { start };
                self.replace_from(start, self.before.len(), "take all but", "write `take all but {2}`")
            }
            "allbut" | "all_but" if self.item == "game" && self.before.ends_with('=') => {
                self.replace("take all but", "write `take all but {2}`")
            }
            "{" if self.item == "game" && matches!(self.previous_word(), "but" | "except" | "any") => {
                let start = self.before.rfind("take")?;
                self.replace_from(start, self.before.len(), "take all but", "write `take all but {2}`")
            }
            "game" if self.expects("a type") => {
                self.replace("position", "write `position` for a position of any game")
            }
            word if self.item == "game" && self.before.ends_with('=') && self.next_word() == "\"" => {
                let near =
                    ["octal", "hex", "code"].into_iter().find(|it| strsim::osa_distance(it, word) <= 2)?;
                self.replace(near, format!("did you mean `{near}`?"))
            }
            "subtract" | "subtraction" | "remove" if self.item == "game" && self.before.ends_with('=') => {
                self.replace("take", "write `take {1, 3, 4}` for a game of subtraction")
            }
            _ => None,
        }
    }

    /// `if c then P` without `else`
    fn implication(&self) -> Option<Slip> {
        const FORM: &str = "an `if` has an `else`; an implication is `A => B`";
        let claim = self.before.rfind("claim")?;
        let start = self.before[claim..].rfind("if ").map(|at| claim + at)?;
        if !self.before[..start].trim_end().ends_with([':', 'm']) {
            return advise(FORM);
        }
        let Some((condition, then)) = self.before[start + 2..].split_once(" then ") else {
            return advise(FORM);
        };
        if condition.contains("=>")
            || then.contains("=>")
            || self.open_bracket().is_some()
            || then.contains('\n')
        {
            return advise(FORM);
        }
        let written = format!("{} => {}", condition.trim(), then.trim());
        self.replace_from(
            start,
            self.before.len(),
            &written,
            format!("an `if` has an `else`; an implication is `{written}`"),
        )
    }

    // Long: an arm for each part of an item.
    fn parts(&self) -> Option<Slip> {
        let begins_number = self.token.starts_with(|c: char| c.is_ascii_digit() || c == '.');
        match self.token {
            "then" if self.item == "move" && self.expects("`->`") && !self.line_has("if") => {
                self.replace("->", "write `->` before the position that the move leads to")
            }
            "then" | "else" => advise("`if` has the form `if c then x else y`"),
            _ if self.expects("`else`") && !self.expects("an expression") && self.item == "claim" => {
                self.implication()
            }
            _ if self.expects("`else`") && !self.expects("an expression") => {
                advise("`if` has the form `if c then x else y`")
            }
            "(" if matches!(self.previous_word(), "octal" | "hex" | "code") => {
                advise("write the code as a text without parentheses: `octal \"0.77\"`")
            }
            "(" if self.item == "let" && self.expects("`=`") => {
                advise(format!("a function has types: `fn {}(x: int): int = …`", self.previous_word()))
            }
            "\"" if self.item == "game" && self.before.ends_with('=') => {
                self.replace_from(self.at, self.at, "octal ", "write `octal \"0.77\"`")
            }
            _ if self.item == "game" && begins_number && self.is_decimal() => self.decimal(),
            "step" | "by" if self.is_after_operand() && self.before.contains("..") => self.stepped(),
            _ if self.expects("`->`") && self.item == "move" => {
                self.misspelt().or_else(|| advise(super::FORM_OF_MOVE))
            }
            "}" | "" if self.before.ends_with("->") || self.before.ends_with('=') => {
                Some(Slip::new("something is missing before this").missing("0"))
            }
            "" | "->" | ")" | "]" | "}" if OPERATORS.contains(&self.previous_word()) => {
                advise(format!("`{}` needs something after it", self.previous_word()))
            }
            "" if self.expects("`=`")
                && self.item == "param"
                && self.before.rsplit("param").next().is_some_and(|it| it.contains("==")) =>
            {
                let at = self.before.rfind("==")?;
                self.replace_from(at, at + 2, "=", "write `=` to define; `==` compares")
            }
            "" if self.expects("`=`") && self.item == "param" => {
                advise("give it a value: `param most: nat = 3`")
            }
            _ if self.item == "fn"
                && self.expects("`=`")
                && (self.token.is_empty() || self.begins_line())
                && self.before.contains(')') =>
            {
                advise("a function has a type and a value: `fn f(n: nat): nat = n + 1`")
            }
            _ if begins_number && self.digits().is_some() => self.digits(),
            _ if self.begins_item() || self.begins_file() => self.item_word(),
            "let" if self.expects("a name") && matches!(self.item, "claim" | "show") => {
                advise("a definition stands after the colon: `forall n in D: let m = n + 1 in …`")
            }
            "in" if self.expects("a name") && self.before.ends_with(['(', ',']) => {
                advise("name the variable before `in`: `k in 1..=n`")
            }
            _ if (self.is_reserved)(self.token) && self.expects("a name") => Some(Slip {
                message: Some(format!("`{}` is a word of the language, not a name", self.token)),
                ..Slip::new("choose another name")
            }),
            _ => self.twist().or_else(|| self.digits()),
        }
    }

    /// `move take(k in 1..=n) g(n - k)`, `move k in 1..=n -> g(n - k)`
    pub(super) fn target_without_arrow(&self) -> Option<Slip> {
        let is_name = self.token.starts_with(char::is_alphabetic) && !(self.is_reserved)(self.token);
        if !self.expects("`->`") {
            return None;
        }
        // `move take(k in 1..=n) wen (k > 1)`, with the arrow on the next line.
        let rest = self.text[self.end()..].split('}').next().and_then(|it| it.split("move ").next());
        let has_arrow = rest.is_some_and(|it| it.contains("->"));
        if is_name && self.next_word() == "(" && !has_arrow && self.misspelt().is_none() {
            return self.replace_from(
                self.at,
                self.at,
                "-> ",
                "write `->` before the position that the move leads to",
            );
        }
        if let Some(slip) = self.binders_without_parentheses() {
            return Some(slip);
        }
        let binder = self.rest_of_line().split("->").next().and_then(|it| it.split(" when ").next());
        let binder = binder.unwrap_or_default().trim();
        (self.token == "in" && self.word_before_previous() == "move" && !binder.is_empty()).then_some(())?;
        let name = self.previous_word();
        advise(format!(
            "a move has a name, and its variables stand in parentheses: `move take({name} in {binder}) -> …`"
        ))
    }

    /// `move take k in 1..=n -> …`, `move take for k in 1..=n -> …`, `move take[k in 1..=n] -> …`
    fn binders_without_parentheses(&self) -> Option<Slip> {
        let name = self.previous_word();
        let is_first = self.word_before_previous() == "move" && !(self.is_reserved)(name);
        let rest = self.text[self.at..].split('\n').next()?;
        let end = ["->", " when "].iter().filter_map(|it| rest.find(it)).min()?;
        let binders = rest[..end].trim();
        let inner = binders.strip_prefix("for ").unwrap_or(binders);
        let inner = inner.strip_prefix('[').map_or(inner, |it| it.trim_end_matches(']'));
        let binds = inner.split_once(" in ").is_some_and(|(it, _)| last_word(it) == it && !it.is_empty());
        (is_first && binds).then(|| {
            let written = format!("({inner})");
            let help = format!("the variables of a move stand in parentheses: `{name}{written}`");
            self.replace_from(self.before.len(), self.at + binders.len(), &written, help)
        })?
    }

    /// Whether the token begins the definition of a function without `fn`: `f(x: nat): nat = x`.
    fn is_definition(&self) -> bool {
        let line = self.rest_of_line();
        let is_name = self.token.starts_with(char::is_alphabetic) && !(self.is_reserved)(self.token);
        is_name
            && line.starts_with('(')
            && line.split_once(')').is_some_and(|(_, it)| it.trim_start().starts_with(':'))
    }

    /// A word that begins no item: a misspelt word, or a definition without `let`, `fn` or `param`.
    fn item_word(&self) -> Option<Slip> {
        let near = ITEMS.iter().find(|word| strsim::osa_distance(word, self.token) == 1);
        let is_name = self.token.starts_with(char::is_alphabetic);
        if self.next_word() == "=" && is_name {
            return self.replace_from(self.at, self.at, "let ", format!("write `let {} = …`", self.token));
        }
        if self.next_word() == ":=" && is_name {
            let end = skip_blanks(self.text, self.end()) + 2;
            let by = format!("let {} =", self.token);
            return self.replace_from(self.at, end, &by, format!("write `{by} …`"));
        }
        if is_type(self.token) && self.next_word().starts_with(char::is_alphabetic) {
            let help = format!("a constant has no type: `let {} = …`", self.next_word());
            return self.replace("let", help);
        }
        if self.is_definition() {
            return self.replace_from(
                self.at,
                self.at,
                "fn ",
                "a function begins with `fn`: `fn f(n: nat): nat = n + 1`",
            );
        }
        if matches!(self.token, "graph" | "digraph") && self.rest_of_line().contains('{') {
            let name = self.next_word();
            let end = skip_blanks(self.text, self.end()) + name.len();
            if name.starts_with(char::is_alphabetic) && name != "undirected" {
                let written = format!("param {name}: graph = graph");
                let help = format!("a graph is a value with a name: `{written} {{ … }}`");
                return self.replace_from(self.at, end, &written, help);
            }
            return advise("a graph is a value with a name: `param G: graph = graph { 1 -> 2 }`");
        }
        if matches!(
            self.token,
            "class" | "struct" | "type" | "data" | "while" | "for" | "if" | "print" | "return"
        ) {
            return advise(ITEMS_OF_A_FILE);
        }
        match near.filter(|_| self.token.len() > 1) {
            Some(word) => self.replace(word, format!("did you mean `{word}`?")),
            None if self.begins_file() => advise(ITEMS_OF_A_FILE),
            None => None,
        }
    }

    /// `2n`, `1_000`, `1e3`.
    fn digits(&self) -> Option<Slip> {
        let number: &str = self.token;
        let glued = self.before.len() == self.at && self.before.ends_with(|c: char| c.is_ascii_digit());
        if glued && number.starts_with('_') {
            return advise("write the digits without `_`");
        }
        let is_letter = |c: char| c.is_alphabetic() || c == '_';
        if !number.starts_with(|c: char| c.is_ascii_digit()) || !number.contains(is_letter) {
            return None;
        }
        if let Some(written) = foreign_number(number) {
            return match written {
                Ok(digits) => self.replace(&digits, format!("write the digits of the number: `{digits}`")),
                Err(help) => advise(help),
            };
        }
        let (digits, name) = number.split_at(number.find(|c: char| !c.is_ascii_digit())?);
        if let Some(slip) = self.word_behind_digits(digits, name) {
            return Some(slip);
        }
        if last_word(self.before) == "game" {
            return advise("names begin with a letter");
        }
        let name = name.strip_prefix('x').filter(|game| self.declares(game)).unwrap_or(name);
        let product = format!("{digits} * {name}");
        // Behind these operators the product gets parentheses, so that it stays one operand.
        let binds = ["mod", "div", "/", "^", "-"].iter().any(|it| self.before.ends_with(it));
        let product = if binds { format!("({product})") } else { product };
        self.replace(&product, format!("write the product: `{product}`"))
    }

    /// `0or`, `2mod3`, `1to9`: digits and a word without a blank between them.
    fn word_behind_digits(&self, digits: &str, name: &str) -> Option<Slip> {
        let word = name.trim_end_matches(|c: char| c.is_ascii_digit());
        let rest = &name[word.len()..];
        if matches!(word, "to" | "until" | "upto") {
            let range = format!("{digits}..={rest}");
            return self.replace(&range, format!("write the range `{range}`"));
        }
        let parted = format!("{digits} {word} {rest}");
        let help = format!("write blanks around `{word}`");
        (self.is_reserved)(word).then(|| self.replace(parted.trim_end(), help))?
    }

    pub(super) fn is_decimal(&self) -> bool {
        let number = self.text[self.at..].split(|c: char| !(c.is_ascii_digit() || c == '.')).next();
        number.is_some_and(|it| it.contains('.') && !it.contains(".."))
    }

    /// `0.77`: in a game a code without quotes, in other items a number that is not whole.
    pub(super) fn decimal(&self) -> Option<Slip> {
        let is_code = |c: char| c.is_ascii_alphanumeric() || c == '.';
        let mut before = self.text[..self.at].char_indices().rev();
        let start = before.find(|(_, c)| !is_code(*c)).map_or(0, |(place, c)| place + c.len_utf8());
        let end =
            self.text[self.at..].find(|c| !is_code(c)).map_or(self.text.len(), |length| self.at + length);
        let span = Span::new(self.file, start, end);
        let number = self.text_between(start, end)?;
        let (help, by) = match number.split_once('.') {
            _ if self.item == "game" => {
                let word = if self.text[..start].trim_end().ends_with('=') { "octal " } else { "" };
                (format!("write the code as a text: `octal \"{number}\"`"), format!("{word}\"{number}\""))
            }
            Some((whole, part)) if !part.is_empty() && part.bytes().all(|digit| digit == b'0') => {
                (format!("numbers are whole: write `{whole}`"), whole.to_string())
            }
            Some((whole, part)) if part.len() <= 9 && part.chars().all(|c| c.is_ascii_digit()) => {
                let digits = format!("{whole}{part}");
                let digits = digits.trim_start_matches('0');
                let by =
                    format!("{} / 1{}", if digits.is_empty() { "0" } else { digits }, "0".repeat(part.len()));
                (format!("numbers are whole: write `{by}`, which is exact"), format!("({by})"))
            }
            _ => return advise("numbers are whole; quotients are `a / b`"),
        };
        Some(Slip {
            message: Some(format!("`{number}` is not a number of this language")),
            topic: Some(Topic::NotWhole),
            label: Some((span, "numbers are whole".into())),
            ..Slip::new(help).fixing(span, by)
        })
    }
}

/// Whether a word names a type: `nat`, `int`, `bool`, `text`, or a type of another language.
pub(super) fn is_type(word: &str) -> bool {
    matches!(word, "nat" | "int" | "bool" | "text" | "auto" | "var" | "double" | "float")
        || word.len() > 1 && habit(word, Use::Type).is_some_and(|it| it.by.is_some())
}

/// Converts a number as other languages write it, `0x10`, `1_000` or `1e3`, to decimal digits. The
/// error is advice for a number with too many digits; `None` means that the text has none of these
/// forms.
pub fn foreign_number(number: &str) -> Option<Result<String, String>> {
    for (prefix, radix) in [("0x", 16), ("0X", 16), ("0b", 2), ("0B", 2), ("0o", 8), ("0O", 8)] {
        if let Some(digits) = number.strip_prefix(prefix) {
            let digits = digits.replace('_', "");
            let long = || Err("write the number in decimal digits".to_string());
            let is_number = !digits.is_empty() && digits.chars().all(|c| c.is_digit(radix));
            return is_number.then(|| {
                u128::from_str_radix(&digits, radix).map_or_else(|_| long(), |it| Ok(it.to_string()))
            });
        }
    }
    if number.contains('_') && number.chars().all(|c| c.is_ascii_digit() || c == '_') {
        return Some(Ok(number.replace('_', "")));
    }
    let (digits, power) = number.split_once(['e', 'E'])?;
    let zeros: usize = power.strip_prefix('+').unwrap_or(power).parse().ok()?;
    let is_number = !digits.is_empty() && digits.chars().all(|c| c.is_ascii_digit());
    is_number.then(|| match zeros {
        0..=30 => Ok(format!("{digits}{}", "0".repeat(zeros))),
        _ if digits == "1" => Err(format!("write `10^{zeros}`")),
        _ => Err(format!("write `{digits} * 10^{zeros}`")),
    })
}
