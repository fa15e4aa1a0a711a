//! Finds games by code that have the values of a pattern, perhaps with shifted heaps.

use super::claims::{self, Candidate};
use crate::ir::ExprKind;
use crate::pipeline::{Opened, Pattern};
use crate::theorem::likeness::code_with_values;

/// The smallest heaps of a game by code may be missing in the data: each of these lists of values
/// is tried in front of the data.
const BEFORE: [&[u64]; 4] = [&[], &[0], &[0, 0], &[0, 1]];

/// At most this many of the first values of the data are left out to find a code for the rest.
const LEFT_OUT: usize = 2;

/// How many bits encode a code of three digits and the shift of the heaps.
const COST: u32 = 12;

/// The claim that a game by code has the values of a pattern with one variable, with its cost;
/// empty if no such game is found, or if the pattern itself is a game by code.
pub fn with_values(
    opened: &Opened,
    pattern: &Pattern,
    variable: &str,
    values: &[i64],
) -> Vec<(u32, Candidate)> {
    let Ok(values) = values.iter().map(|it| u64::try_from(*it)).collect::<Result<Vec<u64>, _>>() else {
        return Vec::new();
    };
    if is_by_code(opened, pattern) {
        return Vec::new();
    }
    let longer = BEFORE.iter().map(|before| (before.len() as i64, [*before, &*values].concat()));
    let shorter = (1..=LEFT_OUT).map(|out| (-(out as i64), values[out.min(values.len())..].to_vec()));
    let found = longer.chain(shorter).find_map(|(ahead, values)| Some((ahead, code_with_values(&values)?)));
    let claim = |(ahead, code): (i64, String)| {
        let name = unused(opened, format!("octal_{}", code.replace('.', "_")));
        (COST, claims::of_code(&pattern.text, variable, &name, &code, ahead))
    };
    found.map(claim).into_iter().collect()
}

/// Whether the pattern is just a component of a game that is given by its code; then the claim
/// would say nothing new.
fn is_by_code(opened: &Opened, pattern: &Pattern) -> bool {
    let ExprKind::Component(game, arguments) = &pattern.body.expr.kind else { return false };
    let is_plain = arguments.iter().all(|it| matches!(it.kind, ExprKind::Local(_)));
    is_plain && opened.instance.as_ref().is_some_and(|it| it.program.game(*game).origin.is_some())
}

/// The name with as many underscores as make it unused in the spec.
fn unused(opened: &Opened, mut name: String) -> String {
    let is_taken = |name: &str| opened.sources.iter().any(|source| source.text.contains(name));
    while is_taken(&name) {
        name.push('_');
    }
    name
}
