//! A measure that falls with every move: that play ends, proved on the canonical rules.

use crate::canonical::{Form, Formula, Move, Name, Rules};
use crate::number::Int;
use crate::relations::formula;
use crate::theory::automaton::{Room, TooLarge};

/// Coefficients of measures are at most this.
const MOST: usize = 3;

/// Linear forms without negative coefficients such of which the first that a move changes decreases.
pub fn measure(rules: &Rules, room: &Room<'_>) -> Result<Option<Vec<Form>>, TooLarge> {
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

/// The moves that need not decrease a form, if none increases it and one surely decreases it.
fn lowered<'m>(form: &Form, moves: &[&'m Move], room: &Room<'_>) -> Result<Option<Vec<&'m Move>>, TooLarge> {
    let mut rest = Vec::new();
    for rule in moves {
        let mut after = Form::constant(form.constant.clone());
        for (name, factor) in &form.terms {
            after = after.plus(factor, &rule.to[name.0 as usize]);
        }
        let by = form.sub(&after);
        let may_fall_by_less = |least: i64| {
            let less = Formula::at_least_zero(by.shifted(-least)).negated();
            Ok(!formula(&rule.guard.and(&less), room)?.is_nothing())
        };
        if may_fall_by_less(1)? {
            if may_fall_by_less(0)? {
                return Ok(None);
            }
            rest.push(*rule);
        }
    }
    Ok((rest.len() < moves.len()).then_some(rest))
}

/// Small linear forms, the plainest first.
fn candidates(fields: usize) -> Vec<Form> {
    let mut all: Vec<Vec<usize>> = (1..(MOST + 1).pow(fields as u32))
        .map(|mut index| {
            (0..fields)
                .map(|_| {
                    let factor = index % (MOST + 1);
                    index /= MOST + 1;
                    factor
                })
                .collect()
        })
        .collect();
    // The sum of all fields is what mostly falls.
    all.sort_by_key(|factors| (factors.iter().any(|it| *it != 1), factors.iter().sum::<usize>()));
    let form = |factors: &Vec<usize>| {
        let terms = factors.iter().enumerate().filter(|it| *it.1 > 0);
        Form {
            terms: terms.map(|(at, factor)| (Name(at as u32), Int::from(*factor))).collect(),
            constant: Int::ZERO,
        }
    };
    all.iter().map(form).collect()
}

/// A measure in words.
pub fn words(rules: &Rules, parts: &[Form]) -> String {
    let part = |form: &Form| {
        let terms = form.terms.iter().map(|(name, factor)| {
            let field = &rules.fields[name.0 as usize];
            if *factor == Int::ONE { field.clone() } else { format!("{factor}*{field}") }
        });
        format!("`{}`", terms.collect::<Vec<_>>().join(" + "))
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
