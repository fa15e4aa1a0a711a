//! Binders of moves: the choices in parentheses, and conditions among them.

use super::bounds::{part_end, range_sign};
use super::forms::is_type;
use super::texts::has_word;
use super::{Place, advise, last_word};
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
            let choice = self.choice_by_field(name);
            return advise(format!("the parentheses list the choices: `{choice}`; conditions follow `when`"));
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

    /// A binder for a variable, by the type of the first field: `i in indices(h)` for a list, `x in s` for
    /// a set, `k in 1..=n` otherwise.
    fn choice_by_field(&self, name: &str) -> String {
        let field = self.first_field();
        let head = self.before.rfind("game ").map_or("", |at| &self.before[at..]);
        let ty =
            head.split_once(field).and_then(|(_, rest)| rest.trim_start().strip_prefix(':')).unwrap_or("");
        match ty.trim_start().chars().next() {
            Some('[') => format!("{name} in indices({field})"),
            Some('{') => format!("{name} in {field}"),
            _ => format!("{name} in 1..={field}"),
        }
    }

    /// The name of the first field of the game around the token; `n` if it is not found.
    pub(super) fn first_field(&self) -> &str {
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
        if let Some(slip) = self.counting_loop().or_else(|| self.typed_choice()) {
            return Some(slip);
        }
        match self.token {
            ":" if self.expected == "`in`" && self.values_behind_colon().is_some() => {
                self.values_behind_colon()
            }
            ":" if self.expected == "`in`" && self.binds_behind_colon() => {
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

    /// Whether the name of a binder follows the token: `m: k in D`.
    fn binds_behind_colon(&self) -> bool {
        let at = skip_blanks(self.text, self.end());
        let name = token_at(self.text, at);
        token_at(self.text, skip_blanks(self.text, at + name.len())) == "in"
    }

    /// `move m(int k = 1; k <= n; k++)`
    fn counting_loop(&self) -> Option<Slip> {
        let (open, _) = self.open_bracket().filter(|(_, bracket)| *bracket == '(')?;
        let end = super::group_end(self.text, open)?;
        let inside = self.text_between(open + 1, end - 1)?;
        let [first, condition, step] = inside.split(';').collect::<Vec<_>>()[..] else { return None };
        let (head, low) = first.split_once('=')?;
        let (name, low) = (last_word(head.trim_end()), low.trim());
        let rest = condition.trim().strip_prefix(name)?.trim_start();
        let (dots, high) = match rest.strip_prefix("<=") {
            Some(high) => ("..=", high),
            None => ("..", rest.strip_prefix('<')?),
        };
        let step: String = step.chars().filter(|it| !it.is_whitespace()).collect();
        let steps =
            [format!("{name}++"), format!("++{name}"), format!("{name}+=1"), format!("{name}={name}+1")];
        let counts = steps.contains(&step) && !high.contains(['&', '|']) && !has_word(high, "and");
        let written = format!("{name} in {low}{dots}{}", high.trim());
        let is_loop = counts && !name.is_empty() && !low.is_empty();
        is_loop.then(|| self.replace_from(open + 1, end - 1, &written, format!("write `{written}`")))?
    }

    /// `move m(k: nat, n == k + 1)`: all naturals up to the field, and a condition on them.
    fn typed_choice(&self) -> Option<Slip> {
        let (open, _) = self.open_bracket().filter(|(_, bracket)| *bracket == '(')?;
        let end = super::group_end(self.text, open)?;
        let inside = self.text_between(open + 1, end - 1)?;
        let (binder, condition) = inside.split_once(',')?;
        let (name, ty) = binder.split_once(':')?;
        let (name, condition) = (name.trim(), condition.trim());
        let is_typed = self.token == ":" && matches!(ty.trim(), "nat" | "int" | "Nat" | "ℕ");
        let is_condition = ["==", "<", ">", "!=", "≤", "≥"].iter().any(|sign| condition.contains(sign));
        let goes_on = self.text[end..].trim_start().starts_with("->");
        if !is_typed || !is_condition || !goes_on || condition.contains([',', ':']) {
            return None;
        }
        let fields = self.before.rfind("game ").map_or("", |at| &self.before[at..]).split(')').next()?;
        if fields.matches(':').count() != 1 || !fields.trim_end().ends_with("nat") {
            return None;
        }
        let written = format!("{name} in 0..={}) when {condition}", self.first_field());
        let move_name = self.move_name().unwrap_or("m");
        let help = format!("the parentheses list the choices: `move {move_name}({written} -> …`");
        self.replace_from(open + 1, end, &written, help)
    }
}
