//! Writes terms as text, in a notation close to that of the language.

use super::cubes;
use crate::ir::graph::Vertex;
use crate::ir::{Value, print};
use crate::number::Int;
use crate::position::Instance;
use crate::shape::terms::term::{Node, Op, Polynomial, Store, TermId};

/// The most bytes in the text of a term; a longer one is not written.
const MOST_LETTERS: usize = 400;
/// The most members of a constant collection that are written.
const MOST_MEMBERS: usize = 8;
/// The most characters of a constant that is written as its value although it has a name.
const MOST_NAMELESS: usize = 30;

/// Writes terms. The methods return `None` if the text is too long, or if a term cannot be written.
pub struct Wording<'a> {
    pub store: &'a Store,
    pub instance: &'a Instance,
    /// The names of variables, in the order in which they were named.
    pub names: Vec<(TermId, String)>,
}

impl Wording<'_> {
    /// Writes a term, in at most `MOST_LETTERS` bytes.
    pub fn term(&self, term: TermId) -> Option<String> {
        let text = stacker::maybe_grow(64 << 10, 4 << 20, || self.term_of(term))?;
        (text.len() <= MOST_LETTERS).then_some(text)
    }

    fn term_of(&self, term: TermId) -> Option<String> {
        match self.store.node(term) {
            Node::Var(..) | Node::Bound(..) => self.name(term).map(str::to_string),
            Node::Value(value) => Some(self.value(value)),
            Node::Truth(holds) => Some(holds.to_string()),
            Node::Sum(sum) => self.sum(sum),
            Node::Choice(..) if self.is_formula(term) => self.formula(term),
            Node::Choice(..) => self.choice(term),
            Node::AtLeast(..) | Node::Same(..) | Node::In(..) | Node::Holds(_) => self.atom(term, true),
            Node::Apply(op, parts) => self.applied(op, parts),
            Node::SetOf(bound, formula) => {
                self.under(*bound, |inner, name| Some(format!("{{{name} | {}}}", inner.formula(*formula)?)))
            }
            Node::ListOf(length, bound, entry) => {
                let length = self.term(*length)?;
                self.under(*bound, |inner, name| {
                    Some(format!("[{} for {name} in 0..{length}]", inner.term(*entry)?))
                })
            }
            Node::Lambda(bound, body) => {
                self.under(*bound, |inner, name| Some(format!("{} for {name}", inner.term(*body)?)))
            }
            Node::Tuple(parts) => Some(format!("({})", self.all(parts)?)),
        }
    }

    /// The name of a variable.
    fn name(&self, variable: TermId) -> Option<&str> {
        self.names.iter().rev().find(|it| it.0 == variable).map(|it| it.1.as_str())
    }

    /// Calls `tell` with a wording in which the variable of a binder has the next free name.
    pub fn under<T>(&self, bound: TermId, tell: impl FnOnce(&Wording<'_>, &str) -> Option<T>) -> Option<T> {
        let name = self.free(&["e", "f", "g", "o", "q", "r"]);
        let mut names = self.names.clone();
        names.push((bound, name.clone()));
        tell(&Wording { store: self.store, instance: self.instance, names }, &name)
    }

    /// Returns this wording with a bound variable written as `text`.
    pub fn with(&self, bound: TermId, text: &str) -> Wording<'_> {
        let text = if text.contains(' ') { format!("({text})") } else { text.to_string() };
        let mut names = self.names.clone();
        names.push((bound, text));
        Wording { store: self.store, instance: self.instance, names }
    }

    /// Returns the first name that is not in use: one of `names`, or one of them with a number.
    pub fn free(&self, names: &[&str]) -> String {
        let numbered = (1..).flat_map(|round| {
            names.iter().map(move |name| if round == 1 { name.to_string() } else { format!("{name}{round}") })
        });
        let is_free = |name: &String| {
            let vertex = self.instance.universe().find(&Vertex::called(name));
            vertex.is_none() && self.names.iter().all(|it| it.1 != *name)
        };
        numbered.into_iter().find(is_free).unwrap_or_default()
    }

    fn all(&self, parts: &[TermId]) -> Option<String> {
        let parts = parts.iter().map(|part| self.term(*part)).collect::<Option<Vec<_>>>()?;
        Some(parts.join(", "))
    }

    pub fn value(&self, value: &Value) -> String {
        let program = &self.instance.program;
        let text = match value {
            // The name of a global that has this graph replaces this text below.
            Value::Graph(_) => "the graph".to_string(),
            Value::Set(members) | Value::List(members) if members.len() > MOST_MEMBERS => {
                let (open, close) = if matches!(value, Value::Set(_)) { ('{', '}') } else { ('[', ']') };
                let shown: Vec<String> =
                    members.iter().take(MOST_MEMBERS).map(|member| print::value(program, member)).collect();
                format!("{open}{}, … {} in all{close}", shown.join(", "), members.len())
            }
            value => print::value(program, value),
        };
        let is_long = matches!(value, Value::Graph(_)) || text.chars().count() > MOST_NAMELESS;
        let named =
            (0..self.instance.globals.len()).find(|at| is_long && self.instance.globals[*at] == *value);
        named.map_or(text, |at| program.globals[at].name.clone())
    }

    /// Writes a sum: positive terms first, then negative ones, constants last.
    pub fn sum(&self, sum: &Polynomial) -> Option<String> {
        let parts = self.summands(sum)?;
        if let [(false, only)] = &parts[..] {
            return Some(without_brackets(only).to_string());
        }
        let mut text = String::new();
        for (negative, part) in parts {
            text.push_str(match (text.is_empty(), negative) {
                (true, false) => "",
                (true, true) => "-",
                (false, false) => " + ",
                (false, true) => " - ",
            });
            text.push_str(&part);
        }
        Some(if text.is_empty() { "0".to_string() } else { text })
    }

    /// Writes the summands, each with `true` if it is subtracted.
    fn summands(&self, sum: &Polynomial) -> Option<Vec<(bool, String)>> {
        let mut sum = sum.clone();
        let mut parts = Vec::new();
        for (dividend, divisor, factor) in self.remainders(&mut sum) {
            let text = format!("({} mod {})", self.factor(dividend)?, self.factor(divisor)?);
            parts.push((factor.is_negative(), false, times(&factor, text)));
        }
        for (product, factor) in &sum {
            let constant = product.is_empty();
            let text = if constant {
                factor.abs().to_string()
            } else {
                let factors = product.iter().map(|it| self.factor(*it)).collect::<Option<Vec<_>>>()?;
                times(factor, factors.join(" * "))
            };
            parts.push((factor.is_negative(), constant, text));
        }
        parts.sort_by(|a, b| (a.0 && !a.1, a.1, &a.2).cmp(&(b.0 && !b.1, b.1, &b.2)));
        Some(parts.into_iter().map(|(negative, _, text)| (negative, text)).collect())
    }

    /// Removes remainders from a sum: `n - d * (n div d)` is `n mod d`. Returns dividend, divisor
    /// and factor of each.
    pub fn remainders(&self, sum: &mut Polynomial) -> Vec<(TermId, TermId, Int)> {
        let mut found = Vec::new();
        while let Some((rest, remainder)) = (0..sum.len()).find_map(|at| self.without_remainder(sum, at)) {
            *sum = rest;
            found.push(remainder);
        }
        found
    }

    /// Removes the remainder to which the quotient at index `at` of a sum belongs; `None` if there
    /// is none.
    fn without_remainder(&self, sum: &Polynomial, at: usize) -> Option<(Polynomial, (TermId, TermId, Int))> {
        let (product, factor) = &sum[at];
        let (dividend, divisor, times) = self.quotient(product, factor)?;
        let mut rest = sum.clone();
        rest.remove(at);
        for (product, factor) in self.store.polynomial(dividend) {
            let own = &factor * &times;
            let at = rest.iter().position(|it| it.0 == product && it.1 == own)?;
            rest.remove(at);
        }
        Some((rest, (dividend, divisor, times)))
    }

    /// Returns dividend, divisor and factor of the remainder to which a product may belong.
    fn quotient(&self, product: &[TermId], factor: &Int) -> Option<(TermId, TermId, Int)> {
        let divided = |term: &TermId| match self.store.node(*term) {
            Node::Apply(Op::Div, parts) => Some((parts[0], parts[1])),
            _ => None,
        };
        match product {
            [quotient] => {
                let (dividend, divisor) = divided(quotient)?;
                let number = self.store.as_int(divisor)?;
                let whole = factor.mod_floor(&number) == Some(Int::ZERO);
                let times = (-factor.clone()).div_floor(&number).filter(|_| whole)?;
                Some((dividend, divisor, times))
            }
            [a, b] => [(a, b), (b, a)].into_iter().find_map(|(quotient, other)| {
                let (dividend, divisor) = divided(quotient)?;
                (divisor == *other).then(|| (dividend, divisor, -factor.clone()))
            }),
            _ => None,
        }
    }

    /// Writes a term, in brackets if it would otherwise not be read as one factor.
    fn factor(&self, term: TermId) -> Option<String> {
        let text = self.term(term)?;
        let open = match self.store.node(term) {
            Node::Sum(_) => self.store.as_int(term).is_none(),
            node => matches!(node, Node::Apply(Op::Div | Op::Xor, _)),
        };
        Some(if open { format!("({text})") } else { text })
    }

    /// Writes the base or the exponent of a power: `-2^k` and `2^k^n` differ from `(-2)^k` and
    /// `(2^k)^n`.
    fn operand_of_power(&self, term: TermId) -> Option<String> {
        let is_negative = self.store.as_int(term).is_some_and(|it| it.is_negative());
        let is_power = matches!(self.store.node(term), Node::Apply(Op::Power, _));
        let text = self.factor(term)?;
        Some(if is_negative || is_power { format!("({text})") } else { text })
    }

    fn applied(&self, op: &Op, parts: &[TermId]) -> Option<String> {
        let between = |sign: &str| {
            let parts = parts.iter().map(|part| self.factor(*part)).collect::<Option<Vec<_>>>()?;
            Some(parts.join(sign))
        };
        match (op, parts) {
            (Op::Builtin(builtin) | Op::Integer(builtin), _) => {
                Some(format!("{}({})", builtin.spelling(), self.all(parts)?))
            }
            (Op::Aggregate(aggregate), _) => Some(format!("{}({})", aggregate.spelling(), self.all(parts)?)),
            (Op::Index(_), [list, index]) => {
                Some(format!("{}[{}]", self.term(*list)?, without_brackets(&self.term(*index)?)))
            }
            (Op::Part(at, _), [tuple]) => Some(format!("part {} of {}", at + 1, self.factor(*tuple)?)),
            (Op::Slice, [list, range]) => Some(format!("{}[{}]", self.term(*list)?, self.term(*range)?)),
            (Op::Range, _) => between(".."),
            (Op::Div, _) => between(" div "),
            (Op::Power, [base, exponent]) => {
                Some(format!("{}^{}", self.operand_of_power(*base)?, self.operand_of_power(*exponent)?))
            }
            (Op::Xor, _) => between(" xor "),
            (Op::Concat | Op::ConcatTexts, _) => between(" ++ "),
            (Op::WithMany | Op::WithText, [whole, place, new]) => {
                Some(format!("{} with {} at {}", self.term(*whole)?, self.term(*new)?, self.term(*place)?))
            }
            (Op::ListFor, [domain, function]) => self.comprehension("[", *domain, *function, "]"),
            (Op::SetFor, [domain, function]) => self.comprehension("{", *domain, *function, "}"),
            (Op::AggregateFor(aggregate), [domain, function]) => {
                let open = format!("{}(", aggregate.spelling());
                self.comprehension(&open, *domain, *function, ")")
            }
            (Op::Listed, [list]) => self.term(*list),
            _ => None,
        }
    }

    /// Writes a comprehension over one name; `None` if it has several elements in different cases.
    fn comprehension(&self, open: &str, domain: TermId, function: TermId, close: &str) -> Option<String> {
        let Node::Lambda(bound, body) = *self.store.node(function) else { return None };
        let domain = self.term(domain)?;
        self.under(bound, |inner, name| {
            // The function returns a tuple of the element, or the empty tuple if there is none.
            let mut given = Vec::new();
            for (leaf, when) in cubes::cases(inner.store, body)? {
                match inner.store.node(leaf) {
                    Node::Tuple(parts) if parts.is_empty() => {}
                    Node::Tuple(parts) => given.push((inner.all(parts)?, inner.alternatives(&when)?)),
                    _ => given.push((inner.term(leaf)?, inner.alternatives(&when)?)),
                }
            }
            let [(element, when)] = &given[..] else { return None };
            let when = if when.is_empty() { String::new() } else { format!(" if {when}") };
            Some(format!("{open}{element} for {name} in {domain}{when}{close}"))
        })
    }

    fn is_formula(&self, term: TermId) -> bool {
        match *self.store.node(term) {
            Node::Choice(_, yes, no) => self.is_formula(yes) && self.is_formula(no),
            Node::Truth(_) => true,
            _ => false,
        }
    }

    /// Writes a term with several values: each value with its condition, the last with `else`.
    fn choice(&self, term: TermId) -> Option<String> {
        let mut cases = cubes::cases(self.store, term)?;
        let last = cases.pop()?;
        let mut text = String::from("(");
        for (leaf, when) in &cases {
            text.push_str(&format!("{} if {}, ", self.term(*leaf)?, self.alternatives(when)?));
        }
        Some(format!("{text}else {})", self.term(last.0)?))
    }
}

/// Returns a text without the brackets that enclose it, if one pair does.
fn without_brackets(text: &str) -> &str {
    let Some(inner) = text.strip_prefix('(').and_then(|text| text.strip_suffix(')')) else { return text };
    let mut depth = 0i64;
    let closes = inner.chars().any(|letter| {
        depth += i64::from(letter == '(') - i64::from(letter == ')');
        depth < 0
    });
    if closes { text } else { inner }
}

/// Writes a multiple of `text`, without the sign.
fn times(factor: &Int, text: String) -> String {
    match factor.abs() {
        one if one == Int::ONE => text,
        factor => format!("{factor} * {text}"),
    }
}
