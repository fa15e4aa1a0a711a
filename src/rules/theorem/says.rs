//! What theorems say of all components of a game, written in the language.
//!
//! A claim over all naturals is proved from it where automata find that it follows. Tests compare every such text with
//! what the theorem says of small components.

use super::canon;
use crate::ir::{Expr, Type};
use crate::shape::definable::{Question, Said, stands_alone};

/// The names of a theorem's fields: `n` alone, or `a`, `b`, `c`, …
pub fn names(fields: usize) -> Vec<String> {
    match fields {
        1 => vec!["n".to_string()],
        _ => ('a'..='z').take(fields).map(String::from).collect(),
    }
}

/// The expression of a text over so many fields, for fields that stand in some order.
pub(super) fn read(text: &str, question: Question, order: &[usize]) -> Option<Said> {
    let expr = parsed(text, question, order.len())?;
    Some(Said { expr, order: order.to_vec() })
}

fn parsed(text: &str, question: Question, fields: usize) -> Option<Expr> {
    let declared: Vec<String> = names(fields).iter().map(|name| format!("{name}: nat")).collect();
    let (ty, kind) = match question {
        Question::Lost(_) => ("bool", Type::Bool),
        Question::Value => ("int", Type::Int),
    };
    let program = canon::read(&format!("fn said({}): {ty} = {text}", declared.join(", ")))?;
    let expr = program.functions.first()?.body.expr.clone();
    (expr.ty == kind && stands_alone(&expr)).then_some(expr)
}
