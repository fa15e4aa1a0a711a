//! Compares the rules that a certificate states with given rules. The names of fields and binders
//! do not matter, because they are compared by position; nor do the names of moves, the order of
//! moves, and the order of the parts of formulas.

use crate::certificate::{Certificate, Formula, Linear, Move, parsed};
use crate::errors::{Checked, Refusal};
use serde::Deserialize;
use std::collections::{BTreeMap, BTreeSet};

/// Rules as a certificate states them.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Rules {
    fields: Vec<String>,
    #[serde(default)]
    blocking: usize,
    moves: Vec<Move>,
    won: Formula,
    lost: Formula,
}

/// Checks that a certificate is about the rules in a text: a JSON object with the keys `fields`, `moves`, `won`, `lost`
/// and, unless it is 0, `blocking`. The convention is not compared.
pub fn compare(certificate: &Certificate, text: &str) -> Checked<()> {
    let Certificate { fields, blocking, moves, won, lost, .. } = certificate.clone();
    let (stated, given) =
        (statements(&Rules { fields, blocking, moves, won, lost }), statements(&parsed(text)?));
    let both = |statement: &String| stated.contains_key(statement) && given.contains_key(statement);
    let differs = stated.iter().chain(&given).find(|(statement, _)| !both(statement));
    let Some((_, what)) = differs else { return Ok(()) };
    let reason = format!("the certificate states other rules, or these rules in other words: {what} differs");
    Err(Refusal { reason, is_about_other_rules: true })
}

/// The statements of rules as texts that do not depend on names, each with a description for the
/// message.
fn statements(rules: &Rules) -> BTreeMap<String, String> {
    let Rules { fields, blocking, moves, won, lost } = rules;
    let moves = moves.iter().map(|it| (of_move(fields, it), format!("move {:?}", it.name)));
    let others = [
        (format!("fields {}", fields.len()), "the number of fields"),
        (format!("blocking {blocking}"), "the number of options that may be forbidden"),
        (format!("won {}", of_formula(won, fields)), "where the rules state a win"),
        (format!("lost {}", of_formula(lost, fields)), "where the rules state a loss"),
    ];
    moves.chain(others.map(|(statement, what)| (statement, what.to_string()))).collect()
}

/// A move as a text that does not depend on names.
fn of_move(fields: &[String], rule: &Move) -> String {
    let names = [fields, &rule.binders].concat();
    let to: Vec<Vec<i64>> = rule.to.iter().map(|form| of_form(form, &names)).collect();
    format!("move {} {to:?} {}", names.len(), of_formula(&rule.guard, &names))
}

/// A formula as a text in which the names are replaced by their positions, and parts are sorted.
fn of_formula(formula: &Formula, names: &[String]) -> String {
    let joined = |kind: &str, parts: &[Formula]| {
        let parts: BTreeSet<String> = parts.iter().map(|part| of_formula(part, names)).collect();
        format!("{kind} {parts:?}")
    };
    match formula {
        Formula::And(parts) => joined("and", parts),
        Formula::Or(parts) => joined("or", parts),
        Formula::Not(part) => format!("not ({})", of_formula(part, names)),
        Formula::Ge(form) => format!("ge {:?}", of_form(form, names)),
        Formula::Eq(form) => format!("eq {:?}", of_form(form, names)),
        Formula::Divides(modulus, form) => format!("{modulus} divides {:?}", of_form(form, names)),
    }
}

/// The coefficients in the order of the names, then the constant.
fn of_form(form: &Linear, names: &[String]) -> Vec<i64> {
    names.iter().map(String::as_str).chain([""]).map(|name| form.of(name)).collect()
}
