//! Mistakes in the binders, guards and targets of moves.

use super::bounds::{part_end, range_sign};
use super::forms::is_type;
use super::{Place, advise, last_word};
use crate::source::Span;
use crate::syntax::errors::Slip;
use crate::syntax::tokens::{skip_blanks, token_at};

/// Advice on how a binder of a move is written.
const BINDER: &str = "the parentheses list the choices: `k in 1..=n`; conditions follow `when`";

impl Place<'_> {
    /// Advice for a variable that is compared where a binder should list its values: `k <= n`,
    /// `1 <= k <= n`, `k >= 1`.
    // Long: a case for each slip.
    fn choices(&self, name: &str) -> Option<Slip> {
        if self.text[self.at..].starts_with("<-") {
            return self.replace_from(
                self.at,
                self.at + 2,
                "in",
                "write `in`: a binder has the form `k in 1..=n`",
            );
        }
        if let Some(slip) = self.condition_among_choices(name) {
            return Some(slip);
        }
        let most = self.first_field();
        let part = self.text[self.at..].split('\n').next().unwrap_or("");
        let part = &part[..part_end(part)];
        if let ">=" | ">" | "≥" = self.token {
            // `a >= k >= 1`, `k >= 1`
            let other = self.next_word();
            let is_variable = other.starts_with(char::is_alphabetic) && part.matches(['>', '≥']).count() > 1;
            let (name, most) = if is_variable { (other, name) } else { (name, most) };
            return advise(format!(
                "the parentheses list the choices: `{name} in 1..={most}`; conditions follow `when`"
            ));
        }
        let (from, name, low, rest) = match self.token.parse::<u64>() {
            // `1 <= k <= n`
            Ok(first) => {
                let sign = self.next_word();
                let at = skip_blanks(self.text, skip_blanks(self.text, self.end()) + sign.len());
                let name = token_at(self.text, at);
                range_sign(sign)?;
                let low = if sign == "<" { first.checked_add(1)? } else { first };
                if !name.starts_with(char::is_alphabetic) {
                    return None;
                }
                (self.at, name, low, self.text.get(at + name.len()..self.at + part.len())?)
            }
            // With `k < n`, `k` is mostly what remains, and may be 0; with `k <= n` it is what is
            // taken, at least 1.
            Err(_) => (self.before.len() - name.len(), name, u64::from(self.token != "<"), part),
        };
        let rest = rest.trim();
        let bound = ["<=", "≤", "<"]
            .iter()
            .find_map(|sign| Some((range_sign(sign)?, rest.strip_prefix(sign)?.trim())));
        let Some((dots, bound)) = bound.filter(|(_, bound)| !bound.is_empty()) else {
            return advise(format!(
                "the parentheses list the choices: `{name} in 1..={most}`; conditions follow `when`"
            ));
        };
        let (bound, condition) = match bound.split_once(" and ") {
            Some((bound, condition)) => (bound, format!(" if {}", condition.trim())),
            None => (bound, String::new()),
        };
        if bound.contains(['<', '>', '=', '≤', '≥']) {
            return advise(format!(
                "the parentheses list the choices: `{name} in 1..={most}`; conditions follow `when`"
            ));
        }
        let written = format!("{name} in {low}{dots}{bound}{condition}");
        let help = format!("the parentheses list the choices: `{written}`; conditions follow `when`");
        self.replace_from(from, self.at + part.trim_end().len(), &written, help)
    }

    /// `move take(s in S, s <= n)`, where `name` is bound before the comma.
    fn condition_among_choices(&self, name: &str) -> Option<Slip> {
        let comma = self.before[..self.before.len() - name.len()].trim_end().strip_suffix(',')?;
        let (open, '(') = self.open_bracket()? else { return None };
        let binders = self.text_between(open + 1, comma.len())?.trim();
        let end = super::group_end(self.text, open)?;
        let condition = self.text_between(comma.len() + 1, end - 1)?.trim();
        let is_bound = [" in ", " ∈ "].iter().any(|sign| binders.contains(&format!("{name}{sign}")));
        let goes_on = self.text[end..].trim_start().starts_with("->");
        let is_sign = matches!(self.token, "<" | "<=" | "≤" | ">" | ">=" | "≥" | "!=" | "≠" | "==");
        if !is_bound || !goes_on || !is_sign || condition.contains(',') {
            return None;
        }
        let written = format!("{binders}) when {condition}");
        let name = self.move_name().unwrap_or("m");
        let help = format!("conditions follow `when`: `move {name}({written} -> …`");
        self.replace_from(open + 1, end, &written, help)
    }

    /// The name of the first field of the game around the token; `n` if it is not found.
    fn first_field(&self) -> &str {
        let head = self.before.rfind("game ").map_or("", |at| &self.before[at..]);
        let fields = head.split_once('(').map_or("", |(_, fields)| fields);
        let name = fields.split(':').next().unwrap_or("").trim();
        if !name.is_empty() && last_word(name) == name { name } else { "n" }
    }

    /// `move m(i in D)(k in E)`
    pub(super) fn two_lists(&self) -> Option<Slip> {
        let is_second = self.token == "(" && self.before.ends_with(')') && self.expects("`->`");
        let help = "write the binders in one list: `(i in D, k in E)`";
        (is_second && self.rest_of_line().contains(" in "))
            .then(|| self.replace_from(self.before.len() - 1, self.end(), ", ", help))?
    }

    /// `move m(k <= n)`, `move m(k: nat)`, `move m(k from 1 to n)`.
    // Long: a case for each slip.
    pub(super) fn binder(&self) -> Option<Slip> {
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
                self.choices("k").or_else(|| advise(BINDER))
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
                let (open, _) = self.open_bracket()?;
                let end = super::group_end(self.text, open)?;
                let (binders, condition) =
                    (&self.before[open + 1..], self.text_between(self.end(), end - 1)?.trim());
                let written = format!("{}) when {condition}", binders.trim());
                let name = self.move_name().unwrap_or("m");
                let help = format!("put `when` after the parentheses: `move {name}({written} -> …`");
                let goes_on = self.text[end..].trim_start().starts_with("->");
                match goes_on {
                    true => self.replace_from(open + 1, end, &written, help),
                    false => advise(help),
                }
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
        let all = format!("{}{rest}", self.text_between(start, self.at)?);
        let is_list = all.chars().all(|c| c.is_ascii_digit() || c == ',' || c == ' ');
        let set = format!("{{{}}}", all.trim());
        let help = format!("put the values in braces: `k in {set}`");
        match is_list {
            true => self.replace_from(start, self.at + rest.len(), &set, help),
            false => advise("put the values in braces: `k in {1, 2, 3}`"),
        }
    }

    /// Whether an earlier binder of this move binds the name.
    fn is_bound(&self, name: &str) -> bool {
        let binders = self.before.rsplit("move").next().unwrap_or("");
        !name.is_empty() && binders.contains(&format!("{name} in "))
    }

    /// `move m(k in 1..=n, k != 2) -> …`: the fix moves the condition behind the parentheses. The
    /// advice has no fix if no comma precedes the condition, if `,` or `(` follows it inside the
    /// parentheses, or if `->` does not follow the parentheses. `None` if the line has no `)`.
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

    /// `move take -> k in 1..=n -> g(n - k)`, `move take for k in 1..=n -> g(n - k)`
    pub(super) fn binder_outside(&self) -> Option<Slip> {
        let (name, from, to) = match self.token {
            "->" => {
                let arrow = self.before.rfind("->")?;
                (last_word(self.before[..arrow].trim_end()), arrow, self.at)
            }
            "for" if self.expects("a binder") => {
                let line = self.code_on_line();
                let length = line.find(" when ").or_else(|| line.find("->"))?;
                let start = skip_blanks(self.text, self.end());
                (self.previous_word(), self.at, start + length)
            }
            _ => return None,
        };
        let binder = self.text_between(from, to)?.trim_start_matches("->").trim_start_matches("for").trim();
        let (variable, _) = binder.split_once(" in ")?;
        let is_move = self.move_name() == Some(name) && !variable.contains("->");
        let begin = self.text[..from].trim_end().len();
        let help = format!("the variables of a move stand in parentheses: `move {name}({binder}) -> …`");
        is_move.then(|| self.replace_from(begin, to, &format!("({binder}) "), help))?
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
        let is_other = [" and ", " when ", " if ", ","].iter().any(|it| definition.contains(it));
        if target.contains('\n') || is_other {
            return advise("name it in the target: `-> let h = n div 2 in g(h)`");
        }
        let written = format!("let {definition} in {target}");
        let from = skip_blanks(self.text, start);
        let to = self.end() + self.rest_of_line().find(definition)? + definition.len();
        self.replace_from(from, to, &written, format!("name it in the target: `-> {written}`"))
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
                self.replace("", "clauses follow each other without signs: remove the `,`")
            }
            "," | "]"
                if self.before_target().is_some_and(|it| it.contains("->")) && self.is_after_operand() =>
            {
                advise("write `P + Q` where a move leads to several components")
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
                advise(
                    "write a `with` for each element: `xs with [i] = v with [j] = w`; an element of a list of lists is `m with [i][j] = v`",
                )
            }
            "=" | "-" | "+" | "*" => self.element_assigned(),
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
            let help = format!(
                "`when` takes only the condition: remove `{name} {}`",
                self.text_between(self.at, end)?.trim()
            );
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
