//! The wording of errors about names and calls that nothing declares.

use super::{Suggestion, habit, suggest, unknown_name};
use crate::diagnostic::{Code, Diagnostic, Label, Topic};
use crate::ir::Type;
use crate::source::Span;
use crate::syntax::ast::Name;
use crate::syntax::habits::Use;

/// A name without a meaning, and what stands around it.
pub struct UnknownName<'a> {
    pub span: Span,
    pub name: &'a str,
    /// The type that the context expects, if it expects one.
    pub wanted: Option<&'a Type>,
    pub in_claim: bool,
    pub in_start: bool,
    /// Whether the name stands for the collection of a binder.
    pub is_domain: bool,
    /// Whether the name stands inside the collection of a binder, as `nat` in `hs in [nat]`.
    pub is_in_domain: bool,
    /// If a vertex is wanted, the names of vertices in all graphs of the spec, sorted.
    pub vertices: Vec<&'a str>,
}

impl UnknownName<'_> {
    pub fn report(&self, suggestion: Suggestion) -> Diagnostic {
        let (span, name) = (self.span, self.name);
        let error = unknown_name(span, name);
        if let (Some(Type::Vertex), false) = (self.wanted, self.vertices.is_empty())
            && !matches!(suggestion, Some((_, Some(_))))
            && !suggestion.as_ref().is_some_and(|(it, _)| self.vertices.contains(&it.as_str()))
        {
            return error.help(self.known_vertices());
        }
        // The similar name of a number does not fit where a set or a position is wanted, as in `nim(n) in N`.
        let is_outcome = matches!(name, "N" | "P") && self.wanted != Some(&Type::Int);
        let similar = if is_outcome { &None } else { &suggestion };
        if self.in_claim && self.is_in_domain && matches!(name, "nat" | "int") {
            return error.help(
                "a claim cannot be about all lists or sets: state it for each length, `forall a, b: losing(g([a, b]))`",
            );
        }
        if let Some(told) = habit(&error, span, name, Use::Name, similar) {
            return told;
        }
        if suggestion.is_some() {
            return suggest(error, span, suggestion);
        }
        match self.wanted {
            Some(Type::Text) => {
                let text = format!("\"{name}\"");
                error.help(format!("write the text in quotes: `{text}`")).fix(span, text)
            }
            _ => error.help(self.declaration()),
        }
    }

    fn known_vertices(&self) -> String {
        const SHOWN: usize = 8;
        let shown: Vec<String> = self.vertices.iter().take(SHOWN).map(|it| format!("`{it}`")).collect();
        let dots = if self.vertices.len() > SHOWN { ", …" } else { "" };
        format!("the graphs of this spec have the vertices {}{dots}", shown.join(", "))
    }

    /// How to declare the name.
    fn declaration(&self) -> String {
        let name = self.name;
        let may_be_graph = self.wanted == Some(&Type::Graph) || !self.in_claim && !self.in_start;
        if let Some(graph) = graph_of_paper(name).filter(|_| may_be_graph) {
            return format!("write `{graph}`");
        }
        if self.in_start && name.chars().count() <= 2 {
            return format!("a position has values: write one for `{name}`, as in `g(5)`");
        }
        match self.in_claim {
            true if self.is_domain => {
                format!("declare it with `let {name} = 0..=100`; for all naturals, leave out `in {name}`")
            }
            true if name.chars().count() > 2 => format!(
                "declare it with `let`, `param` or a binder `{name} in D`; a text has quotes: `\"{name}\"`"
            ),
            true => format!(
                "for all naturals, write `forall {name}: …`; up to a bound, `forall {name} in 0..=100: …`"
            ),
            false => "declare it with `let`, `param` or a binder `name in D`".to_string(),
        }
    }
}

/// Completes the error about a name that a later binder binds; `before` is the variable whose domain
/// contains the name.
pub fn bound_later(error: &mut Diagnostic, name: &str, (at, binder): (Span, &str), before: &str) {
    (error.fix, error.topic) = (None, Some(Topic::UnknownName));
    error.labels.push(Label { span: at, text: "bound here, for what follows".into(), primary: false });
    error.help = Some(format!("`{name}` is bound later: write `{binder}` before `{before} in …`"));
}

/// The graph that `K5`, `C5` or `P5` names in papers; `None` for other names.
fn graph_of_paper(name: &str) -> Option<String> {
    let size =
        name.strip_prefix(['K', 'C', 'P']).filter(|size| size.parse().is_ok_and(|size: u32| size > 2))?;
    let graph = match &name[..1] {
        "K" => "complete",
        "C" => "cycle",
        _ => "path",
    };
    Some(format!("{graph}({size})"))
}

pub fn unknown_member(span: Span, name: &str) -> Diagnostic {
    unknown_name(span, name).about(Topic::UnknownMember).help(format!(
        "`{name} in D` asks whether `{name}` belongs to D; to loop over D write `… for {name} in D`"
    ))
}

/// `successors(G, v)`, `N(v)`: a question about a vertex.
pub fn unknown_call_of_vertex(name: &Name, help: &str) -> Diagnostic {
    Diagnostic::new(Code::G201, format!("unknown function `{}`", name.text))
        .about(Topic::UnknownFunction)
        .at(name.span, "not in scope")
        .help(help)
}

/// `P-position(g(n))`; `meant` is what to write for the whole call.
pub fn hyphenated(name: Span, written: &str, whole: Span, meant: String) -> Diagnostic {
    Diagnostic::new(Code::G201, format!("unknown function `{written}`"))
        .about(Topic::UnknownFunction)
        .at(name, "names have no hyphen")
        .help(format!("write `{meant}`"))
        .fix(whole, meant)
}

/// A call of a name that nothing declares. `game` says that a position is expected.
pub fn unknown_call(name: &Name, game: bool, suggestion: Suggestion) -> Diagnostic {
    let (code, what) = if game { (Code::G203, "game") } else { (Code::G201, "function") };
    let known = suggestion.is_some();
    let mut diagnostic =
        Diagnostic::new(code, format!("unknown {what} `{}`", name.text)).at(name.span, "not in scope");
    diagnostic.topic = (!game).then_some(Topic::UnknownFunction);
    if let Some(told) = habit(&diagnostic, name.span, &name.text, Use::Called, &suggestion).filter(|_| !game)
    {
        return told;
    }
    if let Some(help) = word_of_position(&name.text) {
        return diagnostic.help(help);
    }
    if game && matches!(&*name.text, "self" | "this" | "Self") {
        return diagnostic.help("write the name of the game: `game g(n: nat)` has positions `g(n - k)`");
    }
    if name.text == "phi" {
        return diagnostic.help("`phi` is a number: write it without parentheses");
    }
    let diagnostic = suggest(diagnostic, name.span, suggestion);
    match (known, game) {
        (true, _) => diagnostic,
        (false, true) => diagnostic.help("declare it with `game`, or import the file that does with `use`"),
        (false, false) => {
            diagnostic.help("declare it with `fn`; `gspec explain builtins` lists the builtins")
        }
    }
}

/// `ab`, where `a` and `b` are numbers.
pub fn letters_side_by_side(span: Span, name: &str, product: String) -> Diagnostic {
    unknown_name(span, name)
        .help(format!("for the product write `{product}`"))
        .fix(span, format!("({product})"))
}

/// A name that looks like the known name `other`, but has other letters.
pub fn look_alike(span: Span, name: &str, other: &str, declared: Option<Span>) -> Diagnostic {
    let foreign = |text: &str| text.chars().find(|letter| !letter.is_ascii());
    let strange = foreign(name)
        .or_else(|| foreign(other))
        .map_or(String::new(), |letter| format!(", U+{:04X}", u32::from(letter)));
    let diagnostic = unknown_name(span, name);
    let diagnostic = match declared {
        Some(place) => diagnostic.also(place, "this name looks the same"),
        None => diagnostic,
    };
    diagnostic
        .help(format!(
            "the known name `{other}` looks like this one, but one of the two has a letter of another alphabet \
             or a joined letter{strange}: type both anew"
        ))
        .fix(span, other)
}

/// `long-strip`, where `long_strip` is declared.
pub fn hyphen_in_name(span: Span, written: &str, suggestion: Suggestion) -> Diagnostic {
    let error = Diagnostic::new(Code::G201, format!("unknown name `{written}`"))
        .about(Topic::UnknownName)
        .at(span, "read as a difference");
    suggest(error, span, suggestion)
}

/// The help for a call of a word about positions that is no function: `short_all(P, Q)`,
/// `again(P)`, `either(P, Q)`. `None` for other words.
fn word_of_position(name: &str) -> Option<&'static str> {
    Some(match name.to_lowercase().replace('_', "").as_str() {
        "shortall" | "short" => "write `short all(P, Q)`: play ends with the first component",
        "longall" | "long" => "write `long all(P, Q)`: play ends with the last component",
        "again" | "repeat" => "`again` stands before the position without parentheses: `-> again P`",
        "misere" => "`misere` stands before the position without parentheses: `losing(misere P)`",
        "or" | "either" | "oneof" => {
            "write `some(P, Q)` to move in any number of components, `P + Q` to move in one"
        }
        "and" | "both" => "write `all(P, Q)` to move in every component, `P + Q` to move in one",
        _ => return None,
    })
}
