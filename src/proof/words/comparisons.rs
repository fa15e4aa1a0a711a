//! Guesses descriptions of the lost positions by a few conditions. Each compares a number with a
//! constant (a sum of multiples of the fields, the absolute difference of two fields, their minimum
//! or maximum), or restricts the residue of such a sum. All conditions that hold for the small lost
//! positions are collected; then a few of them are chosen that exclude all other small positions.
//! Nothing is proved here.

use super::fields::field;
use crate::Proof;
use crate::canonical::{Form, Formula};
use crate::number::Int;

/// Positions with fields below this are examined, for one, two and three fields. No game in
/// canonical form has more fields.
const SIDES: [u64; 3] = [240, 32, 12];
/// The largest modulus of a residue condition.
const LARGEST_MODULUS: i64 = 8;
/// The most residues that a condition admits.
const MOST_RESIDUES: usize = 3;
/// The most conditions in one description; if more are needed, there is no guess.
const MOST_CONDITIONS: usize = 4;

/// A condition that may describe the lost positions, with words for it.
pub struct Guess {
    /// The condition on the fields.
    pub formula: Formula,
    /// The condition in words.
    pub words: String,
}

/// A number computed from a position, which conditions compare with constants.
enum Number {
    Sum(Form),
    /// The absolute value of a form.
    Abs(Form),
    Min,
    Max,
}

/// A test of a number.
#[derive(Clone)]
enum Test {
    Is(i64),
    AtMost(i64),
    AtLeast(i64),
    /// The residue for a modulus is in the list, which is ascending.
    Leaves(i64, Vec<i64>),
}

/// A condition: the index of a number in the list of [`numbers`], and a test that this number
/// passes.
type Condition = (usize, Test);

/// Guesses up to two descriptions of the lost positions: a conjunction that exactly the small lost
/// positions satisfy, and the negation of a conjunction that exactly the other small positions
/// satisfy. Positions all of whose fields are below `ignored` are not examined.
pub fn guesses(proof: &Proof, ignored: u64) -> Vec<Guess> {
    let fields = proof.rules.fields.len();
    let side = SIDES[fields - 1];
    let tuple = |at: u64| (0..fields as u32).map(|field| at / side.pow(field) % side).collect::<Vec<u64>>();
    let seen = |place: &Vec<u64>| place.iter().any(|field| *field >= ignored) || ignored == 0;
    let (lost, others): (Vec<_>, Vec<_>) =
        (0..side.pow(fields as u32)).map(tuple).filter(seen).partition(|place| proof.is_lost(place));
    let numbers = numbers(fields);
    let guess = |inside: &[Vec<u64>], outside: &[Vec<u64>], is_lost: bool| {
        let all = conditions(&numbers, inside, side);
        let few = fewest(&numbers, all, outside)?;
        let formula = Formula::all(few.iter().map(|(at, test)| numbers[*at].formula(test, fields)));
        let words: Vec<String> =
            few.iter().map(|(at, test)| numbers[*at].words(test, is_lost, &proof.rules.fields)).collect();
        Some(match is_lost {
            true => Guess { formula, words: words.join(" and ") },
            false => Guess { formula: formula.negated(), words: words.join(" or ") },
        })
    };
    [guess(&lost, &others, true), guess(&others, &lost, false)].into_iter().flatten().collect()
}

/// The numbers that conditions test, simplest first.
fn numbers(fields: usize) -> Vec<Number> {
    let most = if fields == 2 { 2i64 } else { 1 };
    let width = 2 * most + 1;
    let factors = |at: i64| (0..fields as u32).map(move |field| at / width.pow(field) % width - most);
    let all = (0..width.pow(fields as u32)).map(|at| factors(at).collect::<Vec<i64>>());
    let mut sums: Vec<Vec<i64>> = all.filter(|it| is_primitive(it)).collect();
    sums.sort_by_key(|it| it.iter().map(|factor| factor.abs()).sum::<i64>());
    let form = |factors: &Vec<i64>| {
        factors
            .iter()
            .enumerate()
            .fold(Form::default(), |sum, (at, by)| sum.plus(&Int::from(*by), &field(at)))
    };
    let mut numbers: Vec<Number> = sums.iter().map(form).map(Number::Sum).collect();
    if fields > 1 {
        numbers.extend([Number::Min, Number::Max]);
        let pairs = (0..fields).flat_map(|high| (0..high).map(move |low| (low, high)));
        numbers.extend(pairs.map(|(low, high)| Number::Abs(field(low).sub(&field(high)))));
    }
    numbers
}

/// Whether some factor is 1 or -1 and some factor is positive: so the sum is not a multiple of
/// another sum, and not the negation of a sum without negative factors.
fn is_primitive(factors: &[i64]) -> bool {
    factors.iter().any(|it| *it > 0) && factors.iter().any(|it| it.abs() == 1)
}

/// All conditions that hold for the positions `inside`, whose fields are below `side`. A bound is
/// included only if a position with fields below `side / 2` attains the bound.
fn conditions(numbers: &[Number], inside: &[Vec<u64>], side: u64) -> Vec<Condition> {
    let mut found = Vec::new();
    if inside.is_empty() {
        return found;
    }
    let is_near = |place: &&Vec<u64>| place.iter().all(|field| *field < side / 2);
    for (at, number) in numbers.iter().enumerate() {
        let all: Vec<i64> = inside.iter().map(|place| number.at(place)).collect();
        let near: Vec<i64> = inside.iter().filter(is_near).map(|place| number.at(place)).collect();
        let (low, high) = (near.iter().min() == all.iter().min(), near.iter().max() == all.iter().max());
        match (all.iter().min(), all.iter().max()) {
            (Some(least), Some(most)) if low && high && least == most => found.push((at, Test::Is(*least))),
            (Some(least), Some(most)) => {
                found.extend(high.then_some((at, Test::AtMost(*most))));
                // A number without negative terms is always at least 0, so that bound excludes
                // nothing.
                found.extend(
                    (low && !(number.is_natural() && *least <= 0)).then_some((at, Test::AtLeast(*least))),
                );
            }
            _ => {}
        }
        for modulus in (2..=LARGEST_MODULUS).filter(|_| matches!(number, Number::Sum(_))) {
            let mut residues: Vec<i64> = all.iter().map(|value| value.rem_euclid(modulus)).collect();
            residues.sort_unstable();
            residues.dedup();
            if residues.len() <= MOST_RESIDUES && (residues.len() as i64) < modulus {
                found.push((at, Test::Leaves(modulus, residues)));
            }
        }
    }
    found
}

/// Chooses few conditions that together exclude all positions `outside`: repeatedly the condition
/// that excludes most of those left. Then conditions that the others make superfluous are dropped.
/// `None` if all conditions together do not exclude all, if more than `MOST_CONDITIONS` are needed,
/// or if there are no positions `outside`.
fn fewest(numbers: &[Number], all: Vec<Condition>, outside: &[Vec<u64>]) -> Option<Vec<Condition>> {
    let excludes = |(at, test): &Condition, place: &Vec<u64>| !test.holds(numbers[*at].at(place));
    let (mut taken, mut left): (Vec<Condition>, Vec<&Vec<u64>>) = (Vec::new(), outside.iter().collect());
    while !left.is_empty() {
        let count = |it: &Condition| left.iter().filter(|place| excludes(it, place)).count();
        // `max_by_key` returns the last of equals; reversed, that is the first and simplest
        // condition.
        let best = all.iter().rev().max_by_key(|it| count(it))?;
        if count(best) == 0 || taken.len() == MOST_CONDITIONS {
            return None;
        }
        left.retain(|place| !excludes(best, place));
        taken.push(best.clone());
    }
    for at in (0..taken.len()).rev() {
        let mut fewer = taken.clone();
        fewer.remove(at);
        if !fewer.is_empty() && outside.iter().all(|place| fewer.iter().any(|it| excludes(it, place))) {
            taken = fewer;
        }
    }
    (!taken.is_empty()).then_some(taken)
}

impl Test {
    fn holds(&self, value: i64) -> bool {
        match self {
            Test::Is(wanted) => value == *wanted,
            Test::AtMost(most) => value <= *most,
            Test::AtLeast(least) => value >= *least,
            Test::Leaves(modulus, residues) => residues.contains(&value.rem_euclid(*modulus)),
        }
    }
}

impl Number {
    fn at(&self, place: &[u64]) -> i64 {
        let of = |form: &Form| {
            form.terms()
                .iter()
                .map(|(name, by)| by.to_i64().unwrap_or(0) * place[name.0 as usize] as i64)
                .sum::<i64>()
        };
        match self {
            Number::Sum(form) => of(form),
            Number::Abs(form) => of(form).abs(),
            Number::Min => place.iter().min().map_or(0, |it| *it as i64),
            Number::Max => place.iter().max().map_or(0, |it| *it as i64),
        }
    }

    /// Whether the number cannot be negative.
    fn is_natural(&self) -> bool {
        !matches!(self, Number::Sum(form) if form.has_negative())
    }

    /// The condition that the number passes a test.
    fn formula(&self, test: &Test, fields: usize) -> Formula {
        match test {
            Test::Is(value) => self.at_least(*value, fields).and(&self.at_least(value + 1, fields).negated()),
            Test::AtMost(most) => self.at_least(most + 1, fields).negated(),
            Test::AtLeast(least) => self.at_least(*least, fields),
            Test::Leaves(modulus, residues) => {
                let Number::Sum(form) = self else { return Formula::constant(false) };
                let leaves = |rest: &i64| Formula::divides(&Int::from(*modulus), form.shifted(-rest));
                Formula::any(residues.iter().map(leaves))
            }
        }
    }

    /// The condition that the number is at least `least`.
    fn at_least(&self, least: i64, fields: usize) -> Formula {
        let is = |form: &Form| Formula::at_least_zero(form.shifted(-least));
        let each = (0..fields).map(|at| is(&field(at)));
        match self {
            Number::Sum(form) => is(form),
            Number::Abs(form) => Formula::any([is(form), is(&form.times(&Int::from(-1i64)))]),
            Number::Min => Formula::all(each),
            Number::Max => Formula::any(each),
        }
    }

    /// Says in words that the number passes a test (if `holds`) or fails it.
    fn words(&self, test: &Test, holds: bool, fields: &[String]) -> String {
        let (sign, value) = match test {
            Test::Is(value) => (if holds { "==" } else { "!=" }, *value),
            Test::AtMost(value) if holds => ("<=", *value),
            Test::AtMost(value) => (">=", value + 1),
            Test::AtLeast(value) if holds => (">=", *value),
            Test::AtLeast(value) => ("<=", value - 1),
            Test::Leaves(modulus, residues) => {
                let name = self.name(fields);
                let name = if name.contains(' ') { format!("({name})") } else { name };
                // The shorter of the two lists is shown: the admitted residues or the others.
                let others: Vec<i64> = (0..*modulus).filter(|rest| !residues.contains(rest)).collect();
                let (list, is_in) = match others.len() < residues.len() {
                    true => (&others, !holds),
                    false => (residues, holds),
                };
                let all: Vec<String> = list.iter().map(i64::to_string).collect();
                return match (&*all, is_in) {
                    ([only], true) => format!("{name} mod {modulus} == {only}"),
                    ([only], false) => format!("{name} mod {modulus} != {only}"),
                    (all, true) => format!("{name} mod {modulus} in {{{}}}", all.join(", ")),
                    (all, false) => format!("{name} mod {modulus} not in {{{}}}", all.join(", ")),
                };
            }
        };
        let Number::Sum(form) = self else { return format!("{} {sign} {value}", self.name(fields)) };
        // Negative terms are moved to the other side.
        let less = terms(form, fields, true);
        match (&*less, value) {
            ("", value) => format!("{} {sign} {value}", terms(form, fields, false)),
            (less, 0) => format!("{} {sign} {less}", terms(form, fields, false)),
            (less, value) if value > 0 => format!("{} {sign} {less} + {value}", terms(form, fields, false)),
            (less, value) => format!("{} + {} {sign} {less}", terms(form, fields, false), -value),
        }
    }

    /// The number as an expression over the names of the fields.
    fn name(&self, fields: &[String]) -> String {
        let of = |form: &Form| match &*terms(form, fields, true) {
            "" => terms(form, fields, false),
            less => format!("{} - {}", terms(form, fields, false), less.replace(" + ", " - ")),
        };
        match self {
            Number::Sum(form) => of(form),
            Number::Abs(form) => format!("abs({})", of(form)),
            Number::Min => format!("min({})", fields.join(", ")),
            Number::Max => format!("max({})", fields.join(", ")),
        }
    }
}

/// The positive terms of a form as a sum, or the negative ones without their signs; empty if there
/// are none.
fn terms(form: &Form, fields: &[String], negative: bool) -> String {
    let terms = form.terms().iter().filter(|(_, factor)| factor.is_negative() == negative);
    let term = |(name, factor): &(crate::canonical::Name, Int)| {
        let (field, amount) = (&fields[name.0 as usize], factor.abs());
        if amount == Int::ONE { field.clone() } else { format!("{amount} * {field}") }
    };
    terms.map(term).collect::<Vec<_>>().join(" + ")
}
