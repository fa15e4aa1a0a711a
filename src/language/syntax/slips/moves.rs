//! Mistakes in the guards and targets of moves.

use super::texts::has_word;
use super::{Place, advise, last_word};
use crate::source::Span;
use crate::syntax::errors::Slip;
use crate::syntax::tokens::skip_blanks;

impl Place<'_> {
    /// `when c => g(n - k)`: the parser has read the `=>` before the target as an implication
    /// inside the condition.
    pub(super) fn arrow_as_implication(&self) -> Option<Slip> {
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

    /// The text behind the token up to the end of its clause on the same line.
    pub(super) fn rest_of_expression(&self) -> &str {
        let rest = self.code_on_line();
        let mut depth = 0i32;
        let close = rest.char_indices().find(|(_, letter)| {
            depth += i32::from(matches!(letter, '(' | '[' | '{'));
            depth -= i32::from(matches!(letter, ')' | ']' | '}'));
            depth < 0
        });
        let rest = close.map_or(rest, |(at, _)| &rest[..at]);
        let words = [" move ", " end ", " measure ", " claim ", " game ", ";"];
        let end = words.iter().filter_map(|word| rest.find(word)).min();
        rest[..end.unwrap_or(rest.len())].trim()
    }

    /// `-> g(m) where m = n - k`
    fn let_in_target(&self) -> Option<Slip> {
        let start = self.before.rfind("->")? + 2;
        let target = self.before[start..].trim();
        let definition = self.rest_of_expression();
        if target.contains('}') && !target.contains('{') {
            return None;
        }
        if let Some(slip) = self.let_before_move(definition) {
            return Some(slip);
        }
        let is_other = [" and ", " when ", " if ", ","].iter().any(|it| definition.contains(it));
        if target.contains('\n') || is_other {
            return advise("name it in the target: `-> let h = n div 2 in g(h)`");
        }
        let written = format!("let {definition} in {target}");
        let from = skip_blanks(self.text, start);
        let to = self.end() + self.rest_of_line().find(definition)? + definition.len();
        self.replace_from(from, to, &written, format!("name it in the target: `-> {written}`"))
    }

    /// `move m(k in 1..=most) -> g(n - k) where most = min(3, n)`: a binder uses the name.
    fn let_before_move(&self, definition: &str) -> Option<Slip> {
        let start = self.before.rfind("move ")?;
        let (name, _) = definition.split_once('=')?;
        let head = self.before[start..].split("->").next()?;
        let name = name.trim();
        let body = self.before[..start].rsplit('{').next()?;
        let is_bound = head.contains(&format!("{name} in ")) || has_word(body, name);
        let is_used = has_word(head, name) && !name.contains('(') && !is_bound;
        let end = self.end() + self.rest_of_line().find(definition)? + definition.len();
        let help = format!("define it before the move: `let {definition}`");
        is_used.then(|| {
            let clause = self.before[start..].trim_end();
            self.replace_from(start, end, &format!("let {definition}\n  {clause}"), help)
        })?
    }

    /// `move take(k in 1..=n) -> g(n - k) if odd(k)`
    fn guard_behind_target(&self) -> Option<Slip> {
        let arrow = self.before.rfind("->")?;
        let is_word = |at: &usize| !self.before[..*at].ends_with(|c: char| c.is_alphanumeric() || c == '_');
        let start = self.before[..arrow].rmatch_indices("move ").map(|(at, _)| at).find(is_word)?;
        let (head, target) = (self.text_between(start, arrow)?.trim(), self.before[arrow + 2..].trim());
        if target.contains('}') && !target.contains('{') {
            return None;
        }
        let condition = self.rest_of_expression();
        let condition = condition.strip_prefix("that ").unwrap_or(condition);
        let grouped = |it: &str| match [" or ", "=>"].iter().any(|sign| it.contains(sign)) {
            true => format!("({it})"),
            false => it.to_string(),
        };
        let guard = match head.split_once(" when ") {
            Some((head, guard)) => format!("{head} when {} and {}", grouped(guard), grouped(condition)),
            None => format!("{head} when {condition}"),
        };
        let written = format!("{guard} -> {target}");
        if written.contains('\n') || condition.is_empty() || written.chars().count() > 100 {
            let name = self.move_name().unwrap_or("m");
            return advise(format!("put the condition before `->`: `move {name} when … -> P`"));
        }
        let to = self.end() + self.rest_of_line().find(condition)? + condition.len();
        self.replace_from(start, to, &written, format!("put the condition before `->`: `{written}`"))
    }

    /// Mistakes between the binders of a move and the position that it leads to.
    pub(super) fn guard_or_target(&self) -> Option<Slip> {
        let target = "write `->` before the position that the move leads to";
        if let Some(slip) = self.replaced_element() {
            return Some(slip);
        }
        match self.token {
            "->" if self.before.len() == self.at && self.before.ends_with('-') => {
                self.replace_from(self.at - 1, self.end(), "->", target)
            }
            "=>" | "→" | "⇒" | "⟶" if self.clause_has("when") && self.rest_of_clause().contains("->") => {
                self.replace("=>", "write `=>` between conditions; `->` stands before the position")
            }
            "if" if self.is_behind_target() && self.rest_of_clause().contains("else") => {
                advise("`if` has the form `if c then x else y`")
            }
            "where"
                if self.is_behind_target() && self.rest_of_line().contains('=') && self.defines_behind() =>
            {
                self.let_in_target()
            }
            "again" if self.is_behind_target() => advise("write `again` after the arrow: `-> again P`"),
            "when" | "if" | "where" | "such" if self.is_behind_target() => self.guard_behind_target(),
            "where" | "such" if self.clause_has("when") && self.is_after_operand() => self.second_condition(),
            ":" if self.expects("`->`") && self.rest_of_line().contains("->") => {
                self.replace_from(self.at, self.end(), " when", "write `when` before the condition of a move")
            }
            "=>" | "→" | "⇒" | ":" | "⟶" if self.expects("`->`") => self.replace("->", target),
            "=" | "to" if self.expects("`->`") && !self.clause_has("when") => self.replace("->", target),
            "where" | "if" | "such" | "," | "with" | "|" if self.expects("`when`") => {
                let end = match self.token == "such" && self.next_word() == "that" {
                    true => skip_blanks(self.text, self.end()) + "that".len(),
                    false => self.end(),
                };
                let by = if self.token == "," { " when" } else { "when" };
                self.replace_from(self.at, end, by, "write `when` before the condition of a move")
            }
            "," if matches!(self.next_word(), "move" | "end" | "}") && self.expects("a clause") => {
                self.replace("", "no separator stands between clauses: remove the `,`")
            }
            "," | "]"
                if self.before_target().is_some_and(|it| it.contains("->")) && self.is_after_operand() =>
            {
                self.sum_of_targets()
            }
            ";" => self.semicolon_in_guard(),
            "=" if self.before_target().is_some_and(|it| {
                it.ends_with(self.previous_word()) && !it.split_whitespace().any(|word| word == "if")
            }) =>
            {
                advise("a move leads to a position: `-> g(n - 1)`")
            }
            ":" if self.line_has_open("if") && !self.expects("`->`") => {
                advise("`if` has the form `if c then x else y`")
            }
            _ => None,
        }
    }

    /// `h[i] -= k`, `g(h[i] = v)`, `xs with [i, j] = v`
    fn replaced_element(&self) -> Option<Slip> {
        match self.token {
            "," if self
                .open_bracket()
                .is_some_and(|(at, it)| it == '[' && last_word(self.text[..at].trim_end()) == "with") =>
            {
                let (open, _) = self.open_bracket()?;
                let list = last_word(self.text[..open].trim_end().trim_end_matches("with").trim_end());
                let first = self.text_between(open + 1, self.at)?.trim();
                let second = self.rest_of_line().split(']').next().unwrap_or("").trim();
                advise(format!(
                    "an element of a list of lists is `{list} with [{first}][{second}] = …`; two elements are `{list} with [{first}] = … with [{second}] = …`"
                ))
            }
            "=" | "-" | "+" | "*" => self.element_assigned(),
            _ => None,
        }
    }

    /// `-> g(k), g(n - k)`
    fn sum_of_targets(&self) -> Option<Slip> {
        const FORM: &str = "write `P + Q` where a move leads to several components";
        let Some(target) = self.before_target().map(|it| it.trim_start_matches("->").trim()) else {
            return advise(FORM);
        };
        let other = self.rest_of_expression();
        let is_position = |it: &str| it.ends_with(')') && !it.contains(" when ") && !it.contains('=');
        if self.token != "," || ![target, other].into_iter().all(is_position) || other.contains("), ") {
            return advise(FORM);
        }
        let help = format!("write `{target} + {other}`: a position of both components");
        self.replace_from(self.before.len(), self.end(), " +", help)
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
            let help = format!(
                "`when` takes only the condition: remove `{name} {}`",
                self.text_between(self.at, end)?.trim()
            );
            return self.replace_from(before.len(), end, "", help);
        }
        self.replace_from(self.at, end, "and", "write `and` between conditions")
    }

    /// The name of the move that the token stands in.
    pub(super) fn move_name(&self) -> Option<&str> {
        let clause = self.before.rsplit("move ").next()?;
        clause.split(|c: char| !(c.is_alphanumeric() || c == '_')).find(|it| !it.is_empty())
    }

    /// Whether a target ends before the token, with all its brackets closed.
    fn is_behind_target(&self) -> bool {
        let Some(target) = self.before_target() else { return false };
        let arrow = self.before.len() - target.len();
        self.is_after_operand() && self.open_bracket().is_none_or(|(at, _)| at < arrow)
    }

    /// The text from the token to approximately the end of its clause.
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

    /// The text from the arrow of the move to the token; `None` if there is no arrow before the
    /// token.
    fn before_target(&self) -> Option<&str> {
        let clause = self.before.rsplit("move ").next()?;
        let at = clause.find("->")?;
        Some(&clause[at..])
    }
}
