//! Guesses which call the author meant by a call with too few or too many arguments, or with two
//! arguments in the wrong order.

use super::types::join;
use super::{Checker, errors};
use crate::ir::Type;
use crate::source::Span;
use crate::syntax::ast::{self, Name};

/// A call: the types and names of the parameters, and the types and texts of the arguments.
pub struct Given<'a> {
    /// The name of the called function, game or builtin.
    pub name: &'a str,
    /// The types of the parameters.
    pub wanted: &'a [Type],
    /// The names of the parameters; empty for a builtin.
    pub parameters: &'a [&'a str],
    /// The types of the given arguments.
    pub found: &'a [Type],
    /// The texts of the given arguments.
    pub texts: &'a [&'a str],
}

impl Given<'_> {
    /// The call with the right number of arguments. If too few are given, each stands where it
    /// fits, and the names of the parameters (for a builtin, usual letters) stand in the other
    /// places. If too many are given, names stand in all places, unless `grouped` helps.
    pub fn meant(&self) -> String {
        self.grouped().or_else(|| self.without_others()).unwrap_or_else(|| self.filled().0)
    }

    /// The names and letters in [`Given::meant`] that stand in place of arguments.
    pub fn missing(&self) -> Vec<String> {
        if self.grouped().or_else(|| self.without_others()).is_some() { Vec::new() } else { self.filled().1 }
    }

    /// The call with its two arguments exchanged; `None` unless both then fit, and the first does
    /// not fit where it stands.
    pub fn swapped(&self) -> Option<String> {
        let ([first, second], [one, other]) = (self.wanted, self.found) else { return None };
        let is_swapped = fits(one, second) && fits(other, first) && !fits(one, first);
        let [left, right] = self.texts else { return None };
        is_swapped.then(|| format!("{}({right}, {left})", self.name))
    }

    /// `swap((1, 2))` for `swap(1, 2)`: the call with neighbouring arguments joined to one tuple,
    /// if then all arguments fit.
    fn grouped(&self) -> Option<String> {
        let size = (self.found.len() + 1).checked_sub(self.wanted.len()).filter(|size| *size >= 2)?;
        (0..self.wanted.len()).find_map(|at| {
            let (inside, behind) = self.found[at..].split_at_checked(size)?;
            let is_tuple = match &self.wanted[at] {
                Type::Tuple(parts) => {
                    parts.len() == size && parts.iter().zip(inside).all(|(to, of)| fits(of, to))
                }
                Type::Vertex => inside.iter().all(|it| *it == Type::Int),
                _ => false,
            };
            let others = self.found[..at].iter().chain(behind);
            let wanted = self.wanted[..at].iter().chain(&self.wanted[at + 1..]);
            let is_right = is_tuple && others.zip(wanted).all(|(of, to)| fits(of, to));
            is_right.then(|| {
                let tuple = format!("({})", self.texts[at..at + size].join(", "));
                let mut texts: Vec<&str> = self.texts[..at].to_vec();
                texts.push(&tuple);
                texts.extend(&self.texts[at + size..]);
                format!("{}({})", self.name, texts.join(", "))
            })
        })
    }

    /// `tied(n - 2)` for `tied(n - 2, false)`: the call with the arguments that fit a parameter, if
    /// they are as many as the parameters and fit in their order.
    fn without_others(&self) -> Option<String> {
        let all = self.found.iter().zip(self.texts);
        let fitting: Vec<_> = all.filter(|(of, _)| self.wanted.iter().any(|to| fits(of, to))).collect();
        let is_right = self.found.len() > self.wanted.len()
            && fitting.len() == self.wanted.len()
            && fitting.iter().zip(self.wanted).all(|((of, _), to)| fits(of, to));
        let texts: Vec<&str> = fitting.iter().map(|(_, text)| **text).collect();
        is_right.then(|| format!("{}({})", self.name, texts.join(", ")))
    }

    /// The call in which each parameter takes the next given argument if that is short and fits,
    /// and otherwise its own name (for a builtin, a usual letter); with too many arguments, always
    /// its own name. Also returns the names and letters.
    fn filled(&self) -> (String, Vec<String>) {
        let mut given = self.found.iter().zip(self.texts).peekable();
        let few = self.found.len() < self.wanted.len();
        let (mut letters, mut missing): (Vec<String>, Vec<String>) = Default::default();
        for (at, wanted) in self.wanted.iter().enumerate() {
            // `b - k` is kept for the parameter `b`, if that comes later.
            let is_later = |text: &str| {
                let later = self.parameters.get(at + 1..).unwrap_or_default();
                later.iter().any(|name| mentions(text, name))
                    && !self.parameters.get(at).is_some_and(|name| mentions(text, name))
            };
            let may_wait = self.wanted.len() - at > given.len();
            let text = given.next_if(|(found, text)| {
                few && fits(found, wanted) && text.len() < LONGEST && !(may_wait && is_later(text))
            });
            letters.push(match text {
                Some((_, text)) => (*text).to_string(),
                None => {
                    let name = self.parameters.get(at).map_or(letter(wanted, at), |it| &**it).to_string();
                    missing.push(name.clone());
                    name
                }
            });
        }
        (format!("{}({})", self.name, letters.join(", ")), missing)
    }
}

impl Checker<'_> {
    /// Reports a call with too few or too many arguments.
    pub(super) fn other_number(
        &mut self,
        name: &Name,
        each: &[ast::Expr],
        types: &[Type],
        place: Option<Span>,
        span: Span,
    ) {
        let found: Vec<Type> = each.iter().map(|it| self.infer(it, None).ty).collect();
        if self.games.contains_key(&name.text)
            && found.iter().all(|ty| *ty == Type::Position)
            && !each.is_empty()
        {
            let texts: Vec<&str> = each.iter().map(|it| self.sources.text(it.span)).collect();
            self.report(errors::position_of_position(name, each[0].span, span, &texts.join(" + ")));
            return;
        }
        let texts: Vec<&str> = each.iter().map(|it| self.sources.text(it.span)).collect();
        let parameters = place.map_or(Vec::new(), |_| self.parameters(&name.text));
        if let ([only], [Type::Tuple(parts)]) = (each, found.as_slice())
            && parts.len() == types.len()
            && parts.iter().zip(types).all(|(given, wanted)| join(given, wanted).is_some())
            && let ast::ExprKind::Tuple(parts) = &only.kind
        {
            let parts: Vec<&str> = parts.iter().map(|it| self.sources.text(it.span)).collect();
            let written = format!("{}({})", name.text, parts.join(", "));
            let error = errors::arity(name, (types.len(), each.len()), span, place);
            self.report(
                error
                    .help(format!("write `{written}`, without a second pair of parentheses"))
                    .fix(span, written),
            );
            return;
        }
        let given =
            Given { name: &name.text, wanted: types, parameters: &parameters, found: &found, texts: &texts };
        let error = errors::arity(name, (types.len(), each.len()), span, place);
        let mut missing = given.missing();
        missing.retain(|it| self.scope.peek(it).is_none());
        let error = errors::with_call(error, name, &texts, &given.meant(), &missing);
        let is_game = self.games.contains_key(&name.text);
        let is_wanted = |ty: &Type| match &types[0] {
            Type::List(of) => join(ty, of).is_some(),
            wanted => is_game && ty == wanted,
        };
        self.report(match types {
            [Type::Int | Type::List(_)] if found.iter().all(is_wanted) => {
                errors::several_as_one(error, name, span, &texts, types[0] == Type::Int)
            }
            [Type::Int] => errors::number_with_commas(error, name, span, &texts),
            [Type::List(of)]
                if found[0] == types[0] && found[1..].iter().all(|ty| join(ty, of).is_some()) =>
            {
                errors::elements_behind_list(error, name, &texts)
            }
            _ => error,
        });
    }
}

/// Whether a text contains a name as a whole word.
fn mentions(text: &str, name: &str) -> bool {
    text.split(|c: char| !(c.is_alphanumeric() || c == '_')).any(|word| word == name)
}

/// Arguments of at least this many bytes are not copied into the call.
const LONGEST: usize = 30;

/// Whether a value of type `found` may be an argument of type `wanted`.
fn fits(found: &Type, wanted: &Type) -> bool {
    found == wanted || matches!((found, wanted), (Type::Int, Type::Real | Type::Vertex))
}

/// A usual name for the parameter with index `at` and a type.
fn letter(ty: &Type, at: usize) -> &'static str {
    match ty {
        Type::Graph => "G",
        Type::Vertex if at > 1 => "v",
        Type::Vertex => "u",
        Type::Position => ["P", "Q"][at.min(1)],
        Type::Set(_) => "S",
        Type::List(_) | Type::Range => "xs",
        Type::Text => "s",
        Type::Tuple(_) => "p",
        Type::Bool => "c",
        Type::Real => "x",
        Type::Int | Type::Never => ["a", "b", "c"][at.min(2)],
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_call_that_was_meant() {
        let meant = |name, wanted: &[Type], parameters: &[&str], found: &[Type], texts: &[&str]| {
            let given = Given { name, wanted, parameters, found, texts };
            given.swapped().unwrap_or_else(|| given.meant())
        };
        let (int, vertex, graph) = (Type::Int, Type::Vertex, Type::Graph);
        let pair = Type::Tuple([Type::Int, Type::Int].into());
        let two = [int.clone(), int.clone()];
        let (one, of_vertex, of_ring) = ([int.clone()], [vertex.clone()], [graph.clone()]);
        let of_graph = [graph.clone(), vertex.clone()];
        assert_eq!(meant("wyt", &two, &["a", "b"], &one, &["a - k"]), "wyt(a - k, b)");
        assert_eq!(meant("wyt", &two, &["a", "b"], &one, &["b - k"]), "wyt(a, b - k)");
        assert_eq!(meant("neighbours", &of_graph, &[], &of_vertex, &["v"]), "neighbours(G, v)");
        assert_eq!(meant("out", &of_graph, &[], &of_ring, &["ring"]), "out(ring, u)");
        assert_eq!(meant("out", &of_graph, &[], &[vertex, graph.clone()], &["v", "G"]), "out(G, v)");
        assert_eq!(meant("swap", &[pair], &["p"], &two, &["1", "limit"]), "swap((1, limit))");
        let found = [graph, int.clone(), int];
        assert_eq!(meant("degree", &of_graph, &[], &found, &["K", "1", "1"]), "degree(K, (1, 1))");
        assert_eq!(meant("wyt", &two, &["a", "b"], &[], &[]), "wyt(a, b)");
    }
}
