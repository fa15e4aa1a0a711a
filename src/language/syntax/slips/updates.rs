//! Places of `with` as slices of other languages write them, a choice before its move, `let` without
//! `in`, a product of ranges, and the end of a period.

use super::{Place, advise, last_word, operand_end};
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

    /// `repeats every 4 from 4 to 40`
    pub(super) fn end_of_period(&self) -> Option<Slip> {
        if !matches!(self.token, "to" | "until" | "till" | "upto") || !self.says_repeats() {
            return None;
        }
        let start = skip_blanks(self.text, self.end());
        let end = start + token_at(self.text, start).len();
        let help = format!("a sequence repeats without end: remove `{}`", self.text_between(self.at, end)?);
        self.replace_from(self.before.len(), end, "", help)
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
