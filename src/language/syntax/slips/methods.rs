//! Calls as in other languages: `xs.len()`, `b.at(j)`, `math.abs(x)`, `std::min(x)`, `Mod[n, 2]`.

use super::bounds::parts;
use super::elsewhere::FUNCTIONS;
use super::{Place, advise, group_end, group_start, last_word};
use crate::syntax::called_elsewhere::called_elsewhere;
use crate::syntax::errors::Slip;
use crate::syntax::habits::{Use, habit};
use crate::syntax::tokens::{skip_blanks, token_at};

const ONE_INDEX: &str =
    "write `m[i][j]` for an element of a list of lists; the fields of a game stand in parentheses: `g(3, 5)`";

impl Place<'_> {
    /// `m[i, j]`, `grid[3, 3]`, `Min[a, b]`
    pub(super) fn second_index(&self) -> Option<Slip> {
        let (at, _) = self.open_bracket()?;
        let called = super::last_word(&self.text[..at]);
        let applied = last_word(self.text[..at].trim_end());
        if called.is_empty() && super::is_function(applied) {
            return self.collection_as_argument(at);
        }
        if called.is_empty() || self.is_field(called) {
            return self.index_of_lists(called, at);
        }
        let lower = called.to_lowercase();
        let meant = habit(called, Use::Called).and_then(|it| it.by);
        let meant = meant.or_else(|| FUNCTIONS.contains(&lower.as_str()).then_some(lower.as_str()));
        match meant.or_else(|| self.declares(called).then_some(called)) {
            Some(meant) => advise(format!("arguments stand in parentheses: `{meant}(…)`")),
            None if matches!(called, "Mod" | "mod" | "Quotient" | "BitXor") => {
                let word = match called {
                    "Quotient" => "div",
                    "BitXor" => "xor",
                    _ => "mod",
                };
                let end = super::group_end(self.text, at)?;
                let operands = parts(self.text_between(at + 1, end - 1)?);
                let [first, second] = operands.as_slice() else { return advise(ONE_INDEX) };
                let operand = |text: &str| match text.trim().contains(' ') {
                    true => format!("({})", text.trim()),
                    false => text.trim().to_string(),
                };
                advise(format!("write `{} {word} {}`", operand(first), operand(second)))
            }
            None => self.index_of_lists(called, at),
        }
    }

    /// `len {1, 2}`, `sum [1, 2]`, where the bracket is at `open`.
    pub(super) fn collection_as_argument(&self, open: usize) -> Option<Slip> {
        let head = self.text[..open].trim_end();
        let name = last_word(head);
        let argument = group_end(self.text, open).and_then(|end| self.text_between(open, end));
        let Some(argument) = argument else {
            return advise(format!("arguments stand in parentheses: `{name}(…)`"));
        };
        let written = format!("{name}({argument})");
        let help = format!("arguments stand in parentheses: `{written}`");
        self.replace_from(head.len() - name.len(), open + argument.len(), &written, help)
    }

    /// `m[i, j]`, where the bracket is at `open`.
    fn index_of_lists(&self, called: &str, open: usize) -> Option<Slip> {
        let end = group_end(self.text, open);
        let inside = end.and_then(|end| self.text_between(open + 1, end - 1)).unwrap_or_default();
        let indices = inside.replace(", ", "][").replace(',', "][");
        let is_typed = self.item.is_empty();
        if is_typed || called.is_empty() || inside.is_empty() || inside.contains(['(', '[', ':']) {
            return advise(ONE_INDEX);
        }
        let help = format!("each index has its own brackets: `{called}[{indices}]`");
        self.replace_from(open, end?, &format!("[{indices}]"), help)
    }

    /// `std::min(1, 2)`, `r :: rows`
    pub(super) fn prefix_or_element(&self) -> Option<Slip> {
        let name = self.previous_word();
        let behind = &self.text[self.end() + 1..];
        let list = token_at(behind, skip_blanks(behind, 0));
        if behind.starts_with(' ') && list.starts_with(char::is_alphabetic) {
            return advise(format!("write `[{name}] ++ {list}` to put an element before a list"));
        }
        let help = format!("names have no prefix: remove `{name}::`");
        let from = self.before.len() - name.len();
        name.starts_with(char::is_alphabetic).then(|| self.replace_from(from, self.end() + 1, "", help))?
    }

    /// Advice for `x.name`: the function that corresponds to the method, or how to write the part
    /// of a tuple.
    // Long: an arm for each method.
    pub(super) fn method(&self) -> String {
        let name_at = skip_blanks(self.text, self.end());
        let name = token_at(self.text, name_at);
        let (known, receiver) = (habit(name, Use::Called), self.operand_before());
        let receiver = if receiver.is_empty() { "…" } else { receiver };
        let open = name_at + name.len();
        let is_called = self.text[open..].starts_with('(');
        let end = super::group_end(self.text, open).filter(|_| is_called);
        let given = end.map_or("…", |end| &self.text[open + 1..end - 1]);
        if is_called
            && matches!(receiver, "math" | "Math" | "Nat" | "Int" | "List" | "Finset" | "np" | "self")
        {
            return format!("names have no prefix: write `{name}({given})`");
        }
        match name {
            "at" | "get" | "charAt" if is_called => return format!("write `{receiver}[{given}]`"),
            "contains" | "count" | "includes" | "has" if is_called => {
                return format!("write `{given} in {receiver}`");
            }
            "index" | "indexOf" | "find" if is_called => {
                return format!("write `[i for i in indices({receiver}) if {receiver}[i] == {given}][0]`");
            }
            "erase" | "discard" | "remove" if is_called => {
                return format!(
                    "write `{receiver} - {{{given}}}` for a set; a list without its element at i is `{receiver}[..i] ++ {receiver}[i + 1..]`"
                );
            }
            "div" | "mod" | "xor" if is_called => return format!("write `{receiver} {name} {given}`"),
            _ if is_called
                && receiver != "…"
                && parts(given).len() == 1
                && called_elsewhere(name, &[receiver, given]).is_some() =>
            {
                let written = called_elsewhere(name, &[receiver, given]).unwrap_or_default();
                return format!("there are no methods: write `{written}`");
            }
            "insert" if is_called => return format!("write `{receiver} | {{{given}}}`"),
            "with" | "set" if is_called => return format!("write `{receiver} with [i] = v`"),
            "CanonicalForm" | "canonicalForm" | "GameValue" | "NimValue" | "nimValue" => {
                return format!("write `sg({receiver})`");
            }
            "Outcome" | "outcome" => return format!("write `losing({receiver})` or `winning({receiver})`"),
            "options" | "Options" if !is_called => {
                return format!("write `moves({receiver})` for their number, `options({receiver})` for them");
            }
            _ => {}
        }
        if self.before.len() < self.at && super::is_function(receiver) {
            return format!("functions are not joined: write `{receiver}({name}(n))`");
        }
        match known.as_ref().and_then(|it| it.by) {
            Some(by) if given.is_empty() || given == "…" => {
                format!("there are no methods: write `{by}({receiver})`")
            }
            Some(by) => format!("there are no methods: write `{by}({receiver}, {given})`"),
            None if known.is_some() => known.map(|it| it.help()).unwrap_or_default(),
            None if !is_called && self.is_field(name) => format!(
                "rules and claims do not read the fields of a position: use a variable for the field, as in `sg(g({name}))`"
            ),
            None if !is_called && !super::is_function(name) => {
                format!("the parts of a tuple have numbers, not names: `{receiver}[0]`, `{receiver}[1]`")
            }
            None if name.starts_with(char::is_alphabetic) => {
                let given = if given.is_empty() { String::new() } else { format!(", {given}") };
                format!("there are no methods: a function is called as `{name}({receiver}{given})`")
            }
            None => format!("there are no methods: write `f(x)`, as in `len({receiver})`"),
        }
    }

    /// Advice for `pile(3).name`, where the position is that before the token.
    pub(super) fn method_of_position(&self, name: &str) -> String {
        let position = self.operand_before();
        let position = if position.is_empty() { "P" } else { position };
        let written = match &*name.to_lowercase() {
            "value" | "nimvalue" | "nimber" | "grundy" | "sg" | "grundyvalue" | "canonicalform"
            | "gamevalue" => format!("`sg({position})`"),
            "moves" | "options" | "followers" | "successors" => {
                format!("`options({position})` for the positions, `moves({position})` for their number")
            }
            _ => format!("`losing({position})`, `winning({position})` or `sg({position})`"),
        };
        format!("there are no methods: write {written}")
    }

    /// The operand that ends before the token: a name or number, with its arguments and indices;
    /// empty if there is none, or if it is long.
    pub(super) fn operand_before(&self) -> &str {
        let mut start = self.before.len();
        while let Some(open) =
            self.before[..start].ends_with([')', ']', '}']).then(|| group_start(self.before, start))
        {
            let Some(open) = open else { return "" };
            start = open;
        }
        let word = last_word(&self.before[..start]);
        if !(self.is_reserved)(word) {
            start -= word.len();
        }
        let operand = &self.before[start..];
        let is_long = operand.contains('\n') || operand.chars().count() > 40;
        if is_long { "" } else { operand }
    }

    /// Whether a game of the file has a field of this name.
    fn is_field(&self, name: &str) -> bool {
        let heads = self.text.lines().filter(|line| {
            line.trim_start().starts_with("game ") || line.trim_start().starts_with("loopy game ")
        });
        let fields = heads.filter_map(|line| line.split_once('(')).flat_map(|(_, fields)| fields.split(','));
        { fields }.any(|field| field.split(':').next().is_some_and(|it| it.trim() == name))
    }
}
