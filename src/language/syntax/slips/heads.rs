//! The names that items begin with: `start long-strip = …`, `claim c1 = …`, `game bag s: nat { … }`.

use super::{Place, advise, last_word};
use crate::syntax::errors::Slip;
use crate::syntax::tokens::token_at;

impl Place<'_> {
    /// Mistakes in the name of an item, and around it.
    pub(super) fn named_item(&self) -> Option<Slip> {
        if let Some(slip) = self.game_of_two_words() {
            return Some(slip);
        }
        match self.item {
            word @ ("start" | "let" | "param") => self.name_of_several_words(word),
            "claim" => self.name_of_claim(),
            "game" | "loopy" => self.name_of_game(),
            _ => self
                .named_theorem()
                .or_else(|| self.typed_constant())
                .or_else(|| self.named_type())
                .or_else(|| self.included_file()),
        }
    }

    /// `constexpr nat K = 3;`, `const int K = 3`: a constant with the words of other languages.
    fn typed_constant(&self) -> Option<Slip> {
        let words = ["constexpr", "const", "static", "final", "auto", "int", "nat", "val", "var", "#define"];
        if !self.begins_item() || !words.contains(&self.token) {
            return None;
        }
        let line = self.text[self.at..].split('\n').next()?.split("//").next()?.trim_end();
        let (head, value) = line.split_once('=')?;
        let (name, value) = (last_word(head.trim_end()), value.trim().trim_end_matches(';').trim());
        let is_definition = !name.is_empty() && !value.is_empty() && !value.starts_with('=');
        let is_plain = head.chars().all(|c| c.is_alphanumeric() || matches!(c, ' ' | '_'));
        let written = format!("let {name} = {value}");
        (is_definition && is_plain && name != self.token).then(|| {
            self.replace_from(self.at, self.at + line.len(), &written, format!("write `{written}`"))
        })?
    }

    /// `type Heaps = [nat]`: types have no names.
    fn named_type(&self) -> Option<Slip> {
        let line = self.rest_of_line().split("//").next()?.trim();
        let (name, ty) = line.split_once('=').filter(|_| self.token == "type" && self.begins_item())?;
        let (name, ty) = (name.trim(), ty.trim().trim_end_matches(';').trim());
        let is_named = last_word(name) == name && !name.is_empty() && !ty.is_empty();
        is_named.then(|| advise(format!("types have no names: write `{ty}` where `{name}` stands")))?
    }

    /// `theorem nim_value: forall n: …`, where the token is the first word.
    fn named_theorem(&self) -> Option<Slip> {
        let is_theorem = matches!(
            self.token,
            "theorem" | "lemma" | "proposition" | "conjecture" | "Theorem" | "Lemma" | "assert" | "check"
        );
        let name = self.next_word();
        let from = self.end() + self.rest_of_line().find(name)?;
        let is_name = name.starts_with(char::is_alphabetic) && !(self.is_reserved)(name);
        let has_colon = self.text[from + name.len()..].trim_start().starts_with(':');
        (is_theorem && self.begins_item() && is_name && has_colon).then(|| {
            let written = format!("claim \"{name}\"");
            self.replace_from(self.at, from + name.len(), &written, format!("write `{written}: …`"))
        })?
    }

    /// For an item that begins with `word`: returns the offset behind `word` and the rest of that
    /// line; `None` if the token does not stand on that line.
    fn line_of_item(&self, word: &str) -> Option<(usize, &str)> {
        let begin = self.before.rfind(word)? + word.len();
        let line = self.text[begin..].split('\n').next()?;
        (self.at <= begin + line.len()).then_some((begin, line))
    }

    /// `start "big" = P`, `let long-strip = P`, `param long strip: nat = 3`, where `item` is the
    /// first word.
    fn name_of_several_words(&self, item: &str) -> Option<Slip> {
        let (begin, line) = self.line_of_item(item)?;
        let sign = line.find(['=', ':']).filter(|at| !line[at + 1..].starts_with(['=', '>']))?;
        let name = line[..sign].trim();
        let from = begin + line.find(name)?;
        let is_near = self.at <= begin + sign;
        let letters = name.trim_matches('"');
        let words: Vec<&str> = letters.split([' ', '-']).filter(|it| !it.is_empty()).collect();
        let is_word = |word: &&str| {
            word.starts_with(char::is_alphabetic) && word.chars().all(|c| c.is_alphanumeric() || c == '_')
        };
        let joined = words.join("_");
        let is_mended =
            !(self.is_reserved)(&joined) && !words.is_empty() && words.iter().all(is_word) && joined != name;
        (is_near && is_mended).then(|| {
            let help = format!("write `{item} {joined}`: a name has no quotes, blanks or hyphens");
            self.replace_from(from, from + name.len(), &joined, help)
        })?
    }

    /// `claim c1 = losing(P)`, `claim("small"): …`, `claim small: [1] == xs`
    fn name_of_claim(&self) -> Option<Slip> {
        let (begin, line) = self.line_of_item("claim")?;
        let head = self.text_between(begin, self.at)?.trim();
        let from = begin + line.find(head)?;
        let is_name = |word: &str| {
            last_word(word) == word
                && word.starts_with(char::is_alphabetic)
                && !(self.is_reserved)(word)
                && word != "misere"
        };
        match self.token {
            ":" if head.starts_with("(\"") && head.ends_with("\")") => {
                let name = &head[1..head.len() - 1];
                let help = format!("a claim's name has no parentheses: `claim {name}: …`");
                self.replace_from(from, from + head.len(), &format!(" {name}"), help)
            }
            "=" if is_name(head) && self.code_on_line().contains("=>") && head.chars().count() <= 2 => {
                self.replace("==", "write `==` to compare; `=` only defines")
            }
            "=" if is_name(head) && self.begins_statement() && !self.is_defined(head) => {
                let written = format!("\"{head}\":");
                let help = format!("a claim's name is a text with a colon: `claim {written} …`");
                self.replace_from(from, self.end(), &written, help)
            }
            "=" if head.len() > 2 && head.starts_with('"') && head.ends_with('"') => {
                self.replace_from(from + head.len(), self.end(), ":", "write `:` after the claim's name")
            }
            ":" if is_name(head) && !self.text[self.end()..].starts_with(':') => {
                let written = format!("\"{head}\"");
                let help = format!("a claim's name is a text: `claim {written}: …`");
                self.replace_from(from, from + head.len(), &written, help)
            }
            _ => None,
        }
    }

    /// Whether the rest of the line looks like a statement: it has a call, `==` or a quantifier.
    fn begins_statement(&self) -> bool {
        let rest = self.rest_of_line();
        ["(", "==", "forall", "exists"].iter().any(|it| rest.contains(it))
    }

    /// Whether a `let`, `param` or `start` of the file defines a name.
    pub(super) fn is_defined(&self, name: &str) -> bool {
        ["let", "param", "start"].iter().any(|word| {
            self.text.match_indices(word).any(|(at, _)| {
                let after = self.text[at + word.len()..].trim_start();
                token_at(after, 0) == name
            })
        })
    }

    /// `game two heaps(…)`, and `two heaps(3, 4)` in a file with it
    fn game_of_two_words(&self) -> Option<Slip> {
        let first = self.previous_word();
        let is_game = || self.text.contains(&format!("game {first} {}(", self.token));
        let is_word = |word: &str| word.starts_with(char::is_alphabetic) && !(self.is_reserved)(word);
        ([first, self.token].into_iter().all(is_word) && self.next_word() == "(" && is_game()).then(|| {
            let written = format!("{first}_{}", self.token);
            let from = self.before.len() - first.len();
            self.replace_from(from, self.end(), &written, format!("write `{written}`: a name has no blanks"))
        })?
    }

    /// `game "bag"(s: nat) { … }`, `game bag s: nat { … }`
    fn name_of_game(&self) -> Option<Slip> {
        let (begin, line) = self.line_of_item("game")?;
        let head = self.text_between(begin, self.at)?.trim();
        match self.token {
            "(" if head.is_empty() => {
                advise(format!("give the game a name: `game g{}`", line.split('{').next()?.trim()))
            }
            word if head.is_empty() && (self.is_reserved)(word) && self.next_word() == "(" => advise(
                format!("`{word}` is a word of the language: choose another name, such as `{word}_game`"),
            ),
            "\"" if head.is_empty() => {
                let name = self.rest_of_line().split('"').next()?;
                let is_name = !name.is_empty() && last_word(name) == name;
                let end = self.end() + name.len() + 1;
                is_name.then(|| {
                    self.replace_from(
                        self.at,
                        end,
                        name,
                        "a game has a name without quotes: `game nim(n: nat)`",
                    )
                })?
            }
            "extends" | "is" | "implements" => advise(
                "a game has its fields and its rules: `game nim(n: nat) { move take(k in 1..=n) -> nim(n - k) }`",
            ),
            ":" if self.expects("`(`") && last_word(head) == head => {
                advise(format!("the fields stand in parentheses: `game {head}(n: nat) {{ … }}`"))
            }
            field
                if self.expects("`(`")
                    && field.starts_with(char::is_alphabetic)
                    && last_word(head) == head
                    && self.next_word() == ":" =>
            {
                let fields = line[self.at - begin..].split(['{', '=']).next()?.trim_end();
                let help = format!("the fields stand in parentheses: `game {head}({field}: …)`");
                let written = format!("({fields})");
                self.replace_from(self.before.len(), self.at + fields.len(), &written, help)
            }
            _ => None,
        }
    }

    /// `#include "nim.game"`, `#define S {1, 2}`
    fn included_file(&self) -> Option<Slip> {
        if self.token == "#" && self.rest_of_line().starts_with("define") {
            return advise("write `let S = …`, or `param S: {nat} = …`");
        }
        let rest = self.rest_of_line().strip_prefix("include")?;
        match (self.token, rest.trim().split(['"', '<', '>']).nth(1)) {
            ("#", Some(path)) if !path.is_empty() => {
                let written = format!("use \"{path}\"");
                let end = self.end() + "include".len() + rest.trim_end().len();
                self.replace_from(self.at, end, &written, format!("write `{written}`"))
            }
            ("#", _) => advise("write `use \"nim.game\"`"),
            _ => None,
        }
    }
}
