//! Records what the names of a program mean, reports names without a meaning and names that are
//! declared twice, and suggests similar names.

use super::{Checker, Declaration, Meaning, Place, errors};
use crate::diagnostic::Code;
use crate::ir::{Aggregate, Builtin, Term, Type};
use crate::source::Span;
use crate::syntax::ast::{self, ItemKind};
use crate::syntax::habits::Use;
use crate::syntax::modules::Modules;

/// The builtin with a name; `None` if there is none. `neighbours` may be spelled `neighbors`.
pub fn builtin(name: &str) -> Option<Builtin> {
    if name == "neighbors" { Some(Builtin::Neighbours) } else { Builtin::find(name) }
}

/// Whether a name is reserved: a spec may not declare it, and a local name that hides it gives a
/// warning. Names of graphs and of a few functions on graphs are not reserved, because they are
/// common words; neither is the spelling `neighbors`.
fn is_reserved(name: &str) -> bool {
    use Builtin as B;
    let is_free = matches!(
        Builtin::find(name),
        Some(B::Distance | B::Subgraph | B::Grid | B::KingGrid | B::Cycle | B::Complete)
            | Some(B::CompleteBipartite | B::Hypercube | B::Petersen)
    );
    is_builtin(name) && !is_free && name != "neighbors"
}

/// Whether a name belongs to the language: a builtin, an aggregate, a question, `phi` or `some`.
pub fn is_builtin(name: &str) -> bool {
    name == "phi"
        || name == "some"
        || builtin(name).is_some()
        || Aggregate::find(name).is_some()
        || Term::find(name).is_some()
}

/// The names of builtins, aggregates and questions, and `phi`, for suggestions.
pub(super) fn builtin_names() -> impl Iterator<Item = &'static str> {
    let builtins = Builtin::ALL.iter().map(|it| it.spelling().trim_end());
    let aggregates = Aggregate::ALL.iter().map(|it| it.spelling().trim_end());
    builtins.chain(aggregates).chain(Term::ALL.iter().map(|it| it.spelling())).chain(["phi"])
}

impl<'a> Checker<'a> {
    /// Records the declarations of all files, and reports names that are declared twice.
    pub fn declare(&mut self, modules: &'a Modules) {
        let files = &modules.files;
        let root = files.len() - 1;
        for (at, file) in files.iter().enumerate() {
            for item in &file.items {
                self.declare_item(item, at == root);
            }
        }
    }

    fn declare_item(&mut self, item: &'a ast::Item, in_root: bool) {
        let (name, meaning) = match &item.kind {
            ItemKind::Parameter(it) => (&it.name, Meaning::Parameter(it)),
            ItemKind::Constant(it) => (&it.name, Meaning::Constant(it)),
            ItemKind::Function(it) => (&it.name, Meaning::Function(it)),
            ItemKind::Game(it) => (&it.name, Meaning::Game(it, item.doc.as_deref())),
            ItemKind::Start(it) => match &it.name {
                Some(name) => (name, Meaning::Start(it)),
                None => return,
            },
            ItemKind::Import(_) | ItemKind::Claim(_) => return,
        };
        if is_reserved(&name.text) {
            self.report(errors::builtin_redeclared(name));
        }
        match self.declarations.get(&name.text).map(|before| before.span) {
            Some(first) if first.file == name.span.file => {
                self.report(errors::declared_twice(name, first));
            }
            Some(first) => self.report(errors::import_clash(name, first)),
            None => {
                let declaration = Declaration { span: name.span, in_root, meaning };
                self.declarations.insert(name.text.clone(), declaration);
            }
        }
    }

    /// Whether a name has no meaning at this point.
    pub fn is_unknown(&self, name: &str) -> bool {
        let is_declared = self.declarations.contains_key(name) || self.vertices.contains(name);
        !is_declared && self.scope.peek(name).is_none() && !self.locals.knows(name) && !is_builtin(name)
    }

    /// Reports a name without a meaning.
    pub(super) fn unknown_name(&mut self, name: &str, wanted: Option<&Type>, span: Span) {
        if let Some((whole, joined)) = self.joined_by_hyphens(span) {
            let suggestion = self.suggestion(&joined, false);
            // Each part is unknown; the first one reports the whole name.
            if whole.start == span.start {
                self.report(errors::hyphen_in_name(whole, self.sources.text(whole), suggestion));
            }
            return;
        }
        // The name may be a vertex of a graph that could not be read.
        if wanted == Some(&Type::Vertex) && self.diagnostics.iter().any(|it| it.code == Code::G306) {
            return;
        }
        if let Some(error) = self.look_alike_error(name, span) {
            return self.report(error);
        }
        // In lower case, the name may be a vertex, `a` for `A`, or a local name, `n` for `N`.
        let lower = name.to_lowercase();
        let local = self.scope.peek(&lower).map(|slot| (lower.clone(), Some(self.scope.slot(slot).span)));
        let vertex = self.vertices.contains(lower.as_str()).then_some((lower, None));
        let suggestion = local.or_else(|| self.suggestion(name, false)).or(vertex);
        // In a position, a name alone is that of no builtin.
        let is_declared = |name: &str| self.declarations.contains_key(name);
        let suggestion = suggestion.filter(|(name, _)| self.place != Place::Start || is_declared(name));
        if let Some(product) = self.product_of_letters(name) {
            return self.report(errors::letters_side_by_side(span, name, product));
        }
        if self.asks_about_play(name, Use::Name, &suggestion) {
            return self.note_impure(true, span, name);
        }
        let in_claim = self.place == Place::Claim;
        // In a claim without its quantifier, the variable may occur often. It is reported once.
        if suggestion.is_some() || !in_claim || self.unbound.insert(name.to_string()) {
            let mut vertices: Vec<&str> = match wanted {
                Some(Type::Vertex) => self.vertices.iter().map(|it| &**it).collect(),
                _ => Vec::new(),
            };
            vertices.sort_unstable();
            let is_domain = self.domain == Some(span);
            let is_in_domain = self.domain.is_some_and(|domain| domain != span && domain.holds(span));
            let in_start = self.place == Place::Start;
            let unknown = errors::UnknownName {
                span,
                name,
                wanted,
                in_claim,
                in_start,
                is_domain,
                is_in_domain,
                vertices,
            };
            self.report(unknown.report(suggestion));
        }
    }

    /// `a * b` for the name `ab`; `None` unless both letters are local names of integers.
    fn product_of_letters(&self, name: &str) -> Option<String> {
        let letters: Vec<&str> = name.split("").filter(|it| !it.is_empty()).collect();
        let [a, b] = letters.as_slice() else { return None };
        let is_number =
            |it: &str| self.scope.peek(it).is_some_and(|slot| self.scope.slot(slot).ty == Type::Int);
        (is_number(a) && is_number(b)).then(|| format!("{a} * {b}"))
    }

    /// If `name` is a word of `long-strip`, and `long_strip` is declared: the place of
    /// `long-strip`, and the name `long_strip`.
    fn joined_by_hyphens(&self, name: Span) -> Option<(Span, String)> {
        let text = &self.sources.get(name.file).text;
        let is_other = |c: char| !(c.is_alphanumeric() || c == '_' || c == '-');
        let (start, end) = (name.start as usize, name.end as usize);
        let before = text[..start].char_indices().rev().find(|(_, letter)| is_other(*letter));
        let start = before.map_or(0, |(at, letter)| at + letter.len_utf8());
        let end = text[end..].find(is_other).map_or(text.len(), |length| end + length);
        let joined = text[start..end].replace('-', "_");
        let whole = Span { start: start as u32, end: end as u32, ..name };
        (whole != name && self.declarations.contains_key(&joined)).then_some((whole, joined))
    }

    /// The name that is most similar to an unknown one, among declared names, local names and names
    /// of the language; for a declared name also the place of its declaration. With `only_games`,
    /// only games are candidates. `None` if no name is similar enough.
    pub fn suggestion(&mut self, name: &str, only_games: bool) -> Option<(String, Option<Span>)> {
        let found = self.nearest_name(name, only_games)?;
        // The suggested name counts as used.
        self.used.insert(found.0.clone());
        self.scope.find(&found.0);
        Some(found)
    }

    fn nearest_name(&self, name: &str, only_games: bool) -> Option<(String, Option<Span>)> {
        let declared = self.declarations.iter();
        let declared = declared.filter(|(_, it)| !only_games || matches!(it.meaning, Meaning::Game(..)));
        let declared = declared.map(|(name, it)| (name.as_str(), Some(it.span)));
        let others =
            self.scope.names().map(|name| (name, None)).chain(builtin_names().map(|name| (name, None)));
        let candidates = declared.chain(others.filter(|_| !only_games));
        let length = name.chars().count();
        // How many letters may be inserted, removed, replaced or exchanged.
        let limit = match length {
            0..=1 => 0,
            2..=4 => 1,
            _ => 2 + length / 8,
        };
        // The distance is at least the difference of lengths, which is cheaper to compute. (Lengths
        // are in bytes, so for names that are not ASCII a similar name may be missed.)
        let near = candidates.filter(|(other, _)| other.len().abs_diff(name.len()) <= limit);
        // A single letter in another case has too many meanings.
        let is_case = |other: &str| (only_games || length > 1) && other.to_lowercase() == name.to_lowercase();
        let near = near.map(|(other, span)| (strsim::osa_distance(name, other), other, span));
        let scored = near.map(|(distance, other, span)| match is_case(other) {
            true => (0, other, span),
            false => (distance, other, span),
        });
        let best = scored.filter(|(distance, ..)| *distance <= limit).min_by_key(|it| it.0)?;
        Some((best.1.to_string(), best.2))
    }

    /// Warns if a local name hides another local name, a declaration or a reserved builtin.
    pub fn lint_hiding(&mut self, name: &ast::Name) {
        if self.quiet || name.text == "_" {
            return;
        }
        if let Some(slot) = self.scope.peek(&name.text) {
            let first = self.scope.slot(slot).span;
            self.report(errors::hides_local(name, first));
        } else if let Some(declared) = self.declarations.get(&name.text) {
            let first = declared.span;
            self.report(errors::hides_declaration(name, first));
        } else if is_reserved(&name.text) {
            self.report(errors::hides_builtin(name));
        }
    }

    /// Warns of unused parameters, constants and functions of the root file, except those that
    /// begin with `_`.
    pub fn lint_unused(&mut self) {
        let unused = self.declarations.iter();
        let unused =
            unused.filter(|(name, it)| it.in_root && !self.used.contains(*name) && !name.starts_with('_'));
        let unused = unused.filter_map(|(name, it)| match it.meaning {
            Meaning::Parameter(_) => Some(errors::unused(it.span, "parameter", name)),
            Meaning::Constant(_) => Some(errors::unused(it.span, "constant", name)),
            Meaning::Function(_) => Some(errors::unused(it.span, "function", name)),
            Meaning::Game(..) | Meaning::Start(_) => None,
        });
        let unused: Vec<_> = unused.collect();
        self.diagnostics.extend(unused);
    }
}
