//! Guesses descriptions of sets of two fields by lines with an irrational slope: one number is a
//! rounded multiple of another, or at most such a multiple. The slope and the constant are fitted
//! to the first lost positions. Nothing is proved here, so floating point may propose the lines.

use super::fields::field;
use crate::Proof;
use crate::canonical::{Form, Formula, Name};
use crate::number::Int;
use crate::relations::formula;
use crate::theory::automaton::{Automaton, Room, TooLarge, Track};
use num_integer::gcd;

/// The number of lost positions to which a guess is fitted.
const POSITIONS: usize = 120;
/// Points whose first number is at most this may be exceptions, and are not fitted.
const IGNORED: i64 = 6;
/// The most lines that are tried for one [`Kind`]; the simplest come first.
const MOST_FITS: usize = 4;

/// The function `floor(((times·θ + plus)·n + added) / over)` of a natural n, where
/// θ = (m + √(m² + 4))/2 is the mean of the numeration system.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Line {
    times: i64,
    plus: i64,
    added: i64,
    over: i64,
}

/// Which number is compared with a multiple of which other number.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Kind {
    /// The smaller field equals a rounded multiple of n, where the difference of the fields is n
    /// times this number.
    Difference(i64),
    /// The larger field is at most a rounded multiple of the smaller.
    Cone,
    /// The field with this index equals a rounded multiple of the other field.
    Field(usize),
    /// The field with this index is at most a rounded multiple of the other field.
    Below(usize),
}

/// Guesses of the lost positions, as automata and in words.
pub fn guesses<'r>(proof: &Proof, room: &dyn Fn() -> Room<'r>) -> Vec<(Automaton, String)> {
    let Some(mean) = proof.system.mean().map(i64::from) else { return Vec::new() };
    if proof.rules.fields.len() != 2 {
        return Vec::new();
    }
    let mut found = Vec::new();
    for (kind, points) in fitted(proof, &room()) {
        for line in lines(mean, &points).into_iter().take(MOST_FITS) {
            if let Ok(Some(set)) = set(kind, line, &room()) {
                found.push((set, words(kind, line, mean, &proof.rules.fields)));
            }
        }
    }
    found
}

/// For each kind, the points (n, y) to which lines are fitted.
fn fitted(proof: &Proof, room: &Room<'_>) -> Vec<(Kind, Vec<(i64, i64)>)> {
    let mut all = Vec::new();
    let members = proof.set.first_members(&[Track(0), Track(1)], POSITIONS, room).unwrap_or_default();
    let places: Vec<[i64; 2]> = members
        .iter()
        .filter_map(|it| Some([i64::try_from(&it[0]).ok()?, i64::try_from(&it[1]).ok()?]))
        .collect();
    let far = places.iter().filter(|it| it[0].max(it[1]) > 3 * IGNORED);
    let step = far.fold(0, |step, it| gcd(step, (it[0] - it[1]).abs()));
    if step > 0 {
        let point = |it: &[i64; 2]| ((it[0] - it[1]).abs() / step, it[0].min(it[1]));
        all.push((Kind::Difference(step), places.iter().map(point).collect()));
    }
    for at in [0, 1] {
        all.push((Kind::Field(at), places.iter().map(|it| (it[1 - at], it[at])).collect()));
        let place = |n: u64, y: u64| if at == 0 { [y, n] } else { [n, y] };
        all.push((Kind::Below(at), edges(&|n, y| proof.is_lost(&place(n, y)), &|_| 0)));
    }
    all.push((Kind::Cone, edges(&|n, y| proof.is_lost(&[n, y]), &|n| n)));
    all
}

/// For each n below 40, the point (n, y) where y is the last number for which the relation holds,
/// if the relation holds from `first(n)` on exactly up to y; the next 20 numbers are tried too.
/// Empty if there is no such y for some n above [`IGNORED`], or if for some n the relation holds for
/// all numbers that are tried.
fn edges(holds: &dyn Fn(u64, u64) -> bool, first: &dyn Fn(u64) -> u64) -> Vec<(i64, i64)> {
    let mut found = Vec::new();
    for n in 0..40 {
        let (first, end) = (first(n), 10 * n + 40);
        let Some(edge) = (first..end).find(|y| !holds(n, *y)) else { return Vec::new() };
        if edge == first || (edge..edge + 20).any(|y| holds(n, y)) {
            // Points that do not form an edge fit no line. A few small ones may be exceptions.
            if n as i64 > IGNORED {
                return Vec::new();
            }
            continue;
        }
        found.push((n as i64, edge as i64 - 1));
    }
    found
}

/// The lines on which all points lie, except those with n up to [`IGNORED`]; simplest first. Empty
/// if fewer than 12 points remain, or two of them have equal n.
fn lines(mean: i64, points: &[(i64, i64)]) -> Vec<Line> {
    let mut far: Vec<(i64, i64)> = points.iter().filter(|it| it.0 > IGNORED).copied().collect();
    far.sort_unstable();
    far.dedup();
    if far.len() < 12 || far.windows(2).any(|it| it[0].0 == it[1].0) {
        return Vec::new();
    }
    let theta = (mean as f64 + ((mean * mean + 4) as f64).sqrt()) / 2.0;
    let mut found = Vec::new();
    for over in [1i64, 2] {
        for (times, plus) in
            (1..=4 * over).flat_map(|times| (-12 * over..=12 * over).map(move |plus| (times, plus)))
        {
            let slope = (times as f64 * theta + plus as f64) / over as f64;
            let rests = far.iter().map(|(n, y)| *y as f64 - slope * *n as f64);
            let (least, most) = rests.fold((f64::MAX, f64::MIN), |(a, b), rest| (a.min(rest), b.max(rest)));
            // floor(slope·n + c) = y at all points means that rest <= c < rest + 1 for every rest
            // y - slope·n. The small margins allow for rounding errors.
            let fits = |added: &i64| {
                let added = *added as f64 / over as f64;
                added > most - 1e-9 && added < least + 1.0 + 1e-9
            };
            let lines = (-6 * over..=6 * over).filter(fits).map(|added| Line { times, plus, added, over });
            found.extend(
                lines.filter(|it| over == 1 || [it.times, it.plus, it.added].iter().any(|it| it % 2 != 0)),
            );
        }
    }
    found.sort_by_key(|it| (it.over, it.added.abs(), it.times + it.plus.abs()));
    found
}

/// The pairs of fields that the kind and the line describe. `None` if the numeration system has no
/// automaton for multiples of θ.
fn set(kind: Kind, line: Line, room: &Room<'_>) -> Result<Option<Automaton>, TooLarge> {
    let [n, multiple, rounded] = [0, 1, 2].map(|at| Name((1 << 16) + at));
    let track = |name: Name| Track(name.0);
    let Some(floor) = Automaton::floor_of_multiple(track(multiple), track(rounded), room)? else {
        return Ok(None);
    };
    // The rounded multiple with the constant, before the division.
    let whole = Form::unknown(rounded).plus(&Int::from(line.plus), &Form::unknown(n)).shifted(line.added);
    let is_multiple = Form::unknown(multiple).plus(&Int::from(-line.times), &Form::unknown(n));
    let branch = |of: Form, step: i64, y: Form, is_equal: bool, guard: Formula| {
        let over = |by: i64| whole.plus(&Int::from(-line.over), &y).shifted(-by);
        let mut parts = vec![
            guard,
            Formula::zero(of.plus(&Int::from(-step), &Form::unknown(n))),
            Formula::zero(is_multiple.clone()),
            Formula::at_least_zero(over(0)),
        ];
        if is_equal {
            parts.push(Formula::at_least_zero(over(line.over)).negated());
        }
        let mut all = floor.clone();
        for part in &parts {
            all = all.and(&formula(part, room)?, room)?;
        }
        all.exists(track(rounded), room)?.exists(track(multiple), room)?.exists(track(n), room)
    };
    let always = Formula::constant(true);
    let mut found = Automaton::constant(false);
    for (low, high) in [(0, 1), (1, 0)] {
        let next = match kind {
            Kind::Difference(step) => {
                branch(field(high).sub(&field(low)), step, field(low), true, always.clone())?
            }
            Kind::Cone => {
                let guard = Formula::at_least_zero(field(high).sub(&field(low)));
                branch(field(low), 1, field(high), false, guard)?
            }
            Kind::Field(at) if at == high => branch(field(low), 1, field(high), true, always.clone())?,
            Kind::Below(at) if at == high => branch(field(low), 1, field(high), false, always.clone())?,
            _ => continue,
        };
        found = found.or(&next, room)?;
    }
    Ok(Some(found))
}

fn words(kind: Kind, line: Line, mean: i64, fields: &[String]) -> String {
    let [a, b] = [&fields[0], &fields[1]];
    let (least, most, difference) =
        (format!("min({a}, {b})"), format!("max({a}, {b})"), format!("abs({a} - {b})"));
    let other = |at: usize| fields[1 - at].clone();
    match kind {
        Kind::Difference(1) => format!("{least} == {}", floor(line, mean, &difference)),
        Kind::Difference(step) => {
            format!("{difference} == {step} * n and {least} == {} for a natural n", floor(line, mean, "n"))
        }
        Kind::Cone => format!("{most} <= {}", floor(line, mean, &least)),
        Kind::Field(at) => format!("{} == {}", fields[at], floor(line, mean, &other(at))),
        Kind::Below(at) => format!("{} <= {}", fields[at], floor(line, mean, &other(at))),
    }
}

/// The text of the function `line` at the number `of`, as in `floor(phi * n + 1 / 2)`. `mean` is the
/// m of the numeration system.
fn floor(line: Line, mean: i64, of: &str) -> String {
    let Line { times, plus, added, over } = line;
    // The slope as (times·root + whole)/divisor.
    let (root, whole, divisor) = match mean {
        1 => ("phi".to_string(), plus, over),
        even if even % 2 == 0 => (format!("sqrt({})", even * even / 4 + 1), plus + times * even / 2, over),
        odd => (format!("sqrt({})", odd * odd + 4), 2 * plus + times * odd, 2 * over),
    };
    let common = gcd(gcd(times, whole.abs()), divisor);
    let (times, whole, divisor) = (times / common, whole / common, divisor / common);
    let root = if times == 1 { root } else { format!("{times} * {root}") };
    let sum = match whole {
        0 => root,
        more if more > 0 => format!("({root} + {more})"),
        less => format!("({root} - {})", -less),
    };
    let slope = if divisor == 1 { sum } else { format!("{sum} / {divisor}") };
    let common = gcd(added.abs(), over).max(1);
    let amount = match (added.abs() / common, over / common) {
        (amount, 1) => amount.to_string(),
        (amount, over) => format!("{amount} / {over}"),
    };
    match added {
        0 => format!("floor({slope} * {of})"),
        added if added > 0 => format!("floor({slope} * {of} + {amount})"),
        _ => format!("floor({slope} * {of} - {amount})"),
    }
}
