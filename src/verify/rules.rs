//! Whether a certificate is about given rules: fields, moves and ends are the same, up to the names of fields, moves and binders, which
//! are compared by position, and up to the order of moves and of the parts of formulas.

use crate::certificate::{Certificate, Formula, Linear, Move};
use crate::errors::Refusal;
use serde::Deserialize;
use std::collections::BTreeSet;

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

/// Checks that a certificate is about the rules in a text: an object with the keys `fields`, `moves`, `won`, `lost` and `blocking`.
pub fn compare(certificate: &Certificate, text: &str) -> Result<(), Refusal> {
    let rules: Rules = serde_json::from_str(text).map_err(|error| Refusal::text(&error))?;
    let stated = (&certificate.fields, &certificate.moves);
    let same = |what: &str, same: bool| if same { Ok(()) } else { Err(Refusal::Rules(what.to_string())) };
    same("the number of fields differs", rules.fields.len() == stated.0.len())?;
    same("the number of options that may be forbidden differs", rules.blocking == certificate.blocking)?;
    let plain = |fields: &[String], moves: &[Move]| moves.iter().map(|it| of_move(fields, it)).collect();
    let (here, there): (BTreeSet<_>, BTreeSet<_>) =
        (plain(stated.0, stated.1), plain(&rules.fields, &rules.moves));
    for rule in stated.1 {
        let what = format!("move {:?} of the certificate is not in the rules", rule.name);
        same(&what, there.contains(&of_move(stated.0, rule)))?;
    }
    for rule in &rules.moves {
        let what = format!("move {:?} of the rules is not in the certificate", rule.name);
        same(&what, here.contains(&of_move(&rules.fields, rule)))?;
    }
    let ends = |won, lost, fields| (of_formula(won, fields), of_formula(lost, fields));
    let (here, there) =
        (ends(&certificate.won, &certificate.lost, stated.0), ends(&rules.won, &rules.lost, &rules.fields));
    same("where the rules state a win differs", here.0 == there.0)?;
    same("where the rules state a loss differs", here.1 == there.1)
}

fn of_move(fields: &[String], rule: &Move) -> String {
    let names = [fields, &rule.binders].concat();
    let to: Vec<Vec<i64>> = rule.to.iter().map(|form| of_form(form, &names)).collect();
    format!("{} {to:?} {}", names.len(), of_formula(&rule.guard, &names))
}

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
