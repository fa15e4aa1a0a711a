//! Functions as other languages write them: `let f x = x + 1`, `let f = \\x -> x + 1`,
//! `fn f(n: nat): nat => n + 1`, `map(\\x -> x + 1, xs)`, and cases behind bars.

use super::texts::has_word;
use super::{Place, group_end, last_word};
use crate::source::Span;
use crate::syntax::errors::Slip;
use crate::syntax::tokens::skip_blanks;

/// Advice for an anonymous function, such as `lambda x: x + 1`.
pub(super) const FUNCTION: &str =
    "a function is an item with types: `fn f(n: nat): nat = n + 1`; over a list write `[n + 1 for n in xs]`";

/// Parts of the value of a function that is true or false.
const STATEMENTS: [&str; 8] = ["losing(", "winning(", " == ", " < ", " <= ", "even(", "odd(", "is_"];

/// Parts of a value that is no number, or of the next item on the line.
const OTHER: [&str; 11] =
    ["\"", "[", "{", "graph", "len(", " claim", " game ", " let ", " start ", " param ", ";"];

impl Place<'_> {
    /// Functions of other languages.
    pub(super) fn function_elsewhere(&self) -> Option<Slip> {
        self.mapped().or_else(|| self.defined_by_let()).or_else(|| self.cases_behind_bars())
    }

    /// `map(\\x -> x + 1, xs)`, `filter(lambda k: k > 1, xs)`, `all(\\k -> k > 1, xs)`
    fn mapped(&self) -> Option<Slip> {
        let begins = matches!(self.token, "\\" | "λ")
            || matches!(self.previous_word(), "lambda" | "fun" | "fn")
            || matches!(self.token, ">" | "<" | ">=" | "<=" | "==") && self.before.ends_with("((");
        if !begins {
            return None;
        }
        if let Some(slip) = self.applied_to_function() {
            return Some(slip);
        }
        let (open, _) = self.open_bracket().filter(|(_, bracket)| *bracket == '(')?;
        let is_section = self.before.ends_with("((");
        let open = if is_section { open.checked_sub(1)? } else { open };
        let called = last_word(&self.text[..open]);
        let end = group_end(self.text, open)?;
        let inside = self.text_between(open + 1, end - 1)?;
        let (comma, _) = super::first_outside(inside, &[","])?;
        let (function, list) = (&inside[..comma], inside[comma + 1..].trim());
        let section = function.trim().strip_prefix('(').and_then(|it| it.strip_suffix(')'));
        let (name, body) = match section.filter(|_| is_section) {
            Some(section) if section.trim().starts_with(['<', '>', '=', '!']) => {
                let is_free = |name: &&str| !has_word(section, name) && !has_word(list, name);
                let name = ["x", "y", "z", "t", "u"].into_iter().find(is_free)?;
                (name.to_string(), format!("{name} {}", section.trim()))
            }
            Some(_) => return None,
            None => {
                let (names, body) = anonymous(function)?;
                let [name] = names.as_slice() else { return None };
                (name.to_string(), body.to_string())
            }
        };
        let written = over_list(called, &name, &body, list)?;
        self.replace_from(open - called.len(), end, &written, format!("write `{written}`"))
    }

    /// `all (\\x -> x <= 1) h`
    fn applied_to_function(&self) -> Option<Slip> {
        let (open, _) = self.open_bracket().filter(|(_, bracket)| *bracket == '(')?;
        let head = self.text[..open].trim_end();
        let called = last_word(head);
        let end = group_end(self.text, open)?;
        let (names, body) = anonymous(self.text_between(open + 1, end - 1)?)?;
        let [name] = names.as_slice() else { return None };
        let from = skip_blanks(self.text, end);
        let to = super::operand_end(self.text, from);
        let list = self.text_between(from, to).filter(|it| it.starts_with(char::is_alphabetic))?;
        let written = over_list(called, name, body, list)?;
        self.replace_from(head.len() - called.len(), to, &written, format!("write `{written}`"))
    }

    /// `let double x = 2 * x`, `let value(n) = sg(g(n))`
    fn defined_by_let(&self) -> Option<Slip> {
        let start = self.before.rfind("let ").filter(|_| self.item == "let" && self.expects("`=`"))?;
        let line = self.text[start..].split('\n').next()?.split("//").next()?.trim_end();
        let (head, body) = line.strip_prefix("let ")?.split_once('=')?;
        let signs = |c: char| matches!(c, '(' | ')' | ',' | ' ');
        let mut words = head.split(signs).filter(|it| !it.is_empty());
        let (name, parameters) = (words.next()?, words.collect::<Vec<_>>());
        let is_name = |it: &&str| it.starts_with(char::is_alphabetic) && last_word(it) == *it;
        let is_list = head.contains(',') && !head.contains('(');
        if body.starts_with('=')
            || is_list
            || !parameters.iter().all(|it| names(body).any(|name| name == *it))
            || OTHER.iter().any(|it| body.contains(it))
            || parameters.is_empty()
            || !parameters.iter().all(is_name)
            || !is_name(&name)
        {
            return None;
        }
        let typed: Vec<String> = parameters.iter().map(|it| format!("{it}: nat")).collect();
        let value = body.split_once(" then ").map_or(body, |(_, value)| value);
        let is_statement = STATEMENTS.iter().any(|it| value.contains(it));
        let number = if body.contains('-') { "int" } else { "nat" };
        let ty = if is_statement { "bool" } else { number };
        let typed: Vec<String> = typed.iter().map(|it| it.replace(": nat", &format!(": {number}"))).collect();
        let written = format!("fn {name}({}): {ty} = {}", typed.join(", "), body.trim());
        let help = format!("a function is an item with types: `{written}`");
        self.replace_from(start, start + line.len(), &written, help)
    }

    /// `fn f(n: nat): nat | n < 3 = n | otherwise = 3`
    fn cases_behind_bars(&self) -> Option<Slip> {
        let start = self.before.rfind("fn ").filter(|_| matches!(self.token, "=" | "|"))?;
        let rest = &self.text[start..];
        let end =
            rest.match_indices('\n').map(|(at, _)| at).find(|at| !rest[*at..].trim_start().starts_with('|'));
        let item = &rest[..end.unwrap_or(rest.len())];
        let (head, cases) = item.split_once('|')?;
        let mut written = format!("{} = ", head.trim());
        let cases: Vec<(&str, &str)> = cases
            .split('|')
            .map(|case| {
                let signs = case.match_indices('=').map(|(at, _)| at);
                let at = { signs }.find(|at| {
                    !case[..*at].ends_with(['<', '>', '!', '=']) && !case[at + 1..].starts_with('=')
                })?;
                Some((case[..at].trim(), case[at + 1..].trim()))
            })
            .collect::<Option<_>>()?;
        let ((last, value), before) = cases.split_last()?;
        if !matches!(*last, "otherwise" | "else" | "_" | "true" | "True")
            || head.contains('=')
            || before.is_empty()
        {
            return None;
        }
        for (condition, value) in before {
            written.push_str(&format!("if {condition} then {value} else "));
        }
        written.push_str(value);
        let help = format!("cases are written with `if`: `{written}`");
        let mut slip = self.replace_from(start, start + item.trim_end().len(), &written, help)?;
        let bar = start + head.len();
        slip.message = Some("unexpected `|`".into());
        slip.label = Some((Span::new(self.file, bar, bar + 1), "functions have no cases behind bars".into()));
        Some(slip)
    }

    /// `let f = \x -> x + 1`, `fn f(n: nat): nat => n + 1`
    pub(super) fn function_value(&self) -> Option<Slip> {
        if self.item == "fn" && self.expects("`=`") {
            return match self.token {
                "->" | "=>" => self.replace("=", "write `=` before the value: `fn f(n: nat): nat = n + 1`"),
                _ => self.sign_in_type(),
            };
        }
        let (head, _) = self.before.rsplit_once('=').filter(|_| self.item == "let")?;
        let line = head.len() + 1;
        let rest = self.text[line..].split('\n').next().unwrap_or("");
        let written = function(last_word(head.trim_end()), rest)?;
        let from = head.rfind("let")?;
        let help = format!("a function is an item with types: `{written}`");
        self.replace_from(from, line + rest.len(), &written, help)
    }

    /// `fn f(n: nat): nat => n + 1`, `… == n + 1`: the parser has read the sign as a part of the
    /// type.
    fn sign_in_type(&self) -> Option<Slip> {
        let item = self.before.rfind("fn ")?;
        let close = item + self.before[item..].find("):")?;
        let at = close + ["=>", "=="].iter().filter_map(|it| self.before[close..].find(it)).min()?;
        let mut slip =
            self.replace_from(at, at + 2, "=", "write `=` before the value: `fn f(n: nat): nat = n + 1`")?;
        slip.message = Some(format!("unexpected `{}`", &self.text[at..at + 2]));
        slip.label = Some((Span::new(self.file, at, at + 2), "expected `=`".into()));
        Some(slip)
    }
}

/// The expression for a function of lists, such as `filter`, that is called with the function
/// `name -> body` and a list. `None` for other functions.
fn over_list(called: &str, name: &str, body: &str, list: &str) -> Option<String> {
    Some(match called {
        "map" => format!("[{body} for {name} in {list}]"),
        "filter" => format!("[{name} for {name} in {list} if {body}]"),
        "all" | "any" | "sum" | "max" | "min" | "count" => {
            format!("{called}({body} for {name} in {list})")
        }
        _ => return None,
    })
}

/// Returns the `fn` item for a function that other languages write as a value: `\x -> x + 1`,
/// `|x| x + 1`, `x => x + 1`, `lambda x: x + 1`. `None` if the value has none of these forms.
pub fn function(name: &str, value: &str) -> Option<String> {
    let (parameters, body) = anonymous(value).filter(|_| !name.is_empty())?;
    let typed: Vec<String> = parameters.iter().map(|it| format!("{it}: nat")).collect();
    Some(format!("fn {name}({}): nat = {body}", typed.join(", ")))
}

fn names(text: &str) -> impl Iterator<Item = &str> {
    text.split(|c: char| !(c.is_alphanumeric() || c == '_'))
}

/// The parameters and the body of a function that other languages write as a value: `\x -> x + 1`.
fn anonymous(value: &str) -> Option<(Vec<&str>, &str)> {
    let value = value.split("//").next()?.trim();
    let words = ["lambda ", "fun ", "fn ", "function ", "\\", "λ", "|"];
    let begun = words.into_iter().find_map(|word| value.strip_prefix(word));
    let head = begun.unwrap_or(value);
    let ends = ["->", "=>", "↦", "|", ":", "."];
    let (at, end) = ends.iter().filter_map(|end| Some((head.find(end)?, end))).min()?;
    let (parameters, body) = (head[..at].trim(), head[at + end.len()..].trim());
    let parameters = parameters.trim_start_matches('(').trim_end_matches(')');
    let is_name = |word: &&str| {
        let letters = |c: char| c.is_alphanumeric() || c == '_';
        word.starts_with(char::is_alphabetic) && word.chars().all(letters)
    };
    let parameters: Vec<&str> = parameters.split([',', ' ']).filter(|it| !it.is_empty()).collect();
    if body.is_empty() || parameters.is_empty() || !parameters.iter().all(is_name) {
        return None;
    }
    let has_arrow = matches!(*end, "->" | "=>" | "↦");
    (begun.is_some() || has_arrow).then_some((parameters, body))
}
