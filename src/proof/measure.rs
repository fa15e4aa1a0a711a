//! Finds a measure that decreases with every move, which proves from the canonical rules that play
//! terminates.

use crate::canonical::{Form, Formula, LinearRules, Move, Name};
use crate::number::Int;
use crate::relations::formula;
use crate::theory::automaton::{Room, TooLarge};

/// The greatest coefficient of a form that is tried as a measure.
const GREATEST_COEFFICIENT: i64 = 3;

/// Finds linear forms such that every move decreases the first form that it changes, from a value
/// of at least 0. `None` if the candidates contain no such forms.
pub fn measure(rules: &LinearRules, room: &Room<'_>) -> Result<Option<Vec<Form>>, TooLarge> {
    let mut left: Vec<&Move> = rules.moves.iter().collect();
    let mut parts = Vec::new();
    while !left.is_empty() {
        let mut found = None;
        for form in candidates(rules.fields.len()) {
            if let Some(rest) = lowered(&form, &left, room)? {
                found = Some((form, rest));
                break;
            }
        }
        let Some((form, rest)) = found else { return Ok(None) };
        parts.push(form);
        left = rest;
    }
    Ok(Some(parts))
}

/// Returns the moves that do not always decrease a form. `None` if a move may increase the form or
/// decrease a negative value of it, or if no move always decreases the form.
fn lowered<'m>(form: &Form, moves: &[&'m Move], room: &Room<'_>) -> Result<Option<Vec<&'m Move>>, TooLarge> {
    let mut rest = Vec::new();
    for rule in moves {
        let mut after = Form::constant(form.added().clone());
        for (name, factor) in form.terms() {
            after = after.plus(factor, &rule.to[name.0 as usize]);
        }
        let by = form.sub(&after);
        let may_fall_by_less = |least: i64| {
            let less = Formula::at_least_zero(by.shifted(-least)).negated();
            Ok(!formula(&rule.guard.and(&less), room)?.is_nothing())
        };
        if form.has_negative() && may_fall_from_below(rule, form, &by, room)? {
            return Ok(None);
        }
        if may_fall_by_less(1)? {
            if may_fall_by_less(0)? {
                return Ok(None);
            }
            rest.push(*rule);
        }
    }
    Ok((rest.len() < moves.len()).then_some(rest))
}

/// Whether a move may decrease a form where its value is negative. `by` is the amount of the
/// decrease.
fn may_fall_from_below(rule: &Move, form: &Form, by: &Form, room: &Room<'_>) -> Result<bool, TooLarge> {
    let falls = Formula::at_least_zero(by.shifted(-1));
    let below = Formula::at_least_zero(form.clone()).negated();
    Ok(!formula(&Formula::all([rule.guard.clone(), falls, below]), room)?.is_nothing())
}

/// The form with these coefficients of the fields.
fn weighted(coefficients: &[i64]) -> Form {
    (0..)
        .zip(coefficients)
        .fold(Form::default(), |sum, (at, by)| sum.plus(&Int::from(*by), &Form::unknown(Name(at))))
}

/// All lists of coefficients from `0` to `most`.
fn coefficients(fields: usize, most: i64) -> impl Iterator<Item = Vec<i64>> {
    let digit = move |index: i64, at: usize| index / (most + 1).pow(at as u32) % (most + 1);
    (0..(most + 1).pow(fields as u32)).map(move |index| (0..fields).map(|at| digit(index, at)).collect())
}

/// The forms with coefficients 1, 0 and -1 that have both signs, such as `a - b` and `a + b - c`;
/// those with the fewest fields first.
fn differences(fields: usize) -> Vec<Form> {
    let signs = coefficients(fields, 2).map(|it| it.iter().map(|factor| factor - 1).collect::<Vec<i64>>());
    let mut mixed: Vec<Vec<i64>> = signs.filter(|it| it.contains(&1) && it.contains(&-1)).collect();
    mixed.sort_by_key(|factors| factors.iter().filter(|factor| **factor != 0).count());
    mixed.iter().map(|factors| weighted(factors)).collect()
}

/// The forms that are tried as measures, the simplest first.
fn candidates(fields: usize) -> Vec<Form> {
    let mut all: Vec<Vec<i64>> = coefficients(fields, GREATEST_COEFFICIENT).skip(1).collect();
    // The sum of all fields is the most common measure.
    all.sort_by_key(|factors| (factors.iter().any(|it| *it != 1), factors.iter().sum::<i64>()));
    all.iter().map(|factors| weighted(factors)).chain(differences(fields)).collect()
}

/// Why a measure proves termination, in words.
pub fn words(rules: &LinearRules, parts: &[Form]) -> String {
    let part = |form: &Form| {
        let terms = form.terms().iter().map(|(name, factor)| {
            let field = &rules.fields[name.0 as usize];
            match (factor.is_negative(), factor.abs()) {
                (negative, amount) if amount == Int::ONE => (negative, field.clone()),
                (negative, amount) => (negative, format!("{amount}*{field}")),
            }
        });
        let (less, more): (Vec<_>, Vec<_>) = terms.partition(|term| term.0);
        let joined = |terms: Vec<(bool, String)>, sign: &str| {
            terms.into_iter().map(|term| term.1).collect::<Vec<_>>().join(sign)
        };
        let less: String = less.into_iter().map(|term| format!(" - {}", term.1)).collect();
        format!("`{}{less}`", joined(more, " + "))
    };
    match parts {
        [] => "there is no move".to_string(),
        [only] => format!("{} decreases with every move", part(only)),
        parts => {
            let parts: Vec<String> = parts.iter().map(part).collect();
            format!("with every move the first of {} that changes decreases", parts.join(", "))
        }
    }
}
