//! Sets of lost positions in words: only words that are proved equal to the automaton.

use crate::Proof;
use crate::canonical::{Form, Formula, Name};
use crate::number::Int;
use crate::relations::{formula, linear_zero};
use crate::theory::automaton::{Automaton, Room, TooLarge, Track};
use crate::theory::numeration::System;

/// Residues by at most this are tried.
const LARGEST_MODULUS: u64 = 24;
/// So many classes of residues are listed at most.
const MOST_CLASSES: usize = 16;

/// Looks for words of one kind.
type Way = fn(&Proof, &Room<'_>) -> Result<Option<String>, TooLarge>;

/// Words that say exactly which positions the set holds, if there are some.
pub fn words(proof: &Proof, room: &Room<'_>) -> Result<Option<String>, TooLarge> {
    let ways: [Way; 4] = [equal, nim_sum, residues, multiples];
    for way in ways {
        if let Some(words) = way(proof, room)? {
            return Ok(Some(words));
        }
    }
    Ok(None)
}

fn field(at: usize) -> Form {
    Form::name(Name(at as u32))
}

/// All fields are the same number.
fn equal(proof: &Proof, room: &Room<'_>) -> Result<Option<String>, TooLarge> {
    let fields = &proof.rules.fields;
    let pairs = (1..fields.len()).map(|at| Formula::zero(field(at - 1).sub(&field(at))));
    let same = formula(&Formula::all(pairs), room)?.same(&proof.set, room)?;
    Ok((same && fields.len() > 1).then(|| fields.join(" == ")))
}

/// The nim-sum of all fields is 0.
fn nim_sum(proof: &Proof, room: &Room<'_>) -> Result<Option<String>, TooLarge> {
    let fields = &proof.rules.fields;
    if proof.system != System::base(2) || fields.len() < 3 {
        return Ok(None);
    }
    let tracks = (0..fields.len() as u32).map(Track).collect();
    let same = Automaton::even_columns(tracks, room)?.same(&proof.set, room)?;
    Ok(same.then(|| format!("{} == 0", fields.join(" xor "))))
}

/// Only the residues of the fields matter.
fn residues(proof: &Proof, room: &Room<'_>) -> Result<Option<String>, TooLarge> {
    let fields = proof.rules.fields.len();
    if !proof.system.is_base_system() {
        return Ok(None);
    }
    for modulus in 2..=LARGEST_MODULUS {
        let classes: Vec<Vec<u64>> = classes(fields, modulus).filter(|class| holds(proof, class)).collect();
        // The numbers one period later are lost as well, or it is no period.
        let repeats = |class: &Vec<u64>| {
            (0..fields).all(|at| {
                let mut later = class.clone();
                later[at] += modulus;
                holds(proof, &later)
            })
        };
        if classes.len() > MOST_CLASSES || !classes.iter().all(repeats) {
            continue;
        }
        let conditions = classes.iter().map(|class| in_class(class, modulus));
        if formula(&Formula::any(conditions), room)?.same(&proof.set, room)? {
            return Ok(Some(classes_in_words(&proof.rules.fields, &classes, modulus)));
        }
    }
    Ok(None)
}

/// All tuples of residues.
fn classes(fields: usize, modulus: u64) -> impl Iterator<Item = Vec<u64>> {
    (0..modulus.pow(fields as u32)).map(move |mut index| {
        let mut class = vec![0; fields];
        for place in class.iter_mut().rev() {
            *place = index % modulus;
            index /= modulus;
        }
        class
    })
}

fn holds(proof: &Proof, fields: &[u64]) -> bool {
    let read: Vec<u64> = proof.set.tracks().iter().map(|track| fields[track.0 as usize]).collect();
    proof.set.holds(&read)
}

fn in_class(class: &[u64], modulus: u64) -> Formula {
    Formula::all(class.iter().enumerate().map(|(at, rest)| {
        let rest = Form::constant(Int::from(*rest));
        Formula::divides(&Int::from(modulus), field(at).sub(&rest))
    }))
}

fn classes_in_words(fields: &[String], classes: &[Vec<u64>], modulus: u64) -> String {
    if let [field] = fields {
        let rests: Vec<String> = classes.iter().map(|class| class[0].to_string()).collect();
        return match &*rests {
            [rest] => format!("{field} mod {modulus} == {rest}"),
            rests => format!("{field} mod {modulus} in {{{}}}", rests.join(", ")),
        };
    }
    let of = |numbers: Vec<String>| format!("({})", numbers.join(", "));
    let rests = classes.iter().map(|class| of(class.iter().map(u64::to_string).collect()));
    let left = of(fields.iter().map(|field| format!("{field} mod {modulus}")).collect());
    format!("{left} in {{{}}}", rests.collect::<Vec<_>>().join(", "))
}

/// Wythoff's pairs and their wide cousins: the difference is m·n and the smaller field floor(α·n) for some n.
fn multiples(proof: &Proof, room: &Room<'_>) -> Result<Option<String>, TooLarge> {
    let Some(m) = proof.system.mean() else { return Ok(None) };
    if proof.system != System::metallic(m) || proof.rules.fields.len() != 2 {
        return Ok(None);
    }
    // floor(α·n) = floor(θ·n) - (m - 1)·n, where θ = (m + √(m² + 4))/2.
    let (n, rounded) = (Name(1 << 16), Name((1 << 16) + 1));
    let Some(floor) = Automaton::floor_of_multiple(Track(n.0), Track(rounded.0), room)? else {
        return Ok(None);
    };
    let smaller = Form::name(rounded).plus(&Int::from(1 - i64::from(m)), &Form::name(n));
    let mut either = Automaton::constant(false);
    for (low, high) in [(0, 1), (1, 0)] {
        let difference = field(high).sub(&field(low)).plus(&Int::from(-i64::from(m)), &Form::name(n));
        let pair = floor
            .and(&linear_zero(&field(low).sub(&smaller), room)?, room)?
            .exists(Track(rounded.0), room)?
            .and(&linear_zero(&difference, room)?, room)?
            .exists(Track(n.0), room)?;
        either = either.or(&pair, room)?;
    }
    let (a, b) = (&proof.rules.fields[0], &proof.rules.fields[1]);
    Ok(either.same(&proof.set, room)?.then(|| match m {
        1 => format!("min({a}, {b}) == floor(phi * abs({a} - {b}))"),
        _ => {
            let root = m * m + 4;
            let added = match i64::from(m) - 2 {
                0 => format!("sqrt({root})"),
                less => format!("(sqrt({root}) - {less})"),
            };
            format!("abs({a} - {b}) == {m} * n and min({a}, {b}) == floor({added} / 2 * n) for a natural n")
        }
    }))
}
