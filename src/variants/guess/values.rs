//! Finds the shortest expressions of the variables that have the wanted values at all examined
//! points.

use super::table::{Feature, Table};
use rustc_hash::FxHashMap;

/// An expression or condition that fits the data.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fit {
    /// The text of the expression.
    pub text: String,
    /// How many bits encode the expression.
    pub cost: u32,
}

/// How many expressions, the first of the table, are tried as the left operand of a sum, difference
/// or nim-sum.
const JOINED: usize = 4_000;
/// How many expressions, the first of the table, are combined with one another by `min`, `max` and
/// products, whose second operand cannot be looked up.
const PAIRED: usize = 120;
/// The most fits that are returned.
const KEPT: usize = 6;

/// At most `KEPT` expressions with the values of `target`, the shortest first.
pub fn fitting(table: &Table, target: &[i64], variables: &[String]) -> Vec<Fit> {
    let mut fits = Vec::new();
    if let Some(first) = target.first()
        && target.iter().all(|value| value == first)
    {
        fits.push(Fit { text: first.to_string(), cost: super::shapes::cost_of(*first) });
    }
    let direct = table.find(target).filter(|it| !it.truth);
    fits.extend(direct.map(|it| Fit { text: it.text.clone(), cost: it.cost }));
    joined(table, target, &mut fits);
    paired(table, target, &mut fits);
    if let [only] = variables {
        by_remainder(table, target, only, &mut fits);
    }
    by_case(table, target, &mut fits);
    fits.sort_by(|a, b| (a.cost, &a.text).cmp(&(b.cost, &b.text)));
    fits.dedup_by(|a, b| a.text == b.text);
    fits.truncate(KEPT);
    fits
}

/// The expressions that are numbers, not truth values.
fn numbers(features: &[Feature]) -> impl Iterator<Item = &Feature> {
    features.iter().filter(|it| !it.truth)
}

/// Adds the fits that are sums, differences and nim-sums. The second operand is looked up by its
/// values.
fn joined(table: &Table, target: &[i64], fits: &mut Vec<Fit>) {
    let mut rest = vec![0; target.len()];
    for left in numbers(&table.all).take(JOINED) {
        for word in ["+", "-", "xor"] {
            for ((rest, value), wanted) in rest.iter_mut().zip(&left.values).zip(target) {
                *rest = match word {
                    "+" => wanted - value,
                    "-" => value - wanted,
                    _ => wanted ^ value,
                };
            }
            // Nim-sums are defined for naturals only.
            if word == "xor" && (rest.iter().any(|it| *it < 0) || left.values.iter().any(|it| *it < 0)) {
                continue;
            }
            if let Some(right) = table.find(&rest).filter(|it| !it.truth) {
                let text = format!("{} {word} {}", left.operand(), right.operand());
                fits.push(Fit { text, cost: left.cost + right.cost + 4 });
            }
        }
    }
}

/// Adds the fits that are the minimum, the maximum or the product of two expressions.
fn paired(table: &Table, target: &[i64], fits: &mut Vec<Fit>) {
    let small: Vec<&Feature> = numbers(&table.all).take(PAIRED).collect();
    for (at, left) in small.iter().enumerate() {
        for right in &small[at + 1..] {
            let pairs = || left.values.iter().zip(&right.values).zip(target);
            let cost = left.cost + right.cost + 4;
            let (a, b) = (&left.text, &right.text);
            if pairs().all(|((x, y), wanted)| x.min(y) == wanted) {
                fits.push(Fit { text: format!("min({a}, {b})"), cost });
            } else if pairs().all(|((x, y), wanted)| x.max(y) == wanted) {
                fits.push(Fit { text: format!("max({a}, {b})"), cost });
            } else if pairs().all(|((x, y), wanted)| x.checked_mul(*y) == Some(*wanted)) {
                fits.push(Fit { text: format!("{} * {}", left.operand(), right.operand()), cost });
            }
        }
    }
}

/// For some of the points, the shortest expression for each list of values at these points.
struct Part<'t> {
    /// The indices of the points.
    points: Vec<usize>,
    /// Maps the values at these points to the shortest expression that has them.
    places: FxHashMap<Vec<i64>, &'t Feature>,
}

impl<'t> Part<'t> {
    fn new(table: &'t Table, points: Vec<usize>) -> Part<'t> {
        let mut places: FxHashMap<Vec<i64>, &Feature> = FxHashMap::default();
        for feature in numbers(&table.all[..table.near]) {
            let values = points.iter().map(|at| feature.values[*at]).collect();
            let place = places.entry(values).or_insert(feature);
            if feature.cost < place.cost {
                *place = feature;
            }
        }
        Part { points, places }
    }

    /// The shortest expression or constant that has the values of `target` at these points; `None`
    /// if there is none.
    fn find(&self, target: &[i64]) -> Option<Fit> {
        let values: Vec<i64> = self.points.iter().map(|at| target[*at]).collect();
        if let Some(first) = values.first()
            && values.iter().all(|value| value == first)
        {
            return Some(Fit { text: first.to_string(), cost: super::shapes::cost_of(*first) });
        }
        self.places.get(&values).map(|it| Fit { text: it.text.clone(), cost: it.cost })
    }
}

/// Adds the fits with one expression for each remainder of the variable modulo 2 to 6.
fn by_remainder(table: &Table, target: &[i64], variable: &str, fits: &mut Vec<Fit>) {
    let Some(numbers) = table.all.iter().find(|it| it.text == variable).map(|it| &it.values) else { return };
    for m in [2i64, 3, 4, 5, 6] {
        let part = |r: i64| {
            let points = (0..numbers.len()).filter(|at| numbers[*at].rem_euclid(m) == r).collect();
            Part::new(table, points).find(target)
        };
        let parts: Option<Vec<Fit>> = (0..m).map(part).collect();
        let Some(parts) = parts else { continue };
        // The most frequent expression comes last, as the final `else`.
        let count = |fit: &Fit| parts.iter().filter(|it| it.text == fit.text).count();
        let Some(last) = parts.iter().max_by_key(|fit| count(fit)).cloned() else { continue };
        let (mut text, mut cost) = (String::new(), last.cost);
        for (r, fit) in parts.iter().enumerate().filter(|it| it.1.text != last.text) {
            text.push_str(&format!("if {variable} mod {m} == {r} then {} else ", fit.text));
            cost += 12 + fit.cost;
        }
        fits.push(Fit { text: format!("{text}{}", last.text), cost });
    }
}

/// Adds the fits with one expression where a condition holds, and another elsewhere.
fn by_case(table: &Table, target: &[i64], fits: &mut Vec<Fit>) {
    for (text, cost, truths) in cases(table) {
        let part = |wanted: bool| (0..target.len()).filter(|at| truths[*at] == wanted).collect::<Vec<_>>();
        let (yes, no) = (part(true), part(false));
        if yes.len() < 3 || no.len() < 3 {
            continue;
        }
        let Some(yes) = Part::new(table, yes).find(target) else { continue };
        let Some(no) = Part::new(table, no).find(target) else { continue };
        let text = format!("if {text} then {} else {}", yes.text, no.text);
        fits.push(Fit { text, cost: cost + yes.cost + no.cost + 5 });
    }
}

/// The most conditions that are tried in case distinctions; the shortest are tried.
const CASES: usize = 40;

/// The shortest conditions for case distinctions, with their costs and truth values: truth values
/// of the table, and expressions with few values equal to their least or greatest value.
fn cases(table: &Table) -> Vec<(String, u32, Vec<bool>)> {
    let mut cases = Vec::new();
    for feature in &table.all[..table.near] {
        let values = &feature.values;
        let least = values.iter().min().copied().unwrap_or(0);
        let greatest = values.iter().max().copied().unwrap_or(0);
        if feature.truth {
            cases.push((feature.text.clone(), feature.cost, values.iter().map(|it| *it == 1).collect()));
        } else if greatest - least < 8 && greatest > least {
            for value in [least, greatest] {
                let truths: Vec<bool> = values.iter().map(|it| *it == value).collect();
                let cost = feature.cost + 3 + super::shapes::cost_of(value);
                cases.push((format!("{} == {value}", feature.text), cost, truths));
            }
        }
    }
    cases.sort_by_key(|case| case.1);
    cases.truncate(CASES);
    cases
}
