//! Places of `with` as slices of other languages write them, a choice before its move, `let` without
//! `in`, and a product of ranges.

use super::texts::has_word;
use super::{Place, advise, first_outside, last_word, operand_end};
use crate::syntax::errors::Slip;
use crate::syntax::tokens::{skip_blanks, token_at};

impl Place<'_> {
    /// `xs with [i:] = ys`, `xs with [i..] = ys`
    pub(super) fn open_update(&self) -> Option<Slip> {
        let (at, _) = self.open_bracket().filter(|(_, bracket)| *bracket == '[')?;
        let is_open = self.token == ":" || self.token == "]" && self.before.ends_with("..");
        (is_open && last_word(self.text[..at].trim_end()) == "with").then(|| {
            advise(
                "`with` takes all places, up to the last: `xs with [i..len(xs)] = ys`, `xs with [i..j] = ys`",
            )
        })?
    }

    /// `forall i in D: move take(…) -> …`
    pub(super) fn choice_before_move(&self) -> Option<Slip> {
        let is_before = matches!(self.token, "forall" | "for" | "∀" | "exists") && self.expects("a clause");
        (is_before && self.rest_of_line().contains("move "))
            .then(|| advise("the binders list the choices: `move take(i in D, k in E) -> …`"))?
    }

    /// `let a = x`, and the rest of the expression on the next line without `in`.
    pub(super) fn let_without_in(&self) -> Option<Slip> {
        let line = self.before.rsplit('\n').next()?.trim_start();
        let is_let = self.expected == "`in`" && line.starts_with("let ") && self.begins_line();
        let end = self.before.len();
        is_let.then(|| {
            self.replace_from(
                end,
                end,
                " in",
                "inside an expression, `in` follows the value: `let x = 1 in …`",
            )
        })?
    }

    /// `forall (a, b) in 0..5 x 0..5: …`
    pub(super) fn product_of_ranges(&self) -> Option<Slip> {
        (matches!(self.token, "x" | "X") && self.is_behind_range()).then(|| {
            advise("for all pairs give each variable its values: `forall a in 0..5, b in 0..5: …`")
        })?
    }

    /// `hs with hs[i] = 0`, `hs with i = 0`
    pub(super) fn index_of_update(&self) -> Option<Slip> {
        let from = skip_blanks(self.text, self.end());
        let to = operand_end(self.text, from);
        let (list, place) = (self.operand_before(), self.text_between(from, to)?);
        let index = place.strip_prefix(list).filter(|it| it.starts_with('[')).unwrap_or(place);
        let index = index.trim_matches(['[', ']']);
        let sign = token_at(self.text, skip_blanks(self.text, to));
        if list.is_empty() || index.is_empty() || sign != "=" || index.contains(['[', '(']) {
            return advise("put the index in brackets: `xs with [i] = v`");
        }
        let help = format!("put the index in brackets: `{list} with [{index}] = …`");
        self.replace_from(from, to, &format!("[{index}]"), help)
    }

    /// `g(h[i] = v)`, `h[i] -= k` in a target: the list with the new element.
    pub(super) fn element_assigned(&self) -> Option<Slip> {
        let (before, sign, behind) = match self.token {
            "=" => match self.before.strip_suffix(['-', '+', '*']).filter(|_| self.before.len() == self.at) {
                Some(before) => (before.trim_end(), &self.before[self.before.len() - 1..], self.end()),
                None => (self.before, "", self.end()),
            },
            sign if self.text[self.end()..].starts_with('=') => (self.before, sign, self.end() + 1),
            _ => return None,
        };
        let arrow = before.rfind("->").filter(|at| !before[*at..].contains("move "))?;
        if !before.ends_with(']') {
            return None;
        }
        let element = Place { before, ..*self };
        let Some((list, places)) = element.list_and_places() else {
            return advise(element.element_replaced());
        };
        let start = before.len() - list.len() - places.len();
        let end = self.end_of_value(behind);
        let value = self.text_between(behind, end)?.trim();
        if value.is_empty() || has_word(value, "if") || has_word(value, "when") {
            return advise(element.element_replaced());
        }
        let value = match sign {
            "" => value.to_string(),
            _ if operand_end(value, 0) < value.len() => format!("{list}{places} {sign} ({value})"),
            _ => format!("{list}{places} {sign} {value}"),
        };
        let written = format!("{list} with {places} = {value}");
        let is_bare = before[arrow + 2..start].trim().is_empty();
        let (game, fields) =
            self.games().filter(|(name, _)| before.contains(&format!("game {name}"))).last()?;
        let written = match (is_bare, fields.contains(',')) {
            (true, true) => {
                return advise(format!("name the position and the element: `{game}({written}, …)`"));
            }
            (true, false) => format!("{game}({written})"),
            (false, _) => written,
        };
        self.replace_from(start, end, &written, format!("write `{written}`"))
    }

    /// `h[i -> v]`, `h[i := v]` in a target
    pub(super) fn element_in_index(&self) -> Option<Slip> {
        let is_here = matches!(self.token, "->" | "=>" | ":=" | "↦" | "<-") && self.item == "move";
        if !is_here {
            return None;
        }
        let (open, _) = self.open_bracket().filter(|(_, bracket)| *bracket == '[')?;
        let list = last_word(&self.before[..open]);
        let end = super::group_end(self.text, open)?;
        let value = self.text_between(self.end(), end - 1)?.trim();
        let index = self.text_between(open + 1, self.at)?.trim();
        if list.is_empty() || index.is_empty() || value.is_empty() || value.contains(',') {
            return None;
        }
        let written = format!("{list} with [{index}] = {value}");
        self.replace_from(open - list.len(), end, &written, format!("write `{written}`"))
    }

    /// The offset of the end of the value that begins behind `from`: a comma, the bracket around it,
    /// or the end of its clause.
    fn end_of_value(&self, from: usize) -> usize {
        let place = Place { token: &self.text[self.at..from], ..*self };
        let rest = place.rest_of_expression();
        let length = first_outside(rest, &[","]).map_or(rest.len(), |(at, _)| at);
        skip_blanks(self.text, from) + rest[..length].trim_end().len()
    }

    /// The name of the list and the places in brackets that end before the token: `h` and `[i][j]`.
    fn list_and_places(&self) -> Option<(&str, &str)> {
        let mut end = self.before.len();
        while self.before[..end].ends_with(']') {
            let Some(open) = super::group_start(self.before, end) else { break };
            end = open;
        }
        let list = last_word(&self.before[..end]);
        let places = &self.before[end..];
        (!list.is_empty() && places.chars().count() <= 40).then_some((list, places))
    }

    /// The advice to write `h with [i] = …` where a text such as `h[i] = …` stands, whose last bracket
    /// closes before the token.
    pub(super) fn element_replaced(&self) -> String {
        match self.list_and_places() {
            Some((list, places)) => format!("write `{list} with {places} = …` to replace an element"),
            None => "write `xs with [i] = v` to replace an element".to_string(),
        }
    }

    /// `xs[i:j]`
    pub(super) fn slice(&self) -> Option<Slip> {
        let (open, _) = self.open_bracket()?;
        let head = Place { before: &self.text[..open], ..*self };
        let list = head.operand_before();
        let from = self.text_between(open + 1, self.at)?.trim();
        let to = self.rest_of_line().split(']').next().unwrap_or("").trim();
        let written = match list.is_empty() || to.contains('[') {
            true => "xs[i..j]".to_string(),
            false => format!("{list}[{from}..{to}]"),
        };
        self.replace("..", format!("write `{written}` for a slice"))
    }
}
