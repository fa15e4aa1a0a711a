//! The wording of warnings about text that gspec reads differently from how it looks.

use crate::diagnostic::{Code, Diagnostic};
use crate::source::Span;
use crate::syntax::ast::Binary;

/// A chain of `<=>`: `meant` says that all operands are equivalent, `read` is how gspec groups it.
pub fn chain_of_iff(span: Span, before: Span, [meant, read]: &[String; 2]) -> Diagnostic {
    Diagnostic::new(Code::G114, format!("this is read as `{read}`"))
        .at(span, "a second `<=>`")
        .also(before, "after this one")
        .help(format!("if all are equivalent, write `{meant}`; else add the parentheses"))
}

/// `a => b and c => d`: `meant` are two implications, `read` is how gspec groups it.
pub fn two_implications(sign: Span, before: Span, [meant, read]: &[String; 2]) -> Diagnostic {
    Diagnostic::new(Code::G114, format!("this is read as `{read}`"))
        .at(sign, "a second `=>`")
        .also(before, "all that follows this one belongs to it")
        .help(format!("if both are implications, write `{meant}`; else add the parentheses"))
}

/// A quantifier whose body includes the operand `second` after `<=>` or `=>`, although `second`
/// uses no variable of the quantifier. `statement` is the quantifier up to that sign.
pub fn body_to_the_end(sign: Span, op: Binary, word: &str, [statement, second]: [&str; 2]) -> Diagnostic {
    let sign_text = op.spelling();
    Diagnostic::new(Code::G114, format!("the body of `{word}` includes `{sign_text} {second}`"))
        .at(sign, "what follows does not use the variables")
        .help(format!(
            "write `({statement}) {sign_text} {second}`; if the whole is the body, put it in parentheses"
        ))
}

/// `exists k in D: a(k) => b(k)`. `meant` is `k in D if a(k): b(k)`; `first` and `second` are the
/// operands of `=>`.
pub fn exists_with_implication(sign: Span, meant: &str, [first, second]: [&str; 2]) -> Diagnostic {
    Diagnostic::new(Code::G114, format!("this `exists` is true as soon as `{first}` is false once"))
        .at(sign, "an implication is true where its first part is false")
        .help(format!(
            "write `exists {meant}`, or `and`; if `=> {second}` is meant, put the body in parentheses"
        ))
}

/// `exists k in D: a(k) <=> b(k)`
pub fn exists_with_equivalence(sign: Span, [first, second]: [&str; 2]) -> Diagnostic {
    Diagnostic::new(Code::G114, "this `exists` is true as soon as both sides of `<=>` are false once")
        .at(sign, "an equivalence is true where both sides are false")
        .help(format!(
            "if both have to hold, write `{first} and {second}`; if the equivalence is meant, put the body in \
             parentheses"
        ))
}

/// `misere (P) + Q`
pub fn convention_of_sum(word: Span, whole: Span, name: &str, written: String) -> Diagnostic {
    Diagnostic::new(Code::G114, format!("`{name}` holds for the whole sum, not for the parentheses alone"))
        .at(word, "before a sum")
        .help(format!("write `{written}`; a sum has one convention"))
        .fix(whole, written)
}

/// `graph { a -> b, b -> c }`. `edges` are the edges that are meant; empty if they cannot be
/// derived from the chain.
pub fn commas_between_edges(second: Span, edges: &[String]) -> Diagnostic {
    let written = edges.join("; ");
    let written =
        if (1..=60).contains(&written.chars().count()) { written } else { "a -> b; b -> c".to_string() };
    Diagnostic::new(
        Code::G114,
        "a comma does not begin a new edge: the vertices beside it are both joined to what follows",
    )
    .at(second, "this is an end of both edges beside it")
    .help(format!("edges are separated by `;`: `{written}`"))
}

/// `all(P + Q)`
pub fn compound_of_sum(sum: Span, call: Span, word: &str, written: String) -> Diagnostic {
    Diagnostic::new(
        Code::G114,
        format!("`{word}` of one sum is the sum itself: a move is made in one of its parts"),
    )
    .at(sum, "one operand")
    .help(format!("for a move in each of the parts write `{written}`"))
    .fix(call, written)
}

/// `graph { (1, 2), (2, 3) }`
pub fn pairs_as_vertices(first: Span, whole: Span, written: String) -> Diagnostic {
    Diagnostic::new(Code::G114, "a pair is one vertex, so this graph has no edges")
        .at(first, "one vertex")
        .help(match written.chars().count() {
            0..=80 => format!("if the pairs are edges, write `{written}`"),
            _ => "if the pairs are edges, write `graph { 1 -> 2; 2 -> 3 }`".to_string(),
        })
        .fix(whole, written)
}
