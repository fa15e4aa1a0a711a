//! The statements of theorems about all components of a game, written in the language.
//!
//! A claim over all naturals is proved from such a statement if automata find that it follows. Tests compare
//! every such text with the theorem's results for small components.

use super::ClosedForm;
use crate::ir::{Expr, Type};
use crate::quoted;
use crate::shape::presburger::{Question, Said, stands_alone};

/// The names of a theorem's fields: `n` alone, or `a`, `b`, `c`, …, at most 26 of them.
pub fn names(fields: usize) -> Vec<String> {
    match fields {
        1 => vec!["n".to_string()],
        _ => ('a'..='z').take(fields).map(String::from).collect(),
    }
}

/// The statement of a theorem about components, as an expression with the condition under which it
/// holds; `None` if there is no statement. `order` gives for each field of the theorem's rules the
/// field of the game.
pub(super) fn read(form: &dyn ClosedForm, question: Question, order: &[usize]) -> Option<Said> {
    let fields = order.len();
    let kind = if question == Question::Value { Type::Int } else { Type::Bool };
    let expr = parsed(&form.says(question, fields)?, kind, fields)?;
    let region = match form.says_where(fields) {
        // If the condition cannot be parsed, there is no statement: without it, the statement
        // would claim too much.
        Some(condition) => Some(parsed(&condition, Type::Bool, fields)?),
        None => None,
    };
    Some(Said { expr, region, order: order.to_vec() })
}

/// The expression in a text about the fields; `None` if it has errors or another type.
fn parsed(text: &str, kind: Type, fields: usize) -> Option<Expr> {
    let declared: Vec<String> = names(fields).iter().map(|name| format!("{name}: nat")).collect();
    let ty = if kind == Type::Int { "int" } else { "bool" };
    let program = quoted::read(&format!("fn said({}): {ty} = {text}", declared.join(", ")))?;
    let expr = program.functions.first()?.body.expr.clone();
    (expr.ty == kind && stands_alone(&expr)).then_some(expr)
}
