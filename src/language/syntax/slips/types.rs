//! Types as other languages write them: `list of nat`, `nat list`, `vector<int>`, `list[int]`.

use super::{Place, advise, last_word};
use crate::source::Span;
use crate::syntax::errors::Slip;
use crate::syntax::habits::{Use, habit};
use crate::syntax::tokens::{skip_blanks, token_at};

/// Words for which gspec writes a list type: `[T]`.
const LISTS: [&str; 15] = [
    "list", "List", "lists", "array", "Array", "arrays", "vec", "Vec", "vector", "sequence", "Sequence",
    "Seq", "deque", "stack", "multiset",
];
/// Words for which gspec writes a set type: `{T}`.
const SETS: [&str; 7] = ["set", "Set", "sets", "Finset", "HashSet", "frozenset", "unordered_set"];

impl Place<'_> {
    /// `param most = 3`, `fn f(x) = …`
    pub(super) fn definition_without_type(&self) -> Option<Slip> {
        if !self.expects("`:`") {
            return None;
        }
        let (name, value) = (self.previous_word(), self.next_word());
        match (self.item, value) {
            ("param", _) if self.token == "=" && type_of_value(self.code_on_line()).is_some() => {
                let (end, written) = (self.before.len(), self.code_on_line());
                let ty = type_of_value(written)?;
                let help = format!("give it a type: `param {name}: {ty} = {written}`");
                self.replace_from(end, end, &format!(": {ty}"), help)
            }
            ("param", "{") => advise(format!("give it a type: `param {name}: {{nat}} = …`")),
            ("param", "[") => advise(format!("give it a type: `param {name}: [nat] = …`")),
            ("param" | "fn", _) => advise("give it a type: `param most: nat = 3`, `fn f(x: nat): nat = …`"),
            _ => None,
        }
    }

    /// Types of other languages in the fields and parameters of items.
    pub(super) fn type_of_elements(&self) -> Option<Slip> {
        if !matches!(self.item, "game" | "loopy" | "fn" | "param") {
            return None;
        }
        let name = self.previous_word();
        let from = self.before.len() - name.len();
        match self.token {
            "of" if brackets(name).is_some() => self.elements(name, from),
            "x" | "X" | "×" | "*"
                if super::forms::is_type(name) && super::forms::is_type(self.next_word()) =>
            {
                self.product_type(from)
            }
            element if brackets(name).is_some() && self.follows_type() && super::forms::is_type(element) => {
                let written = bracketed(name, element)?;
                self.replace_from(from, self.end(), &written, format!("write `{written}`"))
            }
            bound if name == "Fin" && self.follows_type() && bound.starts_with(char::is_alphanumeric) => {
                let written = format!("0..{bound}");
                self.replace_from(from, self.end(), &written, format!("write the range `{written}`"))
            }
            "]" if self.before.ends_with('[') => self.suffixed(),
            ")" | "," | "=" | "{" if self.before.ends_with('*') => self.starred(),
            _ if brackets(self.token).is_some() && self.follows_type() => {
                let written = bracketed(self.token, name)?;
                self.replace_from(from, self.end(), &written, format!("write `{written}`"))
            }
            ")" | "," | "=" | "{" if self.before.ends_with('>') => self.in_angles(),
            "," | ">" if self.is_application() => advise(
                "a type of several values has parentheses, `(nat, nat)`; a list has brackets, `[nat]`, a set braces, `{nat}`",
            ),
            "where" | "if" | "such" | "|" if self.follows_type() => advise(
                "a type has no condition: write a range such as `1..=9`, or a guard `when` in the moves",
            ),
            ";" if matches!(self.open_bracket(), Some((_, '['))) => {
                let close = self.text[self.at..].find(']')?;
                let help = format!("a list has any length: write `[{name}]`");
                self.replace_from(self.before.len(), self.at + close, "", help)
            }
            _ => None,
        }
    }

    /// `nat[]`, `nat[][]`
    fn suffixed(&self) -> Option<Slip> {
        let head = self.before;
        let element_end = head.trim_end_matches(['[', ']', ' ']).len();
        let element = last_word(&head[..element_end]);
        let from = element_end - element.len();
        let is_whole = head[..from].trim_end().ends_with(':') && super::forms::is_type(element);
        let (mut end, mut depth) = (element_end, 0);
        while let Some(rest) = self.text[end..].strip_prefix("[]") {
            end = self.text.len() - rest.len();
            depth += 1;
        }
        if !is_whole || depth == 0 {
            return None;
        }
        let element = habit(element, Use::Type).and_then(|it| it.by).unwrap_or(element);
        let written = format!("{}{element}{}", "[".repeat(depth), "]".repeat(depth));
        self.replace_from(from, end, &written, format!("write `{written}` for a list"))
    }

    /// `nat*`
    fn starred(&self) -> Option<Slip> {
        let head = self.before.trim_end_matches('*').trim_end();
        let element = last_word(head);
        let from = head.len() - element.len();
        let is_whole = head[..from].trim_end().ends_with(':') && super::forms::is_type(element);
        let written = bracketed("list", element).filter(|_| is_whole)?;
        self.replace_from(
            from,
            self.before.len(),
            &written,
            format!("a list has brackets: write `{written}`"),
        )
    }

    /// Whether a name with its colon and type, such as `xs: list`, stands before the token.
    fn follows_type(&self) -> bool {
        let name = self.previous_word();
        let head = self.before[..self.before.len() - name.len()].trim_end();
        self.before.len() < self.at && head.ends_with(':') && !name.is_empty()
    }

    /// `Tuple[nat, nat]`, `pair<int, int>`: a name stands right before the open bracket or angle of a type.
    fn is_application(&self) -> bool {
        let line = self.before.rsplit('\n').next().unwrap_or("");
        let Some((head, inner)) = line.rsplit_once(['[', '<']) else { return false };
        let name = last_word(head);
        let words = inner.split(|c: char| !(c.is_alphanumeric() || c == '_')).filter(|it| !it.is_empty());
        let is_of_types = words.clone().count() > 0 && { words }.all(super::forms::is_type);
        is_of_types && !name.is_empty() && head[..head.len() - name.len()].trim_end().ends_with(':')
    }

    /// `nat x nat`
    fn product_type(&self, from: usize) -> Option<Slip> {
        let (mut parts, mut at) = (vec![self.previous_word()], self.at);
        loop {
            let sign = token_at(self.text, at);
            let next = skip_blanks(self.text, at + sign.len());
            let part = token_at(self.text, next);
            if sign != self.token || !super::forms::is_type(part) {
                break;
            }
            parts.push(part);
            at = skip_blanks(self.text, next + part.len());
        }
        let end = self.text[..at].trim_end().len();
        let all = parts.join(", ");
        // `(nat x nat)` already has the parentheses of a tuple type.
        let head = &self.before[..from];
        let is_inside = head.ends_with('(')
            && self.text[end..].trim_start().starts_with(')')
            && head.trim_end_matches('(').trim_end().ends_with([':', '{', '[', ',']);
        let written = if is_inside { all.clone() } else { format!("({all})") };
        self.replace_from(from, end, &written, format!("a type of pairs has parentheses: `({all})`"))
    }

    /// `list of nat`
    fn elements(&self, name: &str, from: usize) -> Option<Slip> {
        let at = skip_blanks(self.text, self.end());
        let element = token_at(self.text, at);
        if brackets(element).is_some() || !element.starts_with(char::is_alphabetic) {
            return advise(
                "lists have brackets, `[nat]`, `[[nat]]`, `[(nat, nat)]`; sets have braces, `{nat}`",
            );
        }
        let singular = element.strip_suffix('s').filter(|it| matches!(*it, "int" | "nat" | "text" | "bool"));
        let written = bracketed(name, singular.unwrap_or(element))?;
        self.replace_from(from, at + element.len(), &written, format!("write `{written}`"))
    }

    /// `vector<int>`
    fn in_angles(&self) -> Option<Slip> {
        let open = self.before.rfind('<')?;
        let name = last_word(&self.before[..open]);
        let inner = self.before[open + 1..].strip_suffix('>')?.trim();
        if name.is_empty() || !self.before[..open - name.len()].trim_end().ends_with(':') {
            return None;
        }
        match bracketed(name, inner) {
            Some(written) => {
                let from = open - name.len();
                self.replace_from(from, self.before.len(), &written, format!("write `{written}`"))
            }
            None => {
                advise("lists have brackets, `[nat]`, sets braces, `{nat}`, tuples parentheses, `(nat, nat)`")
            }
        }
    }
}

/// Returns the type that is meant by `list[int]` or `Set(nat)`, with the place to replace; `None`
/// if the text is no such type.
pub fn applied(span: Span, text: &str) -> Option<(Span, String)> {
    if let Some(listed) = listed(text) {
        return Some((span, listed));
    }
    if let Some((element, size)) = text.split_once('^')
        && super::forms::is_type(element.trim())
        && let Ok(size @ 2..=6) = size.trim().parse::<usize>()
    {
        return Some((span, format!("({})", vec![element.trim(); size].join(", "))));
    }
    let open = text.find(['[', '('])?;
    // `nat[3]`
    let size = text[open..].strip_prefix('[').and_then(|it| it.strip_suffix(']'));
    if size.is_some_and(|it| it.chars().all(char::is_alphanumeric))
        && super::forms::is_type(text[..open].trim())
    {
        return Some((span, format!("[{}]", text[..open].trim())));
    }
    let inner = text[open + 1..].strip_suffix([']', ')'])?;
    Some((span, bracketed(text[..open].trim(), inner.trim())?))
}

/// Returns the type that is meant by `{nat, nat}`, `[nat, nat, nat]` or `{1, 2}`.
fn listed(text: &str) -> Option<String> {
    let (open, rest) = text.split_at_checked(1)?;
    let inner = rest.strip_suffix(match open {
        "[" => ']',
        "{" => '}',
        _ => return None,
    })?;
    let parts: Vec<&str> = inner.split(',').map(str::trim).collect();
    let close = &text[text.len() - 1..];
    let [first, others @ ..] = parts.as_slice() else { return None };
    if others.is_empty() {
        return None;
    }
    if parts.iter().all(|it| super::forms::is_type(it)) {
        let is_list = open == "[" && others.iter().all(|it| it == first);
        return Some(if is_list {
            format!("[{first}]")
        } else {
            format!("{open}({}){close}", parts.join(", "))
        });
    }
    let numbers = parts.iter().map(|it| it.parse::<u32>().ok()).collect::<Option<Vec<u32>>>()?;
    let are_in_a_row = numbers.windows(2).all(|pair| pair[0].checked_add(1) == Some(pair[1]));
    are_in_a_row.then(|| format!("{first}..={}", parts[parts.len() - 1]))
}

fn brackets(name: &str) -> Option<[&'static str; 2]> {
    match name {
        _ if LISTS.contains(&name) => Some(["[", "]"]),
        _ if SETS.contains(&name) => Some(["{", "}"]),
        _ => None,
    }
}

/// Returns the gspec type of a collection, `[nat]` for `list` and `nat`; `None` if `name` is no
/// word for a list or a set, or if the type `element` is not a plain name.
fn bracketed(name: &str, element: &str) -> Option<String> {
    let [open, close] = brackets(name)?;
    let element = match habit(element, Use::Type) {
        Some(habit) => habit.by?,
        None => element,
    };
    let is_tuple = element.starts_with('(') && element.ends_with(')');
    let is_plain =
        !element.is_empty() && element.chars().all(|c| c.is_alphanumeric() || c == '_') || is_tuple;
    is_plain.then(|| format!("{open}{element}{close}"))
}

/// The type of a parameter's value that is a natural number, a set or list of them, or a graph.
fn type_of_value(value: &str) -> Option<&'static str> {
    let is_natural = |it: &str| !it.trim().is_empty() && it.trim().bytes().all(|c| c.is_ascii_digit());
    let inside = |open: char, close: char| value.strip_prefix(open).and_then(|it| it.strip_suffix(close));
    let are_naturals = |it: &str| it.split(',').all(is_natural);
    if is_natural(value) {
        return Some("nat");
    }
    if value.starts_with("graph") || value.starts_with("load") {
        return value.starts_with("graph").then_some("graph");
    }
    if inside('{', '}').is_some_and(are_naturals) {
        return Some("{nat}");
    }
    inside('[', ']').is_some_and(are_naturals).then_some("[nat]")
}
