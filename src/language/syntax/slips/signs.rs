//! Signs that are valid elsewhere, or in other languages, but not at this place.

use super::forms::{is_item, is_type};
use super::{Place, advise, last_word};
use crate::source::Span;
use crate::syntax::errors::Slip;
use crate::syntax::tokens::{skip_blanks, token_at};

/// Advice for `A <== B`.
const CONVERSE: &str = "an implication goes from left to right: write `B => A` for `A <== B`";

impl Place<'_> {
    /// A sign where the grammar does not accept it; `=` and `:` are the most frequent ones.
    // Long: an arm for each sign.
    pub(super) fn sign(&self) -> Option<Slip> {
        match self.token {
            "=" => self
                .values_behind_equals()
                .or_else(|| self.one_value())
                .or_else(|| self.value_with_star())
                .or_else(|| self.equals()),
            ":" if self.expects("`=`") && self.word_before_previous() == "let" => {
                let line = self.rest_of_line();
                let help = format!("leave out the type: `let {} = …`", self.previous_word());
                match line.find('=') {
                    Some(sign) => self.replace_from(self.before.len(), self.end() + sign, " ", help),
                    None => advise(help),
                }
            }
            ":" => self.builder_with_colon().or_else(|| self.colon()),
            "-" | "(" | "%" | "{" | ";" | "\"" if self.begins_item() && self.is_comment_elsewhere() => {
                advise("comments begin with `//` and end with the line")
            }
            "…" | "⋯" => advise("write the range `1..=5`"),
            "," if self.item == "move" && self.expects("`->`") && self.both_in_set().is_some() => {
                self.both_in_set()
            }
            "," if self.item == "move" && self.expects("`->`") && !self.expects("an expression") => {
                self.replace(" and", "write `and` between conditions")
            }
            "," | ";" => {
                let listed = || self.listed_values().filter(|_| self.item == "claim" && self.token == ",");
                let item = self.second_definition().or_else(|| self.between_items());
                item.or_else(listed).or_else(|| self.separator())
            }
            "->" | "=>" | "→" | "⇒" | "⟶" => self.arrow(),
            ":=" => self.definition(),
            "==" if self.expects("`=`") => self.replace("=", "write `=` to define; `==` compares"),
            "{" if self.expects("`then`") => advise("`if` has the form `if c then x else y`, without braces"),
            "{" | "[" if super::is_function(self.previous_word()) => self.collection_as_argument(self.at),
            "{" if self.item == "fn" => self.body_in_braces(),
            "**" => self.replace("^", "write `^` for powers"),
            _ if self.text[self.at..].starts_with("-->") => {
                self.replace_from(self.at, self.at + "-->".len(), "->", "write `->`")
            }
            "~" if self.text[self.end()..].starts_with('=') => {
                self.replace_from(self.at, self.end() + 1, "!=", "write `!=`")
            }
            "/" if self.before.ends_with('/') => advise("comments begin with `//`"),
            "#" => self.comment(),
            "<" if self.before.ends_with("..") => {
                self.replace("", "`1..n` stops before n, `1..=n` has it: remove the `<`")
            }
            ">" if self.before.ends_with('<') => self.not_an_operator(self.before.len() - 1, "!="),
            "-" if self.before.ends_with('-') && self.in_graph() => advise(
                "an edge without direction has one `-`, in `graph undirected { a - b }`; one with a direction has `->`",
            ),
            "'" | "‘" | "“" | "„" | "«" => self.quotes(),
            "(" if self.item == "let" && self.before.ends_with("let") && !self.expects("an expression") => {
                advise("a constant has one name: `let pair = (1, 2)`, and its parts are `pair[0]`, `pair[1]`")
            }
            "with" if self.is_behind_binder() => {
                self.replace("if", format!("a condition follows `if`: `if {}`", self.condition_here()))
            }
            "with"
                if self.is_after_operand() && !self.says_repeats() && !self.next_word().starts_with('[') =>
            {
                self.index_of_update()
            }
            ".." if self.text[self.end()..].starts_with('.') || self.before.ends_with('.') => {
                let last = token_at(self.text, self.end() + usize::from(!self.before.ends_with('.')));
                match self.before.ends_with(',') {
                    true => advise("write the range `1..=5`"),
                    false
                        if self.item == "game"
                            && self.previous_word() == "nat"
                            && !last.starts_with(char::is_alphanumeric) =>
                    {
                        advise("for any number of heaps write a list: `h: [nat]`")
                    }
                    false => self.inclusive_range(),
                }
            }
            ".." if self.before.ends_with(',') => advise("write the range `1..=5`"),
            "." => self.dot(),
            _ => None,
        }
    }

    /// `n.mod(2)`, `2.5`, `nim(3).outcome`
    fn dot(&self) -> Option<Slip> {
        let name = token_at(self.text, self.end());
        let is_method = name.starts_with(char::is_alphabetic)
            && self.text[self.end() + name.len()..].starts_with('(')
            && self.item != "game";
        if self.before.ends_with(|c: char| c.is_ascii_digit()) && !is_method {
            return self.decimal();
        }
        if self.is_after_position() {
            return advise(self.method_of_position(name));
        }
        self.is_after_operand().then(|| advise(self.method()))?
    }

    /// Whether a claim before the token says `repeats`.
    pub(super) fn says_repeats(&self) -> bool {
        self.item == "claim" && self.before.rsplit("claim").next().is_some_and(|it| it.contains(" repeats"))
    }

    /// `:=`
    fn definition(&self) -> Option<Slip> {
        match self.item {
            "move" if self.before.ends_with(']') => advise(self.element_replaced()),
            "move"
                if self
                    .before
                    .strip_suffix(self.previous_word())
                    .is_some_and(|it| it.trim_end().ends_with(['(', ','])) =>
            {
                let from = self.before.len() - self.previous_word().len();
                let help = "a field of the target is the new value alone: remove the name and `:=`";
                self.replace_from(from, skip_blanks(self.text, self.end()), "", help)
            }
            "claim" if self.word_before_previous() == "let" => {
                self.replace("=", "write `=` to define a name")
            }
            "claim" => self.replace("==", "write `==` to compare"),
            "move" => advise("values do not change: a move leads to a position, `-> g(n - 1)`"),
            _ => self.replace("=", "write `=` to define a name"),
        }
    }

    /// An operator of other languages whose beginning the parser has read as an operator of gspec:
    /// `<>`, `===`. `from` is the offset of that beginning, `meant` is the operator to write.
    fn not_an_operator(&self, from: usize, meant: &str) -> Option<Slip> {
        let mut slip = self.replace_from(from, self.end(), meant, format!("write `{meant}`"))?;
        slip.message = Some(format!("unexpected `{}`", &self.text[from..self.end()]));
        slip.label = Some((Span::new(self.file, from, self.end()), "not an operator of gspec".into()));
        Some(slip)
    }

    /// `=` where the grammar does not accept it: it should compare, bind, or be part of another
    /// sign.
    fn equals(&self) -> Option<Slip> {
        if self.before.len() == self.at && self.before.ends_with("<=") {
            return advise(CONVERSE);
        }
        // The parser has read the beginning of a longer sign, such as `===`, as an operator.
        for (begun, meant) in [("==", "=="), ("/", "!="), ("~", "!=")] {
            if self.before.len() == self.at && self.before.ends_with(begun) {
                return self.not_an_operator(self.at - begun.len(), meant);
            }
        }
        if self.item == "param" && self.before.len() == self.at && self.before.ends_with(':') {
            let help = "give it a type: `param most: nat = 3`";
            let is_nat = self.next_word().chars().all(|c| c.is_ascii_digit()) && !self.next_word().is_empty();
            return match is_nat {
                true => self.replace("nat =", help),
                false => advise(help),
            };
        }
        let is_range =
            self.rest_of_line().split([',', ')', ']', '}']).next().is_some_and(|it| it.contains(".."));
        match self.open_bracket() {
            Some((_, bracket)) if is_range && self.item != "move" && !self.expects("`in`") => {
                let (open, close) = if bracket == '[' { ("[", "]") } else { ("(", ")") };
                return advise(format!("the element comes first: `{open}x for x in 0..n{close}`"));
            }
            _ => {}
        }
        if self.line_has_open("let") && self.open_bracket().is_none() && self.word_before_previous() == "and"
        {
            return advise("write a `let` for each name: `let x = 3 in let y = 4 in …`");
        }
        if self.expects("`in`") && !self.expects("an operator") {
            return self.replace("in", "write `in`: a binder has the form `k in 1..=n`");
        }
        if self.expects("`:`") && self.item == "fn" && self.before.ends_with(')') {
            return advise("give the result a type: `fn f(x: nat): nat = …`");
        }
        if matches!(self.item, "game" | "loopy") && self.open_bracket().is_some_and(|(_, it)| it == '(') {
            return advise("a field has no default: write `start g(3)`, or make it a `param`");
        }
        if let Some(slip) = self.definition_without_type() {
            return Some(slip);
        }
        if self.item == "start" && self.before.ends_with("start") {
            return advise("write `start P`, or `start NAME = P`");
        }
        if self.item == "claim" && self.before.ends_with('"') && self.expects("`:`") {
            return self.replace("==", "write `==` to compare; a claim has the form `claim \"text\": …`");
        }
        if self.expects("an operator") && self.is_period_start() {
            return advise("write the number alone: `repeats every 7 from 3`");
        }
        if let Some(slip) = self.equal_statements() {
            return Some(slip);
        }
        (!self.expects("`=`")).then(|| self.replace("==", "write `==` to compare; `=` only defines"))?
    }

    fn is_period_start(&self) -> bool {
        let words: Vec<&str> = self.before.split_whitespace().rev().take(2).collect();
        words.get(1) == Some(&"from")
    }

    /// `{1: 2, 3: 4}`, `{i: f(i) for i in D}`; `{x : x in D}` is a set.
    fn is_dictionary(&self) -> bool {
        let inside = self.rest_of_line().split('}').next().unwrap_or_default();
        let says = [" in ", "<", ">", "="].iter().any(|word| inside.contains(word));
        !says || inside.contains(" for ")
    }

    fn colon(&self) -> Option<Slip> {
        if self.before.ends_with("..") {
            return advise("give the range an end, or leave it out for all naturals: `forall n: …`");
        }
        let begins_slice = self.before.strip_suffix('[').is_some_and(|it| {
            it.ends_with(|last: char| last.is_alphanumeric() || matches!(last, '_' | ')' | ']'))
        });
        if self.next_word() == "-" && (begins_slice || self.expects("`]`")) {
            return advise(
                "ends are not counted from the back: all but the last element are `xs[..len(xs) - 1]`",
            );
        }
        if begins_slice || self.expects("`]`") {
            return self.slice();
        }
        if self.item == "claim"
            && self.before.rsplit("claim").next().is_some_and(|it| it.trim_start().starts_with("let "))
        {
            return self.replace_from(
                self.before.len(),
                self.end(),
                " in",
                "write `in` before the body: `let x = 3 in …`",
            );
        }
        if self.in_graph() {
            return advise("write an edge: `1 -> 2`, or `1 - 2` in `graph undirected`");
        }
        if self.expects("`}`") && self.is_dictionary() && self.item != "move" {
            return advise(
                "there are no dictionaries: write a list of values, or of pairs: `[(i, f(i)) for i in D]`",
            );
        }
        if self.expects("`}`") && self.item != "move" {
            return advise("a set of all x with a property is `{x for x in D if c}`");
        }
        match self.item {
            "move" if self.open_bracket().is_some_and(|(_, it)| it == '(') && self.is_after_operand() => {
                advise("write the range `1..=n`")
            }
            "game" if self.before.ends_with(')') && is_type(self.next_word()) => {
                advise(format!("a game has no type: remove `: {}`", self.next_word()))
            }
            "fn" if self.text[self.end()..].starts_with(':') => {
                advise("parameters stand in parentheses with their types: `fn f(n: nat): nat = …`")
            }
            "game" if self.next_word() == "{" => {
                self.replace("", "the rules follow the fields: remove the `:`")
            }
            "game" => self.replace("{", "the rules of a game need braces: `game g(n: nat) { … }`"),
            "start" if self.before.ends_with("start") => advise("write `start P`, or `start NAME = P`"),
            "start" => self.replace(" =", "write `=` after the name of a start"),
            "let" => advise("leave out the type: `let x = …`"),
            "claim" => self.second_colon(),
            _ => None,
        }
    }

    /// `claim A; claim B`
    fn between_items(&self) -> Option<Slip> {
        let is_between =
            self.open_bracket().is_none() && self.is_after_operand() && is_item(self.next_word());
        let help = || format!("items need no separator: remove the `{}`", self.token);
        is_between.then(|| self.replace("", help()))?
    }

    /// `,` and `;`
    // Long: an arm for each place of a separator.
    fn separator(&self) -> Option<Slip> {
        if self.token == ";" && self.in_graph() {
            return None;
        }
        match (self.open_bracket(), self.item) {
            _ if self.token == ";" && self.defines_in_expression() => {
                self.replace(" in", "write `in` after the value: `let x = e in f`")
            }
            _ if self.token == ";" && self.next_word() == "->" => self.replace("", "remove the `;`"),
            (Some((open, '(')), "move")
                if self.token == ";" && last_word(self.before[..open].trim_end()) == "when" =>
            {
                self.replace(" and", "write `and` between conditions")
            }
            (Some((_, '(')), _) if self.token == ";" => {
                self.comma(self.at, self.end(), "write `,` between them")
            }
            (None, "start") if self.token == "," => {
                advise("write `P + Q` for a sum, or `start` again for another start")
            }
            (None, "param") if self.token == "," && self.rest_of_line().contains(':') => {
                advise("write `param` before each parameter")
            }
            (None, "let") if self.token == "," && self.expects("`=`") => advise("write `let` for each name"),
            (None, _) if self.is_superfluous_comma() => self.replace("", "remove the `,`"),
            (None, "param" | "game") if self.token == "," => self.numbers_without_braces(),
            (None, "let") if self.token == "," && self.is_after_operand() && !self.begins_next_item() => {
                advise("put the elements in brackets or braces: `[1, 2, 3]`, `{1, 2, 3}`")
            }
            (None, "claim") if self.token == "," && self.before.ends_with(',') => {
                self.replace("", "remove the second `,`")
            }
            (None, "claim") if self.token == "," && self.next_word() == "then" => {
                self.replace("", "remove the `,` before `then`")
            }
            (None, "claim")
                if self.token == ","
                    && self.rest_of_line().contains(" in ")
                    && self.before.contains("let ") =>
            {
                advise("write a `let` for each name: `let a = 1 in let b = 2 in …`")
            }
            (None, "claim") if self.token == "," && self.is_binder_behind() => {
                advise(format!("the variables come first: `forall {}: …`", self.code_on_line()))
            }
            (None, "claim") if self.token == "," && !self.begins_next_item() => {
                advise("write `and` between two statements, or `claim` again for another claim")
            }
            (None, "claim") if self.token == ";" && self.is_after_operand() && !self.begins_next_item() => {
                self.replace(" and", "write `and` between two statements")
            }
            _ if self.token == ";"
                && matches!(self.next_word(), "else" | "move" | "end" | "measure" | "show" | "}") =>
            {
                self.replace("", "remove the `;`")
            }
            _ if self.token == ";" && (self.item == "measure" || self.is_between_numbers()) => {
                self.comma(self.at, self.end(), "write `,` between numbers")
            }
            _ if self.token == ";" || self.expects("item") => {
                let help = format!("remove the `{}`", self.token);
                self.replace("", help)
            }
            _ => None,
        }
    }

    /// `sg(g(n)) = *1`
    fn value_with_star(&self) -> Option<Slip> {
        let end = skip_blanks(self.text, self.end()) + 1;
        let is_value = self.next_word() == "*"
            && self.is_after_operand()
            && self.text[end..].starts_with(|c: char| c.is_ascii_digit());
        is_value.then(|| self.replace_from(self.at, end, "== ", "write `==`; values are numbers"))?
    }

    /// `let a = 1, b = 2`
    fn second_definition(&self) -> Option<Slip> {
        let is_let =
            matches!(self.open_bracket(), None | Some((_, '{'))) && matches!(self.item, "let" | "game");
        let has_value =
            self.before.rsplit_once("let ").is_some_and(|(_, definition)| definition.contains('='));
        (self.token == "," && is_let && has_value && self.defines_next()).then(|| {
            self.replace_from(self.before.len(), self.end(), " let", "write `let` before each name")
        })?
    }

    /// Whether a name and `=` follow the token.
    fn defines_next(&self) -> bool {
        let name = self.next_word();
        let behind = skip_blanks(self.text, self.end()) + name.len();
        name.starts_with(char::is_alphabetic) && self.text[behind..].trim_start().starts_with("= ")
    }

    /// `forall n in D: c: …`
    fn second_colon(&self) -> Option<Slip> {
        let claim = self.before.rsplit("claim").next()?;
        let head = ["forall", "exists"].iter().filter_map(|word| claim.rfind(word)).max()?;
        let is_second = claim[head..].contains(':') && self.is_after_operand();
        is_second.then(|| advise("a condition follows `if`: `forall n in D if c: …`"))?
    }

    fn is_between_numbers(&self) -> bool {
        let is_digit = |it: char| it.is_ascii_digit();
        self.item.is_empty() && self.before.ends_with(is_digit) && self.next_word().starts_with(is_digit)
    }

    /// Whether nothing follows the token on its line, so that the next line may begin an item.
    fn begins_next_item(&self) -> bool {
        self.rest_of_line().trim().is_empty()
    }

    /// Whether the token is a comma at the end of an item, or before `adding` or `from`.
    fn is_superfluous_comma(&self) -> bool {
        let is_before_growth = self.item == "claim" && matches!(self.next_word(), "adding" | "from");
        self.token == "," && (self.ends_item() || is_before_growth)
    }

    /// Whether the token is the last one of its item: the next line begins another item, or the
    /// text ends.
    fn ends_item(&self) -> bool {
        let next = self.next_word();
        self.code_on_line().is_empty() && (next.is_empty() || super::forms::is_item(next))
    }

    /// Whether a `let` inside an expression stands before the token, without its `in`.
    fn defines_in_expression(&self) -> bool {
        let Some((head, value)) = self.before.rsplit_once("let ") else { return false };
        let begins = head.trim_end();
        let is_inside = begins.ends_with(['>', '(', ',', '=', ':', '[', '+'])
            || ["when", "claim", "then", "else"].iter().any(|word| begins.ends_with(word));
        is_inside && value.contains('=') && !value.contains(" in ")
    }

    /// `->` and `=>`
    fn arrow(&self) -> Option<Slip> {
        if self.token == "->" && self.before.len() == self.at && self.before.ends_with('<') {
            return self.replace_from(self.at - 1, self.end(), "<=>", "write `<=>`");
        }
        if self.expects("`:`") && self.item == "fn" {
            return self.replace(":", "write `:` before the type of the result");
        }
        if self.item == "param" || self.item == "let" {
            return match self.open_bracket() {
                Some((_, '{')) if self.in_graph() && self.token != "->" => self.replace("->", "write `->`"),
                Some((_, '{')) if self.token == "->" => advise("write `graph { 1 -> 2 }`"),
                _ => None,
            };
        }
        None
    }

    /// `fn f(x: nat): nat { x }`
    fn body_in_braces(&self) -> Option<Slip> {
        let help = "write `=` and the value: `fn f(x: nat): nat = x + 1`";
        match self.rest_of_line().rfind('}') {
            Some(close) => {
                let inner = self.rest_of_line()[..close].trim().to_string();
                self.replace_from(self.at, self.end() + close + 1, &format!("= {inner}"), help)
            }
            None => advise(help),
        }
    }

    /// `# a comment`
    fn comment(&self) -> Option<Slip> {
        match self.rest_of_line().contains([')', ']', '}']) {
            true => advise("comments begin with `//` and end with the line"),
            false => self.replace("//", "write `//`: comments end with the line"),
        }
    }

    /// `-- …`, `(* … *)`, `% …`, `{- … -}`, `;; …`
    fn is_comment_elsewhere(&self) -> bool {
        ["--", "(*", "%", "{-", ";;", "\"\"\""].iter().any(|it| self.text[self.at..].starts_with(it))
    }

    /// `'a text'`, `“a text”`
    fn quotes(&self) -> Option<Slip> {
        let is_prime = self.token == "'" && self.before.len() == self.at && self.is_after_operand();
        if is_prime && self.item == "move" {
            return advise(
                "values do not change, and names have no primes: a move leads to the new position, `-> g(n - 1)`",
            );
        }
        let help = match self.token {
            "“" | "„" => "texts need straight double quotes, `\"`",
            _ => "texts need double quotes",
        };
        let close = match self.token {
            "‘" => vec!['’', '\''],
            "“" => vec!['”', '“'],
            "„" => vec!['“', '”'],
            "«" => vec!['»'],
            _ => vec!['\''],
        };
        match self.rest_of_line().find(close.as_slice()) {
            Some(end) => {
                let (inner, closing) = self.rest_of_line().split_at(end);
                let length = closing.chars().next().map_or(0, char::len_utf8);
                self.replace_from(self.at, self.end() + end + length, &format!("\"{inner}\""), help)
            }
            None => advise(help),
        }
    }
}
