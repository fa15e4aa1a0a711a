//! Values of variables behind `=` or `:` instead of `in`: `k = 1, 2, 3`, `i: indices(h)`,
//! `forall a: 0..=3, b: 0..=3`.

use super::binders::closing;
use super::{Place, advise, first_outside, last_word};
use crate::syntax::errors::Slip;

impl Place<'_> {
    /// `exists! n in D: c`
    pub(super) fn counted_once(&self) -> Option<Slip> {
        const FORM: &str = "count them: `count(c for n in D) == 1`";
        let sign = self.text[self.at..].find('!')? + self.at + 1;
        let start = if self.token == "!" { self.before.rfind("exists")? } else { self.at };
        let line = self.text[sign..].split('\n').next()?.split("//").next()?.trim_end();
        let line = &line[..closing(line).unwrap_or(line.len())];
        let Some((at, _)) = first_outside(line, &[":"]) else { return advise(FORM) };
        let (binder, body) = (line[..at].trim(), line[at + 1..].trim());
        if !binder.contains(" in ") || binder.contains(',') || body.is_empty() {
            return advise(FORM);
        }
        let written = format!("count({body} for {binder}) == 1");
        self.replace_from(start, sign + line.len(), &written, format!("count them: `{written}`"))
    }

    /// `x <- 1..5`
    pub(super) fn arrow_before_values(&self) -> Option<Slip> {
        let is_arrow = self.text[self.at..].starts_with("<-") && self.expects("`in`");
        is_arrow.then(|| self.replace_from(self.at, self.at + 2, "in", "write `in` before the values"))?
    }

    /// `move m(b = n - a)`, `forall n = 4 * k: …`, `move m(k = 1, 2, 3)`
    pub(super) fn one_value(&self) -> Option<Slip> {
        let rest = self.rest_of_line();
        let close = closing(rest).unwrap_or(rest.len());
        let end = first_outside(&rest[..close], &[":"]).map_or(close, |(at, _)| at);
        let is_number = |part: &str| part.trim().parse::<u64>().is_ok();
        let values = rest[..end].trim_end();
        if !self.expects("`in`") || self.expects("an operator") || self.line_has_open("let") {
            return None;
        }
        let name = self.previous_word();
        if name.is_empty() {
            return None;
        }
        if values.contains(',') && values.split(',').all(is_number) {
            let written = format!("in {{{}}}", values.trim());
            let help = format!("write the values as a set: `{name} {written}`");
            return self.replace_from(self.at, self.end() + values.len(), &written, help);
        }
        let value = first_outside(values, &[","]).map_or(values, |(at, _)| &values[..at]).trim();
        if value.is_empty() || is_collection(value) {
            return None;
        }
        let end = self.end() + rest.find(value)? + value.len();
        let written = format!("in {{{value}}}");
        let help = format!(
            "a variable with one value: `{name} {written}`; or name the value: `let {name} = {value} in …`"
        );
        self.replace_from(self.at, end, &written, help)
    }

    /// `forall a: 0..=3, b: 0..=3: …`
    pub(super) fn binders_with_colons(&self) -> Option<Slip> {
        let line = self.before.rfind('\n').map_or(0, |at| at + 1);
        let words = ["forall ", "exists "].into_iter();
        let start = words.filter_map(|word| Some(self.before[line..].rfind(word)? + word.len())).max()?;
        let start = line + start;
        let rest = self.text[start..].split('\n').next()?;
        let (mut at, mut binders, mut has_colon) = (0, Vec::new(), false);
        loop {
            let (length, sign) = first_outside(&rest[at..], &[":", " in "])?;
            let name = rest[at..at + length].trim();
            let behind = at + length + sign.len();
            let (values, end) = first_outside(&rest[behind..], &[",", ":"])?;
            let domain = rest[behind..behind + values].trim();
            if !is_collection(domain) || last_word(name) != name || name.is_empty() {
                return None;
            }
            has_colon |= sign == ":";
            binders.push(format!("{name} in {domain}"));
            at = behind + values;
            if end == ":" {
                break;
            }
            at += 1;
        }
        let written = binders.join(", ");
        let help = format!("write `in` before the values: `{written}`");
        let is_here = matches!(self.token, "," | ":") && has_colon && self.at <= start + at;
        is_here.then(|| self.replace_from(start, start + at, &written, help))?
    }

    /// `forall a, b = 0..3: …`, `take(i = indices(h))`: the values of variables behind `=`.
    pub(super) fn values_behind_equals(&self) -> Option<Slip> {
        let rest = self.rest_of_line();
        let close = closing(rest).unwrap_or(rest.len());
        let end = first_outside(&rest[..close], &[":", ","]).map_or(close, |(at, _)| at);
        let (name, values) = (self.previous_word(), rest[..end].trim());
        if !self.expects("`in`") || self.expects("an operator") || !is_collection(values) || name.is_empty() {
            return None;
        }
        let head = self.quantified().unwrap_or(name);
        let names: Vec<&str> = head.split(',').map(str::trim).collect();
        let are_bare = names.iter().all(|it| !it.is_empty() && last_word(it) == *it);
        let (start, names) = match are_bare {
            true => (self.before.len() - head.trim_start().len(), names),
            false => (self.before.len() - name.len(), vec![name]),
        };
        let written: Vec<String> = names.iter().map(|it| format!("{it} in {values}")).collect();
        let written = written.join(", ");
        let to = self.end() + rest[..end].trim_end().len();
        self.replace_from(start, to, &written, format!("write `in` before the values: `{written}`"))
    }

    /// `take(i: indices(h), k: 1..=3)`
    pub(super) fn values_behind_colon(&self) -> Option<Slip> {
        let rest = self.rest_of_line();
        let close = closing(rest).unwrap_or(rest.len());
        let end = first_outside(&rest[..close], &[","]).map_or(close, |(at, _)| at);
        let values = rest[..end].trim();
        let help = format!("write `in` before the values: `{} in {values}`", self.previous_word());
        let is_here = is_collection(values) && first_outside(values, &[" in "]).is_none();
        is_here.then(|| self.replace_from(self.before.len(), self.end(), " in", help))?
    }
}

/// Whether a text looks like a collection of values: a range, a list, a set, or a call of a function
/// that returns one.
fn is_collection(text: &str) -> bool {
    const CALLED: [&str; 10] = [
        "indices(",
        "divisors(",
        "options(",
        "vertices(",
        "out(",
        "neighbours(",
        "subsets(",
        "edges(",
        "range(",
        "components(",
    ];
    let text = text.trim();
    let inner = text.strip_prefix('(').and_then(|it| it.strip_suffix(')')).unwrap_or(text);
    first_outside(inner, &[".."]).is_some()
        || text.starts_with(['{', '['])
        || CALLED.iter().any(|called| text.starts_with(called))
}
