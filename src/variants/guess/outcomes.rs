//! Finds the shortest conditions on the variables that hold exactly at the lost ones of the
//! examined points.

use super::shapes::cost_of;
use super::table::{Feature, Table};
use super::values::Fit;
use rustc_hash::FxHashMap;
use std::collections::BTreeMap;

/// A condition on the variables, with the points at which it holds.
#[derive(Debug, Clone)]
struct Condition {
    text: String,
    /// How many bits encode the condition.
    cost: u32,
    /// One bit for each point, 64 in a word.
    holds: Vec<u64>,
}

/// An expression is compared with sets of values only if each of its values occurs at this many
/// points on average.
const SUPPORT: usize = 4;
/// The most values in a set that a condition lists.
const MOST_VALUES: usize = 5;
/// How many of the first expressions of the table are compared with one another by `<` and `<=`.
const COMPARED: usize = 140;
/// How many of the first expressions of the table are compared with small numbers, and with one
/// another by `==`.
const FEW: usize = 20;
/// How many of the shortest suitable conditions are joined in pairs by `and` or `or`.
const JOINED: usize = 3000;
/// How many of the shortest suitable conditions are joined in threes by `and` or `or`.
const JOINED_IN_THREES: usize = 60;
/// Among expressions with equal values at the lost points, the first `FIRST_ALIKE` are compared
/// with the first `ALIKE`.
const FIRST_ALIKE: usize = 3;
/// See [`FIRST_ALIKE`].
const ALIKE: usize = 30;
/// The most fits that are returned.
const KEPT: usize = 6;

/// At most `KEPT` conditions that hold exactly at the points where `lost` is true, the shortest
/// first.
pub fn fitting(table: &Table, lost: &[bool]) -> Vec<Fit> {
    let wanted = packed(lost.iter().copied());
    if lost.iter().all(|it| *it == lost[0]) {
        return vec![Fit { text: lost[0].to_string(), cost: 2 }];
    }
    let mut conditions = by_values(table, lost);
    conditions.extend(comparisons(table));
    conditions.extend(equalities(table, lost));
    conditions.sort_by(|a, b| (a.cost, &a.text).cmp(&(b.cost, &b.text)));
    // Among conditions that hold at the same points, the shortest is kept.
    let mut known: FxHashMap<Vec<u64>, ()> = FxHashMap::default();
    conditions.retain(|it| known.insert(it.holds.clone(), ()).is_none());
    let mut fits: Vec<Fit> = conditions
        .iter()
        .filter(|it| it.holds == wanted)
        .map(|it| Fit { text: it.text.clone(), cost: it.cost })
        .collect();
    joined(&conditions, &wanted, "and", &mut fits);
    joined(&conditions, &wanted, "or", &mut fits);
    unlike(&conditions, &wanted, &mut fits);
    fits.sort_by(|a, b| (a.cost, &a.text).cmp(&(b.cost, &b.text)));
    fits.dedup_by(|a, b| a.text == b.text);
    fits.truncate(KEPT);
    fits
}

/// Packs truth values into words, the first into the lowest bit.
fn packed(truths: impl Iterator<Item = bool>) -> Vec<u64> {
    let mut words = Vec::new();
    for (at, truth) in truths.enumerate() {
        if at % 64 == 0 {
            words.push(0);
        }
        if let Some(last) = words.last_mut() {
            *last |= u64::from(truth) << (at % 64);
        }
    }
    words
}

fn condition(text: String, cost: u32, truths: impl Iterator<Item = bool>) -> Condition {
    Condition { text, cost, holds: packed(truths) }
}

/// Conditions that the value of one expression is in a set: sets that contain the values at all
/// lost points, and sets whose values occur only at lost points. Of an expression with many values,
/// only the least value is tried.
fn by_values(table: &Table, lost: &[bool]) -> Vec<Condition> {
    let mut found = Vec::new();
    for feature in &table.all {
        let mut counts: BTreeMap<i64, (usize, usize)> = BTreeMap::new();
        for (value, lost) in feature.values.iter().zip(lost) {
            let count = counts.entry(*value).or_default();
            count.0 += usize::from(*lost);
            count.1 += 1;
        }
        if counts.len() * SUPPORT > lost.len() && !feature.truth {
            // An expression with many values may be special at its least value, such as 0.
            let least = counts.first_key_value().filter(|(_, count)| count.0 > 0 && count.1 > 3);
            found.extend(least.and_then(|(value, _)| in_set(feature, &[*value], true)));
            continue;
        }
        let some: Vec<i64> = counts.iter().filter(|it| it.1.0 > 0).map(|it| *it.0).collect();
        let all: Vec<i64> = counts.iter().filter(|it| it.1.0 == it.1.1).map(|it| *it.0).collect();
        let every: Vec<i64> = counts.keys().copied().collect();
        for set in [some, all] {
            let others: Vec<i64> = every.iter().copied().filter(|it| !set.contains(it)).collect();
            if !set.is_empty() && !others.is_empty() {
                found.extend(in_set(feature, &set, true));
                found.extend(in_set(feature, &others, false));
            }
        }
    }
    found
}

/// The condition that an expression is in a set (`wanted`) or not in it; `None` if the set is too
/// large.
fn in_set(feature: &Feature, set: &[i64], wanted: bool) -> Option<Condition> {
    if set.len() > MOST_VALUES {
        return None;
    }
    let text = match (feature.truth, set, wanted) {
        (true, [value], _) => {
            if (*value == 1) == wanted {
                feature.text.clone()
            } else {
                format!("not {}", feature.text)
            }
        }
        (_, [value], true) => format!("{} == {value}", feature.text),
        (_, [value], false) => format!("{} != {value}", feature.text),
        _ => {
            let values: Vec<String> = set.iter().map(i64::to_string).collect();
            let word = if wanted { "in" } else { "not in" };
            format!("{} {word} {{{}}}", feature.text, values.join(", "))
        }
    };
    let cost = feature.cost + 3 + set.iter().map(|it| cost_of(*it)).sum::<u32>();
    let cost = if feature.truth { feature.cost + 1 } else { cost };
    Some(condition(text, cost, feature.values.iter().map(|it| set.contains(it) == wanted)))
}

/// Compares atoms and functions of atoms (see [`Table::plain`]): each with small numbers, and with one another.
fn comparisons(table: &Table) -> Vec<Condition> {
    let some: Vec<&Feature> = table.all[..table.plain].iter().filter(|it| !it.truth).take(COMPARED).collect();
    let mut found = Vec::new();
    for left in some.iter().take(FEW) {
        for least in 1..=3 {
            let cost = left.cost + 3 + cost_of(least);
            let truths = left.values.iter().map(|it| *it >= least);
            found.push(condition(format!("{} >= {least}", left.text), cost, truths));
        }
        for right in some.iter().take(FEW).filter(|right| right.text > left.text) {
            let truths = left.values.iter().zip(&right.values).map(|(a, b)| a == b);
            found.push(condition(
                format!("{} == {}", left.text, right.text),
                left.cost + right.cost + 3,
                truths,
            ));
        }
    }
    for left in &some {
        for right in &some {
            if left.text == right.text {
                continue;
            }
            let cost = left.cost + right.cost + 3;
            let pairs = || left.values.iter().zip(&right.values);
            if pairs().any(|(a, b)| a < b) && pairs().any(|(a, b)| a >= b) {
                let text = format!("{} < {}", left.text, right.text);
                found.push(condition(text, cost, pairs().map(|(a, b)| a < b)));
                let text = format!("{} <= {}", left.text, right.text);
                found.push(condition(text, cost, pairs().map(|(a, b)| a <= b)));
            }
        }
    }
    found
}

/// Conditions that two expressions are equal, for pairs that are equal at all lost points.
fn equalities(table: &Table, lost: &[bool]) -> Vec<Condition> {
    let places: Vec<usize> = (0..lost.len()).filter(|at| lost[*at]).collect();
    let mut alike: BTreeMap<Vec<i64>, Vec<&Feature>> = BTreeMap::new();
    for feature in table.all[..table.near].iter().filter(|it| !it.truth) {
        alike.entry(places.iter().map(|at| feature.values[*at]).collect()).or_default().push(feature);
    }
    let mut found = Vec::new();
    for (values, mut features) in alike {
        // If the expressions are constant at all lost points, equality may be a coincidence.
        // `by_values` compares them with that constant.
        if values.iter().all(|it| *it == values[0]) {
            continue;
        }
        features.sort_by_key(|it| it.cost);
        features.truncate(ALIKE);
        for (at, left) in features.iter().enumerate().take(FIRST_ALIKE) {
            for right in &features[at + 1..] {
                let text = format!("{} == {}", left.text, right.text);
                let truths = left.values.iter().zip(&right.values).map(|(a, b)| a == b);
                found.push(condition(text, left.cost + right.cost + 3, truths));
            }
        }
    }
    found
}

/// Adds the fits that are conjunctions (`word` is `and`) or disjunctions (`or`) of two or three
/// conditions.
fn joined(conditions: &[Condition], wanted: &[u64], word: &str, fits: &mut Vec<Fit>) {
    let meets = |a: u64, b: u64| if word == "and" { a & b } else { a | b };
    let useful = |it: &&Condition| {
        let holds = || it.holds.iter().zip(wanted);
        // In a conjunction, each condition holds at all wanted points; in a disjunction, only at
        // wanted points.
        match word {
            "and" => holds().all(|(a, b)| a & b == *b),
            _ => holds().all(|(a, b)| a | b == *b),
        }
    };
    let useful: Vec<&Condition> = conditions.iter().filter(useful).take(JOINED).collect();
    let mut both = vec![0; wanted.len()];
    for (at, a) in useful.iter().enumerate() {
        for (later, b) in useful.iter().enumerate().skip(at + 1) {
            for ((both, a), b) in both.iter_mut().zip(&a.holds).zip(&b.holds) {
                *both = meets(*a, *b);
            }
            let cost = a.cost + b.cost + 3;
            if both == wanted {
                fits.push(Fit { text: format!("{} {word} {}", a.text, b.text), cost });
            } else if later < JOINED_IN_THREES {
                for c in &useful[later + 1..JOINED_IN_THREES.min(useful.len()).max(later + 1)] {
                    let mut all = both.iter().zip(&c.holds).map(|(both, c)| meets(*both, *c));
                    if wanted.iter().all(|wanted| all.next() == Some(*wanted)) {
                        let text = format!("{} {word} {} {word} {}", a.text, b.text, c.text);
                        fits.push(Fit { text, cost: cost + c.cost + 3 });
                    }
                }
            }
        }
    }
}

/// Adds the fits which say that exactly one of two conditions holds.
fn unlike(conditions: &[Condition], wanted: &[u64], fits: &mut Vec<Fit>) {
    let places: FxHashMap<&[u64], &Condition> = conditions.iter().map(|it| (&it.holds[..], it)).collect();
    for a in conditions {
        let rest: Vec<u64> = a.holds.iter().zip(wanted).map(|(a, wanted)| a ^ wanted).collect();
        if let Some(b) = places.get(&rest[..]).filter(|b| b.text > a.text) {
            fits.push(Fit { text: format!("({}) != ({})", a.text, b.text), cost: a.cost + b.cost + 3 });
        }
    }
}
